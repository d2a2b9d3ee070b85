//! Tensors in a file. The pickle describes them, and they are read on demand.

use std::fmt;

use ndarray::ArrayD;
use optim_core::Float;
use optim_core::checkpoint::{self, TensorData};

use super::contents::Contents;
use super::decode::{ElementSource, Layout};
use super::dtype::DType;
use super::error::TorchError;
use optim_core::__private::messages::shown;
use std::sync::Arc;

/// A tensor in a file. Its elements are read on demand.
#[derive(Clone)]
pub struct TorchTensor {
    file: Arc<Contents>,
    layout: Layout,
    place: String,
}

impl TorchTensor {
    pub(super) fn new(file: Arc<Contents>, layout: Layout, place: String) -> Self {
        Self { file, layout, place }
    }

    /// Length of each axis.
    pub fn shape(&self) -> &[usize] {
        &self.layout.shape
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.layout.dtype
    }

    /// The place of the tensor in the file, for messages: `["model"]["fc1.weight"]`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The number of bytes of its elements in their own type; 0 if it cannot be read.
    #[cfg(feature = "indexmap")]
    pub(super) fn byte_len(&self) -> u64 {
        let size = self.layout.dtype.size().unwrap_or(0) as u64;
        self.layout.shape.iter().fold(size, |len, &axis| len.saturating_mul(axis as u64))
    }

    /// Reads the elements as an array in C order. Rounds them if their type is wider.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, if elements are missing, or if their type cannot be read.
    pub fn to_array<T: Float>(&self) -> Result<ArrayD<T>, TorchError> {
        Ok(self.to_data()?.to_array())
    }

    /// Reads the elements as data of a state dict: floating-point numbers in their own type, others as `f64`.
    ///
    /// # Errors
    ///
    /// The same errors as [`to_array`](Self::to_array).
    pub fn to_data(&self) -> Result<TensorData, TorchError> {
        use checkpoint::DType as Data;
        let bytes = self.bytes()?;
        let (dtype, bytes) = match self.layout.dtype {
            DType::F64 => (Data::F64, bytes),
            DType::F32 => (Data::F32, bytes),
            DType::F16 => (Data::F16, bytes),
            DType::BF16 => (Data::BF16, bytes),
            DType::I64 => (Data::F64, widened(&bytes, |bytes| i64::from_le_bytes(bytes) as f64)),
            DType::I32 => (Data::F64, widened(&bytes, |bytes| i32::from_le_bytes(bytes).into())),
            DType::I16 => (Data::F64, widened(&bytes, |bytes| i16::from_le_bytes(bytes).into())),
            DType::I8 => (Data::F64, widened(&bytes, |bytes| i8::from_le_bytes(bytes).into())),
            DType::U8 => (Data::F64, widened(&bytes, |[byte]| byte.into())),
            DType::Bool => (Data::F64, widened(&bytes, |[byte]| f64::from(u8::from(byte != 0)))),
            DType::Other => return Err(self.wrong("has elements of a type that is not read")),
        };
        TensorData::new(dtype, self.layout.shape.clone(), bytes).map_err(|error| self.wrong(error.to_string()))
    }

    /// The only element.
    ///
    /// # Errors
    ///
    /// The same errors as [`to_array`](Self::to_array). Also if there is not exactly one element.
    pub fn to_number(&self) -> Result<f64, TorchError> {
        if self.layout.shape.iter().any(|&size| size != 1) {
            return Err(self.wrong(format!("has shape {:?} and is not a number", self.layout.shape)));
        }
        self.to_data()?.to_f64().first().copied().ok_or_else(|| self.wrong("has no elements"))
    }

    /// The elements in C order, little-endian.
    fn bytes(&self) -> Result<Vec<u8>, TorchError> {
        /// Many positions of a tensor may share an element. A tensor with more bytes than its storage may have at most this number.
        const MOST_EXPANDED: u64 = 1 << 26;
        let Layout { elements, dtype, offset, shape, strides } = &self.layout;
        let size = dtype.size().ok_or_else(|| self.wrong("has elements of a type that is not read"))?;
        if shape.contains(&0) {
            return Ok(Vec::new());
        }
        let outside = || self.wrong("lies outside of its storage");
        let mut last = 0_usize;
        let mut len = size;
        for (&axis, &stride) in shape.iter().zip(strides) {
            last = stride.checked_mul(axis - 1).and_then(|way| last.checked_add(way)).ok_or_else(outside)?;
            len = len.checked_mul(axis).ok_or_else(outside)?;
        }
        let start = offset.checked_mul(size).ok_or_else(outside)?;
        let span = last.checked_add(1).and_then(|count| count.checked_mul(size)).ok_or_else(outside)?;
        let stored = match elements {
            ElementSource::Storage(key) => self.file.storage_len(key)?,
            ElementSource::Bytes(bytes) => bytes.len() as u64,
        };
        if start.checked_add(span).is_none_or(|end| end as u64 > stored) {
            return Err(outside());
        }
        if len as u64 > stored.max(MOST_EXPANDED) {
            return Err(self.wrong("repeats the elements of its storage too often"));
        }
        let mut bytes = vec![0; span];
        match elements {
            ElementSource::Storage(key) => {
                self.file.read_storage(key, start as u64, &mut bytes)?;
                if self.file.big_endian() {
                    bytes.chunks_exact_mut(size).for_each(<[u8]>::reverse);
                }
            }
            // The code above checked the range.
            ElementSource::Bytes(all) => {
                bytes.iter_mut().zip(all.iter().skip(start)).for_each(|(to, &from)| *to = from);
            }
        }
        if len == span && is_c_order(shape, strides) {
            return Ok(bytes);
        }
        Ok(gather(&bytes, size, len, shape, strides))
    }

    fn wrong(&self, what: impl Into<String>) -> TorchError {
        TorchError::tensor(&self.place, what)
    }
}

/// Prints type, shape and place, but not the elements, which are in the file.
impl fmt::Debug for TorchTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TorchTensor({} {:?} at {})", self.layout.dtype, self.layout.shape, shown(&self.place))
    }
}

fn widened<const N: usize>(bytes: &[u8], number: impl Fn([u8; N]) -> f64) -> Vec<u8> {
    bytes.as_chunks::<N>().0.iter().flat_map(|&bytes| number(bytes).to_le_bytes()).collect()
}

fn is_c_order(shape: &[usize], strides: &[usize]) -> bool {
    let mut expected = 1;
    shape.iter().zip(strides).rev().all(|(&axis, &stride)| {
        let fits = axis == 1 || stride == expected;
        expected *= axis;
        fits
    })
}

/// The elements in C order, from a range of bytes that contains them. No axis is empty.
fn gather(span: &[u8], size: usize, len: usize, shape: &[usize], strides: &[usize]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(len);
    let mut index = vec![0; shape.len()];
    let mut place = 0;
    while bytes.len() < len {
        bytes.extend_from_slice(span.get(place * size..(place + 1) * size).unwrap_or_default());
        // Increments the index like an odometer.
        // Skips an axis with one element: its stride may be large.
        for axis in (0..shape.len()).rev().filter(|&axis| shape[axis] > 1) {
            index[axis] += 1;
            place += strides[axis];
            if index[axis] < shape[axis] {
                break;
            }
            place -= strides[axis] * shape[axis];
            index[axis] = 0;
        }
    }
    bytes
}
