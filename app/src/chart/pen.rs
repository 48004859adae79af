//! The strokes that the drawing is made of.

use plotters::coord::Shift;
use plotters::element::{Circle, PathElement, Rectangle, Text};
use plotters::prelude::{DrawingArea, DrawingAreaErrorKind, DrawingBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color, FontDesc, FontFamily, FontStyle, IntoFont, RGBColor, ShapeStyle, TextStyle,
};

use super::Look;

/// The font of the labels; the page's own, with the usual ones behind it.
const FONT: &str = "Geist, system-ui, sans-serif";

/// What drawing gives: nothing, or the backend's error.
pub(super) type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// A drawing area and how to draw on it.
pub(super) struct Pen<'a, DB: DrawingBackend> {
    pub(super) area: &'a DrawingArea<DB, Shift>,
    pub(super) look: &'a Look,
}

/// Where a text is tied down, and by which of its corners.
#[derive(Clone, Copy)]
pub(super) struct TextAt {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) h: HPos,
    pub(super) v: VPos,
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    /// Clears the place of a label, so that no line runs through it. The width is an estimate: most
    /// letters are narrower than this.
    pub(super) fn backing(&self, at: &TextAt, text: &str) -> Drawn<DB> {
        let letters = u32::try_from(text.chars().count()).unwrap_or(0);
        let (width, height) = (self.look.px(6.6 * f64::from(letters)), self.look.px(15.0));
        let left = if matches!(at.h, HPos::Right) {
            at.x - width
        } else {
            at.x
        };
        let top = if matches!(at.v, VPos::Bottom) {
            at.y - height
        } else {
            at.y
        };
        let style = self.look.palette.surface.filled();
        self.area.draw(&Rectangle::new(
            [(left, top), (left + width, top + height)],
            style,
        ))
    }

    pub(super) fn line(&self, path: &[(i32, i32)], color: RGBColor, width: f64) -> Drawn<DB> {
        let style = ShapeStyle::from(&color).stroke_width(self.look.stroke(width));
        self.area.draw(&PathElement::new(path.to_vec(), style))
    }

    pub(super) fn dot(&self, center: (i32, i32), radius: f64, color: RGBColor) -> Drawn<DB> {
        self.area
            .draw(&Circle::new(center, self.look.px(radius), color.filled()))
    }

    pub(super) fn text(&self, text: &str, at: TextAt, color: RGBColor, size: f64) -> Drawn<DB> {
        let font = FontDesc::new(
            FontFamily::Name(FONT),
            self.look.font_px(size),
            FontStyle::Normal,
        );
        let style = TextStyle::from(font.into_font())
            .color(&color)
            .pos(Pos::new(at.h, at.v));
        self.area
            .draw(&Text::new(text.to_owned(), (at.x, at.y), style))
    }
}
