//! Programs that are kept: each step of a kind of parameter is described once, as long as the fixed settings are the same.

use std::any::Any;
use std::sync::{Arc, OnceLock};

use self_cell::self_cell;

use super::Description;
use super::op::Program;
use super::settings::StepSettings;
use crate::kernel::global::Waiting;
use crate::kernel::{Cx, Float};
use crate::shape::ParamShape;
use crate::time::Time;

/// An optimizer with its settings, as it describes its entries.
pub(crate) trait Describe<T: Float>: Send + Sync {
    /// Describes an entry.
    fn describe<'k>(&'k self, entry: usize, description: &mut Description<'_, 'k, T>);
}

type Owner<T> = Box<dyn Describe<T>>;
type Program32<'k> = Program<'k, f32>;
type Program64<'k> = Program<'k, f64>;

self_cell!(
    /// A program, with the settings that its loops read.
    pub(crate) struct Kept32 {
        owner: Owner<f32>,
        #[covariant]
        dependent: Program32,
    }
);

self_cell!(
    /// A program, with the settings that its loops read.
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
}

macro_rules! keep {
    ($($T:ident $Kept:ident;)*) => {$(
        impl Keep for $T {
            type Kept = $Kept;

            fn keep(owner: Owner<Self>, describe: impl for<'k> FnOnce(&'k Owner<Self>) -> Program<'k, Self>) -> $Kept {
                $Kept::new(owner, describe)
            }

            fn program(kept: &$Kept) -> &Program<'_, Self> {
                kept.borrow_dependent()
            }
        }
    )*};
}
keep! {
    f32 Kept32;
    f64 Kept64;
}

/// Lists of programs, as a power of two.
const LISTS: u32 = 6;
/// Most programs in a list. Further ones are described for each run: an optimizer with a list of a thousand gradients has as many.
const MOST: usize = 128;

/// The programs of an optimizer with its fixed settings.
pub(crate) struct Programs<T: Keep> {
    lists: [OnceLock<Arc<KeptProgram<T>>>; 1 << LISTS],
}

/// A program, and for which parameters and steps it holds.
struct KeptProgram<T: Keep> {
    entry: usize,
    shape: ParamShape,
    kept: T::Kept,
    next: OnceLock<Arc<Self>>,
}

/// The list of an entry for a shape. Sizes are often multiples of powers of two, so that the last bits of a product say little.
fn list_of(entry: usize, shape: ParamShape) -> usize {
    let sizes = [entry, shape.batch(), shape.rows(), shape.cols()].map(|size| size as u64);
    let mixed = sizes.into_iter().fold(0_u64, |mixed, size| (mixed ^ size).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed >> (u64::BITS - LISTS)) as usize
}

impl<T: Keep> Default for Programs<T> {
    fn default() -> Self {
        Self { lists: [const { OnceLock::new() }; 1 << LISTS] }
    }
}

impl<T: Keep> KeptProgram<T> {
    fn program(&self) -> &Program<'_, T> {
        T::program(&self.kept)
    }
}

impl<T: Keep> Programs<T> {
    /// Runs an entry for the parameter of a context, or for all of its block, with these numbers as settings.
    pub(crate) fn run(
        &self,
        entry: usize,
        cx: &mut Cx<'_, T>,
        owner: &dyn Fn() -> Owner<T>,
        settings: &dyn Fn(&mut StepSettings),
    ) {
        let (shape, time) = (cx.shape(), cx.time());
        let new = || {
            let count = StepSettings::default().take(settings).len();
            let kept = T::keep(owner(), |owner| Program::describe(shape, time, count, |to| owner.describe(entry, to)));
            Arc::new(KeptProgram { entry, shape, kept, next: OnceLock::new() })
        };
        if !cx.phases {
            return self.with((entry, shape, time), &new, |kept| {
                let program = kept.program();
                let mut numbers = cx.arena.pool.take(program.number);
                program.run(cx, &mut numbers, 0, settings);
                cx.arena.pool.put_back(numbers);
            });
        }
        let Waiting { program, numbers, at } = cx.arena.progress.resume();
        let waiting = program.and_then(|program| program.downcast::<KeptProgram<T>>().ok());
        let kept = waiting.unwrap_or_else(|| self.with((entry, shape, time), &new, Arc::clone));
        let mut numbers = numbers.unwrap_or_default();
        let waits = kept.program().run(cx, &mut numbers, at, settings);
        let program = waits.map(|_| kept as Arc<dyn Any + Send + Sync>);
        cx.arena.progress.leave(Waiting { program, numbers: Some(numbers), at: waits.unwrap_or(0) });
    }

    /// Gives the program that holds for a parameter at a step.
    fn with<R>(
        &self,
        (entry, shape, time): (usize, ParamShape, Time),
        new: &dyn Fn() -> Arc<KeptProgram<T>>,
        give: impl FnOnce(&Arc<KeptProgram<T>>) -> R,
    ) -> R {
        let mut link = &self.lists[list_of(entry, shape)];
        for _ in 0..MOST {
            let kept = link.get_or_init(new);
            if kept.entry == entry && kept.shape == shape && kept.program().holds(time) {
                return give(kept);
            }
            link = &kept.next;
        }
        give(&new())
    }
}
