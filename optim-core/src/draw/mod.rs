//! Random numbers of a step: each is a function of its position, so there is no generator with a state.
//!
//! To find a number, go down a tree. The root is the seed. Each [`child`](DrawKey::child) is one call of Philox 4x32-10
//! and has 128 bits: of the node `[a, b, c, d]` and the number `n` the child is that of the key `[a, b]` and the
//! counter `[n mod 2^32, n / 2^32, c, d]`. The root of the seed `s` is `[s mod 2^32, s / 2^32, 0, 0]`. The way down:
//!
//! | | a draw of a step | a draw of a probe | a first value of a state |
//! |---|---|---|---|
//! | 1 | the [`hash`] of the parameter's name | the same | the same |
//! | 2 | 0 | 2 | 1 |
//! | 3 | the parameter's step count `t`, from 1 | that of the step to come | the [`hash`] of the state's name |
//! | 4 | which draw: its place among those of the step, from 0 | its place among those of the probe | |
//! | 5, … | the iterations of the loops around it, each from 0, the outermost first | the same | |
//! | last | the element's logical index in C order, halved | the same | the same |
//!
//! A state that is rounded at random ([`Storage::Bf16Stochastic`](crate::Storage::Bf16Stochastic)) goes down by 3, the step count `t`, and the place of the
//! state. Eight of its elements share the last node: the element `128 a + 16 b + c` has 16 bits of the child `16 a + c`.
//!
//! Places count calls as they are written, helpers at each of their calls: they are the same whatever branch runs. The draws of an inner
//! optimizer use its own step count.
//!
//! So numbers do not depend on threads, instruction sets, the memory layout, or earlier draws. An optimizer that resumes from a checkpoint
//! draws the same numbers as an uninterrupted one. The last node `[a, b, c, d]` has two numbers in [0, 1) of 53 bits, `(2^21 a + c') / 2^53`
//! with `c' = b / 2^11`, and the same of `c` and `d`: for the even and the odd element. In single precision a uniform number is cut off
//! after 24 bits, so that it stays below 1. Two normal numbers are made of both.
//!
//! This is guaranteed: all releases of a major version draw the same numbers.

#![allow(clippy::needless_range_loop, reason = "one index runs over several words and numbers side by side")]

mod normal;
mod philox;
#[cfg(test)]
mod tests;

use self::normal::normals;
use self::philox::philox;

/// Draws of a step, initial values of states, draws of a probe, and roundings of states: the second number on the way down.
const STEP: u64 = 0;
const FIRST: u64 = 1;
const PROBE: u64 = 2;
const ROUNDING: u64 = 3;
/// The number of the parameter itself among its states, for [`DrawKey::rounding`].
pub(crate) const PARAM_ROUNDING: u64 = u64::MAX;

macro_rules! laws {
    ($($Law:ident = $name:ident($x:ident), $doc:literal;)*) => {
        /// The distribution of the numbers of a draw.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Law { $(#[doc = $doc] $Law,)* }

        impl Law {
            /// All of them.
            pub const ALL: &'static [Law] = &[$(Law::$Law,)*];

            /// The function of the language.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Law::$Law => stringify!($name),)* }
            }
        }
    };
}
optim_language::draws!(laws);

/// A node of the tree: where random numbers come from.
///
/// ```
/// use optim_core::draw::DrawKey;
///
/// let key = DrawKey::new(7).param("fc1.weight");
/// assert_eq!(key, DrawKey::new(7).param("fc1.weight"));
/// assert_ne!(key, DrawKey::new(8).param("fc1.weight"));
/// assert_ne!(key, DrawKey::new(7).param("fc2.weight"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawKey([u32; 4]);

/// The words of the second half of a group of random bits: those that come next where elements are rounded one after another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownGroup {
    group: u64,
    words: [[u32; PAIRS]; 2],
}

impl KnownGroup {
    /// Nothing is known.
    pub(crate) const NONE: Self = Self { group: u64::MAX, words: [[0; PAIRS]; 2] };
}

impl DrawKey {
    /// The root of a seed.
    #[inline]
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self([seed as u32, (seed >> 32) as u32, 0, 0])
    }

    /// The node of a parameter, below a root.
    #[must_use]
    pub fn param(self, name: &str) -> Self {
        self.child(hash(name))
    }

    /// The child with this number.
    #[inline]
    #[must_use]
    pub fn child(self, number: u64) -> Self {
        let Self([a, b, c, d]) = self;
        Self(philox([a, b], [[number as u32], [(number >> 32) as u32], [c], [d]]).map(|[word]| word))
    }

    /// The node from which all draws of a step come, or all of a probe, below that of a parameter.
    pub(crate) fn of_draws(self, probe: bool) -> Self {
        self.child(if probe { PROBE } else { STEP })
    }

    /// Its four words.
    pub(crate) const fn words(self) -> [u32; 4] {
        self.0
    }

    /// A draw of the step `t` of a parameter, whose node this is: the one at `place` among those of the step, in these iterations of
    /// the loops around it.
    #[inline]
    #[must_use]
    pub fn draw(self, law: Law, t: u64, place: u32, iterations: &[u64]) -> Draw {
        self.child(STEP).of_routine(law, t, place, iterations)
    }

    /// The same of the probe before the step `t`.
    #[inline]
    #[must_use]
    pub fn draw_of_probe(self, law: Law, t: u64, place: u32, iterations: &[u64]) -> Draw {
        self.child(PROBE).of_routine(law, t, place, iterations)
    }

    /// A draw of the function whose node this is.
    #[inline]
    fn of_routine(self, law: Law, t: u64, place: u32, iterations: &[u64]) -> Draw {
        let node = self.child(t).child(place.into());
        Draw { key: iterations.iter().fold(node, |key, iteration| key.child(*iteration)), law }
    }

    /// The source of the bits that round a state in the step `t` of a parameter, whose node this is: the state in this place.
    #[must_use]
    pub(crate) fn rounding(self, t: u64, state: u64) -> Self {
        self.child(ROUNDING).child(t).child(state)
    }

    /// 32 bits for each two elements of a group of `GROUP`: of each of 16 numbers the lower half belongs to one element, the upper half to the one 16
    /// places further on.
    #[inline(always)]
    pub(crate) fn words_of(self, group: u64) -> [[u32; PAIRS]; 4] {
        let Self([a, b, c, d]) = self;
        let mut counters = [[0; PAIRS], [0; PAIRS], [c; PAIRS], [d; PAIRS]];
        for k in 0..PAIRS {
            let number = group.wrapping_mul(PAIRS as u64).wrapping_add(k as u64);
            (counters[0][k], counters[1][k]) = (number as u32, (number >> 32) as u32);
        }
        philox([a, b], counters)
    }

    /// 16 bits for each element from the number `first` on: the element `128 a + 16 b + c` has half `b` of the child `16 a + c`, counted from the
    /// lower half of its first word.
    #[inline(always)]
    pub(crate) fn halves(self, first: u64, to: &mut [u16]) {
        let (mut group, mut skip) = (first / GROUP as u64, (first % GROUP as u64) as usize);
        let mut to = to;
        while !to.is_empty() {
            let words = self.words_of(group);
            let mut halves = [[0_u16; PAIRS]; 8];
            for half in 0..8 {
                for k in 0..PAIRS {
                    halves[half][k] = (words[half / 2][k] >> (16 * (half % 2))) as u16;
                }
            }
            let n = (GROUP - skip).min(to.len());
            let (now, later) = to.split_at_mut(n);
            now.copy_from_slice(&halves.as_flattened()[skip..skip + n]);
            (to, skip, group) = (later, 0, group.wrapping_add(1));
        }
    }

    /// The same for half a group that begins at the number `first`, with what is known of its group.
    #[inline(always)]
    pub(crate) fn halves_of_block(self, first: u64, known: &mut KnownGroup, to: &mut [u16; GROUP / 2]) {
        let group = first / GROUP as u64;
        let words = match first % GROUP as u64 {
            0 => {
                let [a, b, c, d] = self.words_of(group);
                *known = KnownGroup { group, words: [c, d] };
                [a, b]
            }
            _ if first.is_multiple_of(GROUP as u64 / 2) && known.group == group => known.words,
            _ => return self.halves_of_any(first, to),
        };
        for (half, to) in to.as_chunks_mut::<PAIRS>().0.iter_mut().enumerate() {
            for (to, word) in to.iter_mut().zip(words[half / 2]) {
                *to = (word >> (16 * (half % 2))) as u16;
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn halves_of_any(self, first: u64, to: &mut [u16]) {
        self.halves(first, to);
    }

    /// The first value of a state of a parameter, whose node this is, where that is random.
    #[must_use]
    pub fn first(self, state: &str) -> Draw {
        Draw { key: self.child(FIRST).child(hash(state)), law: Law::Normal }
    }
}

/// A number for each name: FNV-1a of 64 bits, of its bytes in UTF-8.
#[must_use]
pub fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Random numbers, one for each index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Draw {
    key: DrawKey,
    law: Law,
}

/// Nodes that are computed side by side.
const PAIRS: usize = 16;
/// Elements that have 16 bits each of so many nodes.
pub(crate) const GROUP: usize = 8 * PAIRS;
/// Numbers of so many nodes.
pub(crate) const BLOCK: usize = 2 * PAIRS;

impl Draw {
    /// The words of its node.
    pub(crate) const fn words(self) -> [u32; 4] {
        self.key.0
    }

    /// Stands for a draw that is described, by its place among those of a step: whose numbers they are is not known.
    pub(crate) const fn described(place: usize, law: Law) -> Self {
        Self { key: DrawKey([place as u32, 0, 0, 0]), law }
    }

    /// The place of a draw that is described.
    #[must_use]
    pub const fn place(self) -> usize {
        self.key.0[0] as usize
    }

    /// The distribution of its numbers.
    #[must_use]
    pub const fn law(self) -> Law {
        self.law
    }

    /// The number at an index, in double precision.
    #[must_use]
    pub fn number(self, index: u64) -> f64 {
        self.pairs::<1>(index / 2, false)[(index % 2) as usize][0]
    }

    /// The numbers from the index `start` on; in single precision if that is asked for.
    #[inline(always)]
    pub(crate) fn fill<T>(self, start: u64, single: bool, to: &mut [T], cast: impl Fn(f64) -> T) {
        let (mut pair, mut skip) = (start / 2, (start % 2) as usize);
        let mut to = to;
        while !to.is_empty() {
            let [even, odd] = self.pairs::<PAIRS>(pair, single);
            let n = (BLOCK - skip).min(to.len());
            let (now, later) = to.split_at_mut(n);
            for (k, to) in now.iter_mut().enumerate() {
                let k = k + skip;
                *to = cast(if k % 2 == 0 { even[k / 2] } else { odd[k / 2] });
            }
            (to, skip, pair) = (later, 0, pair.wrapping_add(PAIRS as u64));
        }
    }

    /// The numbers of `N` nodes from the number `first` on: those with even indices, and those with odd ones.
    #[inline(always)]
    fn pairs<const N: usize>(self, first: u64, single: bool) -> [[f64; N]; 2] {
        let DrawKey([a, b, c, d]) = self.key;
        let mut counters = [[0; N], [0; N], [c; N], [d; N]];
        for k in 0..N {
            let number = first.wrapping_add(k as u64);
            (counters[0][k], counters[1][k]) = (number as u32, (number >> 32) as u32);
        }
        let words = philox([a, b], counters);
        let (mut even, mut odd) = ([0.0; N], [0.0; N]);
        match self.law {
            Law::Normal => {
                for k in 0..N {
                    [even[k], odd[k]] = normals([words[0][k], words[1][k], words[2][k], words[3][k]]);
                }
            }
            Law::Uniform => {
                let of = if single { uniform_single } else { uniform };
                for k in 0..N {
                    (even[k], odd[k]) = (of(words[0][k], words[1][k]), of(words[2][k], words[3][k]));
                }
            }
        }
        [even, odd]
    }
}

/// A number in [0, 1) of 53 bits.
#[inline(always)]
fn uniform(hi: u32, lo: u32) -> f64 {
    (f64::from(hi) * 2_097_152.0 + f64::from(lo >> 11)) / 9_007_199_254_740_992.0
}

/// The same, cut off after 24 bits: a number of single precision, below 1.
#[inline(always)]
fn uniform_single(hi: u32, _: u32) -> f64 {
    f64::from(hi >> 8) / 16_777_216.0
}
