//! Round trips through files, for every stock optimizer.

use std::collections::BTreeMap;

use ndarray::{ArrayD, array};
use optim_std::author::*;
use optim_std::checkpoint::{Checkpoint, CheckpointFile};
use optim_std::prelude::*;
use optim_std::schedule::curve;
use optim_std::{AnyBuilder, LoadOptions, Registry};

use super::{Folder, Model, Noise, Opt, bits, builder, model_for, train};

/// Groups, tags, nested schedules, and every possible state of the optimizer.
fn elaborate(name: &str) -> AnyBuilder {
    let has = |builder: &AnyBuilder, hyper: &str| builder.entry().hypers.iter().any(|info| info.name == hyper);
    let schedule = SequentialLR::new((LinearLR::new(0.0, 0.02, 2), CosineDecayLR::new(0.02, 1e-4, 9)), [2]);
    let mut whole = builder(name).tag("all");
    for (hyper, value) in [("amsgrad", true.into()), ("centered", true.into()), ("momentum", Setting::from(0.5))] {
        if has(&whole, hyper) {
            whole = whole.set(hyper, value).unwrap();
        }
    }
    let lr = whole.entry().hypers.iter().find(|info| info.name == "lr").filter(|info| info.scheduled);
    if lr.is_some() {
        whole = whole.set("lr", Setting::schedule(schedule.warmup(1))).unwrap();
    }
    let mut bias = builder(name).tag("bias").tag("all");
    if has(&bias, "weight_decay") {
        bias = bias.set("weight_decay", 0.125).unwrap();
    }
    whole.group("bias", |param| param.name() == "fortran", bias)
}

fn continues<T: Float>(name: &str, folder: &Folder) {
    let path = folder.join(&format!("{name}-{}", T::DTYPE));
    let mut model = model_for::<T>(name);
    let mut opt: Opt<T> = elaborate(name).build(&model).unwrap();
    train(&mut opt, &mut model, 0..4);
    Checkpoint::new().params(&model).optimizer(&opt).extra("epoch", "4").save(&path).unwrap();

    let file = CheckpointFile::open(&path).unwrap();
    file.verify().unwrap();
    assert_eq!((file.extra("epoch"), file.optimizer_name()), (Some("4"), Some(name)));
    assert_eq!(file.state_dict(&Registry::global()).unwrap(), opt.state_dict(), "{name}");
    let mut other: Model<T> = model_for(name);
    let mut fresh = elaborate(name).build(&other).unwrap();
    file.load(&mut other, &mut fresh).unwrap();
    assert_eq!(bits(&opt, &model), bits(&fresh, &other), "{name}");
    train(&mut opt, &mut model, 4..9);
    train(&mut fresh, &mut other, 4..9);
    assert_eq!(bits(&opt, &model), bits(&fresh, &other), "{name}");
}

#[test]
fn every_stock_optimizer_continues_bit_by_bit() {
    let folder = Folder::new("continues");
    for entry in optim_std::optimizers() {
        continues::<f32>(entry.name, &folder);
        continues::<f64>(entry.name, &folder);
    }
}

#[test]
fn schedules_are_restored_into_an_optimizer_without_any() {
    let folder = Folder::new("restored");
    let path = folder.join("run");
    let model = array![1.0_f64, 2.0];
    let lr = SequentialLR::new((LinearLR::new(0.0, 1.0, 10), CosineAnnealingWarmRestarts::new(1.0, 5)), [10]);
    let opt = AdamW::new().lr(lr).betas((StepLR::new(0.9, 3, 0.5), 0.99)).build(&model).unwrap();
    opt.save(&path).unwrap();
    let mut plain = AdamW::new().build(&model).unwrap();
    plain.load(&path).unwrap();
    assert_eq!(plain.groups()[0].settings().collect::<Vec<_>>(), opt.groups()[0].settings().collect::<Vec<_>>());
    assert!((0..40).all(|step| plain.groups()[0].value_at("lr", step) == opt.groups()[0].value_at("lr", step)));

    let mut kept = AdamW::new().lr(0.5).build(&model).unwrap();
    kept.load_with(&path, &LoadOptions::strict().keep_hyperparameters()).unwrap();
    assert_eq!(kept.value_in("default", "lr").unwrap(), 0.5.into());
}

/// The factor of a group also applies to later schedules, so it is part of the group.
#[test]
fn factors_of_groups_are_restored() {
    let folder = Folder::new("factors");
    let path = folder.join("run");
    let model = array![1.0_f64, 2.0];
    let opt = Lion::new().adjust_learning_rate(0.25).lr(ScalePerParamLR::new(1.0)).build(&model).unwrap();
    opt.save(&path).unwrap();
    let mut plain = Lion::new().build(&model).unwrap();
    plain.load(&path).unwrap();
    assert_eq!(plain.value_in("default", "lr").unwrap(), 0.25.into());
    plain.set("lr", Setting::schedule(ScalePerParamLR::new(2.0))).unwrap();
    assert_eq!(plain.value_in("default", "lr").unwrap(), 0.5.into());
    assert_eq!(opt.state_dict().groups[0].adjust_learning_rate, Some(0.25));
}

/// A schedule that is in the registry only because it is linked.
#[scheduler]
#[derive(Debug, Clone)]
struct Own {
    initial: f64,
}

#[scheduler]
impl Own {
    fn value(&self, t: Scalar) -> Scalar {
        self.initial / (1.0 + t)
    }
}

#[test]
fn schedules_of_ones_own_and_schedules_that_are_code() {
    let folder = Folder::new("own");
    let (own, code) = (folder.join("own"), folder.join("code"));
    let model = array![1.0_f32];
    SGD::new(Own::new(0.25)).build(&model).unwrap().save(&own).unwrap();
    let mut opt = SGD::new(0.1).build(&model).unwrap();
    opt.load(&own).unwrap();
    opt.set_steps(3);
    assert_eq!(opt.value_in("default", "lr").unwrap().as_f64(), Some(0.0625));
    // A registry without it. Loading works only if the optimizer already has it.
    let stock = LoadOptions::strict().registry(&Registry::new());
    opt.load_with(&own, &stock).unwrap();
    let text = SGD::new(0.1).build(&model).unwrap().load_with(&own, &stock).unwrap_err().to_string();
    assert_eq!(
        text,
        "`lr` of group `default` in the checkpoint: there is no schedule `Own`\n\
         help: give `LoadOptions::registry` one that knows it"
    );
    // A schedule with this name and other arguments differs from the saved one.
    let text = SGD::new(Own::new(0.5)).build(&model).unwrap().load_with(&own, &stock).unwrap_err().to_string();
    assert!(text.contains("there is no schedule `Own`"), "{text}");

    let halves = || LambdaLR::new(0.5).lambdas((curve(|t| 1.0 / (1.0 + t)),));
    SGD::new(SequentialLR::new((halves(), 0.1), [4])).build(&model).unwrap().save(&code).unwrap();
    let mut opt = SGD::new(SequentialLR::new((halves(), 0.7), [9])).build(&model).unwrap();
    opt.load(&code).unwrap();
    opt.set_steps(1);
    assert_eq!(opt.value_in("default", "lr").unwrap().as_f64(), Some(0.25));
    opt.set_steps(4);
    assert_eq!(opt.value_in("default", "lr").unwrap().as_f64(), Some(0.1));
    // Loading fails without a schedule, and with a closure inside another schedule.
    for lr in [0.1.into(), Setting::schedule(ChainedScheduler::new((halves(), 0.7)))] {
        let mut other = builder("SGD").set("lr", lr).unwrap().build(&model).unwrap();
        assert_eq!(
            other.load(&code).unwrap_err().to_string(),
            "`lr` of group `default` had a schedule without a name, a function of time, and now has none\n\
             help: build the optimizer with the schedule, or load with `keep_hyperparameters`"
        );
    }
}

#[test]
fn parameters_and_optimizer_are_loaded_each_alone() {
    let folder = Folder::new("alone");
    let path = folder.join("run");
    let mut model = model_for::<f32>("Adam");
    let mut opt = elaborate("Adam").build(&model).unwrap();
    train(&mut opt, &mut model, 0..3);
    Checkpoint::new().params(&model).optimizer(&opt).save(&path).unwrap();
    let file = CheckpointFile::open(&path).unwrap();
    assert!(file.param_names().unwrap().eq(model.keys()));
    let mut other = model_for::<f32>("Adam");
    let mut fresh = elaborate("Adam").build(&other).unwrap();
    file.load_optimizer(&mut fresh).unwrap();
    assert_eq!((bits(&fresh, &other), &other), (bits(&opt, &other), &model_for("Adam")));
    file.load_params(&mut other).unwrap();
    assert_eq!(other, model);
}

/// Tensors are written and read in pieces of 256 KiB. No piece is lost and no element is cut, for any layout.
#[test]
fn tensors_of_many_pieces() {
    let folder = Folder::new("pieces");
    let path = folder.join("run");
    let mut noise = Noise(5);
    let shape = [601, 500];
    let mut model: Model<f32> = Model::from([
        ("c".to_owned(), noise.array(&shape)),
        ("fortran".to_owned(), noise.array::<f32>(&shape).reversed_axes()),
    ]);
    let build = |model: &Model<f32>| builder("SGD").set("momentum", 0.5).unwrap().build(model).unwrap();
    let mut opt = build(&model);
    opt.set_mask("c", &ArrayD::from_shape_simple_fn(&shape[..], || noise.next() < 0.0)).unwrap();
    train(&mut opt, &mut model, 0..1);
    Checkpoint::new().params(&model).optimizer(&opt).save(&path).unwrap();

    let file = CheckpointFile::open(&path).unwrap();
    assert_eq!(file.state_dict(optim_std::registry()).unwrap(), opt.state_dict());
    let mut other: Model<f32> = model.iter().map(|(name, array)| (name.clone(), array * 0.0)).collect();
    let mut fresh = build(&other);
    file.load(&mut other, &mut fresh).unwrap();
    assert!(other == model && fresh.state_dict() == opt.state_dict());
    let mut wide: Model<f64> = model.iter().map(|(name, array)| (name.clone(), array.mapv(|_| 0.0))).collect();
    file.load_params_with(&mut wide, &LoadOptions::strict().cast()).unwrap();
    assert!(model.iter().all(|(name, array)| wide[name] == array.mapv(f64::from)));
}

#[test]
fn dicts_are_files_and_files_are_dicts() {
    let folder = Folder::new("dicts");
    let path = folder.join("run");
    let mut model = model_for::<f32>("Adam");
    let mut opt = elaborate("Adam").build(&model).unwrap();
    train(&mut opt, &mut model, 0..2);
    let dict = opt.state_dict();
    Checkpoint::new().state_dict(&dict).save(&path).unwrap();
    let file = CheckpointFile::open(&path).unwrap();
    assert_eq!(file.state_dict(optim_std::registry()).unwrap(), dict);
    assert!(file.param_names().is_none() && file.extras().len() == 0);
}

#[test]
fn other_programs_can_read_it() {
    let folder = Folder::new("others");
    let path = folder.join("run.safetensors");
    let model: BTreeMap<String, ArrayD<f32>> =
        BTreeMap::from([("w".to_owned(), array![[1.0, 2.0], [3.0, 4.0]].t().to_owned().into_dyn())]);
    let opt = AdamW::new().build(&model).unwrap();
    Checkpoint::new().params(&model).optimizer(&opt).save(&path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let tensors = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let mut names = tensors.names();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "checksums",
            "optimizer/w/beta1_power",
            "optimizer/w/beta2_power",
            "optimizer/w/exp_avg",
            "optimizer/w/exp_avg_sq",
            "params/w"
        ]
    );
    let w: Vec<u8> = [1.0_f32, 3.0, 2.0, 4.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    assert_eq!(
        (tensors.tensor("params/w").unwrap().data(), tensors.tensor("params/w").unwrap().shape()),
        (&*w, &[2, 2][..])
    );
    // The example in the documentation equals the file.
    let (_, metadata) = safetensors::SafeTensors::read_metadata(&bytes).unwrap();
    let json: serde_json::Value = serde_json::from_str(&metadata.metadata().as_ref().unwrap()["optim"]).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "format": "optim-checkpoint",
            "version": 1,
            "optimizer": {
                "name": "AdamW",
                "steps": 0,
                "groups": [{
                    "name": "default",
                    "tags": [],
                    "settings": {
                        "lr": 0.001, "betas": [0.9, 0.999], "eps": 1e-6, "eps_after_correction": false, "weight_decay": 0.0,
                        "amsgrad": false, "correct_bias": true
                    },
                }],
                "params": [{
                    "name": "w", "shape": [2, 2], "group": 0, "steps": 0,
                    "states": ["exp_avg", "exp_avg_sq", "beta1_power", "beta2_power"],
                }],
            },
            "params": ["w"],
            "extra": {},
        })
    );
}

/// The data of such a file ends at the end of its header.
#[test]
fn a_file_may_hold_no_tensor_at_all() {
    let folder = Folder::new("no-tensor");
    let path = folder.join("sgd");
    let mut model = array![1.0_f32, -2.0];
    let mut opt = SGD::new(0.1).build(&model).unwrap();
    opt.step(&mut model, &array![1.0, 1.0]).unwrap();
    opt.save(&path).unwrap();
    let mut other = SGD::new(0.5).build(&model).unwrap();
    other.load(&path).unwrap();
    assert_eq!((other.steps(), other.value("lr").unwrap()[0].1.clone()), (1, Setting::Float(0.1)));
}
