//! The text of kernels, for inspection without a device.
//!
//! [`kernels`] returns the kernels of a step in WGSL, CUDA or Metal, as CubeCL writes them. You need neither a device nor a compiler of the language.
//! Comments explain the lines, buffers have names instead of numbers, and lines are indented. Everything else is the text that would be compiled.
//!
//! ```
//! use optim_gpu::print::{Language, kernels};
//! use optim_std::prelude::*;
//!
//! let model = std::collections::BTreeMap::from([("w".to_owned(), ndarray::ArrayD::<f32>::zeros(vec![64, 48]))]);
//! let optimizer = Lion::new().lr(1e-4).build(&model)?;
//! let printed = kernels(&optimizer, Language::Cuda)?;
//! assert_eq!(printed[0].launch.reads, ["param", "grad", "exp_avg"]);
//! assert!(printed[0].text.contains("// store exp_avg = "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod comments;
mod text;
mod tidy;

use std::collections::HashMap;
use std::fmt::{self, Display, Formatter};

use optim_core::Optimizer;

use crate::error::GpuError;
use crate::launch_plan::{LaunchPlan, PlannedLaunch, figures, planned};
use crate::plan::LaunchKernel;
use crate::streams::Names;
use comments::Comments;

/// A language of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// WGSL, the language of WebGPU.
    Wgsl,
    /// CUDA's C++.
    Cuda,
    /// Metal's C++.
    Metal,
}

impl Language {
    /// The number of buffers that a kernel can bind, as [`plan_for`](crate::plan_for) counts them: 31 with WGSL, 1,024 with CUDA, 30 with Metal. A device may
    /// have other limits.
    pub const fn bindings(self) -> usize {
        match self {
            Self::Wgsl => 31,
            Self::Cuda => 1024,
            Self::Metal => 30,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "WGSL",
            Self::Cuda => "CUDA",
            Self::Metal => "Metal",
        }
    }
}

impl Display for Language {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A kernel of a step as text. `Display` prints the text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrintedKernel {
    /// The name of the function in the text. On a device it has another name, which CubeCL makes from a hash.
    pub name: String,
    /// The launch: its parameters and streams.
    pub launch: PlannedLaunch,
    /// The names of its buffers in the text, in the order of its bindings.
    pub buffers: Vec<String>,
    /// The text: comments about the kernel, then the kernel.
    pub text: String,
}

impl Display for PrintedKernel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns the kernels of the next step of an optimizer, in the order of its launches, if all parameters have gradients. Launches with equal kernels have
/// equal texts, but their comments may differ.
///
/// Like [`plan_for`](crate::plan_for), it works on a copy of the optimizer.
///
/// # Errors
///
/// [`GpuError`], if a step of this optimizer cannot run on a device.
pub fn kernels(optimizer: &Optimizer<f32>, language: Language) -> Result<Vec<PrintedKernel>, GpuError> {
    let plan = planned(optimizer, language.bindings())?;
    let mut names = Names::new(optimizer);
    let LaunchPlan { optimizer, launches, .. } = figures(&plan, optimizer, &mut names);
    let count = launches.len();
    let mut known: HashMap<usize, String> = HashMap::new();
    let mut printed = Vec::with_capacity(count);
    for (place, (launch, figures)) in plan.launches.iter().zip(launches).enumerate() {
        let text = match known.get(&figures.kernel) {
            Some(text) => text,
            None => known.entry(figures.kernel).or_insert(text::text(&launch.kernel, language)?),
        };
        let name = format!("{}_{}_{}", identifier(optimizer), figures.kind, figures.kernel + 1);
        let buffers = buffers(&launch.kernel);
        let mut comments = Comments::new(launch, &mut names);
        let body = tidy::tidy(text, language, (&name, &buffers), &mut |remark| comments.remark(remark));
        let head = comments.head(&format!("{optimizer}, launch {} of {count}", place + 1), &figures);
        let text = format!("{head}\n{body}");
        printed.push(PrintedKernel { name, launch: figures, buffers, text });
    }
    Ok(printed)
}

/// The name of an optimizer as the name of a function: `Lookahead<AdamW>` becomes `lookahead_adamw`.
fn identifier(optimizer: &str) -> String {
    let words = optimizer.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_")
}

/// The names of the buffers of a kernel, in the order of its arguments.
fn buffers(kernel: &LaunchKernel) -> Vec<String> {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    match kernel {
        LaunchKernel::Pass { body, slots, .. } => {
            let count = slots.len() * body.inputs.len();
            let inputs = (0..count).map(|place| format!("input{place}"));
            let number = |slot: usize| if slots.len() > 1 { slot.to_string() } else { String::new() };
            let slot = |what: &'static str| (0..slots.len()).map(move |slot| format!("{what}{}", number(slot)));
            slot("param")
                .chain(slot("grad"))
                .chain(inputs)
                .chain(names(if body.has_codes() { &["codes"] } else { &[] }))
                .chain(names(&["states", "scratch", "registers", "table"]))
                .collect()
        }
        LaunchKernel::Scalars(_) => names(&["scratch", "registers", "scalars", "table"]),
        LaunchKernel::Join(_) => names(&["registers", "table"]),
        LaunchKernel::Product(_) | LaunchKernel::Copy | LaunchKernel::Eye => names(&["scratch", "table"]),
    }
}
