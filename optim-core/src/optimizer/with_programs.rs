//! An optimizer's settings with the programs of its entries.

use std::sync::Arc;

use crate::definition::Definition;
use crate::kernel::{AnyKernel, Batching, Cx, Describe, Description, Entry, Float, Programs};
use crate::shape::ParamShape;

/// The settings of a group, and the programs that were described with them. Only scheduled settings change, which programs are given: so all
/// copies share the programs.
pub(super) struct WithPrograms<O> {
    pub(super) own: O,
    f32: Arc<Programs<f32>>,
    f64: Arc<Programs<f64>>,
}

impl<O> WithPrograms<O> {
    pub(super) fn new(own: O) -> Self {
        Self { own, f32: Arc::default(), f64: Arc::default() }
    }
}

impl<O: Clone> Clone for WithPrograms<O> {
    fn clone(&self) -> Self {
        Self { own: self.own.clone(), f32: Arc::clone(&self.f32), f64: Arc::clone(&self.f64) }
    }
}

impl<O: Definition, T: Float> Describe<T> for O {
    fn describe<'k>(&'k self, entry: usize, description: &mut Description<'_, 'k, T>) {
        Definition::describe(self, entry, description);
    }
}

fn entry_of<O: Definition>(entry: usize) -> Entry {
    const { assert!(!O::ENTRIES.is_empty()) };
    O::ENTRIES[entry.min(O::ENTRIES.len() - 1)]
}

macro_rules! kernels {
    ($($T:ident)*) => {$(
        impl<O: Definition> AnyKernel<$T> for WithPrograms<O> {
            fn is_elementwise(&self, entry: usize) -> bool {
                entry_of::<O>(entry).elementwise
            }

            fn batching(&self, entry: usize) -> Batching {
                entry_of::<O>(entry).batching
            }

            fn slot_count(&self, entry: usize) -> usize {
                entry_of::<O>(entry).scratch
            }

            fn slots(&self, entry: usize, shape: ParamShape) -> Vec<usize> {
                let mut lens = vec![0; entry_of::<O>(entry).scratch];
                self.own.scratch_of(entry, shape, &mut lens);
                lens
            }

            fn run(&self, entry: usize, cx: &mut Cx<'_, $T>) {
                let slots = entry_of::<O>(entry).scratch;
                if slots > 0 {
                    cx.reserve(slots, &|shape, lens| self.own.scratch_of(entry, shape, lens));
                }
                let owner = || -> Box<dyn Describe<$T>> { Box::new(self.own.clone()) };
                self.$T.run(entry, cx, &owner, &|numbers| self.own.settings_of(entry, numbers));
            }
        }
    )*};
}
kernels!(f32 f64);
