//! Prints the step that `#[optimizer]` generates for an optimizer, and draws it.
//!
//! ```text
//! cargo run --release --example explain
//! cargo run --release --example explain -- --optimizer adamw --set amsgrad=true --shape 512,256
//! cargo run --release --example explain -- --optimizer lamb --stablehlo
//! cargo run --release -p optim-examples --features kernels --example explain -- --optimizer adamw --kernel wgsl
//! ```
//!
//! It shows the plan (the passes over memory and their costs), the step as a graph of single operations, both for one
//! shape of a parameter and one choice of settings, and the graph as DOT (for Graphviz) and SVG files. The files go to
//! `target/explain`, or to the path in `--out`. With `--stablehlo` it only prints the step as a module for XLA. With
//! `--kernel` it only prints the kernels of the step on a GPU.

#[cfg(feature = "kernels")]
use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::num::ParseIntError;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use optim_examples::output;
use optim_std::ParseSettingError;
use optim_std::author::*;
use optim_std::lang::{Dtype, Graph};
use optim_std::prelude::*;
use optim_std::registry::find;
use optim_std::{AnyBuilder, HyperInfo, OptimizerEntry, StepPlan};

/// Gradient descent whose steps have the same length for every parameter and gradient.
#[optimizer(state <exp_avg = 0.0 if self.momentum > 0.0>)]
#[derive(Debug, Clone)]
pub struct NormalizedDescent {
    /// Learning rate: the length of a step.
    #[hyper(default = 0.01, scheduled, range = 0.0..)]
    pub lr: f64,
    /// Weight of the old average of gradients, if they are averaged.
    #[hyper(default = 0.9, range = 0.0..1.0)]
    pub momentum: f64,
}

#[optimizer]
impl NormalizedDescent {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        let direction = if self.momentum > 0.0 {
            state.exp_avg = state.exp_avg.lerp(grad, 1.0 - self.momentum);
            state.exp_avg
        } else {
            grad
        };
        *param -= self.lr / (direction.norm() + 1e-12) * direction;
    }
}

/// The optimizers to choose from: the stock optimizers, and the one above.
fn optimizers() -> Vec<OptimizerEntry> {
    let own = OptimizerEntry::of::<NormalizedDescent>();
    optim_std::optimizers().iter().copied().chain([own]).collect()
}

/// The options of the command line.
struct Options {
    shape: Vec<usize>,
    settings: Vec<(String, Setting)>,
    out: PathBuf,
    /// True to print the module instead.
    stablehlo: bool,
    /// The language, to print kernels instead.
    kernel: Option<String>,
}

fn main() -> ExitCode {
    let matches = command().get_matches();
    let name = matches.get_one::<String>("optimizer").map_or("Lion", String::as_str);
    let options = Options::read(&matches);
    match find(&optimizers(), name).map_err(Into::into).and_then(|entry| explain(entry, &options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn explain(entry: &OptimizerEntry, options: &Options) -> Result<(), Box<dyn Error>> {
    let (settings, plan, graph) = settings_and_step(entry, options)?;
    if let Some(language) = &options.kernel {
        return print(&kernels(entry, &settings, &options.shape, language)?);
    }
    if options.stablehlo {
        return print(graph.to_stablehlo(Dtype::F32)?.text());
    }
    let mut report = format!("{}\n\nhyperparameters\n", entry.name);
    for (hyper, value) in entry.hypers.iter().zip(settings) {
        let mark = if hyper.scheduled { ", may be a schedule" } else { "" };
        writeln!(report, "  {:<16} {value}: {}{mark}", hyper.name, hyper.type_name)?;
        writeln!(report, "  {:<16} {}", "", hyper.doc.replace('\n', " "))?;
    }
    writeln!(report, "\nplan\n{plan}\n\ngraph\n{graph}")?;

    fs::create_dir_all(&options.out).map_err(|error| cannot_write(&options.out, &error))?;
    for (extension, text) in [("dot", graph.to_dot()), ("svg", graph.to_svg())] {
        let path = options.out.join(entry.name).with_extension(extension);
        fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        writeln!(report, "wrote {}", path.display())?;
    }
    print(&report)
}

/// The kernels of a step, below a table of its launches.
#[cfg(feature = "kernels")]
fn kernels(
    entry: &OptimizerEntry,
    settings: &[Setting],
    shape: &[usize],
    language: &str,
) -> Result<String, Box<dyn Error>> {
    use optim_gpu::print::{self, Language};

    let language = match language {
        "cuda" => Language::Cuda,
        "metal" => Language::Metal,
        _ => Language::Wgsl,
    };
    let model = BTreeMap::from([("weight".to_owned(), ndarray::ArrayD::<f32>::zeros(shape))]);
    let optimizer = builder_with(entry, settings)?.build(&model)?;
    let mut report = String::new();
    for line in optim_gpu::plan_for(&optimizer, language.bindings())?.to_string().lines() {
        writeln!(report, "// {line}")?;
    }
    for kernel in print::kernels(&optimizer, language)? {
        write!(report, "\n{kernel}")?;
    }
    Ok(report)
}

#[cfg(not(feature = "kernels"))]
fn kernels(
    entry: &OptimizerEntry,
    _settings: &[Setting],
    _shape: &[usize],
    language: &str,
) -> Result<String, Box<dyn Error>> {
    let command = "cargo run --release -p optim-examples --features kernels --example explain --";
    let name = entry.name;
    Err(format!("`--kernel` needs the feature `kernels`: run `{command} --optimizer {name} --kernel {language}`")
        .into())
}

fn print(report: &str) -> Result<(), Box<dyn Error>> {
    match io::stdout().write_all(report.as_bytes()) {
        // A closed pipe, for example of `head`, is not an error.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The memory accesses of a step, and its graph.
type Step = (StepPlan, Graph);

/// The value of every hyperparameter, and the step with these values.
fn settings_and_step(
    entry: &OptimizerEntry,
    options: &Options,
) -> Result<(Vec<Setting>, StepPlan, Graph), Box<dyn Error>> {
    let place_of = |name: &str| entry.hypers.iter().position(|hyper| hyper.name == name);
    let mut settings: Vec<_> = entry.hypers.iter().map(default).collect();
    for (name, value) in &options.settings {
        // Refuses unknown names.
        entry.builder().set(name, value.clone())?;
        if let Some(place) = place_of(name) {
            settings[place].clone_from(value);
        }
    }
    let step = |settings: &[Setting]| -> Result<Step, Box<dyn Error>> {
        let builder = builder_with(entry, settings)?;
        Ok((builder.plan_for(&options.shape)?, builder.graph(&options.shape, 1)?))
    };
    let is_given = |name| options.settings.iter().any(|(given, _)| given == name);
    let (plan, graph) = match (step(&settings), place_of("lr").filter(|_| !is_given("lr"))) {
        // Some optimizers have no learning rate by default, and need one with the other settings unchanged.
        (Err(error), Some(place)) if settings[place] == Setting::None => {
            settings[place] = STAND_IN.into();
            step(&settings).map_err(|_| error)?
        }
        (step, _) => step?,
    };
    Ok((settings, plan, graph))
}

/// The builder with a value for every hyperparameter.
fn builder_with(entry: &OptimizerEntry, settings: &[Setting]) -> Result<AnyBuilder, Box<dyn Error>> {
    let mut pairs = entry.hypers.iter().zip(settings);
    Ok(pairs.try_fold(entry.builder(), |builder, (hyper, value)| builder.set(hyper.name, value.clone()))?)
}

/// The value for arguments without a default.
const STAND_IN: f64 = 0.1;

fn default(hyper: &HyperInfo) -> Setting {
    hyper.default.map_or_else(|| STAND_IN.into(), |default| default())
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write `{}`: {error}", path.display())
}

/// Reads `64,32`.
fn shape(text: &str) -> Result<Vec<usize>, ParseIntError> {
    let sizes = text.split(',').filter(|_| !text.is_empty());
    sizes.map(|size| size.trim().parse()).collect()
}

/// Reads `NAME=VALUE`. The value has the form in which hyperparameters are printed: `true`, `5`, `0.9`, `none`, `(0.9, 0.99)` or a name.
fn setting(text: &str) -> Result<(String, Setting), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    let value = value.parse().map_err(|error: ParseSettingError| error.to_string())?;
    Ok((name.trim().to_owned(), value))
}

fn command() -> Command {
    Command::new("explain").about("Prints what an optimizer is made of").args([
        Arg::new("optimizer")
            .long("optimizer")
            .value_name("NAME")
            .help("The optimizer, in upper or lower case")
            .value_parser(PossibleValuesParser::new(optimizers().iter().map(|entry| entry.name)))
            .ignore_case(true)
            .default_value("Lion"),
        Arg::new("shape")
            .long("shape")
            .value_name("SIZES")
            .help("Shape of the parameter, sizes separated by commas; \"\" for a single number")
            .value_parser(shape)
            .default_value("64,32"),
        Arg::new("set")
            .long("set")
            .value_name("NAME=VALUE")
            .help("A hyperparameter other than its default; may be repeated")
            .action(ArgAction::Append)
            .value_parser(setting),
        Arg::new("stablehlo")
            .long("stablehlo")
            .help("Print the step as a module of StableHLO, with elements of f32, and nothing else")
            .action(ArgAction::SetTrue),
        Arg::new("kernel")
            .long("kernel")
            .value_name("LANGUAGE")
            .help("Print the kernels of the step on a GPU, and nothing else; needs the feature `kernels`")
            .value_parser(["wgsl", "cuda", "metal"])
            .conflicts_with("stablehlo"),
        Arg::new("out")
            .long("out")
            .value_name("DIR")
            .help("Where the DOT and SVG files go [default: explain in the target folder]")
            .value_parser(value_parser!(PathBuf)),
    ])
}

impl Options {
    fn read(matches: &ArgMatches) -> Self {
        let settings = matches.get_many::<(String, Setting)>("set").into_iter().flatten();
        Self {
            shape: matches.get_one("shape").cloned().unwrap_or_default(),
            settings: settings.cloned().collect(),
            out: matches.get_one::<PathBuf>("out").cloned().unwrap_or_else(|| output("explain")),
            stablehlo: matches.get_flag("stablehlo"),
            kernel: matches.get_one::<String>("kernel").cloned(),
        }
    }
}
