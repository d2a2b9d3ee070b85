//! The stock optimizers by name, behind one type.
//!
//! Their kind is chosen at run time, so they are handled as `Box<dyn AnyOptimizer<f32>>` and set up by the names of their
//! hyperparameters. A program that knows its optimizer calls the setters instead: `AdamW::new().lr(1e-3)`.

use std::error::Error;
use std::sync::Arc;

use optim_std::prelude::*;
use optim_std::{Builder, StepError};

use crate::network::Mlp;
use crate::part::Part;

/// One row of the table: what to make, and what trains the digits well.
pub struct Stock {
    /// The name, that of the optimizer's struct.
    pub name: &'static str,
    /// The largest learning rate of a run, if the user gives none.
    pub lr: f64,
    /// The weight decay of matrices, if the user gives none.
    pub weight_decay: f64,
    build: Build,
}

type Build = fn(&Settings<'_>, &Mlp) -> Result<Optimizers, Box<dyn Error>>;

/// The stock optimizers.
pub static STOCK: [Stock; 6] = [
    Stock { name: "Lion", lr: 2e-3, weight_decay: 1.0, build: |settings, model| single::<Lion>(settings, model, &[]) },
    Stock {
        name: "SGD",
        lr: 0.2,
        weight_decay: 5e-4,
        build: |settings, model| {
            let momentum = [("momentum", 0.9.into()), ("nesterov", true.into())];
            single::<SGD>(settings, model, &momentum)
        },
    },
    Stock {
        name: "AdamW",
        lr: 0.01,
        weight_decay: 0.1,
        build: |settings, model| single::<AdamW>(settings, model, &[]),
    },
    Stock { name: "Lamb", lr: 0.01, weight_decay: 0.1, build: |settings, model| single::<Lamb>(settings, model, &[]) },
    Stock {
        name: "Adafactor",
        lr: 0.05,
        weight_decay: 0.01,
        build: |settings, model| single::<Adafactor>(settings, model, &[]),
    },
    Stock { name: "Muon", lr: 0.05, weight_decay: 0.1, build: muon },
];

/// What is the same for every optimizer.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The largest learning rate.
    pub lr: f64,
    /// Makes the schedule with this largest learning rate.
    pub schedule: &'a dyn Fn(f64) -> Arc<dyn Schedule>,
    /// Weight decay of the matrices; biases are left alone.
    pub weight_decay: f64,
    /// Largest norm of all gradients together.
    pub clip_norm: Option<f64>,
    /// Threads of a step.
    pub threads: Threads,
}

impl Stock {
    /// The optimizer with this name, in upper or lower case.
    pub fn by_name(name: &str) -> Option<&'static Self> {
        STOCK.iter().find(|stock| stock.name.eq_ignore_ascii_case(name))
    }

    /// Makes the optimizer for a network.
    ///
    /// # Errors
    ///
    /// When a setting is not allowed.
    pub fn build(&self, settings: &Settings<'_>, model: &Mlp) -> Result<Optimizers, Box<dyn Error>> {
        (self.build)(settings, model)
    }
}

/// One optimizer for all parameters, biases in a group without weight decay.
fn single<O: Definition>(
    settings: &Settings<'_>,
    model: &Mlp,
    own: &[(&str, Setting)],
) -> Result<Optimizers, Box<dyn Error>> {
    let mut builder = builder::<O>(settings, settings.lr)?.set_by_name("weight_decay", settings.weight_decay)?.group(
        "no_decay",
        |param| param.ndim() < 2,
        Builder::new().set_by_name("weight_decay", 0.0)?,
    );
    for (name, value) in own {
        builder = builder.set_by_name(name, value.clone())?;
    }
    Ok(Optimizers::one(builder.build(model)?))
}

/// Muon for the matrices, which are all it can update, and AdamW for the biases.
///
/// Two optimizers clip for themselves: each looks at the norm of its own gradients.
fn muon(settings: &Settings<'_>, model: &Mlp) -> Result<Optimizers, Box<dyn Error>> {
    const ADAM_LR: f64 = 0.25;
    let muon = builder::<Muon>(settings, settings.lr)?.set_by_name("weight_decay", settings.weight_decay)?;
    let adamw = builder::<AdamW>(settings, ADAM_LR * settings.lr)?;
    Ok(Optimizers {
        parts: vec![
            (is_matrix, Box::new(muon.build(&Part::new(model, is_matrix))?)),
            (is_vector, Box::new(adamw.build(&Part::new(model, is_vector))?)),
        ],
    })
}

/// What every optimizer is told.
fn builder<O: Definition>(settings: &Settings<'_>, lr: f64) -> Result<Builder<O>, Box<dyn Error>> {
    let builder = Builder::new()
        .set_by_name("lr", (settings.schedule)(lr))?
        .threads(settings.threads)
        .non_finite(NonFinite::Error);
    Ok(match settings.clip_norm {
        Some(max_norm) => builder.clip_norm(max_norm),
        None => builder,
    })
}

/// Whether an optimizer is for parameters of this shape.
type Keep = fn(&[usize]) -> bool;

fn is_matrix(shape: &[usize]) -> bool {
    shape.len() >= 2
}

fn is_vector(shape: &[usize]) -> bool {
    !is_matrix(shape)
}

/// One or more optimizers, each for its part of a network.
#[derive(Debug)]
pub struct Optimizers {
    parts: Vec<(Keep, Box<dyn AnyOptimizer<f32>>)>,
}

impl Optimizers {
    /// One optimizer for everything.
    pub fn one(optimizer: impl AnyOptimizer<f32> + 'static) -> Self {
        Self { parts: vec![(|_| true, Box::new(optimizer))] }
    }

    /// Updates the network with its gradients.
    ///
    /// # Errors
    ///
    /// See [`StepError`].
    pub fn step(&mut self, model: &mut Mlp, gradients: &Mlp) -> Result<(), StepError> {
        for (keep, optimizer) in &mut self.parts {
            optimizer.step(&mut Part::new(&mut *model, *keep), &Part::new(gradients, *keep))?;
        }
        Ok(())
    }

    /// The names, joined.
    pub fn name(&self) -> String {
        let names: Vec<_> = self.parts.iter().map(|(_, optimizer)| optimizer.name()).collect();
        names.join(" + ")
    }

    /// Bytes of memory for all states.
    pub fn state_bytes(&self) -> usize {
        self.parts.iter().map(|(_, optimizer)| optimizer.state_bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dataset;

    #[test]
    fn every_optimizer_lowers_the_loss_and_is_found_in_any_case() {
        let rng = &mut fastrand::Rng::with_seed(1);
        let data: Dataset = crate::data::digits::load().unwrap().split(0.1, 0).1;
        for stock in &STOCK {
            let mut model = Mlp::new(data.pixels(), 16, rng);
            let settings = Settings {
                lr: stock.lr,
                schedule: &|lr| Arc::new(optim_std::schedule::from_fn(move |_| lr)),
                weight_decay: stock.weight_decay,
                clip_norm: Some(10.0),
                threads: Threads::One,
            };
            let found = Stock::by_name(&stock.name.to_uppercase()).unwrap();
            let mut optimizer = found.build(&settings, &model).unwrap();
            let before = model.score(&data).loss;
            for _ in 0..20 {
                let (_, gradients) = model.loss_and_gradients(&data);
                optimizer.step(&mut model, &gradients).unwrap();
            }
            let after = model.score(&data).loss;
            assert!(after < 0.9 * before, "{}: {before} to {after}", stock.name);
        }
        assert!(Stock::by_name("Adam").is_none());
    }
}
