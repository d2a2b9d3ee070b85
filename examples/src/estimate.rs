//! Steps of optimizers that want more than gradients.

use std::path::Path;

use ndarray::ArrayD;
use optim_std::checkpoint::{Checkpoint, CheckpointFile};
use optim_std::training::TrainingOptimizer;
use optim_std::{AnyOptimizer, CheckpointError, LoadOptions, Name, Named, Parameters};
use optim_std::{Inputs, StepError, StepReport};

use crate::network::Mlp;

/// Any optimizer, which gets the squared gradients wherever it has an input: an estimate of the Hessian's diagonal that costs nothing.
#[derive(Debug)]
pub struct Estimating(pub Box<dyn AnyOptimizer<f32>>);

impl TrainingOptimizer<Mlp> for Estimating {
    fn step<G: Parameters<Elem = f32>>(&mut self, model: &mut Mlp, grads: &G) -> Result<StepReport, StepError> {
        let mut inputs = Inputs::new();
        for input in self.0.inputs() {
            let mut squares: Named<String, ArrayD<f32>> = Named::new();
            grads.visit(Name::ROOT, &mut |name, grad| {
                squares.push(name.to_string(), grad.to_ndarray().mapv(|x| x * x));
            });
            inputs = inputs.tensors_where_due(input.name, squares);
        }
        self.0.with_inputs(&inputs).step(model, grads)
    }

    fn save(&self, checkpoint: Checkpoint<'_>, path: &Path) -> Result<(), CheckpointError> {
        checkpoint.optimizer(&*self.0).save(path)
    }

    fn load(&mut self, model: &mut Mlp, file: &CheckpointFile, options: &LoadOptions) -> Result<(), CheckpointError> {
        file.load_with(model, &mut *self.0, options).map(drop)
    }
}
