//! Transposes of squares: the numbers of a column are far apart in memory, so matrices are transposed square by square.

use crate::kernel::Float;

/// The side of a square: the numbers of a line of the cache.
pub(crate) const SIDE: usize = 16;

/// A square of a matrix.
pub(crate) type Square<P> = [[P; SIDE]; SIDE];

/// Numbers, or pairs of them, whose squares can be transposed.
pub(crate) trait SquareElement: Copy + Default {
    /// Transposes a square.
    fn transpose(square: &mut Square<Self>);
}

impl SquareElement for u32 {
    fn transpose(square: &mut Square<Self>) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if x86::transpose(square) {
            return;
        }
        plain(square);
    }
}

impl<T: Float> SquareElement for T {
    fn transpose(square: &mut Square<Self>) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if let Some(numbers) = T::as_f32_mut(square.as_flattened_mut())
            && let Some(numbers) = numbers.first_chunk_mut::<{ SIDE * SIDE }>()
            && x86::transpose(numbers)
        {
            return;
        }
        plain(square);
    }
}

fn plain<P: Copy>(square: &mut Square<P>) {
    for row in 1..SIDE {
        let (above, below) = square.split_at_mut(row);
        for (x, above) in below[0].iter_mut().zip(above) {
            std::mem::swap(x, &mut above[row]);
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86 {
    use std::arch::x86_64::{__m512, __m512i, _mm512_permutex2var_ps};

    use super::SIDE;
    use crate::kernel::raw::codec::{Plain, cast};

    /// Transposes a square of numbers of 32 bits. Returns false if the machine does not have the instructions.
    pub(super) fn transpose<A: Plain>(square: &mut A) -> bool {
        let found = is_x86_feature_detected!("avx512f");
        if found {
            // SAFETY: the machine has the instructions of the function.
            unsafe { interleave(square) };
        }
        found
    }

    /// Interleaves the upper and the lower half of the rows, four times. Each time moves one bit of a number's row to its column.
    #[target_feature(enable = "avx512f")]
    fn interleave<A: Plain>(square: &mut A) {
        const LOWER: [u32; SIDE] = [0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23];
        const UPPER: [u32; SIDE] = [8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31];
        let (lower, upper): (__m512i, __m512i) = (cast(LOWER), cast(UPPER));
        let mut rows: [__m512; SIDE] = cast(*square);
        for _ in 0..4 {
            let from = rows;
            for row in 0..SIDE / 2 {
                let (one, two) = (from[row], from[row + SIDE / 2]);
                rows[2 * row] = _mm512_permutex2var_ps(one, lower, two);
                rows[2 * row + 1] = _mm512_permutex2var_ps(one, upper, two);
            }
        }
        *square = cast(rows);
    }
}
