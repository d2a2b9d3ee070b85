//! The index of a model in several files: `model.safetensors.index.json`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The parts of the document that are needed.
#[derive(Deserialize)]
struct Index {
    /// The file of every tensor.
    weight_map: BTreeMap<String, String>,
}

/// The files in an index, with the tensors that each must have; an error is without the path.
pub(super) fn parts(index: &Path, json: &[u8]) -> Result<Vec<(PathBuf, Vec<String>)>, String> {
    let Index { weight_map } = serde_json::from_slice(json)
        .map_err(|error| format!("it is JSON, but not an index of safetensors files: {error}"))?;
    let mut parts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (tensor, file) in weight_map {
        parts.entry(file).or_default().push(tensor);
    }
    let folder = index.parent().unwrap_or(Path::new(""));
    let part = |(file, tensors): (String, Vec<String>)| {
        // The file must be next to the index, not elsewhere on the disk.
        match Path::new(&file).file_name() {
            Some(name) if name == file.as_str() => Ok((folder.join(&file), tensors)),
            _ => Err(format!("it names the file `{file}`, allowed: names of files in the same folder")),
        }
    };
    parts.into_iter().map(part).collect()
}
