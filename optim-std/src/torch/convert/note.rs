//! What a conversion has to say.

use std::fmt;

use crate::torch::error::listed;

/// Something to know about a conversion: where training goes on differently, and what was left out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// Adam and AdamW: `eps` is a number, which is added before the bias correction here, after it in torch.
    EpsPlacement {
        /// The group.
        group: String,
        /// The number.
        eps: f64,
        /// The second beta.
        beta2: f64,
    },
    /// Adam and AdamW: another `eps` than the optimizer here had.
    EpsReplaced {
        /// The group.
        group: String,
        /// The number here.
        here: f64,
        /// That of the file, which holds now.
        file: f64,
    },
    /// Adam and AdamW: parameters whose first gradient came later than that of others in their group. The schedule
    /// [`TorchEps`](super::super::TorchEps) of the group is that of the others.
    EpsLate {
        /// The group.
        group: String,
        /// The parameters.
        params: Vec<String>,
        /// By how much more `eps` acts in the next step than in torch.
        factor: f64,
    },
    /// Muon: torch iterates in `bfloat16`, Muon here in the type of the parameters.
    MuonPrecision,
    /// NAdam: the product that corrects the momentum has one factor more here.
    NAdamCorrection,
    /// SGD: these parameters have no momentum yet; the first gradient is dampened here, not in torch.
    FirstDampening {
        /// The parameters.
        params: Vec<String>,
    },
    /// Hugging Face's AdamW decays the parameter after the update, this one before.
    DecayAfterUpdate {
        /// The group.
        group: String,
        /// The decay.
        weight_decay: f64,
    },
    /// A hyperparameter has a schedule here, which stays; the file has a number.
    ScheduleKept {
        /// The group.
        group: String,
        /// The hyperparameter.
        hyper: &'static str,
    },
    /// A scheduler of torch changed the learning rate, and nothing here does.
    SchedulerMissing {
        /// The group.
        group: String,
        /// The learning rate that the scheduler started from.
        initial_lr: f64,
        /// The learning rate of the file, which stays.
        lr: f64,
    },
    /// A hyperparameter has a schedule; its value for the next step was written.
    ScheduleWritten {
        /// The group.
        group: String,
        /// The hyperparameter.
        hyper: &'static str,
    },
    /// A hyperparameter that the file does not have keeps its value.
    Kept {
        /// The group.
        group: String,
        /// The hyperparameter.
        hyper: &'static str,
    },
    /// A setting of the file that nothing is known of was left out.
    LeftOut {
        /// Where it is in the file.
        place: String,
        /// The setting.
        key: String,
    },
    /// The file does not count steps: schedules start at 0.
    StepsUnknown,
    /// Powers of betas are those of no step count, because betas have changed: they are taken as they are, or where only a
    /// count can be written, replaced.
    PowersOfNoStep {
        /// The parameter.
        param: String,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EpsPlacement { group, eps, beta2 } => write!(
                f,
                "group `{group}`: training will differ, because `eps` = {eps:?} is added before the bias correction here, after it in \
                 torch: in step t it acts as if it were 1/√(1 - {beta2:?}ᵗ) times as large here, {:.3} times in the first step and \
                 {:.3} times in step 1000; to compute the same, give `eps` the schedule `TorchEps::new({eps:?}, {beta2:?})`",
                (1.0 - beta2).sqrt().recip(),
                (1.0 - beta2.powi(1000)).sqrt().recip()
            ),
            Self::EpsReplaced { group, here, file } => {
                write!(f, "group `{group}`: `eps` was {here:?} here and is {file:?} now, as in the file")
            }
            Self::EpsLate { group, params, factor } => write!(
                f,
                "group `{group}`: {} got their first gradient later than other parameters of the group; `eps` acts {factor:.3} times as \
                 large on them in the next step as in torch, and less from step to step; to continue exactly, build the optimizer with \
                 groups of parameters that started together, `.group(\"late\", |p| p.name() == {:?}, |h| h)`, and convert with \
                 `Names::InFile` or `Names::listed`",
                listed(params),
                params.first().map_or("", String::as_str)
            ),
            Self::MuonPrecision => f.write_str(
                "torch computes the iterations of Muon in `bfloat16`, Muon here in the type of the parameters: \
                 single updates differ by up to some percent, the more exact ones are here",
            ),
            Self::NAdamCorrection => f.write_str(
                "NAdam here corrects the momentum by one factor more than torch: the next steps differ by up to some percent",
            ),
            Self::FirstDampening { params } => write!(
                f,
                "{} have no momentum yet: their first gradient is dampened here, not in torch; \
                 save after a step with all gradients to go on as there",
                listed(params)
            ),
            Self::DecayAfterUpdate { group, weight_decay } => write!(
                f,
                "group `{group}`: Hugging Face's AdamW applies `weight_decay` = {weight_decay:?} after the update, this one before: \
                 the difference is `lr * weight_decay` of each update"
            ),
            Self::ScheduleKept { group, hyper } => {
                write!(f, "group `{group}`: the schedule of `{hyper}` stays; the file has a number")
            }
            Self::SchedulerMissing { group, initial_lr, lr } => write!(
                f,
                "group `{group}`: in torch a scheduler changed `lr`, which began at {initial_lr:?} and is {lr:?} now; no schedule is attached here, \
                 so it stays at {lr:?}; to continue the scheduler, call `TorchFile::open(\"scheduler.pt\")?.scheduler()?.schedule()?.attach(&mut opt)?` \
                 after loading"
            ),
            Self::ScheduleWritten { group, hyper } => {
                write!(f, "group `{group}`: `{hyper}` has a schedule; its value for the next step was written")
            }
            Self::Kept { group, hyper } => write!(f, "group `{group}`: `{hyper}` is not in the file and stays as it is"),
            Self::LeftOut { place, key } => write!(f, "`{key}` in {place} was left out: nothing is known of it"),
            Self::StepsUnknown => f.write_str(
                "the file does not count steps; set the count with `set_steps` if there are schedules",
            ),
            Self::PowersOfNoStep { param } => {
                write!(f, "the powers of the betas of `{param}` are those of no step count: the betas have changed on the way")
            }
        }
    }
}
