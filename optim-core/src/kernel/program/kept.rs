//! The cache of programs. Each kind of step is described once for each kind of parameter, as long as the fixed settings stay the same.

use std::any::Any;
use std::borrow::Cow;
use std::mem::take;
use std::sync::{Arc, OnceLock};

use self_cell::self_cell;

use super::Description;
use super::op::Program;
use super::settings::StepSettings;
use super::written::WrittenElement;
use crate::kernel::global::Waiting;
use crate::kernel::{Float, StepContext};
use crate::shape::ParamShape;
use crate::time::{Questions, StepCount, Time};
use crate::watched::WatchSums;

/// An optimizer with its settings that can describe its entries.
pub trait Describe<T: Float>: Send + Sync {
    /// Describes an entry.
    fn describe<'k>(&'k self, entry: usize, description: &mut Description<'_, 'k, T>);

    /// Describes an entry with its loops as data, for elements of any type.
    fn describe_written<'k>(&'k self, entry: usize, description: &mut Description<'_, 'k, WrittenElement>);

    /// Adds the numeric settings of an entry.
    fn settings_of(&self, entry: usize, to: &mut StepSettings) {
        let _ = (entry, to);
    }

    /// Adds the questions of an entry about time, for a parameter of this shape and this step count.
    fn ask(&self, entry: usize, shape: ParamShape, count: StepCount, to: &mut Questions) {
        let _ = (entry, shape, count, to);
    }
}

/// An optimizer that programs can copy and keep.
pub(crate) trait Copied<T: Float>: Describe<T> {
    fn copy(&self) -> Box<dyn Describe<T>>;
}

impl<T: Float, O: Describe<T> + Clone + 'static> Copied<T> for O {
    fn copy(&self) -> Box<dyn Describe<T>> {
        Box::new(self.clone())
    }
}

impl<'k, T: Float> dyn Describe<T> + 'k {
    /// The program of an entry for a parameter of this shape, at this time, with these scalar states if they are known.
    // Compiled once, see `compiled`.
    #[inline(never)]
    pub(crate) fn program(
        &self,
        entry: usize,
        (shape, time, watch): StepKind,
        states: Option<&dyn Fn(usize) -> f64>,
    ) -> Program<'_, T> {
        let settings = StepSettings::count(&|to| self.settings_of(entry, to));
        Program::describe::<T>(shape, time, states, settings, watch, |to| self.describe(entry, to))
    }
}

impl<'k> dyn Describe<f32> + 'k {
    /// The same program with its loops as data, which run line by line.
    pub(crate) fn written_program(
        &self,
        entry: usize,
        (shape, time, watch): StepKind,
        states: Option<&dyn Fn(usize) -> f64>,
    ) -> Program<'_, f32> {
        let settings = StepSettings::count(&|to| self.settings_of(entry, to));
        Program::describe::<WrittenElement>(shape, time, states, settings, watch, |to| self.describe_written(entry, to))
    }
}

type Owner<T> = Box<dyn Describe<T>>;
type Program32<'k> = Program<'k, f32>;
type Program64<'k> = Program<'k, f64>;

self_cell!(
    /// A program, with the optimizer whose settings its loops read.
    pub(crate) struct Kept32 {
        owner: Owner<f32>,
        #[covariant]
        dependent: Program32,
    }
);

self_cell!(
    /// A program, with the optimizer whose settings its loops read.
    pub(crate) struct Kept64 {
        owner: Owner<f64>,
        #[covariant]
        dependent: Program64,
    }
);

/// An element type whose programs can be kept.
pub(crate) trait Keep: Float {
    type Kept: Send + Sync;

    fn keep(owner: Owner<Self>, describe: impl for<'k> FnOnce(&'k Owner<Self>) -> Program<'k, Self>) -> Self::Kept;
    fn program(kept: &Self::Kept) -> &Program<'_, Self>;
    /// Describes an entry with its loops as data, if that is possible for this element type.
    const WRITTEN: OfEntry<Self>;
}

/// The shape of a parameter, the time of a step, and the watched sums.
pub(crate) type StepKind = (ParamShape, Time, WatchSums);

/// A function that describes an entry for a parameter and a step, with these scalar states if they are known.
pub(crate) type OfEntry<T> =
    for<'k> fn(&'k dyn Describe<T>, usize, StepKind, Option<&dyn Fn(usize) -> f64>) -> Program<'k, T>;

macro_rules! keep {
    ($($T:ident $Kept:ident $program:ident;)*) => {$(
        impl Keep for $T {
            type Kept = $Kept;

            fn keep(owner: Owner<Self>, describe: impl for<'k> FnOnce(&'k Owner<Self>) -> Program<'k, Self>) -> $Kept {
                $Kept::new(owner, describe)
            }

            fn program(kept: &$Kept) -> &Program<'_, Self> {
                kept.borrow_dependent()
            }

            const WRITTEN: OfEntry<Self> = |owner, entry, at, states| owner.$program(entry, at, states);
        }
    )*};
}
keep! {
    f32 Kept32 written_program;
    f64 Kept64 program;
}

/// The number of lists of programs, as a power of two.
const LISTS: u32 = 6;
/// The largest number of programs in a list. Further ones are described for each run. For example, an optimizer with a list of a thousand gradients
/// has a thousand programs.
const MOST: usize = 128;

/// The programs of an optimizer with its fixed settings.
pub(crate) struct Programs<T: Keep> {
    lists: [OnceLock<Arc<KeptProgram<T>>>; 1 << LISTS],
    /// The function that describes them.
    describe: OfEntry<T>,
}

/// A program with its conditions: the parameters and steps for which it is valid.
struct KeptProgram<T: Keep> {
    entry: usize,
    shape: ParamShape,
    watch: WatchSums,
    kept: T::Kept,
    next: OnceLock<Arc<Self>>,
}

/// The list of an entry for a shape. It is chosen by the upper bits of a hash, because the lower bits of sizes are often 0.
fn list_of(entry: usize, shape: ParamShape) -> usize {
    let sizes = [entry, shape.batch(), shape.rows(), shape.cols()].map(|size| size as u64);
    let mixed = sizes.into_iter().fold(0_u64, |mixed, size| (mixed ^ size).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed >> (u64::BITS - LISTS)) as usize
}

impl<T: Keep> Default for Programs<T> {
    fn default() -> Self {
        let describe: OfEntry<T> = |owner, entry, at, states| owner.program(entry, at, states);
        Self { lists: [const { OnceLock::new() }; 1 << LISTS], describe }
    }
}

impl<T: Keep> KeptProgram<T> {
    fn program(&self) -> &Program<'_, T> {
        T::program(&self.kept)
    }
}

impl<T: Keep> Programs<T> {
    /// An empty cache for programs with their loops as data, which run line by line, if that is possible for this element type.
    pub(crate) fn written() -> Self {
        Self { describe: T::WRITTEN, ..Self::default() }
    }

    /// Runs an entry of an optimizer for the parameter of a context, or for its whole block. If no program is valid, a copy of the optimizer
    /// describes one.
    #[inline(never)]
    pub(crate) fn run(&self, entry: usize, cx: &mut StepContext<'_, T>, owner: &dyn Copied<T>) {
        let settings = |to: &mut StepSettings| owner.settings_of(entry, to);
        if cx.phases {
            let Waiting { program, numbers, at } = take(&mut cx.arena.progress.waiting);
            let waiting = program.and_then(|program| program.downcast::<KeptProgram<T>>().ok());
            let kept = waiting.unwrap_or_else(|| self.find(entry, cx, owner).into_owned());
            let mut numbers = numbers.unwrap_or_default();
            let waits = kept.program().run(cx, &mut numbers, at, &settings);
            let program = waits.map(|_| kept as Arc<dyn Any + Send + Sync>);
            cx.arena.progress.waiting = Waiting { program, numbers: Some(numbers), at: waits.unwrap_or(0) };
        } else {
            let kept = self.find(entry, cx, owner);
            let program = kept.program();
            let mut numbers = cx.arena.pool.take(program.number);
            program.run(cx, &mut numbers, 0, &settings);
            cx.arena.pool.put_back(numbers);
        }
    }

    /// The program that is valid for the parameter of a context at its step.
    fn find(&self, entry: usize, cx: &StepContext<'_, T>, owner: &dyn Copied<T>) -> Cow<'_, Arc<KeptProgram<T>>> {
        let (shape, time, states) = (cx.shape(), Time::new(cx.claim.t()), |state| cx.claim.scalar(state));
        let (watch, at) = (cx.watch, (shape, time, cx.watch));
        let new = || {
            let kept = T::keep(owner.copy(), |owner| (self.describe)(&**owner, entry, at, Some(&states)));
            Arc::new(KeptProgram { entry, shape, watch, kept, next: OnceLock::new() })
        };
        let mut link = &self.lists[list_of(entry, shape)];
        for _ in 0..MOST {
            let kept = link.get_or_init(new);
            let is_alike = kept.entry == entry && kept.shape == shape && kept.watch == watch;
            if is_alike && kept.program().holds(time, &states) {
                return Cow::Borrowed(kept);
            }
            link = &kept.next;
        }
        Cow::Owned(new())
    }
}
