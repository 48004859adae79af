//! The fleet that serves the traffic: replicas, GPUs, the month's bill, and what its tokens cost
//! with idle time in it.

use serde::{Deserialize, Serialize};

use super::demand::{DAYS_PER_MONTH, Demand};
use super::fleet_size::FleetSizer;
use super::profile::HOURS;
use super::question::EconomicsQuestion;
use super::token_bill::{BillShares, TokenBill, TokenPrices, Tokens};
use crate::estimate::{Estimate, OperatingPoint, Outcome};

/// A fleet, or why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum FleetOutcome {
    /// The fleet.
    Fleet(Box<Fleet>),
    /// Why there is none: the operating point's reason.
    None {
        /// A sentence.
        reason: String,
    },
}

impl FleetOutcome {
    /// The fleet, if there is one.
    #[must_use]
    pub fn fleet(&self) -> Option<&Fleet> {
        match self {
            Self::Fleet(fleet) => Some(fleet),
            Self::None { .. } => None,
        }
    }
}

/// A fleet of identical replicas.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Fleet {
    /// Requests per second that one replica serves in real time; `None` when all can wait.
    pub real_time_requests_per_s: Option<f64>,
    /// Requests per second that one replica serves as batch work.
    pub batch_requests_per_s: f64,
    /// GPUs of one replica.
    pub gpus_per_replica: u32,
    /// Replicas that real-time requests need in each hour, from midnight on.
    pub busy_replicas: [u64; HOURS],
    /// Replicas that run in each hour, spares and further batch work not counted.
    pub running_replicas: [u64; HOURS],
    /// Replicas that stand by for a failure, in `replicas`.
    pub spare_replicas: u32,
    /// Most replicas at once, spares counted.
    pub replicas: u64,
    /// Most GPUs at once: `replicas` x `gpus_per_replica`.
    pub gpus: u64,
    /// Replica-hours of a day that are paid.
    pub replica_hours_per_day: u64,
    /// Of these, added because batch work does not fit into idle hours.
    pub extra_batch_hours_per_day: u64,
    /// Batch requests of a day that ride along on busy replicas, at the real-time rate.
    pub mixed_batch_requests_per_day: f64,
    /// Replica-hours of a day that the other batch requests take, at the batch rate.
    pub batch_hours_per_day: f64,
    /// Replica-hours of a day with work at the operating point's full rate.
    pub work_hours_per_day: f64,
    /// Work over paid hours, within (0, 1].
    pub utilisation: f64,
    /// GPU-hours of a month: a day's x 730 / 24.
    pub gpu_hours_per_month: f64,
    /// US dollars for one GPU for one hour.
    pub usd_per_gpu_hour: f64,
    /// The bill of a month: GPU-hours x price, split by kind of token.
    pub month: TokenBill,
    /// What the same tokens cost with idle time in: the month's bill over its tokens.
    pub effective: TokenPrices,
    /// What they would cost if every paid hour were full: `effective` x `utilisation`.
    pub ideal: TokenPrices,
    /// US dollars a month for the spares alone.
    pub spare_usd_per_month: f64,
}

/// What sizes and prices a fleet: everything but the volume.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FleetModel {
    pub(crate) sizer: FleetSizer,
    pub(crate) gpus_per_replica: u32,
    pub(crate) usd_per_gpu_hour: f64,
    real_time_per_s: Option<f64>,
    batch_per_s: f64,
    real_time_shares: BillShares,
    batch_shares: BillShares,
    per_request: Tokens,
}

impl FleetModel {
    /// The model of a fleet, or the reason why there is none.
    pub(crate) fn new(
        estimate: &Estimate,
        question: &EconomicsQuestion,
        demand: &Demand,
        usd_per_gpu_hour: f64,
    ) -> Result<Self, String> {
        let batch_share = question.demand().batch_share;
        let real_time = match &estimate.real_time {
            Outcome::Point(point) => Some(&**point),
            Outcome::None(_) if batch_share >= 1.0 => None,
            Outcome::None(none) => return Err(none.reason.clone()),
        };
        // Without a batch point batch work runs at the real-time point.
        let batch = match (&estimate.batch, real_time) {
            (Outcome::Point(point), _) => &**point,
            (Outcome::None(_), Some(point)) => point,
            (Outcome::None(none), None) => return Err(none.reason.clone()),
        };
        let scenario = &estimate.scenario;
        let replicas = f64::from(scenario.replicas());
        let per_request = Tokens::of_request(scenario.traffic());
        let shares = |point: &OperatingPoint| {
            BillShares::of_point(point, per_request)
                .ok_or_else(|| "The estimate was made at a GPU price of zero.".to_owned())
        };
        let rate = |point: &OperatingPoint| point.request_rate_per_s / replicas;
        let real_time_per_s = real_time.map(rate);
        // Batch work can run at the real-time point too.
        let batch_per_s = rate(batch).max(real_time_per_s.unwrap_or(0.0));
        let sizing_rate = real_time_per_s.unwrap_or(batch_per_s);
        if !(sizing_rate > 0.0 && batch_per_s > 0.0) {
            return Err("The operating point serves no requests.".to_owned());
        }
        Ok(Self {
            sizer: FleetSizer::new(
                &question.demand().profile.shares(),
                demand.burst,
                batch_share,
                sizing_rate,
                batch_per_s,
                question.fleet,
            ),
            gpus_per_replica: scenario.deployment().parallelism.gpus(),
            usd_per_gpu_hour,
            real_time_per_s,
            batch_per_s,
            real_time_shares: shares(real_time.unwrap_or(batch))?,
            batch_shares: shares(batch)?,
            per_request,
        })
    }

    /// US dollars a month for replica-hours of a day.
    pub(crate) fn usd_per_month(&self, replica_hours_per_day: f64) -> f64 {
        replica_hours_per_day
            * DAYS_PER_MONTH
            * f64::from(self.gpus_per_replica)
            * self.usd_per_gpu_hour
    }

    /// The same with replicas that follow the hours of the day, or that do not.
    pub(crate) fn with_autoscale(mut self, autoscale: bool) -> Self {
        self.sizer.fleet.autoscale = autoscale;
        self
    }

    /// The fleet for a volume.
    pub(crate) fn fleet(&self, requests_per_day: f64) -> Fleet {
        let size = self.sizer.size(requests_per_day);
        let work_hours = self.sizer.work_hours(requests_per_day);
        let gpus = f64::from(self.gpus_per_replica);
        let spare_replicas = self.sizer.fleet.spare_replicas;
        let real_time_hours = self.sizer.real_time_work_hours(requests_per_day);
        let shares = self
            .real_time_shares
            .mix(self.batch_shares, real_time_hours / work_hours);
        let tokens_m = self.per_request.millions(requests_per_day * DAYS_PER_MONTH);
        let bill = |hours: f64| TokenBill::split(self.usd_per_month(hours), tokens_m, shares);
        let month = bill(size.replica_hours);
        Fleet {
            real_time_requests_per_s: self.real_time_per_s,
            batch_requests_per_s: self.batch_per_s,
            gpus_per_replica: self.gpus_per_replica,
            busy_replicas: size.busy.map(count),
            running_replicas: size.running.map(count),
            spare_replicas,
            replicas: count(size.replicas),
            gpus: count(size.replicas * gpus),
            replica_hours_per_day: count(size.replica_hours),
            extra_batch_hours_per_day: count(size.extra_batch_hours),
            mixed_batch_requests_per_day: size.mixed_batch_requests,
            batch_hours_per_day: size.batch_hours,
            work_hours_per_day: work_hours,
            utilisation: (work_hours / size.replica_hours).min(1.0),
            gpu_hours_per_month: size.replica_hours * DAYS_PER_MONTH * gpus,
            usd_per_gpu_hour: self.usd_per_gpu_hour,
            effective: month.prices(),
            ideal: bill(work_hours.min(size.replica_hours)).prices(),
            month,
            spare_usd_per_month: self.usd_per_month(24.0 * f64::from(spare_replicas)),
        }
    }
}

/// A whole number as such.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number of replicas; what is beyond u64 saturates"
)]
fn count(whole: f64) -> u64 {
    whole as u64
}
