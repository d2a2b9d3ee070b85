//! Fixed expressions as Rust, with parentheses around every operator.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{AngleBracketedGenericArguments, Path};

use crate::carried;
use crate::fixed::{Arm, Fixed, Form, Function, Let, Look, Pattern, Question, Receiver, Setting, Test, Var};
use crate::paths::{called, shown};
use crate::tokens::{readable, without_parentheses};

/// A printer of fixed expressions; `root` is the path of the runtime.
#[derive(Clone, Copy)]
pub(crate) struct FixedPrinter<'a> {
    root: &'a Path,
    time: Asks,
}

/// The form in which questions about time are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// `time.every(k)`
    Time,
    /// `clock.every(k, "every(k)")`: the clock records the question.
    Clock,
    /// `every(k)`, as text for messages.
    Nobody,
}

impl<'a> FixedPrinter<'a> {
    /// For code that runs with the answers.
    pub(crate) const fn new(root: &'a Path) -> Self {
        Self { root, time: Asks::Time }
    }

    /// For code that only records the questions of a step.
    pub(crate) const fn for_clock(root: &'a Path) -> Self {
        Self { root, time: Asks::Clock }
    }

    /// The path of the runtime.
    pub(crate) const fn root(self) -> &'a Path {
        self.root
    }

    /// For text in messages.
    pub(crate) const fn shown(root: &'a Path) -> Self {
        Self { root, time: Asks::Nobody }
    }
}

impl FixedPrinter<'_> {
    /// An expression in parentheses wherever it could be taken apart.
    #[expect(clippy::too_many_lines, reason = "one arm for each form")]
    pub(crate) fn expr(self, fixed: &Fixed) -> TokenStream {
        let span = fixed.span();
        match fixed.form() {
            Form::Literal(literal) => quote!(#literal),
            Form::Length(length) => quote!(#length),
            Form::Items(list) => {
                let list = syn::Index::from(*list);
                quote!(self.__state_length(#list, shape))
            }
            Form::OutputItems(list) => {
                let list = syn::Index::from(*list);
                quote!(self.__output_length(#list, shape))
            }
            Form::Variable(var) => {
                let name = Ident::new(&var.0.to_string(), shown(span));
                quote!(#name)
            }
            Form::Constant(path) | Form::Core(path) => quote!(#path),
            Form::Setting(setting) => self.setting(setting, span),
            Form::Size(size) => {
                let (shape, size) = (Ident::new("shape", shown(span)), Ident::new(size.name(), shown(span)));
                quote_spanned!(span=> #shape.#size())
            }
            Form::Unary(op, a) => {
                let a = self.expr(a);
                quote_spanned!(span=> (#op #a))
            }
            Form::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                quote_spanned!(span=> (#a #op #b))
            }
            Form::Method(receiver, receiver_of, name, types, arguments) => {
                self.method(*receiver, receiver_of, (name, types.as_ref()), arguments, span)
            }
            Form::Call(function, arguments) => self.call(function, &self.all(arguments), span),
            Form::Asked(question, arguments) => self.asked(*question, arguments, span),
            Form::Member(a, member) => {
                let a = self.expr(a);
                quote_spanned!(span=> #a.#member)
            }
            Form::Index(a, place) => {
                let (a, place) = (self.expr(a), self.expr(place));
                quote_spanned!(span=> #a[#place])
            }
            Form::Tuple(items) => {
                let items = self.all(items);
                quote_spanned!(span=> (#(#items,)*))
            }
            Form::Array(items) => {
                let items = self.all(items);
                quote_spanned!(span=> [#(#items),*])
            }
            Form::Repeat(item, length) => {
                let (item, length) = (self.expr(item), self.expr(length));
                quote_spanned!(span=> [#item; #length])
            }
            Form::Range(start, limits, end) => {
                let [start, end] = [start, end].map(|bound| bound.as_ref().map(|bound| self.expr(bound)));
                quote_spanned!(span=> (#start #limits #end))
            }
            Form::Cast(a, ty) => {
                let (a, ty) = (self.expr(a), carried::written_type(ty, self.root));
                quote_spanned!(span=> (#a as #ty))
            }
            Form::Block(lets, value) => {
                let (lets, value) = (lets.iter().map(|own| self.statement(own)), self.expr(value));
                quote_spanned!(span=> { #(#lets)* #value })
            }
            Form::If(test, then, els) => {
                let (test, then, els) = (self.test(test), self.expr(then), self.expr(els));
                quote_spanned!(span=> (if #test { #then } else { #els }))
            }
            Form::Match(a, arms) => {
                let (a, arms) = (self.expr(a), arms.iter().map(|arm| self.arm(arm)));
                quote_spanned!(span=> (match #a { #(#arms)* }))
            }
        }
    }

    /// A setting, in the way that its type is read.
    fn setting(self, setting: &Setting, span: Span) -> TokenStream {
        let (this, ident) = (Ident::new("self", shown(span)), &setting.ident);
        match setting.look {
            _ if self.time == Asks::Nobody => quote_spanned!(span=> #this.#ident),
            Look::Copy => quote_spanned!(span=> #this.#ident),
            Look::Borrow => quote_spanned!(span=> (&#this.#ident)),
            Look::Slice => quote_spanned!(span=> (&*#this.#ident)),
            Look::OptionBorrow => quote_spanned!(span=> #this.#ident.as_ref()),
            Look::OptionSlice => quote_spanned!(span=> #this.#ident.as_deref()),
        }
    }

    /// A call of a method of plain Rust.
    fn method(
        self,
        receiver: Receiver,
        receiver_of: &Fixed,
        (name, types): (&Ident, Option<&AngleBracketedGenericArguments>),
        arguments: &[Fixed],
        span: Span,
    ) -> TokenStream {
        let root = self.root;
        let (a, arguments) = (self.expr(receiver_of), self.all(arguments));
        // If the receiver lacks the method, the compiler underlines the surrounding call. With this span, that is the method's name.
        let at = name.span();
        match receiver {
            _ if self.time == Asks::Nobody => quote_spanned!(span=> #a.#name #types(#(#arguments),*)),
            // The wrapper proves that the receiver is a number, whose method no trait of the user can replace.
            Receiver::Number => {
                quote_spanned!(at=> #root::fixed_number((#a,).0).#name #types(#(#arguments),*))
            }
            // The loop of a pass outlives the copy of a setting, so it borrows from the optimizer itself.
            Receiver::Sequence if name == "iter" && is_copied_setting(receiver_of) => {
                quote_spanned!(at=> #root::fixed_sequence((&#a,).0).#name #types(#(#arguments),*))
            }
            Receiver::Sequence => {
                quote_spanned!(at=> #root::fixed_sequence((#a,).0).#name #types(#(#arguments),*))
            }
            Receiver::Float => {
                quote_spanned!(span=> #root::math::#name::<::core::primitive::f64>(#a #(, #arguments)*))
            }
            Receiver::Setting => quote_spanned!(span=> #a.#name(#(#arguments),*)),
        }
    }

    /// An expression where Rust needs no outer parentheses.
    pub(crate) fn whole(self, fixed: &Fixed) -> TokenStream {
        without_parentheses(self.expr(fixed))
    }

    fn all(self, items: &[Fixed]) -> Vec<TokenStream> {
        items.iter().map(|item| self.expr(item)).collect()
    }

    /// A question about the step count.
    fn asked(self, question: Question, arguments: &[Fixed], span: Span) -> TokenStream {
        let name = match (question, arguments.len()) {
            (Question::Slot, 2) if self.time != Asks::Nobody => "slot_later",
            (Question::Every, 2) if self.time != Asks::Nobody => "every_from",
            _ => question.name(),
        };
        let (name, shown) = (Ident::new(name, Span::call_site()), FixedPrinter { time: Asks::Nobody, ..self });
        let values = self.all(arguments);
        match self.time {
            Asks::Nobody if question == Question::Index => shown.expr(&arguments[0]),
            Asks::Nobody => quote_spanned!(span=> #name(#(#values),*)),
            Asks::Time => {
                let time = time();
                // The list's name is only for errors of the clock.
                let values = if question == Question::Index { &values[..2] } else { &values };
                quote_spanned!(span=> #time.#name(#(#values),*))
            }
            Asks::Clock => {
                let clock = clock();
                let shown = shown.asked(question, arguments, span);
                let text = readable(&shown);
                let [at, of] = ["slot", "length"].map(|name| Ident::new(name, Span::mixed_site()));
                match (question, values.as_slice()) {
                    // The slot is a question to the same clock, so it is evaluated before the call.
                    (Question::Index, [slot, length, list]) => quote_spanned!(span=> {
                        let #at = #slot;
                        let #of = #length;
                        #clock.#name(#at, #of, ::core::concat!(#list, "[", #text, "]"))
                    }),
                    _ => quote_spanned!(span=> #clock.#name(#(#values,)* #text)),
                }
            }
        }
    }

    fn call(self, function: &Function, arguments: &[TokenStream], span: Span) -> TokenStream {
        let root = self.root;
        match function {
            Function::Some => quote_spanned!(span=> ::core::option::Option::Some(#(#arguments),*)),
            Function::Core(path) => quote_spanned!(span=> #path(#(#arguments),*)),
            Function::Elementwise(path) => {
                let function = called(path);
                quote_spanned!(span=> #function::call::<::core::primitive::f64>(#(#root::Given(#arguments)),*))
            }
            Function::Integer => quote_spanned!(span=> #root::fixed_integer(#(#arguments),*)),
            Function::Element => {
                let (list, place) = (&arguments[0], &arguments[1..]);
                quote_spanned!(span=> #root::element(&#list, #(#place),*))
            }
            Function::Dim => {
                let (of, axis) = (if self.time == Asks::Nobody { "param" } else { "shape" }, &arguments[0]);
                let (of, axis) = (
                    Ident::new(of, shown(span)),
                    if self.time == Asks::Nobody { quote!(#axis) } else { quote!(#root::fixed_size(#axis)) },
                );
                quote_spanned!(span=> #of.dim(#axis))
            }
            Function::InitialValue => quote_spanned!(span=> #root::Child::initial_value(#(&#arguments),*)),
        }
    }

    fn arm(self, arm: &Arm<Fixed>) -> TokenStream {
        let (pattern, value) = (self.pattern_and_guard(&arm.pattern, arm.guard.as_ref()), self.expr(&arm.value));
        quote!(#pattern => #value,)
    }

    /// The tokens before the `=>` of an arm.
    pub(crate) fn pattern_and_guard(self, pattern: &Pattern, guard: Option<&Test<Fixed>>) -> TokenStream {
        let pattern = self.pattern(pattern);
        match guard.map(|guard| self.test(guard)) {
            Some(guard) => quote!(#pattern if #guard),
            None => pattern,
        }
    }

    /// The condition after `if`, in parentheses where Rust needs them.
    pub(crate) fn test(self, test: &Test<Fixed>) -> TokenStream {
        match test {
            Test::Is(value) => self.expr(value),
            Test::Let(pattern, value) => {
                let span = value.span();
                let (pattern, value) = (self.pattern(pattern), self.expr(value));
                quote_spanned!(span=> let #pattern = #value)
            }
            Test::Both(a, b) => {
                let (a, b) = (self.test(a), self.test(b));
                quote!(#a && #b)
            }
        }
    }

    /// A condition where Rust needs no outer parentheses.
    pub(crate) fn whole_test(self, test: &Test<Fixed>) -> TokenStream {
        without_parentheses(self.test(test))
    }

    pub(crate) fn statement(self, own: &Let<Fixed>) -> TokenStream {
        let ty = own.ty.as_ref().map(|ty| carried::written_type(ty, self.root));
        let ty = ty.map(|ty| quote_spanned!(own.span=> : #ty));
        let (pattern, value) = (self.pattern(&own.pattern), self.expr(&own.value));
        quote_spanned!(own.span=> let #pattern #ty = #value;)
    }

    pub(crate) fn pattern(self, pattern: &Pattern) -> TokenStream {
        let all = |items: &[Pattern]| items.iter().map(|item| self.pattern(item)).collect::<Vec<_>>();
        match pattern {
            Pattern::Bind(Var(ident), mutable, inner) => {
                let mutable = mutable.then(|| quote!(mut));
                let inner = inner.as_ref().map(|inner| self.pattern(inner)).map(|inner| quote!(@ #inner));
                quote!(#mutable #ident #inner)
            }
            Pattern::Tuple(items) => {
                let items = all(items);
                quote!((#(#items,)*))
            }
            Pattern::Slice(items) => {
                let items = all(items);
                quote!([#(#items),*])
            }
            Pattern::Variant(path, items) => {
                let items = all(items);
                quote!(#path(#(#items),*))
            }
            Pattern::Or(cases) => {
                let cases = all(cases);
                quote!(#(#cases)|*)
            }
            Pattern::Paren(inner) => {
                let inner = self.pattern(inner);
                quote!((#inner))
            }
            Pattern::Reference(inner) => {
                let inner = self.pattern(inner);
                quote!(&#inner)
            }
            Pattern::Typed(inner, ty) => {
                let (inner, ty) = (self.pattern(inner), carried::written_type(ty, self.root));
                quote!(#inner: #ty)
            }
            Pattern::None => quote!(::core::option::Option::None),
            Pattern::Number(number) => quote!(#number),
            Pattern::Plain(pattern) => pattern.to_token_stream(),
        }
    }
}

/// Returns true for a setting that is copied.
fn is_copied_setting(fixed: &Fixed) -> bool {
    matches!(fixed.form(), Form::Setting(setting) if setting.look == Look::Copy)
}

/// The variable that answers questions about time. Hygiene keeps it apart from all variables of the user.
pub(crate) fn time() -> Ident {
    Ident::new("time", Span::mixed_site())
}

/// The variable that records questions about time.
pub(crate) fn clock() -> Ident {
    Ident::new("clock", Span::mixed_site())
}
