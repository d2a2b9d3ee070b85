//! A learning rate that suits a model, found by a short run with rising rates.

use std::ops::RangeInclusive;

use optim_core::chart::Chart;
use optim_core::{Engine, Parameters};

use super::Training;
use super::data::DataSource;
use super::error::TrainingError;
use super::info::StepInfo;
use super::output::StepOutput;
use super::position::Position;

/// The share of the loss before in a smoothed loss.
const SMOOTHING: f64 = 0.9;
/// The run ends when the smoothed loss is so many times the least one.
const DIVERGED: f64 = 4.0;

/// Losses by learning rate, see [`find_learning_rate`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LearningRateCurve {
    /// Each learning rate, in ascending order, and the loss before the step with it. The last loss may not be finite.
    pub points: Vec<(f64, f64)>,
}

/// Raises the learning rate from step to step, by the same factor, from the one end of `rates` to the other in `steps` steps: the losses
/// on the way show which rates suit (Smith, "Cyclical learning rates for training neural networks", 2017).
///
/// It works on clones: the model and the optimizer stay as they are. All groups get the same rate, in place of schedules. `data` and `compute` are as
/// for [`Training::run`]. The run ends early when the smoothed loss is more than 4 times the least one or a loss is not
/// finite.
///
/// ```
/// use optim_std::ndarray::{Array1, array};
/// use optim_std::prelude::*;
/// use optim_std::training::{Indexed, find_learning_rate};
///
/// let model = array![1.0_f32, -2.0];
/// let opt = SGD::new(0.1).build(&model)?;
/// let data = Indexed::new(8, |_epoch, _index| ());
/// let curve = find_learning_rate(&model, &opt, &data, 1e-4..=10.0, 100, |model: &Array1<f32>, _batch, _at| {
///     (model.mapv(|x| x * x).sum(), 2.0 * model)
/// })?;
/// let rate = curve.suggestion().ok_or("the loss never fell")?;
/// assert!(rate > 0.01 && rate < 1.0, "{rate}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`TrainingError::Setting`] if a rate is not a finite number greater than 0, the first one is not less than the last one, there are fewer than 2 steps, or
/// the optimizer has no learning rate or several (a partition); the errors of [`Training::run`].
pub fn find_learning_rate<P, S, R>(
    model: &P,
    optimizer: &Engine<P::Elem>,
    data: &S,
    rates: RangeInclusive<f64>,
    steps: u64,
    compute: impl FnMut(&P, S::Batch, Position) -> R,
) -> Result<LearningRateCurve, TrainingError>
where
    P: Parameters + Clone,
    S: DataSource,
    R: StepOutput<Grads: Parameters<Elem = P::Elem>>,
{
    let (from, to) = rates.into_inner();
    let wrong = |reason| TrainingError::Setting { setting: "find_learning_rate", reason };
    if !(from > 0.0 && from < to && to.is_finite()) {
        return Err(wrong("the rates must be finite, greater than 0 and ascending\nhelp: `1e-6..=1.0`"));
    }
    if steps < 2 {
        return Err(wrong("expected at least 2 steps\nhelp: 100 are usual"));
    }
    let Some(name) = optimizer.learning_rate_name() else {
        return Err(wrong(
            "the optimizer has no learning rate, or several\nhelp: for a partition, try its optimizers one by one",
        ));
    };
    let rate_of = |step: u64| {
        // The logarithm of a quotient could overflow.
        let share = step as f64 / (steps - 1) as f64;
        let between = ((1.0 - share) * from.ln() + share * to.ln()).exp();
        if step == 0 { from } else { between.clamp(from, to) }
    };
    let (mut model, mut optimizer) = (model.clone(), optimizer.clone());
    let failed = |source: optim_core::HyperError| TrainingError::LearningRate { source };
    optimizer.set(name, from).map_err(failed)?;
    let mut curve = LearningRateCurve::default();
    let (mut smooth, mut least) = (Smooth::default(), f64::INFINITY);
    let try_next = |step: &mut StepInfo<'_, P, Engine<P::Elem>>| {
        curve.points.push((rate_of(step.at.step), step.loss));
        let loss = smooth.add(step.loss);
        least = least.min(loss);
        // As "4 times the least one" for a least one above 0, and above the least one for every other.
        let has_diverged = loss - least > (DIVERGED - 1.0) * least.abs();
        if has_diverged || !loss.is_finite() {
            step.stop("the loss has grown");
            return Ok(());
        }
        if step.ends_run() { Ok(()) } else { step.optimizer.set(name, rate_of(step.at.step + 1)) }
    };
    Training::new(steps).on_step(try_next).run(&mut model, &mut optimizer, data, compute)?;
    Ok(curve)
}

impl LearningRateCurve {
    /// The learning rate at which the smoothed loss falls most steeply, over the logarithm of the rate; `None` if it never falls. The first
    /// tenth of the points does not count: the average of a few losses still follows each batch.
    pub fn suggestion(&self) -> Option<f64> {
        let smoothed = self.smoothed();
        // The rates lie at equal distances, so differences are slopes.
        let slopes = smoothed[smoothed.len() / 10..].windows(3).map(|three| (three[1].0, three[2].1 - three[0].1));
        let falling = slopes.filter(|(_, slope)| *slope < 0.0);
        falling.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(rate, _)| rate)
    }

    /// The losses and the smoothed ones, over the decimal logarithm of the learning rate, as an SVG document.
    pub fn svg(&self) -> String {
        let over_log =
            |points: &[(f64, f64)]| points.iter().map(|(rate, loss)| (rate.log10(), *loss)).collect::<Vec<_>>();
        Chart::new("learning rate")
            .x_label("log10 of the learning rate")
            .y_label("loss")
            .points("loss", over_log(&self.points))
            .points("smoothed", over_log(&self.smoothed()))
            .to_svg()
    }

    /// The finite losses at the start, smoothed.
    fn smoothed(&self) -> Vec<(f64, f64)> {
        let mut smooth = Smooth::default();
        let finite = self.points.iter().take_while(|(_, loss)| loss.is_finite());
        finite.map(|(rate, loss)| (*rate, smooth.add(*loss))).collect()
    }
}

/// A running average in which earlier losses count less and less.
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
