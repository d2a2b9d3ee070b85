//! The states of all parameters, with facts about them that each step needs. The facts are kept until the states may have changed.

use std::collections::HashMap;
use std::mem::discriminant;
use std::ops::{Deref, DerefMut};

use super::arrays::ArrayEntry;
use super::base::Base;
use super::layout::is_line;
use super::lines::{BEFORE_STATES, LineBlock};
use crate::kernel::{Float, Param, StateSlot, StepsDone, math};

/// The states of all parameters of an optimizer. Each parameter has the same number of slots.
// Invariant: `kept` and `starts` are empty, or tell of the slots as they are. Whoever may change more than the numbers in them gets them by
// `deref_mut`, which empties both. While a step is bound, `bound` has the starts of arrays that it has borrowed, for parameters that are alike.
// `order` has each parameter once.
#[derive(Debug)]
pub(crate) struct Slots<T> {
    slots: Vec<StateSlot<T>>,
    /// True if a step processes the parameters in the order of the model.
    in_order: bool,
    /// The parameters in the order of a step.
    order: Vec<usize>,
    /// The facts about each parameter, in that order.
    kept: Vec<ParamFacts>,
    /// The starts of each parameter and of its gradient in the current step, in that order.
    bound: Vec<[Base<T>; BEFORE_STATES]>,
    /// The starts of the states of each parameter, in that order. States that are not arrays have a start that is not used.
    starts: Vec<Base<T>>,
    is_bound: bool,
    /// The number of elements of all parameters, if a `usize` can hold it.
    total: Option<usize>,
}

/// The facts about a parameter and its states.
#[derive(Clone, Copy, Debug)]
struct ParamFacts {
    /// The number of its elements.
    len: usize,
    /// True if its shape has this number of elements, and each array of its states is one run of memory in C order with the same number.
    lines: bool,
    /// True if `lines` is also true for the previous parameter in the order, both have the same group and shape, which never change, and each state
    /// has the same kind in both: array, number or absent.
    like: bool,
    /// True if `like` is true for it or for the next parameter.
    has_like: bool,
    /// True if its scalar states are known to be equal to those of the previous parameter.
    same: bool,
    /// True if the current step may process it together with the previous parameter.
    alike: bool,
    /// The range that contains all of its scalar states. It takes few bytes, because a step reads all ranges.
    numbers: (u32, u32),
}

impl<T> Slots<T> {
    /// The states of parameters. If `in_order` is false, a step may process the parameters in any order.
    pub(crate) fn new(slots: Vec<StateSlot<T>>, in_order: bool) -> Self {
        let (order, kept, bound, starts) = Default::default();
        Self { slots, in_order, order, kept, bound, starts, is_bound: false, total: None }
    }

    /// The parameter at a place of the order.
    #[inline(always)]
    pub(super) fn param(&self, place: usize) -> Option<usize> {
        self.order.get(place).copied()
    }

    /// The number of elements of all parameters; `None` if a `usize` cannot hold it.
    pub(super) const fn total(&self) -> Option<usize> {
        self.total
    }

    /// The number of parameters from a place that the step may process together: at most `most`, with at most `elements` elements together.
    #[inline(always)]
    pub(super) fn alike(&self, place: usize, most: usize, elements: usize) -> usize {
        match self.kept.get(place..) {
            Some([own, behind @ ..]) if self.is_bound && behind.first().is_some_and(|next| next.alike) => {
                let most = most.min(elements / own.len.max(1)).max(1);
                1 + behind.iter().take(most - 1).take_while(|next| next.alike).count()
            }
            _ => 1,
        }
    }

    /// The arrays of `count` parameters from a place, which have `each` states. `same` is true if all of their scalars are the same.
    pub(super) fn block(&self, (place, count): (usize, usize), each: usize, same: bool) -> LineBlock<'_, T> {
        let states = &self.starts[place * each..][..count * each];
        LineBlock { own: &self.bound[place..][..count], states, each, same }
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
        self.starts.clear();
        &mut self.slots
    }
}

/// The clone has its own arrays, so the facts are not copied.
impl<T: Clone> Clone for Slots<T> {
    fn clone(&self) -> Self {
        Self::new(self.slots.clone(), self.in_order)
    }
}

impl<T: Float> Slots<T> {
    /// Computes the facts about these parameters, unless they are known.
    pub(super) fn keep(&mut self, about: &[Param]) {
        // The arrays of the previous step may no longer exist.
        self.is_bound = false;
        if self.kept.len() == about.len() {
            return;
        }
        self.kept.clear();
        self.starts.clear();
        self.bound.resize(about.len(), [Base::of(&[]); BEFORE_STATES]);
        self.total = about.iter().try_fold(0, |sum: usize, about| sum.checked_add(about.folded.len()));
        if self.order.len() != about.len() {
            self.order = if self.in_order { (0..about.len()).collect() } else { alike_together(about) };
        }
        let count = self.slots.len() / about.len().max(1);
        let mut before: Option<(&Param, &[StateSlot<T>])> = None;
        for param in &self.order {
            let about = &about[*param];
            let own = &self.slots[param * count..][..count];
            let len = about.folded.len();
            // The optimizer's author wrote the function that folds the axes, so its result is checked.
            let is_whole = is_line(&about.shape, None, len);
            let lines = is_whole
                && own.iter().all(|slot| match slot {
                    StateSlot::Array(array) => is_line(array.shape(), Some(array.strides()), len),
                    StateSlot::Stored(_) => false,
                    StateSlot::Absent | StateSlot::Scalar { .. } => true,
                });
            let like = |(before, states): (&Param, &[StateSlot<T>])| {
                let kinds = states.iter().zip(own).all(|(one, other)| discriminant(one) == discriminant(other));
                (before.group, before.folded) == (about.group, about.folded) && kinds
            };
            let like = lines && self.kept.last().is_some_and(|kept| kept.lines) && before.is_some_and(like);
            let is_number = |slot: &StateSlot<T>| matches!(slot, StateSlot::Scalar { .. });
            let first = own.iter().position(is_number).unwrap_or(count);
            let numbers = (first as u32, own.iter().rposition(is_number).map_or(first, |last| last + 1) as u32);
            if like && let Some(before) = self.kept.last_mut() {
                before.has_like = true;
            }
            self.kept.push(ParamFacts { len, lines, like, has_like: like, same: false, alike: false, numbers });
            self.starts.extend(own.iter().map(|slot| match slot {
                StateSlot::Array(array) => Base::new(array.as_ptr().cast_mut()),
                _ => Base::of(&[]),
            }));
            before = Some((about, own));
        }
    }

    /// Finds the parameters that this step may process together with the previous one. All of their scalar states must be equal, or only `counts`, if
    /// it is given. `done`, `params` and `grads` have an item for each parameter.
    pub(super) fn bind(
        &mut self,
        counts: Option<&[usize]>,
        done: &[StepsDone<T>],
        (params, grads): (&[ArrayEntry<T>], &[ArrayEntry<T>]),
    ) {
        let Self { slots, order, kept, bound, .. } = self;
        let each = slots.len() / kept.len().max(1);
        // One check for each parameter instead of three.
        let (params, grads) = (&params[..done.len()], &grads[..done.len()]);
        let mut before = None;
        for ((param, kept), bound) in order.iter().zip(kept).zip(bound) {
            // In some models, most parameters are like no other.
            if !kept.has_like {
                continue;
            }
            kept.alike = false;
            let t = done[*param].get();
            let (Some(own), Some(grad)) = (params[*param].line(), grads[*param].line()) else {
                before = None;
                continue;
            };
            *bound = [own, grad];
            if kept.like
                && let Some((other, other_t)) = before
                && other_t == t
            {
                let is_same = |state: usize| is_same(slots.get(param * each + state), slots.get(other * each + state));
                let (from, to) = (kept.numbers.0 as usize, kept.numbers.1 as usize);
                kept.alike = match counts {
                    Some(counts) => counts.iter().all(|count| is_same(*count)),
                    None => kept.same || (from..to).all(is_same),
                };
                kept.same = counts.is_none() && kept.alike;
            }
            before = Some((*param, t));
        }
        self.is_bound = true;
    }

    /// Sets a scalar state of `count` parameters at consecutive places, which have `each` states. Other kinds of states do not change. Subnormal
    /// numbers become 0, as in tensors. Powers of a weight become subnormal after some thousand steps, stay so, and would slow every later step.
    pub(super) fn set_scalar(&mut self, (first, count): (usize, usize), each: usize, state: usize, to: f64) {
        let to = math::flush(to);
        let as_element = T::cast(to);
        let Some(params) = self.order.get(first..first + count).filter(|_| state < each) else { return };
        // Inside the range, `same` stays true: equal numbers are equal again.
        for border in [first, first + count] {
            if let Some(kept) = self.kept.get_mut(border) {
                kept.same = false;
            }
        }
        for param in params {
            // The kind of the state does not change, so the other facts are still true.
            if let Some(StateSlot::Scalar { value, view }) = self.slots.get_mut(param * each + state) {
                (*value, *view) = (to, as_element);
            }
        }
    }
}

/// The largest parameter that is moved next to similar ones, in elements. Moving larger ones gains nothing.
const SMALL: usize = 16 * 1024;

/// The order of a step: small parameters of the same group and shape follow the first of them, so they are processed together.
fn alike_together(about: &[Param]) -> Vec<usize> {
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

    fn about(shape: &[usize], group: usize) -> Param {
        Param {
            name: "x".into(),
            last_index: None,
            ordered: true,
            shape: shape.into(),
            view: None,
            folded: ParamShape::of(shape),
            dtype: DType::F32,
            group,
            draws: DrawKey::new(0),
        }
    }

    #[test]
    fn small_parameters_of_one_shape_and_group_follow_each_other() {
        let (large, small, other) = (&[SMALL + 1][..], &[100][..], &[10, 10][..]);
        let shapes = [(small, 0), (large, 0), (other, 0), (small, 0), (small, 1), (large, 0), (other, 0), (small, 0)];
        let all: Vec<_> = shapes.into_iter().map(|(shape, group)| about(shape, group)).collect();
        assert_eq!(alike_together(&all), [0, 3, 7, 1, 2, 6, 4, 5]);
        let order_of = |in_order| {
            let mut slots = Slots::<f32>::new(vec![StateSlot::scalar(0.0); all.len()], in_order);
            slots.keep(&all);
            // Sets the second and the third parameter of the order.
            slots.set_scalar((1, 2), 1, 0, 1.0);
            let is_set = |slot: &StateSlot<f32>| matches!(slot, StateSlot::Scalar { value: 1.0, .. });
            (0..all.len()).filter(|param| is_set(&slots[*param])).collect::<Vec<_>>()
        };
        assert_eq!(order_of(false), [3, 7]);
        assert_eq!(order_of(true), [1, 2]);
    }
}
