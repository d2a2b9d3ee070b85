//! Arguments that an optimizer must accept or refuse.

use std::collections::BTreeMap;

use ndarray::ArrayD;
use optim_std::registry::find;
use optim_std::{BuildError, HyperError, Setting};

use super::json::Node;
use super::manifest::{Settings, settings};
use super::optimizer::configured;
use super::{Cases, Source};
use crate::Error;

/// The release with the results that count.
const RELEASE: &str = "2.10.0";

/// Python's exception for an argument that is missing, unknown or of a wrong type.
const TYPE_ERROR: &str = "TypeError";

/// A case in which this project differs from the reference on purpose.
struct Exception {
    /// The optimizer; `None` for all optimizers.
    optimizer: Option<&'static str>,
    /// Returns true if the exception applies to these arguments.
    applies: fn(&Settings) -> bool,
    /// True if they are accepted here.
    accepted: bool,
    /// The reason.
    reason: &'static str,
}

/// All exceptions. The first match counts.
const EXCEPTIONS: &[Exception] = &[
    Exception {
        optimizer: None,
        applies: |settings| settings.iter().any(|(_, value)| has_non_finite(value)),
        accepted: false,
        reason: "a number that is not finite makes every parameter NaN",
    },
    Exception {
        optimizer: Some("Adafactor"),
        applies: |settings| is_none(settings, "lr") && !is_true(settings, "relative_step"),
        accepted: false,
        reason: "no learning rate and no `relative_step`: the reference notices in its first step only",
    },
    Exception {
        optimizer: Some("Adafactor"),
        applies: |settings| is_none(settings, "lr") && is_true(settings, "relative_step"),
        accepted: true,
        reason: "the reference documents `relative_step` and `warmup_init` and refuses them as not supported yet",
    },
    Exception {
        optimizer: Some("Adafactor"),
        applies: |settings| {
            number(settings, "clip_threshold").is_some_and(|threshold| threshold > 0.0 && threshold != 1.0)
        },
        accepted: true,
        reason: "the reference documents `clip_threshold` and refuses all values but 1",
    },
    Exception {
        optimizer: Some("Adafactor"),
        applies: |settings| number(settings, "beta1").is_some_and(|beta1| (0.0..1.0).contains(&beta1)),
        accepted: true,
        reason: "the reference documents `beta1` and refuses it as not supported yet",
    },
];

/// Tries every entry of the list.
pub(super) fn replay(source: &Source<'_>, cases: &mut Cases<'_>) -> Result<(), Error> {
    for node in Node::root(source.json).items()? {
        cases.run(&label(&node), || case(&node));
    }
    Ok(())
}

/// The call, or its place in the file.
fn label(node: &Node<'_>) -> String {
    let call = node.field("optimizer").and_then(|name| Ok((name.text()?, node.field("kwargs")?)));
    call.map_or_else(|_| node.path().to_owned(), |(name, kwargs)| format!("{name} {}", kwargs.json()))
}

fn case(node: &Node<'_>) -> Result<String, Error> {
    let entry = find(optim_std::optimizers(), &node.field("optimizer")?.text()?)?;
    let settings = settings(&node.field("kwargs")?, &[])?;
    let outcome = node.field("outcome")?;
    let recorded = if outcome.json().is_string() { outcome.text()? } else { outcome.field(RELEASE)?.text()? };

    let exception = EXCEPTIONS.iter().find(|exception| {
        exception.optimizer.is_none_or(|name| name == entry.name)
            && (exception.applies)(&settings)
            && exception.accepted != (recorded == "ok")
    });
    // Every optimizer accepts a matrix.
    let model = BTreeMap::from([("weight", ArrayD::<f32>::zeros(vec![3, 2]))]);
    let built = configured(entry, &settings)
        .map_err(Refusal::from)
        .and_then(|builder| builder.build(&model).map_err(Refusal::from));

    let said = match &built {
        Ok(_) => "accepted".to_owned(),
        Err(refusal) => format!("refused: {}", refusal.text),
    };
    let accepted = exception.map_or(recorded == "ok", |exception| exception.accepted);
    let agrees = match &built {
        Ok(_) => accepted,
        // An unknown argument is not refused because of its value.
        Err(refusal) => !accepted && (!refusal.unknown || recorded == TYPE_ERROR),
    };
    let recorded = exception.map_or_else(
        || format!("recorded: {recorded}"),
        |exception| {
            let expected = if exception.accepted { "accepted" } else { "refused" };
            format!("recorded: {recorded}, but {expected} here on purpose: {}", exception.reason)
        },
    );
    if agrees { Ok(format!("{said} ({recorded})")) } else { Err(format!("{said} ({recorded})").into()) }
}

/// The reason why an optimizer was not built.
struct Refusal {
    text: String,
    /// True if the argument does not exist.
    unknown: bool,
}

impl From<HyperError> for Refusal {
    fn from(error: HyperError) -> Self {
        Self { unknown: matches!(error, HyperError::Unknown { .. }), text: error.to_string() }
    }
}

impl From<BuildError> for Refusal {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Hyper { error, .. } => error.into(),
            other => Self { unknown: false, text: other.to_string() },
        }
    }
}

/// The value of an argument. If a name occurs twice, the last one counts.
fn value<'s>(settings: &'s Settings, name: &str) -> Option<&'s Setting> {
    settings.iter().rev().find(|(found, _)| found == name).map(|(_, value)| value)
}

fn number(settings: &Settings, name: &str) -> Option<f64> {
    value(settings, name).and_then(Setting::as_f64)
}

fn is_true(settings: &Settings, name: &str) -> bool {
    matches!(value(settings, name), Some(Setting::Bool(true)))
}

/// Returns true if an argument is missing or `None`.
fn is_none(settings: &Settings, name: &str) -> bool {
    matches!(value(settings, name), None | Some(Setting::None))
}

fn has_non_finite(value: &Setting) -> bool {
    match value {
        Setting::Tuple(parts) => parts.iter().any(has_non_finite),
        value => value.as_f64().is_some_and(|number| !number.is_finite()),
    }
}
