//! Writing a file.

use std::collections::HashMap;
use std::path::Path;

use safetensors::tensor::{Dtype, Metadata, TensorInfo};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::meta::{GroupMeta, Meta, OptimizerMeta, Pairs, ParamMeta};
use super::setting::{MOST_NESTED, nested, to_json};
use super::write::{Tensor, write};
use super::{CHECKSUMS, FORMAT, KEY, LONGEST_HEADER, VERSION, atomic, mask_key, param_key, state_key};
use crate::checkpoint::{CheckpointError, DType, StateDict, StateEntry, once};
use crate::kernel::Float;
use crate::optimizer::AnyOptimizer;
use crate::params::{Name, Parameters};
use crate::state::{STEP_STATE, StateView};

/// Collects what goes into one file: parameters, an optimizer, and words of your own.
///
/// Nothing is copied; [`save`](Self::save) writes piece by piece.
#[must_use = "nothing is written before `save`"]
#[derive(Default)]
pub struct Checkpoint<'a> {
    params: Option<Vec<String>>,
    tensors: Vec<Tensor<'a>>,
    optimizer: Option<(OptimizerMeta, Vec<Tensor<'a>>)>,
    extra: Vec<(String, String)>,
}

impl<'a> Checkpoint<'a> {
    /// Nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the parameters of a model; of several models all names must differ.
    pub fn params<P: Parameters + ?Sized>(mut self, params: &'a P) -> Self {
        let names = self.params.get_or_insert_default();
        params.visit(Name::ROOT, &mut |name, tensor| {
            let name = name.to_string();
            self.tensors.push(Tensor::array(param_key(&name), tensor.to_ndarray()));
            names.push(name);
        });
        self
    }

    /// Adds an optimizer, in place of one that was added before.
    pub fn optimizer<T: Float>(mut self, optimizer: &'a dyn AnyOptimizer<T>) -> Self {
        let mut tensors = Vec::new();
        let infos = optimizer.group_infos();
        let mut group_of = HashMap::new();
        for (place, group) in infos.iter().enumerate() {
            group_of.extend(group.members.iter().map(|member| (*member, place)));
        }
        let groups = infos.iter().map(|group| GroupMeta {
            name: group.name.to_owned(),
            tags: group.tags.to_vec(),
            adjust_learning_rate: group.adjust_learning_rate,
            settings: Pairs(group.settings.iter().map(|(name, value)| ((*name).to_owned(), to_json(value))).collect()),
        });
        let groups = groups.collect();
        let names: Vec<&'static str> = optimizer.state_names().collect();
        let param = |param: crate::ParamInfo<'_>| {
            let name = param.name();
            let mut states = Vec::new();
            for state in names.iter().filter(|state| **state != STEP_STATE) {
                // Those that do not exist for this parameter are errors.
                let Ok(view) = optimizer.state_value(name, state) else { continue };
                let key = state_key(name, state);
                tensors.push(match view {
                    StateView::Scalar(number) => Tensor::number(key, number),
                    StateView::Array(array) => Tensor::array(key, array),
                });
                states.push((*state).to_owned());
            }
            let mask = optimizer.mask(name).ok().flatten();
            let masked = mask.is_some();
            tensors.extend(mask.map(|mask| Tensor::mask(mask_key(name), mask)));
            ParamMeta {
                name: name.to_owned(),
                shape: param.shape().to_vec(),
                group: group_of.get(name).copied().unwrap_or(0),
                steps: optimizer.step_count(name).unwrap_or(0),
                states,
                masked,
            }
        };
        let params = optimizer.params().map(param).collect();
        let meta = OptimizerMeta { name: optimizer.name().to_owned(), steps: optimizer.steps(), groups, params };
        self.optimizer = Some((meta, tensors));
        self
    }

    /// Adds the state of an optimizer as data, in place of one that was added before.
    pub fn state_dict(mut self, dict: &'a StateDict) -> Self {
        let mut tensors = Vec::new();
        let groups = dict.groups.iter().map(|group| GroupMeta {
            name: group.name.clone(),
            tags: group.tags.clone(),
            adjust_learning_rate: group.adjust_learning_rate,
            settings: Pairs(group.settings.iter().map(|(name, value)| (name.clone(), to_json(value))).collect()),
        });
        let params = dict.params.iter().map(|param| {
            for (state, entry) in &param.states {
                let key = state_key(&param.name, state);
                tensors.push(match entry {
                    StateEntry::Scalar(number) => Tensor::number(key, *number),
                    StateEntry::Tensor(data) => Tensor::data(key, data),
                });
            }
            tensors.extend(param.mask.as_ref().map(|mask| Tensor::data(mask_key(&param.name), mask)));
            ParamMeta {
                name: param.name.clone(),
                shape: param.shape.clone(),
                group: param.group,
                steps: param.step_count,
                states: param.states.iter().map(|(state, _)| state.clone()).collect(),
                masked: param.mask.is_some(),
            }
        });
        let params = params.collect();
        let meta = OptimizerMeta { name: dict.optimizer.clone(), steps: dict.steps, groups: groups.collect(), params };
        self.optimizer = Some((meta, tensors));
        self
    }

    /// Adds a word of your own, such as the epoch.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.extra.push((key.into(), value.into()));
        self
    }

    /// Writes the file: beside its place first, and in place of what is there when all of it has reached the disk.
    ///
    /// # Errors
    ///
    /// When the file cannot be written, or two things have one name. The file that was there stays; only if the last of
    /// all, to sync the folder, fails, the new one is in its place already.
    pub fn save(self, path: impl AsRef<Path>) -> Result<(), CheckpointError> {
        let (optimizer, states) = self.optimizer.unzip();
        let mut tensors = self.tensors;
        tensors.extend(states.into_iter().flatten());
        // Wide types first: every tensor then starts at a multiple of its elements' size. The order is otherwise kept.
        tensors.sort_by_key(|tensor| std::cmp::Reverse(tensor.dtype.size()));
        let meta = Meta {
            format: FORMAT.to_owned(),
            version: VERSION,
            optimizer,
            params: self.params,
            extra: Pairs(self.extra),
        };
        let header = header(&meta, &tensors)?;
        atomic::replace(path.as_ref(), |file| write(file, &header, &tensors))
    }
}

fn header(meta: &Meta, tensors: &[Tensor<'_>]) -> Result<Vec<u8>, CheckpointError> {
    once("words of your own", meta.extra.0.iter().map(|(key, _)| &**key))?;
    once("tensors", tensors.iter().map(|tensor| &*tensor.key))?;
    if let Some(optimizer) = &meta.optimizer {
        once("parameters", optimizer.params.iter().map(|param| &*param.name))?;
        once("parameter groups", optimizer.groups.iter().map(|group| &*group.name))?;
    }
    for group in meta.optimizer.iter().flat_map(|optimizer| &optimizer.groups) {
        if let Some((name, _)) = group.settings.0.iter().find(|(_, json)| nested(json) > MOST_NESTED) {
            let group = &group.name;
            return Err(unwritable(format!(
                "`{name}` of group `{group}` has schedules in schedules, more than {MOST_NESTED} deep"
            )));
        }
    }
    let text = serde_json::to_string(meta).map_err(|error| unwritable(error.to_string()))?;
    // What could not be read back, schedules in schedules without end, is found now and not when it is needed.
    serde_json::from_str::<Meta>(&text).map_err(|error| unwritable(error.to_string()))?;
    let mut infos = Vec::with_capacity(tensors.len() + 1);
    let mut end = 0_usize;
    let mut push = |key: &str, dtype, shape: &[usize], bytes: Option<usize>| {
        let start = end;
        end =
            bytes.and_then(|bytes| start.checked_add(bytes)).ok_or_else(|| unwritable("it is too large".to_owned()))?;
        infos.push((key.to_owned(), TensorInfo { dtype, shape: shape.to_vec(), data_offsets: (start, end) }));
        Ok(())
    };
    for tensor in tensors {
        push(&tensor.key, dtype_of(tensor.dtype), &tensor.shape, tensor.dtype.bytes_of(&tensor.shape))?;
    }
    let checksums = [tensors.len() + 1, 4];
    push(CHECKSUMS, Dtype::U8, &checksums, Some(checksums.iter().product()))?;
    let json =
        serde_json::to_vec(&Header { text: &text, tensors: &infos }).map_err(|error| unwritable(error.to_string()))?;
    Metadata::new(None, infos).map_err(|error| unwritable(error.to_string()))?;
    front(json)
}

/// What is in front of the tensors: the length of the header, and the header.
fn front(mut json: Vec<u8>) -> Result<Vec<u8>, CheckpointError> {
    json.resize(json.len().next_multiple_of(8), b' ');
    if json.len() > LONGEST_HEADER {
        return Err(unwritable(format!("its header has {} bytes, allowed: {LONGEST_HEADER}", json.len())));
    }
    let mut front = (json.len() as u64).to_le_bytes().to_vec();
    front.append(&mut json);
    Ok(front)
}

fn unwritable(reason: String) -> CheckpointError {
    CheckpointError::Unwritable { reason }
}

/// A header as it is written: the library's own type would need its whole feature `std`.
struct Header<'h> {
    /// The metadata under our key.
    text: &'h str,
    tensors: &'h [(String, TensorInfo)],
}

impl Serialize for Header<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("__metadata__", &HashMap::from([(KEY, self.text)]))?;
        for (key, info) in self.tensors {
            map.serialize_entry(key, info)?;
        }
        map.end()
    }
}

fn dtype_of(dtype: DType) -> Dtype {
    match dtype {
        DType::Bool => Dtype::BOOL,
        DType::F16 => Dtype::F16,
        DType::BF16 => Dtype::BF16,
        DType::F32 => Dtype::F32,
        DType::F64 => Dtype::F64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_padded_and_may_not_be_longer_than_what_is_read() {
        assert_eq!(front(b"{}".to_vec()).unwrap(), b"\x08\0\0\0\0\0\0\0{}      ");
        assert_eq!(front(b"{      }".to_vec()).unwrap(), b"\x08\0\0\0\0\0\0\0{      }");
        let of_length = |length| front(vec![b' '; length]).map(|front| front.len());
        assert_eq!(of_length(LONGEST_HEADER).unwrap(), LONGEST_HEADER + 8);
        let text = of_length(LONGEST_HEADER + 1).unwrap_err().to_string();
        assert_eq!(text, "this cannot be saved: its header has 100000008 bytes, allowed: 100000000");
    }
}
