//! Matches the arrays that a visit finds with the parameters of the optimizer.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use super::error::StepError;
use super::{Optimizer, Param};
use crate::kernel::{Arrays, ArraysMut, ArraysRef, Float, View};
use crate::params::{Name, Parameters};
use crate::suggestion::nearest;

impl<T: Float> Optimizer<T> {
    /// Collects all parameters of `build`, writable.
    pub(super) fn collect_params<'p, P>(
        &self,
        about: &'p [Param],
        params: &'p mut P,
    ) -> Result<ArraysMut<'p, T>, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
    {
        let mut collector = Collector::new(Role::Parameter, about, &self.places);
        params.visit_mut(Name::ROOT, &mut |name, param| collector.take(&name, param));
        collector.finish()
    }

    /// Collects all parameters of `build`, read-only.
    pub(super) fn collect_params_to_read<'p, P>(
        &self,
        about: &'p [Param],
        params: &'p P,
    ) -> Result<ArraysRef<'p, T>, StepError>
    where
        P: Parameters<Elem = T> + ?Sized,
    {
        let mut collector = Collector::new(Role::Parameter, about, &self.places);
        params.visit(Name::ROOT, &mut |name, param| collector.take(&name, param));
        collector.finish()
    }

    /// Collects the gradients of the visit.
    pub(super) fn collect_grads<'g, G>(&self, about: &'g [Param], grads: &'g G) -> Result<ArraysRef<'g, T>, StepError>
    where
        G: Parameters<Elem = T> + ?Sized,
    {
        let mut collector = Collector::new(Role::Gradient, about, &self.places);
        grads.visit(Name::ROOT, &mut |name, grad| collector.take(&name, grad));
        collector.finish()
    }
}

/// The visit of parameters or of gradients. They differ in their errors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Parameter,
    Gradient,
}

/// Collects arrays in any order, and puts them at the places of their parameters.
///
/// If the arrays come in the order of the parameters at `build`, a name costs one comparison.
struct Collector<'s, 'n, V, T> {
    role: Role,
    places: &'n HashMap<Arc<str>, usize>,
    found: Arrays<'s, V, T>,
    /// The expected place of the next array, the place after the last one; `None` if it is the place after all others.
    next: Option<usize>,
    result: Result<(), StepError>,
    buffer: String,
}

impl<'s, 'n, V: View<T>, T: Float> Collector<'s, 'n, V, T> {
    fn new(role: Role, params: &'s [Param], places: &'n HashMap<Arc<str>, usize>) -> Self {
        Self { role, places, found: Arrays::new(params), next: None, result: Ok(()), buffer: String::new() }
    }

    /// Adds one array. After the first error, it ignores all others.
    #[inline(always)]
    fn take(&mut self, name: &Name<'_>, array: V) {
        let is_next = |param: &Param| name.is(&param.name, param.last_index);
        if self.next.is_none() && self.found.next().is_some_and(is_next) {
            if let Err(array) = self.found.push(array) {
                self.take_at(self.found.end(), array);
            }
        } else {
            self.take_out_of_order(name, array);
        }
    }

    #[cold]
    #[inline(never)]
    fn take_out_of_order(&mut self, name: &Name<'_>, array: V) {
        if self.result.is_err() {
            return;
        }
        let next = self.next.unwrap_or(self.found.end());
        let place = match self.found.about().get(next) {
            Some(param) if *name == *param.name => next,
            _ => match self.look_up(name) {
                Some(place) => place,
                None => return,
            },
        };
        self.take_at(place, array);
    }

    /// Adds the array of the parameter at a place, with any layout.
    #[inline(never)]
    fn take_at(&mut self, place: usize, array: V) {
        let param = &self.found.about()[place];
        let shape = array.look().shape();
        if *param.shape != *shape {
            self.fail(self.wrong_shape(param, shape));
            return;
        }
        if self.found.has(place) {
            let param = param.name.to_string();
            self.fail(match self.role {
                Role::Parameter => StepError::DuplicateParameter { param },
                Role::Gradient => StepError::DuplicateGradient { param },
            });
            return;
        }
        self.found.set(place, array);
        self.next = Some(place + 1).filter(|next| *next != self.found.end());
    }

    /// Stores the error, so that all further arrays are ignored.
    fn fail(&mut self, error: StepError) {
        self.result = Err(error);
        self.next = Some(usize::MAX);
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
            let nearest = nearest(&param, self.found.about().iter().map(|param| &*param.name));
            self.fail(match self.role {
                Role::Parameter => StepError::UnknownParameter { param, nearest },
                Role::Gradient => StepError::UnknownGradient { param, nearest },
            });
        }
        place
    }

    #[cold]
    fn wrong_shape(&self, param: &Param, found: &[usize]) -> StepError {
        let (expected, found) = (param.shape.to_vec(), found.to_vec());
        let param = param.name.to_string();
        match self.role {
            Role::Parameter => StepError::ParameterShape { param, expected, found },
            Role::Gradient => StepError::GradientShape { param, expected, found },
        }
    }

    #[inline(never)]
    fn finish(self) -> Result<Arrays<'s, V, T>, StepError> {
        self.result?;
        let params = self.found.about();
        if self.role == Role::Parameter
            && self.found.count() < params.len()
            && let Some(place) = (0..params.len()).find(|place| !self.found.has(*place))
        {
            return Err(StepError::MissingParameter { param: params[place].name.to_string() });
        }
        Ok(self.found)
    }
}
