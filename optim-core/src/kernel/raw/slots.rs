//! The states of all parameters, with what a step would find out about them again each time: it is kept until somebody may have changed
//! them.

use std::collections::HashMap;
use std::mem::discriminant;
use std::ops::{Deref, DerefMut};

use super::base::Base;
use super::bind::is_line;
use crate::kernel::{Float, Param, StateSlot, math};

/// The states of all parameters of an optimizer, as many slots for each.
// Invariant: `kept` and `bases` are empty, or tell of the slots as they are. Whoever may change more than the numbers in them gets them
// by `deref_mut`, which empties both. `order` has each parameter once.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    slots: Vec<StateSlot<T>>,
    /// True if a step goes through the parameters in the order in which the model has them.
    in_order: bool,
    /// The parameters in the order in which a step goes through them.
    order: Vec<usize>,
    /// One for each parameter, in that order.
    kept: Vec<Kept>,
    /// Where the array of a slot begins, in that order; nowhere for other slots.
    bases: Vec<Base<T>>,
}

/// The states of one parameter.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The number of elements of its arrays, if each is one run of memory in C order, and the parameter has as many elements.
    len: Option<usize>,
    /// True if that holds for the parameter before it in the order as well, both have one group and shape, neither of which ever changes,
    /// and each two states are both arrays, both numbers, or both absent.
    like: bool,
    /// Its states that are numbers lie from one place to another.
    numbers: (usize, usize),
}

/// The states of a parameter that has the same states as the one before it, all arrays with `len` numbers side by side.
// Invariant: an array's `len` numbers begin at its base.
#[derive(Clone, Copy)]
pub(super) struct KeptLines<'a, T> {
    pub(super) len: usize,
    pub(super) bases: &'a [Base<T>],
    numbers: (usize, usize),
}

impl<T> Slots<T> {
    /// The states of parameters, through which a step goes in their order, or in any.
    pub(crate) const fn new(slots: Vec<StateSlot<T>>, in_order: bool) -> Self {
        Self { slots, in_order, order: Vec::new(), kept: Vec::new(), bases: Vec::new() }
    }

    /// The parameter at a place of the order.
    #[inline(always)]
    pub(super) fn param(&self, place: usize) -> Option<usize> {
        self.order.get(place).copied()
    }
}

impl<T> Deref for Slots<T> {
    type Target = [StateSlot<T>];

    #[inline(always)]
    fn deref(&self) -> &[StateSlot<T>] {
        &self.slots
    }
}

impl<T> DerefMut for Slots<T> {
    fn deref_mut(&mut self) -> &mut [StateSlot<T>] {
        self.kept.clear();
        self.bases.clear();
        &mut self.slots
    }
}

/// Arrays of its own.
impl<T: Clone> Clone for Slots<T> {
    fn clone(&self) -> Self {
        Self::new(self.slots.clone(), self.in_order)
    }
}

impl<T: Float> Slots<T> {
    /// Finds out about the states of these parameters, unless that is kept.
    pub(super) fn keep(&mut self, about: &[Param<T>]) {
        if self.kept.len() == about.len() {
            return;
        }
        self.kept.clear();
        self.bases.clear();
        if self.order.len() != about.len() {
            self.order = if self.in_order { (0..about.len()).collect() } else { alike_together(about) };
        }
        let count = self.slots.len() / about.len().max(1);
        let mut before: Option<(&Param<T>, &[StateSlot<T>])> = None;
        for param in &self.order {
            let about = &about[*param];
            let own = &self.slots[param * count..][..count];
            let len = about.folded.len();
            let lines = own.iter().all(|slot| match slot {
                StateSlot::Array(array) => is_line(array.shape(), Some(array.strides()), len),
                StateSlot::Stored(_) => false,
                StateSlot::Absent | StateSlot::Scalar { .. } => true,
            });
            let like = |(before, states): (&Param<T>, &[StateSlot<T>])| {
                let kinds = states.iter().zip(own).all(|(one, other)| discriminant(one) == discriminant(other));
                (before.group, before.folded) == (about.group, about.folded) && kinds
            };
            let known = self.kept.last().is_some_and(|kept| kept.len == Some(len));
            let like = lines && known && before.is_some_and(like);
            let is_number = |slot: &StateSlot<T>| matches!(slot, StateSlot::Scalar { .. });
            let first = own.iter().position(is_number).unwrap_or(count);
            let numbers = (first, own.iter().rposition(is_number).map_or(first, |last| last + 1));
            self.kept.push(Kept { len: lines.then_some(len), like, numbers });
            self.bases.extend(own.iter().map(|slot| match slot {
                StateSlot::Array(array) => Base::new(array.as_ptr().cast_mut()),
                _ => Base::of(&[]),
            }));
            before = Some((about, own));
        }
    }

    /// Returns true if the parameter at a place is known to be like the one before it.
    #[inline(always)]
    pub(super) fn is_like_last(&self, place: usize) -> bool {
        self.kept.get(place).is_some_and(|kept| kept.like)
    }

    /// The states of the parameter at a place of the order, `count` of them, if it has the same as the one before it.
    #[inline(always)]
    pub(super) fn lines(&self, place: usize, count: usize) -> Option<KeptLines<'_, T>> {
        let Kept { len: Some(len), like: true, numbers } = *self.kept.get(place)? else { return None };
        Some(KeptLines { len, bases: self.bases.get(place * count..)?.get(..count)?, numbers })
    }

    /// Where the states of the parameter at a place begin, `count` of them, if all arrays are lines of so many elements.
    pub(super) fn bases(&self, place: usize, count: usize, len: usize) -> Option<&[Base<T>]> {
        self.kept.get(place).filter(|kept| kept.len == Some(len))?;
        self.bases.get(place * count..)?.get(..count)
    }

    /// Sets a scalar state of the parameters at some places in a row, `count` of them with `each` states, see
    /// [`Job::set_scalar`](crate::kernel::Job::set_scalar).
    pub(super) fn set_scalar(&mut self, (first, count): (usize, usize), each: usize, state: usize, to: f64) {
        let to = math::flush(to);
        let as_element = T::cast(to);
        let Some(params) = self.order.get(first..).filter(|_| state < each) else { return };
        for param in params.iter().take(count) {
            // A number stays a number: what is kept still holds.
            if let Some(StateSlot::Scalar { value, view }) = self.slots.get_mut(param * each + state) {
                (*value, *view) = (to, as_element);
            }
        }
    }
}

/// Most elements of a parameter that is moved to others which are like it. Nothing is gained by larger ones.
const SMALL: usize = 16 * 1024;

/// The parameters, with small ones of one group and shape behind the first of them: they are done together.
fn alike_together<T>(about: &[Param<T>]) -> Vec<usize> {
    let mut first = HashMap::new();
    let mut order: Vec<(usize, usize)> = about
        .iter()
        .enumerate()
        .map(|(param, about)| match about.folded.len() <= SMALL {
            true => (*first.entry((about.group, about.folded)).or_insert(param), param),
            false => (param, param),
        })
        .collect();
    order.sort_unstable();
    order.into_iter().map(|(_, param)| param).collect()
}

impl<T: Float> KeptLines<'_, T> {
    /// Returns true if all numbers among these states are those among others.
    #[inline(always)]
    pub(super) fn has_numbers_of(&self, own: &[StateSlot<T>], others: &[StateSlot<T>]) -> bool {
        let (from, to) = self.numbers;
        let (Some(own), Some(others)) = (own.get(from..to), others.get(from..to)) else { return false };
        // A loop: an iterator's `all` may become a call for each.
        let mut same = true;
        for (one, other) in own.iter().zip(others) {
            same &= is_same(Some(one), Some(other));
        }
        same
    }
}

/// Returns true if two states are not different numbers.
#[inline(always)]
pub(super) fn is_same<T>(one: Option<&StateSlot<T>>, other: Option<&StateSlot<T>>) -> bool {
    match (one, other) {
        (Some(StateSlot::Scalar { value: a, .. }), Some(StateSlot::Scalar { value: b, .. })) => {
            a.to_bits() == b.to_bits()
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::DrawKey;
    use crate::dtype::DType;
    use crate::shape::ParamShape;

    fn about(shape: &[usize], group: usize) -> Param<f32> {
        Param {
            name: "x".into(),
            last_index: None,
            ordered: true,
            shape: shape.into(),
            folded: ParamShape::of(shape),
            dtype: DType::F32,
            group,
            t: 0,
            draws: DrawKey::new(0),
            t_view: 0.0,
        }
    }

    #[test]
    fn small_parameters_of_one_shape_and_group_follow_each_other() {
        let (large, small, other) = (&[SMALL + 1][..], &[100][..], &[10, 10][..]);
        let shapes = [(small, 0), (large, 0), (other, 0), (small, 0), (small, 1), (large, 0), (other, 0), (small, 0)];
        let all: Vec<_> = shapes.into_iter().map(|(shape, group)| about(shape, group)).collect();
        assert_eq!(alike_together(&all), [0, 3, 7, 1, 2, 6, 4, 5]);
        let order_of = |in_order| {
            let mut slots = Slots::new(vec![StateSlot::scalar(0.0); all.len()], in_order);
            slots.keep(&all);
            // The second and the third parameter of the order.
            slots.set_scalar((1, 2), 1, 0, 1.0);
            let is_set = |slot: &StateSlot<f32>| matches!(slot, StateSlot::Scalar { value: 1.0, .. });
            (0..all.len()).filter(|param| is_set(&slots[*param])).collect::<Vec<_>>()
        };
        assert_eq!(order_of(false), [3, 7]);
        assert_eq!(order_of(true), [1, 2]);
    }
}
