use crate::author::*;

/// SGLD, stochastic gradient Langevin dynamics: gradient descent with noise, so that the parameters become samples of the posterior (Welling & Teh
/// 2011, [Bayesian Learning via Stochastic Gradient Langevin Dynamics](https://www.stats.ox.ac.uk/~teh/research/compstats/WelTeh2011a.pdf)).
///
/// ```text
/// p ← p − lr/2·(g + weight_decay·p) + √(lr·temperature)·ε,   ε normal, of mean 0 and variance 1
/// ```
///
/// `g` is the gradient of the negative log-likelihood of *all* data: for N examples, N times the gradient of the mean
/// loss over a batch. `weight_decay` is the precision of a normal prior of mean 0. With a learning rate that falls to
/// 0, for example as t^−0.55, the samples come from the posterior. With a small constant rate, they do so
/// approximately. At temperature 0 it is gradient descent with half the learning rate.
///
/// It follows equation 4 of the paper. The noise depends on the [seed](optim_core::Builder::seed), the parameter's name, its step and the element, so
/// runs can be repeated and resumed: [Random numbers](crate::guide::randomness). Masked elements stay zero.
///
/// ```
/// use optim_std::prelude::*;
///
/// // A posterior of mean 3 and variance 1/4.
/// let mut x = optim_std::ndarray::Array1::<f64>::zeros(10_000);
/// let mut opt = SGLD::new().lr(0.02).seed(7).build(&x)?;
/// for _ in 0..500 {
///     let grad = 4.0 * (&x - 3.0);
///     opt.step(&mut x, &grad)?;
/// }
/// let variance = x.mapv(|x| (x - 3.0) * (x - 3.0)).mean().unwrap_or(0.0);
/// assert!((variance - 0.25).abs() < 0.02);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[optimizer]
#[derive(Debug, Clone, PartialEq)]
pub struct SGLD {
    /// Learning rate, at least 0.
    #[hyper(default = 1e-3, scheduled, range = 0.0..)]
    pub lr: f64,
    /// The scale of the noise, at least 0: 1 for samples of the posterior.
    #[hyper(default = 1.0, scheduled, range = 0.0..)]
    pub temperature: f64,
    /// Precision of the prior, at least 0.
    #[hyper(default = 0.0, scheduled, range = 0.0..)]
    pub weight_decay: f64,
}

#[optimizer]
impl SGLD {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let noise = (self.lr * self.temperature).sqrt() * normal_like(*param);
        *param += noise - 0.5 * self.lr * (grad + self.weight_decay * *param);
    }
}
