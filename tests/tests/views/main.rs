//! Views: an optimizer sees parameters in another shape, and steps them as if they had it, for any layout.

mod checkpoint;
mod configuration;
mod device;
mod errors;
mod given;
mod matrices;
mod partition;
mod steps;
mod torch;

use std::collections::BTreeMap;

use ndarray::{ArrayD, Axis, IxDyn, ShapeBuilder, Slice};
use optim_std::Float;
use optim_std::{AnyBuilder, Optimizer, StateView};
use optim_tests::step;

/// Arrays by name.
type Model<T> = BTreeMap<String, ArrayD<T>>;

/// Orders of an array's elements in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Layout {
    C,
    Fortran,
    /// Every second column of a larger array.
    Sliced,
    /// The first axis is backwards in memory.
    Reversed,
}

const LAYOUTS: [Layout; 4] = [Layout::C, Layout::Fortran, Layout::Sliced, Layout::Reversed];

/// Pseudorandom numbers.
fn numbers<T: Float>(shape: &[usize], seed: u64) -> ArrayD<T> {
    let mut next = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    ArrayD::from_shape_simple_fn(IxDyn(shape), || {
        next = next.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        T::cast(((next >> 33) as f64 / f64::from(1_u32 << 30)) - 1.0)
    })
}

/// The same elements in another layout.
fn laid<T: Float>(array: &ArrayD<T>, layout: Layout) -> ArrayD<T> {
    let mut made = match layout {
        Layout::C | Layout::Reversed => ArrayD::zeros(array.raw_dim()),
        Layout::Fortran => ArrayD::zeros(array.raw_dim().f()),
        Layout::Sliced => {
            let (mut wide, last) = (array.raw_dim(), array.ndim() - 1);
            wide[last] *= 2;
            let mut made = ArrayD::zeros(wide);
            made.slice_axis_inplace(Axis(last), Slice::new(0, None, 2));
            made
        }
    };
    if layout == Layout::Reversed {
        made.invert_axis(Axis(0));
    }
    made.assign(array);
    made
}

/// The same elements, in logical order, in another shape.
fn seen<T: Float>(array: &ArrayD<T>, shape: &[usize]) -> ArrayD<T> {
    ArrayD::from_shape_vec(IxDyn(shape), array.iter().copied().collect()).unwrap()
}

/// A builder that sees the parameters whose names begin with `v` in this shape.
fn viewed(builder: AnyBuilder, shape: &[usize]) -> AnyBuilder {
    let shape = shape.to_vec();
    builder.view("seen", |p| p.name().starts_with('v'), move |_| shape.clone())
}

/// The bits of a number; `None` for NaN, because the compiler may take one NaN for another.
fn bits(x: f64) -> Option<u64> {
    (!x.is_nan()).then(|| x.to_bits())
}

/// The bits of all parameters and states, in logical order.
fn remembered<T: Float>(opt: &Optimizer<T>, params: &Model<T>) -> Vec<(String, Option<u64>)> {
    let mut all = Vec::new();
    let mut push = |name: &str, state: &str, x: f64| all.push((format!("{name} {state}"), bits(x)));
    for (name, param) in params {
        param.iter().for_each(|x| push(name, "", x.as_()));
    }
    opt.visit_state(|name, state, view| match view {
        StateView::Scalar(number) => push(name, state, number),
        StateView::Array(array) => array.iter().for_each(|x| push(name, state, x.as_())),
    });
    all
}

/// Some steps of a model. The seed and the step number decide the gradients.
fn steps<T: Float>(opt: &mut Optimizer<T>, params: &mut Model<T>, count: u64, grad: impl Fn(&str, u64) -> ArrayD<T>) {
    for number in 0..count {
        let grads: Model<T> = params.keys().map(|name| (name.clone(), grad(name, number))).collect();
        step(opt, params, &grads).unwrap();
    }
}

/// A number for a name and a step.
fn seed(name: &str, number: u64) -> u64 {
    name.bytes().fold(number + 1, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))
}

/// Compares bits. Compares numbers if sums have another order: in transposed arrays, as without a view.
#[track_caller]
fn same(found: &[(String, Option<u64>)], expected: &[(String, Option<u64>)], exact: bool, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        let [a, b] = [found.1, expected.1].map(|bits| bits.map_or(f64::NAN, f64::from_bits));
        let close = !exact && found.0 == expected.0 && (a - b).abs() <= 1e-5 * (1.0 + b.abs());
        assert!(close || found == expected, "{what}: {found:?} {expected:?}");
    }
}
