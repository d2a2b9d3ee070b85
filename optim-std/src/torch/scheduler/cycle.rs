//! Cycles of `CosineAnnealingWarmRestarts`.

/// The number of finished steps of a cycle, and its length.
pub(super) fn cycle(mut epoch: u64, first: u64, factor: u64) -> (u64, u64) {
    let mut length = first.max(1);
    if factor <= 1 {
        return (epoch % length, length);
    }
    while epoch >= length {
        epoch -= length;
        length = length.saturating_mul(factor);
    }
    (epoch, length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles() {
        assert_eq!(cycle(0, 3, 1), (0, 3));
        assert_eq!(cycle(7, 3, 1), (1, 3));
        assert_eq!((cycle(2, 3, 2), cycle(3, 3, 2), cycle(8, 3, 2), cycle(9, 3, 2)), ((2, 3), (0, 6), (5, 6), (0, 12)));
        assert_eq!(cycle(u64::MAX, 1, 2).1, u64::MAX);
        assert_eq!(cycle(5, 0, 0), (0, 1));
    }
}
