//! The plan report: what each pass reads, writes and computes per element, as constants.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::fixed::FixedPrinter;
use crate::ast::Place;
use crate::ir::{Arm, Around, Def, Id, Program, Test};
use crate::kind::Shape;
use crate::ops::{Library, Op};
use crate::parse::Definition;
use crate::plan::{Frame, Operand, Pass, Plan, Source, Step};

struct Report<'a> {
    definition: &'a Definition,
    program: &'a Program,
    plan: &'a Plan,
    passes: Vec<TokenStream>,
}

/// `fn plan` of `impl Definition for Lion`.
pub(super) fn expand(definition: &Definition, program: &Program, plan: &Plan) -> TokenStream {
    let root = &definition.root;
    let mut report = Report { definition, program, plan, passes: Vec::new() };
    report.frame(&plan.frame, None);
    let passes = &report.passes;
    quote! {
        fn plan() -> #root::Plan {
            use #root::{Axes, PassPlan, Source, StreamPlan};
            const PASSES: &[PassPlan] = &[#(#passes),*];
            #root::Plan::of::<Self>(PASSES)
        }
    }
}

impl Report<'_> {
    fn frame(&mut self, frame: &Frame, around: Option<&str>) {
        for step in &frame.steps {
            match step {
                Step::Scalars(_) => {}
                Step::Pass(pass) => self.pass(pass, around),
                Step::Call(id, library) => self.library_call(*id, *library, around),
                Step::Loop(turns) => {
                    let turns_of = self.iter_of(turns.id);
                    self.frame(&turns.frame, Some(&turns_of));
                }
            }
        }
    }

    fn pass(&mut self, pass: &Pass, around: Option<&str>) {
        let axes = axes(&pass.shape);
        let (drawn, read): (Vec<_>, Vec<_>) =
            pass.reads.iter().partition(|(_, source)| matches!(source, Source::Draw(_)));
        let reads = read.into_iter().map(|(id, source)| self.stream(*source, *id));
        let draws = drawn.into_iter().map(|(id, _)| self::axes(&self.program.values[*id].shape));
        let stores = pass.stores.iter().map(|(place, id)| self.stream(Source::Place(*place), *id));
        let saves = pass.saves.iter().map(|(id, slot)| self.stream(Source::Slot(*slot), *id));
        let results = pass.reductions.iter().filter(|id| !self.program.is_scalar(**id)).map(|id| self.slot(*id));
        let count = |counts: fn(Op) -> bool| {
            let computed = pass.compute.iter().filter(|id| !self.program.is_scalar(**id));
            computed.filter(|id| matches!(self.program.values[**id].def, Def::Op(op, _) if counts(op))).count()
        };
        let facts = [
            list("reads", reads),
            list("writes", stores.chain(saves).chain(results)),
            number("divisions", count(Op::divides)),
            number("square_roots", count(Op::takes_root)),
            number("reductions", pass.reductions.len()),
            list("draws", draws),
            self.condition(&pass.guard, around),
        ];
        self.passes.push(quote!(PassPlan::over(#axes) #(#facts)*));
    }

    fn library_call(&mut self, id: Id, library: Library, around: Option<&str>) {
        let kind = match library {
            Library::Matmul => quote!(matmul),
            Library::Transpose => quote!(transpose),
        };
        let facts = [
            list("reads", self.program.operands(id).into_iter().map(|id| self.slot(id))),
            list("writes", [self.slot(id)].into_iter()),
            self.condition(&self.program.values[id].path, around),
        ];
        self.passes.push(quote!(PassPlan::#kind() #(#facts)*));
    }

    /// A stream, which holds a value.
    fn stream(&self, source: Source, id: Id) -> TokenStream {
        let (name, axes) = (self.name(source, id), axes(&self.program.values[id].shape));
        let conditional = self.is_conditional(source).then(|| quote!(.conditional()));
        let source = match source {
            Source::Grad => quote!(Grad),
            Source::Place(Place::Param) => quote!(Param),
            Source::Place(Place::State(index)) => {
                let index = syn::Index::from(index);
                quote!(State(#index))
            }
            Source::Draw(_) => unreachable!("what is drawn is no stream in memory"),
            Source::Slot(slot) => {
                let slot = syn::Index::from(slot);
                quote!(Scratch(#slot))
            }
        };
        quote!(StreamPlan::new(#name, Source::#source, #axes) #conditional)
    }

    /// The stream of a value in scratch: of what is transposed, if a product does the transposition by itself.
    fn slot(&self, id: Id) -> TokenStream {
        let Operand { slot, id, .. } = self.plan.operand(id);
        self.stream(Source::Slot(slot), id)
    }

    /// The name of a stream: a value in scratch is called as the user called it.
    fn name(&self, source: Source, id: Id) -> String {
        match source {
            Source::Grad => "grad".to_owned(),
            Source::Place(Place::Param) => "param".to_owned(),
            Source::Place(Place::State(index)) => self.definition.states[index].name(),
            Source::Slot(_) | Source::Draw(_) => self.value_name(id),
        }
    }

    fn value_name(&self, id: Id) -> String {
        let value = &self.program.values[id];
        match (&value.name, &value.def) {
            (Some(name), _) => name.to_string(),
            (None, Def::Reduce(reduce, _)) => reduce.name().to_owned(),
            (None, _) => "scratch".to_owned(),
        }
    }

    fn is_conditional(&self, source: Source) -> bool {
        matches!(source, Source::Place(Place::State(index)) if self.definition.states[index].cond.is_some())
    }

    /// The conditions and loops around a pass, as text.
    fn condition(&self, path: &[Around], around: Option<&str>) -> Option<TokenStream> {
        let conditions: Vec<String> = path
            .iter()
            .filter_map(|around| match around {
                Around::Arm(branch, arm) => self.condition_of(*branch, *arm),
                Around::Loop(_) => None,
            })
            .collect();
        let conditions = (!conditions.is_empty()).then(|| format!("if {}", conditions.join(" and ")));
        let turns = around.map(|turns| format!("in each turn of {turns}"));
        let parts: Vec<String> = conditions.into_iter().chain(turns).collect();
        let text = parts.join(", ");
        (!parts.is_empty()).then(|| quote!(.condition(#text)))
    }

    fn condition_of(&self, branch: usize, arm: usize) -> Option<String> {
        let found = self.program.region.branch(branch)?;
        let fixed = FixedPrinter(&self.definition.root);
        Some(match &found.test {
            Test::If(test) if arm == 0 => readable(&fixed.whole_test(test)),
            Test::If(test) => format!("not {}", readable(&fixed.whole_test(test))),
            Test::Match(test) => {
                let Arm { pattern, guard, .. } = &found.arms[arm];
                let arm = fixed.pattern_and_guard(pattern, guard.as_ref());
                format!("{} is {}", readable(&fixed.whole(test)), readable(&arm))
            }
        })
    }

    fn iter_of(&self, id: usize) -> String {
        let fixed = FixedPrinter(&self.definition.root);
        let turns = self.program.region.turns(id);
        turns.map(|turns| readable(&fixed.whole(&turns.header.iter))).unwrap_or_default()
    }
}

/// `.name(&[…])`, if anything is in the list.
fn list(name: &str, items: impl Iterator<Item = TokenStream>) -> Option<TokenStream> {
    let (name, mut items) = (format_ident!("{name}"), items.peekable());
    items.peek().is_some().then(|| quote!(.#name(&[#(#items),*])))
}

/// `.name(3)`, if it isn't 0.
fn number(name: &str, count: usize) -> Option<TokenStream> {
    let (name, number) = (format_ident!("{name}"), syn::Index::from(count));
    (count > 0).then(|| quote!(.#name(#number)))
}

/// Generated Rust as the user would write it.
fn readable(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    let mut shown = String::new();
    let mut characters = text.chars().filter(|c| *c != '\n').peekable();
    while let Some(c) = characters.next() {
        let before = shown.chars().next_back();
        let next = characters.peek().copied();
        let inside = matches!(before, Some('(' | '.' | '!' | '[')) || matches!(next, Some(')' | '.' | ',' | ']'));
        let call = next == Some('(') && before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if c == ' ' && (inside || call || before == Some(' ')) {
            continue;
        }
        shown.push(c);
    }
    shown.replace("shape.", "param.")
}

fn axes(shape: &Shape) -> TokenStream {
    let name = format_ident!("{}", shape.name());
    quote!(Axes::#name)
}
