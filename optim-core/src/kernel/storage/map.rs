//! The maps of storages with scales, over several blocks.

use super::{block, companded};
use crate::kernel::{Float, TILE};

/// A map between codes of 8 bits and fractions of a scale, with the number of elements that share a scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Map {
    /// The dynamic maps of `bitsandbytes`.
    Dynamic,
    /// Softsign, or the square root.
    Companded,
}

impl Map {
    const ALL: [Self; 2] = [Self::Dynamic, Self::Companded];

    /// The number of elements that share a scale.
    #[inline(always)]
    pub(crate) const fn block(self) -> usize {
        match self {
            Self::Dynamic => block::BLOCK,
            Self::Companded => companded::GROUP,
        }
    }

    /// The number of blocks that contain one of these elements.
    #[inline(always)]
    pub(crate) const fn blocks(self, from: usize, n: usize) -> usize {
        let size = self.block();
        if n == 0 { 0 } else { (from + n).div_ceil(size) - from / size }
    }

    /// Decodes as many numbers as `to` has. `skip` elements of the first block come before them.
    #[inline(always)]
    pub(crate) fn decode<T: Float>(self, (codes, scales): (&[u8], &[f32]), skip: usize, to: &mut [T]) {
        match self {
            Self::Dynamic => each(block::BLOCK, (codes, scales), skip, to, block::decode),
            Self::Companded => each(companded::GROUP, (codes, scales), skip, to, companded::decode),
        }
    }

    /// Encodes numbers from the begin of a block.
    #[inline(always)]
    pub(crate) fn encode<T: Float>(self, from: &[T], (codes, scales): (&mut [u8], &mut [f32])) {
        let size = self.block();
        for ((from, codes), scale) in from.chunks(size).zip(codes.chunks_mut(size)).zip(scales) {
            *scale = match self {
                Self::Dynamic => block::encode(from, codes),
                Self::Companded => companded::encode(from, codes),
            };
        }
    }

    /// The code of 0 in a block of this scale.
    pub(crate) fn zero(self, scale: f32) -> u8 {
        match self {
            Self::Dynamic => block::zero(scale),
            Self::Companded => 0,
        }
    }
}

/// Decodes block by block.
#[inline(always)]
fn each<T: Float>(
    size: usize,
    (mut codes, scales): (&[u8], &[f32]),
    skip: usize,
    mut to: &mut [T],
    decode: impl Fn(&[u8], f32, &mut [T]),
) {
    let mut first = size - skip;
    for &scale in scales {
        let n = first.min(to.len());
        let (now, later) = to.split_at_mut(n);
        decode(&codes[..n], scale, now);
        (codes, to, first) = (&codes[n..], later, size);
    }
}

// Tiles are written as a whole, so each of them must begin a block.
const _: () = {
    let mut k = 0;
    while k < Map::ALL.len() {
        assert!(TILE.is_multiple_of(Map::ALL[k].block()));
        k += 1;
    }
};
