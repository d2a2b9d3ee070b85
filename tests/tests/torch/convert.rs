//! Errors and notes of conversions.

use optim_std::prelude::*;
use optim_std::torch::{ConvertError, Dialect, Export, Names, Note, TorchFile};
use optim_std::{LoadOptions, Setting};

use super::{Model, Opt, builder, names, open, path, tensors};

fn opt(optimizer: &str, settings: &[(&str, Setting)], two_groups: bool) -> Opt<f32> {
    builder(optimizer, settings, two_groups).build(&model()).unwrap()
}

fn model() -> Model<f32> {
    tensors(&open("adam").get("model").unwrap())
}

fn convert(file: &TorchFile, opt: &Opt<f32>, names: &Names) -> Result<Vec<Note>, ConvertError> {
    file.optimizer().unwrap().convert_for(opt, names).map(|(_, notes)| notes)
}

fn refused(file: &str, opt: &Opt<f32>, names: &Names) -> String {
    convert(&open(file), opt, names).unwrap_err().to_string()
}

#[test]
fn names_and_orders() {
    // A model in the order of the file.
    let listed: Vec<_> = ["weight", "bias", "conv"].map(|name| model()[name].clone()).into();
    let opt_listed = Adam::new().build(&listed).unwrap();
    let (state, _) = open("adam").optimizer().unwrap().convert_for(&opt_listed, &Names::InOrder).unwrap();
    assert_eq!(state.params[1].step_count, 4);
    // Groups in the order of the file.
    let grouped = [2, 0, 1].map(|place| listed[place].clone());
    let builder = AdamW::new().group("bias", |param| param.name() == "2", |hypers| hypers);
    let grouped = [grouped[1].clone(), grouped[0].clone(), grouped[2].clone()];
    let mut opt_grouped = builder.build(&grouped).unwrap();
    let (state, _) = open("adamw").optimizer().unwrap().convert_for(&opt_grouped, &Names::InOrder).unwrap();
    opt_grouped.load_state_dict(&state, &LoadOptions::strict()).unwrap();
    assert_eq!(opt_grouped.value_in("bias", "lr").unwrap(), Setting::Float(0.03));
    assert_eq!(opt_grouped.step_count("2").unwrap(), 4);

    let (adam, adamw) = (opt("Adam", &[], false), opt("AdamW", &[], true));
    convert(&open("adam"), &adam, &Names::InFile).unwrap();
    convert(&open("adam"), &adam, &Names::InOrder).unwrap();
    let error = refused("adam", &adam, &Names::listed(["bias", "weight", "conv"]));
    let expected =
        "has shape [3, 4], the file's has [4]\nhelp: if the groups here have other members than those of the file, ";
    assert!(
        error.contains(expected) && error.contains("; if the order of parameters differs, give the names"),
        "{error}"
    );
    assert!(refused("adamw", &adamw, &Names::InFile).starts_with("the file has no names of parameters\nhelp: "));
    let error = refused("adamw", &opt("AdamW", &[], false), &Names::InOrder);
    assert!(error.starts_with("the file's groups have [2, 1] parameters, the optimizer's [3]"), "{error}");
    let two = Adam::new().build(&vec![listed[0].clone(), listed[1].clone()]).unwrap();
    let error = open("adam").optimizer().unwrap().convert_for(&two, &Names::InOrder).unwrap_err().to_string();
    assert_eq!(error, "the file has 3 parameters, the optimizer 2");
    assert_eq!(refused("adam", &adam, &Names::listed(["weight"])), "the file has 3 parameters, the optimizer 1");
    let error = refused("adam", &adam, &Names::listed(["weight", "weight", "b"]));
    let expected = "names of parameters differ; only the optimizer has `bias`, `conv`; only the file has `b`, `weight`\nhelp: list every";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn other_optimizers_and_other_mathematics() {
    let names = names(false);
    let error = refused("sgd", &opt("Adam", &[], false), &names);
    let expected = "these are not the settings of Adam: `betas`, `eps` missing, found `lr`, `momentum`, ";
    assert!(error.starts_with(expected), "{error}");
    let error = refused("adam", &opt("AdamW", &[], false), &names);
    let expected = "[\"optimizer\"][\"param_groups\"][0] has `decoupled_weight_decay` = false, which AdamW always has\n\
                    help: build `Adam`, where `weight_decay` is a penalty";
    assert_eq!(error, expected);
    let error = refused("adamw", &opt("Adam", &[], true), &super::names(true));
    assert!(
        error.ends_with("`decoupled_weight_decay` = true, which Adam does not have\nhelp: build `AdamW`"),
        "{error}"
    );
    let error = refused("cerebras_adam", &opt("AdamW", &[], false), &names);
    assert!(error.contains("has `l2_regularization_rate` = 0.1"), "{error}");
    let error = refused("cerebras_adamw", &opt("Adam", &[], true), &super::names(true));
    assert!(
        error.contains("has `weight_decay` = 0.1, which Adam has only as a penalty\nhelp: build `AdamW`"),
        "{error}"
    );
    let error = refused("hf_adamw_no_bias", &opt("Adam", &[], false), &names);
    assert!(error.contains("`correct_bias` = false, which Adam always has"), "{error}");
    let error = refused("adamax", &opt("Adam", &[], false), &names);
    assert!(
        error.starts_with("the file has a state `exp_inf` of parameter `") || error.contains("exp_avg_sq"),
        "{error}"
    );

    // Torch's own optimizers with these names compute something else.
    let weight = vec![model()["weight"].clone()];
    let refused = |file: &str, optimizer: &str| {
        let opt = builder(optimizer, &[], false).build(&weight).unwrap();
        open(file).optimizer().unwrap().convert_for(&opt, &Names::InOrder).unwrap_err().to_string()
    };
    let error = refused("other_adafactor", "Adafactor");
    assert!(
        error.starts_with(
            "Adafactor here cannot resume from this state: `torch.optim.Adafactor` bounds the learning rate"
        ) && error.contains("\nhelp: load the parameters and start here with"),
        "{error}"
    );

    let climbing = opt("Adamax", &[("maximize", true.into())], false);
    let (bytes, _) = Export::new(&climbing).write(Vec::new()).unwrap();
    let file = TorchFile::from_bytes(bytes).unwrap();
    let error = convert(&file, &opt("RAdam", &[], false), &Names::InFile).unwrap_err().to_string();
    assert!(error.contains("has `maximize` = true, which RAdam does not have\nhelp: "), "{error}");
}

#[test]
fn states_that_do_not_go_with_the_settings() {
    let names = names(false);
    let error = refused("adam", &opt("Adam", &[("amsgrad", true.into())], false), &names);
    assert!(
        error.starts_with("state `max_exp_avg_sq` of parameter `weight` is not in the file\nhelp: build"),
        "{error}"
    );
    let mut plain = opt("Adam", &[], false);
    let (state, _) = open("adam_amsgrad").optimizer().unwrap().convert_for(&plain, &names).unwrap();
    let error = plain.load_state_dict(&state, &LoadOptions::strict()).unwrap_err().to_string();
    assert!(error.contains("`amsgrad`"), "{error}");
    let error = refused("adamw", &opt("AdamW", &[], false), &super::names(true));
    let expected =
        "parameters `weight` and `bias` are in one group here, `default`, but `lr` differs between them in the file";
    assert!(error.starts_with(expected), "{error}");

    // A step count of 5.5.
    let mut bytes = std::fs::read(path("adam")).unwrap();
    let count = bytes.windows(4).position(|number| number == 5.0_f32.to_le_bytes()).unwrap();
    bytes[count..count + 4].copy_from_slice(&5.5_f32.to_le_bytes());
    let file = TorchFile::from_bytes(bytes).unwrap();
    let error = convert(&file, &opt("Adam", &[], false), &names).unwrap_err().to_string();
    assert_eq!(error, "the step count of parameter `weight` is 5.5, allowed: a whole number from 0 to 2^53");
}

#[test]
fn notes() {
    let names = names(false);
    // A file of SGD before its first step.
    let fresh = opt("SGD", &[("momentum", 0.9.into()), ("dampening", 0.5.into())], false);
    let (bytes, notes) = Export::new(&fresh).write(Vec::new()).unwrap();
    let params = ["weight", "bias", "conv"].map(str::to_owned).to_vec();
    assert_eq!(notes, [Note::FirstDampening { params: params.clone() }]);
    let notes = convert(&TorchFile::from_bytes(bytes).unwrap(), &fresh, &Names::InFile).unwrap();
    assert_eq!(notes, [Note::StepsUnknown, Note::FirstDampening { params }]);

    // The decay of Hugging Face.
    let decaying = opt("AdamW", &[("weight_decay", 0.1.into())], false);
    let (bytes, notes) = Export::new(&decaying).dialect(Dialect::HuggingFace).write(Vec::new()).unwrap();
    let decay = Note::DecayAfterUpdate { group: "default".into(), weight_decay: 0.1 };
    assert_eq!(notes, std::slice::from_ref(&decay));
    let notes = convert(&TorchFile::from_bytes(bytes).unwrap(), &decaying, &Names::InFile).unwrap();
    assert!(notes.contains(&decay), "{notes:?}");

    // A setting that is on here and missing in the file.
    let climbing = opt("Lion", &[], false);
    let (bytes, notes) = Export::new(&climbing).dialect(Dialect::Cerebras).write(Vec::new()).unwrap();
    assert_eq!(notes, []);
    convert(&TorchFile::from_bytes(bytes).unwrap(), &climbing, &Names::InFile).unwrap();
    let amsgrad = opt("Adam", &[("amsgrad", true.into())], false);
    let error = convert(&open("hf_adamw"), &amsgrad, &names).unwrap_err().to_string();
    assert!(error.contains("`max_exp_avg_sq`"), "{error}");
}
