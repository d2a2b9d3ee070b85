use crate::author::*;

/// Prodigy: Adam that finds its own learning rate (Mishchenko and Defazio 2023, [Prodigy: An Expeditiously Adaptive Parameter-Free
/// Learner](https://arxiv.org/abs/2306.06101)).
///
/// ```text
/// b ← √(1 − β₂ᵏ⁺¹) / (1 − β₁ᵏ⁺¹) if use_bias_correction, else 1
/// m ← β₁·m + (1 − β₁)·d·g
/// v ← β₂·v + (1 − β₂)·d²·g²
/// s ← β₃·s + d/d₀·d·lr·b·g                         (without lr·b if safeguard_warmup)
/// n ← β₃·n + d/d₀·d·lr·b·⟨g, p₀ − p⟩                over all parameters
/// d̂ ← d_coef·n / ‖s‖₁                               over all parameters
/// d' ← min(max(d_max, d̂), d·growth_rate)
/// p ← p − weight_decay·d·lr·b·p − d·lr·b·m / (√v + d'·eps)
/// ```
///
/// `d` is the current estimate of the distance to the solution: one number of the whole model, which only grows. Leave `lr` at 1, or use a schedule
/// that starts there. `d`, its largest estimate `d_max`, the sum `d_numerator` and the number of steps `k` are states of the optimizer:
/// `opt.global("d")`. You can [watch](crate::Optimizer::watch) `d_hat`, the estimate of a step before the maximum is taken.
///
/// Compared with `Prodigy` of the Python package `prodigyopt` 1.1.2, with its defaults. An infinite `growth_rate` of the package is `None` here.
/// `slice_p` and `fsdp_in_use`, which are about memory and machines, are left out. If the decay rate of the first moment is 0, there is no first
/// moment, and the step uses the gradient. As in the package, nothing moves in a step in which `s` is zero everywhere. So parameters do not move
/// before the first gradient that is not zero, nor at `lr` 0.
///
/// All parameters together estimate `d`, so the settings that it depends on, such as `lr`, are the same for the whole model. Parameter groups may
/// differ only in `eps` and `weight_decay`. With `d0 = 0` nothing would ever move, so 0 is not allowed.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = Prodigy::new().build(&x)?;
/// for _ in 0..200 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// assert!(opt.global("d")? > 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer(state <
    exp_avg = 0.0 if self.betas.0 > 0.0,
    exp_avg_sq = 0.0, s = 0.0,
    p0 = param,
    d: global = { self.d0 },
    d_max: global = { self.d0 },
    d_numerator: global = 0.0,
    k: global = 0.0,
>, output <d_hat: global>)]
#[derive(Debug, Clone, PartialEq)]
pub struct Prodigy {
    /// Factor of the estimated learning rate, at least 0.
    #[hyper(default = 1.0, scheduled, shared, range = 0.0..)]
    pub lr: f64,
    /// Decay rates of the first and second moment, from 0 to less than 1.
    #[hyper(default = (0.9, 0.999), shared, range = 0.0..1.0)]
    pub betas: (f64, f64),
    /// Decay rate of the numbers in the estimate, from 0 to less than 1; `None` for the root of the second of `betas`.
    #[hyper(default = None, shared, range = 0.0..1.0)]
    pub beta3: Option<f64>,
    /// Multiplied by `d` and added to the root of the second moment; at least 0.
    #[hyper(default = 1e-8, scheduled, range = 0.0..)]
    pub eps: f64,
    /// Weight decay, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
    /// If true, weight decay is decoupled, as in AdamW; otherwise it is added to the gradient.
    #[hyper(default = true, shared)]
    pub decouple: bool,
    /// If true, both moments are corrected for their start.
    #[hyper(default = false, shared)]
    pub use_bias_correction: bool,
    /// If true, the estimate leaves `lr` out of its denominator, so that it is correct during a warm-up.
    #[hyper(default = false, shared)]
    pub safeguard_warmup: bool,
    /// The first estimate of `d`, at least 1e-100.
    #[hyper(default = 1e-6, shared, range = 1e-100..)]
    pub d0: f64,
    /// Factor of the estimate, at least 0.
    #[hyper(default = 1.0, shared, range = 0.0..)]
    pub d_coef: f64,
    /// Largest factor by which `d` grows in one step, at least 1; `None` for any.
    #[hyper(default = None, shared, range = 1.0..)]
    pub growth_rate: Option<f64>,
}

#[optimizer]
impl Prodigy {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>, output: &mut Output<Self>) {
        let (beta1, beta2) = self.betas;
        let beta3 = self.beta3.unwrap_or(beta2.sqrt());
        let d = state.d;
        let mut dlr = d * self.lr;
        if self.use_bias_correction {
            let t = state.k + 1.0;
            dlr = dlr * ((1.0 - beta2.powf(t)).sqrt() / (1.0 - beta1.powf(t)));
        }
        let grad = if self.decouple { grad } else { grad + self.weight_decay * *param };

        let on = self.lr > 0.0;
        let numerator = beta3 * state.d_numerator + d / self.d0 * dlr * grad.global_dot(state.p0 - *param);
        state.exp_avg_sq =
            select(on, beta2 * state.exp_avg_sq + (1.0 - beta2) * d * d * grad.square(), state.exp_avg_sq);
        let weight = if self.safeguard_warmup { d / self.d0 * d } else { d / self.d0 * dlr };
        state.s = select(on, beta3 * state.s + weight * grad, state.s);
        let denominator = state.s.global_sum_abs();

        let moves = on & (denominator > 0.0);
        let d_hat = self.d_coef * numerator / denominator;
        output.d_hat = select(moves, d_hat, d);
        let d_max = state.d_max.max(d_hat);
        let mut new_d = d_max;
        if let Some(growth_rate) = self.growth_rate {
            new_d = d_max.min(growth_rate * select(d == self.d0, d.max(d_hat), d));
        }
        state.d = select(moves, new_d, d);
        state.d_max = select(moves, d_max, state.d_max);
        state.d_numerator = select(moves, numerator, state.d_numerator);
        state.k = select(moves, state.k + 1.0, state.k);

        let dlr = select(moves, dlr, 0.0);
        let root = state.exp_avg_sq.sqrt() + state.d * self.eps;
        if self.decouple {
            *param -= self.weight_decay * dlr * *param;
        }
        if self.betas.0 > 0.0 {
            state.exp_avg = select(on, beta1 * state.exp_avg + (1.0 - beta1) * d * grad, state.exp_avg);
            *param -= dlr * (state.exp_avg / root);
        } else {
            *param -= dlr * state.d * (grad / root);
        }
    }
}
