use crate::prelude::*;

/// AggMo: momenta with different decays, averaged (Lucas et al. 2018,
/// [Aggregated Momentum: Stability Through Passive Damping](https://arxiv.org/abs/1804.00325)).
///
/// ```text
/// g  ← g + weight_decay·p
/// mᵢ ← βᵢ·mᵢ + g                for each of the K momenta
/// p  ← p − lr / K · Σ mᵢ
/// ```
///
/// A large β passes over flat regions quickly and oscillates where the curvature is large; the momenta with small β damp the
/// oscillations. The paper recommends βᵢ = 1 − 0.1ⁱ, of which the defaults are the first three.
///
/// Compared with `AggMo` of the Python package `pytorch_optimizer` 4.1.0, with its defaults but for the learning rate, which has none there. As there, `weight_decay` is
/// added to the gradient unless `weight_decouple` is set; then the parameter is multiplied by `1 − lr·weight_decay` first.
///
/// Each momentum is a tensor: the state is K times the size of the parameters, and a step walks over the gradient K times.
///
/// ```
/// use optim_std::prelude::*;
///
/// let mut x = optim_std::ndarray::array![1.0_f64, -2.0];
/// let mut opt = AggMo::new().lr(0.01).build(&x)?;
/// for _ in 0..400 {
///     let grad = 2.0 * &x;
///     opt.step(&mut x, &grad)?;
/// }
/// assert!(x.iter().all(|x| x.abs() < 1e-2));
/// assert_eq!(opt.state("param", "momentum_buffers.2")?.shape(), [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
