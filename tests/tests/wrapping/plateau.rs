//! `ReduceOnPlateau`, compared with optax's rule in plain Rust.

use ndarray::array;
use optim_std::prelude::*;
use optim_std::testing::check;

/// The state and settings of optax's `reduce_on_plateau`.
struct Rule {
    scale: f64,
    best: f64,
    stalled: usize,
    cooling: usize,
    losses: Vec<f64>,
}

impl Rule {
    /// The scale in a step with this loss: with a factor of 0.5, a patience of 3, a cooldown of 2 and means of two losses.
    fn scale(&mut self, loss: f64) -> f64 {
        self.losses.push(loss);
        if self.losses.len() < 2 {
            return self.scale;
        }
        let mean = self.losses.drain(..).sum::<f64>() / 2.0;
        let improved = mean < 0.99 * self.best - 0.001;
        self.stalled = if improved { 0 } else { self.stalled + 1 };
        self.best = if improved { mean } else { self.best };
        if self.cooling > 0 {
            (self.stalled, self.cooling) = (0, self.cooling - 1);
        } else if self.stalled == 3 {
            self.scale = (0.5 * self.scale).max(0.2);
            (self.stalled, self.cooling) = (0, 2);
        }
        self.scale
    }
}

#[test]
fn updates_shrink_when_the_loss_stalls() {
    let mut rule = Rule { scale: 1.0, best: f64::INFINITY, stalled: 0, cooling: 0, losses: Vec::new() };
    let mut x = array![1.0_f64, -2.0, 3.0];
    let mut expected = x.clone();
    let mut opt = ReduceOnPlateau::new(SGD::new(0.1))
        .factor(0.5)
        .patience(3)
        .cooldown(2)
        .rtol(0.01)
        .atol(0.001)
        .accumulation_size(2)
        .min_scale(0.2)
        .build(&x)
        .unwrap();
    let mut scales = Vec::new();
    for step in 0_u32..60 {
        let loss = 1.0 / f64::from(1 + step.min(6)) + 0.01 * f64::from(step % 3);
        let grad = 2.0 * &x;
        let report = opt.with_inputs(&Inputs::new().number("loss", loss)).step(&mut x, &grad).unwrap();
        let scale = rule.scale(loss);
        expected = &expected - scale * 0.1 * 2.0 * &expected;
        assert!((&x - &expected).iter().all(|d| d.abs() < 1e-14), "step {step}: {x} {expected}");
        assert_eq!(opt.global("scale").unwrap(), scale, "step {step}");
        // The optimizer returns the learning rate of the finished step.
        assert_eq!(report.learning_rate_in("default"), Ok(Some(0.1 * scale)), "step {step}");
        assert_eq!(opt.learning_rate_in("default"), Ok(Some(0.1 * scale)), "step {step}");
        assert_eq!(report.value_in("default", "inner.lr"), Ok(0.1.into()), "the setting as it was given");
        scales.push(scale);
    }
    scales.dedup();
    assert_eq!(scales, [1.0, 0.5, 0.25, 0.2]);
}

#[test]
fn every_factor_counts_wherever_it_is() {
    let x = (array![1.0_f64], array![2.0]);
    let inner = ReduceOnPlateau::new(SGD::new(LinearLR::new(0.5, 0.0, 4)));
    let mut opt = ReduceOnPlateau::new(Lookahead::new(inner))
        .group("other", |p| p.name() == "1", |h| h.inner(|h| h.inner(|h| h.inner(|h| h.lr(0.25)))))
        .build(&x)
        .unwrap();
    assert_eq!(opt.learning_rate_name(), Some("inner.inner.inner.lr"));
    opt.set_global("scale", 0.5).unwrap();
    opt.set_global("inner.inner.scale", 0.25).unwrap();
    assert_eq!(opt.learning_rate_in("default"), Ok(Some(0.5 * 0.125)));
    assert_eq!(opt.learning_rate_in("other"), Ok(Some(0.25 * 0.125)));
    assert!(opt.learning_rate_in("others").is_err());
    let own_rate = Adafactor::new().lr(None).relative_step(true).build(&x).unwrap();
    assert_eq!((own_rate.learning_rate_name(), own_rate.learning_rate_in("default")), (Some("lr"), Ok(None)));
}

#[test]
fn a_step_without_its_loss_is_refused() {
    let mut x = array![1.0_f64];
    let mut opt = ReduceOnPlateau::new(SGD::new(0.1)).build(&x).unwrap();
    let error = opt.step(&mut x, &array![1.0]).unwrap_err();
    assert!(error.to_string().contains("needs the input `loss`"), "{error}");
    assert_eq!(x, array![1.0]);
}

#[test]
fn kernels_are_graphs() {
    check::<ReduceOnPlateau<AdamW>>();
    check::<ReduceOnPlateau<Lookahead<SGD>>>();
}
