//! A hand-made recording that tests alter and replay.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use safetensors::Dtype;
use safetensors::tensor::{TensorView, serialize};
use serde_json::{Value as Json, json};

pub(crate) const STEPS: usize = 4;

/// A shape, and its numbers.
pub(crate) type Tensor = (Vec<usize>, Vec<f64>);

/// Both files of a recording.
pub(crate) struct Recording {
    pub(crate) manifest: Json,
    pub(crate) tensors: BTreeMap<String, Tensor>,
}

/// The exit and output of the program.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Recording {
    /// Four steps of `SGD(lr=0.5, momentum=0.5)`, computed here with numbers that are exact in both element types.
    pub(crate) fn sgd(shapes: &[(&str, &[usize])]) -> Self {
        Self::sgd_with(shapes, |_| 0.5, |_, _| true)
    }

    /// The same with a learning rate for each parameter, and gradients only in the steps in `due`.
    pub(crate) fn sgd_with(
        shapes: &[(&str, &[usize])],
        lr: impl Fn(&str) -> f64,
        due: impl Fn(&str, usize) -> bool,
    ) -> Self {
        let mut tensors = BTreeMap::new();
        let mut keys = json!({"init": {}, "grads": {}, "params": {}, "state": {}});
        for (param, shape) in shapes {
            let len = shape.iter().product();
            let init: Vec<f64> = (0..len).map(|place| place as f64 - 1.25).collect();
            let (mut values, mut buffer) = (init.clone(), vec![0.0; len]);
            let (mut grads, mut params) = (Vec::new(), Vec::new());
            for step in 1..=STEPS {
                let grad: Vec<f64> = (0..len).map(|place| 0.25 * (place * step) as f64 - 1.0).collect();
                for (place, grad) in grad.iter().enumerate().filter(|_| due(param, step)) {
                    buffer[place] = 0.5 * buffer[place] + grad;
                    values[place] -= lr(param) * buffer[place];
                }
                grads.extend(grad);
                params.extend(&values);
            }
            let stacked = |len: usize| [&[len], *shape].concat();
            for (kind, shape, numbers) in [
                ("init", shape.to_vec(), init),
                ("grads", stacked(STEPS), grads),
                ("params", stacked(STEPS), params),
                ("state", shape.to_vec(), buffer),
            ] {
                let key = format!("{kind}/{param}");
                keys[kind][param] = if kind == "state" { json!({"momentum_buffer": key}) } else { json!(key) };
                tensors.insert(key, (shape, numbers));
            }
        }
        let config = |dtype: &str| json!({"name": "momentum", "dtype": dtype, "kwargs": {"lr": 0.5, "momentum": 0.5}, "tensors": keys});
        let manifest = json!({
            "optimizer": "SGD",
            "n_steps": STEPS,
            "record_steps": (1..=STEPS).collect::<Vec<_>>(),
            "shapes": shapes.iter().copied().collect::<BTreeMap<_, _>>(),
            "configs": [config("float64"), config("float32"), config("float64_mixed")],
        });
        Self { manifest, tensors }
    }

    /// Sets a field of every run.
    pub(crate) fn set(&mut self, field: &str, value: &Json) {
        for config in self.manifest["configs"].as_array_mut().unwrap() {
            config[field] = value.clone();
        }
    }

    /// The numbers of a tensor.
    pub(crate) fn numbers(&mut self, key: &str) -> &mut Vec<f64> {
        &mut self.tensors.get_mut(key).unwrap().1
    }

    /// The `.safetensors` file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let bytes: BTreeMap<&String, Vec<u8>> = self
            .tensors
            .iter()
            .map(|(key, (_, numbers))| (key, numbers.iter().flat_map(|number| number.to_le_bytes()).collect()))
            .collect();
        let views = self
            .tensors
            .iter()
            .map(|(key, (shape, _))| (key, TensorView::new(Dtype::F64, shape.clone(), &bytes[key]).unwrap()));
        serialize(views, None).unwrap()
    }

    /// Writes both files.
    pub(crate) fn write(&self, folder: &Path, name: &str) {
        fs::write(folder.join(format!("{name}.json")), self.manifest.to_string()).unwrap();
        fs::write(folder.join(format!("{name}.safetensors")), self.bytes()).unwrap();
    }
}

/// An empty folder with this name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program, which must not panic.
pub(crate) fn conformance(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_conformance")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let run = Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run
}

/// Writes a recording into a separate folder, and replays it.
pub(crate) fn replayed(name: &str, recording: &Recording) -> Run {
    let folder = folder(name);
    recording.write(&folder, "recorded");
    conformance(&[folder.to_str().unwrap()])
}
