//! The catalogue's arithmetic against published parameter counts, cache sizes and checkpoints.

use throughput::catalog::{self, KvPrecision, Llm, WeightPrecision};

fn llm(id: &str) -> &'static Llm {
    catalog::llm(id).unwrap_or_else(|| panic!("{id} is in the catalogue"))
}

/// Relative difference of a value from what was published.
fn off_by(value: f64, published: f64) -> f64 {
    (value / published - 1.0).abs()
}

#[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
fn float(count: u64) -> f64 {
    count as f64
}

/// Total, active (input embedding and head counted) and KV bytes a token in BF16, computed from the
/// fields of each `config.json` and equal to the size of the checkpoint where that was published.
#[test]
fn parameters_and_cache_of_well_known_models() {
    for (id, total, active, kv_bytes) in [
        ("llama-2-7b", 6_738_415_616, 6_738_415_616, 524_288),
        ("llama-2-70b", 68_976_648_192, 68_976_648_192, 327_680),
        ("llama-3.1-70b", 70_553_706_496, 70_553_706_496, 327_680),
        ("llama-3.3-70b", 70_553_706_496, 70_553_706_496, 327_680),
        ("llama-3.1-405b", 405_853_388_800, 405_853_388_800, 516_096),
        ("llama-3.2-3b", 3_212_749_824, 3_212_749_824, 114_688),
        ("mistral-7b", 7_241_732_096, 7_241_732_096, 131_072),
        ("mistral-small-24b", 23_572_403_200, 23_572_403_200, 163_840),
        ("mixtral-8x7b", 46_702_792_704, 12_879_925_248, 131_072),
        ("qwen2.5-0.5b", 494_032_768, 494_032_768, 12_288),
        ("qwen2.5-7b", 7_615_616_512, 7_615_616_512, 57_344),
        ("qwen2.5-32b", 32_763_876_352, 32_763_876_352, 262_144),
        ("qwen2.5-72b", 72_706_203_648, 72_706_203_648, 327_680),
        ("qwen3-4b", 4_022_468_096, 4_022_468_096, 147_456),
        ("qwen3-8b", 8_190_735_360, 8_190_735_360, 147_456),
        ("qwen3-32b", 32_762_123_264, 32_762_123_264, 262_144),
        ("qwen3-30b-a3b", 30_532_122_624, 3_353_032_704, 98_304),
        (
            "qwen3-coder-480b-a35b",
            480_154_875_392,
            35_474_765_312,
            253_952,
        ),
        ("deepseek-v3", 671_026_419_200, 37_552_297_472, 70_272),
        ("deepseek-r1", 671_026_419_200, 37_552_297_472, 70_272),
        ("kimi-k2", 1_026_408_232_448, 32_861_500_928, 70_272),
    ] {
        let llm = llm(id);
        assert_eq!(llm.total_params(), total, "{id}: total");
        assert_eq!(llm.active_params(), active, "{id}: active");
        assert_eq!(
            llm.kv_bytes_per_token(KvPrecision::Bf16),
            kv_bytes,
            "{id}: KV"
        );
        assert_eq!(
            llm.kv_bytes_per_token(KvPrecision::Fp8) * 2,
            kv_bytes,
            "{id}: FP8 KV"
        );
    }
}

/// gpt-oss counts both its growing and its windowed layers in the published 49,152 bytes.
#[test]
fn gpt_oss_20b_as_on_its_card() {
    let llm = llm("gpt-oss-20b");
    assert_eq!(llm.total_params(), 20_914_757_184);
    assert_eq!(llm.active_params(), 4_187_440_704);
    assert_eq!(llm.kv_bytes_per_token(KvPrecision::Bf16), 49_152 / 2);
    assert_eq!(
        llm.kv_bytes_per_sequence_per_gpu(100, 1, KvPrecision::Bf16),
        100 * 49_152
    );
    // 12 layers keep 128 tokens: 12 x 128 x 8 heads x 64 x 2 x 2 bytes.
    assert_eq!(
        llm.window_bytes_per_sequence_per_gpu(1, KvPrecision::Bf16),
        3_145_728
    );
    assert_eq!(
        llm.kv_bytes_per_sequence_per_gpu(10_000, 1, KvPrecision::Bf16),
        10_000 * 24_576 + 3_145_728
    );
}

/// Parameter counts that Hugging Face shows for the safetensors, vision encoder and MTP layers
/// included (counts of FP8 scales left out).
#[test]
fn whole_checkpoints_count_vision_and_mtp() {
    for (id, published) in [
        ("llama-4-scout", 108_641_793_536_u64),
        ("llama-4-maverick", 401_583_781_376),
        ("mistral-small-3.2-24b", 24_011_361_280),
        ("qwen3-next-80b-a3b", 81_324_862_720),
        ("qwen3-vl-8b", 8_767_123_696),
        ("qwen3.5-27b", 27_781_427_952),
        ("qwen3.5-397b-a17b", 403_397_928_944),
        ("qwen3-235b-a22b", 235_093_634_560),
        ("deepseek-v3.2", 685_355_329_792),
        ("deepseek-v2", 235_741_434_880),
        ("deepseek-v2-lite", 15_706_484_224),
        ("glm-4.5", 358_337_791_296),
        ("glm-4.5-air", 110_468_824_832),
        ("glm-5.3", 753_329_940_480),
        ("minimax-m2.7", 228_689_764_864),
        ("gemma-2-27b", 27_227_128_320),
        ("gemma-3-27b", 27_432_406_640),
        ("gemma-4-31b", 31_273_086_572),
        ("gpt-oss-120b", 116_829_156_672),
        ("nemotron-3-nano-30b", 31_577_937_344),
        ("nemotron-super-49b", 49_867_145_216),
        ("phi-4", 14_659_507_200),
        ("command-r-plus", 103_810_674_688),
        ("falcon-180b", 179_522_565_120),
        ("gpt-j-6b", 6_050_882_784),
        ("opt-125m", 125_239_296),
        ("dbrx-132b", 131_596_523_520),
    ] {
        let llm = llm(id);
        let all = llm.total_params() + llm.vision_params + llm.mtp_params;
        assert!(
            off_by(float(all), float(published)) < 1e-4,
            "{id}: {all}, published {published}"
        );
    }
}

/// Active parameters in the names of the models.
#[test]
fn active_parameters_are_what_the_names_say() {
    for (id, billions, tolerance) in [
        ("qwen3-235b-a22b", 22.0, 0.02),
        ("qwen3.5-397b-a17b", 17.0, 0.04),
        ("llama-4-scout", 17.0, 0.04),
        ("llama-4-maverick", 17.0, 0.04),
        ("glm-4.5", 32.0, 0.06),
        ("glm-4.5-air", 12.0, 0.12),
        ("nemotron-3-super-120b", 12.0, 0.1),
        ("minimax-m2.5", 10.0, 0.12),
        ("gemma-4-26b-a4b", 3.8, 0.02),
    ] {
        let active = float(llm(id).active_params()) / 1e9;
        assert!(
            off_by(active, billions) < tolerance,
            "{id}: {active} of {billions}"
        );
    }
}

/// Cache bytes a token by hand: layers x KV heads x head width x 2 (key, value) x 2 bytes.
#[test]
fn cache_by_hand_for_each_family() {
    for (id, bytes) in [
        ("minimax-m2", 62 * 8 * 128 * 4),
        ("qwen3-next-80b-a3b", 12 * 2 * 256 * 4),
        ("qwen3.5-27b", 16 * 4 * 256 * 4),
        ("nemotron-super-49b", 49 * 8 * 128 * 4),
        ("nemotron-3-nano-30b", 6 * 2 * 128 * 4),
        ("llama-4-scout", 12 * 8 * 128 * 4),
        ("gemma-3-4b", 5 * 4 * 256 * 4),
        ("gemma-4-31b", 10 * 4 * 512 * 4),
        ("deepseek-v3.2", 61 * (576 * 2 + 132)),
        ("falcon-40b", 60 * 8 * 64 * 4),
        ("phi-3-mini", 32 * 32 * 96 * 4),
    ] {
        assert_eq!(llm(id).kv_bytes_per_token(KvPrecision::Bf16), bytes, "{id}");
    }
}

/// Windowed layers as llama.cpp logged them for Gemma 3 4B at 131,072 tokens: 2560 MiB in the five
/// global layers (ollama/ollama#17037).
#[test]
fn gemma_3_global_layers_match_a_log() {
    let bytes = llm("gemma-3-4b").kv_bytes_per_token(KvPrecision::Bf16) * 131_072;
    assert_eq!(bytes, 2560 << 20);
}

/// KV heads fewer than GPUs are replicated: Qwen3-235B (4 heads) costs the same at TP4 and TP8.
/// The latent cache is never divided.
#[test]
fn tensor_parallelism_divides_heads_and_no_further() {
    let qwen = llm("qwen3-235b-a22b");
    let at = |llm: &Llm, tp| llm.kv_bytes_per_token_per_gpu(tp, KvPrecision::Bf16);
    assert_eq!(at(qwen, 2), at(qwen, 1) / 2);
    assert_eq!(at(qwen, 4), 94 * 128 * 4);
    assert_eq!(at(qwen, 8), 94 * 128 * 4);
    // Measured on MiniMax-M2.5 at TP8: 31,744 bytes a GPU.
    assert_eq!(at(llm("minimax-m2.5"), 8), 31_744);
    assert_eq!(at(llm("deepseek-v3"), 8), 70_272);
}

/// 149.6 MiB a sequence for Qwen3.6-27B: 48 layers x (48 x 128 x 128 + 3 x 10,240) x 4 bytes.
#[test]
fn recurrent_state_of_a_hybrid() {
    let bytes = llm("qwen3.6-27b").state_bytes_per_sequence();
    assert_eq!(bytes, 48 * (48 * 128 * 128 + 3 * 10_240) * 4);
    assert!(off_by(float(bytes) / f64::from(1 << 20), 149.6) < 1e-3);
    assert_eq!(llm("llama-3.1-8b").state_bytes_per_sequence(), 0);
}

/// Bytes of published checkpoints (safetensors `total_size`, or bytes of the repository).
#[test]
fn checkpoints_weigh_what_was_published() {
    use WeightPrecision::{Bf16, Fp8, Int4, Mxfp4};
    for (id, precision, bytes, tolerance) in [
        ("llama-3.1-70b", Bf16, 141_107_412_992.0, 1e-9),
        ("llama-3.1-405b", Bf16, 811_706_777_600.0, 1e-9),
        ("mistral-7b", Bf16, 14_483_464_192.0, 1e-9),
        ("mixtral-8x7b", Bf16, 93_405_585_408.0, 1e-9),
        ("qwen2.5-7b", Bf16, 15_231_233_024.0, 1e-9),
        ("qwen3-8b", Bf16, 16_381_470_720.0, 1e-9),
        ("qwen3-32b", Bf16, 65_524_246_528.0, 1e-9),
        ("qwen3-30b-a3b", Bf16, 61_064_245_248.0, 1e-9),
        ("llama-3.3-70b", Fp8, 72_669_806_592.0, 1e-3),
        ("gpt-oss-20b", Mxfp4, 13_761_264_768.0, 5e-3),
        ("gpt-oss-120b", Mxfp4, 0.558 * 116_829_156_672.0, 5e-3),
        ("deepseek-v3", Fp8, 688_574_839_360.0, 5e-3),
        ("deepseek-v3.2", Fp8, 689_483_049_129.0, 5e-3),
        ("kimi-k2", Fp8, 1_029_173_256_720.0, 5e-3),
        ("minimax-m2", Fp8, 230_121_630_720.0, 5e-3),
        ("minimax-m2.7", Fp8, 230_134_260_592.0, 5e-3),
        ("kimi-k2.5", Int4, 0.603 * 1_026_408_232_448.0, 0.05),
    ] {
        let computed = llm(id).checkpoint_bytes(precision);
        assert!(
            off_by(computed, bytes) < tolerance,
            "{id}: {computed}, published {bytes}"
        );
    }
}

#[test]
fn typical_dense_models_have_the_size_asked_for() {
    let mut billions = 0.1;
    while billions <= 2000.0 {
        let llm = Llm::typical_dense(billions).expect("in range");
        assert!(llm.is_typical);
        assert!(
            off_by(float(llm.total_params()), billions * 1e9) < 0.03,
            "{billions}: {llm:?}"
        );
        billions *= 1.07;
    }
    let seventy = Llm::typical_dense(70.0).expect("in range");
    assert_eq!((seventy.layers(), seventy.hidden), (80, 8192));
    assert_eq!(seventy.kv_bytes_per_token(KvPrecision::Bf16), 327_680);
    for outside in [0.0, -1.0, 0.09, 2001.0, f64::NAN, f64::INFINITY] {
        assert!(Llm::typical_dense(outside).is_err(), "{outside}");
    }
}

#[test]
fn ids_are_unique() {
    let mut ids: Vec<&str> = catalog::llms().iter().map(|llm| llm.id.as_str()).collect();
    ids.extend(catalog::gpus().iter().map(|gpu| gpu.id.as_str()));
    ids.extend(catalog::engines().iter().map(|engine| engine.id.as_str()));
    let count = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), count);
}

/// A peak is that of the narrowest format that the chip computes in.
#[test]
fn peaks_fall_back_to_wider_formats() {
    let peak = |gpu: &str, precision| {
        catalog::gpu(gpu)
            .expect("in the catalogue")
            .peak_flops(precision)
            / 1e12
    };
    for (gpu, precision, tflops) in [
        ("h100-sxm", WeightPrecision::Bf16, 989.4),
        ("h100-sxm", WeightPrecision::Fp8, 1978.9),
        ("h100-sxm", WeightPrecision::Int4, 989.4),
        ("h100-sxm", WeightPrecision::Mxfp4, 989.4),
        ("h100-sxm", WeightPrecision::Nvfp4, 989.4),
        ("a100-sxm-80gb", WeightPrecision::Fp8, 312.0),
        ("a100-sxm-80gb", WeightPrecision::Int8, 624.0),
        ("b200", WeightPrecision::Nvfp4, 9000.0),
        ("b200", WeightPrecision::Mxfp4, 4500.0),
        ("mi300x", WeightPrecision::Fp8, 2614.9),
    ] {
        assert!(
            off_by(peak(gpu, precision), tflops) < 1e-12,
            "{gpu} {precision}"
        );
    }
}
