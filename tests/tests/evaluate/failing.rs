//! A device whose operations may fail. A failed step changes nothing, at any operation.

use std::cell::Cell;

use ndarray::Array3;
use optim_std::evaluate::{Backend, Fold, NdarrayBackend};
use optim_std::lang::{Binary, Comparison, Dtype, Ternary, Unary};
use optim_std::prelude::*;
use optim_std::{Builder, Definition, OnDevice, StateDict};

type Host = NdarrayBackend<f64>;
type Tensor = <Host as Backend>::Tensor;
type Mask = <Host as Backend>::Mask;

/// A device that is lost after this number of operations.
struct Failing {
    host: Host,
    left: Cell<usize>,
}

#[derive(Debug, thiserror::Error)]
#[error("the device is lost")]
struct Lost;

impl Failing {
    fn run<R>(&self, operation: impl FnOnce(&Host) -> Result<R, std::convert::Infallible>) -> Result<R, Lost> {
        self.left.set(self.left.get().checked_sub(1).ok_or(Lost)?);
        operation(&self.host).map_err(|error| match error {})
    }
}

macro_rules! operations {
    ($($name:ident($($argument:ident: $Type:ty),*) -> $Result:ty;)*) => {
        $(fn $name(&self, $($argument: $Type),*) -> Result<$Result, Lost> {
            self.run(|host| host.$name($($argument),*))
        })*
    };
}

impl Backend for Failing {
    type Tensor = Tensor;
    type Mask = Mask;
    type Error = Lost;

    fn dtype(&self) -> Dtype {
        self.host.dtype()
    }

    fn shape(&self, x: &Tensor) -> [usize; 3] {
        self.host.shape(x)
    }

    operations! {
        fill(value: f64, shape: [usize; 3]) -> Tensor;
        upload(data: &[f64], shape: [usize; 3]) -> Tensor;
        download(x: &Tensor) -> Vec<f64>;
        unary(op: Unary, x: &Tensor) -> Tensor;
        binary(op: Binary, a: &Tensor, b: &Tensor) -> Tensor;
        ternary(op: Ternary, a: &Tensor, b: &Tensor, c: &Tensor) -> Tensor;
        compare(op: Comparison, a: &Tensor, b: &Tensor) -> Mask;
        and(a: &Mask, b: &Mask) -> Mask;
        or(a: &Mask, b: &Mask) -> Mask;
        not(a: &Mask) -> Mask;
        select(mask: &Mask, a: &Tensor, b: &Tensor) -> Tensor;
        reduce(fold: Fold, x: &Tensor, axes: [bool; 3]) -> Tensor;
        matmul(a: &Tensor, b: &Tensor) -> Tensor;
        transpose(x: &Tensor) -> Tensor;
        broadcast(x: &Tensor, shape: [usize; 3]) -> Tensor;
        reshape(x: &Tensor, shape: [usize; 3]) -> Tensor;
    }
}

/// States, step counts and settings of the device after it works again.
fn kept(on: &mut OnDevice<Failing, f64>) -> StateDict {
    on.backend().left.set(usize::MAX);
    on.download().unwrap().state_dict()
}

/// Fails steps at each operation in turn, until a step succeeds.
fn fails_everywhere<O: Definition>(builder: &Builder<O>) {
    let model = (ndarray::arr2(&[[1.0, -2.0, 0.5], [0.25, 3.0, 1.0]]), ndarray::arr1(&[1.0, 2.0]));
    let backend = Failing { host: Host::new(), left: Cell::new(usize::MAX) };
    let mut on = builder.build(&model).unwrap().on_device(backend).unwrap();
    let shapes = [on.shape(0).unwrap(), on.shape(1).unwrap()];
    let tensors = || shapes.map(|shape| Some(Array3::from_elem(shape, 0.75).into_shared())).to_vec();
    for step in 0..2 {
        let before = kept(&mut on);
        for operations in 0.. {
            on.backend().left.set(operations);
            if on.step(&tensors(), &tensors()).is_ok() {
                assert!(operations > 3, "{}: nothing is done", O::NAME);
                break;
            }
            assert!(kept(&mut on) == before, "{} after {operations} operations of step {step}", O::NAME);
        }
    }
}

#[test]
fn a_step_that_fails_changes_nothing() {
    fails_everywhere(&Builder::<AdamW>::new().clip_norm(0.5));
    let accumulate = Builder::<Accumulate<SGD>>::new().set("inner.lr", 0.1).unwrap();
    fails_everywhere(&accumulate.set("k", 2_usize).unwrap().clip_norm(0.5));
    fails_everywhere(&Builder::<Lamb>::new().set("lr", 0.1).unwrap());
}

/// The state that a change has set is on the host and on the device, or on neither.
#[test]
fn a_change_of_state_that_fails_changes_nothing() {
    let model = ndarray::arr1(&[1.0, 2.0]);
    let backend = Failing { host: Host::new(), left: Cell::new(usize::MAX) };
    let mut on = AdamW::new().lr(0.1).build(&model).unwrap().on_device(backend).unwrap();
    let shape = on.shape(0).unwrap();
    let tensor = || [Some(Array3::from_elem(shape, 0.75).into_shared())];
    on.step(&tensor(), &tensor()).unwrap();
    let before = kept(&mut on);
    let host = on.optimizer().state_dict();
    for operations in 0.. {
        on.backend().left.set(operations);
        let changed = on.change_state(|optimizer| {
            optimizer.set_steps(17);
            optimizer.set_state("param", "exp_avg", ndarray::arr1(&[3.0, 4.0]).view().into_dyn()).unwrap();
        });
        if changed.is_ok() {
            assert!(operations > 2, "the states are copied both ways");
            break;
        }
        assert!(on.optimizer().state_dict() == host, "after {operations} operations");
        assert!(kept(&mut on) == before, "after {operations} operations");
    }
    assert_eq!(kept(&mut on).steps, 17);
}
