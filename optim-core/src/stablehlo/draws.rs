//! Random numbers: Philox in integers, with the same numbers as in kernels. [`draw`](crate::draw) defines them.

use super::body::{ModuleBody, ModuleValue};
use super::error::StableHloError;
use super::types::{ElementType, Type};
use super::writer::{Of, Writer};
use crate::draw::Law;
use crate::lang::{Leaf, Node};

const ROUNDS: u32 = 10;
/// The multipliers of the left and right word, and the constants that are added to the keys.
const FACTORS: [u64; 2] = [0xd251_1f53, 0xcd9e_8d57];
const ADDED: [u32; 2] = [0x9e37_79b9, 0xbb67_ae85];
/// An eighth of a turn, in parts of 2^-53.
const EIGHTH: u64 = 1 << 50;
const PART: f64 = 1.0 / (1_u64 << 53) as f64;

impl Writer {
    /// The numbers of a draw at the step count `t`, which is an integer.
    pub(super) fn draw(
        &mut self,
        of: Of<'_>,
        node: &Node,
        leaf: &Leaf,
        t: &ModuleValue,
    ) -> Result<ModuleValue, StableHloError> {
        let Leaf::Draw { law, place, iterations, inside, .. } = leaf else { return Err(of.malformed(node)) };
        let (key, probe) = of.graph.draws();
        let key = inside.iter().fold(key, |key, field| key.param(field)).of_draws(probe);
        let word = Type::scalar(ElementType::U32);
        let mut node_words = key.words().map(|x| self.body.word(x.into(), &word));
        let t = self.body.convert(t, ElementType::U64);
        let [low, high] = halves(&mut self.body, &t);
        node_words = self.child(&node_words, [low, high]);
        for number in [u64::from(*place)].into_iter().chain(iterations.iter().copied()) {
            let halves = [number & 0xffff_ffff, number >> 32].map(|x| self.body.word(x, &word));
            node_words = self.child(&node_words, halves);
        }
        let to = self.type_of(of, node);
        let count = to.sizes.iter().fold(1_usize, |count, size| count.saturating_mul(*size));
        let pairs = count.div_ceil(2);
        let places = self.body.iota(0, &Type::new(&[pairs], ElementType::U64));
        let places = halves(&mut self.body, &places);
        let words = self.child(&node_words, places);
        let single = to.element == ElementType::F32;
        let numbers = match law {
            Law::Uniform => self.uniform(&words, single),
            Law::Normal => self.normal(&words),
        };
        let pair = [pairs, 1];
        let [even, odd] = numbers.map(|x| {
            let x = self.body.convert(&x, to.element);
            self.body.reshape(&x, &pair)
        });
        let both = Type::new(&[pairs, 2], to.element);
        let operation =
            format!("stablehlo.concatenate {}, {}, dim = 1 : ({}, {}) -> {both}", even.name, odd.name, even.of, odd.of);
        let both = self.body.push(operation, both);
        let flat = self.body.reshape(&both, &[pairs.saturating_mul(2)]);
        let flat = self.body.first(&flat, &[count]);
        Ok(self.body.reshape(&flat, &to.sizes))
    }

    /// The children with these numbers, given as lower and upper words.
    fn child(&mut self, node: &[ModuleValue; 4], [low, high]: [ModuleValue; 2]) -> [ModuleValue; 4] {
        let of = low.of.clone();
        let [a, b, c, d] = node.clone().map(|x| self.body.broadcast(&x, &of.sizes));
        let arguments = [a, b, low, high, c, d];
        let size = of.sizes.first().map_or_else(|| "scalar".to_owned(), usize::to_string);
        let name = self.function(&format!("philox_{size}"), |writer| philox(&mut writer.body, &of));
        let names: Vec<&str> = arguments.iter().map(|argument| &*argument.name).collect();
        let types = |count: usize| vec![of.to_string(); count].join(", ");
        let operation = format!("func.call @{name}({}) : ({}) -> ({})", names.join(", "), types(6), types(4));
        let words = self.body.push_all(operation, &vec![of.clone(); 4]);
        let [w0, w1, w2, w3] = [0, 1, 2, 3].map(|place| words.get(place).cloned());
        // The call has a result for each type, so this cannot fail.
        [w0, w1, w2, w3].map(|word| word.unwrap_or_else(|| arguments[0].clone()))
    }

    /// A number of 53 bits. The first word has the upper 32.
    fn bits(&mut self, upper: &ModuleValue, lower: &ModuleValue) -> ModuleValue {
        let body = &mut self.body;
        let [upper, lower] = [upper, lower].map(|x| body.convert(x, ElementType::U64));
        let (by_upper, by_lower) = (body.word(21, &upper.of), body.word(11, &lower.of));
        let upper = body.binary("shift_left", &upper, &by_upper);
        let lower = body.binary("shift_right_logical", &lower, &by_lower);
        body.binary("or", &upper, &lower)
    }

    /// Numbers from 0 to 1. In single precision, they are cut off after 24 bits.
    fn uniform(&mut self, [w0, w1, w2, w3]: &[ModuleValue; 4], single: bool) -> [ModuleValue; 2] {
        [(w0, w1), (w2, w3)].map(|(upper, lower)| {
            let mut bits = self.bits(upper, lower);
            let mut part = PART;
            if single {
                let by = self.body.word(29, &bits.of);
                bits = self.body.binary("shift_right_logical", &bits, &by);
                part *= (1_u64 << 29) as f64;
            }
            let number = self.body.convert(&bits, self.scalar);
            self.body.with_constant("multiply", &number, part)
        })
    }

    fn normal(&mut self, [w0, w1, w2, w3]: &[ModuleValue; 4]) -> [ModuleValue; 2] {
        let (first, second) = (self.bits(w0, w1), self.bits(w2, w3));
        // One minus the first number, which is exact and never 0.
        let whole = self.body.word(8 * EIGHTH, &first.of);
        let rest = self.body.binary("subtract", &whole, &first);
        let rest = self.body.convert(&rest, self.scalar);
        let rest = self.body.with_constant("multiply", &rest, PART);
        let log = self.body.unary("log", &rest);
        let square = self.body.with_constant("multiply", &log, -2.0);
        let radius = self.body.unary("sqrt", &square);
        let (sin, cos) = self.sin_cos(&second);
        [cos, sin].map(|x| self.body.binary("multiply", &radius, &x))
    }

    /// The sine and cosine of a fraction of a turn, computed from the nearest axis, so that small results are exact.
    fn sin_cos(&mut self, parts: &ModuleValue) -> (ModuleValue, ModuleValue) {
        let scalar = self.scalar;
        let body = &mut self.body;
        let [by, mask, eighth_parts, one, three] = [50, EIGHTH - 1, EIGHTH, 1, 3].map(|x| body.word(x, &parts.of));
        let eighth = body.binary("shift_right_logical", parts, &by);
        let rest = body.binary("and", parts, &mask);
        let back = body.binary("subtract", &eighth_parts, &rest);
        let is_odd = {
            let last = body.binary("and", &eighth, &one);
            body.compare("EQ", &last, &one)
        };
        let [forward, back] = [rest, back].map(|x| body.convert(&x, scalar));
        let back = body.unary("negate", &back);
        let angle = body.select(&is_odd, &back, &forward);
        let angle = body.with_constant("multiply", &angle, PART);
        let angle = body.with_constant("multiply", &angle, std::f64::consts::TAU);
        let (sin, cos) = (body.unary("sine", &angle), body.unary("cosine", &angle));
        let (minus_sin, minus_cos) = (body.unary("negate", &sin), body.unary("negate", &cos));
        let next = body.binary("add", &eighth, &one);
        let half = body.binary("shift_right_logical", &next, &one);
        let quarter = body.binary("and", &half, &three);
        let mut is = |x: u64| {
            let x = body.word(x, &quarter.of);
            body.compare("EQ", &quarter, &x)
        };
        let [second, third, fourth] = [1, 2, 3].map(&mut is);
        let mut choose = |first: &ModuleValue, others: [&ModuleValue; 3]| {
            let chosen = body.select(&second, others[0], first);
            let chosen = body.select(&third, others[1], &chosen);
            body.select(&fourth, others[2], &chosen)
        };
        let own_sin = choose(&sin, [&cos, &minus_sin, &minus_cos]);
        (own_sin, choose(&cos, [&minus_sin, &minus_cos, &sin]))
    }
}

/// The lower and upper 32 bits.
fn halves(body: &mut ModuleBody, x: &ModuleValue) -> [ModuleValue; 2] {
    let (mask, by) = (body.word(0xffff_ffff, &x.of), body.word(32, &x.of));
    let (low, high) = (body.binary("and", x, &mask), body.binary("shift_right_logical", x, &by));
    [low, high].map(|x| body.convert(&x, ElementType::U32))
}

/// Philox 4x32-10 of a key and a counter, as a function on words of this type.
fn philox(body: &mut ModuleBody, of: &Type) -> String {
    let argument = |name: &str| ModuleValue::new(name, of.clone());
    let key = [argument("%key0"), argument("%key1")];
    let mut counter = ["%counter0", "%counter1", "%counter2", "%counter3"].map(argument);
    for round in 0..ROUNDS {
        let mut next_key = |place: usize| {
            let added = body.word(ADDED[place].wrapping_mul(round).into(), of);
            body.binary("add", &key[place], &added)
        };
        let keys = [next_key(0), next_key(1)];
        let [c0, c1, c2, c3] = &counter;
        let [left, right] = [(c0, FACTORS[0]), (c2, FACTORS[1])].map(|(x, factor)| {
            let wide = body.convert(x, ElementType::U64);
            let factor = body.word(factor, &wide.of);
            let product = body.binary("multiply", &wide, &factor);
            halves(body, &product)
        });
        let mut mixed = |high: &ModuleValue, other: &ModuleValue, key: &ModuleValue| {
            let both = body.binary("xor", high, other);
            body.binary("xor", &both, key)
        };
        let (first, third) = (mixed(&right[1], c1, &keys[0]), mixed(&left[1], c3, &keys[1]));
        counter = [first, right[0].clone(), third, left[0].clone()];
    }
    let names = |values: &[ModuleValue]| values.iter().map(|x| x.name.to_string()).collect::<Vec<_>>().join(", ");
    let arguments = ["%key0", "%key1", "%counter0", "%counter1", "%counter2", "%counter3"];
    let arguments = arguments.map(|name| format!("{name}: {of}")).join(", ");
    let types = vec![of.to_string(); 4].join(", ");
    format!("({arguments}) -> ({types}) {{\n{}    return {} : {types}\n  }}\n", body.lines(), names(&counter))
}
