//! Replays the values of schedules: creates each schedule by name from recorded arguments, and compares it and its graph step by step.

use std::sync::Arc;

use optim_std::schedule::curve;
use optim_std::{Schedule, Setting, scheduler_named};
use serde_json::Value as Json;

use super::expression::Expression;
use super::json::Node;
use super::manifest::setting;
use super::tolerance::error;
use super::{Cases, Source};
use crate::Error;

/// The allowed difference of values recorded in double precision, relative to the largest value.
const DOUBLE: f64 = 1e-12;
/// The same for values that were computed and recorded in single precision.
const SINGLE: f64 = 1e-6;

/// Replays every entry of `configs`.
pub(super) fn replay(source: &Source<'_>, cases: &mut Cases<'_>) -> Result<(), Error> {
    let root = Node::root(source.json);
    let scheduler = root.field("scheduler")?.text()?;
    for node in root.field("configs")?.items()? {
        let name = node.field("name").and_then(|name| name.text()).unwrap_or_else(|_| node.path().to_owned());
        cases.run(&name, || case(&scheduler, &node));
    }
    Ok(())
}

fn case(scheduler: &str, node: &Node<'_>) -> Result<String, Error> {
    let scheduler = node.optional("scheduler")?.map_or_else(|| Ok(scheduler.to_owned()), |name| name.text())?;
    let mut arguments = match node.optional("kwargs")? {
        Some(kwargs) => arguments(&kwargs)?,
        None => Vec::new(),
    };
    arguments.extend(functions(node)?);
    let schedule = make(&scheduler, &arguments)?;
    let length = counted(&scheduler, node)?;

    let (expected, part) = match node.optional("values_f64")? {
        Some(values) => (numbers(&values)?, DOUBLE),
        None => (numbers(&node.field("values")?)?, SINGLE),
    };
    let mut worst = Worst::default();
    let graph = schedule.graph()?;
    let expected = &expected[..length.min(expected.len())];
    worst.compare("value", expected, part, |step| Ok(schedule.at(step)))?;
    worst.compare("graph", expected, part, |step| Ok(graph.value_at(step as f64)?))?;
    if let Some(values) = node.optional("group1_values")? {
        let factor = number(&node.field("group1_adjust_learning_rate")?)?;
        let scaled = schedule.for_group(factor).ok_or("it takes no factor of a parameter group")?;
        worst.compare("value of the group", &numbers(&values)?, SINGLE, |step| Ok(scaled.at(step)))?;
    }
    Ok(worst.place.map_or_else(
        || "0.00 of tolerance (every value is the recorded one)".to_owned(),
        |place| format!("{:.2} of tolerance ({place})", worst.error),
    ))
}

/// The largest difference so far, as a multiple of the allowed one, and its place.
#[derive(Default)]
struct Worst {
    error: f64,
    place: Option<String>,
}

impl Worst {
    /// Compares the values of all steps. The allowed difference is `part` of the largest value.
    fn compare(
        &mut self,
        what: &str,
        expected: &[f64],
        part: f64,
        value: impl Fn(u64) -> Result<f64, Error>,
    ) -> Result<(), Error> {
        let finite = expected.iter().filter(|value| value.is_finite());
        let allowed = part * finite.fold(f64::MIN_POSITIVE, |largest: f64, value| largest.max(value.abs()));
        for (step, &expected) in (0..).zip(expected) {
            let found = value(step)?;
            let error = error(found, expected, allowed);
            if error > 1.0 {
                return Err(format!(
                    "{what} at step {step}: found {found:?}, expected {expected:?}; {allowed:.3e} is allowed"
                )
                .into());
            }
            if error > self.error {
                (self.error, self.place) = (error, Some(format!("{what} at step {step}")));
            }
        }
        Ok(())
    }
}

/// The schedule with this name and these arguments.
fn make(name: &str, arguments: &[(String, Setting)]) -> Result<Arc<dyn Schedule>, Error> {
    let arguments: Vec<(&str, Setting)> = arguments.iter().map(|(name, value)| (&**name, value.clone())).collect();
    Ok(scheduler_named(name)?.make(name, &arguments)?)
}

fn arguments(kwargs: &Node<'_>) -> Result<Vec<(String, Setting)>, Error> {
    kwargs.fields()?.map(|(name, node)| Ok((name.to_owned(), argument(&node)?))).collect()
}

/// A value, or `{"Class": {arguments}}` for a schedule.
fn argument(node: &Node<'_>) -> Result<Setting, Error> {
    match node.json() {
        Json::Object(object) if object.len() == 1 => {
            let (name, kwargs) = node.fields()?.next().ok_or_else(|| node.unexpected("a schedule"))?;
            Ok(Setting::Scheduled(make(name, &arguments(&kwargs)?)?))
        }
        Json::Object(_) => Err(node.unexpected("one schedule, by its name")),
        Json::Array(_) => Ok(Setting::Tuple(node.items()?.map(|item| argument(&item)).collect::<Result<_, Error>>()?)),
        _ => setting(node),
    }
}

/// Functions of the step, recorded next to the arguments.
fn functions(node: &Node<'_>) -> Result<Vec<(String, Setting)>, Error> {
    let function = |node: &Node<'_>| -> Result<Setting, Error> {
        let expression: Expression = node.text()?.parse()?;
        Ok(Setting::schedule(curve(move |e| expression.at(e))))
    };
    let mut found = Vec::new();
    if let Some(lambdas) = node.optional("lambdas")? {
        let lambdas = lambdas.items()?.map(|lambda| function(&lambda)).collect::<Result<_, Error>>()?;
        found.push(("lambdas".to_owned(), Setting::Tuple(lambdas)));
    }
    if let Some(lambda) = node.optional("lambda")? {
        found.push(("coefficient".to_owned(), function(&lambda)?));
    }
    Ok(found)
}

/// The number of steps that count. For two schedules, the reference differs from its documentation after the end.
fn counted(scheduler: &str, node: &Node<'_>) -> Result<usize, Error> {
    let argument = |name: &str| node.optional("kwargs")?.map_or(Ok(None), |kwargs| kwargs.optional(name));
    if argument("cycle")?.is_some_and(|cycle| cycle.json() == &Json::Bool(true)) {
        return Ok(argument("total_iters")?.map_or(Ok(usize::MAX), |length| length.whole())?.saturating_add(1));
    }
    if scheduler.to_lowercase().starts_with("onecycle") {
        return argument("total_steps")?.map_or(Ok(1000), |length| length.whole());
    }
    Ok(usize::MAX)
}

fn number(node: &Node<'_>) -> Result<f64, Error> {
    match setting(node)?.as_f64() {
        Some(number) => Ok(number),
        None => Err(node.unexpected("a number")),
    }
}

fn numbers(node: &Node<'_>) -> Result<Vec<f64>, Error> {
    node.items()?.map(|item| number(&item)).collect()
}
