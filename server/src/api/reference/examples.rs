//! A call for every endpoint, for a shell.

/// The calls of an endpoint, with `{origin}` for where the server is.
pub(super) fn of(path: &str, method: &str) -> &'static [&'static str] {
    match (path, method) {
        ("/api/v1/estimate", "GET") => &[
            "curl '{origin}/api/v1/estimate?model=llama-3.3-70b&gpu=h100-sxm&tp=2&weights=fp8&isl=1000&osl=1000&ttft_p99_ms=2000&tpot_p99_ms=50'",
        ],
        ("/api/v1/estimate", "POST") => &[
            r#"curl '{origin}/api/v1/estimate' -H 'Content-Type: application/json' \
  -d '{"model": "deepseek-v3", "gpu": "h200-sxm", "tp": 8, "ep": true, "isl": "4k", "osl": 500}'"#,
        ],
        ("/api/v1/economics", "GET") => &[
            "curl '{origin}/api/v1/economics?model=llama-3.3-70b&gpu=h100-sxm&tp=2&requests_per_day=200k&profile=office&autoscale=1'",
        ],
        ("/api/v1/economics", "POST") => &[
            r#"curl '{origin}/api/v1/economics' -H 'Content-Type: application/json' \
  -d '{"model": "llama-3.3-70b", "gpu": "h100-sxm", "tp": 2, "load": "users", "users": 5000, "batch_share": 0.3}'"#,
        ],
        ("/api/v1/simulate", "POST") => &[
            r#"curl '{origin}/api/v1/simulate' -H 'Content-Type: application/json' \
  -d '{"model": "llama-3.1-8b", "gpu": "l40s", "tp": 1, "isl": 1000, "isl_cv": 1, "osl": 200, "load_share": 0.7, "requests": 2000}'"#,
            r#"curl -N '{origin}/api/v1/simulate' -H 'Content-Type: application/json' -H 'Accept: application/x-ndjson' \
  -d '{"model": "llama-3.1-8b", "gpu": "l40s", "tp": 1, "trace": "input,output,arrival_s\n900,120,0\n350,80,0.4\n2100,300,1.1"}'"#,
        ],
        ("/api/v1/models", "GET") => &["curl '{origin}/api/v1/models'"],
        ("/api/v1/gpus", "GET") => &["curl '{origin}/api/v1/gpus'"],
        ("/api/v1/engines", "GET") => &["curl '{origin}/api/v1/engines'"],
        ("/api/v1/prices", "GET") => {
            &["curl '{origin}/api/v1/prices?gpu=h100-sxm&model=llama-3.3-70b'"]
        }
        _ => &[],
    }
}
