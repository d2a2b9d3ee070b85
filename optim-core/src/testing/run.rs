//! A case carried out: the kernel's steps, each against the interpreter from where the kernel stands.

use std::collections::{BTreeMap, BTreeSet};

use ndarray::{ArrayViewD, ArrayViewMutD};

use super::case::{Case, CaseParam, programs_of};
use super::compare::{Compared, Mismatch, ParamGraphs, Snapshot, loaded, same};
use super::digest::Digest;
use super::inputs::GivenInputs;
use super::layout::Laid;
use super::{Refusal, settings};
use crate::builder::Builder;
use crate::definition::Routine;
use crate::kernel::{Float, GradLoad};
use crate::lang::{Dtype, Graph, Library, Node, Op};

use crate::optimizer::{About, AnyDefinition, Optimizer, StepError, Watched};
use crate::params::BuildFrom as _;
use crate::random::Random;

/// Most operations of the interpreter per parameter and step; larger ones are left out.
const COST: usize = 1_500_000;

/// The result of a case.
pub(super) enum End {
    Passed {
        /// True if everything was compared to the bit.
        exact: bool,
        /// A hash of everything that the kernel left behind.
        digest: u64,
    },
    /// The case was not run: too large, or a schedule led to settings that do not go together.
    LeftOut,
    Failed(Trouble),
}

/// A mistake in a case.
pub(super) enum Trouble {
    Refused(Refusal),
    Differs(Mismatch),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Mismatch> for Trouble {
    fn from(mismatch: Mismatch) -> Self {
        Self::Differs(mismatch)
    }
}

pub(super) fn run(about: &'static About, case: &Case) -> End {
    let result = match case.dtype {
        Dtype::F32 => run_with_elements::<f32>(about, case),
        Dtype::F64 => run_with_elements::<f64>(about, case),
    };
    result.unwrap_or_else(End::Failed)
}

fn run_with_elements<T: Float>(about: &'static About, case: &Case) -> Result<End, Trouble> {
    let random = &mut Random::new(case.seed);
    let mut number = |grad: bool| case.numbers.next(random, grad);
    let built: Vec<Laid<T>> = case.params.iter().map(|p| Laid::new(&p.shape, &p.built, || number(false))).collect();
    if is_too_large(about, case) {
        return Ok(End::LeftOut);
    }
    let mut optimizer = build::<T>(about, case, &built)?;
    let mut params: Vec<Laid<T>> =
        case.params.iter().map(|p| Laid::new(&p.shape, &p.param, || number(false))).collect();
    for (laid, built) in params.iter_mut().zip(&built) {
        laid.view_mut().assign(&built.view());
    }
    start(about, case, &mut optimizer);
    let mut twin = Twin { optimizer: optimizer.clone(), params: params.clone() };
    twin.optimizer.write_loops();
    // One of the two is watched, and does the same.
    let watched = if case.seed.is_multiple_of(2) { &mut optimizer } else { &mut twin.optimizer };
    watch_outputs(watched);
    let mut exact = true;
    let mut digest = Digest::default();
    for step in 1..=case.steps {
        let Ok(kernel) = settings::kernel(about, &case.settings, step - 1) else { return Ok(End::LeftOut) };
        let Some(graphs) = Graphs::of((about, &*kernel), case, &optimizer)? else { return Ok(End::LeftOut) };
        let (optimizer, params, twin) = (&mut optimizer, &mut params, &mut twin);
        let mut run = CaseRun { about, case, optimizer, params, twin, graphs: &graphs, step, exact: true };
        if step == 1 {
            run.eval(0, &mut digest)?;
        }
        let mut grads = || -> Grads<T> {
            case.params
                .iter()
                .map(|p| {
                    let grad = Laid::new(&p.shape, &p.grad, || number(true));
                    (!(p.skips && (step + case.seed).is_multiple_of(2))).then_some(grad)
                })
                .collect()
        };
        let first = grads();
        let given = GivenInputs::draw(case, step, run.optimizer);
        if optimizer_has(about, Routine::Probe) {
            run.probe_and_step(&first, &grads(), &given)?;
        } else {
            run.step(&first, &given)?;
        }
        for place in 0..case.params.len() {
            run.snapshot(place).digest(&mut digest);
        }
        run.eval(step, &mut digest)?;
        exact &= run.exact;
    }
    Ok(End::Passed { exact, digest: digest.value() })
}

fn optimizer_has(about: &'static About, routine: Routine) -> bool {
    match routine {
        Routine::Step => true,
        routine => !about.entries_of(routine).is_empty(),
    }
}

/// A gradient for each parameter that has one.
type Grads<T> = Vec<Option<Laid<T>>>;

/// The graphs of each parameter.
struct Graphs {
    step: Vec<Graph>,
    probe: Vec<Graph>,
    eval: Vec<Graph>,
}

impl Graphs {
    /// `None` if the interpreter would take too long.
    fn of<T: Float>(
        (about, kernel): (&About, &dyn AnyDefinition),
        case: &Case,
        optimizer: &Optimizer<T>,
    ) -> Result<Option<Self>, Mismatch> {
        let of = |routine| -> Result<Vec<Graph>, Mismatch> {
            let graph = |(place, param): (usize, &CaseParam)| {
                let t = optimizer.step_count(&place.to_string()).unwrap_or_default() + 1;
                let graph = kernel
                    .trace_of(routine, &about.axes_of(&param.shape, None), t)
                    .map_err(Mismatch::Graph)
                    .transpose();
                graph.map(|graph| graph.map(|graph| graph.seeded(case.seed, &place.to_string())))
            };
            case.params.iter().enumerate().filter_map(graph).collect()
        };
        let graphs = Self { step: of(Routine::Step)?, probe: of(Routine::Probe)?, eval: of(Routine::Eval)? };
        let mut all = graphs.step.iter().chain(&graphs.probe).chain(&graphs.eval);
        Ok(all.all(|graph| cost(graph) <= COST).then_some(graphs))
    }
}

/// From now on all outputs are watched that the optimizer declares.
fn watch_outputs<T: Float>(optimizer: &mut Optimizer<T>) {
    let all = optimizer.watchable();
    let declared = all.iter().map(String::as_str).filter(|name| !Watched::names().any(|known| known == *name));
    // Nothing but these can be wrong.
    let _ = optimizer.watch(declared);
}

/// The same optimizer with its loops as data, and parameters of its own.
struct Twin<T: Float> {
    optimizer: Optimizer<T>,
    params: Vec<Laid<T>>,
}

/// One step of a case.
struct CaseRun<'r, T: Float> {
    about: &'static About,
    case: &'r Case,
    optimizer: &'r mut Optimizer<T>,
    params: &'r mut Vec<Laid<T>>,
    twin: &'r mut Twin<T>,
    graphs: &'r Graphs,
    step: u64,
    /// True if everything was compared to the bit.
    exact: bool,
}

impl<T: Float> CaseRun<'_, T> {
    fn snapshot(&self, place: usize) -> Snapshot<T> {
        let snapshot = Snapshot::of(self.about, self.optimizer, place, &self.params[place]);
        let reports = [&*self.optimizer, &self.twin.optimizer].map(Optimizer::last_report);
        let watched = reports.into_iter().flatten().find_map(|report| report.watched.as_ref());
        snapshot.reporting(watched, place)
    }

    fn snapshots(&self) -> Vec<Snapshot<T>> {
        (0..self.params.len()).map(|place| self.snapshot(place)).collect()
    }

    fn step(&mut self, grads: &Grads<T>, given: &GivenInputs<T>) -> Result<(), Trouble> {
        let before = self.snapshots();
        let present = present(grads);
        let inputs = given.inputs();
        let report = self.optimizer.with_inputs(&inputs).step(&mut views(self.params), &present);
        let load = self.load(&present, report.map_err(Refusal::Step)?.grad_norm)?;
        let Twin { optimizer, params } = &mut *self.twin;
        optimizer.with_inputs(&inputs).step(&mut views(params), &present).map_err(Refusal::Step)?;
        self.compare(Routine::Step, &before, (grads, given), load)?;
        self.compare_twin("by its loops as data")
    }

    /// Compares the parameters and states of the twin, which must be equal to the bit.
    fn compare_twin(&self, when: &str) -> Result<(), Trouble> {
        let Twin { optimizer, params } = &*self.twin;
        for (place, param) in params.iter().enumerate() {
            let (before, after) = (&self.snapshot(place), &Snapshot::of(self.about, optimizer, place, param));
            let compared = Compared { routine: Routine::Step, place, step: self.step, before, after };
            compared.equal(when)?;
        }
        Ok(())
    }

    /// Probe and step one by one, each against its graph; the twin does both together by `step_with`.
    fn probe_and_step(&mut self, first: &Grads<T>, second: &Grads<T>, of_both: &GivenInputs<T>) -> Result<(), Trouble> {
        let inputs = &of_both.inputs();
        let mut given = [present(first), present(second)].into_iter();
        let next = |_: &Vec<ArrayViewMutD<'_, T>>| Ok::<_, StepError>(((), given.next().unwrap_or_default()));
        let Twin { optimizer, params } = &mut *self.twin;
        optimizer.with_inputs(inputs).step_with(&mut views(params), next).map_err(Refusal::Step)?;

        let before = self.snapshots();
        let grads = present(first);
        let probed = self.optimizer.probe(&mut views(self.params), &grads, inputs, false).map_err(Refusal::Step)?;
        let load = self.load(&grads, probed.and_then(|probed| probed.grad_norm))?;
        self.compare(Routine::Probe, &before, (first, of_both), load)?;

        let before = self.snapshots();
        let grads = present(second);
        let report = self.optimizer.update(&mut views(self.params), &grads, inputs).map_err(Refusal::Step)?;
        let load = self.load(&grads, report.grad_norm)?;
        self.compare(Routine::Step, &before, (second, of_both), load)?;
        self.compare_twin("by `step_with` and loops as data, beside probe and step one by one,")
    }

    /// Weights for evaluation after so many steps, against the graph; the parameters come back.
    fn eval(&mut self, step: u64, digest: &mut Digest) -> Result<(), Trouble> {
        if !optimizer_has(self.about, Routine::Eval) {
            return Ok(());
        }
        let before = self.snapshots();
        let numbers = |views: &mut Vec<ArrayViewMutD<'_, T>>| -> Vec<Vec<f64>> {
            views.iter().map(|view| view.iter().map(|number| number.as_()).collect()).collect()
        };
        let weights = self.optimizer.with_eval(&mut views(self.params), numbers).map_err(Refusal::Step)?;
        let Twin { optimizer, params } = &mut *self.twin;
        let of_twin = optimizer.with_eval(&mut views(params), numbers).map_err(Refusal::Step)?;
        for (place, (weights, of_twin)) in weights.iter().zip(of_twin).enumerate() {
            let [before, after] = [weights.clone(), of_twin].map(|weights| before[place].with_param(weights));
            let compared = Compared { routine: Routine::Eval, place, step, before: &before, after: &after };
            compared.equal("by loops as data")?;
        }
        for (place, (before, weights)) in before.iter().zip(weights).enumerate() {
            let of = |after| Compared { routine: Routine::Eval, place, step, before, after };
            let restored = self.snapshot(place);
            of(&restored).outside(&self.params[place])?;
            of(&restored).equal("by an evaluation")?;
            let none = vec![0.0; weights.len()];
            let after = before.with_param(weights);
            after.digest(digest);
            let (graphs, inputs) = (vec![&self.graphs.eval[place]], vec![before.inputs(none, BTreeMap::new())]);
            let together = ParamGraphs { graphs, assigned: BTreeSet::new(), inputs };
            self.exact &= of(&after).numbers(&together, 0, self.case)?;
        }
        Ok(())
    }

    /// Compares the results of a routine with its graphs.
    fn compare(
        &mut self,
        routine: Routine,
        before: &[Snapshot<T>],
        (grads, given): (&Grads<T>, &GivenInputs<T>),
        load: GradLoad,
    ) -> Result<(), Trouble> {
        let graphs = if routine == Routine::Probe { &self.graphs.probe } else { &self.graphs.step };
        let present = || grads.iter().enumerate().filter_map(|(place, grad)| Some((place, grad.as_ref()?)));
        let inputs = |place: usize, grad: &Laid<T>| {
            before[place].inputs(loaded::<T>(grad.numbers(), load), given.numbers(place))
        };
        let joins = |(place, _): (usize, &Laid<T>)| {
            graphs[place].nodes().iter().any(|node| matches!(node.op(), Op::Global { .. }))
        };
        let assigned = before
            .first()
            .map_or_else(BTreeSet::new, |before| before.assigned_by(present().map(|(place, _)| &graphs[place])));
        let all = present().any(joins).then(|| ParamGraphs {
            graphs: present().map(|(place, _)| &graphs[place]).collect(),
            assigned: assigned.clone(),
            inputs: present().map(|(place, grad)| inputs(place, grad)).collect(),
        });
        let mut run = 0;
        for (place, before) in before.iter().enumerate() {
            let after = &self.snapshot(place);
            let compared = Compared { routine, place, step: self.step, before, after };
            compared.outside(&self.params[place])?;
            match (&grads[place], &all) {
                (Some(_), Some(all)) => {
                    self.exact &= compared.numbers(all, run, self.case)?;
                    run += 1;
                }
                (Some(grad), None) => {
                    let (graphs, inputs) = (vec![&graphs[place]], vec![inputs(place, grad)]);
                    let alone = ParamGraphs { graphs, assigned: assigned.clone(), inputs };
                    self.exact &= compared.numbers(&alone, 0, self.case)?;
                }
                (None, _) if present().next().is_none() => compared.equal("without any gradient")?,
                (None, _) => compared.nothing()?,
            }
        }
        Ok(())
    }

    /// The expected changes of gradients with this norm.
    fn load(&self, present: &Present<'_, T>, norm: Option<f64>) -> Result<GradLoad, Trouble> {
        let (case, step) = (self.case, self.step);
        let scale = case.grad_scale.unwrap_or(1.0);
        let plain = GradLoad { scale, clip: case.clip_value };
        let Some(max) = case.clip_norm else { return Ok(plain) };
        let squares = present.values().flatten().map(|x| (x.as_() * scale) * (x.as_() * scale));
        let expected = squares.sum::<f64>().sqrt();
        let found = norm.unwrap_or(f64::NAN);
        let allowed = 1e-12 * expected;
        if !same(found, expected, allowed) {
            let (param, tensor) = ("all".to_owned(), "norm of the gradients".to_owned());
            let routine = Routine::Step;
            return Err(Mismatch::Number { param, tensor, element: 0, routine, step, found, expected, allowed }.into());
        }
        let factor = max / (found + 1e-6);
        Ok(GradLoad { scale: scale * if factor > 1.0 { 1.0 } else { factor }, ..plain })
    }
}

/// Gradients by the names of their parameters.
type Present<'g, T> = BTreeMap<String, ArrayViewD<'g, T>>;

fn present<T: Float>(grads: &Grads<T>) -> Present<'_, T> {
    let named = grads.iter().enumerate();
    named.filter_map(|(place, grad)| Some((place.to_string(), grad.as_ref()?.view()))).collect()
}

fn views<T: Float>(params: &mut [Laid<T>]) -> Vec<ArrayViewMutD<'_, T>> {
    params.iter_mut().map(Laid::view_mut).collect()
}

/// Returns true if the first step is too large for the interpreter: its workspace need not be made then. A state may be larger than all that the
/// step computes, where a step reads and writes none of it.
fn is_too_large(about: &'static About, case: &Case) -> bool {
    let Ok(kernel) = settings::kernel(about, &case.settings, 0) else { return false };
    let graph = |param: &CaseParam| kernel.trace(&about.axes_of(&param.shape, None), 1);
    let is_large = |param: &CaseParam, state: usize| {
        let shape = about.folded(&param.shape);
        let sizes = kernel.state_dims(state, 0, shape).map_or([1; 3], |dims| shape.sizes(dims));
        kernel.state_exists(state, shape) && sizes.into_iter().fold(1, usize::saturating_mul) > COST
    };
    case.params.iter().any(|param| {
        graph(param).is_ok_and(|graph| cost(&graph) > COST)
            || (0..about.state_count()).any(|state| is_large(param, state))
    })
}

fn build<T: Float>(about: &'static About, case: &Case, params: &[Laid<T>]) -> Result<Optimizer<T>, Refusal> {
    let mut builder = Builder::<()>::new().threads(case.threads).seed(case.seed);
    for (index, value) in &case.settings {
        builder = builder.set_at(*index, value.clone());
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
    builder.build_about(about, &views.declared()).map_err(Refusal::Build)
}

/// Sets the step counts so that every program of a step has its turn, however late it comes: parameters begin shortly before the
/// first step of one of them.
fn start<T: Float>(about: &'static About, case: &Case, optimizer: &mut Optimizer<T>) {
    let Ok(kernel) = settings::kernel(about, &case.settings, 0) else { return };
    // Numbers of their own: those of steps without timed conditions stay what they were.
    let random = &mut Random::new(case.seed ^ 0x5f35_6495_a1b2_77d9);
    for (place, param) in case.params.iter().enumerate() {
        let programs = programs_of(about, &*kernel, &param.shape).unwrap_or_default();
        if programs.len() < 2 || random.one_in(3) {
            continue;
        }
        let first = random.pick(&programs).first();
        let before = 1 + random.below(case.steps as usize) as u64;
        // It is one of the optimizer's parameters.
        let (name, steps) = (place.to_string(), first.saturating_sub(before));
        drop(optimizer.set_step_count(&name, steps));
        let shape = about.folded(&param.shape);
        kernel.inner_counts(shape, steps, &mut |state, steps| drop(optimizer.set_state(&name, state, steps as f64)));
    }
}

/// Operations on single numbers that one evaluation takes.
fn cost(graph: &Graph) -> usize {
    let of = |node: &Node| match (node.op(), node.inputs()) {
        (Op::Reduce(..) | Op::ReduceTo(..), _) => graph.joined(node).len(),
        (Op::Library(call), [first, ..]) if call.is_quantile() => graph.extent(*first).len(),
        (Op::Library(Library::Matmul), [first, ..]) => {
            node.extent().len().saturating_mul(graph.extent(*first).sizes().2.max(1))
        }
        (Op::Library(call), [first, ..]) if call.is_decomposition() => {
            // Sweeps over all pairs of columns.
            let (batch, rows, cols) = graph.extent(*first).sizes();
            let columns = rows.max(cols);
            [batch, rows, cols, columns, 32].into_iter().fold(1, usize::saturating_mul)
        }
        _ => node.extent().len(),
    };
    graph.nodes().iter().map(of).fold(0, usize::saturating_add)
}
