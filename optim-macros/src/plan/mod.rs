//! The planner: it decides which values are computed in which loop over memory.
//!
//! A [barrier](barrier), such as a reduction or a matrix product, cuts the step: values that depend on it belong to a later *level*. A level
//! begins with scalars. Then each shape (matrices, rows, columns, tensors) has at most one pass. At the end come calls on whole matrices,
//! loops with barriers, and cuts, where the step waits for numbers of all parameters ([`time`]). A pass is a slice of the step: the part
//! that its results need, in its fixed branches and loops.
//!
//! The planner takes these steps in order, for the whole step and again for the body of each loop with barriers:
//!
//! | | |
//! |---|---|
//! | `facts` | facts about the program, computed once: loops with barriers, branches, ranks of shapes |
//! | `levels` | the number of barriers before each value |
//! | `decided` | branches whose arm is known |
//! | `keep` | values that must go to scratch, because no pass can compute them again |
//! | `stores` | the moment when each place is overwritten: the first pass after which nobody needs its old value |
//! | `spill` | values that go to scratch because computing them again would read more; then `stores` again |
//! | `schedule` | the passes and calls in order; `slice` finds the values of each pass, `variants` the branches that are decided before it |
//! | `told` | separate passes for outputs |

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
    /// The shape of each scratch slot.
    pub(crate) slots: Vec<Shape>,
    /// The branch of each phi.
    pub(crate) branch_of: HashMap<Id, usize>,
    /// Loops with passes of their own.
    pub(crate) heavy: BTreeSet<usize>,
    /// The slot of each list that the step makes, unless its items are scalars.
    pub(crate) slot_of_list: BTreeMap<LocalId, usize>,
    /// The slot of each value that has one.
    pub(crate) slot_of: BTreeMap<Id, usize>,
    /// The level of the pass that overwrites each place.
    pub(crate) stored: BTreeMap<Place, usize>,
    /// Transpositions that matrix products do themselves, and the transposed value.
    pub(crate) folded: BTreeMap<Id, Id>,
}

/// An operand of a call in scratch.
pub(crate) struct Operand {
    pub(crate) slot: usize,
    /// The value in the slot.
    pub(crate) id: Id,
    /// True if the call transposes the operand.
    pub(crate) transposed: bool,
}

impl Plan {
    /// An operand or a result of a call, which has a slot.
    pub(crate) fn operand(&self, id: Id) -> Operand {
        let (id, transposed) = self.folded.get(&id).map_or((id, false), |stored| (*stored, true));
        let slot = self.slot_of.get(&id).copied();
        Operand {
            slot: slot.unwrap_or_else(|| unreachable!("what a call reads or leaves is in scratch")),
            id,
            transposed,
        }
    }

    /// The slots of a call's results; `None` for a result that nobody reads.
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

    /// Returns true if no element depends on another one, except inside of an inner optimizer.
    pub(crate) fn is_elementwise(&self, program: &Program) -> bool {
        // Scalars are kept for the whole parameter, so pieces of it could not see one that another piece sets.
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
    /// The passes of this step, or the passes in its loop.
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

/// The steps in order, of the whole program or of an iteration.
pub(crate) struct Frame {
    pub(crate) path: Path,
    pub(crate) steps: Vec<Step>,
}

impl Frame {
    /// All passes, including passes in loops.
    fn passes(&self) -> Vec<&Pass> {
        self.steps.iter().flat_map(Step::passes).collect()
    }
}

pub(crate) enum Step {
    /// Scalars of one level, computed in f64 once per parameter.
    Scalars(BTreeSet<Id>),
    /// A loop over memory, with a variant for each outcome of timed conditions.
    Pass(Variants),
    /// Linear algebra, from slots into a slot.
    Call(Id, Library),
    /// A reduction along an axis, from slots into a slot.
    Axis(Id, Reduce),
    /// The call of the inner optimizer.
    Inner(Id),
    Loop(LoopPlan),
    /// Numbers of all parameters that are joined at one cut.
    Cut(Vec<Id>),
}

/// A loop over memory.
pub(crate) struct Pass {
    pub(crate) shape: Shape,
    /// Values computed in the loop.
    pub(crate) compute: BTreeSet<Id>,
    /// Values read from memory.
    pub(crate) reads: BTreeMap<Id, Source>,
    /// Scalars that the loop uses.
    pub(crate) scalars: BTreeSet<Id>,
    /// Places that the loop overwrites.
    pub(crate) stores: Vec<(Place, Id)>,
    /// Slots that the loop writes.
    pub(crate) saves: Vec<(Id, usize)>,
    /// Reductions whose operands the loop computes.
    pub(crate) reductions: Vec<Id>,
    /// Accesses that overwrite items of lists.
    pub(crate) puts: Vec<Id>,
    /// Branches around everything that the pass does.
    pub(crate) guard: Path,
    /// These branches, and the branches that select this variant.
    pub(crate) around: Path,
    /// The arms of the branches that are decided before the pass.
    pub(crate) decided: BTreeMap<usize, usize>,
}

/// A loop with passes of its own.
pub(crate) struct LoopPlan {
    pub(crate) id: usize,
    /// The carried variables: index, and the slots of the current and the next value. Scalars have no slots.
    pub(crate) carried: Vec<(usize, Option<(usize, usize)>)>,
    pub(crate) frame: Frame,
    pub(crate) guard: Path,
}

/// The source from which a pass reads a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) enum Source {
    Grad,
    Place(Place),
    Slot(usize),
    /// Random numbers, computed where they are read, by the index of the draw.
    Draw(u32),
    /// The item that an access reads or overwrites.
    Item(Id),
}

/// The plan of a step without outputs. The step with outputs must have the same bits, so it follows this plan in two points. A stored state has
/// no subnormal numbers, so a value computed again from it may differ. And the streams of a pass decide the order in which it adds.
pub(crate) struct Pinned {
    /// The level of the pass that overwrites each place.
    stored: BTreeMap<Place, usize>,
    /// The values that the plan needs.
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

    /// Returns true if the plan needs a value, and computes it again wherever it is read.
    fn computes_again(&self, id: Id) -> bool {
        self.needed.contains(&id) && !self.kept.contains(&id)
    }
}

/// The loops of a step with passes of their own.
pub(crate) fn heavy_loops(program: &Program) -> BTreeSet<usize> {
    ProgramFacts::of(program).heavy
}

/// Plans a step. `unwatched` is the same step without outputs, if the step has outputs.
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

/// The state of the places before a frame.
#[derive(Default)]
struct Before {
    /// The call of the inner optimizer.
    call: Option<InnerCall>,
    overwritten: BTreeSet<Place>,
}

/// Plans a frame. It stores `stores` in places and puts `keeps` into slots; a value without a slot must only be computed.
fn plan_frame(
    facts: &ProgramFacts<'_>,
    slots: &mut Slots,
    Before { call: called, overwritten }: Before,
    frame: &Path,
    stores: &[(Place, Id)],
    keeps: &[(Id, Option<usize>)],
) -> (Frame, BTreeMap<Place, usize>) {
    let left = stores.iter().map(|(_, id)| *id).chain(keeps.iter().map(|(id, _)| *id));
    // The inner optimizer has states, so it is called even if its place is overwritten afterwards.
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
        // A value that the inner optimizer overwrites is copied if code after the call reads it.
        if let Some(lost) = draft.lost() {
            draft.keep_lost(lost);
            continue;
        }
        // An old value is also copied if only outputs read it after its place is overwritten.
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

/// The call of the inner optimizer, which is never in a loop.
fn call_in(facts: &ProgramFacts<'_>, levels: &Levels, frame: &Path) -> Option<InnerCall> {
    let id = facts.program.call().filter(|id| frame.is_empty() && levels.needed.contains(id))?;
    let Def::Inner(place, ..) = facts.program.values[id].def else { return None };
    let moment = Moment { level: levels.of(id) - 1, phase: Phase::Inner };
    Some(InnerCall { place, id, without: facts.program.without_call(id), moment, before: None })
}
