//! Programs that are kept: each step of a kind of parameter is described once, as long as the fixed settings are the same.

use std::sync::OnceLock;

use self_cell::self_cell;

use super::Description;
use super::op::Program;
use crate::kernel::arena::Arena;
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

/// Lists of programs.
const LISTS: usize = 16;
/// Most programs in a list. Further ones are described for each run: an optimizer with a list of a thousand gradients has as many.
const MOST: usize = 64;

/// The programs of an optimizer with its fixed settings.
pub(crate) struct Programs<T: Keep> {
    lists: [OnceLock<Box<Node<T>>>; LISTS],
}

/// A program, and for which parameters and steps it holds.
struct Node<T: Keep> {
    entry: usize,
    shape: ParamShape,
    kept: T::Kept,
    next: OnceLock<Box<Self>>,
}

impl<T: Keep> Default for Programs<T> {
    fn default() -> Self {
        Self { lists: [const { OnceLock::new() }; LISTS] }
    }
}

impl<T: Keep> Programs<T> {
    /// Runs an entry for the parameter of a context, or for all of its block, with these numbers as settings.
    pub(crate) fn run(
        &self,
        entry: usize,
        cx: &mut Cx<'_, T>,
        owner: &dyn Fn() -> Owner<T>,
        settings: &dyn Fn(&mut Vec<f64>),
    ) {
        self.with(entry, (cx.shape(), cx.time()), owner, |program| {
            let phases = cx.phases;
            let Arena { numbers: pool, progress, .. } = &mut *cx.arena;
            let waiting = if phases { progress.resume() } else { None };
            let (mut numbers, from) = waiting.unwrap_or_else(|| (pool.take(program.number), 0));
            numbers.settings.clear();
            settings(&mut numbers.settings);
            let waits = program.run(cx, &mut numbers, from);
            let Arena { numbers: pool, progress, .. } = &mut *cx.arena;
            match waits.filter(|_| phases) {
                Some(at) => progress.wait(numbers, at),
                None => pool.put_back(numbers),
            }
            if phases && waits.is_none() {
                progress.finish();
            }
        });
    }

    fn with(
        &self,
        entry: usize,
        (shape, time): (ParamShape, Time),
        owner: &dyn Fn() -> Owner<T>,
        run: impl FnOnce(&Program<'_, T>),
    ) {
        let keep = || T::keep(owner(), |owner| Program::describe(shape, time, |to| owner.describe(entry, to)));
        let mut link = &self.lists[(entry ^ shape.rows() ^ shape.cols() >> 4) % LISTS];
        for _ in 0..MOST {
            let node = link.get_or_init(|| Box::new(Node { entry, shape, kept: keep(), next: OnceLock::new() }));
            let program = T::program(&node.kept);
            if node.entry == entry && node.shape == shape && program.holds(time) {
                return run(program);
            }
            link = &node.next;
        }
        run(T::program(&keep()));
    }
}
