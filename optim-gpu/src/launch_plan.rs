//! The launches of a step before there is a device: a public figure.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use optim_core::Engine;
use optim_core::program::GivenToStep;
use optim_language::Fold;

use crate::body::{PassBody, ScalarBody};
use crate::error::GpuError;
use crate::layout::{Layout, Limits};
use crate::matrices::ProductBody;
use crate::plan::{Kind, LaunchKernel, Plan};
use crate::streams::{Moved, Names};

/// The launches of the next step of an optimizer, if all parameters have gradients and each has a buffer of its own: made by [`plan_for`].
///
/// `Display` is a table with a line for each launch; launches that only differ in their parameters share one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LaunchPlan {
    /// The optimizer's name.
    pub optimizer: &'static str,
    /// The launches, in order.
    pub launches: Vec<PlannedLaunch>,
    /// The number of different kernels, each of which is compiled once.
    pub kernels: usize,
}

/// A launch of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlannedLaunch {
    /// The kind of work.
    pub kind: LaunchKind,
    /// The place of its kernel among the different ones, in the order in which they come first.
    pub kernel: usize,
    /// The names of the parameters that it is for.
    pub params: Vec<String>,
    /// The streams, and scalar states on the device, that it reads: `param`, `grad`, the names of states, `scratch0`, `scratch1` and so on.
    pub reads: Vec<String>,
    /// The streams and scalars that it writes.
    pub writes: Vec<String>,
    /// The number of reductions that it takes part in.
    pub reductions: usize,
    /// The number of its workgroups (thread blocks), of 256 units each.
    pub cubes: usize,
    /// Bytes of these streams, as [`StepPass::bytes`](optim_core::plan::StepPass::bytes) counts them: of all parameters together. Parts of sums do not count,
    /// so only passes have any.
    pub bytes: u64,
}

/// The kind of work of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaunchKind {
    /// A walk over the elements of parameters and states.
    Pass,
    /// Arithmetic on the few numbers of each parameter, such as the ends of its reductions.
    Scalars,
    /// One number of the whole model from those of its parameters.
    Join,
    /// Products of matrices.
    Product,
    /// Matrices whose elements are put in another order: transposes, diagonals, columns.
    Copy,
}

impl LaunchPlan {
    /// Bytes that all launches move.
    pub fn bytes(&self) -> u64 {
        self.launches.iter().map(|launch| launch.bytes).sum()
    }
}

/// The launches of the next step of an optimizer on a device whose kernels take so many buffers. No device is needed.
///
/// [`bindings`](crate::bindings) asks a device for the number: 1,024 with CUDA and SPIR-V, 30 with Metal; with WGSL one less than the device has, which is 7
/// where WebGPU promises no more. A launch takes as many parameters as they allow, at most 128: two buffers each, parameter and gradient, beside four of its own. On a device
/// whose buffers are smaller than all states together, more launches may be needed.
///
/// It works on a copy of the engine, so there is memory for the states twice until it returns.
///
/// # Errors
///
/// [`GpuError`], if a step of this optimizer cannot run on a device.
///
/// # Examples
///
/// ```
/// use optim_std::prelude::*;
///
/// let model: std::collections::BTreeMap<String, ndarray::ArrayD<f32>> =
///     (0..1000).map(|k| (format!("p{k:03}"), ndarray::ArrayD::zeros(vec![100]))).collect();
/// let optimizer = AdamW::new().build(&model)?;
/// let plan = optim_gpu::plan_for(&optimizer, 1024)?;
/// assert_eq!((plan.launches.len(), plan.kernels), (8, 1));
/// println!("{plan}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_for(engine: &Engine<f32>, bindings: usize) -> Result<LaunchPlan, GpuError> {
    Ok(figures(&planned(engine, bindings)?, engine, &mut Names::new(engine)))
}

/// The public figures of a plan.
pub(crate) fn figures(plan: &Plan<Vec<u32>>, engine: &Engine<f32>, names: &mut Names<'_>) -> LaunchPlan {
    let mut numbers = KernelNumbers::default();
    let launches = plan.launches.iter().map(|launch| {
        let Moved { reads, writes } = names.moved(launch);
        let (kind, reductions) = match &launch.kernel {
            LaunchKernel::Pass { body, .. } => (LaunchKind::Pass, body.reductions.len()),
            LaunchKernel::Scalars(body) => (LaunchKind::Scalars, body.reductions.len()),
            LaunchKernel::Join(_) => (LaunchKind::Join, 1),
            LaunchKernel::Product(_) => (LaunchKind::Product, 0),
            LaunchKernel::Copy => (LaunchKind::Copy, 0),
        };
        let kernel = numbers.number(&launch.kernel);
        let params = names.params(launch);
        PlannedLaunch { kind, kernel, params, reads, writes, reductions, cubes: launch.cubes, bytes: launch.bytes }
    });
    let launches = launches.collect();
    LaunchPlan { optimizer: engine.name(), launches, kernels: numbers.0.len() }
}

/// The plan of the next step in which all parameters have gradients.
pub(crate) fn planned(engine: &Engine<f32>, bindings: usize) -> Result<Plan<Vec<u32>>, GpuError> {
    let scalars = engine.device_scalars()?;
    let layout = Layout::new(engine, &scalars, Limits { bindings, buffer_bytes: u64::MAX })?;
    // Nothing changes before a step is finished, but schedules go to where it is.
    let given = GivenToStep { has_grad: &|_| true, number: &|_| Some(0.0), has_array: &|_, _| true };
    let step = engine.clone().describe_step(&given, &scalars)?;
    Plan::new(&step, &layout, Kind::Step)
}

/// A kernel that CubeCL compiles once.
#[derive(Debug, PartialEq, Eq, Hash)]
enum KernelKey {
    /// With the number of its slots.
    Pass(PassBody, usize),
    Scalars(ScalarBody),
    Join(Fold),
    Product(ProductBody),
    Copy,
}

/// Numbers of the different kernels.
#[derive(Debug, Default)]
struct KernelNumbers(HashMap<KernelKey, usize>);

impl KernelNumbers {
    fn number(&mut self, kernel: &LaunchKernel) -> usize {
        let key = match kernel {
            LaunchKernel::Pass { body, slots, .. } => KernelKey::Pass(body.clone(), slots.len()),
            LaunchKernel::Scalars(body) => KernelKey::Scalars(body.clone()),
            LaunchKernel::Join(fold) => KernelKey::Join(*fold),
            LaunchKernel::Product(body) => KernelKey::Product(*body),
            LaunchKernel::Copy => KernelKey::Copy,
        };
        let next = self.0.len();
        *self.0.entry(key).or_insert(next)
    }
}

impl Display for LaunchKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pass => "pass",
            Self::Scalars => "scalars",
            Self::Join => "join",
            Self::Product => "product",
            Self::Copy => "copy",
        })
    }
}

impl Display for LaunchPlan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { optimizer, launches, kernels } = self;
        write!(f, "{optimizer}: {}, {}", counted(launches.len(), "launch"), counted(*kernels, "kernel"))?;
        write!(f, ", {} B moved (f32)", self.bytes())?;
        if launches.is_empty() {
            return Ok(());
        }
        write!(
            f,
            "\n  {:>9}  {:>6}  {:7}  {:>10}  {:>13}  streams",
            "launch", "kernel", "kind", "parameters", "bytes"
        )?;
        let mut from = 0;
        for alike in launches.chunk_by(is_alike) {
            let to = from + alike.len();
            let places = if alike.len() > 1 { format!("{}-{to}", from + 1) } else { to.to_string() };
            let [PlannedLaunch { kind, kernel, .. }, ..] = alike else { continue };
            let params: usize = alike.iter().map(|launch| launch.params.len()).sum();
            let bytes: u64 = alike.iter().map(|launch| launch.bytes).sum();
            write!(
                f,
                "\n  {places:>9}  {:>6}  {kind:7}  {params:>10}  {bytes:>13}  {}",
                kernel + 1,
                alike[0].streams()
            )?;
            from = to;
        }
        Ok(())
    }
}

/// True if two launches share a line of the table.
fn is_alike(a: &PlannedLaunch, b: &PlannedLaunch) -> bool {
    (a.kind, a.kernel, &a.reads, &a.writes) == (b.kind, b.kernel, &b.reads, &b.writes)
}

impl PlannedLaunch {
    /// The streams that are read, written and reduced, as text.
    fn streams(&self) -> String {
        let mut parts = Vec::new();
        for (verb, names) in [("reads", &self.reads), ("writes", &self.writes)] {
            if !names.is_empty() {
                parts.push(format!("{verb} {}", names.join(" ")));
            }
        }
        if self.reductions > 0 {
            parts.push(format!("{} reduced", self.reductions));
        }
        parts.join(", ")
    }
}

/// `1 launch`, `2 launches`.
fn counted(number: usize, what: &str) -> String {
    let plural = match (number, what) {
        (1, _) => "",
        (_, "launch") => "es",
        _ => "s",
    };
    format!("{number} {what}{plural}")
}
