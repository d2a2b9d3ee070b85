//! A case carried out: the kernel's steps, each against the interpreter from where the kernel stands.

use std::collections::BTreeMap;

use ndarray::{ArrayViewD, ArrayViewMutD};

use super::case::Case;
use super::compare::{Compared, Mismatch, Snapshot, same};
use super::digest::Digest;
use super::layout::Laid;
use super::{Refusal, settings};
use crate::builder::Builder;
use crate::definition::Definition;
use crate::kernel::{Float, GradLoad};
use crate::lang::{Dtype, Graph, Library, Node, Op};
use crate::optimizer::Optimizer;
use crate::random::Random;

/// Most operations of the interpreter per parameter and step; larger ones are left out.
const COST: usize = 1_500_000;

/// What became of a case.
pub(super) enum End {
    Passed {
        /// Whether everything was compared to the bit.
        exact: bool,
        /// A hash of everything that the kernel left behind.
        digest: u64,
    },
    /// Nothing was run: too large, or a schedule led to settings that do not go together.
    LeftOut,
    Failed(Trouble),
}

/// What is wrong with a case.
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

pub(super) fn run<O: Definition>(case: &Case) -> End {
    let result = match case.dtype {
        Dtype::F32 => run_with_elements::<O, f32>(case),
        Dtype::F64 => run_with_elements::<O, f64>(case),
    };
    result.unwrap_or_else(End::Failed)
}

fn run_with_elements<O: Definition, T: Float>(case: &Case) -> Result<End, Trouble> {
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
    let mut digest = Digest::default();
    for step in 1..=case.steps {
        let Ok(kernel) = settings::kernel::<O>(&case.settings, step - 1) else { return Ok(End::LeftOut) };
        let mut graphs = Vec::with_capacity(params.len());
        for param in &case.params {
            let graph =
                kernel.graph(&param.shape).map_err(Mismatch::Graph)?.seeded(case.seed, &graphs.len().to_string());
            if cost(&graph) > COST {
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
        let before: Vec<Snapshot<T>> =
            (0..params.len()).map(|place| Snapshot::of(&optimizer, place, &params[place])).collect();
        let load = advance(case, &mut optimizer, &mut params, &grads, step)?;
        for (place, before) in before.into_iter().enumerate() {
            let after = Snapshot::of(&optimizer, place, &params[place]);
            after.digest(&mut digest);
            let compared = Compared { place, step, before: &before, after: &after };
            compared.outside(&params[place])?;
            match &grads[place] {
                Some(grad) => exact &= compared.numbers(&graphs[place], case, grad, load)?,
                None => compared.nothing()?,
            }
        }
    }
    Ok(End::Passed { exact, digest: digest.value() })
}

fn build<O: Definition, T: Float>(case: &Case, params: &[Laid<T>]) -> Result<Optimizer<O, T>, Refusal> {
    let mut builder = Builder::<O>::new().threads(case.threads).seed(case.seed);
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
    builder.build(&views).map_err(Refusal::Build)
}

/// One step, and how it must have loaded the gradients.
fn advance<O: Definition, T: Float>(
    case: &Case,
    optimizer: &mut Optimizer<O, T>,
    params: &mut [Laid<T>],
    grads: &[Option<Laid<T>>],
    step: u64,
) -> Result<GradLoad, Trouble> {
    let present = grads.iter().enumerate().filter_map(|(place, grad)| Some((place.to_string(), grad.as_ref()?.view())));
    let present: BTreeMap<String, ArrayViewD<'_, T>> = present.collect();
    let mut views: Vec<ArrayViewMutD<'_, T>> = params.iter_mut().map(Laid::view_mut).collect();
    let report = optimizer.step(&mut views, &present).map_err(Refusal::Step)?;
    let scale = case.grad_scale.unwrap_or(1.0);
    let plain = GradLoad { scale, clip: case.clip_value };
    let Some(max) = case.clip_norm else { return Ok(plain) };
    let squares = present.values().flatten().map(|x| (x.as_() * scale) * (x.as_() * scale));
    let expected = squares.sum::<f64>().sqrt();
    let found = report.grad_norm.unwrap_or(f64::NAN);
    let allowed = 1e-12 * expected;
    if !same(found, expected, allowed) {
        let (param, tensor) = ("all".to_owned(), "norm of the gradients".to_owned());
        return Err(Mismatch::Number { param, tensor, element: 0, step, found, expected, allowed }.into());
    }
    let factor = max / (found + 1e-6);
    Ok(GradLoad { scale: scale * if factor > 1.0 { 1.0 } else { factor }, ..plain })
}

/// Operations on single numbers that one evaluation takes.
fn cost(graph: &Graph) -> usize {
    let of = |node: &Node| match (node.op(), node.inputs()) {
        (Op::Reduce(..), _) => graph.joined(node).len(),
        (Op::Library(Library::Matmul), [first, ..]) => {
            node.extent().len().saturating_mul(graph.extent(*first).sizes().2)
        }
        _ => node.extent().len(),
    };
    graph.nodes().iter().map(of).fold(0, usize::saturating_add)
}
