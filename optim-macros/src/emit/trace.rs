//! Second output: the trace, the same body on recording handles. The compiler's type check of this code is a second,
//! independent proof that nothing depends on tensor data.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::body::{BodyPrinter, const_proofs};
use super::dimensions;
use super::fixed::{FixedPrinter, time};
use super::printed::Printed;
use crate::ast::{Argument, Body, Expr, If, Local, Node, Place};
use crate::fixed::Fixed;
use crate::kind::{Dim, Kind, Shape};
use crate::ops::{Class, Library, Op, Over};
use crate::parse::{Definition, State, StateKind};
use crate::paths::{called, shown};
use crate::tokens::mentions;

struct Trace<'a> {
    definition: &'a Definition,
    body: &'a Body,
    root: TokenStream,
}

/// `fn trace` of `impl Definition for Lion`.
pub(super) fn expand(definition: &Definition, body: &Body) -> TokenStream {
    let root = &definition.root;
    let recording = recording(definition, body, true);
    let step = if body.asks { step().to_token_stream() } else { quote!(_) };
    quote! {
        fn trace(&self, dimensions: &[usize], #step: u64) -> #root::Traced { #recording }
    }
}

/// The statements that record a body, with the graph as their value. `stores_states` is false in functions that only read them.
pub(super) fn recording(definition: &Definition, body: &Body, stores_states: bool) -> TokenStream {
    let root = &definition.root;
    let trace = Trace { definition, body, root: quote!(#root) };
    let name = definition.name.to_string();
    let states = definition.states.iter().enumerate();
    let places: Vec<TokenStream> = states.clone().map(|(i, state)| trace.declared(i, state)).collect();
    let stores = states.filter(|_| stores_states).map(|(i, state)| trace.stored(i, state));
    // Only a step assigns outputs.
    let lists: Vec<usize> = definition.lists_of_outputs().filter(|_| stores_states).collect();
    let outputs = lists.iter().map(|output| {
        let (place, name) = (trace.place(Place::Output(*output)), trace.output(*output));
        let number = syn::Index::from(*output);
        quote!(let mut #place = recorder.list::<#root::Scalar>(#name, self.__output_length(#number, shape));)
    });
    let outputs: Vec<TokenStream> = outputs.collect();
    let every_item = !body.asks;
    let reports = lists.iter().map(|output| {
        let place = trace.place(Place::Output(*output));
        quote!(recorder.report_list(&#place, #every_item);)
    });
    let inputs = definition.inputs.iter().enumerate().map(|(i, input)| {
        let (place, name, ty) = (trace.place(Place::Input(i)), input.name(), dimensions::kind(&input.kind));
        match trace.pair(&input.kind, definition.first_fixed_dim_of_input(i)) {
            Some(dims) => quote!(let #place = recorder.input_of::<#root::#ty>(#name, #dims);),
            None => quote!(let #place = recorder.input::<#root::#ty>(#name);),
        }
    });
    let inputs: Vec<TokenStream> = inputs.collect();
    let param = trace.place(Place::Param);
    let contents = trace.contents(&body.block);
    let proofs = const_proofs(&body.consts);
    // Only some conditions and dimensions use the shape.
    let needs_shape =
        places.iter().chain(&inputs).chain(&outputs).chain([&contents]).any(|tokens| mentions(tokens.clone(), "shape"));
    let shape = needs_shape.then(|| quote!(let shape = #root::ParamShape::of(dimensions);));
    let time = body.asks.then(|| {
        let (step, time) = (step(), time());
        quote!(let #time = #root::Time::new(#step);)
    });
    quote! {
        #shape
        #time
        let recorder = &#root::Recorder::new(dimensions);
        let mut #param = recorder.param();
        #(#places)*
        #(#inputs)*
        #(#outputs)*
        #contents
        recorder.store_param(#param);
        #(#stores)*
        #(#reports)*
        #proofs
        recorder.finish(#name)
    }
}

/// The variable for the step that is being recorded.
fn step() -> Ident {
    Ident::new("step", Span::mixed_site())
}

impl BodyPrinter for Trace<'_> {
    fn fixed(&self) -> FixedPrinter<'_> {
        FixedPrinter::new(&self.definition.root)
    }

    fn locals(&self) -> &[Local] {
        &self.body.locals
    }

    fn output(&self, index: usize) -> String {
        self.definition.outputs[index].name()
    }

    /// The variable of a place. Hygiene keeps it apart from all variables of the user.
    fn place(&self, place: Place) -> Ident {
        let name = match place {
            Place::Param => "place_param".to_owned(),
            Place::State(index) => format!("state_{}", self.definition.states[index].name()),
            Place::Input(index) => format!("input_{}", self.definition.inputs[index].name()),
            // The output is a list, since any other output is reported where it is assigned.
            Place::Output(index) => format!("output_{}", self.output(index)),
        };
        Ident::new(&name, Span::mixed_site())
    }

    fn condition(&self, branch: &If, span: Span) -> TokenStream {
        let (root, condition) = (&self.root, self.fixed().whole_test(&branch.test));
        if branch.test.has_let() {
            return condition;
        }
        quote_spanned!(span=> #root::condition(#condition))
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of expression")]
    fn value(&self, expr: &Expr) -> Printed {
        let root = &self.root;
        let span = shown(expr.span);
        Printed::atom(match &expr.node {
            Node::Hyper(value, name) => {
                let value = self.fixed().expr(value);
                quote_spanned!(span=> recorder.hyper(#name, #value))
            }
            Node::Place(place) => {
                let place = self.place(*place);
                quote!(#place)
            }
            Node::Item(list, index) => {
                let (place, index) = (self.list(*list, expr.span), self.fixed().whole(index));
                quote_spanned!(span=> recorder.item(&#place, #root::fixed_index(#index)))
            }
            Node::Grad => quote!(recorder.grad()),
            Node::Count => quote!(recorder.t()),
            Node::Op(op, operands) => {
                let operands: Vec<Printed> = operands.iter().map(|operand| self.expr(operand)).collect();
                return self.operation(*op, &operands, span);
            }
            Node::Powi(base, exponent) => {
                let (base, exponent) = (self.expr(base).tokens, self.fixed().expr(exponent));
                quote_spanned!(span=> #root::ops::powi(#base, (#exponent) as i32))
            }
            Node::Elementwise(path, arguments) => {
                // The function may return an argument unchanged, so each argument gets the dimensions of the result.
                let sized = expr.kind.shape().is_some_and(|shape| own_dims(&shape, root).is_some());
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Value(value) if sized => self.lift(value, &expr.kind, span).tokens,
                    Argument::Value(value) => self.expr(value).tokens,
                    Argument::Fixed(fixed) => {
                        let fixed = self.fixed().expr(fixed);
                        quote!(#root::Given(#fixed))
                    }
                });
                let ty = self.handle(&expr.kind);
                let function = called(path);
                quote_spanned!(function.span()=> #function::call::<#ty>(#(#arguments),*))
            }
            Node::Reduce(reduce, over, operands) => {
                let name = format_ident!("{}{}", over.prefix(), reduce.name());
                let operands = operands.iter().map(|operand| self.expr(operand).tokens);
                quote_spanned!(span=> #root::ops::#name(#(#operands),*))
            }
            Node::ReduceTo(reduce, operands) => {
                let (fold, function) = (
                    format_ident!("{}", format!("{reduce:?}")),
                    format_ident!("{}", ["reduce_to", "reduce_pair_to"][operands.len() - 1]),
                );
                let axis = expr.kind.shape().and_then(|shape| named(shape.dims()?.1, root));
                let operands = operands.iter().map(|operand| self.expr(operand).tokens);
                quote_spanned!(span=> #root::ops::#function(#root::Reduced::#fold, #(#operands,)* #axis))
            }
            Node::Global(reduce, place, operands) => {
                let name = format_ident!("{}{}", Over::Global.prefix(), reduce.name());
                let operands = operands.iter().map(|operand| self.expr(operand).tokens);
                quote_spanned!(span=> #root::ops::#name(#(#operands,)* #place))
            }
            Node::Draw(law, place, like) => {
                let (name, like) = (Ident::new(law.name(), span), self.expr(like).tokens);
                quote_spanned!(span=> #root::ops::#name(#like, #place))
            }
            Node::Inner(_, operands) => {
                let [before, grad] = &**operands;
                let (before, grad) = (self.expr(before).tokens, self.expr(grad).tokens);
                quote_spanned!(span=> recorder.inner(#before, #grad))
            }
            Node::InnerEval(weights) => {
                let weights = self.expr(weights).tokens;
                quote_spanned!(span=> recorder.inner_eval(#weights))
            }
            Node::Child(..) => unreachable!("only schedules have schedules inside"),
            Node::Library(library, operands, fixed) => {
                return self.library_call(*library, operands, fixed, &expr.kind, span);
            }
            Node::Lift(inner) => return self.lift(inner, &expr.kind, span),
            form => unreachable!("{form:?} is written alike in all bodies"),
        })
    }
}

impl Trace<'_> {
    /// The variable of a state, with its value before the step.
    fn declared(&self, i: usize, state: &State) -> TokenStream {
        let root = &self.root;
        let (place, name) = (self.place(Place::State(i)), state.name());
        let ty = dimensions::kind(&state.kind);
        if state.list.is_some() {
            let number = syn::Index::from(i);
            let length = quote!(self.__state_length(#number, shape));
            if state.kind.is_by_axis() {
                let dims = self.pair(&state.kind, 0);
                return quote!(let mut #place = recorder.list_by_axis::<#root::#ty>(#name, #length, |item| #dims););
            }
            return match self.pair(&state.kind, self.definition.first_fixed_dim(i)) {
                Some(dims) => quote!(let mut #place = recorder.list_of::<#root::#ty>(#name, #length, #dims);),
                None => quote!(let mut #place = recorder.list::<#root::#ty>(#name, #length);),
            };
        }
        match self.pair(&state.kind, self.definition.first_fixed_dim(i)) {
            Some(dims) => quote!(let mut #place = recorder.state_of::<#root::#ty>(#name, #dims);),
            None => quote!(let mut #place = recorder.state::<#root::#ty>(#name);),
        }
    }

    /// The statement that stores the new value of a state.
    fn stored(&self, i: usize, state: &State) -> TokenStream {
        let (place, name) = (self.place(Place::State(i)), state.name());
        if state.list.is_some() {
            return quote!(recorder.store_list(&#place););
        }
        match self.pair(&state.kind, self.definition.first_fixed_dim(i)) {
            Some(dims) => quote!(recorder.store_state_of(#name, #place, #dims);),
            None => quote!(recorder.store_state(#name, #place);),
        }
    }

    /// The dimensions of a state or an input, if no kind has them; `number` is the number of the first fixed dimension.
    fn pair(&self, kind: &StateKind, mut number: usize) -> Option<TokenStream> {
        let (StateKind::Pair(rows, cols), root) = (kind, &self.root) else { return None };
        let rows = dimensions::declared(rows, &mut number, root);
        let cols = dimensions::declared(cols, &mut number, root);
        Some(quote!(#root::Dims::new(#rows, #cols)))
    }
    fn operation(&self, op: Op, operands: &[Printed], span: Span) -> Printed {
        // Comparisons of handles cannot use Rust's operators, which return `bool`.
        let compares = op.class() == Class::Compare;
        let operator = if compares { None } else { Printed::operator(op, operands, span) };
        operator.unwrap_or_else(|| {
            let root = &self.root;
            let name = Ident::new(op.name(), span);
            let operands = operands.iter().map(|operand| &operand.tokens);
            Printed::atom(quote_spanned!(span=> #root::ops::#name(#(#operands),*)))
        })
    }

    fn library_call(&self, library: Library, operands: &[Expr], fixed: &[Fixed], kind: &Kind, span: Span) -> Printed {
        let root = &self.root;
        // A single column has the kind of rows.
        let one_column = library == Library::FirstCols && matches!(kind, Kind::Num(Shape::Matrix(_, Dim::One)));
        let name = Ident::new(if one_column { "first_col" } else { library.name() }, span);
        let operands: Vec<TokenStream> = operands.iter().map(|operand| self.expr(operand).tokens).collect();
        let fixed = fixed.iter().map(|fixed| {
            let fixed = self.fixed().whole(fixed);
            let size = quote!(#root::fixed_size(#fixed));
            if library != Library::Eye {
                return size;
            }
            let dim = kind.shape().and_then(|shape| named(shape.dims()?.0, root));
            dim.unwrap_or_else(|| quote!(#root::Dim::Size(#size)))
        });
        let operands = library.in_order(operands, fixed.filter(|_| !one_column));
        Printed::atom(quote_spanned!(span=> #root::ops::#name(#(#operands),*)))
    }

    fn lift(&self, inner: &Expr, kind: &Kind, span: Span) -> Printed {
        let root = &self.root;
        let value = self.expr(inner);
        if kind.clone().of_parameter() == inner.kind.clone().of_parameter() {
            return value;
        }
        let value = value.tokens;
        Printed::atom(match kind {
            Kind::Num(shape) if *shape == Shape::TENSOR => quote_spanned!(span=> #root::ops::full(#value)),
            Kind::Num(shape) if shape.is_scalar() => quote_spanned!(span=> #root::ops::scalar(#value)),
            kind => {
                let ty = self.handle(kind);
                match kind.shape().and_then(|shape| own_dims(&shape, root)) {
                    Some(dims) => quote_spanned!(span=> #root::ops::lift_to::<#ty, _>(#value, #dims)),
                    None => quote_spanned!(span=> #root::ops::lift::<#ty, _>(#value)),
                }
            }
        })
    }

    /// The handle type of a kind.
    fn handle(&self, kind: &Kind) -> TokenStream {
        let root = &self.root;
        match kind {
            Kind::Mask(shape) => {
                let of = format_ident!("{}", shape.name());
                quote!(#root::Mask<#root::#of>)
            }
            Kind::Num(shape) => {
                let name = format_ident!("{}", shape.name());
                quote!(#root::#name)
            }
            _ => quote!(f64),
        }
    }
}

/// The dimensions of a value, if they differ from the parameter's, which its kind stands for.
/// `None` if they depend on a condition; the other operands then determine them.
fn own_dims(shape: &Shape, root: &TokenStream) -> Option<TokenStream> {
    let (rows, cols) = shape.dims()?;
    let usual = matches!(rows, Dim::One | Dim::Rows) && matches!(cols, Dim::One | Dim::Cols);
    let (rows, cols) = (named(rows, root)?, named(cols, root)?);
    (!usual).then(|| quote!(#root::Dims::new(#rows, #cols)))
}

/// A dimension in the runtime's form; `None` if it depends on a condition.
fn named(dim: &Dim, root: &TokenStream) -> Option<TokenStream> {
    Some(match dim {
        Dim::One => quote!(#root::Dim::One),
        Dim::Rows => quote!(#root::Dim::Rows),
        Dim::Cols => quote!(#root::Dim::Cols),
        Dim::Fixed(length) => {
            let size = dimensions::fixed(length, root);
            quote!(#root::Dim::Size(#size))
        }
        Dim::Axis(axis) => dimensions::of_axis(axis, root),
        Dim::Min(a, b) => {
            let (a, b) = (named(a, root)?, named(b, root)?);
            quote!(#root::Dim::min(#a, #b, shape))
        }
        Dim::If(..) => return None,
    })
}
