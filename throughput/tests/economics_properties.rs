//! What holds for every question: prices scale, splits add up, traffic never makes the bill
//! smaller, idle time never makes tokens cheaper, and nothing is ever not a number.

#[path = "support/hand_made.rs"]
mod hand_made;

use hand_made::{Made, estimate, scenario};
use proptest::prelude::*;
use throughput::economics::{
    BreakEven, EconomicsAnswer, EconomicsQuestion, Fleet, RawEconomics, economics,
};

/// Everything that a case varies.
#[derive(Debug, Clone)]
struct Case {
    requests_per_day: f64,
    usd_per_hour: f64,
    isl: f64,
    osl: f64,
    cache_hit: f64,
    real_time_per_s: f64,
    batch_gain: f64,
    input_share: f64,
    batch_share: f64,
    profile: &'static str,
    burst: f64,
    min_replicas: u32,
    spare_replicas: u32,
    autoscale: bool,
    replicas: u32,
}

impl Case {
    fn answer(&self) -> EconomicsAnswer {
        let scenario = scenario(&format!(
            "gpu_usd_hour={}&isl={}&osl={}&cache_hit={}&replicas={}",
            self.usd_per_hour, self.isl, self.osl, self.cache_hit, self.replicas
        ));
        let cached = if self.cache_hit > 0.0 { 0.1 } else { 0.0 };
        let made = |requests_per_s: f64| Made {
            requests_per_s,
            shares: [self.input_share, cached, 1.0 - self.input_share - cached],
        };
        let real_time = self.real_time_per_s * f64::from(self.replicas);
        let estimate = estimate(
            &scenario,
            made(real_time),
            made(real_time * self.batch_gain),
        );
        let peak = match self.profile {
            "flat" => 1.0,
            "global" => 24.0 / 21.3,
            _ => 24.0 / 12.1,
        };
        let question = format!(
            "requests_per_day={}&batch_share={}&profile={}&peak_to_mean={}&min_replicas={}\
             &spare_replicas={}&autoscale={}&tier_input_tpm=30000&tier_output_tpm=8000",
            self.requests_per_day,
            self.batch_share,
            self.profile,
            peak * self.burst,
            self.min_replicas,
            self.spare_replicas,
            u8::from(self.autoscale),
        );
        let question = EconomicsQuestion::parse(&RawEconomics::from_query(&question))
            .expect("a valid question");
        economics(&scenario, &question, &estimate).expect("a price")
    }

    fn fleet(&self) -> Fleet {
        self.answer().fleet.fleet().expect("both points").clone()
    }
}

fn log_uniform(low: f64, high: f64) -> impl Strategy<Value = f64> {
    (low.ln()..high.ln()).prop_map(f64::exp)
}

fn case() -> impl Strategy<Value = Case> {
    let money = (log_uniform(1.0, 1e8), log_uniform(0.05, 20.0));
    let lengths = (
        log_uniform(1.0, 50_000.0),
        log_uniform(2.0, 20_000.0),
        prop_oneof![Just(0.0), 0.01..0.99_f64],
    );
    let rates = (log_uniform(0.01, 100.0), 1.0..4.0_f64, 0.05..0.8_f64);
    let day = (
        prop_oneof![Just(0.0), Just(1.0), 0.0..1.0_f64],
        prop_oneof![Just("flat"), Just("office"), Just("global")],
        prop_oneof![Just(1.0), 1.0..4.0_f64],
    );
    let kept = (0..5_u32, 0..3_u32, any::<bool>(), 1..4_u32);
    (money, lengths, rates, day, kept).prop_map(|(money, lengths, rates, day, kept)| Case {
        requests_per_day: money.0,
        usd_per_hour: money.1,
        isl: lengths.0,
        osl: lengths.1,
        cache_hit: lengths.2,
        real_time_per_s: rates.0,
        batch_gain: rates.1,
        input_share: rates.2,
        batch_share: day.0,
        profile: day.1,
        burst: day.2,
        min_replicas: kept.0,
        spare_replicas: kept.1,
        autoscale: kept.2,
        replicas: kept.3,
    })
}

fn close(got: f64, wanted: f64) -> bool {
    (got - wanted).abs() <= 1e-9 * wanted.abs().max(1e-300)
}

proptest! {
    #[test]
    fn the_price_scales_every_sum(case in case(), factor in 0.1..10.0_f64) {
        let dearer = Case { usd_per_hour: case.usd_per_hour * factor, ..case.clone() };
        let (cheap, dear) = (case.fleet(), dearer.fleet());
        prop_assert_eq!(cheap.replicas, dear.replicas);
        for (cheap, dear) in [
            (cheap.month.total_usd, dear.month.total_usd),
            (cheap.month.input_usd, dear.month.input_usd),
            (cheap.effective.output_all_in, dear.effective.output_all_in),
            (cheap.effective.input, dear.effective.input),
            (cheap.ideal.blended, dear.ideal.blended),
            (cheap.spare_usd_per_month, dear.spare_usd_per_month),
        ] {
            prop_assert!(close(dear, cheap * factor), "{} x {}: {}", cheap, factor, dear);
        }
    }

    #[test]
    fn the_splits_add_up_to_the_bill(case in case()) {
        let answer = case.answer();
        let fleet = answer.fleet.fleet().expect("both points");
        let hour = answer.real_time_hour.expect("a real-time point");
        for bill in [&fleet.month, &hour] {
            let parts = bill.input_usd + bill.cached_input_usd + bill.output_usd;
            prop_assert!((parts - bill.total_usd).abs() < 0.005, "{:?}", bill);
            prop_assert!(close(parts, bill.total_usd), "{:?}", bill);
            // Each price times its traffic.
            let (prices, tokens) = (bill.prices(), bill.tokens_m);
            let again = tokens.cost(prices.input, prices.cached_input, prices.output);
            prop_assert!(close(again, bill.total_usd), "{:?}", bill);
            prop_assert!(close(prices.blended * tokens.total(), bill.total_usd));
            prop_assert!(close(prices.tokens_per_usd * prices.output_all_in, 1e6));
        }
        prop_assert!(close(
            fleet.month.total_usd,
            fleet.gpu_hours_per_month * fleet.usd_per_gpu_hour
        ));
    }

    #[test]
    fn more_traffic_never_lowers_the_bill(case in case(), factor in 1.0..3.0_f64) {
        let more = Case { requests_per_day: case.requests_per_day * factor, ..case.clone() };
        let (less, more) = (case.fleet(), more.fleet());
        prop_assert!(more.month.total_usd >= less.month.total_usd * (1.0 - 1e-12));
        prop_assert!(more.replicas >= less.replicas);
    }

    #[test]
    fn idle_time_never_makes_tokens_cheaper(case in case()) {
        let fleet = case.fleet();
        prop_assert!(fleet.utilisation > 0.0 && fleet.utilisation <= 1.0);
        prop_assert!(fleet.effective.output_all_in >= fleet.ideal.output_all_in * (1.0 - 1e-9));
        prop_assert!(close(
            fleet.effective.output_all_in * fleet.utilisation,
            fleet.ideal.output_all_in
        ));
    }

    #[test]
    fn following_the_hours_never_costs_more(case in case()) {
        let always_on = Case { autoscale: false, ..case.clone() }.answer();
        let scaled = Case { autoscale: true, ..case }.answer();
        let month = |answer: &EconomicsAnswer| {
            answer.fleet.fleet().expect("both points").month.total_usd
        };
        prop_assert!(month(&scaled) <= month(&always_on) * (1.0 + 1e-12));
        let other = scaled.fleet_scaled_otherwise.as_ref().expect("both points");
        prop_assert!(close(other.month.total_usd, month(&always_on)));
    }

    #[test]
    fn nothing_is_not_a_number(case in case()) {
        // JSON has no NaN: it would come back as null, and null is no number.
        let answer = case.answer();
        let text = serde_json::to_string(&answer).expect("serializable");
        let again: EconomicsAnswer = serde_json::from_str(&text).expect("every number is one");
        prop_assert_eq!(again.apis.len(), answer.apis.len());
        prop_assert!(answer.apis.iter().all(|api| !api.verdict.contains("n/a")));
        prop_assert!(answer.customers.iter().all(|tier| tier.per_node.is_finite()));
    }

    #[test]
    fn break_even_volumes_are_where_the_bills_cross(case in case()) {
        let answer = case.answer();
        let bill_at = |requests_per_day: f64| {
            let at = Case { requests_per_day, ..case.clone() };
            at.fleet().month.total_usd
        };
        for api in answer.apis.iter().step_by(5) {
            let price = api.usd_per_month / answer.demand.requests_per_day;
            let is_dearer = |volume: f64| bill_at(volume) > price * volume * (1.0 + 1e-9);
            match api.break_even.expect("a fleet") {
                BreakEven::From {
                    first_requests_per_day: first,
                    always_requests_per_day: always,
                } if first >= 1.0 + 1e-9 && always < 1e11 => {
                    prop_assert!(!is_dearer(first), "{} at {}", api.price.id, first);
                    prop_assert!(!is_dearer(always));
                    for part in [0.05, 0.3, 0.6, 0.9, 0.99, 0.9999] {
                        let below = (first * part).max(1.0);
                        prop_assert!(below >= first || is_dearer(below), "{below} of {first}");
                    }
                    for times in [1.0001, 1.01, 1.1, 1.5, 2.0, 3.7, 10.0] {
                        prop_assert!(!is_dearer(always * times), "{times} x {always}");
                    }
                    // Just below, the fleet is dearer, at the latest behind a step that lies between.
                    let just_below = always * (1.0 - 1e-7);
                    let is_step_between = bill_at(just_below) < bill_at(always);
                    prop_assert!(
                        just_below < 1.0 || is_step_between || is_dearer(just_below),
                        "below {always}"
                    );
                }
                BreakEven::From { .. } => {}
                BreakEven::Never { .. } => {
                    // A large fleet, just after a step, is dearer.
                    let large = 1e10;
                    let step = bill_at(large);
                    prop_assert!(step >= price * large * (1.0 - 0.006), "{step}");
                }
            }
        }
    }
}
