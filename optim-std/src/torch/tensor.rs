//! Tensors in a file. The pickle describes them, and they are read on demand.

use std::fmt;

use ndarray::ArrayD;
use optim_core::Float;
use optim_core::checkpoint::{self, TensorData};

use super::error::TorchError;
use super::file::Contents;
use optim_core::__private::messages::shown;
use std::sync::Arc;

/// The element type of a tensor of torch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DType {
    /// `torch.float64`.
    F64,
    /// `torch.float32`.
    F32,
    /// `torch.float16`.
    F16,
    /// `torch.bfloat16`.
    BF16,
    /// `torch.int64`.
    I64,
    /// `torch.int32`.
    I32,
    /// `torch.int16`.
    I16,
    /// `torch.int8`.
    I8,
    /// `torch.uint8`.
    U8,
    /// `torch.bool`.
    Bool,
    /// Complex, quantized and 8-bit numbers. A file may contain them, but they are not read.
    Other,
}

/// Type, name in `torch`, prefix of the storage's name, number of bytes per element.
const DTYPES: [(DType, &str, &str, usize); 10] = [
    (DType::F64, "float64", "Double", 8),
    (DType::F32, "float32", "Float", 4),
    (DType::F16, "float16", "Half", 2),
    (DType::BF16, "bfloat16", "BFloat16", 2),
    (DType::I64, "int64", "Long", 8),
    (DType::I32, "int32", "Int", 4),
    (DType::I16, "int16", "Short", 2),
    (DType::I8, "int8", "Char", 1),
    (DType::U8, "uint8", "Byte", 1),
    (DType::Bool, "bool", "Bool", 1),
];

const OTHER: [&str; 17] = [
    "complex32",
    "complex64",
    "complex128",
    "float8_e4m3fn",
    "float8_e4m3fnuz",
    "float8_e5m2",
    "float8_e5m2fnuz",
    "float8_e8m0fnu",
    "float4_e2m1fn_x2",
    "uint16",
    "uint32",
    "uint64",
    "qint8",
    "quint8",
    "qint32",
    "quint4x2",
    "quint2x4",
];

/// Prefix of the storage's name, number of bytes per element.
const OTHER_STORAGES: [(&str, usize); 7] = [
    ("ComplexFloat", 8),
    ("ComplexDouble", 16),
    ("QInt8", 1),
    ("QUInt8", 1),
    ("QInt32", 4),
    ("QUInt4x2", 1),
    ("QUInt2x4", 1),
];

impl DType {
    /// The type with this name in `torch`.
    pub(super) fn of_torch(name: &str) -> Option<Self> {
        let known = DTYPES.iter().find(|row| row.1 == name).map(|row| row.0);
        known.or_else(|| OTHER.contains(&name).then_some(Self::Other))
    }

    /// The type of a storage, by its name without `Storage`.
    pub(super) fn of_storage(name: &str) -> Option<Self> {
        let known = DTYPES.iter().find(|row| row.2 == name).map(|row| row.0);
        known.or_else(|| OTHER_STORAGES.iter().any(|row| row.0 == name).then_some(Self::Other))
    }

    /// The class of storages with such elements, without its module.
    pub(super) fn storage(self) -> String {
        DTYPES.iter().find(|row| row.0 == self).map_or_else(String::new, |row| format!("{}Storage", row.2))
    }

    /// The number of bytes per element of a storage, by its name without `Storage`.
    pub(super) fn size_in_storage(name: &str) -> Option<usize> {
        let known = DTYPES.iter().find(|row| row.2 == name).map(|row| row.3);
        known.or_else(|| OTHER_STORAGES.iter().find(|row| row.0 == name).map(|row| row.1))
    }

    fn size(self) -> Option<usize> {
        DTYPES.iter().find(|row| row.0 == self).map(|row| row.3)
    }
}

/// The name in torch without the module: `float32`.
impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(DTYPES.iter().find(|row| row.0 == *self).map_or("another type", |row| row.1))
    }
}

impl From<checkpoint::DType> for DType {
    fn from(dtype: checkpoint::DType) -> Self {
        match dtype {
            checkpoint::DType::F16 => Self::F16,
            checkpoint::DType::BF16 => Self::BF16,
            checkpoint::DType::F32 => Self::F32,
            checkpoint::DType::F64 => Self::F64,
            _ => Self::Other,
        }
    }
}

/// The elements of a tensor.
#[derive(Clone, Debug)]
pub(super) enum ElementSource {
    /// In a storage: its key.
    Storage(Box<str>),
    /// In an array, little-endian.
    Bytes(Arc<[u8]>),
}

/// The places of a tensor's elements in the storage, and their order. Strides and offset count elements.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) elements: ElementSource,
    pub(super) dtype: DType,
    pub(super) offset: usize,
    pub(super) shape: Vec<usize>,
    pub(super) strides: Vec<usize>,
}

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
