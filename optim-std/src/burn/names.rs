//! The parameters of a module by name.

use burn_core::module::{Module, ModuleVisitor, Param};
use burn_core::tensor::Tensor;

use super::rates::LearningRate;

/// A parameter of a module.
#[derive(Debug)]
pub(super) struct NamedParam {
    /// Its index in the module.
    pub(super) place: u64,
    /// Its path in burn: fields and indices, joined by dots.
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
    pub(super) rate: Option<LearningRate>,
}

/// A visit of a module in the order and with the paths of burn's optimizers.
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

/// Names and shapes of all floating-point parameters of a module, with or without gradients.
pub(super) fn names_of<M: Module>(module: &M) -> Vec<(String, Vec<usize>)> {
    let mut names = NameWalk::default();
    module.visit(&mut names);
    names.found
}
