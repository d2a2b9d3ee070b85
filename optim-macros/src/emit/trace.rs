//! Second output: the trace. The same body over recording handles, which the compiler's type check reads as a second,
//! independent proof that nothing depends on tensor data.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use crate::ast::{Argument, Block, Body, Expr, Node, Pattern, Place, Stmt, Target};
use crate::kind::{Dim, Kind, Shape};
use crate::ops::Op;
use crate::parse::{Definition, StateKind};
use crate::paths::shown;

struct Trace<'a> {
    definition: &'a Definition,
    body: &'a Body,
    root: TokenStream,
}

/// `fn graph` of `impl Definition for Lion`.
pub(super) fn expand(definition: &Definition, body: &Body) -> TokenStream {
    let root = &definition.root;
    let trace = Trace { definition, body, root: quote!(#root) };
    let name = definition.name.to_string();
    let places: Vec<TokenStream> = definition
        .states
        .iter()
        .enumerate()
        .map(|(i, state)| {
            let (place, name) = (trace.place(Place::State(i)), state.name());
            let ty = state_type(state.kind);
            quote!(let mut #place = recorder.state::<#root::lang::#ty>(#name);)
        })
        .collect();
    let stores: Vec<TokenStream> = definition
        .states
        .iter()
        .enumerate()
        .map(|(i, state)| {
            let (place, name) = (trace.place(Place::State(i)), state.name());
            quote!(recorder.store_state(#name, #place);)
        })
        .collect();
    let param = trace.place(Place::Param);
    let block = trace.block(&body.block);
    let consts = &body.consts;
    let proofs = (!consts.is_empty()).then(|| {
        quote! {
            // A `static` can't stand in a pattern, a `const` can.
            #(let _ = || match #consts { #consts => (), _ => () };)*
        }
    });
    quote! {
        fn graph(&self, dimensions: &[usize]) -> ::core::result::Result<#root::Graph, #root::GraphError> {
            let dimensions = <Self as #root::Definition>::axes(dimensions);
            let shape = #root::ParamShape::of(&dimensions);
            let recorder = #root::lang::Recorder::new(&dimensions);
            let mut #param = recorder.param();
            #(#places)*
            #block
            recorder.store_param(#param);
            #(#stores)*
            #proofs
            recorder.finish(#name)
        }
    }
}

fn state_type(kind: StateKind) -> Ident {
    let name = match kind {
        StateKind::Tensor => "Tensor",
        StateKind::Scalar => "Scalar",
        StateKind::Rows => "Rows",
        StateKind::Cols => "Cols",
    };
    Ident::new(name, Span::call_site())
}

impl Trace<'_> {
    /// The variable of a place: no variable of the user's is the same, whatever it is called.
    fn place(&self, place: Place) -> Ident {
        let name = match place {
            Place::Param => "place_param".to_owned(),
            Place::State(index) => format!("state_{}", self.definition.states[index].name()),
        };
        Ident::new(&name, Span::mixed_site())
    }

    fn local(&self, id: usize, span: Span) -> Ident {
        Ident::new(&self.body.locals[id].ident.to_string(), shown(span))
    }

    fn block(&self, block: &Block) -> TokenStream {
        let stmts = block.stmts.iter().map(|stmt| self.stmt(stmt));
        let value = block.value.as_ref().map(|value| self.expr(value));
        quote!({ #(#stmts)* #value })
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        match stmt {
            Stmt::Host { tokens, .. } => tokens.clone(),
            Stmt::Let(pattern, value) => {
                let pattern = self.pattern(pattern);
                let value = self.expr(value);
                quote!(let #pattern = #value;)
            }
            Stmt::Declare(id) => {
                let local = &self.body.locals[*id].ident;
                quote!(let mut #local;)
            }
            Stmt::Assign(Target::Place(place), value) => {
                let (place, span) = (self.place(*place), value.span);
                let value = self.expr(value);
                quote_spanned!(shown(span)=> #place = #value;)
            }
            Stmt::Assign(Target::Local(id, path), value) => {
                let (local, span) = (self.local(*id, value.span), value.span);
                let value = self.expr(value);
                let path = path.iter().map(|n| syn::Index::from(*n));
                let target = quote!(#local #(.#path)*);
                quote_spanned!(shown(span)=> #target = #value;)
            }
            // The statements of a unit block are in the scope of what follows: a pattern bound there is used later.
            Stmt::Expr(Expr { node: Node::Block(block), .. }) if block.value.is_none() => {
                let stmts = block.stmts.iter().map(|stmt| self.stmt(stmt));
                quote!(#(#stmts)*)
            }
            Stmt::Expr(value) => {
                let value = self.expr(value);
                quote!(#value;)
            }
            Stmt::For { pattern, iter, body, .. } => {
                let body = self.block(body);
                quote!(for #pattern in #iter #body)
            }
        }
    }

    fn pattern(&self, pattern: &Pattern) -> TokenStream {
        match pattern {
            Pattern::Wild => quote!(_),
            Pattern::Bind(id) => {
                let ident = &self.body.locals[*id].ident;
                quote!(mut #ident)
            }
            Pattern::Host(tokens, _) => tokens.clone(),
            // Arrays are recorded as tuples: their elements are known one by one.
            Pattern::Items(items) => {
                let items = items.iter().map(|item| self.pattern(item));
                quote!((#(#items,)*))
            }
        }
    }

    fn expr(&self, expr: &Expr) -> TokenStream {
        let root = &self.root;
        let span = shown(expr.span);
        match &expr.node {
            Node::Host(tokens) => tokens.clone(),
            Node::Local(id) => {
                let local = self.local(*id, expr.span);
                quote!(#local)
            }
            Node::Hyper(tokens, name) => quote_spanned!(span=> recorder.hyper(#name, #tokens)),
            Node::Place(place) => {
                let place = self.place(*place);
                quote!(#place)
            }
            Node::Grad => quote!(recorder.grad()),
            Node::Count => quote!(recorder.t()),
            Node::Op(op, operands) => {
                let operands: Vec<TokenStream> = operands.iter().map(|operand| self.expr(operand)).collect();
                self.operation(*op, &operands, span)
            }
            Node::Powi(base, exponent) => {
                let base = self.expr(base);
                quote_spanned!(span=> #root::lang::ops::powi(#base, (#exponent) as i32))
            }
            Node::Elementwise(path, arguments) => {
                // The function may give back an argument as it is, so each has the sizes of the result.
                let sized = expr.kind.shape().as_ref().and_then(own_sizes).is_some();
                let arguments = arguments.iter().map(|argument| match argument {
                    Argument::Value(value) if sized => self.lift(value, &expr.kind, span),
                    Argument::Value(value) => self.expr(value),
                    Argument::Host(tokens) => quote!(#root::Given(#tokens)),
                });
                let ty = self.handle(&expr.kind);
                // As a type: what the compiler says of a function that is not marked then names it.
                quote_spanned!(span=> <#path>::call::<#ty>(#(#arguments),*))
            }
            Node::Reduce(reduce, over, operands) => {
                let name = format_ident!("{}{}", over.prefix(), reduce.name());
                let operands = operands.iter().map(|operand| self.expr(operand));
                quote_spanned!(span=> #root::lang::ops::#name(#(#operands),*))
            }
            Node::Child(..) => unreachable!("only schedules have schedules inside"),
            Node::Matmul(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                quote_spanned!(span=> #root::lang::ops::matmul(#a, #b))
            }
            Node::Transpose(a) => {
                let a = self.expr(a);
                quote_spanned!(span=> #root::lang::ops::t(#a))
            }
            Node::Lift(inner) => self.lift(inner, &expr.kind, span),
            Node::Tuple(items) | Node::Array(items) => {
                let items = items.iter().map(|item| self.expr(item));
                quote!((#(#items,)*))
            }
            Node::Field(base, n) => {
                let (base, n) = (self.expr(base), syn::Index::from(*n));
                quote!(#base.#n)
            }
            Node::Index(base, position) => self.index(base, position),
            Node::Block(block) => self.block(block),
            Node::If(branch) => {
                let condition = &branch.condition;
                let (then, els) = (self.block(&branch.then), self.block(&branch.els));
                if branch.has_let {
                    return quote!(if #condition #then else #els);
                }
                quote_spanned!(span=> if #root::lang::condition(#condition) #then else #els)
            }
            Node::Match(matched) => {
                let scrutinee = &matched.scrutinee;
                let arms = matched.arms.iter().map(|arm| {
                    let (pattern, body) = (&arm.pattern, self.block(&arm.body));
                    quote!(#pattern => #body)
                });
                quote!(match #scrutinee { #(#arms)* })
            }
        }
    }

    fn operation(&self, op: Op, operands: &[TokenStream], span: Span) -> TokenStream {
        let sign = match op {
            Op::Add => quote_spanned!(span=> +),
            Op::Sub => quote_spanned!(span=> -),
            Op::Mul => quote_spanned!(span=> *),
            Op::Div => quote_spanned!(span=> /),
            Op::Rem => quote_spanned!(span=> %),
            Op::And => quote_spanned!(span=> &),
            Op::Or => quote_spanned!(span=> |),
            Op::Neg => {
                let a = &operands[0];
                return quote_spanned!(span=> (-#a));
            }
            Op::Not => {
                let a = &operands[0];
                return quote_spanned!(span=> (!#a));
            }
            function => {
                let root = &self.root;
                let name = Ident::new(function.name(), span);
                return quote_spanned!(span=> #root::lang::ops::#name(#(#operands),*));
            }
        };
        let (a, b) = (&operands[0], &operands[1]);
        quote_spanned!(span=> (#a #sign #b))
    }

    fn lift(&self, inner: &Expr, kind: &Kind, span: Span) -> TokenStream {
        let root = &self.root;
        let value = self.expr(inner);
        if *kind == inner.kind {
            return value;
        }
        match kind {
            Kind::Num(shape) if *shape == Shape::tensor() => quote_spanned!(span=> #root::lang::ops::full(#value)),
            Kind::Num(shape) if shape.is_scalar() => quote_spanned!(span=> #root::lang::ops::scalar(#value)),
            kind => {
                let ty = self.handle(kind);
                match kind.shape().as_ref().and_then(own_sizes) {
                    Some([rows, cols]) => {
                        quote_spanned!(span=> #root::lang::ops::lift_to::<#ty, _>(#value, #rows, #cols))
                    }
                    None => quote_spanned!(span=> #root::lang::ops::lift::<#ty, _>(#value)),
                }
            }
        }
    }

    /// The handle type of a kind.
    fn handle(&self, kind: &Kind) -> TokenStream {
        let root = &self.root;
        match kind {
            Kind::Mask(shape) => {
                let of = format_ident!("{}", shape.name());
                quote!(#root::lang::Mask<#root::lang::#of>)
            }
            Kind::Num(shape) => {
                let name = format_ident!("{}", shape.name());
                quote!(#root::lang::#name)
            }
            _ => quote!(f64),
        }
    }

    /// An element of an array of values by a fixed index.
    fn index(&self, base: &Expr, position: &TokenStream) -> TokenStream {
        let count = match &base.kind {
            Kind::Array(items) => items.len(),
            _ => 1,
        };
        let base = self.expr(base);
        let arms = (0..count).map(|i| {
            let index = syn::Index::from(i);
            let pattern = if i + 1 == count { quote!(_) } else { quote!(#i) };
            quote!(#pattern => items.#index,)
        });
        quote!({ let items = #base; match #position { #(#arms)* } })
    }
}

/// The sizes of a value that was transposed or multiplied: its kind alone would mean those of the parameter. Sizes that
/// depend on a condition are left to what the value meets.
fn own_sizes(shape: &Shape) -> Option<[TokenStream; 2]> {
    let usual = matches!(shape.row, None | Some(Dim::Rows)) && matches!(shape.col, None | Some(Dim::Cols));
    let size = |dim: &Option<Dim>| match dim {
        None => Some(quote!(::core::option::Option::None)),
        Some(Dim::Rows) => Some(quote!(::core::option::Option::Some(shape.rows()))),
        Some(Dim::Cols) => Some(quote!(::core::option::Option::Some(shape.cols()))),
        Some(Dim::If(..)) => None,
    };
    if usual { None } else { Some([size(&shape.row)?, size(&shape.col)?]) }
}
