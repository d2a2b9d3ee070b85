//! Branches: every arm has its own variables, and values that differ at its end are joined.

use std::collections::BTreeSet;

use super::Lowering;
use super::fixed_variables::Present;
use super::items::Items;
use super::val::Val;
use crate::ast::{Block, Condition, Expr};
use crate::fixed::{self, Fixed, Level, Pattern, Var};
use crate::ir::{Arm, Around, Branch, Def, Id, Region, Stmt, Test};
use crate::kind::Shape;

impl Lowering<'_> {
    /// An element of an array, by an index that is not a literal: a branch over all positions.
    pub(super) fn index(&mut self, base: &Expr, position: &Fixed) -> Val {
        let items = self.expr(base).items();
        let last = items.len() - 1;
        let position = self.fixed(position);
        let id = self.new_branch();
        let arms = (0..items.len())
            .map(|i| {
                let pattern = if i == last { Pattern::wild() } else { Pattern::Number(i) };
                Arm { pattern, guard: None, binds: BTreeSet::new(), region: Region::default() }
            })
            .collect();
        let mut phis = Vec::new();
        let mut fixed = Vec::new();
        let value = self.join(items.iter().map(Some).collect(), &mut phis, &mut fixed, &[]);
        self.stmts.push(Stmt::Branch(Branch { id, test: Test::Match(position), arms, phis, fixed, says: None }));
        value.unwrap_or_else(|| Val::Items(Vec::new()))
    }

    fn new_branch(&mut self) -> usize {
        self.branches += 1;
        self.branches - 1
    }

    pub(super) fn branch(&mut self, test: Test, arms: &[ArmOf<'_>], decides: &[Condition]) -> Val {
        let id = self.new_branch();
        let before = self.env.clone();
        let outer = std::mem::take(&mut self.stmts);
        for Condition { meaning, value, .. } in decides {
            if !self.conditions.contains_key(meaning) {
                self.conditions.insert(*meaning, self.fixed(value));
            }
        }
        let (mut lowered, mut envs, mut results) = (Vec::new(), Vec::new(), Vec::new());
        for (i, ArmOf { pattern, guard, binds, block }) in arms.iter().enumerate() {
            self.env = before.clone();
            self.declare_fixed(binds);
            self.path.push(Around::Arm(id, i));
            let value = self.block(block);
            self.path.pop();
            let stmts = std::mem::take(&mut self.stmts);
            let (pattern, guard, binds) = (pattern.clone(), guard.clone(), binds.clone());
            lowered.push(Arm { pattern, guard, binds, region: Region { stmts } });
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
            let options: Vec<Id> = envs.iter().map(|env| env.places[&place]).collect();
            if let Some(call) = self.left_by_call(&options) {
                self.env.places.insert(place, call);
                continue;
            }
            let options: Vec<Val> = options.into_iter().map(Val::Num).collect();
            if let Some(Val::Num(id)) = self.join(options.iter().map(Some).collect(), &mut phis, &mut fixed, decides) {
                self.env.places.insert(place, id);
            }
        }
        let items: Vec<Items> = envs.iter().map(|env| env.items.clone()).collect();
        self.join_items(&items, &mut phis, &mut fixed, decides);
        let present: Vec<Present> = envs.iter().map(|env| env.fixed.clone()).collect();
        self.join_fixed(&present, &mut fixed);
        let value = self.join(results.iter().map(Some).collect(), &mut phis, &mut fixed, decides);
        let says = match (&test, decides) {
            (Test::If(_), [Condition { meaning, holds, .. }]) => Some((*meaning, *holds)),
            _ => None,
        };
        self.stmts.push(Stmt::Branch(Branch { id, test, arms: lowered, phis, fixed, says }));
        value.unwrap_or_else(|| Val::Items(Vec::new()))
    }

    /// The call of the inner optimizer, if one arm ends with its result in the place, and all other arms with the value before it.
    fn left_by_call(&self, options: &[Id]) -> Option<Id> {
        let is_call = |id: &&Id| matches!(self.values[**id].def, Def::Inner(Some(_), ..));
        let call = *options.iter().find(is_call)?;
        let Def::Inner(Some(place), [before, _], guard) = &self.values[call].def else { return None };
        let given = |id: Id| matches!(self.values[id].def, Def::Load(own) if own == *place);
        // If an arm computes the value before the call, other arms cannot have it.
        let inside = guard.last().is_some_and(|arm| self.values[*before].path.contains(arm));
        let stays = |id: Id| if inside { given(id) } else { id == *before };
        options.iter().all(|id| *id == call || stays(*id)).then_some(call)
    }

    /// Joins the values of the arms.
    pub(super) fn join(
        &mut self,
        options: Vec<Option<&Val>>,
        phis: &mut Vec<Id>,
        fixed: &mut Vec<(Var, Vec<Fixed>)>,
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
                let values: Vec<Fixed> = options
                    .iter()
                    .map(|option| if let Val::Fixed(fixed) = option { Some(fixed.clone()) } else { None })
                    .collect::<Option<_>>()?;
                if values.iter().all(|value| value == first) {
                    return Some(Val::Fixed(first.clone()));
                }
                let var = Var(self.names.fresh("fixed"));
                let level = values.iter().fold(Level::Fixed, |level, value| level.and(value.level()));
                fixed.push((var.clone(), values));
                Some(Val::Fixed(Fixed::of(var, level)))
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

    /// The shape of a joined value. Its dimensions may depend on the condition.
    fn joint_shape(&self, ids: &[Id], decides: &[Condition]) -> Shape {
        let shapes = || ids.iter().map(|id| &self.values[*id].shape);
        let last = shapes().next_back().cloned().unwrap_or(Shape::Scalar);
        shapes().zip(decides).rev().fold(last, |els, (then, Condition { meaning, holds, .. })| {
            let chosen = if *holds { Shape::choose(*meaning, then, &els) } else { Shape::choose(*meaning, &els, then) };
            chosen.unwrap_or(els)
        })
    }
}

/// An arm before lowering.
pub(super) struct ArmOf<'a> {
    pub(super) pattern: Pattern,
    pub(super) guard: Option<fixed::Test<Fixed>>,
    pub(super) binds: BTreeSet<Var>,
    pub(super) block: &'a Block,
}
