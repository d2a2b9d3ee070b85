//! A row of facts.

use optim_std::registry::AnyBuilder;
use optim_std::{OptimizerEntry, Setting};

/// Facts about an optimizer for the tests that do not follow from its definition.
#[derive(Debug)]
pub struct Row {
    /// The name, that of the struct.
    pub name: &'static str,
    /// Learning rates on the problems of `tests/convergence`, in their order.
    pub lr: [f64; 3],
    /// Settings on all problems other than the defaults.
    pub other: &'static [(&'static str, &'static str)],
    /// The distance that ten steps of `lr` 0.01 go from 10 along a slope that falls from 2 to 0.2, with the defaults otherwise: the
    /// formula in plain numbers, computed without this crate. A missing bias correction shows here; it changes no minimum.
    pub slope: f64,
    /// The behaviour of a parameter without gradient and weight decay.
    pub rest: Rest,
    /// True if steps draw random numbers: none leads to a minimum, and no two parameters take the same one.
    pub random: bool,
    /// A shape for which kernel and graph must agree, where they need not for others: bases of equal eigenvalues are arbitrary.
    pub shape: Option<&'static [usize]>,
    /// True if a step takes powers of elements, which the kernel and the interpreter round each in their own way.
    pub powers: bool,
    /// True if a step is one elementwise pass.
    pub elementwise: bool,
    /// True if parameters are stepped together: their step asks for numbers of the whole model.
    pub together: bool,
    /// Numbers that take no schedule, because states or requirements depend on them.
    pub fixed: &'static [&'static str],
    /// The states to sparsify, in the order of declaration.
    pub sparse: &'static str,
    /// Switches that only this project has: off, the optimizer is that of the program that it is compared with.
    pub own: &'static [&'static str],
    /// Arguments, states and ranges of the program that it is compared with; `None` where they are its own.
    pub declared: Option<Declared>,
    /// True if there are golden files of it.
    pub recorded: bool,
}

/// The behaviour of a parameter without a gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// It stays where it is.
    Stays,
    /// It shrinks by less than a hundredth.
    Shrinks,
    /// It moves by less than a thousandth, because averages do not start at zero.
    Drifts,
}

/// Arguments and states as the program declares them that an optimizer is compared with.
#[derive(Debug)]
pub struct Declared {
    /// Arguments and their defaults, in order.
    pub arguments: &'static str,
    /// States and their first values with the default settings, in order.
    pub states: &'static str,
    /// Names of numbers and the range that is allowed; `..` for any finite one.
    pub ranges: &'static [(&'static str, &'static str)],
}

/// The facts that most rows share.
pub(super) const DEFAULT: Row = Row {
    name: "",
    lr: [0.0; 3],
    other: &[],
    slope: 0.0,
    rest: Rest::Stays,
    random: false,
    shape: None,
    powers: false,
    elementwise: true,
    together: false,
    fixed: &[],
    sparse: "",
    own: &[],
    declared: None,
    recorded: true,
};

impl Row {
    /// The optimizer with this learning rate and the settings of the row.
    ///
    /// # Panics
    ///
    /// When it refuses them.
    #[must_use]
    pub fn builder(&self, entry: &OptimizerEntry, lr: f64) -> AnyBuilder {
        let settings = self.other.iter().map(|(name, value)| (*name, value.parse::<Setting>().expect("a setting")));
        settings
            .chain([("lr", lr.into())])
            .try_fold(entry.builder(), |builder, (name, value)| builder.set(name, value))
            .unwrap_or_else(|error| panic!("{error}"))
    }
}
