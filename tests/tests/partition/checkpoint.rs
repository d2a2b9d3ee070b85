//! Checkpoints of partitions, also after a change of the rules.

use optim_std::checkpoint::Difference;
use optim_std::{CheckpointError, LoadReport};

use super::*;

fn recipe(hidden: &str, rest: &str) -> Partition {
    Partition::new()
        .rule(hidden, is_matrix, Muon::new().lr(0.05))
        .rest(rest, AdamW::new().lr(0.01).group("bias", |p| p.name().ends_with("bias"), |h| h.weight_decay(0.0)))
        .clip_norm(1.0)
}

/// After three steps.
fn trained() -> (Optimizer<f32>, Model<f32>) {
    let mut model = model::<f32>(100);
    let mut opt = recipe("hidden", "rest").build(&model).unwrap();
    for step in 1..4 {
        opt.step(&mut model, &super::model::<f32>(step)).unwrap();
    }
    (opt, model)
}

fn file(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("optim-partition-{}-{name}.safetensors", std::process::id()))
}

#[test]
fn a_loaded_partition_goes_on_to_the_same_bits() {
    let (mut opt, mut trained) = trained();
    let path = file("same");
    Checkpoint::new().params(&trained).optimizer(&opt).save(&path).unwrap();
    let mut model = model::<f32>(0);
    let mut loaded = recipe("hidden", "rest").build(&model).unwrap();
    CheckpointFile::open(&path).unwrap().load(&mut model, &mut loaded).unwrap();
    assert_eq!((&model, loaded.state_dict()), (&trained, opt.state_dict()));
    for step in 4..6 {
        opt.step(&mut trained, &super::model::<f32>(step)).unwrap();
        loaded.step(&mut model, &super::model::<f32>(step)).unwrap();
    }
    assert_eq!(model, trained);
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn states_follow_their_optimizers_where_rules_have_changed() {
    let (opt, _) = trained();
    let dict = opt.state_dict();
    let start = model::<f32>(0);
    // Rules with other names: their settings are not found, but their states are.
    let mut renamed = recipe("matrices", "others").build(&start).unwrap();
    let Err(CheckpointError::Differs(report)) = renamed.load_state_dict(&dict, &LoadOptions::strict()) else {
        panic!("accepted")
    };
    assert!(report.to_string().contains("group"), "{report}");
    let LoadReport { loaded, mismatched, .. } =
        renamed.load_state_dict(&dict, &LoadOptions::strict().keep_hyperparameters()).unwrap();
    assert_eq!((loaded.len(), mismatched.len()), (6, 0));
    assert_eq!(renamed.state_dict().params, with_groups(&dict.params, &renamed));

    // A matrix moves to the other rule: it starts again, and all other parameters keep their states.
    let partition = Partition::new()
        .rule("hidden", |p| p.ndim() == 2 && p.name() != "a.weight", Muon::new().lr(0.05))
        .rest("rest", AdamW::new().lr(0.01));
    let mut moved = partition.build(&start).unwrap();
    let options = LoadOptions::matching().keep_hyperparameters();
    let report = moved.load_state_dict(&dict, &options).unwrap();
    assert_eq!(report.loaded, ["a.bias", "b.bias", "b.weight", "c.scale", "c.weight"]);
    assert_eq!(
        report.mismatched.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["parameter `a.weight` belongs to AdamW, in the checkpoint to Muon"]
    );
    assert_eq!((moved.step_count("a.weight"), moved.step_count("b.weight")), (Ok(0), Ok(3)));
}

/// An optimizer with a global state that Prodigy also has.
#[optimizer(state <d: global = 8.0>)]
#[derive(Debug, Clone)]
struct Scaled {}

#[optimizer]
impl Scaled {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= 0.01 * state.d * grad;
    }
}

/// Global states follow the parameters, and nothing else.
#[test]
fn global_states_follow_the_parameters_of_their_rule() {
    let start = model::<f64>(100);
    let recipe = |names: [&str; 2], second: optim_std::AnyBuilder| {
        Partition::new().rule(names[0], is_matrix, Prodigy::new()).rest(names[1], second).build(&start).unwrap()
    };
    let mut opt = recipe(["a", "b"], Prodigy::new().into());
    let mut trained = start.clone();
    for step in 1..4 {
        opt.step(&mut trained, &model::<f64>(step)).unwrap();
    }
    let (a, b) = (opt.global("a.d").unwrap(), opt.global("b.d").unwrap());
    assert_ne!(a, b);
    let options = LoadOptions::strict().keep_hyperparameters();
    // Other names, even swapped names.
    for names in [["one", "two"], ["b", "a"]] {
        let mut renamed = recipe(names, Prodigy::new().into());
        let report = renamed.load_state_dict(&opt.state_dict(), &options).unwrap();
        assert!(report.is_complete());
        let found = names.map(|rule| renamed.global(&format!("{rule}.d")).unwrap());
        assert_eq!(found, [a, b]);
    }
    // The `d` of another optimizer is a different state.
    let mut other = recipe(["a", "b"], Scaled::new().into());
    let report = other.load_state_dict(&opt.state_dict(), &LoadOptions::matching().keep_hyperparameters()).unwrap();
    assert_eq!((report.loaded.len(), other.global("a.d"), other.global("b.d")), (3, Ok(a), Ok(8.0)));
    assert!(report.mismatched.iter().any(|one| one.to_string().contains("a global state `b.d`")), "{report}");

    // One optimizer. Its matrices become a rule.
    let mut alone = Prodigy::new().build(&part(&start, true)).unwrap();
    alone.step(&mut part(&trained, true), &part(&model::<f64>(1), true)).unwrap();
    let mut back = recipe(["a", "b"], AdamW::new().into());
    back.load_state_dict(&alone.state_dict(), &LoadOptions::matching().keep_hyperparameters()).unwrap();
    assert_eq!(back.global("a.d"), alone.global("d"));
}

#[test]
fn a_rule_without_parameters_keeps_its_global_states() {
    let start = model::<f64>(100);
    let built = || {
        let partition = Partition::new().rule("none", |p| p.ndim() == 7, Prodigy::new()).optional();
        partition.rest("rest", AdamW::new()).build(&start).unwrap()
    };
    let (mut opt, mut back) = (built(), built());
    opt.set_global("none.d", 0.25).unwrap();
    back.load_state_dict(&opt.state_dict(), &LoadOptions::strict()).unwrap();
    assert_eq!(back.global("none.d"), Ok(0.25));
}

/// A wrapper around the partition has one set of settings and states for all rules, so any rule in a checkpoint provides them.
#[test]
fn what_is_of_all_rules_is_found_in_any() {
    use optim_std::contrib::{Accumulate, ReduceOnPlateau};
    let start = model::<f64>(100);
    let partition = |optional: bool| {
        let partition = Partition::new().rule("hidden", is_matrix, Muon::new());
        match optional {
            true => partition.rule("none", |p| p.ndim() == 7, AdamW::new()).optional(),
            false => partition,
        }
    };
    let built = |optional: bool, k: usize| {
        let partition = partition(optional).rest("rest", AdamW::new());
        ReduceOnPlateau::new(Accumulate::new(partition).k(k)).clip_norm(0.5).build(&start).unwrap()
    };
    let mut opt = built(false, 2);
    opt.set_global("scale", 0.25).unwrap();
    // A rule without parameters that the checkpoint does not have takes the values of all others.
    let mut back = built(true, 4);
    let report = back.load_state_dict(&opt.state_dict(), &LoadOptions::strict()).unwrap();
    assert!(report.is_complete(), "{report}");
    for rule in ["hidden", "none", "rest"] {
        assert_eq!(back.value_in(rule, "inner.k"), Ok(2_usize.into()), "{rule}");
        assert_eq!(back.global(&format!("{rule}.scale")), Ok(0.25), "{rule}");
    }
    // A rule with parameters is missed, but takes the values all the same.
    let mut dict = opt.state_dict();
    dict.groups.retain(|group| group.name != "rest");
    dict.params.retain(|param| param.group == 0);
    dict.globals.retain(|(name, _)| !name.starts_with("rest."));
    let mut back = built(false, 4);
    assert!(back.load_state_dict(&dict, &LoadOptions::strict()).is_err());
    assert_eq!(back.value_in("rest", "inner.k"), Ok(4_usize.into()));
    let report = back.load_state_dict(&dict, &LoadOptions::matching()).unwrap();
    assert!(
        report.mismatched.iter().all(
            |one| matches!(one, Difference::MissingGroup { .. }) || one.to_string().contains("global state `rest.")
        ),
        "{report}"
    );
    assert_eq!((back.value_in("rest", "inner.k"), back.global("rest.scale")), (Ok(2_usize.into()), Ok(0.25)));
    // If the values differ, there is no common value.
    let mut dict = opt.state_dict();
    let of_rest = dict.globals.iter_mut().find(|(name, _)| name == "rest.scale").unwrap();
    of_rest.1 = 0.75;
    let mut back = built(false, 2);
    let error = back.load_state_dict(&dict, &LoadOptions::strict()).unwrap_err().to_string();
    let expected = "the global state `scale` is one number of all rules, the checkpoint has 0.25 as `hidden.scale`, 0.75 as `rest.scale`";
    assert!(error.contains(expected), "{error}");
    assert_eq!(back.global("scale"), Ok(1.0));
}

#[test]
fn one_optimizer_becomes_a_partition_and_back() {
    let start = model::<f32>(100);
    let mut alone = AdamW::new().lr(0.01).build(&start).unwrap();
    alone.step(&mut start.clone(), &model::<f32>(1)).unwrap();
    let path = file("alone");
    alone.save(&path).unwrap();
    let mut opt = recipe("hidden", "rest").build(&start).unwrap();
    assert!(opt.load(&path).is_err());
    let report = opt.load_with(&path, &LoadOptions::matching().keep_hyperparameters()).unwrap();
    assert_eq!(report.loaded, ["a.bias", "b.bias", "c.scale"]);
    assert_eq!(opt.state("a.bias", "exp_avg").unwrap(), alone.state("a.bias", "exp_avg").unwrap());

    opt.save(&path).unwrap();
    let mut back = AdamW::new().lr(0.01).build(&start).unwrap();
    let report = back.load_with(&path, &LoadOptions::matching().keep_hyperparameters()).unwrap();
    assert_eq!(report.loaded, ["a.bias", "b.bias", "c.scale"]);
    assert_eq!(back.state("a.bias", "exp_avg").unwrap(), alone.state("a.bias", "exp_avg").unwrap());
    assert_eq!(back.step_count("a.weight"), Ok(0));
    std::fs::remove_file(&path).unwrap();
}

/// Another optimizer in a rule with the same name, states and settings is a difference.
#[test]
fn the_optimizer_of_a_rule_is_compared() {
    let start = model::<f32>(100);
    let of = |rest: optim_std::AnyBuilder| Partition::new().rule("hidden", is_matrix, Muon::new()).rest("rest", rest);
    let adam = of(Adam::new().into()).build(&start).unwrap();
    let mut adamw = of(AdamW::new().into()).build(&start).unwrap();
    let before = adamw.state_dict();
    let error = adamw.load_state_dict(&adam.state_dict(), &LoadOptions::strict()).unwrap_err().to_string();
    assert!(error.contains("parameter `a.bias` belongs to AdamW, in the checkpoint to Adam"), "{error}");
    assert_eq!(adamw.state_dict(), before);
    // Its settings do not belong to the other one, either.
    let adam = of(Adam::new().lr(0.5).into()).build(&start).unwrap();
    adamw.load_state_dict(&adam.state_dict(), &LoadOptions::matching()).unwrap();
    assert_eq!(adamw.state_dict().groups, before.groups);
}

/// The parameters of each group.
fn with_groups(
    params: &[optim_std::checkpoint::ParamDict],
    opt: &Optimizer<f32>,
) -> Vec<optim_std::checkpoint::ParamDict> {
    let mut params = params.to_vec();
    let own = opt.state_dict().params;
    params.iter_mut().zip(own).for_each(|(param, own)| param.group = own.group);
    params
}
