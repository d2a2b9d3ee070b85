//! The shelf: ready-made step functions for optimizers. [The guide](crate::guide::shelf) builds an optimizer from them.
//!
//! Name the step functions that an annotated impl calls: `#[optimizer(uses(shelf::moving_average, shelf::trust_ratio))]`. A step function is inlined
//! at each call, so it costs the same as its lines in the step.

use optim_core::lang::{Scalar, Tensor};
use optim_macros::optimizer;

/// Exponential moving average: `average ← β·average + (1 − β)·value`.
#[optimizer]
pub fn moving_average(average: &mut Tensor, value: Tensor, beta: Scalar) {
    *average = beta * *average + (1.0 - beta) * value;
}

/// Bias correction `1 − βᵗ`: divide an average that starts at zero by it after `t` steps.
#[optimizer]
pub fn bias_correction(beta: Scalar, t: Scalar) -> Scalar {
    1.0 - beta.powf(t)
}

/// Decoupled weight decay (Loshchilov and Hutter 2019): `param ← param·(1 − lr·weight_decay)`.
#[optimizer]
pub fn decoupled_weight_decay(param: &mut Tensor, lr: Scalar, weight_decay: Scalar) {
    *param *= 1.0 - lr * weight_decay;
}

/// Norm of the weights over the norm of their update (You et al. 2017); 1 if one of them is zero.
#[optimizer]
pub fn trust_ratio(weights: Tensor, update: Tensor) -> Scalar {
    let (weight_norm, update_norm) = (weights.norm(), update.norm());
    select((weight_norm > 0.0) & (update_norm > 0.0), weight_norm / update_norm, 1.0)
}

/// An approximation of the nearest matrix with orthonormal rows or columns: `steps` Newton–Schulz iterations (Jordan et
/// al. 2024), which bring every singular value near 1. Five iterations are usual.
#[optimizer]
pub fn orthogonalized(x: Tensor, steps: usize) -> Tensor {
    let tall = x.rows() > x.cols();
    let mut y = if tall { x.t() } else { x };
    y = y / y.matrix_norm().max(1e-7);
    for _ in 0..steps {
        let a = y.matmul(y.t());
        let b = -4.7750 * a + 2.0315 * a.matmul(a);
        y = 3.4445 * y + b.matmul(y);
    }
    if tall { y.t() } else { y }
}

/// Update whose root mean square is at most `threshold` (Shazeer and Stern 2018).
#[optimizer]
pub fn clipped_by_rms(update: Tensor, threshold: Scalar) -> Tensor {
    update / (update.rms() / threshold).max(1.0)
}
