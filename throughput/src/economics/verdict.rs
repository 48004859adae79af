//! Rent or buy, as one sentence.

use super::break_even::BreakEven;
use super::comparison::ApiComparison;
use super::demand::Demand;
use super::fleet::{Fleet, FleetModel};
use super::money::{group, significant};
use super::offers::Relation;
use super::question::{EconomicsQuestion, Provisioning};
use crate::scenario::Scenario;

/// A number of requests with three significant digits: `210,000`.
pub(crate) fn format_requests(requests: f64) -> String {
    group(&format!("{:.0}", significant(requests.max(1.0), 3)))
}

/// Who is compared, with a word when it is not the same model.
fn who(row: &ApiComparison) -> String {
    let (provider, name) = (&row.provider, &row.name);
    match row.relation {
        Relation::Own => provider.clone(),
        Relation::Same => format!("{provider} ({name})"),
        Relation::Shape => format!("{provider} ({name}; same shape, other weights)"),
        Relation::Comparable => format!("{provider} ({name}; comparable, not the same)"),
    }
}

/// The sentence for one API.
pub(crate) fn verdict(
    row: &ApiComparison,
    scenario: &Scenario,
    question: &EconomicsQuestion,
    demand: &Demand,
    fleet: Option<(&FleetModel, &Fleet)>,
) -> String {
    let currency = question.currency();
    let who = who(row);
    let (Some((_, fleet)), Some(difference), Some(break_even)) =
        (fleet, row.fleet_minus_api_usd_per_month, row.break_even)
    else {
        let bill = currency.format(row.usd_per_month);
        return format!("{who} costs {bill} a month; there is no fleet to set beside it.");
    };
    let verb = if question.price().provisioning == Provisioning::Owned {
        "Owning"
    } else {
        "Renting"
    };
    let most = if question.fleet().autoscale {
        "up to "
    } else {
        ""
    };
    let gpus = group(&fleet.gpus.to_string());
    let subject = format!("{verb} {most}{gpus} × {}", scenario.deployment().gpu.name);
    let money = currency.format(difference.abs());
    let requests = demand.requests_per_day;
    if difference.abs() < 0.005 {
        return format!("{subject} costs the same as {who} at this volume.");
    }
    let is_dearer = difference > 0.0;
    match break_even {
        BreakEven::Never {
            fleet_usd_per_request,
            api_usd_per_request,
        } => {
            let per_request = format!(
                "a request costs {} on a large fleet with its idle hours and {} behind the API",
                currency.format(fleet_usd_per_request),
                currency.format(api_usd_per_request)
            );
            if is_dearer {
                format!(
                    "{subject} is {money} a month dearer than {who} and stays so at any volume: \
                     {per_request}."
                )
            } else {
                format!(
                    "{subject} is {money} a month cheaper than {who} at this volume, but not for \
                     good: {per_request}."
                )
            }
        }
        BreakEven::From {
            first_requests_per_day: first,
            always_requests_per_day: always,
        } => {
            let (first_text, always_text) = (format_requests(first), format_requests(always));
            let is_once = first_text == always_text;
            if is_dearer && requests < first {
                let for_good = if is_once {
                    String::new()
                } else {
                    format!(", and cheaper for good from {always_text}")
                };
                format!(
                    "{subject} is {money} a month dearer than {who} until {first_text} requests a \
                     day{for_good}."
                )
            } else if is_dearer {
                format!(
                    "{subject} is {money} a month dearer than {who} at this volume, where its last \
                     replica is hardly used; it is cheaper for good from {always_text} requests a \
                     day."
                )
            } else if is_once || requests >= always {
                format!(
                    "{subject} is {money} a month cheaper than {who}, as from {always_text} \
                     requests a day on."
                )
            } else {
                format!(
                    "{subject} is {money} a month cheaper than {who}; the first volume where it is \
                     so is {first_text} requests a day, for good it is from {always_text}."
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_carry_three_digits() {
        assert_eq!(format_requests(209_876.4), "210,000");
        assert_eq!(format_requests(0.2), "1");
        assert_eq!(format_requests(1_234_567.0), "1,230,000");
    }
}
