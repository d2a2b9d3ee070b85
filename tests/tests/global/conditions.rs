//! Global states that exist under a condition.

use ndarray::{Array1, array};
use optim_std::author::*;
use optim_std::prelude::*;
use optim_std::testing::{Check, check};
use optim_std::{BuildError, CheckpointError, HyperError, LoadOptions, Setting, StateDict, StateError};

/// The average of the norms of all gradients, and the last of them, if settings ask for them.
#[optimizer(state <
    norm: global = { self.first } if self.keeps,
    last: [global; self.m] = 0.5 if self.keeps && self.decay.is_some(),
    steps: global = 0.0 if !self.keeps,
>)]
#[derive(Debug, Clone)]
struct Kept {
    #[hyper(default = 0.1, scheduled, range = 0.0..=1.0)]
    lr: f64,
    #[hyper(default = false, shared)]
    keeps: bool,
    #[hyper(default = Some(0.9), shared, range = 0.0..=1.0)]
    decay: Option<f64>,
    #[hyper(default = 2, shared, range = 1..=3)]
    m: usize,
    #[hyper(default = 2.0, shared, range = 0.0..=3.0)]
    first: f64,
}

#[optimizer]
impl Kept {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut scale = scalar(1.0);
        if self.keeps {
            let norm = grad.global_norm();
            scale = 1.0 / (1.0 + state.norm + norm);
            if let Some(decay) = self.decay {
                for i in 1..self.m {
                    state.last[i - 1] = state.last[i];
                }
                state.last[self.m - 1] = norm.min(2.0);
                state.norm = decay * state.norm + (1.0 - decay) * state.last[0];
            } else {
                state.norm = norm;
            }
        } else {
            state.steps += 1.0;
        }
        *param -= self.lr * scale * grad;
    }

    fn eval(&self, param: Tensor, state: &State<Self>) -> Tensor {
        if self.keeps { param * (1.0 + 0.1 * state.norm) } else { param / state.steps }
    }
}

#[test]
fn kernel_and_graph() {
    let summary = Check::new().cases(60).run::<Kept>().unwrap_or_else(|failure| panic!("{failure}"));
    assert!(summary.passed > 40, "{summary:?}");
    check::<Grokfast<Kept>>();
}

fn model() -> Vec<Array1<f64>> {
    vec![array![1.0, -2.0], array![0.5]]
}

fn names(opt: &Optimizer<f64>) -> Vec<String> {
    opt.globals().map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn what_does_not_exist_has_no_value_and_takes_no_memory() {
    let mut x = model();
    let mut opt = Kept::new().build(&x).unwrap();
    assert_eq!((names(&opt), opt.state_bytes()), (vec!["steps".to_owned()], 8));
    opt.step(&mut x, &model()).unwrap();
    let error = opt.global("norm").unwrap_err();
    assert!(matches!(error, StateError::AbsentGlobal { .. }), "{error}");
    assert_eq!(error.to_string(), "Kept has no global state `norm`: its condition does not hold with these settings");
    assert!(matches!(opt.set_global("last.0", 1.0), Err(StateError::AbsentGlobal { .. })));
    assert!(matches!(opt.state("0", "norm"), Err(StateError::AbsentGlobal { .. })));
    assert!(matches!(opt.set_state("0", "norm", 1.0), Err(StateError::AbsentGlobal { .. })));
    assert!(matches!(opt.state("0", "steps"), Err(StateError::Global { .. })));
    assert!(matches!(opt.global("none"), Err(StateError::UnknownGlobal { .. })));

    let mut opt = Kept::new().keeps(true).build(&x).unwrap();
    assert_eq!(names(&opt), ["norm", "last.0", "last.1"]);
    assert_eq!((opt.global("norm").unwrap(), opt.global("last.1").unwrap()), (2.0, 0.5));
    opt.step(&mut x, &model()).unwrap();
    assert_eq!(opt.global("last.1").unwrap(), 2.0);

    let opt = Kept::new().keeps(true).decay(None).build(&x).unwrap();
    assert_eq!((names(&opt), opt.state_bytes()), (vec!["norm".to_owned()], 8));
    let opt = Grokfast::new(Kept::new().keeps(true).decay(None)).build(&x).unwrap();
    assert_eq!(names(&opt), ["inner.norm"]);
}

#[test]
fn a_module_has_no_argument_for_what_does_not_exist() {
    let arguments = |opt: &Optimizer<f64>| {
        let module = opt.to_stablehlo().unwrap();
        let arguments: Vec<String> = module.signature().arguments().iter().map(|port| port.role().describe()).collect();
        (arguments.iter().any(|text| text.contains("norm")), arguments.iter().any(|text| text.contains("steps")))
    };
    assert_eq!(arguments(&Kept::new().build(&model()).unwrap()), (false, true));
    assert_eq!(arguments(&Kept::new().keeps(true).build(&model()).unwrap()), (true, false));
}

/// An initial value that panics.
#[optimizer(state <share: global = { (1 / self.parts) as f64 } if self.divides>)]
#[derive(Debug, Clone)]
struct Divided {
    #[hyper(default = true, shared)]
    divides: bool,
    #[hyper(default = 0, shared)]
    parts: usize,
}

#[optimizer]
impl Divided {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= if self.divides { grad * state.share } else { grad };
    }
}

#[test]
fn a_first_value_that_panics_is_an_error() {
    let error = Divided::new().build(&model()).unwrap_err();
    let BuildError::Hyper { error, .. } = error else { panic!("{error}") };
    assert!(matches!(error, HyperError::Panicked { .. }), "{error}");
    assert!(Divided::new().divides(false).build(&model()).is_ok(), "no state, no first value");
}

#[test]
fn settings_that_decide_do_not_change() {
    let mut opt = Kept::new().keeps(true).build(&model()).unwrap();
    for (name, changed) in
        [("keeps", opt.set("keeps", false)), ("m", opt.set("m", 1)), ("decay", opt.set("decay", Setting::None))]
    {
        assert!(matches!(changed, Err(HyperError::ChangesState { name: found, .. }) if found == name), "{changed:?}");
    }
    assert_eq!(names(&opt), ["norm", "last.0", "last.1"]);
    // Here, `m` is not the length of a list.
    Kept::new().build(&model()).unwrap().set("m", 1).unwrap();
}

/// A checkpoint contains the states that exist. If the condition differs, settings and states are refused, and nothing changes.
#[test]
fn checkpoints_have_what_exists() {
    let (mut x, model) = (model(), model());
    let mut with = Kept::new().keeps(true).build(&x).unwrap();
    let mut without = Kept::new().build(&x).unwrap();
    with.step(&mut x, &model).unwrap();
    without.step(&mut x, &model).unwrap();
    let (has, lacks) = (with.state_dict(), without.state_dict());
    let of = |dict: &StateDict| dict.globals.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    assert_eq!((of(&has), of(&lacks)), (names(&with), names(&without)));

    let mut again = Kept::new().keeps(true).build(&x).unwrap();
    again.load_state_dict(&has, &LoadOptions::default()).unwrap();
    assert_eq!(again.state_dict(), has);

    for (opt, dict, own) in [(&mut with, &lacks, &has), (&mut without, &has, &lacks)] {
        let error = opt.load_state_dict(dict, &LoadOptions::default()).unwrap_err();
        let CheckpointError::Hyper { error, .. } = error else { panic!("{error}") };
        assert!(matches!(error, HyperError::ChangesState { name: "keeps", .. }), "{error}");
        let error = opt.load_state_dict(dict, &LoadOptions::default().keep_hyperparameters()).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("the global state `norm`") || text.contains("the global state `steps`"), "{text}");
        assert!(text.contains("the checkpoint has a global state"), "{text}");
        assert_eq!(opt.state_dict(), *own);
    }
}
