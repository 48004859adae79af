//! Rate limits: how many customers of a tier a deployment serves, and its own tokens per minute.

use serde::{Deserialize, Serialize};

use super::offers::RateTier;
use super::price_book::{rate_tier, rate_tiers};
use super::question::{LimitsQuestion, OwnLimits};
use super::token_bill::Tokens;
use crate::estimate::OperatingPoint;
use crate::scenario::Scenario;

/// What a deployment serves in a minute at its real-time point.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DeploymentTpm {
    /// Requests.
    pub requests: f64,
    /// Input tokens that are not cached.
    pub input: f64,
    /// Cached input tokens.
    pub cached_input: f64,
    /// Output tokens.
    pub output: f64,
    /// All of them.
    pub total: f64,
}

/// Which limit a customer meets first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BindingLimit {
    /// Requests per minute.
    Requests,
    /// Input tokens per minute.
    Input,
    /// Output tokens per minute.
    Output,
    /// Input and output tokens per minute together.
    Total,
}

/// How many customers of one tier a deployment serves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TierCustomers {
    /// Id of the published tier, or `own`.
    pub id: String,
    /// Who sets the tier and what it is called.
    pub name: String,
    /// Where the limits are from; blank for limits that were typed.
    pub source: String,
    /// The published tier.
    pub tier: Option<RateTier>,
    /// Requests per minute that a customer of this traffic can send at most.
    pub requests_per_minute: f64,
    /// The limit that stops it there.
    pub binding: BindingLimit,
    /// Customers that one replica serves; round down for whole ones.
    pub per_replica: f64,
    /// Customers that one node serves.
    pub per_node: f64,
}

impl DeploymentTpm {
    /// At an operating point of the whole deployment.
    #[must_use]
    pub fn of(point: &OperatingPoint, scenario: &Scenario) -> Self {
        let requests = point.request_rate_per_s * 60.0;
        let tokens = Tokens::of_request(scenario.traffic());
        Self {
            requests,
            input: requests * tokens.input,
            cached_input: requests * tokens.cached_input,
            output: requests * tokens.output,
            total: requests * tokens.total(),
        }
    }
}

/// Requests per minute at which a customer of this traffic meets the first of its limits.
///
/// ```text
/// input:  limit / (ISL that counts)     output: limit / OSL
/// total:  limit / (ISL + OSL)           requests: limit
/// ```
fn most_requests(
    limits: &OwnLimits,
    counts_cached_input: bool,
    tokens: Tokens,
) -> Option<(f64, BindingLimit)> {
    let counted_input = if counts_cached_input {
        tokens.input + tokens.cached_input
    } else {
        tokens.input
    };
    let candidates = [
        (limits.requests_per_minute, 1.0, BindingLimit::Requests),
        (limits.input_tpm, counted_input, BindingLimit::Input),
        (limits.output_tpm, tokens.output, BindingLimit::Output),
        (limits.total_tpm, tokens.total(), BindingLimit::Total),
    ];
    candidates
        .into_iter()
        .filter_map(|(limit, each, binding)| Some((limit? / each, binding)))
        .filter(|(requests, _)| requests.is_finite())
        .min_by(|a, b| a.0.total_cmp(&b.0))
}

/// Customers of every tier that is asked for, one's own limits first.
///
/// ```text
/// customers per replica = replica's requests per minute
///                         / (use factor x customer's requests per minute)
/// customers per node    = customers per replica x whole replicas of a node
///                         (of a replica larger than a node, its share of the replica)
/// ```
#[must_use]
pub fn tier_customers(
    point: &OperatingPoint,
    scenario: &Scenario,
    question: &LimitsQuestion,
) -> Vec<TierCustomers> {
    let tokens = Tokens::of_request(scenario.traffic());
    let replica = point.request_rate_per_s * 60.0 / f64::from(scenario.replicas());
    let gpus = f64::from(scenario.deployment().parallelism.gpus());
    let fit = f64::from(question.node_gpus) / gpus;
    let replicas_per_node = if fit >= 1.0 { fit.floor() } else { fit };
    let served = |id: &str, name: String, tier: Option<&RateTier>, limits: &OwnLimits| {
        let counts_cached = tier.is_some_and(|tier| tier.counts_cached_input);
        let (most, binding) = most_requests(limits, counts_cached, tokens)?;
        let per_replica = replica / (question.use_factor * most);
        Some(TierCustomers {
            id: id.to_owned(),
            name,
            source: tier.map(|tier| tier.source.clone()).unwrap_or_default(),
            tier: tier.cloned(),
            requests_per_minute: most,
            binding,
            per_replica,
            per_node: per_replica * replicas_per_node,
        })
    };
    let own = served("own", "own limits".to_owned(), None, &question.own);
    let asked: Vec<&RateTier> = match &question.tier {
        Some(id) => rate_tier(id).into_iter().collect(),
        None => rate_tiers().iter().collect(),
    };
    let published = asked.into_iter().filter_map(|tier| {
        let limits = OwnLimits {
            requests_per_minute: tier.requests_per_minute,
            input_tpm: tier.input_tpm,
            output_tpm: tier.output_tpm,
            total_tpm: tier.total_tpm,
        };
        let name = format!("{}, {}", tier.provider, tier.name);
        served(&tier.id, name, Some(tier), &limits)
    });
    own.into_iter().chain(published).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: Tokens = Tokens {
        input: 600.0,
        cached_input: 400.0,
        output: 300.0,
    };

    #[test]
    fn the_first_limit_that_is_met_binds() {
        let split = OwnLimits {
            requests_per_minute: Some(1000.0),
            input_tpm: Some(30_000.0),
            output_tpm: Some(30_000.0),
            total_tpm: None,
        };
        // 30,000 / 600 = 50 by input; with cached input counted 30,000 / 1000 = 30; 100 by output.
        assert_eq!(
            most_requests(&split, false, TOKENS),
            Some((50.0, BindingLimit::Input))
        );
        assert_eq!(
            most_requests(&split, true, TOKENS),
            Some((30.0, BindingLimit::Input))
        );
        let total = OwnLimits {
            total_tpm: Some(130_000.0),
            ..OwnLimits::default()
        };
        assert_eq!(
            most_requests(&total, true, TOKENS),
            Some((100.0, BindingLimit::Total))
        );
        assert_eq!(most_requests(&OwnLimits::default(), true, TOKENS), None);
    }
}
