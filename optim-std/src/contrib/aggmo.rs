use crate::author::*;

/// AggMo: the mean of several momenta with different decays (Lucas et al. 2018,
/// [Aggregated Momentum: Stability Through Passive Damping](https://arxiv.org/abs/1804.00325)).
///
/// ```text
/// g ← g + weight_decay·p
/// for each i:  vᵢ ← βᵢ·vᵢ + g
/// p ← p − lr/n·(v₁ + … + vₙ)
/// ```
///
/// A buffer with a large `β` moves fast along directions that change little. Buffers with a small `β` damp its
/// oscillations. Each `β` has one buffer, in a list of states.
///
/// Compared with `AggMo` of the Python package `pytorch_optimizer` 4.1.0, with its defaults.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = AggMo::new().lr(0.02).betas([0.0, 0.9, 0.99]).build(&x)?;
/// for _ in 0..600 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <momentum_buffer: [tensor; self.betas.len()] = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct AggMo {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decays of the momenta, from 0 to 1: one for each, and at least one.
    #[hyper(default = [0.0, 0.9, 0.99], range = 0.0..=1.0)]
    pub betas: Vec<f64>,
    /// Added to the gradient as a multiple of the parameter, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
}

#[optimizer]
impl AggMo {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let grad = grad + self.weight_decay * *param;
        let mut sum = full(0.0);
        for i in 0..self.betas.len() {
            state.momentum_buffer[i] = self.betas[i] * state.momentum_buffer[i] + grad;
            sum += state.momentum_buffer[i];
        }
        *param -= self.lr / self.betas.len() as f64 * sum;
    }
}
