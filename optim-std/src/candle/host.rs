//! A step in the memory of variables on the CPU.

use std::collections::HashSet;

use candle_core::{Device, Result as Done, Storage, Tensor, Var};

use super::lock::{Locked, ReadStorage, StorageLock, WrittenStorage, identity, lock_all, lock_of};
use super::variables::{Variables, cpu};
use super::{CandleError, Element};
use crate::params::Name;
use crate::{Optimizer, Parameters, StepReport, TensorMut, TensorRef, ViewError};

/// A step of all variables with these gradients.
pub(super) fn step<T: Element>(
    optimizer: &mut Optimizer<T>,
    variables: &Variables,
    grads: Vec<Option<Tensor>>,
) -> Result<StepReport, CandleError> {
    let vars = locks_of(variables);
    let grads = apart(&vars, grads)?;
    let Locked { mut written, read } = lock_all(&vars, &locks(&grads));
    let mut params = Views::write(variables, &mut written)?;
    Ok(optimizer.step(&mut params, &Views::read(&variables.names, &grads, &read)?)?)
}

/// The weights for evaluation, in the order of the variables. The variables have these values only while they are locked.
pub(super) fn eval_weights<T: Element>(
    optimizer: &Optimizer<T>,
    variables: &Variables,
) -> Result<Vec<Tensor>, CandleError> {
    let Locked { mut written, .. } = lock_all(&locks_of(variables), &[]);
    let mut params = Views::write(variables, &mut written)?;
    let copy = |(view, var): (&Option<TensorMut<'_, T>>, &Var)| {
        let numbers: Vec<T> =
            view.iter().flat_map(|view| view.to_ndarray().iter().copied().collect::<Vec<T>>()).collect();
        Tensor::from_vec(numbers, var.shape(), &Device::Cpu)?.to_dtype(var.dtype())
    };
    let copies = |params: &mut Views<'_, _>| params.views.iter().zip(&variables.vars).map(copy).collect::<Done<_>>();
    Ok(optimizer.with_eval(&mut params, copies)??)
}

/// The variables in the precision in which steps compute, in order.
pub(super) fn full_weights<T: Element>(
    optimizer: &Optimizer<T>,
    variables: &Variables,
) -> Result<Vec<Tensor>, CandleError> {
    let full = with_arrays(variables, |arrays| optimizer.full_weights(arrays))??;
    let tensor = |(name, var): (&String, &Var)| {
        let numbers = full.get(name).map_or_else(Vec::new, |array| array.iter().copied().collect());
        Tensor::from_vec(numbers, var.shape(), &Device::Cpu)
    };
    Ok(variables.names.iter().zip(&variables.vars).map(tensor).collect::<Done<_>>()?)
}

fn locks_of(variables: &Variables) -> Vec<StorageLock<'_>> {
    variables.vars.iter().map(|var| lock_of(var)).collect()
}

/// Calls `f` with the memory of all variables, to read.
pub(super) fn with_arrays<T: Element, R>(
    variables: &Variables,
    f: impl FnOnce(&Views<'_, TensorRef<'_, T>>) -> R,
) -> Result<R, CandleError> {
    let vars: Vec<Option<Tensor>> = variables.vars.iter().map(|var| Some(var.as_tensor().clone())).collect();
    let Locked { read, .. } = lock_all(&[], &locks(&vars));
    Ok(f(&Views::read(&variables.names, &vars, &read)?))
}

/// Gradients that share no memory with variables. A gradient that does is copied, because a step cannot write a variable while it reads the same
/// memory.
fn apart(vars: &[StorageLock<'_>], grads: Vec<Option<Tensor>>) -> Result<Vec<Option<Tensor>>, CandleError> {
    let written: HashSet<usize> = vars.iter().copied().map(identity).collect();
    let own = |grad: Tensor| match written.contains(&identity(lock_of(&grad))) {
        true => grad.copy(),
        false => Ok(grad),
    };
    Ok(grads.into_iter().map(|grad| grad.map(own).transpose()).collect::<Done<_>>()?)
}

fn locks(tensors: &[Option<Tensor>]) -> Vec<Option<StorageLock<'_>>> {
    tensors.iter().map(|x| x.as_ref().map(lock_of)).collect()
}

/// Views by the names of their variables.
pub(super) struct Views<'n, V> {
    names: &'n [String],
    views: Vec<Option<V>>,
}

impl<'n, V> Views<'n, V> {
    fn new(
        names: &'n [String],
        views: impl Iterator<Item = Option<Result<V, ViewError>>>,
    ) -> Result<Self, CandleError> {
        // The types of variables and gradients have been checked.
        let view = |(name, view): (&String, Option<Result<V, ViewError>>)| {
            view.transpose().map_err(|error| CandleError::Layout { name: name.clone(), error })
        };
        let views = names.iter().zip(views).map(view).collect::<Result<_, _>>()?;
        Ok(Self { names, views })
    }
}

impl<'n, 'w, T: Element> Views<'n, TensorMut<'w, T>> {
    /// Views of variables whose storages are being written.
    fn write(variables: &'n Variables, storages: &'w mut [WrittenStorage<'_>]) -> Result<Self, CandleError>
    where
        'n: 'w,
    {
        let view = |(storage, var): (&'w mut WrittenStorage<'_>, &'n Var)| {
            let Storage::Cpu(storage) = &mut **storage else { return None };
            T::view_mut(storage, var.layout())
        };
        Self::new(&variables.names, storages.iter_mut().zip(&variables.vars).map(view))
    }
}

impl<'n, 'g, T: Element> Views<'n, TensorRef<'g, T>> {
    /// Views of tensors whose storages are being read.
    fn read(
        names: &'n [String],
        tensors: &'g [Option<Tensor>],
        storages: &'g [ReadStorage<'g>],
    ) -> Result<Self, CandleError> {
        let view = |(tensor, storage): (&'g Option<Tensor>, &'g ReadStorage<'g>)| {
            let (tensor, storage) = (tensor.as_ref()?, storage.as_ref()?);
            T::view(cpu(storage)?, tensor.layout())
        };
        Self::new(names, tensors.iter().zip(storages).map(view))
    }
}

impl<V: Parameters> Parameters for Views<'_, V> {
    type Elem = V::Elem;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, V::Elem>)) {
        for (own, view) in self.names.iter().zip(&self.views) {
            view.visit(name.child(own), f);
        }
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, V::Elem>)) {
        for (own, view) in self.names.iter().zip(&mut self.views) {
            view.visit_mut(name.child(own), f);
        }
    }
}
