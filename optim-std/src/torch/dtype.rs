//! The types of elements, and their names in torch.

use std::fmt;

use optim_core::checkpoint;

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

    /// The number of bytes per element; `None` if it is not read.
    pub(super) fn size(self) -> Option<usize> {
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
