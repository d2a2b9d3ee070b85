//! Replays configurations, and compares the results.

mod exceptions;

use std::collections::BTreeMap;
use std::sync::Arc;

use ndarray::ArrayD;
use optim_std::config::{Attachment, Configure, Document, Warning};
use optim_std::{Optimizer, Schedule, Setting, Tags};
use serde_json::Value as Json;

use exceptions::{EXCEPTIONS, Instead};

use super::json::Node;
use super::manifest::settings;
use super::{Cases, Source};
use crate::Error;

/// The releases with the results that count: the documented one, and for newer features the last release that has them.
const RELEASES: [&str; 2] = ["2.0.3", "2.3.1"];

/// The result of a configuration.
struct Outcome {
    /// The optimizer or the schedule; `None` if it is neither.
    result: Option<String>,
    /// The hyperparameters of the first group.
    group: BTreeMap<&'static str, Setting>,
    /// Curves of hyperparameters by their name in the recording.
    curves: BTreeMap<String, Vec<f64>>,
    milestones: Option<Vec<u64>>,
    warnings: Vec<Warning>,
}

/// Replays every entry of the three lists.
pub(super) fn replay(source: &Source<'_>, cases: &mut Cases<'_>) -> Result<(), Error> {
    let root = Node::root(source.json);
    for (list, run) in [
        ("optimizer", optimizer as fn(&Node<'_>) -> Result<Outcome, Error>),
        ("lr_scheduler", lr_scheduler),
        ("trainer_scheduler", trainer_scheduler),
    ] {
        for node in root.field(list)?.items()? {
            let name = node.field("name").and_then(|name| name.text()).unwrap_or_else(|_| node.path().to_owned());
            cases.run(&format!("{list} {name}"), || case(list, &name, &node, run));
        }
    }
    Ok(())
}

fn case(
    list: &str,
    name: &str,
    node: &Node<'_>,
    run: fn(&Node<'_>) -> Result<Outcome, Error>,
) -> Result<String, Error> {
    let exception = EXCEPTIONS.iter().find(|(of, case, ..)| *of == list && *case == name);
    let outcomes = node.field("outcome")?;
    let release = match exception {
        Some((_, _, Instead::Release(release), _)) => release,
        _ => RELEASES.into_iter().find(|release| outcomes.field(release).is_ok()).unwrap_or(RELEASES[0]),
    };
    let recorded = outcomes.field(release)?;
    let found = run(&node.field("call")?);
    let instead = exception.map(|(_, _, instead, _)| instead);
    let refused = match instead {
        Some(Instead::Schedule(..)) => false,
        _ => recorded.json().get("error").is_some(),
    };
    let why = exception.map_or_else(String::new, |(.., reason)| format!(" (otherwise on purpose: {reason})"));
    match found {
        Err(error) if refused => Ok(format!("refused: {error}{why}")),
        Err(error) => Err(format!("refused: {error}, recorded: {}", recorded.json()).into()),
        Ok(found) if refused => {
            Err(format!("accepted as {}, recorded: {}", found.result.unwrap_or_default(), recorded.json()).into())
        }
        Ok(found) => {
            match instead {
                Some(Instead::Schedule(name, curve)) => {
                    is_called(&found, Some(name))?;
                    is_curve(&found, "lr_group0", curve)?;
                }
                instead => agree(&found, &recorded, instead)?,
            }
            let warnings: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
            let warned = if warnings.is_empty() { String::new() } else { format!("; warned: {}", warnings.join("; ")) };
            Ok(format!("{}{warned}{why}", found.result.as_deref().unwrap_or("nothing")))
        }
    }
}

/// Compares a result with the recording.
fn agree(found: &Outcome, recorded: &Node<'_>, instead: Option<&Instead>) -> Result<(), Error> {
    is_called(found, recorded.field("result")?.json().as_str())?;
    if let Some(group) = recorded.optional("group")? {
        for (name, recorded) in settings(&group, &[])? {
            // Internal values of the reference are not hyperparameters here.
            let Some(value) = found.group.get(name.as_str()) else { continue };
            let expected = match instead {
                Some(Instead::Value(changed, number)) if *changed == name => Setting::Float(*number),
                _ => recorded,
            };
            if !same(value, &expected) {
                return Err(format!("`{name}` is {value}, recorded: {expected}").into());
            }
        }
    }
    for name in found.curves.keys() {
        let Some(recorded) = recorded.optional(name)? else { continue };
        let mut recorded: Vec<f64> = recorded.items()?.map(|value| value.json().as_f64().unwrap_or(f64::NAN)).collect();
        if let Some(Instead::First(count)) = instead {
            recorded.truncate(*count);
        }
        is_curve(found, name, &recorded)?;
    }
    if let (Some(found), Some(recorded)) = (&found.milestones, recorded.optional("milestones")?) {
        let recorded: Vec<u64> = recorded.wholes()?.into_iter().map(|step| step as u64).collect();
        if *found != recorded {
            return Err(format!("the milestones are {found:?}, recorded: {recorded:?}").into());
        }
    }
    let warned = recorded.field("warnings")?.whole()? > 0;
    // The test compares only whether there are warnings, not their number.
    if warned == found.warnings.is_empty() && !matches!(instead, Some(Instead::Warnings)) {
        return Err(format!("there are {} warnings, recorded: {warned}", found.warnings.len()).into());
    }
    Ok(())
}

fn is_called(found: &Outcome, recorded: Option<&str>) -> Result<(), Error> {
    // `…LR` and `…WD` are names of the same schedule.
    let found = found.result.as_deref();
    let weight_decay =
        recorded.and_then(|name| name.strip_suffix("WD")).zip(found.and_then(|name| name.strip_suffix("LR")));
    if found == recorded || weight_decay.is_some_and(|(a, b)| a == b) {
        return Ok(());
    }
    Err(format!("it is {found:?}, recorded: {recorded:?}").into())
}

fn is_curve(found: &Outcome, name: &str, recorded: &[f64]) -> Result<(), Error> {
    let curve = found.curves.get(name).map_or(&[][..], Vec::as_slice);
    let largest = recorded.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    // The reference computes schedules in single precision.
    let close = |(found, recorded): (&f64, &f64)| (found - recorded).abs() <= 1e-6 * largest;
    if curve.len() >= recorded.len() && curve.iter().zip(recorded).all(close) {
        return Ok(());
    }
    Err(format!("`{name}` is {curve:?}, recorded: {recorded:?}").into())
}

/// The reference and JSON write integers for floats, and 0 for no momentum.
fn same(a: &Setting, b: &Setting) -> bool {
    match (a, b) {
        (Setting::Tuple(a), Setting::Tuple(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Setting::None, number) | (number, Setting::None) if number.as_f64() == Some(0.0) => true,
        (a, b) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a == b,
            _ => a == b,
        },
    }
}

fn optimizer(call: &Node<'_>) -> Result<Outcome, Error> {
    let model = BTreeMap::from([("weight", ArrayD::<f32>::zeros(vec![3, 2]))]);
    let arguments = document(call.field("kwargs")?.json());
    let config = Configure::new().lenient().optimizer(&call.field("optimizer_type")?.text()?, arguments)?;
    let optimizer = config.build(&model)?;
    let infos = optimizer.group_infos();
    let group = infos.first().map(|info| info.settings.iter().map(|(name, value)| (*name, (*value).clone())).collect());
    Ok(Outcome {
        result: Some(optimizer.name().to_owned()),
        group: group.unwrap_or_default(),
        curves: BTreeMap::new(),
        milestones: None,
        warnings: config.warnings().to_vec(),
    })
}

fn lr_scheduler(call: &Node<'_>) -> Result<Outcome, Error> {
    let adjust = !document(call.field("adjust_learning_rate")?.json()).is_empty();
    let configured = Configure::new().lenient().lr_scheduler(document(call.field("learning_rate")?.json()), adjust)?;
    let Some(schedule) = configured.value else {
        return Ok(Outcome {
            result: None,
            group: BTreeMap::new(),
            curves: BTreeMap::new(),
            milestones: None,
            warnings: configured.warnings,
        });
    };
    let attach = |optimizer: &mut Optimizer<f64>| {
        optimizer.schedule(&Tags::all(), "lr", Arc::clone(&schedule)).map_err(Error::from)
    };
    curves(&schedule, attach, configured.warnings)
}

fn trainer_scheduler(call: &Node<'_>) -> Result<Outcome, Error> {
    let configured = Configure::new().scheduler(document(call.json()))?;
    let attachment: Attachment = configured.value;
    let schedule = Arc::clone(attachment.schedule());
    curves(&schedule, |optimizer| attachment.attach(optimizer).map_err(Error::from), configured.warnings)
}

/// The values of a schedule in the two groups of the recording. The second group has a factor and a tag.
fn curves(
    schedule: &Arc<dyn Schedule>,
    attach: impl Fn(&mut Optimizer<f64>) -> Result<(), Error>,
    warnings: Vec<Warning>,
) -> Result<Outcome, Error> {
    const STEPS: usize = 13;
    let entry = optim_std::registry().optimizer("SGD")?;
    let overrides = entry.builder().tag("b").adjust_learning_rate(0.5);
    let builder = entry.builder().set("lr", 0.125)?.group("b", |param| param.name() == "b", overrides);
    let mut model = BTreeMap::from(["a", "b"].map(|name| (name, ArrayD::<f64>::zeros(vec![2]))));
    let grads = model.clone();
    let mut optimizer = builder.build(&model)?;
    attach(&mut optimizer)?;
    let mut curves: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for _ in 0..STEPS {
        for hyper in ["lr", "weight_decay"] {
            for (place, (_, value)) in optimizer.value(hyper)?.into_iter().enumerate() {
                curves.entry(format!("{hyper}_group{place}")).or_default().push(value.as_f64().unwrap_or(f64::NAN));
            }
        }
        optimizer.step(&mut model, &grads)?;
    }
    Ok(Outcome {
        result: schedule.name().map(ToOwned::to_owned),
        group: BTreeMap::new(),
        curves,
        milestones: milestones(&**schedule),
        warnings,
    })
}

/// The milestones of a schedule or of its inner schedule.
fn milestones(schedule: &dyn Schedule) -> Option<Vec<u64>> {
    schedule.arguments().iter().find_map(|(name, value)| match (*name, value) {
        ("milestones", Setting::Tuple(steps)) => {
            steps.iter().map(|step| step.as_f64().map(|step| step as u64)).collect()
        }
        ("scheduler", Setting::Scheduled(inner)) => milestones(&**inner),
        _ => None,
    })
}

/// JSON as a document from Rust.
fn document(json: &Json) -> Document {
    match json {
        Json::Null => Document::null(),
        Json::Bool(value) => (*value).into(),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64().unwrap_or(f64::NAN).into(),
        },
        Json::String(text) => text.as_str().into(),
        Json::Array(items) => Document::list(items.iter().map(document)),
        Json::Object(object) => Document::map(object.iter().map(|(name, value)| (name, document(value)))),
    }
}
