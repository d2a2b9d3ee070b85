//! The front of a file: the length of the header, then the header.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{KEY, StoredType};
use crate::state_dict::CheckpointError;

/// A tensor in the header, without its place.
pub(super) struct FrontTensor<'i> {
    key: &'i str,
    stored: StoredType,
    shape: &'i [usize],
}

impl<'i> FrontTensor<'i> {
    pub(super) fn new(key: &'i str, stored: StoredType, shape: &'i [usize]) -> Self {
        Self { key, stored, shape }
    }
}

/// The bytes before these tensors, which follow each other without gaps.
pub(super) fn front(text: &str, tensors: &[FrontTensor<'_>]) -> Result<Vec<u8>, CheckpointError> {
    let mut ends = Vec::with_capacity(tensors.len());
    let mut end = 0_usize;
    for tensor in tensors {
        let bytes = tensor.shape.iter().try_fold(tensor.stored.size(), |bytes, size| bytes.checked_mul(*size));
        end = bytes
            .and_then(|bytes| end.checked_add(bytes))
            .ok_or_else(|| CheckpointError::Unwritable { reason: "it is too large".to_owned() })?;
        ends.push(end);
    }
    let mut front = vec![0; LENGTH];
    serde_json::to_writer(&mut front, &FrontHeader { text, tensors, ends: &ends })
        .map_err(|error| CheckpointError::Unwritable { reason: error.to_string() })?;
    // Tensors start at a multiple of the widest element.
    front.resize(front.len().next_multiple_of(LENGTH), b' ');
    let length = (front.len() - LENGTH) as u64;
    front[..LENGTH].copy_from_slice(&length.to_le_bytes());
    Ok(front)
}

/// The number of bytes that hold the length of the header.
pub(super) const LENGTH: usize = 8;

struct FrontHeader<'h> {
    /// The metadata under our key.
    text: &'h str,
    tensors: &'h [FrontTensor<'h>],
    ends: &'h [usize],
}

impl Serialize for FrontHeader<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Tensor<'t> {
            dtype: &'static str,
            shape: &'t [usize],
            data_offsets: (usize, usize),
        }

        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("__metadata__", &std::collections::BTreeMap::from([(KEY, self.text)]))?;
        let mut start = 0;
        for (tensor, &end) in self.tensors.iter().zip(self.ends) {
            let data_offsets = (start, end);
            map.serialize_entry(
                tensor.key,
                &Tensor { dtype: tensor.stored.name(), shape: tensor.shape, data_offsets },
            )?;
            start = end;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_dict::DType;

    #[test]
    fn headers_are_padded_and_tensors_one_behind_the_other() {
        let infos = [
            FrontTensor::new("a", StoredType::Elements(DType::F64), &[2, 3]),
            FrontTensor::new("b", StoredType::U8, &[]),
        ];
        let bytes = front("{}", &infos).unwrap();
        let (length, header) = bytes.split_at(8);
        assert_eq!((length, header.len() % 8), (&(header.len() as u64).to_le_bytes()[..], 0));
        assert_eq!(
            std::str::from_utf8(header).unwrap().trim_end(),
            r#"{"__metadata__":{"optim":"{}"},"a":{"dtype":"F64","shape":[2,3],"data_offsets":[0,48]},"b":{"dtype":"U8","shape":[],"data_offsets":[48,49]}}"#
        );
        let large = [FrontTensor::new("a", StoredType::U8, &[usize::MAX]), FrontTensor::new("b", StoredType::U8, &[1])];
        assert_eq!(front("{}", &large).unwrap_err().to_string(), "this cannot be saved: it is too large");
    }
}
