//! The iteration time of one deployment: its operations laid out once, then summed for any load.

use super::attention::{Attention, Recurrence};
use super::collective::Collective;
use super::gemm::{Experts, Gemm};
use super::{Coefficients, Constants, IterationLoad, IterationParts, IterationTime};
use crate::catalog::{Ffn, Gpu, KvPrecision, LayerGroup, Llm, Mixer, WeightPrecision};
use crate::count::f64_of;
use crate::scenario::{Deployment, Parallelism};

/// The iteration time of one deployment.
#[derive(Debug, Clone, PartialEq)]
pub struct IterationModel {
    /// Projections of attention (and of linear layers): met by the tokens of one attention rank.
    attention_gemms: Vec<Gemm>,
    /// Dense feed-forward parts, shared experts and routers: met by every token.
    ffn_gemms: Vec<Gemm>,
    /// Met by sampled tokens only.
    lm_head: Gemm,
    experts: Vec<Experts>,
    attentions: Vec<Attention>,
    recurrences: Vec<Recurrence>,
    attention_collective: Collective,
    ffn_collective: Collective,
    /// Groups of GPUs that one token is sent to, when experts are exchanged token by token.
    destinations: Option<f64>,
    attention_layers: f64,
    ffn_layers: f64,
    bytes_per_hidden_row: f64,
    attention_ranks: f64,
    pipeline: f64,
    /// Tokens that a decoding sequence brings into an iteration: more than one when drafts are
    /// verified.
    tokens_per_sequence: f64,
    /// Share of the layers that drafting runs once more for each drafted token.
    draft_share: f64,
    layers_overhead_s: f64,
    prefill_overhead_s: f64,
    linear_prefill_s: f64,
    coefficients: Coefficients,
}

impl IterationModel {
    /// The model of a deployment with the shipped constants.
    #[must_use]
    pub fn new(deployment: &Deployment) -> Self {
        Self::with_constants(deployment, Constants::shipped())
    }

    /// The model of a deployment with other constants.
    #[must_use]
    pub fn with_constants(deployment: &Deployment, constants: &Constants) -> Self {
        let Deployment {
            llm,
            gpu,
            engine,
            parallelism,
            weights,
            kv,
            ..
        } = deployment;
        let coefficients = Coefficients::new(constants, engine, gpu, llm, *weights);
        let tokens_per_sequence = deployment.speculation.verified_tokens();
        Builder {
            llm,
            gpu,
            parallelism: *parallelism,
            weights: *weights,
            kv: *kv,
            tokens_per_sequence,
            c: coefficients,
        }
        .build()
    }

    /// Where the time of an iteration goes.
    ///
    /// With pipeline stages, as many micro-batches are in flight as there are stages; the answer is
    /// then the time of one whole round, in which every sequence has advanced by one token.
    #[must_use]
    pub fn parts(&self, load: &IterationLoad) -> IterationParts {
        let share = 1.0 / self.pipeline;
        let decodes = load.decode_sequences * share * self.tokens_per_sequence;
        let prefills = load.prefill_tokens * share;
        let tokens = decodes + prefills;
        if tokens <= 0.0 {
            return IterationParts::default();
        }
        let rank_share = share / self.attention_ranks;
        let mut parts = IterationParts::default();
        let mut add = |(read, compute): (f64, f64)| {
            if read >= compute {
                parts.weights_s += read;
            } else {
                parts.compute_s += compute;
            }
        };
        for gemm in &self.attention_gemms {
            add(gemm.seconds(tokens / self.attention_ranks));
        }
        for gemm in &self.ffn_gemms {
            add(gemm.seconds(tokens));
        }
        for experts in &self.experts {
            add(experts.seconds(tokens));
        }
        add(self
            .lm_head
            .seconds(load.prefill_completions.mul_add(share, decodes)));
        self.add_attention(&mut parts, load, rank_share);
        parts.communication_s = self.communication_s(tokens);
        parts.overhead_s = self.overhead_s(load);
        let bubble = self
            .coefficients
            .pipeline_bubble
            .mul_add(self.pipeline - 1.0, 1.0);
        let drafting = (self.tokens_per_sequence - 1.0).mul_add(self.draft_share, 1.0);
        parts.scaled(bubble * if decodes > 0.0 { drafting } else { 1.0 })
    }

    /// Seconds from a request's arrival to its place in the queue and from its first token to the
    /// client: HTTP, tokenizer and stream. They delay the first token and nothing else.
    #[must_use]
    pub const fn request_s(&self) -> f64 {
        self.coefficients.request_s
    }

    fn add_attention(&self, parts: &mut IterationParts, load: &IterationLoad, rank_share: f64) {
        let sequences = load.decode_sequences * rank_share;
        let context = if load.decode_sequences > 0.0 {
            load.decode_context_tokens / load.decode_sequences
        } else {
            0.0
        };
        for attention in &self.attentions {
            let (read, compute) = attention.decode_seconds(sequences, context);
            if read >= compute {
                parts.kv_s += read;
            } else {
                parts.compute_s += compute;
            }
            parts.compute_s += attention.prefill_seconds(
                load.prefill_tokens * rank_share,
                load.prefill_attended_tokens * rank_share,
            );
        }
        for recurrence in &self.recurrences {
            parts.kv_s += recurrence.seconds(sequences);
        }
        parts.compute_s += self.linear_prefill_s * load.prefill_tokens / self.pipeline;
    }

    fn communication_s(&self, tokens: f64) -> f64 {
        let bytes = tokens * self.bytes_per_hidden_row;
        let stages = (self.pipeline - 1.0) * self.coefficients.collective_latency_s;
        self.attention_layers.mul_add(
            self.attention_collective
                .seconds(bytes / self.attention_ranks),
            self.ffn_layers.mul_add(self.ffn_exchange_s(bytes), stages),
        )
    }

    /// All-reduce of the feed-forward output, or, where attention is data-parallel and experts are
    /// whole, sending each token to the GPUs of its experts and back if that is quicker.
    fn ffn_exchange_s(&self, bytes: f64) -> f64 {
        let reduced = self.ffn_collective.seconds(bytes);
        match self.destinations {
            Some(destinations) => {
                // One byte a value on the way out, two on the way back; a row here has two.
                let sent = bytes / self.ffn_collective.gpus * destinations * 1.5;
                reduced.min(self.ffn_collective.exchange_seconds(sent))
            }
            None => reduced,
        }
    }

    fn overhead_s(&self, load: &IterationLoad) -> f64 {
        let prefill = if load.prefill_tokens > 0.0 {
            self.prefill_overhead_s
        } else {
            0.0
        };
        let sequences = load.decode_sequences + load.prefill_completions;
        self.layers_overhead_s
            + prefill
            + self
                .coefficients
                .sequence_s
                .mul_add(sequences, self.coefficients.iteration_s)
    }
}

impl IterationTime for IterationModel {
    fn seconds(&self, load: &IterationLoad) -> f64 {
        self.parts(load).total_s()
    }
}

/// Lays out the operations of one GPU.
struct Builder<'a> {
    llm: &'a Llm,
    gpu: &'a Gpu,
    parallelism: Parallelism,
    weights: WeightPrecision,
    kv: KvPrecision,
    tokens_per_sequence: f64,
    c: Coefficients,
}

impl Builder<'_> {
    fn build(self) -> IterationModel {
        let groups = &self.llm.groups;
        let count = |wanted: &dyn Fn(&LayerGroup) -> bool| -> f64 {
            groups
                .iter()
                .filter(|group| wanted(group))
                .map(|group| f64::from(group.count))
                .sum()
        };
        let attention_layers = count(&|group| group.mixer != Mixer::None);
        let ffn_layers = count(&|group| group.ffn != Ffn::None);
        let moe_layers = count(&|group| matches!(group.ffn, Ffn::Moe { .. }));
        let mla_layers = count(&|group| matches!(group.mixer, Mixer::Mla { .. }));
        let linear_layers = count(&|group| matches!(group.mixer, Mixer::Linear { .. }));
        let layers = f64::from(self.llm.layers());
        let layers_overhead_s = layers.mul_add(
            self.c.layer_s,
            moe_layers.mul_add(
                self.c.moe_layer_s,
                mla_layers.mul_add(self.c.mla_layer_s, linear_layers * self.c.linear_layer_s),
            ),
        );
        IterationModel {
            attention_gemms: groups
                .iter()
                .filter_map(|group| self.attention_gemm(group))
                .collect(),
            ffn_gemms: groups
                .iter()
                .filter_map(|group| self.ffn_gemm(group))
                .collect(),
            lm_head: self.lm_head(),
            experts: groups
                .iter()
                .filter_map(|group| self.experts(group))
                .collect(),
            attentions: groups
                .iter()
                .filter_map(|group| self.attention(group))
                .collect(),
            recurrences: groups
                .iter()
                .filter_map(|group| self.recurrence(group))
                .collect(),
            attention_collective: self.collective(self.parallelism.attention_tensor()),
            ffn_collective: self.collective(self.parallelism.tensor),
            destinations: self.destinations(),
            attention_layers,
            ffn_layers,
            bytes_per_hidden_row: f64::from(self.llm.hidden) * 2.0,
            attention_ranks: f64::from(self.parallelism.attention_data),
            pipeline: f64::from(self.parallelism.pipeline),
            tokens_per_sequence: self.tokens_per_sequence,
            // A draft layer of multi-token prediction is one layer and its LM head.
            draft_share: 1.5 / layers,
            layers_overhead_s,
            prefill_overhead_s: layers.mul_add(
                self.c.prefill_layer_s,
                moe_layers * self.c.moe_prefill_layer_s,
            ),
            linear_prefill_s: linear_layers * self.c.linear_prefill_s
                / f64::from(self.parallelism.attention_tensor() * self.parallelism.attention_data),
            coefficients: self.c,
        }
    }

    /// A multiplication with `params` weights on this GPU, attention and dense ones.
    fn gemm(&self, params: f64) -> Gemm {
        let bytes_per_param = self.llm.bytes_per_dense_param(self.weights);
        let stays_16_bit = self.weights.is_four_bit() && self.llm.native_dense_16bit;
        let (kernels, peak) = if stays_16_bit {
            (self.c.bf16, self.gpu.bf16_flops)
        } else {
            (self.c.quantised, self.gpu.peak_flops(self.weights))
        };
        Gemm {
            bytes: params * bytes_per_param,
            flops_per_token: 2.0 * params,
            bytes_per_s: self.gpu.hbm_bytes_per_s * kernels.weight_read,
            flops_per_s: peak * kernels.gemm,
            padding_tokens: kernels.gemm_padding_tokens,
        }
    }

    fn attention_gemm(&self, group: &LayerGroup) -> Option<Gemm> {
        let whole = f64_of(group.mixer.params(self.llm.hidden));
        let replicated = f64_of(group.mixer.replicated_params(self.llm.hidden));
        let divided = (whole - replicated) / f64::from(self.parallelism.attention_tensor());
        let params = f64::from(group.count) * (divided + replicated);
        (params > 0.0).then(|| self.gemm(params))
    }

    fn ffn_gemm(&self, group: &LayerGroup) -> Option<Gemm> {
        let divided = f64_of(group.ffn.always_active_params(self.llm.hidden))
            / f64::from(self.parallelism.tensor);
        let router = f64_of(group.ffn.router_params(self.llm.hidden));
        let params = f64::from(group.count) * (divided + router);
        (params > 0.0).then(|| self.gemm(params))
    }

    /// The LM head stays in 16 bits whatever the precision of the rest.
    fn lm_head(&self) -> Gemm {
        let params = f64::from(self.llm.vocab) * f64::from(self.llm.hidden)
            / f64::from(self.parallelism.tensor);
        Gemm {
            bytes: 2.0 * params,
            flops_per_token: 2.0 * params,
            bytes_per_s: self.gpu.hbm_bytes_per_s * self.c.bf16.weight_read,
            flops_per_s: self.gpu.bf16_flops * self.c.bf16.gemm,
            padding_tokens: self.c.bf16.gemm_padding_tokens,
        }
    }

    /// Whole experts on each GPU or a slice of every one: the mean bytes on a GPU are the same.
    fn experts(&self, group: &LayerGroup) -> Option<Experts> {
        let Ffn::Moe { experts, top_k, .. } = group.ffn else {
            return None;
        };
        let params = f64::from(group.count) * f64_of(group.ffn.expert_params(self.llm.hidden))
            / f64::from(self.parallelism.tensor);
        Some(Experts {
            experts: f64::from(experts),
            top_k: f64::from(top_k),
            bytes_per_expert: params * self.llm.bytes_per_quantised_param(self.weights),
            flops_per_assignment: 2.0 * params,
            bytes_per_s: self.gpu.hbm_bytes_per_s * self.c.quantised.expert_read,
            flops_per_s: self.gpu.peak_flops(self.weights) * self.c.quantised.expert_compute,
            padding_per_expert: self.c.quantised.expert_padding_rows,
            independence: self.c.expert_independence,
        })
    }

    fn attention(&self, group: &LayerGroup) -> Option<Attention> {
        let ranks = self.parallelism.attention_tensor();
        let per_gpu = f64::from(group.count) / f64::from(ranks);
        // Scores and weighted values: two multiply-adds for each query head, cached token and value.
        let (decode_width, prefill_width) = match group.mixer {
            Mixer::Gqa {
                heads, head_dim, ..
            } => {
                let width = f64::from(heads) * 2.0 * f64::from(head_dim);
                (width, width)
            }
            Mixer::Mla {
                heads,
                kv_lora,
                nope_dim,
                rope_dim,
                v_dim,
                ..
            } => (
                f64::from(heads) * f64::from(2 * kv_lora + rope_dim),
                f64::from(heads) * f64::from(nope_dim + rope_dim + v_dim),
            ),
            Mixer::Linear { .. } | Mixer::None => return None,
        };
        let kv_bytes = group
            .mixer
            .kv_bytes_per_token_per_gpu(ranks, self.kv.bytes());
        Some(Attention {
            kv_bytes_per_token: f64::from(group.count) * f64_of(kv_bytes),
            decode_flops: 2.0 * decode_width * per_gpu,
            prefill_flops: 2.0 * prefill_width * per_gpu,
            window: group.mixer.window().map_or(f64::INFINITY, f64::from),
            bytes_per_s: self.gpu.hbm_bytes_per_s * self.c.kv_read,
            decode_flops_per_s: self.gpu.bf16_flops * self.c.decode_attention_compute,
            prefill_flops_per_s: self.gpu.bf16_flops * self.c.prefill_attention,
        })
    }

    fn recurrence(&self, group: &LayerGroup) -> Option<Recurrence> {
        let state = f64_of(group.mixer.state_bytes());
        let ranks = f64::from(self.parallelism.attention_tensor());
        (state > 0.0).then(|| Recurrence {
            state_bytes: f64::from(group.count) * state / ranks,
            bytes_per_s: self.gpu.hbm_bytes_per_s * self.c.kv_read,
        })
    }

    /// Within one link domain a token goes to each of its experts; between servers engines limit
    /// it to four of them and spread it there.
    fn destinations(&self) -> Option<f64> {
        const SERVERS: f64 = 4.0;
        let exchanged = self.parallelism.experts_whole && self.parallelism.attention_data > 1;
        let top_k = self.llm.groups.iter().find_map(|group| match group.ffn {
            Ffn::Moe { top_k, .. } => Some(f64::from(top_k)),
            Ffn::Dense { .. } | Ffn::None => None,
        })?;
        let crosses_network = self.parallelism.tensor > self.gpu.link_domain.max(1);
        exchanged.then_some(if crosses_network {
            top_k.min(SERVERS)
        } else {
            top_k
        })
    }

    fn collective(&self, gpus: u32) -> Collective {
        let crosses_network = gpus > self.gpu.link_domain.max(1);
        let latency = if crosses_network {
            self.c.network_latency_s
        } else {
            self.c.collective_latency_s
        };
        Collective::new(
            self.gpu,
            gpus,
            latency,
            self.c.collective_bandwidth,
            self.c.network_bytes_per_s,
        )
    }
}
