//! What fills the memory of one GPU.

use leptos::prelude::*;
use throughput::estimate::Memory;

use crate::format;
use crate::question::Question;

/// One part of the bar.
struct Part {
    class: &'static str,
    name: &'static str,
    bytes: f64,
}

/// The parts of the bar that are there. They can be more than the GPU has.
fn parts(memory: &Memory) -> Vec<Part> {
    let part = |class, name, bytes| Part { class, name, bytes };
    [
        part("part-1", "Weights", memory.weights_bytes),
        part("part-2", "KV cache", memory.kv_bytes),
        part("part-3", "Activations and runtime", memory.runtime_bytes),
        part("part-4", "Left free by the engine", memory.reserved_bytes),
    ]
    .into_iter()
    .filter(|part| part.bytes > 0.0)
    .collect()
}

/// Where the GPU's memory ends on a bar of more than it has.
fn limit_style(memory: &Memory) -> Option<String> {
    let wanted: f64 = parts(memory).iter().map(|part| part.bytes).sum();
    let is_over = wanted > memory.capacity_bytes * 1.001;
    is_over.then(|| format!("left:{:.1}%", memory.capacity_bytes / wanted * 100.0))
}

fn lead(memory: &Memory) -> String {
    let capacity = format!(
        "{} ({})",
        format::bytes(memory.capacity_bytes),
        format::gib(memory.capacity_bytes)
    );
    let lacks = (memory.weights_bytes + memory.runtime_bytes + memory.reserved_bytes)
        - memory.capacity_bytes;
    if memory.kv_bytes <= 0.0 && lacks > 0.0 {
        return format!(
            "Each GPU has {capacity} and lacks {}.",
            format::bytes(lacks)
        );
    }
    format!(
        "Of {capacity}. The cache of one replica holds {} tokens at {} each on a GPU: room for {} \
         requests of this traffic at once.",
        format::count(memory.kv_tokens),
        format::bytes(memory.kv_bytes_per_token),
        format::rate(memory.max_sequences),
    )
}

/// A stacked bar with its legend.
#[component]
pub fn MemoryBar(
    /// The state behind it.
    question: Question,
) -> impl IntoView {
    let memory = Memo::new(move |_| question.with_estimate(|estimate| estimate.memory));
    let parts = move || memory.get().as_ref().map(parts).unwrap_or_default();
    let limit = move || memory.get().as_ref().and_then(limit_style);
    let bar = move || {
        let part = |part: Part| {
            let style = format!("flex-grow:{:.0}", part.bytes / 1e6);
            view! { <div class=format!("bar__part {}", part.class) style=style></div> }
        };
        parts().into_iter().map(part).collect_view()
    };
    let legend = move || {
        let entry = |part: Part| {
            view! {
                <li>
                    <i class=format!("legend__key {}", part.class)></i>
                    <b>{part.name}</b>
                    <span>{format::bytes(part.bytes)}</span>
                </li>
            }
        };
        parts().into_iter().map(entry).collect_view()
    };

    view! {
        <section class="panel">
            <h2>"Memory of one GPU"</h2>
            <p class="panel__lead">{move || memory.get().as_ref().map(lead)}</p>
            <div class="bar-box" aria-hidden="true">
                <div class="bar">{bar}</div>
                {move || {
                    limit()
                        .map(|style| {
                            view! { <div class="bar-box__limit" style=style>"what the GPU has"</div> }
                        })
                }}
            </div>
            <ul class="legend">{legend}</ul>
        </section>
    }
    .into_any()
}
