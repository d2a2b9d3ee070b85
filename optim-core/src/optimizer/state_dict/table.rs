//! The saved data of an optimizer, as rows and columns.

use crate::kernel::{Float, StateSlot};
use crate::optimizer::Engine;
use crate::state_dict::table::{Column, Elements, Row, Scales, Table};

impl<T: Float> Engine<T> {
    /// The saved data of every parameter.
    pub(crate) fn table(&self) -> impl Table + '_ {
        let states = self.states.iter().map(|state| Column::State(&state.name));
        let in_blocks = |place: &usize| {
            let slots = self.slots.iter().skip(*place).step_by(self.states.len().max(1));
            slots.into_iter().any(|slot| matches!(slot, StateSlot::Stored(stored) if stored.scales().is_some()))
        };
        let scaled: Vec<usize> = (0..self.states.len()).filter(in_blocks).collect();
        let scales = scaled.iter().map(|place| Column::State(&self.states.as_slice()[*place].scale));
        let columns = states.chain([Column::Mask]).chain(scales).collect();
        EngineTable { engine: self, columns, scaled }
    }
}

/// An optimizer's parameters with their states and masks.
struct EngineTable<'a, T: Float> {
    engine: &'a Engine<T>,
    columns: Vec<Column<'a>>,
    /// The states whose scales are the last columns.
    scaled: Vec<usize>,
}

impl<T: Float> Table for EngineTable<'_, T> {
    fn len(&self) -> usize {
        self.engine.params.len()
    }

    fn row(&self, row: usize) -> Row<'_> {
        let param = &self.engine.params[row];
        Row { name: &param.name, shape: &param.shape, group: param.group, steps: self.engine.counts[row].get() }
    }

    fn columns(&self) -> &[Column<'_>] {
        &self.columns
    }

    fn cell(&self, row: usize, column: usize) -> Option<Box<dyn Elements + '_>> {
        match self.engine.slots_of(row).get(column) {
            Some(StateSlot::Absent) => None,
            Some(StateSlot::Scalar { value, .. }) => Some(Box::new(*value)),
            Some(StateSlot::Array(array)) => Some(Box::new(array.view())),
            Some(StateSlot::Stored(stored)) => Some(Box::new(&**stored)),
            None if column == self.engine.states.len() => Some(Box::new(self.engine.masks.get(row)?.kept())),
            None => match &self.engine.slots_of(row)[self.scaled[column - self.engine.states.len() - 1]] {
                StateSlot::Stored(stored) => Some(Box::new(Scales::of(stored)?)),
                _ => None,
            },
        }
    }
}
