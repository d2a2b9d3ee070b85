//! Plans the passes: which values are computed in which loop over memory.
//!
//! A [barrier](barrier) – a reduction, a matrix product – cuts the step: what depends on it belongs to a later *level*. Within a
//! level, scalars come first, then every shape (matrices, rows, columns, tensors) has at most one pass, then come calls on
//! whole matrices, loops with barriers in them, and cuts, where the step waits for numbers of all parameters ([`time`]). A pass is a slice of the step: the part of it that its results
//! need, with fixed branches and loops kept in place.
//!
//! A plan is made in this order, for the whole step and again for the body of each loop with barriers in it:
//!
//! | | |
//! |---|---|
//! | `facts` | facts about the program: loops with barriers, branches, ranks of shapes. Computed once |
//! | `levels` | how many barriers lie before each value |
//! | `decided` | branches whose arm is known |
//! | `keep` | what must go to scratch, for no pass can compute it again |
//! | `stores` | when each place is overwritten: in the first pass after which nobody needs its old value |
//! | `spill` | what had better go to scratch, because computing it again reads more; then `stores` once more |
//! | `schedule` | the steps in order, each with what it computes and reads (`slice`), by what is decided before it (`variants`) |
//! | `told` | the passes that outputs have for themselves |

mod barrier;
mod decided;
mod draft;
mod facts;
mod keep;
mod levels;
mod schedule;
mod slice;
mod slots;
mod spill;
mod stores;
mod time;
mod told;
mod variants;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ast::{LocalId, Place};
use crate::ir::{Def, Id, Path, Program};
use crate::kind::Shape;
use crate::ops::{Library, Reduce};
pub(crate) use barrier::{Barrier, has_results};
use draft::{Draft, InnerCall};
use facts::ProgramFacts;
use levels::Levels;
use slots::Slots;
use time::{Moment, Phase};
pub(crate) use variants::Variants;

/// A planned step.
pub(crate) struct Plan {
    pub(crate) frame: Frame,
    /// Shape of each scratch slot.
    pub(crate) slots: Vec<Shape>,
    /// The branch of each phi.
    pub(crate) branch_of: HashMap<Id, usize>,
    /// Loops with barriers in them.
    pub(crate) heavy: BTreeSet<usize>,
    /// The slot of each list that lives as long as the step, where its items have one.
    pub(crate) slot_of_list: BTreeMap<LocalId, usize>,
    /// The slot of each value that has one.
    pub(crate) slot_of: BTreeMap<Id, usize>,
    /// The level at whose pass each place is overwritten.
    pub(crate) stored: BTreeMap<Place, usize>,
    /// Transpositions that the matrix products which read them do by themselves, and what they transpose.
    pub(crate) folded: BTreeMap<Id, Id>,
}

/// The place of a call's operand.
pub(crate) struct Operand {
    pub(crate) slot: usize,
    /// The value in the slot.
    pub(crate) id: Id,
    /// The call transposes it.
    pub(crate) transposed: bool,
}

impl Plan {
    /// The operand of a call, which the planner has put into scratch, or the call's own result.
    pub(crate) fn operand(&self, id: Id) -> Operand {
        let (id, transposed) = self.folded.get(&id).map_or((id, false), |stored| (*stored, true));
        let slot = self.slot_of.get(&id).copied();
        Operand {
            slot: slot.unwrap_or_else(|| unreachable!("what a call reads or leaves is in scratch")),
            id,
            transposed,
        }
    }

    /// The slots of a call's results; none of those that nobody reads.
    pub(crate) fn results(&self, program: &Program, call: Id) -> Vec<Option<usize>> {
        if let Def::ReduceTo(..) = program.values[call].def {
            return vec![Some(self.operand(call).slot)];
        }
        let Def::Library(library, ..) = &program.values[call].def else { return Vec::new() };
        if program.is_scalar(call) {
            return Vec::new();
        }
        if library.results().len() == 1 {
            return vec![Some(self.operand(call).slot)];
        }
        let mut slots = vec![None; library.results().len()];
        for (id, slot) in &self.slot_of {
            if let Def::Result(of, place) = program.values[*id].def
                && of == call
            {
                slots[place] = Some(*slot);
            }
        }
        slots
    }

    /// Returns true if every element stands alone in the step, but for what an optimizer inside does with it.
    pub(crate) fn is_elementwise(&self, program: &Program) -> bool {
        // Pieces of a parameter do not see scalars that another one sets.
        let scalar = |id: &&Id| program.is_scalar(**id);
        let mut scalars = program.accesses.iter().filter(scalar);
        if scalars.any(|id| program.is_put(*id))
            && program.accesses.iter().filter(scalar).any(|id| !program.is_put(*id))
        {
            return false;
        }
        let steps = || self.frame.steps.iter();
        let has_pass = steps().any(|step| matches!(step, Step::Pass(_) | Step::Inner(_)));
        has_pass && self.slots.is_empty() && steps().all(|step| step.is_elementwise(program))
    }
}

impl Step {
    /// The passes that it is, or that the loop has that it is.
    fn passes(&self) -> Vec<&Pass> {
        match self {
            Self::Pass(variants) => variants.passes(),
            Self::Loop(iterations) => iterations.frame.passes(),
            Self::Scalars(_) | Self::Call(..) | Self::Axis(..) | Self::Inner(_) | Self::Cut(_) => Vec::new(),
        }
    }

    fn is_elementwise(&self, program: &Program) -> bool {
        match self {
            Self::Scalars(_) | Self::Inner(_) => true,
            Self::Pass(pass) => pass.passes().into_iter().all(|pass| pass.is_elementwise(program)),
            Self::Call(..) | Self::Axis(..) | Self::Loop(_) | Self::Cut(_) => false,
        }
    }
}

impl Pass {
    fn is_elementwise(&self, program: &Program) -> bool {
        let is_tensor = |id: &Id| program.values[*id].shape.is_tensor();
        self.shape == Shape::TENSOR
            && self.reductions.is_empty()
            && self.saves.is_empty()
            && self.reads.iter().all(|(id, source)| is_tensor(id) && !matches!(source, Source::Slot(_)))
    }
}

/// The work in order, of the whole step or of one iteration of a loop with barriers in it.
pub(crate) struct Frame {
    pub(crate) path: Path,
    pub(crate) steps: Vec<Step>,
}

impl Frame {
    /// All passes, also those of its loops.
    fn passes(&self) -> Vec<&Pass> {
        self.steps.iter().flat_map(Step::passes).collect()
    }
}

pub(crate) enum Step {
    /// Scalars of one level, in f64, once per parameter.
    Scalars(BTreeSet<Id>),
    /// One loop over memory: the one of its variants that the step count decides.
    Pass(Variants),
    /// Linear algebra, from slots into a slot.
    Call(Id, Library),
    /// A reduction to the numbers along an axis, from slots into a slot.
    Axis(Id, Reduce),
    /// The inner optimizer, in its place.
    Inner(Id),
    Loop(LoopPlan),
    /// Numbers of all parameters, joined at one cut.
    Cut(Vec<Id>),
}

/// One loop over memory.
pub(crate) struct Pass {
    pub(crate) shape: Shape,
    /// Values computed in the loop.
    pub(crate) compute: BTreeSet<Id>,
    /// Values read from memory.
    pub(crate) reads: BTreeMap<Id, Source>,
    /// Scalars that the loop uses.
    pub(crate) scalars: BTreeSet<Id>,
    /// Places overwritten.
    pub(crate) stores: Vec<(Place, Id)>,
    /// Slots written.
    pub(crate) saves: Vec<(Id, usize)>,
    /// Reductions whose arguments the loop computes.
    pub(crate) reductions: Vec<Id>,
    /// Items of lists overwritten.
    pub(crate) puts: Vec<Id>,
    /// Fixed branches under which the pass has anything to do.
    pub(crate) guard: Path,
    /// The same, and the branches that choose this variant of the pass.
    pub(crate) around: Path,
    /// The arms of branches that are decided before it.
    pub(crate) decided: BTreeMap<usize, usize>,
}

/// A loop with barriers in it.
pub(crate) struct LoopPlan {
    pub(crate) id: usize,
    /// Carried variables: index, slot of the current value, slot of the next one; no slots for scalars.
    pub(crate) carried: Vec<(usize, Option<(usize, usize)>)>,
    pub(crate) frame: Frame,
    pub(crate) guard: Path,
}

/// The place from which a pass reads a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) enum Source {
    Grad,
    Place(Place),
    Slot(usize),
    /// Random numbers, computed where they are read: which draw of the step they are.
    Draw(u32),
    /// The item of a list that an access reads or overwrites.
    Item(Id),
}

/// The plan of a step without its outputs, to which that with them keeps in all that decides about bits: a state is stored without subnormal numbers, so
/// a value that is computed of it again may not be what it was before; and the streams of a pass decide in which order it adds up.
pub(crate) struct Pinned {
    /// The level at whose pass each place is overwritten.
    stored: BTreeMap<Place, usize>,
    /// The values that this plan computes, and reads from scratch where they are needed later.
    needed: BTreeSet<Id>,
    kept: BTreeSet<Id>,
    /// The values that its passes put into scratch.
    saved: BTreeSet<Id>,
}

impl Pinned {
    fn of(program: &Program, plan: &Plan) -> Self {
        let facts = ProgramFacts::of(program);
        let stored = program.stores.iter().map(|(_, id)| *id);
        let puts = program.accesses.iter().copied().filter(|id| program.is_put(*id));
        let roots: Vec<Id> = stored.chain(puts).chain(program.call()).collect();
        let needed = Levels::new(&facts, &Path::new(), &roots).needed;
        let passes = plan.frame.passes().into_iter();
        let saved = passes.flat_map(|pass| pass.saves.iter().map(|(id, _)| *id)).collect();
        Self { stored: plan.stored.clone(), needed, kept: plan.slot_of.keys().copied().collect(), saved }
    }

    /// Returns true if it computes a value, and does so again wherever it needs that.
    fn computes_again(&self, id: Id) -> bool {
        self.needed.contains(&id) && !self.kept.contains(&id)
    }
}

/// The loops of a step that have passes of their own.
pub(crate) fn heavy_loops(program: &Program) -> BTreeSet<usize> {
    ProgramFacts::of(program).heavy
}

/// Plans a step; `unwatched` is the same step without its outputs, if this is one with them.
pub(crate) fn plan(program: &Program, unwatched: Option<(&Program, &Plan)>) -> Plan {
    let mut facts = ProgramFacts::of(program);
    facts.pinned = unwatched.map(|(program, plan)| Pinned::of(program, plan));
    let mut slots = Slots::default();
    let (frame, stored) = plan_frame(&facts, &mut slots, Before::default(), &Path::new(), &program.stores, &[]);
    let with_slots = program.lists.iter().filter(|(_, list)| !list.shape.is_scalar());
    let slot_of_list = with_slots.map(|(id, list)| (*id, slots.add(&list.shape))).collect();
    let ProgramFacts { branch_of, heavy, folded, .. } = facts;
    Plan { frame, slots: slots.shapes, branch_of, heavy, slot_of_list, slot_of: slots.of, stored, folded }
}

/// The state of places before a frame.
#[derive(Default)]
struct Before {
    /// The call of the inner optimizer.
    call: Option<InnerCall>,
    overwritten: BTreeSet<Place>,
}

/// Plans a frame that leaves `stores` in places and `keeps` in slots; values without a slot it must only have.
fn plan_frame(
    facts: &ProgramFacts<'_>,
    slots: &mut Slots,
    Before { call: called, overwritten }: Before,
    frame: &Path,
    stores: &[(Place, Id)],
    keeps: &[(Id, Option<usize>)],
) -> (Frame, BTreeMap<Place, usize>) {
    let left = stores.iter().map(|(_, id)| *id).chain(keeps.iter().map(|(id, _)| *id));
    // The inner optimizer has states of its own: it is called even if what it leaves in its place is overwritten.
    let call = facts.program.call().filter(|_| frame.is_empty());
    let roots: Vec<Id> = left.chain(facts.puts(frame)).chain(call).collect();
    let levels = Levels::new(facts, frame, &roots);
    let saves = keeps.iter().filter_map(|(id, slot)| slot.map(|slot| (*id, slot))).collect();
    let (stored, held) = (BTreeMap::new(), stores::held(facts, stores));
    let call = called.or_else(|| call_in(facts, &levels, frame));
    let mut draft = Draft { facts, slots, frame, levels, stored, overwritten, held, call, saves, loops: Vec::new() };
    draft.find_loops();
    draft.keep_what_must_be();
    loop {
        stores::choose_moments(&mut draft, stores);
        if draft.keep_overwritten() {
            continue;
        }
        // A value that the inner optimizer overwrites is copied, if it is read afterwards.
        if let Some(lost) = draft.lost() {
            draft.keep_lost(lost);
            continue;
        }
        // So is one that a plan without outputs would leave in its place for longer.
        if let Some(lost) = stores::lost(&draft) {
            draft.keep_lost(lost);
            continue;
        }
        let Some(id) = spill::candidate(&draft) else { break };
        let slot = draft.slots.for_value(facts, id);
        draft.saves.insert((id, slot));
    }
    let stored = draft.stored.iter().map(|(place, (moment, _))| (*place, moment.level)).collect();
    (draft.schedule(), stored)
}

/// The call of the inner optimizer, which stands in no loop.
fn call_in(facts: &ProgramFacts<'_>, levels: &Levels, frame: &Path) -> Option<InnerCall> {
    let id = facts.program.call().filter(|id| frame.is_empty() && levels.needed.contains(id))?;
    let Def::Inner(place, ..) = facts.program.values[id].def else { return None };
    let moment = Moment { level: levels.of(id) - 1, phase: Phase::Inner };
    Some(InnerCall { place, id, without: facts.program.without_call(id), moment, before: None })
}
