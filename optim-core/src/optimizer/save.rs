//! An optimizer into a file, and out of one.

use std::path::Path;

use super::Engine;
use crate::checkpoint::table::{Column, Elements, Row, Table};
use crate::checkpoint::{Checkpoint, CheckpointError, CheckpointFile, LoadOptions, LoadReport};
use crate::kernel::{Float, StateSlot};
use crate::registry::Registry;

impl<T: Float> Engine<T> {
    /// Writes everything that the optimizer remembers into a file, see [`Checkpoint`].
    ///
    /// # Errors
    ///
    /// When it cannot be written. The file that was there stays.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        Checkpoint::new().optimizer(self).save(path)
    }

    /// Loads what [`save`](Self::save) has written; everything must agree.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load(&mut self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        self.load_with(path, &LoadOptions::strict()).map(drop)
    }

    /// Loads what [`save`](Self::save) has written, as far as the options say so.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_with(&mut self, path: impl AsRef<Path>, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.load_from(&CheckpointFile::open(path)?, options)
    }

    /// Loads the optimizer of a file, see [`CheckpointFile::load_optimizer_with`].
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_from(&mut self, file: &CheckpointFile, options: &LoadOptions) -> Result<LoadReport, CheckpointError> {
        self.same_optimizer(file.optimizer()?)?;
        let global;
        let registry = match &options.registry {
            Some(registry) => registry,
            None => {
                global = Registry::global();
                &global
            }
        };
        // Settings that are not wanted need not be known.
        let known = if options.keep_hyperparameters { Vec::new() } else { self.group_infos() };
        let groups = file.groups(Some(&known), registry)?;
        self.load_outline(&file.outline(&groups)?, options)
    }

    /// What is saved of every parameter.
    pub(crate) fn table(&self) -> impl Table + '_ {
        let states = self.about.states.iter().map(|state| Column::State(state.name));
        EngineTable { engine: self, columns: states.chain([Column::Mask]).collect() }
    }
}

/// An optimizer's parameters with their states and masks.
struct EngineTable<'a, T: Float> {
    engine: &'a Engine<T>,
    columns: Vec<Column<'static>>,
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
