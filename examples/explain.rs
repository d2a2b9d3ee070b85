//! Prints what `#[optimizer]` made of an optimizer, and draws its step.
//!
//! ```text
//! cargo run --release --example explain
//! cargo run --release --example explain -- --optimizer adamw --set amsgrad=true --shape 512,256
//! ```
//!
//! It shows the plan report (the passes over memory and their costs), the step as a graph of single operations for one
//! shape of a parameter and one choice of settings, and the graph as DOT (for Graphviz) and SVG files. They go to
//! `target/explain` or where `--out` says.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::num::ParseIntError;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use optim_std::HyperInfo;
use optim_std::hyper::index_of;
use optim_std::prelude::*;
use optim_std::shape::ParamShape;

/// Gradient descent whose steps have the same length for every parameter, whatever the size of its gradient.
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

/// The optimizers that can be explained.
const OPTIMIZERS: [(&str, Explain); 7] = [
    ("Lion", explain::<Lion>),
    ("SGD", explain::<SGD>),
    ("AdamW", explain::<AdamW>),
    ("Lamb", explain::<Lamb>),
    ("Adafactor", explain::<Adafactor>),
    ("Muon", explain::<Muon>),
    ("NormalizedDescent", explain::<NormalizedDescent>),
];

type Explain = fn(&Options) -> Result<(), Box<dyn Error>>;

/// What can be set from outside.
struct Options {
    shape: Vec<usize>,
    settings: Vec<(String, Setting)>,
    out: PathBuf,
}

fn main() -> ExitCode {
    let matches = command().get_matches();
    let name = matches.get_one::<String>("optimizer").map_or("Lion", String::as_str);
    let options = Options::read(&matches);
    let found = OPTIMIZERS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    match found.map_or(Ok(()), |(_, explain)| explain(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn explain<O: Definition>(options: &Options) -> Result<(), Box<dyn Error>> {
    let optimizer: O = with_settings(&options.settings)?;
    optimizer.requirement()?;
    optimizer.requirement_param(ParamShape::of(&O::axes(&options.shape)))?;
    let graph = optimizer.graph(&options.shape)?;

    let mut report = format!("{}\n\nhyperparameters\n", O::NAME);
    for (index, hyper) in O::HYPERS.iter().enumerate() {
        let mark = if hyper.scheduled { ", may be a schedule" } else { "" };
        writeln!(report, "  {:<16} {}: {}{mark}", hyper.name, optimizer.get(index), hyper.type_name)?;
        writeln!(report, "  {:<16} {}", "", hyper.doc.replace('\n', " "))?;
    }
    writeln!(report, "\nplan\n{}\n\ngraph\n{graph}", O::plan())?;

    fs::create_dir_all(&options.out).map_err(|error| cannot_write(&options.out, &error))?;
    for (extension, text) in [("dot", graph.to_dot()), ("svg", graph.to_svg())] {
        let path = options.out.join(O::NAME).with_extension(extension);
        fs::write(&path, text).map_err(|error| cannot_write(&path, &error))?;
        writeln!(report, "wrote {}", path.display())?;
    }
    match io::stdout().write_all(report.as_bytes()) {
        // Who reads the report through `head` has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The optimizer's struct with these hyperparameters, and 0.1 for those that are required.
fn with_settings<O: Definition>(settings: &[(String, Setting)]) -> Result<O, Box<dyn Error>> {
    let default = |hyper: &HyperInfo| hyper.default.map_or(Setting::Float(0.1), |default| default());
    let mut values: Vec<Setting> = O::HYPERS.iter().map(default).collect();
    for (name, value) in settings {
        values[index_of::<O>(name)?] = value.clone();
    }
    let optimizer = O::from_values(&values)?;
    optimizer.validate()?;
    Ok(optimizer)
}

fn cannot_write(path: &Path, error: &io::Error) -> String {
    format!("cannot write `{}`: {error}", path.display())
}

/// Reads `64,32`.
fn shape(text: &str) -> Result<Vec<usize>, ParseIntError> {
    let sizes = text.split(',').filter(|_| !text.is_empty());
    sizes.map(|size| size.trim().parse()).collect()
}

/// Reads `NAME=VALUE`, the value as hyperparameters print: `true`, `5`, `0.9`, `none`, `(0.9, 0.99)` or a name.
fn setting(text: &str) -> Result<(String, Setting), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value_of(value.trim())))
}

fn value_of(text: &str) -> Setting {
    if let Some(parts) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        return Setting::Tuple(parts.split(',').map(|part| value_of(part.trim())).collect());
    }
    match text {
        "none" => Setting::None,
        "true" => Setting::Bool(true),
        "false" => Setting::Bool(false),
        _ => match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(number), _) => number.into(),
            (_, Ok(number)) => number.into(),
            _ => text.into(),
        },
    }
}

fn command() -> Command {
    Command::new("explain").about("Prints what an optimizer is made of").args([
        Arg::new("optimizer")
            .long("optimizer")
            .value_name("NAME")
            .help("The optimizer, in upper or lower case")
            .value_parser(PossibleValuesParser::new(OPTIMIZERS.map(|(name, _)| name)))
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
        Arg::new("out")
            .long("out")
            .value_name("DIR")
            .help("Where the DOT and SVG files go")
            .value_parser(value_parser!(PathBuf))
            .default_value("target/explain"),
    ])
}

impl Options {
    fn read(matches: &ArgMatches) -> Self {
        let settings = matches.get_many::<(String, Setting)>("set").into_iter().flatten();
        Self {
            shape: matches.get_one("shape").cloned().unwrap_or_default(),
            settings: settings.cloned().collect(),
            out: matches.get_one::<PathBuf>("out").cloned().unwrap_or_default(),
        }
    }
}
