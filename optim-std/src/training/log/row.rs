//! The row of a step.

use std::collections::BTreeSet;

use optim_core::{StepReport, Watched};

use crate::training::error::TrainingError;
use crate::training::position::Position;

/// The names of the run's own columns. Names that begin with [`OF_GROUP`] or [`OF_OUTPUT`], and names of watched numbers, are reserved, too.
const OWN: [&str; 6] = ["step", "epoch", "loss", "grad_norm", "lr", "score"];
/// The prefix of a group's name, if there are several groups.
const OF_GROUP: &str = "lr/";
/// The prefix of an output that has the name of one of the run's own columns.
const OF_OUTPUT: &str = "output/";

/// The values of a step.
#[derive(Debug)]
pub(super) struct LogRow {
    /// The number of finished steps, including this one.
    pub(super) step: u64,
    pub(super) epoch: u64,
    /// The other columns in order, without duplicate names and without control characters.
    pub(super) values: Vec<(String, f64)>,
}

impl LogRow {
    /// The row of a step that began at a position.
    pub(super) fn new(
        at: Position,
        loss: f64,
        report: &StepReport,
        score: Option<f64>,
        columns: Vec<(String, f64)>,
    ) -> Self {
        let mut values = vec![("loss".to_owned(), loss)];
        values.extend(report.grad_norm.map(|norm| ("grad_norm".to_owned(), norm)));
        let rates = report.learning_rates();
        let is_only = rates.len() == 1;
        for (group, rate) in rates {
            let name =
                if is_only { "lr".to_owned() } else { format!("{OF_GROUP}{group}").replace(char::is_control, " ") };
            values.extend(rate.map(|rate| (name, rate)));
        }
        if let Some(watched) = &report.watched {
            let is_new = |name: &str| name != "grad_norm" || report.grad_norm.is_none();
            let of_model = watched.of_model().filter(|(name, _)| is_new(name));
            values.extend(of_model.map(|(name, value)| (of_watched(name), value)));
            let column = |param: &str, name| format!("{}/{param}", of_watched(name)).replace(char::is_control, " ");
            values.extend(watched.of_params().map(|(param, name, value)| (column(param, name), value)));
        }
        values.extend(score.map(|score| ("score".to_owned(), score)));
        values.extend(columns);
        Self { step: at.step.saturating_add(1), epoch: at.epoch, values }
    }
}

/// The column of a watched number. A declared output may have the name of one of the run's own columns.
fn of_watched(name: &str) -> String {
    let is_own = OWN.contains(&name) && !Watched::names().any(|known| known == name);
    if is_own { format!("{OF_OUTPUT}{name}") } else { name.to_owned() }
}

/// Refuses names of columns that are reserved, or that a line cannot contain.
pub(in crate::training) fn check_columns(
    at: Position,
    columns: &[(String, f64)],
    watching: impl Iterator<Item = String>,
) -> Result<(), TrainingError> {
    let declared: BTreeSet<String> = watching.collect();
    let is_watched = |name: &str| {
        let first = name.split('/').next().unwrap_or_default();
        Watched::names().any(|known| known == first) || declared.contains(first) || declared.contains(name)
    };
    let begins = |name: &str| [OF_GROUP, OF_OUTPUT].iter().any(|start| name.starts_with(start));
    let is_own = |name: &str| OWN.contains(&name) || begins(name) || is_watched(name);
    let is_bad = |name: &str| is_own(name) || name.is_empty() || name.contains(char::is_control);
    match columns.iter().find(|(name, _)| is_bad(name)) {
        Some((name, _)) => Err(TrainingError::LogColumn { name: name.clone(), at }),
        None => Ok(()),
    }
}
