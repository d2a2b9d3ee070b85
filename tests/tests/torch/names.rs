//! Matches the parameters here with the parameters in a file: LayerNorm, whose weight and bias have the same shape.

use std::collections::{BTreeMap, HashMap};

use ndarray::{Array1, ArrayD, Axis};
use optim_std::indexmap::IndexMap;
use optim_std::prelude::*;
use optim_std::torch::{ConvertError, Export, Names, OptimizerState, TorchFile};
use optim_std::{LoadOptions, LoadParams};

use super::{AFTER, BEFORE, open};

type Sorted = BTreeMap<&'static str, ArrayD<f32>>;
type Inserted = IndexMap<&'static str, ArrayD<f32>>;

/// The parameters in torch's order.
#[derive(Parameters)]
struct Norm {
    weight: Array1<f32>,
    bias: Array1<f32>,
}

/// The parameters in another order.
#[derive(Parameters)]
struct Swapped {
    bias: Array1<f32>,
    weight: Array1<f32>,
}

/// A map inside a struct.
#[derive(Parameters)]
struct Outer {
    layers: Vec<BTreeMap<&'static str, Array1<f32>>>,
}

fn zeros() -> Array1<f32> {
    Array1::zeros(6)
}

fn norm() -> Norm {
    Norm { weight: zeros(), bias: zeros() }
}

fn saved(key: &str) -> OptimizerState {
    open("layer_norm").get(key).unwrap().optimizer().unwrap()
}

fn convert<P: Parameters<Elem = f32>>(key: &str, model: &P, names: &Names) -> Result<(), ConvertError> {
    let opt = AdamW::new().build(model).unwrap();
    saved(key).convert_for(&opt, names).map(drop)
}

/// The difference from torch's result if training resumes here with these names.
fn off<P: Parameters<Elem = f32>>(key: &str, mut model: P, names: &Names) -> f64 {
    let file = open("layer_norm");
    file.get("model").unwrap().load_params(&mut model).unwrap();
    let mut opt = AdamW::new().build(&model).unwrap();
    let (state, _) = saved(key).convert_for(&opt, names).unwrap();
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    let grads: BTreeMap<String, ArrayD<f32>> = file.get("grads").unwrap().to_map().unwrap().into_iter().collect();
    for step in BEFORE..BEFORE + AFTER {
        let grads: BTreeMap<&str, _> =
            grads.iter().map(|(name, all)| (&**name, all.index_axis(Axis(0), step))).collect();
        opt.step(&mut model, &grads).unwrap();
    }
    let after = file.get("after").unwrap().to_map::<f32>().unwrap();
    let mut off = 0.0_f64;
    model.visit(optim_std::Name::ROOT, &mut |name, here| {
        for (a, b) in here.to_ndarray().iter().zip(&after[&name.to_string()]) {
            off = off.max(f64::from((a - b).abs()));
        }
    });
    off
}

fn sorted() -> Sorted {
    BTreeMap::from([("weight", zeros().into_dyn()), ("bias", zeros().into_dyn())])
}

fn inserted() -> Inserted {
    IndexMap::from([("weight", zeros().into_dyn()), ("bias", zeros().into_dyn())])
}

#[test]
fn names_decide_where_the_file_has_them() {
    assert!(off("named", sorted(), &Names::Auto) < 1e-6);
    assert!(off("named", norm(), &Names::Auto) < 1e-6);
    assert!(off("named", Swapped { bias: zeros(), weight: zeros() }, &Names::default()) < 1e-6);
    assert!(off("named", sorted(), &Names::InFile) < 1e-6);
    // The order here equals the order in the file, so names agree.
    assert!(off("named", inserted(), &Names::InOrder) < 1e-6);
}

#[test]
fn without_names_the_order_decides_where_there_is_one() {
    assert!(off("optimizer", inserted(), &Names::Auto) < 1e-6);
    assert!(off("optimizer", norm(), &Names::Auto) < 1e-6);
    assert!(off("optimizer", sorted(), &Names::listed(["weight", "bias"])) < 1e-6);
    // A map sorted by name had this result before it became an error.
    assert!(off("optimizer", sorted(), &Names::listed(["bias", "weight"])) > 0.1);
}

#[test]
fn maps_without_an_order_are_refused() {
    let hashed = HashMap::from([("weight", zeros()), ("bias", zeros())]);
    let outer = Outer { layers: vec![BTreeMap::from([("weight", zeros()), ("bias", zeros())])] };
    for names in [Names::Auto, Names::InOrder] {
        let error = convert("optimizer", &sorted(), &names).unwrap_err();
        assert!(matches!(&error, ConvertError::NoOrder { params, .. } if params[..] == ["bias", "weight"]), "{error}");
        assert!(
            error.to_string().contains("`Names::listed([…])`") && error.to_string().contains("`IndexMap`"),
            "{error}"
        );
        assert!(matches!(convert("optimizer", &hashed, &names), Err(ConvertError::NoOrder { .. })));
        assert!(matches!(convert("optimizer", &outer, &names), Err(ConvertError::NoOrder { .. })));
    }
    // The names show another order.
    let error = convert("named", &sorted(), &Names::InOrder).unwrap_err();
    assert!(matches!(error, ConvertError::OrderDiffers { ordered: 0, named: 1, .. }), "{error}");
    let error = convert("named", &Swapped { bias: zeros(), weight: zeros() }, &Names::InOrder).unwrap_err();
    let expected = "the order of the parameters differs: `bias` is number 0 here, and number 1 in the file, where number 0 is \
                    `weight`\nhelp: go by the names: `Names::Auto`";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn what_has_no_siblings_has_an_order() {
    let alone = |name| BTreeMap::from([(name, zeros())]);
    let layers = Outer { layers: vec![alone("weight"), alone("bias")] };
    convert("optimizer", &layers, &Names::Auto).unwrap();
    // Two groups with one parameter each.
    let opt = AdamW::new().group("bias", |p| p.name() == "bias", |h| h.lr(0.5)).build(&sorted()).unwrap();
    let (bytes, _) = Export::new(&opt).write(Vec::new()).unwrap();
    let (bytes, state) = (bytes.clone(), TorchFile::from_bytes(bytes).unwrap().optimizer().unwrap());
    state.convert_for(&opt, &Names::InOrder).unwrap();
    assert!(!bytes.is_empty());
    let infos: Vec<bool> = opt.params().map(|info| info.is_ordered()).collect();
    assert_eq!(infos, [false, false]);
}

/// A state dict with these names of parameters.
fn named(names: [&'static str; 2]) -> OptimizerState {
    let mut model: Inserted = names.into_iter().map(|name| (name, ArrayD::zeros(vec![6]))).collect();
    let mut opt = AdamW::new().build(&model).unwrap();
    let grads: Inserted =
        names.into_iter().zip([1.0, 2.0]).map(|(name, x)| (name, ArrayD::from_elem(vec![6], x))).collect();
    opt.step(&mut model, &grads).unwrap();
    let (bytes, _) = Export::new(&opt).bare().write(Vec::new()).unwrap();
    TorchFile::from_bytes(bytes).unwrap().optimizer().unwrap()
}

#[test]
fn prefixes_of_names() {
    let opt = AdamW::new().build(&sorted()).unwrap();
    let weight_comes_first = |saved: &OptimizerState, names: &Names| {
        let (state, _) = saved.convert_for(&opt, names).unwrap_or_else(|error| panic!("{error}"));
        let weight = state.params.iter().find(|param| param.name == "weight").unwrap();
        match &weight.states[0].1 {
            optim_std::checkpoint::StateEntry::Tensor(data) => assert!((data.to_f64()[0] - 0.1).abs() < 1e-6),
            other => panic!("{other:?}"),
        }
    };
    for names in [
        ["weight", "bias"],
        ["module.weight", "module.bias"],
        ["_orig_mod.weight", "_orig_mod.bias"],
        ["module._orig_mod.weight", "module._orig_mod.bias"],
    ] {
        weight_comes_first(&named(names), &Names::Auto);
        weight_comes_first(&named(names), &Names::InFile);
    }
    let inner = named(["module.norm.weight", "module.norm.bias"]);
    weight_comes_first(&inner, &Names::Renamed(LoadParams::new().prefix("norm.")));
    weight_comes_first(&inner, &Names::listed(["weight", "bias"]));
    let error = inner.convert_for(&opt, &Names::Auto).unwrap_err().to_string();
    let expected = "names of parameters differ; only the optimizer has `bias`, `weight`; only the file has `module.norm.bias`, \
                    `module.norm.weight`\nhelp: list those here in the order of the file";
    assert!(error.starts_with(expected), "{error}");
    // A function that returns the same name for two parameters.
    let both = Names::Renamed(LoadParams::new().rename(|_| "weight".to_owned()));
    assert!(matches!(named(["weight", "bias"]).convert_for(&opt, &both), Err(ConvertError::Names { .. })));
}
