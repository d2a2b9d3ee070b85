//! The numbers that a step is asked for beside its work, as data.

use optim_language::WATCHED;

/// A number that every optimizer can report of a step, in the order of their names in [`WATCHED`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watchable {
    GradNorm,
    GradAmax,
    ParamNorm,
    UpdateNorm,
    UpdateRatio,
    Cosine,
}

impl Watchable {
    pub(crate) const ALL: [Self; 6] =
        [Self::GradNorm, Self::GradAmax, Self::ParamNorm, Self::UpdateNorm, Self::UpdateRatio, Self::Cosine];

    /// Its name, which the macros reserve.
    pub(crate) const fn name(self) -> &'static str {
        WATCHED[self as usize]
    }

    /// The sums that it is computed of.
    pub(crate) const fn sums(self) -> WatchSums {
        let none = WatchSums::NONE;
        match self {
            Self::GradNorm => WatchSums { grad: true, ..none },
            Self::GradAmax => WatchSums { grad_max: true, ..none },
            Self::ParamNorm | Self::UpdateNorm | Self::UpdateRatio => WatchSums { update: true, ..none },
            Self::Cosine => WatchSums { update: true, grad: true, ..none },
        }
    }

    /// The number, of the sums of a parameter or of the whole model.
    pub(crate) fn of<S: SumArithmetic>(self, sums: &mut S) -> S::Number {
        match self {
            Self::GradNorm => sums.norm(WatchedSum::Grad),
            Self::GradAmax => sums.sum(WatchedSum::GradMax),
            Self::ParamNorm => sums.norm(WatchedSum::Param),
            Self::UpdateNorm => sums.norm(WatchedSum::Update),
            Self::UpdateRatio => {
                let (update, param) = (sums.norm(WatchedSum::Update), sums.norm(WatchedSum::Param));
                sums.ratio(&update, &param)
            }
            Self::Cosine => {
                let (update, grad) = (sums.norm(WatchedSum::Update), sums.norm(WatchedSum::Grad));
                let (product, norms) = (sums.sum(WatchedSum::Product), sums.product(&update, &grad));
                let against = sums.negative(&product);
                sums.ratio(&against, &norms)
            }
        }
    }
}

/// The sums of a step, and what is computed of them: numbers, or what stands for them elsewhere.
pub(crate) trait SumArithmetic {
    type Number;
    fn sum(&mut self, sum: WatchedSum) -> Self::Number;
    /// The root of a sum of squares.
    fn norm(&mut self, sum: WatchedSum) -> Self::Number;
    fn negative(&mut self, x: &Self::Number) -> Self::Number;
    fn product(&mut self, a: &Self::Number, b: &Self::Number) -> Self::Number;
    /// A quotient in which 0/0 is 0.
    fn ratio(&mut self, a: &Self::Number, b: &Self::Number) -> Self::Number;
}

impl SumArithmetic for [f64; WatchedSum::COUNT] {
    type Number = f64;

    fn sum(&mut self, sum: WatchedSum) -> f64 {
        self[sum as usize]
    }

    fn norm(&mut self, sum: WatchedSum) -> f64 {
        self[sum as usize].sqrt()
    }

    fn negative(&mut self, x: &f64) -> f64 {
        -x
    }

    fn product(&mut self, a: &f64, b: &f64) -> f64 {
        a * b
    }

    fn ratio(&mut self, a: &f64, b: &f64) -> f64 {
        if *a == 0.0 && *b == 0.0 { 0.0 } else { a / b }
    }
}

/// A number that a step is asked for beside its work: one for each parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchedSum {
    /// Squares of the parameter before the step.
    Param,
    /// Squares of its change.
    Update,
    /// Squares of the gradient as it was handed in.
    Grad,
    /// Products of the change and the gradient.
    Product,
    /// Not a sum: the largest absolute value of the gradient.
    GradMax,
}

impl WatchedSum {
    /// How many there are.
    pub(crate) const COUNT: usize = 5;
}

/// A number that a program reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportedNumber {
    Sum(WatchedSum),
    Output(OutputNumber),
}

/// A number of an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct OutputNumber {
    /// The place of the output among those of the optimizer and all inside of it.
    pub(crate) output: usize,
    /// The item, if it is a list; otherwise 0.
    pub(crate) item: usize,
}

/// A set of outputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OutputSet(u64);

impl OutputSet {
    pub(crate) const NONE: Self = Self(0);

    /// The same with one more. Those behind the first 63 are there together.
    pub(crate) fn with(self, output: usize) -> Self {
        Self(self.0 | 1 << output.min(63))
    }

    pub(crate) fn has(self, output: usize) -> bool {
        self.0 & 1 << output.min(63) != 0
    }

    pub(crate) fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// The number of an output that a step does not assign. No arithmetic gives it.
pub(crate) const UNREPORTED: f64 = f64::from_bits(0x7ff8_6e6f_6e65_0001);

/// The sums and outputs that a step is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WatchSums {
    /// Sums of the parameter and its change.
    pub(crate) update: bool,
    /// Sums of the gradient; with both, the products too.
    pub(crate) grad: bool,
    pub(crate) grad_max: bool,
    pub(crate) outputs: OutputSet,
}

impl WatchSums {
    pub(crate) const NONE: Self = Self { update: false, grad: false, grad_max: false, outputs: OutputSet::NONE };

    /// Returns true if there are neither sums nor outputs.
    #[inline(always)]
    pub(crate) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The sums of both.
    pub(crate) fn with(self, other: Self) -> Self {
        let Self { update, grad, grad_max, .. } = other;
        Self { update: self.update | update, grad: self.grad | grad, grad_max: self.grad_max | grad_max, ..self }
    }

    /// The sums, in the order in which a pass has them behind its own reductions.
    pub(crate) fn list(self) -> Vec<WatchedSum> {
        let all = [
            (self.update, WatchedSum::Param),
            (self.update, WatchedSum::Update),
            (self.grad, WatchedSum::Grad),
            (self.update && self.grad, WatchedSum::Product),
            (self.grad_max, WatchedSum::GradMax),
        ];
        all.into_iter().filter_map(|(is_wanted, sum)| is_wanted.then_some(sum)).collect()
    }
}
