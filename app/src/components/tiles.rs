//! The figures below a verdict.

use leptos::prelude::*;

/// What it is, the figure, and a word more.
pub(crate) type Tile = (&'static str, String, String);

/// Figures side by side.
pub(crate) fn tiles(tiles: impl IntoIterator<Item = Tile>) -> AnyView {
    let tile = |(name, figure, small): Tile| {
        view! {
            <div class="tile">
                <dt>{name}</dt>
                <dd>
                    <span class="tile__figure">{figure}</span>
                    <small>{small}</small>
                </dd>
            </div>
        }
    };
    view! { <dl class="tiles">{tiles.into_iter().map(tile).collect_view()}</dl> }.into_any()
}
