//! One iteration worked out by hand, and what more hardware must do.

use std::borrow::Cow;

use proptest::prelude::*;
use throughput::catalog::{self, Gpu, KvPrecision, WeightPrecision};
use throughput::iteration::{
    Coefficients, Constants, IterationLoad, IterationModel, IterationTime,
};
use throughput::scenario::{Deployment, Parallelism, Speculation};

fn llama_8b_on(gpu: &'static Gpu) -> Deployment {
    let engine = catalog::engine("vllm").expect("in the catalogue");
    Deployment {
        llm: Cow::Borrowed(catalog::llm("llama-3.1-8b").expect("in the catalogue")),
        gpu,
        engine,
        parallelism: Parallelism::tensor(1),
        weights: WeightPrecision::Bf16,
        kv: KvPrecision::Bf16,
        speculation: Speculation::OFF,
        max_sequences: engine.max_sequences,
        token_budget: engine.token_budget,
        memory_fraction: engine.memory_fraction,
    }
}

fn h100() -> &'static Gpu {
    catalog::gpu("h100-sxm").expect("in the catalogue")
}

#[track_caller]
fn assert_close(value: f64, by_hand: f64) {
    assert!(
        (value / by_hand - 1.0).abs() < 1e-9,
        "{value} is not {by_hand}"
    );
}

/// Llama 3.1 8B in BF16 on one H100 (3,350 GB/s, 989.4 TFLOP/s), one sequence with 1,000 tokens.
///
/// ```text
/// attention   32 x 4096 x (4096 + 2 x 1024 + 4096)  =  1,342,177,280 parameters
/// FFN         32 x 3 x 4096 x 14,336                =  5,637,144,576
/// LM head     128,256 x 4096                        =    525,336,576
/// all         7,504,658,432 x 2 bytes               = 15,009,316,864 bytes
/// KV cache    1,000 x 32 x 8 x 128 x 2 x 2          =    131,072,000 bytes
/// ```
#[test]
fn one_decode_step_by_hand() {
    let deployment = llama_8b_on(h100());
    let c = Coefficients::new(
        Constants::shipped(),
        deployment.engine,
        h100(),
        &deployment.llm,
        WeightPrecision::Bf16,
    );
    let parts = IterationModel::new(&deployment).parts(&IterationLoad::decode(1.0, 1000.0));
    assert_close(
        parts.weights_s,
        15_009_316_864.0 / (3350e9 * c.bf16.weight_read),
    );
    assert_close(parts.kv_s, 131_072_000.0 / (3350e9 * c.kv_read));
    assert_close(
        parts.overhead_s,
        32.0_f64.mul_add(c.layer_s, c.iteration_s) + c.sequence_s,
    );
    assert!(parts.compute_s.abs() < f64::EPSILON && parts.communication_s.abs() < f64::EPSILON);
    // Reading 15 GB at 3.35 TB/s takes 4.48 ms at best: a single stream cannot pass 223 tok/s.
    assert!(parts.total_s() > 4.48e-3);
}

/// The same with a prompt of 4,096 tokens alone: 2 FLOP for each parameter and token, and 4 FLOP
/// for each attended token, head and value of its width.
#[test]
fn one_prefill_by_hand() {
    let deployment = llama_8b_on(h100());
    let c = Coefficients::new(
        Constants::shipped(),
        deployment.engine,
        h100(),
        &deployment.llm,
        WeightPrecision::Bf16,
    );
    let load = IterationLoad::default().with_chunk(0.0, 4096.0, true);
    let parts = IterationModel::new(&deployment).parts(&load);
    let projections =
        2.0 * (1_342_177_280.0 + 5_637_144_576.0) * (4096.0 + c.bf16.gemm_padding_tokens)
            / (989.4e12 * c.bf16.gemm);
    let attended = 4096.0 * 4097.0 / 2.0;
    let attention = attended * 32.0 * 4.0 * 32.0 * 128.0 / (989.4e12 * c.prefill_attention);
    assert_close(parts.compute_s, projections + attention);
    // One token is sampled, so the LM head is read, not computed.
    assert_close(
        parts.weights_s,
        2.0 * 525_336_576.0 / (3350e9 * c.bf16.weight_read),
    );
}

fn with(change: impl Fn(&mut Gpu)) -> &'static Gpu {
    let mut gpu = h100().clone();
    change(&mut gpu);
    Box::leak(Box::new(gpu))
}

fn any_load() -> impl Strategy<Value = IterationLoad> {
    (0.0_f64..2000.0, 1.0_f64..100_000.0, 0.0_f64..16_384.0).prop_map(
        |(decodes, context, prompt)| {
            let load = IterationLoad::decode(decodes, context);
            if prompt < 1.0 {
                load
            } else {
                load.with_chunk(0.0, prompt, true)
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn more_of_any_hardware_is_never_slower(load in any_load(), factor in 1.0_f64..4.0) {
        let base = IterationModel::new(&llama_8b_on(h100())).seconds(&load);
        for change in [
            (|gpu: &mut Gpu, factor: f64| gpu.hbm_bytes_per_s *= factor) as fn(&mut Gpu, f64),
            |gpu, factor| gpu.bf16_flops *= factor,
            |gpu, factor| gpu.link_bytes_per_s *= factor,
        ] {
            let better = IterationModel::new(&llama_8b_on(with(|gpu| change(gpu, factor)))).seconds(&load);
            prop_assert!(better <= base * (1.0 + 1e-12));
        }
    }

    #[test]
    fn more_work_is_never_quicker(load in any_load(), more in any_load()) {
        for model in ["llama-3.1-8b", "mixtral-8x7b", "deepseek-v3", "gpt-oss-120b", "qwen3-next-80b-a3b"] {
            let Some(llm) = catalog::llm(model) else { continue };
            let deployment = Deployment { llm: Cow::Borrowed(llm), ..llama_8b_on(h100()) };
            let model = IterationModel::new(&deployment);
            let both = IterationLoad {
                decode_sequences: load.decode_sequences + more.decode_sequences,
                decode_context_tokens: load.decode_context_tokens + more.decode_context_tokens,
                prefill_tokens: load.prefill_tokens + more.prefill_tokens,
                prefill_attended_tokens: load.prefill_attended_tokens + more.prefill_attended_tokens,
                prefill_completions: load.prefill_completions + more.prefill_completions,
            };
            prop_assert!(model.seconds(&both) >= model.seconds(&load) * (1.0 - 1e-9));
        }
    }
}
