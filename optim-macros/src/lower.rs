//! From the checked body to values: assignments become new values, branches join them, loops carry them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use crate::ast::{self, Block, Body, Expr, LocalId, Node, Pattern, Place, Target};
use crate::check::names::Names;
use crate::ir::{Argument, Arm, Around, Branch, Carried, Def, Id, Loop, Path, Program, Region, Stmt, Test, Value};
use crate::kind::{Dim, Kind, Shape};

/// What a variable holds.
#[derive(Clone, Debug)]
enum Val {
    Num(Id),
    Host(TokenStream),
    Items(Vec<Val>),
}

#[derive(Clone)]
struct Env {
    locals: Vec<Option<Val>>,
    places: BTreeMap<Place, Id>,
}

struct Lowering<'a> {
    body: &'a Body,
    values: Vec<Value>,
    carried: Vec<Carried>,
    env: Env,
    /// The region being filled.
    stmts: Vec<Stmt>,
    /// Definitions that hold for the whole step: scheduled hyperparameters.
    prologue: Vec<Stmt>,
    hypers: BTreeMap<String, Id>,
    inputs: BTreeMap<&'static str, Id>,
    path: Path,
    branches: usize,
    loops: usize,
    conditions: Vec<(String, TokenStream)>,
    names: Names,
}

/// Lowers a step that passed the check. `place_shape` gives the shape of a state.
pub(crate) fn program(body: &Body, place_shape: impl Fn(Place) -> Shape) -> Program {
    let mut names = Names::default();
    for local in &body.locals {
        names.reserve(&local.ident.to_string());
    }
    let mut lowering = Lowering {
        body,
        values: Vec::new(),
        carried: Vec::new(),
        env: Env { locals: vec![None; body.locals.len()], places: BTreeMap::new() },
        stmts: Vec::new(),
        prologue: Vec::new(),
        hypers: BTreeMap::new(),
        inputs: BTreeMap::new(),
        path: Vec::new(),
        branches: 0,
        loops: 0,
        conditions: Vec::new(),
        names,
    };
    for place in places_of(&body.block) {
        let shape = place_shape(place);
        let scalar = shape.is_scalar();
        let id = lowering.value(shape, false, Span::call_site(), Def::Load(place));
        if scalar {
            lowering.prologue.push(Stmt::Def(id));
        }
        lowering.env.places.insert(place, id);
    }
    let loads = lowering.env.places.clone();
    lowering.block(&body.block);
    let stores = lowering.env.places.iter().map(|(place, id)| (*place, *id)).filter(|(place, id)| loads[place] != *id).collect();
    let mut stmts = lowering.prologue;
    stmts.extend(lowering.stmts);
    Program {
        values: lowering.values,
        region: Region { stmts },
        stores,
        conditions: lowering.conditions,
        carried: lowering.carried,
    }
}

impl Lowering<'_> {
    fn value(&mut self, shape: Shape, mask: bool, span: Span, def: Def) -> Id {
        self.values.push(Value { shape, mask, span, name: None, def, path: self.path.clone() });
        self.values.len() - 1
    }

    /// A value that is computed here.
    fn define(&mut self, shape: Shape, mask: bool, span: Span, def: Def) -> Id {
        let id = self.value(shape, mask, span, def);
        self.stmts.push(Stmt::Def(id));
        id
    }

    fn of_kind(&mut self, kind: &Kind, span: Span, def: Def) -> Id {
        match kind {
            Kind::Mask(shape) => self.define(shape.clone(), true, span, def),
            Kind::Num(shape) => self.define(shape.clone(), false, span, def),
            _ => self.define(Shape::scalar(), false, span, def),
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
            ast::Stmt::Host { tokens, defines, assigns } => {
                self.stmts.push(Stmt::Host { tokens: tokens.clone(), defines: defines.clone(), assigns: *assigns });
            }
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
            ast::Stmt::For { pattern, binds, iter, body } => self.turns(pattern, binds, iter, body),
        }
    }

    fn bind(&mut self, pattern: &Pattern, value: Val) {
        match (pattern, value) {
            (Pattern::Wild, _) => {}
            (Pattern::Bind(local), value) => {
                if let Val::Num(id) = value
                    && self.values[id].name.is_none()
                    && !matches!(self.values[id].def, Def::Load(_))
                {
                    self.values[id].name = Some(self.body.locals[*local].ident.clone());
                }
                self.env.locals[*local] = Some(value);
            }
            (Pattern::Host(pattern, names), Val::Host(tokens)) => {
                self.stmts.push(Stmt::Host { tokens: quote!(let #pattern = #tokens;), defines: names.clone(), assigns: false });
            }
            (Pattern::Items(patterns), Val::Items(values)) => {
                for (pattern, value) in patterns.iter().zip(values) {
                    self.bind(pattern, value);
                }
            }
            (pattern, value) => unreachable!("the check matched {pattern:?} with {value:?}"),
        }
    }

    fn assign(&mut self, target: &Target, value: Val) {
        match target {
            Target::Place(place) => {
                let Val::Num(id) = value else { unreachable!("a place holds numbers") };
                self.env.places.insert(*place, id);
            }
            Target::Local(local, path) => {
                if let (Val::Num(id), true) = (&value, path.is_empty())
                    && self.values[*id].name.is_none()
                    && !self.is_leaf(*id)
                {
                    let ident = self.body.locals[*local].ident.clone();
                    self.values[*id].name = Some(ident);
                }
                let mut slot = &mut self.env.locals[*local];
                if path.is_empty() {
                    *slot = Some(value);
                    return;
                }
                let mut current = slot.as_mut().unwrap_or_else(|| unreachable!("the check saw a value"));
                for &n in path {
                    let Val::Items(items) = current else { unreachable!("the check saw a tuple") };
                    current = &mut items[n];
                }
                *current = value;
                slot = &mut self.env.locals[*local];
                let _ = slot;
            }
        }
    }

    fn is_leaf(&self, id: Id) -> bool {
        matches!(self.values[id].def, Def::Load(_) | Def::Grad | Def::Count | Def::Hyper(..))
    }

    fn expr(&mut self, expr: &Expr) -> Val {
        let span = expr.span;
        match &expr.node {
            Node::Host(tokens) => Val::Host(tokens.clone()),
            Node::Local(local) => self.local(*local),
            Node::Hyper(tokens, name) => Val::Num(self.hyper(tokens, name, span)),
            Node::Place(place) => Val::Num(self.env.places[place]),
            Node::Grad => Val::Num(self.input("grad", Shape::tensor(), Def::Grad)),
            Node::Count => Val::Num(self.input("t", Shape::scalar(), Def::Count)),
            Node::Op(op, operands) => {
                let masks = match op.class() {
                    crate::ops::Class::Logic => operands.len(),
                    crate::ops::Class::Select => 1,
                    _ => 0,
                };
                let ids = operands.iter().enumerate().map(|(i, operand)| self.number(operand, i < masks)).collect();
                Val::Num(self.of_kind(&expr.kind, span, Def::Op(*op, ids)))
            }
            Node::Powi(base, exponent) => {
                let base = self.number(base, false);
                Val::Num(self.of_kind(&expr.kind, span, Def::Powi(base, exponent.clone())))
            }
            Node::Elementwise(path, arguments) => {
                let arguments = arguments
                    .iter()
                    .map(|argument| match argument {
                        ast::Argument::Value(value) => Argument::Value(self.number(value, false)),
                        ast::Argument::Host(tokens) => Argument::Host(tokens.clone()),
                    })
                    .collect();
                Val::Num(self.of_kind(&expr.kind, span, Def::Elementwise(path.clone(), arguments)))
            }
            Node::Reduce(reduce, _, operands) => {
                let ids = operands.iter().map(|operand| self.number(operand, false)).collect();
                Val::Num(self.of_kind(&expr.kind, span, Def::Reduce(*reduce, ids)))
            }
            Node::Matmul(a, b) => {
                let (a, b) = (self.number(a, false), self.number(b, false));
                Val::Num(self.of_kind(&expr.kind, span, Def::Matmul(a, b)))
            }
            Node::Transpose(a) => {
                let a = self.number(a, false);
                Val::Num(self.of_kind(&expr.kind, span, Def::Transpose(a)))
            }
            Node::Lift(inner) => self.lift(inner, &expr.kind),
            Node::Tuple(items) | Node::Array(items) => Val::Items(items.iter().map(|item| self.expr(item)).collect()),
            Node::Field(base, n) => match self.expr(base) {
                Val::Items(mut items) => items.swap_remove(*n),
                other => unreachable!("the check saw a tuple, not {other:?}"),
            },
            Node::Index(base, position) => self.index(base, position),
            Node::Block(block) => self.block(block),
            Node::If(branch) => self.branch(
                Test::If(branch.condition.clone()),
                &[(TokenStream::new(), branch.binds.clone(), &branch.then), (TokenStream::new(), Vec::new(), &branch.els)],
                &branch.names,
            ),
            Node::Match(matched) => {
                let arms: Vec<_> = matched.arms.iter().map(|arm| (arm.pattern.clone(), arm.binds.clone(), &arm.body)).collect();
                self.branch(Test::Match(matched.scrutinee.clone()), &arms, &matched.names)
            }
        }
    }

    fn local(&self, local: LocalId) -> Val {
        self.env.locals[local].clone().unwrap_or_else(|| unreachable!("the check saw a value in {}", self.body.locals[local].ident))
    }

    fn hyper(&mut self, tokens: &TokenStream, name: &str, span: Span) -> Id {
        if let Some(id) = self.hypers.get(name) {
            return *id;
        }
        let id = self.value(Shape::scalar(), false, span, Def::Hyper(tokens.clone(), name.to_owned()));
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

    /// An operand: a fixed number becomes a scalar value.
    fn number(&mut self, expr: &Expr, mask: bool) -> Id {
        match self.expr(expr) {
            Val::Num(id) => id,
            Val::Host(tokens) => self.define(Shape::scalar(), mask, expr.span, Def::Host(tokens)),
            Val::Items(_) => unreachable!("the check saw a number"),
        }
    }

    fn lift(&mut self, inner: &Expr, kind: &Kind) -> Val {
        let mask = matches!(kind, Kind::Mask(_));
        let id = self.number(inner, mask);
        let (Kind::Num(shape) | Kind::Mask(shape)) = kind else { unreachable!("the check lifts to numbers and masks") };
        if self.values[id].shape == *shape {
            return Val::Num(id);
        }
        Val::Num(self.define(shape.clone(), mask, inner.span, Def::Lift(id)))
    }

    /// An element of an array of values by a fixed index: a branch over the positions.
    fn index(&mut self, base: &Expr, position: &TokenStream) -> Val {
        let Val::Items(items) = self.expr(base) else { unreachable!("the check saw an array") };
        let last = items.len() - 1;
        let id = self.new_branch();
        let arms = (0..items.len())
            .map(|i| {
                let pattern = if i == last { quote!(_) } else { quote!(#i) };
                Arm { pattern, binds: Vec::new(), region: Region::default() }
            })
            .collect();
        let mut phis = Vec::new();
        let mut hosts = Vec::new();
        let value = self.join(items.iter().map(Some).collect(), &mut phis, &mut hosts, &[]);
        self.stmts.push(Stmt::Branch(Branch { id, test: Test::Match(quote!(#position)), arms, phis, hosts }));
        value.unwrap_or_else(|| unreachable!("all elements have a value"))
    }

    fn new_branch(&mut self) -> usize {
        self.branches += 1;
        self.branches - 1
    }

    fn branch(&mut self, test: Test, arms: &[(TokenStream, Vec<Ident>, &Block)], names: &[(String, bool, TokenStream)]) -> Val {
        let id = self.new_branch();
        let before = self.env.clone();
        let outer = std::mem::take(&mut self.stmts);
        for (name, _, tokens) in names {
            if !self.conditions.iter().any(|(known, _)| known == name) {
                self.conditions.push((name.clone(), tokens.clone()));
            }
        }
        let (mut lowered, mut envs, mut results) = (Vec::new(), Vec::new(), Vec::new());
        for (i, (pattern, binds, block)) in arms.iter().enumerate() {
            self.env = before.clone();
            self.path.push(Around::Arm(id, i));
            let value = self.block(block);
            self.path.pop();
            let stmts = std::mem::take(&mut self.stmts);
            lowered.push(Arm { pattern: pattern.clone(), binds: binds.clone(), region: Region { stmts } });
            results.push(value);
            envs.push(self.env.clone());
        }
        self.stmts = outer;
        self.env = before;
        let names: Vec<(String, bool)> = names.iter().map(|(name, holds, _)| (name.clone(), *holds)).collect();
        let (mut phis, mut hosts) = (Vec::new(), Vec::new());
        for local in 0..self.env.locals.len() {
            let options = envs.iter().map(|env| env.locals[local].as_ref()).collect();
            self.env.locals[local] = self.join(options, &mut phis, &mut hosts, &names);
        }
        for place in self.env.places.keys().copied().collect::<Vec<_>>() {
            let options: Vec<Val> = envs.iter().map(|env| Val::Num(env.places[&place])).collect();
            if let Some(Val::Num(id)) = self.join(options.iter().map(Some).collect(), &mut phis, &mut hosts, &names) {
                self.env.places.insert(place, id);
            }
        }
        let value = self.join(results.iter().map(Some).collect(), &mut phis, &mut hosts, &names);
        self.stmts.push(Stmt::Branch(Branch { id, test, arms: lowered, phis, hosts }));
        value.unwrap_or_else(|| Val::Items(Vec::new()))
    }

    /// One value of several, by the arm that runs.
    fn join(
        &mut self,
        options: Vec<Option<&Val>>,
        phis: &mut Vec<Id>,
        hosts: &mut Vec<(Ident, Vec<TokenStream>)>,
        names: &[(String, bool)],
    ) -> Option<Val> {
        let options: Vec<&Val> = options.into_iter().collect::<Option<_>>()?;
        match options[0] {
            Val::Num(first) => {
                let ids: Vec<Id> = options.iter().map(|option| if let Val::Num(id) = option { Some(*id) } else { None }).collect::<Option<_>>()?;
                if ids.iter().all(|id| id == first) {
                    return Some(Val::Num(*first));
                }
                let shape = self.joint_shape(&ids, names);
                let (mask, span) = (self.values[*first].mask, self.values[*first].span);
                let name = ids.iter().find_map(|id| self.values[*id].name.clone());
                let phi = self.value(shape, mask, span, Def::Phi(ids));
                self.values[phi].name = name;
                phis.push(phi);
                Some(Val::Num(phi))
            }
            Val::Host(first) => {
                let tokens: Vec<TokenStream> =
                    options.iter().map(|option| if let Val::Host(tokens) = option { Some(tokens.clone()) } else { None }).collect::<Option<_>>()?;
                if tokens.iter().all(|tokens| tokens.to_string() == first.to_string()) {
                    return Some(Val::Host(first.clone()));
                }
                let name = self.names.fresh("fixed");
                hosts.push((name.clone(), tokens));
                Some(Val::Host(quote!(#name)))
            }
            Val::Items(items) => {
                let mut joined = Vec::with_capacity(items.len());
                for i in 0..items.len() {
                    let parts = options.iter().map(|option| if let Val::Items(items) = option { items.get(i) } else { None }).collect();
                    joined.push(self.join(parts, phis, hosts, names)?);
                }
                Some(Val::Items(joined))
            }
        }
    }

    /// The shape of a value that is one of several: axes may differ in size by a fixed condition.
    fn joint_shape(&self, ids: &[Id], names: &[(String, bool)]) -> Shape {
        let shapes: Vec<Shape> = ids.iter().map(|id| self.values[*id].shape.clone()).collect();
        let axis = |pick: fn(&Shape) -> &Option<Dim>| {
            let (last, rest) = shapes.split_last()?;
            let mut dim = pick(last).clone()?;
            for (shape, (name, holds)) in rest.iter().zip(names).rev() {
                let then = pick(shape).clone()?;
                dim = if *holds { Dim::choose(name, &then, &dim) } else { Dim::choose(name, &dim, &then) };
            }
            Some(dim)
        };
        Shape { batch: shapes[0].batch, row: axis(|shape| &shape.row), col: axis(|shape| &shape.col) }
    }

    fn turns(&mut self, pattern: &TokenStream, binds: &[Ident], iter: &TokenStream, body: &Block) {
        let id = self.loops;
        self.loops += 1;
        let mut assigned = BTreeSet::new();
        assigned_in(body, &mut assigned);
        let mut starts = Vec::new();
        for variable in &assigned {
            if let Some(value) = self.read(variable) {
                starts.push((variable.clone(), value));
            }
        }
        let outer = std::mem::take(&mut self.stmts);
        self.path.push(Around::Loop(id));
        let mut slots = Vec::new();
        for (variable, value) in &starts {
            let turn = self.turn_of(value, &mut slots);
            self.write(variable, turn);
        }
        self.block(body);
        let mut nexts = Vec::new();
        for (variable, _) in &starts {
            if let Some(value) = self.read(variable) {
                flatten(&value, &mut nexts);
            }
        }
        self.path.pop();
        let stmts = std::mem::replace(&mut self.stmts, outer);
        let mut carried = Vec::new();
        let mut after = Vec::new();
        for ((start, turn, index), next) in slots.into_iter().zip(nexts) {
            let value = &self.values[turn];
            let (shape, mask, span, name) = (value.shape.clone(), value.mask, value.span, self.values[next].name.clone());
            let result = self.value(shape, mask, span, Def::After(index));
            self.values[result].name = name.clone();
            self.values[turn].name = name;
            self.carried[index] = Carried { start, turn, next, after: result };
            carried.push(self.carried[index].clone());
            after.push(result);
        }
        let mut after = after.into_iter();
        for (variable, value) in &starts {
            let value = refill(value, &mut after);
            self.write(variable, value);
        }
        self.stmts.push(Stmt::Loop(Loop {
            id,
            pattern: pattern.clone(),
            binds: binds.to_vec(),
            iter: iter.clone(),
            body: Region { stmts },
            carried,
        }));
    }

    fn read(&self, variable: &Variable) -> Option<Val> {
        match variable {
            Variable::Place(place) => self.env.places.get(place).map(|id| Val::Num(*id)),
            Variable::Local(local) => self.env.locals[*local].clone(),
        }
    }

    fn write(&mut self, variable: &Variable, value: Val) {
        match (variable, value) {
            (Variable::Place(place), Val::Num(id)) => {
                self.env.places.insert(*place, id);
            }
            (Variable::Local(local), value) => self.env.locals[*local] = Some(value),
            (Variable::Place(_), _) => unreachable!("a place holds numbers"),
        }
    }

    /// The value at the start of a turn, of the same structure.
    fn turn_of(&mut self, value: &Val, slots: &mut Vec<(Id, Id, usize)>) -> Val {
        match value {
            Val::Num(start) => {
                let (shape, mask, span) = (self.values[*start].shape.clone(), self.values[*start].mask, self.values[*start].span);
                let index = self.carried.len();
                let turn = self.value(shape, mask, span, Def::Turn(index));
                self.carried.push(Carried { start: *start, turn, next: turn, after: turn });
                slots.push((*start, turn, index));
                Val::Num(turn)
            }
            Val::Host(tokens) => Val::Host(tokens.clone()),
            Val::Items(items) => Val::Items(items.iter().map(|item| self.turn_of(item, slots)).collect()),
        }
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Place(Place),
    Local(LocalId),
}

fn flatten(value: &Val, ids: &mut Vec<Id>) {
    match value {
        Val::Num(id) => ids.push(*id),
        Val::Host(_) => {}
        Val::Items(items) => items.iter().for_each(|item| flatten(item, ids)),
    }
}

fn refill(value: &Val, ids: &mut impl Iterator<Item = Id>) -> Val {
    match value {
        Val::Num(old) => Val::Num(ids.next().unwrap_or(*old)),
        Val::Host(tokens) => Val::Host(tokens.clone()),
        Val::Items(items) => Val::Items(items.iter().map(|item| refill(item, ids)).collect()),
    }
}

/// Calls `visit` for every statement and expression below a block.
fn walk(block: &Block, visit: &mut impl FnMut(Item<'_>)) {
    for stmt in &block.stmts {
        visit(Item::Stmt(stmt));
        match stmt {
            ast::Stmt::Host { .. } | ast::Stmt::Declare(_) => {}
            ast::Stmt::Let(_, value) | ast::Stmt::Assign(_, value) | ast::Stmt::Expr(value) => walk_expr(value, visit),
            ast::Stmt::For { body, .. } => walk(body, visit),
        }
    }
    if let Some(value) = &block.value {
        walk_expr(value, visit);
    }
}

enum Item<'a> {
    Stmt(&'a ast::Stmt),
    Expr(&'a Expr),
}

fn walk_expr(expr: &Expr, visit: &mut impl FnMut(Item<'_>)) {
    visit(Item::Expr(expr));
    match &expr.node {
        Node::Host(_) | Node::Local(_) | Node::Hyper(..) | Node::Place(_) | Node::Grad | Node::Count => {}
        Node::Op(_, items) | Node::Reduce(_, _, items) | Node::Tuple(items) | Node::Array(items) => {
            items.iter().for_each(|item| walk_expr(item, visit));
        }
        Node::Elementwise(_, arguments) => {
            for argument in arguments {
                if let ast::Argument::Value(value) = argument {
                    walk_expr(value, visit);
                }
            }
        }
        Node::Powi(a, _) | Node::Transpose(a) | Node::Lift(a) | Node::Field(a, _) | Node::Index(a, _) => walk_expr(a, visit),
        Node::Matmul(a, b) => {
            walk_expr(a, visit);
            walk_expr(b, visit);
        }
        Node::Block(block) => walk(block, visit),
        Node::If(branch) => {
            walk(&branch.then, visit);
            walk(&branch.els, visit);
        }
        Node::Match(matched) => matched.arms.iter().for_each(|arm| walk(&arm.body, visit)),
    }
}

/// Variables and places that a loop body assigns.
fn assigned_in(block: &Block, assigned: &mut BTreeSet<Variable>) {
    walk(block, &mut |item| {
        if let Item::Stmt(ast::Stmt::Assign(target, _)) = item {
            assigned.insert(match target {
                Target::Place(place) => Variable::Place(*place),
                Target::Local(local, _) => Variable::Local(*local),
            });
        }
    });
}

/// All places that a step reads or writes.
fn places_of(block: &Block) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    walk(block, &mut |item| match item {
        Item::Stmt(ast::Stmt::Assign(Target::Place(place), _)) => {
            places.insert(*place);
        }
        Item::Expr(Expr { node: Node::Place(place), .. }) => {
            places.insert(*place);
        }
        _ => {}
    });
    places
}
