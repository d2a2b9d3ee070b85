//! Matches what a visit finds with the parameters that the optimizer knows.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::Arc;

use super::error::StepError;
use super::{Optimizer, Param};
use crate::kernel::{Arrays, ArraysMut, ArraysRef, Float, View};
use crate::params::{Name, Parameters};
use crate::spelling::nearest;

impl<T: Float> Optimizer<T> {
    /// The parameters to write, by what is known `about` them: all that there were at `build`.
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

    /// The parameters to read: all that there were at `build`.
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

    /// The gradients that there are, by what is known `about` their parameters.
    pub(super) fn collect_grads<'g, G>(&self, about: &'g [Param], grads: &'g G) -> Result<ArraysRef<'g, T>, StepError>
    where
        G: Parameters<Elem = T> + ?Sized,
    {
        let mut collector = Collector::new(Role::Gradient, about, &self.places);
        grads.visit(Name::ROOT, &mut |name, grad| collector.take(&name, grad));
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
struct Collector<'s, 'n, V, T> {
    role: Role,
    places: &'n HashMap<Arc<str>, usize>,
    found: Arrays<'s, V, T>,
    /// The place after the last one that was taken: that of the coming array in the usual order.
    next: usize,
    result: Result<(), StepError>,
    buffer: String,
}

impl<'s, 'n, V: View<T>, T: Float> Collector<'s, 'n, V, T> {
    fn new(role: Role, params: &'s [Param], places: &'n HashMap<Arc<str>, usize>) -> Self {
        Self { role, places, found: Arrays::new(params), next: 0, result: Ok(()), buffer: String::new() }
    }

    /// Takes one array. After the first error the others are ignored.
    #[inline]
    fn take(&mut self, name: &Name<'_>, array: V) {
        let place = self.found.end();
        let is_next = place == self.next
            && self.found.about().get(place).is_some_and(|param| name.is(&param.name, param.last_index));
        if !is_next {
            self.take_out_of_order(name, array);
            return;
        }
        match self.found.push(array) {
            Ok(()) => self.next = place + 1,
            Err(array) => self.take_at(place, array),
        }
    }

    #[cold]
    #[inline(never)]
    fn take_out_of_order(&mut self, name: &Name<'_>, array: V) {
        if self.result.is_err() {
            return;
        }
        let place = match self.found.about().get(self.next) {
            Some(param) if *name == *param.name => self.next,
            _ => match self.look_up(name) {
                Some(place) => place,
                None => return,
            },
        };
        self.take_at(place, array);
    }

    /// Takes the array of the parameter at a place, whatever its layout.
    #[inline(never)]
    fn take_at(&mut self, place: usize, array: V) {
        if self.result.is_err() {
            return;
        }
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
        self.next = place + 1;
        self.found.set(place, array);
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
