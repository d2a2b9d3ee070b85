//! The cases of the benchmark: optimizers, sizes, and the memory of the hand-written loops.

use std::collections::HashSet;

use ndarray::{ArrayD, IxDyn};
use optim_std::__private::zeroed;
use optim_std::plan::{StepPlan, StepStream};
use optim_std::registry::{OptimizerEntry, find};
use optim_std::shape::Axes;
use optim_std::sparsity::random;
use optim_std::{MatmulPrecision, Setting, Storage, Threads};

use crate::hand::{self, Piece, batches};
use crate::{lookahead, matrix};

pub(crate) type Shapes = Vec<Vec<usize>>;
pub(crate) type Arrays = Vec<ArrayD<f32>>;
type Step = Box<dyn FnMut(&mut Arrays, &Arrays)>;

/// A number of elements, and their distribution over parameters.
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    vectors: fn() -> Shapes,
    matrices: fn() -> Shapes,
}

pub(crate) static WORKLOADS: [Workload; 5] = [
    Workload { name: "2^12", vectors: || vec![vec![1 << 12]], matrices: || vec![vec![1 << 6; 2]] },
    Workload { name: "2^20", vectors: || vec![vec![1 << 20]], matrices: || vec![vec![1 << 10; 2]] },
    Workload { name: "2^24", vectors: || vec![vec![1 << 24]], matrices: || vec![vec![1 << 12; 2]] },
    Workload { name: "resnet50", vectors: resnet50, matrices: resnet50 },
    Workload { name: "1000x100", vectors: || vec![vec![100]; 1000], matrices: || vec![vec![10; 2]; 1000] },
];

/// The parameters of ResNet-50: 161 of them, 25.6 million elements.
fn resnet50() -> Shapes {
    let norm = |width: usize| [vec![width], vec![width]];
    let mut shapes = vec![vec![64, 3, 7, 7]];
    shapes.extend(norm(64));
    let mut from = 64;
    for (width, blocks) in [(64, 3), (128, 4), (256, 6), (512, 3)] {
        for block in 0..blocks {
            for (to, from, kernel) in [(width, from, 1), (width, width, 3), (4 * width, width, 1)] {
                shapes.push(vec![to, from, kernel, kernel]);
                shapes.extend(norm(to));
            }
            if block == 0 {
                shapes.push(vec![4 * width, from, 1, 1]);
                shapes.extend(norm(4 * width));
            }
            from = 4 * width;
        }
    }
    shapes.extend([vec![1000, 2048], vec![1000]]);
    shapes
}

/// An optimizer, its settings, and the hand-written loop if there is one.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    settings: &'static [(&'static str, Number)],
    /// True if states are the rows and columns of matrices.
    pub(crate) factored: bool,
    pub(crate) shapes: fn(&Workload) -> Option<Shapes>,
    /// The optimizer, if it is not a stock optimizer.
    entry: Option<fn() -> &'static OptimizerEntry>,
    /// The number of steps to measure together, because they differ.
    pub(crate) period: usize,
    /// Prepares the loop for a number of threads, then passes it to the last argument.
    pub(crate) hand: Option<Hand>,
}

/// A value of a setting.
enum Number {
    One(f64),
    Pair(f64, f64),
}
use Number::{One, Pair};

pub(crate) type Hand = fn(usize, &mut Data, &Arrays, &mut dyn FnMut(&mut dyn FnMut()));

/// An optimizer with its model.
pub(crate) struct Ours {
    pub(crate) step: Step,
    /// Bytes that a step moves per element of the parameters, from the plans of all parameters.
    pub(crate) bytes: f64,
    /// Number of states with the size of the parameters.
    pub(crate) states: usize,
}

/// A variant of the optimizer. The hand-written loop is the same.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Variant {
    /// True if half of all elements are masked.
    pub(crate) masked: bool,
    /// The storage of states.
    pub(crate) storage: Storage,
    /// The precision of matrix products.
    pub(crate) precision: MatmulPrecision,
}

impl Case {
    pub(crate) fn ours(&self, threads: Threads, variant: Variant, model: &Arrays) -> Ours {
        let entry = match self.entry {
            Some(entry) => entry(),
            None => find(optim_std::optimizers(), self.name).expect("it is a stock optimizer"),
        };
        let mut builder = entry.builder().threads(threads).matmul_precision(variant.precision);
        for (name, number) in self.settings {
            let value = match *number {
                One(x) => Setting::from(x),
                Pair(a, b) => Setting::Tuple(vec![a.into(), b.into()]),
            };
            builder = builder.set(name, value).expect("the setting exists");
        }
        let arrays = entry.states.iter().filter(|state| state.axes != Axes::Scalar);
        let builder = arrays.fold(builder, |builder, state| builder.storage(state.name, variant.storage));
        let mut opt = builder.build(model).expect("the settings are valid");
        if variant.masked {
            let names: Vec<String> = opt.param_names().map(ToOwned::to_owned).collect();
            for (name, param) in names.iter().zip(model) {
                let mask = random(param, 0.5, 1).expect("half is a share");
                opt.set_mask(name, &mask).expect("the mask has the parameter's shape");
            }
        }
        let plan = |name| opt.plan(name).expect("it is a parameter");
        let plans: Vec<StepPlan> = opt.param_names().map(plan).collect();
        let whole = |state: &&StepStream| state.axes == Axes::Tensor;
        let states: HashSet<&str> =
            plans.iter().flat_map(|plan| plan.states.iter().filter(whole)).map(|state| &*state.name).collect();
        let elements: usize = model.iter().map(ArrayD::len).sum();
        let moved: f64 =
            plans.iter().zip(model).map(|(plan, array)| plan.bytes_per_element(4) * array.len() as f64).sum();
        Ours {
            bytes: moved / elements as f64,
            states: states.len(),
            step: Box::new(move |model: &mut Arrays, grads: &Arrays| {
                opt.step(model, grads).expect("the step is valid");
            }),
        }
    }
}

/// The loop that moves the memory of this number of states with almost no arithmetic.
pub(crate) fn limit(states: usize) -> Hand {
    match states {
        0 | 1 => |workers, data, grads, f| {
            let mut batches = batches(data.pieces(grads, 1), workers);
            f(&mut || hand::step(&hand::Stream::<1>, &mut batches));
        },
        _ => |workers, data, grads, f| {
            let mut batches = batches(data.pieces(grads, 2), workers);
            f(&mut || hand::step(&hand::Stream::<2>, &mut batches));
        },
    }
}

/// An optimizer with one pass.
const fn elementwise(name: &'static str, settings: &'static [(&'static str, Number)], hand: Option<Hand>) -> Case {
    let (entry, period) = (None, 1);
    Case { name, settings, factored: false, shapes: |workload| Some((workload.vectors)()), entry, period, hand }
}

/// The cases below, and every other stock optimizer with its defaults.
pub(crate) fn cases() -> Vec<Case> {
    let others = optim_std::optimizers().iter().filter(|entry| CASES.iter().all(|case| case.name != entry.name));
    let others = others.map(|entry| {
        let vectors = entry.builder().build(&ArrayD::<f32>::zeros(vec![1])).is_ok();
        let case = elementwise(entry.name, &[], None);
        if vectors { case } else { Case { shapes: |workload| Some((workload.matrices)()), ..case } }
    });
    CASES.iter().copied().chain(others).collect()
}

static CASES: [Case; 16] = [
    Case {
        entry: Some(lookahead::entry),
        period: lookahead::PERIOD,
        ..elementwise("Lookahead", &[], Some(lookahead::sgd))
    },
    elementwise(
        "SGD",
        &[("lr", One(1e-4)), ("momentum", One(0.9)), ("weight_decay", One(1e-4))],
        Some(|workers, data, grads, f| {
            let rule = hand::Sgd { lr: 1e-4, momentum: 0.9, weight_decay: 1e-4 };
            let mut batches = batches(data.pieces(grads, 1), workers);
            f(&mut || hand::step(&rule, &mut batches));
        }),
    ),
    elementwise(
        "AdamW",
        &[("lr", One(1e-5)), ("weight_decay", One(0.01))],
        Some(|workers, data, grads, f| {
            let rule = hand::AdamW { lr: 1e-5, betas: (0.9, 0.999), eps: 1e-6, weight_decay: 0.01 };
            let mut batches = batches(data.pieces(grads, 2), workers);
            f(&mut || hand::step(&rule, &mut batches));
        }),
    ),
    elementwise(
        "Lion",
        &[("lr", One(1e-5)), ("betas", Pair(0.9, 0.99)), ("weight_decay", One(0.01))],
        Some(|workers, data, grads, f| {
            let rule = hand::Lion { lr: 1e-5, betas: (0.9, 0.99), weight_decay: 0.01 };
            let mut batches = batches(data.pieces(grads, 1), workers);
            f(&mut || hand::step(&rule, &mut batches));
        }),
    ),
    elementwise(
        "Lamb",
        &[("lr", One(1e-5)), ("weight_decay", One(0.01))],
        Some(|workers, data, grads, f| {
            let lamb = hand::Lamb { lr: 1e-5, betas: (0.9, 0.999), eps: 1e-6, weight_decay: 0.01 };
            let mut pieces = data.pieces(grads, 2);
            f(&mut || lamb.step(&mut pieces, workers));
        }),
    ),
    Case {
        name: "Adafactor",
        settings: &[("lr", One(1e-4))],
        factored: true,
        shapes: |workload| Some((workload.matrices)()),
        entry: None,
        period: 1,
        hand: Some(|workers, data, grads, f| {
            let (params, states) = data.split();
            let mut adafactor = matrix::Adafactor::new(1e-4, params, grads, states);
            f(&mut || adafactor.step(workers));
        }),
    },
    Case {
        name: "Muon",
        settings: &[("lr", One(1e-4)), ("weight_decay", One(0.01))],
        factored: false,
        // Products dominate. Larger sizes would take minutes, and measure the linear-algebra library.
        shapes: |workload| ["2^12", "2^20", "1000x100"].contains(&workload.name).then(|| (workload.matrices)()),
        entry: None,
        period: 1,
        hand: Some(|workers, data, grads, f| {
            let (params, states) = data.split();
            let mut muon = matrix::Muon::new(1e-4, 0.01, params, grads, states);
            f(&mut || muon.step(workers));
        }),
    },
    elementwise("ASGD", &[("lr", One(1e-4))], None),
    elementwise("Adadelta", &[("lr", One(1e-2))], None),
    elementwise("Adagrad", &[("lr", One(1e-5))], None),
    elementwise("Adam", &[("lr", One(1e-5))], None),
    elementwise("Adamax", &[("lr", One(1e-5))], None),
    elementwise("NAdam", &[("lr", One(1e-5))], None),
    elementwise("RAdam", &[("lr", One(1e-5))], None),
    elementwise("RMSprop", &[("lr", One(1e-5))], None),
    elementwise("Rprop", &[("lr", One(1e-6)), ("step_sizes", Pair(1e-8, 1e-4))], None),
];

/// Parameters and states of a hand-written loop. They are allocated like the crate's, but each state has another offset
/// in its page: if all arrays have the same offset, a processor may let a load wait for an unrelated earlier store.
pub(crate) struct Data {
    params: Arrays,
    /// Memory, and the offset of the state in it.
    first: Vec<(Vec<f32>, usize)>,
    second: Vec<(Vec<f32>, usize)>,
}

/// Memory for a state. A large state begins at a cache line, after some elements.
fn padded(len: usize, state: usize) -> (Vec<f32>, usize) {
    if len < 4096 {
        return (zeroed(len), 0);
    }
    let pad = 320 * (state + 1);
    let mut numbers = zeroed::<f32>(len + pad + 16);
    let from = pad + numbers.as_ptr().addr().wrapping_neg() % 64 / size_of::<f32>();
    numbers.truncate(from + len);
    (numbers, from)
}

/// Two states.
pub(crate) type States<'d> = (&'d mut [f32], &'d mut [f32]);

impl Data {
    pub(crate) fn new(shapes: &Shapes, factored: bool) -> Self {
        let len = |shape: &[usize]| shape.iter().product::<usize>();
        let lens = shapes.iter().map(|shape| match shape.as_slice() {
            [.., rows, cols] if factored => (len(shape) / cols, len(shape) / rows),
            _ => (len(shape), len(shape)),
        });
        let (first, second) = lens.map(|(a, b)| (padded(a, 0), padded(b, 1))).unzip();
        Self { params: Self::params(shapes), first, second }
    }

    pub(crate) fn params(shapes: &Shapes) -> Arrays {
        arrays(shapes, number)
    }

    pub(crate) fn grads(shapes: &Shapes) -> Arrays {
        arrays(shapes, |i| 0.01 * number(i + 7))
    }

    pub(crate) fn params_mut(&mut self) -> &mut Arrays {
        &mut self.params
    }

    /// The parameters, and the states of each parameter.
    fn split(&mut self) -> (&mut Arrays, Vec<States<'_>>) {
        let first = self.first.iter_mut().map(|(numbers, from)| &mut numbers[*from..]);
        let second = self.second.iter_mut().map(|(numbers, from)| &mut numbers[*from..]);
        (&mut self.params, first.zip(second).collect())
    }

    /// Whole parameters with their gradients, and one or two states.
    fn pieces<'d>(&'d mut self, grads: &'d Arrays, states: usize) -> Vec<Piece<'d>> {
        let (params, all) = self.split();
        let all = params.iter_mut().zip(grads).zip(all);
        all.map(|((p, g), (m, v))| Piece { p: flat(p), g: flat_ref(g), m, v: if states == 2 { v } else { &mut [] } })
            .collect()
    }
}

pub(crate) fn flat(array: &mut ArrayD<f32>) -> &mut [f32] {
    array.as_slice_mut().expect("arrays are in C order")
}

pub(crate) fn flat_ref(array: &ArrayD<f32>) -> &[f32] {
    array.as_slice().expect("arrays are in C order")
}

fn arrays(shapes: &Shapes, f: impl Fn(usize) -> f32) -> Arrays {
    let array = |shape: &Vec<usize>| {
        let numbers = (0..shape.iter().product()).map(&f).collect();
        ArrayD::from_shape_vec(IxDyn(shape), numbers).expect("there are as many numbers as the shape says")
    };
    shapes.iter().map(array).collect()
}

/// Pseudorandom numbers from -1 to 1, never 0.
fn number(i: usize) -> f32 {
    let bits = (i as u32).wrapping_mul(2_654_435_761) >> 9;
    (bits as f32 + 0.5) / (1 << 22) as f32 - 1.0
}
