//! Decoding to buffers and encoding from buffers: states in fewer bytes, and parameters and gradients of two bytes.

use std::slice::{from_raw_parts, from_raw_parts_mut};

use super::base::{Base, look_ahead};
use super::gather::Numbers;
use super::layout::Axis;
use super::origin::Half;
use crate::draw::DrawKey;
use crate::kernel::storage::{Codes, Map, Storage, Stored, half, split};
use crate::kernel::{Float, TILE};

/// The codes of an array.
// Invariant: `len` codes begin at the base, and there is a scale for each block of them, in an array that stays where it is. If it has
// axes, which blocks never have, its codes are instead where `Numbers` of these axes, `len` and the base find them. Bits that a parameter lacks are
// `len` codes in C order, of an array that stays where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coded {
    kind: Kind,
    len: usize,
    /// Its axes among the notes of the pass; none if it is a plain line.
    axes: (usize, usize),
    /// The source of random bits, if it is rounded at random.
    random: Option<DrawKey>,
    /// The lower bits of a parameter, if the optimizer stores them.
    lacking: Option<Lacking>,
}

/// The lower bits of upper halves, as bytes.
// Invariant: at the base are `size` bytes for each element of the parameter, in an array that stays where it is.
#[derive(Clone, Copy, Debug)]
struct Lacking {
    base: Base<u8>,
    size: usize,
}

impl Lacking {
    /// The start and the number of the bytes of `n` elements from `at`.
    #[inline(always)]
    const fn of(self, at: usize, n: usize) -> (Base<u8>, usize) {
        (self.base.after(at * self.size), n * self.size)
    }
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Bf16(Base<u16>),
    F16(Base<u16>),
    Blocks { map: Map, codes: Base<u8>, scales: Base<f32> },
}

impl Coded {
    /// The codes of an array. `random` gives the source of random bits, if the storage needs one.
    ///
    /// # Panics
    /// If these are the lower bits of a parameter.
    pub(super) fn new(stored: &Stored, random: impl FnOnce() -> DrawKey) -> Self {
        let kind = match stored.codes() {
            Codes::Half(codes) => {
                let base = Base::new(codes.as_ptr().cast_mut());
                if stored.storage() == Storage::F16 { Kind::F16(base) } else { Kind::Bf16(base) }
            }
            Codes::Blocks { map, codes, scales } => Kind::Blocks {
                map: *map,
                codes: Base::new(codes.as_ptr().cast_mut()),
                scales: Base::new(scales.as_ptr().cast_mut()),
            },
            Codes::Rest { .. } => panic!("what a parameter lacks is no stream"),
        };
        let random = (stored.storage() == Storage::Bf16Stochastic).then(random);
        Self { kind, len: stored.len(), axes: (0, 0), random, lacking: None }
    }

    /// The codes of `len` elements of two bytes, with the axes that `lay` has found for them.
    pub(super) fn of_half(
        (base, half): (Base<u16>, Half),
        len: usize,
        axes: (usize, usize),
        random: Option<DrawKey>,
    ) -> Self {
        let kind = match half {
            Half::Bf16 => Kind::Bf16(base),
            Half::F16 => Kind::F16(base),
        };
        Self { kind, len, axes, random, lacking: None }
    }

    /// The same codes with their lower bits.
    ///
    /// # Panics
    /// If the numbers of elements differ, or if the codes are not upper halves.
    pub(super) fn with_rest(self, rest: &Stored) -> Self {
        assert!(rest.len() == self.len && matches!(self.kind, Kind::Bf16(_)), "each upper half has a rest");
        let lacking = match rest.codes() {
            Codes::Rest { bytes, size } => Some(Lacking { base: Base::new(bytes.as_ptr().cast_mut()), size: *size }),
            Codes::Half(_) | Codes::Blocks { .. } => None,
        };
        Self { lacking, ..self }
    }

    /// Returns true if the codes are contiguous.
    pub(super) const fn is_line(&self) -> bool {
        self.axes.0 == self.axes.1
    }

    /// The start of the codes, if they are contiguous upper halves without lower bits.
    #[inline(always)]
    pub(super) fn halves(&self) -> Option<Base<u16>> {
        match self.kind {
            Kind::Bf16(base) if self.is_line() && self.lacking.is_none() => Some(base),
            _ => None,
        }
    }

    /// The source of random bits, if it is rounded at random.
    pub(super) const fn random(&self) -> Option<DrawKey> {
        self.random
    }

    /// Codes of two bytes, with their strides.
    #[inline(always)]
    fn numbers<'n>(&self, base: Base<u16>, axes: &'n [Axis]) -> Numbers<'n, u16> {
        Numbers::new(base, self.len, &axes[self.axes.0..self.axes.1])
    }

    /// The writable codes of the elements from `from`, of two bytes each, with the bytes of their lower bits.
    #[inline(always)]
    fn half_mut<'c>(&self, codes: &'c mut [u16], rest: Option<&'c mut [u8]>, from: usize) -> PartMut<'c> {
        match (rest, self.random) {
            _ if matches!(self.kind, Kind::F16(_)) => PartMut::F16(codes),
            (Some(rest), _) => PartMut::Split(codes, rest),
            (None, None) => PartMut::Bf16(codes),
            (None, Some(key)) => PartMut::Random(codes, key, from as u64),
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn check(&self, from: usize, n: usize) {
        assert!(self.is_line() && from <= self.len && n <= self.len - from, "codes in a line lie inside of it");
    }

    /// The codes of the `n` elements from `from` on. If the codes are not contiguous, `n` is at most the length of `gathered`. `axes` are the axes of
    /// the notes.
    ///
    /// # Safety
    /// Nobody writes them while they are in use, nor others of their blocks.
    #[inline]
    pub(super) unsafe fn part<'c>(&self, axes: &'c [Axis], from: usize, n: usize, gathered: &'c mut [u16]) -> Part<'c> {
        match self.kind {
            Kind::Bf16(base) | Kind::F16(base) => {
                let codes = self.numbers(base, axes);
                if let Some(base) = codes.in_place(from, n) {
                    look_ahead(base, n);
                }
                assert!(from <= self.len && n <= self.len - from, "codes are there for elements");
                let rest = self.lacking.map(|lacking| lacking.of(from, n));
                // SAFETY: nobody writes these codes, by the contract of this function.
                let codes = unsafe { codes.read(from, n, gathered) };
                // SAFETY: there are bytes for each of the `len` codes, and nobody writes them while these codes are read, by the contract of this
                // function.
                let rest = rest.map(|(rest, n)| unsafe { from_raw_parts(rest.get(), n) });
                match rest {
                    _ if matches!(self.kind, Kind::F16(_)) => Part::F16(codes),
                    None => Part::Bf16(codes),
                    Some(rest) => Part::Split(codes, rest),
                }
            }
            Kind::Blocks { map, codes, scales } => {
                self.check(from, n);
                let codes = codes.after(from);
                look_ahead(codes, n);
                // SAFETY: the array has these bytes, and nobody writes them, by the contract of this function.
                let codes = unsafe { from_raw_parts(codes.get(), n) };
                // SAFETY: there is a scale for each block, and nobody writes these blocks, by the contract of this function.
                let scales = unsafe { from_raw_parts(scales.after(from / map.block()).get(), map.blocks(from, n)) };
                Part::Blocks { map, codes, scales, skip: from % map.block() }
            }
        }
    }

    /// The codes of the `n` elements from `from` on, to be written: blocks as a whole, if they are kept in blocks.
    ///
    /// # Safety
    /// The array may be written, and nobody else reads or writes these numbers while they are in use, nor others of their blocks.
    #[inline]
    pub(super) unsafe fn part_mut<'c>(&self, from: usize, n: usize) -> PartMut<'c> {
        self.check(from, n);
        match self.kind {
            Kind::Bf16(base) | Kind::F16(base) => {
                let rest = self.lacking.map(|lacking| lacking.of(from, n));
                // SAFETY: the array has these codes, which are the caller's alone, by the contract of this function.
                let codes = unsafe { from_raw_parts_mut(base.after(from).get(), n) };
                // SAFETY: there are bytes for each of the `len` codes, which are the caller's alone as these codes are, by the contract of this
                // function.
                let rest = rest.map(|(rest, n)| unsafe { from_raw_parts_mut(rest.get(), n) });
                self.half_mut(codes, rest, from)
            }
            Kind::Blocks { map, codes, scales } => {
                let whole = n.is_multiple_of(map.block()) || from + n == self.len;
                assert!(from.is_multiple_of(map.block()) && whole, "blocks are written as a whole");
                // SAFETY: the array has these bytes, which are the caller's alone, by the contract of this function.
                let codes = unsafe { from_raw_parts_mut(codes.after(from).get(), n) };
                // SAFETY: there is a scale for each block, and all of these blocks are the caller's, by the contract of this function.
                let scales = unsafe { from_raw_parts_mut(scales.after(from / map.block()).get(), map.blocks(from, n)) };
                PartMut::Blocks(map, codes, scales)
            }
        }
    }

    /// Decodes the numbers from the element `from`. If the codes are not contiguous, at most a tile. `axes` are the axes of the notes.
    ///
    /// # Safety
    /// Nobody writes them meanwhile, nor others of their blocks.
    #[inline(always)]
    pub(super) unsafe fn read<T: Float>(&self, axes: &[Axis], from: usize, to: &mut [T]) {
        let mut gathered = [0; TILE];
        // SAFETY: nobody writes these codes or their blocks meanwhile, by the contract of this function.
        let part = unsafe { self.part(axes, from, to.len(), &mut gathered) };
        part.decode(to);
    }

    /// Encodes numbers from the element `from`: only whole blocks, if they are stored in blocks; at most a tile, if the codes are not contiguous.
    /// `axes` are the axes of the notes.
    ///
    /// # Safety
    /// The array may be written, and nobody else reads or writes these numbers meanwhile, nor others of their blocks.
    #[inline(always)]
    pub(super) unsafe fn write<T: Float>(&self, axes: &[Axis], from: usize, numbers: &[T]) {
        match self.kind {
            Kind::Bf16(base) | Kind::F16(base) if !self.is_line() => {
                let (codes, n) = (&mut [0; TILE][..numbers.len()], numbers.len());
                assert!(from <= self.len && n <= self.len - from, "codes are there for elements");
                let rest = self.lacking.map(|lacking| lacking.of(from, n));
                // SAFETY: there are bytes for each of the `len` codes, which may be written as these numbers may, and nobody else is at them, by the
                // contract of this function.
                let rest = rest.map(|(rest, n)| unsafe { from_raw_parts_mut(rest.get(), n) });
                self.half_mut(codes, rest, from).encode(numbers);
                // SAFETY: it may be written, and nobody else is at these numbers, by the contract of this function.
                unsafe { self.numbers(base, axes).scatter(from, codes) };
            }
            // SAFETY: they may be written, and nobody else is at these numbers or their blocks, by the contract of this function.
            _ => unsafe { self.part_mut(from, numbers.len()) }.encode(numbers),
        }
    }
}

/// Some of the codes, with the scales of their blocks. `skip` elements of the first block come before them.
pub(super) enum Part<'c> {
    Bf16(&'c [u16]),
    F16(&'c [u16]),
    /// Upper halves with the bytes of their lower bits.
    Split(&'c [u16], &'c [u8]),
    Blocks {
        map: Map,
        codes: &'c [u8],
        scales: &'c [f32],
        skip: usize,
    },
}

impl Part<'_> {
    /// Decodes all numbers.
    #[inline(always)]
    pub(super) fn decode<T: Float>(self, to: &mut [T]) {
        match self {
            Self::Bf16(codes) => half::decode_bf16(codes, to),
            Self::F16(codes) => half::decode_f16(codes, to),
            Self::Split(codes, rest) => split::join(codes, rest, to),
            Self::Blocks { map, codes, scales, skip } => map.decode((codes, scales), skip, to),
        }
    }
}

/// Some of the codes, writable. `Random` also has the source of random bits and the index of the first element.
pub(super) enum PartMut<'c> {
    Bf16(&'c mut [u16]),
    Random(&'c mut [u16], DrawKey, u64),
    F16(&'c mut [u16]),
    Split(&'c mut [u16], &'c mut [u8]),
    Blocks(Map, &'c mut [u8], &'c mut [f32]),
}

impl PartMut<'_> {
    /// Encodes all numbers.
    #[inline(always)]
    pub(super) fn encode<T: Float>(self, numbers: &[T]) {
        match self {
            Self::Bf16(codes) => half::encode_bf16(numbers, codes),
            Self::F16(codes) => half::encode_f16(numbers, codes),
            Self::Split(codes, rest) => split::split(numbers, codes, rest),
            Self::Random(codes, key, from) => {
                let mut random = [0; TILE];
                let tiles = numbers.chunks(TILE).zip(codes.chunks_mut(TILE));
                for (first, (numbers, codes)) in (from..).step_by(TILE).zip(tiles) {
                    let random = &mut random[..numbers.len()];
                    key.halves(first, random);
                    half::encode_bf16_by(numbers, random, codes);
                }
            }
            Self::Blocks(map, codes, scales) => map.encode(numbers, (codes, scales)),
        }
    }
}
