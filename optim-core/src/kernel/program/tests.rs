//! Rows give what each operation gives for each number.

use super::code::StepNumbers;
use super::computation::FEW;
use super::op::CallParts;
use super::operand::{ScalarOperand, ScalarSource};
use super::powers::Powers;
use super::register as number;
use super::register::{Register, Truth, each, one, powi, select, truth};
use super::rows::ScalarRows;
use super::settings::StepSettings;
use crate::kernel::{Extent, Need, Operand, PassKind, math};

const COUNT: usize = 8;
const A: [f64; COUNT] = [0.5, -2.0, 0.0, 3.75, f64::NAN, f64::INFINITY, 1e-300, -0.25];
const B: [f64; COUNT] = [2.0, 0.5, -1.0, 0.0, 1.0, 3.0, f64::NAN, -0.25];
const C: [f64; COUNT] = [1.0, 1.5, 2.0, 0.0, -1.0, 0.25, 4.0, f64::NEG_INFINITY];

/// The bits of a number; `None` for NaN, because the compiler may take one NaN for another.
fn bits(x: f64) -> Option<u64> {
    (!x.is_nan()).then(|| x.to_bits())
}

const SETTINGS: [f64; 3] = [0.75, 3.0, 1.5];

fn source(from: ScalarSource, item: usize) -> f64 {
    match from {
        ScalarSource::State(place) => [A, B, C][place][item],
        // The same for all parameters.
        ScalarSource::Global(place) => [B, C, A][place][3],
        _ => f64::NAN,
    }
}

/// Checks what a description computes of three registers, each a setting, a number of each parameter or one of the whole model.
fn check(name: &str, expected: impl Fn([f64; 3]) -> f64, of: impl for<'p> Fn([Register<'p>; 3]) -> Register<'p>) {
    for kinds in 0..27_usize {
        let rows = ScalarRows::new(SETTINGS.len());
        let kind = |place: usize| kinds / 3_usize.pow(place as u32) % 3;
        let from = |place| if kind(place) == 1 { ScalarSource::State(place) } else { ScalarSource::Global(place) };
        let registers = [0, 1, 2].map(|place| match kind(place) {
            0 => rows.setting(place),
            _ => rows.source(from(place)),
        });
        let result = of(registers.map(|operand| Register::new(&rows, operand))).operand();
        let (code, places) = rows.finish();
        let all = || 0..places[places.len() - 1];
        let (mut numbers, powers) = (StepNumbers::default(), Powers::default());
        let settings = |to: &mut StepSettings| to.give(SETTINGS);
        // For each parameter alone, then for all of them as a block.
        let mut known = Vec::new();
        for item in 0..COUNT {
            code.begin((1, 1), None, &mut numbers, &powers, &settings);
            code.run(all(), &mut numbers, &powers, &|from| source(from, item));
            known.push(numbers.of(result));
        }
        // The last group is not full.
        const MANY: usize = 2 * COUNT + 3;
        code.begin((1, 1), Some(MANY), &mut numbers, &powers, &settings);
        code.run_block(all(), &mut numbers, MANY, &powers, &|from, item| source(from, item % COUNT));
        for item in 0..MANY {
            let of = |place| if kind(place) == 0 { SETTINGS[place] } else { source(from(place), item % COUNT) };
            let expected = expected([0, 1, 2].map(of));
            assert_eq!(bits(known[item % COUNT]), bits(expected), "{name} {kinds} {item}");
            let in_block = numbers.each(result).map_or_else(|| numbers.of(result), |lanes| lanes[item]);
            assert_eq!(bits(in_block), bits(expected), "{name} {kinds} {item} of a block");
        }
    }
    let fixed = of([0.5, 0.75, 2.0].map(one));
    assert!(
        matches!(fixed.operand(), ScalarOperand::Fixed(x) if bits(x) == bits(expected([0.5, 0.75, 2.0]))),
        "{name}"
    );
}

macro_rules! operations {
    ($($section:ident { $($rows:tt)* })*) => {
        #[test]
        fn operations_are_those_of_plain_numbers() {
            $(operations!(@$section $($rows)*);)*
        }
    };
    (@unary $Neg:ident = $neg:ident($v:ident) as -, $w:ident, $m:literal;
        $($Op:ident = $name:ident($x:ident), $work:ident, $meaning:literal;)*) => {
        check("neg", |[a, ..]| -a, |[a, ..]| -a);
        $(check(stringify!($name), |[a, ..]| math::$name(a), |[a, ..]| number::$name(a));)*
    };
    (@binary $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $work:ident, $meaning:literal;)*) => {
        $(operations!(@pair $name $($sign)?);)*
    };
    (@pair $name:ident $sign:tt) => {
        check(stringify!($name), |[a, b, _]| a $sign b, |[a, b, _]| a $sign b);
        check(stringify!($name), |[a, ..]| a $sign 0.75, |[a, ..]| a $sign 0.75);
        check(stringify!($name), |[a, ..]| 0.75 $sign a, |[a, ..]| 0.75 $sign a);
    };
    (@pair $name:ident) => {
        check(stringify!($name), |[a, b, _]| math::$name(a, b), |[a, b, _]| number::$name(a, b));
    };
    (@ternary $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $work:ident, $meaning:literal;)*) => {
        $(check(stringify!($name), |[a, b, c]| math::$name(a, b, c), |[a, b, c]| number::$name(a, b, c));)*
    };
    (@compare $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $work:ident, $meaning:literal;)*) => {
        $(check(stringify!($name), |[a, b, _]| f64::from(a $sign b), |[a, b, _]| number::$name(a, b).number());)*
    };
    (@$other:ident $($rows:tt)*) => {};
}
optim_language::operations!(operations);

#[test]
fn answers_are_joined_and_chosen_by() {
    let is = |a: f64, b: f64| (a > 0.0, b < 1.0);
    fn both<'p>(a: Register<'p>, b: Register<'p>) -> (Truth<'p>, Truth<'p>) {
        (number::gt(a, 0.0), number::lt(b, 1.0))
    }
    let number_of = |is: bool| f64::from(is);
    check("and", |[a, b, _]| number_of(is(a, b).0 & is(a, b).1), |[a, b, _]| (both(a, b).0 & both(a, b).1).number());
    check("or", |[a, b, _]| number_of(is(a, b).0 | is(a, b).1), |[a, b, _]| (both(a, b).0 | both(a, b).1).number());
    check("not", |[a, ..]| 1.0 - number_of(a > 0.0), |[a, ..]| (!number::gt(a, 0.0)).number());
    check("and true", |[a, ..]| number_of(a > 0.0), |[a, ..]| (true & number::gt(a, 0.0)).number());
    check("or true", |_| 1.0, |[a, ..]| (number::gt(a, 0.0) | true).number());
    check("truths", |_| 1.0, |_| (truth(false) | truth(true)).number());
    check("select", |[a, b, c]| if a > 0.0 { b } else { c }, |[a, b, c]| select(number::gt(a, 0.0), b, c));
    check("select false", |[_, _, c]| c, |[_, _, c]| select(false, 1.0, c));
}

#[test]
fn functions_of_one_or_several() {
    check("powi", |[a, ..]| math::powi(a, -3), |[a, ..]| powi(a, -3));
    check("each", |[a, b, _]| a + 2.0 * b, |[a, b, _]| each([a, b], |[a, b]| a + 2.0 * b));
}

#[test]
fn numbers_that_others_give_stay() {
    let rows = ScalarRows::new(0);
    let own = rows.given(false);
    let sum = (Register::new(&rows, own) + one(10.0)).operand();
    assert!(matches!(sum, ScalarOperand::Each(_)));
    let (code, places) = rows.finish();
    assert_eq!(places, [0, 0, 1]);
    let (mut numbers, powers) = (StepNumbers::default(), Powers::default());
    code.begin((1, 1), Some(FEW), &mut numbers, &powers, &|_| ());
    *numbers.each_mut(own).unwrap() = std::array::from_fn(|item| item as f64);
    code.run_block(0..1, &mut numbers, FEW, &powers, &|_, _| panic!("nothing is asked for"));
    assert_eq!(numbers.each(sum), Some(&std::array::from_fn(|item| 10.0 + item as f64)));
}

#[test]
fn steady_numbers_follow_the_settings_and_the_step_count() {
    let rows = ScalarRows::new(1);
    let [setting, count] = [rows.setting(0), rows.step_count()].map(|operand| Register::new(&rows, operand));
    let (twice, product) = ((setting * 2.0).operand(), (setting * count).operand());
    let (code, places) = rows.finish();
    assert_eq!(places, [0; 3]);
    let (mut numbers, powers) = (StepNumbers::default(), Powers::default());
    for (program, t, setting) in [(1, 1, 0.5), (1, 2, 0.5), (1, 2, 0.25), (1, 2, 0.0), (1, 2, -0.0), (2, 2, -0.0)] {
        code.begin((program, t), None, &mut numbers, &powers, &|to| to.give([setting]));
        assert_eq!(bits(numbers.of(twice)), bits(setting * 2.0));
        assert_eq!(bits(numbers.of(product)), bits(setting * t as f64));
    }
}

/// Calls may run side by side if neither writes a slot of the other.
#[test]
fn calls_that_are_apart() {
    let extent = Extent::new(1, 2, 2);
    let call = |operand: usize, result: usize| CallParts {
        kind: PassKind::Qr,
        extent,
        operands: vec![Operand::new(operand, 2, 2)],
        results: vec![(result, extent)],
        need: Need::default(),
    };
    assert!(call(0, 1).is_apart_from(&call(2, 3)));
    assert!(call(0, 1).is_apart_from(&call(0, 3)), "both read a slot");
    assert!(!call(0, 1).is_apart_from(&call(1, 3)), "one reads the result of the other");
    assert!(!call(1, 3).is_apart_from(&call(0, 1)));
    assert!(!call(0, 1).is_apart_from(&call(2, 0)), "one overwrites the operand of the other");
    assert!(!call(0, 1).is_apart_from(&call(2, 1)), "both write a slot");
}
