//! Types and numbers as StableHLO writes them.

use std::fmt;

use crate::lang::Dtype;

/// The type of the elements of a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ElementType {
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `i64`: the step count.
    I64,
    /// `i32`: indices in permutations; never in arguments and results.
    I32,
    /// `ui32`: words of random numbers; never in arguments and results.
    U32,
    /// `ui64`: products of two words; never in arguments and results.
    U64,
    /// `i1`: masks; never in arguments and results.
    Bool,
}

impl ElementType {
    /// The StableHLO name: `f32`, `ui32`, `i1`.
    pub fn name(self) -> &'static str {
        match self {
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::I64 => "i64",
            Self::I32 => "i32",
            Self::U32 => "ui32",
            Self::U64 => "ui64",
            Self::Bool => "i1",
        }
    }

    /// A number of this type as a literal.
    pub(super) fn literal(self, x: f64) -> String {
        match self {
            Self::F32 if !(x as f32).is_finite() => format!("0x{:08X}", (x as f32).to_bits()),
            Self::F64 if !x.is_finite() => format!("0x{:016X}", x.to_bits()),
            Self::F32 => decimal(format!("{:?}", x as f32)),
            Self::F64 => decimal(format!("{x:?}")),
            Self::Bool => (x == 1.0).to_string(),
            Self::I64 | Self::I32 | Self::U32 | Self::U64 => format!("{x:.0}"),
        }
    }
}

impl From<Dtype> for ElementType {
    fn from(dtype: Dtype) -> Self {
        match dtype {
            Dtype::F32 => Self::F32,
            Dtype::F64 => Self::F64,
        }
    }
}

/// The StableHLO notation.
impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// MLIR needs a point: `1.0e-8` instead of `1e-8`.
fn decimal(number: String) -> String {
    match number.split_once('e') {
        Some((digits, power)) if !digits.contains('.') => format!("{digits}.0e{power}"),
        _ => number,
    }
}

/// The type of a tensor: its sizes, and the type of its elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Type {
    pub(super) sizes: Vec<usize>,
    pub(super) element: ElementType,
}

impl Type {
    pub(super) fn new(sizes: &[usize], element: ElementType) -> Self {
        Self { sizes: sizes.to_vec(), element }
    }

    pub(super) fn scalar(element: ElementType) -> Self {
        Self::new(&[], element)
    }

    /// The same sizes with elements of another type.
    pub(super) fn of(&self, element: ElementType) -> Self {
        Self::new(&self.sizes, element)
    }
}

/// `tensor<64x32xf32>`
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        for size in &self.sizes {
            write!(f, "{size}x")?;
        }
        write!(f, "{}>", self.element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_points_and_keep_every_digit() {
        let f32 = |x| ElementType::F32.literal(x);
        let f64 = |x| ElementType::F64.literal(x);
        assert_eq!([f32(0.1), f32(1e-8), f32(2.5e-30), f32(-0.0)], ["0.1", "1.0e-8", "2.5e-30", "-0.0"]);
        assert_eq!([f64(1e-300), f64(3.0), f64(0.1)], ["1.0e-300", "3.0", "0.1"]);
        assert_eq!([f32(f64::INFINITY), f64(f64::NEG_INFINITY)], ["0x7F800000", "0xFFF0000000000000"]);
        assert_eq!(f32(1e300), "0x7F800000", "what the type does not hold is infinite");
        assert_eq!(ElementType::Bool.literal(1.0), "true");
        assert_eq!(Type::new(&[4, 0, 3], ElementType::F64).to_string(), "tensor<4x0x3xf64>");
    }
}
