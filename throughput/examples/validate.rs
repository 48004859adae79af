//! Grades the model against a file of published measurements.

use std::collections::BTreeMap;
use throughput::iteration::Constants;
use throughput::validation::*;

fn main() -> anyhow::Result<()> {
    let file = std::env::args().nth(1).expect("file");
    let rows = read_measurements(&std::fs::read_to_string(file)?)?;
    let mut tables: BTreeMap<String, ErrorTable> = BTreeMap::new();
    let mut un: BTreeMap<String, usize> = BTreeMap::new();
    for row in &rows {
        let case = match Case::from_row(row).and_then(|c| predict(&c, Constants::shipped()).map(|p| (c, p))) { Ok(c) => c, Err(e) => { *un.entry(e.to_string()).or_default() += 1; continue } };
        let (c, p) = case;
        let mut add = |m: &str, pr: Option<f64>, me: Option<f64>| if let (Some(a), Some(b)) = (pr, me) {
            for k in [format!("{m} | all"), format!("{m} | scen {}", row.scenario), format!("{m} | gpu {}", c.deployment.gpu.id), format!("{m} | eng {}", c.deployment.engine.id), format!("{m} | model {}", c.deployment.llm.id), format!("{m} | w {}", c.deployment.weights), format!("{m} | src {}", row.source), format!("{m} | moe {}", c.deployment.llm.is_moe())] {
                tables.entry(k).or_default().add(a, b);
            }
        };
        add("thr", p.output_tok_s, row.output_tok_s());
        add("tpot", p.tpot_s, row.tpot_ms_mean.map(|x| x / 1e3));
        add("ttft", p.ttft_s, row.ttft_ms_mean.map(|x| x / 1e3));
    }
    for (k, t) in &tables { let s = t.slice().unwrap(); println!("{k:60} n {:5} med {:6.1} mean {:7.1} p90 {:7.1} bias {:7.1} w20 {:5.1}", s.count, s.median*100., s.mean*100., s.p90*100., s.bias*100., s.within_20*100.); }
    for (k, n) in un { println!("UN {n} {k}"); }
    Ok(())
}
