//! Notes of a conversion.

use std::fmt;

use crate::torch::error::listed;
use optim_core::__private::messages::shown;

/// A remark about a conversion: a difference in the further training, or something that was left out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// Adam and AdamW: `eps` is a number. It is added before the bias correction here, and after it in torch.
    EpsPlacement {
        /// The group.
        group: String,
        /// The number.
        eps: f64,
        /// The second beta.
        beta2: f64,
    },
    /// Adam and AdamW: `eps` differs from the optimizer here.
    EpsReplaced {
        /// The group.
        group: String,
        /// The number here.
        here: f64,
        /// The value in the file, which replaces it.
        file: f64,
    },
    /// Muon: torch iterates in `bfloat16`, and Muon here in the type of the parameters.
    MuonPrecision,
    /// Muon: these parameters have a view or more than two axes. The two programs may divide them into different matrices.
    MuonMatrices {
        /// The parameters.
        params: Vec<String>,
    },
    /// The states of the wrappers do not change: only the inner optimizer's state was read.
    WrapperKept {
        /// The wrapper with its inner optimizers.
        optimizer: &'static str,
        /// The inner optimizer.
        inner: &'static str,
        /// The states that do not change.
        states: Vec<String>,
    },
    /// A wrapper that uses several gradients per step starts again with the first of them: these states are as before the first step.
    WrapperRestarted {
        /// The wrapper with its inner optimizers.
        optimizer: &'static str,
        /// The states.
        states: Vec<String>,
    },
    /// The states of wrappers were left out: only the state of the inner optimizer was written.
    WrapperLeftOut {
        /// The wrapper with its inner optimizers.
        optimizer: &'static str,
        /// The inner optimizer.
        inner: &'static str,
        /// The states that are not in the file.
        states: Vec<String>,
    },
    /// NAdam: the product that corrects the momentum has one more factor here.
    NAdamCorrection,
    /// SGD: these parameters have no momentum yet. Their first gradient is dampened here, but not in torch.
    FirstDampening {
        /// The parameters.
        params: Vec<String>,
    },
    /// Hugging Face's AdamW decays the parameter after the update. AdamW here decays it before.
    DecayAfterUpdate {
        /// The group.
        group: String,
        /// The decay.
        weight_decay: f64,
    },
    /// A hyperparameter has a schedule here, which is kept. The file has a number.
    ScheduleKept {
        /// The group.
        group: String,
        /// The hyperparameter.
        hyper: &'static str,
    },
    /// In torch, a scheduler changed the learning rate. Here, nothing does. One note for all groups.
    SchedulerMissing {
        /// The groups, each with the scheduler's initial learning rate and the learning rate in the file, which is used.
        groups: Vec<(String, f64, f64)>,
        /// True if the groups have the `max_lr` and `min_lr` of a `OneCycleLR`. The file has no data of other schedulers.
        one_cycle: bool,
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
    /// An unknown setting of the file was left out.
    LeftOut {
        /// The place in the file.
        place: String,
        /// The setting.
        key: String,
    },
    /// The file does not count steps: schedules start at 0.
    StepsUnknown,
    /// Adam, AdamW and Adamax: the betas changed during the run, so no step count gives the powers of the betas in the
    /// file.
    PowersOfNoStep {
        /// The parameters.
        params: Vec<String>,
    },
}

impl fmt::Display for Note {
    #[expect(clippy::too_many_lines, reason = "one text for each note")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EpsPlacement { group, eps, beta2 } => write!(
                f,
                "group `{}`: training will differ, because `eps` = {eps:?} is added before the bias correction here, after it in \
                 torch: in step t it acts as if it were 1/√(1 - {beta2:?}ᵗ) times as large here, {:.3} times in the first step and \
                 {:.3} times in step 1000; to compute the same, build with `eps_after_correction(true)`",
                shown(group),
                (1.0 - beta2).sqrt().recip(),
                (1.0 - beta2.powi(1000)).sqrt().recip()
            ),
            Self::EpsReplaced { group, here, file } => {
                write!(f, "group `{}`: `eps` was {here:?} here and is {file:?} now, as in the file", shown(group))
            }
            Self::MuonPrecision => f.write_str(
                "torch computes the iterations of Muon in `bfloat16`, Muon here in the type of the parameters: \
                 single updates differ by up to some percent, the more exact ones are here",
            ),
            Self::MuonMatrices { params } => write!(
                f,
                "Muon here orthogonalizes {} in the matrices of their views, or as one matrix of the first axis by all others: \
                 torch's takes parameters of two axes as they are, and other programs divide those of more axes in their own ways",
                listed(params)
            ),
            Self::WrapperKept { optimizer, inner, states } => {
                let states = if states.is_empty() { String::new() } else { format!(", with {}", listed(states)) };
                write!(f, "{optimizer}: the state of {inner} was read; the wrapper stays as it is{states}")
            }
            Self::WrapperRestarted { optimizer, states } => write!(
                f,
                "{optimizer}: the gradients since the last step of the inner optimizer were dropped; {} restarted",
                listed(states)
            ),
            Self::WrapperLeftOut { optimizer, inner, states } => {
                write!(f, "{optimizer}: the file contains only {inner}")?;
                match states.is_empty() {
                    true => f.write_str(", not the wrapper"),
                    false => write!(f, "; the wrapper's states {} were omitted", listed(states)),
                }
            }
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
                "group `{}`: Hugging Face's AdamW applies `weight_decay` = {weight_decay:?} after the update, this one before: \
                 the difference is `lr * weight_decay` of each update",
                shown(group)
            ),
            Self::ScheduleKept { group, hyper } => {
                write!(f, "group `{}`: the schedule of `{}` stays; the file has a number", shown(group), shown(hyper))
            }
            Self::SchedulerMissing { groups, one_cycle } => {
                let schedule = if *one_cycle {
                    "`.one_cycle(&saved)?`, where `saved` is the `OptimizerState`"
                } else {
                    "`.schedule()?`, or for a LambdaLR such as the Trainer's `.linear_with_warmup(warmup, total)?`"
                };
                write!(
                    f,
                    "in torch a scheduler changed `lr`, which {}; no schedule is attached here, so it stays; to continue the scheduler, \
                     load the state, read the scheduler's with `TorchFile::open(\"scheduler.pt\")?.scheduler()?`, make its schedules with \
                     {schedule}, and attach them with `.attach(&mut opt)?`",
                    rates(groups)
                )
            }
            Self::ScheduleWritten { group, hyper } => {
                write!(f, "group `{}`: `{}` has a schedule; its value for the next step was written", shown(group), shown(hyper))
            }
            Self::Kept { group, hyper } => write!(f, "group `{}`: `{}` is not in the file and stays as it is", shown(group), shown(hyper)),
            Self::LeftOut { place, key } => write!(f, "`{}` in {} was left out: nothing is known of it", shown(key), shown(place)),
            Self::StepsUnknown => f.write_str(
                "the file does not count steps; set the count with `set_steps` if there are schedules",
            ),
            Self::PowersOfNoStep { params } => write!(
                f,
                "the betas changed during the run; torch computes the powers of the betas of {} from the step count and the current betas",
                listed(params)
            ),
        }
    }
}

/// The changes of learning rates. Names of groups are shown if the changes differ.
fn rates(groups: &[(String, f64, f64)]) -> String {
    const FEW: usize = 8;
    let text = |initial_lr: f64, lr: f64| format!("began at {initial_lr:?} and is {lr:?} now");
    if let [(_, initial_lr, lr), rest @ ..] = groups
        && rest.iter().all(|(_, other_initial, other)| (other_initial, other) == (initial_lr, lr))
    {
        return text(*initial_lr, *lr);
    }
    let each = |(group, initial_lr, lr): &(String, f64, f64)| {
        format!("{} in group `{}`", text(*initial_lr, *lr), shown(group))
    };
    let mut all: Vec<String> = groups.iter().take(FEW).map(each).collect();
    if groups.len() > FEW {
        all.push(format!("changed in {} more groups", groups.len() - FEW));
    }
    all.join(", ")
}

/// Facts for notes that are written once for all parameters or groups.
#[derive(Default)]
pub(in crate::torch) struct Gathered {
    /// True if any parameter had a step count.
    pub(in crate::torch) counts: bool,
    /// Parameters of SGD without momentum so far, whose first gradient will be dampened.
    pub(in crate::torch) undamped: Vec<String>,
    /// Parameters whose powers of betas fit no step count.
    pub(in crate::torch) no_step: Vec<String>,
    /// Parameters of Muon that the programs may divide into different matrices.
    pub(in crate::torch) divided: Vec<String>,
    /// Groups with a scheduler: its initial learning rate, and the learning rate in the file.
    pub(in crate::torch) scheduled: Vec<(String, f64, f64)>,
    /// True if it was a `OneCycleLR`.
    pub(in crate::torch) one_cycle: bool,
}

impl Gathered {
    pub(in crate::torch) fn into_notes(self, notes: &mut Vec<Note>) {
        if !self.scheduled.is_empty() {
            notes.push(Note::SchedulerMissing { groups: self.scheduled, one_cycle: self.one_cycle });
        }
        if !self.undamped.is_empty() {
            notes.push(Note::FirstDampening { params: self.undamped });
        }
        if !self.divided.is_empty() {
            notes.push(Note::MuonMatrices { params: self.divided });
        }
        if !self.no_step.is_empty() {
            notes.push(Note::PowersOfNoStep { params: self.no_step });
        }
    }
}
