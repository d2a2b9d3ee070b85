//! The stock optimizers by name, behind one type.
//!
//! They are chosen at run time, so they are `Optimizer<f32>` values whose settings are set by name. A program that
//! knows its optimizer calls the setters instead: `AdamW::new().lr(1e-3)`.

use std::error::Error;
use std::sync::Arc;

use ndarray::ArrayD;
use optim_std::prelude::*;
use optim_std::registry::{AnyBuilder, find};

use crate::network::Mlp;

/// Images per step that suit most optimizers.
pub const BATCH_SIZE: usize = 32;

/// An optimizer, and settings that train the digits well.
#[derive(Clone, Copy, Debug)]
pub struct Stock {
    /// The name of the optimizer's struct.
    pub name: &'static str,
    /// The largest learning rate of a run, if the user gives none.
    pub lr: f64,
    /// The weight decay of matrices, if the user gives none; 0 for optimizers without weight decay.
    pub weight_decay: f64,
    /// Images per step, if the user gives no number.
    pub batch_size: usize,
    /// Settings other than the defaults.
    settings: &'static [(&'static str, &'static str)],
}

const PLAIN: Stock = Stock { name: "", lr: 0.0, weight_decay: 0.0, batch_size: BATCH_SIZE, settings: &[] };

/// The optimizers whose defaults don't train the digits well.
#[rustfmt::skip]
static TUNED: [Stock; 49] = [
    Stock { name: "ASGD",      lr: 0.5,   weight_decay: 5e-4, ..PLAIN },
    Stock { name: "Adadelta",  lr: 1.0,   weight_decay: 5e-4, ..PLAIN },
    Stock { name: "Adafactor", lr: 0.05,  weight_decay: 0.01, ..PLAIN },
    Stock { name: "Adagrad",   lr: 0.05,  weight_decay: 5e-4, ..PLAIN },
    Stock { name: "Adam",      lr: 0.01,  weight_decay: 1e-4, ..PLAIN },
    Stock { name: "AdamW",     lr: 0.01,  weight_decay: 0.1,  ..PLAIN },
    Stock { name: "Adamax",    lr: 0.01,  weight_decay: 1e-4, ..PLAIN },
    Stock { name: "AggMo",     lr: 0.05,  weight_decay: 5e-4, ..PLAIN },
    Stock { name: "GaLore",    lr: 0.01,  weight_decay: 0.1,  settings: &[("rank", "8"), ("update_proj_gap", "20"), ("scale", "1.0")], ..PLAIN },
    Stock { name: "Lamb",      lr: 0.01,  weight_decay: 0.1,  ..PLAIN },
    Stock { name: "Lion",      lr: 2e-3,  weight_decay: 1.0,  ..PLAIN },
    Stock { name: "Muon",      lr: 0.05,  weight_decay: 0.1,  ..PLAIN },
    Stock { name: "NAdam",     lr: 0.01,  weight_decay: 1e-4, ..PLAIN },
    Stock { name: "RAdam",     lr: 0.03,  weight_decay: 1e-4, ..PLAIN },
    Stock { name: "RMSprop",   lr: 2e-3,  weight_decay: 1e-4, ..PLAIN },
    // Rprop is for whole data sets. Batches disagree, so steps that shrink slowly and stay short work best.
    Stock { name: "Rprop",     lr: 5e-4,  settings: &[("etas", "(0.9, 1.15)"), ("step_sizes", "(1e-7, 1e-3)")], ..PLAIN },
    Stock { name: "SGLD",      lr: 0.1,   settings: &[("temperature", "1e-6")], ..PLAIN },
    Stock { name: "SOAP",      lr: 0.02,  weight_decay: 0.01, ..PLAIN },
    Stock { name: "Shampoo",   lr: 0.1,   ..PLAIN },
    Stock { name: "SophiaG",   lr: 5e-3,  weight_decay: 0.1, settings: &[("rho", "10.0")], ..PLAIN },
    Stock { name: "SGD",       lr: 0.2,   weight_decay: 5e-4, settings: &[("momentum", "0.9"), ("nesterov", "true")], ..PLAIN },
    Stock { name: "ADOPT", lr: 0.02,  weight_decay: 5e-4, ..PLAIN },
    Stock { name: "APOLLO", lr: 0.01,  weight_decay: 0.1, settings: &[("rank", "8"), ("update_proj_gap", "20")], ..PLAIN },
    Stock { name: "AdEMAMix", lr: 3e-3,  settings: &[("betas", "(0.9, 0.999, 0.99)"), ("alpha", "2.0")], ..PLAIN },
    Stock { name: "AdaBelief", lr: 5e-3, settings: &[("eps", "1e-12")], ..PLAIN },
    Stock { name: "AdaMuon", lr: 0.05, weight_decay: 0.1, ..PLAIN },
    Stock { name: "AdamMini", lr: 0.01, weight_decay: 0.1, ..PLAIN },
    Stock { name: "AdamP", lr: 0.01, weight_decay: 1e-2, ..PLAIN },
    Stock { name: "Adan", lr: 0.02, weight_decay: 0.02, ..PLAIN },
    Stock { name: "CAME", lr: 2e-3, weight_decay: 0.1, settings: &[("betas", "(0.9, 0.99, 0.999)")], ..PLAIN },
    Stock { name: "Grams", lr: 0.01, weight_decay: 0.1, ..PLAIN },
    Stock { name: "Kron", lr: 5e-3, weight_decay: 0.1, ..PLAIN },
    // LBFGS compares gradients of two steps, so both must be gradients of the same function: of all images.
    Stock { name: "LBFGS", lr: 0.5, batch_size: 10_000, ..PLAIN },
    Stock { name: "LARS", lr: 0.2, weight_decay: 5e-4, settings: &[("trust_coefficient", "0.05")], ..PLAIN },
    Stock { name: "LaProp", lr: 5e-3, weight_decay: 0.1, ..PLAIN },
    Stock { name: "MADGRAD", lr: 0.01, ..PLAIN },
    Stock { name: "MARS", lr: 0.01, weight_decay: 0.1, settings: &[("lr_1d", "0.01"), ("weight_decay_1d", "0.0")], ..PLAIN },
    Stock { name: "MuonClip", lr: 0.05, weight_decay: 0.1, ..PLAIN },
    Stock { name: "NAdamW", lr: 0.01, weight_decay: 0.1, ..PLAIN },
    Stock { name: "NorMuon", lr: 0.05, weight_decay: 0.1, ..PLAIN },
    Stock { name: "NovoGrad", lr: 0.02, weight_decay: 1e-3, ..PLAIN },
    Stock { name: "QHAdam", lr: 0.01, weight_decay: 1e-4, settings: &[("nus", "(0.7, 1.0)")], ..PLAIN },
    Stock { name: "RMSpropTF", lr: 5e-3, settings: &[("momentum", "0.9"), ("eps", "1e-3")], ..PLAIN },
    Stock { name: "RowWiseAdagrad", lr: 0.1, weight_decay: 5e-4, ..PLAIN },
    Stock { name: "SCION", lr: 0.02, settings: &[("scale", "3.0")], ..PLAIN },
    Stock { name: "SM3", lr: 0.1, settings: &[("momentum", "0.9"), ("beta", "0.95")], ..PLAIN },
    Stock { name: "SignSGD", lr: 2e-3, weight_decay: 1.0, ..PLAIN },
    Stock { name: "SparseAdam", lr: 0.01, ..PLAIN },
    Stock { name: "StableAdamW", lr: 0.01, weight_decay: 0.1, ..PLAIN },
];

/// The settings that all optimizers share.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The largest learning rate.
    pub lr: f64,
    /// Creates the schedule with this largest learning rate.
    pub schedule: &'a dyn Fn(f64) -> Arc<dyn Schedule>,
    /// Weight decay of the matrices. Biases have none.
    pub weight_decay: f64,
    /// Largest norm of all gradients together.
    pub clip_norm: Option<f64>,
    /// Threads of a step.
    pub threads: Threads,
}

impl Stock {
    /// The optimizer with this name, in upper or lower case.
    pub fn by_name(name: &str) -> Option<Self> {
        let entry = optim_std::optimizers().iter().find(|entry| entry.name.eq_ignore_ascii_case(name))?;
        let default = |name| match entry.hypers.iter().find(|info| info.name == name)?.default?() {
            Setting::Float(number) => Some(number),
            _ => None,
        };
        let plain = Self {
            name: entry.name,
            lr: default("lr").unwrap_or_default(),
            weight_decay: default("weight_decay").unwrap_or_default(),
            ..PLAIN
        };
        Some(TUNED.iter().find(|stock| stock.name == entry.name).copied().unwrap_or(plain))
    }

    /// Builds the optimizer for a network.
    ///
    /// # Errors
    ///
    /// If the optimizer does not exist, or a setting is not allowed.
    pub fn build(&self, settings: &Settings<'_>, model: &Mlp) -> Result<Optimizer<f32>, Box<dyn Error>> {
        let mut builder = self.builder(settings)?;
        for (name, value) in self.settings {
            builder = builder.set(name, value.parse::<Setting>()?)?;
        }
        let mut optimizer = if self.takes_vectors(settings)? {
            builder.build(model)?
        } else {
            const ADAM_LR: f64 = 0.25;
            let rest = Self { name: AdamW::NAME, ..PLAIN };
            let rest = rest.builder(&Settings { lr: ADAM_LR * settings.lr, weight_decay: 0.0, ..*settings })?;
            let partition = Partition::new().rule("matrices", |p| p.ndim() >= 2, builder).rest("vectors", rest);
            partition.build(model)?
        };
        optimizer.set_threads(settings.threads);
        optimizer.set_non_finite(NonFinite::Error);
        optimizer.set_clip_norm(settings.clip_norm)?;
        Ok(optimizer)
    }

    /// Returns true if it also updates vectors. Otherwise AdamW does.
    fn takes_vectors(&self, settings: &Settings<'_>) -> Result<bool, Box<dyn Error>> {
        let entry = find(optim_std::optimizers(), self.name)?;
        Ok(entry.builder().set("lr", settings.lr)?.build(&ArrayD::<f32>::zeros(vec![1])).is_ok())
    }

    /// A builder with these settings, without those that the optimizer does not have. Biases are in a group without weight decay.
    fn builder(&self, settings: &Settings<'_>) -> Result<AnyBuilder, Box<dyn Error>> {
        let entry = find(optim_std::optimizers(), self.name)?;
        let hyper = |name| entry.hypers.iter().find(|info| info.name == name);
        let lr = if hyper("lr").is_some_and(|info| info.scheduled) {
            (settings.schedule)(settings.lr).into()
        } else {
            Setting::Float(settings.lr)
        };
        let mut builder = entry.builder().set("lr", lr)?;
        if settings.weight_decay > 0.0 {
            if hyper("weight_decay").is_none() {
                return Err(format!("{} has no weight decay", self.name).into());
            }
            builder = builder.set("weight_decay", settings.weight_decay)?;
            if self.takes_vectors(settings)? {
                let overrides = entry.builder().set("weight_decay", 0.0)?;
                builder = builder.group("no_decay", |param| param.ndim() < 2, overrides);
            }
        }
        Ok(builder)
    }
}

#[cfg(test)]
mod tests {
    use optim_std::OptimizerEntry;
    use optim_std::training::{DueInputs, Indexed, Position, Shuffled, Training};

    use super::*;
    use crate::data::Dataset;
    use crate::estimate::with_estimates;

    fn settings<'a>(stock: &Stock, schedule: &'a dyn Fn(f64) -> Arc<dyn Schedule>) -> Settings<'a> {
        Settings {
            lr: stock.lr,
            schedule,
            weight_decay: stock.weight_decay,
            clip_norm: Some(10.0),
            threads: Threads::One,
        }
    }

    /// The number of steps. Prodigy needs 20 of them to find its learning rate.
    const STEPS: u64 = 40;

    #[test]
    fn every_optimizer_lowers_the_loss_and_is_found_in_any_case() {
        let rng = &mut fastrand::Rng::with_seed(1);
        let data: Dataset = crate::data::digits::load().unwrap().split(0.1, 0).1;
        let mut high = Vec::new();
        for entry in optim_std::optimizers() {
            let found = Stock::by_name(&entry.name.to_uppercase());
            let stock = found.unwrap_or_else(|| panic!("{} is not found", entry.name));
            let mut model = Mlp::new(data.pixels(), 16, rng);
            let constant = |lr| -> Arc<dyn Schedule> { Arc::new(optim_std::schedule::from_fn(move |_| lr)) };
            let mut optimizer = stock.build(&settings(&stock, &constant), &model).unwrap();
            let before = model.score(&data).loss;
            let gradients =
                |model: &Mlp, (), _: Position, due: &DueInputs| with_estimates(model.loss_and_gradients(&data), due);
            let whole = Indexed::new(1, |_, _| ());
            Training::new(STEPS).run_with_inputs(&mut model, &mut optimizer, &whole, gradients).unwrap();
            let after = model.score(&data).loss;
            if after >= 0.9 * before {
                high.push(format!("{}: {before} to {after}", stock.name));
            }
        }
        assert!(high.is_empty(), "{}", high.join("\n"));
        assert!(Stock::by_name("Newton").is_none());
    }

    /// The runs of `train_digits` in which only the optimizer is given.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "takes minutes without optimization")]
    fn every_optimizer_learns_the_digits() {
        const EPOCHS: usize = 40;
        let (train, test) = crate::data::digits::load().unwrap().split(0.25, 0);
        let mut low = Vec::new();
        for entry in optim_std::optimizers() {
            let stock = Stock::by_name(entry.name).unwrap();
            let mut model = Mlp::new(train.pixels(), 64, &mut fastrand::Rng::with_seed(0));
            let steps = (EPOCHS * train.len().div_ceil(stock.batch_size)) as u64;
            let falling = |lr| -> Arc<dyn Schedule> { Arc::new(CosineDecayLR::new(lr, 0.0, steps)) };
            let mut optimizer = stock.build(&settings(&stock, &falling), &model).unwrap();
            let data = Shuffled::new(train.len(), stock.batch_size, 0);
            let gradients = |model: &Mlp, places: Vec<usize>, _: Position, due: &DueInputs| {
                with_estimates(model.loss_and_gradients(&train.select(&places)), due)
            };
            Training::new(steps).run_with_inputs(&mut model, &mut optimizer, &data, gradients).unwrap();
            let accuracy = model.score(&test).accuracy;
            if accuracy < 0.95 {
                low.push(format!("{}: {accuracy}", stock.name));
            }
        }
        assert!(low.is_empty(), "{}", low.join("\n"));
    }

    #[test]
    fn weight_decay_needs_an_optimizer_that_has_it() {
        let model = Mlp::new(3, 2, &mut fastrand::Rng::with_seed(0));
        let constant = |lr| -> Arc<dyn Schedule> { Arc::new(optim_std::schedule::from_fn(move |_| lr)) };
        let without = |entry: &&OptimizerEntry| entry.hypers.iter().all(|info| info.name != "weight_decay");
        for entry in optim_std::optimizers().iter().filter(without) {
            let stock = Stock::by_name(entry.name).unwrap();
            let asked = Settings { weight_decay: 0.1, ..settings(&stock, &constant) };
            let error = stock.build(&asked, &model).unwrap_err();
            assert_eq!(error.to_string(), format!("{} has no weight decay", entry.name));
        }
    }
}
