//! Philox 4x32-10: 128 random bits for each counter and key (Salmon, Moraes, Dror & Shaw 2011).

#![allow(clippy::needless_range_loop, reason = "one index runs over the four words side by side")]

/// The multipliers of the counters.
const MULTIPLIERS: [u32; 2] = [0xd251_1f53, 0xcd9e_8d57];
/// The numbers added to the key after each round.
const WEYL: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];
const ROUNDS: u32 = 10;

/// The bits of `N` counters side by side under one key: `counters[k]` holds word `k` of each, and so does the result.
#[inline(always)]
pub(super) fn philox<const N: usize>(key: [u32; 2], counters: [[u32; N]; 4]) -> [[u32; N]; 4] {
    // Each word is the lower half of a lane of 64 bits. Processors multiply the lower halves of two lanes by one instruction, and ignore the upper halves.
    let (mut words, mut key) = ([[0; N]; 4], key);
    for (word, counter) in words.iter_mut().zip(&counters) {
        for (word, counter) in word.iter_mut().zip(counter) {
            *word = u64::from(*counter);
        }
    }
    for _ in 0..ROUNDS {
        for lane in 0..N {
            let [a, b, c, d] = [words[0][lane], words[1][lane], words[2][lane], words[3][lane]];
            let left = u64::from(a as u32) * u64::from(MULTIPLIERS[0]);
            let right = u64::from(c as u32) * u64::from(MULTIPLIERS[1]);
            words[0][lane] = (right >> 32) ^ b ^ u64::from(key[0]);
            words[1][lane] = right;
            words[2][lane] = (left >> 32) ^ d ^ u64::from(key[1]);
            words[3][lane] = left;
        }
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    let mut bits = counters;
    for (bits, word) in bits.iter_mut().zip(&words) {
        for (bits, word) in bits.iter_mut().zip(word) {
            *bits = *word as u32;
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `kat_vectors` of the authors' library Random123.
    #[test]
    fn it_gives_the_published_numbers() {
        for (counter, key, expected) in [
            ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
            ([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
            (
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0],
                [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
            ),
        ] {
            assert_eq!(philox(key, counter.map(|word| [word])), expected.map(|word| [word]));
            // Several side by side are each as alone.
            let many = philox(key, counter.map(|word| [word, 7, word]));
            assert_eq!(many.map(|words| words[0]), expected);
            assert_eq!(many.map(|words| words[2]), expected);
            assert_ne!(many.map(|words| words[1]), expected);
        }
    }
}
