//! Views in configurations.

use optim_std::config::{Config, Problem};
use optim_std::prelude::*;
use optim_std::{BuildError, Optimizer};

use super::{Model, numbers, remembered, seed, steps};

const SHAPES: [(&str, &[usize]); 4] =
    [("experts", &[2, 3, 4]), ("fc.bias", &[4]), ("fc.weight", &[4, 6]), ("qkv.weight", &[12, 5])];

fn model() -> Model<f64> {
    SHAPES.map(|(name, shape)| (name.to_owned(), numbers(shape, seed(name, 90)))).into()
}

fn after(opt: &mut Optimizer<f64>) -> Vec<(String, Option<u64>)> {
    let (mut params, shapes) = (model(), model());
    steps(opt, &mut params, 3, |name, number| numbers(shapes[name].shape(), seed(name, number)));
    remembered(opt, &params)
}

const DOCUMENT: &str = "
optimizer:
  Partition:
    - hidden:
        ndim: [2, 3]
        Muon:
          lr: 0.02
          views:
            heads: {match: '*qkv.weight', shape: [6, 2, -1]}
            experts: {ndim: 3, except: ['*.bias'], shape: [2, 3, 4]}
    - rest: {AdamW: {lr: 0.1}}
";

#[test]
fn a_document_has_the_views_of_the_builder() {
    let mut written = Config::parse(DOCUMENT).unwrap().build(&model()).unwrap();
    assert_eq!(written.view_of("qkv.weight").unwrap().unwrap().to_string(), "`heads` of shape [6, 2, 5]");
    assert_eq!(written.view_of("experts").unwrap().unwrap().name(), "experts");
    let muon = Muon::new().lr(0.02).view("heads", |p| p.name().ends_with("qkv.weight"), |p| [6, 2, p.dim(1)]);
    let muon = muon.view("experts", |p| p.ndim() == 3, |p| p.shape().to_vec());
    let partition = Partition::new().rule("hidden", |p| p.ndim() > 1, muon).rest("rest", AdamW::new().lr(0.1));
    let mut coded = partition.build(&model()).unwrap();
    let without: Vec<&str> =
        DOCUMENT.lines().filter(|line| !line.contains("shape") && !line.contains("views")).collect();
    let mut plain = Config::parse(&without.join("\n")).unwrap().build(&model()).unwrap();
    let (written, coded) = (after(&mut written), after(&mut coded));
    assert_eq!(written, coded);
    assert_ne!(written, after(&mut plain));
}

#[test]
fn one_optimizer_and_one_inside_of_a_wrapper() {
    let parse = |text: &str| Config::parse(text).unwrap().build(&model());
    let opt = parse("optimizer: {AdamW: {views: {flat: {match: [fc.weight, 'qkv*'], shape: [-1]}}}}").unwrap();
    assert_eq!(opt.view_of("fc.weight").unwrap().unwrap().shape(), [24]);
    assert_eq!(opt.view_of("qkv.weight").unwrap().unwrap().shape(), [60]);
    let opt = parse("optimizer: {Ema: {inner: AdamW, views: {flat: {ndim: 2, shape: [-1, 2]}}}}").unwrap();
    assert_eq!(opt.view_of("fc.weight").unwrap().unwrap().shape(), [12, 2]);
    let error = parse("optimizer: {Ema: {inner: {AdamW: {views: {flat: {shape: [-1]}}}}}}").err().unwrap();
    assert!(matches!(error.problem(), Problem::Build(BuildError::InnerOption { option: "view", .. })), "{error}");
}

#[test]
fn mistakes_are_errors_with_their_places() {
    let error = |views: &str| {
        let text = format!("optimizer:\n  AdamW:\n    views:\n      {views}\n");
        let error = match Config::parse(&text) {
            Err(error) => error,
            Ok(config) => config.build(&model()).err().unwrap(),
        };
        assert_eq!(error.place().line(), Some(4), "{error}");
        assert!(error.place().path().starts_with("optimizer.AdamW.views.heads"), "{error}");
        error.to_string().split_once(": ").unwrap().1.to_owned()
    };
    let is = |text: String, parts: &[&str]| assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    is(
        error("heads: {match: 'fc.*t', shape: [5, -1]}"),
        &["view `heads` of parameter `fc.weight` has shape [5, 4] and 20 elements", "here 24 elements"],
    );
    is(error("heads: {match: qkv.weight, shape: [-1, 0]}"), &["has shape [0, 0] and 0 elements"]);
    let sizes = format!("[{0}, -1, {0}]", i64::MAX);
    is(error(&format!("heads: {{match: qkv.weight, shape: {sizes}}}")), &["more elements than memory can hold"]);
    is(error("heads: {match: nothing, shape: [-1]}"), &["view `heads` matches no parameter", "`fc.bias`"]);
    is(error("heads: {match: nothing}"), &["`shape` is missing", "of which one may be -1"]);
    is(error("heads: {shape: [-1, -1]}"), &["a list of sizes, of which one may be -1"]);
    is(error("heads: {shape: 24}"), &["a list of sizes"]);
    is(error("heads: {shape: [-2]}"), &["a size, at least 0, or -1"]);
    is(error("heads: {shape: [2.5]}"), &["a size, at least 0, or -1"]);
    is(error("heads: {shap: [2]}"), &["view heads has no key `shap`", "did you mean `shape`?"]);
    is(error("heads: [2, 3]"), &["a mapping from names of views"]);
    let two = "{one: {ndim: 2, shape: [-1]}, two: {match: qkv.weight, shape: [-1]}}";
    let error =
        Config::parse(&format!("optimizer: {{AdamW: {{views: {two}}}}}")).unwrap().build(&model()).err().unwrap();
    assert!(matches!(error.problem(), Problem::Build(BuildError::TwoViews { .. })), "{error}");
    assert_eq!(error.place().path(), "optimizer.AdamW.views.two");
}

/// Two rules have views of the same name. The error is about the second one.
#[test]
fn a_mistake_is_in_the_rule_of_its_parameter() {
    let text = "
optimizer:
  Partition:
    - hidden: {ndim: 2, Muon: {lr: 0.1, views: {heads: {match: qkv.weight, shape: [6, 2, -1]}}}}
    - rest: {AdamW: {lr: 0.1, views: {heads: {match: experts, shape: [5, -1]}}}}
";
    let error = Config::parse(text).unwrap().build(&model()).err().unwrap();
    assert!(matches!(error.problem(), Problem::Build(BuildError::ViewElements { .. })), "{error}");
    assert_eq!(error.place().line(), Some(5), "{error}");
}
