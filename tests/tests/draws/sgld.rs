//! Stochastic gradient Langevin dynamics: the results are samples from the right distribution.

use ndarray::{Array1, array};
use optim_std::prelude::*;

/// With the loss `a (x - m)² / 2`, a step multiplies `x - m` by `1 - lr a / 2` and adds numbers of variance `lr T`. So
/// the stationary distribution is normal, with mean `m` and variance `lr T / (1 - (1 - lr a / 2)²)`.
#[test]
fn samples_of_a_quadratic_are_normal() {
    const CHAINS: usize = 20_000;
    for (lr, a, m, temperature) in [(0.1, 1.0, 0.0, 1.0), (0.5, 2.0, -3.0, 0.25), (0.05, 8.0, 10.0, 2.0)] {
        let mut x = Array1::from_elem(CHAINS, 0.0_f64);
        let mut opt = SGLD::new().lr(lr).temperature(temperature).seed(11).build(&x).unwrap();
        let shrinks: f64 = 1.0 - lr * a / 2.0;
        // Each step multiplies the influence of the start by this factor. After these steps, it is 1e-13.
        let steps = (1e-13_f64.ln() / shrinks.ln()).ceil() as usize;
        for _ in 0..steps {
            let grad = x.mapv(|x| a * (x - m));
            opt.step(&mut x, &grad).unwrap();
        }
        let variance = lr * temperature / (1.0 - shrinks * shrinks);
        let z = x.mapv(|x| (x - m) / variance.sqrt());
        let moment = |power: i32| z.mapv(|z| z.powi(power)).sum() / CHAINS as f64;
        for (power, expected, of_square) in [(1, 0.0, 1.0), (2, 1.0, 2.0), (3, 0.0, 15.0), (4, 3.0, 96.0_f64)] {
            let error = (of_square / CHAINS as f64).sqrt();
            let found = moment(power);
            assert!((found - expected).abs() < 5.0 * error, "lr {lr}: moment {power} is {found}, {expected} expected");
        }
    }
}

/// Without noise it is gradient descent, and the seed does not matter.
#[test]
fn at_temperature_0_it_descends() {
    for seed in [1, 2] {
        let mut x = array![1.0_f64, -2.0];
        let mut opt = SGLD::new().lr(0.5).temperature(0.0).seed(seed).build(&x).unwrap();
        opt.step(&mut x, &array![1.0, -2.0]).unwrap();
        assert_eq!(x, array![0.75, -1.5]);
    }
}
