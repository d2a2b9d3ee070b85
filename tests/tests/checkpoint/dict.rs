//! `state_dict` and `load_state_dict`.

use optim_std::checkpoint::{StateDict, StateEntry, TensorData};
use optim_std::{LoadOptions, prelude::*};

use super::{Opt, bits, builder, grads, model, model_for, train};

fn trained(name: &str) -> (Opt<f32>, super::Model<f32>) {
    let mut model = model_for::<f32>(name);
    let mut opt = builder(name).build(&model).unwrap();
    train(&mut opt, &mut model, 0..3);
    (opt, model)
}

fn load(opt: &mut Opt<f32>, dict: &StateDict) -> String {
    let before = bits(&*opt, &model());
    let text = opt.load_state_dict(dict, &LoadOptions::strict()).unwrap_err().to_string();
    assert_eq!(bits(&*opt, &model()), before, "changed by a load that failed: {text}");
    text
}

#[test]
fn a_dict_continues_where_it_was_taken() {
    for entry in optim_std::optimizers() {
        let (mut opt, mut model) = trained(entry.name);
        let dict = opt.state_dict();
        let mut other = builder(entry.name).build(&model).unwrap();
        let report = other.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
        assert!(report.is_complete() && report.loaded.len() == model.len());
        assert_eq!(other.state_dict(), dict);
        let mut copy = model.clone();
        train(&mut opt, &mut model, 3..6);
        train(&mut other, &mut copy, 3..6);
        assert_eq!(bits(&opt, &model), bits(&other, &copy), "{}", entry.name);
    }
}

#[test]
fn not_a_number_keeps_its_bits() {
    let (mut opt, mut model) = trained("AdamW");
    let odd = f32::from_bits(0x7fa0_1234);
    opt.visit_state_mut(|_, _, state| {
        if let optim_std::StateMut::Array(mut array) = state {
            array.fill(odd);
        }
    });
    let dict = opt.state_dict();
    let mut other = builder("AdamW").build(&model).unwrap();
    other.load_state_dict(&dict, &LoadOptions::strict()).unwrap();
    assert_eq!(bits(&opt, &model), bits(&other, &model));
    let grads = grads(&model, 1);
    other.step(&mut model, &grads).unwrap();
}

#[test]
fn types_are_cast_on_request_only() {
    let (_, model32) = trained("Adam");
    let wide = model::<f64>();
    let mut opt = builder("Adam").build(&wide).unwrap();
    let dict = trained("Adam").0.state_dict();
    let error = opt.load_state_dict(&dict, &LoadOptions::strict()).unwrap_err().to_string();
    assert!(
        error.contains("state `exp_avg` of parameter `` has elements of type f64, the checkpoint's are f32"),
        "{error}"
    );
    opt.load_state_dict(&dict, &LoadOptions::strict().cast()).unwrap();
    let mut back = builder("Adam").build(&model32).unwrap();
    back.load_state_dict(&opt.state_dict(), &LoadOptions::strict().cast()).unwrap();
    assert_eq!(back.state_dict(), dict);
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let (opt, _) = trained("Adam");
    let dict = opt.state_dict();
    let mut target = trained("Adam").0;

    let other = trained("AdamW").0.state_dict();
    assert_eq!(load(&mut target, &other), "the checkpoint was saved by AdamW and cannot be loaded into Adam");

    let mut renamed = dict.clone();
    let bias = renamed.params.iter_mut().find(|param| param.name == "fc1.bias").unwrap();
    bias.name = "fc1.biass".to_owned();
    assert!(load(&mut target, &renamed).starts_with(
        "the checkpoint does not match the optimizer:\n  parameter `fc1.bias` is not in the checkpoint (which has `fc1.biass`)\n  \
         the checkpoint has a parameter `fc1.biass`, which is not here\nhelp: "
    ));

    let mut twice = dict.clone();
    twice.params.push(twice.params[0].clone());
    assert_eq!(load(&mut target, &twice), "two parameters are called ``");

    let mut lost = dict.clone();
    lost.params[1].group = 7;
    assert_eq!(load(&mut target, &lost), "parameter `fc1.bias` of the checkpoint is in group 7 of 1");

    let mut hyper = dict.clone();
    hyper.groups[0].settings.iter_mut().find(|(name, _)| name == "lr").unwrap().1 = (-1.0).into();
    assert_eq!(
        load(&mut target, &hyper),
        "in parameter group `default` of the checkpoint: `lr` of Adam is -1.0, allowed: at least 0"
    );

    let mut amsgrad = dict.clone();
    amsgrad.groups[0].settings.iter_mut().find(|(name, _)| name == "amsgrad").unwrap().1 = true.into();
    assert_eq!(
        load(&mut target, &amsgrad),
        "in parameter group `default` of the checkpoint: `amsgrad` of Adam cannot become true after `build`: it decides \
         which state exists (parameter ``)\nhelp: build the optimizer with this value"
    );

    let mut shape = dict.clone();
    for param in &mut shape.params {
        param.states[0].1 = StateEntry::Tensor(TensorData::from_array(&ndarray::array![[1.0_f32]]));
    }
    let text = load(&mut target, &shape);
    assert!(text.contains("state `exp_avg` of parameter `scale` has shape [], the checkpoint's has [1, 1]"), "{text}");
}

#[test]
fn matching_loads_what_it_can() {
    let (source, _) = trained("Adam");
    let mut dict = source.state_dict();
    let small = dict.params.iter_mut().find(|param| param.name == "fc1.weight").unwrap();
    small.shape = vec![2, 2];
    dict.params.retain(|param| param.name != "scale");
    dict.groups[0].settings.retain(|(name, _)| name != "betas");
    dict.groups[0].settings.push(("beta3".to_owned(), Setting::None));

    let model = model::<f32>();
    let mut opt = builder("Adam").set("lr", 0.5).unwrap().build(&model).unwrap();
    let report = opt.load_state_dict(&dict, &LoadOptions::matching()).unwrap();
    assert_eq!(report.loaded, ["", "fc1.bias", "fortran", "none", "конв/1"]);
    assert_eq!((report.missing, report.unexpected.len()), (vec!["scale".to_owned()], 0));
    let lines: Vec<String> = report.mismatched.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "the checkpoint has a hyperparameter `beta3` in group `default`, the optimizer has none",
            "hyperparameter `betas` of group `default` is not in the checkpoint",
            "parameter `fc1.weight` has shape [6, 5], the checkpoint's has [2, 2]",
        ]
    );
    assert_eq!(opt.step_count("fc1.bias").unwrap(), 2);
    assert_eq!(opt.step_count("fc1.weight").unwrap(), 0);
    assert_eq!(opt.steps(), 3);
    assert_ne!(opt.value_in("default", "lr").unwrap(), 0.5.into());

    let mut opt = builder("Adam").set("lr", 0.5).unwrap().build(&model).unwrap();
    // Then a document without groups needs no group.
    dict.groups.clear();
    let report = opt.load_state_dict(&dict, &LoadOptions::matching().keep_hyperparameters()).unwrap();
    assert_eq!(report.mismatched.len(), 1);
    assert_eq!(opt.value_in("default", "lr").unwrap(), 0.5.into());
}
