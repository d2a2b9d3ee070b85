//! Plans the passes: which values are computed in which loop over memory.
//!
//! A reduction or a matrix product is a barrier: what depends on it belongs to a later *level*. Within a level, every
//! shape (matrices, rows, columns, tensors) has at most one pass, and scalars are computed before all of them. A pass
//! is a slice of the step: the part of it that its results need, with fixed branches and loops kept in place.
//!
//! A value that a later pass needs again is recomputed there from streams that it reads anyway, or kept in a scratch
//! slot where that is cheaper ([`spill`]). A state is overwritten in the first pass after which nobody needs its old
//! value ([`stores`]).

mod frame;
mod levels;
mod slice;
mod spill;
mod stores;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ast::Place;
use crate::ir::{Around, Def, Id, Path, Program, Region, Stmt};
use crate::kind::Shape;

pub(crate) use frame::plan_frame;

/// A planned step.
pub(crate) struct Plan {
    pub(crate) frame: Frame,
    /// Shape of each scratch slot.
    pub(crate) slots: Vec<Shape>,
    /// The branch of each phi.
    pub(crate) branch_of: HashMap<Id, usize>,
    /// Loops with barriers in them.
    pub(crate) heavy: BTreeSet<usize>,
    /// The slot of each value that has one.
    pub(crate) slot_of: BTreeMap<Id, usize>,
    /// Transpositions that matrix products do on the way.
    pub(crate) folded: BTreeSet<Id>,
}

impl Plan {
    /// Whether the step is one loop over the parameter in which every element stands alone.
    pub(crate) fn is_elementwise(&self, program: &Program) -> bool {
        let is_tensor = |id: &Id| program.values[*id].shape.is_tensor();
        let alone = |pass: &Pass| {
            pass.shape.is_tensor()
                && pass.reductions.is_empty()
                && pass.saves.is_empty()
                && pass.reads.iter().all(|(id, source)| is_tensor(id) && !matches!(source, Source::Slot(_)))
        };
        let mut steps = self.frame.steps.iter().filter(|step| !matches!(step, Step::Scalars(_)));
        matches!((steps.next(), steps.next()), (Some(Step::Pass(pass)), None) if alone(pass))
    }
}

/// What is done in order, for the whole step or for one turn of a loop with barriers in it.
pub(crate) struct Frame {
    pub(crate) path: Path,
    pub(crate) steps: Vec<Step>,
}

pub(crate) enum Step {
    /// Scalars of one level, in f64, once per parameter.
    Scalars(BTreeSet<Id>),
    Pass(Pass),
    /// Matrix product or transposition from slots into a slot.
    Product(Id),
    Loop(LoopPlan),
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
    /// Fixed branches under which the pass has anything to do.
    pub(crate) guard: Path,
}

/// A loop with barriers in it.
pub(crate) struct LoopPlan {
    pub(crate) id: usize,
    /// Carried variables: index, slot of the current value, slot of the next one; no slots for scalars.
    pub(crate) carried: Vec<(usize, Option<(usize, usize)>)>,
    pub(crate) frame: Frame,
    pub(crate) guard: Path,
}

/// Where a pass reads a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub(crate) enum Source {
    Grad,
    Place(Place),
    Slot(usize),
}

/// Time within a frame: level, then scalars, passes by shape, products, loops.
pub(crate) type Position = (usize, usize);

const PRODUCTS: usize = 1000;
const LOOPS: usize = 1001;

/// Plans a step.
pub(crate) fn plan(program: &Program) -> Plan {
    let mut facts = Facts::default();
    facts.visit(program, &program.region);
    let mut shapes: Vec<Shape> =
        program.values.iter().map(|value| value.shape.clone()).filter(|shape| !shape.is_scalar()).collect();
    shapes.sort_by_key(|shape| (shape.axes(), shape.clone()));
    shapes.dedup();
    let folded = folded_transpositions(program, &facts.heavy);
    let mut planner = Planner {
        program,
        folded,
        heavy: facts.heavy,
        loop_of: facts.loop_of,
        branch_of: facts.branch_of,
        shapes,
        slots: Vec::new(),
        slot_of: BTreeMap::new(),
        kept_in: BTreeMap::new(),
        carried_slots: BTreeMap::new(),
    };
    let frame = plan_frame(&mut planner, &Vec::new(), &program.stores, &[]);
    Plan {
        frame,
        slots: planner.slots,
        branch_of: planner.branch_of,
        heavy: planner.heavy,
        slot_of: planner.slot_of,
        folded: planner.folded,
    }
}

/// What all frames share.
pub(crate) struct Planner<'a> {
    program: &'a Program,
    /// Transpositions that matrix products do on the way.
    folded: BTreeSet<Id>,
    /// Loops with barriers in them: they are no part of any pass, but have passes of their own.
    heavy: BTreeSet<usize>,
    /// The loop of each carried variable.
    loop_of: HashMap<usize, usize>,
    branch_of: HashMap<Id, usize>,
    shapes: Vec<Shape>,
    slots: Vec<Shape>,
    /// Values that can be read from scratch.
    slot_of: BTreeMap<Id, usize>,
    /// The frame that keeps a value in its slot, of several loops the last one planned.
    kept_in: BTreeMap<Id, Path>,
    /// Slots of the current and the next value of carried variables.
    carried_slots: BTreeMap<usize, (usize, usize)>,
}

/// Transpositions that are read by matrix products of their own frame only.
fn folded_transpositions(program: &Program, heavy: &BTreeSet<usize>) -> BTreeSet<Id> {
    let loops = |id: Id| -> Vec<Around> {
        let barrier = |around: &&Around| matches!(around, Around::Loop(id) if heavy.contains(id));
        program.values[id].path.iter().filter(barrier).copied().collect()
    };
    let mut folded: BTreeSet<Id> =
        (0..program.values.len()).filter(|id| matches!(program.values[*id].def, Def::Transpose(_))).collect();
    for (user, value) in program.values.iter().enumerate() {
        for operand in program.operands(user) {
            if !matches!(value.def, Def::Matmul(..)) || loops(user) != loops(operand) {
                folded.remove(&operand);
            }
        }
    }
    for id in program.stores.iter().map(|(_, id)| id).chain(program.carried.iter().flat_map(|c| [&c.start, &c.next])) {
        folded.remove(id);
    }
    folded
}

impl Planner<'_> {
    fn rank(&self, shape: &Shape) -> usize {
        self.shapes.iter().position(|other| other == shape).map_or(0, |i| i + 1)
    }

    fn new_slot(&mut self, shape: &Shape) -> usize {
        self.slots.push(shape.clone());
        self.slots.len() - 1
    }

    /// The slot of a value, made if it has none.
    fn slot(&mut self, id: Id) -> usize {
        if let Some(slot) = self.slot_of.get(&id) {
            return *slot;
        }
        let slot = self.new_slot(&self.program.values[id].shape.clone());
        self.slot_of.insert(id, slot);
        slot
    }

    /// The innermost loops around a value that run inside a pass, seen from a frame: outermost first.
    fn light_loop(&self, id: Id, frame: &Path) -> Option<usize> {
        self.program.values[id].path.iter().skip(frame.len()).find_map(|around| match around {
            Around::Loop(id) if !self.heavy.contains(id) => Some(*id),
            _ => None,
        })
    }

    /// The first loop with barriers between a frame and a value.
    fn heavy_loop(&self, id: Id, frame: &Path) -> Option<usize> {
        self.program.values[id].path.iter().skip(frame.len()).find_map(|around| match around {
            Around::Loop(id) if self.heavy.contains(id) => Some(*id),
            _ => None,
        })
    }

    /// Whether a value is defined within a frame (and not before it).
    fn within(&self, id: Id, frame: &Path) -> bool {
        self.program.values[id].path.starts_with(frame)
    }
}

/// What one walk over the tree of regions finds.
#[derive(Default)]
struct Facts {
    heavy: BTreeSet<usize>,
    loop_of: HashMap<usize, usize>,
    branch_of: HashMap<Id, usize>,
}

impl Facts {
    fn visit(&mut self, program: &Program, region: &Region) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Fixed { .. } | Stmt::Def(_) => {}
                Stmt::Branch(branch) => {
                    for phi in &branch.phis {
                        self.branch_of.insert(*phi, branch.id);
                    }
                    branch.arms.iter().for_each(|arm| self.visit(program, &arm.region));
                }
                Stmt::Loop(turns) => {
                    for (index, carried) in program.carried.iter().enumerate() {
                        if turns.carried.iter().any(|own| own.turn == carried.turn) {
                            self.loop_of.insert(index, turns.id);
                        }
                    }
                    self.visit(program, &turns.body);
                    if levels::has_barrier(program, turns, &self.heavy) {
                        self.heavy.insert(turns.id);
                    }
                }
            }
        }
    }
}
