//! Code that the fuzz targets share: small models, and all data of an optimizer, to the bit.

pub mod parts;
pub mod seeds;

use optim_std::Float;
use optim_std::indexmap::IndexMap;
use optim_std::ndarray::{ArrayD, IxDyn};
use optim_std::prelude::*;
use optim_std::{AnyBuilder, Setting, StateView};

/// Parameters by name.
pub type Model<T> = IndexMap<String, ArrayD<T>>;
/// An optimizer by name.
pub use optim_std::Optimizer as Opt;

/// Parameters of these names and shapes with numbers from -1 to 1.
pub fn model<T: Float>(shapes: &[(&str, &[usize])]) -> Model<T> {
    let mut turn = 0.0;
    let mut number = || {
        turn += 1.0;
        T::cast(f64::sin(turn))
    };
    let mut array = |shape: &[usize]| ArrayD::from_shape_simple_fn(IxDyn(shape), &mut number);
    shapes.iter().map(|&(name, shape)| (name.to_owned(), array(shape))).collect()
}

/// A builder of a stock optimizer by name, with the required arguments.
pub fn builder(name: &str) -> AnyBuilder {
    let builder = optim_std::registry::find(optim_std::optimizers(), name).expect("a stock optimizer").builder();
    builder.set("lr", 0.01).expect("all of them take it")
}

/// A model, and some optimizers for it after a few steps: states of all kinds, groups, schedules, masks.
pub fn trained() -> (Model<f32>, Vec<Opt<f32>>) {
    let mut params = model::<f32>(&[("fc.weight", &[3, 2]), ("fc.bias", &[2]), ("", &[]), ("none", &[0, 4])]);
    let grads = params.clone();
    let mut opts = Vec::new();
    for name in ["AdamW", "SGD", "Adafactor", "Adagrad", "ASGD"] {
        let mut builder = builder(name);
        if name == "SGD" {
            builder = builder.set("momentum", 0.9).expect("it has momentum");
        }
        let other = builder.clone();
        if name == "AdamW" {
            let lr = CosineDecayLR::new(0.1, 0.0, 10).warmup(3);
            builder = builder.set("lr", Setting::schedule(lr)).expect("a schedule");
            builder = builder.group("bias", |param| param.name() == "fc.bias", other);
        }
        let mut opt = builder.build(&params).expect("it takes the model");
        if name == "AdamW" {
            let mask = ArrayD::from_shape_fn(IxDyn(&[3, 2]), |place| place[0] != place[1]);
            opt.set_mask("fc.weight", &mask).expect("a mask of its shape");
        }
        for _ in 0..3 {
            opt.step(&mut params, &grads).expect("a step");
        }
        opts.push(opt);
    }
    (params, opts)
}

/// All data, to the bit.
pub fn bits<T: Float>(opt: &Optimizer<T>, model: &Model<T>) -> Vec<String> {
    let array = |array: &mut dyn Iterator<Item = &T>| array.map(|x| Float::to_bits(*x)).collect::<Vec<_>>();
    let mut all: Vec<String> =
        model.iter().map(|(name, own)| format!("{name} {:?} {:?}", own.shape(), array(&mut own.iter()))).collect();
    opt.visit_state(|param, state, view| {
        all.push(match view {
            StateView::Scalar(number) => format!("{param}/{state} {}", number.to_bits()),
            StateView::Array(view) => format!("{param}/{state} {:?} {:?}", view.shape(), array(&mut view.iter())),
        });
    });
    for name in opt.param_names() {
        all.push(format!("{name} at {:?}", opt.step_count(name)));
    }
    for (name, mask) in opt.masks() {
        all.push(format!("mask {name} {mask:?}"));
    }
    all.push(format!("{} {:?}", opt.steps(), opt.group_infos()));
    all
}
