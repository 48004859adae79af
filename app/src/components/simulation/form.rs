//! The question about traffic: a plain GET form that also works as one types.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use throughput::scenario::Field;
use throughput::trial::SimulationField as S;

use super::slider::LoadSlider;
use super::trace::TraceUpload;
use crate::components::inquiry::{Folded, Problems, Served, Typed};
use crate::components::traffic::TrafficProfiles;
use crate::simulation::trial::{PATH, Trial};
use crate::wording::deployment;

/// The form. What is served comes from the calculator and travels along.
#[component]
pub fn TrialForm(
    /// The state behind it.
    trial: Trial,
) -> impl IntoView {
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        trial.ask_now();
    };
    let scenario = Memo::new(move |_| trial.query());
    #[cfg(feature = "hydrate")]
    crate::awake::adopt_early(trial);

    view! {
        <form id="trial" class="ask" method="get" action=PATH autocomplete="off" novalidate on:submit=submit>
            <Problems inquiry=trial />
            <Served
                inquiry=trial
                line=|simulated| deployment(&simulated.answer.scenario)
                change="Change model, GPUs or promise"
            />
            <TrafficProfiles path=PATH query=scenario />
            <fieldset>
                <legend class="visually-hidden">"Load"</legend>
                <LoadSlider trial />
                <div class="group">
                    <Typed inquiry=trial field=S::LoadShare />
                    <Typed inquiry=trial field=S::RequestRate />
                    <Typed inquiry=trial field=Field::ArrivalCv />
                    <Typed inquiry=trial field=Field::CacheHit />
                </div>
            </fieldset>
            <fieldset>
                <legend class="visually-hidden">"Lengths"</legend>
                <div class="group">
                    <Typed inquiry=trial field=Field::Isl />
                    <Typed inquiry=trial field=Field::IslCv />
                    <Typed inquiry=trial field=Field::Osl />
                    <Typed inquiry=trial field=Field::OslCv />
                </div>
            </fieldset>
            <TraceUpload trial />
            <Folded
                inquiry=trial
                name="The run"
                fields=&[S::Requests, S::Seed, S::IslP95, S::IslRange, S::OslP95, S::OslRange]
            >
                <Typed inquiry=trial field=S::Requests />
                <Typed inquiry=trial field=S::Seed />
                <Typed inquiry=trial field=S::IslP95 />
                <Typed inquiry=trial field=S::IslRange />
                <Typed inquiry=trial field=S::OslP95 />
                <Typed inquiry=trial field=S::OslRange />
            </Folded>
            <div class="ask__end">
                <button type="submit" class="button button--main needs-no-wasm">"Simulate"</button>
                <a class="button" href=PATH>"Back to the defaults"</a>
            </div>
        </form>
    }
    .into_any()
}
