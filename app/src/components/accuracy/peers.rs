//! What others reach.

use leptos::prelude::*;

/// What was graded, by whom, and the figures.
const PEERS: [[&str; 3]; 7] = [
    [
        "Time per output token, 689 rows of H100",
        "NVIDIA AIConfigurator 0.12",
        "median 9.6 %, mean 12.5 %, p90 23.4 %",
    ],
    [
        "Time to first token, same rows",
        "NVIDIA AIConfigurator 0.12",
        "median 49 %, mean 52 %",
    ],
    [
        "Whole request, same rows",
        "NVIDIA AIConfigurator 0.12",
        "median 9.0 %, mean 11.7 %, p90 22.2 %",
    ],
    ["Rows answered", "NVIDIA AIConfigurator 0.12", "689 of 825"],
    [
        "p99 time to first token, open loop",
        "BLIS, a discrete-event simulator; its authors’ claim",
        "29 %",
    ],
    [
        "Whole request, open loop",
        "BLIS; its authors’ claim",
        "median 6.7 %",
    ],
    [
        "A plain 8B model",
        "GenZ, LLM-Viewer, mlsysim: rooflines without prefill",
        "25–30 % too fast",
    ],
];

/// The errors of other calculators, as they or we measured them.
#[component]
pub fn Peers() -> impl IntoView {
    let row = |[what, who, figure]: [&'static str; 3]| {
        view! {
            <tr>
                <th scope="row">{what}</th>
                <td class="errors__word">{who}</td>
                <td class="errors__word">{figure}</td>
            </tr>
        }
    };

    view! {
        <section class="panel accuracy__peers">
            <h2>"How others do"</h2>
            <p class="panel__lead">
                "On other rows than those above, so the figures can be set side by side only roughly. AIConfigurator carries 20 MB of measured kernels for the H100 and takes about a second for an estimate; its figures are for published measurements of that GPU."
            </p>
            <div class="scroller scroller--full" tabindex="0" role="region" aria-label="Errors of other calculators">
                <table class="errors errors--words">
                    <thead>
                        <tr>
                            <th scope="col">"What"</th>
                            <th scope="col">"Who"</th>
                            <th scope="col">"Error"</th>
                        </tr>
                    </thead>
                    <tbody>{PEERS.map(row).into_iter().collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
    .into_any()
}
