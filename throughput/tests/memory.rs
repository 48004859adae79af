//! Memory plans against what servers logged, and by hand.

use throughput::catalog::{self, KvPrecision, WeightPrecision};
use throughput::memory::{
    MemoryError, MemoryPlan, MemoryRequest, PrintedRule, kv_capacity_tokens, printed_kv_tokens,
    weight_bytes_per_gpu,
};

const GIB: f64 = 1_073_741_824.0;

fn request(
    llm: &str,
    gpu: &str,
    engine: &str,
    weights: WeightPrecision,
    tp: u32,
) -> MemoryRequest<'static> {
    let llm = catalog::llm(llm).unwrap_or_else(|| panic!("{llm} is in the catalogue"));
    let gpu = catalog::gpu(gpu).unwrap_or_else(|| panic!("{gpu} is in the catalogue"));
    let engine = catalog::engine(engine).unwrap_or_else(|| panic!("{engine} is in the catalogue"));
    MemoryRequest {
        tp,
        ..MemoryRequest::new(llm, gpu, engine, weights, KvPrecision::Bf16)
    }
}

fn plan(request: &MemoryRequest<'_>) -> MemoryPlan {
    MemoryPlan::new(request).unwrap_or_else(|error| panic!("{}: {error}", request.llm.id))
}

fn off_by(value: f64, published: f64) -> f64 {
    (value / published - 1.0).abs()
}

/// vLLM 0.11.0 on H100 80GB at a fraction of 0.9, weights and cache in GiB a GPU
/// (llm-d-incubation/llm-d-planner, docs/empirical-vllm-memory-results.md).
#[test]
fn weights_and_pool_match_vllm_on_h100() {
    use WeightPrecision::{Bf16, Fp8, Mxfp4};
    for (llm, weights, tp, loaded, pool) in [
        ("llama-3.1-8b", Bf16, 1, 14.99, 51.38),
        ("llama-3.3-70b", Fp8, 2, 33.88, 32.0),
        ("qwen3-32b", Bf16, 1, 61.03, 4.45),
        ("qwen3-32b", Bf16, 2, 30.59, 34.49),
        ("gpt-oss-20b", Mxfp4, 1, 13.47, 50.28),
    ] {
        let plan = plan(&request(llm, "h100-sxm", "vllm-2025", weights, tp));
        let (weight_gib, pool_gib) = (plan.weight_bytes / GIB, plan.kv_pool_bytes / GIB);
        assert!(
            off_by(weight_gib, loaded) < 0.005,
            "{llm} TP{tp}: {weight_gib} of {loaded} GiB"
        );
        assert!(
            off_by(pool_gib, pool) < 0.01,
            "{llm} TP{tp}: {pool_gib} of {pool} GiB"
        );
    }
}

/// Loaded weights of other logs, GiB a GPU (vllm-project/vllm#11230, dphnAI/sonar#1320,
/// dennislee22/vLLM-benchmarking).
#[test]
fn weights_match_other_logs() {
    use WeightPrecision::{Bf16, Int4};
    for (llm, weights, tp, loaded) in [
        ("qwen2.5-72b", Int4, 1, 38.526),
        ("mistral-small-3.2-24b", Bf16, 1, 44.76),
        ("qwen2-7b", Bf16, 2, 7.1217),
        ("pixtral-12b", Bf16, 1, 23.87),
    ] {
        let gib = weight_bytes_per_gpu(&request(llm, "h100-sxm", "vllm-2025", weights, tp)) / GIB;
        assert!(off_by(gib, loaded) < 0.011, "{llm}: {gib} of {loaded} GiB");
    }
}

/// The same source: one H100 refused Llama-70B in FP8 for 1.44 GiB.
#[test]
fn a_model_too_large_says_what_is_missing() {
    let request = request(
        "llama-3.3-70b",
        "h100-sxm",
        "vllm-2025",
        WeightPrecision::Fp8,
        1,
    );
    let Err(MemoryError::DoesNotFit {
        missing_bytes_per_gpu,
        missing_bytes_total,
        ..
    }) = MemoryPlan::new(&request)
    else {
        panic!("it does not fit");
    };
    assert!((missing_bytes_per_gpu / GIB - 1.44).abs() < 0.2);
    assert!(off_by(missing_bytes_total, missing_bytes_per_gpu) < 1e-12);
}

/// Activations of a prefill of 29,000 tokens: 2.99 GiB logged for Llama 3.1 8B
/// (vllm-project/vllm#10517), that is 29,000 x 2 bytes x (3 x 4096 + 3 x 14,336).
#[test]
fn activations_of_a_whole_prompt() {
    let plan = plan(&MemoryRequest {
        max_model_len: Some(29_000),
        ..request(
            "llama-3.1-8b",
            "rtx-3090",
            "vllm-v0",
            WeightPrecision::Bf16,
            1,
        )
    });
    assert!(off_by(plan.activation_bytes / GIB, 2.99) < 0.002);
}

/// The three meanings of a memory fraction, by hand for Llama 3.1 8B on one H100 of 79.2 GiB.
#[test]
fn memory_rules_by_hand() {
    let at = |engine| {
        let plan = plan(&MemoryRequest {
            memory_fraction: Some(0.8),
            ..request("llama-3.1-8b", "h100-sxm", engine, WeightPrecision::Bf16, 1)
        });
        let total = 79.2 * GIB;
        let (weights, own) = (plan.weight_bytes, plan.runtime_bytes);
        (plan.clone(), total, weights, own + plan.activation_bytes)
    };
    let (plan, total, weights, own) = at("vllm-2025");
    assert!(off_by(plan.kv_pool_bytes, 0.8_f64.mul_add(total, -weights - own)) < 1e-12);
    let (plan, total, weights, own) = at("tensorrt-llm");
    assert!(off_by(plan.kv_pool_bytes, 0.8 * (total - weights - own)) < 1e-12);
    let (plan, total, weights, _) = at("sglang");
    let pool = 0.8_f64.mul_add(total, -weights - plan.runtime_bytes);
    assert!(off_by(plan.kv_pool_bytes, pool) < 1e-12);
}

/// Parts add up to the card, under every rule.
#[test]
fn parts_add_up() {
    for engine in catalog::engines() {
        let plan = plan(&request(
            "qwen3-32b",
            "h200-sxm",
            &engine.id,
            WeightPrecision::Bf16,
            2,
        ));
        let inside = plan.weight_bytes + plan.runtime_bytes + plan.kv_pool_bytes;
        let outside = engine.memory_rule == catalog::MemoryRule::StaticShare;
        let inside = inside + if outside { 0.0 } else { plan.activation_bytes };
        assert!(off_by(inside, plan.usable_bytes) < 1e-12, "{}", engine.id);
        assert!(plan.usable_bytes <= plan.capacity_bytes, "{}", engine.id);
    }
}

/// gpt-oss-120b on 4 A100 with a pool of 45.32 GiB: vLLM 0.10 printed 2,640,144 tokens, and that
/// 284.25 sequences of 16,384 fit (dennislee22/vLLM-benchmarking).
#[test]
fn printed_numbers_of_a_windowed_model() {
    let request = MemoryRequest {
        max_model_len: Some(16_384),
        ..request(
            "gpt-oss-120b",
            "a100-sxm-80gb",
            "vllm-2025",
            WeightPrecision::Mxfp4,
            4,
        )
    };
    let plan = MemoryPlan {
        kv_pool_bytes: 45.32 * GIB,
        ..plan(&request)
    };
    let printed = printed_kv_tokens(&request, &plan, PrintedRule::LayerGroups);
    assert!(off_by(printed, 2_640_144.0) < 1e-4, "{printed}");
    let longest = printed_kv_tokens(&request, &plan, PrintedRule::LongestSequences) / 16_384.0;
    assert!(off_by(longest, 284.25) < 1e-4, "{longest}");
    // The true capacity lies above: a window holds 128 tokens once its prefill is over.
    let sequence = 9216.0 * (16_384.0 + 128.0);
    assert!(off_by(plan.sequences_at(16_384.0), 45.32 * GIB / sequence) < 1e-12);
}

/// A hybrid: growing layers and a state of 149.6 MiB a sequence, divided by TP.
#[test]
fn recurrent_state_takes_part_of_the_cache() {
    let plan = plan(&request(
        "qwen3.6-27b",
        "h200-sxm",
        "vllm-2025",
        WeightPrecision::Bf16,
        2,
    ));
    let token = 16.0 * 2.0 * 256.0 * 2.0 * 2.0;
    let state = 149.625 / 2.0 * GIB / 1024.0;
    assert!(
        off_by(
            plan.sequence_bytes(1600.0),
            1600.0_f64.mul_add(token, state)
        ) < 1e-9
    );
    assert!(!plan.is_plain());
}

/// MLA under TP8: each GPU keeps the whole cache; eight attention ranks keep eight of them.
#[test]
fn attention_ranks_multiply_the_latent_cache() {
    let tp = request("deepseek-r1", "h200-sxm", "sglang", WeightPrecision::Fp8, 8);
    let dp = MemoryRequest {
        dp_attention: 8,
        ..tp.clone()
    };
    let (tp_plan, dp_plan) = (plan(&tp), plan(&dp));
    assert!(off_by(tp_plan.kv_bytes_per_token, 70_272.0) < 1e-12);
    assert!(off_by(dp_plan.kv_bytes_per_token, 70_272.0) < 1e-12);
    // Attention and its replicas: 187 M parameters a layer, seven eighths of them more.
    assert!(dp_plan.weight_bytes - tp_plan.weight_bytes > 5.0 * GIB);
    let tokens = |request| kv_capacity_tokens(request, 1000.0).expect("it fits");
    let gain = tokens(&dp) / tokens(&tp);
    assert!((5.5..8.0).contains(&gain), "{gain}");
}

/// Two stages halve the layers, the cache of a token with them.
#[test]
fn pipeline_stages_share_layers() {
    let one = request(
        "llama-3.1-70b",
        "h100-sxm",
        "vllm-2025",
        WeightPrecision::Bf16,
        4,
    );
    let two = MemoryRequest {
        pp: 2,
        ..one.clone()
    };
    let (one, two) = (plan(&one), plan(&two));
    assert!(off_by(two.kv_bytes_per_token, one.kv_bytes_per_token / 2.0) < 1e-12);
    assert_eq!(two.gpus, 8);
    // Each end holds one of the two embeddings, so a stage holds exactly half.
    let stage = one.weight_bytes / 2.0;
    assert!(off_by(two.weight_bytes, stage) < 1e-9);
}

#[test]
fn impossible_requests_are_refused() {
    let good = request(
        "llama-3.1-8b",
        "h100-sxm",
        "vllm-2025",
        WeightPrecision::Bf16,
        4,
    );
    let refused = |bad: MemoryRequest<'_>| MemoryPlan::new(&bad).is_err();
    assert!(MemoryPlan::new(&good).is_ok());
    assert!(refused(MemoryRequest {
        tp: 0,
        ..good.clone()
    }));
    assert!(refused(MemoryRequest {
        pp: 0,
        ..good.clone()
    }));
    assert!(refused(MemoryRequest {
        pp: 33,
        ..good.clone()
    }));
    assert!(refused(MemoryRequest {
        dp_attention: 3,
        ..good.clone()
    }));
    assert!(refused(MemoryRequest {
        memory_fraction: Some(1.1),
        ..good.clone()
    }));
    assert!(refused(MemoryRequest {
        memory_fraction: Some(f64::NAN),
        ..good.clone()
    }));
    assert!(refused(MemoryRequest {
        checkpoint_bytes: Some(-1.0),
        ..good
    }));
}

/// A checkpoint's own size replaces the computed one: Meta's FP8 405B keeps attention in 16 bit and
/// loads 57.752 GiB on each of 8 GPUs (vllm-project/vllm#6746).
#[test]
fn stated_checkpoints_replace_computed_weights() {
    let request = MemoryRequest {
        checkpoint_bytes: Some(8.0 * 57.752 * GIB),
        ..request(
            "llama-3.1-405b",
            "h100-sxm",
            "vllm-v0",
            WeightPrecision::Fp8,
            8,
        )
    };
    assert!(off_by(weight_bytes_per_gpu(&request) / GIB, 57.752) < 0.01);
}
