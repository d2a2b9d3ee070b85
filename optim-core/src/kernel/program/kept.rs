//! Programs that are kept: each step of a kind of parameter is described once, as long as the fixed settings are the same.

use std::sync::OnceLock;

use self_cell::self_cell;

use super::Description;
use super::op::Program;
use super::settings::StepSettings;
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
    lists: [OnceLock<Box<KeptProgram<T>>>; 1 << LISTS],
}

/// A program, and for which parameters and steps it holds.
struct KeptProgram<T: Keep> {
    entry: usize,
    shape: ParamShape,
    kept: T::Kept,
    next: OnceLock<Box<Self>>,
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

impl<T: Keep> Programs<T> {
    /// Runs an entry for the parameter of a context, or for all of its block, with these numbers as settings.
    pub(crate) fn run(
        &self,
        entry: usize,
        cx: &mut Cx<'_, T>,
        owner: &dyn Fn() -> Owner<T>,
        settings: &dyn Fn(&mut StepSettings),
    ) {
        let count = || StepSettings::default().take(settings).len();
        self.with(entry, (cx.shape(), cx.time()), owner, &count, |program| {
            let (phases, arena) = (cx.phases, &mut *cx.arena);
            let (mut numbers, from) =
                if phases { arena.progress.resume() } else { (arena.pool.take(program.number), 0) };
            let waits = program.run(cx, &mut numbers, from, settings);
            match phases {
                true => cx.arena.progress.leave(numbers, waits.unwrap_or(0)),
                false => cx.arena.pool.put_back(numbers),
            }
        });
    }

    fn with(
        &self,
        entry: usize,
        (shape, time): (ParamShape, Time),
        owner: &dyn Fn() -> Owner<T>,
        settings: &dyn Fn() -> usize,
        run: impl FnOnce(&Program<'_, T>),
    ) {
        let keep =
            || T::keep(owner(), |owner| Program::describe(shape, time, settings(), |to| owner.describe(entry, to)));
        let mut link = &self.lists[list_of(entry, shape)];
        for _ in 0..MOST {
            let node = link.get_or_init(|| Box::new(KeptProgram { entry, shape, kept: keep(), next: OnceLock::new() }));
            let program = T::program(&node.kept);
            if node.entry == entry && node.shape == shape && program.holds(time) {
                return run(program);
            }
            link = &node.next;
        }
        run(T::program(&keep()));
    }
}
