//! Random inputs of a step.

use std::collections::BTreeMap;

use super::case::Case;
use super::layout::{Laid, MemoryLayout};
use crate::kernel::Float;
use crate::optimizer::{Inputs, Optimizer};
use crate::random::Random;

/// The inputs of one step: for each declared input a value for each parameter for which it is due.
pub(super) struct GivenInputs<T> {
    inputs: Vec<(&'static str, Vec<Option<InputValue<T>>>)>,
}

/// An input of one parameter.
enum InputValue<T> {
    /// The same for all parameters.
    Global(f64),
    Array(Laid<T>),
}

impl<T: Float> GivenInputs<T> {
    /// Draws all that is due in the next step.
    pub(super) fn draw(case: &Case, step: u64, optimizer: &Optimizer<T>) -> Self {
        // Numbers of their own: those of optimizers without inputs stay what they were.
        let random = &mut Random::new(case.seed ^ step.wrapping_mul(0x2545_f491_4f6c_dd1d));
        let mut inputs = Vec::new();
        for (index, info) in optimizer.inputs().iter().enumerate() {
            let global = case.numbers.next(random, true);
            let mut value = |place: usize| {
                let shape = optimizer.due_shape(index, place)?;
                if info.global {
                    return Some(InputValue::Global(global));
                }
                let layout = MemoryLayout::draw(random, shape.len(), true);
                Some(InputValue::Array(Laid::new(&shape, &layout, || case.numbers.next(random, true))))
            };
            inputs.push((info.name, (0..case.params.len()).map(&mut value).collect()));
        }
        Self { inputs }
    }

    /// As an optimizer takes them.
    pub(super) fn inputs(&self) -> Inputs<'_, T> {
        let mut given = Inputs::new();
        for (name, values) in &self.inputs {
            let mut arrays = BTreeMap::new();
            let mut number = None;
            for (place, value) in values.iter().enumerate() {
                match value {
                    Some(InputValue::Global(global)) => number = Some(*global),
                    Some(InputValue::Array(array)) => drop(arrays.insert(place.to_string(), array.view())),
                    None => {}
                }
            }
            given = match number {
                Some(number) => given.number(name, number),
                None if arrays.is_empty() => given,
                None => given.tensors(name, arrays),
            };
        }
        given
    }

    /// As the interpreter takes those of one parameter.
    pub(super) fn numbers(&self, place: usize) -> BTreeMap<String, Vec<f64>> {
        let numbers = |(name, values): &(&str, Vec<Option<InputValue<T>>>)| {
            let numbers = match values[place].as_ref()? {
                InputValue::Global(number) => vec![*number],
                InputValue::Array(array) => array.numbers(),
            };
            Some(((*name).to_owned(), numbers))
        };
        self.inputs.iter().filter_map(numbers).collect()
    }
}
