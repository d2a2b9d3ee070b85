//! Definitions behind pointers. The code of the runtime around the kernels is compiled once for all optimizers: what
//! it needs to know of one of them is here, as data and as an object.

use std::any::Any;
use std::borrow::Cow;
use std::ops::Range;

use crate::definition::{Definition, Routine};
use crate::hyper::{HyperError, HyperInfo, Hyperparameters, Setting, at_step, component_in, index_in, name_in};
use crate::input::InputInfo;
use crate::kernel::{AnyKernel, Float, Source};
use crate::lang::{Graph, GraphError};
use crate::plan::Plan;
use crate::shape::{Dims, ParamShape};
use crate::state::{Initial, StateInfo};
use crate::time::Clock;

type Made = Result<Box<dyn AnyDefinition>, HyperError>;

/// What is known of a definition without any settings.
pub(crate) struct About {
    pub(super) name: &'static str,
    pub(super) hypers: &'static [HyperInfo],
    pub(super) states: &'static [StateInfo],
    pub(super) inputs: &'static [InputInfo],
    pub(super) uses_step: bool,
    /// [`Definition::GLOBAL`].
    pub(super) global: bool,
    /// How many entries the kernel has.
    pub(super) entries: usize,
    /// Those of each routine.
    step: Range<usize>,
    pub(super) probe: Range<usize>,
    pub(super) eval: Range<usize>,
    /// [`Definition::PROBE_WRITES`].
    pub(super) probe_writes: &'static [Source],
    /// [`Definition::plan`].
    pub(super) plan: fn() -> Plan,
    /// [`Definition::axes`].
    pub(super) axes: for<'s> fn(&'s [usize]) -> Cow<'s, [usize]>,
    /// The definition with settings as they are after so many finished steps. Nothing is validated.
    pub(super) at_step: fn(&[Setting], u64) -> Made,
}

impl About {
    pub(crate) const fn of<O: Definition>() -> &'static Self {
        const {
            &Self {
                name: O::NAME,
                hypers: O::HYPERS,
                states: O::STATES,
                inputs: O::INPUTS,
                uses_step: O::USES_STEP,
                global: O::GLOBAL,
                entries: O::ENTRIES.len(),
                step: O::STEP,
                probe: O::PROBE,
                eval: O::EVAL,
                probe_writes: O::PROBE_WRITES,
                plan: O::plan,
                axes: O::axes,
                at_step: |settings, step| Ok(Box::new(at_step::<O>(settings, step)?)),
            }
        }
    }

    /// The entries of a routine in the order in which they run; none if the optimizer does not have it.
    pub(super) fn entries_of(&self, routine: Routine) -> Range<usize> {
        match routine {
            Routine::Step => self.step.clone(),
            Routine::Probe => self.probe.clone(),
            Routine::Eval => self.eval.clone(),
        }
    }

    /// The places of the global states.
    pub(super) fn globals(&self) -> impl Iterator<Item = usize> + use<> {
        let states = self.states;
        (0..states.len()).filter(move |state| states[*state].global)
    }

    /// The place of a hyperparameter by name.
    pub(super) fn index_of(&self, hyper: &str) -> Result<usize, HyperError> {
        index_in(self.name, self.hypers, hyper)
    }

    /// The place of a number among settings, see [`component_in`].
    pub(super) fn component_of(&self, hyper: &str, settings: &[Setting]) -> Result<(usize, Option<usize>), HyperError> {
        component_in(self.name, self.hypers, hyper, settings)
    }

    /// The name of a hyperparameter by place.
    pub(super) fn name_of(&self, index: usize) -> &'static str {
        name_in(self.hypers, index)
    }

    /// The shape of a parameter as the step sees it.
    pub(super) fn folded(&self, shape: &[usize]) -> ParamShape {
        ParamShape::of(&(self.axes)(shape))
    }
}

/// A definition with its settings, whatever its type. The methods are those of [`Definition`] and [`Hyperparameters`].
pub(crate) trait AnyDefinition: Any + Send + Sync {
    fn boxed_clone(&self) -> Box<dyn AnyDefinition>;
    fn set_scheduled(&mut self, index: usize, component: usize, value: f64);
    fn validate(&self) -> Result<(), HyperError>;
    fn requirement(&self) -> Result<(), &'static str>;
    fn requirement_param(&self, shape: ParamShape) -> Result<(), &'static str>;
    fn state_exists(&self, state: usize, shape: ParamShape) -> bool;
    fn state_dims(&self, state: usize, shape: ParamShape) -> Option<Dims>;
    fn state_initial(&self, state: usize, shape: ParamShape) -> Initial;
    fn input_due(&self, input: usize, shape: ParamShape, t: u64) -> bool;
    fn input_dims(&self, input: usize, shape: ParamShape) -> Option<Dims>;
    fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, GraphError>;
    fn graph_of(&self, routine: Routine, shape: &[usize], t: u64) -> Result<Option<Graph>, GraphError>;
    fn ask(&self, shape: ParamShape, clock: &mut Clock);
}

impl<O: Definition> AnyDefinition for O {
    fn boxed_clone(&self) -> Box<dyn AnyDefinition> {
        Box::new(self.clone())
    }

    fn set_scheduled(&mut self, index: usize, component: usize, value: f64) {
        Hyperparameters::set_scheduled(self, index, component, value);
    }

    fn validate(&self) -> Result<(), HyperError> {
        Hyperparameters::validate(self)
    }

    fn requirement(&self) -> Result<(), &'static str> {
        Definition::requirement(self)
    }

    fn requirement_param(&self, shape: ParamShape) -> Result<(), &'static str> {
        Definition::requirement_param(self, shape)
    }

    fn state_exists(&self, state: usize, shape: ParamShape) -> bool {
        Definition::state_exists(self, state, shape)
    }

    fn state_dims(&self, state: usize, shape: ParamShape) -> Option<Dims> {
        Definition::state_dims(self, state, shape)
    }

    fn state_initial(&self, state: usize, shape: ParamShape) -> Initial {
        Definition::state_initial(self, state, shape)
    }

    fn input_due(&self, input: usize, shape: ParamShape, t: u64) -> bool {
        Definition::input_due(self, input, shape, t)
    }

    fn input_dims(&self, input: usize, shape: ParamShape) -> Option<Dims> {
        Definition::input_dims(self, input, shape)
    }

    fn graph(&self, shape: &[usize], t: u64) -> Result<Graph, GraphError> {
        Definition::graph(self, shape, t)
    }

    fn ask(&self, shape: ParamShape, clock: &mut Clock) {
        Definition::ask(self, shape, clock);
    }

    fn graph_of(&self, routine: Routine, shape: &[usize], t: u64) -> Result<Option<Graph>, GraphError> {
        Definition::graph_of(self, routine, shape, t)
    }
}

impl dyn AnyDefinition {
    /// The definition itself, if it is of this type.
    pub(super) fn downcast<O: Definition>(&self) -> Option<&O> {
        (self as &dyn Any).downcast_ref()
    }
}

/// The kernel of a definition for one element type. An optimizer has one of these functions, so that kernels are compiled
/// for the element types that are used.
pub(crate) type KernelOf<T> = fn(&dyn AnyDefinition) -> Option<&dyn AnyKernel<T>>;

pub(crate) fn kernel_of<O: Definition, T: Float>(definition: &dyn AnyDefinition) -> Option<&dyn AnyKernel<T>> {
    definition.downcast::<O>().map(|definition| -> &dyn AnyKernel<T> { definition })
}
