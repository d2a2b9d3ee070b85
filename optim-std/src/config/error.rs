//! Errors and warnings of configurations.

use std::fmt;

use optim_core::{BuildError, HyperError, LookupError};

use super::place::Place;
use optim_core::__private::messages::{quoted, shown, shown_lines};

/// An error in a configuration, with its place.
///
/// ```
/// use optim_std::config::{Config, Problem};
///
/// let error = Config::parse("optimizer:\n  AdamW: {lr: 0.1, weight_decai: 0.01}\n").unwrap_err();
/// assert!(matches!(error.problem(), Problem::Unknown { .. }));
/// assert_eq!((error.place().line(), error.place().path()), (Some(2), "optimizer.AdamW.weight_decai"));
/// assert_eq!(error.to_string(), "\
/// line 2, column 20, `optimizer.AdamW.weight_decai`: AdamW has no argument `weight_decai`
/// help: did you mean `weight_decay`?");
/// ```
#[derive(Clone, PartialEq)]
pub struct ConfigError {
    // Boxed, because the error is far larger than other results.
    inner: Box<(Place, Problem)>,
}

optim_core::__private::messages::debug_as_display!(ConfigError);

impl ConfigError {
    pub(super) fn new(place: Place, problem: impl Into<Problem>) -> Self {
        Self { inner: Box::new((place, problem.into())) }
    }

    /// The place of the error.
    pub fn place(&self) -> &Place {
        &self.inner.0
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.inner.1
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().before(f)?;
        self.problem().fmt(f)
    }
}

impl std::error::Error for ConfigError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self.problem() {
            Problem::Lookup(error) => Some(error),
            Problem::Hyper(error) => Some(error),
            Problem::Build(error) => Some(error),
            _ => None,
        }
    }
}

/// A problem of a configuration.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A file that cannot be read.
    #[error("cannot be read: {}", shown(.0))]
    Unreadable(String),
    /// The text is not YAML.
    #[error("invalid YAML: {}", shown(.0))]
    Syntax(String),
    /// The document exceeds a limit.
    #[error("this is too large: more than {most} {what}")]
    TooLarge {
        /// `bytes`, `values` or `levels`.
        what: &'static str,
        /// The largest number allowed.
        most: usize,
    },
    /// A mapping has a key twice.
    #[error("the key `{}` is given twice", shown(key))]
    KeyTwice {
        /// The key.
        key: String,
    },
    /// A value has the wrong type.
    #[error("expected {}, found {}", shown(expected), shown(found))]
    Type {
        /// A description of the value that belongs here.
        expected: String,
        /// A description of the value that is here.
        found: String,
    },
    /// An unknown key.
    #[error("{} has no {kind} `{}`{}", shown(owner), shown(key), help(nearest.as_deref(), known))]
    Unknown {
        /// The optimizer, schedule or group with this key.
        owner: String,
        /// The kind of key expected: `argument` or `key`.
        kind: &'static str,
        /// The key.
        key: String,
        /// The most similar key that is known.
        nearest: Option<String>,
        /// Every key that is known.
        known: Vec<String>,
    },
    /// A key in the wrong place: it has no effect there.
    #[error("`{}` has no effect here\nhelp: {}", shown(key), shown_lines(help))]
    Misplaced {
        /// The key.
        key: String,
        /// The place where it belongs.
        help: String,
    },
    /// A required value is missing.
    #[error("`{}` is missing: {help}", shown(key))]
    Missing {
        /// The key.
        key: String,
        /// Its purpose.
        help: &'static str,
    },
    /// A value is given under two names.
    #[error("`{}` is given twice, also as `{}`\nhelp: remove one of them", shown(name), shown(given))]
    Twice {
        /// The other name.
        given: String,
        /// The name.
        name: String,
    },
    /// A schedule without a length is followed by another one, which would never start.
    #[error("this has no `total_iters`, so the start of the next schedule is unknown{}", at_milestones(milestones))]
    NoLength {
        /// True if milestones could be given instead.
        milestones: bool,
    },
    /// Milestones that contradict the lengths of the schedules.
    #[error("the schedules end after {derived:?} steps, but the milestones are {given:?}\nhelp: remove `milestones`")]
    Milestones {
        /// The steps at which the schedules end by their lengths.
        derived: Vec<u64>,
        /// The numbers that were given.
        given: Vec<u64>,
    },
    /// A key for entries of `schedulers` was given to an inner schedule, or to a schedule in place of a number.
    #[error("`{}` is allowed only for entries of `schedulers`, not for a nested schedule", shown(key))]
    Inside {
        /// The key.
        key: String,
    },
    /// Two schedules for the same setting of the same groups.
    #[error(
        "`{}` already has a schedule for some of the same groups: {first}\n\
         help: give them `param_group_tags` that differ, or chain or sequence them into one",
        shown(hyper)
    )]
    TwoSchedules {
        /// The hyperparameter.
        hyper: String,
        /// The place of the other schedule.
        first: Place,
    },
    /// Two patterns that match one parameter and disagree.
    #[error(
        "parameter `{}` matches two patterns with different values of `{}`\nhelp: write patterns that exclude each other",
        shown(param),
        shown(what)
    )]
    TwoValues {
        /// The key whose values differ.
        what: String,
        /// The parameter.
        param: String,
    },
    /// A pattern that matches no parameter.
    #[error("`{}` matches no parameter\nhelp: the parameters are {}", shown(pattern), listed(params))]
    MatchesNothing {
        /// The pattern.
        pattern: String,
        /// Every parameter.
        params: Vec<String>,
    },
    /// An unknown or ambiguous name.
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// A value that is not allowed for a hyperparameter or an argument of a schedule.
    #[error(transparent)]
    Hyper(#[from] HyperError),
    /// The optimizer can't be built for these parameters.
    #[error(transparent)]
    Build(#[from] BuildError),
}

optim_core::__private::messages::debug_as_display!(Problem);

/// A warning about a configuration that works, with its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Warning {
    pub(super) place: Place,
    pub(super) remark: Remark,
}

impl Warning {
    /// The place of the warning.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The text of the warning.
    pub fn remark(&self) -> &Remark {
        &self.remark
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place.before(f)?;
        self.remark.fmt(f)
    }
}

/// A warning about a configuration.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Remark {
    /// An old name.
    #[error(
        "`{}` of {} is written in an old form, `{}`\nhelp: write `{}`",
        shown(name),
        shown(owner),
        shown(given),
        shown(name)
    )]
    Alias {
        /// The optimizer, schedule or group with this key.
        owner: String,
        /// The name in the document. For a pair, `beta1` and `beta2`, with the quotes between them.
        given: String,
        /// The present name.
        name: String,
    },
    /// In lenient mode: a key that would otherwise be an error has no effect.
    #[error("ignored: {0}")]
    Ignored(#[source] Box<Problem>),
    /// In lenient mode: a missing value was replaced.
    #[error("`{}` is missing; {value} is used", shown(name))]
    Assumed {
        /// The argument.
        name: String,
        /// Its value.
        value: f64,
    },
    /// A schedule was given as the learning rate in a place where it has no effect.
    #[error(
        "this is a schedule and has no effect here\nhelp: give it to `configure_lr_scheduler`, or use `Config`, which reads both"
    )]
    NotHere,
}

optim_core::__private::messages::debug_as_display!(Remark);

fn help(nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(nearest) => format!("\nhelp: did you mean `{}`?", shown(nearest)),
        None if known.is_empty() => "\nhelp: there are none".to_owned(),
        None => format!("\nhelp: there are {}", quoted(known)),
    }
}

fn at_milestones(milestones: &bool) -> &'static str {
    if *milestones { "\nhelp: give it one, or give `milestones`" } else { "\nhelp: give it one" }
}

/// Names for a message. If there are many, only the first few.
fn listed(names: &[String]) -> String {
    const FEW: usize = 8;
    match names {
        [first @ .., last] if names.len() > FEW => format!("{}, …, `{}`", quoted(&first[..FEW]), shown(last)),
        names => quoted(names),
    }
}
