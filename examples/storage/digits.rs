//! A perceptron for the digits, with ndarray.

use std::error::Error;

use half::bf16;
use ndarray::{ArrayD, Dimension, ShapeError};
use optim_examples::data::{Dataset, digits};
use optim_examples::network::{Linear, Mlp};
use optim_std::prelude::*;
use optim_std::{Builder, Definition};

use super::{Elements, Run, Task};

const BATCH_SIZE: usize = 32;
const HIDDEN: usize = 64;

pub(crate) struct Digits {
    train: Dataset,
    test: Dataset,
}

impl Digits {
    pub(crate) fn load() -> Result<Self, Box<dyn Error>> {
        let (train, test) = digits::load()?.split(0.25, 0);
        Ok(Self { train, test })
    }

    fn fit<E: Element, O>(&self, builder: &Builder<O>, epochs: u64, seed: u64) -> Result<Run, Box<dyn Error>>
    where
        Vec<ArrayD<E>>: Parameters<Elem = f32>,
        O: Definition,
    {
        let rng = &mut fastrand::Rng::with_seed(seed);
        let mut network = Mlp::new(self.train.pixels(), HIDDEN, rng);
        let mut model: Vec<ArrayD<E>> = rounded(&network);
        let mut optimizer = builder.build(&model)?;
        let mut places: Vec<usize> = (0..self.train.len()).collect();
        let mut losses = Vec::new();
        for _ in 0..epochs {
            rng.shuffle(&mut places);
            let mut sum = 0.0;
            for batch in places.chunks(BATCH_SIZE) {
                network = widened(&model)?;
                let (loss, gradients) = network.loss_and_gradients(&self.train.select(batch));
                sum += loss;
                optimizer.step(&mut model, &rounded::<E>(&gradients))?;
            }
            losses.push(sum / self.batches() as f64);
        }
        Ok(Run { losses, test: widened(&model)?.score(&self.test), bytes: Some(optimizer.state_bytes()) })
    }
}

impl Task for Digits {
    const LR: f64 = 0.01;
    const HAS_BF16: bool = true;

    fn batches(&self) -> u64 {
        self.train.len().div_ceil(BATCH_SIZE) as u64
    }

    fn run<O>(&self, builder: &Builder<O>, elements: Elements, epochs: u64, seed: u64) -> Result<Run, Box<dyn Error>>
    where
        O: Definition + 'static,
    {
        match elements {
            Elements::F32 => self.fit::<f32, O>(builder, epochs, seed),
            Elements::Bf16 => self.fit::<bf16, O>(builder, epochs, seed),
        }
    }
}

/// A type for parameters and gradients.
trait Element: Copy {
    fn of(x: f32) -> Self;
    fn wide(self) -> f32;
}

impl Element for f32 {
    fn of(x: f32) -> Self {
        x
    }

    fn wide(self) -> f32 {
        self
    }
}

impl Element for bf16 {
    fn of(x: f32) -> Self {
        Self::from_f32(x)
    }

    fn wide(self) -> f32 {
        self.to_f32()
    }
}

fn rounded<E: Element>(network: &Mlp) -> Vec<ArrayD<E>> {
    let Mlp { fc1, fc2 } = network;
    vec![
        fc1.weight.mapv(E::of).into_dyn(),
        fc1.bias.mapv(E::of).into_dyn(),
        fc2.weight.mapv(E::of).into_dyn(),
        fc2.bias.mapv(E::of).into_dyn(),
    ]
}

fn widened<E: Element>(model: &[ArrayD<E>]) -> Result<Mlp, Box<dyn Error>> {
    fn wide<E: Element, D: Dimension>(array: &ArrayD<E>) -> Result<ndarray::Array<f32, D>, ShapeError> {
        array.mapv(E::wide).into_dimensionality()
    }
    let [weight1, bias1, weight2, bias2] = model else { return Err("a network has four parameters".into()) };
    Ok(Mlp {
        fc1: Linear { weight: wide(weight1)?, bias: wide(bias1)? },
        fc2: Linear { weight: wide(weight2)?, bias: wide(bias2)? },
    })
}
