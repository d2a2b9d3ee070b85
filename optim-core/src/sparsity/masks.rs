//! The masks of an optimizer's parameters, and their effect on a step.

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD};

use super::select::{Piece, select, take_half};
use crate::input::InputInfo;
use crate::kernel::{
    ArraysMut, ArraysRef, Elements, Float, InputSlot, StateSlot, TensorMut, TensorRef, Threads, zeroed,
};
use crate::memory::lay;
use crate::shape::ParamView;
use crate::state::ListedState;

/// Masks by parameter. Empty if no parameter has one.
#[derive(Clone, Debug)]
pub(crate) struct Masks<T> {
    places: Vec<Option<Masked<T>>>,
}

/// The mask of one parameter.
#[derive(Clone, Debug)]
pub(crate) struct Masked<T> {
    kept: ArrayD<bool>,
    /// The mask in the shape of the states, if the optimizer sees the parameter in another shape.
    seen: Option<ArrayD<bool>>,
    /// Number of kept elements.
    count: usize,
    /// The gradient of a step, 0 where masked. It is kept, so that a step allocates no memory of this size.
    grad: ArrayD<T>,
    /// The tensor inputs of a step, 0 where masked. They are kept from the first step with inputs.
    inputs: Vec<ArrayD<T>>,
}

impl<T: Float> Masked<T> {
    /// The mask of a parameter with this view. `None` if there is not enough memory.
    pub(crate) fn new(kept: ArrayD<bool>, view: Option<&ParamView>) -> Option<Self> {
        Vec::<T>::new().try_reserve_exact(kept.len()).ok()?;
        let seen = match view {
            None => None,
            Some(view) => {
                let mut seen = Vec::new();
                seen.try_reserve_exact(kept.len()).ok()?;
                seen.extend(kept.iter().copied());
                Some(ArrayD::from_shape_vec(view.shape(), seen).ok()?)
            }
        };
        let grad = ArrayD::from_shape_vec(kept.raw_dim(), zeroed(kept.len())).ok()?;
        let count = kept.iter().filter(|kept| **kept).count();
        Some(Self { kept, seen, count, grad, inputs: Vec::new() })
    }

    pub(crate) fn kept(&self) -> ArrayViewD<'_, bool> {
        self.kept.view()
    }

    /// The fraction of kept elements.
    pub(crate) fn density(&self) -> f64 {
        if self.kept.is_empty() { 1.0 } else { self.count as f64 / self.kept.len() as f64 }
    }

    /// The mask in the shape of the states.
    fn seen(&self) -> &ArrayD<bool> {
        self.seen.as_ref().unwrap_or(&self.kept)
    }

    fn piece<'a, E>(&'a self, to: ArrayViewMutD<'a, E>) -> Piece<'a, E> {
        Piece { to, from: None, kept: self.kept.view() }
    }
}

/// Pieces to mask: of native numbers, and of two-byte patterns, whose pattern 0 is the number 0.
struct MaskedPieces<'a, T> {
    native: Vec<Piece<'a, T>>,
    half: Vec<Piece<'a, u16>>,
}

impl<'a, T: Float> MaskedPieces<'a, T> {
    const fn new() -> Self {
        Self { native: Vec::new(), half: Vec::new() }
    }

    fn push(&mut self, masked: &'a Masked<T>, param: TensorMut<'a, T>) {
        match param.into_elements() {
            Elements::Native(view) => self.native.push(masked.piece(view)),
            Elements::Half(codes, _) => self.half.push(masked.piece(codes)),
        }
    }

    fn select(self, threads: Threads) {
        select(self.native, threads);
        if !self.half.is_empty() {
            select(self.half, threads);
        }
    }
}

/// The piece that copies an array with its mask: kept elements, and zeros elsewhere.
fn taken<'a, T: Float>(own: &'a mut ArrayD<T>, given: TensorRef<'a, T>, kept: &'a ArrayD<bool>) -> Piece<'a, T> {
    let from = match given.elements() {
        Elements::Native(from) => Some(from),
        Elements::Half(codes, half) => {
            take_half(own, &codes, half);
            None
        }
    };
    Piece { to: own.view_mut(), from, kept: kept.view() }
}

impl<T: Float> Masks<T> {
    pub(crate) const fn new() -> Self {
        Self { places: Vec::new() }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(crate) fn get(&self, place: usize) -> Option<&Masked<T>> {
        self.places.get(place)?.as_ref()
    }

    /// The masks, with the indices of their parameters.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &Masked<T>)> {
        self.places.iter().enumerate().filter_map(|(place, masked)| Some((place, masked.as_ref()?)))
    }

    pub(crate) fn set(&mut self, place: usize, masked: Masked<T>) {
        if self.places.len() <= place {
            self.places.resize_with(place + 1, || None);
        }
        self.places[place] = Some(masked);
    }

    /// Removes a mask. Returns true if there was one.
    pub(crate) fn clear(&mut self, place: usize) -> bool {
        let masked = self.places.get_mut(place).and_then(Option::take);
        // The list is emptied with the last mask. Loading calls this for every parameter, so other calls skip the search.
        if masked.is_some() && self.places.iter().all(Option::is_none) {
            self.places = Vec::new();
        }
        masked.is_some()
    }

    /// The bytes of all masks, and of the gradients and inputs kept with them.
    pub(crate) fn bytes(&self) -> usize {
        let masks = |masked: &Masked<T>| 1 + usize::from(masked.seen.is_some());
        let copies = |masked: &Masked<T>| 1 + masked.inputs.len();
        let each = |masked: &Masked<T>| masks(masked) * size_of::<bool>() + copies(masked) * size_of::<T>();
        self.iter().map(|(_, masked)| masked.kept.len() * each(masked)).sum()
    }

    /// Copies the gradients and tensor inputs of masked parameters, with 0 where masked. `infos` has an entry for
    /// each parameter; `inputs` has the same number of slots for each.
    pub(crate) fn load(
        &mut self,
        params: &ArraysMut<'_, T>,
        grads: &ArraysRef<'_, T>,
        (inputs, infos): (&[InputSlot<'_, T>], &[&[InputInfo]]),
        threads: Threads,
    ) {
        let room = inputs.len() / infos.len().max(1);
        let mut pieces = Vec::new();
        for (place, masked) in self.places.iter_mut().enumerate() {
            if let (Some(Masked { kept, grad: own, inputs: copies, .. }), Some(param), Some(grad)) =
                (masked, params.get(place), grads.get(place))
            {
                // The following pass and the step read arrays in one order faster.
                lay(kept, param.strides());
                lay(own, grad.strides());
                pieces.push(taken(own, grad, kept));
                let given = &inputs[place * room..][..room];
                let arrays = given.iter().zip(infos[place]).filter_map(|(slot, info)| match slot {
                    InputSlot::Array(array) if info.is_tensor() => Some(array),
                    _ => None,
                });
                let missing = arrays.clone().count().saturating_sub(copies.len());
                copies.extend((0..missing).map(|_| ArrayD::zeros(kept.raw_dim())));
                for (array, own) in arrays.zip(copies) {
                    lay(own, array.strides());
                    pieces.push(taken(own, *array, kept));
                }
            }
        }
        select(pieces, threads);
    }

    /// Replaces the gradients by their masked copies.
    pub(crate) fn replace<'s>(&'s self, mut grads: ArraysRef<'s, T>) -> ArraysRef<'s, T> {
        for (place, masked) in self.iter() {
            if grads.has(place) {
                grads.set(place, TensorRef::from_array(&masked.grad));
            }
        }
        grads
    }

    /// Replaces the inputs by their masked copies.
    pub(crate) fn replace_inputs<'s>(
        &'s self,
        mut inputs: Vec<InputSlot<'s, T>>,
        infos: &[&[InputInfo]],
    ) -> Vec<InputSlot<'s, T>> {
        let room = inputs.len() / infos.len().max(1);
        for ((given, masked), infos) in inputs.chunks_exact_mut(room.max(1)).zip(&self.places).zip(infos) {
            let Some(masked) = masked else { continue };
            let arrays = given.iter_mut().zip(*infos);
            let arrays = arrays.filter(|(slot, info)| info.is_tensor() && matches!(slot, InputSlot::Array(_)));
            for ((slot, _), copy) in arrays.zip(&masked.inputs) {
                *slot = InputSlot::Array(TensorRef::from_array(copy));
            }
        }
        inputs
    }

    /// Sets masked elements to 0: of the parameters, and of those states for which `known` is true.
    pub(crate) fn apply<'j>(
        &self,
        params: impl Iterator<Item = (usize, TensorMut<'j, T>, &'j mut [StateSlot<T>])>,
        known: &[ListedState],
        threads: Threads,
    ) {
        let mut pieces = MaskedPieces::new();
        for (place, param, states) in params {
            if let Some(masked) = self.get(place) {
                pieces.push(masked, param);
                pieces.native.extend(sparse_states(masked, states, known));
            }
        }
        pieces.select(threads);
    }

    /// Sets masked elements of the parameters to 0, by index.
    pub(crate) fn apply_params(&self, params: &mut ArraysMut<'_, T>, threads: Threads) {
        self.apply(params.iter_mut().map(|(place, param)| (place, param, Default::default())), &[], threads);
    }

    /// Sets masked elements of the states of one parameter to 0. The lower bits of a split parameter wait for its upper bits: both are one number.
    pub(crate) fn apply_states(&self, place: usize, states: &mut [StateSlot<T>], known: &[ListedState]) {
        if let Some(masked) = self.get(place) {
            let own = known.iter().take_while(|known| !known.is_rest()).count();
            select(sparse_states(masked, states, &known[..own]).collect(), Threads::One);
        }
    }
}

fn sparse_states<'a, T: Float>(
    masked: &'a Masked<T>,
    states: &'a mut [StateSlot<T>],
    known: &'a [ListedState],
) -> impl Iterator<Item = Piece<'a, T>> {
    states.iter_mut().zip(known).filter_map(|(slot, known)| match slot {
        StateSlot::Array(array) if known.info.sparsify && array.shape() == masked.seen().shape() => {
            Some(Piece { to: array.view_mut(), from: None, kept: masked.seen().view() })
        }
        StateSlot::Stored(stored) if known.info.sparsify && stored.shape() == masked.seen().shape() => {
            stored.keep_only(masked.seen().iter());
            None
        }
        _ => None,
    })
}
