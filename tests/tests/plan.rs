//! The plan of a step for given settings and one shape: counts compared with hand-written ones, and consistent passes.

use std::collections::BTreeSet;

use ndarray::{ArrayD, IxDyn};
use optim_std::author::*;
use optim_std::plan::{PassKind, StepPlan, StepStream};
use optim_std::prelude::*;
use optim_std::registry::find;
use optim_std::shape::Axes;
use optim_std::{BuildError, Builder, HyperError, StateError};
use optim_tests::each_optimizer;

/// The number of elements that all passes move.
fn moved(plan: &StepPlan) -> usize {
    plan.bytes(1)
}

fn names(streams: &[StepStream]) -> Vec<&str> {
    streams.iter().map(|stream| &*stream.name).collect()
}

#[test]
fn adamw_streams_the_states_that_exist() {
    let plan = AdamW::new().plan_for(&[1024, 1024]).unwrap();
    // Three arrays are read and written, and the gradient is read: 7 · 4 B.
    assert_eq!(plan.bytes_per_element(4), 28.0);
    assert_eq!(plan.bytes_per_element(8), 56.0);
    assert_eq!((plan.divisions(), plan.square_roots(), plan.reductions()), (1.0, 1.0, 0));
    // Two averages, and two powers in double precision.
    assert_eq!(plan.state_bytes(4), 2 * 4 * 1024 * 1024 + 2 * 8);
    let [pass] = &plan.passes[..] else { panic!("{plan}") };
    assert_eq!(names(&pass.reads), ["param", "exp_avg", "exp_avg_sq", "grad"]);
    assert_eq!(names(&pass.writes), ["param", "exp_avg", "exp_avg_sq"]);
    assert_eq!((pass.size, pass.times), ([1, 1024, 1024], 1));

    // The largest second moment is one more array to read and write.
    let plan = AdamW::new().amsgrad(true).plan_for(&[1024, 1024]).unwrap();
    assert_eq!(plan.bytes_per_element(4), 36.0);
    assert_eq!(plan.state_bytes(4), 3 * 4 * 1024 * 1024 + 2 * 8);
    let plan = AdamW::new().correct_bias(false).plan_for(&[1024, 1024]).unwrap();
    assert_eq!(plan.state_bytes(4), 2 * 4 * 1024 * 1024);
}

#[test]
fn elementwise_optimizers_move_what_their_settings_ask_for() {
    let bytes = |plan: Result<StepPlan, BuildError>| plan.unwrap().bytes_per_element(4);
    // The parameter is read and written, and the gradient is read. Each existing state adds 8 B.
    assert_eq!(bytes(SGD::new(0.1).plan_for(&[1000])), 12.0);
    assert_eq!(bytes(SGD::new(0.1).momentum(0.0).plan_for(&[1000])), 12.0);
    assert_eq!(bytes(SGD::new(0.1).momentum(0.9).plan_for(&[1000])), 20.0);
    assert_eq!(bytes(SGD::new(0.1).momentum(0.9).nesterov(true).plan_for(&[1000])), 20.0);
    assert_eq!(bytes(RMSprop::new().plan_for(&[10, 100])), 20.0);
    assert_eq!(bytes(RMSprop::new().centered(true).plan_for(&[10, 100])), 28.0);
    assert_eq!(bytes(RMSprop::new().centered(true).momentum(0.9).plan_for(&[10, 100])), 36.0);
    assert_eq!(bytes(Adam::new().amsgrad(true).plan_for(&[2, 3, 4])), 36.0);
    assert_eq!(bytes(Lion::new().plan_for(&[2, 3, 4])), 20.0);
    assert_eq!(bytes(Adadelta::new().plan_for(&[7])), 28.0);
    assert_eq!(bytes(Rprop::new().plan_for(&[7])), 28.0);
}

#[test]
fn lamb_reads_again_for_its_second_pass() {
    let plan = Lamb::new().plan_for(&[30, 50]).unwrap();
    // Four arrays read and two written for the norms, three read and one written for the update.
    assert_eq!((plan.passes.len(), plan.bytes_per_element(4)), (2, 40.0));
    // Both passes compute the update.
    assert_eq!((plan.divisions(), plan.square_roots(), plan.reductions()), (2.0, 2.0, 2));
}

#[test]
fn adafactor_counts_rows_and_columns_of_a_matrix() {
    let (m, n) = (64, 48);
    let plan = Adafactor::new().lr(0.1).plan_for(&[m, n]).unwrap();
    let by_hand = [
        ("rms of the parameter, means of squares", 2 * m * n + m + n),
        ("columns: mean and state in, state and root out", 4 * n),
        ("rows: mean and state in, state out, their mean out", 3 * m + 1),
        ("rows: state and its mean in, root out", 2 * m + 1),
        ("rms of the update", m * n + m + n),
        ("update", 3 * m * n + m + n),
    ];
    for (pass, (what, numbers)) in plan.passes.iter().zip(by_hand) {
        assert_eq!(pass.bytes(1), numbers, "{what}: {pass}");
    }
    assert_eq!(moved(&plan), 6 * m * n + 8 * m + 7 * n + 2);
    assert_eq!(plan.bytes_per_element(4), 4.0 * moved(&plan) as f64 / (m * n) as f64);
    assert_eq!(plan.reductions(), 3 + 1 + 1);
    assert_eq!(plan.state_bytes(4), 4 * (m + n));
    assert_eq!(names(&plan.states), ["exp_avg_sq_row", "exp_avg_sq_col"]);

    // The last pass reads and writes an average of updates.
    let averaged = Adafactor::new().lr(0.1).beta1(Some(0.9)).plan_for(&[m, n]).unwrap();
    assert_eq!(moved(&averaged), moved(&plan) + 2 * m * n);

    // Convolutions of 1 × 1: there are as many rows as elements, and half as many columns.
    let plan = Adafactor::new().lr(0.1).plan_for(&[2, n, 1, 1]).unwrap();
    let [elements, rows, cols, matrices] = [2 * n; 4];
    assert_eq!(moved(&plan), 6 * elements + 8 * rows + 7 * cols + 2 * matrices);
}

#[test]
fn adafactor_has_three_passes_over_a_vector() {
    let n = 100;
    let plan = Adafactor::new().lr(0.1).plan_for(&[n]).unwrap();
    // Passes over a vector do not even get rows and columns, which only a matrix has.
    let (first, norm, update) = (4 * n, 2 * n, 4 * n);
    assert_eq!(plan.passes.iter().map(|pass| pass.bytes(1)).collect::<Vec<_>>(), [first, norm, update]);
    assert_eq!(names(&plan.states), ["exp_avg_sq"]);
    assert_eq!(plan.state_bytes(4), 4 * n);
}

#[test]
fn muon_turns_as_often_as_it_is_told() {
    let (short, long) = (48, 64);
    let (elements, gram) = (short * long, short * short);
    for (steps, builder) in [(5, Muon::new()), (2, Muon::new().ns_steps(2)), (1, Muon::new().ns_steps(1))] {
        // An iteration: a = x xᵀ, a a, b = … a … a a, b x, x = … x … b x.
        let turn = (2 * elements + gram) + 3 * gram + 3 * gram + (gram + 2 * elements) + 3 * elements;
        // Momentum and update, norm of the update, its inverse, division by it, new parameter.
        let around = 4 * elements + (elements + 1) + 2 + (2 * elements + 1) + 3 * elements;
        let wide = builder.plan_for(&[short, long]).unwrap();
        assert_eq!(moved(&wide), around + steps * turn, "{wide}");
        // Transposed before and after.
        let tall = builder.plan_for(&[long, short]).unwrap();
        assert_eq!(moved(&tall), around + steps * turn + 2 * 2 * elements, "{tall}");
        // All axes but the first are combined.
        assert_eq!(moved(&builder.plan_for(&[short, 8, long / 8]).unwrap()), moved(&wide));

        let run = |plan: &StepPlan, kind| {
            let of_kind = plan.passes.iter().filter(|pass| pass.kind == kind);
            of_kind.map(|pass| pass.times).sum::<usize>()
        };
        assert_eq!(run(&wide, PassKind::Matmul), 3 * steps);
        assert_eq!((run(&wide, PassKind::Transpose), run(&tall, PassKind::Transpose)), (0, 2));
        // The number of lines does not depend on the number of iterations.
        assert_eq!((wide.passes.len(), tall.passes.len()), (10, 12));
        let product = wide.passes.iter().find(|pass| pass.kind == PassKind::Matmul).unwrap();
        assert_eq!((product.size, product.times), ([1, short, short], steps));
        assert_eq!((wide.divisions(), wide.reductions(), wide.state_bytes(4)), (1.0, 1, 4 * elements));
    }
    // Millions of iterations take no extra memory: equal iterations share a line.
    let many = Muon::new().ns_steps(1000).plan_for(&[2, 3]).unwrap();
    assert_eq!((many.passes.len(), many.passes[6].times), (10, 1000));
}

#[test]
fn parameters_without_axes_or_elements() {
    let scalar = AdamW::new().plan_for(&[]).unwrap();
    assert_eq!((scalar.bytes_per_element(4), scalar.bytes(4), scalar.state_bytes(4)), (28.0, 28, 8 + 16));
    let nothing = AdamW::new().plan_for(&[0, 3]).unwrap();
    assert_eq!((nothing.passes.len(), nothing.bytes(4), nothing.bytes_per_element(4)), (1, 0, 0.0));
    assert_eq!((nothing.divisions(), nothing.square_roots(), nothing.state_bytes(4)), (0.0, 0.0, 16));
    // It has rows without elements, and their states.
    let empty = Adafactor::new().lr(0.1).plan_for(&[3, 0]).unwrap();
    assert_eq!((empty.bytes_per_element(4), empty.state_bytes(4)), (0.0, 12));
}

#[test]
fn no_shape_is_too_large_to_plan() {
    let plan = AdamW::new().plan_for(&[1 << 40, 1 << 18]).unwrap();
    assert_eq!((plan.bytes(4), plan.bytes_per_element(4)), (28 << 58, 28.0));
    let plan = AdamW::new().plan_for(&[usize::MAX / 2]).unwrap();
    // The number of bytes overflows.
    assert_eq!((plan.bytes(4), plan.state_bytes(4), plan.bytes_per_element(4)), (usize::MAX, usize::MAX, 28.0));
    let error = AdamW::new().plan_for(&[usize::MAX, 2]).unwrap_err();
    assert!(matches!(error, BuildError::TooLarge { .. }), "{error}");
    let error = Muon::new().plan_for(&[1 << 31, 1 << 31]).unwrap_err();
    assert!(matches!(error, BuildError::Workspace { .. }), "{error}");
}

#[test]
fn every_way_to_ask_gives_the_same_plan() {
    let model = ArrayD::<f64>::zeros(IxDyn(&[3, 4]));
    let expected = AdamW::new().amsgrad(true).plan_for(&[3, 4]).unwrap();
    assert_eq!(AdamW { amsgrad: true, ..AdamW::default() }.plan_for(&[3, 4]).unwrap(), expected);
    let entry = find(optim_std::optimizers(), "adamw").unwrap();
    assert_eq!(entry.builder().set("amsgrad", true).unwrap().plan_for(&[3, 4]).unwrap(), expected);
    assert_eq!(AdamW::new().amsgrad(true).build(&model).unwrap().plan("param").unwrap(), expected);
    let any = entry.builder().set("amsgrad", true).unwrap().build(&model).unwrap();
    assert_eq!(any.plan("param").unwrap(), expected);
    assert_eq!(
        expected.to_string(),
        "AdamW of [3, 4]: 1 pass\n  \
         1. over Tensor of 1 x 3 x 4: reads param exp_avg exp_avg_sq max_exp_avg_sq grad, \
         writes param exp_avg exp_avg_sq max_exp_avg_sq\n  \
         per element: 36 B moved (f32), 1 division, 1 square root\n  \
         in all: 432 B moved (f32), 160 B of state (f32)"
    );
}

#[test]
fn a_parameter_has_the_plan_of_its_group() {
    let model = std::collections::BTreeMap::from([
        ("weight", ArrayD::<f32>::zeros(IxDyn(&[5, 4]))),
        ("bias", ArrayD::zeros(IxDyn(&[5]))),
    ]);
    let opt = SGD::new(0.1)
        .momentum(0.9)
        .group("small", |p| p.name() == "bias", |group| group.momentum(None))
        .build(&model)
        .unwrap();
    let bytes = |name: &str| opt.plan(name).unwrap().bytes_per_element(4);
    assert_eq!((bytes("weight"), bytes("bias")), (20.0, 12.0));
    assert_eq!(opt.plan("weight").unwrap().shape, [5, 4]);
    let error = opt.plan("wieght").unwrap_err();
    assert!(matches!(&error, StateError::UnknownParameter { nearest: Some(near), .. } if near == "weight"), "{error}");
}

/// Its first product has more rows and columns than any array if the parameter has no matrices.
#[optimizer]
#[derive(Debug, Clone)]
struct Gram {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    /// Fixed code that panics.
    #[hyper(default = 1)]
    divisor: usize,
}

#[optimizer]
impl Gram {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let share = (6 / self.divisor) as f64;
        *param -= self.lr * share * grad.matmul(grad.t()).matmul(*param);
    }
}

#[test]
fn a_step_that_panics_has_no_plan() {
    let error = Gram::new().divisor(0).plan_for(&[2, 3]).unwrap_err();
    assert!(matches!(&error, BuildError::Hyper { error: HyperError::Panicked { .. }, .. }), "{error}");
    assert_eq!(error.to_string(), Gram::new().divisor(0).build(&ndarray::array![[1.0_f32]]).unwrap_err().to_string());
}

#[test]
fn a_parameter_without_matrices_has_a_plan_of_nothing() {
    let shape = [0, 1 << 40, 5];
    let opt = Gram::new().build(&ArrayD::<f32>::zeros(IxDyn(&shape))).unwrap();
    for plan in [Gram::new().plan_for(&shape).unwrap(), opt.plan("param").unwrap()] {
        assert_eq!((plan.passes.len(), plan.bytes(4)), (4, 0), "{plan}");
    }
}

/// Iterations that differ, a state that is a stream in some of them, and a loop inside a pass.
#[optimizer(state <even = 0.0, rest: rows = 0.0 if self.turns > 3>)]
#[derive(Debug, Clone)]
struct Uneven {
    #[hyper(default = 4)]
    turns: usize,
}

#[optimizer]
impl Uneven {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let mut x = grad;
        for turn in 0..self.turns {
            let norm = x.norm();
            if turn % 2 == 0 {
                x = x / norm + state.even;
            } else {
                x = x - norm;
            }
        }
        for _ in 0..self.turns {
            x = x / 2.0;
        }
        if self.turns > 3 {
            state.rest = state.rest + x.row_sum();
        }
        state.even = x;
        *param -= x;
    }
}

#[test]
fn turns_that_differ_are_told_apart() {
    optim_std::testing::check::<Uneven>();
    let mut seen = Seen::default();
    for turns in 0..6 {
        let plan = Uneven::new().turns(turns).plan_for(&[2, 3]).unwrap();
        seen.add(&plan);
        // One in each iteration, and one in the last pass if its state exists.
        assert_eq!(plan.reductions(), turns + usize::from(turns > 3), "{plan}");
        let twelve_or_not = if turns > 3 { 8 } else { 0 };
        assert_eq!(plan.state_bytes(4), 24 + twelve_or_not, "{plan}");
    }
    seen.assert_complete::<Uneven>();
}

/// All streams in the plans of an optimizer.
#[derive(Default)]
struct Seen {
    read: BTreeSet<String>,
    written: BTreeSet<String>,
    /// The states in any of these plans, without scalars.
    states: BTreeSet<String>,
}

impl Seen {
    /// Adds the streams of a plan. Every pass must do something, and one must update the parameter.
    fn add(&mut self, plan: &StepPlan) {
        let states = plan.states.iter().filter(|state| state.axes != Axes::Scalar);
        self.states.extend(states.map(|state| state.name.to_string()));
        let passes = plan.passes.iter().chain(&plan.probe).chain(&plan.eval);
        for pass in passes {
            assert!(!(pass.writes.is_empty() && pass.reductions == 0), "{pass} does nothing\nin {plan}");
            self.read.extend(names(&pass.reads).into_iter().map(str::to_owned));
            self.written.extend(names(&pass.writes).into_iter().map(str::to_owned));
        }
        assert!(plan.passes.iter().any(|pass| names(&pass.writes).contains(&"param")), "{plan}");
    }

    /// Asserts that every stream that is read exists: the parameter, the gradient, states, inputs, or results of a
    /// pass. A pass may read a result that only exists with other settings. All existing states must be used.
    fn assert_complete<O: Definition>(&self) {
        let is = |name: &str, known: &str| name == known || name.starts_with(&format!("{known}["));
        let state = |name: &str| O::STATES.iter().any(|state| is(name, state.name));
        let input = |name: &str| O::INPUTS.iter().any(|input| input.name == name);
        for name in &self.read {
            let given = ["param", "grad"].contains(&&**name) || state(name) || input(name);
            assert!(given || self.written.contains(name), "nothing leaves `{name}` in {}", O::NAME);
        }
        for state in &self.states {
            let used = self.read.iter().chain(&self.written).any(|name| is(name, state));
            assert!(used, "nothing uses `{state}` of {}", O::NAME);
        }
    }
}

/// Every combination of switches, with the settings that they require.
fn settings<O: Definition>() -> Vec<Vec<(&'static str, Setting)>> {
    let mut all = vec![Vec::new()];
    for hyper in O::HYPERS {
        let choices: Vec<Setting> = match hyper.type_name {
            "bool" => vec![false.into(), true.into()],
            "Option<f64>" => vec![Setting::None, 0.5.into()],
            "usize" => vec![1.into(), 4.into()],
            _ if hyper.default.is_none() => vec![0.1.into()],
            _ => continue,
        };
        let with = |known: &Vec<(&'static str, Setting)>| {
            let known = known.clone();
            choices.clone().into_iter().map(move |choice| [&known[..], &[(hyper.name, choice)]].concat())
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn the_passes_of_every_step_fit_together<O: Definition>() {
    let shapes: [&[usize]; 9] = [&[], &[5], &[4, 6], &[6, 4], &[2, 3, 4], &[4, 2, 1, 1], &[0], &[3, 0], &[0, 2, 3]];
    let (mut accepted, mut seen) = (0, Seen::default());
    for settings in settings::<O>() {
        let builder = settings.iter().fold(Builder::<O>::new(), |builder, (name, value)| {
            builder.set(name, value.clone()).expect("the setting exists")
        });
        for shape in shapes {
            let built = builder.build(&ArrayD::<f32>::zeros(shape));
            match (builder.plan_for(shape), built) {
                (Ok(plan), Ok(opt)) => {
                    accepted += 1;
                    seen.add(&plan);
                    // Global states belong to no parameter.
                    let states = plan.state_bytes(4) + 8 * opt.globals().count();
                    assert_eq!(states, opt.state_bytes(), "{settings:?} {shape:?}\n{plan}");
                    assert_eq!(opt.plan("param").as_ref(), Ok(&plan));
                    assert!(plan.bytes_per_element(4).is_finite() && plan.divisions().is_finite());
                }
                (Err(error), Err(refused)) => assert_eq!(error, refused),
                (plan, built) => panic!("{settings:?} {shape:?}: {plan:?}, {built:?}"),
            }
        }
    }
    assert!(accepted > 4, "{accepted} cases");
    seen.assert_complete::<O>();
}

each_optimizer!(
    #[test]
    the_passes_of_every_step_fit_together
);

/// Cuts off the largest gradients, by numbers of rows and by one number for all.
#[optimizer]
#[derive(Debug, Clone)]
struct Clipped {
    #[hyper(default = 0.1, scheduled, range = 0.0..)]
    lr: f64,
}

#[optimizer]
impl Clipped {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        let size = grad.abs();
        let limit = size.row_quantile(0.9).min(size.quantile(0.99));
        *param -= self.lr * grad.clamp(-limit, limit);
    }
}

#[test]
fn quantiles_read_what_a_pass_leaves() {
    let plan = Clipped::new().plan_for(&[2, 8, 4]).unwrap();
    let [size, first, second, limit, update] = &plan.passes[..] else { panic!("{plan}") };
    assert_eq!((names(&size.reads), names(&size.writes)), (vec!["grad"], vec!["size"]));
    let calls = [first, second];
    let kinds = calls.map(|call| call.kind);
    assert!(kinds.contains(&PassKind::RowQuantile) && kinds.contains(&PassKind::Quantile), "{plan}");
    for call in calls {
        assert_eq!((names(&call.reads), call.reads[0].numbers), (vec!["size"], 64));
        let results = usize::from(call.kind == PassKind::RowQuantile);
        assert_eq!((call.writes.len(), call.writes.iter().map(|stream| stream.numbers).sum()), (results, 16 * results));
    }
    assert_eq!((names(&limit.reads), limit.size), (vec!["row_quantile"], [2, 8, 1]));
    assert!(names(&update.reads).contains(&"grad") && names(&update.writes) == ["param"], "{plan}");
}
