//! Training of the Hugging Face Trainer resumes here, and training here resumes in the Trainer. `tests/torch/make_gpt2.py` made the recordings.
//! `tests/torch/check_gpt2.py` checks the second half with the real Trainer.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ndarray::{Array1, Array2, ArrayD, Axis};
use optim_std::indexmap::IndexMap;
use optim_std::prelude::*;
use optim_std::safetensors::{SafetensorsFile, save_params};
use optim_std::torch::{ConvertError, Export, GroupSchedules, Names, Note, OptimizerState, TorchFile, TorchValue};
use optim_std::{LoadOptions, Name};

use super::form::same;
use super::{AFTER, BEFORE, tensors};

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "torch", "gpt2", name].iter().collect()
}

/// A GPT-2 with the names in `transformers`, declared in the order of its `model.named_parameters()`.
#[derive(Parameters)]
struct Gpt2 {
    transformer: Transformer,
}

#[derive(Parameters)]
struct Transformer {
    wte: Embedding,
    wpe: Embedding,
    h: Vec<Block>,
    ln_f: Norm,
}

#[derive(Parameters)]
struct Block {
    ln_1: Norm,
    attn: Attention,
    ln_2: Norm,
    mlp: Mlp,
}

#[derive(Parameters)]
struct Attention {
    c_attn: Linear,
    c_proj: Linear,
}

#[derive(Parameters)]
struct Mlp {
    c_fc: Linear,
    c_proj: Linear,
}

#[derive(Parameters)]
struct Embedding {
    weight: Array2<f32>,
}

#[derive(Parameters)]
struct Linear {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

#[derive(Parameters)]
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

/// Returns true for parameters that the Trainer does not decay: biases and LayerNorm.
fn no_decay(name: &str) -> bool {
    name.ends_with(".bias") || name.contains(".ln_")
}

/// The Trainer defines the groups, its arguments have the largest norm, and `optimizer.pt` has everything else.
fn optimizer<P: Parameters<Elem = f32>>(model: &P) -> Optimizer<f32> {
    let max_norm = argument("max_grad_norm").as_f64().unwrap();
    let groups = AdamW::new().group("no_decay", |param| no_decay(param.name()), |group| group);
    groups.clip_norm(max_norm).build(model).unwrap()
}

/// An argument of the Trainer. The arguments are an object of a class, which is read without the class.
fn argument(name: &str) -> TorchValue {
    open("training_args.bin").root().attributes().unwrap().get(name).unwrap()
}

fn open(file: &str) -> TorchFile {
    TorchFile::open(path("checkpoint-5").join(file)).unwrap()
}

/// Training that continues from the Trainer's checkpoint.
struct Run<P> {
    model: P,
    opt: Optimizer<f32>,
    saved: OptimizerState,
    schedules: GroupSchedules,
}

impl<P: Parameters<Elem = f32>> Run<P> {
    fn resume(mut model: P, names: &Names) -> Self {
        let file = SafetensorsFile::open(path("checkpoint-5/model.safetensors")).unwrap();
        assert_eq!(file.load_params(&mut model).unwrap(), [""; 0]);
        let mut opt = optimizer(&model);
        let saved = open("optimizer.pt").optimizer().unwrap();
        let (state, notes) = saved.convert_for(&opt, names).unwrap();
        // The optimizer here was built with another `eps`, and does not have a schedule yet.
        let expected = |note: &Note| matches!(note, Note::EpsReplaced { .. } | Note::SchedulerMissing { .. });
        assert!(notes.len() == 3 && notes.iter().all(expected), "{notes:?}");
        opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
        let kind = argument("lr_scheduler_type").arguments().unwrap().at(0).unwrap();
        assert_eq!(kind.as_str().unwrap(), "linear");
        let [warmup, total] = ["warmup_steps", "max_steps"].map(|name| argument(name).as_int().unwrap() as u64);
        let schedules = open("scheduler.pt").scheduler().unwrap().linear_with_warmup(warmup, total).unwrap();
        schedules.attach(&mut opt).unwrap();
        Self { model, opt, saved, schedules }
    }

    /// Makes steps with the Trainer's gradients, and compares learning rates and norms.
    fn steps(&mut self) {
        let (rates, norms) = (fact("rates"), fact("norms"));
        for step in 0..AFTER {
            let rate = rates[BEFORE + step].as_f64().unwrap();
            assert_eq!(self.opt.value_in("default", "lr").unwrap(), rate.into());
            let report = self.opt.step(&mut self.model, &gradients(step)).unwrap();
            let norm = norms[BEFORE + step].as_f64().unwrap();
            assert!((report.grad_norm.unwrap() - norm).abs() <= 1e-6, "{report:?}, {norm} in torch");
        }
    }

    fn agrees(mut self) {
        self.steps();
        let (moved, off) = (difference(&self.model, "checkpoint-5"), difference(&self.model, "checkpoint-10"));
        assert!(off <= 1e-6, "{off:.2e} from the Trainer");
        assert!(moved > 1e-3, "moved by {moved:.2e} only");
    }
}

/// The gradients of a step.
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

/// A recorded value from `parameters.json`. Steps are compared with it, but do not use it.
fn fact(name: &str) -> serde_json::Value {
    let facts = std::fs::read_to_string(path("parameters.json")).unwrap();
    serde_json::from_str::<serde_json::Value>(&facts).unwrap()[name].take()
}

/// Parameters by name, in the order of the struct, all zeros.
fn map<M: FromIterator<(String, ArrayD<f32>)>>() -> M {
    let mut params = Vec::new();
    Gpt2::zeros()
        .visit(Name::ROOT, &mut |name, param| params.push((name.to_string(), param.to_ndarray().into_owned())));
    params.into_iter().collect()
}

#[test]
fn a_struct_resumes() {
    Run::resume(Gpt2::zeros(), &Names::default()).agrees();
}

#[test]
fn a_map_that_keeps_its_order_resumes() {
    Run::resume(map::<IndexMap<_, _>>(), &Names::default()).agrees();
}

#[test]
fn a_sorted_map_resumes_with_names() {
    let model = map::<BTreeMap<_, _>>();
    let saved = open("optimizer.pt").optimizer().unwrap();
    let error = saved.convert_for(&optimizer(&model), &Names::default()).unwrap_err();
    assert!(matches!(error, ConvertError::NoOrder { .. }), "{error}");
    // The order of `model.named_parameters()`. The first group has the parameters with decay.
    let order = map::<IndexMap<String, _>>();
    let (second, first): (Vec<&String>, Vec<&String>) = order.keys().partition(|name| no_decay(name));
    Run::resume(model, &Names::listed(first.into_iter().chain(second))).agrees();
}

/// The groups here have the Trainer's parameters in the Trainer's order.
#[test]
fn groups_are_those_of_the_trainer() {
    let opt = optimizer(&Gpt2::zeros());
    let groups = opt.group_infos().into_iter().map(|group| group.members);
    assert_eq!(serde_json::to_value(groups.collect::<Vec<_>>()).unwrap(), fact("groups"));
}

/// Rules for groups that forget LayerNorm, or match too much. The message lists the wrong parameters.
#[test]
fn a_wrong_rule_for_groups_is_told() {
    let saved = open("optimizer.pt").optimizer().unwrap();
    let error = |no_decay: fn(&str) -> bool, names: &Names| {
        let groups = AdamW::new().group("no_decay", move |param| no_decay(param.name()), |group| group);
        saved.convert_for(&groups.build(&Gpt2::zeros()).unwrap(), names).unwrap_err().to_string()
    };
    let message = error(|name| name.ends_with(".bias"), &Names::default());
    let lines: Vec<&str> = message.lines().collect();
    let expected = [
        "the file's groups have [10, 18] parameters, the optimizer's [15, 13]: the groups here have other members than those of the file",
        "help: all 5 parameters of shape [8] in group `default` are in another group of the file: `transformer.h.0.ln_1.weight`, \
         `transformer.h.0.ln_2.weight`, `transformer.h.1.ln_1.weight`, `transformer.h.1.ln_2.weight`, `transformer.ln_f.weight`",
        "help: build the optimizer with the groups of the file; the Hugging Face Trainer gives no weight decay to biases, and none to the \
         weights of LayerNorm and RMSNorm",
        "help: if the groups here are meant to differ, give the names of the file's parameters, in its order: `Names::listed([…])`",
    ];
    assert_eq!(lines, expected);
    // Only some of the parameters with the same shape.
    let message = error(|name| no_decay(name) || name.ends_with("wte.weight"), &Names::default());
    let first = "\nhelp: the only parameter of shape [32, 8] in group `no_decay` is in another group of the file: `transformer.wte.weight`\n";
    assert!(message.contains(first), "{message}");
    let message = error(|name| no_decay(name) || name.ends_with("attn.c_proj.weight"), &Names::default());
    assert!(
        message.contains("\nhelp: all 2 parameters of shape [8, 8] in group `no_decay` are in another"),
        "{message}"
    );
    // Another number of groups.
    let one = AdamW::new().build(&Gpt2::zeros()).unwrap();
    let message = saved.convert_for(&one, &Names::default()).unwrap_err().to_string();
    assert!(message.starts_with("the file's groups have [10, 18] parameters, the optimizer's [28]: "), "{message}");
    assert!(
        message.contains("\nhelp: build the optimizer with the groups of the file; the Hugging Face Trainer"),
        "{message}"
    );
}

/// Names in the file show exactly which parameters are in other groups. Without names, the message has shapes and counts.
#[test]
fn names_and_shapes_tell_of_a_wrong_rule() {
    let mut model = Gpt2::zeros();
    let rule = |name: &str| name.ends_with(".bias") || name.contains("ln_1");
    let build = |rule: fn(&str) -> bool| {
        AdamW::new().group("others", move |param| rule(param.name()), |group| group).build(&Gpt2::zeros()).unwrap()
    };
    let mut opt = build(rule);
    opt.step(&mut model, &gradients(0)).unwrap();
    let (mut bytes, _) = Export::new(&opt).bare().write(Vec::new()).unwrap();
    let wrong = build(|name| name.ends_with(".bias") || name.contains("ln_1") || name.contains("ln_2"));
    let error = |bytes: &[u8]| {
        let saved = TorchFile::from_bytes(bytes).unwrap().optimizer().unwrap();
        saved.convert_for(&wrong, &Names::InOrder).unwrap_err().to_string()
    };
    let message = error(&bytes);
    assert!(
        message.contains(
            "\nhelp: `transformer.h.0.ln_2.weight`, `transformer.h.1.ln_2.weight` are in another group of the file\n"
        ) && message.ends_with("go by the names: `Names::Auto`"),
        "{message}"
    );
    let key = b"param_names";
    let places: Vec<usize> = (0..bytes.len() - key.len()).filter(|&at| bytes[at..].starts_with(key)).collect();
    places.into_iter().for_each(|at| bytes[at] = b'x');
    let message = error(&bytes);
    let expected = "\nhelp: 2 of the 13 parameters of shape [8] in group `others` are in another group of the file: `transformer.h.0.ln_1.weight`, ";
    assert!(message.contains(expected), "{message}");
}

/// Without a step in between, writing the Trainer's files gives the same content.
#[test]
fn files_are_written_as_they_were() {
    let run = Run::resume(Gpt2::zeros(), &Names::default());
    let (bytes, notes) = Export::new(&run.opt).like(&run.saved, &Names::default()).bare().write(Vec::new()).unwrap();
    assert!(notes.iter().all(|note| matches!(note, Note::ScheduleWritten { hyper: "lr", .. })), "{notes:?}");
    same(&open("optimizer.pt").root(), &TorchFile::from_bytes(bytes).unwrap().root()).unwrap();
    let scheduler = run.schedules.state_at(run.opt.steps()).write(Vec::new()).unwrap();
    same(&open("scheduler.pt").root(), &TorchFile::from_bytes(scheduler).unwrap().root()).unwrap();
}

/// Writes the checkpoint from which `tests/torch/check_gpt2.py` resumes, to the folder in the environment variable `OPTIM_EXPORT`.
#[test]
#[ignore = "for tests/torch/check_gpt2.py"]
fn write_for_the_trainer() {
    let folder = PathBuf::from(std::env::var_os("OPTIM_EXPORT").expect("OPTIM_EXPORT names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    let mut run = Run::resume(Gpt2::zeros(), &Names::default());
    run.steps();
    save_params(&run.model, folder.join("model.safetensors")).unwrap();
    Export::new(&run.opt).like(&run.saved, &Names::default()).bare().save(folder.join("optimizer.pt")).unwrap();
    run.schedules.state_at(run.opt.steps()).save(folder.join("scheduler.pt")).unwrap();
}
