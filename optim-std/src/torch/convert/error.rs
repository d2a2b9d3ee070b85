//! Errors of converting states between projects.

use crate::torch::error::{TorchError, listed};
use optim_core::__private::messages::{shown, shown_lines};
use optim_core::ParamView;
use optim_core::files::FileError;

/// The error of converting a state.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum ConvertError {
    /// The value in the file is of another kind.
    #[error(transparent)]
    File(#[from] TorchError),
    /// The numbers of parameters differ.
    #[error("the file has {file} parameters, the optimizer {here}")]
    Count {
        /// The file's number.
        file: usize,
        /// The optimizer's number.
        here: usize,
    },
    /// The groups have different sizes.
    #[error(
        "the file's groups have {file:?} parameters, the optimizer's {here:?}: the groups here have other members than those of the file\n\
         help: {}",
        shown_lines(help)
    )]
    GroupSizes {
        /// Sizes of the file's groups.
        file: Vec<usize>,
        /// Sizes of the optimizer's groups, without empty groups.
        here: Vec<usize>,
        /// The parameters that are in another group, if names or shapes show them, and a suggestion.
        help: String,
    },
    /// The file does not name its parameters.
    #[error(
        "the file has no names of parameters\n\
         help: give them, in order: `Names::listed([…])`, or go by the order: `Names::InOrder`"
    )]
    NoNames,
    /// Names that differ.
    #[error(
        "names of parameters differ{}{}\nhelp: {help}",
        only("only the optimizer has", missing),
        only("only the file has", unknown)
    )]
    Names {
        /// Parameters of the optimizer that are not named.
        missing: Vec<String>,
        /// Names that are not parameters of the optimizer, or are there twice.
        unknown: Vec<String>,
        /// A suggestion.
        help: &'static str,
    },
    /// The parameters have another order than the names.
    #[error(
        "the order of the parameters differs: `{}` is number {ordered} here, and number {named} in the file, where number \
         {ordered} is `{}`\n\
         help: go by the names: `Names::Auto`",
        shown(param),
        shown(file)
    )]
    OrderDiffers {
        /// The first parameter in another order.
        param: String,
        /// The name in the file at this place.
        file: String,
        /// The parameter's number in the optimizer.
        ordered: usize,
        /// The parameter's number in the file.
        named: usize,
    },
    /// The model is a map, so its order is unrelated to the order in another program.
    #[error(
        "the file numbers parameters, and those here have no order: {} are in a map that is sorted by name, or hashed\n\
         help: {help}; or make the model a map that keeps its order, an `IndexMap`",
        listed(params)
    )]
    NoOrder {
        /// The parameters.
        params: Vec<String>,
        /// A suggestion.
        help: &'static str,
    },
    /// A state has rows or columns of a view, so the file has no place for it.
    #[error(
        "state `{}` of parameter `{}` has rows or columns of the view {view}, and files of torch know the shapes of the model alone\n\
         help: build the optimizer without the view",
        shown(state),
        shown(param)
    )]
    View {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
        /// The view.
        view: ParamView,
    },
    /// The settings belong to another optimizer.
    #[error(
        "these are not the settings of {optimizer}: {} missing, found {}\n\
         help: build the optimizer that wrote the file",
        listed(missing),
        listed(found)
    )]
    Optimizer {
        /// The optimizer.
        optimizer: &'static str,
        /// Hyperparameters that the file does not have.
        missing: Vec<&'static str>,
        /// The names in the file.
        found: Vec<String>,
    },
    /// The file is from a different optimizer with the same name.
    #[error("{optimizer} here cannot resume from this state: {why}\nhelp: {help}")]
    OtherMethod {
        /// The optimizer.
        optimizer: &'static str,
        /// The behaviour of the optimizer in the file.
        why: &'static str,
        /// A suggestion.
        help: &'static str,
    },
    /// The file has a setting that is not supported here.
    #[error("{} has `{}` = {}, which {optimizer} {why}", shown(place), shown(key), shown(value))]
    Unsupported {
        /// The place in the file.
        place: String,
        /// The setting.
        key: String,
        /// Its value.
        value: String,
        /// The optimizer.
        optimizer: &'static str,
        /// The reason and a suggestion.
        why: &'static str,
    },
    /// The file has a Muon flag for a group that does not match the optimizer here.
    #[error(
        "{} has `use_muon` = {value}, but these parameters are {}\n\
         help: give the parameters of Muon in the file to a rule of Muon here, and no others",
        shown(place),
        of_rule(*in_rule, optimizer)
    )]
    UseMuon {
        /// The place in the file.
        place: String,
        /// The value in the file.
        value: bool,
        /// The optimizer here.
        optimizer: &'static str,
        /// True if it is the optimizer of a rule of a partition.
        in_rule: bool,
    },
    /// Parameters of one group here have different settings in the file.
    #[error(
        "parameters `{}` and `{}` are in one group here, `{}`, but `{hyper}` differs between them in the file\n\
         help: build the optimizer with the groups of the file",
        shown(first),
        shown(second),
        shown(group)
    )]
    Split {
        /// The group.
        group: String,
        /// A parameter.
        first: String,
        /// Another parameter.
        second: String,
        /// The hyperparameter that differs.
        hyper: &'static str,
    },
    /// Parameters of one group of the file have different settings here.
    #[error(
        "parameters `{}` and `{}` are in one group of the file, {}, but `{}` differs between them here\n\
         help: give both groups here the same settings, or write a file with the groups that are here",
        shown(first),
        shown(second),
        shown(place),
        shown(hyper)
    )]
    Joined {
        /// The group of the file.
        place: String,
        /// A parameter.
        first: String,
        /// Another parameter.
        second: String,
        /// The hyperparameter that differs.
        hyper: String,
    },
    /// No group has this name.
    #[error("there is no parameter group `{}`; the groups are {}", shown(group), listed(known))]
    UnknownGroup {
        /// The name.
        group: String,
        /// The groups.
        known: Vec<String>,
    },
    /// A bare state dict has no place for a model or a scheduler.
    #[error(
        "a bare state dict of an optimizer has no place for {what}\n\
         help: write it to a separate file with `{function}`, or leave out `bare`"
    )]
    Bare {
        /// The content that has no place.
        what: &'static str,
        /// The function that writes it to a file.
        function: &'static str,
    },
    /// Two values were given for the same place in the file.
    #[error("the file has room for only one {what}, but two were given\nhelp: {help}")]
    Twice {
        /// `model`, `scheduler`, `order of parameters` and so on.
        what: &'static str,
        /// The change to make.
        help: &'static str,
    },
    /// A state that the optimizer does not declare.
    #[error(
        "the file has a state `{}` of parameter `{}`, {optimizer} has {}",
        shown(state),
        shown(param),
        listed(known)
    )]
    UnknownState {
        /// The optimizer.
        optimizer: &'static str,
        /// The parameter.
        param: String,
        /// The state.
        state: String,
        /// The states that it declares.
        known: Vec<String>,
    },
    /// A state that the file does not have.
    #[error("state `{}` of parameter `{}` is not in the file{}", shown(state), shown(param), option_help(state))]
    MissingState {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
    },
    /// A state of another shape.
    #[error(
        "state `{}` of parameter `{}` has shape {expected:?}, the file's has {found:?}\n\
         help: if the groups here have other members than those of the file, build the optimizer with the groups of the file; if the order \
         of parameters differs, give the names of the file's: `Names::listed([…])`",
        shown(state),
        shown(param)
    )]
    Shape {
        /// The parameter.
        param: String,
        /// The state.
        state: String,
        /// The shape here.
        expected: Vec<usize>,
        /// The shape in the file.
        found: Vec<usize>,
    },
    /// A step count that is not valid.
    #[error("the step count of parameter `{}` is {value:?}, allowed: a whole number from 0 to 2^53", shown(param))]
    StepCount {
        /// The parameter.
        param: String,
        /// The count.
        value: f64,
    },
    /// A state of the whole model, which files of torch have no place for.
    #[error(
        "the state `{}` of {optimizer} is one number of the whole model, and a file of torch has states of parameters only\n\
         help: keep the run in a checkpoint, `opt.save(…)`; parameters alone go to torch with `safetensors::save_params`",
        shown(state)
    )]
    GlobalState {
        /// The optimizer.
        optimizer: &'static str,
        /// The state.
        state: String,
    },
    /// The other project does not have the wrapper: a file of torch has no place for its settings and states.
    #[error("{optimizer} is a wrapper, and {} no place in a file of torch\nhelp: {help}", of_wrapper(state.as_deref()))]
    Wrapper {
        /// The wrapper with its inner optimizers.
        optimizer: &'static str,
        /// The inner optimizer.
        inner: &'static str,
        /// The first of its states that has no place, if it has one.
        state: Option<String>,
        /// A suggestion.
        help: &'static str,
    },
    /// The wrapper never calls the inner optimizer exactly this many times.
    #[error(
        "the file has {steps} steps of {inner}, but no number of steps of {optimizer} gives {steps} steps of {inner}"
    )]
    WrapperSteps {
        /// The wrapper with its inner optimizers.
        optimizer: &'static str,
        /// The inner optimizer.
        inner: &'static str,
        /// The steps in the file.
        steps: u64,
    },
    /// Parameters whose averages are means of different numbers of weights. An `AveragedModel` has only one count.
    #[error(
        "the number of averaged weights of {optimizer} is {} for parameter `{}`, but {} for parameter `{}`: an `AveragedModel` of torch has \
         one number\n\
         help: give every parameter a gradient in each step; or write the inner optimizer alone, with `inner()`; a checkpoint, \
         `opt.save(…)`, has all of it",
        counts[0],
        shown(&params[0]),
        counts[1],
        shown(&params[1])
    )]
    UnevenAverages {
        /// The wrapper with its inner optimizers.
        optimizer: &'static str,
        /// Two parameters.
        params: [String; 2],
        /// The number of averaged weights of each parameter.
        counts: [u64; 2],
    },
    /// Averaged weights were given for an optimizer that does not average weights.
    #[error(
        "averaged weights were given, but {optimizer} does not average weights\n\
         help: build with `Ema::new(…)` or `SWA::new(…)` around it, or leave out `averaged`"
    )]
    NoAverage {
        /// The optimizer.
        optimizer: &'static str,
    },
    /// There is no rule of this name.
    #[error("there is no rule `{}`; {}", shown(rule), rules(known))]
    UnknownRule {
        /// The name.
        rule: String,
        /// The rules of the partition; none if it is not a partition.
        known: Vec<String>,
    },
    /// A parameter of Muon that is not a matrix.
    #[error(
        "parameter `{}` has shape {shape:?}, and `torch.optim.Muon` takes parameters of two axes\n\
         help: give it to another rule, or write all rules as one optimizer, without `rule`, for a program that takes it",
        shown(param)
    )]
    NotAMatrix {
        /// The parameter.
        param: String,
        /// Its shape.
        shape: Vec<usize>,
    },
    /// The other project does not have the optimizer.
    #[error("{optimizer} cannot be exported for {dialect}: that library does not have it, or its state differs")]
    NotThere {
        /// The optimizer.
        optimizer: &'static str,
        /// The other project.
        dialect: &'static str,
    },
}

optim_core::__private::messages::debug_as_display!(ConvertError);

impl From<FileError> for ConvertError {
    fn from(error: FileError) -> Self {
        TorchError::from(error).into()
    }
}

fn only(whose: &str, names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("; {whose} {}", listed(names)) }
}

fn of_wrapper(state: Option<&str>) -> String {
    state.map_or_else(|| "what it does has".to_owned(), |state| format!("its state `{}` has", shown(state)))
}

fn of_rule(in_rule: bool, optimizer: &str) -> String {
    if in_rule { format!("in a rule of {optimizer}") } else { format!("stepped by {optimizer} here") }
}

fn rules(known: &[String]) -> String {
    if known.is_empty() {
        "this optimizer is not a partition".to_owned()
    } else {
        format!("the rules are {}", listed(known))
    }
}

/// The setting that decides whether the state exists.
fn option_help(state: &str) -> &'static str {
    match state {
        "max_exp_avg_sq" => "\nhelp: build the optimizer with `amsgrad(false)`",
        "momentum_buffer" => "\nhelp: build the optimizer with `momentum(0.0)`",
        "grad_avg" => "\nhelp: build the optimizer with `centered(false)`",
        _ => "",
    }
}
