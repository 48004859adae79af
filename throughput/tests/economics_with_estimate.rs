//! The economics on top of the real estimate.

use throughput::economics::{
    EconomicsQuestion, RawEconomics, Relation, SwingInput, Tokens, economics, format_usd, study,
};
use throughput::estimate::estimate;
use throughput::scenario::{FieldError, RawScenario, Scenario};

fn scenario(query: &str) -> Scenario {
    Scenario::parse(&RawScenario::from_query(query)).expect(query)
}

fn question(query: &str) -> EconomicsQuestion {
    EconomicsQuestion::parse(&RawEconomics::from_query(query)).expect(query)
}

const CASES: [&str; 6] = [
    "",
    "model=llama-3.1-8b&tp=1&isl=4000&osl=200&cache_hit=0.6",
    "model=gpt-oss-120b&weights=mxfp4&tp=1&gpu=h200-sxm&cache_hit=0.9",
    "model=deepseek-v3&tp=8&gpu=h200-sxm&isl=2000&osl=800",
    "model=qwen3-32b&tp=2&gpu=a100-sxm-80gb&weights=bf16&replicas=3",
    "model=mixtral-8x7b&tp=4&gpu=l40s&ttft_p99_ms=5000&tpot_p99_ms=120",
];

#[test]
fn the_split_of_each_point_is_the_whole_bill() {
    for query in CASES {
        let scenario = scenario(query);
        let answer = estimate(&scenario);
        let usd_per_hour = f64::from(scenario.gpus()) * scenario.gpu_usd_per_hour();
        let per_request = Tokens::of_request(scenario.traffic());
        for point in [&answer.real_time, &answer.batch] {
            let Some(point) = point.point() else { continue };
            let tokens = per_request.millions(point.request_rate_per_s * 3600.0);
            let bill = tokens.cost(
                point.usd_per_m_input,
                point.usd_per_m_cached_input,
                point.usd_per_m_output,
            );
            assert!((bill / usd_per_hour - 1.0).abs() < 1e-9, "{query}: {bill}");
            let all_in = point.usd_per_m_output_all_in * tokens.output;
            assert!(
                (all_in / usd_per_hour - 1.0).abs() < 1e-9,
                "{query}: {all_in}"
            );
        }
    }
}

#[test]
fn a_study_has_its_curve_and_its_tornado() {
    for query in CASES {
        let answer = study(&scenario(query), &question("requests_per_day=2M"), estimate)
            .expect("the GPU has a price");
        let Some(fleet) = answer.fleet.fleet() else {
            panic!("{query}: {:?}", answer.fleet);
        };
        let tornado = answer.sensitivity.as_ref().expect("a fleet");
        let base = tornado.base_usd_per_m;
        assert!(
            (base / fleet.effective.output_all_in - 1.0).abs() < 1e-9,
            "{query}: {base} is not {}",
            fleet.effective.output_all_in
        );
        let spans: Vec<f64> = tornado
            .swings
            .iter()
            .map(|swing| swing.span_usd_per_m)
            .collect();
        assert!(spans.is_sorted_by(|a, b| a >= b), "{query}: {spans:?}");
        let price = tornado
            .swings
            .iter()
            .find(|swing| swing.input == SwingInput::GpuPrice);
        let span = price.expect("the price always moves").span_usd_per_m;
        assert!(
            (span / (0.4 * base) - 1.0).abs() < 1e-6,
            "{query}: {span} of {base}"
        );

        let used = tornado
            .swings
            .iter()
            .find(|swing| swing.input == SwingInput::Utilisation);
        let less_used = used.and_then(|swing| swing.low.as_ref()?.usd_per_m);
        let dearer = less_used.expect("it can always fall");
        assert!(
            (dearer / (base / 0.8) - 1.0).abs() < 1e-9,
            "{query}: {dearer}"
        );

        let curve = &answer.discount_curve;
        assert!(curve.len() >= 10, "{query}");
        assert!(curve.is_sorted_by(|a, b| a.ttft_p99_ms < b.ttft_p99_ms));
        let prices: Vec<f64> = curve
            .iter()
            .filter_map(|point| point.real_time_usd_per_m)
            .collect();
        let falls = prices.is_sorted_by(|a, b| *a >= b * (1.0 - 1e-6));
        assert!(falls, "{query}: a looser limit is no dearer: {prices:?}");
        assert!(answer.verdict.is_some(), "{query}");
    }
}

#[test]
fn another_way_to_pay_changes_the_price_and_nothing_else() {
    let scenario = scenario("");
    let base = estimate(&scenario);
    let rented = economics(&scenario, &question(""), &base).expect("a price");
    let owned = question("provisioning=owned&purchase_usd=36k&hosting_usd_month=190");
    let owned = study(&scenario, &owned, estimate).expect("a price");
    // 36,000 / 35,040 + 1.26 kW x 1.3 x $0.1 + 190 / 730.
    assert!(
        (owned.gpu_price.usd_per_hour - 1.451_471_2).abs() < 1e-6,
        "{:?}",
        owned.gpu_price
    );
    let (rented_fleet, owned_fleet) = (
        rented.fleet.fleet().expect("a fleet"),
        owned.fleet.fleet().expect("a fleet"),
    );
    assert_eq!(rented_fleet.replicas, owned_fleet.replicas);
    let ratio = owned_fleet.month.total_usd / rented_fleet.month.total_usd;
    assert!((ratio - owned.gpu_price.usd_per_hour / 3.49).abs() < 1e-9);
    assert!(owned.verdict.expect("apis").starts_with("Owning 4 × H100"));

    let spot = question("provisioning=spot&provider=verda");
    let spot = economics(&scenario, &spot, &base).expect("a price");
    assert_eq!(format_usd(spot.gpu_price.usd_per_hour), "$0.80");
    let discounts = [rented.batch_discount, spot.batch_discount].map(|d| d.expect("both").discount);
    assert!((discounts[0] - discounts[1]).abs() < 1e-9);
}

#[test]
fn a_price_that_is_not_there_is_named_by_field() {
    let fields = |scenario_query: &str, query: &str| -> Vec<String> {
        let scenario = scenario(scenario_query);
        let answer = economics(&scenario, &question(query), &estimate(&scenario));
        let errors: Vec<FieldError> = answer.expect_err(query);
        errors.into_iter().map(|error| error.field).collect()
    };
    assert_eq!(fields("gpu=h20", ""), ["gpu_usd_hour"]);
    assert_eq!(fields("gpu_usd_hour=0", ""), ["gpu_usd_hour"]);
    assert_eq!(
        fields("gpu=l4&tp=8", "provisioning=reserved"),
        ["provisioning"]
    );
    assert_eq!(
        fields("", "provisioning=spot&provider=Nobody"),
        ["provider"]
    );
}

#[test]
fn a_node_holds_whole_replicas_or_a_part_of_one() {
    let customers = |scenario_query: &str, query: &str| {
        let scenario = scenario(scenario_query);
        let answer = economics(&scenario, &question(query), &estimate(&scenario)).expect("a price");
        let tier = answer.customers.first().expect("a tier").clone();
        (tier.per_node / tier.per_replica, answer.customers.len())
    };
    let own = "tier_total_tpm=100k&node_gpus=";
    let (replicas, tiers) = customers("tp=2", &format!("{own}8"));
    assert!((replicas - 4.0).abs() < 1e-12 && tiers > 5);
    let (replicas, _) = customers("tp=2", &format!("{own}7"));
    assert!(
        (replicas - 3.0).abs() < 1e-12,
        "{replicas}: the seventh GPU is alone"
    );
    let (replicas, _) = customers("tp=8", &format!("{own}4"));
    assert!(
        (replicas - 0.5).abs() < 1e-12,
        "{replicas}: two nodes make one replica"
    );
    let (_, tiers) = customers("tp=2", "tier=openai-tier-1");
    assert_eq!(tiers, 1);
}

#[test]
fn a_price_of_the_book_is_the_middle_one_or_the_named_ones_cheapest() {
    let price = |query: &str| {
        let answer = study(&scenario(""), &question(query), estimate).expect("a price");
        answer.gpu_price
    };
    // On demand 2.69, 3.49, 3.85, 3.99, 4.29, 6.1489, 6.155, 10.9791; see prices_gpu.csv.
    let middle = price("provisioning=on-demand");
    assert!((middle.usd_per_hour - 3.99).abs() < 1e-12, "{middle:?}");
    assert!(middle.source.starts_with("Lambda"));
    let named = price("provisioning=on-demand&provider=RunPod");
    assert!((named.usd_per_hour - 2.69).abs() < 1e-12, "{named:?}");
}

#[test]
fn what_is_stale_is_marked_on_the_day_that_is_handed_in() {
    let mut answer = study(&scenario(""), &question(""), estimate).expect("a price");
    assert!(answer.gpu_price.stale.is_none());
    answer.mark_stale("2026-12-01".parse().expect("a day"));
    assert_eq!(answer.gpu_price.stale, Some(false));
    assert!(answer.apis.iter().all(|api| api.stale == Some(false)));
    answer.mark_stale("2027-06-01".parse().expect("a day"));
    assert_eq!(answer.gpu_price.stale, Some(true));
    assert!(answer.apis.iter().all(|api| api.stale == Some(true)));
}

#[test]
fn apis_stand_by_kind_and_then_by_price() {
    let answer = study(&scenario(""), &question(""), estimate).expect("a price");
    let kinds: Vec<_> = answer.apis.iter().map(|api| api.relation).collect();
    assert!(kinds.is_sorted(), "{kinds:?}");
    let of_kind = |wanted: Relation| -> Vec<f64> {
        let rows = answer.apis.iter().filter(|api| api.relation == wanted);
        rows.map(|api| api.usd_per_month).collect()
    };
    for kind in [Relation::Same, Relation::Shape, Relation::Comparable] {
        let bills = of_kind(kind);
        assert!(bills.len() > 1 && bills.is_sorted(), "{kind:?}: {bills:?}");
    }
}

#[test]
fn a_promise_that_cannot_be_kept_has_no_fleet_and_still_api_prices() {
    let scenario = scenario("tpot_p99_ms=0.5");
    let answer = study(&scenario, &question(""), estimate).expect("a price");
    assert!(answer.fleet.fleet().is_none());
    assert!(answer.customers.is_empty() && answer.sensitivity.is_none());
    assert!(
        answer
            .apis
            .iter()
            .all(|api| api.break_even.is_none() && api.usd_per_month > 0.0)
    );
    // Batch work has no promise to keep.
    let waits = study(&scenario, &question("batch_share=1"), estimate).expect("a price");
    assert!(waits.fleet.fleet().is_some());
}

#[test]
fn typed_prices_replace_and_join_the_book() {
    let scenario = scenario("");
    let typed = question("api_prices=nebius/llama-3.3-70b-instruct:9/9;my quote:0.01/0.02");
    let answer = economics(&scenario, &typed, &estimate(&scenario)).expect("a price");
    assert_eq!(answer.apis[0].price.id, "my quote");
    assert!(
        answer
            .verdict
            .expect("apis")
            .contains("dearer than my quote")
    );
    let nebius = answer
        .apis
        .iter()
        .find(|api| api.price.id.starts_with("nebius/llama-3.3-70b"));
    let nebius = nebius.expect("in the book");
    assert!(nebius.is_typed && nebius.date.is_none());
    assert!((nebius.price.output_usd_per_m - 9.0).abs() < 1e-12);
}
