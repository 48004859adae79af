//! How free-text cells say on how many GPUs, and in which pattern, a model ran.

/// The number that follows `word` in a text, whatever its case, `=` or nothing between them.
#[must_use]
pub fn number_after(text: &str, word: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let start = lower.find(&word.to_ascii_lowercase())? + word.len();
    let rest = lower[start..].trim_start_matches(['=', ' ']);
    leading_number(rest)
}

/// The number a text starts with.
#[must_use]
pub fn leading_number(text: &str) -> Option<f64> {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.').parse().ok()
}

/// Attention data-parallel ranks and whether experts stay whole, from an `ep_or_dp` cell.
#[must_use]
pub fn expert_layout(cell: &str) -> (u32, bool) {
    let attention_data = number_after(cell, "attn_dp")
        .or_else(|| number_after(cell, "attention-dp"))
        .unwrap_or(1.0);
    let experts = number_after(cell, "moe_ep")
        .or_else(|| number_after(cell, "ep"))
        .unwrap_or(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a small count; the cast saturates"
    )]
    let ranks = attention_data.max(1.0) as u32;
    (ranks, experts > 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_every_source_are_read() {
        assert_eq!(expert_layout("attn_dp4 moe_tp1 moe_ep4"), (4, true));
        assert_eq!(expert_layout("attn_dp1 moe_tp8 moe_ep1"), (1, false));
        assert_eq!(expert_layout("attention-DP4 EP4"), (4, true));
        assert_eq!(expert_layout("EP8"), (1, true));
        assert_eq!(expert_layout(""), (1, false));
        assert_eq!(number_after("concurrency=64", "concurrency"), Some(64.0));
        assert_eq!(
            number_after("MLPerf p99 limits TTFT<=450ms TPOT<=40ms", "TPOT<="),
            Some(40.0)
        );
        assert_eq!(leading_number("256 per GPU"), Some(256.0));
    }
}
