//! The parameters of a module by name.

use burn_core::module::{Module, ModuleVisitor, Param};
use burn_core::tensor::Tensor;

use super::rates::LearningRate;

/// A parameter of a module.
#[derive(Debug)]
pub(super) struct NamedParam {
    /// Its place among those of the module.
    pub(super) place: u64,
    /// The path of burn: the fields and indices that lead to it, joined by dots.
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
    pub(super) rate: Option<LearningRate>,
}

/// A walk over a module, by the path that an optimizer of burn takes as well.
#[derive(Default)]
struct NameWalk {
    path: Vec<String>,
    found: Vec<(String, Vec<usize>)>,
}

impl ModuleVisitor for NameWalk {
    fn enter_module(&mut self, name: &str, _: &str) {
        self.path.push(name.to_owned());
    }

    fn exit_module(&mut self, _: &str, _: &str) {
        self.path.pop();
    }

    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.found.push((self.path.join("."), param.lazy_shape().to_vec()));
    }
}

/// Names and shapes of all floating-point parameters of a module, whether they have gradients or not.
pub(super) fn names_of<M: Module>(module: &M) -> Vec<(String, Vec<usize>)> {
    let mut names = NameWalk::default();
    module.visit(&mut names);
    names.found
}
