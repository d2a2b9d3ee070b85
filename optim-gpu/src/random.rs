//! Random numbers on a device. The integers are the same as on the host, see [`optim_core::draw`]. Uniform numbers have the same bits as `f32` on the host.
//! Normal numbers are computed in single precision.

#![allow(
    clippy::manual_is_multiple_of,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use cubecl::prelude::*;
use optim_core::draw::Law;

/// The registers of a draw: the eight halves of the words of its node. Each half is a whole number, so no raw bits pass through a float.
pub(crate) const WORDS: usize = 8;

/// The halves of the words of a node.
pub(crate) fn halves(node: [u32; 4]) -> [f32; WORDS] {
    let mut halves = [0.0; WORDS];
    for (k, word) in node.into_iter().enumerate() {
        halves[2 * k] = (word & 0xffff) as f32;
        halves[2 * k + 1] = (word >> 16) as f32;
    }
    halves
}

/// A word of a node.
#[cube]
fn word(registers: &[f32], first: usize, #[comptime] place: usize) -> u32 {
    u32::cast_from(registers[first + comptime!(2 * place)])
        | (u32::cast_from(registers[first + comptime!(2 * place + 1)]) << comptime!(16u32).runtime())
}

/// The four words of a number, made from a node and an index.
#[cube]
fn philox(registers: &[f32], first: usize, number: u32) -> Sequence<u32> {
    let key0 = RuntimeCell::<u32>::new(word(registers, first, 0usize));
    let key1 = RuntimeCell::<u32>::new(word(registers, first, 1usize));
    let a = RuntimeCell::<u32>::new(number);
    // No array on a device has 2^33 elements.
    let b = RuntimeCell::<u32>::new(0u32);
    let c = RuntimeCell::<u32>::new(word(registers, first, 2usize));
    let d = RuntimeCell::<u32>::new(word(registers, first, 3usize));
    #[unroll]
    for _round in 0..10usize {
        let left = comptime!(0xd251_1f53u32).runtime();
        let right = comptime!(0xcd9e_8d57u32).runtime();
        let (upper_left, lower_left) = (a.read().mul_hi(left), a.read() * left);
        let (upper_right, lower_right) = (c.read().mul_hi(right), c.read() * right);
        a.store(upper_right ^ b.read() ^ key0.read());
        b.store(lower_right);
        c.store(upper_left ^ d.read() ^ key1.read());
        d.store(lower_left);
        key0.store(key0.read() + comptime!(0x9e37_79b9u32).runtime());
        key1.store(key1.read() + comptime!(0xbb67_ae85u32).runtime());
    }
    let mut words = Sequence::<u32>::new();
    words.push(a.read());
    words.push(b.read());
    words.push(c.read());
    words.push(d.read());
    words
}

/// The random number at an index.
#[cube]
pub(crate) fn drawn(registers: &[f32], first: usize, at: usize, #[comptime] law: Law) -> f32 {
    let words = philox(registers, first, (at / 2) as u32);
    let (a, b, c, d) = (*words.index(0), *words.index(1), *words.index(2), *words.index(3));
    let is_even = at % 2 == 0;
    match comptime!(law) {
        Law::Uniform => {
            let own = select(is_even, a, c);
            f32::cast_from(own >> comptime!(8u32).runtime()) * f32::new(comptime!(1.0 / 16_777_216.0))
        }
        Law::Normal => normal(a, b, c, d, is_even),
    }
}

/// The 16 bits that round the element at an index. Four words serve 8 elements.
#[cube]
pub(crate) fn random_half(registers: &[f32], first: usize, at: usize) -> u32 {
    let number = (at / 128) * 16 + at % 16;
    let words = philox(registers, first, number as u32);
    let half = (at % 128) / 16;
    let lower = select(half < 2, *words.index(0), *words.index(1));
    let upper = select(half < 6, *words.index(2), *words.index(3));
    let own = select(half < 4, lower, upper);
    (own >> ((half % 2) as u32 * comptime!(16u32).runtime())) & comptime!(0xffffu32).runtime()
}

/// `2^-21`, for the lower 21 of 53 bits.
const LOWER: f32 = 1.0 / 2_097_152.0;

/// A normal number from 128 bits, by the method of Box & Muller (1958).
#[cube]
fn normal(a: u32, b: u32, c: u32, d: u32, is_even: bool) -> f32 {
    let rest = f32::cast_from(b >> comptime!(11u32).runtime()) * f32::new(LOWER);
    // The share is between 2^-53 and 1. Near 0, `share` is precise; near 1, `below` is, which is 1 - share.
    let below = (f32::cast_from(a) + rest) * f32::new(comptime!(1.0 / 4_294_967_296.0));
    let share = (f32::cast_from(!a) + (f32::new(1.0) - rest)) * f32::new(comptime!(1.0 / 4_294_967_296.0));
    let bits = u32::reinterpret(share);
    // share = 2^exponent · m with m from √½ to √2
    let shifted = bits - comptime!(0x3f35_04f3u32).runtime();
    let exponent = i32::reinterpret(shifted) >> comptime!(23i32).runtime();
    let m = f32::reinterpret(bits - (u32::reinterpret(exponent) << comptime!(23u32).runtime()));
    let is_near = below < f32::new(0.25);
    let s = select(is_near, -below / (f32::new(2.0) - below), (m - f32::new(1.0)) / (m + f32::new(1.0)));
    let square = s * s;
    let series = ((((f32::new(comptime!(1.0 / 11.0)) * square + f32::new(comptime!(1.0 / 9.0))) * square
        + f32::new(comptime!(1.0 / 7.0)))
        * square
        + f32::new(comptime!(1.0 / 5.0)))
        * square
        + f32::new(comptime!(1.0 / 3.0)))
        * square
        + f32::new(1.0);
    let whole = select(is_near, f32::new(0.0), f32::cast_from(exponent) * f32::new(std::f32::consts::LN_2));
    let ln = whole + f32::new(2.0) * s * series;
    let radius = (f32::new(-2.0) * ln).sqrt();
    // The nearest quarter of a turn, and the rest of it.
    let quarter = ((c >> comptime!(29u32).runtime()) + comptime!(1u32).runtime()) >> comptime!(1u32).runtime();
    let signed = i32::reinterpret(c - (quarter << comptime!(30u32).runtime()));
    let part = f32::cast_from(signed) + f32::cast_from(d >> comptime!(11u32).runtime()) * f32::new(LOWER);
    let x = part * f32::new(comptime!(std::f32::consts::FRAC_PI_2 / 1_073_741_824.0));
    let y = x * x;
    let cos = ((((f32::new(comptime!(1.0 / 40320.0)) * y - f32::new(comptime!(1.0 / 720.0))) * y
        + f32::new(comptime!(1.0 / 24.0)))
        * y
        - f32::new(0.5))
        * y)
        + f32::new(1.0);
    let sin = ((((f32::new(comptime!(1.0 / 362_880.0)) * y - f32::new(comptime!(1.0 / 5040.0))) * y
        + f32::new(comptime!(1.0 / 120.0)))
        * y
        - f32::new(comptime!(1.0 / 6.0)))
        * y
        + f32::new(1.0))
        * x;
    let is_odd = (quarter & comptime!(1u32).runtime()) == 1;
    let one = select(is_odd, sin, cos);
    let other = select(is_odd, cos, sin);
    let one = select(((quarter + comptime!(1u32).runtime()) & comptime!(2u32).runtime()) == 0, one, -one);
    let other = select((quarter & comptime!(2u32).runtime()) == 0, other, -other);
    radius * select(is_even, one, other)
}
