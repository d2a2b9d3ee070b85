//! The inputs of a step, found by the names of inputs and parameters, and looked at before anything changes.

use super::{Given, Inputs};
use crate::input::InputInfo;
use crate::kernel::{ArraysRef, Float, InputSlot, TensorRef};
use crate::optimizer::Engine;
use crate::optimizer::error::StepError;
use crate::params::{Name, Parameters};
use crate::shape::Axes;
use crate::spelling::nearest;

impl<T: Float> Engine<T> {
    /// The inputs of a step with gradients for these parameters, as many for each parameter as are declared.
    #[inline(never)]
    pub(in crate::optimizer) fn collect_inputs<'g>(
        &self,
        inputs: &'g Inputs<'_, T>,
        grads: &ArraysRef<'_, T>,
    ) -> Result<Vec<InputSlot<'g, T>>, StepError> {
        let infos = self.about.inputs;
        if infos.is_empty() && inputs.given.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Found { engine: self, slots: vec![InputSlot::Absent; self.params.len() * infos.len()] };
        let mut seen = vec![false; infos.len()];
        for (name, given) in &inputs.given {
            let index = self.input_index(name)?;
            if std::mem::replace(&mut seen[index], true) {
                return Err(StepError::DuplicateInput { input: infos[index].name });
            }
            match given {
                Given::Number(number) => found.number(index, *number)?,
                Given::Arrays { arrays, where_due } => found.arrays(index, &**arrays, *where_due)?,
            }
        }
        for place in grads.places() {
            for (index, info) in infos.iter().enumerate() {
                let missing = matches!(found.slots[place * infos.len() + index], InputSlot::Absent);
                if missing && self.is_due(index, place) {
                    let param = self.params[place].name.to_string();
                    return Err(StepError::MissingInput { input: info.name, param, global: info.global });
                }
            }
        }
        Ok(found.slots)
    }
}

/// The inputs of a step while they are found.
struct Found<'e, 'g, T: Float> {
    engine: &'e Engine<T>,
    slots: Vec<InputSlot<'g, T>>,
}

impl<'g, T: Float> Found<'_, 'g, T> {
    /// One number for all parameters.
    fn number(&mut self, index: usize, number: f64) -> Result<(), StepError> {
        let (engine, infos) = (self.engine, self.engine.about.inputs);
        let info = &infos[index];
        if !info.global {
            return Err(StepError::InputKind { input: info.name, kind: info.kind() });
        }
        let mut due = !info.conditional;
        for (place, slots) in self.slots.chunks_exact_mut(infos.len()).enumerate() {
            if engine.is_due(index, place) {
                slots[index] = InputSlot::Number(number);
                due = true;
            }
        }
        if due { Ok(()) } else { Err(StepError::InputNotDue { input: info.name, param: None }) }
    }

    /// An array for each parameter, or for some.
    fn arrays(
        &mut self,
        index: usize,
        arrays: &'g (dyn Parameters<Elem = T> + '_),
        where_due: bool,
    ) -> Result<(), StepError> {
        let info = &self.engine.about.inputs[index];
        if info.global {
            return Err(StepError::InputKind { input: info.name, kind: info.kind() });
        }
        let (mut result, mut next, mut seen) = (Ok(()), 0, vec![false; self.engine.params.len()]);
        arrays.visit(Name::ROOT, &mut |name, array| {
            if result.is_ok() {
                result = self.array(info, (index, where_due), &name, array, &mut next, &mut seen);
            }
        });
        result
    }

    /// The array of one parameter.
    fn array(
        &mut self,
        info: &InputInfo,
        (index, where_due): (usize, bool),
        name: &Name<'_>,
        array: TensorRef<'g, T>,
        next: &mut usize,
        seen: &mut [bool],
    ) -> Result<(), StepError> {
        let engine = self.engine;
        let is_next = engine.params.get(*next).is_some_and(|param| *name == *param.name);
        let place = if is_next { Some(*next) } else { engine.places.get(&*name.to_string()).copied() };
        let Some(place) = place else {
            let param = name.to_string();
            let nearest = nearest(&param, engine.params.iter().map(|param| &*param.name));
            return Err(StepError::UnknownInputParameter { input: info.name, param, nearest });
        };
        *next = place + 1;
        let param = &engine.params[place];
        let told = || param.name.to_string();
        if std::mem::replace(&mut seen[place], true) {
            return Err(StepError::DuplicateInputParameter { input: info.name, param: told() });
        }
        if !engine.is_due(index, place) {
            return match where_due {
                true => Ok(()),
                false => Err(StepError::InputNotDue { input: info.name, param: Some(told()) }),
            };
        }
        let expected = engine.input_shape(index, param);
        if *expected != *array.shape() {
            let (expected, found) = (expected.to_vec(), array.shape().to_vec());
            return Err(StepError::InputShape { input: info.name, param: told(), expected, found });
        }
        let slot = match info.axes {
            Axes::Scalar => InputSlot::Number(array.to_ndarray().iter().next().map_or(f64::NAN, |number| number.as_())),
            _ => InputSlot::Array(array),
        };
        self.slots[place * engine.about.inputs.len() + index] = slot;
        Ok(())
    }
}
