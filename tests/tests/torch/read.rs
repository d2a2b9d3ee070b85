//! The contents of a file.

use std::collections::BTreeMap;

use ndarray::{ArrayD, array};
use optim_std::LoadParams;
use optim_std::prelude::*;
use optim_std::torch::{DType, Export, TorchFile, TorchValue};
use optim_std::{Name, Named, TensorMut, TensorRef};

use super::{open, path};

#[test]
fn plain_values() {
    for file in ["values", "protocol_5", "before_1_6"] {
        check_plain(&open(file).get("plain").unwrap());
    }
}

fn check_plain(plain: &TorchValue) {
    let get = |key: &str| plain.get(key).unwrap();
    assert_eq!(plain.keys().unwrap(), ["int", "negative", "none", "float", "tuple", "set", "dtype", "size", "device"]);
    assert_eq!((get("int").as_int().unwrap(), get("negative").as_int().unwrap()), (1 << 70, -(1 << 40)));
    assert!(get("none").is_none() && !get("int").is_none());
    assert_eq!(get("float").as_f64().unwrap(), 1e-8);
    let tuple = get("tuple");
    assert_eq!(tuple.elements().unwrap().len(), 3);
    assert_eq!((tuple.at(1).unwrap().as_f64().unwrap(), tuple.at(2).unwrap().as_str().unwrap()), (2.5, "x"));
    assert_eq!((get("set").len().unwrap(), get("set").kind()), (2, "a set"));
    assert_eq!((get("dtype").kind(), get("device").kind()), ("a type of elements", "a device"));
    assert_eq!(get("size").at(1).unwrap().as_int().unwrap(), 2);
    let error = get("tuple").at(3).unwrap_err().to_string();
    assert_eq!(error, "there is no `3` in [\"plain\"][\"tuple\"]");
    let error = plain.get("lr").unwrap_err().to_string();
    assert!(
        error.starts_with("there is no `lr` in [\"plain\"]\nhelp: the keys there are `int`, `negative`"),
        "{error}"
    );
    assert_eq!(get("float").as_bool().unwrap_err().to_string(), "[\"plain\"][\"float\"] is a number, not a bool");
}

#[test]
fn tensors_of_any_layout_and_type() {
    for file in ["values", "protocol_5", "before_1_6"] {
        check_layouts(&open(file).get("layouts").unwrap());
    }
}

fn check_layouts(layouts: &TorchValue) {
    let read = |key: &str| layouts.get(key).unwrap().tensor().unwrap().to_array::<f64>().unwrap();
    let base = ArrayD::from_shape_vec(vec![4, 6], (0..24).map(f64::from).collect()).unwrap();
    assert_eq!(read("transposed"), base.t());
    assert_eq!(read("sliced"), base.slice(ndarray::s![1..3, ..;2]).into_dyn());
    assert_eq!(read("last"), array![20.0, 21.0, 22.0, 23.0].into_dyn());
    assert_eq!(read("expanded"), array![[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]].into_dyn());
    assert_eq!(read("empty").shape(), [0, 3]);
    assert_eq!(layouts.get("number").unwrap().as_f64().unwrap(), 7.5);
    let channels = ArrayD::from_shape_vec(vec![1, 2, 3, 4], (0..24).map(f64::from).collect()).unwrap();
    assert_eq!(read("channels_last"), channels);
    assert_eq!(read("f64"), array![1.0 / 3.0].into_dyn());
    assert_eq!(read("f16"), array![0.333_251_953_125, -65504.0].into_dyn());
    assert_eq!(read("bf16"), array![0.333_984_375, 1.000_255_551_742_587_3e30].into_dyn());
    assert_eq!(read("i64"), array![-(2.0_f64.powi(40))].into_dyn());
    assert_eq!((read("i32")[0], read("u8")[0]), (-3.0, 200.0));
    assert_eq!(read("bool"), array![1.0, 0.0].into_dyn());
    let complex = layouts.get("complex").unwrap().tensor().unwrap();
    assert_eq!(complex.dtype(), DType::Other);
    assert_eq!(
        complex.to_array::<f32>().unwrap_err().to_string(),
        "tensor [\"layouts\"][\"complex\"] has elements of a type that is not read"
    );
    assert_eq!(
        format!("{:?}", layouts.get("f16").unwrap().tensor().unwrap()),
        "TorchTensor(float16 [2] at [\"layouts\"][\"f16\"])"
    );
}

#[derive(Parameters)]
struct Norm {
    weight: ndarray::Array1<f64>,
    bias: ndarray::Array1<f64>,
}

#[test]
fn parameters_of_a_model() {
    let file = open("values");
    let mut norm = Norm { weight: array![3.0, 4.0], bias: array![5.0, 6.0] };
    let unused = file.get("module").unwrap().load_params(&mut norm).unwrap();
    assert_eq!(unused, ["num_batches_tracked", "running_mean", "running_var"]);
    assert_eq!((&norm.weight, &norm.bias), (&array![1.0, 1.0], &array![0.0, 0.0]));

    let mut renamed = BTreeMap::from([("scale", array![0.0_f32, 0.0])]);
    let unused = file
        .get("module")
        .unwrap()
        .load_params_with(&mut renamed, &LoadParams::new().rename(|_| "weight".to_owned()))
        .unwrap();
    assert_eq!((unused.len(), &renamed["scale"]), (4, &array![1.0, 1.0]));

    // An error changes nothing.
    let mut wrong = (norm, array![9.0]);
    let error = file.get("module").unwrap().load_params(&mut wrong).unwrap_err().to_string();
    assert!(
        error.starts_with("parameters of [\"module\"]: the file has no tensor for 3 parameters:\n  `0.weight`"),
        "{error}"
    );
    let mut wrong = Norm { weight: array![3.0], bias: array![5.0, 6.0] };
    let error = file.get("module").unwrap().load_params(&mut wrong).unwrap_err().to_string();
    let expected = "parameters of [\"module\"]: parameter `weight` has shape [1], tensor `weight` of the file [2]";
    assert_eq!(error, expected);
    assert_eq!((wrong.weight, wrong.bias), (array![3.0], array![5.0, 6.0]));
}

/// Visits parameters in another order for writing than for reading, or leaves some out.
struct Odd {
    norm: Norm,
    written: &'static [&'static str],
}

impl Parameters for Odd {
    type Elem = f64;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, f64>)) {
        self.norm.visit(name, f);
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, f64>)) {
        let Norm { weight, bias } = &mut self.norm;
        let mut parts = BTreeMap::from([("weight", weight), ("bias", bias)]);
        for part in self.written {
            parts.remove(part).expect("once").visit_mut(name.child(part), f);
        }
    }
}

#[test]
fn parameters_of_a_model_that_breaks_its_promises() {
    let file = open("values");
    let norm = || Norm { weight: array![3.0, 4.0], bias: array![5.0, 6.0] };
    // Names decide, not the order, because both have the same shape.
    let mut turned = Odd { norm: norm(), written: &["bias", "weight"] };
    file.get("module").unwrap().load_params(&mut turned).unwrap();
    assert_eq!((turned.norm.weight, turned.norm.bias), (array![1.0, 1.0], array![0.0, 0.0]));
    let mut partly = Odd { norm: norm(), written: &["bias"] };
    let error = file.get("module").unwrap().load_params(&mut partly).unwrap_err().to_string();
    assert!(error.contains("parameter `weight` of the model is read-only"), "{error}");
    assert_eq!((partly.norm.weight, partly.norm.bias), (norm().weight, norm().bias));
    let shared = norm();
    assert!(file.get("module").unwrap().load_params(&mut &shared).is_err());

    let twice = Named(vec![("w", array![1.0_f32]), ("w", array![2.0])]);
    let opt = SGD::new(0.1).build(&twice.0[0].1).unwrap();
    let error = Export::new(&opt).model(&twice).write(Vec::new()).unwrap_err().to_string();
    assert!(error.contains("parameter `w` of the model has the name of another"), "{error}");
}

#[test]
fn other_files_are_named() {
    let message = |bytes: &[u8]| TorchFile::from_bytes(bytes).unwrap_err().to_string();
    let mut tar = vec![0; 512];
    tar[257..262].copy_from_slice(b"ustar");
    let expected = "this is not a readable file of `torch.save`: it is a tar archive, as torch before 0.2 wrote them\n\
                    help: load it with torch and save it again: `torch.save(torch.load(path), path)`";
    assert_eq!(message(&tar), expected);
    assert!(message(b"").contains("it is empty"));
    assert!(
        message(b"\x89HDF\r\n\x1a\nmore")
            .contains("an HDF5 file\nhelp: load it with what made it: `torch.save(cstorch")
    );
    assert!(message(b"\x1f\x8b\x08").contains("compressed with gzip"));
    assert!(message(b"\x28\x00\x00\x00\x00\x00\x00\x00{\"__metadata__\"").contains("a safetensors file"));
    assert!(message(b"hello").contains("no zip archive"));
    assert!(message(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0").contains("without `data.pkl`"));
    assert!(message(b"PK\x03\x04 and then nothing").contains("its end is missing"));
    let nothing = path("nothing");
    let message = TorchFile::open(&nothing).unwrap_err().to_string();
    assert!(message.starts_with(&format!("cannot open `{}`: ", nothing.display())), "{message}");
}

/// Opening a named pipe would wait for ever.
#[cfg(unix)]
#[test]
fn what_is_not_a_file_is_told_at_once() {
    let pipe = std::env::temp_dir().join(format!("optim-torch-pipe-{}.pt", std::process::id()));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let message = TorchFile::open(&pipe).unwrap_err().to_string();
    std::fs::remove_file(&pipe).unwrap();
    assert_eq!(message, format!("cannot open `{}`: it is a named pipe, expected a file", pipe.display()));
    let folder = std::env::temp_dir();
    let message = TorchFile::open(&folder).unwrap_err().to_string();
    assert_eq!(message, format!("cannot open `{}`: it is a directory, expected a file", folder.display()));
}

#[test]
fn the_state_of_an_optimizer_is_found() {
    assert_eq!(format!("{:?}", open("adamw").optimizer().unwrap()), "OptimizerState(3 parameters in groups of [2, 1])");
    let saved = open("adam").get("optimizer").unwrap().optimizer().unwrap();
    assert_eq!(saved.names().unwrap(), ["weight", "bias", "conv"]);
    assert!(open("adamw").optimizer().unwrap().names().is_none());
    let keys: Vec<_> = saved.settings(0).unwrap().map(|(key, _)| key).collect();
    assert!(keys.contains(&"betas") && !keys.contains(&"params"), "{keys:?}");
    let error = open("values").optimizer().unwrap_err().to_string();
    let expected = "there is no state of an optimizer in the file\nhelp: the keys there are `layouts`, `plain`, `module`\n\
                    help: choose with `get(key)`; the state of an optimizer is a dict with `state` and `param_groups`";
    assert_eq!(error, expected);
}
