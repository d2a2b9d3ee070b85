//! What a step does, with the settings and the shape of a parameter.

use super::build::{fits, hyper, single};
use super::build_error::BuildError;
use super::dynamic::{About, KernelOf};
use super::error::StateError;
use super::group::{DEFAULT_GROUP, Group};
use super::spec::Spec;
use super::{Engine, Param};
use crate::definition::Routine;
use crate::hyper::{HyperError, guarded};
use crate::kernel::{Float, record};
use crate::plan::{Recordings, StepPlan};

/// The plan of a parameter of this shape in the group `default`.
pub(crate) fn plan_for<T: Float>(
    about: &'static About,
    kernel: KernelOf<T>,
    spec: &Spec,
    shape: &[usize],
) -> Result<StepPlan, BuildError> {
    spec.options.validate()?;
    let (group, param) = single(about, spec, shape)?;
    fits(kernel, &group, &param)?;
    plan(kernel, &group, &param).map_err(|error| hyper(DEFAULT_GROUP, error))
}

impl<T: Float> Engine<T> {
    /// What a step does to one parameter: the passes that run with the settings of its group, what they move, and its states.
    ///
    /// # Errors
    ///
    /// When there is no such parameter, or the step panics with it.
    pub fn plan(&self, param: &str) -> Result<StepPlan, StateError> {
        let known = self.param(param)?.1;
        plan(self.kernel, &self.groups[known.group], known)
            .map_err(|error| StateError::Plan { param: param.to_owned(), error })
    }
}

fn plan<P, T: Float>(kernel: KernelOf<T>, group: &Group, param: &Param<P>) -> Result<StepPlan, HyperError> {
    let (about, definition) = (group.about(), group.definition());
    guarded(about.name, || {
        let recorded = |routine| {
            kernel(definition).map_or_else(Vec::new, |kernel| record(kernel, about.entries_of(routine), param.folded))
        };
        let recorded = Recordings {
            step: recorded(Routine::Step),
            probe: recorded(Routine::Probe),
            eval: recorded(Routine::Eval),
        };
        let exists = |state| definition.state_exists(state, param.folded);
        StepPlan::new(&(about.plan)(), &param.shape, param.folded, exists, recorded)
    })
}
