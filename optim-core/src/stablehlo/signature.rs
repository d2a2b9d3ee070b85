//! The roles of the arguments and results of a module.

use super::types::{ElementType, Type};

/// The role of an argument or a result.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Role {
    /// A parameter.
    Param {
        /// Its name.
        param: String,
    },
    /// A state of a parameter.
    State {
        /// The parameter.
        param: String,
        /// The state, as the optimizer names it: `exp_avg`, `history.0`, `inner.exp_avg`.
        state: String,
    },
    /// A global state, one number of the optimizer.
    Global {
        /// The state.
        state: String,
    },
    /// The gradient of a parameter.
    Grad {
        /// The parameter.
        param: String,
    },
    /// An input that the caller gives besides the gradient.
    Input {
        /// The parameter; none where it is one number for the optimizer.
        param: Option<String>,
        /// The input.
        input: String,
    },
    /// A scheduled hyperparameter of a group.
    Hyper {
        /// The group.
        group: String,
        /// Its name; a component of a tuple is `betas.0`.
        name: String,
        /// Its value at the step that the module was made for.
        value: f64,
    },
    /// The step count, from 1.
    Step {
        /// The parameter; `None` if all parameters have the same step count.
        param: Option<String>,
        /// Its value at the step that the module was made for.
        value: u64,
    },
    /// A number that is watched, a result without an argument.
    Output {
        /// The parameter; none where it is one number for the optimizer, or for the whole model.
        param: Option<String>,
        /// A declared output, or a number of every optimizer.
        output: String,
    },
    /// The value of a schedule.
    Value,
}

impl Role {
    /// `param fc1.weight`, `state fc1.weight exp_avg`, `hyper default lr`: the module says the same of each argument and result.
    pub fn describe(&self) -> String {
        match self {
            Self::Param { param } => format!("param {param}"),
            Self::State { param, state } => format!("state {param} {state}"),
            Self::Global { state } => format!("global {state}"),
            Self::Grad { param } => format!("grad {param}"),
            Self::Input { param: Some(param), input } => format!("input {param} {input}"),
            Self::Input { param: None, input } => format!("input {input}"),
            Self::Hyper { group, name, .. } => format!("hyper {group} {name}"),
            Self::Step { param: Some(param), .. } => format!("step {param}"),
            Self::Step { param: None, .. } => "step".to_owned(),
            Self::Output { param: Some(param), output } => format!("output {param} {output}"),
            Self::Output { param: None, output } => format!("output {output}"),
            Self::Value => "value".to_owned(),
        }
    }
}

/// An argument or a result of a module.
#[derive(Clone, Debug, PartialEq)]
pub struct Port {
    pub(super) role: Role,
    pub(super) of: Type,
}

impl Port {
    /// The role.
    pub fn role(&self) -> &Role {
        &self.role
    }

    /// Its shape: for a state, the shape of the optimizer's array; for a single number, `[]`.
    pub fn shape(&self) -> &[usize] {
        &self.of.sizes
    }

    /// The type of its elements.
    pub fn element_type(&self) -> ElementType {
        self.of.element
    }
}

/// The arguments and results of a module, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Signature {
    pub(super) arguments: Vec<Port>,
    pub(super) results: Vec<Port>,
}

impl Signature {
    /// The arguments of the module: first the values it updates – parameters, their states, global states –, then gradients, inputs, hyperparameters and
    /// step counts.
    pub fn arguments(&self) -> &[Port] {
        &self.arguments
    }

    /// The results. Result `k` replaces argument `k`, whose memory it may take, but for outputs, which come last, and the value of a schedule.
    pub fn results(&self) -> &[Port] {
        &self.results
    }
}
