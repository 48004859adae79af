//! The text form of a model's layers, as it stands in `models.csv`:
//! groups separated by `;`, each `COUNTx MIXER FFN`.
//!
//! ```text
//! gqa(heads kv_heads head_dim [window=N] [gated] [shared_kv])
//! mla(heads q_lora kv_lora nope rope v [indexer_heads=N] [indexer_dim=N])
//! deltanet(key_heads key_dim value_heads value_dim conv=N)
//! mamba2(heads head_dim groups state conv=N)
//! ffn(intermediate [plain])     moe(experts top_k intermediate [shared=N] [latent=N] [plain] [bias])
//! none                          in the place of either
//! ```
//!
//! `plain` means two matrices (up, down) instead of three, `bias` that the experts have biases.

use super::layers::{Ffn, LayerGroup, Mixer};

/// Why a layers text is not valid, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("layers, character {position}: {reason}")]
pub struct ParseLayersError {
    /// Character of the text, counted from 1.
    pub position: usize,
    /// What is wrong there.
    pub reason: String,
}

/// Reads the text form of the layers; at least one group.
///
/// # Errors
/// [`ParseLayersError`] with the position of what cannot be read or is impossible.
pub fn parse_layers(text: &str, hidden: u32) -> Result<Vec<LayerGroup>, ParseLayersError> {
    let mut groups = Vec::new();
    let mut start = 0;
    for part in text.split(';') {
        groups.push(parse_group(text, start, part, hidden)?);
        start += part.len() + 1;
    }
    Ok(groups)
}

fn error(at: usize, reason: impl Into<String>) -> ParseLayersError {
    ParseLayersError {
        position: at + 1,
        reason: reason.into(),
    }
}

fn parse_group(
    text: &str,
    start: usize,
    part: &str,
    hidden: u32,
) -> Result<LayerGroup, ParseLayersError> {
    let terms = split_terms(part, start)?;
    let [(count_at, count), (mixer_at, mixer), (ffn_at, ffn)] = terms.as_slice() else {
        let reason = format!(
            "expected `COUNTx MIXER FFN`, found {} terms in `{}`",
            terms.len(),
            text[start..start + part.len()].trim()
        );
        return Err(error(start, reason));
    };
    let count = count
        .strip_suffix('x')
        .and_then(|number| number.parse::<u32>().ok())
        .filter(|count| *count > 0)
        .ok_or_else(|| error(*count_at, format!("`{count}` is no layer count like `32x`")))?;
    Ok(LayerGroup {
        count,
        mixer: parse_mixer(&Term::read(mixer, *mixer_at)?, hidden)?,
        ffn: parse_ffn(&Term::read(ffn, *ffn_at)?)?,
    })
}

/// Splits at blanks outside brackets; each term with its position in the whole text.
fn split_terms(part: &str, start: usize) -> Result<Vec<(usize, &str)>, ParseLayersError> {
    let mut terms = Vec::new();
    let mut from = None;
    let mut depth = 0_u32;
    for (at, letter) in part.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return Err(error(start + at, "`)` without `(`")),
            ')' => depth -= 1,
            _ => {}
        }
        let blank = letter.is_whitespace() && depth == 0;
        match (from, blank) {
            (None, false) => from = Some(at),
            (Some(begin), true) => {
                terms.push((start + begin, &part[begin..at]));
                from = None;
            }
            _ => {}
        }
    }
    if depth > 0 {
        return Err(error(start + part.len(), "`(` without `)`"));
    }
    if let Some(begin) = from {
        terms.push((start + begin, &part[begin..]));
    }
    Ok(terms)
}

/// `name(1 2 3 key=4 flag)` taken apart.
struct Term<'a> {
    at: usize,
    name: &'a str,
    numbers: Vec<u32>,
    named: Vec<(&'a str, u32)>,
    flags: Vec<&'a str>,
}

impl<'a> Term<'a> {
    fn read(text: &'a str, at: usize) -> Result<Self, ParseLayersError> {
        let (name, inner) = match text.split_once('(') {
            Some((name, rest)) => (name, rest.strip_suffix(')').unwrap_or(rest)),
            None => (text, ""),
        };
        let mut term = Self {
            at,
            name,
            numbers: Vec::new(),
            named: Vec::new(),
            flags: Vec::new(),
        };
        for word in inner.split_whitespace() {
            let number = |digits: &str| {
                digits
                    .parse::<u32>()
                    .map_err(|_| error(at, format!("`{word}` in `{text}` is no number")))
            };
            if let Some((key, value)) = word.split_once('=') {
                term.named.push((key, number(value)?));
            } else if word.starts_with(|c: char| c.is_ascii_alphabetic()) {
                term.flags.push(word);
            } else {
                term.numbers.push(number(word)?);
            }
        }
        Ok(term)
    }

    /// Checks the form and hands out the positional numbers.
    fn numbers<const N: usize>(
        &self,
        keys: &[&str],
        flags: &[&str],
    ) -> Result<[u32; N], ParseLayersError> {
        if let Some((key, _)) = self.named.iter().find(|(key, _)| !keys.contains(key)) {
            return Err(error(self.at, format!("`{}` has no `{key}=`", self.name)));
        }
        if let Some(flag) = self.flags.iter().find(|flag| !flags.contains(flag)) {
            return Err(error(self.at, format!("`{}` has no `{flag}`", self.name)));
        }
        <[u32; N]>::try_from(self.numbers.as_slice()).map_err(|_| {
            let found = self.numbers.len();
            error(
                self.at,
                format!("`{}` takes {N} numbers, found {found}", self.name),
            )
        })
    }

    fn get(&self, key: &str) -> Option<u32> {
        let found = self.named.iter().find(|(name, _)| *name == key);
        found.map(|(_, value)| *value)
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.contains(&flag)
    }

    fn positive(&self, values: &[u32]) -> Result<(), ParseLayersError> {
        if values.contains(&0) {
            let reason = format!("`{}` needs numbers above 0", self.name);
            return Err(error(self.at, reason));
        }
        Ok(())
    }
}

fn parse_mixer(term: &Term<'_>, hidden: u32) -> Result<Mixer, ParseLayersError> {
    let h = u64::from(hidden);
    match term.name {
        "gqa" => {
            let [heads, kv_heads, head_dim] = term.numbers(&["window"], &["gated", "shared_kv"])?;
            term.positive(&[heads, kv_heads, head_dim])?;
            if !heads.is_multiple_of(kv_heads) {
                let reason = format!("{heads} heads are no multiple of {kv_heads} KV heads");
                return Err(error(term.at, reason));
            }
            Ok(Mixer::Gqa {
                heads,
                kv_heads,
                head_dim,
                window: term.get("window"),
                gated_output: term.has("gated"),
                shared_kv_projection: term.has("shared_kv"),
            })
        }
        "mla" => {
            let [heads, q_lora, kv_lora, nope_dim, rope_dim, v_dim] =
                term.numbers(&["indexer_heads", "indexer_dim"], &[])?;
            term.positive(&[heads, kv_lora, nope_dim, rope_dim, v_dim])?;
            Ok(Mixer::Mla {
                heads,
                q_lora,
                kv_lora,
                nope_dim,
                rope_dim,
                v_dim,
                indexer_heads: term.get("indexer_heads").unwrap_or(0),
                indexer_dim: term.get("indexer_dim").unwrap_or(0),
            })
        }
        "deltanet" => {
            let numbers: [u32; 4] = term.numbers(&["conv"], &[])?;
            term.positive(&numbers)?;
            let [key_heads, key_dim, value_heads, value_dim] = numbers.map(u64::from);
            let (keys, values) = (key_heads * key_dim, value_heads * value_dim);
            let conv = u64::from(term.get("conv").unwrap_or(1).max(1));
            let channels = 2 * keys + values;
            // Projections of q, k, v and the gate z; the two per-head gates a, b; convolution; output.
            let inputs = h * (2 * keys + 2 * values + 2 * value_heads);
            Ok(Mixer::Linear {
                projection_params: inputs + channels * conv + values * h,
                state_elements: value_heads * key_dim * value_dim,
                conv_elements: channels * (conv - 1),
            })
        }
        "mamba2" => {
            let numbers: [u32; 4] = term.numbers(&["conv"], &[])?;
            term.positive(&numbers)?;
            let [heads, head_dim, state_groups, state] = numbers.map(u64::from);
            let conv = u64::from(term.get("conv").unwrap_or(1).max(1));
            let inner = heads * head_dim;
            let channels = inner + 2 * state_groups * state;
            // The input projection makes the gate, the convolved channels and one step size a head.
            let inputs = h * (inner + channels + heads);
            Ok(Mixer::Linear {
                projection_params: inputs + channels * conv + inner * h,
                state_elements: heads * head_dim * state,
                conv_elements: channels * (conv - 1),
            })
        }
        "none" => term.numbers::<0>(&[], &[]).map(|[]| Mixer::None),
        other => Err(error(term.at, format!("unknown mixer `{other}`"))),
    }
}

fn parse_ffn(term: &Term<'_>) -> Result<Ffn, ParseLayersError> {
    match term.name {
        "ffn" => {
            let [intermediate] = term.numbers(&[], &["plain"])?;
            term.positive(&[intermediate])?;
            Ok(Ffn::Dense {
                intermediate,
                gated: !term.has("plain"),
            })
        }
        "moe" => {
            let [experts, top_k, intermediate] =
                term.numbers(&["shared", "latent"], &["plain", "bias"])?;
            term.positive(&[experts, top_k, intermediate])?;
            if top_k > experts {
                let reason = format!("top-{top_k} of only {experts} experts");
                return Err(error(term.at, reason));
            }
            Ok(Ffn::Moe {
                experts,
                top_k,
                intermediate,
                shared_intermediate: term.get("shared").unwrap_or(0),
                latent: term.get("latent").unwrap_or(0),
                biased_experts: term.has("bias"),
                gated: !term.has("plain"),
            })
        }
        "none" => term.numbers::<0>(&[], &[]).map(|[]| Ffn::None),
        other => Err(error(term.at, format!("unknown FFN `{other}`"))),
    }
}
