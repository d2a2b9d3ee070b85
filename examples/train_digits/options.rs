//! The command line of `train_digits`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use optim_examples::output;
use optim_examples::stock::{BATCH_SIZE, Stock};
use optim_std::Hyperparameters;
use optim_std::Threads;

use super::CautiousLion;

/// The name of the optimizer above, with settings for the digits, like a row of the stock optimizers.
const OWN: &str = CautiousLion::NAME;
const OWN_LR: f64 = 2e-3;
const OWN_WEIGHT_DECAY: f64 = 1.0;

/// The options of the command line.
pub(crate) struct Options {
    /// A file that configures the optimizer.
    pub(crate) config: Option<PathBuf>,
    /// A stock optimizer, or the one that is defined here.
    pub(crate) stock: Option<Stock>,
    pub(crate) lr: f64,
    pub(crate) weight_decay: f64,
    pub(crate) clip_norm: Option<f64>,
    pub(crate) threads: Threads,
    pub(crate) hidden: usize,
    pub(crate) epochs: usize,
    pub(crate) batch_size: usize,
    pub(crate) seed: u64,
    pub(crate) mnist: Option<PathBuf>,
    pub(crate) plot: PathBuf,
    /// Columns of the logs to draw, in place of losses and accuracy.
    pub(crate) columns: Vec<String>,
    pub(crate) log: Option<PathBuf>,
    /// Logs of earlier runs to draw next to the log of this run.
    pub(crate) compare: Vec<PathBuf>,
    pub(crate) events: Option<PathBuf>,
    pub(crate) checkpoint_dir: Option<PathBuf>,
    pub(crate) checkpoint_every: Option<u64>,
    pub(crate) resume: bool,
}

impl Options {
    /// Reads the command line. A mistake in it, or `--help`, ends the program.
    pub(crate) fn read() -> Self {
        Self::of(&command().get_matches())
    }

    fn of(matches: &ArgMatches) -> Self {
        let count = |name| matches.get_one::<u32>(name).map(|count| *count as usize);
        let name = matches.get_one::<String>("optimizer").map_or(OWN, String::as_str);
        let stock = Stock::by_name(name);
        let (lr, weight_decay, batch_size) = match &stock {
            Some(stock) => (stock.lr, stock.weight_decay, stock.batch_size),
            None => (OWN_LR, OWN_WEIGHT_DECAY, BATCH_SIZE),
        };
        let number = |name| matches.get_one::<f64>(name).copied();
        let path = |name| matches.get_one::<PathBuf>(name).cloned();
        Self {
            config: path("config"),
            stock,
            lr: number("lr").unwrap_or(lr),
            weight_decay: number("weight-decay").unwrap_or(weight_decay),
            clip_norm: number("clip-norm"),
            threads: count("threads").map_or(Threads::All, Threads::N),
            hidden: count("hidden").unwrap_or(1),
            epochs: count("epochs").unwrap_or(1),
            batch_size: count("batch-size").unwrap_or(batch_size),
            seed: matches.get_one("seed").copied().unwrap_or_default(),
            mnist: path("mnist"),
            plot: path("plot").unwrap_or_else(|| output("train_digits.svg")),
            columns: matches.get_many("column").into_iter().flatten().cloned().collect(),
            log: path("log"),
            compare: matches.get_many("compare").into_iter().flatten().cloned().collect(),
            events: path("events"),
            checkpoint_dir: path("checkpoint-dir"),
            checkpoint_every: matches.get_one::<u32>("checkpoint-every").map(|steps| u64::from(*steps)),
            resume: matches.get_flag("resume"),
        }
    }
}

fn command() -> Command {
    let option = |name: &'static str, value| Arg::new(name).long(name).value_name(value);
    let number = |name| option(name, "NUMBER").value_parser(not_negative).allow_negative_numbers(true);
    let count = |name, most| option(name, "COUNT").value_parser(value_parser!(u32).range(1..=most));
    let path = |name, value| option(name, value).value_parser(value_parser!(PathBuf));
    let names = std::iter::once(OWN).chain(optim_std::optimizers().iter().map(|entry| entry.name));
    let others = "Optimizers of `contrib`: -p optim-examples --features contrib";
    let command = Command::new("train_digits");
    let command = if cfg!(feature = "contrib") { command } else { command.after_help(others) };
    command.about("Trains a small network on handwritten digits").args([
        path("config", "FILE")
            .help("Takes optimizer, groups and schedules from this YAML or JSON file instead")
            .conflicts_with_all(["optimizer", "lr", "weight-decay"]),
        option("optimizer", "NAME")
            .help("The optimizer, in upper or lower case")
            .value_parser(PossibleValuesParser::new(names))
            .ignore_case(true)
            .default_value(OWN),
        number("lr").help("Largest learning rate [default: one that suits the optimizer]"),
        number("weight-decay").help("Weight decay of the matrices [default: one that suits the optimizer]"),
        number("clip-norm").help("Largest norm of all gradients together [default: no limit]"),
        count("epochs", 100_000).help("How often every image is seen").default_value("40"),
        count("batch-size", 1_000_000).help("Images per step [default: one that suits the optimizer, mostly 32]"),
        count("hidden", 65_536).help("Hidden units of the network").default_value("64"),
        option("seed", "NUMBER")
            .help("Decides the held-out part, the first weights and the order of the images")
            .value_parser(value_parser!(u64))
            .default_value("0"),
        count("threads", 1024).help("Threads of the optimizer; results do not depend on it [default: all]"),
        path("mnist", "DIR").help("Trains on the IDX files of MNIST in this directory instead, gzipped or not"),
        path("plot", "FILE").help("Where the curves go [default: train_digits.svg in the target folder]"),
        path("log", "FILE").help(
            "Logs a row of numbers per step in this new file: CSV, or lines of JSON if its name ends in `.jsonl`",
        ),
        option("column", "NAME")
            .help("Draws this column of the log in place of losses and accuracy; several are separated by commas")
            .value_delimiter(',')
            .action(ArgAction::Append)
            .requires("log"),
        path("compare", "FILE")
            .help("Draws the columns of this log of an earlier run in the same picture; may be given several times")
            .action(ArgAction::Append)
            .requires("column"),
        path("events", "DIR").help("Logs loss, learning rates and accuracy in this directory, for TensorBoard"),
        path("checkpoint-dir", "DIR").help("Writes checkpoints into this directory"),
        count("checkpoint-every", u32::MAX.into())
            .help("Steps from one checkpoint to the next [default: those of an epoch]")
            .requires("checkpoint-dir"),
        Arg::new("resume")
            .long("resume")
            .help("Goes on from the newest good checkpoint of the directory, if there is one, and with its settings")
            .action(ArgAction::SetTrue)
            .requires("checkpoint-dir"),
    ])
}

fn not_negative(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number of at least 0".to_owned())
}
