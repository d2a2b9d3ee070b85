//! First output: the kernel. Scalar code in f64, and one loop for each pass, plain Rust over a generic element type.

mod ask;
mod batching;
mod calls;
mod cut;
mod draws;
mod fixed;
mod hoist;
mod items;
mod pass;
mod pieces;
mod region;
mod registers;
mod sizes;
mod stream_names;
mod tile;
mod value;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use super::fixed::{FixedPrinter, time};
use crate::ast::Place;
use crate::fixed::{Fixed, Var};
use crate::ir::{Around, Def, Id, Path, Program, Region};
use crate::language::Routine;
use crate::names::Names;
use crate::parse::{Definition, StateKind};
use crate::plan::{Frame, LoopPlan, Plan, Step};

pub(super) struct Kernel<'a> {
    definition: &'a Definition,
    program: &'a Program,
    plan: &'a Plan,
    root: TokenStream,
    /// True if the code only asks questions about time.
    for_clock: bool,
    /// True for a probe, which draws other random numbers than the step.
    probes: bool,
    variables: RefCell<Variables>,
    /// All fixed variables.
    fixed_vars: BTreeSet<Var>,
    /// The fixed variables that only a part of the code can see.
    local_vars: BTreeSet<Var>,
    /// For each value, the values that are computed from it.
    users: Vec<Vec<Id>>,
    /// The values that a place stores or a loop carries.
    kept: BTreeSet<Id>,
    /// The place that stores each value.
    stored: BTreeMap<Id, Place>,
    /// The scalars that are registers, see [`registers`].
    registers: BTreeSet<Id>,
}

/// The variables and numbers that were printed so far.
#[derive(Default)]
struct Variables {
    idents: HashMap<Id, Ident>,
    /// The flags of branches.
    flags: HashMap<usize, Ident>,
    names: Names,
    /// The number of cuts, of loops around cuts and of calls of the inner optimizer; and the key parts of the loops around the present place.
    cuts: usize,
    around: Vec<TokenStream>,
    /// The settings that were printed, whose values the runtime computes for each step.
    settings: Vec<Fixed>,
}

/// The kernel's items of `impl Definition`; `asks` is true if any entry begins with questions.
pub(super) fn expand(definition: &Definition, program: &Program, plan: &Plan, asks: bool) -> TokenStream {
    let root = &definition.root;
    let Entry { elementwise, slots, batching, lengths, body, settings } =
        entry(definition, program, plan, Routine::Step);
    let settings =
        (!settings.is_empty()).then(|| quote!(fn settings(&self, to: &mut #root::StepSettings) { #settings }));
    let batching = batching.map(|batching| quote!(const BATCHING: #root::Batching = #batching;));
    let asks = asks.then(|| {
        quote!(
            const ASKS: bool = true;
        )
    });
    let scratch = (!plan.slots.is_empty()).then(|| {
        quote! {
            const SCRATCH: usize = #slots;

            fn scratch(&self, shape: #root::ParamShape, lens: &mut [usize]) { #lengths }
        }
    });
    quote! {
        #asks
        const PASSES_ARE_ELEMENTWISE: bool = #elementwise;
        #batching
        #scratch

        #settings

        fn step<'k, Element: #root::LoopNumber>(&'k self, cx: &mut #root::Description<'_, 'k, Element>) { #body }
    }
}

/// The call of the inner optimizer, for the runtime.
pub(super) fn inner_call(definition: &Definition, program: &Program, plan: &Plan) -> Option<TokenStream> {
    let kernel = Kernel::new(definition, program, plan);
    let root = &kernel.root;
    let (place, grad) = kernel.inner_sources(program.call()?);
    Some(quote!(#root::InnerCall { place: #place, grad: #grad }))
}

/// Returns true if a function begins with questions.
pub(super) fn asks(program: &Program) -> bool {
    program.asks || may_leave_inner(program)
}

/// Returns true if a condition decides whether the inner optimizer runs.
pub(super) fn may_leave_inner(program: &Program) -> bool {
    let call = program.call().map(|call| &program.values[call].def);
    matches!(call, Some(Def::Inner(_, _, guard)) if !guard.is_empty())
}

/// The code and the facts of one function.
pub(super) struct Entry {
    pub(super) elementwise: bool,
    /// Number of scratch slots.
    pub(super) slots: syn::Index,
    /// The `Batching` of the function; `None` if it runs for one parameter at a time.
    pub(super) batching: Option<TokenStream>,
    /// The statements that set the length of each slot.
    pub(super) lengths: TokenStream,
    pub(super) body: TokenStream,
    /// The statements that compute the settings.
    pub(super) settings: TokenStream,
}

/// A function as one entry of the kernel.
pub(super) fn entry(definition: &Definition, program: &Program, plan: &Plan, routine: Routine) -> Entry {
    let kernel = Kernel { probes: routine == Routine::Probe, ..Kernel::new(definition, program, plan) };
    let root = &kernel.root;
    let (elementwise, slots) = (plan.is_elementwise(program), syn::Index::from(kernel.count_slots()));
    // Numbers of the whole model are kept for each parameter, not for pieces of one.
    let elementwise = elementwise && !definition.has_globals();
    let batching = kernel.batching(elementwise);
    let lengths = kernel.lengths();
    let body = kernel.frame(&plan.frame);
    let (scalars, scalar_stores, reports) =
        (kernel.lists_of_scalars(), kernel.scalar_stores(), kernel.reported_lists());
    let asks = asks(program).then(|| ask::expand(definition, program, plan));
    let time = program.asks.then(|| {
        let time = time();
        quote!(let #time = #root::Description::time(cx);)
    });
    let body = quote! {
        let shape = #root::Description::shape(cx);
        #asks
        #time
        #scalars
        #body
        #scalar_stores
        #reports
    };
    let settings = &kernel.variables.borrow().settings;
    let settings = match settings[..] {
        [] => TokenStream::new(),
        _ => {
            let settings = settings.iter().map(|setting| kernel.fixed().whole(setting));
            quote!(to.give([#(#settings),*]);)
        }
    };
    Entry { elementwise, slots, batching, lengths, body, settings }
}

impl<'a> Kernel<'a> {
    fn new(definition: &'a Definition, program: &'a Program, plan: &'a Plan) -> Self {
        let mut users = vec![Vec::new(); program.values.len()];
        for user in 0..program.values.len() {
            program.operands(user).into_iter().for_each(|operand| users[operand].push(user));
        }
        let carried = program.carried.iter().flat_map(|carried| [carried.start, carried.next]);
        let mut kernel = Self {
            definition,
            program,
            plan,
            root: definition.root.to_token_stream(),
            for_clock: false,
            probes: false,
            variables: RefCell::default(),
            fixed_vars: BTreeSet::new(),
            local_vars: BTreeSet::new(),
            users,
            kept: program.stores.iter().map(|(_, id)| *id).chain(carried).collect(),
            // If several places store one value, the first one counts.
            stored: program.stores.iter().rev().map(|(place, id)| (*id, *place)).collect(),
            registers: registers::find(program),
        };
        kernel.find_fixed_vars(&program.region, true);
        let names = &mut kernel.variables.get_mut().names;
        for taken in ["cx", "shape", "lens", "Element", "self", "index", "count"] {
            names.reserve(taken);
        }
        kernel.fixed_vars.iter().for_each(|var| names.reserve(&var.0.to_string()));
        program.values.iter().filter_map(|value| value.name.as_ref()).for_each(|name| names.keep(name));
        kernel
    }

    /// The variable of a value, with the user's name if it has one. Variables are named when they are first printed, so that their numbers
    /// are in the order of the code.
    fn ident(&self, id: Id) -> Ident {
        let value = &self.program.values[id];
        if let Def::After(carried) = value.def {
            // A carried variable is the same variable inside of the loop and after it.
            return self.ident(self.program.carried[carried].iteration);
        }
        let Variables { idents, names, .. } = &mut *self.variables.borrow_mut();
        let name = || match (&value.name, &value.def) {
            (Some(name), _) => names.unique(name),
            (None, Def::Load(place)) => names.unique(&self.place_ident(*place)),
            (None, Def::Item(item)) => names.fresh(&self.list_name(item.list)),
            (None, Def::Inner(Some(place), ..)) => names.fresh(&self.place_ident(*place).to_string()),
            (None, Def::Grad) => names.fresh("grad"),
            (None, Def::Count) => names.fresh("t"),
            (None, Def::Hyper(_, name)) => names.fresh(&name.replace('.', "_")),
            (None, Def::Reduce(reduce, _) | Def::ReduceTo(reduce, _)) => names.fresh(reduce.name()),
            (None, Def::Library(library, ..)) => names.fresh(library.results()[0]),
            (None, Def::Draw(law, _)) => names.fresh(law.name()),
            (None, Def::Fixed(_)) => names.fresh("number"),
            (None, _) if value.mask => names.fresh("mask"),
            (None, _) => match self.stored.get(&id) {
                Some(place) => names.fresh(&format!("new_{}", self.place_ident(*place))),
                None => names.fresh("x"),
            },
        };
        idents.entry(id).or_insert_with(name).clone()
    }

    /// The index of a setting among the numbers that the runtime computes for each step.
    fn setting(&self, setting: &Fixed) -> syn::Index {
        let settings = &mut self.variables.borrow_mut().settings;
        let place = settings.iter().position(|known| known == setting).unwrap_or_else(|| {
            settings.push(setting.clone());
            settings.len() - 1
        });
        syn::Index::from(place)
    }

    fn place_ident(&self, place: Place) -> Ident {
        match place {
            Place::Param => Ident::new("param", Span::call_site()),
            Place::State(index) => {
                let name = self.definition.states[index].name();
                Ident::new(&name, Span::call_site())
            }
            Place::Input(index) => Ident::new(&self.definition.inputs[index].name(), Span::call_site()),
            Place::Output(index) => Ident::new(&self.definition.outputs[index].name(), Span::call_site()),
        }
    }

    /// The steps of a frame, in order.
    fn frame(&self, frame: &Frame) -> TokenStream {
        let region = self.region_of(&frame.path);
        let mut tokens = self.fixed_stmts(region);
        let mut declared = BTreeSet::new();
        let mut next = 0;
        while let Some(step) = frame.steps.get(next) {
            if let Some((group, later)) = self.group(frame, next) {
                next = group.end;
                tokens.extend(self.pieces((frame, region), (group, &later), &declared));
                continue;
            }
            next += 1;
            tokens.extend(match step {
                Step::Scalars(compute) => self.scalars(frame, region, compute),
                Step::Pass(variants) => self.variants(region, variants, &mut declared),
                Step::Call(id, library) => self.library_call(frame, *id, *library),
                Step::Axis(id, reduce) => self.axis_call(frame, *id, *reduce),
                Step::Inner(id) => self.inner_call(*id),
                Step::Loop(iterations) => self.iterations(iterations),
                Step::Cut(ids) => self.cut(frame, ids),
            });
        }
        tokens
    }

    /// The region of a frame: the whole body, or the body of a loop.
    fn region_of(&self, path: &Path) -> &'a Region {
        match path.last() {
            Some(Around::Loop(id)) => {
                &self.program.region.iterations(*id).unwrap_or_else(|| unreachable!("a frame is a loop")).body
            }
            _ => &self.program.region,
        }
    }

    /// A loop with barriers in it.
    fn iterations(&self, iterations: &LoopPlan) -> TokenStream {
        let stmt =
            self.program.region.iterations(iterations.id).unwrap_or_else(|| unreachable!("the loop is in the step"));
        let (pattern, iter) = self.header(&stmt.header);
        let scalars: Vec<_> = iterations
            .carried
            .iter()
            .filter(|(_, slots)| slots.is_none())
            .map(|(index, _)| &self.program.carried[*index])
            .collect();
        let names: Vec<Ident> = scalars.iter().map(|carried| self.ident(carried.iteration)).collect();
        let starts = scalars.iter().map(|carried| self.scalar_as(carried.start, carried.iteration));
        let zeros = scalars.iter().map(|carried| self.zero(carried.iteration, true));
        let nexts: Vec<TokenStream> =
            scalars.iter().map(|carried| self.scalar_as(carried.next, carried.iteration)).collect();
        let swaps = iterations.carried.iter().filter_map(|(_, slots)| {
            let (current, next) = (*slots)?;
            (current != next).then(|| quote!(cx.swap(#current, #next);))
        });
        let around = self.enter_iterations(iterations);
        let body = self.frame(&iterations.frame);
        self.leave_iterations(around);
        let [counter, count] = self.counter(iterations);
        let advance = (!names.is_empty()).then(|| quote!((#(#names,)*) = (#(#nexts,)*);));
        let code = quote! {
            #(#names = #starts;)*
            #counter
            for #pattern in #iter {
                #body
                #advance
                #(#swaps)*
                #count
            }
        };
        let code = self.guarded(&iterations.guard, code);
        quote! {
            #(let mut #names = #zeros;)*
            #code
        }
    }

    /// The statements that store scalar states for the next step, and report outputs.
    fn scalar_stores(&self) -> TokenStream {
        self.program
            .stores
            .iter()
            .filter_map(|(place, id)| match place {
                Place::State(index) if self.program.is_scalar(*id) => {
                    let set = match self.definition.states[*index].kind {
                        StateKind::Global => quote!(set_global),
                        _ => quote!(set_scalar),
                    };
                    let value = self.scalar(*id);
                    Some(quote!(cx.#set(#index, #value);))
                }
                Place::Output(index) => {
                    let value = self.scalar(*id);
                    Some(quote!(cx.report(#index, #value);))
                }
                _ => None,
            })
            .collect()
    }

    fn fixed(&self) -> FixedPrinter<'_> {
        let root = &self.definition.root;
        if self.for_clock { FixedPrinter::for_clock(root) } else { FixedPrinter::new(root) }
    }
}

/// For each value, how often it is an operand in a slice.
type UseCounts = BTreeMap<Id, usize>;
