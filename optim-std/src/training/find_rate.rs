//! Finds a learning rate for a model, by a short run with rising rates.

use std::ops::RangeInclusive;

use optim_core::chart::Chart;
use optim_core::{Optimizer, Parameters};

use super::Training;
use super::data::DataSource;
use super::due::DueInputs;
use super::error::TrainingError;
use super::info::StepInfo;
use super::output::StepOutput;
use super::position::Position;

/// The weight of the previous losses in a smoothed loss.
const SMOOTHING: f64 = 0.9;
/// The run ends when the smoothed loss is this many times the smallest one.
const DIVERGED: f64 = 4.0;

/// Losses by learning rate, the result of a [`LearningRateFinder`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LearningRateCurve {
    /// Each learning rate, in ascending order, and the loss before the step with it. The last loss may be NaN or infinite.
    pub points: Vec<(f64, f64)>,
}

/// A short run that raises the learning rate from one end of a range to the other, by the same factor in each step. The losses show
/// which rates are suitable (Smith, "Cyclical learning rates for training neural networks", 2017).
///
/// It works on clones of the model and the optimizer. All groups get the same rate, in place of schedules. To change
/// the rate in only one group, or another hyperparameter, call [`group`](Self::group) or [`hyper`](Self::hyper). The
/// run ends early if the smoothed loss is more than 4 times its minimum, or if a loss is NaN or infinite.
///
/// ```
/// use optim_std::ndarray::{Array1, array};
/// use optim_std::prelude::*;
/// use optim_std::training::{Indexed, LearningRateFinder};
///
/// let model = array![1.0_f32, -2.0];
/// let opt = SGD::new(0.1).build(&model)?;
/// let data = Indexed::new(8, |_epoch, _index| ());
/// let curve = LearningRateFinder::new(1e-4..=10.0, 100).run(&model, &opt, &data, |model: &Array1<f32>, _batch, _at| {
///     (model.mapv(|x| x * x).sum(), 2.0 * model)
/// })?;
/// let rate = curve.suggestion().ok_or("the loss never fell")?;
/// assert!(rate > 0.01 && rate < 1.0, "{rate}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In a [`Partition`](optim_core::Partition), each rule has a learning rate, and `hyper` chooses the one to raise. All others keep their values and
/// schedules.
///
/// ```
/// # use std::collections::BTreeMap;
/// # use optim_std::ndarray::ArrayD;
/// use optim_std::prelude::*;
/// use optim_std::training::{Indexed, LearningRateFinder};
///
/// # let model = BTreeMap::from([("fc.bias", vec![4]), ("fc.weight", vec![4, 4])].map(|(name, shape)| (name.to_owned(), ArrayD::<f32>::ones(shape))));
/// let opt = Partition::new()
///     .rule("matrices", |p| p.ndim() == 2, Muon::new())
///     .rest("rest", AdamW::new().lr(3e-4))
///     .build(&model)?;
/// let finder = LearningRateFinder::new(1e-4..=1.0, 50).hyper("matrices.lr");
/// # let data = Indexed::new(8, |_epoch, _index| ());
/// let curve = finder.run(&model, &opt, &data, |model: &BTreeMap<String, ArrayD<f32>>, _batch, _at| {
///     (model.values().flatten().map(|x| x * x).sum::<f32>(), model.clone())
/// })?;
/// assert!(curve.suggestion().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use = "nothing happens before `run`"]
pub struct LearningRateFinder {
    rates: RangeInclusive<f64>,
    steps: u64,
    hyper: Option<String>,
    group: Option<String>,
}

impl LearningRateFinder {
    /// Creates a finder that tries these rates, such as `1e-6..=1.0`, in this number of steps: at least 2, usually 100.
    pub const fn new(rates: RangeInclusive<f64>, steps: u64) -> Self {
        Self { rates, steps, hyper: None, group: None }
    }

    /// Raises this hyperparameter, by the name that [`Optimizer::set`] takes: `hidden.lr` for the rule `hidden` of a partition. Without this
    /// call it is the optimizer's [learning rate](Optimizer::learning_rate_name); a partition has none.
    pub fn hyper(mut self, hyper: impl Into<String>) -> Self {
        self.hyper = Some(hyper.into());
        self
    }

    /// Raises the rate in this group only, as [`Optimizer::set_in`] does. In a partition, pass the name without the
    /// rule, `lr`, to [`hyper`](Self::hyper).
    pub fn group(mut self, group: impl Into<String>) -> Self {
        self.group = Some(group.into());
        self
    }

    /// Tries the rates. `data` and `compute` are the same as for [`Training::run`].
    ///
    /// # Errors
    ///
    /// [`TrainingError::Setting`] if a rate is not a finite number greater than 0, the first rate is not less than the
    /// last, or there are fewer than 2 steps. [`TrainingError::LearningRate`] if the learning rate does not exist or
    /// does not take a value. Also the errors of [`Training::run`].
    pub fn run<'i, P, S, R>(
        &self,
        model: &P,
        optimizer: &Optimizer<P::Elem>,
        data: &S,
        mut compute: impl FnMut(&P, S::Batch, Position) -> R,
    ) -> Result<LearningRateCurve, TrainingError>
    where
        P: Parameters + Clone,
        S: DataSource,
        R: StepOutput<'i, Grads: Parameters<Elem = P::Elem>>,
    {
        self.run_with_inputs(model, optimizer, data, |model, batch, at, _due| compute(model, batch, at))
    }

    /// [`run`](Self::run) for an optimizer that declares inputs, as with [`Training::run_with_inputs`].
    ///
    /// # Errors
    ///
    /// The same errors as [`run`](Self::run).
    pub fn run_with_inputs<'i, P, S, R>(
        &self,
        model: &P,
        optimizer: &Optimizer<P::Elem>,
        data: &S,
        compute: impl FnMut(&P, S::Batch, Position, &DueInputs) -> R,
    ) -> Result<LearningRateCurve, TrainingError>
    where
        P: Parameters + Clone,
        S: DataSource,
        R: StepOutput<'i, Grads: Parameters<Elem = P::Elem>>,
    {
        self.check()?;
        let (mut model, mut optimizer) = (model.clone(), optimizer.clone());
        // In a partition, `lr` means the learning rates of all rules.
        let own = optimizer.learning_rate_name().unwrap_or("lr");
        let hyper = self.hyper.as_deref().unwrap_or(own);
        let set = |optimizer: &mut Optimizer<P::Elem>, step| match &self.group {
            Some(group) => optimizer.set_in(group, hyper, self.rate(step)),
            None => optimizer.set(hyper, self.rate(step)),
        };
        set(&mut optimizer, 0).map_err(|source| TrainingError::LearningRate { source })?;
        let mut curve = LearningRateCurve::default();
        let (mut smooth, mut least) = (Smooth::default(), f64::INFINITY);
        let try_next = |step: &mut StepInfo<'_, P, Optimizer<P::Elem>>| {
            curve.points.push((self.rate(step.at.step), step.loss));
            let loss = smooth.add(step.loss);
            least = least.min(loss);
            // For a positive smallest loss, this is "4 times the smallest loss". The formula also works for other losses.
            let has_diverged = loss - least > (DIVERGED - 1.0) * least.abs();
            if has_diverged || !loss.is_finite() {
                step.stop("the loss has grown");
                return Ok(());
            }
            if step.ends_run() { Ok(()) } else { set(step.optimizer, step.at.step + 1) }
        };
        Training::new(self.steps).on_step(try_next).run_with_inputs(&mut model, &mut optimizer, data, compute)?;
        Ok(curve)
    }

    fn check(&self) -> Result<(), TrainingError> {
        let (from, to) = (*self.rates.start(), *self.rates.end());
        let wrong = |reason| Err(TrainingError::Setting { setting: "LearningRateFinder", reason });
        if !(from > 0.0 && from < to && to.is_finite()) {
            return wrong("the rates must be finite, greater than 0 and ascending\nhelp: `1e-6..=1.0`");
        }
        if self.steps < 2 {
            return wrong("expected at least 2 steps\nhelp: 100 are usual");
        }
        Ok(())
    }

    /// The rate of a step. Steps count from 0.
    fn rate(&self, step: u64) -> f64 {
        let (from, to) = (*self.rates.start(), *self.rates.end());
        // The logarithm of the quotient could overflow.
        let share = step as f64 / (self.steps - 1) as f64;
        let between = ((1.0 - share) * from.ln() + share * to.ln()).exp();
        if step == 0 { from } else { between.clamp(from, to) }
    }
}

impl LearningRateCurve {
    /// Returns the learning rate at which the smoothed loss falls most steeply over the logarithm of the rate; `None` if it never falls. The first
    /// tenth of the points does not count, because an average of a few losses still follows each batch.
    pub fn suggestion(&self) -> Option<f64> {
        let smoothed = self.smoothed();
        // The logarithms of the rates have equal distances, so differences of losses are proportional to slopes.
        let slopes = smoothed[smoothed.len() / 10..].windows(3).map(|three| (three[1].0, three[2].1 - three[0].1));
        let falling = slopes.filter(|(_, slope)| *slope < 0.0);
        falling.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(rate, _)| rate)
    }

    /// Draws the losses and the smoothed losses over the learning rate, on a logarithmic axis, as an SVG document.
    pub fn svg(&self) -> String {
        let points = self.points.iter().copied();
        Chart::new("learning rate")
            .x_label("learning rate")
            .y_label("loss")
            .log_x()
            .points("loss", points)
            .points("smoothed", self.smoothed())
            .to_svg()
    }

    /// The finite losses at the start, smoothed.
    fn smoothed(&self) -> Vec<(f64, f64)> {
        let mut smooth = Smooth::default();
        let finite = self.points.iter().take_while(|(_, loss)| loss.is_finite());
        finite.map(|(rate, loss)| (*rate, smooth.add(*loss))).collect()
    }
}

/// An exponential moving average.
#[derive(Default)]
struct Smooth {
    sum: f64,
    weight: f64,
}

impl Smooth {
    fn add(&mut self, loss: f64) -> f64 {
        self.sum = SMOOTHING * self.sum + (1.0 - SMOOTHING) * loss;
        self.weight = SMOOTHING * self.weight + (1.0 - SMOOTHING);
        self.sum / self.weight
    }
}
