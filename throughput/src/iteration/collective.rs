//! Messages between the GPUs that share a layer.

use crate::catalog::Gpu;

/// An all-reduce (or an exchange of the same size) among the GPUs of one group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Collective {
    /// GPUs in the group.
    pub gpus: f64,
    /// Seconds before the first byte arrives, for a group of eight.
    pub latency_s: f64,
    /// Bytes a second that each GPU sends, as reached.
    pub bytes_per_s: f64,
}

impl Collective {
    /// A group of `gpus` GPUs of one kind; beyond the link's domain the network between servers
    /// sets latency and bandwidth.
    #[must_use]
    pub fn new(
        gpu: &Gpu,
        gpus: u32,
        latency_s: f64,
        efficiency: f64,
        network_bytes_per_s: f64,
    ) -> Self {
        let link = if gpus <= gpu.link_domain.max(1) {
            gpu.link_bytes_per_s
        } else {
            gpu.link_bytes_per_s.min(network_bytes_per_s)
        };
        Self {
            gpus: f64::from(gpus),
            latency_s,
            bytes_per_s: link * efficiency,
        }
    }

    /// Seconds for one all-reduce of `bytes`: the quicker of one-shot and two-shot.
    ///
    /// ```text
    /// latency log2(G) / 3 + min((G - 1) bytes, 2 (G - 1) / G bytes + latency) / bandwidth
    /// ```
    #[must_use]
    pub fn seconds(&self, bytes: f64) -> f64 {
        if self.gpus <= 1.0 || bytes <= 0.0 {
            return 0.0;
        }
        let latency = self.latency_s * self.gpus.log2() / 3.0;
        let one_shot = (self.gpus - 1.0) * bytes / self.bytes_per_s;
        let two_shot = 2.0 * (self.gpus - 1.0) / self.gpus * bytes / self.bytes_per_s;
        latency + one_shot.min(two_shot + latency)
    }

    /// Seconds for sending `bytes` from each GPU to others and as many answers back.
    #[must_use]
    pub fn exchange_seconds(&self, bytes: f64) -> f64 {
        let latency = self.latency_s * self.gpus.log2() / 3.0;
        2.0_f64.mul_add(latency, bytes / self.bytes_per_s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_gpu_sends_nothing_and_eight_take_their_latency() {
        let group = |gpus| Collective {
            gpus,
            latency_s: 15e-6,
            bytes_per_s: 300e9,
        };
        assert!(group(1.0).seconds(1e6).abs() < f64::EPSILON);
        // By hand: 7 x 16 kB one-shot at 300 GB/s is 0.373 us on top of 15 us.
        assert!((group(8.0).seconds(16_000.0) - 15.373_333e-6).abs() < 1e-11);
        // By hand: 16 MB two-shot is 2 x 7/8 x 16 MB / 300 GB/s = 93.3 us, plus 2 x 15 us.
        assert!((group(8.0).seconds(16e6) - 123.333_333e-6).abs() < 1e-10);
    }
}
