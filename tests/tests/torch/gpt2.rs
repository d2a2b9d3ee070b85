//! What the Trainer of Hugging Face began goes on here, and the other way round (`tests/torch/make_gpt2.py`, `check_gpt2.py`).

use std::collections::BTreeMap;
use std::path::PathBuf;

use ndarray::{Array1, Array2, ArrayD, Axis};
use optim_std::prelude::*;
use optim_std::torch::{Names, TorchEps, TorchFile};
use optim_std::{LoadOptions, Name, Tags};

use super::{AFTER, BEFORE, difference, tensors};

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "torch", "gpt2", name].iter().collect()
}

/// A GPT-2 with the names that it has in `transformers`, declared in the order of `model.named_parameters()` there.
#[derive(Parameters, Clone)]
struct Gpt2 {
    transformer: Transformer,
}

#[derive(Parameters, Clone)]
struct Transformer {
    wte: Embedding,
    wpe: Embedding,
    h: Vec<Block>,
    ln_f: Norm,
}

#[derive(Parameters, Clone)]
struct Block {
    ln_1: Norm,
    attn: Attention,
    ln_2: Norm,
    mlp: Mlp,
}

#[derive(Parameters, Clone)]
struct Attention {
    c_attn: Linear,
    c_proj: Linear,
}

#[derive(Parameters, Clone)]
struct Mlp {
    c_fc: Linear,
    c_proj: Linear,
}

#[derive(Parameters, Clone)]
struct Embedding {
    weight: Array2<f32>,
}

#[derive(Parameters, Clone)]
struct Linear {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

#[derive(Parameters, Clone)]
struct Norm {
    weight: Array1<f32>,
    bias: Array1<f32>,
}

impl Gpt2 {
    /// Two layers of width 8, all zeros.
    fn zeros() -> Self {
        let embedding = |rows| Embedding { weight: Array2::zeros((rows, 8)) };
        let linear = |from, to| Linear { weight: Array2::zeros((from, to)), bias: Array1::zeros(to) };
        let norm = || Norm { weight: Array1::zeros(8), bias: Array1::zeros(8) };
        let block = || Block {
            ln_1: norm(),
            attn: Attention { c_attn: linear(8, 24), c_proj: linear(8, 8) },
            ln_2: norm(),
            mlp: Mlp { c_fc: linear(8, 32), c_proj: linear(32, 8) },
        };
        let (wte, wpe) = (embedding(32), embedding(12));
        Self { transformer: Transformer { wte, wpe, h: vec![block(), block()], ln_f: norm() } }
    }
}

/// Whether the Trainer leaves a parameter without decay: biases and LayerNorm.
fn no_decay(name: &str) -> bool {
    name.ends_with(".bias") || name.contains(".ln_")
}

/// What `make_gpt2.py` trains with, as far as it is not in the files of a checkpoint: the groups, the schedule and the clipping.
fn optimizer<P: Parameters<Elem = f32>>(model: &P) -> Optimizer<AdamW, f32> {
    AdamW::new()
        .lr(LinearLR::new(1e-3, 0.0, 12).warmup(3))
        .group("no_decay", |param| no_decay(param.name()), |group| group)
        .clip_norm(0.6)
        .build(model)
        .unwrap()
}

/// Facts of `parameters.json`, against which the test is held; nothing that leads here takes them.
fn fact(name: &str) -> serde_json::Value {
    let facts = std::fs::read_to_string(path("parameters.json")).unwrap();
    serde_json::from_str::<serde_json::Value>(&facts).unwrap()[name].take()
}

/// Tensors of a `model.safetensors`.
fn parameters(checkpoint: &str) -> BTreeMap<String, ArrayD<f32>> {
    let bytes = std::fs::read(path(checkpoint)).unwrap();
    let file = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let array = |view: safetensors::tensor::TensorView<'_>| {
        let numbers = view.data().chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()));
        ArrayD::from_shape_vec(view.shape(), numbers.collect()).unwrap()
    };
    file.tensors().into_iter().map(|(name, view)| (name, array(view))).collect()
}

/// Parameters by name.
fn named<P: Parameters<Elem = f32>>(model: &P) -> BTreeMap<String, ArrayD<f32>> {
    let mut named = BTreeMap::new();
    model.visit(Name::ROOT, &mut |name, array| {
        named.insert(name.to_string(), array.to_ndarray().into_owned());
    });
    named
}

fn gradients(step: usize) -> BTreeMap<String, ArrayD<f32>> {
    let all = tensors::<f32>(&TorchFile::open(path("gradients.pt")).unwrap().root());
    all.into_iter().map(|(name, array)| (name, array.index_axis_move(Axis(0), step))).collect()
}

#[test]
fn training_resumes_from_a_checkpoint_of_the_trainer() {
    let mut model = Gpt2::zeros();
    let before = parameters("checkpoint-5/model.safetensors");
    model.visit_mut(Name::ROOT, &mut |name, mut param| param.to_ndarray_mut().assign(&before[&name.to_string()]));
    let mut opt = optimizer(&model);
    let saved = TorchFile::open(path("checkpoint-5/optimizer.pt")).unwrap().optimizer().unwrap();
    let (state, notes) = saved.convert_for(&opt, &Names::InOrder).unwrap();
    for note in notes {
        println!("{note}");
    }
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    opt.schedule(&Tags::all(), "eps", TorchEps::new(1e-8, 0.999)).unwrap();

    let (rates, norms) = (fact("rates"), fact("norms"));
    for step in 0..AFTER {
        let (rate, torchs) = (opt.value_in("default", "lr").unwrap(), rates[BEFORE + step].as_f64().unwrap());
        assert!((rate.as_f64().unwrap() - torchs).abs() <= 1e-17, "{rate:?}, {torchs} in torch");
        let report = opt.step(&mut model, &gradients(step)).unwrap();
        let norm = norms[BEFORE + step].as_f64().unwrap();
        assert!((report.grad_norm.unwrap() - norm).abs() <= 1e-6, "{report:?}, {norm} in torch");
    }
    let (after, model) = (parameters("checkpoint-10/model.safetensors"), named(&model));
    let (moved, off) = (difference(&model, &before), difference(&model, &after));
    println!("moved {moved:.2e} off {off:.2e}");
    assert!(off <= 1e-6, "{off:.2e} from the Trainer");
    assert!(moved > 1e-3, "moved by {moved:.2e} only");
}

/// The groups here have the Trainer's parameters in the Trainer's order.
#[test]
fn groups_have_the_order_of_the_trainer() {
    let model = Gpt2::zeros();
    let opt = optimizer(&model);
    let groups = opt.group_infos().into_iter().map(|group| group.members);
    assert_eq!(serde_json::to_value(groups.collect::<Vec<_>>()).unwrap(), fact("groups"));
}
