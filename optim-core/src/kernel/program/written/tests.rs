//! Loops that are written down compute what they compute when they are compiled.

use super::super::loop_code::{LoopCode, LoopOperand};
use super::{WrittenElement, write};
use crate::kernel::{Float, LoopNumber, Value};

const COUNT: usize = 70;

/// Numbers of all kinds, in another order for each seed.
fn numbers<T: Float>(seed: usize) -> Vec<T> {
    let special =
        [0.5, -2.0, 0.0, -0.0, 3.75, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-40, -1e-310, 1e30, -0.25, 1.0];
    (0..COUNT).map(|place| T::cast(special[(place * (seed + 1) + seed) % special.len()])).collect()
}

/// The loop of a pass for one element: of two scalars, two inputs, and an output.
trait OfElement {
    fn run<E: LoopNumber>(&self, rounded: E, exact: E::Wide, inputs: [E; 2], output: &mut E, reduced: &mut E::Wide);
}

fn code(body: &impl OfElement) -> LoopCode {
    let code = write::<2, 1, 1, 1, 1>(usize::MAX, |[rounded], [exact], [a, b], [output], [reduced]| {
        body.run::<WrittenElement>(rounded, exact, [a[0], b[0]], &mut output[0], &mut reduced[0]);
    });
    code.expect("as many lines as there are")
}

/// The bits of a number; `None` for NaN, because the compiler may take one NaN for another.
fn bits<T: Float>(x: T) -> Option<u64> {
    (!x.is_nan()).then(|| x.to_bits())
}

/// Compares the loop as data with the loop itself.
fn check<T: Float>(name: &str, body: &impl OfElement) {
    let (rounded, exact, a, b, before) = (T::cast(0.3), 1e-3, numbers::<T>(0), numbers::<T>(1), numbers::<T>(2));
    let (mut output, mut reduced) = (before.clone(), vec![0.0; COUNT]);
    code(body).run((&[rounded], &[exact]), &[&a, &b], &mut [&mut output], &mut [&mut reduced]);
    for place in 0..COUNT {
        let (mut element, mut number) = (before[place], 0.0);
        body.run::<T>(rounded, exact, [a[place], b[place]], &mut element, &mut number);
        let operands = [a[place], b[place], before[place]];
        assert_eq!(bits(output[place]), bits(element), "{name} of {operands:?}");
        assert_eq!(bits(reduced[place]), bits(number), "{name} of {operands:?}, reduced");
    }
}

/// Declares a loop and compares it for both element types.
macro_rules! same {
    ($name:expr, |$rounded:pat_param, $exact:pat_param, [$a:ident, $b:ident], $output:ident, $reduced:ident| $body:block) => {{
        struct Body;
        impl OfElement for Body {
            #[allow(unused_variables, reason = "not each loop uses all")]
            fn run<E: LoopNumber>(
                &self,
                $rounded: E,
                $exact: E::Wide,
                [$a, $b]: [E; 2],
                $output: &mut E,
                $reduced: &mut E::Wide,
            ) $body
        }
        check::<f32>($name, &Body);
        check::<f64>($name, &Body);
        code(&Body)
    }};
}

macro_rules! operations {
    ($($section:ident { $($rows:tt)* })*) => {
        #[test]
        fn each_operation_is_that_of_numbers() {
            $(operations!(@$section $($rows)*);)*
        }
    };
    (@unary $($Op:ident = $name:ident($x:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(same!(stringify!($name), |_, _, [a, b], output, reduced| {
            *output = <E as Value>::$name(a);
            *reduced = <E::Wide as Value>::$name(b.wide());
        });)*
    };
    (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(same!(stringify!($name), |_, _, [a, b], output, reduced| {
            *output = <E as Value>::$name(a, b);
            *reduced = <E::Wide as Value>::$name(b.wide(), a.wide());
        });)*
    };
    (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
        $(same!(stringify!($name), |_, _, [a, b], output, reduced| {
            let c = *output;
            *output = <E as Value>::$name(a, b, c);
            *reduced = <E::Wide as Value>::$name(c.wide(), a.wide(), b.wide());
        });)*
    };
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(same!(stringify!($name), |_, _, [a, b], output, reduced| {
            *output = E::select(<E as Value>::$name(a, b), a, b);
            *reduced = Value::select(<E::Wide as Value>::$name(a.wide(), b.wide()), E::exact(1.0), E::exact(2.0));
        });)*
    };
    (@$other:ident $($rows:tt)*) => {};
}
optim_language::operations!(operations);

#[test]
fn masks_precisions_and_operators() {
    same!("masks", |_, _, [a, b], output, reduced| {
        let (is_less, is_small) = (E::lt(a, b), E::lt(*output, E::lift(0.5)));
        let known = E::known(true);
        *output = E::select((is_less | !is_small) & known, a, E::lift(0.1));
        *reduced = Value::select(E::and(E::not(is_less), E::or(is_small, known)), a.wide(), E::exact(0.1));
    });
    same!("precisions", |rounded, exact, [a, b], output, reduced| {
        *output = E::rounded(a.wide() * exact) + rounded;
        *reduced = E::rounded(exact).wide() - b.wide() / E::exact(3.0) + E::lift(0.1).wide();
    });
    same!("operators", |rounded, exact, [a, b], output, reduced| {
        *output = -(a + rounded * b - *output / a) % E::lift(0.7);
        *reduced = -(a.wide() + exact * b.wide()) % E::exact(0.7);
    });
    for n in [-3, 0, 1, 2, 7] {
        struct Power(i32);
        impl OfElement for Power {
            fn run<E: LoopNumber>(&self, _: E, _: E::Wide, [a, b]: [E; 2], output: &mut E, reduced: &mut E::Wide) {
                *output = E::powi(a, self.0).flush();
                *reduced = Value::powi(b.wide(), self.0);
            }
        }
        check::<f32>("powi", &Power(n));
        check::<f64>("powi", &Power(n));
    }
}

#[test]
fn what_nothing_needs_is_no_line() {
    let code = same!("momentum", |rate, _, [grad, other], momentum, reduced| {
        let left_out = E::sqrt(other);
        let ahead = left_out + grad;
        let scale = E::recip(rate);
        *momentum = (*momentum + grad * scale).flush();
        *reduced = Value::square(momentum.wide());
    });
    let text = "x0 = recip(scalar0)\n\
                x1 = mul(input0, x0)\n\
                x2 = add(output0, x1)\n\
                x3 = flush(x2)\n\
                x4 = convert(x3), wide\n\
                x5 = square(x4), wide\n\
                output0 = x3\n\
                reduction0 = x5\n";
    assert_eq!(code.to_string(), text);
    let used = code.uses(2);
    assert_eq!(used.read, [LoopOperand::Output(0), LoopOperand::Input(0)]);
    // The division is not one of each element.
    assert_eq!((used.written, used.divisions, used.square_roots), (vec![0], 0, 0));
}

#[test]
fn an_output_that_keeps_its_number_is_not_touched() {
    let code = same!("kept", |_, _, [a, b], output, reduced| {
        *reduced = E::sqrt(a / b).wide();
    });
    let used = code.uses(2);
    assert_eq!(used.read, [LoopOperand::Input(0), LoopOperand::Input(1)]);
    assert_eq!((used.written, used.divisions, used.square_roots), (vec![], 1, 1));
}

#[test]
fn a_loop_that_is_too_long_for_a_plan_is_none() {
    let loop_of = |turns: usize| {
        write::<1, 1, 0, 0, 0>(8, |[], [], [input], [output], []| {
            for _ in 0..turns {
                output[0] = output[0] + input[0];
            }
        })
    };
    assert_eq!(loop_of(8).map(|code| code.lines.len()), Some(8));
    assert_eq!(loop_of(9), None);
    // Nothing of it is left behind.
    assert_eq!(loop_of(2).map(|code| code.lines.len()), Some(2));
}
