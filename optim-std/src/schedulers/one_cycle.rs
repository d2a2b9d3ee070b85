use crate::author::*;

/// A rise, then a fall to far below the start (Smith and Topin 2018, arXiv:1708.07120).
///
/// ```text
/// initial -> max_lr -> initial / final_div_factor
/// or, with three_phase, initial -> max_lr -> initial -> initial / final_div_factor
/// the first phase ends at step pct_start * total_steps - 1, the second of three as long after it, the last at
/// total_steps - 1, where the value stays
/// ```
///
/// `OneCycleLR::new(0.01, 0.1).total_steps(100)`:
///
#[doc = include_str!("../../pictures/OneCycleLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = OneCycleLR::new(0.04, 0.4).total_steps(100);
/// assert_eq!((schedule.at(29), schedule.at(99), schedule.at(200)), (0.4, 0.04 / 1e4, 0.04 / 1e4));
/// let momentum = schedule.momentum(0.85, 0.95);
/// assert_eq!((momentum.at(29), momentum.at(99)), (0.85, 0.95));
/// ```
///
/// As in `torch.optim` with `initial = max_lr / div_factor`. After the end, it keeps the last value, but `torch.optim`
/// raises an error.
#[scheduler(
    names(OneCycleWD),
    requires(self.final_div_factor > 0.0, "`final_div_factor` must be more than 0"),
    requires(
        self.pct_start * self.total_steps as f64 != 1.0,
        "the first phase has no length: `pct_start * total_steps` must not be 1"
    )
)]
#[derive(Debug, Clone, PartialEq)]
pub struct OneCycleLR {
    /// Value at the first step.
    #[hyper(names("initial_learning_rate", "initial_val"))]
    pub initial: f64,
    /// Value at the top.
    #[hyper(names("max_lr", "max_val"))]
    pub max_lr: f64,
    /// Steps of the whole cycle.
    #[hyper(default = 1000, range = 1..)]
    pub total_steps: u64,
    /// Fraction of the steps in which the value rises.
    #[hyper(default = 0.3, range = 0.0..=1.0)]
    pub pct_start: f64,
    /// The first value divided by the last value.
    #[hyper(default = 1e4, range = 0.0..)]
    pub final_div_factor: f64,
    /// If true, the fall has two phases: first to the initial value, then to the last value.
    #[hyper(default = false)]
    pub three_phase: bool,
    /// The curve of a phase.
    #[hyper(default = AnnealStrategy::Cos)]
    pub anneal_strategy: AnnealStrategy,
}

/// The curve of a phase of [`OneCycleLR`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum AnnealStrategy {
    /// Half a cosine.
    Cos,
    /// A straight line.
    Linear,
}

#[scheduler]
impl OneCycleLR {
    fn value(&self, t: Scalar) -> Scalar {
        let steps = self.total_steps as f64;
        let (top, end) = (self.pct_start * steps - 1.0, steps - 1.0);
        let last = self.initial / self.final_div_factor;
        let t = t.min(end);
        let rise = self.anneal(self.initial, self.max_lr, t / top);
        if self.three_phase {
            let back = 2.0 * self.pct_start * steps - 2.0;
            let fall = self.anneal(self.max_lr, self.initial, (t - top) / (back - top));
            let rest = self.anneal(self.initial, last, (t - back) / (end - back));
            select(t <= top, rise, select(t <= back, fall, rest))
        } else {
            select(t <= top, rise, self.anneal(self.max_lr, last, (t - top) / (end - top)))
        }
    }

    /// The value between `from` and `to` at a fraction of the phase.
    fn anneal(&self, from: f64, to: f64, share: Scalar) -> Scalar {
        match self.anneal_strategy {
            AnnealStrategy::Cos => to + (from - to) * 0.5 * (1.0 + (std::f64::consts::PI * share).cos()),
            AnnealStrategy::Linear => from + (to - from) * share,
        }
    }
}

impl OneCycleLR {
    /// The same cycle for a momentum, in the opposite direction: from `max` down to `base` and back.
    #[must_use]
    pub fn momentum(&self, base: f64, max: f64) -> Self {
        Self { initial: max, max_lr: base, final_div_factor: 1.0, ..self.clone() }
    }
}
