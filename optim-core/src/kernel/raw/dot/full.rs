//! Products in the type of the numbers. A multiplication and an addition are rounded once, if the processor has the instruction. Each loop adds the
//! products of an element in the order of the panels, starting at 0, so results do not depend on the width of the vectors.

use super::{Dot, DotTile};
use crate::kernel::Float;
use crate::kernel::float::ForEach;
use crate::kernel::level::Isa;

/// The rows of a tile. A tile with six vectors of 256 bits per row is computed in parts.
const ROWS: usize = 8;
const DEPTH: usize = 128;

/// True if every machine of the compiled target multiplies and adds at once.
const FUSED: bool = cfg!(any(target_feature = "fma", target_arch = "aarch64"));

/// The loops of this machine, the best one last.
pub(crate) fn choices<T: Float>() -> [Option<Dot<T, T>>; 3] {
    T::choose(&Choices)
}

struct Choices;

impl ForEach for Choices {
    type Of<T: Float> = [Option<Dot<T, T>>; 3];

    fn f32(&self) -> [Option<Dot<f32, f32>>; 3] {
        let dot = |add| Some(Dot { rows: ROWS, cols: 48, group: 1, depth: DEPTH, add });
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        return [dot(any::<f32, 48>), x86::f32_avx2().and_then(dot), x86::f32_avx512().and_then(dot)];
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        [dot(any::<f32, 48>), None, None]
    }

    fn f64(&self) -> [Option<Dot<f64, f64>>; 3] {
        let dot = |add| Some(Dot { rows: ROWS, cols: 24, group: 1, depth: DEPTH, add });
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        return [dot(any::<f64, 24>), x86::f64_avx2().and_then(dot), x86::f64_avx512().and_then(dot)];
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        [dot(any::<f64, 24>), None, None]
    }
}

/// The loop without special instructions.
fn any<T: Float, const COLS: usize>(a: &[T], b: &[T], tile: &mut DotTile<'_, T>) {
    Isa::current().run(
        #[inline(always)]
        || plain::<T, COLS>(a, b, tile),
    );
}

#[inline(always)]
fn plain<T: Float, const COLS: usize>(a: &[T], b: &[T], tile: &mut DotTile<'_, T>) {
    let mut sums = [[T::ZERO; COLS]; ROWS];
    for (a, b) in a.as_chunks::<ROWS>().0.iter().zip(b.as_chunks::<COLS>().0) {
        for (&a, sums) in a.iter().zip(&mut sums) {
            for (&b, sum) in b.iter().zip(sums) {
                *sum = if FUSED { a.mul_add(b, *sum) } else { *sum + a * b };
            }
        }
    }
    for (to, sums) in tile.numbers.chunks_mut(tile.stride).zip(sums) {
        for (to, sum) in to.iter_mut().zip(sums) {
            *to = if tile.first { sum } else { *to + sum };
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86 {
    use std::arch::x86_64::*;

    use super::{DotTile, ROWS};
    use crate::kernel::raw::codec::cast;
    use crate::kernel::raw::dot::Add;

    /// A loop over the lines of two panels. It computes parts of a tile with `$height` rows and up to three vectors per row: the registers have
    /// room for their sums, the vectors of the right panel, and one number of the left panel.
    macro_rules! fused {
        (
            $name:ident $whole:ident $part:ident: $features:literal, $($feature:tt)&&+;
            $number:ident $lanes:literal of $cols:literal, $height:literal x $vectors:literal; $spread:ident $fused:ident $add:ident
        ) => {
            /// The loop, if the machine has its instructions.
            pub(super) fn $name() -> Option<Add<$number, $number>> {
                let found = $(is_x86_feature_detected!($feature))&&+;
                // SAFETY: the instructions were found, and the function needs no others.
                found.then_some(|a, b, tile| unsafe { $whole(a, b, tile) })
            }

            #[target_feature(enable = $features)]
            fn $whole(a: &[$number], b: &[$number], tile: &mut DotTile<'_, $number>) {
                for row in (0..ROWS).step_by($height) {
                    for col in (0..tile.cols).step_by($vectors * $lanes) {
                        match (tile.cols - col).div_ceil($lanes).min($vectors) {
                            1 => $part::<1>(a, b, (row, col), tile),
                            2 => $part::<2>(a, b, (row, col), tile),
                            _ => $part::<3>(a, b, (row, col), tile),
                        }
                    }
                }
            }

            // The compiler always unrolls loops by index, but not always loops over iterators.
            #[target_feature(enable = $features)]
            fn $part<const N: usize>(a: &[$number], b: &[$number], (row, col): (usize, usize), tile: &mut DotTile<'_, $number>) {
                let mut sums = [[$spread(0.0); N]; $height];
                for (a, b) in a.as_chunks::<ROWS>().0.iter().zip(b.as_chunks::<$cols>().0) {
                    let b = b.as_chunks::<$lanes>().0[col / $lanes..].first_chunk::<N>();
                    let (Some(a), Some(b)) = (a[row..].first_chunk::<$height>(), b) else { return };
                    for r in 0..$height {
                        let a = $spread(a[r]);
                        for v in 0..N {
                            sums[r][v] = $fused(a, cast(b[v]), sums[r][v]);
                        }
                    }
                }
                for r in 0..$height {
                    let to = tile.numbers[(row + r) * tile.stride + col..].as_chunks_mut::<$lanes>().0;
                    let Some(to) = to.first_chunk_mut::<N>() else { return };
                    for v in 0..N {
                        to[v] = cast(if tile.first { sums[r][v] } else { $add(cast(to[v]), sums[r][v]) });
                    }
                }
            }
        };
    }

    fused!(f32_avx2 whole_f32_avx2 part_f32_avx2: "avx2,fma", "avx2" && "fma";
        f32 8 of 48, 4 x 2; _mm256_set1_ps _mm256_fmadd_ps _mm256_add_ps);
    fused!(f64_avx2 whole_f64_avx2 part_f64_avx2: "avx2,fma", "avx2" && "fma";
        f64 4 of 24, 4 x 2; _mm256_set1_pd _mm256_fmadd_pd _mm256_add_pd);
    fused!(f32_avx512 whole_f32_avx512 part_f32_avx512: "avx512f", "avx512f";
        f32 16 of 48, 8 x 3; _mm512_set1_ps _mm512_fmadd_ps _mm512_add_ps);
    fused!(f64_avx512 whole_f64_avx512 part_f64_avx512: "avx512f", "avx512f";
        f64 8 of 24, 8 x 3; _mm512_set1_pd _mm512_fmadd_pd _mm512_add_pd);
}
