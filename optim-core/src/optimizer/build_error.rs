//! The errors of `build`.

use super::Param;
use super::default_group::DEFAULT_GROUP;
use super::watch_error::WatchError;
use crate::dtype::DType;
use crate::gradient::OptionError;
use crate::hyper::HyperError;
use crate::kernel::{Storage, elements};
use crate::lang::GraphError;
use crate::messages::{quoted, shown};
use crate::names::LookupError;

/// The error of `build`. No optimizer was built.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There are no parameters.
    #[error("there are no parameters")]
    NoParameters,
    /// A name does not identify an optimizer.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// Two parameters have the same name.
    #[error("two parameters are called `{}`", shown(param))]
    DuplicateParameter {
        /// The name.
        param: String,
    },
    /// The value of a hyperparameter is not allowed.
    #[error("{}{error}", in_group(group))]
    Hyper {
        /// The group.
        group: String,
        /// The error.
        #[source]
        error: HyperError,
    },
    /// Two groups have the same name.
    #[error("two parameter groups are called `{}`{}", shown(group), match group.as_str() {
        "default" => "\nhelp: `default` is the group of all parameters that are in no other",
        _ => "",
    }
    )]
    DuplicateGroup {
        /// The name.
        group: String,
    },
    /// A group matches no parameter.
    #[error("parameter group `{}` matches no parameter\nhelp: the parameters are {}", shown(group), listed(params))]
    EmptyGroup {
        /// The group.
        group: String,
        /// Every parameter.
        params: Vec<String>,
    },
    /// Two groups match one parameter.
    #[error("parameter `{}` is in two groups, `{}` and `{}`", shown(param), shown(first), shown(second))]
    TwoGroups {
        /// The parameter.
        param: String,
        /// The group that comes first.
        first: String,
        /// The other group.
        second: String,
    },
    /// Two views have the same name.
    #[error("two views are called `{}`", shown(view))]
    DuplicateView {
        /// The name.
        view: String,
    },
    /// A view matches no parameter.
    #[error("view `{}` matches no parameter\nhelp: the parameters are {}", shown(view), listed(params))]
    EmptyView {
        /// The view.
        view: String,
        /// Every parameter; in a partition, every parameter of the rule.
        params: Vec<String>,
    },
    /// Two views match one parameter.
    #[error("parameter `{}` is in two views, `{}` and `{}`", shown(param), shown(first), shown(second))]
    TwoViews {
        /// The parameter.
        param: String,
        /// The view that comes first.
        first: String,
        /// The other view.
        second: String,
    },
    /// A view has more or fewer elements than its parameter.
    #[error(
        "view `{}` of parameter `{}` has shape {found:?} and {}, the parameter has shape {shape:?}\nhelp: a view has as many elements as its parameter, here {}",
        shown(view),
        shown(param),
        counted(found),
        counted(shape)
    )]
    ViewElements {
        /// The view.
        view: String,
        /// The parameter.
        param: String,
        /// The shape of the parameter.
        shape: Vec<usize>,
        /// The shape of the view.
        found: Vec<usize>,
    },
    /// No rule of a partition takes these parameters.
    #[error(
        "no rule of the partition takes {}\nhelp: {}",
        listed(params),
        match rules.is_empty() {
            true => "give it rules: `.rule(\"hidden\", |p| p.ndim() == 2, Muon::new())`".to_owned(),
            false => "end it with `.rest(\"rest\", …)`, an optimizer for all that is left".to_owned(),
        }
    )]
    NoRule {
        /// The parameters.
        params: Vec<String>,
        /// The rules.
        rules: Vec<String>,
    },
    /// A rule of a partition takes no parameter.
    #[error(
        "rule `{}` of the partition takes no parameter\nhelp: the parameters are {}; the first rule that matches takes one. If there may be none \
         for a rule, call `.optional()` behind it",
        shown(rule),
        listed(params)
    )]
    EmptyRule {
        /// The rule.
        rule: String,
        /// Every parameter.
        params: Vec<String>,
    },
    /// `optional` was called before any rule.
    #[error(
        "`optional` is called before any rule of the partition\nhelp: call it behind the rule that may take no parameter"
    )]
    OptionalFirst,
    /// A rule of a partition has a name that is not allowed.
    #[error("`{}` cannot be the name of a rule: {reason}", shown(rule))]
    RuleName {
        /// The name.
        rule: String,
        /// The reason.
        reason: &'static str,
    },
    /// The builder of a rule has an option that belongs to the partition.
    #[error(
        "rule `{}` of the partition calls `{option}`, which is for the whole step\nhelp: call it on the `Partition`, or on the wrapper around it",
        shown(rule)
    )]
    RuleOption {
        /// The rule.
        rule: String,
        /// The method that was called.
        option: &'static str,
    },
    /// The optimizer of a rule is a partition, or a wrapper around one.
    #[error(
        "rule `{}` of the partition has {optimizer}, but a partition cannot be in another one\nhelp: give its rules to the outer `Partition`, or put \
         the wrapper around the outer one",
        shown(rule)
    )]
    PartitionInside {
        /// The rule.
        rule: String,
        /// Its optimizer.
        optimizer: &'static str,
    },
    /// The builder of a partition, or of a wrapper around one, has a setting for some parameters only.
    #[error(
        "the builder of {optimizer} calls `{option}`, which belongs to the rules of the partition\nhelp: call it on the builders of the rules"
    )]
    PartitionOption {
        /// The partition, with the wrappers around it.
        optimizer: &'static str,
        /// The method that was called.
        option: &'static str,
    },
    /// A plan or a graph of a partition was requested for a shape, but the names of parameters decide which rule updates them.
    #[error(
        "{optimizer} has no plan or graph for a shape alone: the names of parameters decide which optimizer updates them\n\
         help: build it for a model, and call `plan` with the name of a parameter"
    )]
    PartitionShape {
        /// The partition, with the wrappers around it.
        optimizer: &'static str,
    },
    /// Two rules of a partition have an input with the same name and different kinds, but the caller gives it once.
    #[error(
        "the input `{input}` is declared as `{}` in rule `{}` and as `{}` in rule `{}`, but it is given once for both\n\
         help: rename it in one of the optimizers",
        kinds[0], shown(&rules[0]), kinds[1], shown(&rules[1])
    )]
    InputKinds {
        /// The input.
        input: &'static str,
        /// The rules.
        rules: [String; 2],
        /// Its kind in each of them.
        kinds: [&'static str; 2],
    },
    /// A partition has an option for clipping, but the wrapper of a rule clips itself.
    #[error(
        "the partition has `{option}`, but {optimizer} of rule `{}` clips the gradients that it hands on, not those that it is given\nhelp: call `{option}` on the builder of {optimizer}, which clips those of its rule",
        shown(rule)
    )]
    RuleClips {
        /// The rule.
        rule: String,
        /// Its optimizer.
        optimizer: &'static str,
        /// The option.
        option: &'static str,
    },
    /// A group's overrides come from the builder of another optimizer.
    #[error(
        "the overrides of parameter group `{}` are for {found}, but the optimizer is {expected}\n\
         help: create them with a builder of {expected}",
        shown(group)
    )]
    OtherOptimizer {
        /// The group.
        group: String,
        /// The optimizer that is built.
        expected: &'static str,
        /// The optimizer of the overrides.
        found: &'static str,
    },
    /// A group's overrides set an option of the whole optimizer.
    #[error("the overrides of parameter group `{}` call `{option}`, which is for the whole optimizer", shown(group))]
    Misplaced {
        /// The group.
        group: String,
        /// The method that was called.
        option: &'static str,
    },
    /// A storage was chosen for a state that does not exist.
    #[error(
        "{}{optimizer} has no state `{}` whose storage can be chosen{}", in_group(group), shown(state), match (nearest, known.is_empty()) {
            (Some(nearest), _) => format!("\nhelp: did you mean `{}`?", shown(nearest)),
            (None, true) => "\nhelp: it has none".to_owned(),
            (None, false) => format!("\nhelp: its states are `{}`", known.join("`, `")),
        }
    )]
    StoredState {
        /// The group.
        group: String,
        /// The optimizer.
        optimizer: &'static str,
        /// The name.
        state: String,
        /// The most similar state.
        nearest: Option<String>,
        /// All states.
        known: Vec<&'static str>,
    },
    /// A storage was chosen for parameters that is only for states.
    #[error(
        "{}parameters are kept as their arrays have them, not as {storage}\nhelp: allowed are `native` and, for arrays of bf16, `bf16_stochastic`, `split8` and `split16`",
        in_group(group)
    )]
    StoredParam {
        /// The group.
        group: String,
        /// The chosen storage.
        storage: Storage,
    },
    /// The chosen storage of a parameter is only for elements of `bf16`, but it has elements of another type.
    #[error(
        "parameter `{}` has elements of {found}, and only elements of bf16 can be stored as {storage}\nhelp: choose this storage in a group of parameters with elements of bf16",
        shown(param)
    )]
    NotBf16 {
        /// The parameter.
        param: String,
        /// Its elements.
        found: DType,
        /// The storage.
        storage: Storage,
    },
    /// A storage that only parameters have was chosen for a state.
    #[error(
        "{}state `{state}` can't be stored as {storage}, which is for parameters of bf16\nhelp: write `.storage(\"param\", …)`, or choose another storage",
        in_group(group)
    )]
    SplitState {
        /// The group.
        group: String,
        /// The state.
        state: &'static str,
        /// The storage.
        storage: Storage,
    },
    /// A storage was chosen for a scalar state, which is always in double precision.
    #[error(
        "{}state `{state}` is one number and can't be stored as {storage}\nhelp: choose the storage of a state that is an array",
        in_group(group)
    )]
    StoredNumber {
        /// The group.
        group: String,
        /// The state.
        state: &'static str,
        /// The chosen storage.
        storage: Storage,
    },
    /// A wrapper has no inner optimizer.
    #[error("{optimizer} wraps another optimizer, but no `{field}` was given")]
    NoInner {
        /// The wrapper.
        optimizer: &'static str,
        /// Its field.
        field: &'static str,
    },
    /// An inner optimizer was given to an optimizer that is not a wrapper.
    #[error("{optimizer} does not wrap another optimizer, but was given {inner}")]
    NotAWrapper {
        /// The optimizer that is not a wrapper.
        optimizer: &'static str,
        /// The inner optimizer that was given.
        inner: &'static str,
    },
    /// A second inner optimizer was given to a wrapper.
    #[error("{optimizer} wraps one optimizer and has one, but was also given {second}\nhelp: call `inner` once")]
    TwoInner {
        /// The wrapper.
        optimizer: &'static str,
        /// The inner optimizer that was given last.
        second: &'static str,
    },
    /// The builder of an inner optimizer has an option that belongs to the wrapper.
    #[error(
        "the builder of the inner optimizer of {optimizer} calls `{option}`\nhelp: call it on the builder of the wrapper"
    )]
    InnerOption {
        /// The wrapper.
        optimizer: &'static str,
        /// The method that was called.
        option: &'static str,
    },
    /// The value of an option is not allowed.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A number can't be watched.
    #[error(transparent)]
    Watch(#[from] WatchError),
    /// The dimensions of a step don't match, for a parameter of this shape.
    #[error(transparent)]
    Graph(#[from] Box<GraphError>),
    /// A state that starts as a copy of the parameter has another shape.
    #[error(
        "state `{state}` of parameter `{}` has shape {shape:?} and cannot start as a copy of {found:?}",
        shown(param)
    )]
    InitialShape {
        /// The parameter.
        param: String,
        /// The state.
        state: &'static str,
        /// The state's shape.
        shape: Vec<usize>,
        /// The parameter's shape.
        found: Vec<usize>,
    },
    /// A state starts as normal numbers, but their standard deviation is not allowed.
    #[error(
        "state `{state}` of parameter `{}` starts as normal numbers of standard deviation {deviation}, which must be finite \
         and at least 0",
        shown(param)
    )]
    InitialDeviation {
        /// The parameter.
        param: String,
        /// The state.
        state: &'static str,
        /// The standard deviation.
        deviation: f64,
    },
    /// A state starts as a copy of the parameter, but only names and shapes were given.
    #[error(
        "state `{state}` of parameter `{}` starts as a copy of the parameter, but only the shape was given\n\
         help: build from the arrays instead of `Shapes`",
        shown(param)
    )]
    InitialValues {
        /// The parameter.
        param: String,
        /// The state.
        state: &'static str,
    },
    /// The product of all sizes of a parameter, zeros left out, is larger than `isize::MAX`.
    #[error(
        "parameter `{}` of shape {shape:?} is too large: allowed are {} elements, sizes of 0 not counted",
        shown(param),
        isize::MAX
    )]
    TooLarge {
        /// The parameter.
        param: String,
        /// Its shape.
        shape: Vec<usize>,
    },
    /// The intermediate values of a step do not fit in memory.
    #[error("a step of parameter `{}` of shape {shape:?} needs a workspace that does not fit in memory", shown(param))]
    Workspace {
        /// The parameter.
        param: String,
        /// Its shape.
        shape: Vec<usize>,
    },
    /// A dimension of a state or an input is negative, or a fixed dimension is below 1.
    #[error(
        "{} `{name}` of parameter `{}` has dimensions {}, declared as {declared}\n\
         help: a fixed dimension is at least 1", if *input { "input" } else { "state" }, shown(param), shown(dims)
    )]
    Dimensions {
        /// The parameter.
        param: String,
        /// The state or input.
        name: &'static str,
        /// True if it is an input.
        input: bool,
        /// Its dimensions as declared.
        declared: &'static str,
        /// Their values for the parameter.
        dims: String,
    },
    /// The backup of the arrays that the optimizer's `probe` changes does not fit in memory.
    #[error(
        "the copy of parameter `{}` and its states for `step_with` needs {elements} elements, which cannot be allocated",
        shown(param)
    )]
    Backup {
        /// The parameter.
        param: String,
        /// The number of elements.
        elements: usize,
    },
    /// The state does not fit in memory.
    #[error("state `{state}` of parameter `{}` needs {elements} elements, which cannot be allocated", shown(param))]
    OutOfMemory {
        /// The parameter.
        param: String,
        /// The state.
        state: &'static str,
        /// Its number of elements.
        elements: usize,
    },
}

crate::messages::debug_as_display!(BuildError);

/// The error of a setting for all groups, for example from [`AnyBuilder::set`](crate::AnyBuilder::set).
impl From<HyperError> for BuildError {
    fn from(error: HyperError) -> Self {
        Self::Hyper { group: DEFAULT_GROUP.to_owned(), error }
    }
}

/// The beginning of a message, which names the group; empty for the group `default`.
fn in_group(group: &str) -> String {
    if group == DEFAULT_GROUP {
        return String::new();
    }
    format!("in parameter group `{}`: ", shown(group))
}

/// The number of elements of a shape.
fn counted(shape: &[usize]) -> String {
    match elements(shape) {
        Ok(1) => "1 element".to_owned(),
        Ok(count) => format!("{count} elements"),
        Err(_) => "more elements than memory can hold".to_owned(),
    }
}

/// Joins names for a message. If there are many, it lists only a few.
fn listed(names: &[String]) -> String {
    const FEW: usize = 8;
    match names {
        [first @ .., last] if names.len() > FEW => {
            format!("{}, and more, the last `{}`", quoted(&first[..FEW]), shown(last))
        }
        names => quoted(names),
    }
}

/// The error of a setting in a group.
pub(super) fn hyper(group: &str, error: HyperError) -> BuildError {
    BuildError::Hyper { group: group.to_owned(), error }
}

/// The error of a parameter whose workspace no memory holds.
pub(super) fn no_workspace(param: &Param) -> BuildError {
    BuildError::Workspace { param: param.name.to_string(), shape: param.seen().to_vec() }
}
