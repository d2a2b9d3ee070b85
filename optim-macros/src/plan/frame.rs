//! Plans one frame: the whole step, or one turn of a loop with barriers in it.

use std::collections::{BTreeMap, BTreeSet};

use super::levels::{Levels, outside_uses};
use super::slice::{Context, Slice, is_given};
use super::{Frame, LOOPS, LoopPlan, PRODUCTS, Pass, Planner, Position, Source, Step, spill, stores};
use crate::ast::Place;
use crate::ir::{Around, Def, Id, Path};
use crate::kind::Shape;

/// The plan while it is made.
pub(super) struct Draft<'a> {
    pub(super) frame: &'a Path,
    pub(super) levels: Levels,
    pub(super) stored: BTreeMap<Place, (Position, Id)>,
    /// Values that are put into a slot, and which.
    saves: BTreeSet<(Id, usize)>,
    /// Loops with barriers of this frame.
    pub(super) loops: Vec<LoopUse>,
}

/// What a loop needs from outside.
pub(super) struct LoopUse {
    id: usize,
    pub(super) level: usize,
    pub(super) outside: BTreeSet<Id>,
}

/// What one pass is for.
#[derive(Default)]
struct Results {
    stores: Vec<(Place, Id)>,
    saves: Vec<(Id, usize)>,
    reductions: Vec<Id>,
}

/// Plans a frame that leaves `stores` in places and `keeps` in slots; `roots` are further values that it must have.
pub(crate) fn plan_frame(
    planner: &mut Planner<'_>,
    frame: &Path,
    stores: &[(Place, Id)],
    keeps: &[(Id, Option<usize>)],
) -> Frame {
    let roots: Vec<Id> = stores.iter().map(|(_, id)| *id).chain(keeps.iter().map(|(id, _)| *id)).collect();
    let levels = Levels::new(planner, frame, &roots);
    let saves = keeps.iter().filter_map(|(id, slot)| slot.map(|slot| (*id, slot))).collect();
    let mut draft = Draft { frame, levels, stored: BTreeMap::new(), saves, loops: Vec::new() };
    draft.find_loops(planner);
    draft.materialise(planner);
    loop {
        draft.stored.clear();
        stores::positions(planner, &mut draft, stores);
        match spill::candidate(planner, &draft) {
            Some(id) => {
                let slot = planner.slot(id);
                draft.saves.insert((id, slot));
            }
            None => break,
        }
    }
    let steps = draft.steps(planner);
    Frame { path: frame.clone(), steps }
}

impl Draft<'_> {
    pub(super) fn context(&self, planner: &Planner<'_>) -> Context<'_> {
        Context::new(planner, self.frame, &self.levels, &self.stored)
    }

    /// Values of this frame itself: not from before it, not inside its loops with barriers.
    fn own<'p>(&'p self, planner: &'p Planner<'_>) -> impl Iterator<Item = Id> + 'p {
        self.levels
            .needed
            .iter()
            .copied()
            .filter(|id| planner.within(*id, self.frame) && planner.heavy_loop(*id, self.frame).is_none())
    }

    fn find_loops(&mut self, planner: &mut Planner<'_>) {
        let mut ids = BTreeSet::new();
        for id in &self.levels.needed {
            if !planner.within(*id, self.frame) {
                continue;
            }
            match planner.program.values[*id].def {
                Def::After(carried)
                    if planner.heavy.contains(&planner.loop_of[&carried])
                        && planner.heavy_loop(*id, self.frame).is_none() =>
                {
                    ids.insert(planner.loop_of[&carried]);
                }
                _ => {}
            }
        }
        for id in ids {
            let outside = outside_uses(planner, self.frame, id, &self.levels.needed);
            self.loops.push(LoopUse { id, level: self.levels.of_loop(id), outside });
        }
    }

    /// Gives slots to what passes can't recompute: results of barriers, values used under another shape, and what a
    /// loop with barriers takes from outside.
    fn materialise(&mut self, planner: &mut Planner<'_>) {
        let own: Vec<Id> = self.own(planner).collect();
        for &id in &own {
            let barrier =
                matches!(planner.program.values[id].def, Def::Reduce(..) | Def::Matmul(..) | Def::Transpose(_));
            if barrier && !planner.program.is_scalar(id) && !planner.folded.contains(&id) {
                planner.slot(id);
            }
        }
        // What loops leave is in their own slots, and is not kept in another one.
        for i in 0..self.loops.len() {
            let (turns, outside) = (self.loops[i].id, self.loops[i].outside.clone());
            let carried: Vec<usize> = self.carried(planner, turns);
            let only_starts: BTreeSet<Id> = carried.iter().map(|index| planner.program.carried[*index].start).collect();
            let inside = inside_uses(planner, self.frame, turns, &self.levels.needed);
            for id in outside {
                let value = &planner.program.values[id];
                if !value.shape.is_scalar()
                    && !planner.program.is_input(id)
                    && (!only_starts.contains(&id) || inside.contains(&id))
                {
                    self.keep(planner, id);
                }
            }
            for index in carried {
                let own = &planner.program.carried[index];
                let shape = planner.program.values[own.start].shape.clone();
                if shape.is_scalar() {
                    continue;
                }
                let (start, turn, after) = (own.start, own.turn, own.after);
                let current = planner.new_slot(&shape);
                planner.slot_of.insert(turn, current);
                planner.slot_of.insert(after, current);
                planner.carried_slots.insert(index, (current, current));
                self.saves.insert((start, current));
            }
        }
        for &id in &own {
            let working = match &planner.program.values[id].def {
                Def::Reduce(_, operands) => Some(joint(planner, operands)),
                Def::Matmul(..) | Def::Transpose(_) => None,
                _ => Some(planner.program.values[id].shape.clone()),
            };
            for operand in planner.program.operands(id) {
                let shape = &planner.program.values[operand].shape;
                if !shape.is_scalar()
                    && working.as_ref() != Some(shape)
                    && (working.is_none() || !planner.program.is_input(operand))
                {
                    self.keep(planner, operand);
                }
            }
        }
    }

    /// Keeps a value in a slot of its own, unless this frame or one around it does.
    fn keep(&mut self, planner: &mut Planner<'_>, id: Id) {
        let elsewhere = planner.kept_in.get(&id).is_some_and(|path| !self.frame.starts_with(path));
        if planner.folded.contains(&id) || (planner.slot_of.contains_key(&id) && !elsewhere) {
            return;
        }
        planner.kept_in.insert(id, self.frame.clone());
        let slot = planner.slot(id);
        self.saves.insert((id, slot));
    }

    /// Carried variables of a loop that the frame needs.
    fn carried(&self, planner: &Planner<'_>, turns: usize) -> Vec<usize> {
        let program = planner.program;
        (0..program.carried.len())
            .filter(|index| {
                planner.loop_of.get(index) == Some(&turns)
                    && (self.levels.needed.contains(&program.carried[*index].after)
                        || self.levels.needed.contains(&program.carried[*index].turn))
            })
            .collect()
    }

    fn results(&self, planner: &Planner<'_>) -> BTreeMap<Position, Results> {
        let mut results: BTreeMap<Position, Results> = BTreeMap::new();
        for (place, (position, id)) in &self.stored {
            results.entry(*position).or_default().stores.push((*place, *id));
        }
        for (id, slot) in &self.saves {
            let level = if planner.within(*id, self.frame) { self.levels.of(*id) } else { 0 };
            let position = (level, planner.rank(&planner.program.values[*id].shape));
            results.entry(position).or_default().saves.push((*id, *slot));
        }
        for id in self.own(planner) {
            if let Def::Reduce(_, operands) = &planner.program.values[id].def {
                let position = (self.levels.of(id) - 1, planner.rank(&joint(planner, operands)));
                results.entry(position).or_default().reductions.push(id);
            }
        }
        results
    }

    /// The values that the pass at a position must compute.
    pub(super) fn results_at(&self, planner: &Planner<'_>, position: Position) -> Vec<Id> {
        self.results(planner).get(&position).map(|results| results.values(planner)).unwrap_or_default()
    }

    /// All passes as they stand.
    pub(super) fn slices(&self, planner: &Planner<'_>) -> Vec<(Position, Slice)> {
        let context = self.context(planner);
        self.results(planner)
            .into_iter()
            .map(|(position, results)| (position, Slice::of(planner, &context, position, results.values(planner))))
            .collect()
    }

    /// What the pass at a position reads or writes per element even if it does not compute `given`.
    pub(super) fn streams_without(&self, planner: &Planner<'_>, position: Position, given: Id) -> BTreeSet<Source> {
        let context = self.context(planner);
        let whole = Slice::of(planner, &context, position, self.results_at(planner, position));
        let own = |id: &Id| *id != given && self.levels.of(*id) == position.0;
        let results = self.results_at(planner, position).into_iter().filter(|id| *id != given);
        let early = whole
            .compute
            .iter()
            .filter(|id| own(id))
            .flat_map(|id| planner.program.operands(*id))
            .chain(results)
            .filter(|id| *id != given && !planner.program.is_scalar(*id) && !(own(id) && whole.compute.contains(id)));
        let slice = Slice::of(planner, &context, position, early);
        let stored =
            self.stored.iter().filter(|(_, (stored, _))| *stored == position).map(|(place, _)| Source::Place(*place));
        slice.streams(planner).into_iter().chain(stored).collect()
    }

    fn steps(&self, planner: &mut Planner<'_>) -> Vec<Step> {
        let results = self.results(planner);
        let last = results.keys().map(|position| position.0).max().unwrap_or(0).max(self.levels.highest());
        let mut steps = Vec::new();
        for level in 0..=last {
            let scalars = self.scalars(planner, level);
            if !scalars.is_empty() {
                steps.push(Step::Scalars(scalars));
            }
            for (position, results) in results.range((level, 1)..(level, PRODUCTS)) {
                steps.push(Step::Pass(self.pass(planner, *position, results)));
            }
            let products = self.own(planner).filter(|id| {
                matches!(planner.program.values[*id].def, Def::Matmul(..) | Def::Transpose(_))
                    && self.levels.of(*id) == level + 1
                    && !planner.folded.contains(id)
            });
            steps.extend(products.map(Step::Product).collect::<Vec<_>>());
            for turns in self.loops.iter().filter(|turns| turns.level == level) {
                debug_assert!((level, LOOPS) > (level, PRODUCTS));
                steps.push(Step::Loop(self.plan_loop(planner, turns.id)));
            }
        }
        steps
    }

    /// Scalars of one level that scalar code computes, with the loops around them.
    fn scalars(&self, planner: &Planner<'_>, level: usize) -> BTreeSet<Id> {
        let context = self.context(planner);
        let wanted: Vec<Id> = self
            .own(planner)
            .filter(|id| planner.program.is_scalar(*id) && self.levels.of(*id) == level)
            .filter(|id| !is_given(planner, *id) && planner.light_loop(*id, self.frame).is_none())
            .filter(|id| !matches!(planner.program.values[*id].def, Def::Grad))
            .collect();
        Slice::of(planner, &context, (level, 0), wanted).compute
    }

    fn pass(&self, planner: &Planner<'_>, position: Position, results: &Results) -> Pass {
        let slice = Slice::of(planner, &self.context(planner), position, results.values(planner));
        let shape = planner.shapes[position.1 - 1].clone();
        let guards: Vec<Path> = results
            .stores
            .iter()
            .map(|(place, id)| store_path(planner, *place, *id))
            .chain(results.saves.iter().map(|(id, _)| planner.program.values[*id].path.clone()))
            .chain(results.reductions.iter().map(|id| planner.program.values[*id].path.clone()))
            .map(|path| {
                path.into_iter().skip(self.frame.len()).take_while(|around| matches!(around, Around::Arm(..))).collect()
            })
            .collect();
        Pass {
            shape,
            compute: slice.compute,
            reads: slice.reads,
            scalars: slice.scalars,
            stores: results.stores.clone(),
            saves: results.saves.clone(),
            reductions: results.reductions.clone(),
            guard: common_prefix(guards),
        }
    }

    fn plan_loop(&self, planner: &mut Planner<'_>, turns: usize) -> LoopPlan {
        let path = loop_path(planner, turns);
        let mut carried = Vec::new();
        let mut keeps = Vec::new();
        let mut taken = BTreeSet::new();
        for index in self.carried(planner, turns) {
            let own = planner.program.carried[index].clone();
            let Some((current, _)) = planner.carried_slots.get(&index).copied() else {
                carried.push((index, None));
                keeps.push((own.next, None));
                continue;
            };
            if own.next == own.turn {
                carried.push((index, Some((current, current))));
                continue;
            }
            let value = &planner.program.values[own.next];
            let direct = matches!(value.def, Def::Matmul(..) | Def::Transpose(_))
                && value.path == path
                && taken.insert(own.next);
            let next = if direct { planner.slot(own.next) } else { planner.new_slot(&value.shape.clone()) };
            keeps.push((own.next, (!direct).then_some(next)));
            carried.push((index, Some((current, next))));
        }
        let frame = plan_frame(planner, &path, &[], &keeps);
        let guard = path[self.frame.len()..path.len() - 1].to_vec();
        LoopPlan { id: turns, carried, frame, guard }
    }
}

impl Results {
    fn values(&self, planner: &Planner<'_>) -> Vec<Id> {
        self.stores
            .iter()
            .map(|(_, id)| *id)
            .chain(self.saves.iter().map(|(id, _)| *id))
            .chain(self.reductions.iter().flat_map(|id| planner.program.operands(*id)))
            .collect()
    }
}

/// The shape of the elements that a reduction joins.
fn joint(planner: &Planner<'_>, operands: &[Id]) -> Shape {
    operands.iter().fold(Shape::scalar(), |shape, id| shape.join(&planner.program.values[*id].shape).unwrap_or(shape))
}

/// Values from outside a loop that its body reads (not only starts from).
fn inside_uses(planner: &Planner<'_>, frame: &Path, turns: usize, needed: &BTreeSet<Id>) -> BTreeSet<Id> {
    let program = planner.program;
    let inside = |id: Id| program.values[id].path.iter().skip(frame.len()).any(|around| *around == Around::Loop(turns));
    needed
        .iter()
        .copied()
        .filter(|id| inside(*id))
        .flat_map(|id| program.operands(id))
        .chain(
            (0..program.carried.len())
                .filter(|i| planner.loop_of.get(i) == Some(&turns))
                .map(|i| program.carried[i].next),
        )
        .filter(|id| !inside(*id))
        .collect()
}

/// The path of a loop's body.
fn loop_path(planner: &Planner<'_>, turns: usize) -> Path {
    planner
        .program
        .values
        .iter()
        .find_map(|value| {
            let at = value.path.iter().position(|around| *around == Around::Loop(turns))?;
            Some(value.path[..=at].to_vec())
        })
        .unwrap_or_default()
}

/// Where a store has something to do: under the branch that changes the place.
fn store_path(planner: &Planner<'_>, place: Place, id: Id) -> Path {
    let value = &planner.program.values[id];
    if let Def::Phi(options) = &value.def {
        let unchanged = |id: Id| matches!(planner.program.values[id].def, Def::Load(own) if own == place);
        let changed: Vec<(usize, Id)> = options.iter().copied().enumerate().filter(|(_, id)| !unchanged(*id)).collect();
        if let [(arm, new)] = changed[..] {
            let mut path = value.path.clone();
            path.push(Around::Arm(planner.branch_of[&id], arm));
            let inner = store_path(planner, place, new);
            return if inner.starts_with(&path) { inner } else { path };
        }
    }
    value.path.clone()
}

fn common_prefix(paths: Vec<Path>) -> Path {
    let mut paths = paths.into_iter();
    let Some(first) = paths.next() else { return Path::new() };
    paths.fold(first, |prefix, path| prefix.into_iter().zip(path).take_while(|(a, b)| a == b).map(|(a, _)| a).collect())
}
