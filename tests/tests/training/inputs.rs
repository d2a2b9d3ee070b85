//! Optimizers that need more than gradients.

use std::cell::RefCell;
use std::collections::BTreeMap;

use ndarray::{Array1, ArrayD};
use optim_std::author::*;
use optim_std::contrib::{ReduceOnPlateau, SophiaG};
use optim_std::prelude::*;
use optim_std::training::{
    DueInputs, Indexed, LearningRateFinder, Position, Shuffled, Training, TrainingError, TrainingOptimizer,
};
use optim_std::{Optimizer, StepError};

use crate::Folder;

type Model = Array1<f32>;
type Named = BTreeMap<String, ArrayD<f32>>;

fn loss_and_grads(model: &Model, places: &[usize]) -> (f32, Model) {
    let far = model - places[0] as f32;
    (far.mapv(|x| x * x).sum(), 2.0 * far)
}

/// The steps of a run in which the Hessian was due, and its model. The run is interrupted and resumed after each number of steps in `parts`.
fn run_of_sophia(folder: &Folder, parts: &[u64]) -> (Vec<u64>, Model) {
    let due_at = RefCell::new(Vec::new());
    let mut model = Array1::from(vec![3.0, -2.0]);
    for steps in parts {
        model = Array1::from(vec![3.0, -2.0]);
        let mut opt = SophiaG::new().lr(0.05).k(3).build(&model).unwrap();
        let run = Training::new(*steps).checkpoint_dir(&folder.0).resume(true);
        run.run_with_inputs(&mut model, &mut opt, &Shuffled::new(5, 1, 3), |model: &Model, places, at, due| {
            let (loss, grads) = loss_and_grads(model, &places);
            let mut inputs = Inputs::new();
            if due.contains("hessian") {
                due_at.borrow_mut().push(at.step);
                inputs = inputs.tensors("hessian", model.mapv(|x| 2.0 + 0.1 * x.abs()));
            }
            (loss, grads, inputs)
        })
        .unwrap();
    }
    (due_at.into_inner(), model)
}

#[test]
fn inputs_are_given_where_they_are_due_and_a_resumed_run_is_asked_alike() {
    let (whole, parts) = (Folder::new("inputs"), Folder::new("inputs-parts"));
    let expected = run_of_sophia(&whole, &[11]);
    assert_eq!(expected.0, [2, 5, 8]);
    assert_eq!(run_of_sophia(&parts, &[2, 4, 11]), expected);

    // The same steps in a loop without `Training`.
    let mut model: Model = Array1::from(vec![3.0, -2.0]);
    let mut opt = SophiaG::new().lr(0.05).k(3).build(&model).unwrap();
    let data = Shuffled::new(5, 1, 3);
    let places = (0..).flat_map(|epoch| optim_std::training::DataSource::epoch(&data, epoch).collect::<Vec<_>>());
    for places in places.take(11) {
        let (_, grads) = loss_and_grads(&model, &places);
        let inputs = Inputs::new().tensors_where_due("hessian", model.mapv(|x| 2.0 + 0.1 * x.abs()));
        opt.with_inputs(&inputs).step(&mut model, &grads).unwrap();
    }
    assert_eq!(model, expected.1);
}

fn named() -> Named {
    ["a", "b", "c"].map(|name| (name.to_owned(), ArrayD::from_elem(vec![2], 3.0))).into()
}

#[test]
fn a_partition_gives_each_rule_its_inputs() {
    let mut model = named();
    let sophia = |k| SophiaG::new().lr(0.1).weight_decay(0.0).k(k);
    let mut opt = Partition::new()
        .rule("often", |p| p.name() == "a", sophia(1))
        .rule("rarely", |p| p.name() == "b", sophia(2))
        .rest("rest", SGD::new(0.1))
        .build(&model)
        .unwrap();
    let mut seen: Vec<Vec<String>> = Vec::new();
    Training::of(&model, &opt, 4)
        .run_with_inputs(&mut model, &mut opt, &Indexed::new(2, |_, _| ()), |model, (), _, due| {
            assert_eq!(due.names().collect::<Vec<_>>(), ["hessian"]);
            seen.push(due.params("hessian").to_vec());
            let twos: Named = model.iter().map(|(name, x)| (name.clone(), x.mapv(|_| 2.0))).collect();
            (1.0, twos.clone(), Inputs::new().tensors_where_due("hessian", twos))
        })
        .unwrap();
    let [both, often] = [&["a", "b"][..], &["a"]];
    assert_eq!(seen, [often, both, often, both]);
    assert!(model.values().flatten().all(|x| *x < 3.0));
}

#[test]
fn a_number_for_the_whole_model_and_results() {
    let mut model = named();
    let inner = SGD::new(0.1);
    let mut opt = ReduceOnPlateau::new(inner).patience(1).factor(0.5).build(&model).unwrap();
    let mut rates = Vec::new();
    let report = Training::of(&model, &opt, 5)
        .on_step(|step| rates.push(step.report.learning_rate_in("default").unwrap().unwrap()))
        .run_with_inputs(&mut model, &mut opt, &Indexed::new(2, |_, _| ()), |model, (), at, due| {
            assert!(due.contains("loss") && due.params("loss").len() == 3 && due.params("los").is_empty());
            let loss = 4.0;
            match at.step {
                4 => Err("no power"),
                _ => Ok((loss, model.clone(), Inputs::new().number("loss", loss))),
            }
        });
    assert!(matches!(report, Err(TrainingError::Compute { at, .. }) if at.step == 4));
    assert!(rates.len() == 4 && rates[0] == 0.1 && rates[3] < 0.1, "{rates:?}");
    // The loss is always due, so the closure only needs the usual arguments.
    let always = |model: &Named, (): (), _: Position| (4.0, model.clone(), Inputs::new().number("loss", 4.0));
    Training::new(7).run(&mut model, &mut opt, &Indexed::new(2, |_, _| ()), always).unwrap();
}

#[test]
fn what_is_missing_or_not_due_is_an_error_that_says_what_to_do() {
    let mut model: Model = Array1::from(vec![3.0, -2.0]);
    let mut opt = SophiaG::new().k(1).build(&model).unwrap();
    let data = Shuffled::new(5, 1, 3);
    let error =
        Training::new(3).run(&mut model, &mut opt, &data, |model: &Model, places, _| loss_and_grads(model, &places));
    let error = error.unwrap_err();
    assert!(matches!(&error, TrainingError::Step { source: StepError::MissingInput { input: "hessian", .. }, .. }));
    assert!(
        error.to_string().ends_with("help: `run_with_inputs` tells the closure which inputs are due, and takes them")
    );
    assert_eq!((opt.steps(), &model[0]), (0, &3.0));

    let mut opt = SophiaG::new().k(2).build(&model).unwrap();
    let always = |model: &Model, places: Vec<usize>, _: Position, _: &DueInputs| {
        let (loss, grads) = loss_and_grads(model, &places);
        (loss, grads, Inputs::new().tensors("hessian", model.mapv(|_| 2.0)))
    };
    let error = Training::new(3).run_with_inputs(&mut model, &mut opt, &data, always).unwrap_err();
    assert!(
        matches!(&error, TrainingError::Step { at, source: StepError::InputNotDue { .. } } if at.step == 0),
        "{error}"
    );
    assert_eq!(opt.steps(), 0);
}

/// A step with the gradient uphill of the parameter, in units of a curvature.
#[optimizer(state <start = 0.0>, input <hessian: tensor>)]
#[derive(Debug, Clone)]
struct Uphill;

#[optimizer]
impl Uphill {
    fn probe(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        state.start = *param;
        *param += 0.5 * grad / input.hessian;
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, input: Input<Self>, state: &mut State<Self>) {
        *param = state.start - 0.5 * grad / input.hessian;
    }
}

#[test]
fn probe_and_step_share_the_inputs_of_the_first_call() {
    let mut model: Model = Array1::from(vec![3.0, -2.0]);
    let mut opt = Uphill::new().build(&model).unwrap();
    let mut calls = Vec::new();
    Training::new(2)
        .run_with_inputs(&mut model, &mut opt, &Indexed::new(2, |_, _| ()), |model: &Model, (), at, due| {
            calls.push((at.step, due.contains("hessian"), model[0]));
            let hessian = if due.contains("hessian") { 2.0 } else { f32::NAN };
            (1.0, model.clone(), Inputs::new().tensors("hessian", model.mapv(|_| hessian)))
        })
        .unwrap();
    // From x uphill to 1.25 x, then from x by a quarter of 1.25 x.
    let (first, second) = (3.0, 3.0 * 0.6875);
    assert_eq!(calls, [(0, true, first), (0, false, 1.25 * first), (1, true, second), (1, false, 1.25 * second)]);
    assert_eq!(model[0], second * 0.6875);
}

#[test]
fn a_learning_rate_is_found_for_an_optimizer_with_inputs() {
    let model: Model = Array1::from(vec![3.0, -2.0]);
    let opt = SophiaG::new().k(2).rho(1.0).weight_decay(0.0).build(&model).unwrap();
    let finder = LearningRateFinder::new(1e-4..=10.0, 60);
    let curve = finder.run_with_inputs(&model, &opt, &Indexed::new(2, |_, _| ()), |model: &Model, (), _, due| {
        let inputs = match due.contains("hessian") {
            true => Inputs::new().tensors("hessian", model.mapv(|_| 2.0)),
            false => Inputs::new(),
        };
        (model.mapv(|x| x * x).sum(), 2.0 * model, inputs)
    });
    assert!(curve.unwrap().suggestion().is_some());
}

/// A type around an optimizer that does not mention inputs. Its step gets the closure's inputs.
struct Plain(Optimizer<f32>);

impl TrainingOptimizer<Model> for Plain {
    fn step<G: Parameters<Elem = f32>>(
        &mut self,
        model: &mut Model,
        grads: &G,
        inputs: &Inputs<'_, f32>,
    ) -> Result<optim_std::StepReport, StepError> {
        self.0.with_inputs(inputs).step(model, grads)
    }

    fn save(&self, checkpoint: Checkpoint<'_>, path: &std::path::Path) -> Result<(), optim_std::CheckpointError> {
        checkpoint.optimizer(&self.0).save(path)
    }

    fn load(
        &mut self,
        model: &mut Model,
        file: &CheckpointFile,
        options: &LoadOptions,
    ) -> Result<(), optim_std::CheckpointError> {
        file.load_with(model, &mut self.0, options).map(drop)
    }
}

#[test]
fn an_optimizer_of_ones_own_needs_no_word_about_inputs() {
    let mut model: Model = Array1::from(vec![3.0, -2.0]);
    let mut opt = Plain(SophiaG::new().k(1).build(&model).unwrap());
    let data = Shuffled::new(5, 1, 3);
    let mut due_anywhere = false;
    Training::new(3)
        .run_with_inputs(&mut model, &mut opt, &data, |model: &Model, places, _, due| {
            due_anywhere |= due.names().len() > 0;
            let (loss, grads) = loss_and_grads(model, &places);
            (loss, grads, Inputs::new().tensors("hessian", model.mapv(|_| 2.0)))
        })
        .unwrap();
    assert!(!due_anywhere && opt.0.steps() == 3);
}
