//! A case carried out: the kernel's steps, each against the interpreter from where the kernel stands.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;

use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD};

use super::case::Case;
use super::layout::Laid;
use super::noise::{self, Inputs};
use super::random::Random;
use super::settings;
use crate::builder::Builder;
use crate::definition::Definition;
use crate::error::{BuildError, StepError};
use crate::kernel::{Float, GradLoad};
use crate::lang::{Dtype, Graph, GraphError, Outputs, RunError};
use crate::optimizer::Optimizer;
use crate::state::{STEP_STATE, StateView};

/// Most operations of the interpreter per parameter and step; larger ones are left out.
const COST: usize = 1_500_000;
/// Evaluations with random errors, and how many where results still differ: whether two equal numbers compare so or so
/// is a matter of chance in each.
const FEW: usize = 4;
const MANY: usize = 64;
/// How much further than the farthest sample a result may be: a few samples do not find the worst error.
const MARGIN: f64 = 2.0;

/// What became of a case.
pub(super) enum End {
    Passed {
        /// Whether everything was compared to the bit.
        exact: bool,
    },
    /// Nothing was run: too large, or a schedule led to settings that do not go together.
    LeftOut,
    Failed(Mismatch),
}

/// How kernel and interpreter differ.
#[derive(Debug)]
pub enum Mismatch {
    /// The optimizer was not built from settings and shapes that it accepts.
    Build(BuildError),
    /// A step was refused.
    Step(StepError),
    /// The step's operations do not fit together.
    Graph(GraphError),
    /// The graph does not run.
    Run(RunError),
    /// Two numbers differ.
    Number {
        /// The parameter.
        param: String,
        /// `param`, or the name of the state.
        tensor: String,
        /// The place in C order.
        element: usize,
        /// The step, from 1.
        step: u64,
        /// The kernel's number.
        found: f64,
        /// The interpreter's.
        expected: f64,
        /// Largest allowed difference.
        allowed: f64,
    },
    /// A kernel changed what it must leave alone.
    Changed {
        /// What it is.
        what: String,
        /// The step, from 1.
        step: u64,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(error) => write!(f, "it cannot be built: {error}"),
            Self::Step(error) => write!(f, "a step fails: {error}"),
            Self::Graph(error) => write!(f, "there is no graph: {error}"),
            Self::Run(error) => write!(f, "the graph does not run: {error}"),
            Self::Changed { what, step } => write!(f, "step {step} changes {what}"),
            Self::Number { param, tensor, element, step, found, expected, allowed } => write!(
                f,
                "after step {step}, element {element} of `{tensor}` of parameter `{param}` is {found:?} by the kernel and {expected:?} by the \
                 interpreter: a difference of {:e}, allowed {allowed:e}",
                (found - expected).abs()
            ),
        }
    }
}

pub(super) fn run<O: Definition>(case: &Case) -> End {
    let result = match case.dtype {
        Dtype::F32 => run_in::<O, f32>(case),
        Dtype::F64 => run_in::<O, f64>(case),
    };
    match result {
        Ok(end) => end,
        Err(mismatch) => End::Failed(mismatch),
    }
}

fn run_in<O: Definition, T: Float>(case: &Case) -> Result<End, Mismatch> {
    let random = &mut Random::new(case.seed);
    let mut number = |grad: bool| case.numbers.next(random, grad);
    let built: Vec<Laid<T>> = case.params.iter().map(|p| Laid::new(&p.shape, &p.built, || number(false))).collect();
    let mut optimizer = build::<O, T>(case, &built)?;
    let mut params: Vec<Laid<T>> =
        case.params.iter().map(|p| Laid::new(&p.shape, &p.param, || number(false))).collect();
    for (laid, built) in params.iter_mut().zip(&built) {
        laid.view_mut().assign(&built.view());
    }
    let mut exact = true;
    for step in 1..=case.steps {
        let Ok(kernel) = settings::kernel::<O>(&case.settings, step - 1) else { return Ok(End::LeftOut) };
        let mut graphs = Vec::with_capacity(params.len());
        for param in &case.params {
            let graph = kernel.graph(&param.shape).map_err(Mismatch::Graph)?;
            if noise::cost(&graph) > COST {
                return Ok(End::LeftOut);
            }
            graphs.push(graph);
        }
        let grads: Vec<Option<Laid<T>>> = case
            .params
            .iter()
            .map(|p| {
                let grad = Laid::new(&p.shape, &p.grad, || number(true));
                (!(p.skips && (step + case.seed).is_multiple_of(2))).then_some(grad)
            })
            .collect();
        let before: Vec<Before<T>> =
            (0..params.len()).map(|place| Before::of(&optimizer, place, &params[place])).collect();
        let load = advance(case, &mut optimizer, &mut params, &grads, step)?;
        for (place, before) in before.into_iter().enumerate() {
            let after = Before::of(&optimizer, place, &params[place]);
            let compared = Compared { place, step, before: &before, after: &after };
            compared.outside(&params[place])?;
            match &grads[place] {
                Some(grad) => exact &= compared.numbers(&graphs[place], case, grad, load)?,
                None => compared.nothing()?,
            }
        }
    }
    Ok(End::Passed { exact })
}

fn build<O: Definition, T: Float>(case: &Case, params: &[Laid<T>]) -> Result<Optimizer<O, T>, Mismatch> {
    let mut builder = Builder::<O>::new().threads(case.threads);
    for (index, value) in &case.settings {
        builder = builder.set(*index, value.clone());
    }
    if let Some(scale) = case.grad_scale {
        builder = builder.grad_scale(scale);
    }
    if let Some(max) = case.clip_norm {
        builder = builder.clip_norm(max);
    }
    if let Some(max) = case.clip_value {
        builder = builder.clip_value(max);
    }
    let views: Vec<ArrayViewD<'_, T>> = params.iter().map(Laid::view).collect();
    builder.build(&views).map_err(Mismatch::Build)
}

/// One step, and how it must have loaded the gradients.
fn advance<O: Definition, T: Float>(
    case: &Case,
    optimizer: &mut Optimizer<O, T>,
    params: &mut [Laid<T>],
    grads: &[Option<Laid<T>>],
    step: u64,
) -> Result<GradLoad, Mismatch> {
    let present = grads.iter().enumerate().filter_map(|(place, grad)| Some((place.to_string(), grad.as_ref()?.view())));
    let present: BTreeMap<String, ArrayViewD<'_, T>> = present.collect();
    let mut views: Vec<ArrayViewMutD<'_, T>> = params.iter_mut().map(Laid::view_mut).collect();
    let report = optimizer.step(&mut views, &present).map_err(Mismatch::Step)?;
    let scale = case.grad_scale.unwrap_or(1.0);
    let plain = GradLoad { scale, clip: case.clip_value };
    let Some(max) = case.clip_norm else { return Ok(plain) };
    let squares = present.values().flatten().map(|x| (x.to_f64() * scale) * (x.to_f64() * scale));
    let expected = squares.sum::<f64>().sqrt();
    let found = report.grad_norm.unwrap_or(f64::NAN);
    let allowed = 1e-12 * expected;
    if !same(found, expected, allowed) {
        let (param, tensor) = ("all".to_owned(), "norm of the gradients".to_owned());
        return Err(Mismatch::Number { param, tensor, element: 0, step, found, expected, allowed });
    }
    let factor = max / (found + 1e-6);
    Ok(GradLoad { scale: scale * if factor > 1.0 { 1.0 } else { factor }, ..plain })
}

/// Equal, or near enough, or both NaN.
fn same(found: f64, expected: f64, allowed: f64) -> bool {
    found == expected || (found.is_nan() && expected.is_nan()) || (found - expected).abs() <= allowed
}

/// Everything that a step may change of one parameter.
struct Before<T> {
    param: Vec<f64>,
    memory: ArrayD<T>,
    states: BTreeMap<String, Vec<f64>>,
    count: u64,
}

impl<T: Float> Before<T> {
    fn of<O: Definition>(optimizer: &Optimizer<O, T>, place: usize, param: &Laid<T>) -> Self {
        let name = place.to_string();
        let mut states = BTreeMap::new();
        optimizer.visit_state(|param, state, view| {
            if param != name || (O::USES_STEP && state == STEP_STATE) {
                return;
            }
            let numbers = match view {
                StateView::Scalar(number) => vec![number],
                StateView::Array(array) => array.iter().map(|number| number.to_f64()).collect(),
            };
            states.insert(state.to_owned(), numbers);
        });
        let count = optimizer.step_count(&name).unwrap_or_default();
        Self { param: param.numbers(), memory: param.memory.clone(), states, count }
    }
}

struct Compared<'a, T> {
    place: usize,
    step: u64,
    before: &'a Before<T>,
    after: &'a Before<T>,
}

impl<T: Float> Compared<'_, T> {
    fn changed(&self, what: &str) -> Mismatch {
        Mismatch::Changed { what: format!("{what} of parameter `{}`", self.place), step: self.step }
    }

    /// Memory between and around the parameter's elements is not the optimizer's.
    fn outside(&self, param: &Laid<T>) -> Result<(), Mismatch> {
        let mut restored = param.clone();
        let mut old = param.clone();
        old.memory.assign(&self.before.memory);
        restored.view_mut().assign(&old.view());
        let equal = restored.memory.iter().zip(&self.before.memory).all(|(a, b)| same(a.to_f64(), b.to_f64(), 0.0));
        if equal { Ok(()) } else { Err(self.changed("memory outside")) }
    }

    /// Without a gradient everything stays.
    fn nothing(&self) -> Result<(), Mismatch> {
        let equal = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| same(*a, *b, 0.0));
        if !equal(&self.before.param, &self.after.param) {
            return Err(self.changed("without a gradient the numbers"));
        }
        for (name, state) in &self.before.states {
            if !equal(state, &self.after.states[name]) {
                return Err(self.changed(&format!("without a gradient state `{name}`")));
            }
        }
        if self.before.count == self.after.count { Ok(()) } else { Err(self.changed("without a gradient the count")) }
    }

    /// The kernel's numbers against the interpreter's; whether they had to agree to the bit.
    fn numbers(&self, graph: &Graph, case: &Case, grad: &Laid<T>, load: GradLoad) -> Result<bool, Mismatch> {
        let t = self.before.count + 1;
        if self.after.count != t {
            return Err(self.changed("by more than one the step count"));
        }
        let inputs = Inputs {
            param: self.before.param.clone(),
            grad: loaded::<T>(grad.numbers(), load),
            states: self.before.states.clone(),
            t,
        };
        let outputs = graph
            .run(case.dtype, &inputs.param, &inputs.grad, &inputs.states, &BTreeMap::new(), t)
            .map_err(Mismatch::Run)?;
        let exact = noise::exact_stores(graph, case.dtype);
        let all_exact = exact.iter().all(|exact| *exact);
        let random = &mut Random::new(case.seed ^ self.step);
        let mut samples = Vec::new();
        // What the kernel may have computed as well, see `noise`.
        let flushed = OnceCell::new();
        for count in [FEW, MANY] {
            if !all_exact {
                samples.resize_with(count, || noise::run(graph, case.dtype, &inputs, random));
            }
            let flushed: &dyn Fn() -> _ = &|| flushed.get_or_init(|| noise::run_flushed(graph, case.dtype, &inputs));
            match self.outputs(graph, case.dtype, &outputs, &exact, flushed, &samples) {
                Err(_) if !all_exact && count < MANY => {}
                result => return result.map(|()| all_exact),
            }
        }
        Ok(all_exact)
    }

    fn outputs<'o>(
        &self,
        graph: &Graph,
        dtype: Dtype,
        outputs: &Outputs,
        exact: &[bool],
        flushed: &dyn Fn() -> &'o Outputs,
        samples: &[Outputs],
    ) -> Result<(), Mismatch> {
        let is_exact =
            |name: &str| graph.stores().iter().zip(exact).all(|(store, exact)| store.target().name() != name || *exact);
        let params: Vec<&[f64]> = samples.iter().map(|sample| &sample.param[..]).collect();
        let params = Reference {
            expected: &outputs.param,
            flushed: &|| &flushed().param,
            samples: (!is_exact("param")).then_some((&params, dtype)),
        };
        self.tensor("param", &self.after.param, &params)?;
        for (name, expected) in &outputs.states {
            let Some(found) = self.after.states.get(name) else { continue };
            let states: Vec<&[f64]> = samples.iter().map(|sample| &sample.states[name][..]).collect();
            let samples = (!is_exact(name)).then_some((&states[..], dtype));
            self.tensor(name, found, &Reference { expected, flushed: &|| &flushed().states[name], samples })?;
        }
        Ok(())
    }

    fn tensor(&self, name: &str, found: &[f64], reference: &Reference<'_>) -> Result<(), Mismatch> {
        for (element, &found) in found.iter().enumerate() {
            let (expected, allowed) = (reference.expected[element], reference.allowed(element));
            let near = same(found, expected, allowed) || same(found, (reference.flushed)()[element], 0.0);
            if !near && allowed.is_finite() {
                let (param, tensor, step) = (self.place.to_string(), name.to_owned(), self.step);
                return Err(Mismatch::Number { param, tensor, element, step, found, expected, allowed });
            }
        }
        Ok(())
    }
}

/// What a tensor must be after a step.
struct Reference<'a> {
    expected: &'a [f64],
    /// The same with flushed states.
    flushed: &'a dyn Fn() -> &'a [f64],
    /// Runs with random errors; `None` for a tensor that must be equal to the bit.
    samples: Option<(&'a [&'a [f64]], Dtype)>,
}

impl Reference<'_> {
    /// Largest allowed difference; infinite where anything may come out.
    fn allowed(&self, element: usize) -> f64 {
        let Some((samples, dtype)) = self.samples else { return 0.0 };
        let last = match dtype {
            Dtype::F32 => f64::from(f32::EPSILON),
            Dtype::F64 => f64::EPSILON,
        };
        let expected = self.expected[element];
        let spread = samples.iter().map(|sample| deviation(sample[element], expected)).fold(0.0, f64::max);
        // A result that all samples share may still be rounded to a neighbour.
        MARGIN * spread + 2.0 * last * expected.abs()
    }
}

/// How far a sample is away; infinitely if one of the two is not finite and the other differs.
fn deviation(sample: f64, expected: f64) -> f64 {
    if same(sample, expected, 0.0) {
        return 0.0;
    }
    let difference = (sample - expected).abs();
    if difference.is_nan() { f64::INFINITY } else { difference }
}

/// Gradients as a step sees them.
fn loaded<T: Float>(grad: Vec<f64>, load: GradLoad) -> Vec<f64> {
    if load.is_plain() {
        return grad;
    }
    let load = |x: f64| {
        let scaled = (T::from_f64(x) * T::from_f64(load.scale)).to_f64();
        match load.clip.map(|clip| T::from_f64(clip).to_f64()) {
            Some(clip) if !scaled.is_nan() => scaled.clamp(-clip, clip),
            _ => scaled,
        }
    };
    grad.into_iter().map(load).collect()
}
