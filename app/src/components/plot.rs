//! A plot of lines that is as wide as its box and whose text keeps its size on every window.

use leptos::prelude::*;

/// Where the drawing area begins and ends, in per cent of the width.
const LEFT: f64 = 11.0;
const RIGHT: f64 = 98.5;
/// Room below the drawing area for the names of the marks, in pixels.
const BELOW: f64 = 22.0;

/// An axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    is_logarithmic: bool,
}

impl Axis {
    /// A linear axis from 0.
    pub(crate) fn from_zero(high: f64) -> Self {
        Self {
            low: 0.0,
            high: high.max(1e-9),
            is_logarithmic: false,
        }
    }

    /// A logarithmic axis over positive values.
    pub(crate) fn logarithmic(low: f64, high: f64) -> Self {
        let low = low.max(1e-9);
        Self {
            low,
            high: high.max(low * 1.5),
            is_logarithmic: true,
        }
    }

    /// The share of the axis below a value, held within it.
    fn place(self, value: f64) -> f64 {
        let share = if self.is_logarithmic {
            (value.max(self.low) / self.low).log(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }

    /// Some round numbers on it.
    pub(crate) fn marks(self) -> Vec<f64> {
        if self.is_logarithmic {
            let steps: &[f64] = match self.high / self.low {
                ratio if ratio < 4.0 => &[1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0],
                ratio if ratio < 200.0 => &[1.0, 2.0, 5.0],
                _ => &[1.0],
            };
            return (-6..=9)
                .flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)))
                .filter(|mark| (self.low..=self.high).contains(mark))
                .collect();
        }
        let span = self.high - self.low;
        let rough = 10_f64.powf((span / 4.0).log10().floor());
        let step = [1.0, 2.0, 2.5, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * rough)
            .find(|step| span / step <= 5.0)
            .unwrap_or(span);
        let first = (self.low / step).ceil();
        (0..8)
            .map(|index| (first + f64::from(index)) * step)
            .filter(|mark| *mark <= self.high * (1.0 + 1e-9))
            .collect()
    }
}

/// A line through points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    /// Its class, which gives it its colour.
    pub(crate) class: &'static str,
    /// The points, from left to right.
    pub(crate) points: Vec<(f64, f64)>,
}

/// A straight line across the plot, with its name.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rule {
    /// At this place of the horizontal axis.
    Upright(f64, String),
    /// At this height.
    Level(f64, String),
}

/// What is drawn.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plot {
    /// What it shows, above it.
    pub(crate) name: String,
    /// What it says, for who does not see it.
    pub(crate) summary: String,
    /// Height of the drawing area in pixels.
    pub(crate) height: f64,
    /// The horizontal axis and how its marks are written.
    pub(crate) x: (Axis, fn(f64) -> String),
    /// The vertical axis and how its marks are written.
    pub(crate) y: (Axis, fn(f64) -> String),
    /// Lines.
    pub(crate) curves: Vec<Curve>,
    /// Single points.
    pub(crate) dots: Vec<(f64, f64)>,
    /// Lines across.
    pub(crate) rules: Vec<Rule>,
}

impl Plot {
    /// Draws it.
    pub(crate) fn view(&self) -> AnyView {
        let area = view! {
            <svg
                x=format!("{LEFT}%")
                y="0"
                width=format!("{}%", RIGHT - LEFT)
                height=self.height.to_string()
                viewBox="0 0 1000 1000"
                preserveAspectRatio="none"
                overflow="visible"
            >
                {self.curves.iter().map(|curve| self.curve(curve)).collect_view()}
            </svg>
        };
        let dots = self.dots.iter().map(|(x, y)| {
            view! { <circle class="plot__dot" cx=percent(self.left(*x)) cy=pixels(self.top(*y)) r="4.5" /> }
        });
        view! {
            <figure class="figure">
                <p class="plot__name">{self.name.clone()}</p>
                <svg class="plot" width="100%" height=pixels(self.height + BELOW) role="img" aria-label=self.summary.clone()>
                    {self.levels()}
                    {area}
                    {self.rules.iter().map(|rule| self.rule(rule)).collect_view()}
                    {dots.collect_view()}
                    {self.names()}
                </svg>
            </figure>
        }
        .into_any()
    }

    /// In per cent of the width.
    fn left(&self, x: f64) -> f64 {
        self.x.0.place(x).mul_add(RIGHT - LEFT, LEFT)
    }

    /// In pixels from the top.
    fn top(&self, y: f64) -> f64 {
        (1.0 - self.y.0.place(y)) * self.height
    }

    fn curve(&self, curve: &Curve) -> AnyView {
        let point = |(x, y): &(f64, f64)| {
            let (x, y) = (self.x.0.place(*x), 1.0 - self.y.0.place(*y));
            format!("{:.1},{:.1}", x * 1000.0, y * 1000.0)
        };
        let points: Vec<_> = curve.points.iter().map(point).collect();
        view! { <polyline class=curve.class points=points.join(" ") vector-effect="non-scaling-stroke" /> }
            .into_any()
    }

    fn levels(&self) -> AnyView {
        let level = |mark: f64| {
            let y = self.top(mark);
            view! {
                <line class="plot__grid" x1=percent(LEFT) x2=percent(RIGHT) y1=pixels(y) y2=pixels(y) />
                <text x="0" y=pixels(y + 4.0)>{(self.y.1)(mark)}</text>
            }
        };
        let marks = self.y.0.marks().into_iter();
        marks.map(level).collect_view().into_any()
    }

    fn names(&self) -> AnyView {
        let name = |mark: f64| {
            let share = self.x.0.place(mark);
            let anchor = if share > 0.95 {
                "end"
            } else if share < 0.02 {
                "start"
            } else {
                "middle"
            };
            view! {
                <text x=percent(self.left(mark)) y=pixels(self.height + 16.0) text-anchor=anchor>
                    {(self.x.1)(mark)}
                </text>
            }
        };
        let marks = self.x.0.marks().into_iter();
        marks.map(name).collect_view().into_any()
    }

    fn rule(&self, rule: &Rule) -> AnyView {
        match rule {
            Rule::Upright(x, name) => {
                let left = self.left(*x);
                let (anchor, shift) = if left > 70.0 {
                    ("end", "-5")
                } else {
                    ("start", "5")
                };
                view! {
                    <line class="plot__limit" x1=percent(left) x2=percent(left) y1="0" y2=pixels(self.height) />
                    <text class="plot__limit-name" x=percent(left) dx=shift y="11" text-anchor=anchor>
                        {name.clone()}
                    </text>
                }
                .into_any()
            }
            Rule::Level(y, name) => {
                let top = self.top(*y);
                view! {
                    <line class="plot__limit" x1=percent(LEFT) x2=percent(RIGHT) y1=pixels(top) y2=pixels(top) />
                    <text class="plot__limit-name" x=percent(LEFT) dx="5" y=pixels(top - 5.0)>
                        {name.clone()}
                    </text>
                }
                .into_any()
            }
        }
    }
}

fn percent(value: f64) -> String {
    format!("{value:.2}%")
}

fn pixels(value: f64) -> String {
    format!("{value:.1}")
}

/// What the lines of a plot stand for.
pub(crate) fn keys(keys: &[(&'static str, &'static str)]) -> AnyView {
    let key = |(class, text): &(&'static str, &'static str)| {
        view! {
            <li>
                <i class=format!("key {class}")></i>
                {*text}
            </li>
        }
    };
    view! { <ul class="chart__keys" aria-hidden="true">{keys.iter().map(key).collect_view()}</ul> }
        .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_between_the_ends_of_their_axis() {
        let axis = Axis::from_zero(200.0);
        assert!((axis.place(50.0) - 0.25).abs() < 1e-12);
        assert!((axis.place(999.0) - 1.0).abs() < 1e-12);
        assert_eq!(axis.marks(), [0.0, 50.0, 100.0, 150.0, 200.0]);
        let axis = Axis::logarithmic(10.0, 1000.0);
        assert!((axis.place(100.0) - 0.5).abs() < 1e-12);
        assert_eq!(
            axis.marks(),
            [10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]
        );
        assert_eq!(Axis::logarithmic(28.0, 58.0).marks(), [30.0, 40.0, 50.0]);
    }
}
