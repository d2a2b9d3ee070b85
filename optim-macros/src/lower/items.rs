//! Known items of lists: an item that was just read or assigned is not read again.

use std::rc::Rc;

use proc_macro2::Span;
use syn::{Lit, LitInt, RangeLimits};

use super::Lowering;
use super::val::Val;
use crate::ast::{self, Block, Condition, Expr, List, LocalId, Target};
use crate::fixed::{Fixed, Form, Level, Meaning, Pattern, Var};
use crate::ir::{Around, Def, Id, Item, LocalList, Loop, LoopHeader, Region, Stmt};
use crate::kind::{Axis, Length, Shape, SizeSource};

/// The known items, with their values.
#[derive(Clone, Default, Debug)]
pub(super) struct Items(Vec<(Item, Id)>);

impl Items {
    fn value(&self, item: &Item) -> Option<Id> {
        self.0.iter().find(|(known, _)| known.is(item)).map(|(_, value)| *value)
    }

    /// Records the value of an item.
    fn know(&mut self, item: Item, value: Id) {
        self.0.push((item, value));
    }

    /// Forgets the value of an item, and of all items that may be the same one.
    fn change(&mut self, item: &Item) {
        self.0.retain(|(known, _)| !known.may_be(item));
    }

    fn forget(&mut self, list: List) {
        self.0.retain(|(known, _)| known.list != list);
    }
}

impl Lowering<'_> {
    /// The value of an item.
    pub(super) fn item(&mut self, list: List, index: &Fixed, span: Span) -> Id {
        let item = self.item_at(list, index);
        if let Some(known) = self.env.items.value(&item) {
            return known;
        }
        let shape = self.shape_of_item(&item);
        let id = self.define(shape, false, span, Def::Item(item.clone()));
        self.accesses.push(id);
        self.env.items.know(item, id);
        id
    }

    /// The shape of an item. In a list by axis, the index of the item is the number of its axis.
    fn shape_of_item(&self, item: &Item) -> Shape {
        let shape = match item.list {
            List::State(place) => &self.body.states[place],
            List::Local(id) => &self.lists[&id].shape,
            List::Output(_) => &Shape::Scalar,
        };
        match shape.axis() {
            Some(Axis { without, number: None }) => {
                let (number, meaning) = (item.shown.clone(), item.index.meaning());
                let number = Length::new(meaning, "", SizeSource::Written(number));
                Shape::of_axis(Axis { without: *without, number: Some(number) })
            }
            _ => shape.clone(),
        }
    }

    /// Begins a list: a loop puts the value into each item.
    pub(super) fn begin_list(&mut self, id: LocalId, called: &str, length: &Fixed, value: &Expr) {
        let span = value.span;
        let shape = value.kind.shape().unwrap_or(Shape::Scalar).of_parameter();
        let (ident, value) = (self.body.locals[id].ident.clone(), self.number(value, false));
        self.lists.insert(id, LocalList { ident, called: called.to_owned(), shape, length: length.clone() });
        let generated = |form| Fixed::at_level(form, span, None, Meaning::OF_GENERATED, Level::Fixed);
        let first = generated(Form::Literal(Lit::Int(LitInt::new("0", span))));
        let iter = generated(Form::Range(Some(first), RangeLimits::HalfOpen(Default::default()), Some(length.clone())));
        let counter = Var(self.names.fresh("item"));
        let (iterations, outer) = (self.new_loop(), std::mem::take(&mut self.stmts));
        self.path.push(Around::Loop(iterations));
        self.put(List::Local(id), &Fixed::of(counter.clone(), Level::Fixed), value);
        self.path.pop();
        let body = Region { stmts: std::mem::replace(&mut self.stmts, outer) };
        let header = LoopHeader { pattern: Pattern::Bind(counter, false, None), iter, changing: None };
        self.stmts.push(Stmt::Loop(Loop { id: iterations, header: Rc::new(header), body, carried: Vec::new() }));
        self.env.items.forget(List::Local(id));
    }

    fn item_at(&self, list: List, index: &Fixed) -> Item {
        let index = self.fixed(index);
        Item { list, shown: self.spelled_out(&index), index }
    }

    /// Overwrites an item.
    pub(super) fn put(&mut self, list: List, index: &Fixed, value: Id) {
        let item = self.item_at(list, index);
        self.overwrites(&item);
        let (shape, span) = (self.shape_of_item(&item), self.values[value].span);
        let id = self.define(shape, false, span, Def::Put(item.clone(), value));
        self.accesses.push(id);
        self.env.items.change(&item);
        self.env.items.know(item, value);
    }

    /// Removes the value that was put into the same item just before, since nobody reads it.
    fn overwrites(&mut self, item: &Item) {
        let of_item = |id: &Id| match &self.values[*id].def {
            Def::Item(other) | Def::Put(other, _) => other.may_be(item),
            _ => false,
        };
        let Some(last) = self.accesses.iter().rposition(of_item) else { return };
        let before = &self.values[self.accesses[last]];
        if matches!(&before.def, Def::Put(other, _) if other.is(item)) && before.path == self.path {
            self.accesses.remove(last);
        }
    }

    /// The known items after a branch: those that are known after all arms.
    pub(super) fn join_items(
        &mut self,
        arms: &[Items],
        phis: &mut Vec<Id>,
        fixed: &mut Vec<(Var, Vec<Fixed>)>,
        decides: &[Condition],
    ) {
        let Some((first, others)) = arms.split_first() else { return };
        let mut joined = Items::default();
        for (item, value) in &first.0 {
            let others: Option<Vec<Id>> = others.iter().map(|arm| arm.value(item)).collect();
            let Some(others) = others else { continue };
            let options: Vec<Val> = std::iter::once(*value).chain(others).map(Val::Num).collect();
            if let Some(Val::Num(id)) = self.join(options.iter().map(Some).collect(), phis, fixed, decides) {
                joined.know(item.clone(), id);
            }
        }
        self.env.items = joined;
    }

    /// The known items at the start of an iteration: all that no iteration may overwrite. Returns the known items after the loop.
    pub(super) fn items_of_iterations(&mut self, body: &Block) -> Items {
        super::walk::walk(body, &mut |part| {
            if let super::walk::Visited::Stmt(ast::Stmt::Assign(Target::Item(list, _), _)) = part {
                self.env.items.forget(*list);
            }
        });
        self.env.items.clone()
    }
}
