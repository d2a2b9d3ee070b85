//! Variants of a pass: each runs in certain steps, with the streams and the work that these steps need.
//!
//! Timed conditions do not change while a pass runs, so they are decided before it. This includes fixed conditions around timed
//! ones. A condition is also decided before a pass over tensors if it decides whether the pass has numbers per row, column or matrix:
//! without them it is a loop over lines of memory. Conditions with the same meaning are decided together.

use super::Pass;
use super::decided::Decided;
use super::draft::{Draft, Results};
use super::slice::Slice;
use super::time::{Moment, Rank};
use crate::ast::Place;
use crate::fixed::{Meaning, Meanings};
use crate::ir::{Around, Branch, Id, Path, Region, Stmt};

/// The largest number of variants of one pass, each with its own code. Conditions that would make more stay inside of the pass.
const MOST: usize = 16;

/// A pass, or its variants by the branches that are decided before it.
pub(crate) enum Variants {
    /// No work in these steps.
    None,
    Pass(Box<Pass>),
    /// The variants of each arm of a branch.
    Either(usize, Vec<Variants>),
}

impl Variants {
    /// All passes, in the order of the code.
    pub(crate) fn passes(&self) -> Vec<&Pass> {
        match self {
            Self::None => Vec::new(),
            Self::Pass(pass) => vec![pass],
            Self::Either(_, arms) => arms.iter().flat_map(Self::passes).collect(),
        }
    }
}

/// A pass whose variants are being found.
pub(super) struct Splitting<'a> {
    pub(super) draft: &'a Draft<'a>,
    pub(super) moment: Moment,
    pub(super) rank: Rank,
    pub(super) results: &'a Results,
    pub(super) guard: &'a Path,
    pub(super) meanings: Meanings,
    /// The number of variants, including those not found yet.
    pub(super) count: usize,
}

impl<'a> Splitting<'a> {
    /// The variants with these branches `decided`, inside of these arms `around` the code, where these conditions are `known` to hold.
    pub(super) fn variants(&mut self, mut decided: Decided, around: &Path, known: &[Meaning]) -> Variants {
        loop {
            let results = self.results.under(self.draft, &decided);
            let slice = Slice::under(self.draft, self.moment, results.values(self.draft.facts), &decided);
            let found = PassValues { draft: self.draft, slice: &slice, results: &results };
            let Some(branch) = self.next(self.region(), &found, &decided) else {
                return self.pass(results, slice, around, decided);
            };
            if let Some(arm) = self.implied(branch, known) {
                decided.insert(branch.id, arm);
                continue;
            }
            let more = branch.arms.len() - 1;
            if self.count + more > MOST {
                return self.pass(results, slice, around, decided);
            }
            self.count += more;
            let mut arms = Vec::with_capacity(branch.arms.len());
            for arm in 0..branch.arms.len() {
                let mut decided = decided.clone();
                decided.insert(branch.id, arm);
                let says = self.says(branch, arm);
                let known: Vec<Meaning> = known.iter().copied().chain(says).collect();
                let around = [&around[..], &[Around::Arm(branch.id, arm)]].concat();
                arms.push(self.variants(decided, &around, &known));
            }
            let nothing = arms.iter().all(|arm| matches!(arm, Variants::None));
            return if nothing { Variants::None } else { Variants::Either(branch.id, arms) };
        }
    }

    fn pass(&self, results: Results, slice: Slice, around: &Path, decided: Decided) -> Variants {
        let Results { stores, saves, reductions, puts } = &results;
        if stores.is_empty() && saves.is_empty() && reductions.is_empty() && puts.is_empty() {
            return Variants::None;
        }
        Variants::Pass(Box::new(Pass {
            shape: self.draft.facts.shape_of(self.rank).clone(),
            compute: slice.compute,
            reads: slice.reads,
            scalars: slice.scalars,
            guard: self.guard.clone(),
            around: around.clone(),
            decided,
            stores: results.stores,
            saves: results.saves,
            reductions: results.reductions,
            puts: results.puts,
        }))
    }

    /// The condition that holds in an arm of an `if`.
    pub(super) fn says(&mut self, branch: &Branch, arm: usize) -> Option<Meaning> {
        let (meaning, holds) = branch.says?;
        Some(if holds == (arm == 0) { meaning } else { self.meanings.not(meaning) })
    }

    /// The arm that must run if these conditions hold. An arm that binds variables does not count.
    fn implied(&mut self, branch: &Branch, known: &[Meaning]) -> Option<usize> {
        (0..branch.arms.len()).find(|arm| {
            let says = self.says(branch, *arm);
            branch.arms[*arm].binds.is_empty() && says.is_some_and(|says| self.meanings.follows(says, known))
        })
    }

    /// The region of the frame.
    fn region(&self) -> &'a Region {
        let program = self.draft.facts.program;
        match self.draft.frame.last() {
            Some(Around::Loop(id)) => {
                program.region.iterations(*id).map_or(&program.region, |iterations| &iterations.body)
            }
            _ => &program.region,
        }
    }

    /// The first branch that must be decided before the pass, or contains one that must.
    fn next(&self, region: &'a Region, found: &PassValues<'_>, decided: &Decided) -> Option<&'a Branch> {
        region.stmts.iter().find_map(|stmt| {
            let Stmt::Branch(branch) = stmt else { return None };
            let around = self.guard.iter().filter_map(Around::arm).find(|(id, _)| *id == branch.id);
            if let Some(arm) = decided.get(&branch.id).copied().or(around.map(|(_, arm)| arm)) {
                return self.next(&branch.arms[arm].region, found, decided);
            }
            (found.uses(branch) && self.decides(branch, found)).then_some(branch)
        })
    }

    /// Returns true if a branch, or a branch inside that the pass uses, is timed or decides which axes the pass has.
    fn decides(&self, branch: &Branch, found: &PassValues<'_>) -> bool {
        let inside = |region: &Region| {
            region.stmts.iter().any(|stmt| match stmt {
                Stmt::Branch(inner) => found.uses(inner) && self.decides(inner, found),
                _ => false,
            })
        };
        // Only one condition on axes is decided, because each one doubles the number of loops to compile.
        let by_axes = self.count < 2 && self.draft.facts.shape_of(self.rank).is_tensor();
        branch.is_timed() || by_axes && found.has_axes_of(branch) || branch.arms.iter().any(|arm| inside(&arm.region))
    }
}

/// The values that a pass computes and stores.
struct PassValues<'f> {
    draft: &'f Draft<'f>,
    slice: &'f Slice,
    results: &'f Results,
}

impl PassValues<'_> {
    /// Returns true if an arm of the branch reads or reduces numbers per row, column or matrix.
    fn has_axes_of(&self, branch: &Branch) -> bool {
        let facts = self.draft.facts;
        self.slice.reads.keys().chain(&self.results.reductions).any(|id| {
            let shape = &facts.program.values[*id].shape;
            is_in(facts.path(*id), branch) && !shape.is_tensor() && !shape.is_scalar()
        })
    }

    /// Returns true if a value or a result of the pass depends on the branch.
    fn uses(&self, branch: &Branch) -> bool {
        let Self { draft, slice, results } = self;
        let on = |path: &Path| is_in(path, branch);
        let inside = |id: &Id| on(draft.facts.path(*id));
        branch.phis.iter().any(|phi| slice.compute.contains(phi))
            || slice.compute.iter().any(inside)
            || results.reductions.iter().chain(&results.puts).any(inside)
            || results.saves.iter().any(|save| !draft.is_saved_for_later(*save) && draft.readers(*save).iter().all(&on))
    }
}

/// Returns true if a path goes through an arm of the branch.
fn is_in(path: &Path, branch: &Branch) -> bool {
    path.iter().filter_map(Around::arm).any(|(id, _)| id == branch.id)
}

impl Results {
    /// The results that remain with these branches decided.
    pub(super) fn under(&self, draft: &Draft<'_>, decided: &Decided) -> Self {
        let facts = draft.facts;
        let runs = |path: &Path| {
            let mut arms = path.iter().filter_map(Around::arm);
            arms.all(|(branch, arm)| decided.get(&branch).is_none_or(|decided| *decided == arm))
        };
        // A place that keeps its value is not stored.
        let changes = |(place, id): &(Place, Id)| {
            let mut id = *id;
            while let Some(option) = facts.decided_option(id, decided) {
                id = option;
            }
            let is_before = draft.call.as_ref().is_some_and(|call| call.before.is_some_and(|(_, before)| before == id));
            (is_before || !draft.keeps(*place, id, decided)) && runs(facts.path(id))
        };
        let is_read = |save: (Id, usize)| draft.is_saved_for_later(save) || draft.readers(save).iter().any(runs);
        Self {
            stores: self.stores.iter().copied().filter(changes).collect(),
            saves: self.saves.iter().copied().filter(|save| is_read(*save)).collect(),
            reductions: self.reductions.iter().copied().filter(|id| runs(facts.path(*id))).collect(),
            puts: self.puts.iter().copied().filter(|id| runs(facts.path(*id))).collect(),
        }
    }
}
