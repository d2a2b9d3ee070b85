//! The programs of a step: every combination of arms that occurs at some step. The search follows both answers to each question.

use super::{Class, Event, Share, Steps};

/// The largest number of programs of a step with given settings.
pub const MOST_PROGRAMS: usize = 8;

/// The largest number of combinations of answers that the search follows.
const MOST_ANSWERS: usize = 24;

/// The questions of one step and its work.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The events in the questions, each once, in the order of the first questions, with the answers.
    pub asked: Vec<(Event, bool)>,
    /// The timed branches on the way, in their order, with the arms that they take.
    pub arms: Vec<(usize, usize)>,
}

impl Answers {
    /// Returns true if an event holds at a step, and records the question.
    pub fn ask(&mut self, event: Event, step: u64) -> bool {
        let answer = event.holds(step);
        if !self.asked.contains(&(event, answer)) {
            self.asked.push((event, answer));
        }
        answer
    }

    /// Returns true if a step is one of first, first + k, first + 2k, …, and records the question.
    pub fn every(&mut self, k: u64, first: u64, step: u64) -> bool {
        // Before the first step of the class, it has no steps.
        (first <= k || self.ask(Event::After(first.saturating_sub(1)), step))
            && self.ask(Event::Every(Class::of(k, first)), step)
    }
}

/// The work of a step if its timed branches take certain arms.
#[derive(Clone, Debug)]
pub struct Program {
    arms: Vec<(usize, usize)>,
    /// The steps of the program, as disjoint sets.
    steps: Vec<Steps>,
}

impl Program {
    /// The first step of this program.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.steps.iter().filter_map(Steps::first).min().unwrap_or(1)
    }

    /// Returns true if a timed branch takes this arm.
    #[must_use]
    pub fn takes(&self, branch: usize, arm: usize) -> bool {
        self.arms.contains(&(branch, arm))
    }

    /// The number of its steps up to this one.
    #[must_use]
    pub fn count_to(&self, step: u64) -> u64 {
        self.steps.iter().map(|steps| steps.count_to(step)).fold(0, u64::saturating_add)
    }

    /// The period and the first of its steps, if its steps are regular. `others` are the step's other programs.
    #[must_use]
    pub fn every(&self, others: &[Self]) -> Option<(u64, u64)> {
        let first = self.first();
        let from = |steps: &Steps, first: u64| steps.with(Event::After(first), true);
        let second = self.steps.iter().filter_map(|steps| from(steps, first)?.first()).min()?;
        let k = second - first;
        let class = Event::Every(Class::of(k, first));
        let all_are_in_it = self.steps.iter().all(|steps| steps.with(class, false).is_none());
        let mut others = others.iter().flat_map(|other| &other.steps).filter_map(|steps| from(steps, first));
        let no_other_is = others.all(|steps| steps.with(class, true).is_none());
        (all_are_in_it && no_other_is).then_some((k, first))
    }

    /// The ranges in which it runs, and its fraction of the steps in each.
    #[must_use]
    pub fn stretches(&self) -> Vec<((u64, Option<u64>), Share)> {
        let mut stretches: Vec<((u64, Option<u64>), Share)> = Vec::new();
        for steps in &self.steps {
            let alone = self.steps.iter().filter(|other| other.bounds() == steps.bounds()).count() == 1;
            let (bounds, share) = if alone { steps.narrow() } else { (steps.bounds(), steps.share()) };
            match stretches.iter_mut().find(|(known, _)| *known == bounds) {
                Some((_, known)) => *known = known.plus(share),
                None => stretches.push((bounds, share)),
            }
        }
        stretches.sort_by_key(|(bounds, _)| *bounds);
        stretches
    }
}

/// The programs of a step, sorted by their first steps. There is one if the step asks nothing. `None` if there are more than [`MOST_PROGRAMS`].
///
/// `answers` returns the questions of a step and its work.
///
/// # Errors
///
/// Returns the first error of `answers`.
pub fn programs<E>(mut answers: impl FnMut(u64) -> Result<Answers, E>) -> Result<Option<Vec<Program>>, E> {
    let mut programs: Vec<Program> = Vec::new();
    // Steps still to examine, and the number of answers that lead to them.
    let mut open = vec![(Steps::all(), 0)];
    let mut followed = 0;
    while let Some((steps, known)) = open.pop() {
        let Some(first) = steps.first() else { continue };
        let Answers { asked, arms } = answers(first)?;
        let mut own = Steps::all();
        for (place, (event, holds)) in asked.iter().enumerate() {
            if place >= known
                && let Some(others) = own.with(*event, !holds)
            {
                open.push((others, place + 1));
            }
            own = own.with(*event, *holds).unwrap_or(own);
        }
        match programs.iter_mut().find(|program| program.arms == arms) {
            Some(program) => program.steps.push(own),
            None => programs.push(Program { arms, steps: vec![own] }),
        }
        followed += 1;
        if programs.len() > MOST_PROGRAMS || followed > MOST_ANSWERS {
            return Ok(None);
        }
    }
    programs.sort_by_key(Program::first);
    Ok(Some(programs))
}
