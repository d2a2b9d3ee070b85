//! Steps for XLA: StableHLO modules with their arguments and expected results, in files that `tests/xla/run.py` reads.
//!
//! A folder has `cases.json`, the modules, and one safetensors file for each case: `start/<role>` is a value before a run,
//! `given/<run>/<role>` an argument, `expected/<run>/<role>` a result. Roles are written as in modules.

mod check;
mod functions;
mod optimizers;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ndarray::ArrayD;
use optim_core::stablehlo::{ElementType, Module};
use safetensors::Dtype;
use safetensors::tensor::TensorView;
use serde_json::{Value, json};

use crate::Error;

pub use check::check;
pub use optimizers::each_variant;

/// Numbers in C order with their shape.
#[derive(Clone, Debug)]
pub struct Numbers {
    shape: Vec<usize>,
    numbers: Vec<f64>,
}

impl Numbers {
    fn scalar(x: f64) -> Self {
        Self { shape: Vec::new(), numbers: vec![x] }
    }

    fn of<T: optim_std::Float>(array: &ArrayD<T>) -> Self {
        Self { shape: array.shape().to_vec(), numbers: array.iter().map(|x| x.as_()).collect() }
    }
}

/// One run of a module.
#[derive(Debug)]
struct Run {
    module: Module,
    given: BTreeMap<String, Numbers>,
    expected: BTreeMap<String, Numbers>,
}

/// Runs one after another. Each starts with the results of the previous one.
#[derive(Debug)]
pub struct Case {
    name: String,
    kind: &'static str,
    start: BTreeMap<String, Numbers>,
    runs: Vec<Run>,
}

/// Writes everything into a folder. Returns the names of optimizers and settings without a module, with the reasons.
///
/// # Errors
///
/// If a kernel or an interpreter fails, or a file cannot be written.
pub fn write(folder: &Path, steps: u64) -> Result<Vec<String>, Error> {
    fs::create_dir_all(folder)?;
    let mut files = Files { folder: folder.to_owned(), modules: BTreeMap::new(), cases: Vec::new() };
    let mut refused = Vec::new();
    for case in functions::cases()? {
        files.add(&case)?;
    }
    for case in optimizers::cases(steps) {
        match case? {
            Ok(case) => files.add(&case)?,
            Err(reason) => refused.push(reason),
        }
    }
    fs::write(folder.join("cases.json"), serde_json::to_string_pretty(&files.cases)?)?;
    Ok(refused)
}

struct Files {
    folder: PathBuf,
    /// File names by text, because most steps of a case have the same text.
    modules: BTreeMap<String, String>,
    cases: Vec<Value>,
}

impl Files {
    fn add(&mut self, case: &Case) -> Result<(), Error> {
        let file = format!("{}.safetensors", case.name.replace('/', "-"));
        let mut tensors: BTreeMap<String, (Dtype, Vec<usize>, Vec<u8>)> = BTreeMap::new();
        let mut runs = Vec::new();
        for (number, run) in case.runs.iter().enumerate() {
            let signature = run.module.signature();
            for port in signature.arguments() {
                let role = port.role().describe();
                let (key, numbers) = match (number, case.start.get(&role), run.given.get(&role)) {
                    (_, _, Some(given)) => (format!("given/{number}/{role}"), given),
                    (_, Some(start), None) => (format!("start/{role}"), start),
                    _ => return Err(format!("`{}`: nothing is given for `{role}`", case.name).into()),
                };
                tensors.insert(key, bytes(numbers, port.element_type()));
            }
            for port in signature.results() {
                let role = port.role().describe();
                if let Some(expected) = run.expected.get(&role) {
                    tensors.insert(format!("expected/{number}/{role}"), bytes(expected, port.element_type()));
                }
            }
            let next = format!("{}-{}.mlir", case.name.replace('/', "-"), number + 1);
            let text = run.module.text();
            let module = match self.modules.get(text) {
                Some(module) => module.clone(),
                None => {
                    fs::write(self.folder.join(&next), text)?;
                    self.modules.insert(text.to_owned(), next.clone());
                    next
                }
            };
            let roles = |ports: &[optim_core::stablehlo::Port]| -> Vec<String> {
                ports.iter().map(|port| port.role().describe()).collect()
            };
            let (arguments, results) = (roles(signature.arguments()), roles(signature.results()));
            runs.push(json!({ "module": module, "arguments": arguments, "results": results }));
        }
        let views: BTreeMap<&str, TensorView<'_>> = tensors
            .iter()
            .map(|(name, (dtype, shape, bytes))| Ok((name.as_str(), TensorView::new(*dtype, shape.clone(), bytes)?)))
            .collect::<Result<_, safetensors::SafeTensorError>>()?;
        safetensors::serialize_to_file(views, None, &self.folder.join(&file))?;
        self.cases.push(json!({ "name": case.name, "kind": case.kind, "tensors": file, "runs": runs }));
        Ok(())
    }
}

fn bytes(numbers: &Numbers, element: ElementType) -> (Dtype, Vec<usize>, Vec<u8>) {
    let Numbers { shape, numbers } = numbers;
    let (dtype, bytes) = match element {
        ElementType::F32 => (Dtype::F32, numbers.iter().flat_map(|x| (*x as f32).to_le_bytes()).collect()),
        ElementType::I64 => (Dtype::I64, numbers.iter().flat_map(|x| (*x as i64).to_le_bytes()).collect()),
        _ => (Dtype::F64, numbers.iter().flat_map(|x| x.to_le_bytes()).collect()),
    };
    (dtype, shape.clone(), bytes)
}
