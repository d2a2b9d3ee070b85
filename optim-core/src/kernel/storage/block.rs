//! Numbers in 8 bits: the largest absolute value of each block, and the fraction of it for each element.
//!
//! Codes are places in the dynamic maps of `bitsandbytes` (`create_dynamic_map`, 7 exponent bits). A map has seven decades: from 0.1 to 1, from 0.01
//! to 0.1, and so on. Each decade is divided into cells of equal width, twice as many as in the decade below. The middles of the cells are the
//! fractions. If cells are numbered from the smallest fraction, the binary exponent of the number gives the decade, and within a decade everything is
//! linear:
//!
//! | | codes | numbers of cells |
//! |---|---|---|
//! | no negative element | 0 is 0, 1 to 254 the cells, 255 is 1 | 2, 4, … 128 |
//! | else | 127 is 0, 128 to 254 the positive cells, 0 to 126 the negative ones, 255 is 1 | 1, 2, … 64 on each side |
//!
//! A scale is the block's largest absolute value, with a minus sign if the block has negative elements. Zeroed memory is a block of zeros. Rounding
//! is the same at every level.

use super::half::{narrow, wide};
use crate::kernel::Float;

/// The number of elements that share a scale.
pub const BLOCK: usize = 256;

/// The coefficients that map a cell to a fraction: `(9 g - offset) · unit`, where `g` is the number of the cell plus 1/2. The lowest four bits of the
/// exponent of `g` are the index.
#[derive(Clone, Copy, Debug)]
pub struct Cells {
    /// The offset for each exponent of `g`.
    pub offset: [f32; 16],
    /// The unit for each exponent of `g`.
    pub unit: [f32; 16],
}

/// The coefficients that map a fraction above `from` to its cell, counted from the cell of zero: the integer part of
/// `min(fraction · factor + add, last)`. Stretches are ordered from the smallest fractions to the largest: zero, seven decades, one.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The fraction above which it begins.
    pub from: f32,
    /// The number of cells for a fraction of 1.
    pub factor: f32,
    /// The extrapolated cell of the fraction 0.
    pub add: f32,
    /// The last cell.
    pub last: f32,
}

/// The number of stretches of a map.
pub(crate) const STRETCHES: usize = 9;

/// A map in both directions.
#[derive(Debug)]
pub struct DynamicMap {
    /// From codes to fractions.
    pub cells: Cells,
    /// From fractions to cells.
    pub stretches: [Stretch; STRETCHES],
}

/// The map of blocks without negative elements. The cell of the code `k` has the number `k + 1`.
pub static UNSIGNED: DynamicMap = map(1);
/// The map of all other blocks. The cell with the number `m` has the codes `127 + m` and `127 - m`.
pub static SIGNED: DynamicMap = map(0);

/// The upper end of each decade.
const DECADES: [f64; 7] = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0];

/// The map whose smallest decade has `2^first` cells.
const fn map(first: usize) -> DynamicMap {
    let mut cells = Cells { offset: [0.0; 16], unit: [0.0; 16] };
    let zero = Stretch { from: -1.0, factor: 0.0, add: 0.0, last: 0.0 };
    // The number of the cell of zero.
    let least = first as f64;
    let mut stretches = [zero; STRETCHES];
    // The largest fraction of the decade below. The next decade begins halfway between this and its own smallest fraction.
    let mut below = 0.0;
    let mut decade = 0;
    while decade < 7 {
        let (number, size) = ((1_u32 << (first + decade)) as f64, DECADES[decade]);
        // The middle of a cell is its number plus 1/2, so it has the same exponent.
        let place = (first + decade + 15) % 16;
        cells.offset[place] = (8.0 * number) as f32;
        cells.unit[place] = (size / (10.0 * number)) as f32;
        let smallest = size * (0.1 + 0.45 / number);
        stretches[decade + 1] = Stretch {
            from: ((below + smallest) / 2.0) as f32,
            factor: (number / (0.9 * size)) as f32,
            add: (number * 8.0 / 9.0 - least) as f32,
            last: (2.0 * number - 0.5 - least) as f32,
        };
        below = size * (1.0 - 0.45 / number);
        decade += 1;
    }
    // After the last cell comes the fraction 1.
    let number = (1_u32 << (first + 7)) as f64;
    let place = (first + 7 + 15) % 16;
    cells.offset[place] = (9.0 * (number + 0.5) - 1.0) as f32;
    cells.unit[place] = 1.0;
    let one = (number - least) as f32;
    stretches[8] = Stretch { from: ((below + 1.0) / 2.0) as f32, factor: 0.0, add: one, last: one };
    DynamicMap { cells, stretches }
}

/// Units of a map, scaled for a block. If a unit is subnormal, its decade counts as zero, because subnormal numbers would slow the loop.
#[inline(always)]
pub(crate) fn units(units: &[f32; 16], scale: f32) -> [f32; 16] {
    let mut units = *units;
    for unit in &mut units {
        let scaled = *unit * scale;
        *unit = if scaled < f32::MIN_POSITIVE { 0.0 } else { scaled };
    }
    units
}

/// The cells of a map by their codes: the index of the unit, and the factor of the unit.
#[derive(Debug)]
struct CodeTable {
    place: [u8; 256],
    fraction: [f32; 256],
}

static UNSIGNED_CODES: CodeTable = codes(&UNSIGNED, false);
static SIGNED_CODES: CodeTable = codes(&SIGNED, true);

const fn codes(map: &DynamicMap, signed: bool) -> CodeTable {
    let mut codes = CodeTable { place: [0; 256], fraction: [0.0; 256] };
    let mut code = 0;
    while code < 256 {
        let number = if signed { code as i32 - 127 } else { code as i32 + 1 };
        let middle = number.unsigned_abs() as f32 + 0.5;
        let place = (middle.to_bits() >> 23) as usize & 15;
        let fraction = 9.0 * middle - map.cells.offset[place];
        codes.place[code] = place as u8;
        codes.fraction[code] = if number < 0 { -fraction } else { fraction };
        code += 1;
    }
    codes
}

/// Decodes a block, or a part of a block.
#[inline(always)]
pub(crate) fn decode<T: Float>(codes: &[u8], scale: f32, to: &mut [T]) {
    let (map, cells) = match scale.is_sign_negative() {
        true => (&SIGNED, &SIGNED_CODES),
        false => (&UNSIGNED, &UNSIGNED_CODES),
    };
    let units = units(&map.cells.unit, scale.abs());
    for (&code, to) in codes.iter().zip(to) {
        let code = usize::from(code);
        *to = wide(cells.fraction[code] * units[usize::from(cells.place[code]) & 15]);
    }
}

/// The properties of a block of numbers as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    /// Its scale.
    pub(crate) scale: f32,
    /// The factor that converts its numbers to fractions; `None` if all have the same code.
    pub(crate) inverse: Option<f32>,
}

impl Kind {
    /// The kind of a block of numbers. If all are below `least`, they count as zero.
    #[inline(always)]
    pub(super) fn of<T: Float>(from: &[T], least: f32) -> Self {
        let (mut largest, mut size) = (0, 0);
        for &x in from {
            let bits = narrow(x).to_bits();
            largest = largest.max(bits);
            size = size.max(bits & 0x7fff_ffff);
        }
        kind(largest, size, least)
    }
}

/// The kind of a block, from the largest pattern of bits of its numbers, and from the largest pattern without signs. If all numbers are below `least`,
/// they count as zero.
#[inline(always)]
pub(crate) fn kind(largest: u32, size: u32, least: f32) -> Kind {
    let size_of = f32::from_bits(size);
    if size >= f32::INFINITY.to_bits() {
        return Kind { scale: f32::NAN, inverse: None };
    }
    if size_of < least {
        return Kind { scale: 0.0, inverse: None };
    }
    // Negative numbers have patterns above the pattern of -0.
    let negative = largest > 1 << 31;
    Kind { scale: if negative { -size_of } else { size_of }, inverse: Some(1.0 / size_of) }
}

/// Encodes a block and returns its scale.
#[inline(always)]
pub(crate) fn encode<T: Float>(from: &[T], codes: &mut [u8]) -> f32 {
    let Kind { scale, inverse } = Kind::of(from, f32::MIN_POSITIVE);
    let Some(inverse) = inverse else {
        codes.fill(0);
        return scale;
    };
    if scale < 0.0 {
        for (&x, code) in from.iter().zip(codes) {
            let x = narrow(x);
            let number = i32::from(cell(x.abs() * inverse, &SIGNED_CELLS));
            // The map has no code for the fraction -1.
            *code = (127 + if x < 0.0 { -number.min(127) } else { number }) as u8;
        }
    } else {
        for (&x, code) in from.iter().zip(codes) {
            *code = cell(narrow(x).abs() * inverse, &UNSIGNED_CELLS);
        }
    }
    scale
}

/// Cells by the upper bits of fractions. Fractions with the same upper bits belong to at most two consecutive cells.
#[derive(Debug)]
struct Nearest {
    /// The code of the smallest fraction with these bits.
    first: [u8; BINS],
    /// The largest fraction of each cell.
    last: [f32; 256],
}

/// The number of dropped low bits of a fraction. Fractions that differ only in these bits are closer than the cells of the finest decade.
const SHIFT: u32 = 23 - 7;
/// The pattern of the smallest fraction, 2 to the power of -23, which counts as zero.
const LEAST: u32 = (127 - 23) << 23;
/// The number of bins, for fractions up to 2.
const BINS: usize = 24 << 7;

static UNSIGNED_CELLS: Nearest = nearest(&UNSIGNED.stretches);
static SIGNED_CELLS: Nearest = nearest(&SIGNED.stretches);

const fn nearest(stretches: &[Stretch; STRETCHES]) -> Nearest {
    let mut nearest = Nearest { first: [0; BINS], last: [f32::INFINITY; 256] };
    let mut bin = 0;
    while bin < BINS {
        let bits = LEAST + ((bin as u32) << SHIFT);
        nearest.first[bin] = by_stretches(f32::from_bits(bits), stretches) as u8;
        bin += 1;
    }
    let mut bin = 0;
    while bin + 1 < BINS {
        let (mut low, mut high) = (LEAST + ((bin as u32) << SHIFT), LEAST + ((bin as u32 + 1) << SHIFT));
        let number = nearest.first[bin];
        // If the next bin begins with another cell, the end of this cell is in between.
        if nearest.first[bin + 1] != number {
            while low + 1 < high {
                let middle = (low + high) / 2;
                if by_stretches(f32::from_bits(middle), stretches) == number as i32 {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            nearest.last[number as usize] = f32::from_bits(low);
        }
        bin += 1;
    }
    nearest
}

/// The number of the cell with the nearest fraction, as computed by `by_stretches`.
#[inline(always)]
fn cell(fraction: f32, nearest: &Nearest) -> u8 {
    // A fraction is at most slightly above 1, and never NaN.
    let bin = (fraction.to_bits().saturating_sub(LEAST) >> SHIFT) as usize;
    let first = nearest.first[bin.min(BINS - 1)];
    first + u8::from(fraction > nearest.last[usize::from(first)])
}

const fn by_stretches(fraction: f32, stretches: &[Stretch; STRETCHES]) -> i32 {
    let mut at = 0;
    while at + 1 < STRETCHES && fraction > stretches[at + 1].from {
        at += 1;
    }
    let Stretch { factor, add, last, .. } = stretches[at];
    let place = fraction * factor + add;
    // The result is between 0 and 255.5, and never NaN.
    (if place < last { place } else { last }) as i32
}

/// The code of 0 in a block of this scale.
pub(crate) fn zero(scale: f32) -> u8 {
    if scale.is_sign_negative() { 127 } else { 0 }
}
