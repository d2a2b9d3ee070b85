//! One parameter after a step of the kernel, against the interpreter.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use ndarray::ArrayD;

use super::case::Case;
use super::digest::Digest;
use super::exact::exact_stores;
use super::layout::Laid;
use super::noise::{self, StepInputs};
use crate::definition::Routine;
use crate::kernel::{Float, GradLoad};
use crate::lang::{Dtype, Graph, GraphError, Outputs, Run, RunError, Store, Target, run_together};
use crate::optimizer::{About, Optimizer, Watched};
use crate::random::Random;
use crate::state::{STEP_STATE, StateView};

/// Evaluations with random errors, and how many where results still differ: whether two equal numbers compare so or so
/// is a matter of chance in each.
const FEW: usize = 4;
const MANY: usize = 64;
/// The factor by which a result may be further away than the farthest sample: a few samples do not find the worst error.
const MARGIN: f64 = 2.0;

/// A difference between kernel and interpreter.
#[derive(Debug)]
#[non_exhaustive]
pub enum Mismatch {
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
        /// The routine that was run.
        routine: Routine,
        /// The step, from 1; of `eval`, the one before it.
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
        /// The name of the value.
        what: String,
        /// The step, from 1.
        step: u64,
    },
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Graph(error) => write!(f, "there is no graph: {error}"),
            Self::Run(error) => write!(f, "the graph does not run: {error}"),
            Self::Changed { what, step } => write!(f, "step {step} changes {what}"),
            Self::Number { param, tensor, element, routine, step, found, expected, allowed } => write!(
                f,
                "after {}step {step}, element {element} of `{tensor}` of parameter `{param}` is {found:?} by the kernel and {expected:?} by the \
                 interpreter: a difference of {:e}, allowed {allowed:e}",
                match routine {
                    Routine::Step => "",
                    Routine::Probe => "the probe of ",
                    Routine::Eval => "the evaluation after ",
                },
                (found - expected).abs()
            ),
        }
    }
}

/// Equal, or near enough, or both NaN.
pub(super) fn same(found: f64, expected: f64, allowed: f64) -> bool {
    found == expected || (found.is_nan() && expected.is_nan()) || (found - expected).abs() <= allowed
}

/// Equal to the bit, or both NaN.
pub(super) fn same_bits(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

/// Everything that a step may change of one parameter.
#[derive(Clone)]
pub(super) struct Snapshot<T> {
    param: Vec<f64>,
    memory: ArrayD<T>,
    states: BTreeMap<String, Vec<f64>>,
    /// States of the whole model.
    globals: BTreeMap<String, Vec<f64>>,
    /// The outputs of the last step, if it was watched, and whether each is one of the whole model.
    reported: Option<BTreeMap<String, (f64, bool)>>,
    count: u64,
}

impl<T: Float> Snapshot<T> {
    pub(super) fn of(about: &'static About, optimizer: &Optimizer<T>, place: usize, param: &Laid<T>) -> Self {
        let name = place.to_string();
        let mut states = BTreeMap::new();
        optimizer.visit_state(|param, state, view| {
            if param != name || (about.uses_step() && state == STEP_STATE) {
                return;
            }
            let numbers = match view {
                StateView::Scalar(number) => vec![number],
                StateView::Array(array) => array.iter().map(|number| number.as_()).collect(),
            };
            states.insert(state.to_owned(), numbers);
        });
        let count = optimizer.step_count(&name).unwrap_or_default();
        let globals = optimizer.globals().map(|(state, value)| (state.to_owned(), vec![value])).collect();
        Self { param: param.numbers(), memory: param.memory.clone(), states, globals, reported: None, count }
    }

    /// The same with the numbers that were watched in the last step.
    pub(super) fn reporting(self, watched: Option<&Watched>, place: usize) -> Self {
        let Some(watched) = watched else { return self };
        let name = place.to_string();
        let own = watched.of_params().filter(|(param, ..)| *param == name);
        let own = own.map(|(_, output, number)| (output.to_owned(), (number, false)));
        let of_model = watched.of_model().map(|(output, number)| (output.to_owned(), (number, true)));
        Self { reported: Some(own.chain(of_model).collect()), ..self }
    }

    /// The inputs of a routine for this parameter.
    pub(super) fn inputs(&self, grad: Vec<f64>, given: BTreeMap<String, Vec<f64>>) -> StepInputs {
        // States and inputs have names of their own.
        let states = self.states.iter().chain(&self.globals).map(|(name, state)| (name.clone(), state.clone()));
        let states = states.chain(given).collect();
        StepInputs { param: self.param.clone(), grad, states, t: self.count + 1 }
    }

    /// The same with other numbers for the parameter.
    pub(super) fn with_param(&self, param: Vec<f64>) -> Self {
        Self { param, ..self.clone() }
    }

    /// The global states among those of these graphs, and their outputs.
    pub(super) fn assigned_by<'g>(&self, graphs: impl Iterator<Item = &'g Graph>) -> BTreeSet<String> {
        let targets = graphs.flat_map(|graph| graph.stores().iter().map(Store::target));
        let is_shared =
            |target: &&Target| matches!(target, Target::Output(_)) || self.globals.contains_key(target.name());
        targets.filter(is_shared).map(|target| target.name().to_owned()).collect()
    }

    /// Adds everything to a hash.
    pub(super) fn digest(&self, digest: &mut Digest) {
        self.param
            .iter()
            .chain(self.states.values().flatten())
            .chain(self.globals.values().flatten())
            .for_each(|&number| digest.add_number(number));
        digest.add(self.count);
    }
}

/// The results of a routine for one parameter.
pub(super) struct Compared<'a, T> {
    pub(super) routine: Routine,
    pub(super) place: usize,
    pub(super) step: u64,
    pub(super) before: &'a Snapshot<T>,
    pub(super) after: &'a Snapshot<T>,
}

impl<T: Float> Compared<'_, T> {
    fn changed(&self, what: &str) -> Mismatch {
        Mismatch::Changed { what: format!("{what} of parameter `{}`", self.place), step: self.step }
    }

    /// Memory between and around the parameter's elements is not the optimizer's.
    pub(super) fn outside(&self, param: &Laid<T>) -> Result<(), Mismatch> {
        let mut restored = param.clone();
        let mut old = param.clone();
        old.memory.assign(&self.before.memory);
        restored.view_mut().assign(&old.view());
        let equal = restored.memory.iter().zip(&self.before.memory).all(|(a, b)| same(a.as_(), b.as_(), 0.0));
        if equal { Ok(()) } else { Err(self.changed("memory outside")) }
    }

    /// Without a gradient everything stays that is the parameter's own.
    pub(super) fn nothing(&self) -> Result<(), Mismatch> {
        self.own("without a gradient")
    }

    /// Everything is what it was before, to the bit; `when` says why it must.
    pub(super) fn equal(&self, when: &str) -> Result<(), Mismatch> {
        self.own(when)?;
        for (name, state) in &self.before.globals {
            if !same_bits(state[0], self.after.globals[name][0]) {
                return Err(self.changed(&format!("{when} the global state `{name}`")));
            }
        }
        Ok(())
    }

    fn own(&self, when: &str) -> Result<(), Mismatch> {
        let equal = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| same_bits(*a, *b));
        if !equal(&self.before.param, &self.after.param) {
            return Err(self.changed(&format!("{when} the numbers")));
        }
        for (name, state) in &self.before.states {
            if !equal(state, &self.after.states[name]) {
                return Err(self.changed(&format!("{when} state `{name}`")));
            }
        }
        if self.before.count == self.after.count { Ok(()) } else { Err(self.changed(&format!("{when} the count"))) }
    }

    /// The kernel's numbers against the interpreter's; whether they had to agree to the bit.
    pub(super) fn numbers(&self, together: &ParamGraphs<'_>, run: usize, case: &Case) -> Result<bool, Mismatch> {
        let t = self.before.count + 1;
        let counts = if self.routine == Routine::Step { t } else { self.before.count };
        if self.after.count != counts {
            return Err(self.changed("wrongly the step count"));
        }
        let (graph, runs) = (together.graphs[run], &together.runs()[..]);
        let outputs = together.exact(case.dtype)?.swap_remove(run);
        let exact = exact_stores(graph, case.dtype);
        let all_exact = exact.iter().all(|exact| *exact);
        let random = &mut Random::new(case.seed ^ self.step);
        let mut samples = Vec::new();
        // Other results that the kernel may compute, see `noise`.
        let flushed = OnceCell::new();
        // None at first: most results differ by a rounding or not at all, and samples only allow more.
        for count in [0, FEW, MANY] {
            if !all_exact {
                samples.resize_with(count, || noise::run(runs, case.dtype, random).swap_remove(run));
            }
            let flushed: &dyn Fn() -> _ =
                &|| flushed.get_or_init(|| noise::run_flushed(runs, case.dtype).swap_remove(run));
            match self.outputs((graph, &together.assigned), case.dtype, &outputs, &exact, flushed, &samples) {
                Err(_) if !all_exact && count < MANY => {}
                result => return result.map(|()| all_exact),
            }
        }
        Ok(all_exact)
    }

    fn outputs<'o>(
        &self,
        (graph, others): (&Graph, &BTreeSet<String>),
        dtype: Dtype,
        outputs: &Outputs,
        exact: &[bool],
        flushed: &dyn Fn() -> &'o Outputs,
        samples: &'o [Outputs],
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
            let Some(found) = self.after.states.get(name).or_else(|| self.after.globals.get(name)) else { continue };
            // Another parameter may assign it: one of which the inner optimizer of a wrapper runs in this step.
            if others.contains(name) && !graph.stores().iter().any(|store| store.target().name() == name) {
                continue;
            }
            let states: Vec<&[f64]> = samples.iter().map(|sample| &sample.states[name][..]).collect();
            let samples = (!is_exact(name)).then_some((&states[..], dtype));
            self.tensor(name, found, &Reference { expected, flushed: &|| &flushed().states[name], samples })?;
        }
        if let (Some(found), Routine::Step) = (&self.after.reported, self.routine) {
            self.reported((found, others), (outputs, flushed), &|name| (!is_exact(name)).then_some((samples, dtype)))?;
        }
        Ok(())
    }

    /// The outputs of the kernel against those of the interpreter.
    fn reported<'o>(
        &self,
        (found, others): (&BTreeMap<String, (f64, bool)>, &BTreeSet<String>),
        (outputs, flushed): (&Outputs, &dyn Fn() -> &'o Outputs),
        samples: SamplesOf<'_, 'o>,
    ) -> Result<(), Mismatch> {
        for name in found.keys().chain(outputs.reported.keys()) {
            // One of the whole model may be of another parameter: one of which the inner optimizer of a wrapper runs in this step.
            let is_others = matches!(found.get(name), Some((_, true))) && others.contains(name);
            if is_others && !outputs.reported.contains_key(name) {
                continue;
            }
            let (Some((found, _)), Some(expected)) = (found.get(name), outputs.reported.get(name)) else {
                return Err(self.changed(&format!("whether there is the output `{name}`")));
            };
            let samples = samples(name);
            let numbers: Vec<[f64; 1]> =
                samples.iter().flat_map(|(samples, _)| *samples).map(|sample| [sample.reported[name]]).collect();
            let numbers: Vec<&[f64]> = numbers.iter().map(|number| &number[..]).collect();
            let of_flushed = || std::slice::from_ref(&flushed().reported[name]);
            let reference = Reference {
                expected: &[*expected],
                flushed: &of_flushed,
                samples: samples.map(|(_, dtype)| (&numbers[..], dtype)),
            };
            self.tensor(name, &[*found], &reference)?;
        }
        Ok(())
    }

    fn tensor(&self, name: &str, found: &[f64], reference: &Reference<'_>) -> Result<(), Mismatch> {
        for (element, &found) in found.iter().enumerate() {
            let (expected, allowed) = (reference.expected[element], reference.allowed(element));
            let near = same(found, expected, allowed) || same(found, (reference.flushed)()[element], 0.0);
            if !near && allowed.is_finite() {
                let (param, tensor) = (self.place.to_string(), name.to_owned());
                let (routine, step) = (self.routine, self.step);
                return Err(Mismatch::Number { param, tensor, element, routine, step, found, expected, allowed });
            }
        }
        Ok(())
    }
}

/// Runs with random errors, by the name of an output; `None` if that must be equal to the bit.
type SamplesOf<'f, 'o> = &'f dyn Fn(&str) -> Option<(&'o [Outputs], Dtype)>;

/// The routines of parameters that run together: of one, unless they join numbers of all.
pub(super) struct ParamGraphs<'g> {
    pub(super) graphs: Vec<&'g Graph>,
    /// The global states that any of them assigns.
    pub(super) assigned: BTreeSet<String>,
    pub(super) inputs: Vec<StepInputs>,
}

impl ParamGraphs<'_> {
    fn runs(&self) -> Vec<(&Graph, &StepInputs)> {
        self.graphs.iter().copied().zip(&self.inputs).collect()
    }

    /// The interpreter's results.
    fn exact(&self, dtype: Dtype) -> Result<Vec<Outputs>, Mismatch> {
        let hypers = &BTreeMap::new();
        let runs: Vec<Run<'_>> = self
            .runs()
            .into_iter()
            .map(|(graph, StepInputs { param, grad, states, t })| Run { graph, param, grad, states, hypers, t: *t })
            .collect();
        run_together(dtype, &runs).map_err(Mismatch::Run)
    }
}

/// The expected tensor after a step.
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

/// The distance of a sample; infinite if one of the two is not finite and the other differs.
fn deviation(sample: f64, expected: f64) -> f64 {
    if same(sample, expected, 0.0) {
        return 0.0;
    }
    let difference = (sample - expected).abs();
    if difference.is_nan() { f64::INFINITY } else { difference }
}

/// Gradients as a step sees them.
pub(super) fn loaded<T: Float>(grad: Vec<f64>, load: GradLoad) -> Vec<f64> {
    if load.is_plain() {
        return grad;
    }
    let load = |x: f64| {
        let scaled = (T::cast(x) * T::cast(load.scale)).as_();
        match load.clip.map(|clip| T::cast(clip).as_()) {
            Some(clip) if !scaled.is_nan() => scaled.clamp(-clip, clip),
            _ => scaled,
        }
    };
    grad.into_iter().map(load).collect()
}
