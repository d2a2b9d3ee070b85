//! Files with objects of other classes next to the data, as training scripts save them. Only reading these objects is an error.

use ndarray::array;
use optim_std::LoadOptions;
use optim_std::prelude::*;
use optim_std::torch::{DType, Names, TorchFile, TorchValue};

use super::open;

/// The same contents in torch's three formats.
fn files() -> [TorchFile; 3] {
    ["foreign", "foreign_5", "foreign_before_1_6"].map(open)
}

fn get(file: &TorchFile, key: &str) -> TorchValue {
    file.get(key).unwrap()
}

#[test]
fn model_and_optimizer_are_read_beside_them() {
    for file in files() {
        let mut model = std::collections::BTreeMap::from([("weight", array![[0.0_f32, 0.0]])]);
        file.get("model").unwrap().load_params(&mut model).unwrap();
        let mut opt = Adam::new().eps(1e-8).build(&model).unwrap();
        let (state, notes) = file.optimizer().unwrap().convert_for(&opt, &Names::InFile).unwrap();
        assert_eq!(notes, []);
        opt.load_state_dict(&state, &LoadOptions::strict()).unwrap();
        // The learning rate was a number of numpy.
        assert_eq!(opt.value_in("default", "lr").unwrap(), 0.01.into());
        assert_eq!(opt.steps(), 1);
        assert!((model["weight"][[0, 1]] - 1.99).abs() < 1e-6, "{model:?}");
    }
}

#[test]
fn containers_are_data() {
    for file in files() {
        let args = get(&file, "args");
        assert_eq!((args.kind(), args.class()), ("a dict", Some("argparse.Namespace")));
        assert_eq!(args.keys().unwrap(), ["lr", "betas", "model"]);
        assert_eq!(args.get("lr").unwrap().as_f64().unwrap(), 0.01);
        assert_eq!(args.get("model").unwrap().get("depth").unwrap().as_int().unwrap(), 2);
        let counter = get(&file, "counter");
        assert_eq!((counter.len().unwrap(), counter.entry(80).unwrap().as_int().unwrap()), (2, 2));
        assert_eq!(get(&file, "ordered").keys().unwrap(), ["a", "b"]);
        assert_eq!(get(&file, "ordered").class(), Some("__main__.Ordered"));
        let layers: Vec<_> = get(&file, "layers").elements().unwrap();
        assert_eq!(layers.iter().map(|layer| layer.as_int().unwrap()).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(get(&file, "default").get("a").unwrap().at(0).unwrap().as_int().unwrap(), 1);
        assert_eq!((get(&file, "frozen").kind(), get(&file, "frozen").len().unwrap()), ("a set", 2));
        assert_eq!(get(&file, "size").at(1).unwrap().as_int().unwrap(), 3);
        assert_eq!(get(&file, "python_rng").at(1).unwrap().len().unwrap(), 5);
    }
}

#[test]
fn numbers_and_arrays_of_numpy() {
    for file in files() {
        let number = |key| get(&file, key).as_f64().unwrap();
        assert_eq!([number("f64"), number("f32"), number("f16"), number("big")], [0.1, 0.5, -1.5, 2.5]);
        let int = |key| get(&file, key).as_int().unwrap();
        assert_eq!((int("i64"), int("u64")), (-(1 << 62) - 1, (1 << 64) - 1));
        assert!(get(&file, "bool").as_bool().unwrap() && get(&file, "bool").as_f64().is_err());
        let read = |key| get(&file, key).tensor().unwrap().to_array::<f64>().unwrap();
        let rows = array![[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]].into_dyn();
        assert_eq!((read("array"), read("fortran")), (rows.clone(), rows));
        assert_eq!(read("other_order"), array![0.0, 1.0, 2.0].into_dyn());
        assert_eq!(number("scalar_array"), 7.0);
        assert_eq!(get(&file, "fortran").tensor().unwrap().dtype(), DType::I16);
        assert_eq!((get(&file, "array").kind(), get(&file, "f32").kind()), ("an array", "a number"));
        for (key, what) in [("words", "elements"), ("objects", "elements")] {
            let error = get(&file, key).tensor().and_then(|tensor| tensor.to_array::<f32>()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("tensor [\"{key}\"]")) && error.contains(what), "{error}");
        }
    }
}

#[test]
fn values_of_torch() {
    for file in files() {
        assert_eq!(get(&file, "parameter").tensor().unwrap().to_array::<f32>().unwrap(), array![1.0, 2.0].into_dyn());
        assert_eq!(get(&file, "device").as_device().unwrap(), "cuda:1");
        assert_eq!(get(&file, "dtype").as_dtype().unwrap(), DType::BF16);
        assert_eq!(get(&file, "rng").tensor().unwrap().shape(), [16]);
    }
}

#[test]
fn what_is_not_read_says_why_where_it_is_asked_for() {
    for file in files() {
        let error = |key: &str| get(&file, key).tensor().unwrap_err().to_string();
        for (key, class, help) in [
            ("path", "pathlib.PurePosixPath", "nothing of a file is executed"),
            ("date", "datetime.datetime", "nothing of a file is executed"),
            ("partial", "functools.partial", "look inside with `arguments` and `attributes`"),
            ("color", "__main__.Color", "save plain data in its place"),
            ("settings", "__main__.Settings", "nothing of a file is executed"),
            ("sparse", "torch._utils._rebuild_sparse_tensor", "save `tensor.to_dense()`"),
            ("quantized", "torch._utils._rebuild_qtensor", "save `tensor.dequantize()`"),
            ("meta", "torch._utils._rebuild_meta_tensor_no_storage", "has no elements"),
            ("module", "torch.nn.modules.linear.Linear", "save `module.state_dict()`"),
            ("optimizer", "torch.optim.sgd.SGD", "save `optimizer.state_dict()`"),
        ] {
            let found = error(key);
            let expected = format!("[\"{key}\"] is an object of `{class}`, not a tensor\nhelp: ");
            assert!(found.starts_with(&expected) && found.contains(help), "{found}");
            assert_eq!((get(&file, key).class(), get(&file, key).kind()), (Some(class), "an object"));
        }
        assert!(error("function").starts_with("[\"function\"] is the name of `math.sqrt`, not a tensor"));
        let error = get(&file, "module").load_params(&mut array![1.0_f32]).unwrap_err().to_string();
        assert!(error.contains("save `module.state_dict()`"), "{error}");
        let error = get(&file, "optimizer").optimizer().unwrap_err().to_string();
        let expected = "[\"optimizer\"] is an object of `torch.optim.sgd.SGD`, not the state of an optimizer\nhelp: the optimizer was saved whole";
        assert!(error.starts_with(expected), "{error}");
        let error = get(&file, "huge").as_int().unwrap_err().to_string();
        assert_eq!(error, "[\"huge\"] is a whole number, not a whole number of at most 128 bits");
    }
}

#[test]
fn objects_can_be_looked_into() {
    for file in files() {
        let settings = get(&file, "settings").attributes().unwrap();
        assert_eq!(settings.get("width").unwrap().as_int().unwrap(), 3);
        // The value contains itself.
        let parent = settings.get("parent").unwrap();
        assert_eq!(parent.attributes().unwrap().get("parent").unwrap().class(), Some("__main__.Settings"));
        assert_eq!(parent.place(), "[\"settings\"].attributes[\"parent\"]");
        assert_eq!(get(&file, "color").arguments().unwrap().at(0).unwrap().as_int().unwrap(), 1);
        let partial = get(&file, "partial").arguments().unwrap().at(0).unwrap();
        assert!(partial.class().unwrap().ends_with(".print"), "{partial:?}");
        let parameters = get(&file, "module").attributes().unwrap().get("_parameters").unwrap();
        assert_eq!(parameters.get("weight").unwrap().tensor().unwrap().shape(), [1, 2]);
        let error = get(&file, "path").attributes().unwrap_err().to_string();
        assert!(error.contains("not an object with attributes"), "{error}");
        assert!(get(&file, "huge").arguments().is_err());
    }
}

/// Half precision in the file, single precision here.
#[test]
fn states_of_half_precision() {
    for (file, dtype) in [("adam_float16", DType::F16), ("adam_bfloat16", DType::BF16)] {
        let file = open(file);
        let mut model = std::collections::BTreeMap::from([("weight", array![[0.0_f32, 0.0]])]);
        file.get("model").unwrap().load_params(&mut model).unwrap();
        let mut opt = Adam::new().build(&model).unwrap();
        let (state, _) = file.optimizer().unwrap().convert_for(&opt, &Names::InOrder).unwrap();
        opt.load_state_dict(&state, &LoadOptions::strict()).unwrap_err();
        opt.load_state_dict(&state, &LoadOptions::strict().cast()).unwrap();
        let saved = file.get("optimizer").unwrap().get("state").unwrap().entry(0).unwrap().get("exp_avg").unwrap();
        assert_eq!(saved.tensor().unwrap().dtype(), dtype);
        let exact = saved.tensor().unwrap().to_array::<f32>().unwrap();
        let found = opt.state("weight", "exp_avg").unwrap();
        assert_eq!(found, exact);
        assert!((found[[0, 0]] - 0.03).abs() < 1e-3 && opt.step_count("weight").unwrap() == 1);
    }
}
