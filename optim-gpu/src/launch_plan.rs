//! The launches of a step, without a device: the public type.

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use optim_core::Optimizer;
use optim_core::program::GivenToStep;
use optim_language::Fold;

use crate::body::{PassBody, ScalarBody};
use crate::error::GpuError;
use crate::layout::{Layout, Limits};
use crate::matrices::ProductBody;
use crate::plan::{Kind, LaunchKernel, Plan};
use crate::streams::{Moved, Names};

/// The launches of an optimizer's next step, if all parameters have gradients and each has its own buffer: made by [`plan_for`].
///
/// `Display` prints a table with a line for each launch. Launches that differ only in their parameters share a line.
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
    /// The number of its kernel. Kernels are numbered in the order of their first launch.
    pub kernel: usize,
    /// The names of its parameters.
    pub params: Vec<String>,
    /// The streams and scalar states on the device that it reads: `param`, `grad`, the names of states, `scratch0`, `scratch1` and so on.
    pub reads: Vec<String>,
    /// The streams and scalars that it writes.
    pub writes: Vec<String>,
    /// The number of reductions that it takes part in.
    pub reductions: usize,
    /// The number of its workgroups (thread blocks), of 256 units each.
    pub cubes: usize,
    /// The bytes of these streams, as [`StepPass::bytes`](optim_core::plan::StepPass::bytes) counts them, for all parameters together. Parts of sums do not
    /// count, so the number is 0 except for passes.
    pub bytes: u64,
}

/// The kind of work of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaunchKind {
    /// A walk over the elements of parameters and states.
    Pass,
    /// Arithmetic on the few numbers of each parameter, such as the last operations of its reductions.
    Scalars,
    /// One number of the whole model, from one number of each parameter.
    Join,
    /// Products of matrices.
    Product,
    /// Copies of matrices in another order: transposes, diagonals, columns.
    Copy,
    /// Identity matrices.
    Eye,
}

impl LaunchPlan {
    /// The bytes that all launches move.
    pub fn bytes(&self) -> u64 {
        self.launches.iter().map(|launch| launch.bytes).sum()
    }
}

/// Returns the launches of the next step of an optimizer on a device whose kernels can bind `bindings` buffers. It needs no device.
///
/// [`bindings`](crate::bindings) asks a device for the number: 1,024 with CUDA and SPIR-V, 30 with Metal. With WGSL, it is one less than the device has: 7 if
/// the device offers only what WebGPU guarantees. A launch binds two buffers for each parameter, the parameter and its gradient, and four others. It takes
/// at most 128 parameters. If all states together are larger than a buffer of the device, a step may need more launches.
///
/// The function works on a copy of the optimizer, so the states take twice the memory until it returns.
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
pub fn plan_for(optimizer: &Optimizer<f32>, bindings: usize) -> Result<LaunchPlan, GpuError> {
    Ok(figures(&planned(optimizer, bindings)?, optimizer, &mut Names::new(optimizer)))
}

/// The public numbers of a plan.
pub(crate) fn figures(plan: &Plan<Vec<u32>>, optimizer: &Optimizer<f32>, names: &mut Names<'_>) -> LaunchPlan {
    let mut numbers = KernelNumbers::default();
    let launches = plan.launches.iter().map(|launch| {
        let Moved { reads, writes } = names.moved(launch);
        let (kind, reductions) = match &launch.kernel {
            LaunchKernel::Pass { body, .. } => (LaunchKind::Pass, body.reductions.len()),
            LaunchKernel::Scalars(body) => (LaunchKind::Scalars, body.reductions.len()),
            LaunchKernel::Join(_) => (LaunchKind::Join, 1),
            LaunchKernel::Product(_) => (LaunchKind::Product, 0),
            LaunchKernel::Copy => (LaunchKind::Copy, 0),
            LaunchKernel::Eye => (LaunchKind::Eye, 0),
        };
        let kernel = numbers.number(&launch.kernel);
        let params = names.params(launch);
        PlannedLaunch { kind, kernel, params, reads, writes, reductions, cubes: launch.cubes, bytes: launch.bytes }
    });
    let launches = launches.collect();
    LaunchPlan { optimizer: optimizer.name(), launches, kernels: numbers.0.len() }
}

/// The plan of the next step in which all parameters have gradients.
pub(crate) fn planned(optimizer: &Optimizer<f32>, bindings: usize) -> Result<Plan<Vec<u32>>, GpuError> {
    let scalars = optimizer.device_scalars()?;
    let layout = Layout::new(optimizer, &scalars, Limits { bindings, buffer_bytes: u64::MAX })?;
    // A clone, because describing a step moves its schedules.
    let given = GivenToStep { has_grad: &|_| true, number: &|_| Some(0.0), has_array: &|_, _| true };
    let step = optimizer.clone().describe_step(&given, &scalars)?;
    Plan::new(&step, &layout, Kind::Step)
}

/// A kernel that CubeCL compiles once.
#[derive(Debug, PartialEq, Eq, Hash)]
enum KernelKey {
    /// A pass, with the number of slots.
    Pass(PassBody, usize),
    Scalars(ScalarBody),
    Join(Fold),
    Product(ProductBody),
    Copy,
    Eye,
}

/// The numbers of the different kernels.
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
            LaunchKernel::Eye => KernelKey::Eye,
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
            Self::Eye => "eye",
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

/// Returns true if two launches share a line of the table.
fn is_alike(a: &PlannedLaunch, b: &PlannedLaunch) -> bool {
    (a.kind, a.kernel, &a.reads, &a.writes) == (b.kind, b.kernel, &b.reads, &b.writes)
}

impl PlannedLaunch {
    /// The streams that the launch reads, writes and reduces, as text.
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
