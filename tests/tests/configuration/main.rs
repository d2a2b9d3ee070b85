//! Configurations: every form, every message, and invalid texts.

mod forms;
mod groups;
mod hostile;
mod messages;
mod misplaced;
mod partition;
mod schedules;
mod storage;

use std::collections::BTreeMap;

use ndarray::ArrayD;
use optim_std::Optimizer;
use optim_std::config::{Config, ConfigError};

type Model = BTreeMap<&'static str, ArrayD<f32>>;

fn model() -> Model {
    BTreeMap::from(
        ["embedding.weight", "linear.weight", "linear.bias", "ln_1.weight"]
            .map(|name| (name, ArrayD::ones(vec![2, 2]))),
    )
}

/// The optimizer of a configuration.
fn built(text: &str) -> Result<Optimizer<f32>, ConfigError> {
    Config::parse(text)?.build(&model())
}

fn error(text: &str) -> String {
    built(text).expect_err("it is wrong").to_string()
}

/// A number of a group.
#[track_caller]
fn number(optimizer: &Optimizer<f32>, group: &str, hyper: &str) -> f64 {
    optimizer.value_in(group, hyper).expect("it is there").as_f64().expect("it is a number")
}
