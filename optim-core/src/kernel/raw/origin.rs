//! The location and the type of the elements of a view: the type that steps compute with, or two-byte numbers.

use super::base::Base;
use crate::dtype::DType;
use crate::kernel::Float;
use crate::kernel::storage::half;

/// A type of two-byte numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "half-views"), allow(dead_code, reason = "nothing has such elements without the feature"))]
pub(crate) enum Half {
    Bf16,
    F16,
}

impl Half {
    pub(crate) const fn dtype(self) -> DType {
        match self {
            Self::Bf16 => DType::BF16,
            Self::F16 => DType::F16,
        }
    }

    /// Decodes patterns of bits.
    #[inline(always)]
    pub(crate) fn decode<T: Float>(self, codes: &[u16], to: &mut [T]) {
        match self {
            Self::Bf16 => half::decode_bf16(codes, to),
            Self::F16 => half::decode_f16(codes, to),
        }
    }

    /// The number of a pattern of bits.
    pub(crate) fn number<T: Float>(self, code: u16) -> T {
        let mut number = [T::ZERO];
        self.decode(&[code], &mut number);
        number[0]
    }

    /// The pattern of the nearest number, ties to even.
    pub(crate) fn code<T: Float>(self, number: T) -> u16 {
        let mut code = [0];
        match self {
            Self::Bf16 => half::encode_bf16(&[number], &mut code),
            Self::F16 => half::encode_f16(&[number], &mut code),
        }
        code[0]
    }
}

/// The location of the element at index 0 of a view.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin<T> {
    Native(Base<T>),
    /// Patterns of two-byte numbers.
    #[cfg_attr(not(feature = "half-views"), allow(dead_code, reason = "nothing has such elements without the feature"))]
    Half {
        base: Base<u16>,
        half: Half,
        /// True if written numbers are rounded at random.
        random: bool,
    },
}

impl<T: Float> Origin<T> {
    pub(super) const fn dtype(&self) -> DType {
        match self {
            Self::Native(_) => T::DTYPE,
            Self::Half { half, .. } => half.dtype(),
        }
    }

    /// Returns true if written numbers are rounded at random.
    #[inline(always)]
    pub(super) const fn is_random(&self) -> bool {
        matches!(self, Self::Half { random: true, .. })
    }
}
