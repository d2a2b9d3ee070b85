//! Numbers along axes, broadcast to a tensor.

use super::Generator;
use super::kinds::{Code, TENSOR, Type};
use super::numbers::LIMIT;
use super::table::Fold;

impl Generator {
    /// A tensor in which numbers along an axis, or along all other axes, are broadcast.
    pub(super) fn along(&mut self, depth: usize) -> Code {
        let (axis, word) = (self.axis(), self.rng.pick(&["along", "without"]));
        let one = self.reduced_to(word, &axis, depth);
        let numbers = match self.rng.below(4) {
            0 => one,
            1 => format!("{one} * {}", self.reduced_to(word, &axis, depth)),
            2 => format!("select({one} > 0.1, {}, {})", self.fixed(0).text, self.reduced_to(word, &axis, depth)),
            _ => format!("{one}.max({})", self.rng.literal(-0.5, 0.5)),
        };
        if self.rng.chance(0.3) {
            return Code::simple(format!("full(({numbers}).tanh())"), 1.0);
        }
        let other = self.limited(TENSOR, depth, LIMIT);
        Code::compound(format!("{} * ({numbers}).tanh()", other.operand()), other.bound)
    }

    fn reduced_to(&mut self, word: &str, axis: &str, depth: usize) -> String {
        let a = self.limited(TENSOR, depth.min(1), LIMIT).operand();
        if self.rng.chance(0.12) {
            let q = self.fraction();
            return format!("{a}.quantile_{word}({q}, {axis})");
        }
        match self.rng.pick(Fold::ALL) {
            Fold::Dot => {
                let b = self.limited(TENSOR, 0, LIMIT);
                format!("{a}.dot_{word}({}, {axis})", b.text)
            }
            fold => format!("{a}.{}_{word}({axis})", fold.name()),
        }
    }

    /// The number of an axis, which may not exist.
    fn axis(&mut self) -> String {
        let counter = self.variable(|ty| matches!(ty, Type::Count(_)));
        match counter {
            Some(counter) if self.rng.chance(0.5) => counter.name,
            _ => self.rng.pick(&["0", "0", "1", "2", "3"]).to_owned(),
        }
    }
}
