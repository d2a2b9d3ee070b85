use crate::author::*;

/// NovoGrad: momentum of gradients that are divided by their norm, layer by layer (Ginsburg et al. 2019,
/// [Stochastic Gradient Methods with Layer-wise Adaptive Moments for Training of Deep Networks](https://arxiv.org/abs/1905.11286)).
///
/// ```text
/// v ← β₂·v + (1 − β₂)·‖g‖², in the first step ‖g‖²
/// g ← g / (√v + eps) + weight_decay·p
/// m ← β₁·m + g, in the first step g
/// p ← p − lr·m
/// ```
///
/// It keeps a first moment and one number per parameter.
///
/// Compared with `NovoGrad` of the Python package `pytorch_optimizer` 4.1.0, with its defaults. With `grad_averaging`, the gradient enters `m` times
/// `1 − β₁`, except in the first step. With `weight_decouple`, weight decay shrinks the parameter instead.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = NovoGrad::new().lr(0.01).build(&x)?;
/// for _ in 0..2000 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <moments = 0.0, grads_ema: scalar = 0.0>)]
#[derive(Debug, Clone, PartialEq)]
pub struct NovoGrad {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.95, 0.98), scheduled, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay shrinks the parameter, instead of being part of the divided gradient.
    #[hyper(default = false)]
    pub weight_decouple: bool,
    /// Averages gradients in the first moment, instead of adding them up.
    #[hyper(default = false)]
    pub grad_averaging: bool,
    /// Added to the norm, at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
}

#[optimizer]
impl NovoGrad {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let (beta1, beta2) = self.betas;
        let square = grad.norm().square();
        state.grads_ema = if at(1) { square } else { beta2 * state.grads_ema + (1.0 - beta2) * square };
        let mut grad = grad / (state.grads_ema.sqrt() + self.eps);
        if self.weight_decouple {
            *param *= 1.0 - self.lr * self.weight_decay;
        } else {
            grad += self.weight_decay * *param;
        }
        if at(1) {
            state.moments = grad;
        } else {
            let weight = if self.grad_averaging { 1.0 - beta1 } else { scalar(1.0) };
            state.moments = beta1 * state.moments + weight * grad;
        }
        *param -= self.lr * state.moments;
    }
}
