//! The question about money: a plain GET form that also works as one types.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use throughput::economics::EconomicsField as E;

use crate::components::inquiry::{Chosen, Folded, Problems, Served, Typed};
use crate::economics::field::StudyField;
use crate::economics::study::{PATH, Study};
use crate::wording::deployment;

/// The form. What is served comes from the calculator and travels along.
#[component]
pub fn StudyForm(
    /// The state behind it.
    study: Study,
) -> impl IntoView {
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        study.ask_now();
    };
    #[cfg(feature = "hydrate")]
    crate::awake::adopt_early(study);

    view! {
        <form id="study" class="ask" method="get" action=PATH autocomplete="off" novalidate on:submit=submit>
            <Problems inquiry=study />
            <Served
                inquiry=study
                line=|studied| deployment(&studied.scenario)
                change="Change model, GPUs, lengths or promise"
            />
            <Traffic study />
            <fieldset>
                <legend class="visually-hidden">"Fleet"</legend>
                <div class="group">
                    <Chosen inquiry=study field=E::Autoscale wide=true />
                    <Typed inquiry=study field=E::MinReplicas />
                    <Typed inquiry=study field=E::SpareReplicas />
                </div>
            </fieldset>
            <GpuHour study />
            <Folded inquiry=study name="API prices" fields=&[E::ApiPrices]>
                <Typed inquiry=study field=E::ApiPrices wide=true />
            </Folded>
            <Folded
                inquiry=study
                name="Rate limits"
                fields=&[E::Tier, E::UseFactor, E::NodeGpus, E::TierRpm, E::TierInputTpm, E::TierOutputTpm, E::TierTotalTpm]
            >
                <Chosen inquiry=study field=E::Tier wide=true />
                <Typed inquiry=study field=E::UseFactor />
                <Typed inquiry=study field=E::NodeGpus />
                <Typed inquiry=study field=E::TierRpm />
                <Typed inquiry=study field=E::TierInputTpm />
                <Typed inquiry=study field=E::TierOutputTpm />
                <Typed inquiry=study field=E::TierTotalTpm />
            </Folded>
            <Folded inquiry=study name="Currency" fields=&[E::Currency, E::CurrencyPerUsd]>
                <Typed inquiry=study field=E::Currency />
                <Typed inquiry=study field=E::CurrencyPerUsd />
            </Folded>
            <div class="ask__end">
                <button type="submit" class="button button--main needs-no-wasm">"Calculate"</button>
                <a class="button" href=PATH>"Back to the defaults"</a>
            </div>
        </form>
    }
    .into_any()
}

#[component]
fn Traffic(study: Study) -> impl IntoView {
    let load_is = move |wanted: &str| study.with_typed(|typed| typed.text(E::Load) == wanted);
    let by_users = move || load_is("users");
    let by_peak = move || load_is("peak");
    let by_requests = move || !by_users() && !by_peak();
    let is_custom = move || study.with_typed(|typed| typed.text(E::Profile) == "custom");

    view! {
        <fieldset>
            <legend class="visually-hidden">"Traffic"</legend>
            <div class="group">
                <Chosen inquiry=study field=E::Load wide=true />
                <Show when=by_requests>
                    <Typed inquiry=study field=E::RequestsPerDay wide=true />
                </Show>
                <Show when=by_peak>
                    <Typed inquiry=study field=E::PeakRps wide=true />
                </Show>
                <Show when=by_users>
                    <Typed inquiry=study field=E::Users />
                    <Typed inquiry=study field=E::RequestsPerUserHour />
                </Show>
                <Chosen inquiry=study field=E::Profile wide=true />
                <Show when=is_custom>
                    <Typed inquiry=study field=E::Hourly wide=true />
                </Show>
                <Typed inquiry=study field=E::PeakToMean />
                <Typed inquiry=study field=E::BatchShare />
            </div>
        </fieldset>
    }
    .into_any()
}

#[component]
fn GpuHour(study: Study) -> impl IntoView {
    let way = move || study.text(E::Provisioning);
    let is_owned = move || way() == "owned";
    let is_listed = move || matches!(way().as_str(), "on-demand" | "reserved" | "spot");
    let is_rented = move || !is_owned() && !is_listed();
    // What is not shown must not get lost when the form is sent.
    let carried = move || (!is_rented()).then(|| study.text(StudyField::GpuUsdHour));

    view! {
        <fieldset>
            <legend class="visually-hidden">"Price of a GPU-hour"</legend>
            <div class="group">
                <Chosen inquiry=study field=E::Provisioning wide=true />
                <Show
                    when=is_rented
                    fallback=move || {
                        carried().map(|price| view! { <input type="hidden" name=StudyField::GpuUsdHour.key() value=price /> })
                    }
                >
                    <Typed inquiry=study field=StudyField::GpuUsdHour wide=true />
                </Show>
                <Show when=is_listed>
                    <Chosen inquiry=study field=E::Provider wide=true />
                </Show>
                <Show when=is_owned>
                    <Typed inquiry=study field=E::PurchaseUsd wide=true />
                    <Typed inquiry=study field=E::OwnedYears />
                    <Typed inquiry=study field=E::Residual />
                    <Typed inquiry=study field=E::FinanceRate />
                    <Typed inquiry=study field=E::PowerW />
                    <Typed inquiry=study field=E::Pue />
                    <Typed inquiry=study field=E::UsdPerKwh />
                    <Typed inquiry=study field=E::HostingUsdMonth wide=true />
                </Show>
            </div>
        </fieldset>
    }
    .into_any()
}
