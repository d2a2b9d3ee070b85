//! Products of pairs of `bf16`, as the instruction of AVX512-BF16 computes them: it adds the second product of each pair first, rounds each sum to
//! nearest, and replaces subnormal numbers by 0. [AMX](super::amx) adds them in another order.

use super::{Dot, DotTile, Packed};
use crate::kernel::level::Isa;
use crate::kernel::storage::half::upper_half;

/// Two codes of `bf16`, the first one in the lower half.
pub(crate) type Pair = u32;

const ROWS: usize = 8;
const COLS: usize = 48;
const DEPTH: usize = 128;

impl Packed<f32> for Pair {
    const NUMBERS: usize = 2;

    #[inline(always)]
    fn pack(one: f32, two: f32) -> Self {
        code(one) | code(two) << 16
    }
}

/// The nearest code of a number; 0 with its sign if the code is subnormal.
#[inline(always)]
fn code(x: f32) -> u32 {
    let code = u32::from(upper_half(x));
    if code & 0x7f80 == 0 { code & 0x8000 } else { code }
}

/// The loops of this machine, the best one last.
pub(crate) fn choices() -> [Option<Dot<f32, Pair>>; 3] {
    let dot = |add| Some(Dot { rows: ROWS, cols: COLS, group: 1, depth: DEPTH, add });
    [
        dot(any),
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        x86::dot().and_then(dot),
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        None,
        #[cfg(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64", not(miri)))]
        super::amx::dot(),
        #[cfg(not(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64", not(miri))))]
        None,
    ]
}

/// The loop without special instructions.
fn any(a: &[Pair], b: &[Pair], tile: &mut DotTile<'_, f32>) {
    Isa::current().run(
        #[inline(always)]
        || plain(a, b, tile),
    );
}

#[inline(always)]
fn plain(a: &[Pair], b: &[Pair], tile: &mut DotTile<'_, f32>) {
    let mut sums = [[0.0; COLS]; ROWS];
    if !tile.first {
        for (sums, from) in sums.iter_mut().zip(tile.numbers.chunks(tile.stride)) {
            sums.copy_from_slice(&from[..COLS]);
        }
    }
    for (a, b) in a.as_chunks::<ROWS>().0.iter().zip(b.as_chunks::<COLS>().0) {
        for (&a, sums) in a.iter().zip(&mut sums) {
            for (&b, sum) in b.iter().zip(sums) {
                *sum = add(add(*sum, a >> 16, b >> 16), a & 0xffff, b & 0xffff);
            }
        }
    }
    for (to, sums) in tile.numbers.chunks_mut(tile.stride).zip(sums) {
        to[..COLS].copy_from_slice(&sums);
    }
}

/// Adds a product with one rounding. The product is exact in double precision, and so is the choice of the nearest sum.
#[inline(always)]
fn add(sum: f32, a: u32, b: u32) -> f32 {
    let number = |code: u32| f64::from(f32::from_bits(code << 16));
    let sum = (f64::from(sum) + number(a) * number(b)) as f32;
    if sum.abs() < f32::MIN_POSITIVE { 0.0_f32.copysign(sum) } else { sum }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86 {
    use std::arch::x86_64::{__m512, __m512bh, _mm512_dpbf16_ps, _mm512_set1_epi32, _mm512_setzero_ps};

    use super::{COLS, DotTile, Pair, ROWS};
    use crate::kernel::raw::codec::cast;
    use crate::kernel::raw::dot::Add;

    /// The number of vectors in a row.
    const VECTORS: usize = COLS / 16;

    /// The loop, if the machine has its instructions.
    pub(super) fn dot() -> Option<Add<f32, Pair>> {
        let found = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bf16");
        // SAFETY: both extensions were found, and the function needs no others.
        found.then_some(|a, b, tile| unsafe { whole(a, b, tile) })
    }

    #[expect(clippy::needless_range_loop, reason = "loops by index are always unrolled")]
    #[target_feature(enable = "avx512f,avx512bf16")]
    fn whole(a: &[Pair], b: &[Pair], tile: &mut DotTile<'_, f32>) {
        let mut sums: [[__m512; VECTORS]; ROWS] = [[_mm512_setzero_ps(); VECTORS]; ROWS];
        if !tile.first {
            for r in 0..ROWS {
                let Some(from) = tile.numbers[r * tile.stride..].first_chunk::<COLS>() else { return };
                sums[r] = cast(*from);
            }
        }
        for (a, b) in a.as_chunks::<ROWS>().0.iter().zip(b.as_chunks::<COLS>().0) {
            let b: [__m512bh; VECTORS] = cast(*b);
            for r in 0..ROWS {
                let a: __m512bh = cast(_mm512_set1_epi32(a[r].cast_signed()));
                for v in 0..VECTORS {
                    sums[r][v] = _mm512_dpbf16_ps(sums[r][v], a, b[v]);
                }
            }
        }
        for r in 0..ROWS {
            let Some(to) = tile.numbers[r * tile.stride..].first_chunk_mut::<COLS>() else { return };
            *to = cast(sums[r]);
        }
    }
}
