//! A step in the memory of variables on the CPU.
//!
//! A library that lends its memory only for the time of a call makes many such calls necessary at once: each variable is opened by a custom operation of
//! candle, in which the next one is opened. The innermost call has all of them, and steps. With many variables that takes
//! more stack than threads have, and a thread of its own.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Deref;
use std::thread;

use candle_core::{CpuStorage, InplaceOp1, Layout, Result as Done, Storage, Tensor, Var};

use super::variables::{Variables, address, cpu};
use super::{CandleError, Element};
use crate::params::Name;
use crate::{Engine, Parameters, StepReport, TensorMut, TensorRef};

/// With more variables than these, the step has a thread of its own.
const ON_THIS_STACK: usize = 128;
/// Stack for one variable: several times of what is measured without optimisation.
const STACK: usize = 8 << 10;

/// A step of all variables with these gradients.
pub(super) fn step<T: Element>(
    engine: &mut Engine<T>,
    variables: &Variables,
    grads: Vec<Option<Tensor>>,
) -> Result<StepReport, CandleError> {
    let grads = apart(variables, grads)?;
    open_all(variables, |names, views| {
        let guards: Vec<_> = grads.iter().map(|grad| grad.as_ref().map(Tensor::storage_and_layout)).collect();
        let grads = views_of(names, &guards)?;
        let mut params = Views { names, views };
        Ok(engine.step(&mut params, &grads)?)
    })
}

/// Calls `f` with the memory of all variables, to read.
pub(super) fn with_arrays<T: Element, R>(
    variables: &Variables,
    f: impl FnOnce(&Views<'_, TensorRef<'_, T>>) -> R,
) -> Result<R, CandleError> {
    let guards: Vec<_> = variables.vars.iter().map(|var| Some(var.storage_and_layout())).collect();
    Ok(f(&views_of(&variables.names, &guards)?))
}

/// Calls `f` with the memory of all variables, to write.
pub(super) fn open_all<T: Element, R: Send>(
    variables: &Variables,
    f: impl FnOnce(&[String], Vec<Option<TensorMut<'_, T>>>) -> Result<R, CandleError> + Send,
) -> Result<R, CandleError> {
    let Variables { names, vars } = variables;
    let all = move || {
        let (mut f, mut result) = (Some(f), None);
        let mut innermost = |views: Vec<Option<TensorMut<'_, T>>>| result = f.take().map(|f| f(names, views));
        let opened = open(names, vars, Vec::with_capacity(vars.len()), &mut innermost);
        match result {
            Some(result) => result,
            None => Err(opened.err().map_or_else(
                || CandleError::Candle(candle_core::Error::msg("a variable was not opened")),
                CandleError::Candle,
            )),
        }
    };
    if vars.len() <= ON_THIS_STACK {
        return all();
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size((1 << 20) + vars.len() * STACK);
        let running = thread.spawn_scoped(scope, all);
        let running = running.map_err(|error| CandleError::Thread { variables: vars.len(), error })?;
        running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Gradients that share no memory with variables: one that does is copied, since its variable could not be opened while it is read.
fn apart(variables: &Variables, grads: Vec<Option<Tensor>>) -> Result<Vec<Option<Tensor>>, CandleError> {
    let open: HashSet<usize> = variables.vars.iter().filter_map(|var| address(var)).collect();
    let own = |grad: Tensor| match address(&grad) {
        Some(place) if open.contains(&place) => grad.copy(),
        _ => Ok(grad),
    };
    Ok(grads.into_iter().map(|grad| grad.map(own).transpose()).collect::<Done<_>>()?)
}

/// A function that is given the views of all variables.
type Innermost<'f, T> = &'f mut dyn for<'a> FnMut(Vec<Option<TensorMut<'a, T>>>);

/// Opens the first of these variables, and in that the others.
fn open<'v, T: Element>(
    names: &[String],
    vars: &[Var],
    views: Vec<Option<TensorMut<'v, T>>>,
    innermost: Innermost<'_, T>,
) -> Done<()> {
    match (names, vars) {
        ([name, names @ ..], [var, vars @ ..]) => {
            let within = RefCell::new(Some((views, innermost)));
            var.inplace_op1(&Open { name, names, vars, within })
        }
        _ => {
            innermost(views);
            Ok(())
        }
    }
}

/// The operation that opens a variable.
struct Open<'r, 'v, 'f, T> {
    name: &'r str,
    names: &'r [String],
    vars: &'r [Var],
    #[expect(clippy::type_complexity, reason = "taken out once, when it is called")]
    within: RefCell<Option<(Vec<Option<TensorMut<'v, T>>>, Innermost<'f, T>)>>,
}

impl<T: Element> InplaceOp1 for Open<'_, '_, '_, T> {
    fn name(&self) -> &'static str {
        "optimizer step"
    }

    fn cpu_fwd(&self, storage: &mut CpuStorage, layout: &Layout) -> Done<()> {
        let Some((views, innermost)) = self.within.borrow_mut().take() else {
            return Err(candle_core::Error::msg("a variable was opened twice"));
        };
        let found = storage_dtype(storage);
        let Some(view) = T::view_mut(storage, layout) else {
            let (name, expected) = (self.name.to_owned(), super::element::dtype::<T>());
            return Err(CandleError::Dtype { name, found, expected }.into());
        };
        let view = view.map_err(|error| CandleError::Layout { name: self.name.to_owned(), error })?;
        let mut views = views;
        views.push(Some(view));
        open(self.names, self.vars, views, innermost)
    }
}

fn storage_dtype(storage: &CpuStorage) -> candle_core::DType {
    candle_core::backend::BackendStorage::dtype(storage)
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
