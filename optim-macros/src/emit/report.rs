//! The plan report: what each pass reads, writes and computes per element, as constants.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::Place;
use crate::ir::{Around, Def, Id, Program};
use crate::kind::Shape;
use crate::ops::Op;
use crate::parse::Definition;
use crate::plan::{Frame, Pass, Plan, Source, Step};

struct Report<'a> {
    definition: &'a Definition,
    program: &'a Program,
    root: TokenStream,
    passes: Vec<TokenStream>,
}

/// `fn plan` of `impl Definition for Lion`.
pub(super) fn expand(definition: &Definition, program: &Program, plan: &Plan) -> TokenStream {
    let root = &definition.root;
    let mut report = Report { definition, program, root: quote!(#root), passes: Vec::new() };
    report.frame(&plan.frame, None);
    let (passes, name) = (&report.passes, definition.name.to_string());
    quote! {
        fn plan() -> #root::Plan {
            #root::Plan { optimizer: #name, passes: &[#(#passes),*], states: <Self as #root::Definition>::STATES }
        }
    }
}

impl Report<'_> {
    fn frame(&mut self, frame: &Frame, around: Option<&str>) {
        for step in &frame.steps {
            match step {
                Step::Scalars(_) => {}
                Step::Pass(pass) => self.pass(pass, around),
                Step::Product(id) => self.product(*id, around),
                Step::Loop(turns) => {
                    let turns_of = readable(&self.iter_of(turns.id));
                    self.frame(&turns.frame, Some(&turns_of));
                }
            }
        }
    }

    fn pass(&mut self, pass: &Pass, around: Option<&str>) {
        let root = &self.root;
        let stream = |name: String, shape: &Shape, conditional: bool| {
            let axes = axes(root, shape);
            quote!(#root::StreamPlan { name: #name, axes: #axes, conditional: #conditional })
        };
        let shape_of = |id: Id| &self.program.values[id].shape;
        let reads: Vec<TokenStream> = pass
            .reads
            .iter()
            .map(|(id, source)| stream(self.name(*source, *id), shape_of(*id), self.is_conditional(*source)))
            .collect();
        let writes: Vec<TokenStream> = pass
            .stores
            .iter()
            .map(|(place, id)| (Source::Place(*place), *id))
            .chain(pass.saves.iter().map(|(id, slot)| (Source::Slot(*slot), *id)))
            .map(|(source, id)| stream(self.name(source, id), shape_of(id), self.is_conditional(source)))
            .collect();
        let count = |counts: fn(Op) -> bool| {
            pass.compute
                .iter()
                .filter(|id| {
                    !self.program.is_scalar(**id)
                        && matches!(self.program.values[**id].def, Def::Op(op, _) if counts(op))
                })
                .count()
        };
        let divisions = syn::Index::from(count(|op| matches!(op, Op::Div | Op::Recip | Op::Rsqrt)));
        let roots = syn::Index::from(count(|op| matches!(op, Op::Sqrt | Op::Rsqrt)));
        let reductions = syn::Index::from(pass.reductions.len());
        let axes = axes(root, &pass.shape);
        let condition = self.condition(&pass.guard, around);
        self.passes.push(quote! {
            #root::PassPlan {
                axes: #axes,
                kind: #root::PassKind::Loop,
                reads: &[#(#reads),*],
                writes: &[#(#writes),*],
                divisions: #divisions,
                square_roots: #roots,
                reductions: #reductions,
                condition: #condition,
            }
        });
    }

    fn product(&mut self, id: Id, around: Option<&str>) {
        let root = &self.root;
        let kind =
            if matches!(self.program.values[id].def, Def::Matmul(..)) { quote!(Matmul) } else { quote!(Transpose) };
        let stream = |id: Id| {
            let name = self.value_name(id);
            quote!(#root::StreamPlan { name: #name, axes: #root::Axes::Tensor, conditional: false })
        };
        let reads = self.program.operands(id).into_iter().map(stream);
        let writes = stream(id);
        let condition = self.condition(&self.program.values[id].path, around);
        self.passes.push(quote! {
            #root::PassPlan {
                axes: #root::Axes::Tensor,
                kind: #root::PassKind::#kind,
                reads: &[#(#reads),*],
                writes: &[#writes],
                divisions: 0,
                square_roots: 0,
                reductions: 0,
                condition: #condition,
            }
        });
    }

    /// The name of a stream: a value in scratch is called as the user called it.
    fn name(&self, source: Source, id: Id) -> String {
        match source {
            Source::Grad => "grad".to_owned(),
            Source::Place(Place::Param) => "param".to_owned(),
            Source::Place(Place::State(index)) => self.definition.states[index].name(),
            Source::Slot(_) => self.value_name(id),
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
    fn condition(&self, path: &[Around], around: Option<&str>) -> TokenStream {
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
        if parts.is_empty() {
            quote!(::core::option::Option::None)
        } else {
            let text = parts.join(", ");
            quote!(::core::option::Option::Some(#text))
        }
    }

    fn condition_of(&self, branch: usize, arm: usize) -> Option<String> {
        let found = super::kernel::find_branch(&self.program.region, branch)?;
        Some(match &found.test {
            crate::ir::Test::If(test) if arm == 0 => readable(test),
            crate::ir::Test::If(test) => format!("not {}", readable(test)),
            crate::ir::Test::Match(test) => format!("{} is {}", readable(test), readable(&found.arms[arm].pattern)),
        })
    }

    fn iter_of(&self, id: usize) -> TokenStream {
        super::kernel::find_loop(&self.program.region, id).map(|turns| turns.iter.clone()).unwrap_or_default()
    }
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
    let shown = shown.replace("shape.", "param.");
    match shown.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) if !inner.contains(['(', ')']) || inner.matches('(').count() == inner.matches("()").count() => {
            inner.to_owned()
        }
        _ => shown,
    }
}

fn axes(root: &TokenStream, shape: &Shape) -> TokenStream {
    let name = quote::format_ident!("{}", shape.name());
    quote!(#root::Axes::#name)
}
