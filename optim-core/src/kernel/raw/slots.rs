//! The states of all parameters, with what a step would find out about them again each time: it is kept until somebody may have changed
//! them.

use std::collections::HashMap;
use std::mem::discriminant;
use std::ops::{Deref, DerefMut};

use super::base::Base;
use super::bind::is_line;
use crate::kernel::{Float, Param, StateSlot, math};

/// The states of all parameters of an optimizer, as many slots for each.
// Invariant: the lists behind `order` are empty, or `kept` and the bases of states in `rows` tell of the slots as they are. Whoever may
// change more than the numbers in them gets them by `deref_mut`, which empties these lists. If a parameter is `alike`, its row and the one
// before are those of arrays that the step has borrowed. `order` has each parameter once.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    slots: Vec<StateSlot<T>>,
    /// True if a step goes through the parameters in the order in which the model has them.
    in_order: bool,
    /// The parameters in the order in which a step goes through them.
    order: Vec<usize>,
    /// One for each parameter, in that order.
    kept: Vec<Kept>,
    /// Where the arrays of each parameter begin, in that order: its own, its gradient, and each of its states; nowhere for states that are
    /// no arrays. A step fills in the first two.
    rows: Vec<Base<T>>,
    /// True for each parameter that a step has found to be like the one before it, in that order.
    alike: Vec<bool>,
    /// True for each parameter that is known to have the numbers of the one before it among its states, in that order.
    same: Vec<bool>,
}

/// The states of one parameter.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// The number of elements of the parameter.
    len: usize,
    /// True if its arrays are each one run of memory in C order, with as many elements.
    lines: bool,
    /// True if that holds for the parameter before it in the order as well, both have one group and shape, neither of which ever changes,
    /// and each two states are both arrays, both numbers, or both absent.
    like: bool,
    /// True if it is like the parameter before it or the one behind is like it.
    has_like: bool,
    /// Its states that are numbers lie from one place to another.
    numbers: (usize, usize),
}

/// The parts of a row that come before its states: the parameter and its gradient.
pub(super) const BEFORE_STATES: usize = 2;

/// The numbers among the states of two parameters that must be the same.
#[derive(Clone, Copy, Debug)]
pub(super) enum SameNumbers<'n> {
    All,
    /// The states at these places.
    At(&'n [usize]),
}

impl<T> Slots<T> {
    /// The states of parameters, through which a step goes in their order, or in any.
    pub(crate) const fn new(slots: Vec<StateSlot<T>>, in_order: bool) -> Self {
        Self { slots, in_order, order: Vec::new(), kept: Vec::new(), rows: Vec::new(), alike: Vec::new(), same: Vec::new() }
    }

    /// The parameter at a place of the order.
    #[inline(always)]
    pub(super) fn param(&self, place: usize) -> Option<usize> {
        self.order.get(place).copied()
    }

    /// Returns true if the step has found the parameter at a place to be like the one before it.
    #[inline(always)]
    pub(super) fn is_like_last(&self, place: usize) -> bool {
        self.alike.get(place).is_some_and(|alike| *alike)
    }

    /// How many parameters behind a place are each like the one before, at most so many.
    #[inline(always)]
    pub(super) fn alike_behind(&self, place: usize, most: usize) -> usize {
        let behind = self.alike.get(place + 1..).unwrap_or(&[]);
        let behind = &behind[..most.min(behind.len())];
        behind.iter().position(|alike| !alike).unwrap_or(behind.len())
    }

    /// The rows of the parameters from a place on, `count` of them, with `each` states.
    pub(super) fn rows(&self, place: usize, count: usize, each: usize) -> &[Base<T>] {
        let width = BEFORE_STATES + each;
        &self.rows[place * width..][..count * width]
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
        self.rows.clear();
        self.alike.clear();
        self.same.clear();
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
        // Arrays of the step before may be gone.
        self.alike.clear();
        if self.kept.len() == about.len() {
            return;
        }
        self.kept.clear();
        self.rows.clear();
        self.same.clear();
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
            let like = lines && self.kept.last().is_some_and(|kept| kept.lines) && before.is_some_and(like);
            let is_number = |slot: &StateSlot<T>| matches!(slot, StateSlot::Scalar { .. });
            let first = own.iter().position(is_number).unwrap_or(count);
            let numbers = (first, own.iter().rposition(is_number).map_or(first, |last| last + 1));
            if like && let Some(before) = self.kept.last_mut() {
                before.has_like = true;
            }
            self.kept.push(Kept { len, lines, like, has_like: like, numbers });
            self.rows.extend([Base::of(&[]); BEFORE_STATES]);
            self.rows.extend(own.iter().map(|slot| match slot {
                StateSlot::Array(array) => Base::new(array.as_ptr().cast_mut()),
                _ => Base::of(&[]),
            }));
            before = Some((about, own));
        }
    }

    /// Finds out which parameters are like the ones before them in this step, these numbers among their states too. `bind` tells the step
    /// count of a parameter of so many elements and where it and its gradient begin, if both are there and each is one run of memory in C
    /// order.
    #[inline(always)]
    pub(super) fn bind(
        &mut self,
        numbers: SameNumbers<'_>,
        bind: impl Fn(usize, usize) -> Option<(u64, [Base<T>; BEFORE_STATES])>,
    ) {
        let count = self.kept.len();
        self.alike.clear();
        self.alike.resize(count, false);
        self.same.resize(count, false);
        let each = self.slots.len() / count.max(1);
        let states = |param: usize, (from, to): (usize, usize)| &self.slots[param * each..][..each][from..to];
        let rows = self.rows.chunks_exact_mut(BEFORE_STATES + each);
        let found = self.alike.iter_mut().zip(&mut self.same);
        let mut before = None;
        for (((param, kept), row), (alike, same)) in self.order.iter().zip(&self.kept).zip(rows).zip(found) {
            // Most parameters of some models are like no other.
            if !kept.has_like {
                continue;
            }
            let Some((t, [own, grad])) = bind(*param, kept.len) else {
                before = None;
                continue;
            };
            (row[0], row[1]) = (own, grad);
            if kept.like
                && let Some((other, other_t)) = before
                && other_t == t
            {
                *alike = match numbers {
                    SameNumbers::All => {
                        *same = *same || have_same(states(*param, kept.numbers), states(other, kept.numbers));
                        *same
                    }
                    SameNumbers::At(counts) => {
                        let [own, other] = [*param, other].map(|param| states(param, (0, each)));
                        counts.iter().all(|count| is_same(own.get(*count), other.get(*count)))
                    }
                };
            }
            before = Some((*param, t));
        }
    }

    /// Sets a scalar state of the parameters at some places in a row, `count` of them with `each` states, see
    /// [`Job::set_scalar`](crate::kernel::Job::set_scalar).
    pub(super) fn set_scalar(&mut self, (first, count): (usize, usize), each: usize, state: usize, to: f64) {
        let to = math::flush(to);
        let as_element = T::cast(to);
        let Some(params) = self.order.get(first..first + count).filter(|_| state < each) else { return };
        // Inside of the range all have the same as before, or both were different.
        for border in [first, first + count] {
            if let Some(same) = self.same.get_mut(border) {
                *same = false;
            }
        }
        for param in params {
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

/// Returns true if the numbers among the states of two parameters are the same.
fn have_same<T>(one: &[StateSlot<T>], other: &[StateSlot<T>]) -> bool {
    one.iter().zip(other).all(|(one, other)| is_same(Some(one), Some(other)))
}

/// Returns true if two states are not different numbers.
fn is_same<T>(one: Option<&StateSlot<T>>, other: Option<&StateSlot<T>>) -> bool {
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
