//! One row per stock optimizer: how it is set up here, and what is special about it.

use optim_std::registry::AnyBuilder;
use optim_std::{OptimizerEntry, Setting};

/// What these tests know of an optimizer.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// Learning rates on the problems, in their order.
    pub(crate) lr: [f64; 3],
    /// Settings on all problems other than the defaults.
    pub(crate) other: &'static [(&'static str, &'static str)],
    /// How far ten steps of `lr` 0.01 go from 10 along a slope that falls from 2 to 0.2, with the defaults otherwise: the
    /// formula in plain numbers, computed without this crate. A missing bias correction shows here; it changes no minimum.
    pub(crate) slope: f64,
    /// Updates matrices only.
    pub(crate) matrices: bool,
    /// Shrinks the parameter even without gradient and weight decay.
    pub(crate) shrinks: bool,
}

const DEFAULT: Row = Row { name: "", lr: [0.0; 3], other: &[], slope: 0.0, matrices: false, shrinks: false };

#[rustfmt::skip]
pub(crate) static TABLE: &[Row] = &[
    Row { name: "ASGD",      lr: [0.1, 0.002, 0.2],      slope: 0.110_099_092, shrinks: true, ..DEFAULT },
    Row { name: "Adadelta",  lr: [0.1, 0.005, 0.2],      slope: 0.000_204_435_51, other: &[("eps", "1e-3")], ..DEFAULT },
    Row { name: "Adafactor", lr: [0.2, 0.01, 0.05],      slope: 0.661_170_525, other: &[("beta1", "0.9")], ..DEFAULT },
    Row { name: "Adagrad",   lr: [0.5, 0.5, 0.1],        slope: 0.036_985_677_2, ..DEFAULT },
    Row { name: "Adam",      lr: [0.1, 0.05, 0.05],      slope: 0.091_873_677, ..DEFAULT },
    Row { name: "AdamW",     lr: [0.1, 0.05, 0.05],      slope: 0.091_873_677, ..DEFAULT },
    Row { name: "Adamax",    lr: [0.2, 0.5, 0.05],       slope: 0.074_533_758_9, ..DEFAULT },
    Row { name: "Lamb",      lr: [0.05, 0.01, 0.01],     slope: 0.956_179_25, other: &[("betas", "(0.5, 0.999)")], ..DEFAULT },
    Row { name: "Lion",      lr: [0.005, 0.002, 0.005],  slope: 0.1, ..DEFAULT },
    Row { name: "Muon",      lr: [0.005, 0.002, 0.01],   slope: 0.069_643_671, matrices: true, ..DEFAULT },
    Row { name: "NAdam",     lr: [0.02, 0.02, 0.01],     slope: 0.058_989_133_2, ..DEFAULT },
    Row { name: "RAdam",     lr: [0.05, 0.002, 0.05],    slope: 0.090_723_880_3, other: &[("betas", "(0.9, 0.99)")], ..DEFAULT },
    Row { name: "RMSprop",   lr: [0.01, 0.005, 0.002],   slope: 0.372_845_839, ..DEFAULT },
    Row { name: "Rprop",     lr: [0.01, 0.01, 0.01],     slope: 0.259_586_821, ..DEFAULT },
    Row { name: "SGD",       lr: [0.05, 0.001, 0.1],     slope: 0.11, other: &[("momentum", "0.9")], ..DEFAULT },
];

/// Every stock optimizer with its row.
pub(crate) fn rows() -> impl Iterator<Item = (&'static OptimizerEntry, &'static Row)> {
    optim_std::optimizers().iter().map(|entry| {
        let row = TABLE.iter().find(|row| row.name == entry.name);
        (entry, row.unwrap_or_else(|| panic!("{} has no row in this table", entry.name)))
    })
}

impl Row {
    /// The optimizer with this learning rate and the settings of the row.
    pub(crate) fn builder(&self, entry: &OptimizerEntry, lr: f64) -> AnyBuilder {
        let builder = entry.builder().set("lr", lr).unwrap();
        self.other
            .iter()
            .fold(builder, |builder, (name, value)| builder.set(name, value.parse::<Setting>().unwrap()).unwrap())
    }

    /// A shape as this optimizer can take it: vectors are matrices of one column where it must be.
    pub(crate) fn shape(&self, shape: &[usize]) -> Vec<usize> {
        let mut shape = shape.to_vec();
        if self.matrices {
            shape.resize(shape.len().max(2), 1);
        }
        shape
    }
}
