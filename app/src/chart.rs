//! Throughput and time per token over concurrency, drawn by plotters on whatever backend there is:
//! a canvas in the browser, SVG in the server's HTML and in the tests.

pub(crate) mod decades;
mod draw;
mod frame;
mod look;
mod pen;
mod series;
mod ticks;

#[cfg(feature = "hydrate")]
pub mod canvas;
#[cfg(feature = "ssr")]
pub mod still;

pub use draw::draw;
pub use look::{Look, Palette};
pub use series::{Mark, Series};

#[cfg(test)]
mod tests {
    use plotters::prelude::{IntoDrawingArea as _, SVGBackend};
    use plotters::style::RGBColor;

    use super::*;

    fn series() -> Series {
        let mark = |concurrency: f64| Mark {
            concurrency,
            output_tok_s: 60.0 * concurrency / (1.0 + concurrency / 90.0),
            tpot_ms: 16.0 + concurrency / 5.0,
        };
        Series {
            curve: (0..=10).map(|power| mark(2_f64.powi(power))).collect(),
            real_time: Some(mark(128.0)),
            batch: Some(mark(1024.0)),
            knee: Some(295.0),
        }
    }

    fn drawn(series: &Series, size: (u32, u32)) -> String {
        let colors = [0, 1, 2, 3, 4, 5].map(|blue| RGBColor(0, 0, blue));
        let look = Look {
            palette: Palette::from_colors(colors),
            scale: 1.0,
            font_factor: 1.0,
        };
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&area, series, &look).expect("a string can be drawn on");
        drop(area);
        svg
    }

    #[test]
    fn both_points_and_the_knee_are_marked_on_both_panels() {
        let svg = drawn(&series(), (820, 416));
        assert_eq!(svg.matches("Real time ").count(), 2);
        assert_eq!(svg.matches("Batch ").count(), 2);
        assert_eq!(svg.matches("Knee").count(), 1);
        // A ring and a dot for each point on each panel.
        assert_eq!(svg.matches("<circle").count(), 8);
        assert!(
            svg.contains("1\u{202f}024"),
            "the last power of two is labelled"
        );
    }

    #[test]
    fn a_knee_off_the_chart_is_left_out_and_said() {
        let series = Series {
            knee: Some(5000.0),
            ..series()
        };
        assert!(!drawn(&series, (820, 416)).contains("Knee"));
        assert!(series.summary().contains("would be at"));
    }

    #[test]
    fn odd_sizes_and_odd_curves_are_drawn_without_a_panic() {
        let full = series();
        let one = Series {
            curve: full.curve[..1].to_vec(),
            real_time: None,
            batch: None,
            knee: None,
        };
        for series in [&full, &one, &Series::default()] {
            for size in [(1, 1), (40, 30), (340, 400), (4000, 900)] {
                drawn(series, size);
            }
        }
        assert_eq!(
            drawn(&Series::default(), (340, 400))
                .matches("<text")
                .count(),
            0
        );
    }

    #[test]
    fn the_summary_says_what_is_drawn() {
        let summary = series().summary();
        assert!(summary.starts_with("From 1.00 to"), "{summary}");
        assert!(
            summary.contains("Real time runs 128 at") && summary.contains("Batch runs"),
            "{summary}"
        );
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn the_still_takes_its_colours_from_the_theme() {
        let svg = still::svg(&series(), 820, 416);
        for property in Palette::PROPERTIES {
            assert!(svg.contains(&format!("var({property})")), "{property}");
        }
        assert!(!svg.contains("#FEED"));
    }
}
