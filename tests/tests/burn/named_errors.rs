//! Optimizers of a module that are refused, and modules that are not the optimizer's module.

use burn::module::{Module, Param};
use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::Device;
use optim_std::author::*;
use optim_std::burn::{BurnError, BurnModuleOptimizer, BurnOptimizer, BurnOptions, LearningRates, OnError};
use optim_std::prelude::*;
use optim_std::registry::AnyBuilder;

use super::support::{Net, net_arrays};

fn refused(builder: impl Into<AnyBuilder>, options: BurnOptions, start: &str) {
    let model = Net::new(&net_arrays::<f32>(1));
    let error: BurnError = BurnModuleOptimizer::with_options(builder, options, &model).expect_err(start);
    assert!(error.to_string().starts_with(start), "{error}");
}

/// A step whose log has a number of the whole model.
#[optimizer(output <all: global, own: scalar>)]
#[derive(Debug, Clone)]
struct Aligned {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Aligned {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>, output: &mut Output<Self>) {
        output.all = grad.global_norm();
        output.own = grad.norm() / (grad.global_norm() + 1e-12);
        *param -= self.lr * grad;
    }
}

#[test]
fn what_does_not_fit_the_module_is_refused() {
    let plain = BurnOptions::new();
    let none = || Partition::new().rule("none", |p| p.ndim() == 7, SGD::new(0.1)).rest("rest", SGD::new(0.1));
    refused(none(), plain, "rule `none` of the partition takes no parameter");
    let some = Partition::new().rule("embed", |p| p.name() == "embed", SGD::new(0.1));
    refused(some, plain, "no rule of the partition takes `blocks.0.weight`");
    refused(
        AdamW::new().group("head", |p| p.name() == "head", |h| h.lr(0.1)),
        plain,
        "parameter group `head` matches no parameter",
    );
    refused(AdamW::new().watch(["cosin"]), plain, "no number `cosin` can be watched");
    let clipped = Partition::new().rest("rest", SGD::new(0.1)).clip_norm(1.0);
    refused(clipped, plain, "the builder of Partition sets `clip_norm`");
    refused(Ema::new(Partition::new().rest("rest", SGD::new(0.1))), plain, "Ema<Partition> has an `eval`");
    for name in ["all", "own"] {
        refused(Aligned::new().watch([name]), plain, "Aligned makes a watched number of all parameters together");
    }
    let model = Net::new(&net_arrays::<f32>(1));
    assert!(BurnModuleOptimizer::new(Aligned::new().watch(["cosine"]), &model).is_ok());
}

/// burn passes one learning rate, which cannot replace two different ones.
#[test]
fn learning_rates_that_differ_are_refused() {
    let recipe = || {
        let adamw = AdamW::new().lr(3e-4);
        Partition::new().rule("hidden", |p| p.ndim() == 2, SGD::new(0.02)).rest("rest", adamw)
    };
    refused(recipe(), BurnOptions::new(), "the learning rates of `hidden` and `rest` are 0.02 and 0.0003, but burn");
    let group = AdamW::new().lr(0.1).group("bias", |p| p.ndim() == 1, |h| h.lr(0.2));
    refused(group, BurnOptions::new(), "the learning rates of `default` and `bias` are 0.1 and 0.2, but burn");
    let scheduled = Partition::new().rest("rest", AdamW::new().lr(CosineDecayLR::new(1e-3, 1e-5, 10)));
    refused(scheduled, BurnOptions::new(), "`lr` of AdamW is a schedule");
    let model = Net::new(&net_arrays::<f32>(1));
    for rates in [LearningRates::Factor, LearningRates::Own] {
        assert!(BurnModuleOptimizer::with_options(recipe(), BurnOptions::new().learning_rates(rates), &model).is_ok());
    }
}

/// SGD with one learning rate for all groups.
#[optimizer]
#[derive(Debug, Clone)]
struct OneRate {
    /// Learning rate.
    #[hyper(default = 0.1, scheduled, shared, range = 0.0..)]
    lr: f64,
    /// Decay.
    #[hyper(default = 0.0, range = 0.0..)]
    decay: f64,
}

#[optimizer]
impl OneRate {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.lr * (grad + self.decay * *param);
    }
}

/// A shared learning rate, which no group can change alone, is set for all groups.
#[test]
fn one_learning_rate_of_all_groups_is_set() {
    let grouped = || OneRate::new().group("bias", |p| p.ndim() == 1, |h| h.decay(0.5));
    let partition = || Partition::new().rule("hidden", |p| p.ndim() == 2, SGD::new(0.1)).rest("rest", grouped());
    let recipes: [(AnyBuilder, AnyBuilder); 2] = [
        (grouped().into(), grouped().lr(0.3).into()),
        (partition().into(), {
            let rest = grouped().lr(0.3);
            Partition::new().rule("hidden", |p| p.ndim() == 2, SGD::new(0.3)).rest("rest", rest).into()
        }),
    ];
    for (builder, expected) in recipes {
        let (mut arrays, grads) = (net_arrays::<f32>(1), net_arrays::<f32>(2));
        let model = Net::new(&arrays);
        let given = model.grads(&grads);
        let model = BurnModuleOptimizer::new(builder, &model).unwrap().init().step(0.3, model, given);
        expected.build(&arrays).unwrap().step(&mut arrays, &grads).unwrap();
        assert_eq!(model.arrays(), arrays);
    }
}

/// Another module than the optimizer's.
#[derive(Module, Debug)]
struct Other {
    embed: Param<burn::tensor::Tensor<2>>,
    head: Param<burn::tensor::Tensor<2>>,
}

impl Other {
    fn new(rows: usize) -> Self {
        let ones = |rows| Param::from_tensor(burn::tensor::Tensor::<2>::ones([rows, 4], &Device::flex().autodiff()));
        Self { embed: ones(rows), head: ones(2) }
    }

    fn grads(&self) -> GradientsParams {
        let mut grads = GradientsParams::new();
        grads.register(self.embed.id, self.embed.val().inner());
        grads.register(self.head.id, self.head.val().inner());
        grads
    }
}

#[test]
fn a_module_with_other_parameters_is_an_error() {
    let options = BurnOptions::new().on_error(OnError::Keep);
    let net = Net::new(&net_arrays::<f32>(1));
    let optimizer = BurnModuleOptimizer::with_options(AdamW::new(), options, &net).unwrap();
    let other = Other::new(5);
    let grads = other.grads();
    // `embed` is known. `head` is not, and does not change.
    let other = optimizer.init().step(0.1, other, grads);
    let head = other.head.val().into_data().try_into_vec::<f32>().unwrap();
    assert!(head.iter().all(|x| *x == 1.0));
    let errors: Vec<String> = optimizer.failures().take().iter().map(ToString::to_string).collect();
    let expected = "a parameter of shape [2, 4] does not belong to the module that the optimizer was made for\n\
         help: make a `BurnModuleOptimizer` for the module that is stepped; this one is for \
         `embed`, `blocks.0.weight`, `blocks.0.bias`, `blocks.1.weight` and more";
    assert_eq!(errors, [expected]);
    let other = Other::new(3);
    let grads = other.grads();
    let other = optimizer.init().step(0.1, other, grads);
    let embed = other.embed.val().into_data().try_into_vec::<f32>().unwrap();
    assert!(embed.iter().all(|x| *x == 1.0));
    let error = optimizer.failures().take().first().map(ToString::to_string).unwrap_or_default();
    assert!(error.starts_with("`embed` has shape [3, 4], but [5, 4] in the module"), "{error}");
}

#[test]
#[should_panic(expected = "does not belong to the module that the optimizer was made for")]
fn a_module_with_other_parameters_panics_unless_errors_are_kept() {
    let net = Net::new(&net_arrays::<f32>(1));
    let other = Other::new(5);
    let grads = other.grads();
    let _ = BurnModuleOptimizer::new(AdamW::new(), &net).unwrap().init().step(0.1, other, grads);
}

/// A record of another optimizer, and one of another view.
#[test]
fn records_that_do_not_fit_are_errors() {
    let options = BurnOptions::new().on_error(OnError::Keep);
    let viewed = |name: &'static str| AdamW::new().view(name, |p| p.name() == "embed", |p| [p.len()]);
    let model = Net::new(&net_arrays::<f32>(1));
    let given = || model.grads(&net_arrays::<f32>(2));
    let stepped = |optimizer: &mut ModuleOptimizer| optimizer.step(0.1, model.clone(), given()).arrays::<f32>();
    let mut first = BurnModuleOptimizer::new(viewed("flat"), &model).unwrap().init();
    stepped(&mut first);
    let lion = Partition::new().rule("embed", |p| p.name() == "embed", Lion::new()).rest("rest", AdamW::new());
    let lion = lion_with(lion, options, &model);
    let failed = stepped(&mut lion.init().load_record(first.to_record()));
    assert_eq!(failed["embed"], model.arrays::<f32>()["embed"]);
    let errors: Vec<String> = lion.failures().take().iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].starts_with("the record does not fit: "), "{errors:?}");
    let other = BurnModuleOptimizer::with_options(viewed("other"), options, &model).unwrap();
    stepped(&mut other.init().load_record(first.to_record()));
    let errors: Vec<String> = other.failures().take().iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("flat") && errors[0].contains("other"), "{errors:?}");
}

fn lion_with(builder: Partition, options: BurnOptions, model: &Net) -> BurnModuleOptimizer {
    let options = options.learning_rates(LearningRates::Factor);
    BurnModuleOptimizer::with_options(builder, options, model).unwrap()
}

/// Without a module the names are unknown. The message says how to pass them.
#[test]
fn the_help_names_what_knows_the_names() {
    let errors = [
        BurnOptimizer::new(Partition::new().rest("rest", AdamW::new())),
        BurnOptimizer::new(AdamW::new().group("all", |_| true, |h| h.weight_decay(0.0))),
        BurnOptimizer::new(AdamW::new().view("flat", |_| true, |_| [4])),
        BurnOptimizer::new(AdamW::new().watch(["cosine"])),
    ];
    for error in errors.map(|made| made.expect_err("it is refused").to_string()) {
        assert!(error.ends_with("`BurnModuleOptimizer::new(…, &module)` knows the names"), "{error}");
    }
}
