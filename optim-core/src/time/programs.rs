//! The programs of a step: every combination of arms that is reached at some step, found by following each answer both ways.

use optim_language::time::{Share, Steps};

use super::Clock;
use super::clock::TimeError;

/// Most programs of a step with given settings.
const MOST: usize = 8;

/// Most combinations of answers that are followed to find them.
const MOST_ANSWERS: usize = 24;

/// What a step does when its timed branches take certain arms.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    arms: Vec<(usize, bool)>,
    /// The steps of the program: sets that have none in common.
    steps: Vec<Steps>,
}

impl Program {
    /// The first step of this program.
    pub(crate) fn first(&self) -> u64 {
        self.steps.iter().filter_map(Steps::first).min().unwrap_or(1)
    }

    /// Between which steps it runs, and at which share of those.
    pub(crate) fn stretches(&self) -> Vec<((u64, Option<u64>), Share)> {
        let mut stretches: Vec<((u64, Option<u64>), Share)> = Vec::new();
        for steps in &self.steps {
            let (bounds, share) = (steps.bounds(), steps.share());
            match stretches.iter_mut().find(|(known, _)| *known == bounds) {
                Some((_, known)) => *known = known.plus(share),
                None => stretches.push((bounds, share)),
            }
        }
        stretches.sort_by_key(|(bounds, _)| *bounds);
        stretches
    }
}

/// The programs of what `ask` asks, by their first steps. What asks nothing has one.
pub(crate) fn programs(ask: &dyn Fn(&mut Clock)) -> Result<Vec<Program>, TimeError> {
    let mut programs: Vec<Program> = Vec::new();
    // Steps that are not looked into, and how many answers made them what they are.
    let mut open = vec![(Steps::all(), 0)];
    let mut followed = 0;
    while let Some((steps, known)) = open.pop() {
        let Some(first) = steps.first() else { continue };
        let mut clock = Clock::at_step(first);
        ask(&mut clock);
        if let Some(error) = clock.error {
            return Err(error);
        }
        let mut own = Steps::all();
        for (place, (event, holds)) in clock.asked.iter().enumerate() {
            if place >= known
                && let Some(others) = own.with(*event, !holds)
            {
                open.push((others, place + 1));
            }
            own = own.with(*event, *holds).unwrap_or(own);
        }
        match programs.iter_mut().find(|program| program.arms == clock.arms) {
            Some(program) => program.steps.push(own),
            None => programs.push(Program { arms: clock.arms, steps: vec![own] }),
        }
        followed += 1;
        if programs.len() > MOST || followed > MOST_ANSWERS {
            return Err(TimeError::Programs);
        }
    }
    programs.sort_by_key(Program::first);
    Ok(programs)
}
