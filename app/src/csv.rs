//! The curve as CSV, in a link that needs neither server nor script.

use std::fmt::Write as _;

use throughput::estimate::CurvePoint;

/// The columns, named as in the JSON API.
const HEADER: &str =
    "concurrency,output_tok_s,output_tok_s_per_gpu,tpot_ms,ttft_ms,usd_per_m_output_all_in";

/// The curve as CSV with a header line.
#[must_use]
pub fn of_curve(curve: &[CurvePoint]) -> String {
    let mut text = String::from(HEADER);
    for point in curve {
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n{},{:.3},{:.3},{:.4},{:.4},{:.6}",
            point.concurrency,
            point.output_tok_s,
            point.output_tok_s_per_gpu,
            point.tpot_ms,
            point.ttft_ms,
            point.usd_per_m_output_all_in
        );
    }
    text
}

/// The same as a `data:` address.
#[must_use]
pub fn data_address(curve: &[CurvePoint]) -> String {
    format!(
        "data:text/csv;charset=utf-8,{}",
        of_curve(curve).replace('\n', "%0A")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_a_line_under_the_header() {
        let point = CurvePoint {
            concurrency: 8.0,
            output_tok_s: 400.0,
            output_tok_s_per_gpu: 200.0,
            tpot_ms: 20.0,
            ttft_ms: 90.5,
            usd_per_m_output_all_in: 4.861_111,
        };
        let text = of_curve(&[point, point]);
        assert_eq!(text.lines().count(), 3);
        assert!(text.ends_with("\n8,400.000,200.000,20.0000,90.5000,4.861111"));
        assert!(!data_address(&[point]).contains('\n'));
    }
}
