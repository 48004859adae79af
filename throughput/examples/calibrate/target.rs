//! What each measurement asks of the constants.

use std::collections::BTreeMap;

use throughput::iteration::Constants;
use throughput::validation::{Case, Measurement, Question, closed_loop, predict};

/// What a row of the fit is compared with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Target {
    /// Output tokens per second.
    Output,
    /// Seconds of a whole request in a closed loop.
    WholeRequest,
    /// Mean seconds between tokens of a closed loop in its steady state.
    Tpot,
    /// Mean time to first token, simulated or of a lone prompt.
    Ttft,
}

/// One number to fit.
pub(crate) struct Row {
    pub(crate) case: Case,
    pub(crate) target: Target,
    pub(crate) measured: f64,
    pub(crate) source: String,
    pub(crate) weight: f64,
}

/// Simulating each closed loop for each constant takes long; some of the rows say as much as all.
const TTFT_STRIDE: usize = 5;
/// A first token depends on how a benchmark was started; it says less of the physics.
const TTFT_WEIGHT: f64 = 0.3;
/// Rows of one configuration repeat each other: n of them weigh like n^0.7.
const CLUSTER_POWER: f64 = -0.3;

/// The numbers to fit in a file of measurements.
pub(crate) fn rows(measurements: &[Measurement]) -> Vec<Row> {
    let mut rows: Vec<Row> = measurements
        .iter()
        .enumerate()
        .flat_map(|(index, m)| targets(index, m))
        .collect();
    let mut sizes: BTreeMap<String, f64> = BTreeMap::new();
    for row in &rows {
        *sizes.entry(cluster(row)).or_default() += 1.0;
    }
    for row in &mut rows {
        row.weight *= sizes[&cluster(row)].powf(CLUSTER_POWER);
    }
    rows
}

fn targets(index: usize, m: &Measurement) -> Vec<Row> {
    let Ok(case) = Case::from_row(m) else {
        return Vec::new();
    };
    if predict(&case, Constants::shipped()).is_err() {
        return Vec::new();
    }
    let ttft = m.ttft_ms_mean.map(|ms| ms / 1e3);
    let tpot = m.tpot_ms_mean.map(|ms| ms / 1e3);
    let candidates = match case.question {
        Question::ClosedLoop { prompts: None, .. } => vec![(Target::Tpot, tpot, 1.0)],
        Question::ClosedLoop { concurrency, .. } => {
            let decode = tpot.map(|tpot| tpot * (case.traffic.osl - 1.0));
            let whole = decode
                .zip(ttft)
                .map(|(decode, ttft)| 0.1_f64.mul_add(-case.first_wave_delay_s, decode + ttft));
            let simulated = index.is_multiple_of(TTFT_STRIDE) && concurrency <= 64.0;
            vec![
                (Target::WholeRequest, whole, 1.0),
                (Target::Ttft, ttft.filter(|_| simulated), TTFT_WEIGHT),
            ]
        }
        Question::LonePrefill => vec![(Target::Ttft, ttft, 1.0)],
        Question::Offline { .. } | Question::StaticBatch { .. } | Question::Wave { .. } => {
            vec![(Target::Output, m.output_tok_s(), 1.0)]
        }
        _ => Vec::new(),
    };
    candidates
        .into_iter()
        .filter_map(|(target, measured, weight)| {
            let measured = measured.filter(|value| *value > 0.0)?;
            Some(Row {
                case: case.clone(),
                target,
                measured,
                source: m.source.clone(),
                weight,
            })
        })
        .collect()
}

/// Rows of one configuration and source.
pub(crate) fn cluster(row: &Row) -> String {
    let served = &row.case.deployment;
    format!(
        "{}|{}|{}|{}|{}|{:?}",
        served.gpu.id, served.llm.id, served.engine.id, served.weights, row.source, row.target
    )
}

impl Row {
    /// ln(predicted / measured) as a speed: positive is too fast.
    pub(crate) fn residual(&self, constants: &Constants) -> f64 {
        let predicted = match self.target {
            Target::WholeRequest => {
                closed_loop(&self.case, constants).map(|state| state.whole_request_s)
            }
            Target::Tpot => closed_loop(&self.case, constants).map(|state| state.tpot_s),
            Target::Output => predict(&self.case, constants)
                .ok()
                .and_then(|p| p.output_tok_s),
            Target::Ttft => predict(&self.case, constants).ok().and_then(|p| p.ttft_s),
        };
        let ratio = predicted.map_or(0.0, |predicted| (predicted / self.measured).ln());
        if self.target == Target::Output {
            ratio
        } else {
            -ratio
        }
    }
}
