//! The chart as SVG for the server's HTML.

use plotters::prelude::{IntoDrawingArea as _, SVGBackend};
use plotters::style::RGBColor;

use super::{Look, Palette, Series, draw};

/// What plotters' SVG divides font sizes by.
const SVG_FONT_FACTOR: f64 = 1.24;

/// Drawn finer than shown, because plotters counts whole pixels.
const FINENESS: u32 = 4;

/// The chart as an SVG element that fills its box and takes its colours from the page's theme.
///
/// Blank when there is nothing to draw.
#[must_use]
pub fn svg(series: &Series, width: u32, height: u32) -> String {
    let (palette, stand_ins) = themed();
    let look = Look {
        palette,
        scale: f64::from(FINENESS),
        font_factor: SVG_FONT_FACTOR,
    };
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (width * FINENESS, height * FINENESS));
        // Writing into a string cannot fail; were it to, a page without this drawing is still whole.
        if draw(&area.into_drawing_area(), series, &look).is_err() {
            return String::new();
        }
    }
    for (stand_in, property) in stand_ins {
        svg = svg.replace(&stand_in, &format!("var({property})"));
    }
    svg.replacen("<svg ", "<svg aria-hidden=\"true\" focusable=\"false\" ", 1)
}

/// A palette of colours that nobody would choose, each to be replaced by the theme's property.
fn themed() -> (Palette, Vec<(String, &'static str)>) {
    let colors = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06].map(|blue| RGBColor(0xFE, 0xED, blue));
    let stand_ins = colors
        .iter()
        .zip(Palette::PROPERTIES)
        .map(|(color, property)| {
            (
                format!("#{:02X}{:02X}{:02X}", color.0, color.1, color.2),
                property,
            )
        })
        .collect();
    (Palette::from_colors(colors), stand_ins)
}
