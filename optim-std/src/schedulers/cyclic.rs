use crate::author::*;

/// Up and down between two values in straight lines (Smith 2017, arXiv:1506.01186).
///
/// ```text
/// value(t) = base_lr + (max_lr - base_lr) * height * scale
/// height   = r / up while r <= up, else (up + down - r) / down,  r = t mod (up + down)
/// scale    = 1 (triangular), 2^(1 - c) in cycle c = 1, 2, … (triangular2), gamma^t (exp_range), or scale_fn
/// ```
///
/// `CyclicLR::new(0.01, 0.1).step_size_up(10).step_size_down(15).mode(CyclicMode::Triangular2)`:
///
#[doc = include_str!("../../pictures/CyclicLR.svg")]
///
/// ```
/// use optim_std::prelude::*;
///
/// let schedule = CyclicLR::new(0.1, 0.5).step_size_up(4);
/// assert_eq!((schedule.at(0), schedule.at(4), schedule.at(8)), (0.1, 0.5, 0.1));
/// let momentum = schedule.momentum(0.8, 0.9);
/// assert_eq!((momentum.at(0), momentum.at(4)), (0.9, 0.8));
/// ```
///
/// As in `torch.optim`.
#[scheduler(names(CyclicWD))]
#[derive(Debug, Clone, PartialEq)]
pub struct CyclicLR {
    /// Value at the start of every cycle.
    #[hyper(names("base_lr", "base_val"))]
    pub base_lr: f64,
    /// Value at the top of a cycle, before `scale`.
    #[hyper(names("max_lr", "max_val"))]
    pub max_lr: f64,
    /// Steps up.
    #[hyper(default = 2000, range = 1..)]
    pub step_size_up: u64,
    /// Steps down. By default, as many as up.
    #[hyper(default = None, range = 1..)]
    pub step_size_down: Option<u64>,
    /// The change of the height from cycle to cycle.
    #[hyper(default = CyclicMode::Triangular)]
    pub mode: CyclicMode,
    /// Factor of a step in the mode `exp_range`.
    #[hyper(default = 1.0, range = 0.0..)]
    pub gamma: f64,
    /// Your own scale, instead of the mode's.
    #[hyper(default = None)]
    pub scale_fn: Option<ScheduleRef>,
    /// The argument of `scale_fn`.
    #[hyper(default = ScaleMode::Cycle)]
    pub scale_mode: ScaleMode,
}

/// The change of the height of a [`CyclicLR`] from cycle to cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CyclicMode {
    /// The height does not change.
    Triangular,
    /// The height halves in each cycle.
    Triangular2,
    /// The height decays by `gamma` in every step.
    ExpRange,
}

/// The argument of the `scale_fn` of a [`CyclicLR`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ScaleMode {
    /// The number of the cycle, from 1.
    Cycle,
    /// The time in steps.
    Iterations,
}

#[scheduler]
impl CyclicLR {
    fn value(&self, t: Scalar) -> Scalar {
        let up = self.step_size_up as f64;
        let down = if let Some(down) = self.step_size_down { down as f64 } else { up };
        let cycle = 1.0 + (t / (up + down)).floor();
        let place = t % (up + down);
        let height = select(place <= up, place / up, (up + down - place) / down);
        self.base_lr + (self.max_lr - self.base_lr) * height * self.scale(t, cycle)
    }

    fn scale(&self, t: Scalar, cycle: Scalar) -> Scalar {
        if let Some(scale) = self.scale_fn {
            match self.scale_mode {
                ScaleMode::Cycle => scale.value(cycle),
                ScaleMode::Iterations => scale.value(t),
            }
        } else {
            match self.mode {
                CyclicMode::Triangular => scalar(1.0),
                CyclicMode::Triangular2 => 2.0.powf(1.0 - cycle),
                CyclicMode::ExpRange => self.gamma.powf(t),
            }
        }
    }
}

impl CyclicLR {
    /// The same cycles for a momentum, in the opposite direction: from `max` down to `base` and back.
    #[must_use]
    pub fn momentum(&self, base: f64, max: f64) -> Self {
        Self { base_lr: max, max_lr: base, ..self.clone() }
    }
}
