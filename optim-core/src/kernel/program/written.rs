//! Numbers that record the operations on them. With them, a description has its loops as data.

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Rem, Sub};
use std::slice::{from_mut, from_ref};
use std::sync::Arc;

use super::Description;
use super::computation::Computation;
use super::kept::Describe;
use super::loop_code::{LoopCode, LoopLine, LoopOperand, LoopWork};
use super::op::PassParameters;
use crate::kernel::{Lane, LoopNumber, PassLoop, Value};

/// A number of a loop that is being recorded: an element of any type, or a number in double precision.
#[derive(Clone, Copy, Debug)]
pub struct Written<const WIDE: bool>(LoopOperand);

/// An element of a loop that is being recorded.
pub type WrittenElement = Written<false>;
/// A number in double precision in such a loop.
type WrittenWide = Written<true>;

/// The result of a comparison of [`Written`] numbers.
#[derive(Clone, Copy, Debug)]
pub struct WrittenMask(LoopOperand);

/// The lines of a loop so far.
struct Lines {
    lines: Vec<LoopLine>,
    /// The largest number of lines to record, and true if the loop has more.
    most: usize,
    are_more: bool,
}

thread_local! {
    /// The loop that this thread records. It is not part of the numbers, because `lift` creates numbers without it.
    static LINES: RefCell<Lines> = const { RefCell::new(Lines { lines: Vec::new(), most: 0, are_more: false }) };
}

/// The largest number of lines of a loop for a plan. The loop of a pass may contain a loop over the columns of a parameter, and a plan may have any
/// number of columns.
const MOST: usize = 1 << 14;

/// Adds a line.
fn line(wide: bool, work: LoopWork) -> LoopOperand {
    LINES.with_borrow_mut(|Lines { lines, most, are_more }| {
        if lines.len() >= *most {
            *are_more = true;
            return LoopOperand::Fixed(0.0);
        }
        lines.push(LoopLine { wide, work });
        LoopOperand::Line(lines.len() - 1)
    })
}

/// Adds an operation of the table.
fn computed(wide: bool, computation: Computation, operands: &[LoopOperand]) -> LoopOperand {
    let mut all = [LoopOperand::Fixed(0.0); 3];
    all[..operands.len()].copy_from_slice(operands);
    line(wide, LoopWork::Compute(computation, all))
}

/// Records the lines of a loop by running it once, for one element. Returns `None` if there are more than `most`.
pub(super) fn write<const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
    most: usize,
    tile: impl Fn(
        [WrittenElement; K],
        [WrittenWide; L],
        [&[WrittenElement]; I],
        [&mut [WrittenElement]; O],
        [&mut [WrittenWide]; R],
    ),
) -> Option<LoopCode> {
    let before = begin(most);
    let inputs = numbered(LoopOperand::Input);
    let mut outputs = numbered(LoopOperand::Output);
    let mut reductions = [Written(LoopOperand::Fixed(0.0)); R];
    tile(
        numbered(LoopOperand::Rounded),
        numbered(LoopOperand::Exact),
        slices(&inputs),
        slices_mut(&mut outputs),
        slices_mut(&mut reductions),
    );
    end(before, &outputs, &reductions)
}

/// Begins a loop, and returns the lines of the loop around it. It is a separate function, because `write` is compiled for each loop.
fn begin(most: usize) -> Lines {
    LINES.replace(Lines { lines: Vec::new(), most, are_more: false })
}

/// Ends a loop.
fn end(before: Lines, outputs: &[WrittenElement], reductions: &[WrittenWide]) -> Option<LoopCode> {
    let Lines { lines, are_more, .. } = LINES.replace(before);
    (!are_more).then(|| LoopCode::new(lines, operands(outputs), operands(reductions)))
}

/// A loop that runs recorded lines one by one.
fn body(PassParameters { casts, numbers, code, .. }: &PassParameters) -> Box<PassLoop<'static, f32>> {
    let (scalars, code) = ((casts.len(), numbers.len()), code.clone());
    Box::new(move |_, work| {
        if let Some(code) = &code {
            work.run_code(code, scalars);
        }
    })
}

// Uses loops, because each closure for `map` would be compiled separately.
fn numbered<const WIDE: bool, const N: usize>(kind: fn(usize) -> LoopOperand) -> [Written<WIDE>; N] {
    let mut numbers = [Written(LoopOperand::Fixed(0.0)); N];
    for (place, number) in numbers.iter_mut().enumerate() {
        number.0 = kind(place);
    }
    numbers
}

/// A slice of length 1 for each number.
fn slices<T, const N: usize>(numbers: &[T; N]) -> [&[T]; N] {
    let mut slices = [&[][..]; N];
    for (slice, number) in slices.iter_mut().zip(numbers) {
        *slice = from_ref(number);
    }
    slices
}

fn slices_mut<T, const N: usize>(numbers: &mut [T; N]) -> [&mut [T]; N] {
    numbers.each_mut().map(|number| &mut from_mut(number)[..])
}

fn operands<const WIDE: bool>(numbers: &[Written<WIDE>]) -> Vec<LoopOperand> {
    numbers.iter().map(|number| number.0).collect()
}

impl LoopNumber for WrittenElement {
    // Recorded programs do not depend on it.
    type Float = f32;
    type Wide = WrittenWide;

    fn wide(self) -> WrittenWide {
        // A fixed number is rounded to the element type first.
        let element = match self.0 {
            LoopOperand::Fixed(_) => line(false, LoopWork::Convert(self.0)),
            other => other,
        };
        Written(line(true, LoopWork::Convert(element)))
    }

    fn rounded(x: WrittenWide) -> Self {
        Self(line(false, LoopWork::Convert(x.0)))
    }

    fn known(is: bool) -> WrittenMask {
        WrittenMask(LoopOperand::Fixed(f64::from(is)))
    }

    fn flush(self) -> Self {
        Self(line(false, LoopWork::Flush(self.0)))
    }

    fn describe_pass<'k, const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        description: &mut Description<'_, 'k, Self>,
        mut parameters: PassParameters,
        tile: impl Fn([Self; K], [WrittenWide; L], [&[Self]; I], [&mut [Self]; O], [&mut [WrittenWide]; R])
        + Send
        + Sync
        + 'k,
    ) {
        // Without elements the loop does not run, and it may be unable to run.
        let is_empty = parameters.extent.len() == 0;
        let most = if description.is_planned() { MOST } else { usize::MAX };
        let code = if is_empty { None } else { write(most, tile) };
        parameters.code = code.map(Arc::new);
        let body = body(&parameters);
        description.add_pass(parameters, body);
    }

    fn describe_entry<'k>(optimizer: &'k dyn Describe<f32>, entry: usize, description: &mut Description<'_, 'k, Self>) {
        optimizer.describe_written(entry, description);
    }
}

impl<const WIDE: bool> Lane<Self> for Written<WIDE> {
    fn lane(self) -> Self {
        self
    }
}

macro_rules! write_down {
    ($($section:ident { $($rows:tt)* })*) => {
        $(write_down!(@$section $($rows)*);)*
    };
    (@logic $($rows:tt)*) => {};
    (@choice $($rows:tt)*) => {};
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(fn $name($a: Self, $b: Self) -> WrittenMask {
            WrittenMask(computed(WIDE, Computation::$Op, &[$a.0, $b.0]))
        })*
    };
    (@$numbers:ident $($Op:ident = $name:ident($($x:ident),+) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(fn $name($($x: Self),+) -> Self {
            Self(computed(WIDE, Computation::$Op, &[$($x.0),+]))
        })*
    };
}

#[diagnostic::do_not_recommend]
impl<const WIDE: bool> Value for Written<WIDE> {
    type Mask = WrittenMask;

    fn lift(x: f64) -> Self {
        Self(LoopOperand::Fixed(x))
    }

    optim_language::operations!(write_down);

    fn powi(x: Self, n: i32) -> Self {
        Self(line(WIDE, LoopWork::Powi(x.0, n)))
    }
    fn and(a: WrittenMask, b: WrittenMask) -> WrittenMask {
        a & b
    }
    fn or(a: WrittenMask, b: WrittenMask) -> WrittenMask {
        a | b
    }
    fn not(mask: WrittenMask) -> WrittenMask {
        !mask
    }
    fn select(mask: WrittenMask, a: Self, b: Self) -> Self {
        Self(computed(WIDE, Computation::Select, &[mask.0, a.0, b.0]))
    }
}

macro_rules! operators {
    ($($Op:ident = $name:ident;)*) => {$(
        impl<const WIDE: bool> $Op for Written<WIDE> {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                Value::$name(self, other)
            }
        }
    )*};
}
operators! {
    Add = add;
    Sub = sub;
    Mul = mul;
    Div = div;
    Rem = rem;
}

impl<const WIDE: bool> Neg for Written<WIDE> {
    type Output = Self;
    fn neg(self) -> Self {
        Value::neg(self)
    }
}

macro_rules! logic {
    ($($Op:ident = $name:ident;)*) => {$(
        impl $Op for WrittenMask {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                Self(computed(true, Computation::$Op, &[self.0, other.0]))
            }
        }
    )*};
}
logic! {
    BitAnd = bitand;
    BitOr = bitor;
}

impl Not for WrittenMask {
    type Output = Self;
    fn not(self) -> Self {
        Self(computed(true, Computation::Not, &[self.0]))
    }
}
