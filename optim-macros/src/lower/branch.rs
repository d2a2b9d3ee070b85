//! Branches: every arm gets its own variables, and what differs afterwards is joined.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::fixed::Present;
use super::{Lowering, Val};
use crate::ast::{Block, Condition, Expr};
use crate::ir::{Arm, Around, Branch, Def, Id, Region, Stmt, Test};
use crate::kind::{Dim, Shape};

impl Lowering<'_> {
    /// An element of an array of values by a fixed index: a branch over the positions.
    pub(super) fn index(&mut self, base: &Expr, position: &TokenStream) -> Val {
        let Val::Items(items) = self.expr(base) else { unreachable!("the check saw an array") };
        let last = items.len() - 1;
        let position = self.fixed(position);
        let id = self.new_branch();
        let arms = (0..items.len())
            .map(|i| {
                let pattern = if i == last { quote!(_) } else { quote!(#i) };
                Arm { pattern, binds: Vec::new(), region: Region::default() }
            })
            .collect();
        let mut phis = Vec::new();
        let mut fixed = Vec::new();
        let value = self.join(items.iter().map(Some).collect(), &mut phis, &mut fixed, &[]);
        self.stmts.push(Stmt::Branch(Branch { id, test: Test::Match(quote!(#position)), arms, phis, fixed }));
        value.unwrap_or_else(|| unreachable!("all elements have a value"))
    }

    fn new_branch(&mut self) -> usize {
        self.branches += 1;
        self.branches - 1
    }

    pub(super) fn branch(
        &mut self,
        test: Test,
        arms: &[(TokenStream, Vec<Ident>, &Block)],
        decides: &[Condition],
    ) -> Val {
        let id = self.new_branch();
        let before = self.env.clone();
        let outer = std::mem::take(&mut self.stmts);
        for Condition { name, value, .. } in decides {
            if !self.conditions.contains_key(name) {
                self.conditions.insert(name.clone(), self.fixed(value));
            }
        }
        let (mut lowered, mut envs, mut results) = (Vec::new(), Vec::new(), Vec::new());
        for (i, (pattern, binds, block)) in arms.iter().enumerate() {
            self.env = before.clone();
            self.declare_fixed(binds);
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
        let (mut phis, mut fixed) = (Vec::new(), Vec::new());
        for local in 0..self.env.locals.len() {
            let options = envs.iter().map(|env| env.locals[local].as_ref()).collect();
            self.env.locals[local] = self.join(options, &mut phis, &mut fixed, decides);
        }
        for place in self.env.places.keys().copied().collect::<Vec<_>>() {
            let options: Vec<Val> = envs.iter().map(|env| Val::Num(env.places[&place])).collect();
            if let Some(Val::Num(id)) = self.join(options.iter().map(Some).collect(), &mut phis, &mut fixed, decides) {
                self.env.places.insert(place, id);
            }
        }
        let present: Vec<Present> = envs.iter().map(|env| env.fixed.clone()).collect();
        self.join_fixed(&present, &mut fixed);
        let value = self.join(results.iter().map(Some).collect(), &mut phis, &mut fixed, decides);
        self.stmts.push(Stmt::Branch(Branch { id, test, arms: lowered, phis, fixed }));
        value.unwrap_or_else(|| Val::Items(Vec::new()))
    }

    /// One value of several, by the arm that runs.
    fn join(
        &mut self,
        options: Vec<Option<&Val>>,
        phis: &mut Vec<Id>,
        fixed: &mut Vec<(Ident, Vec<TokenStream>)>,
        decides: &[Condition],
    ) -> Option<Val> {
        let options: Vec<&Val> = options.into_iter().collect::<Option<_>>()?;
        match options[0] {
            Val::Num(first) => {
                let ids: Vec<Id> = options
                    .iter()
                    .map(|option| if let Val::Num(id) = option { Some(*id) } else { None })
                    .collect::<Option<_>>()?;
                if ids.iter().all(|id| id == first) {
                    return Some(Val::Num(*first));
                }
                let shape = self.joint_shape(&ids, decides);
                let (mask, span) = (self.values[*first].mask, self.values[*first].span);
                let name = ids.iter().find_map(|id| self.values[*id].name.clone());
                let phi = self.value(shape, mask, span, Def::Phi(ids));
                self.values[phi].name = name;
                phis.push(phi);
                Some(Val::Num(phi))
            }
            Val::Fixed(first) => {
                let tokens: Vec<TokenStream> = options
                    .iter()
                    .map(|option| if let Val::Fixed(tokens) = option { Some(tokens.clone()) } else { None })
                    .collect::<Option<_>>()?;
                if tokens.iter().all(|tokens| tokens.to_string() == first.to_string()) {
                    return Some(Val::Fixed(first.clone()));
                }
                let name = self.names.fresh("fixed");
                fixed.push((name.clone(), tokens));
                Some(Val::Fixed(quote!(#name)))
            }
            Val::Items(items) => {
                let mut joined = Vec::with_capacity(items.len());
                for i in 0..items.len() {
                    let parts = options
                        .iter()
                        .map(|option| if let Val::Items(items) = option { items.get(i) } else { None })
                        .collect();
                    joined.push(self.join(parts, phis, fixed, decides)?);
                }
                Some(Val::Items(joined))
            }
        }
    }

    /// The shape of a value that is one of several: axes may differ in size by a fixed condition.
    fn joint_shape(&self, ids: &[Id], decides: &[Condition]) -> Shape {
        let shapes: Vec<Shape> = ids.iter().map(|id| self.values[*id].shape.clone()).collect();
        let axis = |pick: fn(&Shape) -> &Option<Dim>| {
            let (last, rest) = shapes.split_last()?;
            let mut dim = pick(last).clone()?;
            for (shape, Condition { name, holds, .. }) in rest.iter().zip(decides).rev() {
                let then = pick(shape).clone()?;
                dim = if *holds { Dim::choose(name, &then, &dim) } else { Dim::choose(name, &dim, &then) };
            }
            Some(dim)
        };
        Shape { batch: shapes[0].batch, row: axis(|shape| &shape.row), col: axis(|shape| &shape.col) }
    }
}
