//! Schedules of a built optimizer: attaching them, reading their values.

use std::sync::Arc;

use super::Optimizer;
use super::group::Group;
use super::rule::HyperScope;
use crate::hyper::schedule::{Schedule, ScheduleState};
use crate::hyper::{HyperError, Setting};
use crate::kernel::Float;
use crate::sorting::sort_by;
use crate::tags::Tags;

/// The hyperparameters of one group.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupValues<'a> {
    /// The group's name.
    pub group: &'a str,
    /// Every hyperparameter's name and value in the next step.
    pub values: Vec<(&'static str, Setting)>,
}

/// A schedule that sets a number of a hyperparameter in one group.
#[derive(Clone, Debug)]
pub struct AssignedSchedule<'a> {
    /// The group's name.
    pub group: &'a str,
    /// The hyperparameter.
    pub hyper: &'static str,
    /// The number's place, if the hyperparameter is a tuple.
    pub component: Option<usize>,
    /// The schedule.
    pub schedule: &'a Arc<dyn Schedule>,
    /// The position of the schedule: the number of finished steps.
    pub position: u64,
}

impl AssignedSchedule<'_> {
    /// Returns the schedule as data, with its position; `None` for a schedule that is only code, such as a closure.
    pub fn state_dict(&self) -> Option<ScheduleState> {
        ScheduleState::of(&**self.schedule, self.position)
    }
}

impl<T: Float> Optimizer<T> {
    /// Attaches a schedule to a number, from the next step on, in the groups that `groups` selects. `hyper` is the name
    /// of a hyperparameter, or `betas.0` for one number of a tuple. In a partition, the name begins with the rule:
    /// `hidden.lr`.
    ///
    /// Each step uses the schedule's value at the number of finished [`steps`](Self::steps), whenever the schedule was
    /// attached; the first step uses the value at 0. Skipped and failed steps do not count. [`set`](Self::set) replaces
    /// a schedule by a number or another schedule.
    ///
    /// The more specific wins. A schedule for [`Tags::all`] does not change a group that has its own setting for `hyper`, from
    /// [`Builder::group`](crate::Builder::group) or [`set_in`](Self::set_in). A schedule for tags replaces that setting.
    ///
    /// # Errors
    ///
    /// If there is no such hyperparameter or it takes no schedule, if `groups` matches no group, if the number already has a schedule, if every group
    /// with parameters has its own setting, or if the schedule has wrong arguments or returns a value that is not allowed. Nothing has changed then.
    pub fn schedule(&mut self, groups: &Tags, hyper: &str, schedule: impl Schedule) -> Result<(), HyperError> {
        self.attach(groups, hyper, &(Arc::new(schedule) as Arc<dyn Schedule>))
    }

    #[inline(never)]
    fn attach(&mut self, groups: &Tags, hyper: &str, schedule: &Arc<dyn Schedule>) -> Result<(), HyperError> {
        let HyperScope { groups: all, about, own: hyper, of_all } = self.scope_of(hyper)?;
        if !of_all && let Ok((index, _)) = about.component_of(hyper, self.groups[all.start].setting_values()) {
            self.is_of_rules(about, index)?;
        }
        let mut places: Vec<usize> = all.clone().filter(|&place| groups.include(self.groups[place].tags())).collect();
        if places.is_empty() {
            return Err(HyperError::NoGroup { tags: groups.to_string(), known: self.known_tags() });
        }
        let some = places.len() < all.len();
        if groups.is_all() {
            let owns = |group: &Group| {
                let found = about.component_of(hyper, group.setting_values());
                found.is_ok_and(|(index, _)| group.owns(index))
            };
            places.retain(|&place| !owns(&self.groups[place]));
            let mut members = self.groups[all].iter().filter(|group| !group.members().is_empty()).peekable();
            // An optional rule may have no parameters.
            if members.peek().is_some() && members.all(owns) {
                return Err(HyperError::NoGroupLeft { optimizer: about.name, name: hyper.to_owned() });
            }
        }
        self.change_groups(places, |group, settings| {
            let (index, component) = about.component_of(hyper, settings)?;
            if some && about.hypers[index].shared {
                return Err(HyperError::Shared { optimizer: about.name, name: about.name_of(index) });
            }
            let number = match &mut settings[index] {
                Setting::Tuple(parts) if component.is_some() => &mut parts[component.unwrap_or(0)],
                number => number,
            };
            if let Setting::Scheduled(first) = number {
                return Err(HyperError::TwoSchedules {
                    optimizer: about.name,
                    name: hyper.to_owned(),
                    group: group.name().to_owned(),
                    schedules: Box::new([format!("{first:?}"), format!("{schedule:?}")]),
                });
            }
            *number = Setting::Scheduled(Arc::clone(schedule));
            Ok(index)
        })
    }

    fn known_tags(&self) -> Vec<String> {
        let mut known: Vec<String> = self.groups.iter().flat_map(Group::tags).cloned().collect();
        sort_by(&mut known, Ord::cmp);
        known.dedup();
        known
    }

    /// Returns the values of all hyperparameters in the next step, group by group.
    pub fn values(&self) -> Vec<GroupValues<'_>> {
        let values = |group: &Group| {
            let value = |(index, (name, value)): (usize, (&'static str, &Setting))| {
                (name, value.at(group.position(index, self.steps)))
            };
            group.settings().enumerate().map(value).collect()
        };
        self.groups.iter().map(|group| GroupValues { group: group.name(), values: values(group) }).collect()
    }

    /// Every attached schedule: group by group, hyperparameters in order.
    pub fn schedules(&self) -> Vec<AssignedSchedule<'_>> {
        let mut found = Vec::new();
        for group in &self.groups {
            for (index, value) in group.setting_values().iter().enumerate() {
                let (hyper, position) = (group.about().name_of(index), group.position(index, self.steps));
                found.extend(value.schedules().map(|(component, schedule)| AssignedSchedule {
                    group: group.name(),
                    hyper,
                    component,
                    schedule,
                    position,
                }));
            }
        }
        found
    }
}
