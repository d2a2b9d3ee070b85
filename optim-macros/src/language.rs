//! The languages of the macros, and their nouns for messages.
//!
//! A message that several languages share takes its nouns from [`Words`]. A message of one language is a `match` where it
//! is written.

use crate::diag::Section;

/// The language of an annotated struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// `#[optimizer]`: hyperparameters, state and a step.
    Optimizer,
    /// `#[scheduler]`: arguments and a formula of the time.
    Schedule,
}

impl Language {
    /// The functions that the runtime calls. The first one is required in the annotated impl.
    pub(crate) fn routines(self) -> &'static [Routine] {
        match self {
            Self::Optimizer => &[Routine::Step, Routine::Probe, Routine::Eval],
            Self::Schedule => &[Routine::Value],
        }
    }

    /// The name of the required function.
    pub(crate) fn entry(self) -> &'static str {
        self.routines()[0].name()
    }

    /// The signature of the required function.
    pub(crate) fn signature(self) -> &'static str {
        self.routines()[0].signature()
    }

    /// The section of the guide about annotated structs and their impls.
    pub(crate) fn section(self) -> Section {
        match self {
            Self::Optimizer => "items",
            Self::Schedule => "scheduler",
        }
    }

    /// The nouns of the language.
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Self::Optimizer => &OPTIMIZER,
            Self::Schedule => &SCHEDULE,
        }
    }
}

/// A function that the runtime calls. All other functions of an impl are helper functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Routine {
    /// The update of an optimizer.
    Step,
    /// The update together with its outputs.
    Watched,
    /// Moves the parameters to the point where the caller computes the gradient for the step.
    Probe,
    /// The weights for evaluation.
    Eval,
    /// The value of a schedule.
    Value,
}

impl Routine {
    /// Its name in the impl.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Watched => "watched",
            Self::Probe => "probe",
            Self::Eval => "eval",
            Self::Value => "value",
        }
    }

    /// Its signature.
    pub(crate) fn signature(self) -> &'static str {
        match self {
            Self::Step | Self::Watched => "fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>)",
            Self::Probe => "fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>)",
            Self::Eval => "fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor",
            Self::Value => "fn value(&self, t: Scalar) -> Scalar",
        }
    }

    /// The nouns for messages about its body.
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Self::Step | Self::Watched => &OPTIMIZER,
            Self::Probe => &PROBE,
            Self::Eval => &EVAL,
            Self::Value => &SCHEDULE,
        }
    }
}

/// The nouns of one language.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Words {
    /// The attribute, without `#[…]`.
    pub(crate) attribute: &'static str,
    /// The thing that the attribute declares, such as an optimizer.
    pub(crate) item: &'static str,
    /// A field of the struct.
    pub(crate) field: &'static str,
    /// The same noun with its article.
    pub(crate) a_field: &'static str,
    /// The name of a field, for examples.
    pub(crate) example: &'static str,
    /// Any body that is checked.
    pub(crate) body: &'static str,
    /// The body that is being checked.
    pub(crate) this_body: &'static str,
    /// The name of arithmetic with values that are not fixed.
    pub(crate) arithmetic: &'static str,
}

const OPTIMIZER: Words = Words {
    attribute: "optimizer",
    item: "an optimizer",
    field: "hyperparameter",
    a_field: "a hyperparameter",
    example: "lr",
    body: "a step",
    this_body: "the step",
    arithmetic: "tensor arithmetic",
};

const PROBE: Words = Words { body: "a probe", this_body: "the probe", ..OPTIMIZER };

const EVAL: Words = Words { body: "`eval`", this_body: "`eval`", ..OPTIMIZER };

const SCHEDULE: Words = Words {
    attribute: "scheduler",
    item: "a schedule",
    field: "argument",
    a_field: "an argument",
    example: "initial",
    body: "a schedule",
    this_body: "the schedule",
    arithmetic: "arithmetic with `t`",
};

/// The nouns of `#[elementwise]`, which has no declarations.
pub(crate) const ELEMENTWISE: Words = Words {
    attribute: "elementwise",
    item: "an elementwise function",
    field: "argument",
    a_field: "an argument",
    example: "x",
    body: "an elementwise function",
    this_body: "the function",
    arithmetic: "tensor arithmetic",
};

/// The nouns of `#[optimizer]` on a function.
pub(crate) const STEP_FUNCTION: Words = Words {
    item: "a step function",
    field: "argument",
    a_field: "an argument",
    example: "x",
    body: "a step function",
    this_body: "the function",
    ..OPTIMIZER
};
