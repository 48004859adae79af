//! Where a number lies on the chart.

/// One panel of the chart, in pixels of the backend: concurrency to the right on a logarithmic
/// scale, a quantity upwards from 0 on a linear one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Frame {
    pub(crate) left: i32,
    pub(crate) right: i32,
    pub(crate) top: i32,
    pub(crate) bottom: i32,
    /// Lowest and highest concurrency, both positive and not equal.
    pub(crate) span: (f64, f64),
    /// The quantity at the top, positive.
    pub(crate) highest: f64,
}

impl Frame {
    /// The pixel column of a concurrency.
    pub(crate) fn x(&self, concurrency: f64) -> i32 {
        let (low, high) = self.span;
        let share = (concurrency / low).log(high / low);
        self.left + along(share, self.right - self.left)
    }

    /// The pixel row of a quantity.
    pub(crate) fn y(&self, value: f64) -> i32 {
        self.bottom - along(value / self.highest, self.bottom - self.top)
    }

    /// Whether a column lies in the right part, where labels have to stand to the left.
    pub(crate) const fn is_right(&self, x: i32) -> bool {
        x - self.left > (self.right - self.left) * 3 / 5
    }
}

/// So much of a length, held within it.
fn along(share: f64, length: i32) -> i32 {
    let pixels = share.clamp(0.0, 1.0) * f64::from(length);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "no longer than the length, which is an i32"
    )]
    let pixels = pixels.round() as i32;
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame {
        left: 100,
        right: 300,
        top: 10,
        bottom: 110,
        span: (1.0, 1024.0),
        highest: 50.0,
    };

    #[test]
    fn concurrency_is_logarithmic_and_the_quantity_linear() {
        assert_eq!(FRAME.x(1.0), 100);
        assert_eq!(FRAME.x(32.0), 200);
        assert_eq!(FRAME.x(1024.0), 300);
        assert_eq!(FRAME.y(0.0), 110);
        assert_eq!(FRAME.y(25.0), 60);
    }

    #[test]
    fn what_lies_outside_is_held_at_the_edge() {
        assert_eq!(FRAME.x(0.0), 100);
        assert_eq!(FRAME.x(1e9), 300);
        assert_eq!(FRAME.y(f64::INFINITY), 10);
    }
}
