//! What is saved of an optimizer, as rows and columns.

use crate::kernel::{Float, StateSlot};
use crate::optimizer::Engine;
use crate::state_dict::table::{Column, Elements, Row, Table};

impl<T: Float> Engine<T> {
    /// What is saved of every parameter.
    pub(crate) fn table(&self) -> impl Table + '_ {
        let states = self.states.iter().map(|state| Column::State(&state.name));
        EngineTable { engine: self, columns: states.chain([Column::Mask]).collect() }
    }
}

/// An optimizer's parameters with their states and masks.
struct EngineTable<'a, T: Float> {
    engine: &'a Engine<T>,
    columns: Vec<Column<'a>>,
}

impl<T: Float> Table for EngineTable<'_, T> {
    fn len(&self) -> usize {
        self.engine.params.len()
    }

    fn row(&self, row: usize) -> Row<'_> {
        let param = &self.engine.params[row];
        Row { name: &param.name, shape: &param.shape, group: param.group, steps: param.t }
    }

    fn columns(&self) -> &[Column<'_>] {
        &self.columns
    }

    fn cell(&self, row: usize, column: usize) -> Option<Box<dyn Elements + '_>> {
        match self.engine.slots_of(row).get(column) {
            Some(StateSlot::Absent) => None,
            Some(StateSlot::Scalar { value, .. }) => Some(Box::new(*value)),
            Some(StateSlot::Array(array)) => Some(Box::new(array.view())),
            // The last column.
            None => Some(Box::new(self.engine.masks.get(row)?.kept())),
        }
    }
}
