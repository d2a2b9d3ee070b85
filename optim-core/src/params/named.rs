//! A list of named parts.

use super::{Name, Parameters};
use crate::kernel::{TensorMut, TensorRef};

/// Parts called by names, in the order of the list: arrays, views of arrays, or anything else that holds parameters.
///
/// If another library owns the arrays, or if you have no struct for them, a list of views is a model for one step:
///
/// ```
/// # use optim_core::{TensorMut, TensorRef};
/// # use optim_core::params::{Named, Parameters};
/// let (mut weight, mut bias) = (vec![0.0_f32; 12], vec![0.0_f32; 3]);
/// let model = Named::from_iter([
///     ("fc1.weight", TensorMut::from_slice(&mut weight, &[3, 4])?),
///     ("fc1.bias", TensorMut::from_slice(&mut bias, &[3])?),
/// ]);
/// let grads = Named::from_iter([
///     ("fc1.weight", Some(TensorRef::from_slice(&[0.5_f32; 12], &[3, 4])?)),
///     ("fc1.bias", None), // stays unchanged
/// ]);
/// # let _ = (model, grads);
/// # Ok::<(), optim_core::ViewError>(())
/// ```
///
/// The list may contain a name twice, but every function that takes a model then returns an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named<N, P>(pub Vec<(N, P)>);

impl<N, P> Named<N, P> {
    /// Without any parts.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Creates an empty list with memory for this number of parts.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self(Vec::with_capacity(capacity))
    }

    /// Adds a part at the end.
    #[inline]
    pub fn push(&mut self, name: N, part: P) {
        self.0.push((name, part));
    }
}

impl<N, P> Default for Named<N, P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<N, P> FromIterator<(N, P)> for Named<N, P> {
    fn from_iter<I: IntoIterator<Item = (N, P)>>(parts: I) -> Self {
        Self(parts.into_iter().collect())
    }
}

impl<N, P> Extend<(N, P)> for Named<N, P> {
    fn extend<I: IntoIterator<Item = (N, P)>>(&mut self, parts: I) {
        self.0.extend(parts);
    }
}

impl<N: AsRef<str>, P: Parameters> Parameters for Named<N, P> {
    type Elem = P::Elem;

    #[inline]
    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
        for (key, part) in &self.0 {
            part.visit(name.child(key.as_ref()), f);
        }
    }

    #[inline]
    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {
        for (key, part) in &mut self.0 {
            part.visit_mut(name.child(key.as_ref()), f);
        }
    }
}
