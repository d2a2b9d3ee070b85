use crate::author::*;

/// Schedule-free SGD: steps of a constant size, evaluated at an average of all iterates (Defazio et al. 2024,
/// [The Road Less Scheduled](https://arxiv.org/abs/2405.15682)).
///
/// ```text
/// γ ← lr·min(1, t / warmup_steps)
/// w ← tʳ·(largest γ so far)^weight_lr_power
/// c ← w / (sum of all w)
/// g ← g + weight_decay·y
/// y ← y + c·(z − y) + γ·(momentum·(1 − c) − 1)·g
/// z ← z − γ·g
/// evaluation: x = y + (1 − 1 / momentum)·(z − y)
/// ```
///
/// The parameters are `y`, where gradients are computed. `z` is the iterate of plain SGD. `eval` computes the average
/// `x` from both. Evaluate with [`with_eval`](optim_core::Optimizer::with_eval) or
/// [`eval_weights`](optim_core::Optimizer::eval_weights), and export those weights: the parameters are noisier. Use
/// larger learning rates than for SGD with a schedule. A momentum of 0.9 is usually right.
///
/// Compared with `SGDScheduleFree` of the Python package `schedulefree` 1.4.1, with its defaults. In the package, the
/// step count, the sum of weights and the largest learning rate belong to a group. Here they belong to each parameter.
/// Both are the same unless a parameter has no gradient in some step. With `momentum = 0` the average is not in `y`, so
/// 0 is not allowed. Nothing moves while `lr` has always been 0.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = ScheduleFreeSGD::new().lr(0.2).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// let weights = opt.eval_weights(&x)?;
/// assert!(weights.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    state <z = param, weight_sum: scalar = 0.0, lr_max: scalar = 0.0>,
    requires(self.momentum > 0.0, "`momentum` is 0, and weights for evaluation divide by it"),
)]
#[derive(Debug, Clone, PartialEq)]
pub struct ScheduleFreeSGD {
    /// Learning rate, at least 0.
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight of the average in the parameters, more than 0 and at most 1.
    #[hyper(default = 0.9, range = 0.0..=1.0)]
    pub momentum: f64,
    /// Weight decay, added to the gradient, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// Number of steps in which the learning rate rises from 0; 0 for none.
    #[hyper(default = 0)]
    pub warmup_steps: usize,
    /// Power of the step count in the weights of the average: more than 0 makes later iterates count more.
    #[hyper(default = 0.0, range = 0.0..)]
    pub r: f64,
    /// Power of the largest learning rate in these weights, at least 0.
    #[hyper(default = 2.0, range = 0.0..)]
    pub weight_lr_power: f64,
}

#[optimizer]
impl ScheduleFreeSGD {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let lr = if self.warmup_steps > 0 { self.lr * (t / self.warmup_steps as f64).min(1.0) } else { self.lr };
        state.lr_max = state.lr_max.max(lr);
        let weight = t.powf(self.r) * state.lr_max.powf(self.weight_lr_power);
        state.weight_sum += weight;
        let share = select(state.weight_sum > 0.0, weight / state.weight_sum, 0.0);
        let update = grad + self.weight_decay * *param;
        *param += share * (state.z - *param) + lr * (self.momentum * (1.0 - share) - 1.0) * update;
        state.z -= lr * update;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        param + (1.0 - 1.0 / self.momentum) * (state.z - param)
    }
}
