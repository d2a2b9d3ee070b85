//! What the Trainer of Hugging Face began goes on here, and the other way round (`tests/torch/make_gpt2.py`, `check_gpt2.py`).

use std::collections::BTreeMap;
use std::path::PathBuf;

use ndarray::{Array1, Array2, ArrayD, Axis};
use optim_std::indexmap::IndexMap;
use optim_std::prelude::*;
use optim_std::safetensors::{SafetensorsFile, save_params};
use optim_std::torch::{Export, Names, TorchFile};
use optim_std::{LoadOptions, Name, Tags};

use super::{AFTER, BEFORE, tensors};

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

/// The settings of `make_gpt2.py` that are not in the files of a checkpoint: the groups and the clipping. The schedule is told by its
/// arguments when `scheduler.pt` is read.
fn optimizer<P: Parameters<Elem = f32>>(model: &P) -> Optimizer<AdamW, f32> {
    AdamW::new()
        .group("no_decay", |param| no_decay(param.name()), |group| group)
        .clip_norm(0.6)
        .build(model)
        .unwrap()
}

/// The model, filled from the checkpoint, and the optimizer that resumes from it.
fn resumed<P: Parameters<Elem = f32>>(mut model: P, names: &Names) -> (P, Optimizer<AdamW, f32>) {
    let unused = SafetensorsFile::open(path("checkpoint-5/model.safetensors")).unwrap().load_params(&mut model).unwrap();
    assert_eq!(unused, [""; 0]);
    let mut opt = optimizer(&model);
    let saved = TorchFile::open(path("checkpoint-5/optimizer.pt")).unwrap().optimizer().unwrap();
    let (state, notes) = saved.convert_for(&opt, names).unwrap();
    for note in notes { println!("{note}"); }
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    opt.schedule(&Tags::all(), "lr", LinearLR::new(1e-3, 0.0, 12).warmup(3)).unwrap();
    (model, opt)
}

fn gradients(step: usize) -> impl Parameters<Elem = f32> {
    let all = tensors::<f32>(&TorchFile::open(path("gradients.pt")).unwrap().root());
    let of_step = all.into_iter().map(|(name, array)| (name, array.index_axis_move(Axis(0), step)));
    of_step.collect::<BTreeMap<_, _>>()
}

/// The largest difference from the parameters of a checkpoint.
fn difference<P: Parameters<Elem = f32>>(model: &P, checkpoint: &str) -> f32 {
    let file = SafetensorsFile::open(path(checkpoint).join("model.safetensors")).unwrap();
    let (mut off, mut params) = (0.0_f32, 0);
    model.visit(Name::ROOT, &mut |name, param| {
        let other = file.array::<f32>(&name.to_string()).unwrap();
        off = param.to_ndarray().iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(off, f32::max);
        params += 1;
    });
    assert_eq!(params, file.names().len());
    off
}

/// A fact of `parameters.json`, which the steps are compared with; they take nothing from it.
fn fact(name: &str) -> serde_json::Value {
    let facts = std::fs::read_to_string(path("parameters.json")).unwrap();
    serde_json::from_str::<serde_json::Value>(&facts).unwrap()[name].take()
}

fn five_steps<P: Parameters<Elem = f32>>(model: &mut P, opt: &mut Optimizer<AdamW, f32>) {
    let (rates, norms) = (fact("rates"), fact("norms"));
    for step in 0..AFTER {
        let rate = rates[BEFORE + step].as_f64().unwrap();
        assert_eq!(opt.value_in("default", "lr").unwrap(), rate.into());
        let report = opt.step(model, &gradients(step)).unwrap();
        let expected = norms[BEFORE + step].as_f64().unwrap();
        assert!((report.grad_norm.unwrap() - expected).abs() <= 1e-6, "{report:?}, {expected} in torch");
    }
}

fn agrees<P: Parameters<Elem = f32>>(model: &P) {
    let (moved, off) = (difference(model, "checkpoint-5"), difference(model, "checkpoint-10"));
    assert!(off <= 1e-6, "{off:.2e} from the Trainer");
    assert!(moved > 1e-3, "moved by {moved:.2e} only");
    println!("{off:.2e}, moved by {moved:.2e}");
}

#[test]
fn training_resumes_from_a_checkpoint_of_the_trainer() {
    let (mut model, mut opt) = resumed(Gpt2::zeros(), &Names::default());
    five_steps(&mut model, &mut opt);
    agrees(&model);
}

/// The groups here have the Trainer's parameters in the Trainer's order.
#[test]
fn groups_have_the_order_of_the_trainer() {
    let opt = optimizer(&Gpt2::zeros());
    let groups = opt.group_infos().into_iter().map(|group| group.members);
    assert_eq!(serde_json::to_value(groups.collect::<Vec<_>>()).unwrap(), fact("groups"));
}

/// Parameters by name, without a struct, in the order of the struct.
fn map<M: FromIterator<(String, ArrayD<f32>)>>() -> M {
    let mut params = Vec::new();
    Gpt2::zeros().visit(Name::ROOT, &mut |name, param| params.push((name.to_string(), param.to_ndarray().into_owned())));
    params.into_iter().collect()
}

#[test]
fn a_map_with_an_order_resumes_without_names() {
    let (mut model, mut opt) = resumed(map::<IndexMap<_, _>>(), &Names::default());
    five_steps(&mut model, &mut opt);
    agrees(&model);
}

#[test]
fn a_map_without_an_order_resumes_with_names() {
    let model = map::<BTreeMap<_, _>>();
    let saved = TorchFile::open(path("checkpoint-5/optimizer.pt")).unwrap().optimizer().unwrap();
    let error = saved.convert_for(&optimizer(&model), &Names::default()).unwrap_err();
    println!("{error}");
    // In Python: [name for name, _ in model.named_parameters()], those with decay first.
    let order = map::<IndexMap<String, _>>();
    let (without, with): (Vec<&String>, Vec<&String>) = order.keys().partition(|name| no_decay(name));
    let (mut model, mut opt) = resumed(model, &Names::listed(with.into_iter().chain(without)));
    five_steps(&mut model, &mut opt);
    agrees(&model);
}

/// `optimizer.pt` as the Trainer itself wrote it.
#[test]
fn the_form_of_the_file_is_kept() {
    let (_, opt) = resumed(Gpt2::zeros(), &Names::default());
    let saved = TorchFile::open(path("checkpoint-5/optimizer.pt")).unwrap();
    let like = saved.optimizer().unwrap();
    let (bytes, notes) = Export::new(&opt).like(&like, &Names::default()).bare().write(Vec::new()).unwrap();
    for note in notes { println!("{note}"); }
    let written = TorchFile::from_bytes(bytes).unwrap();
    assert_eq!(written.root().keys().unwrap(), saved.root().keys().unwrap());
    println!("{:?}\n{:?}", written.get("param_groups").unwrap().at(0).unwrap(), saved.get("param_groups").unwrap().at(0).unwrap());
    for group in 0..2 {
    let (a, b) = (written.get("param_groups").unwrap().at(group).unwrap(), saved.get("param_groups").unwrap().at(group).unwrap());
    println!("{:?}\n{:?}", a.keys(), b.keys());
    for key in b.keys().unwrap() { println!("{key} {:?} {:?}", a.get(key), b.get(key)); }
    }
}

/// Writes the checkpoint that `tests/torch/check_gpt2.py` resumes from, to the folder of the environment variable `OPTIM_EXPORT`.
#[test]
#[ignore = "for tests/torch/check_gpt2.py"]
fn write_for_the_trainer() {
    let folder = PathBuf::from(std::env::var_os("OPTIM_EXPORT").expect("OPTIM_EXPORT names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut model, mut opt) = resumed(Gpt2::zeros(), &Names::default());
    five_steps(&mut model, &mut opt);
    save_params(&model, folder.join("model.safetensors")).unwrap();
    let like = TorchFile::open(path("checkpoint-5/optimizer.pt")).unwrap().optimizer().unwrap();
    Export::new(&opt).like(&like, &Names::default()).bare().save(folder.join("optimizer.pt")).unwrap();
}
