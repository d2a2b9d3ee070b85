//! The uses of a body.

use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;

use optim_language::time::{Answers, programs};
use proc_macro2::Span;
use syn::{Expr as Syntax, Path, Type};

use super::known::Surrounding;
use crate::ast::Call;
use crate::fixed::{Fixed, Meaning, Meanings};

/// The uses in a body that later stages and rules about the whole body need.
#[derive(Default)]
pub(crate) struct Uses {
    /// The indices of states that the step or a helper function uses.
    pub(crate) states: BTreeSet<usize>,
    /// The indices of inputs that are read.
    pub(crate) inputs: BTreeSet<usize>,
    /// The names of settings that are read.
    pub(crate) settings: BTreeSet<String>,
    /// Paths used as constants. Generated code proves that they are not `static`s.
    pub(crate) consts: Vec<Path>,
    /// Types in a step function that its callers may not be able to name.
    pub(crate) types: Vec<Type>,
    /// Elementwise functions that are called.
    pub(crate) calls: Vec<Call>,
    /// The number of draws of random numbers.
    pub(crate) draws: u32,
    /// The number of reductions over all parameters; a mean counts twice.
    pub(crate) globals: u32,
    /// The conditions of branches, by their meaning.
    pub(crate) conditions: HashMap<Meaning, Fixed>,
    /// True if there is a question about time.
    pub(crate) time: bool,
    /// The timed branches that every setting of the optimizer reaches.
    pub(crate) decisions: Vec<Decision>,
    /// The decisions around the present place, and whether their conditions hold here.
    pub(crate) decided: Vec<(usize, bool)>,
    /// The number of loops around the present place.
    pub(crate) loops: usize,
    /// The number of these loops that are written out.
    pub(crate) unrolled: usize,
    /// The branches around the present place, outermost first.
    pub(crate) around: Vec<Surrounding>,
    /// The positions of the calls of the inner optimizer.
    pub(crate) inner_calls: Vec<Span>,
}

/// A timed branch.
pub(crate) struct Decision {
    /// The timed condition.
    pub(crate) says: Meaning,
    pub(crate) at: Syntax,
    /// The decisions around it, and whether their conditions hold there.
    around: Vec<(usize, bool)>,
}

impl Uses {
    /// Enters a timed branch; `conditions` is the number of conditions around it.
    pub(crate) fn decide(&mut self, says: Meaning, at: Syntax, conditions: usize) {
        let around = self.decided.clone();
        // Under a fixed condition, some settings may not reach the branch, so it is not counted.
        if self.loops == 0 && conditions == around.len() {
            self.decisions.push(Decision { says, at, around });
        }
        self.decided.push((self.decisions.len().saturating_sub(1), true));
    }

    /// The first decision with which every setting has more programs than allowed.
    pub(crate) fn one_decision_too_many(&self, meanings: &Meanings) -> Option<&Decision> {
        let count = self.decisions.len();
        let too_many = |count: &usize| has_too_many_programs(&self.decisions[..*count], meanings);
        // Most steps have few decisions, so the exact place is searched only if all together are too many.
        let first = too_many(&count).then(|| (1..=count).find(too_many))?;
        self.decisions.get(first? - 1)
    }
}

/// Returns true if these decisions make more programs than allowed.
fn has_too_many_programs(decisions: &[Decision], meanings: &Meanings) -> bool {
    // The first arm is the one whose condition holds.
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
