//! What of an engine is compiled here, once for each element type.
//!
//! Generic code is compiled in the crates that use it. What depends on the element type only is therefore called through a table: a
//! program that trains compiles little more than its own code.

use super::dynamic::About;
use super::error::StepError;
use super::inputs::Inputs;
use super::report::StepReport;
use super::spec::Spec;
use super::step::{Attempt, Given};
use super::{BuildError, Engine};
use crate::definition::Routine;
use crate::kernel::{Float, ForEach, InputSlot, TensorMut, TensorRef};
use crate::params::Declared;

type Params<'p, T> = Vec<Option<TensorMut<'p, T>>>;

/// Functions of an engine.
pub(super) struct Compiled<T: Float> {
    pub(super) of: fn(&'static About, &Spec, &[Declared<'_, T>]) -> Result<Engine<T>, BuildError>,
    pub(super) advance: fn(&mut Engine<T>) -> Result<(), StepError>,
    pub(super) inputs: InputsOf<T>,
    pub(super) run: fn(&mut Engine<T>, Routine, Params<'_, T>, Given<'_, T>, Option<&[bool]>) -> Result<Attempt, StepError>,
    pub(super) update_with: fn(&mut Engine<T>, Params<'_, T>, Given<'_, T>, usize) -> Result<StepReport, StepError>,
}

type InputsOf<T> = for<'g> fn(
    &Engine<T>,
    &'g Inputs<'_, T>,
    &[Option<TensorRef<'_, T>>],
) -> Result<Vec<InputSlot<'g, T>>, StepError>;

impl<T: Float> Compiled<T> {
    const fn new() -> Self {
        Self {
            of: Engine::of,
            advance: Engine::advance,
            inputs: Engine::collect_inputs,
            run: Engine::run,
            update_with: Engine::update_with,
        }
    }
}

static F32: Compiled<f32> = Compiled::new();
static F64: Compiled<f64> = Compiled::new();

/// The table of an element type.
pub(super) fn compiled<T: Float>() -> &'static Compiled<T> {
    struct Tables;
    impl ForEach for Tables {
        type Of<T: Float> = &'static Compiled<T>;

        fn f32(&self) -> &'static Compiled<f32> {
            &F32
        }

        fn f64(&self) -> &'static Compiled<f64> {
            &F64
        }
    }
    T::choose(&Tables)
}
