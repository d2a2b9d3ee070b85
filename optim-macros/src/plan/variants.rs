//! Variants of a pass: the same pass at different steps, each with the streams and the work that its steps touch.
//!
//! A timed condition does not change while a pass runs, so it is decided before the pass. So is a fixed condition around one
//! that is timed, and one that decides whether a pass over tensors has numbers per row, column or matrix: without them it is a
//! loop over lines of memory. Conditions of one meaning are decided together.

use super::Pass;
use super::decided::Decided;
use super::draft::{Draft, Results};
use super::slice::Slice;
use super::time::{Moment, Rank};
use crate::ast::Place;
use crate::fixed::{Meaning, Meanings};
use crate::ir::{Around, Branch, Id, Path, Region, Stmt};

/// Most variants of one pass: its code is written once for each. Conditions that would make more of them stay inside.
const MOST: usize = 16;

/// A pass, by what is decided before it.
pub(crate) enum Variants {
    /// These steps have nothing to do.
    None,
    Pass(Box<Pass>),
    /// One for each arm of a branch.
    Either(usize, Vec<Variants>),
}

impl Variants {
    /// All passes, in the order in which they are written.
    pub(crate) fn passes(&self) -> Vec<&Pass> {
        match self {
            Self::None => Vec::new(),
            Self::Pass(pass) => vec![pass],
            Self::Either(_, arms) => arms.iter().flat_map(Self::passes).collect(),
        }
    }
}

/// A pass while its variants are found.
pub(super) struct Splitting<'a> {
    pub(super) draft: &'a Draft<'a>,
    pub(super) moment: Moment,
    pub(super) rank: Rank,
    pub(super) results: &'a Results,
    pub(super) guard: &'a Path,
    pub(super) meanings: Meanings,
    /// The number of variants, including those that are still to be found.
    pub(super) count: usize,
}

impl<'a> Splitting<'a> {
    /// The variants where these branches are `decided`, the code stands in these arms `around` it, and these conditions are `known`.
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

    /// The arm that runs by what is known, if nothing that it binds is needed.
    fn implied(&mut self, branch: &Branch, known: &[Meaning]) -> Option<usize> {
        (0..branch.arms.len()).find(|arm| {
            let says = self.says(branch, *arm);
            branch.arms[*arm].binds.is_empty() && says.is_some_and(|says| self.meanings.follows(says, known))
        })
    }

    /// The body of the frame.
    fn region(&self) -> &'a Region {
        let program = self.draft.facts.program;
        match self.draft.frame.last() {
            Some(Around::Loop(id)) => {
                program.region.iterations(*id).map_or(&program.region, |iterations| &iterations.body)
            }
            _ => &program.region,
        }
    }

    /// The first branch that is to be decided before the pass, or has one inside that is.
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

    /// Returns true if a branch, or one inside that the pass uses, is timed or decides which axes the pass tells apart.
    fn decides(&self, branch: &Branch, found: &PassValues<'_>) -> bool {
        let inside = |region: &Region| {
            region.stmts.iter().any(|stmt| match stmt {
                Stmt::Branch(inner) => found.uses(inner) && self.decides(inner, found),
                _ => false,
            })
        };
        // Only the first of several conditions on axes is decided: one more loop to compile, not one for each combination.
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
    /// Returns true if numbers per row, column or matrix are read or reduced in an arm of a branch.
    fn has_axes_of(&self, branch: &Branch) -> bool {
        let facts = self.draft.facts;
        self.slice.reads.keys().chain(&self.results.reductions).any(|id| {
            let shape = &facts.program.values[*id].shape;
            is_in(facts.path(*id), branch) && !shape.is_tensor() && !shape.is_scalar()
        })
    }

    /// Returns true if anything of it depends on a branch.
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

/// Returns true if a path leads through an arm of a branch.
fn is_in(path: &Path, branch: &Branch) -> bool {
    path.iter().filter_map(Around::arm).any(|(id, _)| id == branch.id)
}

impl Results {
    /// The results that remain where these branches are decided.
    pub(super) fn under(&self, draft: &Draft<'_>, decided: &Decided) -> Self {
        let facts = draft.facts;
        let runs = |path: &Path| {
            let mut arms = path.iter().filter_map(Around::arm);
            arms.all(|(branch, arm)| decided.get(&branch).is_none_or(|decided| *decided == arm))
        };
        // A place that keeps its value is left alone.
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
