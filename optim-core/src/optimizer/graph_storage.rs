//! The check for storage that graphs do not support.
//!
//! A graph stores every number in the type with which steps compute, so the graph of an optimizer with other storage would compute other numbers.

use super::Optimizer;
use crate::kernel::{Float, StateSlot, Storage};
use crate::lang::GraphError;

impl<T: Float> Optimizer<T> {
    /// Returns an error if a graph would compute other numbers than the kernel, because parameters or states are stored in another type than
    /// steps compute with. It comes with the name of the parameter.
    ///
    /// # Errors
    ///
    /// [`GraphError::Storage`], of the first such parameter.
    pub fn check_graph_storage(&self) -> Result<(), (&str, GraphError)> {
        for (place, param) in self.params.iter().enumerate() {
            let refused = |name: &str, storage: &str, help| {
                let (name, storage) = (name.to_owned(), storage.to_owned());
                Err((&*param.name, GraphError::Storage { name, storage, computed: T::DTYPE, help }))
            };
            if param.dtype != T::DTYPE {
                return refused(
                    "param",
                    &param.dtype.to_string(),
                    "build the optimizer from arrays of the computed type",
                );
            }
            for (state, slot) in self.states_of(param).iter().zip(self.slots_of(place)) {
                if let StateSlot::Stored(stored) = slot
                    && stored.storage() != Storage::Native
                {
                    let help = "build the optimizer without `storage` for this state, or step with the kernel";
                    return refused(&state.name, stored.storage().name(), help);
                }
            }
        }
        Ok(())
    }
}
