//! Errors of `build`, and settings that change later.

use optim_std::author::*;
use optim_std::ndarray::{Array1, arr1};
use optim_std::{BuildError, HyperError};

/// A slot with as many places as a setting says, into a list of two.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Alternate {
    #[hyper(default = 2)]
    m: i64,
    #[hyper(default = 0)]
    later: i32,
    #[hyper(default = 10)]
    k: i64,
}

#[optimizer]
impl Alternate {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let places = [grad, 0.5 * *param];
        *param -= places[slot(self.m, self.later)];
        if after(1000) && every(self.k) {
            *param = 0.5 * *param;
        }
    }
}

/// Three periods.
#[optimizer(state <a = 0.0>)]
#[derive(Debug, Clone)]
pub(crate) struct Periods {
    #[hyper(default = (2, 4, 8))]
    k: (usize, usize, usize),
    #[hyper(default = 16)]
    last: usize,
}

#[optimizer]
impl Periods {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= grad;
        if every(self.k.0) {
            state.a += grad;
        }
        if every(self.k.1) {
            state.a *= 0.5;
        }
        if every(self.k.2) {
            *param += state.a;
        }
        if every(self.last) {
            *param *= 0.5;
        }
    }
}

fn model() -> Array1<f64> {
    arr1(&[1.0, 2.0])
}

fn refusal<T>(built: Result<T, BuildError>) -> String {
    match built {
        Ok(_) => panic!("it was built"),
        Err(error @ BuildError::Hyper { .. }) => error.to_string(),
        Err(error) => panic!("{error:?}"),
    }
}

#[test]
fn arguments_are_at_least_one() {
    assert_eq!(
        refusal(Alternate::new().m(0).build(&model())),
        "`slot(self.m, self.later)` of Alternate is called with 0 for parameter `param` of shape [2], allowed: 1 or more"
    );
    let negative = refusal(Alternate::new().later(-1).build(&model()));
    assert!(negative.contains("is called with -1") && negative.contains("allowed: 0 or more"), "{negative}");
    // The error occurs from step 1001 on, because the question is asked only then.
    let late = refusal(Alternate::new().k(-5).build(&model()));
    assert!(late.contains("`every(self.k)` of Alternate is called with -5"), "{late}");
}

/// A period and its first step, of any integer types.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Begins {
    #[hyper(default = 2)]
    k: u8,
    #[hyper(default = 1)]
    first: i64,
}

#[optimizer]
impl Begins {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= grad;
        if every(self.k, self.first) {
            *param *= 0.5;
        }
    }
}

#[test]
fn periods_start_at_step_one_or_later() {
    let call = "`every(self.k, self.first)` of Begins is called with";
    for (builder, given) in [(Begins::new().first(0), "0"), (Begins::new().first(-7), "-7"), (Begins::new().k(0), "0")]
    {
        let message = refusal(builder.build(&model()));
        let expected = format!("{call} {given} for parameter `param` of shape [2], allowed: 1 or more");
        assert_eq!(message, expected);
    }
    let mut opt = Begins::new().first(i64::MAX).build(&model()).unwrap();
    assert!(matches!(opt.set("first", 0), Err(HyperError::TimedArgument { .. })));
    opt.set("first", 3).unwrap();
    opt.step(&mut model(), &model()).unwrap();
}

#[test]
fn slots_stay_within_their_lists() {
    assert_eq!(
        refusal(Alternate::new().m(3).build(&model())),
        "the slot in `places[slot(self.m, self.later)]` of Alternate counts to 3, but the list has 2 items, for parameter `param` of shape [2]"
    );
    assert!(Alternate::new().m(1).later(i32::MAX).build(&model()).is_ok());
}

#[test]
fn programs_are_at_most_eight() {
    assert_eq!(Periods::new().plan_for(&[2]).unwrap().programs.len(), 5);
    assert_eq!(Periods::new().k((2, 3, 5)).last(30).plan_for(&[2]).unwrap().programs.len(), 8);
    let error = refusal(Periods::new().k((2, 3, 5)).last(7).build(&model()));
    assert!(error.starts_with("a step of Periods has more than 8 programs"), "{error}");
}

#[test]
fn settings_that_change_later_are_held_to_the_same() {
    let mut params = model();
    let mut opt = Periods::new().build(&params).unwrap();
    assert!(matches!(opt.set("last", 0), Err(HyperError::TimedArgument { call: "every(self.last)", .. })));
    assert!(matches!(opt.set("last", 7), Ok(()) | Err(HyperError::Programs { .. })));
    opt.step(&mut params, &arr1(&[0.5, 0.5])).unwrap();
}
