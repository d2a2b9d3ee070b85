//! A test for every optimizer: it compares the kernel with the graph.
//!
//! `#[optimizer]` generates two implementations of a step: a kernel of fused loops, and a graph of single operations.
//! An interpreter that shares no code with the kernel runs the graph. [`check`] compares both on random settings,
//! shapes, memory layouts, element types and numbers, and panics with the simplest failing case that it finds.
//!
//! ```
//! use optim_core::lang::{Scalar, State, Tensor};
//! use optim_core::testing::check;
//! use optim_macros::optimizer;
//! # // In a user's crate: `use optim_std::author::*; use optim_std::testing::check;`, and no `crate = …`.
//!
//! /// Momentum with a step length per tensor.
//! #[optimizer(crate = optim_core, state <momentum = 0.0 if self.beta > 0.0>)]
//! #[derive(Debug, Clone)]
//! pub struct Normalized {
//!     /// Learning rate.
//!     #[hyper(default = 0.1, scheduled, range = 0.0..)]
//!     pub lr: f64,
//!     /// Weight of the old momentum.
//!     #[hyper(default = 0.9, range = 0.0..1.0)]
//!     pub beta: f64,
//! }
//!
//! #[optimizer]
//! impl Normalized {
//!     fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
//!         let mut update = grad;
//!         if self.beta > 0.0 {
//!             state.momentum = self.beta * state.momentum + grad;
//!             update = state.momentum;
//!         }
//!         *param -= self.lr * update / (update.norm() + 1e-8);
//!     }
//! }
//!
//! // #[test]
//! fn kernel_agrees_with_graph() {
//!     check::<Normalized>();
//! }
//! # kernel_agrees_with_graph();
//! ```
//!
//! # When results agree
//!
//! Every step starts from the kernel's state, so that differences do not add up. Where a result depends on elementwise
//! operations only, and in single precision on no function such as `exp`, it must be equal to the bit. Sums and matrix
//! products are taken in another order, so results behind them may differ by what rounding errors there can make of
//! them: the graph is run four more times, 64 where that is not enough, with random errors of up to 16 times that size,
//! and a result may be twice as far away as the farthest of those runs, and two units in the last place. There is no
//! fixed tolerance to choose.
//!
//! A kernel may read a state again that it has stored in the same step. States are stored without subnormal numbers, so
//! the graph's results with and without those both count.
//!
//! A step must also not touch memory between the elements of a sliced parameter, or any data of a parameter without a
//! gradient.
//!
//! | file | purpose |
//! |---|---|
//! | `mod` | [`check`], [`Check`]: which cases are run |
//! | `case`, `settings`, `layout` | what a case consists of, drawn at random and made simpler |
//! | `inputs` | what a step is given besides gradients |
//! | `run`, `compare` | a case carried out, each step against the interpreter |
//! | `exact`, `noise` | where the two may differ, and how far |

mod case;
mod compare;
mod digest;
mod exact;
mod inputs;
mod layout;
mod noise;
mod run;
mod settings;

use std::fmt;
use std::mem::discriminant;

use case::{Case, Refused};
pub use compare::Mismatch;
use digest::Digest;
use run::{End, Trouble};
use settings::Settings;

use crate::builder::BuildError;
use crate::definition::Definition;
use crate::hyper::{HyperError, Setting};
use crate::messages::shown_lines;
use crate::optimizer::{About, StepError};
use crate::random::Random;

/// Compares kernel and graph of an optimizer in 64 random cases, always the same ones. The environment variable
/// `OPTIM_CHECK_CASES` sets another number.
///
/// # Panics
///
/// If they differ, with the case and how to run it again.
#[track_caller]
pub fn check<O: Definition>() {
    if let Err(failure) = Check::new().run::<O>() {
        panic!("{failure}");
    }
}

/// A comparison of kernel and graph with your own options; see [`check`].
///
/// ```
/// # use optim_core::testing::{Check, Failure};
/// # use optim_core::Definition;
/// # fn example<Lion: Definition>() -> Result<(), Failure> {
/// let summary = Check::new().cases(500).seed(1).set("lr", 0.1).shape(&[64, 3, 3, 3]).run::<Lion>()?;
/// assert!(summary.passed > 400);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Check {
    cases: u64,
    seed: u64,
    only: Option<u64>,
    settings: Vec<(String, Setting)>,
    shapes: Vec<Vec<usize>>,
    steps: Option<u64>,
}

impl Default for Check {
    fn default() -> Self {
        Self::new()
    }
}

impl Check {
    /// 64 cases of random settings and shapes, or as many as the environment variable `OPTIM_CHECK_CASES` says; 1 to 4 steps each.
    #[must_use]
    pub fn new() -> Self {
        let cases = std::env::var("OPTIM_CHECK_CASES").ok().and_then(|cases| cases.parse().ok());
        Self { cases: cases.unwrap_or(64), seed: 0, only: None, settings: Vec::new(), shapes: Vec::new(), steps: None }
    }

    /// Sets the number of cases.
    #[must_use]
    pub fn cases(mut self, cases: u64) -> Self {
        self.cases = cases;
        self
    }

    /// Sets the seed: the same seed gives the same cases.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Runs only the case with this number, which a failure reports.
    #[must_use]
    pub fn only(mut self, case: u64) -> Self {
        self.only = Some(case);
        self
    }

    /// Sets a hyperparameter to this value or schedule in all cases.
    #[must_use]
    pub fn set(mut self, name: impl Into<String>, value: impl Into<Setting>) -> Self {
        self.settings.push((name.into(), value.into()));
        self
    }

    /// Adds a shape of parameters. If you add any, no other shapes occur.
    #[must_use]
    pub fn shape(mut self, shape: &[usize]) -> Self {
        self.shapes.push(shape.to_vec());
        self
    }

    /// Sets the number of steps in every case, in place of 1 to 4: for optimizers that change after more steps.
    #[must_use]
    pub fn steps(mut self, steps: u64) -> Self {
        self.steps = Some(steps);
        self
    }

    /// Runs the comparison.
    ///
    /// # Errors
    ///
    /// Returns an error if kernel and graph differ; when the optimizer refuses to be built or to step; when there is nothing to
    /// compare: no settings that the optimizer accepts, or no shape.
    pub fn run<O: Definition>(&self) -> Result<Summary, Failure> {
        self.run_about(About::of::<O>())
    }

    /// The same, compiled once for all optimizers.
    fn run_about(&self, about: &'static About) -> Result<Summary, Failure> {
        let mut given = Vec::new();
        for (name, value) in &self.settings {
            given.push((about.index_of(name).map_err(Failure::Settings)?, value.clone()));
        }
        let numbers = match self.only {
            Some(case) => case..case.saturating_add(1),
            None => 0..self.cases,
        };
        let mut summary = Summary { passed: 0, exact: 0, left_out: 0, digest: 0 };
        let mut all = Digest::default();
        let mut refusal = None;
        for number in numbers {
            let seed = Random::new(self.seed).next() ^ number.wrapping_mul(0xd134_2543_de82_ef95);
            let case = match Case::draw(about, seed, &given, &self.shapes, self.steps) {
                Ok(case) => case,
                Err(Refused::Settings(error)) => return Err(Failure::Settings(error)),
                Err(Refused::Shapes(message)) => {
                    summary.left_out += 1;
                    refusal = Some(message);
                    continue;
                }
            };
            match run::run(about, &case) {
                End::Passed { exact, digest } => {
                    summary.passed += 1;
                    all.add(digest);
                    summary.exact += u64::from(exact);
                }
                End::LeftOut => summary.left_out += 1,
                End::Failed(trouble) => {
                    let (case, trouble) = simplify(about, case, trouble, &given, &self.shapes);
                    let case = fmt::from_fn(|f| case.describe(about, f)).to_string();
                    let optimizer = about.name();
                    let again = self.again(optimizer, number);
                    return Err(match trouble {
                        Trouble::Refused(refusal) => {
                            Failure::Refused { optimizer, again, case, refusal: Box::new(refusal) }
                        }
                        Trouble::Differs(mismatch) => {
                            Failure::Differs { optimizer, again, case, mismatch: Box::new(mismatch) }
                        }
                    });
                }
            }
        }
        match refusal {
            Some(message) if summary.passed == 0 => Err(Failure::Shapes { optimizer: about.name(), message }),
            _ => Ok(Summary { digest: all.value(), ..summary }),
        }
    }

    /// The call that runs one case of this comparison.
    fn again(&self, optimizer: &str, number: u64) -> String {
        let mut call = format!("Check::new().seed({})", self.seed);
        call.extend(self.settings.iter().map(|(name, value)| format!(".set({name:?}, {value})")));
        call.extend(self.shapes.iter().map(|shape| format!(".shape(&{shape:?})")));
        call.extend(self.steps.map(|steps| format!(".steps({steps})")));
        call + &format!(".only({number}).run::<{optimizer}>()")
    }
}

/// The simplest case that still fails, in the same way.
fn simplify(
    about: &'static About,
    mut case: Case,
    mut trouble: Trouble,
    given: &Settings,
    shapes: &[Vec<usize>],
) -> (Case, Trouble) {
    /// Enough to arrive, few enough to wait for.
    const RUNS: usize = 200;
    let mut runs = 0;
    'simpler: loop {
        for simpler in case.simpler() {
            runs += 1;
            if runs > RUNS {
                return (case, trouble);
            }
            if simpler.is_allowed(about, given, shapes)
                && let End::Failed(found) = run::run(about, &simpler)
                && discriminant(&found) == discriminant(&trouble)
            {
                (case, trouble) = (simpler, found);
                continue 'simpler;
            }
        }
        return (case, trouble);
    }
}

/// The summary of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// Cases in which kernel and graph agree.
    pub passed: u64,
    /// Cases among them in which they had to agree to the bit.
    pub exact: u64,
    /// Cases that were skipped: the optimizer does not allow the shape, or the case is too large for the interpreter.
    pub left_out: u64,
    /// A hash of all parameters and states that the kernels left behind, to the bit (every NaN counts as the same one). Two
    /// builds of one optimizer that give the same digest for the same [`Check`] compute the same numbers.
    pub digest: u64,
}

/// The error of a comparison.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Failure {
    /// No settings were found that the optimizer accepts.
    #[error("no settings were found that go together\n{0}\nhelp: give some with `Check::set`")]
    Settings(#[source] HyperError),
    /// The optimizer refused every shape.
    #[error(
        "{optimizer} takes no parameter of any shape that was tried: {message}\nhelp: give one with `Check::shape`"
    )]
    Shapes {
        /// The optimizer.
        optimizer: &'static str,
        /// Its own words.
        message: &'static str,
    },
    /// The optimizer refused a case: there are no results to compare.
    #[error(
        "{optimizer} refuses a case\n{refusal}\n{}\nhelp: run it again with `{}`",
        shown_lines(case),
        shown_lines(again)
    )]
    Refused {
        /// The optimizer.
        optimizer: &'static str,
        /// The call that runs the case again, as code.
        again: String,
        /// The simplest case that is refused, in words.
        case: String,
        /// The refusal and its reason.
        #[source]
        refusal: Box<Refusal>,
    },
    /// Kernel and graph differ.
    #[error(
        "the kernel of {optimizer} differs from its graph\n{mismatch}\n{}\n\
         help: run it again with `{}`",
        shown_lines(case),
        shown_lines(again)
    )]
    Differs {
        /// The optimizer.
        optimizer: &'static str,
        /// The call that runs the case again, as code.
        again: String,
        /// The simplest case that fails, in words.
        case: String,
        /// The difference there.
        mismatch: Box<Mismatch>,
    },
}

crate::messages::debug_as_display!(Failure);

/// An error of the optimizer.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// To be built, from settings and shapes that its ranges and requirements allow.
    #[error("it is not built: {0}")]
    Build(#[source] BuildError),
    /// A step.
    #[error("a step fails: {0}")]
    Step(#[source] StepError),
}

crate::messages::debug_as_display!(Refusal);
