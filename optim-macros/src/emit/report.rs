//! The plan report: what each pass reads, writes and computes per element, as constants.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::fixed::FixedPrinter;
use super::step::Planned;
use crate::ast::Place;
use crate::ir::{Arm, Around, Def, Id, Program, Test};
use crate::kind::Shape;
use crate::ops::{Library, Op};
use crate::parse::Definition;
use crate::plan::{Frame, Operand, Pass, Plan, Source, Step, has_results};
use crate::tokens::{mentions, readable};

struct PlanReport<'a> {
    definition: &'a Definition,
    program: &'a Program,
    plan: &'a Plan,
    passes: Vec<TokenStream>,
}

/// `fn plan` of `impl Definition for Lion`.
pub(super) fn expand(definition: &Definition, step: &Planned, others: &[Planned]) -> TokenStream {
    let root = &definition.root;
    let passes = passes(definition, step);
    let names = || others.iter().map(|planned| format_ident!("{}", planned.routine.name().to_uppercase()));
    let lists: Vec<TokenStream> = others
        .iter()
        .zip(names())
        .map(|(planned, name)| {
            let passes = self::passes(definition, planned);
            quote!(const #name: &[PassPlan] = &[#(#passes),*];)
        })
        .collect();
    // Named by calls other than products.
    let kinds = passes.iter().chain(&lists).any(|pass| mentions(pass.clone(), "PassKind")).then(|| quote!(PassKind,));
    let methods = others.iter().zip(names()).map(|(planned, name)| {
        let method = format_ident!("with_{}", planned.routine.name());
        quote!(.#method(#name))
    });
    quote! {
        fn plan() -> #root::Plan {
            use #root::{Axes, #kinds PassPlan, Source, StreamPlan};
            const PASSES: &[PassPlan] = &[#(#passes),*];
            #(#lists)*
            #root::Plan::of::<Self>(PASSES) #(#methods)*
        }
    }
}

/// The passes of a function.
fn passes(definition: &Definition, Planned { program, plan, .. }: &Planned) -> Vec<TokenStream> {
    let mut report = PlanReport { definition, program, plan, passes: Vec::new() };
    report.frame(&plan.frame, None);
    report.passes
}

impl PlanReport<'_> {
    fn frame(&mut self, frame: &Frame, around: Option<&str>) {
        for step in &frame.steps {
            match step {
                // The passes of the inner optimizer are its own.
                Step::Scalars(_) | Step::Inner(_) | Step::Cut(_) => {}
                Step::Pass(variants) => {
                    for (place, pass) in variants.passes().into_iter().enumerate() {
                        self.pass(pass, place > 0, around);
                    }
                }
                Step::Call(id, library) => self.library_call(*id, *library, around),
                Step::Loop(iterations) => {
                    let iterations_of = self.iter_of(iterations.id);
                    self.frame(&iterations.frame, Some(&iterations_of));
                }
            }
        }
    }

    fn pass(&mut self, pass: &Pass, instead: bool, around: Option<&str>) {
        let axes = axes(&pass.shape);
        let (drawn, read): (Vec<_>, Vec<_>) =
            pass.reads.iter().partition(|(_, source)| matches!(source, Source::Draw(_)));
        let reads = read.into_iter().map(|(id, source)| self.stream(*source, *id));
        let draws = drawn.into_iter().map(|(id, _)| self::axes(&self.program.values[*id].shape));
        let stores = pass.stores.iter().map(|(place, id)| self.stream(Source::Place(*place), *id));
        let saves = pass.saves.iter().map(|(id, slot)| self.stream(Source::Slot(*slot), *id));
        let puts = pass.puts.iter().map(|id| self.stream(Source::Item(*id), *id));
        let results = pass.reductions.iter().filter(|id| !self.program.is_scalar(**id)).map(|id| self.slot(*id));
        let count = |counts: fn(Op) -> bool| {
            let computed = pass.compute.iter().filter(|id| !self.program.is_scalar(**id));
            computed.filter(|id| matches!(self.program.values[**id].def, Def::Op(op, _) if counts(op))).count()
        };
        let facts = [
            list("reads", reads),
            list("writes", stores.chain(saves).chain(puts).chain(results)),
            number("divisions", count(Op::divides)),
            number("square_roots", count(Op::takes_root)),
            number("reductions", pass.reductions.len()),
            list("draws", draws),
            self.condition(&pass.around, around),
            instead.then(|| quote!(.instead())),
        ];
        self.passes.push(quote!(PassPlan::over(#axes) #(#facts)*));
    }

    fn library_call(&mut self, id: Id, library: Library, around: Option<&str>) {
        let kind = match library {
            Library::Matmul => quote!(matmul()),
            Library::Transpose => quote!(transpose()),
            other => {
                let kind = format_ident!("{}", other.variant());
                quote!(call(PassKind::#kind))
            }
        };
        let operands = self.program.operands(id).into_iter().filter(|id| !self.program.is_scalar(*id));
        let facts = [
            list("reads", operands.map(|id| self.slot(id))),
            list("writes", self.results(id).into_iter()),
            self.condition(&self.program.values[id].path, around),
        ];
        self.passes.push(quote!(PassPlan::#kind #(#facts)*));
    }

    /// The streams of a call's results.
    fn results(&self, call: Id) -> Vec<TokenStream> {
        if !has_results(&self.program.values[call].def) {
            return vec![self.slot(call)];
        }
        let result = |id: &Id| matches!(self.program.values[*id].def, Def::Result(of, _) if of == call);
        self.plan.slot_of.keys().copied().filter(result).map(|id| self.slot(id)).collect()
    }

    /// A stream, which holds a value.
    fn stream(&self, source: Source, id: Id) -> TokenStream {
        let (name, axes) = (self.name(source, id), axes(&self.program.values[id].shape));
        let conditional = self.is_conditional(source).then(|| quote!(.conditional()));
        let source = match source {
            Source::Item(access) => {
                let list = syn::Index::from(self.program.item(access).map_or(0, |item| item.list));
                quote!(State(#list))
            }
            Source::Grad => quote!(Grad),
            Source::Place(Place::Param) => quote!(Param),
            Source::Place(Place::State(index)) => {
                let index = syn::Index::from(index);
                quote!(State(#index))
            }
            Source::Place(Place::Input(index)) => {
                let index = syn::Index::from(index);
                quote!(Input(#index))
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
            Source::Item(access) => self.item_name(access),
            Source::Place(Place::Input(index)) => self.definition.inputs[index].name(),
            Source::Slot(_) | Source::Draw(_) => self.value_name(id),
        }
    }

    /// `history[slot(self.m)]`
    fn item_name(&self, access: Id) -> String {
        let Some(item) = self.program.item(access) else { return String::new() };
        let index = FixedPrinter::shown(&self.definition.root).whole(&item.shown);
        format!("{}[{}]", self.definition.states[item.list].name(), readable(&index))
    }

    fn value_name(&self, id: Id) -> String {
        let value = &self.program.values[id];
        match (&value.name, &value.def) {
            (Some(name), _) => name.to_string(),
            (None, Def::Reduce(reduce, _)) => reduce.name().to_owned(),
            (None, Def::Result(call, place)) => match &self.program.values[*call].def {
                Def::Library(library, ..) => library.results()[*place].to_owned(),
                _ => "scratch".to_owned(),
            },
            (None, _) => "scratch".to_owned(),
        }
    }

    fn is_conditional(&self, source: Source) -> bool {
        let state = |state: usize| self.definition.states[state].cond.is_some();
        match source {
            Source::Place(Place::State(index)) => state(index),
            Source::Place(Place::Input(index)) => self.definition.inputs[index].cond.is_some(),
            Source::Item(access) => self.program.item(access).is_some_and(|item| state(item.list)),
            _ => false,
        }
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
        let alone = conditions.len() == 1;
        let conditions: Vec<String> = conditions
            .into_iter()
            .map(|text| {
                if alone || text.ends_with(')') && text.starts_with("not (") || !text.contains("||") {
                    text
                } else {
                    format!("({text})")
                }
            })
            .collect();
        let conditions = (!conditions.is_empty()).then(|| format!("if {}", conditions.join(" and ")));
        let iterations = around.map(|iterations| format!("in each iteration of {iterations}"));
        let parts: Vec<String> = conditions.into_iter().chain(iterations).collect();
        let text = parts.join(", ");
        (!parts.is_empty()).then(|| quote!(.condition(#text)))
    }

    fn condition_of(&self, branch: usize, arm: usize) -> Option<String> {
        let found = self.program.region.branch(branch)?;
        let fixed = FixedPrinter::shown(&self.definition.root);
        Some(match &found.test {
            Test::If(test) if arm == 0 => readable(&fixed.whole_test(test)),
            Test::If(test) => {
                let test = readable(&fixed.whole_test(test));
                if test.contains("&&") || test.contains("||") { format!("not ({test})") } else { format!("not {test}") }
            }
            Test::Match(test) => {
                let Arm { pattern, guard, .. } = &found.arms[arm];
                let arm = fixed.pattern_and_guard(pattern, guard.as_ref());
                format!("{} is {}", readable(&fixed.whole(test)), readable(&arm))
            }
        })
    }

    fn iter_of(&self, id: usize) -> String {
        let fixed = FixedPrinter::shown(&self.definition.root);
        let iterations = self.program.region.iterations(id);
        iterations.map(|iterations| readable(&fixed.whole(&iterations.header.iter))).unwrap_or_default()
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

fn axes(shape: &Shape) -> TokenStream {
    let name = format_ident!("{}", shape.name());
    quote!(Axes::#name)
}
