//! The number that vLLM prints as its cache size, which for models with windows or recurrent state
//! is no capacity.

use super::{MemoryPlan, MemoryRequest};
use crate::catalog::{Mixer, to_f64};

/// How vLLM turns its pool into a printed number of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedRule {
    /// To 0.20: all layers in equal groups, tokens = pool / (bytes of a group x groups).
    LayerGroups,
    /// From 0.21: longest sequence x how many of them fit.
    LongestSequences,
}

/// Tokens that vLLM prints for this plan; for plain attention both rules give the true capacity.
#[must_use]
pub fn printed_kv_tokens(request: &MemoryRequest<'_>, plan: &MemoryPlan, rule: PrintedRule) -> f64 {
    if plan.is_plain() {
        return f64::from(plan.attention_ranks) * plan.kv_pool_bytes / plan.kv_bytes_per_token;
    }
    match rule {
        PrintedRule::LayerGroups => layer_group_tokens(request, plan),
        PrintedRule::LongestSequences => {
            let longest = f64::from(request.longest_sequence());
            longest * plan.kv_pool_bytes / longest_sequence_bytes(request, plan, longest)
        }
    }
}

/// Layers of one kind form groups as large as the rarest kind (or the most frequent one if that is
/// hardly more); a group takes the bytes of its widest kind for every token.
fn layer_group_tokens(request: &MemoryRequest<'_>, plan: &MemoryPlan) -> f64 {
    let tp = request.attention_tp();
    let mut kinds: Vec<(Option<u32>, bool, u32)> = Vec::new();
    let mut widest = 0;
    for group in &request.llm.groups {
        if matches!(group.mixer, Mixer::None) {
            continue;
        }
        let recurrent = matches!(group.mixer, Mixer::Linear { .. });
        let kind = (group.mixer.window(), recurrent);
        widest = widest.max(
            group
                .mixer
                .kv_bytes_per_token_per_gpu(tp, request.kv.bytes()),
        );
        match kinds
            .iter_mut()
            .find(|(window, linear, _)| (*window, *linear) == kind)
        {
            Some((_, _, count)) => *count += group.count,
            None => kinds.push((kind.0, kind.1, group.count)),
        }
    }
    let counts = || kinds.iter().map(|(_, _, count)| *count);
    let (rarest, most) = (counts().min().unwrap_or(1), counts().max().unwrap_or(1));
    let size = if f64::from(most) < 1.25 * f64::from(rarest) {
        most
    } else {
        rarest
    };
    let groups: u32 = counts().map(|count| count.div_ceil(size)).sum();
    plan.kv_pool_bytes / (f64::from(size) * to_f64(widest) * f64::from(groups))
}

/// What vLLM sets aside for one longest sequence: windows take room for a whole iteration beside.
fn longest_sequence_bytes(request: &MemoryRequest<'_>, plan: &MemoryPlan, longest: f64) -> f64 {
    let block = f64::from(plan.block_tokens);
    let budget = f64::from(request.iteration_tokens());
    let windows: f64 = plan
        .windows
        .iter()
        .map(|(window, bytes)| {
            let blocks = ((f64::from(*window) - 1.0 + budget) / block).ceil() + 1.0;
            (blocks * block).min(longest) * bytes
        })
        .sum();
    longest.mul_add(
        plan.kv_bytes_per_token,
        windows + plan.state_bytes_per_sequence,
    )
}
