//! Look-ups by the spellings that people and benchmark files use.

use throughput::catalog;

fn llm_id(name: &str) -> Option<&'static str> {
    catalog::llm(name).map(|llm| llm.id.as_str())
}

fn gpu_id(name: &str) -> Option<&'static str> {
    catalog::gpu(name).map(|gpu| gpu.id.as_str())
}

#[test]
fn spellings_of_models_find_their_row() {
    for (name, id) in [
        ("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        ("meta-llama/Meta-Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        (
            "neuralmagic/Meta-Llama-3.1-8B-Instruct-quantized.w4a16",
            "llama-3.1-8b",
        ),
        ("llama3.1-8b", "llama-3.1-8b"),
        ("meta-llama/Meta-Llama-3-8B", "llama-3-8b"),
        ("meta-llama/Meta-Llama-3-70B-Instruct", "llama-3-70b"),
        (
            "hugging-quants/Meta-Llama-3.1-405B-Instruct-AWQ-INT4",
            "llama-3.1-405b",
        ),
        ("amd/Llama-3.1-405B-Instruct-FP8-KV", "llama-3.1-405b"),
        ("amd/Llama-2-70b-chat-hf-WMXFP4FP8", "llama-2-70b"),
        ("nvidia/Llama-3.3-70B-Instruct-NVFP4", "llama-3.3-70b"),
        (
            "RedHatAI/Llama-3.3-70B-Instruct-FP8-dynamic",
            "llama-3.3-70b",
        ),
        (
            "meta-llama/Llama-4-Scout-17B-16E-Instruct-FP8",
            "llama-4-scout",
        ),
        ("TheBloke/Llama-2-7B-GPTQ", "llama-2-7b"),
        ("mistralai/Mistral-7B-Instruct-v0.1", "mistral-7b"),
        ("mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3"),
        ("OpenHermes-2.5-Mistral-7B", "mistral-7b"),
        ("NousResearch/Hermes-3-Llama-3.1-70B", "llama-3.1-70b"),
        (
            "mistralai/Mistral-Small-3.1-24B-Instruct-2503",
            "mistral-small-3.2-24b",
        ),
        (
            "mistralai/Mistral-Small-24B-Instruct-2501",
            "mistral-small-24b",
        ),
        ("mistral-small-2409 22B", "mistral-small-22b"),
        ("mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b"),
        ("Qwen/Qwen2.5-72B-Instruct-GPTQ-Int4", "qwen2.5-72b"),
        ("Qwen/Qwen2-72B", "qwen2-72b"),
        ("Qwen/Qwen3-235B-A22B-Thinking-2507-FP8", "qwen3-235b-a22b"),
        ("qwen1.5-14b-chat", "qwen1.5-14b"),
        ("Qwen3.5-27B (dummy weights)", "qwen3.5-27b"),
        ("qwen3.6-27b-autoround-int4", "qwen3.6-27b"),
        ("nvidia/DeepSeek-R1-0528-FP4", "deepseek-r1"),
        ("deepseek-ai/DeepSeek-V3-0324", "deepseek-v3"),
        ("deepseek-ai/DeepSeek-R1-Distill-Llama-70B", "llama-3.3-70b"),
        ("deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", "qwen2.5-32b"),
        ("deepseek-v2:16b", "deepseek-v2-lite"),
        ("moonshotai/Kimi-K2-Instruct-0905", "kimi-k2"),
        ("moonshotai/Kimi-K2-Thinking", "kimi-k2-thinking"),
        ("nvidia/Kimi-K2.5-NVFP4", "kimi-k2.5"),
        ("openai/gpt-oss-120b", "gpt-oss-120b"),
        ("zai-org/GLM-4.5-Air-FP8", "glm-4.5-air"),
        ("cyankiwi/gemma-4-31B-it-AWQ-4bit", "gemma-4-31b"),
        ("gemma3:4b", "gemma-3-4b"),
        (
            "nvidia/Llama-3_3-Nemotron-Super-49B-v1_5-FP8",
            "nemotron-super-49b",
        ),
        ("EleutherAI/gpt-j-6b", "gpt-j-6b"),
        ("pixtral (HF implementation)", "pixtral-12b"),
    ] {
        assert_eq!(llm_id(name), Some(id), "{name}");
    }
}

#[test]
fn near_misses_of_models_find_nothing_or_their_own_row() {
    for (name, expected) in [
        ("Llama-3.2-1B", Some("llama-3.2-1b")),
        ("Llama-3.1-1B", None),
        ("Llama-3.1-80B", None),
        ("Llama-3.18B", None),
        ("Llama-8B", None),
        ("Llama-3.1", None),
        ("yuhuili/EAGLE3-LLaMA3.1-Instruct-8B", None),
        ("nvidia/Llama-3.1-Minitron-4B-Width-Base", None),
        ("mistral-small", None),
        ("Qwen3-Embedding-8B", None),
        ("Qwen3.8-Flash-Next (NVFP4+FP8)", None),
        ("Qwen/Qwen2-57B-A14B", None),
        ("DeepSeek-V4-Flash", None),
        ("Qwen3.5/3.8 27B class", None),
        ("(not in excerpt)", None),
        ("", None),
    ] {
        assert_eq!(llm_id(name), expected, "{name}");
    }
}

#[test]
fn every_model_finds_itself_by_each_of_its_names() {
    for llm in catalog::llms() {
        for name in std::iter::once(&llm.id).chain(&llm.aliases) {
            assert_eq!(llm_id(name), Some(llm.id.as_str()), "{name}");
        }
        assert_eq!(
            llm_id(&format!("someone/{}-Instruct-FP8", llm.id)),
            Some(llm.id.as_str())
        );
    }
}

#[test]
fn descriptions_of_gpus_find_their_row() {
    for (text, id) in [
        ("8xH100 SXM 80GB", "h100-sxm"),
        ("4x H100 80GB", "h100-sxm"),
        ("NVIDIA H100 80GB HBM3", "h100-sxm"),
        ("H100-PCIe-80GB", "h100-pcie"),
        ("NVIDIA H100 NVL", "h100-nvl"),
        ("H100 94GB", "h100-nvl"),
        ("H200-SXM-141GB", "h200-sxm"),
        ("NVIDIA H200 NVL", "h200-nvl"),
        ("H800", "h800-sxm"),
        ("GB200-NVL", "gb200"),
        ("GB300-NVL72", "gb300"),
        ("B200-SXM-180GB", "b200"),
        ("NVIDIA B200 192GB", "b200"),
        ("NVIDIA GH200 480GB", "gh200"),
        ("GH200 144GB HBM3e", "gh200-144gb"),
        ("2x A100 40GB, 2 nodes", "a100-sxm-40gb"),
        ("A100-PCIe-80GB", "a100-pcie-80gb"),
        ("NVIDIA A100-SXM4-80GB", "a100-sxm-80gb"),
        ("RTX PRO 6000 Blackwell", "rtx-pro-6000"),
        (
            "NVIDIA RTX PRO 6000 Blackwell Server Edition",
            "rtx-pro-6000",
        ),
        ("NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada"),
        ("RTX A6000", "rtx-a6000"),
        ("A6000 48GB", "rtx-a6000"),
        ("RTX 3090 (23.58 GiB)", "rtx-3090"),
        ("A40 (46068 MiB)", "a40"),
        ("2x T4 16GB", "t4"),
        ("1x MI300X", "mi300x"),
        ("MI355X-288GB", "mi355x"),
        ("AMD Instinct MI325X 256GB HBM3E", "mi325x"),
        ("AMD Instinct MI325X 256GB HBM3E (x16)", "mi325x"),
    ] {
        assert_eq!(gpu_id(text), Some(id), "{text}");
    }
}

#[test]
fn near_misses_of_gpus_find_nothing() {
    for text in [
        "RTX 4090 Laptop",
        "RTX 4070 Ti SUPER 16GB",
        "H100 MIG 1g.10gb",
        "A100 24GB",
        "AMD Instinct MI300X 192GB HBM3 (x32), AMD Instinct MI325X 256GB HBM3e (x16)",
        "TPU v5e-8",
        "Mac Studio M4 Max 128GB",
        "(47.53 GiB card)",
        "",
    ] {
        assert_eq!(gpu_id(text), None, "{text}");
    }
}

#[test]
fn every_gpu_finds_itself_by_each_of_its_names() {
    for gpu in catalog::gpus() {
        for name in std::iter::once(&gpu.id)
            .chain(&gpu.aliases)
            .chain([&gpu.name])
        {
            assert_eq!(gpu_id(name), Some(gpu.id.as_str()), "{name}");
        }
    }
}
