//! Facts about a program that the planner needs. They are computed once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::Pinned;
use super::barrier::{Barrier, is_call};
use super::decided::Decided;
use super::time::{Phase, Rank};
use crate::ast::Place;
use crate::ir::{Around, Def, Id, Loop, Path, Program, Region, Stmt};
use crate::kind::Shape;

pub(crate) struct ProgramFacts<'a> {
    pub(super) program: &'a Program,
    /// Loops with passes of their own, because they contain barriers, draws or items of lists. All other loops run inside of a pass.
    pub(super) heavy: BTreeSet<usize>,
    /// The branch of each phi.
    pub(super) branch_of: HashMap<Id, usize>,
    /// Barriers whose work is done by the calls that read them, and the operand of each.
    pub(super) folded: BTreeMap<Id, Id>,
    /// The plan of the same step without outputs, if the program has outputs.
    pub(super) pinned: Option<Pinned>,
    /// The loop of each carried variable.
    loop_of: HashMap<usize, usize>,
    /// The path of each loop's body, and the loops in program order.
    bodies: HashMap<usize, Path>,
    loops: Vec<usize>,
    /// The shapes of passes. The index of a shape is its rank.
    shapes: Vec<Shape>,
}

impl<'a> ProgramFacts<'a> {
    pub(super) fn of(program: &'a Program) -> Self {
        let mut shapes: Vec<Shape> =
            program.values.iter().map(|value| value.shape.clone()).filter(|shape| !shape.is_scalar()).collect();
        shapes.sort_by_key(|shape| (shape.axes(), shape.clone()));
        shapes.dedup();
        let mut facts = Self {
            program,
            heavy: BTreeSet::new(),
            branch_of: HashMap::new(),
            folded: BTreeMap::new(),
            pinned: None,
            loop_of: HashMap::new(),
            bodies: HashMap::new(),
            loops: Vec::new(),
            shapes,
        };
        facts.visit(&program.region, &mut Path::new());
        facts.folded = facts.folded();
        facts
    }

    fn visit(&mut self, region: &Region, path: &mut Path) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => {}
                Stmt::Branch(branch) => {
                    self.branch_of.extend(branch.phis.iter().map(|phi| (*phi, branch.id)));
                    for (index, arm) in branch.arms.iter().enumerate() {
                        path.push(Around::Arm(branch.id, index));
                        self.visit(&arm.region, path);
                        path.pop();
                    }
                }
                Stmt::Loop(iterations) => {
                    for (index, carried) in self.program.carried.iter().enumerate() {
                        if iterations.carried.iter().any(|own| own.iteration == carried.iteration) {
                            self.loop_of.insert(index, iterations.id);
                        }
                    }
                    path.push(Around::Loop(iterations.id));
                    self.bodies.insert(iterations.id, path.clone());
                    self.loops.push(iterations.id);
                    self.visit(&iterations.body, path);
                    path.pop();
                    if self.is_heavy(iterations) {
                        self.heavy.insert(iterations.id);
                    }
                }
            }
        }
    }

    /// Returns true if a loop can't run inside of one pass, because it contains a barrier or values of two shapes.
    fn is_heavy(&self, iterations: &Loop) -> bool {
        let mut shapes: BTreeSet<&Shape> =
            iterations.carried.iter().map(|carried| &self.program.values[carried.iteration].shape).collect();
        let barrier = self.collect(&iterations.body, &mut shapes);
        barrier || shapes.iter().filter(|shape| !shape.is_scalar()).count() > 1
    }

    /// Collects the shapes in a region. Returns true if it contains a barrier, or anything else that a loop inside of a pass cannot have.
    fn collect<'s>(&'s self, region: &'s Region, shapes: &mut BTreeSet<&'s Shape>) -> bool {
        let mut barrier = false;
        for stmt in &region.stmts {
            match stmt {
                Stmt::Fixed(_) | Stmt::Left(_) => {}
                Stmt::Def(id) => {
                    let value = &self.program.values[*id];
                    shapes.insert(&value.shape);
                    // Each iteration draws other numbers and may use other items, and a pass has no stream for all of them.
                    let other = matches!(value.def, Def::Draw(..) | Def::Item(_) | Def::Put(..));
                    barrier |= other || Barrier::of(&value.def).is_some();
                }
                Stmt::Branch(branch) => {
                    for arm in &branch.arms {
                        barrier |= self.collect(&arm.region, shapes);
                    }
                }
                Stmt::Loop(inner) => {
                    self.collect(&inner.body, shapes);
                    barrier |= self.heavy.contains(&inner.id);
                }
            }
        }
        barrier
    }

    /// Barriers that are read only by calls of their own frame that can do their work.
    fn folded(&self) -> BTreeMap<Id, Id> {
        let program = self.program;
        let heavy_loops = |id: Id| -> Vec<Around> {
            let heavy = |around: &&Around| matches!(around, Around::Loop(id) if self.heavy.contains(id));
            program.values[id].path.iter().filter(heavy).copied().collect()
        };
        let folds_into = |id: Id| Barrier::of(&program.values[id].def).and_then(Barrier::folds_into);
        let mut folded: BTreeSet<Id> = (0..program.values.len()).filter(|id| folds_into(*id).is_some()).collect();
        for (user, value) in program.values.iter().enumerate() {
            for operand in program.operands(user) {
                if folds_into(operand) != Barrier::of(&value.def) || heavy_loops(user) != heavy_loops(operand) {
                    folded.remove(&operand);
                }
            }
        }
        let stored = program.stores.iter().map(|(_, id)| id);
        for id in stored.chain(program.carried.iter().flat_map(|carried| [&carried.start, &carried.next])) {
            folded.remove(id);
        }
        folded.into_iter().filter_map(|id| Some((id, *program.operands(id).first()?))).collect()
    }

    pub(super) fn def(&self, id: Id) -> &'a Def {
        &self.program.values[id].def
    }

    pub(super) fn shape(&self, id: Id) -> &'a Shape {
        &self.program.values[id].shape
    }

    pub(super) fn path(&self, id: Id) -> &'a Path {
        &self.program.values[id].path
    }

    pub(super) fn is_scalar(&self, id: Id) -> bool {
        self.shape(id).is_scalar()
    }

    /// The phase in which numbers of this shape are computed.
    pub(super) fn phase(&self, shape: &Shape) -> Phase {
        self.shapes.iter().position(|other| other == shape).map_or(Phase::Scalars, |place| Phase::Pass(Rank(place)))
    }

    /// The phase in which a value is computed.
    pub(super) fn phase_of(&self, id: Id) -> Phase {
        self.phase(self.shape(id))
    }

    pub(super) fn shape_of(&self, rank: Rank) -> &Shape {
        &self.shapes[rank.0]
    }

    /// The shape of the elements that a reduction combines.
    pub(super) fn joint_shape(&self, operands: &[Id]) -> Shape {
        operands.iter().fold(Shape::Scalar, |shape, id| shape.join(self.shape(*id)).unwrap_or(shape))
    }

    /// The accesses of lists before this one that must stay before it.
    pub(super) fn before(&self, access: Id) -> impl Iterator<Item = Id> + '_ {
        let accesses = self.program.accesses.iter().copied();
        accesses.take_while(move |other| *other != access).filter(move |other| self.program.conflict(*other, access))
    }

    /// The accesses of lists after this one that must stay after it.
    pub(super) fn behind(&self, access: Id) -> impl Iterator<Item = Id> + '_ {
        let accesses = self.program.accesses.iter().copied().skip_while(move |other| *other != access).skip(1);
        accesses.filter(move |other| self.program.conflict(*other, access))
    }

    /// The accesses in a frame and its loops that overwrite items.
    pub(super) fn puts<'f>(&'f self, frame: &'f Path) -> impl Iterator<Item = Id> + 'f {
        let puts = self.program.accesses.iter().copied().filter(|id| self.program.is_put(*id));
        puts.filter(|id| self.within(*id, frame))
    }

    /// Returns true if every pass that needs the value computes it again. The step without outputs does so, and must get the same bits.
    pub(super) fn is_computed_again(&self, id: Id) -> bool {
        self.pinned.as_ref().is_some_and(|pinned| pinned.computes_again(id))
    }

    /// The level of the pass that overwrites a place, in the plan without outputs.
    pub(super) fn pinned_level(&self, place: Place) -> Option<usize> {
        self.pinned.as_ref()?.stored.get(&place).copied()
    }

    /// The loop of a carried variable.
    pub(super) fn loop_of(&self, carried: usize) -> usize {
        self.loop_of[&carried]
    }

    /// The carried variables of a loop.
    pub(super) fn carried_by(&self, iterations: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.program.carried.len()).filter(move |index| self.loop_of.get(index) == Some(&iterations))
    }

    /// The path of a loop's body.
    pub(super) fn body_of(&self, iterations: usize) -> &Path {
        &self.bodies[&iterations]
    }

    /// The position of a loop in the program. Copies of loops have numbers out of order.
    pub(super) fn order_of(&self, iterations: usize) -> Option<usize> {
        self.loops.iter().position(|own| *own == iterations)
    }

    /// The operands of a value. For a carried variable, its start and its next value.
    pub(super) fn dependencies(&self, id: Id) -> Vec<Id> {
        match *self.def(id) {
            Def::Iteration(carried) => vec![self.program.carried[carried].start, self.program.carried[carried].next],
            _ => self.program.operands(id),
        }
    }

    /// The places in the code that read a value from scratch.
    pub(super) fn readers(&self, id: Id) -> Vec<Path> {
        let program = self.program;
        let mut readers = Vec::new();
        for carried in program.carried.iter().filter(|carried| carried.start == id || carried.next == id) {
            let arms = self.path(carried.iteration).iter().take_while(|around| around.arm().is_some());
            readers.push(arms.copied().collect());
        }
        let mut open = vec![id];
        while let Some(read) = open.pop() {
            for user in (0..program.values.len()).filter(|user| program.operands(*user).contains(&read)) {
                // The inner optimizer reads its gradient where it runs. If the gradient is the place's old value, later code reads it, too.
                if let Def::Inner(place, [_, grad], guard) = self.def(user)
                    && *grad == read
                    && !matches!(self.def(read), Def::Load(own) if Some(*own) == *place)
                {
                    readers.push(guard.clone());
                    continue;
                }
                // A pass reads an input of the step directly, so that is not a read from scratch.
                let in_a_loop = || self.heavy_loop(user, &Path::new()).is_some();
                let of_slot = !program.is_input(id) || is_call(self.def(user)) || in_a_loop();
                match self.folded.contains_key(&user) {
                    true => open.push(user),
                    false if of_slot => readers.push(self.path(user).clone()),
                    false => {}
                }
            }
        }
        // Without known readers, the value counts as read wherever it exists.
        if readers.is_empty() { vec![self.path(id).clone()] } else { readers }
    }

    /// The value of the arm that runs, if the branch is decided.
    pub(super) fn decided_option(&self, id: Id, decided: &Decided) -> Option<Id> {
        let Def::Phi(options) = self.def(id) else { return None };
        Some(options[*decided.get(&self.branch_of[&id])?])
    }

    /// Returns true if these decided branches allow that the inner optimizer runs.
    pub(super) fn may_run(&self, call: Id, decided: &Decided) -> bool {
        let Def::Inner(_, _, guard) = self.def(call) else { return false };
        let mut arms = guard.iter().filter_map(Around::arm);
        arms.all(|(branch, arm)| decided.get(&branch).is_none_or(|decided| *decided == arm))
    }

    /// Returns true if a value is defined within a frame, not before it.
    pub(super) fn within(&self, id: Id, frame: &Path) -> bool {
        self.path(id).starts_with(frame)
    }

    /// The outermost loop between a frame and a value that runs inside of a pass.
    pub(super) fn light_loop(&self, id: Id, frame: &Path) -> Option<usize> {
        self.loops_around(id, frame).find(|iterations| !self.heavy.contains(iterations))
    }

    /// The outermost loop between a frame and a value that has passes of its own.
    pub(super) fn heavy_loop(&self, id: Id, frame: &Path) -> Option<usize> {
        self.loops_around(id, frame).find(|iterations| self.heavy.contains(iterations))
    }

    /// Returns true if a value is inside of this loop.
    pub(super) fn inside(&self, id: Id, frame: &Path, iterations: usize) -> bool {
        self.loops_around(id, frame).any(|around| around == iterations)
    }

    fn loops_around(&self, id: Id, frame: &Path) -> impl Iterator<Item = usize> {
        self.path(id).iter().skip(frame.len()).filter_map(|around| match around {
            Around::Loop(iterations) => Some(*iterations),
            Around::Arm(..) => None,
        })
    }

    /// Returns true for a scalar that scalar code does not compute: a barrier's result, or a carried variable of a loop with its own passes.
    pub(super) fn is_given(&self, id: Id) -> bool {
        match *self.def(id) {
            Def::After(carried) | Def::Iteration(carried) => self.heavy.contains(&self.loop_of(carried)),
            ref def => Barrier::of(def).is_some(),
        }
    }
}
