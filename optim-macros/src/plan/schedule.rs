//! The steps of a frame in order, after all decisions about them.

use std::collections::{BTreeMap, BTreeSet};

use super::barrier::is_call;
use super::decided::Decided;
use super::draft::{Draft, InnerCall, Results};
use super::slice::Slice;
use super::time::{Moment, Phase, Rank};
use super::told::apart;
use super::variants::{Splitting, Variants};
use super::{Before, Frame, LoopPlan, Step, plan_frame};
use crate::ast::Place;
use crate::fixed::Meaning;
use crate::ir::{Around, Def, Id, Path};

impl Draft<'_> {
    pub(super) fn schedule(mut self) -> Frame {
        let mut steps: BTreeMap<Moment, Vec<Step>> = BTreeMap::new();
        let results = self.results();
        let last = results.keys().map(|moment| moment.level).max().unwrap_or(0).max(self.levels.highest());
        for level in 0..=last {
            let scalars = self.scalars(level);
            if !scalars.is_empty() {
                steps.entry(Moment::start_of(level)).or_default().push(Step::Scalars(scalars));
            }
        }
        for (moment, results) in results {
            if let Phase::Pass(rank) = moment.phase {
                let passes = apart(&self, moment, results);
                let passes = passes.iter().map(|results| Step::Pass(self.pass(moment, rank, results)));
                steps.entry(moment).or_default().extend(passes);
            }
        }
        for id in self.own().filter(|id| !self.facts.folded.contains_key(id)) {
            let call = match self.facts.def(id) {
                Def::Library(library, ..) => Step::Call(id, *library),
                Def::ReduceTo(reduce, _) => Step::Axis(id, *reduce),
                _ => continue,
            };
            let moment = Moment { level: self.levels.of(id) - 1, phase: Phase::Calls };
            steps.entry(moment).or_default().push(call);
        }
        if let Some(call) = self.call.as_ref().filter(|call| self.own().any(|id| id == call.id)) {
            steps.entry(call.moment).or_default().push(Step::Inner(call.id));
        }
        for (level, cut) in self.cuts() {
            steps.entry(Moment { level, phase: Phase::Cuts }).or_default().push(Step::Cut(cut));
        }
        let mut loops: Vec<(usize, usize)> =
            self.loops.iter().map(|iterations| (iterations.level, iterations.id)).collect();
        loops.sort_unstable_by_key(|(level, iterations)| (*level, self.facts.order_of(*iterations)));
        for (level, iterations) in loops {
            let moment = Moment { level, phase: Phase::Loops };
            let plan = self.plan_loop(iterations);
            steps.entry(moment).or_default().push(Step::Loop(plan));
        }
        Frame { path: self.frame.clone(), steps: steps.into_values().flatten().collect() }
    }

    /// The cuts of each level. Numbers in the same branches are joined at one cut.
    fn cuts(&self) -> Vec<(usize, Vec<Id>)> {
        let mut cuts: BTreeMap<(usize, &Path), Vec<Id>> = BTreeMap::new();
        for id in self.own().filter(|id| matches!(self.facts.def(*id), Def::Global(..))) {
            cuts.entry((self.levels.of(id) - 1, self.facts.path(id))).or_default().push(id);
        }
        cuts.into_iter().map(|((level, _), ids)| (level, ids)).collect()
    }

    /// The scalars that scalar code computes in one level, also inside of loops.
    fn scalars(&self, level: usize) -> BTreeSet<Id> {
        let facts = self.facts;
        let wanted = self
            .own()
            .filter(|id| facts.is_scalar(*id) && self.levels.of(*id) == level)
            .filter(|id| !facts.is_given(*id) && facts.light_loop(*id, self.frame).is_none());
        Slice::of(self, Moment::start_of(level), wanted).compute
    }

    fn pass(&self, moment: Moment, rank: Rank, results: &Results) -> Variants {
        let facts = self.facts;
        let stores = results.stores.iter().map(|(place, id)| self.store_path(*place, *id));
        let saves = results.saves.iter().map(|(id, _)| facts.path(*id).clone());
        let others = results.reductions.iter().chain(&results.puts).map(|id| facts.path(*id).clone());
        let arms = |path: Path| -> Path {
            let inside = path.into_iter().skip(self.frame.len());
            inside.take_while(|around| matches!(around, Around::Arm(..))).collect()
        };
        let guard = &common_prefix(stores.chain(saves).chain(others).map(arms));
        let branch = |(id, arm)| Some((facts.program.region.branch(id)?, arm));
        let timed = guard.iter().filter_map(Around::arm).filter_map(branch).filter(|(branch, _)| branch.is_timed());
        let decided: Decided = timed.map(|(branch, arm)| (branch.id, arm)).collect();
        let meanings = facts.program.meanings.clone();
        let mut splitting = Splitting { draft: self, moment, rank, results, guard, meanings, count: 1 };
        let around = guard.iter().filter_map(Around::arm).filter_map(branch);
        let known: Vec<Meaning> = around.filter_map(|(branch, arm)| splitting.says(branch, arm)).collect();
        splitting.variants(decided, guard, &known)
    }

    fn plan_loop(&mut self, iterations: usize) -> LoopPlan {
        let facts = self.facts;
        let path = facts.body_of(iterations);
        let mut carried = Vec::new();
        let mut keeps = Vec::new();
        let mut taken = BTreeSet::new();
        for index in self.carried(iterations) {
            let own = &facts.program.carried[index];
            let Some(current) = self.slots.carried.get(&index).copied() else {
                carried.push((index, None));
                keeps.push((own.next, None));
                continue;
            };
            if own.next == own.iteration {
                carried.push((index, Some((current, current))));
                continue;
            }
            let direct = is_call(facts.def(own.next)) && facts.path(own.next) == path && taken.insert(own.next);
            let next =
                if direct { self.slots.for_value(facts, own.next) } else { self.slots.add(facts.shape(own.next)) };
            keeps.push((own.next, (!direct).then_some(next)));
            carried.push((index, Some((current, next))));
        }
        let before = self.before(iterations);
        let (frame, _) = plan_frame(facts, self.slots, before, path, &[], &keeps);
        let guard = path[self.frame.len()..path.len() - 1].to_vec();
        LoopPlan { id: iterations, carried, frame, guard }
    }

    fn before(&self, iterations: usize) -> Before {
        let moment = Moment { level: self.levels.of_loop(iterations), phase: Phase::Loops };
        let own = self.stored.keys().filter(|place| self.is_overwritten(**place, moment));
        let overwritten = own.chain(&self.overwritten).copied().collect();
        Before { call: self.call_around(iterations), overwritten }
    }

    /// The call of the inner optimizer for the plan of a loop's body: before everything there, or `None` if the loop comes before the call.
    fn call_around(&self, iterations: usize) -> Option<InnerCall> {
        let call = self.call.as_ref().filter(|call| self.levels.of_loop(iterations) > call.moment.level)?;
        Some(InnerCall { moment: Moment::BEFORE_ALL, before: None, ..call.clone() })
    }

    /// The path of a store: the branch that changes the place.
    fn store_path(&self, place: Place, id: Id) -> Path {
        let (facts, phi) = (self.facts, id);
        if let Def::Phi(options) = facts.def(id) {
            let changes = |(arm, id): &(usize, Id)| !self.keeps(place, *id, &[(facts.branch_of[&phi], *arm)].into());
            let changed: Vec<(usize, Id)> = options.iter().copied().enumerate().filter(changes).collect();
            if let [(arm, new)] = changed[..] {
                let mut path = facts.path(id).clone();
                path.push(Around::Arm(facts.branch_of[&id], arm));
                let inner = self.store_path(place, new);
                return if inner.starts_with(&path) { inner } else { path };
            }
        }
        facts.path(id).clone()
    }
}

fn common_prefix(mut paths: impl Iterator<Item = Path>) -> Path {
    let Some(first) = paths.next() else { return Path::new() };
    paths.fold(first, |prefix, path| prefix.into_iter().zip(path).take_while(|(a, b)| a == b).map(|(a, _)| a).collect())
}
