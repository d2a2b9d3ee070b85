//! A network of two layers, with hand-written gradients.

use ndarray::{Array1, Array2, Axis, Zip};
use optim_std::prelude::*;

use crate::data::{CLASSES, Dataset};

/// A linear layer: `input · weightᵀ + bias`.
#[derive(Clone, Debug, Parameters)]
pub struct Linear {
    /// One row per output.
    pub weight: Array2<f32>,
    /// One number per output.
    pub bias: Array1<f32>,
}

impl Linear {
    /// A layer with random weights whose size keeps the variance of the input after a ReLU (He et al. 2015,
    /// arXiv:1502.01852).
    pub fn new(inputs: usize, outputs: usize, rng: &mut fastrand::Rng) -> Self {
        let largest = (6.0 / inputs as f32).sqrt();
        Self {
            weight: Array2::from_shape_simple_fn((outputs, inputs), || largest * (2.0 * rng.f32() - 1.0)),
            bias: Array1::zeros(outputs),
        }
    }

    fn forward(&self, input: &Array2<f32>) -> Array2<f32> {
        input.dot(&self.weight.t()) + &self.bias
    }

    /// The gradients of the layer, from its input and the gradient of its output.
    fn gradients(input: &Array2<f32>, output: &Array2<f32>) -> Self {
        Self { weight: output.t().dot(input), bias: output.sum_axis(Axis(0)) }
    }
}

/// Two linear layers with a ReLU between them. Its parameters are called `fc1.weight`, `fc1.bias`, `fc2.weight` and
/// `fc2.bias`; gradients have the same type.
#[derive(Clone, Debug, Parameters)]
pub struct Mlp {
    /// From the pixels to the hidden units.
    pub fc1: Linear,
    /// From the hidden units to the classes.
    pub fc2: Linear,
}

/// The quality of a network.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Mean cross entropy.
    pub loss: f64,
    /// Fraction of the images that are classified correctly.
    pub accuracy: f64,
}

impl Mlp {
    /// A network with random weights.
    pub fn new(pixels: usize, hidden: usize, rng: &mut fastrand::Rng) -> Self {
        Self { fc1: Linear::new(pixels, hidden, rng), fc2: Linear::new(hidden, CLASSES, rng) }
    }

    fn hidden(&self, images: &Array2<f32>) -> Array2<f32> {
        self.fc1.forward(images).mapv_into(|x| x.max(0.0))
    }

    /// The mean cross entropy of a batch, and its gradients.
    pub fn loss_and_gradients(&self, batch: &Dataset) -> (f64, Self) {
        let hidden = self.hidden(&batch.images);
        let (loss, logits) = cross_entropy(self.fc2.forward(&hidden), &batch.labels);
        let mut before_relu = logits.dot(&self.fc2.weight);
        Zip::from(&mut before_relu).and(&hidden).for_each(|gradient, &unit| {
            if unit <= 0.0 {
                *gradient = 0.0;
            }
        });
        let gradients =
            Self { fc1: Linear::gradients(&batch.images, &before_relu), fc2: Linear::gradients(&hidden, &logits) };
        (loss, gradients)
    }

    /// The mean cross entropy and the accuracy.
    pub fn score(&self, data: &Dataset) -> Score {
        let logits = self.fc2.forward(&self.hidden(&data.images));
        let right = logits.rows().into_iter().zip(&data.labels);
        let right = right.filter(|(row, label)| row.iter().all(|other| *other <= row[**label])).count();
        Score { accuracy: right as f64 / data.len() as f64, loss: cross_entropy(logits, &data.labels).0 }
    }
}

/// The mean cross entropy of the softmax of `logits`, one row per label, and its gradient.
fn cross_entropy(mut logits: Array2<f32>, labels: &[usize]) -> (f64, Array2<f32>) {
    // Exponents below this number count as minus infinity: subnormal numbers would make the products with the gradient slow.
    const SMALLEST: f32 = -30.0;
    let count = labels.len() as f32;
    let mut loss = 0.0;
    for (mut row, &label) in logits.rows_mut().into_iter().zip(labels) {
        // Subtracting the largest number does not change the result, but keeps `exp` finite.
        let largest = row.fold(f32::NEG_INFINITY, |a, &b| a.max(b));
        row.mapv_inplace(|logit| logit - largest);
        let right = row[label];
        row.mapv_inplace(|logit| if logit < SMALLEST { 0.0 } else { logit.exp() });
        let sum = row.sum();
        loss += f64::from(sum).ln() - f64::from(right);
        row.mapv_inplace(|power| power / (sum * count));
        row[label] -= 1.0 / count;
    }
    (loss / f64::from(count), logits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(rng: &mut fastrand::Rng) -> Dataset {
        Dataset {
            images: Array2::from_shape_simple_fn((20, 6), || rng.f32()),
            labels: (0..20).map(|place| place % CLASSES).collect(),
        }
    }

    /// Calls `f` with every parameter.
    fn for_each(mlp: &mut Mlp, mut f: impl FnMut(&mut Mlp, fn(&mut Mlp) -> &mut [f32], usize)) {
        let slices: [fn(&mut Mlp) -> &mut [f32]; 4] = [
            |mlp| mlp.fc1.weight.as_slice_mut().unwrap(),
            |mlp| mlp.fc1.bias.as_slice_mut().unwrap(),
            |mlp| mlp.fc2.weight.as_slice_mut().unwrap(),
            |mlp| mlp.fc2.bias.as_slice_mut().unwrap(),
        ];
        for slice in slices {
            for place in 0..slice(mlp).len() {
                f(mlp, slice, place);
            }
        }
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        const STEP: f32 = 1e-2;
        let rng = &mut fastrand::Rng::with_seed(3);
        let mut mlp = Mlp::new(6, 5, rng);
        let batch = batch(rng);
        // Images for which no unit is near the bend of its ReLU. Inputs are at most 1, so no step of the test crosses it.
        let before_relu = mlp.fc1.forward(&batch.images);
        let smooth = |place: &usize| before_relu.row(*place).iter().all(|unit| unit.abs() > 2.0 * STEP);
        let batch = batch.select(&(0..batch.len()).filter(smooth).collect::<Vec<_>>());
        assert!(batch.len() > 10, "{}", batch.len());
        let (_, mut gradients) = mlp.loss_and_gradients(&batch);
        let (mut wrong, mut norm) = (0.0, 0.0);
        for_each(&mut mlp, |mlp, slice, place| {
            let gradient = f64::from(slice(&mut gradients)[place]);
            let mut loss_at = |step: f32| {
                let old = slice(mlp)[place];
                slice(mlp)[place] = old + step;
                let loss = mlp.score(&batch).loss;
                slice(mlp)[place] = old;
                loss
            };
            let difference = (loss_at(STEP) - loss_at(-STEP)) / f64::from(2.0 * STEP);
            wrong += (gradient - difference).powi(2);
            norm += gradient.powi(2);
        });
        assert!(norm.sqrt() > 0.1, "{norm}");
        assert!(wrong.sqrt() < 1e-3 * norm.sqrt(), "{} of {}", wrong.sqrt(), norm.sqrt());
    }

    #[test]
    fn loss_and_score_agree() {
        let rng = &mut fastrand::Rng::with_seed(4);
        let batch = batch(rng);
        let mlp = Mlp::new(6, 5, rng);
        assert_eq!(mlp.loss_and_gradients(&batch).0, mlp.score(&batch).loss);
    }

    #[test]
    fn cross_entropy_of_known_and_of_huge_logits() {
        let (loss, gradient) = cross_entropy(Array2::zeros((1, CLASSES)), &[3]);
        assert!((loss - 10.0_f64.ln()).abs() < 1e-6);
        assert!((gradient[[0, 3]] + 0.9).abs() < 1e-6 && (gradient[[0, 0]] - 0.1).abs() < 1e-6);
        let mut logits = Array2::zeros((1, CLASSES));
        logits[[0, 0]] = 1e30;
        let (loss, gradient) = cross_entropy(logits, &[1]);
        assert!(loss.is_finite() && gradient.iter().all(|x| x.is_finite()));
    }
}
