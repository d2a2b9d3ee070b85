//! Refused optimizers, and the handling of an error in a step.

use burn::optim::Optimizer as _;
use burn::tensor::Device;

use optim_std::Storage;
use optim_std::author::*;
use optim_std::burn::{BurnError, BurnOptimizer, BurnOptions, LearningRates, OnError, StepPath};
use optim_std::prelude::*;

fn refused(result: Result<BurnOptimizer, BurnError>, start: &str) {
    let error = result.expect_err(start).to_string();
    assert!(error.starts_with(start), "{error}");
}

#[test]
fn what_burn_cannot_do_is_refused_before_the_first_step() {
    let by_name = AdamW::new().group("bias", |p| p.name().ends_with("bias"), |h| h.weight_decay(0.0));
    refused(BurnOptimizer::new(by_name), "the builder has the parameter group `bias`");
    let all = AdamW::new().group("all", |_| true, |h| h.weight_decay(0.0));
    refused(BurnOptimizer::new(all), "the builder has the parameter group `all`");
    for ndim in 0..6 {
        let seen = AdamW::new().view("seen", move |p| p.ndim() == ndim, |p| [p.len()]);
        refused(BurnOptimizer::new(seen), "the builder has the view `seen`");
    }
    refused(BurnOptimizer::new(AdamW::new().view("flat", |_| true, |_| [4])), "the builder has the view `flat`");
    let partition = Partition::new().rest("rest", AdamW::new());
    refused(BurnOptimizer::new(partition.clone()), "the builder is Partition, but burn passes no names");
    refused(BurnOptimizer::new(Ema::new(partition)), "the builder is Ema<Partition>, but burn passes no names");
    refused(BurnOptimizer::new(AdamW::new().clip_norm(1.0)), "the builder of AdamW sets `clip_norm`");
    refused(BurnOptimizer::new(AdamW::new().non_finite(NonFinite::Skip)), "the builder of AdamW sets `non_finite`");
    refused(BurnOptimizer::new(AdamW::new().eps(-1.0)), "`eps` of AdamW is -1.0, allowed");
    let scheduled = AdamW::new().lr(CosineDecayLR::new(1e-3, 1e-5, 10));
    refused(BurnOptimizer::new(scheduled.clone()), "`lr` of AdamW is a schedule");
    let factor = BurnOptions::new().learning_rates(LearningRates::Factor);
    assert!(BurnOptimizer::with_options(scheduled, factor).is_ok());
    refused(BurnOptimizer::new(AdamW::new().watch(["cosine"])), "the builder of AdamW sets `watch`");
    assert!(BurnOptimizer::new(SGD::new(0.1).clip_value(1.0).grad_scale(0.5)).is_ok());
}

/// SGD with the gradient at the worst point nearby.
#[optimizer(state <start = 0.0>)]
#[derive(Debug, Clone)]
struct Uphill {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Uphill {
    fn probe(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.start = *param;
        *param += 0.05 * grad / (grad.norm() + 1e-12);
    }

    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param = state.start - self.lr * grad;
    }
}

/// SGD with a fixed learning rate.
#[optimizer]
#[derive(Debug, Clone)]
struct Steady {
    /// Learning rate.
    #[hyper(default = 0.1, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Steady {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

/// Follows the sign, with a rate that is not called `lr`.
#[optimizer]
#[derive(Debug, Clone)]
struct Nameless {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    rate: f64,
}

#[optimizer]
impl Nameless {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.rate * grad.sign();
    }
}

#[test]
fn optimizers_of_users_are_refused_too() {
    refused(BurnOptimizer::new(Uphill::new()), "Uphill has a `probe`");
    refused(BurnOptimizer::new(Steady::new()), "`lr` of Steady is fixed before training");
    refused(BurnOptimizer::new(Nameless::new()), "Nameless has no hyperparameter `lr`");
    let own = BurnOptions::new().learning_rates(LearningRates::Own);
    assert!(BurnOptimizer::with_options(Nameless::new(), own).is_ok());
    assert!(BurnOptimizer::with_options(Steady::new(), own).is_ok());
}

/// Optimizers that need the whole model, an evaluation or inputs are refused, each with the reason.
#[test]
fn what_needs_more_than_one_parameter_and_gradient_is_refused() {
    let mut kinds = [0; 3];
    let alone = optim_std::optimizers().iter().filter_map(|entry| entry.builder().set("lr", 0.1).ok());
    let inner = || optim_std::registry::find(optim_std::optimizers(), "SGD").unwrap().builder().set("lr", 0.1).unwrap();
    let wrappers = optim_std::wrappers().iter().map(|entry| entry.builder().inner(inner()).unwrap());
    for builder in alone.chain(wrappers) {
        let name = builder.entry().name;
        match BurnOptimizer::from_any(builder, BurnOptions::new()) {
            Err(BurnError::WholeModel { .. }) => kinds[0] += 1,
            Err(BurnError::Eval { .. }) => kinds[1] += 1,
            Err(BurnError::Input { .. }) => kinds[2] += 1,
            Err(BurnError::FixedLearningRate { optimizer: "Rprop", .. }) => {}
            Err(error) => panic!("{name}: {error}"),
            Ok(_) => {}
        }
    }
    assert!(kinds.iter().all(|count| *count > 0), "{kinds:?}");
}

#[test]
fn an_error_leaves_the_parameter() {
    let keep = BurnOptions::new().on_error(OnError::Keep);
    let optimizer = BurnOptimizer::with_options(AdamW::new(), keep).unwrap();
    let tensor = |x: [f32; 2]| burn::tensor::Tensor::<1>::from_floats(x, &Device::flex());
    let (param, state) = optimizer.step(-1.0, tensor([1.0, 2.0]), tensor([1.0, 1.0]), None);
    assert_eq!(param.into_data().try_into_vec::<f32>().unwrap(), [1.0, 2.0]);
    let failures = optimizer.failures().take();
    assert_eq!(failures.len(), 1);
    assert!(failures[0].to_string().starts_with("`lr` of AdamW is -1.0"), "{}", failures[0]);
    // The state was created before the first step.
    let (param, _) = optimizer.step(0.5, tensor([1.0, 2.0]), tensor([1.0, 1.0]), state);
    let found = param.into_data().try_into_vec::<f32>().unwrap();
    assert!((found[0] - 0.5).abs() < 0.02, "{found:?}");
    let (_, _) =
        optimizer.step(0.5, tensor([1.0, 2.0]), burn::tensor::Tensor::<1>::from_floats([1.0], &Device::flex()), None);
    assert!(optimizer.failures().take()[0].to_string().starts_with("the gradient of a parameter of shape [2]"));
}

#[test]
#[should_panic(expected = "`lr` of AdamW is NaN")]
fn an_error_panics_unless_it_is_kept() {
    let optimizer = BurnOptimizer::new(AdamW::new()).unwrap();
    let tensor = || burn::tensor::Tensor::<1>::from_floats([1.0, 2.0], &Device::flex());
    let _ = optimizer.step(f64::NAN, tensor(), tensor(), None);
}

/// Tensors of burn have one element type: a step of the graph refuses other storage, and the kernel supports it.
#[test]
fn a_step_by_the_graph_refuses_other_storage() {
    let device = Device::flex();
    for storage in Storage::OF_STATES.into_iter().filter(|storage| *storage != Storage::Native) {
        for (path, is_refused) in [(StepPath::Graph, true), (StepPath::Kernel, false)] {
            let options = BurnOptions::new().on_error(OnError::Keep).path(path);
            let optimizer = BurnOptimizer::with_options(AdamW::new().storage("exp_avg", storage), options).unwrap();
            let ones = || burn::tensor::Tensor::<1>::ones([3], &device);
            let _ = optimizer.step(0.1, ones(), ones(), None);
            let errors: Vec<String> = optimizer.failures().take().iter().map(ToString::to_string).collect();
            assert_eq!(errors.len(), usize::from(is_refused), "{errors:?}");
            let expected = format!("`exp_avg` is stored as {storage}, but a graph keeps it as f32");
            assert!(errors.iter().all(|error| error.contains(&expected)), "{errors:?}");
        }
    }
}
