//! Files of PyTorch have the shapes of the model.

use optim_std::checkpoint::{ParamDict, StateEntry};
use optim_std::indexmap::IndexMap;
use optim_std::prelude::*;
use optim_std::torch::{ConvertError, Dialect, Export, Names, TorchFile};
use optim_std::{AnyBuilder, LoadOptions, ParamView, Storage, registry};

use super::{numbers, seed};

type Ordered = IndexMap<String, ndarray::ArrayD<f64>>;

fn model() -> Ordered {
    ["w", "v"].map(|name| (name.to_owned(), numbers(&[4, 6], seed(name, 90)))).into_iter().collect()
}

fn trained(builder: &AnyBuilder) -> (Ordered, Optimizer<f64>) {
    let mut params = model();
    let mut opt = builder.build(&params).unwrap();
    for number in 0..3 {
        let grads: Ordered = params.keys().map(|name| (name.clone(), numbers(&[4, 6], seed(name, number)))).collect();
        opt.step(&mut params, &grads).unwrap();
    }
    (params, opt)
}

fn builder(name: &str) -> AnyBuilder {
    registry::find(optim_std::optimizers(), name).unwrap().builder().set("lr", 0.1).unwrap()
}

fn viewed(name: &str) -> AnyBuilder {
    super::viewed(builder(name), &[2, 3, 4])
}

/// The names of parameters and states that are tensors, with their views.
fn tensors(opt: &Optimizer<f64>) -> Vec<(String, Option<ParamView>, StateEntry)> {
    let all = opt.state_dict().params.into_iter().flat_map(|ParamDict { name, view, states, .. }| {
        states.into_iter().map(move |(state, entry)| (format!("{name} {state}"), view.clone(), entry))
    });
    all.filter(|(.., entry)| matches!(entry, StateEntry::Tensor(_))).collect()
}

#[test]
fn a_file_is_that_of_the_model() {
    for (name, dialect) in [("AdamW", Dialect::Torch), ("Adagrad", Dialect::Torch), ("Lion", Dialect::Cerebras)] {
        let (params, opt) = trained(&viewed(name));
        let (bytes, _) = Export::new(&opt).model(&params).dialect(dialect).write(Vec::new()).unwrap();
        // Elementwise optimizers: the numbers are the same with and without a view, and so is the file.
        let (plain_params, plain) = trained(&builder(name));
        let (plain_bytes, _) = Export::new(&plain).model(&plain_params).dialect(dialect).write(Vec::new()).unwrap();
        assert!(bytes == plain_bytes, "{name}");
        let saved = TorchFile::from_bytes(bytes).unwrap().optimizer().unwrap();
        // Both optimizers can read it.
        for builder in [viewed(name), builder(name)] {
            let (_, expected) = trained(&builder);
            let mut other = builder.build(&model()).unwrap();
            let (dict, _) = saved.convert_for(&other, &Names::Auto).unwrap();
            other.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
            assert_eq!(tensors(&other), tensors(&expected), "{name}");
        }
    }
}

#[test]
fn states_of_two_bytes() {
    let (params, opt) = trained(&viewed("AdamW").storage("exp_avg", Storage::Bf16));
    let (bytes, _) = Export::new(&opt).model(&params).write(Vec::new()).unwrap();
    let mut other = viewed("AdamW").storage("exp_avg", Storage::Bf16).build(&params).unwrap();
    let (dict, _) =
        TorchFile::from_bytes(bytes).unwrap().optimizer().unwrap().convert_for(&other, &Names::Auto).unwrap();
    other.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
    assert_eq!(tensors(&other), tensors(&opt));
}

/// Rows of a view are not rows of the model.
#[test]
fn states_of_rows_are_refused() {
    let (params, opt) = trained(&viewed("Adafactor"));
    let error = Export::new(&opt).model(&params).dialect(Dialect::HuggingFace).write(Vec::new()).err().unwrap();
    assert!(matches!(&error, ConvertError::View { param, .. } if param == "v"), "{error}");
    assert!(error.to_string().contains("rows or columns of the view `seen` of shape [2, 3, 4]"), "{error}");
    let (plain_params, plain) = trained(&builder("Adafactor"));
    let (bytes, _) = Export::new(&plain).model(&plain_params).dialect(Dialect::HuggingFace).write(Vec::new()).unwrap();
    let saved = TorchFile::from_bytes(bytes).unwrap().optimizer().unwrap();
    let error = saved.convert_for(&opt, &Names::Auto).err().unwrap();
    assert!(matches!(&error, ConvertError::View { .. }), "{error}");
}
