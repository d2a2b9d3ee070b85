//! The saved data of an optimizer, as rows and columns.

use crate::kernel::{Float, StateSlot};
use crate::optimizer::Optimizer;
use crate::optimizer::rule::BuiltRule;
use crate::state::ListedState;
use crate::state_dict::table::{Column, Elements, Row, Scales, Table};

impl<T: Float> Optimizer<T> {
    /// The saved data of every parameter.
    pub(crate) fn table(&self) -> impl Table + '_ {
        // A state that several optimizers have is one column.
        let mut states: Vec<&ListedState> = Vec::new();
        for state in self.rules.iter().flat_map(|rule| rule.states.iter()) {
            if self.rules.len() == 1 || states.iter().all(|known| known.name != state.name) {
                states.push(state);
            }
        }
        let of_rule = |rule: &'_ BuiltRule<T>| -> Vec<Option<usize>> {
            match self.rules.len() {
                1 => (0..states.len()).map(Some).collect(),
                _ => states.iter().map(|state| rule.states.place(&state.name)).collect(),
            }
        };
        let places: Vec<Vec<Option<usize>>> = self.rules.iter().map(of_rule).collect();
        let mut in_blocks = vec![false; states.len()];
        for (place, param) in self.params.iter().enumerate() {
            let (slots, places) = (self.slots_of(place), &places[self.groups[param.group].rule()]);
            for (in_blocks, own) in in_blocks.iter_mut().zip(places) {
                let slot = own.and_then(|own| slots.get(own));
                *in_blocks |= matches!(slot, Some(StateSlot::Stored(stored)) if stored.scales().is_some());
            }
        }
        let scaled: Vec<usize> = (0..states.len()).filter(|column| in_blocks[*column]).collect();
        let scales = scaled.iter().map(|column| Column::State(&states[*column].scale));
        let columns =
            states.iter().map(|state| Column::State(&state.name)).chain([Column::Mask]).chain(scales).collect();
        OptimizerTable { optimizer: self, columns, places, states: states.len(), scaled }
    }
}

/// An optimizer's parameters with their states and masks.
struct OptimizerTable<'a, T: Float> {
    optimizer: &'a Optimizer<T>,
    columns: Vec<Column<'a>>,
    /// For each rule: the places of its states, column by column.
    places: Vec<Vec<Option<usize>>>,
    /// The number of columns of states. They are the first columns.
    states: usize,
    /// The columns of the states whose scales are the last columns.
    scaled: Vec<usize>,
}

impl<T: Float> OptimizerTable<'_, T> {
    /// The state of a row in a column of states.
    fn slot(&self, row: usize, column: usize) -> Option<&StateSlot<T>> {
        let rule = self.optimizer.groups[self.optimizer.params[row].group].rule();
        self.optimizer.slots_of(row).get((*self.places[rule].get(column)?)?)
    }
}

impl<T: Float> Table for OptimizerTable<'_, T> {
    fn len(&self) -> usize {
        self.optimizer.params.len()
    }

    fn row(&self, row: usize) -> Row<'_> {
        let param = &self.optimizer.params[row];
        let (view, steps) = (param.view.as_deref(), self.optimizer.counts[row].get());
        Row { name: &param.name, shape: &param.shape, view, group: param.group, steps }
    }

    fn columns(&self) -> &[Column<'_>] {
        &self.columns
    }

    fn cell(&self, row: usize, column: usize) -> Option<Box<dyn Elements + '_>> {
        if column == self.states {
            return Some(Box::new(self.optimizer.masks.get(row)?.kept()));
        }
        if column > self.states {
            return match self.slot(row, self.scaled[column - self.states - 1])? {
                StateSlot::Stored(stored) => Some(Box::new(Scales::of(stored)?)),
                _ => None,
            };
        }
        match self.slot(row, column)? {
            StateSlot::Absent => None,
            StateSlot::Scalar { value, .. } => Some(Box::new(*value)),
            StateSlot::Array(array) => Some(Box::new(array.view())),
            StateSlot::Stored(stored) => Some(Box::new(&**stored)),
        }
    }
}
