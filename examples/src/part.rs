//! A part of a model as a model of its own, for an optimizer that is not meant for the rest.

use optim_std::Name;
use optim_std::kernel::{TensorMut, TensorRef};
use optim_std::prelude::*;

/// The parameters of `whole` whose shape is to be kept; their names stay what they are.
#[derive(Clone, Copy, Debug)]
pub struct Part<P> {
    whole: P,
    keep: fn(&[usize]) -> bool,
}

impl<P: Parameters> Part<P> {
    /// The part of a model, or of its gradients: pass `&mut model` for the one and `&gradients` for the other.
    pub fn new(whole: P, keep: fn(&[usize]) -> bool) -> Self {
        Self { whole, keep }
    }
}

impl<P: Parameters> Parameters for Part<P> {
    type Elem = P::Elem;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
        self.whole.visit(name, &mut |name, tensor| {
            if (self.keep)(tensor.shape()) {
                f(name, tensor);
            }
        });
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {
        self.whole.visit_mut(name, &mut |name, tensor| {
            if (self.keep)(tensor.shape()) {
                f(name, tensor);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Mlp;

    #[test]
    fn keeps_what_it_should() {
        let mut model = Mlp::new(3, 2, &mut fastrand::Rng::with_seed(0));
        let mut names = Vec::new();
        let mut part = Part::new(&mut model, |shape| shape.len() == 1);
        part.visit(Name::ROOT, &mut |name, _| names.push(name.to_string()));
        part.visit_mut(Name::ROOT, &mut |name, _| names.push(name.to_string()));
        assert_eq!(names, ["fc1.bias", "fc2.bias", "fc1.bias", "fc2.bias"]);
    }
}
