//! Writing parameters.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::LONGEST_HEADER;
use super::error::SafetensorsError;
use super::header::name_of;
use crate::files::{self, FileError};
use crate::params::{Name, Parameters};
use crate::state_dict::table::Elements;

/// Writes the parameters of a model to a safetensors file, as `safetensors.torch.save_file(model.state_dict(), path)` does. In Python,
/// read it with `safetensors.torch.load_file`, or with `from_pretrained` of `transformers` if it has the model's names and shapes.
///
/// The file is written under a temporary name and renamed: an existing file stays until the new one is complete. It has no checksums
/// and no optimizer. To continue training here, save a [`Checkpoint`](crate::Checkpoint).
///
/// # Errors
///
/// Returns an error if two parameters have one name, or the file cannot be written.
pub fn save_params<P: Parameters + ?Sized>(params: &P, path: impl AsRef<Path>) -> Result<(), SafetensorsError> {
    let mut tensors = Vec::new();
    params.visit(Name::ROOT, &mut |name, array| {
        tensors.push(NamedElements { name: name.to_string(), elements: Box::new(array) });
    });
    let front = front(&tensors)?;
    let path = path.as_ref();
    files::replace(path, |file| {
        let written = file.write_all(&front).and_then(|()| {
            tensors.iter().try_for_each(|tensor| tensor.elements.bytes(&mut |piece| file.write_all(piece)))
        });
        written.map_err(|error| FileError { action: "write", path: path.to_owned(), error }.into())
    })
}

/// A parameter with its name.
struct NamedElements<'a> {
    name: String,
    elements: Box<dyn Elements + 'a>,
}

/// The front of the file: the length of the header, and the header.
fn front(tensors: &[NamedElements<'_>]) -> Result<Vec<u8>, SafetensorsError> {
    let mut seen = HashSet::from(["__metadata__"]);
    if let Some(twice) = tensors.iter().find(|tensor| !seen.insert(&*tensor.name)) {
        let name = &twice.name;
        return Err(unwritable(match &**name {
            "__metadata__" => format!("a parameter is called `{name}`, which has another meaning in the file"),
            _ => format!("two parameters are called `{name}`"),
        }));
    }
    let mut infos = Vec::with_capacity(tensors.len());
    let mut start = 0_usize;
    for tensor in tensors {
        let end = tensor.elements.dtype().bytes_of(tensor.elements.shape()).and_then(|bytes| start.checked_add(bytes));
        let end = end.ok_or_else(|| unwritable("it is too large".to_owned()))?;
        let dtype = name_of(tensor.elements.dtype());
        infos.push((&*tensor.name, TensorJson { dtype, shape: tensor.elements.shape(), data_offsets: (start, end) }));
        start = end;
    }
    let mut json = serde_json::to_vec(&HeaderJson(&infos)).map_err(|error| unwritable(error.to_string()))?;
    json.resize(json.len().next_multiple_of(8), b' ');
    if json.len() as u64 > LONGEST_HEADER {
        return Err(unwritable(format!("its header has {} bytes, allowed: {LONGEST_HEADER}", json.len())));
    }
    let mut front = (json.len() as u64).to_le_bytes().to_vec();
    front.append(&mut json);
    Ok(front)
}

fn unwritable(reason: String) -> SafetensorsError {
    SafetensorsError::Unwritable { reason }
}

struct HeaderJson<'h>(&'h [(&'h str, TensorJson<'h>)]);

#[derive(Serialize)]
struct TensorJson<'h> {
    dtype: &'static str,
    shape: &'h [usize],
    data_offsets: (usize, usize),
}

impl Serialize for HeaderJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Metadata {
            format: &'static str,
        }

        let mut map = serializer.serialize_map(None)?;
        // `transformers` refuses files without it.
        map.serialize_entry("__metadata__", &Metadata { format: "pt" })?;
        for (name, info) in self.0 {
            map.serialize_entry(name, info)?;
        }
        map.end()
    }
}
