use crate::author::*;

/// Schedule-free AdamW: AdamW with a constant learning rate, evaluated at an average of all iterates (Defazio et al. 2024,
/// [The Road Less Scheduled](https://arxiv.org/abs/2405.15682)).
///
/// ```text
/// γ ← lr·min(1, t / warmup_steps)
/// w ← tʳ·(largest γ so far)^weight_lr_power
/// c ← w / (sum of all w)
/// v ← β₂·v + (1 − β₂)·g²
/// u ← g / (√(v / (1 − β₂ᵗ)) + eps) + weight_decay·y
/// y ← y + c·(z − y) + γ·(β₁·(1 − c) − 1)·u
/// z ← z − γ·u
/// evaluation: x = y + (1 − 1 / β₁)·(z − y)
/// ```
///
/// The parameters are `y`, where gradients are computed. `z` is the iterate without momentum. `eval` computes the
/// average `x` from both. Evaluate with [`with_eval`](optim_core::Optimizer::with_eval) or
/// [`eval_weights`](optim_core::Optimizer::eval_weights), and export those weights. Use learning rates one to ten times
/// as large as for AdamW with a schedule.
///
/// Compared with `AdamWScheduleFree` of the Python package `schedulefree` 1.4.1, with its defaults. In the package, the
/// step count, the sum of weights and the largest learning rate belong to a group. Here they belong to each parameter.
/// Both are the same unless a parameter has no gradient in some step. With `betas.0 = 0` the average is not in `y`, so
/// 0 is not allowed. With `eps = 0` an element whose gradients have all been zero becomes NaN (0/0).
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = ScheduleFreeAdamW::new().lr(0.05).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// let weights = opt.eval_weights(&x)?;
/// assert!(weights.iter().all(|x| x.abs() < 5e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(
    state <z = param, exp_avg_sq = 0.0, weight_sum: scalar = 0.0, lr_max: scalar = 0.0>,
    requires(self.betas.0 > 0.0, "`betas.0` is 0, and weights for evaluation divide by it"),
)]
#[derive(Debug, Clone, PartialEq)]
pub struct ScheduleFreeAdamW {
    /// Learning rate, at least 0: about the step size of each element.
    #[hyper(default = 2.5e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight of the average in the parameters, more than 0, and weight of the old second moment. Both are less than 1.
    #[hyper(default = (0.9, 0.999), range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Added to the root of the second moment, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Decoupled weight decay, at least 0.
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
impl ScheduleFreeAdamW {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, t: Scalar) {
        let (beta1, beta2) = self.betas;
        let lr = if self.warmup_steps > 0 { self.lr * (t / self.warmup_steps as f64).min(1.0) } else { self.lr };
        state.lr_max = state.lr_max.max(lr);
        let weight = t.powf(self.r) * state.lr_max.powf(self.weight_lr_power);
        state.weight_sum += weight;
        let share = select(state.weight_sum > 0.0, weight / state.weight_sum, 0.0);
        state.exp_avg_sq = beta2 * state.exp_avg_sq + (1.0 - beta2) * grad.square();
        let root = (1.0 - beta2.powf(t)).sqrt();
        let update = root * grad / (state.exp_avg_sq.sqrt() + self.eps * root) + self.weight_decay * *param;
        *param += share * (state.z - *param) + lr * (beta1 * (1.0 - share) - 1.0) * update;
        state.z -= lr * update;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        let (beta1, _) = self.betas;
        param + (1.0 - 1.0 / beta1) * (state.z - param)
    }
}
