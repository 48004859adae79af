//! Colours and sizes of the chart.

use plotters::style::RGBColor;

/// The colours of the chart. They come from the page's theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// The curves.
    pub ink: RGBColor,
    /// Axis labels and the knee.
    pub muted: RGBColor,
    /// Grid lines.
    pub line: RGBColor,
    /// What is behind the chart, for rings that set marks off.
    pub surface: RGBColor,
    /// The real-time operating point.
    pub real_time: RGBColor,
    /// The batch operating point.
    pub batch: RGBColor,
}

impl Palette {
    /// The custom property of the theme behind each colour, in the order of [`from_colors`](Self::from_colors).
    pub const PROPERTIES: [&str; 6] = [
        "--ink",
        "--ink-3",
        "--line",
        "--surface",
        "--real-time",
        "--batch",
    ];

    /// A palette from colours in the order of [`PROPERTIES`](Self::PROPERTIES).
    #[must_use]
    pub const fn from_colors([ink, muted, line, surface, real_time, batch]: [RGBColor; 6]) -> Self {
        Self {
            ink,
            muted,
            line,
            surface,
            real_time,
            batch,
        }
    }
}

/// How the chart is drawn: colours, and how many of the backend's pixels make one of the page's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Look {
    /// Colours.
    pub palette: Palette,
    /// Backend pixels for one CSS pixel: 2 on most phones.
    pub scale: f64,
    /// What makes up for the backend's idea of a font size: 1, or 1.24 for plotters' SVG.
    pub font_factor: f64,
}

impl Look {
    /// So many CSS pixels in pixels of the backend.
    #[must_use]
    pub fn px(&self, css_pixels: f64) -> i32 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a chart is a few thousand pixels wide"
        )]
        let pixels = (css_pixels * self.scale).round() as i32;
        pixels
    }

    /// A font size in CSS pixels as the backend wants it.
    #[must_use]
    pub fn font_px(&self, css_pixels: f64) -> f64 {
        css_pixels * self.scale * self.font_factor
    }

    /// A line width in pixels of the backend, at least one.
    #[must_use]
    pub fn stroke(&self, css_pixels: f64) -> u32 {
        u32::try_from(self.px(css_pixels).max(1)).unwrap_or(1)
    }
}
