//! Every stock optimizer's kernel, compared with the interpreter. The fuzzer chooses an instruction set, settings,
//! shapes, and a seed for numbers, layouts and steps.

#![no_main]

use libfuzzer_sys::arbitrary::{self, Arbitrary, Unstructured};
use libfuzzer_sys::{Corpus, fuzz_target};
use optim_core::__private::{levels, with_level};
use optim_core::Level;
use optim_core::testing::{Check, Failure};
use optim_std::prelude::*;

#[derive(Arbitrary, Debug)]
struct Case {
    level: u8,
    program: u8,
    seed: u64,
    shapes: Vec<Shape>,
    settings: Vec<(u8, Number)>,
}

/// Up to four axes.
#[derive(Debug)]
struct Shape(Vec<usize>);

impl<'a> Arbitrary<'a> for Shape {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        let most = [1, 300, 40, 8, 5][bytes.int_in_range(0..=4)?];
        let ndim = if most == 300 { 1 } else { bytes.int_in_range(0..=if most == 40 { 2 } else { 4 })? };
        (0..ndim).map(|_| bytes.int_in_range(0..=most)).collect::<Result<_, _>>().map(Self)
    }
}

#[derive(Arbitrary, Debug, Clone)]
enum Number {
    /// Between 0 and 1.
    Share(u16),
    Any(f64),
    Few(i8),
    Bool(bool),
    None,
    Pair(Box<(Number, Number)>),
    Schedule([f32; 3]),
}

#[derive(Debug)]
struct InTurn([f32; 3]);

impl Schedule for InTurn {
    fn at(&self, step: u64) -> f64 {
        self.0[(step % 3) as usize].into()
    }
}

impl From<Number> for Setting {
    fn from(number: Number) -> Self {
        match number {
            Number::Share(share) => Self::Float(f64::from(share) / 65536.0),
            Number::Any(number) => Self::Float(number),
            Number::Few(number) => Self::Int(number.into()),
            Number::Bool(value) => Self::Bool(value),
            Number::None => Self::None,
            Number::Pair(pair) => Self::Tuple(vec![pair.0.into(), pair.1.into()]),
            Number::Schedule(numbers) => Self::schedule(InTurn(numbers)),
        }
    }
}

/// The optimizers as a list of `run`.
macro_rules! programs {
    ($($optimizer:ident)*) => { &[$(run::<$optimizer>),*] };
}

/// All stock optimizers.
const PROGRAMS: &[&[fn(&Case) -> Corpus]] = &[optim_std::__optimizers!([programs]), optim_std::__contrib!([programs])];

/// Prints the instruction sets that are tested: all that the machine has.
fn start() {
    let levels = levels();
    #[cfg(target_arch = "x86_64")]
    assert_eq!(levels.contains(&Level::Avx2), is_x86_feature_detected!("avx2"), "built without the feature `levels`");
    eprintln!("instruction sets in turn: {levels:?}");
}

fuzz_target!(init: start(), |case: Case| -> Corpus {
    let levels = levels();
    let level = levels[usize::from(case.level) % levels.len()];
    with_level(level, || {
        assert_eq!(Level::current(), level);
        let programs: Vec<_> = PROGRAMS.iter().copied().flatten().collect();
        programs[usize::from(case.program) % programs.len()](&case)
    })
});

fn run<O: Definition>(case: &Case) -> Corpus {
    let mut check = Check::new().seed(case.seed).cases(2);
    for shape in case.shapes.iter().take(3) {
        check = check.shape(&shape.0);
    }
    for (place, number) in &case.settings {
        check = check.set(O::HYPERS[usize::from(*place) % O::HYPERS.len()].name, number.clone());
    }
    match check.run::<O>() {
        Err(failure @ Failure::Differs { .. }) => panic!("{failure}\n{case:?}"),
        Ok(summary) if summary.passed > 0 => Corpus::Keep,
        // Nothing was compared, because there are no settings or shapes, or the optimizer refuses them.
        _ => Corpus::Reject,
    }
}
