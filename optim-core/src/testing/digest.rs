//! A hash of numbers by their bits.

/// A symbol that is no byte.
const NAN: u64 = 0x100;

/// FNV-1a over the bits of numbers. It stays the same in every version of the standard library.
pub(super) struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    pub(super) fn add(&mut self, bits: u64) {
        bits.to_le_bytes().into_iter().for_each(|byte| self.mix(byte.into()));
    }

    /// Every NaN counts as the same one: sign and payload may differ from machine to machine.
    pub(super) fn add_number(&mut self, number: f64) {
        // No NaN stands for all, because the compiler may take one NaN for another.
        if number.is_nan() { self.mix(NAN) } else { self.add(number.to_bits()) }
    }

    fn mix(&mut self, symbol: u64) {
        self.0 = (self.0 ^ symbol).wrapping_mul(0x0000_0100_0000_01b3);
    }

    pub(super) fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    fn of(numbers: &[f64]) -> u64 {
        let mut digest = Digest::default();
        numbers.iter().for_each(|&number| digest.add_number(number));
        digest.value()
    }

    #[test]
    fn tells_bits_and_order_apart_but_not_nans() {
        assert_ne!(of(&[0.0]), of(&[-0.0]));
        assert_ne!(of(&[1.0, 2.0]), of(&[2.0, 1.0]));
        assert_ne!(of(&[1.0]), of(&[1.0 + f64::EPSILON]));
        assert_eq!(of(&[f64::NAN]), of(&[-f64::NAN]));
    }
}
