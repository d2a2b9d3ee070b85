//! The uses of a body.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;

use optim_language::time::{Answers, programs};
use proc_macro2::Span;
use syn::{Expr as Syntax, Path, Type};

use super::kinds::inner::Surrounding;
use crate::ast::Call;
use crate::fixed::{Fixed, Meaning, Meanings};

/// The uses that the later stages and the rules about whole bodies need.
#[derive(Default)]
pub(crate) struct Uses {
    /// Places of states that the step or a helper function names.
    pub(crate) states: BTreeSet<usize>,
    /// Places of inputs that are read.
    pub(crate) inputs: BTreeSet<usize>,
    /// Names of settings that are read.
    pub(crate) settings: BTreeSet<String>,
    /// Paths used as constants, to prove that they are no statics.
    pub(crate) consts: Vec<Path>,
    /// Types that are written and that the callers of a step function may not know.
    pub(crate) types: Vec<Type>,
    /// Elementwise functions that are called.
    pub(crate) calls: Vec<Call>,
    /// The number of draws of random numbers.
    pub(crate) draws: u32,
    /// The number of reductions over all parameters.
    pub(crate) globals: u32,
    /// The conditions that decide between arms, by their meaning.
    pub(crate) conditions: HashMap<Meaning, Fixed>,
    /// True if it asks anything of time.
    pub(crate) time: bool,
    /// The timed branches that every setting comes to.
    pub(crate) decisions: Vec<Decision>,
    /// The decisions around the present place, and whether their conditions hold there.
    pub(crate) decided: Vec<(usize, bool)>,
    /// The number of loops around it.
    pub(crate) loops: usize,
    /// The number of these loops that are unrolled.
    pub(crate) unrolled: usize,
    /// The branches around it, the outermost first.
    pub(crate) around: Vec<Surrounding>,
    /// The places of the calls of the inner optimizer.
    pub(crate) inner_calls: Vec<Span>,
}

/// A timed branch.
pub(crate) struct Decision {
    /// The condition that decides it.
    pub(crate) says: Meaning,
    pub(crate) at: Syntax,
    /// The decisions around it, and whether their conditions hold there.
    around: Vec<(usize, bool)>,
}

impl Uses {
    /// A timed branch begins, which has so many conditions around it.
    pub(crate) fn decide(&mut self, says: Meaning, at: Syntax, conditions: usize) {
        let around = self.decided.clone();
        // A fixed condition around it may fail with all settings.
        if self.loops == 0 && conditions == around.len() {
            self.decisions.push(Decision { says, at, around });
        }
        self.decided.push((self.decisions.len().saturating_sub(1), true));
    }

    /// The first decision with which this step has more programs than it may have, whatever the settings are.
    pub(crate) fn one_decision_too_many(&self, meanings: &Meanings) -> Option<&Decision> {
        let count = self.decisions.len();
        let too_many = |count: &usize| has_too_many_programs(&self.decisions[..*count], meanings);
        // Most steps have few: the first ones are looked at only if all of them are too many.
        let first = too_many(&count).then(|| (1..=count).find(too_many))?;
        self.decisions.get(first? - 1)
    }
}

/// Returns true if these decisions make more programs than a step may have.
fn has_too_many_programs(decisions: &[Decision], meanings: &Meanings) -> bool {
    // The first arm is that of a condition that holds.
    let arm = |holds: bool| usize::from(!holds);
    let answers = |step| {
        let mut answers = Answers::default();
        for (place, decision) in decisions.iter().enumerate() {
            let runs = |(place, holds): &(usize, bool)| answers.arms.contains(&(*place, arm(*holds)));
            if decision.around.iter().all(runs)
                && let Some(holds) = meanings.answer(decision.says, step, &mut answers)
            {
                answers.arms.push((place, arm(holds)));
            }
        }
        Ok::<_, Infallible>(answers)
    };
    let Ok(programs) = programs(answers);
    programs.is_none()
}
