//! Learning rates and initial weights that suit every width (Yang et al. 2022, arXiv:2203.03466).
//!
//! The coordinate check of the paper: after a few steps, the outputs of each layer have changed by the same amount in
//! networks of all widths, if rates and initial weights follow the rule. Otherwise wide networks change much more.

use std::collections::BTreeMap;

use ndarray::{Array2, ArrayD, Ix2};
use optim_std::Optimizer;
use optim_std::prelude::*;

const INPUTS: usize = 16;
const OUTPUTS: usize = 4;
const BATCH: usize = 8;
/// The width at which the rate was tuned.
const BASE: f64 = 64.0;

type Model = BTreeMap<String, ArrayD<f32>>;

/// Normal numbers, the same on every machine.
struct Normal(u64);

impl Normal {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn array(&mut self, shape: [usize; 2], std: f64) -> Array2<f32> {
        Array2::from_shape_simple_fn(shape, || {
            let (radius, angle) = ((-2.0 * self.unit().ln()).sqrt(), std::f64::consts::TAU * self.unit());
            (std * radius * angle.cos()) as f32
        })
    }
}

/// The initial weights: deviations of `1 / √fan_in`, and under the rule `√base / fan_in` for the output layer.
fn model(width: usize, mup: bool) -> Model {
    let normal = &mut Normal(width as u64);
    let std = |fan_in: usize| 1.0 / (fan_in as f64).sqrt();
    let head = if mup { BASE.sqrt() / width as f64 } else { std(width) };
    let layers = [
        ("embed.weight", [INPUTS, width], std(INPUTS)),
        ("fc.weight", [width, width], std(width)),
        ("head.weight", [width, OUTPUTS], head),
    ];
    layers.map(|(name, shape, std)| (name.to_owned(), normal.array(shape, std).into_dyn())).into()
}

fn optimizer(model: &Model, width: usize, mup: bool) -> Optimizer<f32> {
    let lr = 2e-3;
    let own = if mup { lr * BASE / width as f64 } else { lr };
    let builder = AdamW::new().lr(lr).eps(1e-12);
    let builder = builder.group("matrices", |p| p.ndim() == 2 && !p.name().starts_with("embed"), |h| h.lr(own));
    builder.build(model).unwrap()
}

fn weight<'m>(model: &'m Model, name: &str) -> ndarray::ArrayView2<'m, f32> {
    model[name].view().into_dimensionality::<Ix2>().unwrap()
}

/// The outputs of all layers, before and after the rectifiers if there are any.
struct Layers {
    embed: Array2<f32>,
    fc: Array2<f32>,
    head: Array2<f32>,
}

fn relu(x: &Array2<f32>) -> Array2<f32> {
    x.mapv(|x| x.max(0.0))
}

fn forward(model: &Model, input: &Array2<f32>) -> Layers {
    let embed = input.dot(&weight(model, "embed.weight"));
    let fc = relu(&embed).dot(&weight(model, "fc.weight"));
    let head = relu(&fc).dot(&weight(model, "head.weight"));
    Layers { embed, fc, head }
}

/// Gradients of the mean squared error.
fn gradients(model: &Model, input: &Array2<f32>, target: &Array2<f32>) -> Model {
    let layers = forward(model, input);
    let slope = |x: &Array2<f32>| x.mapv(|x| f32::from(u8::from(x > 0.0)));
    let head = (&layers.head - target) * (2.0 / target.len() as f32);
    let fc = head.dot(&weight(model, "head.weight").t()) * slope(&layers.fc);
    let embed = fc.dot(&weight(model, "fc.weight").t()) * slope(&layers.embed);
    let grads = [
        ("embed.weight", input.t().dot(&embed)),
        ("fc.weight", relu(&layers.embed).t().dot(&fc)),
        ("head.weight", relu(&layers.fc).t().dot(&head)),
    ];
    grads.map(|(name, grad)| (name.to_owned(), grad.into_dyn())).into()
}

fn rms(x: &Array2<f32>) -> f64 {
    (x.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>() / x.len() as f64).sqrt()
}

/// The root mean squares of the changes of each layer's outputs after a few steps.
fn changes(width: usize, mup: bool) -> [f64; 3] {
    let mut model = model(width, mup);
    let mut opt = optimizer(&model, width, mup);
    let (input, target) = (Normal(1).array([BATCH, INPUTS], 1.0), Normal(2).array([BATCH, OUTPUTS], 1.0));
    let before = forward(&model, &input);
    for _ in 0..4 {
        let grads = gradients(&model, &input, &target);
        opt.step(&mut model, &grads).unwrap();
    }
    let after = forward(&model, &input);
    let pairs = [(after.embed, before.embed), (after.fc, before.fc), (after.head, before.head)];
    pairs.map(|(after, before)| rms(&(after - before)))
}

#[test]
fn outputs_change_alike_at_every_width() {
    let narrow = changes(64, true);
    for width in [256, 1024] {
        for ((wide, narrow), layer) in changes(width, true).into_iter().zip(narrow).zip(["embed", "fc", "head"]) {
            let ratio = wide / narrow;
            assert!((0.5..2.0).contains(&ratio), "{layer} at width {width}: {ratio} times the change at 64");
        }
    }
    // At the base width both are the same network.
    assert_eq!(narrow, changes(64, false));
}

#[test]
fn without_the_rule_wide_networks_change_more() {
    let (narrow, wide) = (changes(64, false), changes(1024, false));
    let ratio = wide[1] / narrow[1];
    assert!(ratio > 4.0, "the hidden layer changes {ratio} times as much");
}
