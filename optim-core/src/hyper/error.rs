//! Errors of hyperparameters.

use crate::kernel::MOST_ITEMS;
use crate::lang::GraphError;
use crate::messages::{quoted, shown, shown_lines};
use crate::names::UnknownSchedule;
use crate::suggestion::help;

/// A hyperparameter can't have this value.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HyperError {
    /// There is no hyperparameter of this name.
    #[error("{optimizer} has no hyperparameter `{}`{}", shown(name), help(nearest, known))]
    Unknown {
        /// The optimizer.
        optimizer: &'static str,
        /// The name that was asked for.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// Every name.
        known: Vec<&'static str>,
    },
    /// In a [`Partition`](crate::Partition), each rule has its own hyperparameters, and this name does not begin with a rule.
    #[error("`{}` is no hyperparameter of a rule of the partition{}", shown(name), help(nearest, known))]
    UnknownInPartition {
        /// The name that was asked for.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// The names that it has in the rules, or else every name.
        known: Vec<String>,
    },
    /// A required hyperparameter has no value.
    #[error("`{name}` of {optimizer} has no default and was not given")]
    Missing {
        /// The optimizer.
        optimizer: &'static str,
        /// The hyperparameter.
        name: &'static str,
    },
    /// The value is of another type.
    #[error("`{name}` of {optimizer} cannot be {}: expected {}", shown(value), shown(expected))]
    Type {
        /// The optimizer.
        optimizer: &'static str,
        /// The hyperparameter.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// A description of the values that the hyperparameter takes.
        expected: String,
    },
    /// A number is not finite or out of range.
    #[error("`{name}` of {optimizer} is {}, allowed: {}", shown(value), shown(allowed))]
    Range {
        /// The optimizer.
        optimizer: &'static str,
        /// The hyperparameter.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// The allowed numbers.
        allowed: String,
    },
    /// An argument was given under two of its names.
    #[error("`{name}` of {schedule} is given twice\nhelp: use one of its names")]
    Twice {
        /// The schedule.
        schedule: &'static str,
        /// The argument.
        name: &'static str,
    },
    /// A schedule has no argument of this name.
    #[error("{schedule} has no argument `{}`{}", shown(name), help(nearest, known))]
    UnknownArgument {
        /// The schedule.
        schedule: &'static str,
        /// The name that was asked for.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
        /// Every name.
        known: Vec<&'static str>,
    },
    /// The arguments of a schedule contradict each other.
    #[error("{schedule} cannot have these arguments: {message}{}", note(given))]
    Arguments {
        /// The schedule.
        schedule: &'static str,
        /// The schedule's own words.
        message: &'static str,
        /// The arguments meant, with their values.
        given: Vec<String>,
    },
    /// No schedule has this name.
    #[error(transparent)]
    UnknownSchedule(#[from] UnknownSchedule),
    /// A schedule that was given for a hyperparameter, or for an argument of another schedule, is wrong.
    #[error("in `{owner}.{}`: {error}", shown(path))]
    Schedule {
        /// The optimizer or the outermost schedule.
        owner: &'static str,
        /// The place inside of the value: `lr`, `schedulers[1].scheduler`.
        path: String,
        /// The error.
        #[source]
        error: Box<HyperError>,
    },
    /// A schedule was given for a hyperparameter that is fixed before the run.
    #[error("`{name}` of {optimizer} is fixed before training and can't have a schedule{}", scheduled_help(scheduled))]
    NotScheduled {
        /// The optimizer.
        optimizer: &'static str,
        /// The hyperparameter.
        name: &'static str,
        /// The hyperparameters that take one.
        scheduled: Vec<&'static str>,
    },
    /// A group sets a hyperparameter that must be the same for the whole model.
    #[error(
        "`{name}` of {optimizer} is the same for the whole model, so a parameter group can't override it\n\
         help: set it for the whole optimizer"
    )]
    Shared {
        /// The optimizer.
        optimizer: &'static str,
        /// The hyperparameter.
        name: &'static str,
    },
    /// A group's factor for schedules is not a number.
    #[error("`adjust_learning_rate` of {optimizer} is {}, allowed: a finite number", shown(factor))]
    Factor {
        /// The optimizer.
        optimizer: &'static str,
        /// The factor.
        factor: String,
    },
    /// The values contradict each other.
    #[error("{optimizer} cannot run with these hyperparameters: {message}")]
    Requirement {
        /// The optimizer.
        optimizer: &'static str,
        /// The optimizer's own words.
        message: &'static str,
    },
    /// The values don't fit one of the parameters.
    #[error("{optimizer} cannot update parameter `{}` of shape {shape:?}: {message}", shown(param))]
    Parameter {
        /// The optimizer.
        optimizer: &'static str,
        /// The parameter.
        param: String,
        /// Its shape.
        shape: Vec<usize>,
        /// The optimizer's own words.
        message: &'static str,
    },
    /// A function of the step does not take matrices of the sizes that one of the parameters gives it.
    #[error("{optimizer} cannot update parameter `{}` of shape {shape:?}: {error}", shown(param))]
    Shape {
        /// The optimizer.
        optimizer: &'static str,
        /// The parameter.
        param: String,
        /// Its shape.
        shape: Vec<usize>,
        /// The reason.
        #[source]
        error: Box<GraphError>,
    },
    /// A number that a timed condition is asked with is too small.
    #[error(
        "`{call}` of {optimizer} is called with {} for parameter `{}` of shape {shape:?}, allowed: {least} or more",
        shown(value),
        shown(param)
    )]
    TimedArgument {
        /// The optimizer.
        optimizer: &'static str,
        /// The parameter.
        param: Box<str>,
        /// Its shape.
        shape: Box<[usize]>,
        /// The call as it is written in the step.
        call: &'static str,
        /// The number.
        value: Box<str>,
        /// The smallest number that is allowed.
        least: u64,
    },
    /// A slot goes over more places than its list has.
    #[error(
        "the slot in `{call}` of {optimizer} counts to {slots}, but the list has {}, for parameter `{}` of shape {shape:?}",
        items(Some(*length)), shown(param)
    )]
    Slot {
        /// The optimizer.
        optimizer: &'static str,
        /// The parameter.
        param: Box<str>,
        /// Its shape.
        shape: Box<[usize]>,
        /// The item as it is written in the step: `history[slot(self.m)]`.
        call: &'static str,
        /// The number of places.
        slots: usize,
        /// The length of the list.
        length: usize,
    },
    /// A list of states or outputs has no items, or too many.
    #[error(
        "the list `{list}` of {optimizer} has {} for parameter `{}` of shape {shape:?}: its length is declared as `{declared}`\n\
         help: a list must have at least 1 and at most {} items", items(*length), shown(param), MOST_ITEMS
    )]
    ListLength {
        /// The optimizer.
        optimizer: &'static str,
        /// The parameter.
        param: Box<str>,
        /// Its shape.
        shape: Box<[usize]>,
        /// The list.
        list: &'static str,
        /// Its length as declared.
        declared: &'static str,
        /// Its length; none if that is below 1.
        length: Option<usize>,
    },
    /// The timed conditions of a step have too many combinations that are reached.
    #[error(
        "a step of {optimizer} has more than 8 programs for parameter `{}` of shape {shape:?}: too many combinations of \
         timed conditions are reached\nhelp: use periods that divide each other, such as 10 and 100",
        shown(param)
    )]
    Programs {
        /// The optimizer.
        optimizer: &'static str,
        /// The parameter.
        param: String,
        /// Its shape.
        shape: Vec<usize>,
    },
    /// Fixed code of the optimizer stopped with a panic, for example at an index out of range or an overflow.
    #[error("{optimizer} cannot run with these hyperparameters: its own code panicked, {}", shown_lines(message))]
    Panicked {
        /// The optimizer.
        optimizer: &'static str,
        /// The panic's message.
        message: String,
    },
    /// A change that would make or drop state after the optimizer was built.
    #[error(
        "`{name}` of {optimizer} cannot become {} after `build`: it decides which state exists (parameter `{}`)\n\
         help: build the optimizer with this value",
        shown(value),
        shown(param)
    )]
    ChangesState {
        /// The optimizer.
        optimizer: &'static str,
        /// The hyperparameter.
        name: &'static str,
        /// The new value.
        value: String,
        /// A parameter whose state would change.
        param: String,
    },
    /// A number that one schedule decides was given to another.
    #[error(
        "`{}` of {optimizer} has two schedules in parameter group `{}`: {} and {}\n\
         help: chain or sequence them into one, or give them to groups with different tags", shown(name), shown(group), shown(&schedules[0]), shown(&schedules[1])
    )]
    TwoSchedules {
        /// The optimizer.
        optimizer: &'static str,
        /// The number.
        name: String,
        /// The group.
        group: String,
        /// The schedule that it has, and the other one.
        schedules: Box<[String; 2]>,
    },
    /// The name must select one number of a tuple, and it selects none, or one that does not exist.
    #[error("`{}` of {optimizer} {what}{}", shown(name), help(&None, known))]
    Component {
        /// The optimizer.
        optimizer: &'static str,
        /// The name that was asked for.
        name: String,
        /// The kind of thing that has this name instead.
        what: &'static str,
        /// The numbers that there are.
        known: Vec<String>,
    },
    /// No parameter group has one of these tags.
    #[error("there are no {}{}", shown(tags), tags_help(known))]
    NoGroup {
        /// The tags, in words.
        tags: String,
        /// Every tag.
        known: Vec<String>,
    },
    /// A schedule for all groups, although each group sets the hyperparameter itself.
    #[error(
        "every parameter group has its own `{}` of {optimizer}, so a schedule for all groups changes nothing\n\
         help: name the groups of the schedule by their tags, or set no `{}` in the groups",
        shown(name),
        shown(name)
    )]
    NoGroupLeft {
        /// The optimizer.
        optimizer: &'static str,
        /// The number.
        name: String,
    },
    /// There is no group of this name.
    #[error("there is no parameter group `{}`{}", shown(group), help(nearest, known))]
    UnknownGroup {
        /// The name that was asked for.
        group: String,
        /// The most similar name.
        nearest: Option<String>,
        /// Every group.
        known: Vec<String>,
    },
}

crate::messages::debug_as_display!(HyperError);

impl HyperError {
    /// The same error for a schedule inside of `owner`, at `path`.
    pub(crate) fn within(self, owner: &'static str, path: &str) -> Self {
        match self {
            Self::Schedule { path: inner, error, .. } => {
                Self::Schedule { owner, path: format!("{path}.{inner}"), error }
            }
            error => Self::Schedule { owner, path: path.to_owned(), error: Box::new(error) },
        }
    }
}

fn items(length: Option<usize>) -> String {
    length.map_or_else(|| "no items".to_owned(), |length| format!("{length} items"))
}

fn note(given: &[String]) -> String {
    if given.is_empty() { String::new() } else { format!("\nnote: {}", shown(given.join(", "))) }
}

fn tags_help(known: &[String]) -> String {
    match known {
        [] => "\nhelp: no group is tagged: call `tag` in a group's settings".to_owned(),
        known => format!("\nhelp: the tags are {}", quoted(known)),
    }
}

fn scheduled_help(scheduled: &[&str]) -> String {
    if scheduled.is_empty() {
        return String::new();
    }
    format!("\nhelp: these can have a schedule: `{}`", scheduled.join("`, `"))
}
