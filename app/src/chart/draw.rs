//! The drawing itself, for any backend.

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend};
use plotters::style::RGBColor;
use plotters::style::text_anchor::{HPos, VPos};

use super::frame::Frame;
use super::pen::{Drawn, Pen, TextAt};
use super::{Look, Mark, Palette, Series, ticks};
use crate::format;

/// Draws throughput above and time per token below, over concurrency, with the two operating
/// points and the knee marked on both. Draws nothing where there is no curve.
///
/// # Errors
///
/// Whatever the backend reports.
pub fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    series: &Series,
    look: &Look,
) -> Drawn<DB> {
    let Some(span) = series.span() else {
        return Ok(());
    };
    let pen = Pen { area, look };
    let (upper, lower) = pen.panels(series, span);
    for (frame, title, quantity) in [
        (
            &upper,
            "Throughput of all requests together, tok/s",
            throughput as fn(&Mark) -> f64,
        ),
        (&lower, "Time per token of one request, ms", tpot),
    ] {
        pen.panel(frame, title)?;
        pen.knee(frame, series)?;
        pen.curve(frame, series, quantity)?;
        pen.marks(frame, series, quantity)?;
    }
    pen.knee_label(&upper, series)?;
    pen.concurrency_axis(&lower)?;
    area.present()
}

const fn throughput(mark: &Mark) -> f64 {
    mark.output_tok_s
}

const fn tpot(mark: &Mark) -> f64 {
    mark.tpot_ms
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    /// Three fifths for throughput, the rest for the time per token.
    fn panels(&self, series: &Series, span: (f64, f64)) -> (Frame, Frame) {
        let px = |css| self.look.px(css);
        let (width, height) = self.area.dim_in_pixel();
        let (width, height) = (px_of(width), px_of(height));
        let (left, right) = (px(52.0), width - px(14.0));
        let top = px(28.0);
        let bottom = height - px(44.0);
        let middle = top + (bottom - top) * 3 / 5;
        let marks = || {
            series
                .curve
                .iter()
                .copied()
                .chain([series.real_time, series.batch].into_iter().flatten())
        };
        let highest = |quantity: fn(&Mark) -> f64| {
            marks()
                .map(|mark| quantity(&mark))
                .filter(|value| value.is_finite())
                .fold(1e-9, f64::max)
                * 1.08
        };
        let frame = |top, bottom, highest| Frame {
            left,
            right,
            top,
            bottom,
            span,
            highest,
        };
        (
            frame(top, middle - px(10.0), highest(throughput)),
            frame(middle + px(26.0), bottom, highest(tpot)),
        )
    }

    fn panel(&self, frame: &Frame, title: &str) -> Drawn<DB> {
        let Palette {
            ink, muted, line, ..
        } = self.look.palette;
        let text = TextAt {
            x: self.look.px(2.0),
            y: frame.top - self.look.px(10.0),
            h: HPos::Left,
            v: VPos::Bottom,
        };
        self.text(title, text, ink, 12.5)?;
        let rows = (frame.bottom - frame.top) / self.look.px(24.0).max(1);
        for tick in ticks::linear(frame.highest, u32::try_from(rows).unwrap_or(2).clamp(2, 5)) {
            let y = frame.y(tick);
            self.line(&[(frame.left, y), (frame.right, y)], line, 1.0)?;
            let at = TextAt {
                x: frame.left - self.look.px(8.0),
                y,
                h: HPos::Right,
                v: VPos::Center,
            };
            self.text(&short(tick), at, muted, 12.0)?;
        }
        Ok(())
    }

    fn concurrency_axis(&self, frame: &Frame) -> Drawn<DB> {
        let muted = self.look.palette.muted;
        let width = frame.right - frame.left;
        let most = usize::try_from(width / self.look.px(42.0).max(1))
            .unwrap_or(2)
            .max(2);
        let (low, high) = frame.span;
        let y = frame.bottom + self.look.px(6.0);
        for tick in ticks::powers_of_two(low, high, most) {
            let at = TextAt {
                x: frame.x(tick),
                y,
                h: HPos::Center,
                v: VPos::Top,
            };
            self.text(&short(tick), at, muted, 12.0)?;
        }
        let y = frame.bottom + self.look.px(24.0);
        let at = TextAt {
            x: frame.right,
            y,
            h: HPos::Right,
            v: VPos::Top,
        };
        self.text("Requests in flight (each step doubles)", at, muted, 12.0)
    }

    fn curve(&self, frame: &Frame, series: &Series, quantity: fn(&Mark) -> f64) -> Drawn<DB> {
        let path: Vec<_> = series
            .curve
            .iter()
            .map(|mark| (frame.x(mark.concurrency), frame.y(quantity(mark))))
            .collect();
        self.line(&path, self.look.palette.ink, 2.0)
    }

    fn knee(&self, frame: &Frame, series: &Series) -> Drawn<DB> {
        let Some(knee) = series.visible_knee() else {
            return Ok(());
        };
        let (x, dash) = (frame.x(knee), self.look.px(4.0).max(1));
        let mut y = frame.top;
        while y < frame.bottom {
            self.line(
                &[(x, y), (x, (y + dash).min(frame.bottom))],
                self.look.palette.muted,
                1.25,
            )?;
            y += 2 * dash;
        }
        Ok(())
    }

    fn knee_label(&self, frame: &Frame, series: &Series) -> Drawn<DB> {
        let Some(knee) = series.visible_knee() else {
            return Ok(());
        };
        let x = frame.x(knee);
        let gap = self.look.px(5.0);
        let y = frame.bottom - self.look.px(4.0);
        let at = if frame.is_right(x) {
            TextAt {
                x: x - gap,
                y,
                h: HPos::Right,
                v: VPos::Bottom,
            }
        } else {
            TextAt {
                x: x + gap,
                y,
                h: HPos::Left,
                v: VPos::Bottom,
            }
        };
        self.text("Knee", at, self.look.palette.muted, 12.0)
    }

    fn marks(&self, frame: &Frame, series: &Series, quantity: fn(&Mark) -> f64) -> Drawn<DB> {
        let Palette {
            real_time, batch, ..
        } = self.look.palette;
        for (mark, color, name) in [
            (series.real_time, real_time, "Real time"),
            (series.batch, batch, "Batch"),
        ] {
            let Some(mark) = mark else { continue };
            let value = quantity(&mark);
            let (x, y) = (frame.x(mark.concurrency), frame.y(value));
            self.line(&[(x, y), (x, frame.bottom)], color, 1.5)?;
            self.dot((x, y), 7.0, self.look.palette.surface)?;
            self.dot((x, y), 5.0, color)?;
            self.mark_label(
                frame,
                (x, y),
                &format!("{name} {}", format::rate(value)),
                color,
            )?;
        }
        Ok(())
    }

    /// Above the mark, on the side that has room.
    fn mark_label(
        &self,
        frame: &Frame,
        (x, y): (i32, i32),
        text: &str,
        color: RGBColor,
    ) -> Drawn<DB> {
        let gap = self.look.px(9.0);
        let at = if frame.is_right(x) {
            TextAt {
                x: x - gap,
                y: y - gap / 2,
                h: HPos::Right,
                v: VPos::Bottom,
            }
        } else {
            TextAt {
                x: x + gap,
                y: y + gap / 2,
                h: HPos::Left,
                v: VPos::Top,
            }
        };
        self.backing(&at, text)?;
        self.text(text, at, color, 12.5)
    }
}

fn px_of(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

/// An axis label: `0.5`, `64`, `4k`.
fn short(value: f64) -> String {
    if value >= 10_000.0 {
        format!("{}k", value / 1e3)
    } else if value >= 100.0 {
        format::grouped(value, 0)
    } else {
        format!("{value}")
    }
}
