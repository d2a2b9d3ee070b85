//! Finds the inputs of a step by the names of inputs and parameters, and checks them before anything changes.

use super::{Given, Inputs};
use crate::input::InputInfo;
use crate::kernel::{ArraysRef, Float, InputSlot, TensorRef};
use crate::optimizer::Optimizer;
use crate::optimizer::error::StepError;
use crate::params::{Name, Parameters};
use crate::shape::Axes;
use crate::suggestion::nearest;

impl<T: Float> Optimizer<T> {
    /// Collects the inputs of a step with gradients for these parameters. Each parameter has the number of slots that the optimizer with the most
    /// inputs needs.
    #[inline(never)]
    pub(in crate::optimizer) fn collect_inputs<'g>(
        &self,
        inputs: &'g Inputs<'_, T>,
        grads: &ArraysRef<'_, T>,
    ) -> Result<Vec<InputSlot<'g, T>>, StepError> {
        let room = self.rules.iter().map(|rule| rule.about.inputs.len()).max().unwrap_or(0);
        if room == 0 && inputs.given.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Found { optimizer: self, room, slots: vec![InputSlot::Absent; self.params.len() * room] };
        let mut seen: Vec<&str> = Vec::new();
        for (name, given) in &inputs.given {
            let info = self.input(name)?;
            if seen.contains(&info.name) {
                return Err(StepError::DuplicateInput { input: info.name });
            }
            seen.push(info.name);
            match given {
                Given::Number(number) => found.number(info, *number)?,
                Given::Arrays { arrays, where_due } => found.arrays(info, &**arrays, *where_due)?,
            }
        }
        for place in grads.places() {
            for (index, info) in self.about_of(&self.params[place]).inputs.iter().enumerate() {
                let missing = matches!(found.slots[place * room + index], InputSlot::Absent);
                if missing && self.is_due(index, place) {
                    let param = self.params[place].name.to_string();
                    return Err(StepError::MissingInput { input: info.name, param, global: info.global });
                }
            }
        }
        Ok(found.slots)
    }
}

/// The inputs of a step that were found so far.
struct Found<'e, 'g, T: Float> {
    optimizer: &'e Optimizer<T>,
    /// The number of slots of each parameter.
    room: usize,
    slots: Vec<InputSlot<'g, T>>,
}

impl<'g, T: Float> Found<'_, 'g, T> {
    /// Sets one number for all parameters whose optimizer has the input.
    fn number(&mut self, info: &'static InputInfo, number: f64) -> Result<(), StepError> {
        let (optimizer, room) = (self.optimizer, self.room);
        if !info.global {
            return Err(StepError::InputKind { input: info.name, kind: info.kind() });
        }
        let mut due = !info.conditional;
        for (place, param) in optimizer.params.iter().enumerate() {
            if let Some((index, own)) = declared(optimizer.about_of(param).inputs, info.name)
                && own.global
                && optimizer.is_due(index, place)
            {
                self.slots[place * room + index] = InputSlot::Number(number);
                due = true;
            }
        }
        if due { Ok(()) } else { Err(StepError::InputNotDue { input: info.name, param: None }) }
    }

    /// Sets an array for each parameter, or for some of them.
    fn arrays(
        &mut self,
        info: &'static InputInfo,
        arrays: &'g (dyn Parameters<Elem = T> + '_),
        where_due: bool,
    ) -> Result<(), StepError> {
        if info.global {
            return Err(StepError::InputKind { input: info.name, kind: info.kind() });
        }
        let (mut result, mut next, mut seen) = (Ok(()), 0, vec![false; self.optimizer.params.len()]);
        arrays.visit(Name::ROOT, &mut |name, array| {
            if result.is_ok() {
                result = self.array((info, where_due), &name, array, &mut next, &mut seen);
            }
        });
        result
    }

    /// Sets the array of one parameter.
    fn array(
        &mut self,
        (info, where_due): (&'static InputInfo, bool),
        name: &Name<'_>,
        array: TensorRef<'g, T>,
        next: &mut usize,
        seen: &mut [bool],
    ) -> Result<(), StepError> {
        let optimizer = self.optimizer;
        let is_next = optimizer.params.get(*next).is_some_and(|param| *name == *param.name);
        let place = if is_next { Some(*next) } else { optimizer.places.get(&*name.to_string()).copied() };
        let Some(place) = place else {
            let param = name.to_string();
            let nearest = nearest(&param, optimizer.params.iter().map(|param| &*param.name));
            return Err(StepError::UnknownInputParameter { input: info.name, param, nearest });
        };
        *next = place + 1;
        let param = &optimizer.params[place];
        let told = || param.name.to_string();
        if std::mem::replace(&mut seen[place], true) {
            return Err(StepError::DuplicateInputParameter { input: info.name, param: told() });
        }
        let own = declared(optimizer.about_of(param).inputs, info.name);
        let Some((index, info)) = own.filter(|(index, own)| !own.global && optimizer.is_due(*index, place)) else {
            return match where_due {
                true => Ok(()),
                false => Err(StepError::InputNotDue { input: info.name, param: Some(told()) }),
            };
        };
        let expected = optimizer.input_shape(index, param);
        if *expected != *array.shape() {
            let (expected, found) = (expected.to_vec(), array.shape().to_vec());
            return Err(StepError::InputShape { input: info.name, param: told(), expected, found });
        }
        let slot = match info.axes {
            Axes::Scalar => InputSlot::Number(array.to_ndarray().iter().next().map_or(f64::NAN, |number| number.as_())),
            _ => InputSlot::Array(array),
        };
        self.slots[place * self.room + index] = slot;
        Ok(())
    }
}

/// An input by name, and its place.
fn declared(inputs: &'static [InputInfo], name: &str) -> Option<(usize, &'static InputInfo)> {
    inputs.iter().enumerate().find(|(_, info)| info.name == name)
}
