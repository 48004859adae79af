//! `docs/WORKED-EXAMPLE.md`, number by number.

#[path = "support/hand_made.rs"]
mod hand_made;

use hand_made::{Made, estimate, scenario};
use throughput::economics::{
    BindingLimit, BreakEven, EconomicsAnswer, EconomicsQuestion, RawEconomics, economics,
};

const PAGE: &str = include_str!("../../docs/WORKED-EXAMPLE.md");
const SCENARIO: &str =
    "model=llama-3.3-70b&gpu=h100-sxm&gpu_usd_hour=3.49&tp=2&isl=1000&osl=300&cache_hit=0.4";
const QUESTION: &str = "requests_per_day=400000&batch_share=0.25&profile=office&spare_replicas=1";

fn answer(more: &str) -> EconomicsAnswer {
    let scenario = scenario(SCENARIO);
    let real_time = Made {
        requests_per_s: 5.6,
        shares: [0.50, 0.02, 0.48],
    };
    let batch = Made {
        requests_per_s: 7.2,
        shares: [0.45, 0.03, 0.52],
    };
    let question = RawEconomics::from_query(&format!("{QUESTION}&{more}"));
    let question = EconomicsQuestion::parse(&question).expect(more);
    economics(&scenario, &question, &estimate(&scenario, real_time, batch)).expect("a price")
}

/// The value is on the page, written so, and right to its last digit.
#[track_caller]
fn stands(value: f64, text: &str) {
    assert!(PAGE.contains(text), "{text} is not on the page");
    let digits: String = text
        .chars()
        .filter(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    let decimals = digits
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    let written: f64 = digits.parse().expect("a number");
    let half_a_digit = 0.5 * 10f64.powi(-i32::try_from(decimals).expect("few digits"));
    assert!(
        (value - written).abs() <= half_a_digit * 1.000_001,
        "{value} is not {text}"
    );
}

/// The sentence is on the page, whose lines break where they like.
#[track_caller]
fn is_quoted(sentence: &str) {
    let flow = |text: &str| {
        text.replace("\n>", "\n")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert!(flow(PAGE).contains(&flow(sentence)), "{sentence}");
}

#[test]
fn one_hour_and_what_waiting_is_worth() {
    for query in [SCENARIO, QUESTION] {
        is_quoted(query);
    }
    let answer = answer("");
    let hour = answer.real_time_hour.expect("a real-time point");
    for (value, text) in [
        (hour.tokens_m.input, "12.096"),
        (hour.tokens_m.cached_input, "8.064"),
        (hour.tokens_m.output, "6.048"),
        (hour.tokens_m.total(), "26.208"),
        (hour.input_usd, "$3.4900"),
        (hour.cached_input_usd, "$0.1396"),
        (hour.output_usd, "$3.3504"),
        (hour.total_usd, "$6.9800"),
        (hour.prices().input, "$0.288525"),
        (hour.prices().cached_input, "$0.017312"),
        (hour.prices().output, "$0.553968"),
        (hour.prices().blended, "$0.266331"),
        (hour.prices().output_all_in, "$1.154101"),
        (hour.prices().tokens_per_usd, "866,476"),
    ] {
        stands(value, text);
    }
    stands(
        answer.batch_prices.expect("a batch point").output_all_in,
        "$0.897634",
    );
    let discount = answer.batch_discount.expect("both points");
    stands(100.0 * discount.discount, "22.22 %");
    assert!(discount.sentence.contains("less than the 50 %"));
}

#[test]
fn the_day_the_fleet_and_its_month() {
    let answer = answer("");
    let fleet = answer.fleet.fleet().expect("both points");
    assert_eq!(
        fleet
            .busy_replicas
            .iter()
            .filter(|replicas| **replicas == 2)
            .count(),
        7
    );
    let busy: u64 = fleet.busy_replicas.iter().sum();
    assert_eq!(
        (
            busy,
            fleet.replicas,
            fleet.gpus,
            fleet.replica_hours_per_day
        ),
        (31, 3, 6, 72)
    );
    let left = 31.0 - 300_000.0 / 20_160.0;
    let real_time_share = 300_000.0 / 20_160.0 / fleet.work_hours_per_day;
    for (value, text) in [
        (answer.demand.mean_requests_per_s, "4.629630"),
        (answer.demand.peak_requests_per_s, "9.182736"),
        (answer.demand.peak_requests_per_s * 0.75 / 5.6, "1.229831"),
        (
            answer.demand.hourly_requests_per_s[8] * 0.75 / 5.6,
            "0.983865",
        ),
        (300_000.0 / 20_160.0, "14.880952"),
        (left, "16.119048"),
        (left * 20_160.0, "324,960"),
        (fleet.mixed_batch_requests_per_day, "100,000"),
        (fleet.work_hours_per_day, "18.738977"),
        (100.0 * fleet.utilisation, "26.03 %"),
        (100.0 * real_time_share, "79.41 %"),
        (
            100.0 * fleet.month.input_usd / fleet.month.total_usd,
            "48.9706 %",
        ),
        (
            100.0 * fleet.month.cached_input_usd / fleet.month.total_usd,
            "2.2059 %",
        ),
        (
            100.0 * fleet.month.output_usd / fleet.month.total_usd,
            "48.8235 %",
        ),
        (fleet.gpu_hours_per_month, "4,380"),
        (fleet.month.total_usd, "$15,286.20"),
        (fleet.spare_usd_per_month, "$5,095.40"),
        (answer.demand.requests_per_month, "12,166,667"),
        (fleet.month.tokens_m.input, "7,300"),
        (fleet.month.tokens_m.cached_input, "4,866.67"),
        (fleet.month.tokens_m.output, "3,650"),
        (fleet.month.input_usd, "$7,485.74"),
        (fleet.month.cached_input_usd, "$337.20"),
        (fleet.month.output_usd, "$7,463.26"),
        (fleet.effective.input, "$1.025444"),
        (fleet.effective.cached_input, "$0.069287"),
        (fleet.effective.output, "$2.044729"),
        (fleet.effective.blended, "$0.966462"),
        (fleet.effective.output_all_in, "$4.188000"),
        (fleet.ideal.output_all_in, "$1.089984"),
    ] {
        stands(value, text);
    }
    assert!(fleet.batch_hours_per_day.abs() < 1e-12);
    let scaled = answer.fleet_scaled_otherwise.expect("both points");
    assert_eq!(scaled.replica_hours_per_day, 55);
    stands(scaled.month.total_usd, "$11,676.96");
}

#[test]
fn customers_of_a_tier() {
    let answer = answer("tier_input_tpm=450000&tier_output_tpm=90000&use_factor=0.1");
    let own = &answer.customers[0];
    assert_eq!(own.binding, BindingLimit::Output);
    stands(own.requests_per_minute, "300");
    stands(own.per_replica, "11.2");
    stands(own.per_node, "44.8");
}

#[test]
fn against_two_apis() {
    let answer = answer("api_prices=quote:0.75/0.075/4.5/0.375/2.25;cheap:0.6/1.2");
    let row = |id: &str| {
        answer
            .apis
            .iter()
            .find(|api| api.price.id == id)
            .expect("typed")
    };
    let volumes = |id: &str| match row(id).break_even {
        Some(BreakEven::From {
            first_requests_per_day,
            always_requests_per_day,
        }) => (first_requests_per_day, always_requests_per_day),
        other => panic!("{other:?}"),
    };
    let quote = row("quote");
    stands(quote.request.real_time_usd, "$0.001830");
    stands(quote.request.batch_usd, "$0.001050");
    stands(quote.request.mean_usd, "$0.001635");
    stands(quote.usd_per_month, "$19,892.50");
    stands(
        -quote.fleet_minus_api_usd_per_month.expect("a fleet"),
        "$4,606.30",
    );
    let (first, always) = volumes("quote");
    stands(first, "204,917");
    assert!((always - first).abs() < 1e-6);
    let second_replica = 12.1 * 3600.0 * 5.6 / 0.75;
    stands(second_replica, "325,248");
    stands(second_replica * quote.request.mean_usd / 6.98, "76.2");
    stands(2.0 * second_replica, "650,496");
    is_quoted(&quote.verdict);

    let cheap = row("cheap");
    stands(cheap.request.mean_usd, "$0.000960");
    stands(48.0 * 6.98 / cheap.request.mean_usd, "349,000");
    let (first, always) = volumes("cheap");
    stands(first, "523,500");
    stands(always, "698,000");
    is_quoted(&cheap.verdict);
}

#[test]
fn owning() {
    let answer = answer("provisioning=owned&purchase_usd=36000&residual=0.2&hosting_usd_month=190");
    let owned = answer.gpu_price.owned.expect("owned");
    stands(owned.depreciation_usd_per_hour, "$0.821918");
    stands(owned.energy_usd_per_hour, "$0.163800");
    stands(owned.hosting_usd_per_hour, "$0.260274");
    stands(owned.usd_per_hour, "$1.245992");
}
