//! Weight decay that does not depend on the learning rate.

use std::sync::Arc;

use ndarray::ArrayD;
use optim_std::prelude::*;

const STEPS: u64 = 200;
/// The compared peak learning rates.
const RATES: [f64; 3] = [1e-3, 1e-2, 0.1];

fn schedule(lr: f64) -> impl Schedule {
    CosineDecayLR::new(lr, 0.0, STEPS).warmup(20)
}

/// The product of `1 - decay * share` over all steps. The schedule's value is `share` times its peak.
fn expected(decay: f64) -> f64 {
    (0..STEPS).map(|step| 1.0 - decay * schedule(1.0).at(step)).product()
}

/// The remaining fraction of a parameter after all steps, without gradients.
fn left(optimizer: &str, lr: f64, weight_decay: f64) -> f64 {
    let mut model: ArrayD<f64> = ArrayD::from_elem(vec![3, 3], 2.0);
    let rate: Arc<dyn Schedule> = Arc::new(schedule(lr));
    let builder = optim_std::registry().optimizer(optimizer).unwrap().builder();
    let builder = builder.set("lr", rate).unwrap().set("weight_decay", weight_decay).unwrap();
    let mut opt = builder.build(&model).unwrap();
    for _ in 0..STEPS {
        opt.step(&mut model, &ArrayD::<f64>::zeros(vec![3, 3])).unwrap();
    }
    model[[1, 1]] / 2.0
}

/// With `decay / lr`, a step removes the fraction `decay` of a parameter, times the schedule's fraction of its peak.
/// With a constant number, a higher learning rate removes more.
#[test]
fn decay_divided_by_the_peak_does_not_depend_on_the_learning_rate() {
    let decay = 1e-3;
    for optimizer in ["AdamW", "Lion", "Muon", "NAdamW"] {
        for lr in RATES {
            let (found, expected) = (left(optimizer, lr, decay / lr), expected(decay));
            assert!((found / expected - 1.0).abs() < 1e-9, "{optimizer} with {lr}: {found}, {expected}");
        }
        // The rate is 100 times as high. So is the removed part, as long as it is small.
        let [low, _, high] = RATES.map(|lr| left(optimizer, lr, decay));
        let ratio = (1.0 - high) / (1.0 - low);
        assert!((90.0..101.0).contains(&ratio), "{optimizer}: {ratio}");
    }
}

/// Adam adds its decay to the gradient, and divides the sum by its size, so the recipe does not apply to it.
#[test]
fn the_decay_of_adam_is_another_one() {
    let expected = expected(1e-3);
    for lr in RATES {
        let found = left("Adam", lr, 1e-3 / lr);
        assert!((found / expected - 1.0).abs() > 0.05, "{lr}: {found}, {expected}");
    }
}
