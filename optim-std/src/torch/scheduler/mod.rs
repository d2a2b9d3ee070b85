//! Schedulers of torch: their state in a file, and schedules that continue them.
//!
//! | file | purpose |
//! |---|---|
//! | `mod` | [`SchedulerState`]: kind, counters, learning rates |
//! | `plain` | values of a state, copied from the file |
//! | `kind` | recognizing the class of a state |
//! | `curve` | the schedule of a class and its arguments |
//! | `continued` | [`GroupSchedules`]: a schedule for each group, checked against the file |
//! | `transformers` | the schedules of Hugging Face, of which a file has only values |
//! | `advance` | the state after more steps, and its file |
//! | `error` | errors |

mod advance;
mod continued;
mod curve;
mod cycle;
mod error;
mod kind;
mod plain;
mod transformers;

use super::error::TorchError;
use super::file::TorchFile;
use super::value::TorchValue;
pub use continued::GroupSchedules;
pub use error::SchedulerError;
pub use kind::SchedulerKind;
use plain::{Plain, Reading};

/// The state of a scheduler as returned by `scheduler.state_dict()`, such as `scheduler.pt` of the Hugging Face
/// Trainer.
///
/// The file does not contain the class of the scheduler: [`kind`](Self::kind) recognizes it by the keys. [`schedule`](Self::schedule)
/// continues the scheduler if the file has all of its arguments. [`linear_with_warmup`](Self::linear_with_warmup) and the other methods
/// take the missing arguments. All of them compare their result with the learning rates of the file.
///
/// ```
/// use optim_std::prelude::*;
/// use optim_std::torch::TorchFile;
///
/// // `scheduler.pt` of a Trainer with `warmup_steps=4` and `max_steps=10`, after 5 steps.
/// let scheduler = TorchFile::open("../tests/torch/scheduler_hf_linear.pt")?.scheduler()?;
/// assert_eq!((scheduler.steps(), scheduler.base_lrs()), (5, [0.1, 0.2].as_slice()));
/// let schedules = scheduler.linear_with_warmup(4, 10)?;
/// assert!((schedules.group(0).at(6) - 0.1 * 4.0 / 6.0).abs() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SchedulerState {
    kind: SchedulerKind,
    /// The whole state in order, without the inner schedulers.
    entries: Vec<(String, Plain)>,
    /// The inner schedulers of a `SequentialLR` or a `ChainedScheduler`.
    inner: Vec<Self>,
    /// -1 for an inner scheduler of a `SequentialLR` that has not started.
    last_epoch: i64,
    base_lrs: Vec<f64>,
    last_lrs: Vec<f64>,
    /// True if the learning rates are in single precision.
    single: bool,
}

/// The largest number of schedulers. Each has a schedule for each group.
const MOST_SCHEDULES: usize = 1 << 14;

const INNER: &str = "_schedulers";
const LAST_EPOCH: &str = "last_epoch";
const LAST_LRS: &str = "_last_lr";
const BASE_LRS: &str = "base_lrs";

impl SchedulerState {
    pub(super) fn read(value: &TorchValue) -> Result<Self, TorchError> {
        let mut reading = Reading::new();
        let Plain::Dict(entries) = reading.read(value, 0)? else { return Err(value.not("a dict")) };
        let mut state = Self::of(entries, &value.place())?;
        state.single = reading.single;
        if state.schedulers() * state.base_lrs.len() > MOST_SCHEDULES {
            let what = "schedulers times parameter groups in the state of a scheduler";
            return Err(TorchError::Limit { what, limit: MOST_SCHEDULES as u64 });
        }
        Ok(state)
    }

    /// The number of schedulers, including inner ones.
    fn schedulers(&self) -> usize {
        1 + self.inner.iter().map(Self::schedulers).sum::<usize>()
    }

    fn of(mut entries: Vec<(String, Plain)>, place: &str) -> Result<Self, TorchError> {
        let wrong = |key: &str, what: &str| TorchError::damaged(place, format!("`{key}` of a scheduler {what}"));
        let keys: Vec<&str> = entries.iter().map(|(key, _)| key.as_str()).collect();
        let kind = SchedulerKind::of(&keys);
        let mut inner = Vec::new();
        if matches!(kind, SchedulerKind::Sequential | SchedulerKind::Chained) {
            let at = entries.iter().position(|(key, _)| key == INNER);
            let Some(Plain::List(states) | Plain::Tuple(states)) = at.map(|at| entries.remove(at).1) else {
                return Err(wrong(INNER, "is not a list"));
            };
            for state in states {
                let Plain::Dict(state) = state else { return Err(wrong(INNER, "has an element that is not a state")) };
                inner.push(Self::of(state, place)?);
            }
            if inner.is_empty() {
                return Err(wrong(INNER, "is empty"));
            }
        }
        let get = |key: &str| entries.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        let numbers = |key: &str| match get(key) {
            Some(list) => list.numbers().map(Some).ok_or_else(|| wrong(key, "is not a list of numbers")),
            None => Ok(None),
        };
        // A composite scheduler has the values of its first scheduler.
        let first = inner.first();
        let last_epoch = match get(LAST_EPOCH) {
            Some(epoch) => epoch.whole().ok_or_else(|| wrong(LAST_EPOCH, "is not a whole number"))?,
            None => first.map_or(0, |first| first.last_epoch),
        };
        let last_lrs = numbers(LAST_LRS)?.unwrap_or_default();
        let base_lrs = match numbers(BASE_LRS)? {
            Some(base_lrs) => base_lrs,
            None => first.map_or_else(|| last_lrs.clone(), |first| first.base_lrs.clone()),
        };
        if !last_lrs.is_empty() && last_lrs.len() != base_lrs.len() {
            return Err(wrong(LAST_LRS, "has another length than `base_lrs`"));
        }
        Ok(Self { kind, entries, inner, last_epoch, base_lrs, last_lrs, single: false })
    }

    /// Creates the state of a `LambdaLR` before its first step, with the initial learning rate of each parameter group.
    /// Use it for a run that began here and will resume in `transformers`: its schedules are `LambdaLR`s.
    ///
    /// ```
    /// use optim_std::torch::SchedulerState;
    ///
    /// // For a Trainer with two parameter groups, which are the usual number.
    /// let schedules = SchedulerState::lambda_lr(&[1e-3, 1e-3]).linear_with_warmup(100, 1000)?;
    /// // … 500 steps with `schedules.group(0)`, then:
    /// let path = std::env::temp_dir().join("optim-docs-lambda-scheduler.pt");
    /// schedules.state_at(500).save(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lambda_lr(base_lrs: &[f64]) -> Self {
        let entries = [
            (BASE_LRS, Plain::list(base_lrs)),
            (LAST_EPOCH, Plain::Int(0)),
            ("_step_count", Plain::Int(1)),
            ("_is_initial", Plain::Bool(false)),
            ("_get_lr_called_within_step", Plain::Bool(false)),
            // torch does not save functions.
            ("lr_lambdas", Plain::List(vec![Plain::None; base_lrs.len()])),
        ];
        Self {
            kind: SchedulerKind::Lambda,
            entries: entries.map(|(key, value)| (key.to_owned(), value)).into(),
            inner: Vec::new(),
            last_epoch: 0,
            base_lrs: base_lrs.to_vec(),
            last_lrs: Vec::new(),
            single: false,
        }
    }

    /// Returns true if a value looks like the state of a scheduler.
    pub(super) fn is_state_of(keys: &[&str]) -> bool {
        let has = |key| keys.contains(&key);
        (has(LAST_EPOCH) && has(BASE_LRS))
            || (has(LAST_LRS) && has(INNER))
            || (has("num_bad_epochs") && has("patience"))
    }

    /// The class that the keys belong to.
    pub fn kind(&self) -> SchedulerKind {
        self.kind
    }

    /// The number of finished steps of the scheduler, `last_epoch`. It counts optimizer steps if `scheduler.step()` is called after
    /// each step, and epochs if it is called once per epoch.
    pub fn steps(&self) -> u64 {
        u64::try_from(self.last_epoch).unwrap_or(0)
    }

    /// The learning rates of the parameter groups that the scheduler started from, `initial_lr`.
    pub fn base_lrs(&self) -> &[f64] {
        &self.base_lrs
    }

    /// The learning rates of the parameter groups for the next step, `_last_lr`; empty in files of torch before 1.4, and
    /// before the first step of [`lambda_lr`](Self::lambda_lr).
    pub fn last_lrs(&self) -> &[f64] {
        &self.last_lrs
    }

    fn get(&self, key: &str) -> Option<&Plain> {
        self.entries.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }
}

impl TorchValue {
    /// Returns the state of a scheduler: this value, or the only scheduler state in this dict.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or more than one, or if `scheduler.state_dict()` would not write it.
    pub fn scheduler(&self) -> Result<SchedulerState, TorchError> {
        self.only(
            SchedulerState::is_state_of,
            |what, place, known| TorchError::Scheduler { what, place, known },
            ["there is no state of a scheduler", "there are several states of schedulers"],
        )
        .and_then(|value| SchedulerState::read(&value))
    }
}

impl TorchFile {
    /// Returns the state of a scheduler: the saved value, or the only scheduler state in the saved dict.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or more than one: choose with [`get`](Self::get) and [`TorchValue::scheduler`].
    pub fn scheduler(&self) -> Result<SchedulerState, TorchError> {
        self.root().scheduler()
    }
}
