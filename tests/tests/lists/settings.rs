//! Settings that are lists of numbers.

use optim_std::author::*;
use optim_std::config::Config;
use optim_std::ndarray::{Array1, array};
use optim_std::prelude::*;
use optim_std::{BuildError, HyperError, Setting};

/// A list at each allowed place. It is not a useful optimizer.
#[optimizer(
    state <
        buffers: [tensor; self.betas.len()] = 0.0,
        more = 0.0 if self.offsets.len() > 1,
        start: scalar = { self.betas.len() as f64 },
    >,
    requires(!self.betas.is_empty(), "there is no beta"),
)]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Betas {
    #[hyper(range = 0.0..=1.0)]
    pub betas: Vec<f64>,
    #[hyper(default = 0.1, scheduled)]
    pub lr: f64,
    #[hyper(default = [1, 2], range = 1..=4)]
    pub offsets: Vec<usize>,
}

#[optimizer]
impl Betas {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let n = self.betas.len();
        let mut sum = full(0.0);
        for i in 0..n {
            state.buffers[i] = self.betas[i] * state.buffers[i] + (1.0 - self.betas[i]) * grad;
            sum += Self::scaled(state.buffers[i], self.betas[n - 1 - i]);
        }
        for beta in self.betas {
            sum *= 1.0 + 0.1 * beta;
        }
        for k in self.offsets.iter().copied().rev() {
            if every(k) {
                sum += 0.1 * k as f64 * grad;
            }
        }
        if self.offsets.len() > 1 {
            state.more += sum;
            sum += 0.01 * state.more;
        }
        let last = if self.betas.len() > 1 { self.betas[1] } else { 0.5 };
        let betas = self.betas;
        *param -= self.lr * last * sum / (betas.len() as f64 + state.start) * betas[slot(1)];
    }

    fn scaled(x: Tensor, by: f64) -> Tensor {
        by * x
    }
}

/// The second number of a list, if the list has one.
#[optimizer]
#[derive(Debug, Clone)]
pub(crate) struct Second {
    #[hyper(default = [0.1, 0.2])]
    rates: Vec<f64>,
    #[hyper(default = 1)]
    place: usize,
}

#[optimizer]
impl Second {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        *param -= self.rates[self.place] * grad;
    }
}

fn model() -> Array1<f64> {
    array![1.0, -2.0, 0.5]
}

#[test]
fn anything_that_is_a_list_sets_one() {
    let of = |builder: BetasBuilder| builder.build(&model()).unwrap().groups()[0].hyperparameters_at(0).unwrap();
    let expected: Betas = of(Betas::new([0.5, 0.9]));
    assert_eq!(expected, Betas { betas: vec![0.5, 0.9], lr: 0.1, offsets: vec![1, 2] });
    assert_eq!(of(Betas::new(vec![0.5, 0.9])), expected);
    assert_eq!(of(Betas::new(&[0.5, 0.9][..]).offsets([1, 2])), expected);
    assert_eq!(of(Betas::new([0.5]).betas([0.5, 0.9])), expected);
    assert_eq!(of(Betas::new([0.0; 5])).betas.len(), 5);
}

#[test]
fn every_number_is_in_range() {
    let refused = |builder: BetasBuilder| builder.build(&model()).unwrap_err().to_string();
    let large = refused(Betas::new([0.5, 0.9, 1.5]));
    assert!(
        large.contains("`betas`") && large.contains("(0.5, 0.9, 1.5)") && large.contains("at least 0 and at most 1"),
        "{large}"
    );
    let nan = refused(Betas::new([0.5, f64::NAN]));
    assert!(nan.contains("`betas`"), "{nan}");
    let none = refused(Betas::new([0.0; 0]));
    assert!(none.contains("there is no beta"), "{none}");
    let offsets = refused(Betas::new([0.5]).offsets([1, 9]));
    assert!(offsets.contains("`offsets`"), "{offsets}");
    let empty = AggMo::new().betas([]).build(&model()).unwrap_err();
    assert!(matches!(&empty, BuildError::Hyper { error: HyperError::ListLength { .. }, .. }), "{empty}");
}

/// A list may be shorter than the step needs: `build` returns an error.
#[test]
fn numbers_that_do_not_exist_are_errors_of_build() {
    let error = Second::new().rates([0.1]).build(&model()).unwrap_err();
    let is = matches!(&error, BuildError::Hyper { error: HyperError::Panicked { message, .. }, .. } if message.contains("index"));
    assert!(is, "{error}");
    let mut opt = Second::new().build(&model()).unwrap();
    assert!(matches!(opt.set("rates", [0.3]), Err(HyperError::Panicked { .. })));
    assert!(matches!(opt.set("place", 2), Err(HyperError::Panicked { .. })));
    let mut x = model();
    opt.step(&mut x, &array![1.0, 1.0, 1.0]).unwrap();
    assert_eq!(x, array![0.8, -2.2, 0.3]);
}

#[test]
fn lists_change_later_as_long_as_they_keep_their_length() {
    let mut x = model();
    let mut opt = AggMo::new().lr(0.1).betas([0.0, 0.5]).build(&x).unwrap();
    let mut other = AggMo::new().lr(0.1).betas([0.5, 0.0]).build(&x).unwrap();
    opt.set("betas", [0.5, 0.0]).unwrap();
    assert!(matches!(opt.set("betas", vec![0.5]), Err(HyperError::ChangesState { .. })));
    assert!(matches!(opt.set("betas", [0.5, 0.1, 0.2]), Err(HyperError::ChangesState { .. })));
    assert!(matches!(opt.set("betas", [0.5, 2.0]), Err(HyperError::Range { .. })));
    assert!(matches!(opt.set("betas", 0.5), Err(HyperError::Type { .. })));
    assert!(opt.schedule(&Tags::all(), "betas.0", LinearLR::new(1.0, 0.5, 3)).is_err());
    let mut y = x.clone();
    for t in 0..3 {
        let grad = x.mapv(|x| (x + f64::from(t)).sin());
        opt.step(&mut x, &grad).unwrap();
        other.step(&mut y, &grad).unwrap();
    }
    assert_eq!(x, y);
    assert_eq!(opt.groups()[0].hyperparameters_at::<AggMo>(0).unwrap().betas, [0.5, 0.0]);
}

#[test]
fn groups_have_lists_of_other_lengths() {
    let model = std::collections::BTreeMap::from([("a", array![1.0]), ("b", array![1.0, 2.0])]);
    let opt = AggMo::new().group("b", |p| p.name() == "b", |h| h.betas([0.9])).build(&model).unwrap();
    let found = |param: &str, state: &str| opt.state(param, state).is_ok();
    assert!(found("a", "momentum_buffer.2") && found("b", "momentum_buffer.0") && !found("b", "momentum_buffer.1"));
}

#[test]
fn configurations_have_lists() {
    let texts = [
        "optimizer: {AggMo: {lr: 0.01, betas: [0.0, 0.5, 0.9, 0.99]}}",
        "optimizer:\n  AggMo:\n    lr: 0.01\n    betas:\n      - 0.0\n      - 0.5\n      - 0.9\n      - 0.99\n",
    ];
    for text in texts {
        let opt = Config::parse(text).unwrap().build(&model()).unwrap();
        let betas = opt.value("betas").unwrap();
        assert_eq!(betas, [("default", Setting::from([0.0, 0.5, 0.9, 0.99]))], "{text}");
    }
    let json = r#"{"optimizer": {"AggMo": {"betas": [0.5, 2.0]}}}"#;
    let error = Config::parse(json).unwrap().build(&model()).err().unwrap().to_string();
    assert!(error.contains("`betas`") && error.contains("(0.5, 2.0)"), "{error}");
}

#[test]
fn checkpoints_have_lists() {
    let path = std::env::temp_dir().join(format!("optim-list-{}.safetensors", std::process::id()));
    let mut x = model();
    let mut opt = AggMo::new().betas([0.0, 0.5, 0.9, 0.99, 0.999]).build(&x).unwrap();
    opt.step(&mut x, &array![1.0, 2.0, 3.0]).unwrap();
    opt.save(&path).unwrap();
    let mut back = AggMo::new().betas([0.0; 5]).build(&x).unwrap();
    back.load(&path).unwrap();
    assert_eq!(back.groups()[0].hyperparameters_at::<AggMo>(0).unwrap().betas, [0.0, 0.5, 0.9, 0.99, 0.999]);
    assert_eq!(back.state("param", "momentum_buffer.4"), opt.state("param", "momentum_buffer.4"));
    let mut other = AggMo::new().build(&x).unwrap();
    let error = other.load(&path).unwrap_err().to_string();
    assert!(error.contains("momentum_buffer") || error.contains("betas"), "{error}");
    assert_eq!(other.groups()[0].hyperparameters_at::<AggMo>(0).unwrap().betas, [0.0, 0.9, 0.99]);
    std::fs::remove_file(path).unwrap();
}
