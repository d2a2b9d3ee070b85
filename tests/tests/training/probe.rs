//! Optimizers that need gradients at two points, and optimizers that evaluate other weights.

use std::cell::RefCell;

use ndarray::Array1;
use optim_std::Optimizer;
use optim_std::author::*;
use optim_std::training::{Shuffled, StepInfo, Training};

use super::Folder;

/// A step with the gradient at a point uphill. The evaluation uses half of each parameter.
#[optimizer(state <start = 0.0>)]
#[derive(Debug, Clone)]
struct Uphill {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Uphill {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        *param += 0.5 * grad;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start - self.lr * grad;
    }

    fn eval(&self, param: Tensor, _state: &State<Self>) -> Tensor {
        0.5 * param
    }
}

type Model = Array1<f32>;
type Calls = Vec<(u64, Vec<usize>, Vec<f32>)>;

/// Runs until this total number of steps. Returns the calls of the closure: the step, the batch, the model.
fn run(folder: &Folder, steps: u64, model: &mut Model) -> Calls {
    let mut opt = Uphill::new().build(&*model).unwrap();
    let calls = RefCell::new(Vec::new());
    let data = Shuffled::new(5, 1, 3);
    Training::new(steps)
        .checkpoint_dir(&folder.0)
        .resume(true)
        .on_step(|step: &mut StepInfo<'_, Model, Optimizer<f32>>| {
            let weights = step.optimizer.eval_weights(step.model).unwrap();
            assert_eq!(weights, 0.5 * step.model);
            assert!(step.report.applied && step.report.updated == 1);
        })
        .run(model, &mut opt, &data, |model: &Model, batch: Vec<usize>, at| {
            calls.borrow_mut().push((at.step, batch.clone(), model.to_vec()));
            (model.sum(), model - batch[0] as f32)
        })
        .unwrap();
    calls.into_inner()
}

#[test]
fn both_gradients_are_of_one_batch() {
    let start = Array1::from(vec![1.0, -2.0]);
    let (folder, mut model) = (Folder::new("probe"), start.clone());
    let calls = run(&folder, 7, &mut model);
    assert_eq!(calls.len(), 14);
    for pair in calls.chunks(2) {
        let [(step, batch, first), (again, same, second)] = pair else { panic!("an even number") };
        assert_eq!((step, batch), (again, same));
        for (first, second) in first.iter().zip(second) {
            assert_eq!(*second, first + 0.5 * (first - batch[0] as f32));
        }
    }
    // A run in two parts has the same result.
    let (folder, mut parts) = (Folder::new("probe-parts"), start);
    let mut resumed = run(&folder, 3, &mut parts);
    resumed.extend(run(&folder, 7, &mut parts));
    assert_eq!((resumed, parts), (calls, model));
}
