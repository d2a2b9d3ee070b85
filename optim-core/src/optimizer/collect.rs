//! Matches what a visit finds with the parameters that the optimizer knows.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use super::error::StepError;
use super::{Engine, Param};
use crate::kernel::{Float, TensorMut, TensorRef};
use crate::params::{Name, Parameters};
use crate::spelling::nearest;

/// One entry per parameter, in the optimizer's order, and how many are not empty.
type Collected<V> = (Vec<Option<V>>, usize);

impl<T: Float> Engine<T> {
    /// The parameters to write, in the optimizer's order: all that there were at `build`.
    pub(super) fn collect_params<'p, P>(&self, params: &'p mut P) -> Result<Vec<Option<TensorMut<'p, T>>>, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
    {
        let mut collector = Collector::new(Role::Parameter, &self.params, &self.places);
        params.visit_mut(Name::ROOT, &mut |name, param| {
            let shape = param.shape();
            collector.take(&name, shape, param);
        });
        Ok(collector.finish()?.0)
    }

    /// The parameters to read, in the optimizer's order: all that there were at `build`.
    pub(super) fn collect_params_to_read<'p, P>(
        &self,
        params: &'p P,
    ) -> Result<Vec<Option<TensorRef<'p, T>>>, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
    {
        let mut collector = Collector::new(Role::Parameter, &self.params, &self.places);
        params.visit(Name::ROOT, &mut |name, param| {
            collector.take(&name, param.shape(), param);
        });
        Ok(collector.finish()?.0)
    }

    /// The gradients that there are, in the order of their parameters.
    pub(super) fn collect_grads<'g, G>(&self, grads: &'g G) -> Result<Collected<TensorRef<'g, T>>, StepError>
    where
        G: Parameters<Elem = T> + ?Sized,
    {
        let mut collector = Collector::new(Role::Gradient, &self.params, &self.places);
        grads.visit(Name::ROOT, &mut |name, grad| {
            collector.take(&name, grad.shape(), grad);
        });
        collector.finish()
    }
}

/// Which of the two visits of a step this is; they differ in their errors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Parameter,
    Gradient,
}

/// Takes arrays in any order and puts them where the optimizer has their parameters.
///
/// In the usual order, that of the parameters at `build`, a name costs one comparison.
struct Collector<'s, T, V> {
    role: Role,
    params: &'s [Param<T>],
    places: &'s HashMap<Arc<str>, usize>,
    found: Vec<Option<V>>,
    /// How many places before the last one found are empty.
    gaps: usize,
    /// The place after the last one that was taken: that of the coming array in the usual order.
    next: usize,
    result: Result<(), StepError>,
    buffer: String,
}

impl<'s, T, V> Collector<'s, T, V> {
    fn new(role: Role, params: &'s [Param<T>], places: &'s HashMap<Arc<str>, usize>) -> Self {
        Self {
            role,
            params,
            places,
            found: Vec::with_capacity(params.len()),
            gaps: 0,
            next: 0,
            result: Ok(()),
            buffer: String::new(),
        }
    }

    /// Takes one array. After the first error the others are ignored.
    #[inline]
    fn take(&mut self, name: &Name<'_>, shape: &[usize], array: V) {
        let place = self.found.len();
        if place == self.next
            && let Some(param) = self.params.get(place)
            && name.is(&param.name, param.last_index)
            && same(&param.shape, shape)
        {
            self.found.push(Some(array));
            self.next = place + 1;
        } else {
            self.take_out_of_order(name, shape, array);
        }
    }

    #[cold]
    #[inline(never)]
    fn take_out_of_order(&mut self, name: &Name<'_>, shape: &[usize], array: V) {
        if self.result.is_err() {
            return;
        }
        let place = match self.params.get(self.next) {
            Some(param) if *name == *param.name => self.next,
            _ => match self.look_up(name) {
                Some(place) => place,
                None => return,
            },
        };
        let param = &self.params[place];
        if !same(&param.shape, shape) {
            self.fail(self.wrong_shape(param, shape));
            return;
        }
        self.next = place + 1;
        let len = self.found.len();
        if place >= len {
            self.gaps += place - len;
            self.found.resize_with(place, || None);
            self.found.push(Some(array));
        } else if self.found[place].is_none() {
            self.gaps -= 1;
            self.found[place] = Some(array);
        } else {
            let param = self.params[place].name.to_string();
            self.fail(match self.role {
                Role::Parameter => StepError::DuplicateParameter { param },
                Role::Gradient => StepError::DuplicateGradient { param },
            });
        }
    }

    /// Nothing is taken any more.
    fn fail(&mut self, error: StepError) {
        self.result = Err(error);
        self.next = usize::MAX;
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self, name: &Name<'_>) -> Option<usize> {
        self.buffer.clear();
        // Writing to a string does not fail.
        let _ = write!(self.buffer, "{name}");
        let place = self.places.get(self.buffer.as_str()).copied();
        if place.is_none() {
            let param = self.buffer.clone();
            let nearest = nearest(&param, self.params.iter().map(|param| &*param.name));
            self.fail(match self.role {
                Role::Parameter => StepError::UnknownParameter { param, nearest },
                Role::Gradient => StepError::UnknownGradient { param, nearest },
            });
        }
        place
    }

    #[cold]
    fn wrong_shape(&self, param: &Param<T>, found: &[usize]) -> StepError {
        let (expected, found) = (param.shape.to_vec(), found.to_vec());
        let param = param.name.to_string();
        match self.role {
            Role::Parameter => StepError::ParameterShape { param, expected, found },
            Role::Gradient => StepError::GradientShape { param, expected, found },
        }
    }

    #[inline(never)]
    fn finish(mut self) -> Result<Collected<V>, StepError> {
        self.result?;
        let count = self.found.len() - self.gaps;
        self.found.resize_with(self.params.len(), || None);
        if self.role == Role::Parameter
            && count < self.params.len()
            && let Some(place) = self.found.iter().position(Option::is_none)
        {
            return Err(StepError::MissingParameter { param: self.params[place].name.to_string() });
        }
        Ok((self.found, count))
    }
}

/// Returns true if two shapes are equal, without the call that a comparison of slices is.
#[inline]
fn same(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}
