//! The storage of a state's numbers: in the element type, or in fewer bytes.
//!
//! Loops do not depend on the storage: tiles are decoded into the buffers of a worker, processed, and encoded again, see `raw/coded.rs`. This folder
//! has the codecs and the arrays of codes. Such an array is one run of memory in C order for any layout of the parameter, so that blocks and random
//! numbers belong to logical indices.

pub(crate) mod block;
pub(crate) mod companded;
pub(crate) mod half;
mod map;
pub(crate) mod split;
#[cfg(test)]
mod tests;

use crate::messages::shown;
use std::fmt;

use ndarray::{Array1, ArrayD, ArrayRef, Dimension, IxDyn};

use super::{Float, TILE, zeroed};
use crate::dtype::DType;
pub(crate) use map::Map;

/// The storage of a state between steps. Steps always compute in the parameter's type.
///
/// ```
/// use optim_core::Storage;
///
/// assert_eq!("block8".parse(), Ok(Storage::Block8));
/// assert_eq!(Storage::Bf16.to_string(), "bf16");
/// assert_eq!(Storage::Block8.bytes(1000), Some(1000 + 4 * 4));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Storage {
    /// The type of the parameter's elements. This is the default.
    #[default]
    Native,
    /// The upper half of an `f32`: 8 bits of precision, and the range of `f32`. Rounds to nearest, ties to even.
    Bf16,
    /// Like `Bf16`, but rounds up or down at random. The closer number is more likely, so the expected value is exact. Small changes of a large
    /// number add up, but rounding to nearest would lose them.
    Bf16Stochastic,
    /// Half precision: 11 bits of precision, from 6e-8 to 65504. Larger numbers become infinite, smaller ones 0.
    F16,
    /// 8 bits. A block is 256 elements, and its scale is their largest absolute value. Each element is one of 256 fixed fractions of the scale, which
    /// are denser near 0. If no element of a block is negative, all fractions are from 0 to 1. The maps and the block size are those of
    /// `bitsandbytes`. One number that is infinite or NaN makes its whole block NaN.
    Block8,
    /// 8 bits. A group is 32 elements, and its scale is their largest absolute value. Each element is one of 256 fractions of the scale: squares of
    /// equal steps if no element of the group is negative, else equal steps through the softsign function, as in FlashOptim (Gonzalez Ortiz et al.
    /// 2026). If no element is negative and the scale is at least 7.7e-34, only 0 itself becomes 0. In a group with a
    /// smaller scale, all elements become 0. One number that is infinite or NaN makes its whole group NaN.
    Companded8,
    /// Only for parameters of `bf16`: the optimizer stores 8 more bits of each element. Together with the parameter's array, they have 16 bits of
    /// precision, so that small changes are not lost. The array contains the nearest `bf16`, ties away from zero.
    Split8,
    /// Like `Split8`, with 16 more bits: all bits of an `f32`.
    Split16,
}

impl Storage {
    /// All storages.
    pub const ALL: [Self; 8] = [
        Self::Native,
        Self::Bf16,
        Self::Bf16Stochastic,
        Self::F16,
        Self::Block8,
        Self::Companded8,
        Self::Split8,
        Self::Split16,
    ];

    /// The storages that states can have.
    pub const OF_STATES: [Self; 6] =
        [Self::Native, Self::Bf16, Self::Bf16Stochastic, Self::F16, Self::Block8, Self::Companded8];

    /// Its name in configurations.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Bf16 => "bf16",
            Self::Bf16Stochastic => "bf16_stochastic",
            Self::F16 => "f16",
            Self::Block8 => "block8",
            Self::Companded8 => "companded8",
            Self::Split8 => "split8",
            Self::Split16 => "split16",
        }
    }

    /// Returns the size of `numbers` numbers in bytes, or `usize::MAX` if it overflows. For split parameters, the parameter's own array is not
    /// counted. `None` for [`Native`](Self::Native), because the size depends on the element type.
    #[must_use]
    pub const fn bytes(self, numbers: usize) -> Option<usize> {
        let Some(dtype) = self.dtype() else { return None };
        let scales = match self.block() {
            Some(block) => numbers.div_ceil(block).saturating_mul(size_of::<f32>()),
            None => 0,
        };
        Some(numbers.saturating_mul(dtype.size()).saturating_add(scales))
    }

    /// Returns the number of elements that share a scale; `None` if the storage has no scales.
    #[must_use]
    pub const fn block(self) -> Option<usize> {
        match self.map() {
            Some(map) => Some(map.block()),
            None => None,
        }
    }

    /// The map between codes and fractions of a scale; `None` if the storage has no scales.
    pub(crate) const fn map(self) -> Option<Map> {
        match self {
            Self::Block8 => Some(Map::Dynamic),
            Self::Companded8 => Some(Map::Companded),
            _ => None,
        }
    }

    /// Returns true if the optimizer stores lower bits of the parameter.
    #[must_use]
    pub const fn is_split(self) -> bool {
        matches!(self, Self::Split8 | Self::Split16)
    }

    /// The type of the codes in checkpoints; `None` for [`Native`](Self::Native).
    pub(crate) const fn dtype(self) -> Option<DType> {
        match self {
            Self::Native => None,
            Self::Bf16 | Self::Bf16Stochastic => Some(DType::BF16),
            Self::F16 => Some(DType::F16),
            Self::Block8 | Self::Split8 => Some(DType::U8),
            Self::Companded8 => Some(DType::I8),
            Self::Split16 => Some(DType::U16),
        }
    }
}

/// Its name in configurations.
impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a word that is not the name of a storage.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{}` is not a storage\nhelp: allowed are `native`, `bf16`, `bf16_stochastic`, `f16`, `block8`, `companded8`, `split8`, \
     `split16`",
    shown(found)
)]
#[non_exhaustive]
pub struct StorageError {
    /// The word.
    pub found: String,
}

crate::messages::debug_as_display!(StorageError);

impl std::str::FromStr for Storage {
    type Err = StorageError;

    fn from_str(name: &str) -> Result<Self, StorageError> {
        Self::ALL.into_iter().find(|known| known.name() == name).ok_or_else(|| StorageError { found: name.to_owned() })
    }
}

/// An array that is stored in fewer bytes than its numbers have.
// Invariant: `codes` has a code for each element of `shape`.
#[derive(Debug)]
pub(crate) struct Stored {
    storage: Storage,
    shape: Box<[usize]>,
    codes: Codes,
}

/// The codes of an array in C order.
// Invariant: there is a scale for each block of codes.
#[derive(Clone, Debug)]
pub(crate) enum Codes {
    Half(Array1<u16>),
    /// The lower bits of parameters: `size` bytes per element, little-endian.
    Rest {
        bytes: Array1<u8>,
        size: usize,
    },
    Blocks {
        map: Map,
        codes: Array1<u8>,
        scales: Array1<f32>,
    },
}

impl Clone for Stored {
    fn clone(&self) -> Self {
        Self { storage: self.storage, shape: self.shape.clone(), codes: self.codes.clone() }
    }

    /// Does not allocate if both have the same shape and storage.
    fn clone_from(&mut self, other: &Self) {
        if self.shape != other.shape || self.storage != other.storage {
            *self = other.clone();
            return;
        }
        match (&mut self.codes, &other.codes) {
            (Codes::Half(to), Codes::Half(from)) => to.assign(from),
            (Codes::Rest { bytes, .. }, Codes::Rest { bytes: from, .. }) => bytes.assign(from),
            (Codes::Blocks { codes, scales, .. }, Codes::Blocks { codes: from, scales: from_scales, .. }) => {
                codes.assign(from);
                scales.assign(from_scales);
            }
            // Not reached: a storage always has the same kind of codes.
            (to, from) => to.clone_from(from),
        }
    }
}

impl Stored {
    /// Allocates zeros. Returns the number of elements as an error if there is no memory for them. `None` for [`Storage::Native`], which is a plain
    /// array.
    pub(crate) fn zeros(storage: Storage, shape: &[usize]) -> Option<Result<Self, usize>> {
        storage.dtype().map(|_| {
            let product = shape.iter().try_fold(1_usize, |product, &size| product.checked_mul(size));
            let len = product.ok_or(usize::MAX)?;
            // Checked first, because a failed allocation would abort the process.
            let has_room = |bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
            let codes = match (storage, storage.map()) {
                (_, Some(map)) => {
                    let blocks = len.div_ceil(map.block());
                    let fits = has_room(len) && Vec::<f32>::new().try_reserve_exact(blocks).is_ok();
                    fits.then(|| Codes::Blocks { map, codes: zeroed(len).into(), scales: zeroed(blocks).into() })
                }
                (Storage::Split8 | Storage::Split16, _) => {
                    let size = if storage == Storage::Split8 { 1 } else { 2 };
                    let bytes = len.checked_mul(size).ok_or(len)?;
                    has_room(bytes).then(|| Codes::Rest { bytes: zeroed(bytes).into(), size })
                }
                _ => Vec::<u16>::new().try_reserve_exact(len).is_ok().then(|| Codes::Half(zeroed(len).into())),
            };
            Ok(Self { storage, shape: shape.into(), codes: codes.ok_or(len)? })
        })
    }

    /// The storage of its numbers.
    #[must_use]
    pub(crate) fn storage(&self) -> Storage {
        self.storage
    }

    /// Length of each axis.
    #[must_use]
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Number of elements.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "emptiness is len() == 0, as for an extent")]
    pub(crate) fn len(&self) -> usize {
        match &self.codes {
            Codes::Half(codes) => codes.len(),
            Codes::Rest { bytes, size } => bytes.len() / size,
            Codes::Blocks { codes, .. } => codes.len(),
        }
    }

    /// Bytes in memory.
    #[must_use]
    pub(crate) fn bytes(&self) -> usize {
        match &self.codes {
            Codes::Half(codes) => codes.len() * size_of::<u16>(),
            Codes::Rest { bytes, .. } => bytes.len(),
            Codes::Blocks { codes, scales, .. } => codes.len() + scales.len() * size_of::<f32>(),
        }
    }

    pub(crate) fn codes(&self) -> &Codes {
        &self.codes
    }

    /// Calls `sink` with its codes as bytes, little-endian, about `piece` of them at a time.
    pub(crate) fn code_bytes<E>(&self, piece: usize, sink: &mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match &self.codes {
            Codes::Half(codes) => {
                let mut bytes = Vec::new();
                codes.as_slice().unwrap_or_default().chunks((piece / 2).max(1)).try_for_each(|codes| {
                    bytes.clear();
                    bytes.extend(codes.iter().flat_map(|code| code.to_le_bytes()));
                    sink(&bytes)
                })
            }
            Codes::Rest { bytes: codes, .. } | Codes::Blocks { codes, .. } => {
                codes.as_slice().unwrap_or_default().chunks(piece.max(1)).try_for_each(sink)
            }
        }
    }

    /// The scales of its blocks, if it is stored in blocks.
    pub(crate) fn scales(&self) -> Option<&[f32]> {
        match &self.codes {
            Codes::Half(_) | Codes::Rest { .. } => None,
            Codes::Blocks { scales, .. } => scales.as_slice(),
        }
    }

    /// The writable scales of its blocks, if it is stored in blocks.
    pub(crate) fn scales_mut(&mut self) -> Option<&mut [f32]> {
        match &mut self.codes {
            Codes::Half(_) | Codes::Rest { .. } => None,
            Codes::Blocks { scales, .. } => scales.as_slice_mut(),
        }
    }

    /// Replaces codes, given as bytes, from the element `first`. Returns the index after the last replaced element.
    pub(crate) fn take_codes(&mut self, first: usize, bytes: &[u8]) -> usize {
        match &mut self.codes {
            Codes::Half(codes) => {
                let (from, _) = bytes.as_chunks::<2>();
                codes.iter_mut().skip(first).zip(from).for_each(|(to, from)| *to = u16::from_le_bytes(*from));
                first + from.len()
            }
            Codes::Rest { bytes: codes, size } => {
                codes.iter_mut().skip(first * *size).zip(bytes).for_each(|(to, from)| *to = *from);
                first + bytes.len() / *size
            }
            Codes::Blocks { codes, .. } => {
                codes.iter_mut().skip(first).zip(bytes).for_each(|(to, from)| *to = *from);
                first + bytes.len()
            }
        }
    }

    /// Decodes all numbers.
    #[must_use]
    pub(crate) fn to_array<T: Float>(&self) -> ArrayD<T> {
        let mut numbers = vec![T::ZERO; self.len()];
        for (first, to) in (0..).step_by(TILE).zip(numbers.chunks_mut(TILE)) {
            self.decode(first, to);
        }
        // Does not fail, because the array has the elements of its shape.
        ArrayD::from_shape_vec(IxDyn(&self.shape), numbers).unwrap_or_default()
    }

    /// Decodes the numbers from the element `first`, which must begin a tile. Lower bits of a parameter are decoded as whole numbers.
    #[inline(always)]
    pub(super) fn decode<T: Float>(&self, first: usize, to: &mut [T]) {
        let part = first..first + to.len();
        match &self.codes {
            Codes::Half(codes) => {
                let codes = codes.as_slice().map_or(&[][..], |codes| &codes[part]);
                if self.storage == Storage::F16 { half::decode_f16(codes, to) } else { half::decode_bf16(codes, to) }
            }
            Codes::Rest { bytes, size } => {
                let part = part.start * size..part.end * size;
                split::to_numbers(bytes.as_slice().map_or(&[][..], |bytes| &bytes[part]), to);
            }
            Codes::Blocks { map, codes, scales } => {
                let codes = codes.as_slice().map_or(&[][..], |codes| &codes[part]);
                let blocks = first / map.block()..(first + to.len()).div_ceil(map.block());
                let scales = scales.as_slice().map_or(&[][..], |scales| &scales[blocks]);
                map.decode((codes, scales), 0, to);
            }
        }
    }

    /// Joins a parameter's elements, given as codes, with their lower bits in this array. Empty if this array does not contain lower bits.
    pub(crate) fn joined<'c, T: Float>(&self, upper: impl Iterator<Item = &'c u16>) -> Vec<T> {
        let Codes::Rest { bytes, .. } = &self.codes else { return Vec::new() };
        let upper: Vec<u16> = upper.copied().collect();
        let mut numbers = vec![T::ZERO; upper.len()];
        split::join(&upper, bytes.as_slice().unwrap_or_default(), &mut numbers);
        numbers
    }

    /// Joins a parameter's elements, given as numbers, with their lower bits in this array.
    pub(crate) fn joined_to<T: Float>(&self, upper: &ArrayD<T>) -> ArrayD<T> {
        let codes: Vec<u16> = upper.iter().map(|x| half::upper_half(half::narrow(*x))).collect();
        ArrayD::from_shape_vec(upper.raw_dim(), self.joined(codes.iter())).unwrap_or_default()
    }

    /// Splits numbers: the upper halves go to a parameter's elements, and the lower bits to this array. Does nothing if this array is not for lower
    /// bits.
    pub(crate) fn split<'c, T: Float>(
        &mut self,
        numbers: impl Iterator<Item = T>,
        upper: impl Iterator<Item = &'c mut u16>,
    ) {
        let Codes::Rest { bytes, .. } = &mut self.codes else { return };
        let numbers: Vec<T> = numbers.collect();
        let mut codes = vec![0; numbers.len()];
        split::split(&numbers, &mut codes, bytes.as_slice_mut().unwrap_or_default());
        upper.zip(codes).for_each(|(to, from)| *to = from);
    }

    /// Assigns numbers, rounded to nearest.
    ///
    /// # Panics
    /// If they have another shape.
    pub(crate) fn assign<T: Float, D: Dimension>(&mut self, numbers: &ArrayRef<T, D>) {
        assert_eq!(*self.shape, *numbers.shape(), "a stored array keeps its shape");
        self.assign_iter(numbers.iter().copied());
    }

    /// Assigns numbers in C order, rounded to nearest.
    pub(crate) fn assign_iter<T: Float>(&mut self, mut numbers: impl Iterator<Item = T>) {
        let mut tile = [T::ZERO; TILE];
        let len = self.len();
        for first in (0..len).step_by(TILE) {
            let tile = &mut tile[..TILE.min(len - first)];
            for (to, from) in tile.iter_mut().zip(&mut numbers) {
                *to = from;
            }
            let part = first..first + tile.len();
            match &mut self.codes {
                Codes::Half(codes) => {
                    let codes = codes.as_slice_mut().map_or(&mut [][..], |codes| &mut codes[part]);
                    if self.storage == Storage::F16 {
                        half::encode_f16(tile, codes);
                    } else {
                        half::encode_bf16(tile, codes);
                    }
                }
                Codes::Rest { bytes, size } => {
                    let part = part.start * *size..part.end * *size;
                    split::from_numbers(tile, bytes.as_slice_mut().map_or(&mut [][..], |bytes| &mut bytes[part]));
                }
                Codes::Blocks { map, codes, scales } => {
                    let codes = codes.as_slice_mut().map_or(&mut [][..], |codes| &mut codes[part]);
                    let scales = scales.as_slice_mut().map_or(&mut [][..], |scales| &mut scales[first / map.block()..]);
                    map.encode(tile, (codes, scales));
                }
            }
        }
    }

    /// Sets the elements to zero for which `kept` is false, in C order. All others keep their bits.
    pub(crate) fn keep_only<'k>(&mut self, kept: impl Iterator<Item = &'k bool>) {
        let dropped = kept.enumerate().filter(|(_, kept)| !**kept).map(|(place, _)| place);
        match &mut self.codes {
            Codes::Half(codes) => dropped.for_each(|place| codes[place] = 0),
            Codes::Rest { bytes, size } => {
                dropped.flat_map(|place| place * *size..(place + 1) * *size).for_each(|byte| bytes[byte] = 0);
            }
            Codes::Blocks { map, codes, scales } => {
                dropped.for_each(|place| codes[place] = map.zero(scales[place / map.block()]));
            }
        }
    }
}
