//! Options of the builder, schedules, groups, masks, parameters without a gradient.

use optim_std::Optimizer;
use optim_std::prelude::*;

use crate::support::{CLOSE, Model, compare};

const SHAPES: [&[usize]; 4] = [&[5], &[64, 48], &[1500], &[3, 4]];

#[track_caller]
fn agrees(build: &dyn Fn(&Model) -> Optimizer<f32>, has_grad: &dyn Fn(u64, usize) -> bool) {
    let compared = compare(build, &SHAPES, 20, has_grad).unwrap_or_else(|error| panic!("{error}"));
    assert!(compared.params <= CLOSE && compared.states <= CLOSE, "{compared:?}");
}

fn built<B: optim_core::IntoOptimizer>(builder: B, model: &Model) -> Optimizer<f32> {
    builder.into_optimizer(model).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn gradients_are_scaled_and_clipped() {
    agrees(&|model| built(AdamW::new().lr(0.01).grad_scale(0.125).clip_value(0.05), model), &|_, _| true);
    agrees(&|model| built(SGD::new(0.01).grad_scale(0.125).clip_norm(0.5), model), &|_, _| true);
    // A limit that the norm does not reach.
    agrees(&|model| built(SGD::new(0.01).clip_norm(1e6), model), &|_, _| true);
    agrees(&|model| built(Lamb::new().lr(0.01).clip_norm(0.5).clip_value(0.01), model), &|_, _| true);
}

#[test]
fn schedules_and_groups_are_those_of_the_engine() {
    let build = |model: &Model| {
        let schedule = CosineDecayLR::new(0.1, 0.001, 15);
        built(AdamW::new().lr(schedule).group("vectors", |p| p.ndim() < 2, |o| o.lr(0.5).weight_decay(0.0)), model)
    };
    agrees(&build, &|_, _| true);
}

#[test]
fn parameters_without_a_gradient_stay() {
    agrees(&|model| built(AdamW::new().lr(0.01), model), &|t, k| !(t as usize + k).is_multiple_of(3));
    agrees(&|model| built(Prodigy::new(), model), &|t, k| k == 0 || !(t as usize + k).is_multiple_of(3));
}

#[test]
fn masks_hold() {
    let build = |model: &Model| {
        let mut optimizer = built(Lamb::new().lr(0.01), model);
        for (name, array) in model {
            let mask = array.mapv(|x| x > -0.3);
            optimizer.set_mask(name, &mask).unwrap_or_else(|error| panic!("{error}"));
        }
        optimizer
    };
    agrees(&build, &|_, _| true);
    // Noise where the gradient and the parameter are 0.
    let build = |model: &Model| {
        let mut optimizer = built(SGLD::new().lr(0.01), model);
        for (name, array) in model {
            optimizer.set_mask(name, &array.mapv(|x| x > -0.3)).unwrap_or_else(|error| panic!("{error}"));
        }
        optimizer
    };
    agrees(&build, &|_, _| true);
}

#[test]
fn masks_hold_where_a_step_leaves_the_parameter_as_it_is() {
    let build = |model: &Model| {
        let mut optimizer = built(Accumulate::new(AdamW::new().lr(0.01)).k(4), model);
        for (name, array) in model {
            let mask = array.mapv(|x| x > 0.1);
            optimizer.set_mask(name, &mask).unwrap_or_else(|error| panic!("{error}"));
        }
        optimizer
    };
    for steps in [3, 4, 9] {
        let compared = compare(&build, &SHAPES, steps, &|_, _| true).unwrap_or_else(|error| panic!("{error}"));
        assert!(compared.params <= CLOSE && compared.states <= CLOSE, "{compared:?}");
    }
}

#[test]
fn random_numbers_are_those_of_the_host() {
    agrees(&|model| built(SGLD::new().lr(0.01).seed(7), model), &|_, _| true);
}

#[test]
fn rules_of_a_partition_step_together() {
    let build = |model: &Model| {
        let recipe = Partition::new()
            .rule("matrices", |p| p.ndim() > 1, Adafactor::new().lr(0.01))
            .rest("rest", AdamW::new().lr(0.01));
        built(recipe, model)
    };
    agrees(&build, &|_, _| true);
}
