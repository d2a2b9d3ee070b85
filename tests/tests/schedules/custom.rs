//! User schedules, written in the step language and as a hand-written trait implementation.

use std::sync::Arc;

use optim_std::author::*;
use optim_std::ndarray::array;
use optim_std::prelude::*;
use optim_std::{ScheduleEntry, schedule};

/// Fraction of the run in which the value decays.
const DECAY: f64 = 0.2;

/// Warm-up, a long constant part, decay (Hu et al. 2024, arXiv:2404.06395).
#[scheduler(names(WsdWD), requires(self.warmup <= self.total_iters, "the warm-up must end before the run"))]
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wsd {
    /// Largest value.
    #[hyper(range = 0.0.., names("peak_learning_rate", "peak_val"))]
    pub peak: f64,
    /// Total number of steps.
    #[hyper(range = 1..)]
    pub total_iters: u64,
    /// Steps of warm-up.
    #[hyper(default = 10, range = 1..)]
    pub warmup: u64,
}

#[scheduler]
impl Wsd {
    fn value(&self, t: Scalar) -> Scalar {
        let steps = self.total_iters as f64;
        self.peak * (t / self.warmup as f64).min(1.0).min(Self::rest(t, steps) / DECAY).max(0.0)
    }

    fn rest(t: Scalar, steps: f64) -> Scalar {
        1.0 - t / steps
    }
}

/// Reflected exponential decay (Chen et al. 2021, arXiv:2107.04197).
#[scheduler]
#[derive(Debug, Clone)]
struct Rex {
    initial: f64,
    #[hyper(range = 1..)]
    total_iters: u64,
}

#[scheduler]
impl Rex {
    fn value(&self, t: Scalar) -> Scalar {
        let rest = 1.0 - (t / self.total_iters as f64).min(1.0);
        self.initial * rest / (0.5 + 0.5 * rest)
    }
}

/// A schedule without the macro.
#[derive(Debug)]
struct Halving;

impl Schedule for Halving {
    fn at(&self, step: u64) -> f64 {
        0.5_f64.powi(step.try_into().unwrap_or(i32::MAX))
    }
}

#[test]
fn in_a_setter_in_others_and_in_a_plot() {
    let wsd = Wsd::new(0.4, 100).warmup(20);
    for (step, value) in [(0, 0.0), (10, 0.2), (20, 0.4), (80, 0.4), (90, 0.2), (100, 0.0), (200, 0.0)] {
        assert!((wsd.at(step) - value).abs() < 1e-12, "{step}");
    }
    let model = array![1.0_f32];
    let opt = SGD::new(wsd.clone()).weight_decay(Rex::new(0.1, 50)).build(&model).unwrap();
    assert_eq!(opt.value("weight_decay").unwrap()[0].1, Setting::Float(0.1));

    let both = SequentialLR::new((wsd.clone(), Rex::new(0.1, 50), Halving), [100, 150]);
    assert_eq!([20, 100, 150, 151].map(|step| both.at(step)), [0.4, 0.1, 1.0, 0.5]);
    assert_eq!(both.graph().unwrap().value_at(151.0), Ok(0.5));
    assert_eq!(both.graph().unwrap().count("call"), 1);
    let plot = wsd.plot(100);
    assert!(plot.starts_with("0.4 ┤") && plot.contains("0.0 ┤•"), "{plot}");
    assert!(Halving.graph().unwrap_err().to_string().contains("`Halving` has no graph"));
}

#[test]
fn as_data_and_by_name() {
    const WSD: ScheduleEntry = ScheduleEntry::of::<Wsd>();
    assert_eq!(WSD.names(), ["Wsd", "WsdWD"]);
    let made = WSD.make("wsdwd", &[("peak_val", 0.4.into()), ("total_iters", 100.into())]).unwrap();
    let own: Arc<dyn Schedule> = Arc::new(WsdWD::new(0.4, 100));
    assert_eq!(Setting::Scheduled(made), Setting::Scheduled(own));
    let wsd = Wsd::new(0.4, 100);
    assert_eq!(wsd.name(), Some("Wsd"));
    assert_eq!(wsd.arguments()[0], ("peak_learning_rate", Setting::Float(0.4)));
    assert_eq!((wsd.length(), wsd.initial_value()), (Some(100), 0.0));
    let error = Wsd::new(0.4, 5).validate().unwrap_err().to_string();
    assert_eq!(
        error,
        "Wsd cannot have these arguments: the warm-up must end before the run\nnote: `total_iters` is 5, `warmup` is 10"
    );
    assert!(schedule::find(&[WSD], "wsd").is_ok());
}

/// A formula with everything that the language offers.
#[scheduler]
#[derive(Debug, Clone)]
struct Everything {
    rates: Vec<f64>,
    places: Vec<usize>,
    parts: Vec<ScheduleRef>,
    #[hyper(default = None)]
    tail: Option<ScheduleRef>,
    #[hyper(default = None)]
    extra: Option<Vec<f64>>,
    #[hyper(default = None)]
    factors: Option<Vec<ScheduleRef>>,
    #[hyper(default = (0.5, 2.0))]
    pair: (f64, f64),
    #[hyper(default = [1.0, 2.0, 3.0])]
    array: [f64; 3],
    #[hyper(default = true)]
    flag: bool,
}

#[scheduler]
impl Everything {
    fn value(&self, mut t: Scalar) -> Scalar {
        let (low, high) = self.pair;
        let mut sum = scalar(0.0);
        for (i, rate) in self.rates.iter().enumerate().rev() {
            sum += *rate * t.powi(i as i32);
        }
        for &place in self.places.iter() {
            sum += self.rates[place] + self.array[place];
        }
        for part in self.parts.iter() {
            sum = sum + part.value(t).clamp(low, high) / self.parts.len() as f64;
        }
        if let Some(tail) = self.tail {
            sum += select((t > 3.0) & !(t >= 10.0), tail.value(t - 3.0), tail.initial_value());
        }
        if let Some(extra) = self.extra {
            for x in extra.iter() {
                sum *= *x;
            }
        }
        if let Some(factors) = self.factors {
            for factor in factors.iter() {
                sum *= factor.value(t);
            }
        }
        let pieces = [t, sum, scalar(1.0)];
        for piece in pieces {
            t = t.max(piece);
        }
        if self.flag { sum } else { t }
    }
}

#[test]
fn the_whole_language() {
    let everything = Everything::new([1.0, 0.5, 0.25], [1, 0], (0.75, LinearLR::new(0.0, 4.0, 4)))
        .tail(|t: f64| t + 1.0)
        .extra(vec![2.0, 0.5, 3.0])
        .factors((2.0, |t: f64| t / 4.0));
    // 1 + t/2 + t²/4, 0.5 + 2 + 1 + 1, (0.75 + 2) / 2, 4 - 3 + 1
    assert_eq!(everything.at(4), 2.0 * 3.0 * (1.0 + 2.0 + 4.0 + 4.5 + 1.375 + 2.0));
    assert_eq!(everything.at(12), 6.0 * 3.0 * (1.0 + 6.0 + 36.0 + 4.5 + 1.375 + 1.0));
    for step in 0..20 {
        for schedule in [everything.clone(), everything.clone().flag(false)] {
            assert_eq!(schedule.graph().unwrap().value_at(step as f64), Ok(schedule.at(step)));
        }
    }
    // Beyond the end of a list, the value is NaN, and nothing panics.
    assert!(Everything::new([1.0], [5], (0.1,)).at(0).is_nan());
}

mod elsewhere {
    use super::renamed::Half as Renamed;
    use optim_std::author::{Scalar, scheduler};

    #[scheduler]
    impl Renamed {
        fn value(&self, t: Scalar) -> Scalar {
            (self.initial / (1.0 + t)).max(FLOOR)
        }
    }

    const FLOOR: f64 = 0.01;
}

mod renamed {
    /// A schedule with a path to the runtime, and no import.
    #[optim_std::scheduler(crate = optim_core)]
    #[derive(Debug, Clone)]
    pub(crate) struct Half {
        pub(crate) initial: f64,
    }
}

/// A user's macro that creates schedules.
macro_rules! power {
    ($name:ident, $power:expr) => {
        #[scheduler]
        #[derive(Debug, Clone)]
        struct $name {
            initial: f64,
        }

        #[scheduler]
        impl $name {
            fn value(&self, t: Scalar) -> Scalar {
                let base = 1.0 + t;
                self.initial * base.powf($power)
            }
        }
    };
}

#[test]
fn schedules_anywhere() {
    power!(Inverse, -1.0);
    assert_eq!(Inverse::new(0.5).at(1), 0.25);

    #[scheduler]
    #[derive(Debug, Clone)]
    struct Nothing;

    #[scheduler]
    impl Nothing {
        fn value(&self, _: Scalar) -> Scalar {
            0.25
        }
    }
    assert_eq!((Nothing::new().at(1), Nothing.at(1)), (0.25, 0.25));
    assert_eq!(renamed::Half { initial: 0.5 }.at(1), 0.25);
    assert_eq!(renamed::Half::new(0.5).at(1000), 0.01);
}

/// Fixed code that may panic.
#[scheduler]
#[derive(Debug, Clone)]
struct Panics {
    first: u64,
    second: u64,
}

#[scheduler]
impl Panics {
    fn value(&self, t: Scalar) -> Scalar {
        t * (self.first / self.second) as f64
    }
}

/// A number that does not depend on the time.
#[scheduler]
#[derive(Debug, Clone)]
struct Level {
    half: f64,
}

/// Twice `Half`, at any time.
#[scheduler]
impl Level {
    fn value(&self, _: Scalar) -> Scalar {
        let half = self.half;
        half + half
    }
}

#[test]
fn a_fixed_number_is_a_schedule() {
    assert_eq!([0, 7].map(|step| Level::new(0.25).at(step)), [0.5; 2]);
    assert_eq!(Level::new(0.25).graph().unwrap().value_at(7.0), Ok(0.5));
}

#[test]
fn fixed_code_that_panics_is_found_by_validate() {
    let error = Panics::new(1, 0).validate().unwrap_err().to_string();
    assert!(error.contains("its own code panicked, attempt to divide by zero"), "{error}");
    Panics::new(2, 1).validate().unwrap();
}
