//! Safetensors files of Hugging Face (`tests/safetensors/`, created by `make.py` there): reading, refusing and writing them.

#![allow(missing_docs, reason = "the helpers here are read in these files only")]

mod damaged;
mod kinds;
mod read;
mod write;

use std::path::{Path, PathBuf};

use ndarray::ArrayD;
use optim_std::Float;
use optim_std::indexmap::IndexMap;
use optim_std::safetensors::SafetensorsFile;

pub(crate) type Model<T> = IndexMap<String, ArrayD<T>>;

pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("safetensors").join(name)
}

pub(crate) fn open(name: &str) -> SafetensorsFile {
    SafetensorsFile::open(path(name)).unwrap_or_else(|error| panic!("{error}"))
}

/// A folder for one test, without files of an earlier run.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("optim-hugging-face-{name}-{}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The sums of the parameters of GPT-2, in the order of the model.
pub(crate) fn sums() -> Vec<(String, f64)> {
    let text = std::fs::read_to_string(path("expected.json")).unwrap();
    let sums: IndexMap<String, f64> = {
        let mut sums = IndexMap::new();
        // The file has the order of the model. A `serde_json` map would sort it.
        for line in text.lines().filter_map(|line| line.trim().trim_end_matches(',').split_once(": ")) {
            sums.insert(line.0.trim_matches('"').to_owned(), line.1.parse().unwrap());
        }
        sums
    };
    sums.into_iter().collect()
}

/// GPT-2 with zeros. `rename` changes its names.
pub(crate) fn gpt2<T: Float>(rename: impl Fn(&str) -> String) -> Model<T> {
    let file = open("gpt2/model.safetensors");
    let zeros = |name: &str| ArrayD::from_elem(file.shape(name).unwrap(), T::ZERO);
    sums().into_iter().map(|(name, _)| (rename(&name), zeros(&name))).collect()
}

pub(crate) fn check_sums<T: Float>(model: &Model<T>) {
    for ((name, array), (_, sum)) in model.iter().zip(sums()) {
        let found: f64 = array.iter().map(|x| x.as_()).sum();
        assert!((found - sum).abs() < 1e-6, "{name}: {found} {sum}");
    }
}
