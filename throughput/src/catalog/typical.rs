//! A typical dense model for a bare parameter count.

use super::layers::{Ffn, LayerGroup, Mixer};
use super::llm::{Llm, to_f64};
use super::precision::WeightPrecision;

/// A parameter count outside what a typical shape is known for.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{billions} billion parameters are outside {min} to {max}", min = MIN_BILLIONS, max = MAX_BILLIONS)]
pub struct TypicalSizeError {
    /// The count as it was given, billions.
    pub billions: f64,
}

/// Smallest size with a typical shape, billions of parameters.
pub const MIN_BILLIONS: f64 = 0.1;
/// Largest size with a typical shape, billions of parameters.
pub const MAX_BILLIONS: f64 = 2000.0;

/// Depth by size: (billions of parameters, layers). OPT 125M, Llama 3.2 1B and 3B, Llama 3.1 8B,
/// Qwen2.5 14B and 32B, Llama 3.3 70B, Mistral Large 123B, Llama 3.1 405B; the ends go on straight.
const DEPTHS: [(f64, f64); 9] = [
    (0.125, 12.0),
    (1.24, 16.0),
    (3.21, 28.0),
    (8.03, 32.0),
    (14.8, 48.0),
    (32.8, 64.0),
    (70.6, 80.0),
    (122.6, 88.0),
    (405.9, 126.0),
];

/// Parameters of a layer over the square of its width, in the shape of Llama 3: attention with
/// grouped heads 2.25, FFN of 3.5 widths 10.5.
const LAYER_FACTOR: f64 = 12.75;

impl Llm {
    /// A typical gated, grouped-query dense model of `params_billion` (0.1 to 2000) billion
    /// parameters: depth interpolated on real models, width from the count, and the FFN fitted so
    /// that the total is right. Marked [`is_typical`](Llm::is_typical).
    ///
    /// # Errors
    /// [`TypicalSizeError`] when the count is outside that range or no number.
    pub fn typical_dense(params_billion: f64) -> Result<Self, TypicalSizeError> {
        if !(MIN_BILLIONS..=MAX_BILLIONS).contains(&params_billion) {
            return Err(TypicalSizeError {
                billions: params_billion,
            });
        }
        let total = params_billion * 1e9;
        let vocab: u32 = if params_billion < 0.5 {
            32_000
        } else {
            128_256
        };
        let tied_embeddings = params_billion < 5.0;
        let layers = rounded(depth(params_billion), 1);
        let embeddings = f64::from(vocab) * if tied_embeddings { 1.0 } else { 2.0 };
        let hidden = width(total, embeddings, f64::from(layers));
        let head_dim = if hidden < 2048 { 64 } else { 128 };
        let heads = hidden / head_dim;
        let kv_heads = [8, 4, 2, 1]
            .into_iter()
            .find(|kv_heads| heads.is_multiple_of(*kv_heads))
            .unwrap_or(1);
        let mixer = Mixer::Gqa {
            heads,
            kv_heads,
            head_dim,
            window: None,
            gated_output: false,
            shared_kv_projection: false,
        };
        let h = f64::from(hidden);
        let other_params = u64::from(2 * layers + 1) * u64::from(hidden);
        let attention = f64::from(layers) * to_f64(mixer.params(hidden));
        let left = total - embeddings * h - attention - to_f64(other_params);
        let intermediate = rounded(left / (3.0 * h * f64::from(layers)), 64);
        Ok(Self {
            id: format!("dense-{params_billion}b"),
            name: format!("Typical dense model, {params_billion}B"),
            aliases: Vec::new(),
            hidden,
            vocab,
            tied_embeddings,
            groups: vec![LayerGroup {
                count: layers,
                mixer,
                ffn: Ffn::Dense {
                    intermediate,
                    gated: true,
                },
            }],
            other_params,
            vision_params: 0,
            mtp_params: 0,
            max_context: 131_072,
            native_weights: WeightPrecision::Bf16,
            native_dense_16bit: false,
            int4_group: 128,
            is_typical: true,
            source: "interpolated on dense models of the catalogue".to_owned(),
            date: "2026-12-01".to_owned(),
        })
    }
}

/// Layers for a size, linear between the known depths in the logarithm of the size.
fn depth(billions: f64) -> f64 {
    let segment = DEPTHS
        .windows(2)
        .find(|pair| billions <= pair[1].0)
        .unwrap_or(&DEPTHS[DEPTHS.len() - 2..]);
    let ((low, low_depth), (high, high_depth)) = (segment[0], segment[1]);
    let share = (billions / low).log(high / low);
    share.mul_add(high_depth - low_depth, low_depth)
}

/// Width that gives the total, from `total = embeddings h + layers x 12.75 h^2`, as a multiple that
/// heads of 64 or 128 divide.
fn width(total: f64, embeddings: f64, layers: f64) -> u32 {
    let square = LAYER_FACTOR * layers;
    let root = embeddings.mul_add(embeddings, 4.0 * square * total).sqrt();
    let exact = (root - embeddings) / (2.0 * square);
    let step = match exact {
        exact if exact < 2048.0 => 128,
        exact if exact < 8192.0 => 512,
        _ => 1024,
    };
    rounded(exact, step)
}

/// The nearest multiple of `step`, at least one step.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes are positive and far below 2^32; a float outside saturates"
)]
fn rounded(value: f64, step: u32) -> u32 {
    let steps = (value / f64::from(step)).round().max(1.0) as u32;
    steps * step
}
