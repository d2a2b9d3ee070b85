//! Muon and AdamW: two optimizers of PyTorch, or one whose groups have different settings.

use optim_std::contrib::{Prodigy, SOAP};
use optim_std::optimizers::{MuonCoefficients, MuonScale};
use optim_std::prelude::*;
use optim_std::torch::{ConvertError, Dialect, Export, Names, Note, OptimizerState, TorchFile, TorchValue};
use optim_std::{AnyBuilder, LoadOptions, Optimizer};

use super::form::same;
use super::{AFTER, BEFORE, Model, assert_states, difference, grads, open, tensors};

/// Muon for the matrix, AdamW for the others. One of them has a separate group.
pub(super) fn recipe(hidden: impl Into<AnyBuilder>, rest: AdamWBuilder) -> Partition {
    let rest = rest.group("bias", |p| p.name() == "bias", |h| h.weight_decay(0.0));
    Partition::new().rule("hidden", |p| p.name() == "weight", hidden).rest("rest", rest)
}

fn start(file: &str) -> Model<f32> {
    tensors(&open(file).get("model").unwrap())
}

fn trained() -> (Model<f32>, Optimizer<f32>) {
    let mut model = start("adam");
    let mut opt = recipe(Muon::torch().lr(0.02), AdamW::torch().lr(0.01)).build(&model).unwrap();
    for step in 0..BEFORE {
        let mut grads = grads::<f32>(step);
        if step == 0 {
            grads.shift_remove("bias");
        }
        opt.step(&mut model, &grads).unwrap();
    }
    (model, opt)
}

fn file_of(export: &Export<'_, f32>) -> (TorchFile, Vec<Note>) {
    let (bytes, notes) = export.write(Vec::new()).unwrap();
    (TorchFile::from_bytes(bytes).unwrap(), notes)
}

fn goes_on(model: &mut Model<f32>, opt: &mut Optimizer<f32>) {
    for step in BEFORE..BEFORE + AFTER {
        opt.step(model, &grads::<f32>(step)).unwrap();
    }
}

/// The difference of the parameters with this name.
fn off(a: &Model<f32>, b: &Model<f32>, name: &str) -> f64 {
    let only = |model: &Model<f32>| -> Model<f32> { [(name.to_owned(), model[name].clone())].into_iter().collect() };
    difference(&only(a), &only(b))
}

#[test]
fn two_optimizers_of_torch_become_a_partition() {
    let file = open("muon_adamw");
    let before = start("muon_adamw");
    let mut opt = recipe(Muon::new(), AdamW::torch()).build(&before).unwrap();
    let (muon, adamw) =
        (file.get("muon").unwrap().optimizer().unwrap(), file.get("adamw").unwrap().optimizer().unwrap());
    // Matched by names, for any order of the files.
    let (state, notes) = OptimizerState::join([adamw, muon]).convert_for(&opt, &Names::Auto).unwrap();
    assert_eq!(notes, [Note::MuonPrecision]);
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    let value = |group: &str, hyper: &str| opt.value_in(group, hyper).unwrap().as_f64().unwrap();
    assert_eq!((value("hidden", "lr"), value("hidden", "weight_decay")), (0.02, 0.01));
    assert_eq!((value("rest", "weight_decay"), value("rest.bias", "weight_decay")), (0.1, 0.0));
    // In torch, Muon has no counts, but it took part in all steps.
    assert_eq!((opt.steps(), opt.step_count("weight"), opt.step_count("bias")), (5, Ok(5), Ok(5)));

    let mut model = before.clone();
    goes_on(&mut model, &mut opt);
    let there = tensors::<f32>(&open("muon_adamw.after").get("model").unwrap());
    for name in ["conv", "bias"] {
        assert!(off(&model, &there, name) < 1e-6, "{name}");
    }
    let (moved, muon) = (off(&model, &before, "weight"), off(&model, &there, "weight"));
    assert!(moved > 1e-2 && muon < 0.02 * moved, "moved by {moved:.2e}, {muon:.2e} from torch");
}

#[test]
fn numbers_are_in_the_order_of_the_rules() {
    let file = open("muon_adamw");
    let state = |key: &str| file.get(key).unwrap().optimizer().unwrap();
    let model = start("muon_adamw");
    let opt = recipe(Muon::new(), AdamW::torch()).build(&model).unwrap();
    let (by_name, _) = OptimizerState::join([state("muon"), state("adamw")]).convert_for(&opt, &Names::Auto).unwrap();
    let (in_order, _) =
        OptimizerState::join([state("muon"), state("adamw")]).convert_for(&opt, &Names::InOrder).unwrap();
    assert_eq!(by_name, in_order);
    let error = OptimizerState::join([state("muon")]).convert_for(&opt, &Names::Auto).unwrap_err();
    assert!(matches!(error, ConvertError::Names { .. }), "{error}");
    let error = OptimizerState::join([]).convert_for(&opt, &Names::Auto).unwrap_err();
    assert!(matches!(error, ConvertError::Names { .. } | ConvertError::Count { .. }), "{error}");
}

/// Each file numbers its parameters from 0. After joining, all numbers are distinct.
#[test]
fn joined_states_have_numbers_of_their_own() {
    let (model, opt) = trained();
    let bytes = |rule: &str| Export::new(&opt).rule(rule).write(Vec::new()).unwrap().0;
    let state = |rule: &str| TorchFile::from_bytes(bytes(rule)).unwrap().optimizer().unwrap();
    let joined = OptimizerState::join([state("hidden"), state("rest")]);
    assert_eq!((joined.group_sizes(), joined.names().unwrap()), (vec![1, 1, 1], vec!["weight", "conv", "bias"]));
    let (file, _) = file_of(&Export::new(&opt).like(&joined, &Names::Auto));
    let groups = file.get("optimizer").unwrap().get("param_groups").unwrap();
    let number = |group: usize| groups.at(group).unwrap().get("params").unwrap().at(0).unwrap().as_int().unwrap();
    assert_eq!([0, 1, 2].map(number), [0, 1, 2]);
    assert_eq!(model.len(), 3);
}

/// One optimizer with both methods, as in many programs.
#[test]
fn one_optimizer_of_two_methods_becomes_a_partition() {
    let file = open("muon_joint");
    let mut model = start("muon_joint");
    let built = || {
        let rest = AdamW::torch().group("bias", |p| p.name() == "bias", |h| h.weight_decay(0.5));
        Partition::new().rule("hidden", |p| p.name() == "weight", Muon::new()).rest("rest", rest).build(&model).unwrap()
    };
    let (mut opt, names) = (built(), Names::listed(["weight", "conv", "bias"]));
    let saved = file.optimizer().unwrap();
    let (state, notes) = saved.convert_for(&opt, &names).unwrap();
    let kept: Vec<&str> = notes
        .iter()
        .filter_map(|note| match note {
            Note::Kept { hyper, group } if group == "hidden" => Some(*hyper),
            _ => None,
        })
        .collect();
    assert_eq!(kept, ["nesterov", "ns_steps", "ns_coefficients", "eps"]);
    opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    // Both groups of AdamW here are one group in the file.
    assert_eq!(opt.value_in("rest.bias", "weight_decay").unwrap().as_f64(), Some(0.0));

    // Written in the form of that program, the content is the same.
    let (ours, _) = file_of(&Export::new(&opt).like(&saved, &names).bare());
    let [theirs, ours] = [file.get("optimizer").unwrap(), ours.root()];
    for place in 0..3 {
        let [theirs, ours] = [&theirs, &ours].map(|value| value.get("state").unwrap().entry(place).unwrap());
        assert_eq!(theirs.keys().unwrap().len(), ours.keys().unwrap().len());
        for key in theirs.keys().unwrap() {
            match key {
                // That program writes a number. Its reader accepts both.
                "step" => {
                    assert_eq!(ours.get(key).unwrap().as_f64().unwrap(), theirs.get(key).unwrap().as_f64().unwrap());
                }
                _ => same(&theirs.get(key).unwrap(), &ours.get(key).unwrap()).unwrap(),
            }
        }
    }
    let groups = [theirs, ours].map(|value| value.get("param_groups").unwrap().elements().unwrap());
    for (theirs, ours) in groups[0].iter().zip(&groups[1]) {
        theirs.keys().unwrap().into_iter().filter(|key| *key != "weight_decay").for_each(|key| {
            same(&theirs.get(key).unwrap(), &ours.get(key).unwrap()).unwrap();
        });
    }

    goes_on(&mut model, &mut opt);
    let there = tensors::<f32>(&open("muon_joint.after").get("model").unwrap());
    assert!(difference(&model, &there) < 1e-6, "{}", difference(&model, &there));
}

/// Muon must have the same parameters in the file and here.
#[test]
fn kinds_of_groups_are_compared() {
    let (file, model) = (open("muon_joint"), start("muon_joint"));
    let names = Names::listed(["weight", "conv", "bias"]);
    let refused = |partition: Partition| {
        let opt = partition.build(&model).unwrap();
        let before = opt.state_dict();
        let error = file.optimizer().unwrap().convert_for(&opt, &names).unwrap_err().to_string();
        assert_eq!(opt.state_dict(), before);
        error.lines().next().unwrap().to_owned()
    };
    let more = Partition::new().rule("hidden", |p| p.ndim() > 1, Muon::new()).rest("rest", AdamW::torch());
    assert_eq!(
        refused(more),
        "[\"optimizer\"][\"param_groups\"][1] has `use_muon` = false, but these parameters are in a rule of Muon"
    );
    let none = Partition::new().rule("hidden", |p| p.ndim() > 2, Muon::new()).rest("rest", SGD::new(0.1));
    assert_eq!(
        refused(none),
        "[\"optimizer\"][\"param_groups\"][0] has `use_muon` = true, but these parameters are in a rule of SGD"
    );
}

/// Compares states that were read from files, except counts that torch does not keep.
fn assert_same(opt: &Optimizer<f32>, other: &Optimizer<f32>) {
    let (a, b) = (opt.state_dict(), other.state_dict());
    assert_eq!((a.groups, a.steps), (b.groups, b.steps));
    for (a, b) in a.params.iter().zip(&b.params) {
        assert_eq!((&a.name, a.step_count), (&b.name, b.step_count));
        assert_states(&a.states, &b.states);
    }
}

#[test]
fn a_partition_is_one_file_or_one_for_each_rule() {
    let (model, opt) = trained();
    let built = || {
        let mut other = recipe(Muon::new(), AdamW::torch()).build(&model).unwrap();
        other.set("hidden.lr", 0.5).unwrap();
        other
    };

    let (file, notes) = file_of(&Export::new(&opt).model(&model));
    assert_eq!(notes, [Note::MuonPrecision]);
    let mut together = built();
    let (state, _) = file.optimizer().unwrap().convert_for(&together, &Names::Auto).unwrap();
    together.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_same(&opt, &together);

    let each = ["hidden", "rest"].map(|rule| file_of(&Export::new(&opt).rule(rule)).0);
    let mut apart = built();
    let states = each.iter().map(|file| file.optimizer().unwrap());
    let (state, _) = OptimizerState::join(states).convert_for(&apart, &Names::Auto).unwrap();
    apart.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_same(&opt, &apart);

    let groups = |file: &TorchFile| file.get("optimizer").unwrap().get("param_groups").unwrap();
    let (muon, adamw) = (groups(&each[0]).at(0).unwrap(), groups(&each[1]).at(0).unwrap());
    let theirs = open("muon_adamw");
    let like = |key: &str| theirs.get(key).unwrap().get("param_groups").unwrap().at(0).unwrap();
    let keys = |value: &TorchValue| {
        let mut keys: Vec<String> = value.keys().unwrap().into_iter().map(str::to_owned).collect();
        keys.sort_unstable();
        keys
    };
    assert_eq!((keys(&muon), keys(&adamw)), (keys(&like("muon")), keys(&like("adamw"))));
    assert_eq!(muon.get("adjust_lr_fn").unwrap().as_str().unwrap(), "original");
    let joint = groups(&file);
    assert_eq!(joint.len().unwrap(), 3);
    let is_muon = |group: usize| joint.at(group).unwrap().get("use_muon").unwrap().as_bool().unwrap();
    assert_eq!([0, 1, 2].map(is_muon), [true, false, false]);
    let first = groups(&each[1]).at(0).unwrap().get("params").unwrap().at(0).unwrap();
    assert_eq!(first.as_int().unwrap(), 0, "each file counts from 0");
}

#[test]
fn the_order_is_that_of_one_rule() {
    let (_, opt) = trained();
    let (file, _) = file_of(&Export::new(&opt).rule("rest").order(["bias", "conv"]).initial_lr_in("rest.bias", 0.5));
    assert_eq!(file.optimizer().unwrap().names().unwrap(), ["bias", "conv"]);
    let error = Export::new(&opt).rule("rest").order(["bias", "conv", "weight"]).write(Vec::new()).unwrap_err();
    assert!(matches!(error, ConvertError::Names { .. }), "{error}");
    let error = Export::new(&opt).rule("rest").initial_lr_in("hidden", 0.5).write(Vec::new()).unwrap_err();
    assert!(matches!(error, ConvertError::UnknownGroup { .. }), "{error}");
}

/// If torch does not have the optimizer of a rule, the other rules can be written all the same.
#[test]
fn rules_that_torch_does_not_have() {
    let model = start("adam");
    let message = |export: &Export<'_, f32>| export.write(Vec::new()).map(drop).unwrap_err().to_string();
    let opt = recipe(SOAP::new(), AdamW::torch()).build(&model).unwrap();
    assert!(message(&Export::new(&opt)).starts_with("SOAP cannot be exported for torch.optim"));
    assert!(message(&Export::new(&opt).rule("hidden")).starts_with("SOAP cannot be exported for torch.optim"));
    file_of(&Export::new(&opt).rule("rest"));
    let opt = recipe(Prodigy::new(), AdamW::torch()).build(&model).unwrap();
    assert!(message(&Export::new(&opt)).starts_with("the state `hidden.d` of Prodigy is"));
    file_of(&Export::new(&opt).rule("rest"));

    let (_, opt) = trained();
    assert_eq!(message(&Export::new(&opt).rule("head")), "there is no rule `head`; the rules are `hidden`, `rest`");
    let twice = message(&Export::new(&opt).rule("rest").rule("hidden"));
    assert!(twice.starts_with("the file has room for only one rule, but two were given"), "{twice}");
    let alone = AdamW::torch().build(&model).unwrap();
    assert_eq!(
        message(&Export::new(&alone).rule("rest")),
        "there is no rule `rest`; this optimizer is not a partition"
    );
    assert!(message(&Export::new(&opt).dialect(Dialect::Cerebras)).starts_with("Muon cannot be exported for cerebras"));
    let opt = recipe(Muon::new(), AdamW::new()).build(&model).unwrap();
    file_of(&Export::new(&opt).rule("rest").dialect(Dialect::HuggingFace));
}

#[test]
fn muon_is_written_as_far_as_torch_has_it() {
    let model = start("adam");
    let weight: Model<f32> =
        model.iter().filter(|(name, _)| *name == "weight").map(|(n, a)| (n.clone(), a.clone())).collect();
    let message = |muon: MuonBuilder, model: &Model<f32>| {
        let opt = muon.build(model).unwrap();
        Export::new(&opt).write(Vec::new()).map(|(_, notes)| notes).map_err(|error| error.to_string())
    };
    let scale = message(Muon::torch().adjust_lr_fn(MuonScale::Spectral), &weight).unwrap_err();
    assert_eq!(scale, "group `default` has `adjust_lr_fn` = spectral, which Muon does not have there");
    let polar = message(Muon::torch().coefficients(MuonCoefficients::PolarExpress), &weight).unwrap_err();
    assert_eq!(polar, "group `default` has `coefficients` = polar_express, which Muon does not have there");
    assert_eq!(message(Muon::torch().adjust_lr_fn(MuonScale::MatchRmsAdamw), &weight).unwrap(), [Note::MuonPrecision]);
    let more: Model<f32> =
        model.iter().filter(|(name, _)| *name != "bias").map(|(n, a)| (n.clone(), a.clone())).collect();
    let error = message(Muon::torch(), &more).unwrap_err();
    assert!(
        error.starts_with("parameter `conv` has shape [2, 3, 2], and `torch.optim.Muon` takes parameters of two axes")
    );

    // An optional rule without parameters changes nothing.
    let alone = |model: &Model<f32>| {
        let opt =
            Partition::new().rule("all", |_| true, Muon::torch()).rule("none", |_| false, AdamW::new()).optional();
        let opt = opt.build(model).unwrap();
        Export::new(&opt).bare().write(Vec::new()).map(|(bytes, _)| TorchFile::from_bytes(bytes).unwrap())
    };
    let file = alone(&weight).unwrap();
    assert!(file.get("param_groups").unwrap().at(0).unwrap().get("use_muon").is_err());
    assert!(matches!(alone(&more), Err(ConvertError::NotAMatrix { .. })));

    // Other programs flatten the parameter in their own way. A view divides it in another way.
    let opt = Partition::new().rule("hidden", |p| p.ndim() > 1, Muon::torch()).rest("rest", AdamW::torch());
    let (_, notes) = file_of(&Export::new(&opt.build(&model).unwrap()));
    assert!(notes.contains(&Note::MuonMatrices { params: vec!["conv".into()] }), "{notes:?}");
    let viewed = Muon::torch().view("heads", |_| true, |_| [2, 2, 3]).build(&weight).unwrap();
    let (file, notes) = file_of(&Export::new(&viewed));
    assert!(notes.contains(&Note::MuonMatrices { params: vec!["weight".into()] }), "{notes:?}");
    let (_, notes) = file.optimizer().unwrap().convert_for(&viewed, &Names::Auto).unwrap();
    assert!(notes.contains(&Note::MuonMatrices { params: vec!["weight".into()] }), "{notes:?}");
}

/// If a file lacks settings of `torch.optim.Muon`, `use_muon` identifies Muon. A file of SGD is not Muon.
#[test]
fn other_optimizers_are_not_muon() {
    let model = start("adam");
    let opt = Muon::new().build(
        &model.iter().filter(|(n, _)| *n != "bias").map(|(n, a)| (n.clone(), a.clone())).collect::<Model<f32>>(),
    );
    let error = open("sgd_momentum").optimizer().unwrap().convert_for(&opt.unwrap(), &Names::Auto).unwrap_err();
    assert!(matches!(error, ConvertError::Names { .. }), "{error}");
    let opt = recipe(Muon::new(), AdamW::torch()).build(&model).unwrap();
    let error =
        open("adamw").optimizer().unwrap().convert_for(&opt, &Names::listed(["weight", "conv", "bias"])).unwrap_err();
    assert!(matches!(error, ConvertError::Optimizer { optimizer: "Muon", .. }), "{error}");
    let swapped =
        Partition::new().rule("a", |p| p.name() == "weight", SGD::new(0.1).momentum(0.9)).rest("b", AdamW::torch());
    let error = open("adamw")
        .optimizer()
        .unwrap()
        .convert_for(&swapped.build(&model).unwrap(), &Names::listed(["weight", "conv", "bias"]));
    assert!(matches!(error, Err(ConvertError::Optimizer { optimizer: "SGD", .. })));
}

/// Parameters of two optimizers cannot be in one group of a file.
#[test]
fn one_group_has_one_optimizer() {
    let (model, opt) = trained();
    let theirs = open("adam").optimizer().unwrap();
    let error = Export::new(&opt).like(&theirs, &Names::Auto).write(Vec::new()).unwrap_err().to_string();
    assert!(error.contains("but `optimizer` differs between them here"), "{error}");
    assert_eq!(model.len(), 3);
}

/// Writes files for `tests/torch/check_partition.py` to the folder in the environment variable `OPTIM_EXPORT`.
#[test]
#[ignore = "for tests/torch/check_partition.py"]
fn write_partition_for_torch() {
    let folder = std::path::PathBuf::from(std::env::var_os("OPTIM_EXPORT").expect("OPTIM_EXPORT names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut model, mut opt) = trained();
    Export::new(&opt).model(&model).save(folder.join("partition.joint.pt")).unwrap();
    Export::new(&opt).rule("hidden").save(folder.join("partition.muon.pt")).unwrap();
    Export::new(&opt).rule("rest").save(folder.join("partition.adamw.pt")).unwrap();
    goes_on(&mut model, &mut opt);
    Export::new(&opt).model(&model).save(folder.join("partition.after.pt")).unwrap();
    super::wrappers::write_averages(&folder);
}
