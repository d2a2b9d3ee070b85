//! Types of elements, as data.

use std::fmt;

/// The element type of stored numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DType {
    /// IEEE half precision.
    F16,
    /// The upper half of an `F32`.
    BF16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// `bool`, one byte each: masks.
    Bool,
    /// Codes of one byte: states that are kept in 8 bits by the dynamic maps, and bits that a parameter of `bf16` lacks. By themselves they are not
    /// numbers.
    U8,
    /// Codes of one byte: states that are kept in 8 companded bits. By themselves they are not numbers.
    I8,
    /// Codes of two bytes: bits that a parameter of `bf16` lacks of its number.
    U16,
}

impl DType {
    /// Bytes of one element.
    pub const fn size(self) -> usize {
        match self {
            Self::Bool | Self::U8 | Self::I8 => 1,
            Self::F16 | Self::BF16 | Self::U16 => 2,
            Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// Returns true if elements of this type are no numbers by themselves.
    pub(crate) const fn is_code(self) -> bool {
        matches!(self, Self::U8 | Self::I8 | Self::U16)
    }

    /// Bytes of a tensor of this shape; `None` if there is no such number.
    pub fn bytes_of(self, shape: &[usize]) -> Option<usize> {
        shape.iter().try_fold(self.size(), |product, &size| product.checked_mul(size))
    }
}

/// As in Rust: `f32`.
impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::F16 => "f16",
            Self::BF16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Bool => "bool",
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::U16 => "u16",
        })
    }
}
