//! Parameters in any layout, and the same training with a mask and with hand-written masking.

use std::collections::BTreeMap;

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, Axis, IxDyn, Slice};
use optim_std::registry::AnyBuilder;
use optim_std::{Float, Optimizer, OptimizerEntry, StateMut, StateView};

/// The layout of an array in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    C,
    Fortran,
    /// Every second element of a larger array, with the first axis backwards.
    Sliced,
}

pub(crate) const LAYOUTS: [Layout; 3] = [Layout::C, Layout::Fortran, Layout::Sliced];

/// An array with the memory around it.
#[derive(Clone, Debug)]
pub(crate) struct Laid<T> {
    memory: ArrayD<T>,
    shape: Vec<usize>,
    layout: Layout,
}

impl<T: Float> Laid<T> {
    /// The array's elements come from `next`, in C order.
    pub(crate) fn new(shape: &[usize], layout: Layout, mut next: impl FnMut() -> T) -> Self {
        let memory: Vec<usize> = match layout {
            Layout::C => shape.to_vec(),
            Layout::Fortran => shape.iter().rev().copied().collect(),
            Layout::Sliced => shape.iter().map(|n| 2 * n).collect(),
        };
        let memory = ArrayD::from_elem(IxDyn(&memory), T::cast(77.0));
        let mut laid = Self { memory, shape: shape.to_vec(), layout };
        laid.view_mut().map_inplace(|x| *x = next());
        laid
    }

    pub(crate) fn view(&self) -> ArrayViewD<'_, T> {
        let mut view = self.memory.view();
        match self.layout {
            Layout::C => {}
            Layout::Fortran => view = view.reversed_axes(),
            Layout::Sliced => {
                for axis in 0..self.shape.len() {
                    let step = if axis == 0 { -2 } else { 2 };
                    view.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
                }
            }
        }
        view
    }

    pub(crate) fn view_mut(&mut self) -> ArrayViewMutD<'_, T> {
        let mut view = self.memory.view_mut();
        match self.layout {
            Layout::C => {}
            Layout::Fortran => view = view.reversed_axes(),
            Layout::Sliced => {
                for axis in 0..self.shape.len() {
                    let step = if axis == 0 { -2 } else { 2 };
                    view.slice_axis_inplace(Axis(axis), Slice::new(0, None, step));
                }
            }
        }
        view
    }
}

pub(crate) type Model<T> = BTreeMap<String, Laid<T>>;
pub(crate) type Masks = BTreeMap<String, ArrayD<bool>>;
pub(crate) type Any<T> = Optimizer<T>;

pub(crate) fn views<T: Float>(model: &Model<T>) -> BTreeMap<&str, ArrayViewD<'_, T>> {
    model.iter().map(|(name, laid)| (name.as_str(), laid.view())).collect()
}

pub(crate) fn views_mut<T: Float>(model: &mut Model<T>) -> BTreeMap<&str, ArrayViewMutD<'_, T>> {
    model.iter_mut().map(|(name, laid)| (name.as_str(), laid.view_mut())).collect()
}

/// A number for an index: any sign, a few orders of magnitude, no pattern.
pub(crate) fn number(place: usize, seed: usize) -> f64 {
    let bits =
        (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (seed as u64).wrapping_mul(0xd134_2543_de82_ef95);
    let bits = (bits ^ (bits >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let unit = (bits >> 11) as f64 / (1_u64 << 53) as f64;
    (unit - 0.5) * 10_f64.powi((bits % 5) as i32 - 3)
}

pub(crate) fn arrays<T: Float>(shapes: &[(&str, &[usize])], layout: Layout, seed: usize) -> Model<T> {
    let mut place = 0;
    let mut next = || {
        place += 1;
        T::cast(number(place, seed))
    };
    shapes.iter().map(|(name, shape)| ((*name).to_owned(), Laid::new(shape, layout, &mut next))).collect()
}

/// Masks that keep about two of three elements, for all parameters but `free`.
pub(crate) fn masks(shapes: &[(&str, &[usize])]) -> Masks {
    let mut place = 0;
    let mut next = || {
        place += 1;
        !number(place, 12_345).to_bits().is_multiple_of(3)
    };
    let shapes = shapes.iter().filter(|(name, _)| *name != "free");
    shapes.map(|(name, shape)| ((*name).to_owned(), ArrayD::from_shape_simple_fn(*shape, &mut next))).collect()
}

/// Puts numbers under the masks that would spoil any sum.
pub(crate) fn make_hostile<T: Float>(grads: &mut Model<T>, masks: &Masks) {
    let worst = [T::nan(), T::infinity(), T::neg_infinity(), T::cast(1e30)];
    for (name, mask) in masks {
        let mut grad = grads.get_mut(name).unwrap().view_mut();
        let masked = grad.iter_mut().zip(mask).filter(|(_, kept)| !**kept);
        masked.zip(worst.iter().cycle()).for_each(|((x, _), worst)| *x = *worst);
    }
}

/// Sets elements under the masks to zero.
pub(crate) fn zero<T: Float>(model: &mut Model<T>, masks: &Masks) {
    for (name, mask) in masks {
        zero_array(model.get_mut(name).unwrap().view_mut(), mask);
    }
}

fn zero_array<T: Float>(mut array: ArrayViewMutD<'_, T>, mask: &ArrayD<bool>) {
    array.iter_mut().zip(mask).filter(|(_, kept)| !**kept).for_each(|(x, _)| *x = T::ZERO);
}

/// A step of an optimizer without masks, with all masked elements set to zero by the test.
pub(crate) fn step_by_hand<T: Float>(
    optimizer: &mut Optimizer<T>,
    model: &mut Model<T>,
    grads: &Model<T>,
    masks: &Masks,
) {
    let mut grads = grads.clone();
    zero(&mut grads, masks);
    zero(model, masks);
    optimizer.step(&mut views_mut(model), &views(&grads)).unwrap();
    zero(model, masks);
    zero_states(optimizer, masks);
}

/// Sets elements under the masks to zero in the states that a mask applies to.
pub(crate) fn zero_states<T: Float>(optimizer: &mut Optimizer<T>, masks: &Masks) {
    let sparsified = optimizer.state_names_to_sparsify();
    optimizer.visit_state_mut(|param, state, array| {
        if let (StateMut::Array(array), Some(mask)) = (array, masks.get(param))
            && sparsified.iter().any(|name| name == state)
        {
            zero_array(array, mask);
        }
    });
}

/// Asserts that parameters and masked states are +0 under the masks.
#[track_caller]
pub(crate) fn assert_zero<T: Float>(optimizer: &Optimizer<T>, model: &Model<T>, masks: &Masks, what: &str) {
    let is_zero = |array: ArrayViewD<'_, T>, mask: &ArrayD<bool>| {
        assert_eq!(array.shape(), mask.shape());
        array.iter().zip(mask).all(|(x, kept)| *kept || x.as_().to_bits() == 0)
    };
    for (name, mask) in masks {
        assert!(is_zero(model[name].view(), mask), "{what}: parameter {name}");
    }
    let sparsified = optimizer.state_names_to_sparsify();
    optimizer.visit_state(|param, state, array| {
        if let (StateView::Array(array), Some(mask)) = (array, masks.get(param))
            && sparsified.iter().any(|name| name == state)
        {
            assert!(is_zero(array.view(), mask), "{what}: state {state} of {param}");
        }
    });
}

/// One element or scalar state: array, index, bits. All NaN have the same bits.
pub(crate) type Entry = (String, usize, u64);

/// The bits of a number. Every NaN has the same bits.
fn bits(x: f64) -> u64 {
    if x.is_nan() { u64::MAX } else { x.to_bits() }
}

/// All bits that a step may change, without indices, which would be most of the work for large arrays.
pub(crate) fn all_bits<T: Float>(optimizer: &Optimizer<T>, model: &Model<T>) -> Vec<u64> {
    let mut all: Vec<u64> = Vec::new();
    model.values().for_each(|laid| laid.view().for_each(|x| all.push(bits(x.as_()))));
    optimizer.visit_state(|_, _, view| match view {
        StateView::Scalar(number) => all.push(bits(number)),
        StateView::Array(array) => array.for_each(|x| all.push(bits(x.as_()))),
    });
    all
}

/// Everything that a step may change.
pub(crate) fn entries<T: Float>(optimizer: &Optimizer<T>, model: &Model<T>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (name, laid) in model {
        entries.extend(laid.view().iter().enumerate().map(|(k, x)| (name.clone(), k, bits(x.as_()))));
    }
    optimizer.visit_state(|param, state, view| {
        let name = format!("{param} {state}");
        match view {
            StateView::Scalar(number) => entries.push((name, 0, bits(number))),
            StateView::Array(array) => {
                entries.extend(array.iter().enumerate().map(|(k, x)| (name.clone(), k, bits(x.as_()))));
            }
        }
    });
    entries
}

/// Settings with which a step moves everything. With `harsh`, zero gradients lead to divisions by zero.
pub(crate) fn builder(entry: &OptimizerEntry, harsh: bool) -> AnyBuilder {
    entry.hypers.iter().fold(entry.builder(), |builder, hyper| {
        let builder = match (entry.name, hyper.name) {
            ("SGD", "nesterov") | (_, "amsgrad" | "centered") => builder.set(hyper.name, true),
            ("Adafactor", "eps") if harsh => builder.set("eps", (0.0, 0.0)),
            // Settings that must be above 0.
            ("RowWiseAdagrad" | "SophiaG", "eps") if harsh => builder.set("eps", 1e-30),
            (_, "eps") if harsh => builder.set("eps", 0.0),
            ("Adafactor", "beta1") => builder.set("beta1", 0.9),
            ("SGD" | "RMSprop", "momentum") => builder.set("momentum", 0.9),
            (_, "initial_accumulator_value") if !harsh => builder.set(hyper.name, 0.5),
            (_, "lr" | "weight_decay" | "lambd") => builder.set(hyper.name, 0.1),
            (_, "t0") => builder.set("t0", 1.0),
            _ => Ok(builder),
        };
        builder.unwrap()
    })
}

/// An optimizer for a model, with masks.
pub(crate) fn build<T: Float>(builder: &AnyBuilder, model: &Model<T>, masks: &Masks) -> Any<T> {
    let mut optimizer = builder.build(&views(model)).unwrap();
    for (name, mask) in masks {
        optimizer.set_mask(name, mask).unwrap();
    }
    optimizer
}
