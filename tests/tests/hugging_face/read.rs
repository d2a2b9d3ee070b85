//! Parameters by name, of any type, from one or several files.

use std::collections::BTreeMap;

use ndarray::{ArrayD, array};
use optim_std::LoadParams;
use optim_std::params::LoadParamsError;
use optim_std::prelude::*;
use optim_std::safetensors::{SafetensorsError, SafetensorsFile, save_params};

use super::{Model, check_sums, folder, gpt2, open, path};

#[test]
fn all_types_of_floats() {
    let file = open("types.safetensors");
    let names: Vec<&str> = file.names().collect();
    assert_eq!(names, ["bf16", "bool", "empty", "f16", "f32", "f64", "i64", "number"]);
    assert_eq!((file.dtype("bf16").unwrap(), file.dtype("i64").unwrap()), ("BF16", "I64"));
    assert_eq!(file.shape("empty").unwrap(), [0, 3]);
    assert_eq!(file.metadata().collect::<Vec<_>>(), [("made by", "make.py")]);

    let exact = array![[1.0 / 3.0, -2.0, 1e-3], [0.0, -0.0, 65504.0]].into_dyn();
    assert_eq!(file.array::<f64>("f64").unwrap(), exact);
    assert_eq!(file.array::<f32>("f64").unwrap(), exact.mapv(|x| x as f32));
    assert_eq!(file.array::<f64>("f32").unwrap(), exact.mapv(|x| f64::from(x as f32)));
    let half = array![[0.333_251_953_125, -2.0, 0.001_000_404_357_910_156_2], [0.0, -0.0, 65504.0]].into_dyn();
    assert_eq!(file.array::<f64>("f16").unwrap(), half);
    let brain = array![[0.333_984_375, -2.0, 0.000_999_450_683_593_75], [0.0, -0.0, 65536.0]].into_dyn();
    assert_eq!(file.array::<f32>("bf16").unwrap(), brain.mapv(|x| x as f32));
    assert!(file.array::<f32>("f16").unwrap()[[1, 1]].is_sign_negative());

    let map: BTreeMap<String, ArrayD<f32>> = file.to_map().unwrap();
    assert_eq!(map.keys().collect::<Vec<_>>(), ["bf16", "empty", "f16", "f32", "f64", "number"]);
    assert_eq!(map["number"].sum(), 7.5);
    let mut loaded = BTreeMap::from([("f16", ArrayD::<f64>::zeros(vec![2, 3])), ("number", ArrayD::zeros(vec![]))]);
    let unused = file.load_params(&mut loaded).unwrap();
    assert_eq!((unused.len(), &loaded["f16"]), (6, &half));

    let error = file.array::<f32>("i64").unwrap_err();
    assert!(matches!(&error, SafetensorsError::ElementType { dtype, .. } if dtype == "I64"), "{error}");
    let mut counts = BTreeMap::from([("f16", ArrayD::<f32>::zeros(vec![2, 3])), ("i64", ArrayD::zeros(vec![3]))]);
    assert!(matches!(file.load_params(&mut counts), Err(SafetensorsError::ElementType { .. })));
    assert_eq!(counts["f16"].sum(), 0.0, "nothing has changed");
    let error = file.shape("f23").unwrap_err().to_string();
    assert!(error.ends_with("has no tensor `f23` (there is `f32`)"), "{error}");
}

#[test]
fn a_model_of_transformers() {
    for name in ["gpt2/model.safetensors", "gpt2_parts/model.safetensors.index.json"] {
        let file = open(name);
        let mut model = gpt2::<f32>(str::to_owned);
        assert_eq!(file.load_params(&mut model).unwrap(), [""; 0]);
        check_sums(&model);
        let mut wide = gpt2::<f64>(str::to_owned);
        file.load_params(&mut wide).unwrap();
        check_sums(&wide);
        assert_eq!(file.to_map::<f32>().unwrap(), model.clone().into_iter().collect::<BTreeMap<_, _>>());
    }
}

#[test]
fn names_with_and_without_prefixes() {
    let file = open("gpt2/model.safetensors");
    let inner = |name: &str| name.strip_prefix("transformer.").unwrap_or(name).to_owned();
    // Here, the model is the inner one.
    let mut model = gpt2::<f32>(inner);
    file.load_params_with(&mut model, &LoadParams::new().prefix("transformer.")).unwrap();
    check_sums(&model);
    // The file has the inner model, and a head with the embedding's numbers.
    let folder = folder("prefixes");
    save_params(&model, folder.join("inner.safetensors")).unwrap();
    let mut outer = gpt2::<f32>(str::to_owned);
    outer.insert("lm_head.weight".to_owned(), ArrayD::zeros(outer["transformer.wte.weight"].shape()));
    let rename = LoadParams::new().rename(|name| match name {
        "lm_head.weight" => "wte.weight".to_owned(),
        name => name.trim_start_matches("transformer.").to_owned(),
    });
    let inner_file = SafetensorsFile::open(folder.join("inner.safetensors")).unwrap();
    assert_eq!(inner_file.load_params_with(&mut outer, &rename).unwrap(), [""; 0]);
    assert_eq!(outer["lm_head.weight"], outer["transformer.wte.weight"]);
    outer.pop();
    check_sums(&outer);
    // The prefixes of wrapped models.
    for prefix in ["module.", "_orig_mod.", "module._orig_mod.", "_orig_mod.module."] {
        let wrapped: Model<f32> =
            model.iter().map(|(name, array)| (format!("{prefix}{name}"), array.clone())).collect();
        save_params(&wrapped, folder.join("wrapped.safetensors")).unwrap();
        let wrapped = SafetensorsFile::open(folder.join("wrapped.safetensors")).unwrap();
        let mut plain = gpt2::<f32>(inner);
        assert_eq!(wrapped.load_params(&mut plain).unwrap(), [""; 0], "{prefix}");
        assert_eq!(plain, model, "{prefix}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn all_or_nothing() {
    let file = open("gpt2/model.safetensors");
    let mut model = gpt2::<f32>(str::to_owned);
    *model.last_mut().unwrap().1 = ArrayD::zeros(vec![5]);
    let error = file.load_params(&mut model).unwrap_err();
    let expected = "parameter `transformer.ln_f.bias` has shape [5], tensor `transformer.ln_f.bias` of the file [4]";
    assert!(error.to_string().ends_with(expected), "{error}");
    assert!(model.values().flatten().all(|&x| x == 0.0));

    let mut model = gpt2::<f32>(|name| name.replace("ln_1", "ln1"));
    let error = file.load_params(&mut model).unwrap_err();
    assert!(model.values().flatten().all(|&x| x == 0.0));
    let text = error.to_string();
    let expected = "the file has no tensor for 4 parameters:\n  `transformer.h.0.ln1.weight` (there is \
                    `transformer.h.0.ln_1.weight`)\n";
    assert!(text.contains(expected) && text.contains("help: no parameter has the names "), "{text}");
    let SafetensorsError::Params { error: LoadParamsError::Missing { missing, unused }, .. } = error else { panic!() };
    assert_eq!((missing.len(), unused.len()), (4, 4));

    let mut views = array![0.0_f32];
    let error = file.load_params(&mut &mut views).unwrap_err().to_string();
    assert!(error.contains("has no tensor for parameter `param`"), "{error}");
    let error = file.load_params(&mut views.view()).unwrap_err().to_string();
    assert!(error.contains("has no parameters that can be written\nhelp: "), "{error}");
}

/// Training of a model from a file continues here: your own struct with an optimizer.
#[test]
fn into_a_struct() {
    #[derive(Parameters)]
    struct Norm {
        weight: ndarray::Array1<f32>,
        bias: ndarray::Array1<f32>,
    }
    let mut norm = Norm { weight: ndarray::Array1::zeros(4), bias: ndarray::Array1::zeros(4) };
    let names = LoadParams::new().prefix("transformer.ln_f.");
    let unused =
        SafetensorsFile::open(path("gpt2/model.safetensors")).unwrap().load_params_with(&mut norm, &names).unwrap();
    assert_eq!(unused.len(), 26);
    assert!((norm.weight.sum() + 0.602_081_5).abs() < 1e-6 && (norm.bias.sum() + 1.156_678_5).abs() < 1e-6);
    SGD::new(0.1).build(&norm).unwrap();
}
