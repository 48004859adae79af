//! The chart on a canvas, kept in step with the answer, the theme, the size and the screen.

use leptos::html::Canvas;
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea as _;
use plotters::style::RGBColor;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{HtmlCanvasElement, HtmlElement, ResizeObserver};

use super::{Look, Palette, Series, draw};
use crate::theme::ThemeChanges;

/// Backend pixels for one CSS pixel on screens that have no more than that.
const LEAST_SCALE: f64 = 2.0;

/// Draws the series whenever it, the theme, the fonts or the canvas's size change, and says when
/// it has been drawn for the first time.
pub fn keep_drawn(canvas: NodeRef<Canvas>, series: Memo<Series>, drawn: RwSignal<bool>) {
    let theme = use_context::<ThemeChanges>();
    let changes = RwSignal::new(0_u32);
    let count = move || {
        // The page may be gone by the time that a font arrives.
        let _ = changes.try_update(|count| *count = count.wrapping_add(1));
    };
    Effect::new(move |_| {
        if let Some(canvas) = canvas.get() {
            watch_size(&canvas, count);
            watch_fonts(count);
        }
    });
    Effect::new(move |_| {
        changes.track();
        if let Some(theme) = theme {
            theme.track();
        }
        let Some(canvas) = canvas.get() else { return };
        if series.with(|series| paint(&canvas, series)).is_some() {
            drawn.set(true);
        }
    });
}

/// Sizes the canvas to the screen's own pixels and draws. `None` when there is nothing to see.
fn paint(canvas: &HtmlCanvasElement, series: &Series) -> Option<()> {
    series.span()?;
    // At least twice as fine as CSS pixels: plotters counts whole pixels, which shows in a curve.
    let scale = window().device_pixel_ratio().max(LEAST_SCALE);
    let pixels = |css: i32| u32::try_from((f64::from(css) * scale).round() as i64).unwrap_or(0);
    let (width, height) = (
        pixels(canvas.client_width()),
        pixels(canvas.client_height()),
    );
    if width == 0 || height == 0 {
        return None;
    }
    // Setting the size also clears the canvas.
    canvas.set_width(width);
    canvas.set_height(height);
    let look = Look {
        palette: palette(canvas)?,
        scale,
        font_factor: 1.0,
    };
    let area = CanvasBackend::with_canvas_object(canvas.clone())?.into_drawing_area();
    draw(&area, series, &look).ok()
}

/// The theme's colours as they are now.
fn palette(canvas: &HtmlCanvasElement) -> Option<Palette> {
    let style = HtmlElement::style(canvas);
    let computed = window().get_computed_style(canvas).ok()??;
    let mut colors = [RGBColor(0, 0, 0); 6];
    for (color, property) in colors.iter_mut().zip(Palette::PROPERTIES) {
        // The browser resolves the property to a plain colour for us.
        style
            .set_property("color", &format!("var({property})"))
            .ok()?;
        *color = rgb(&computed.get_property_value("color").ok()?)?;
    }
    style.remove_property("color").ok()?;
    Some(Palette::from_colors(colors))
}

/// Reads `rgb(15, 85, 196)`.
fn rgb(text: &str) -> Option<RGBColor> {
    let inner = text
        .strip_prefix("rgb(")
        .or_else(|| text.strip_prefix("rgba("))?;
    let mut parts = inner.split([',', ' ', ')']).filter(|part| !part.is_empty());
    let mut next = || parts.next()?.parse().ok();
    Some(RGBColor(next()?, next()?, next()?))
}

fn watch_size(canvas: &HtmlCanvasElement, count: impl Fn() + Copy + 'static) {
    let noticed = Closure::<dyn Fn()>::new(count);
    let Ok(observer) = ResizeObserver::new(noticed.as_ref().unchecked_ref()) else {
        return;
    };
    observer.observe(canvas);
    // Both live as long as the chart.
    let watch = StoredValue::new_local((observer, noticed));
    on_cleanup(move || {
        watch.try_with_value(|(observer, _)| observer.disconnect());
    });
}

fn watch_fonts(count: impl Fn() + Copy + 'static) {
    let Ok(ready) = document().fonts().ready() else {
        return;
    };
    leptos::task::spawn_local(async move {
        // A font that fails to load changes nothing.
        let _ = wasm_bindgen_futures::JsFuture::from(ready).await;
        count();
    });
}
