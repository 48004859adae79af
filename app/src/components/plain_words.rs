//! The four ideas behind the numbers, for who meets them first.

use leptos::prelude::*;

const IDEAS: [(&str, &str); 4] = [
    (
        "Throughput is not one user’s speed",
        "Throughput counts the tokens of everybody who is served at once, and sets the cost. What one \
         person sees is one request’s speed, often a hundredth of it. Mixing the two up is the classic \
         mistake.",
    ),
    (
        "A batch reads the weights once",
        "Each step of the engine reads all weights from memory once, whether it serves one request or a \
         hundred. More requests share that read, so each token gets cheaper, until arithmetic or memory \
         runs out.",
    ),
    (
        "Prefill computes, decode reads",
        "Reading the prompt (prefill) is a large matrix product: the GPU’s arithmetic is the limit. \
         Writing the answer (decode) makes one token at a time: memory bandwidth is. The knee is where \
         decode changes from one to the other.",
    ),
    (
        "Why batch is cheaper",
        "A latency promise caps how many requests may share a step. Work that can wait lets the batch \
         grow to what memory holds, so the same GPUs make more tokens an hour. That ratio is the \
         discount physics supports.",
    ),
];

/// The plain words.
#[component]
pub fn PlainWords() -> impl IntoView {
    let idea = |(title, text): (&'static str, &'static str)| {
        view! {
            <div>
                <h3>{title}</h3>
                <p>{text}</p>
            </div>
        }
    };
    view! {
        <section class="panel">
            <h2>"In plain words"</h2>
            <div class="words">{IDEAS.map(idea).into_iter().collect_view()}</div>
        </section>
    }
    .into_any()
}
