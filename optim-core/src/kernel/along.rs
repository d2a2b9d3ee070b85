//! Numbers along an axis of the parameter, or along all axes except one: repeating them for each element, and reducing to them.

use optim_language::Each;

use super::{Description, Extent, Finish, LoopNumber, Reduction, Source, Stream, Value};
use crate::shape::{Axes, Dim, ParamShape};

/// A scratch slot with a number for each place along an axis, or along all other axes. The numbers are repeated, so that each element of the
/// parameter has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repeated {
    /// The slot.
    pub(super) slot: usize,
    /// The products of the sizes before the axis, of the axis, and after it.
    pub(super) around: [usize; 3],
    /// True for numbers along all other axes.
    pub(super) without: bool,
}

impl Source {
    /// A slot with the numbers of this dimension, [`Dim::Along`] or [`Dim::Without`], for each element of a parameter.
    #[doc(hidden)]
    #[must_use]
    pub fn repeated(slot: usize, dim: Dim, shape: ParamShape) -> Self {
        let (axis, without) = dim.axis();
        Self::Repeated(Repeated { slot, around: shape.around(axis), without })
    }
}

impl Repeated {
    /// The same numbers in another slot.
    pub(crate) const fn in_slot(self, slot: usize) -> Self {
        Self { slot, ..self }
    }

    /// The slot.
    #[must_use]
    pub const fn slot(self) -> usize {
        self.slot
    }

    /// The products of the sizes before the axis, of the axis, and after it.
    #[must_use]
    pub const fn around(self) -> [usize; 3] {
        self.around
    }

    /// True for numbers along all other axes.
    #[must_use]
    pub const fn is_without(self) -> bool {
        self.without
    }

    /// The number of numbers, without repetitions; `usize::MAX` if it overflows.
    #[must_use]
    pub const fn count(self) -> usize {
        match self.len() {
            Some(len) => len,
            None => usize::MAX,
        }
    }

    /// The number of numbers, without repetitions; `None` if it overflows.
    pub(super) const fn len(self) -> Option<usize> {
        let [before, size, behind] = self.around;
        if self.without { before.checked_mul(behind) } else { Some(size) }
    }

    /// The lengths and the strides of the three parts of [`around`](Self::around).
    pub(super) const fn axes(self) -> [(usize, usize); 3] {
        let [before, size, behind] = self.around;
        match self.without {
            false => [(before, 0), (size, 1), (behind, 0)],
            true => [(before, behind), (size, 0), (behind, 1)],
        }
    }
}

/// The operands of a reduction to an axis, in scratch.
#[derive(Clone, Copy, Debug)]
pub struct ToReduce<const N: usize> {
    slots: [usize; N],
    is_whole: bool,
}

impl<const N: usize> ToReduce<N> {
    /// Values with all axes.
    #[must_use]
    pub const fn whole(slots: [usize; N]) -> Self {
        Self { slots, is_whole: true }
    }

    /// Values that already have the dimension of the result.
    #[must_use]
    pub const fn along(slots: [usize; N]) -> Self {
        Self { slots, is_whole: false }
    }

    /// The slots of the values.
    pub(crate) const fn slots(self) -> [usize; N] {
        self.slots
    }

    /// The products of the sizes before the axis of a dimension, of the axis, and after it.
    pub(crate) fn around(self, dim: Dim, shape: ParamShape) -> [usize; 3] {
        match (self.is_whole, dim.axis()) {
            (true, (axis, _)) => shape.around(axis),
            (false, (_, false)) => [1, shape.size(dim), 1],
            (false, (_, true)) => [shape.size(dim), 1, 1],
        }
    }
}

impl<E: LoopNumber> Description<'_, '_, E> {
    /// Reduces values to the numbers of a dimension, [`Dim::Along`] or [`Dim::Without`], and writes them to the slot `into`. `part` is another slot
    /// with [`ParamShape::longest_part`] numbers.
    #[inline(never)]
    pub fn reduce_to<const N: usize>(
        &mut self,
        reduction: Reduction,
        each: Each,
        of: ToReduce<N>,
        dim: Dim,
        (into, part): (usize, usize),
    ) {
        let ([before, size, behind], (_, without)) = (of.around(dim, self.shape()), dim.axis());
        let extent = Extent::new(before, size, behind);
        match (without, before, behind) {
            (true, ..) => self.reduce_slots(extent, of.slots, each, reduction.keep(Axes::Cols, into)),
            (false, 1, _) => self.reduce_slots(extent, of.slots, each, reduction.keep(Axes::Rows, into)),
            (false, _, 1) => {
                self.reduce_slots(Extent::new(1, before, size), of.slots, each, reduction.keep(Axes::Cols, into));
            }
            // First reduces along the axes after this one, then along the axes before it.
            _ => {
                self.reduce_slots(extent, of.slots, each, reduction.keep(Axes::Rows, part));
                // Computes a norm from norms, because squares could overflow in the element type of the scratch slot.
                let each = match reduction.finish {
                    Finish::Sqrt | Finish::SqrtMean => Each::Square,
                    Finish::None | Finish::Mean => Each::Itself,
                };
                let rest = Extent::new(1, before, size);
                self.reduce_slots(rest, [part], each, reduction.keep(Axes::Cols, into));
            }
        }
    }

    /// Describes one pass that reduces the values in slots.
    fn reduce_slots<const N: usize>(&mut self, extent: Extent, slots: [usize; N], each: Each, reduction: Reduction) {
        let streams = slots.map(|slot| Source::Scratch(slot).tensor());
        match each {
            Each::Itself => self.reduce_each(extent, streams, reduction, |[x]: [E::Wide; 1]| x),
            Each::Absolute => self.reduce_each(extent, streams, reduction, |[x]: [E::Wide; 1]| E::Wide::abs(x)),
            Each::Square => self.reduce_each(extent, streams, reduction, |[x]: [E::Wide; 1]| E::Wide::square(x)),
            Each::Product => self.reduce_each(extent, streams, reduction, |[a, b]: [E::Wide; 2]| a * b),
        }
    }

    fn reduce_each<const N: usize, const M: usize>(
        &mut self,
        extent: Extent,
        streams: [Stream; N],
        reduction: Reduction,
        each: impl Fn([E::Wide; M]) -> E::Wide + Send + Sync + Copy + 'static,
    ) {
        let Ok(inputs) = <[Stream; M]>::try_from(&streams[..]) else {
            panic!("a reduction has one operand, or two whose products it adds up");
        };
        let none: [super::program::Register<'_>; 0] = [];
        self.pass(extent, inputs, [], [reduction], none, move |[], inputs, [], [reduced]| {
            let count = reduced.len();
            let inputs = inputs.map(|input| &input[..count]);
            for index in 0..count {
                reduced[index] = each(inputs.map(|input| E::wide(input[index])));
            }
        });
    }
}
