//! Numbers that write down what is done to them: with them a description has its loops as data.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Rem, Sub};
use std::slice::{from_mut, from_ref};

use super::Description;
use super::computation::Computation;
use super::kept::Describe;
use super::loop_code::{LoopCode, LoopLine, LoopOperand, LoopWork};
use super::op::{PassParameters, WrittenPass};
use crate::dtype::DType;
use crate::kernel::{Float, Lane, LoopNumber, Value};

/// A number of a loop that is being written down.
#[derive(Clone, Copy, Debug)]
pub struct Written<T> {
    operand: LoopOperand,
    element: PhantomData<T>,
}

/// The answer to a comparison of [`Written`] numbers.
#[derive(Clone, Copy, Debug)]
pub struct WrittenMask(LoopOperand);

thread_local! {
    /// The lines so far of the loop that this thread writes down. Numbers are made of nothing, by `lift`, so they cannot know it.
    static LINES: RefCell<Vec<LoopLine>> = const { RefCell::new(Vec::new()) };
}

/// Adds a line.
fn line(dtype: DType, work: LoopWork) -> LoopOperand {
    LINES.with_borrow_mut(|lines| {
        lines.push(LoopLine { dtype, work });
        LoopOperand::Line(lines.len() - 1)
    })
}

/// Adds an operation of the table.
fn computed(dtype: DType, computation: Computation, operands: &[LoopOperand]) -> LoopOperand {
    let mut all = [LoopOperand::Fixed(0.0); 3];
    all[..operands.len()].copy_from_slice(operands);
    line(dtype, LoopWork::Compute(computation, all))
}

impl<T: Float> Written<T> {
    const fn new(operand: LoopOperand) -> Self {
        Self { operand, element: PhantomData }
    }
}

/// The lines of a loop, which is run once, for one element.
pub(super) fn write<T: Float, const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
    tile: impl Fn([Written<T>; K], [Written<f64>; L], [&[Written<T>]; I], [&mut [Written<T>]; O], [&mut [Written<f64>]; R]),
) -> LoopCode {
    let before = LINES.take();
    let inputs = numbered(LoopOperand::Input);
    let mut outputs = numbered(LoopOperand::Output);
    let mut reductions = [Written::new(LoopOperand::Fixed(0.0)); R];
    tile(
        numbered(LoopOperand::Rounded),
        numbered(LoopOperand::Exact),
        slices(&inputs),
        slices_mut(&mut outputs),
        slices_mut(&mut reductions),
    );
    LoopCode::new(LINES.replace(before), operands(&outputs), operands(&reductions))
}

// Loops, because each closure that an array is mapped with is code of its own.

fn numbered<T: Float, const N: usize>(kind: impl Fn(usize) -> LoopOperand) -> [Written<T>; N] {
    let mut numbers = [Written::new(LoopOperand::Fixed(0.0)); N];
    for (place, number) in numbers.iter_mut().enumerate() {
        number.operand = kind(place);
    }
    numbers
}

/// A slice of one number for each.
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

fn operands<T>(numbers: &[Written<T>]) -> Vec<LoopOperand> {
    numbers.iter().map(|number| number.operand).collect()
}

impl<T: Float> LoopNumber for Written<T> {
    type Float = T;
    type Wide = Written<f64>;

    fn wide(self) -> Written<f64> {
        Written::new(line(DType::F64, LoopWork::Convert(self.operand)))
    }

    fn rounded(x: Written<f64>) -> Self {
        Self::new(line(T::DTYPE, LoopWork::Convert(x.operand)))
    }

    fn known(is: bool) -> WrittenMask {
        WrittenMask(LoopOperand::Fixed(f64::from(is)))
    }

    fn flush(self) -> Self {
        Self::new(line(T::DTYPE, LoopWork::Flush(self.operand)))
    }

    fn describe_pass<'k, const I: usize, const O: usize, const R: usize, const K: usize, const L: usize>(
        description: &mut Description<'_, 'k, Self>,
        parameters: PassParameters<I, O, R, K, L>,
        tile: impl Fn([Self; K], [Written<f64>; L], [&[Self]; I], [&mut [Self]; O], [&mut [Written<f64>]; R])
        + Send
        + Sync
        + 'k,
    ) {
        description.add_pass(Box::new(WrittenPass { parameters, code: write(tile) }));
    }

    fn describe_entry<'k>(optimizer: &'k dyn Describe<T>, entry: usize, description: &mut Description<'_, 'k, Self>) {
        optimizer.describe_written(entry, description);
    }
}

impl<T: Float> Lane<Self> for Written<T> {
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
            WrittenMask(computed(T::DTYPE, Computation::$Op, &[$a.operand, $b.operand]))
        })*
    };
    (@$numbers:ident $($Op:ident = $name:ident($($x:ident),+) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(fn $name($($x: Self),+) -> Self {
            Self::new(computed(T::DTYPE, Computation::$Op, &[$($x.operand),+]))
        })*
    };
}

#[diagnostic::do_not_recommend]
impl<T: Float> Value for Written<T> {
    type Mask = WrittenMask;

    fn lift(x: f64) -> Self {
        Self::new(LoopOperand::Fixed(T::cast(x).as_()))
    }

    optim_language::operations!(write_down);

    fn powi(x: Self, n: i32) -> Self {
        Self::new(line(T::DTYPE, LoopWork::Powi(x.operand, n)))
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
        Self::new(computed(T::DTYPE, Computation::Select, &[mask.0, a.operand, b.operand]))
    }
}

macro_rules! operators {
    ($($Op:ident = $name:ident;)*) => {$(
        impl<T: Float> $Op for Written<T> {
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

impl<T: Float> Neg for Written<T> {
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
                Self(computed(DType::F64, Computation::$Op, &[self.0, other.0]))
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
        Self(computed(DType::F64, Computation::Not, &[self.0]))
    }
}
