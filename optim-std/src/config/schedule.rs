//! Schedules, in every form: a number, a name with arguments, a list of schedules one after the other.

use std::sync::Arc;

use optim_core::{Schedule, ScheduleEntry, Setting};

use super::argument::{Argument, OldNames, Owner, located};
use super::cursor::{Cursor, Entry};
use super::document::Data;
use super::error::{ConfigError, Problem};
use super::keys::{KEY, TAGS, WARMUP};
use super::place::Place;
use super::reader::Reader;
use crate::schedulers::{ConstantLR, ScalePerParamLR, WarmupLR};

const OLD: OldNames = OldNames {
    one: &[
        ("total_iters", &["steps", "decay_steps"]),
        ("initial_learning_rate", &["learning_rate", "base_lr"]),
        ("base_lr", &["learning_rate", "initial_learning_rate"]),
        ("learning_rates", &["values"]),
        ("milestones", &["boundaries"]),
    ],
    halves: &[],
};

/// The key of a schedule's name, next to its arguments.
const NAME: &str = "scheduler";
/// The key that says how a list is combined.
const MAIN: &str = "main_scheduler";

/// Keys of the outermost schedule only.
const OUTSIDE: [&str; 2] = [TAGS, KEY];

/// The keys of a warm-up.
const WARMUP_KEYS: [&str; 2] = ["steps", "initial"];

const FORMS: &str = "a schedule: a number, `{LinearLR: {…}}`, `{scheduler: Linear, …}`, or a list of these";

impl Reader<'_> {
    /// The schedule of a learning rate; `None` for `null`.
    pub(super) fn lr_schedule(
        &mut self,
        at: &Cursor<'_>,
        adjust: bool,
    ) -> Result<Option<Arc<dyn Schedule>>, ConfigError> {
        if at.document.is_empty() {
            return Ok(None);
        }
        let schedule = self.schedule(at)?;
        let asks = schedule.for_group(1.0).is_some();
        Ok(Some(if adjust && !asks { Arc::new(ScalePerParamLR::new(schedule)) } else { schedule }))
    }

    /// A schedule in any form.
    pub(super) fn schedule(&mut self, at: &Cursor<'_>) -> Result<Arc<dyn Schedule>, ConfigError> {
        at.shallow()?;
        if let Some(number) = at.numeric() {
            let schedule = ConstantLR::new(number);
            schedule.validate().map_err(|error| at.error(error))?;
            return Ok(Arc::new(schedule));
        }
        match at.data() {
            Data::Schedule(schedule) => Ok(Arc::clone(schedule)),
            Data::List(_) => self.list(at),
            Data::Map(_) => {
                let named = named(at)?;
                self.make(&named)
            }
            _ => Err(at.expected(FORMS)),
        }
    }

    /// Creates a schedule from its name and arguments.
    pub(super) fn make(&mut self, named: &Named<'_>) -> Result<Arc<dyn Schedule>, ConfigError> {
        let Named { name, at, .. } = named;
        let entry = *self.registry.schedule(name).map_err(|error| ConfigError::new(named.place.clone(), error))?;
        let which = entry.position(name).unwrap_or(0);
        let known = entry.names().get(which).copied().unwrap_or_default();
        let owner = Owner { name: known, infos: entry.arguments(), which, old: &OLD };
        if let Some(inside) = named.arguments.iter().find(|entry| OUTSIDE.contains(&entry.key.name.as_str())) {
            return Err(ConfigError::new(inside.place(), Problem::Inside { key: inside.key.name.clone() }));
        }
        // The schedule's own arguments take precedence.
        let own = owner.infos.iter().any(|info| info.is_called(WARMUP));
        let (warmup, entries): (Vec<_>, Vec<_>) =
            named.arguments.iter().cloned().partition(|entry| !own && entry.key.name == WARMUP);
        let arguments = self.arguments(&owner, &entries)?;
        let mut values: Vec<(&str, Setting)> =
            arguments.iter().map(|argument| (argument.info.name, argument.value.clone())).collect();
        if let Some(milestones) = milestones(&entry, at, &arguments)? {
            values.push(("milestones", milestones));
        }
        let schedule = entry.make(name, &values).map_err(|error| located(error, at.place(), &arguments))?;
        match warmup.first() {
            Some(warmup) => self.warmup(schedule, &warmup.value),
            None => Ok(schedule),
        }
    }

    /// The schedule with a warm-up before it. The warm-up is a number of steps, or `{steps: 100, initial: 0.0}`.
    fn warmup(&mut self, schedule: Arc<dyn Schedule>, at: &Cursor<'_>) -> Result<Arc<dyn Schedule>, ConfigError> {
        let (mut steps, mut initial) = (None, None);
        match at.data() {
            Data::Null => return Ok(schedule),
            Data::Map(_) => {
                for entry in at.entries("a mapping")? {
                    match entry.key.name.as_str() {
                        "steps" => steps = Some(entry.value),
                        "initial" => initial = Some(entry.value),
                        _ => {
                            let known = WARMUP_KEYS.map(ToOwned::to_owned).into();
                            self.notes.refuse(entry.unknown("`warmup`", "key", known))?;
                        }
                    }
                }
                if steps.is_none() {
                    let (key, help) = ("steps".to_owned(), "the number of steps of the warm-up");
                    return Err(at.error(Problem::Missing { key, help }));
                }
            }
            _ => steps = Some(at.clone()),
        }
        let mut warmup = WarmupLR::new(schedule, 0);
        if let Some(at) = &steps {
            warmup.warmup_steps = match *at.data() {
                Data::Int(number) => u64::try_from(number).ok(),
                _ => None,
            }
            .ok_or_else(|| at.expected("a number of steps, or `{steps: 100, initial: 0.0}`"))?;
        }
        if let Some(at) = &initial {
            warmup.initial = at
                .number()
                .filter(|number| number.is_finite())
                .ok_or_else(|| at.expected("the value at the first step, a finite number"))?;
        }
        Ok(Arc::new(warmup))
    }

    /// Schedules one after the other, or their product.
    fn list(&mut self, at: &Cursor<'_>) -> Result<Arc<dyn Schedule>, ConfigError> {
        let items = at.items().unwrap_or_default();
        let mut main: Option<(bool, Cursor<'_>)> = None;
        for said in items.iter().filter_map(|item| item.get(MAIN)) {
            let chained = match said.text().map(str::to_lowercase).as_deref() {
                Some("chained" | "chainedlr" | "chainedscheduler") => true,
                Some("sequential" | "sequentiallr") => false,
                _ => return Err(said.expected("`sequential` or `chained`")),
            };
            match &main {
                Some((other, first)) if *other != chained => {
                    return Err(said.expected(format!("the same `{MAIN}` as at `{}`", first.path)));
                }
                Some(_) => {}
                None => main = Some((chained, said)),
            }
        }
        let schedules: Vec<Arc<dyn Schedule>> =
            items.iter().map(|item| self.schedule(item)).collect::<Result<_, _>>()?;
        if let [schedule] = schedules.as_slice() {
            return Ok(Arc::clone(schedule));
        }
        let name = if main.is_some_and(|(chained, _)| chained) { "ChainedScheduler" } else { "SequentialLR" };
        let parts = || Setting::Tuple(schedules.iter().cloned().map(Setting::Scheduled).collect());
        let mut values = vec![("schedulers", parts())];
        if name == "SequentialLR" {
            let ends = ends(&schedules).map_err(|place| items[place].error(Problem::NoLength { milestones: false }))?;
            values.push(("milestones", steps(&ends)));
        }
        let entry = crate::scheduler_named(name).map_err(|error| at.error(error))?;
        entry.make(name, &values).map_err(|error| at.error(error))
    }
}

/// A schedule by name.
pub(super) struct Named<'d> {
    pub(super) name: &'d str,
    /// The place of the name.
    pub(super) place: Place,
    /// The place of the arguments.
    pub(super) at: Cursor<'d>,
    pub(super) arguments: Vec<Entry<'d>>,
}

/// The name of a schedule and its arguments: `{Name: {arguments}}`, or `{scheduler: Name, arguments}`.
pub(super) fn named<'d>(at: &Cursor<'d>) -> Result<Named<'d>, ConfigError> {
    let mut arguments = at.entries(FORMS)?;
    if let Some(name) = at.get(NAME) {
        let text = name.text().ok_or_else(|| name.expected("the name of a schedule"))?;
        arguments.retain(|entry| entry.key.name != NAME && entry.key.name != MAIN);
        return Ok(Named { name: text, place: name.place(), at: at.clone(), arguments });
    }
    match arguments.as_slice() {
        [only] if matches!(only.value.data(), Data::Map(_) | Data::Null) => Ok(Named {
            name: &only.key.name,
            place: only.place(),
            arguments: only.value.entries("a mapping of arguments")?,
            at: only.value.clone(),
        }),
        [] => Err(at.expected(FORMS)),
        _ => Err(at.error(Problem::Missing { key: NAME.to_owned(), help: "the name of the schedule" })),
    }
}

/// The default milestones of a schedule that needs some: the steps at which each of `schedulers` ends, except for the last.
fn milestones(entry: &ScheduleEntry, at: &Cursor<'_>, arguments: &[Argument]) -> Result<Option<Setting>, ConfigError> {
    let takes = |name: &str| entry.arguments().iter().any(|info| info.name == name);
    let given = |name: &str| arguments.iter().find(|argument| argument.info.name == name);
    let (true, true, Some(schedulers)) = (takes("schedulers"), takes("milestones"), given("schedulers")) else {
        return Ok(None);
    };
    let Setting::Tuple(parts) = &schedulers.value else { return Ok(None) };
    let parts: Option<Vec<Arc<dyn Schedule>>> = parts
        .iter()
        .map(|part| match part {
            Setting::Scheduled(schedule) => Some(Arc::clone(schedule)),
            number => Some(Arc::new(ConstantLR::new(number.as_f64()?)) as Arc<dyn Schedule>),
        })
        .collect();
    let Some(parts) = parts else { return Ok(None) };
    match (ends(&parts), given("milestones")) {
        (Ok(ends), None) => Ok(Some(steps(&ends))),
        (Err(place), None) => {
            let part = at.get("schedulers").and_then(|list| list.items()?.into_iter().nth(place));
            Err(part.as_ref().unwrap_or(at).error(Problem::NoLength { milestones: true }))
        }
        (Ok(derived), Some(milestones)) => {
            let whole = |part: &Setting| part.as_f64().filter(|number| *number >= 0.0).map(|number| number as u64);
            let given: Option<Vec<u64>> = match &milestones.value {
                Setting::Tuple(parts) => parts.iter().map(whole).collect(),
                _ => None,
            };
            match given {
                Some(given) if given != derived => {
                    Err(ConfigError::new(milestones.place.clone(), Problem::Milestones { derived, given }))
                }
                // The schedule reports values of the wrong type itself.
                _ => Ok(None),
            }
        }
        (Err(_), Some(_)) => Ok(None),
    }
}

/// The step at which each schedule except the last ends, or the index of the first schedule that never ends.
fn ends(schedules: &[Arc<dyn Schedule>]) -> Result<Vec<u64>, usize> {
    let all = schedules.len().saturating_sub(1);
    let mut end = 0_u64;
    schedules[..all]
        .iter()
        .enumerate()
        .map(|(place, schedule)| {
            end = end.saturating_add(schedule.length().ok_or(place)?);
            Ok(end)
        })
        .collect()
}

fn steps(steps: &[u64]) -> Setting {
    Setting::Tuple(steps.iter().map(|step| Setting::Int((*step).into())).collect())
}
