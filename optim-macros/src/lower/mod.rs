//! Lowers the checked body to values: an assignment makes a new value, branches join values, loops carry them.

mod apart;
mod axes;
mod branch;
mod fixed_variables;
mod global;
mod items;
mod lift;
mod loops;
mod prune;
mod val;
mod walk;

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Span;

pub(crate) use self::apart::loops_apart;
use self::branch::ArmOf;
use self::fixed_variables::{Present, changed_in};
use self::items::Items;
pub(crate) use self::prune::{pruned, without_outputs};
use self::val::Val;
use self::walk::places_of;
use crate::ast::{self, Block, Body, Expr, LocalId, Node, Pattern, Place, Target};
use crate::fixed::{self, Fixed, Let, Meaning, Var};
use crate::ir::{Argument, Carried, Def, Id, LocalList, Path, Program, Region, Stmt, Test, Value};
use crate::kind::{Kind, Shape};
use crate::names::Names;

#[derive(Clone)]
struct Env {
    locals: Vec<Option<Val>>,
    places: BTreeMap<Place, Id>,
    items: Items,
    fixed: Present,
}

struct Lowering<'a> {
    body: &'a Body,
    values: Vec<Value>,
    carried: Vec<Carried>,
    /// See [`Program::accesses`].
    accesses: Vec<Id>,
    lists: BTreeMap<LocalId, LocalList>,
    env: Env,
    /// The statements of the present region.
    stmts: Vec<Stmt>,
    /// Definitions that hold for the whole step: scheduled hyperparameters.
    prologue: Vec<Stmt>,
    hypers: BTreeMap<String, Id>,
    inputs: BTreeMap<&'static str, Id>,
    path: Path,
    branches: usize,
    loops: usize,
    /// The conditions of branches, by their meaning.
    conditions: BTreeMap<Meaning, Fixed>,
    names: Names,
    /// Fixed variables that are assigned somewhere.
    changing: BTreeSet<Var>,
    /// The values of fixed variables that never change.
    definitions: BTreeMap<Var, Fixed>,
}

/// Lowers a step that passed the check.
pub(crate) fn program(body: &Body) -> Program {
    let mut lowering = Lowering {
        body,
        values: Vec::new(),
        carried: Vec::new(),
        accesses: Vec::new(),
        lists: BTreeMap::new(),
        env: Env {
            locals: vec![None; body.locals.len()],
            places: BTreeMap::new(),
            items: Items::default(),
            fixed: Present::new(),
        },
        stmts: Vec::new(),
        prologue: Vec::new(),
        hypers: BTreeMap::new(),
        inputs: BTreeMap::new(),
        path: Vec::new(),
        branches: 0,
        loops: 0,
        conditions: BTreeMap::new(),
        names: body.names.clone(),
        changing: changed_in(&body.block),
        definitions: BTreeMap::new(),
    };
    for place in places_of(&body.block) {
        let shape = match place {
            Place::Output(_) => Shape::Scalar,
            Place::Param => Shape::TENSOR,
            Place::State(index) => body.states[index].clone(),
            Place::Input(index) => body.inputs[index].clone(),
        };
        let scalar = shape.is_scalar();
        let id = lowering.value(shape, false, Span::call_site(), Def::Load(place));
        if scalar {
            lowering.prologue.push(Stmt::Def(id));
        }
        lowering.env.places.insert(place, id);
    }
    let loads = lowering.env.places.clone();
    lowering.block(&body.block);
    let stores =
        lowering.env.places.iter().map(|(place, id)| (*place, *id)).filter(|(place, id)| loads[place] != *id).collect();
    let sizes = lowering.values.iter().filter_map(|value| value.shape.dims()).flat_map(|(rows, cols)| [rows, cols]);
    let mut deciding = BTreeSet::new();
    sizes.for_each(|size| size.conditions(&mut deciding));
    let decide = lowering.conditions.iter().filter(|(meaning, _)| deciding.contains(*meaning));
    let conditions = decide.map(|(meaning, value)| (*meaning, lowering.spelled_out(value))).collect();
    let mut stmts = std::mem::take(&mut lowering.prologue);
    stmts.append(&mut lowering.stmts);
    let (meanings, asks) = (body.meanings.clone(), body.asks);
    let Lowering { values, carried, accesses, lists, .. } = lowering;
    Program { values, region: Region { stmts }, stores, accesses, lists, conditions, meanings, asks, carried }
}

impl Lowering<'_> {
    fn value(&mut self, shape: Shape, mask: bool, span: Span, def: Def) -> Id {
        // Lowered code treats a number of the whole model as a scalar of each parameter.
        let shape = shape.of_parameter();
        self.values.push(Value { shape, mask, span, name: None, def, path: self.path.clone() });
        self.values.len() - 1
    }

    /// Defines a value here.
    fn define(&mut self, shape: Shape, mask: bool, span: Span, mut def: Def) -> Id {
        self.copy_repeated(&shape, &mut def, span);
        let id = self.value(shape, mask, span, def);
        self.stmts.push(Stmt::Def(id));
        id
    }

    fn of_kind(&mut self, kind: &Kind, span: Span, def: Def) -> Id {
        match kind {
            Kind::Mask(shape) => self.define(self.shape_here(shape), true, span, def),
            Kind::Num(shape) | Kind::Order(shape) => self.define(self.shape_here(shape), false, span, def),
            _ => self.define(Shape::Scalar, false, span, def),
        }
    }

    fn block(&mut self, block: &Block) -> Val {
        for stmt in &block.stmts {
            self.stmt(stmt);
        }
        block.value.as_ref().map_or_else(|| Val::Items(Vec::new()), |value| self.expr(value))
    }

    fn stmt(&mut self, stmt: &ast::Stmt) {
        match stmt {
            ast::Stmt::Fixed(own) => self.fixed_let(own),
            ast::Stmt::Change(change) => self.change(change),
            ast::Stmt::Let(pattern, value) => {
                let value = self.expr(value);
                self.bind(pattern, value);
            }
            ast::Stmt::Assign(target, value) => {
                let value = self.expr(value);
                self.assign(target, value);
            }
            ast::Stmt::Expr(value) => {
                self.expr(value);
            }
            ast::Stmt::Declare(_) => {}
            ast::Stmt::List { id, called, length, value } => self.begin_list(*id, called, length, value),
            ast::Stmt::For { pattern, iter, body, .. } => self.iterations(pattern, iter, body),
        }
    }

    fn bind(&mut self, pattern: &Pattern, value: Val) {
        match (pattern, value) {
            (Pattern::Wild, _) => {}
            (Pattern::Bind(local), value) => {
                if let Val::Num(id) = value
                    && self.values[id].name.is_none()
                    && !matches!(self.values[id].def, Def::Load(_) | Def::Inner(Some(_), ..))
                {
                    self.values[id].name = Some(self.body.locals[*local].ident.clone());
                }
                self.env.locals[*local] = Some(value);
            }
            (Pattern::Fixed(pattern), Val::Fixed(value)) => {
                let mut defines = BTreeSet::new();
                pattern.variables(&mut defines);
                self.declare_fixed(&defines);
                let span = value.span();
                self.stmts.push(Stmt::Fixed(Let { pattern: pattern.clone(), ty: None, value, span }));
            }
            (Pattern::Items(patterns), value) => {
                for (pattern, value) in patterns.iter().zip(value.items()) {
                    self.bind(pattern, value);
                }
            }
            (Pattern::Fixed(_), value) => unreachable!("the check saw a fixed value, not {value:?}"),
        }
    }

    fn assign(&mut self, target: &Target, value: Val) {
        match target {
            Target::Place(place) => {
                self.env.places.insert(*place, value.number());
            }
            Target::Item(list, index) => self.put(*list, index, value.number()),
            Target::Local(local, path) => {
                if let (Val::Num(id), true) = (&value, path.is_empty())
                    && self.values[*id].name.is_none()
                    && !self.is_leaf(*id)
                {
                    let ident = self.body.locals[*local].ident.clone();
                    self.values[*id].name = Some(ident);
                }
                match &mut self.env.locals[*local] {
                    Some(whole) => *whole.element(path) = value,
                    whole @ None => *whole = Some(value),
                }
            }
        }
    }

    fn is_leaf(&self, id: Id) -> bool {
        matches!(self.values[id].def, Def::Load(_) | Def::Inner(Some(_), ..) | Def::Grad | Def::Count | Def::Hyper(..))
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    fn expr(&mut self, expr: &Expr) -> Val {
        let span = expr.span;
        match &expr.node {
            Node::Fixed(fixed) => Val::Fixed(self.fixed(fixed)),
            Node::Local(local) => self.local(*local),
            Node::Hyper(value, name) => Val::Num(self.hyper(value, name, span)),
            Node::Place(place) => Val::Num(self.env.places[place]),
            Node::Item(list, index) => Val::Num(self.item(*list, index, span)),
            Node::Grad => Val::Num(self.input("grad", Shape::TENSOR, Def::Grad)),
            Node::Count => Val::Num(self.input("t", Shape::Scalar, Def::Count)),
            Node::Op(op, operands) => {
                let masks = op.masks();
                let ids = operands.iter().enumerate().map(|(i, operand)| self.number(operand, i < masks)).collect();
                Val::Num(self.of_kind(&expr.kind, span, Def::Op(*op, ids)))
            }
            Node::Powi(base, exponent) => {
                let base = self.number(base, false);
                Val::Num(self.of_kind(&expr.kind, span, Def::Powi(base, self.fixed(exponent))))
            }
            Node::Elementwise(path, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|argument| match argument {
                        ast::Argument::Value(value) => Argument::Value(self.number(value, false)),
                        ast::Argument::Fixed(fixed) => Argument::Fixed(self.fixed(fixed)),
                    })
                    .collect();
                Val::Num(self.of_kind(&expr.kind, span, Def::Elementwise(path.clone(), arguments)))
            }
            Node::Reduce(reduce, _, operands) => {
                let ids = operands.iter().map(|operand| self.number(operand, false)).collect();
                Val::Num(self.of_kind(&expr.kind, span, Def::Reduce(*reduce, ids)))
            }
            Node::ReduceTo(reduce, operands) => {
                let ids: Vec<Id> = operands.iter().map(|operand| self.number(operand, false)).collect();
                let ids = self.alike(ids, span);
                Val::Num(self.of_kind(&expr.kind, span, Def::ReduceTo(*reduce, ids)))
            }
            Node::Global(reduce, _, operands) => Val::Num(self.global(*reduce, operands, span)),
            Node::Child(..) => unreachable!("only schedules have schedules inside"),
            Node::Library(library, operands, fixed) => {
                let ids = operands.iter().map(|operand| self.number(operand, false)).collect();
                let call = Def::Library(*library, ids, fixed.iter().map(|fixed| self.fixed(fixed)).collect());
                let Kind::Tuple(results) = &expr.kind else { return Val::Num(self.of_kind(&expr.kind, span, call)) };
                let call = self.of_kind(&results[0], span, call);
                let result = |(place, kind)| Val::Num(self.of_kind(kind, span, Def::Result(call, place)));
                Val::Items(results.iter().enumerate().map(result).collect())
            }
            // The value that gives the shape is not read, so it is not lowered.
            Node::Draw(law, place, _) => Val::Num(self.of_kind(&expr.kind, span, Def::Draw(*law, *place))),
            Node::Inner(place, operands) => {
                let operands = [&operands[0], &operands[1]].map(|operand| self.number(operand, false));
                Val::Num(self.inner_call(*place, operands, span))
            }
            Node::InnerEval(weights) => {
                // `eval` has no gradient, and the inner optimizer needs none there.
                let (weights, grad) = (self.number(weights, false), self.input("grad", Shape::TENSOR, Def::Grad));
                Val::Num(self.inner_call(Some(Place::Param), [weights, grad], span))
            }
            Node::Lift(inner) => self.lift(inner, &expr.kind),
            Node::Tuple(items) | Node::Array(items) => Val::Items(items.iter().map(|item| self.expr(item)).collect()),
            Node::Field(base, n) => self.expr(base).items().swap_remove(*n),
            Node::Index(base, position) => self.index(base, position),
            Node::Block(block) => self.block(block),
            Node::If(branch) => {
                let mut binds = BTreeSet::new();
                branch.test.defined(&mut binds);
                let arm = |binds, block| ArmOf { pattern: fixed::Pattern::wild(), guard: None, binds, block };
                let arms = [arm(binds, &branch.then), arm(BTreeSet::new(), &branch.els)];
                let test = branch.test.map(&mut |value| self.fixed(value));
                self.branch(Test::If(test), &arms, std::slice::from_ref(&branch.decides))
            }
            Node::Match(matched) => {
                let lowered = matched.arms.iter().map(|arm| {
                    let guard = arm.guard.as_ref().map(|guard| guard.map(&mut |value| self.fixed(value)));
                    ArmOf { pattern: arm.pattern.clone(), guard, binds: arm.binds(), block: &arm.body }
                });
                let arms: Vec<ArmOf<'_>> = lowered.collect();
                self.branch(Test::Match(self.fixed(&matched.scrutinee)), &arms, &matched.decides)
            }
        }
    }

    /// A call of the inner optimizer. Its result in a place does not depend on the branches around the call.
    fn inner_call(&mut self, place: Option<Place>, operands: [Id; 2], span: Span) -> Id {
        let id = self.define(Shape::TENSOR, false, span, Def::Inner(place, operands, self.path.clone()));
        if place.is_some() {
            self.values[id].path = Vec::new();
        }
        id
    }

    fn local(&self, local: LocalId) -> Val {
        self.env.locals[local]
            .clone()
            .unwrap_or_else(|| unreachable!("the check saw a value in {}", self.body.locals[local].ident))
    }

    fn hyper(&mut self, value: &Fixed, name: &str, span: Span) -> Id {
        if let Some(id) = self.hypers.get(name) {
            return *id;
        }
        let id = self.value(Shape::Scalar, false, span, Def::Hyper(value.clone(), name.to_owned()));
        self.values[id].path = Vec::new();
        self.prologue.push(Stmt::Def(id));
        self.hypers.insert(name.to_owned(), id);
        id
    }

    fn input(&mut self, name: &'static str, shape: Shape, def: Def) -> Id {
        if let Some(id) = self.inputs.get(name) {
            return *id;
        }
        let scalar = shape.is_scalar();
        let id = self.value(shape, false, Span::call_site(), def);
        self.values[id].path = Vec::new();
        if scalar {
            self.prologue.push(Stmt::Def(id));
        }
        self.inputs.insert(name, id);
        id
    }

    /// A value as an operand. A fixed number becomes a scalar.
    fn number(&mut self, expr: &Expr, mask: bool) -> Id {
        match self.expr(expr) {
            Val::Fixed(fixed) => self.define(Shape::Scalar, mask, expr.span, Def::Fixed(fixed)),
            value => value.number(),
        }
    }
}
