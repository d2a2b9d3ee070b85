//! A row of facts.

use optim_std::registry::AnyBuilder;
use optim_std::{OptimizerEntry, Setting};

/// Facts about an optimizer that its definition does not contain.
#[derive(Debug)]
pub struct Row {
    /// The name of the struct.
    pub name: &'static str,
    /// Learning rates on the problems of `tests/convergence`, in their order.
    pub lr: [f64; 3],
    /// Settings for all problems that differ from the defaults.
    pub other: &'static [(&'static str, &'static str)],
    /// The distance of ten steps with `lr` 0.01 from 10 along a slope that falls from 2 to 0.2, with the defaults otherwise. It was computed from the
    /// formula, without this crate. It detects a missing bias correction, which changes no minimum.
    pub slope: f64,
    /// The behaviour of a parameter without gradient and weight decay.
    pub rest: Rest,
    /// True if steps draw random numbers. Then no run ends at a minimum, and no two parameters take the same path.
    pub random: bool,
    /// A shape for which kernel and graph must agree. For other shapes, bases of equal eigenvalues are arbitrary.
    pub shape: Option<&'static [usize]>,
    /// True if a step takes powers of elements. The kernel and the interpreter round powers differently.
    pub powers: bool,
    /// True if a step is one elementwise pass.
    pub elementwise: bool,
    /// True if the step uses numbers of the whole model, so parameters are not independent.
    pub together: bool,
    /// Numbers that take no schedule, because states or requirements depend on them.
    pub fixed: &'static [&'static str],
    /// The states to sparsify, in the order of declaration.
    pub sparse: &'static str,
    /// Switches that only this project has. If they are off, the optimizer equals the program that it is compared with.
    pub own: &'static [&'static str],
    /// Arguments, states and ranges of the program that it is compared with; `None` without such a program.
    pub declared: Option<Declared>,
    /// True if it has golden files.
    pub recorded: bool,
}

/// The behaviour of a parameter without a gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// It does not move.
    Stays,
    /// It shrinks by less than a hundredth.
    Shrinks,
    /// It moves by less than a thousandth, because averages do not start at zero.
    Drifts,
}

/// Arguments and states, as declared by the program that an optimizer is compared with.
#[derive(Debug)]
pub struct Declared {
    /// Arguments and their defaults, in order.
    pub arguments: &'static str,
    /// States and their first values with the default settings, in order.
    pub states: &'static str,
    /// Names of numbers and their allowed range; `..` for any finite number.
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
    /// If it refuses them.
    #[must_use]
    pub fn builder(&self, entry: &OptimizerEntry, lr: f64) -> AnyBuilder {
        let settings = self.other.iter().map(|(name, value)| (*name, value.parse::<Setting>().expect("a setting")));
        settings
            .chain([("lr", lr.into())])
            .try_fold(entry.builder(), |builder, (name, value)| builder.set(name, value))
            .unwrap_or_else(|error| panic!("{error}"))
    }
}
