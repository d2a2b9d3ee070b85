//! Masks: comparisons, and operations on masks.

use super::Generator;
use super::kinds::{Code, Shape, TENSOR, Type};

impl Generator {
    /// A mask for every element of a shape. Comparisons are shifted by odd numbers, so that both sides are almost never equal.
    pub(super) fn mask(&mut self, shape: Shape, depth: usize) -> Code {
        if self.rng.chance(0.3)
            && let Some(variable) = self.variable(|ty| *ty == Type::Mask(shape))
        {
            return Code::simple(variable.name, 1.0);
        }
        if depth > 0 {
            match self.rng.below(8) {
                0 | 1 => {
                    let part = self.part(shape);
                    let (a, b) = (self.mask(shape, depth - 1), self.mask(part, depth - 1));
                    let (a, b) = if self.rng.chance(0.5) { (a, b) } else { (b, a) };
                    let op = self.rng.pick(&["&", "|"]);
                    return Code::compound(format!("{} {op} {}", a.operand(), b.operand()), 1.0);
                }
                2 => {
                    let inner = self.mask(shape, depth - 1);
                    return Code::compound(format!("!{}", inner.operand()), 1.0);
                }
                3 if shape == TENSOR && self.has_grad => return Code::compound("grad == 0.0", 1.0),
                4 => {
                    // Only NaN differs from itself.
                    let leaf = self.leaf(shape);
                    let op = self.rng.pick(&["==", "!="]);
                    return Code::compound(format!("{} {op} {}", leaf.operand(), leaf.operand()), 1.0);
                }
                _ => {}
            }
        }
        let op = self.rng.pick(&["<", "<=", ">", ">="]);
        let depth = depth.saturating_sub(1);
        let a = self.number(shape, depth);
        let shift = self.rng.literal(0.01, 0.7);
        if self.rng.chance(0.5) {
            let sign = self.rng.pick(&["", "-"]);
            return Code::compound(format!("{} {op} {sign}{shift}", a.operand()), 1.0);
        }
        let part = self.part(shape);
        let b = self.number(part, depth);
        if self.rng.chance(0.2) {
            return Code::compound(format!("{} - {shift} {op} {}", b.operand(), a.operand()), 1.0);
        }
        Code::compound(format!("{} {op} {} + {shift}", a.operand(), b.operand()), 1.0)
    }
}
