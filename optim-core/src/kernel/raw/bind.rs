//! Resolves the streams of a pass to lanes and slots: the location of their numbers, and whether they must be gathered.

use std::marker::PhantomData;

use super::arrays::ArrayPlace;
use super::base::Base;
use super::coded::Coded;
use super::lane::{Detail, Lane, Notes};
use super::layout::{Axis, is_line, is_plain, lay, sort_by_stride};
use super::moves::Streams;
use super::origin::Origin;
use super::reduce::{Red, ResultSlot, partials};
use super::view::TensorRef;
use crate::draw::PARAM_ROUNDING;
use crate::kernel::fold::Folds;
use crate::kernel::geometry::Geometry;
use crate::kernel::resolve::{Need, Order, Space, add};
use crate::kernel::{Extent, Float, InputSlot, Reduction, Repeated, Source, StateSlot, StepContext, Stream};
use crate::shape::Axes;

impl<T: Float> StepContext<'_, T> {
    /// Resolves a stream in the plain case: the stream and the parameter have one number per element, in C order. Returns false in any other case.
    #[inline(always)]
    pub(super) fn direct(&mut self, stream: &Stream, lane: &mut Lane<T>) -> bool {
        let (job, len) = (&self.claim.job, self.claim.len());
        if stream.axes != Axes::Tensor {
            return false;
        }
        *lane = match stream.source {
            Source::Param => match job.param.view(job.dims).place {
                Origin::Native(base) => Lane::Line(base),
                Origin::Half { .. } => return false,
            },
            Source::Grad | Source::RawGrad => {
                let base = match job.grad {
                    ArrayPlace::Line(base) => base,
                    other => match other.view(job.dims) {
                        TensorRef { place: Origin::Native(base), shape, strides, .. }
                            if is_line(shape, strides, len) =>
                        {
                            base
                        }
                        _ => return false,
                    },
                };
                let adjusted = stream.source == Source::Grad && !job.load.is_plain();
                if adjusted { Lane::Adjusted(base) } else { Lane::Line(base) }
            }
            Source::State(index) => match job.states.get(index) {
                Some(StateSlot::Array(array)) if !is_line(array.shape(), Some(array.strides()), len) => return false,
                Some(StateSlot::Array(array)) => Lane::Line(Base::new(array.as_ptr().cast_mut())),
                Some(StateSlot::Absent) | None => Lane::Absent,
                Some(StateSlot::Scalar { .. } | StateSlot::Stored(_)) => return false,
            },
            Source::Input(index) => match &job.inputs[index] {
                InputSlot::Array(array) if !is_line(array.shape, array.strides, len) => return false,
                InputSlot::Array(array) => match array.place {
                    Origin::Native(base) => Lane::Line(base),
                    Origin::Half { .. } => return false,
                },
                InputSlot::Absent => Lane::Absent,
                InputSlot::Number(_) => return false,
            },
            Source::Scratch(slot) => match &mut self.arena.scratch[slot] {
                slot if slot.len() < len => return false,
                slot => Lane::Line(Base::new(slot.as_mut_ptr())),
            },
            Source::Draw(_) | Source::Item(..) | Source::Repeated(_) => return false,
        };
        true
    }

    /// Resolves any pass over at least one element. Fills in the lanes and the reductions.
    ///
    /// # Panics
    /// If the arguments do not fit together, see [`StepContext::pass_described`].
    #[inline(never)]
    pub(super) fn resolve(
        &mut self,
        extent: Extent,
        Streams { inputs, outputs, reductions }: Streams<'_>,
        lanes: &mut [Lane<T>],
        reds: &mut [Red<T>],
        geometry: &mut Geometry,
    ) -> Need {
        self.arena.notes.details.clear();
        self.arena.notes.axes.clear();
        let streams = || inputs.iter().chain(outputs);
        let order = Order::of(&self.claim, extent, streams(), reductions);
        self.note_order(order);
        let space = Space::of(order, extent, streams, reductions);
        let walked = |axes: Axes| space.walked(order, axes);
        for (place, (stream, lane)) in streams().zip(lanes).enumerate() {
            let (spread, is_output) = (walked(stream.axes), place >= inputs.len());
            let whole = spread == Axes::Tensor;
            assert!(whole || !is_output, "an output has all axes of its pass");
            let is_grad = matches!(stream.source, Source::Grad | Source::RawGrad);
            assert!(whole || !is_grad, "the gradient has all axes of its pass");
            *lane = self.lane(extent, *stream, spread, order);
        }
        let mut by_column = false;
        for (reduction, red) in reductions.iter().zip(reds.iter_mut()) {
            if reduction.keep == Axes::Scalar {
                continue;
            }
            let taken = streams().any(|s| s.source.slot() == Some(reduction.into));
            let shared = reductions.iter().filter(|r| r.keep != Axes::Scalar && r.into == reduction.into).count();
            assert!(!taken && shared == 1, "a reduction has a scratch slot of its own");
            red.rule.kept = walked(reduction.keep);
            by_column |= red.rule.kept == Axes::Cols;
            let kept = extent.over(reduction.keep).len();
            let left_out = self.left_out(reduction.into, kept);
            let slot = &mut self.arena.scratch[reduction.into];
            assert!(slot.len() >= kept, "a scratch slot holds the results of its reduction");
            red.into = ResultSlot::new(slot).without(left_out);
            red.rule.count = (extent.len() / kept) as f64;
        }
        // A unit consists of whole blocks. If the pass distinguishes rows or matrices, no output is stored in blocks: see `widen.rs`.
        let in_blocks = space.is_line() && outputs.iter().any(|stream| self.in_blocks(stream.source));
        *geometry = if in_blocks { Geometry::in_tiles(extent.len()) } else { space.geometry(by_column) };
        assert!(geometry.len() == extent.len(), "the geometry of a pass has all of its elements");
        let mut need = Need::of(geometry, reductions.len());
        for red in reds {
            red.rule.partial = add(&mut need.partials, partials(geometry, red.rule.kept));
            if red.rule.kept == Axes::Cols {
                red.rule.column = add(&mut need.columns, geometry.panel_cols);
            }
        }
        need
    }

    /// The division of a pass over at least one element, if [`resolve`](Self::resolve) finds C order and no states in blocks.
    pub(crate) fn division(extent: Extent, streams: Streams<'_>) -> Geometry {
        let space = Space::of(Order::C, extent, || streams.all(), streams.reductions);
        let by_column = |red: &Reduction| space.walked(Order::C, red.keep) == Axes::Cols;
        space.geometry(streams.reductions.iter().any(|red| red.keep != Axes::Scalar && by_column(red)))
    }

    /// Fills the slots of reductions over no elements with their result.
    #[cold]
    pub(super) fn reduce_nothing(&mut self, extent: Extent, reductions: &[Reduction], reds: &mut [Red<T>]) {
        for (reduction, red) in reductions.iter().zip(reds) {
            red.rule.count = 0.0;
            if reduction.keep != Axes::Scalar {
                let kept = extent.over(reduction.keep).len();
                let nothing = T::cast(red.rule.result(red.rule.fold.start()));
                self.arena.scratch[reduction.into][..kept].fill(nothing);
            }
        }
    }

    /// Notes the parameter's axes in the order of the walk.
    fn note_order(&mut self, order: Order) {
        if order == Order::C {
            return;
        }
        let (axes, by) = (self.claim.dims().len(), &mut self.arena.notes.order);
        by.clear();
        by.extend(0..axes);
        match order {
            Order::C => {}
            Order::Swapped => by.swap(axes - 2, axes - 1),
            Order::Memory => sort_by_stride(by, self.claim.strides()),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each source")]
    fn lane(&mut self, extent: Extent, stream: Stream, spread: Axes, order: Order) -> Lane<T> {
        let len = extent.over(stream.axes).len();
        let job = self.claim.job;
        let TensorRef { place, shape, strides, .. } = match stream.source {
            Source::Param => job.param.view(job.dims),
            Source::Grad | Source::RawGrad => job.grad.view(job.dims),
            Source::State(index) => match job.states.get(index) {
                Some(StateSlot::Array(array)) => {
                    let place = Origin::Native(Base::new(array.as_ptr().cast_mut()));
                    TensorRef { place, shape: array.shape(), strides: Some(array.strides()), data: PhantomData }
                }
                Some(StateSlot::Absent) | None => return Lane::Absent,
                // The lower bits of a parameter are not a stream: no step declares them.
                Some(StateSlot::Stored(stored)) if stored.storage().is_split() => return Lane::Absent,
                Some(StateSlot::Stored(stored)) => {
                    let coded = self.coded(index, stored);
                    assert!(coded.len() == len, "a stream has as many numbers as its pass asks for");
                    let nowhere = Base::of(&[]);
                    let detail = Detail { coded: Some(coded), ..Detail::of(spread, nowhere, len) };
                    return noted(&mut self.arena.notes, detail);
                }
                Some(StateSlot::Scalar { .. }) => panic!("a scalar state is no stream"),
            },
            Source::Input(index) => match &job.inputs[index] {
                InputSlot::Array(array) => *array,
                InputSlot::Absent => return Lane::Absent,
                InputSlot::Number(_) => panic!("an input that is one number is no stream"),
            },
            Source::Draw(draw) => {
                let nowhere = Base::of(&[]);
                let detail = Detail { draw: Some(draw), ..Detail::of(spread, nowhere, 0) };
                return noted(&mut self.arena.notes, detail);
            }
            Source::Scratch(slot) => {
                let left_out = self.left_out(slot, len);
                let slot = self.slot(slot);
                assert!(slot.len() >= len, "a scratch slot holds its stream");
                // A piece never reads numbers before its own, and its own begin at the start of the slot.
                let detail = Detail::of(spread, Base::new(slot.as_mut_ptr()).before(left_out), len);
                return noted(&mut self.arena.notes, detail);
            }
            Source::Repeated(repeated) => return self.repeated(repeated, spread, len),
            Source::Item(slot, index) => {
                let slot = self.slot(slot);
                let first = index.checked_mul(len);
                let end = first.and_then(|first| first.checked_add(len));
                let Some(first) = first.filter(|_| end.is_some_and(|end| end <= slot.len())) else {
                    return Lane::Absent;
                };
                let detail = Detail::of(spread, Base::new(slot.as_mut_ptr()).after(first), len);
                return noted(&mut self.arena.notes, detail);
            }
        };
        let (plain, actual) = is_plain(shape, strides);
        assert!(actual == len, "a stream has as many numbers as its pass asks for");
        let adjusted = stream.source == Source::Grad && !job.load.is_plain();
        let random = place.is_random().then(|| job.draws.rounding(job.t, PARAM_ROUNDING));
        let rest = if stream.source == Source::Param { self.claim.rest() } else { None };
        let notes = &mut self.arena.notes;
        let axes = if order == Order::C || stream.axes != Axes::Tensor {
            if plain { (0, 0) } else { lay(&mut notes.axes, shape, strides, 0..shape.len()) }
        } else {
            assert!(shape == job.dims, "full-sized arrays have the parameter's shape");
            lay(&mut notes.axes, shape, strides, notes.order.iter().copied())
        };
        noted(
            notes,
            match place {
                Origin::Native(base) => Detail { axes, adjusted, ..Detail::of(spread, base, len) },
                Origin::Half { base, half, .. } => {
                    let coded = Coded::of_half((base, half), len, axes, random);
                    let coded = Some(rest.map_or(coded, |rest| coded.with_rest(rest)));
                    Detail { adjusted, coded, ..Detail::of(spread, Base::of(&[]), len) }
                }
            },
        )
    }

    /// The lane of numbers in scratch that are repeated along axes of the parameter, which has `len` elements.
    fn repeated(&mut self, repeated: Repeated, spread: Axes, len: usize) -> Lane<T> {
        let slot = self.slot(repeated.slot);
        let elements = repeated.around.iter().try_fold(1_usize, |elements, n| elements.checked_mul(*n));
        assert!(elements == Some(len), "repeated numbers are read for each element of the parameter");
        let fits = repeated.len().is_some_and(|numbers| numbers <= slot.len());
        assert!(fits, "a scratch slot holds the numbers that are repeated");
        let base = Base::new(slot.as_mut_ptr());
        let axes = &mut self.arena.notes.axes;
        let first = axes.len();
        let told = repeated.axes().into_iter().filter(|(len, _)| *len > 1);
        axes.extend(told.map(|(len, stride)| Axis { len, stride: stride as isize }));
        let detail = Detail { axes: (first, axes.len()), ..Detail::of(spread, base, len) };
        noted(&mut self.arena.notes, detail)
    }
}

/// The lane of a stream. Unless it is a line, its detail goes to the notes.
fn noted<T>(notes: &mut Notes<T>, detail: Detail<T>) -> Lane<T> {
    match detail {
        Detail { spread: Axes::Tensor, axes: (_, 0), adjusted: false, draw: None, coded: None, base, .. } => {
            Lane::Line(base)
        }
        Detail { spread: Axes::Tensor, axes: (_, 0), adjusted: true, draw: None, coded: None, base, .. } => {
            Lane::Adjusted(base)
        }
        _ => {
            let line = detail.coded.is_some_and(|coded| coded.is_line() && !detail.adjusted);
            let direct = detail.spread == Axes::Tensor && line;
            notes.details.push(detail);
            let place = notes.details.len() - 1;
            if direct { Lane::Coded(place) } else { Lane::Noted(place) }
        }
    }
}
