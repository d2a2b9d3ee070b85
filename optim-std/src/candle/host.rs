//! A step in the memory of variables on the CPU.
//!
//! Why it cannot deadlock: no lock is waited for while another one is held. An operation of candle holds its first operand while it waits for the second, so a step tries
//! to lock all variables and gradients at once; if one is in use, it lets go of all, waits for that one alone, and tries again. Where threads
//! never leave all variables alone at one time, this would never end: after some attempts the step is made with copies, that are taken and written
//! back one at a time, as candle's own optimizers do.
//!
//! Candle lends its locks to read only, and waits for them. The guard of one names the lock, which can be tried.

use std::collections::HashSet;
use std::ops::Deref;

use candle_core::{Layout, Result as Done, Storage, StorageRef, Tensor, Var};

use super::element::dtype;
use super::variables::{Variables, cpu, place};
use super::{CandleError, Element};
use crate::params::Name;
use crate::{Engine, Parameters, StepReport, TensorMut, TensorRef};

/// With so many failed attempts to lock all variables, the step is made with copies.
const ATTEMPTS: usize = 64;

/// A step of all variables with these gradients.
pub(super) fn step<T: Element>(
    engine: &mut Engine<T>,
    variables: &Variables,
    grads: Vec<Option<Tensor>>,
) -> Result<StepReport, CandleError> {
    let grads = apart(variables, grads)?;
    for _ in 0..ATTEMPTS {
        match in_place(engine, variables, &grads) {
            Ok(result) => return result,
            Err(busy) => wait(busy),
        }
    }
    on_copies(engine, variables, grads)
}

/// Waits until nobody uses a tensor.
fn wait(busy: &Tensor) {
    let lock = StorageRef::rwlock(&busy.storage_and_layout().0);
    drop(lock.write());
}

/// A step in the memory of the variables; without one, a tensor that is in use.
fn in_place<'v, T: Element>(
    engine: &mut Engine<T>,
    variables: &'v Variables,
    grads: &'v [Option<Tensor>],
) -> Result<Result<StepReport, CandleError>, &'v Tensor> {
    let Variables { names, vars } = variables;
    // Naming a lock waits for it: all are named before the first is held.
    let locks: Vec<_> = vars.iter().map(|var| StorageRef::rwlock(&var.storage_and_layout().0)).collect();
    let grad_lock = |grad: &'v Tensor| (StorageRef::rwlock(&grad.storage_and_layout().0), grad);
    let grad_locks: Vec<_> = grads.iter().map(|grad| grad.as_ref().map(grad_lock)).collect();
    let mut written = Vec::with_capacity(vars.len());
    for (lock, var) in locks.iter().zip(vars) {
        written.push((lock.try_write().ok_or(var.as_tensor())?, var.layout()));
    }
    let mut read = Vec::with_capacity(grads.len());
    for grad in grad_locks {
        let locked = grad.map(|(lock, grad)| Ok((lock.try_read_recursive().ok_or(grad)?, grad.layout())));
        read.push(locked.transpose()?);
    }
    let views = names.iter().zip(&mut written).map(|(name, (storage, layout))| view_mut(name, storage, layout));
    let stepped = |views| {
        let grads = views_of(names, &read)?;
        Ok(engine.step(&mut Views { names, views }, &grads)?)
    };
    Ok(views.collect::<Result<Vec<_>, _>>().and_then(stepped))
}

/// A step with copies of the variables and gradients, which nobody else uses. Each is copied, and each variable is written, while no other is locked.
fn on_copies<T: Element>(
    engine: &mut Engine<T>,
    variables: &Variables,
    grads: Vec<Option<Tensor>>,
) -> Result<StepReport, CandleError> {
    let vars = variables.vars.iter().map(|var| Var::from_tensor(&var.as_detached_tensor()));
    let copies = Variables { names: variables.names.clone(), vars: vars.collect::<Done<_>>()? };
    let grads: Vec<_> = grads.into_iter().map(|grad| grad.map(|grad| grad.copy()).transpose()).collect::<Done<_>>()?;
    let stepped = in_place(engine, &copies, &grads);
    let report = stepped.unwrap_or_else(|_| Err(candle_core::Error::msg("a copy of a variable is in use").into()))?;
    for ((var, copy), grad) in variables.vars.iter().zip(&copies.vars).zip(&grads) {
        if grad.is_some() {
            var.set(copy)?;
        }
    }
    Ok(report)
}

/// Calls `f` with the memory of all variables, to read.
pub(super) fn with_arrays<T: Element, R>(
    variables: &Variables,
    f: impl FnOnce(&Views<'_, TensorRef<'_, T>>) -> R,
) -> Result<R, CandleError> {
    let locks: Vec<_> = variables.vars.iter().map(|var| StorageRef::rwlock(&var.storage_and_layout().0)).collect();
    loop {
        let mut guards = Vec::with_capacity(locks.len());
        let mut busy = None;
        for (lock, var) in locks.iter().zip(&variables.vars) {
            match lock.try_read_recursive() {
                Some(guard) => guards.push(Some((guard, var.layout()))),
                None => busy = Some(var),
            }
        }
        let Some(busy) = busy else { return Ok(f(&views_of(&variables.names, &guards)?)) };
        drop(guards);
        wait(busy);
    }
}

/// Gradients that share no memory with variables: one that does is copied, since its variable could not be written while it is read.
fn apart(variables: &Variables, grads: Vec<Option<Tensor>>) -> Result<Vec<Option<Tensor>>, CandleError> {
    let written: HashSet<usize> = variables.vars.iter().map(|var| place(var)).collect();
    let own = |grad: Tensor| if written.contains(&place(&grad)) { grad.copy() } else { Ok(grad) };
    Ok(grads.into_iter().map(|grad| grad.map(own).transpose()).collect::<Done<_>>()?)
}

/// A view of a variable's memory, to write.
fn view_mut<'g, T: Element>(
    name: &str,
    storage: &'g mut Storage,
    layout: &'g Layout,
) -> Result<Option<TensorMut<'g, T>>, CandleError> {
    let found = storage.dtype();
    let view = match storage {
        Storage::Cpu(storage) => T::view_mut(storage, layout),
        _ => None,
    };
    let name = name.to_owned();
    match view {
        Some(view) => view.map(Some).map_err(|error| CandleError::Layout { name, error }),
        None => Err(CandleError::Dtype { name, found, expected: dtype::<T>() }),
    }
}

/// Views of tensors whose storages are being read.
fn views_of<'g, T: Element, G: Deref<Target = Storage>>(
    names: &'g [String],
    guards: &'g [Option<(G, &'g Layout)>],
) -> Result<Views<'g, TensorRef<'g, T>>, CandleError> {
    let view = |(name, guard): (&'g String, &'g Option<(G, &'g Layout)>)| {
        let Some((storage, layout)) = guard else { return Ok(None) };
        // Variables and gradients were asked for their types before.
        let Some(view) = cpu(storage).and_then(|storage| T::view(storage, layout)) else { return Ok(None) };
        view.map(Some).map_err(|error| CandleError::Layout { name: name.clone(), error })
    };
    let views = names.iter().zip(guards).map(view).collect::<Result<_, _>>()?;
    Ok(Views { names, views })
}

/// Views by the names of their variables.
pub(super) struct Views<'n, V> {
    names: &'n [String],
    views: Vec<Option<V>>,
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
