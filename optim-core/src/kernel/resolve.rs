//! From the streams of a pass to lanes: which axes matter, in which order memory is walked, what must be gathered.

use super::arena::Notes;
use super::cx::{Cx, is_plain};
use super::gather::{is_line, push_axes, sort_by_stride};
use super::geometry::Geometry;
use super::lane::{Detail, Lane, Spread};
use super::reduce::{Kept, Red, partials};
use super::{Extent, Float, Reduction, Source, StateSlot, Stream, StreamAxes};

/// Working memory that a pass needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Need {
    /// Partial results.
    pub(crate) partials: usize,
    /// Column sums per desk.
    pub(crate) columns: usize,
}

impl Need {
    /// A partial result for each unit and reduction.
    #[inline(always)]
    pub(crate) fn of(geometry: &Geometry, reductions: usize) -> Self {
        Self { partials: countable(geometry.units.checked_mul(reductions)), columns: 0 }
    }
}

/// How many numbers a pass needs. One geometry's fit, but a pass may have any number of reductions.
#[inline(always)]
fn countable(numbers: Option<usize>) -> usize {
    numbers.expect("a pass has no more partial results than memory can hold")
}

/// The order in which the axes of full-sized arrays are walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// As they are.
    C,
    /// The last two exchanged, as in Fortran-ordered matrices.
    Swapped,
    /// From the parameter's largest stride to its smallest: for passes that don't tell one element from another.
    Memory,
}

/// The index space with axes joined that no stream tells apart. `None` is an axis of length 1.
struct Space {
    sizes: [usize; 3],
    axes: [Option<usize>; 3],
}

impl Space {
    /// Joins neighbouring axes where all `flags` agree on both.
    fn new(sizes: [usize; 3], agree: impl Fn(usize, usize) -> bool) -> Self {
        let mut space = Self { sizes: [1; 3], axes: [None; 3] };
        // From the last axis to the first.
        let mut free = 3;
        for axis in (0..3).rev() {
            if sizes[axis] == 1 {
                continue;
            }
            if free < 3 && space.axes[free].is_some_and(|other| agree(axis, other)) {
                space.sizes[free] *= sizes[axis];
            } else {
                free -= 1;
                space.sizes[free] = sizes[axis];
                space.axes[free] = Some(axis);
            }
        }
        space
    }

    /// Which joined axes a stream has.
    fn flags(&self, flags: [bool; 3]) -> [bool; 3] {
        self.axes.map(|axis| axis.is_none_or(|axis| flags[axis]))
    }
}

impl<T: Float> Cx<'_, T> {
    /// Resolves any pass over at least one element. Fills in the lanes and the reductions.
    #[inline(never)]
    pub(crate) fn resolve(
        &mut self,
        extent: Extent,
        (inputs, lanes_in): (&[Stream], &mut [Lane<T>]),
        (outputs, lanes_out): (&[Stream], &mut [Lane<T>]),
        (reductions, reds): (&[Reduction], &mut [Red<T>]),
        geometry: &mut Geometry,
    ) -> Need {
        self.arena.notes.details.clear();
        self.arena.notes.axes.clear();
        let streams = || inputs.iter().chain(outputs);
        let order = self.order(extent, streams(), reductions);
        self.note_order(order);
        let flags = |axes: StreamAxes| {
            let [batch, row, col] = axes.flags();
            if order == Order::Swapped { [batch, col, row] } else { [batch, row, col] }
        };
        let Extent { batch, rows, cols } = extent;
        let sizes = if order == Order::Swapped { [batch, cols, rows] } else { [batch, rows, cols] };
        let space = Space::new(sizes, |a, b| {
            streams().all(|s| flags(s.axes)[a] == flags(s.axes)[b])
                && reductions.iter().all(|r| flags(r.keep)[a] == flags(r.keep)[b])
        });
        for (streams, lanes, is_output) in [(inputs, lanes_in, false), (outputs, lanes_out, true)] {
            for (stream, lane) in streams.iter().zip(lanes) {
                let spread = match space.flags(flags(stream.axes)) {
                    [true, true, true] => Spread::Full,
                    [true, true, false] => Spread::Row,
                    [true, false, true] => Spread::Col,
                    [true, false, false] => Spread::Matrix,
                    // Only `StreamAxes::ONE` has no batch.
                    [false, ..] => Spread::One,
                };
                let whole = spread == Spread::Full;
                assert!(whole || !is_output, "an output has all axes of its pass");
                assert!(whole || stream.source != Source::Grad, "the gradient has all axes of its pass");
                *lane = self.lane(extent, *stream, spread, order);
            }
        }
        let mut by_column = false;
        for (reduction, red) in reductions.iter().zip(reds.iter_mut()) {
            if reduction.keep == StreamAxes::ONE {
                continue;
            }
            let taken = streams().any(|s| s.source == Source::Scratch(reduction.into));
            let shared = reductions.iter().filter(|r| r.keep != StreamAxes::ONE && r.into == reduction.into).count();
            assert!(!taken && shared == 1, "a reduction has a scratch slot of its own");
            red.kept = match space.flags(flags(reduction.keep)) {
                [true, true, true] => Kept::Full,
                [true, true, false] => Kept::Row,
                [true, false, true] => Kept::Col,
                [true, false, false] => Kept::Matrix,
                // Only `StreamAxes::ONE` has no batch.
                [false, ..] => Kept::One,
            };
            by_column |= red.kept == Kept::Col;
            let kept = extent.over(reduction.keep).len();
            let slot = &mut self.arena.scratch[reduction.into];
            assert!(slot.len() >= kept, "a scratch slot holds the results of its reduction");
            red.into = slot.as_mut_ptr();
            red.count = (extent.len() / kept) as f64;
        }
        let [batch, rows, cols] = space.sizes;
        *geometry =
            if batch * rows == 1 { Geometry::flat(cols) } else { Geometry::matrices(batch, rows, cols, by_column) };
        let mut need = Need::of(geometry, reductions.len());
        for red in reds {
            red.partial = need.partials;
            need.partials = countable(need.partials.checked_add(partials(geometry, red)));
            if red.kept == Kept::Col && geometry.blocks == 1 {
                red.column = need.columns;
                need.columns = countable(need.columns.checked_add(geometry.panel_cols));
            }
        }
        need
    }

    /// Reductions of nothing: the slots are filled with what that gives.
    #[cold]
    pub(crate) fn reduce_nothing(&mut self, extent: Extent, reductions: &[Reduction], reds: &mut [Red<T>]) {
        for (reduction, red) in reductions.iter().zip(reds) {
            red.count = 0.0;
            if reduction.keep != StreamAxes::ONE {
                let kept = extent.over(reduction.keep).len();
                let nothing = T::from_f64(red.result(red.fold.start()));
                self.arena.scratch[reduction.into][..kept].fill(nothing);
            }
        }
    }

    fn order<'s>(
        &self,
        extent: Extent,
        mut streams: impl Iterator<Item = &'s Stream> + Clone,
        reductions: &[Reduction],
    ) -> Order {
        let shape = self.shape;
        let whole = extent.batch == shape.batch() && extent.rows == shape.rows() && extent.cols == shape.cols();
        if self.plain || !whole {
            return Order::C;
        }
        let is_scratch = |s: &Stream| matches!(s.source, Source::Scratch(_));
        if streams.clone().all(|s| s.axes.is_tensor() && !is_scratch(s))
            && reductions.iter().all(|r| r.keep == StreamAxes::ONE)
        {
            return Order::Memory;
        }
        // The last two axes are the rows and columns unless more than two axes are folded to one matrix.
        if let ([.., row, col], [.., rows, cols]) = (self.strides.unwrap_or_default(), self.dims)
            && (*rows, *cols) == (shape.rows(), shape.cols())
            && row.unsigned_abs() < col.unsigned_abs()
            && shape.rows() > 1
            && shape.cols() > 1
            && !streams.any(|s| is_scratch(s) && s.axes.is_tensor())
        {
            return Order::Swapped;
        }
        Order::C
    }

    /// Notes the parameter's axes in the order in which they are walked.
    fn note_order(&mut self, order: Order) {
        let (axes, by) = (self.dims.len(), &mut self.arena.notes.order);
        by.clear();
        by.extend(0..axes);
        match order {
            Order::C => {}
            Order::Swapped => by.swap(axes - 2, axes - 1),
            Order::Memory => sort_by_stride(by, self.strides),
        }
    }

    fn lane(&mut self, extent: Extent, stream: Stream, spread: Spread, order: Order) -> Lane<T> {
        let len = extent.over(stream.axes).len();
        let is_grad = stream.source == Source::Grad;
        let (base, shape, strides) = match stream.source {
            Source::Param => (self.param, self.dims, self.strides),
            Source::Grad => (self.grad.as_ptr().cast_mut(), self.grad.shape(), self.grad.strides()),
            Source::State(index) => match &self.states[index] {
                StateSlot::Array(array) => (array.as_ptr().cast_mut(), array.shape(), Some(array.strides())),
                StateSlot::Absent => return Lane { base: std::ptr::null_mut(), detail: Lane::<T>::ABSENT },
                StateSlot::Scalar { .. } => panic!("a scalar state is no stream"),
            },
            Source::Scratch(slot) => {
                let slot = &mut self.arena.scratch[slot];
                assert!(slot.len() >= len, "a scratch slot holds its stream");
                let lane = Lane { base: slot.as_mut_ptr(), detail: 0 };
                return self.noted(lane, spread, self.arena.notes.axes.len(), false);
            }
        };
        let (plain, actual) = is_plain(shape, strides);
        assert!(actual == len, "a stream has as many numbers as its pass asks for");
        let adjusted = is_grad && !self.load.is_plain();
        let Notes { axes, order: by, .. } = &mut self.arena.notes;
        let first = axes.len();
        if order == Order::C || !stream.axes.is_tensor() {
            if !plain {
                push_axes(axes, shape, strides, 0..shape.len());
            }
        } else {
            assert!(shape == self.dims, "full-sized arrays have the parameter's shape");
            push_axes(axes, shape, strides, by.iter().copied());
        }
        if is_line(&axes[first..]) {
            axes.truncate(first);
        }
        self.noted(Lane { base, detail: 0 }, spread, first, adjusted)
    }

    /// Notes the detail of a lane, unless it is direct. Its axes are those from `first` on.
    fn noted(&mut self, lane: Lane<T>, spread: Spread, first: usize, adjusted: bool) -> Lane<T> {
        let notes = &mut self.arena.notes;
        let axes = if first < notes.axes.len() { (first, notes.axes.len()) } else { (0, 0) };
        let detail = match (spread, axes.1, adjusted) {
            (Spread::Full, 0, false) => Lane::<T>::DIRECT,
            (Spread::Full, 0, true) => Lane::<T>::ADJUSTED,
            _ => {
                notes.details.push(Detail { spread, axes, adjusted });
                Lane::<T>::DETAILS + notes.details.len() - 1
            }
        };
        Lane { detail, ..lane }
    }
}
