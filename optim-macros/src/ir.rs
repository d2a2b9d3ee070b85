//! The intermediate representation, which the planner and the emitters read: values, each defined once, in a tree of regions.
//!
//! There are no variables and places: an assignment is a new value, a branch joins values in a [`Def::Phi`], a loop carries
//! values. Fixed variables stay, but each has one value: an assignment defines another variable.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use optim_language::Fold;
use proc_macro2::{Ident, Span};

use crate::ast::{List, LocalId, Place};
use crate::fixed::{self, Fixed, Let, Meaning, Meanings, Var};
use crate::kind::Shape;
use crate::ops::{Law, Library, Op, Reduce};

pub(crate) type Id = usize;

/// A number or a mask for every element of a shape.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) shape: Shape,
    pub(crate) mask: bool,
    pub(crate) span: Span,
    /// The user's variable for it.
    pub(crate) name: Option<Ident>,
    pub(crate) def: Def,
    /// The branches and loops around the definition, outermost first.
    pub(crate) path: Path,
}

/// The place of a definition: the arms and loop bodies around it.
pub(crate) type Path = Vec<Around>;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) enum Around {
    Arm(usize, usize),
    Loop(usize),
}

impl Around {
    /// The branch and the arm, if it is an arm.
    pub(crate) fn arm(&self) -> Option<(usize, usize)> {
        if let Self::Arm(branch, arm) = self { Some((*branch, *arm)) } else { None }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Def {
    /// A fixed number, or a fixed `bool` for a mask.
    Fixed(Fixed),
    /// A scheduled hyperparameter, with its name.
    Hyper(Fixed, String),
    Grad,
    Load(Place),
    /// The value of an item at this place of the program.
    Item(Item),
    /// Overwrites an item, or assigns an output in a list. Nothing reads it as a value.
    Put(Item, Id),
    /// The step count.
    Count,
    Op(Op, Vec<Id>),
    Powi(Id, Fixed),
    Elementwise(syn::Path, Vec<Argument>),
    /// The same numbers, broadcast to a larger shape.
    Lift(Id),
    Reduce(Reduce, Vec<Id>),
    /// A reduction along an axis, or along all other axes. The shape says which.
    ReduceTo(Reduce, Vec<Id>),
    /// A number joined from all parameters.
    Global(Fold, Id),
    /// Linear algebra of whole matrices, with its fixed integers. A call with several results is not a value itself: its results are
    /// [`Def::Result`]s.
    Library(Library, Vec<Id>, Vec<Fixed>),
    /// One of several results of a call, by its index.
    Result(Id, usize),
    /// Random numbers, by the index of the draw in the routine.
    Draw(Law, u32),
    /// A call of the inner optimizer for the first value, with the second one as its gradient, under these branches. With a place, the value is
    /// in the place, which keeps its value in steps without the call. Otherwise it is in scratch.
    Inner(Option<Place>, [Id; 2], Path),
    /// The value of the arm that runs.
    Phi(Vec<Id>),
    /// A carried variable at the start of an iteration.
    Iteration(usize),
    /// A carried variable after the loop.
    After(usize),
}

/// A list that the step makes.
#[derive(Clone, Debug)]
pub(crate) struct LocalList {
    /// Its variable in generated code.
    pub(crate) ident: Ident,
    /// The user's name.
    pub(crate) called: String,
    /// The shape of its items.
    pub(crate) shape: Shape,
    /// A fixed number without variables.
    pub(crate) length: Fixed,
}

/// An item of a list.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) list: List,
    pub(crate) index: Fixed,
    /// The index with as few variables as possible, for messages.
    pub(crate) shown: Fixed,
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Value(Id),
    Fixed(Fixed),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    pub(crate) stmts: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Fixed(Let<Fixed>),
    /// The fixed variables that a loop changes, with their last values.
    Left(Rc<LoopHeader>),
    Def(Id),
    Branch(Branch),
    Loop(Loop),
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) id: usize,
    pub(crate) test: Test,
    pub(crate) arms: Vec<Arm>,
    pub(crate) phis: Vec<Id>,
    /// Fixed values that differ by arm: a new variable for each, and its value in every arm.
    pub(crate) fixed: Vec<(Var, Vec<Fixed>)>,
    /// The meaning of an `if`'s condition, and true if the first arm runs where the meaning holds.
    pub(crate) says: Option<(Meaning, bool)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Test {
    /// Two arms: then and else.
    If(fixed::Test<Fixed>),
    Match(Fixed),
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    /// Unused for `if`, like the guard.
    pub(crate) pattern: fixed::Pattern,
    pub(crate) guard: Option<fixed::Test<Fixed>>,
    pub(crate) binds: BTreeSet<Var>,
    pub(crate) region: Region,
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) id: usize,
    pub(crate) header: Rc<LoopHeader>,
    pub(crate) body: Region,
    pub(crate) carried: Vec<Carried>,
}

/// The pattern and the iterator of a loop over fixed values, and the fixed variables that it carries.
#[derive(Clone, Debug)]
pub(crate) struct LoopHeader {
    pub(crate) pattern: fixed::Pattern,
    pub(crate) iter: Fixed,
    /// The fixed variables that the loop changes.
    pub(crate) changing: Option<Changing>,
}

/// Fixed variables that a loop changes: before the loop, in an iteration, at the end of an iteration and after the loop.
#[derive(Clone, Debug)]
pub(crate) struct Changing {
    pub(crate) starts: Vec<Var>,
    pub(crate) iterations: Vec<Var>,
    pub(crate) nexts: Vec<Var>,
    pub(crate) afters: Vec<Var>,
    /// Variables for all of them as a tuple, and for the items of the iterator.
    pub(crate) now: Ident,
    pub(crate) item: Ident,
    /// The fixed statements of an iteration.
    pub(crate) iteration: Region,
}

/// A variable that a loop changes.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub(crate) start: Id,
    pub(crate) iteration: Id,
    pub(crate) next: Id,
    pub(crate) after: Id,
}

/// A lowered step.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) values: Vec<Value>,
    pub(crate) region: Region,
    /// The last value of each place that the step writes.
    pub(crate) stores: Vec<(Place, Id)>,
    /// The accesses to items of lists, in program order.
    pub(crate) accesses: Vec<Id>,
    /// The lists that the step makes.
    pub(crate) lists: BTreeMap<LocalId, LocalList>,
    /// Fixed conditions on which dimensions depend.
    pub(crate) conditions: Vec<(Meaning, Fixed)>,
    /// The meanings of its conditions.
    pub(crate) meanings: Meanings,
    /// True if it contains a question about time.
    pub(crate) asks: bool,
    /// The carried variables of all loops; [`Def::Iteration`] and [`Def::After`] have indices into them.
    pub(crate) carried: Vec<Carried>,
}

impl Program {
    /// The values that a definition reads.
    pub(crate) fn operands(&self, id: Id) -> Vec<Id> {
        match &self.values[id].def {
            Def::Fixed(_)
            | Def::Hyper(..)
            | Def::Grad
            | Def::Load(_)
            | Def::Item(_)
            | Def::Count
            | Def::Draw(..)
            | Def::Iteration(_) => Vec::new(),
            Def::Op(_, ids) | Def::Reduce(_, ids) | Def::ReduceTo(_, ids) | Def::Library(_, ids, _) | Def::Phi(ids) => {
                ids.clone()
            }
            Def::Powi(a, _) | Def::Lift(a) | Def::Result(a, _) | Def::Global(_, a) | Def::Put(_, a) => vec![*a],
            Def::Inner(_, operands, _) => operands.to_vec(),
            Def::Elementwise(_, arguments) => arguments
                .iter()
                .filter_map(|argument| match argument {
                    Argument::Value(id) => Some(*id),
                    Argument::Fixed(_) => None,
                })
                .collect(),
            Def::After(carried) => {
                let carried = &self.carried[*carried];
                vec![carried.start, carried.next]
            }
        }
    }

    pub(crate) fn is_scalar(&self, id: Id) -> bool {
        self.values[id].shape.is_scalar()
    }

    /// Returns true if a pass can read the value without scratch: an input of the step, a number that is computed where it is read, or the
    /// inner optimizer's result in a place.
    pub(crate) fn is_input(&self, id: Id) -> bool {
        matches!(self.values[id].def, Def::Grad | Def::Load(_) | Def::Draw(..) | Def::Inner(Some(_), ..))
    }

    /// Returns true if it joins numbers of all parameters.
    pub(crate) fn joins(&self) -> bool {
        self.values.iter().any(|value| matches!(value.def, Def::Global(..)))
    }

    /// The call of the inner optimizer, if there is one.
    pub(crate) fn call(&self) -> Option<Id> {
        (0..self.values.len()).find(|id| matches!(self.values[*id].def, Def::Inner(..)))
    }

    /// The value of the call's place in steps without the call.
    pub(crate) fn without_call(&self, call: Id) -> Option<Id> {
        let Def::Inner(Some(place), [before, _], guard) = &self.values[call].def else { return None };
        let given = |id: &Id| matches!(self.values[*id].def, Def::Load(own) if own == *place);
        let inside = guard.last().is_some_and(|arm| self.values[*before].path.contains(arm));
        if inside { (0..self.values.len()).find(given) } else { Some(*before) }
    }
}

impl Item {
    /// Returns true if two items are surely the same.
    pub(crate) fn is(&self, other: &Self) -> bool {
        let meaning = self.index.meaning();
        self.list == other.list && meaning.is_known() && meaning == other.index.meaning()
    }

    /// Returns true if two items may be the same: they are in one list, and their indices are not different literals.
    pub(crate) fn may_be(&self, other: &Self) -> bool {
        let literals = self.index.integer().zip(other.index.integer());
        self.list == other.list && literals.is_none_or(|(index, other)| index == other)
    }
}

impl Program {
    /// The item that an access reads or overwrites.
    pub(crate) fn item(&self, id: Id) -> Option<&Item> {
        match &self.values[id].def {
            Def::Item(item) | Def::Put(item, _) => Some(item),
            _ => None,
        }
    }

    /// The list that the step makes, if an access reads or overwrites an item of one.
    pub(crate) fn local_list(&self, access: Id) -> Option<LocalId> {
        match self.item(access)?.list {
            List::Local(id) => Some(id),
            List::State(_) | List::Output(_) => None,
        }
    }

    pub(crate) fn is_put(&self, id: Id) -> bool {
        matches!(self.values[id].def, Def::Put(..))
    }

    /// Returns true if an access assigns an output.
    pub(crate) fn is_report(&self, access: Id) -> bool {
        matches!(self.item(access), Some(Item { list: List::Output(_), .. }))
    }

    /// Returns true if two accesses must keep their order: one may overwrite the item of the other, and one step may run both.
    pub(crate) fn conflict(&self, a: Id, b: Id) -> bool {
        let (Some(one), Some(other)) = (self.item(a), self.item(b)) else { return false };
        (self.is_put(a) || self.is_put(b))
            && one.may_be(other)
            && !exclusive(&self.values[a].path, &self.values[b].path)
    }

    /// Returns true if a pass can read and overwrite an item through one stream: `put` runs wherever `read` runs.
    pub(crate) fn is_in_place(&self, read: Id, put: Id) -> bool {
        let (Def::Item(item), Def::Put(other, _)) = (&self.values[read].def, &self.values[put].def) else {
            return false;
        };
        let order = |id: Id| self.accesses.iter().position(|access| *access == id);
        item.is(other) && order(read) < order(put) && self.values[read].path.starts_with(&self.values[put].path)
    }
}

/// Returns true if no step runs both places, because they are in different arms of one branch.
fn exclusive(a: &Path, b: &Path) -> bool {
    a.iter().zip(b).any(|pair| match pair {
        (Around::Arm(branch, arm), Around::Arm(other, other_arm)) => branch == other && arm != other_arm,
        _ => false,
    })
}

impl Region {
    /// The loop with this number, at any depth.
    pub(crate) fn iterations(&self, id: usize) -> Option<&Loop> {
        self.stmts.iter().find_map(|stmt| match stmt {
            Stmt::Loop(iterations) if iterations.id == id => Some(iterations),
            Stmt::Loop(iterations) => iterations.body.iterations(id),
            Stmt::Branch(branch) => branch.arms.iter().find_map(|arm| arm.region.iterations(id)),
            Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => None,
        })
    }

    /// The branch with this number, at any depth.
    pub(crate) fn branch(&self, id: usize) -> Option<&Branch> {
        self.stmts.iter().find_map(|stmt| match stmt {
            Stmt::Branch(branch) if branch.id == id => Some(branch),
            Stmt::Branch(branch) => branch.arms.iter().find_map(|arm| arm.region.branch(id)),
            Stmt::Loop(iterations) => iterations.body.branch(id),
            Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => None,
        })
    }

    /// The numbers of all loops and branches inside.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        let of_stmt = |stmt: &Stmt| match stmt {
            Stmt::Fixed(_) | Stmt::Left(_) | Stmt::Def(_) => Vec::new(),
            Stmt::Branch(branch) => {
                let arms = branch.arms.iter().flat_map(|arm| arm.region.numbers());
                arms.chain([branch.id]).collect()
            }
            Stmt::Loop(iterations) => iterations.body.numbers().into_iter().chain([iterations.id]).collect(),
        };
        self.stmts.iter().flat_map(of_stmt).collect()
    }

    /// The fixed statements: those that define variables for later code.
    pub(crate) fn fixed(&self) -> Region {
        let stmts = self.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Fixed(_) | Stmt::Left(_) => Some(stmt.clone()),
            Stmt::Branch(branch) if !branch.fixed.is_empty() => {
                let arms = branch.arms.iter().map(|arm| Arm { region: arm.region.fixed(), ..arm.clone() }).collect();
                Some(Stmt::Branch(Branch { arms, phis: Vec::new(), ..branch.clone() }))
            }
            Stmt::Branch(_) | Stmt::Loop(_) | Stmt::Def(_) => None,
        });
        Region { stmts: stmts.collect() }
    }

    /// The region without timed statements. No fixed value depends on them.
    pub(crate) fn without_time(self) -> Region {
        let fixed = |stmt: &Stmt| !matches!(stmt, Stmt::Fixed(own) if own.value.level().is_timed());
        Region { stmts: self.stmts.into_iter().filter(fixed).collect() }
    }

    /// Adds the fixed variables that the statements read and do not define.
    fn variables(&self, found: &mut BTreeSet<Var>) {
        for stmt in self.stmts.iter().rev() {
            let defines = stmt.defines();
            found.retain(|var| !defines.contains(var));
            stmt.variables(found);
        }
    }
}

impl Stmt {
    /// The fixed variables that the statement defines for later code.
    pub(crate) fn defines(&self) -> BTreeSet<Var> {
        let mut defines = BTreeSet::new();
        match self {
            Stmt::Fixed(own) => own.pattern.variables(&mut defines),
            Stmt::Left(header) => defines.extend(header.changing.iter().flat_map(|own| own.afters.iter().cloned())),
            Stmt::Branch(branch) => defines.extend(branch.fixed.iter().map(|(var, _)| var.clone())),
            Stmt::Def(_) | Stmt::Loop(_) => {}
        }
        defines
    }

    /// Adds the fixed variables that these definitions read.
    pub(crate) fn variables(&self, found: &mut BTreeSet<Var>) {
        match self {
            Stmt::Fixed(own) => own.value.variables(found),
            Stmt::Left(header) => header.variables(found),
            Stmt::Branch(branch) if !branch.fixed.is_empty() => {
                for (place, arm) in branch.arms.iter().enumerate() {
                    let mut own = BTreeSet::new();
                    branch.fixed.iter().for_each(|(_, values)| values[place].variables(&mut own));
                    arm.region.fixed().variables(&mut own);
                    found.extend(own.difference(&arm.binds).cloned());
                }
                branch.conditions(found);
            }
            Stmt::Branch(_) | Stmt::Def(_) | Stmt::Loop(_) => {}
        }
    }
}

impl Branch {
    /// Returns true if its condition is timed.
    pub(crate) fn is_timed(&self) -> bool {
        matches!(&self.test, Test::If(test) if test.level().is_timed())
    }

    /// Adds the fixed variables that its conditions read.
    pub(crate) fn conditions(&self, found: &mut BTreeSet<Var>) {
        match &self.test {
            Test::If(test) => test.variables(found),
            Test::Match(scrutinee) => scrutinee.variables(found),
        }
        for arm in &self.arms {
            let mut own = BTreeSet::new();
            arm.guard.iter().for_each(|guard| guard.variables(&mut own));
            found.extend(own.difference(&arm.binds).cloned());
        }
    }
}

impl LoopHeader {
    /// The variables that a loop binds in each iteration.
    pub(crate) fn binds(&self) -> BTreeSet<Var> {
        let mut binds = BTreeSet::new();
        self.pattern.variables(&mut binds);
        binds.extend(self.changing.iter().flat_map(|changing| changing.iterations.iter().cloned()));
        binds
    }

    /// Adds the variables that it reads.
    pub(crate) fn variables(&self, found: &mut BTreeSet<Var>) {
        if let Some(changing) = &self.changing {
            let mut own: BTreeSet<Var> = changing.nexts.iter().cloned().collect();
            changing.iteration.variables(&mut own);
            found.extend(own.difference(&self.binds()).cloned());
            found.extend(changing.starts.iter().cloned());
        }
        self.iter.variables(found);
    }
}
