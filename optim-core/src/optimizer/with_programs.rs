//! An optimizer's settings with the programs of its entries.

use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use crate::definition::Definition;
use crate::kernel::program::{DeviceScalar, ProgramData, StepKind};
use crate::kernel::{
    AnyKernel, Batching, Describe, Description, Entry, Float, Programs, StepContext, StepSettings, WrittenElement,
};
use crate::shape::ParamShape;
use crate::time::{Questions, StepCount};

/// The settings of a group, and the programs that were described with them. Copies share the programs, because only scheduled settings change, and
/// programs receive them for each run.
pub(super) struct WithPrograms<O> {
    pub(super) own: O,
    f32: Arc<Programs<f32>>,
    f64: Arc<Programs<f64>>,
    data: Arc<DataPrograms>,
}

/// Programs as data, by entry and shape.
type DataPrograms = Mutex<HashMap<(usize, ParamShape), Vec<Arc<ProgramData>>>>;

impl<O: Describe<f32>> WithPrograms<O> {
    /// The program of an entry as data, for a parameter and a step. `resident` are the scalars that live on the device.
    pub(super) fn program_data(
        &self,
        entry: usize,
        kind: StepKind,
        states: &dyn Fn(usize) -> f64,
        resident: &BTreeSet<DeviceScalar>,
    ) -> Arc<ProgramData> {
        let mut all = self.data.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.entry((entry, kind.0)).or_default();
        if let Some(program) = known.iter().find(|program| program.holds(kind, states, resident)) {
            return Arc::clone(program);
        }
        let made = Arc::new(ProgramData::describe(&self.own, entry, kind, Some(states), resident));
        known.push(Arc::clone(&made));
        made
    }
}

impl<O> WithPrograms<O> {
    pub(super) fn new(own: O) -> Self {
        Self { own, f32: Arc::default(), f64: Arc::default(), data: Arc::default() }
    }

    /// The settings with programs whose loops are data.
    pub(super) fn with_written(own: O) -> Self {
        let written = (Arc::new(Programs::written()), Arc::new(Programs::written()));
        Self { own, f32: written.0, f64: written.1, data: Arc::default() }
    }
}

impl<O: Clone> Clone for WithPrograms<O> {
    fn clone(&self) -> Self {
        let Self { own, f32, f64, data } = self;
        Self { own: own.clone(), f32: Arc::clone(f32), f64: Arc::clone(f64), data: Arc::clone(data) }
    }
}

impl<O> Deref for WithPrograms<O> {
    type Target = O;

    fn deref(&self) -> &O {
        &self.own
    }
}

/// An optimizer with its settings, as the source of facts about entries.
pub(super) trait Entries: Describe<f32> + Describe<f64> + Clone + 'static {
    fn entry(&self, entry: usize) -> Entry;

    /// See [`Definition::scratch_of`].
    fn scratch_of(&self, entry: usize, shape: ParamShape, lens: &mut [usize]);

    /// See [`AnyKernel::counts`].
    fn counts(&self) -> &[usize] {
        &[]
    }
}

impl<O: Definition> Entries for O {
    fn entry(&self, entry: usize) -> Entry {
        const { assert!(!O::ENTRIES.is_empty()) };
        O::ENTRIES[entry.min(O::ENTRIES.len() - 1)]
    }

    fn scratch_of(&self, entry: usize, shape: ParamShape, lens: &mut [usize]) {
        Definition::scratch_of(self, entry, shape, lens);
    }
}

impl<O: Definition, T: Float> Describe<T> for O {
    fn describe<'k>(&'k self, entry: usize, description: &mut Description<'_, 'k, T>) {
        Definition::describe(self, entry, description);
    }

    fn describe_written<'k>(&'k self, entry: usize, description: &mut Description<'_, 'k, WrittenElement>) {
        Definition::describe(self, entry, description);
    }

    fn settings_of(&self, entry: usize, to: &mut StepSettings) {
        Definition::settings_of(self, entry, to);
    }

    fn ask(&self, entry: usize, shape: ParamShape, count: StepCount, to: &mut Questions) {
        if O::ASKS && (O::STEP.contains(&entry) || O::WATCHED.contains(&entry)) {
            Description::<T>::ask(shape, count, to, |description| Definition::describe(self, entry, description));
        }
    }
}

macro_rules! kernels {
    ($($T:ident)*) => {$(
        impl<O: Entries> AnyKernel<$T> for WithPrograms<O> {
            fn is_elementwise(&self, entry: usize) -> bool {
                self.own.entry(entry).elementwise
            }

            fn batching(&self, entry: usize) -> Batching {
                self.own.entry(entry).batching
            }

            fn slots(&self, entry: usize, shape: ParamShape) -> Vec<usize> {
                let mut lens = vec![0; self.own.entry(entry).scratch];
                self.own.scratch_of(entry, shape, &mut lens);
                lens
            }

            fn counts(&self) -> &[usize] {
                self.own.counts()
            }

            fn run(&self, entry: usize, cx: &mut StepContext<'_, $T>) {
                let slots = self.own.entry(entry).scratch;
                if slots > 0 {
                    cx.reserve(slots, &|shape, lens| self.own.scratch_of(entry, shape, lens));
                }
                self.$T.run(entry, cx, &self.own);
            }
        }
    )*};
}
kernels!(f32 f64);
