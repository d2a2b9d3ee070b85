//! The parser on right, wrong and half-typed input.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::ItemStruct;

use super::item::{AnnotatedStruct, parse};
use super::range::Ranges;
use super::{HyperType, Init, Language, StateKind};
use crate::diag::Errors;

/// Parses and expands; the messages and the item.
fn read(arguments: TokenStream, item: TokenStream) -> (AnnotatedStruct, Vec<String>) {
    let mut errors = Errors::new();
    let item: ItemStruct = syn::parse2(item).expect("a struct");
    let item = parse(arguments, item, Language::Optimizer, &mut errors);
    (item, errors.messages())
}

/// The only message of an attribute on `struct A { k: usize, #[hyper(scheduled)] lr: f64, flag: bool }`.
fn message(arguments: &str) -> String {
    let item = quote! { struct A { k: usize, #[hyper(scheduled)] lr: f64, flag: bool } };
    let (_, messages) = read(arguments.parse().expect("tokens"), item);
    assert!(messages.len() == 1, "{arguments}: {messages:?}");
    messages[0].clone()
}

/// The only message of a field.
fn field_message(field: &str) -> String {
    let (_, messages) = read(quote!(), format!("struct A {{ {field} }}").parse().expect("tokens"));
    assert!(messages.len() == 1, "{field}: {messages:?}");
    messages[0].clone()
}

#[test]
fn everything_of_the_attribute() {
    let (item, messages) = read(
        quote! {
            state <
                exp_avg = 0.0,
                /// Documented.
                neg = -0.5,
                copy = param if self.flag,
                power: scalar = { self.betas.0 },
                row: rows = 0.0 if param.ndim() >= 2 && self.k > 1,
                col: cols = f64::EPSILON if self.k >> 1 > 0,
                last = Self::START if param.ndim() < 2
            >,
            requires(self.betas.0 < self.betas.1, "unsorted"),
            requires(param.ndim() > 1,),
            crate = ::my::optim_core,
        },
        quote! { pub struct All { k: usize, betas: (f64, f64), flag: bool } },
    );
    assert_eq!(messages, [""; 0]);
    let definition = item.definition;
    let states: Vec<_> =
        definition.states.iter().map(|state| (state.name(), state.kind.clone(), state.cond.is_some())).collect();
    let expected = [
        ("exp_avg", StateKind::Tensor, false),
        ("neg", StateKind::Tensor, false),
        ("copy", StateKind::Tensor, true),
        ("power", StateKind::Scalar, false),
        ("row", StateKind::Rows, true),
        ("col", StateKind::Cols, true),
        ("last", StateKind::Tensor, true),
    ];
    assert_eq!(states, expected.map(|(name, kind, cond)| (name.to_owned(), kind, cond)));
    assert!(matches!(definition.states[2].init, Init::Param(_)));
    assert_eq!(definition.requires.len(), 2);
    assert!(!definition.requires[0].names_param() && definition.requires[1].names_param());
    assert_eq!(quote::ToTokens::to_token_stream(&definition.root).to_string(), ":: my :: optim_core :: __private");
}

#[test]
fn the_end_of_the_state_list() {
    for (arguments, count) in [
        ("state <>", 0),
        ("state <a = 0.0>", 1),
        ("state<a=0.0>", 1),
        ("state <a = 0.0,>,", 1),
        ("state <a = 0.0 if self.k > 1>", 1),
        ("state <a = 0.0 if self.k > 1, b = 0.0 if 1 < self.k>, requires(self.k > 0)", 2),
        ("state <a = 0.0 if self.k >= 1, b = 0.0>, crate = a::b", 2),
        ("requires(self.k > 1), state <a = 0.0 if self.k >> 1 == 1>", 1),
        ("state <a = 0.0 if self.k > 1 && param.ndim() > 2,>", 1),
        ("", 0),
    ] {
        let (item, messages) = read(arguments.parse().expect("tokens"), quote! { struct A { k: usize } });
        assert_eq!(messages, [""; 0], "{arguments}");
        assert_eq!(item.definition.states.len(), count, "{arguments}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn mistakes_in_the_attribute() {
    for (arguments, part) in [
        ("state", "needs a list in angle brackets"),
        ("state (a = 0.0)", "takes its list in angle brackets"),
        ("state <a = 0.0", "no closing `>`"),
        ("state <a = 0.0>, state <b = 0.0>", "given twice"),
        ("state <a = 0.0> requires(self.k > 1)", "expected `,`"),
        ("state <a>", "no initial value\nhelp: write `a = 0.0`"),
        ("state <a = >", "no initial value"),
        ("state <a = 0>", "integer\nhelp: write `0.0`"),
        ("state <a = -1>", "integer\nhelp: write `-1.0`"),
        ("state <a = 0.0f32>", "initial values must be `f64`"),
        ("state <a = true>", "not a number"),
        ("state <a = self.lr>", "or an expression in braces"),
        ("state <a = grad>", "can't start as the gradient"),
        ("state <a = {}>", "no initial value"),
        ("state <a = { param }>", "write `name = param`"),
        ("state <a: = 0.0>", "expected the kind of the state"),
        ("state <a: row = 0.0>", "help: write `a: rows`"),
        ("state <a: Tensor = 0.0>", "help: write `a: tensor`"),
        (
            "state <a: matrix = 0.0>",
            "the kinds are `tensor`, `scalar`, `rows`, `cols`, `matrices`, `global`, `along(i)`, `without(i)`, and dimensions \
             such as `(rows, self.rank)`; a list is `[tensor; self.m]`",
        ),
        ("state <a = 0.0 if>", "condition of the state `a` is missing"),
        ("state <a = 0.0 if self.k >, b = 0.0>", "not a complete expression"),
        ("state <a = 0.0 if self.lr > 0.0>", "can't depend on `lr`"),
        ("state <a = 0.0 if self.flags>", "did you mean `flag`?"),
        ("state <a = 0.0 if self.on()>", "a method of `self` is not allowed"),
        ("state <a = 0.0 if param.row() > 1>", "help: use `rows`"),
        ("state <a = 0.0 if f(1)>", "a function call is not allowed"),
        ("state <a = 0.0 if cfg!(x)>", "a macro call is not allowed"),
        ("state <a = { let mut x = 0.0; x }>", "a `mut` variable"),
        ("state <a = 0.0, a = 0.0>", "declared twice"),
        ("state <k = 0.0>", "name of a state and of the hyperparameter"),
        ("state <step = 0.0>", "a state can't be called `step`"),
        ("state <0.0>", "expected the name of a state"),
        ("state <if = 0.0>", "expected the name of a state"),
        ("state <a = 0.0,, b = 0.0>", "expected a state before this `,`"),
        ("state <#[cfg(x)] a = 0.0>", "attributes are not allowed on a state"),
        ("stat <a = 0.0>", "did you mean `state`?"),
        ("input <a = 0.0>", "can't have an initial value"),
        ("input <a: tensor, a: rows>", "declared twice"),
        ("input <k: global>", "name of an input and of the hyperparameter"),
        ("state <a = 0.0>, input <a>", "name of an input and of a state"),
        ("input <a: sclar>", "help: write `a: scalar`"),
        ("input <a: glob>", "help: write `a: global`"),
        ("input <a: tensor if>", "the condition of the input `a` is missing"),
        ("input <a if self.lr > 0.0>", "the condition of an input can't depend on `lr`"),
        ("input <a if slot(3)>", "it can't be the condition of an input"),
        ("input <a if f(1)>", "not allowed in the condition of an input"),
        ("input <a,, b>", "expected an input before this `,`"),
        ("input <step>", "an input can't be called `step`"),
        ("input(a)", "`input` takes its list in angle brackets"),
        ("input", "`input` needs a list in angle brackets"),
        ("input <a", "no closing `>`"),
        ("input <a: scalar scalar>", "expected `,` or a condition"),
        ("a = 0.0", "state is declared in angle brackets: `state <a = 0.0>`"),
        ("output <a: scalar, a: global>", "declared twice"),
        ("output <k: scalar>", "name of an output and of the hyperparameter"),
        ("state <a = 0.0>, output <a: scalar>", "name of an output and of a state"),
        ("input <a>, output <a: scalar>", "name of an output and of an input"),
        ("output <a>", "the output `a` has no kind"),
        ("output <a if self.k > 1>", "the output `a` has no kind"),
        ("output <a: scalr>", "help: write `a: scalar`"),
        ("output <a: vector>", "the kinds are `scalar`, `global`"),
        ("output <a: tensor>", "an output is one number, not `tensor`"),
        ("output <a: [tensor; 2]>", "help: write `a: [scalar; …]`"),
        ("output <a: [glbal; 2]>", "help: write `a: [global; …]`"),
        ("output <a: [scalar]>", "the list `a` has no length\nhelp: write `a: [scalar; self.m]`"),
        ("output <a: [scalar; 0]>", "a list must have at least 1 item"),
        ("output <a: [[scalar; 2]; 2]>", "compute the index: `[scalar; self.a * self.b]`"),
        ("output <a: [(rows, cols); 2]>", "an output is one number, not `(rows, cols)`"),
        ("output <a: []>", "expected a kind of output and a length"),
        ("output <a: [scalar; self.lr]>", "can't depend on `lr`"),
        ("output <a: [global; param.ndim()]>", "the length of a list of global numbers can't depend on the shape"),
        ("output <a: (rows, cols)>", "an output is one number, not `(rows, cols)`"),
        ("output <a: scalar = 0.0>", "can't have an initial value"),
        ("output <a: scalar if>", "the condition of the output `a` is missing"),
        ("output <a: scalar if self.lr > 0.0>", "the condition of an output can't depend on `lr`"),
        ("output <a: scalar if every(3)>", "the condition of an output can't depend on `every`"),
        ("output <a: global if param.ndim() > 1>", "the condition of a global output can't depend on the shape"),
        ("output <grad_norm: scalar>", "every optimizer reports `grad_norm` already"),
        ("output <a: scalar,, b: scalar>", "expected an output before this `,`"),
        ("output <step: scalar>", "an output can't be called `step`"),
        ("output(a: scalar)", "`output` takes its list in angle brackets"),
        ("foo(1)", "the arguments are `state`, `input`, `output`, `lr_factor`, `matrix`, `requires`, `crate`"),
        ("\"x\"", "expected one of the arguments"),
        ("requires", "needs a condition in parentheses"),
        ("requires()", "has no condition"),
        ("requires(self.k > 0 \"x\")", "expected `,`"),
        ("requires(self.k > 0, 1)", "expected string literal"),
        ("crate", "needs the path"),
        ("crate = \"x\"", "takes the path"),
    ] {
        let message = message(arguments);
        assert!(message.contains(part), "{arguments}: {message}");
    }
}

#[test]
fn fields() {
    let (item, messages) = read(
        quote!(),
        quote! {
            struct A {
                /// First line.
                /// Second line.
                #[hyper(default = 1e-3, scheduled, range = 0.0..,)]
                lr: f64,
                #[hyper(default = (0.9, 0.99), scheduled, range = (0.0..1.0, 0.0..=1.0))]
                betas: (f64, f64),
                #[hyper]
                steps: [usize; 3],
                #[hyper(default = None)]
                r#type: ::std::option::Option<f64>,
                mode: my::Mode,
            }
        },
    );
    assert_eq!(messages, [""; 0]);
    let [lr, betas, steps, kind, mode] = item.settings.as_slice() else { panic!("five fields") };
    assert_eq!(lr.doc, "First line.\nSecond line.");
    assert!(lr.hyper.scheduled && betas.hyper.scheduled && !steps.hyper.scheduled);
    assert!(matches!(&lr.ranges, Ranges::All(bounds) if bounds.end.is_none()));
    assert!(matches!(&betas.ranges, Ranges::Each(each) if each.len() == 2));
    assert_eq!(betas.hyper.kind.components(), Some(2));
    assert!(steps.default.is_none() && matches!(steps.hyper.kind, HyperType::Array(_)));
    assert!(kind.hyper.name() == "type" && matches!(kind.hyper.kind, HyperType::Option(_)));
    assert!(matches!(mode.hyper.kind, HyperType::Choice));
    assert!(item.cleaned.fields.iter().flat_map(|field| &field.attrs).all(|attr| attr.path().is_ident("doc")));
}

#[test]
fn mistakes_in_fields() {
    for (field, part) in [
        ("a: Array1<f64>", "its type is a tensor\nnote: hyperparameters don't change during a step\nhelp: declare"),
        ("a: Tensor", "state <a = 0.0>"),
        ("a: Option<Cell<f64>>", "its type is a value that can change during training"),
        ("a: AtomicU64", "can change during training"),
        ("a: VecDeque<f64>", "use a list, `Vec<f64>`"),
        ("a: Vec<String>", "a list whose items are not numbers"),
        ("a: Vec<Vec<f64>>", "a list of lists"),
        ("a: Option<Vec<f64>>", "an `Option` of a list"),
        ("a: (f64, Vec<f64>)", "a list in a tuple"),
        ("a: [Vec<f64>; 2]", "a list in an array"),
        ("#[hyper(scheduled)] a: Vec<f64>", "can't be scheduled"),
        ("#[hyper(default = [0.5, 1.5], range = 0.0..1.0)] a: Vec<f64>", "is outside its range"),
        ("#[hyper(range = (0.0.., 0.0..))] a: Vec<f64>", "not a tuple"),
        ("a: String", "use an enum with `#[derive(Choice)]`"),
        ("a: &f64", "a reference"),
        ("a: Arc<f64>", "a pointer"),
        ("a: fn()", "a function"),
        ("a: ()", "an empty tuple"),
        ("a: i128", "128-bit"),
        ("a: (f64, f64, f64, f64, f64)", "more than four"),
        ("a: My<f64>", "a generic type"),
        ("#[hyper(defalt = 1.0)] a: f64", "did you mean `default`?"),
        ("#[hyper(min = 1.0)] a: f64", "the keys are `default`, `scheduled`, `shared`, `range`"),
        ("#[hyper(default = 1.0, default = 2.0)] a: f64", "`default` is given twice"),
        ("#[hyper(scheduled, scheduled)] a: f64", "`scheduled` is given twice"),
        ("#[hyper(scheduled = true)] a: f64", "takes no value"),
        ("#[hyper(default)] a: f64", "`default` needs a value"),
        ("#[hyper(default = 1 +)] a: f64", "not a complete expression"),
        ("#[hyper(1)] a: f64", "expected one of the keys"),
        ("#[hyper(,)] a: f64", "expected one of the keys"),
        ("#[hyper = 1] a: f64", "in parentheses"),
        ("#[hyper] #[hyper] a: f64", "given twice on `a`"),
        ("#[hyper(scheduled)] a: usize", "can't be scheduled"),
        ("#[hyper(scheduled)] a: (f64, bool)", "can't be scheduled"),
        ("#[hyper(range = 1.0)] a: f64", "not a range expression"),
        ("#[hyper(range = 1.0..0.0)] a: f64", "is empty"),
        ("#[hyper(range = 0.0..)] a: bool", "not a number"),
        ("#[hyper(range = (0.0.., 0.0..))] a: f64", "not a tuple"),
        ("#[hyper(range = (0.0.., 0.0.., 0.0..))] a: (f64, f64)", "2 components, but 3 ranges"),
        ("#[hyper(default = 1.0, range = 0.0..1.0)] a: f64", "is outside its range"),
        ("#[hyper(default = (0.5, -0.1), range = 0.0..1.0)] a: (f64, f64)", "is outside its range"),
        ("#[cfg(x)] a: f64", "conditional compilation"),
        ("build: f64", "reserved for a method of `ABuilder`"),
        ("#[state] a: f64", "states can't be declared on fields"),
    ] {
        let message = field_message(field);
        assert!(message.contains(part), "{field}: {message}");
    }
}

#[test]
fn mistakes_in_the_item() {
    for (item, part) in [
        (quote! { struct A<T> { a: T } }, "generic parameters"),
        (quote! { struct A<'a> { a: f64 } }, "generic parameters"),
        (quote! { struct A where f64: Copy { a: f64 } }, "`where` clause"),
        (quote! { struct A(f64); }, "need names"),
        (quote! { struct A(); }, "can't be a tuple struct"),
        (quote! { #[derive(Clone, Default)] struct A; }, "remove `Default` from the derives"),
        (quote! { #[cfg(x)] struct A; }, "put it above"),
        (quote! { #[optim_std::optimizer] struct A; }, "given twice"),
        (quote! { #[hyper] struct A; }, "belongs on a field"),
    ] {
        let (_, messages) = read(quote!(), item.clone());
        assert!(messages.len() == 1 && messages[0].contains(part), "{item}: {messages:?}");
    }
}

#[test]
fn first_lines_are_short_and_lower_case() {
    let (_, messages) = read(
        quote! { state <a = 0, b, c: row = self.x, step = 0.0 if, a = 0.0 if f(), lr = grad>, crat = x, requires(self.k) },
        quote! { #[derive(Default)] struct A<T> where T: Copy { #[hyper(x)] lr: f64, build: Vec<f64>, #[cfg(x)] t: &T } },
    );
    assert!(messages.len() > 12);
    for message in messages {
        let first = message.lines().next().unwrap_or_default();
        assert!(
            first.chars().count() <= 100 && !first.ends_with('.') && !first.starts_with(char::is_uppercase),
            "{first}"
        );
    }
}

/// Every prefix of a token stream, and every stream with one token missing, at all depths.
fn damaged(tokens: &TokenStream) -> Vec<TokenStream> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut all = Vec::new();
    for at in 0..trees.len() {
        all.push(trees[..at].iter().cloned().collect());
        all.push(trees[..at].iter().chain(&trees[at + 1..]).cloned().collect());
        if let TokenTree::Group(group) = &trees[at] {
            for inner in damaged(&group.stream()) {
                let group = proc_macro2::Group::new(group.delimiter(), inner);
                let tree = TokenTree::Group(group);
                all.push(trees[..at].iter().chain([&tree]).chain(&trees[at + 1..]).cloned().collect());
            }
        }
    }
    all
}

#[test]
fn half_typed_input_never_panics() {
    let arguments = quote! {
        state <a: rows = -0.0 if param.ndim() >= 2, b = { self.k as f64 }, c = param>, requires(self.k > 1, "x"), crate = a::b
    };
    let item = quote! {
        #[derive(Clone)]
        pub struct A { #[hyper(default = (0.9, 0.5), scheduled, range = (0.0..1.0, 0.0..))] pub betas: (f64, f64), k: Option<usize> }
    };
    let expand = |arguments: TokenStream, item: TokenStream| {
        let mut errors = Errors::new();
        if let Ok(item) = syn::parse2(item) {
            let item = parse(arguments, item, Language::Optimizer, &mut errors);
            let broken = !errors.is_empty();
            let tokens = crate::emit::settings::expand(&item, errors);
            assert_eq!(broken, tokens.to_string().contains("compile_error"));
            assert!(syn::parse2::<syn::File>(tokens).is_ok());
        }
    };
    for arguments in damaged(&arguments) {
        expand(arguments, item.clone());
    }
    for item in damaged(&item) {
        expand(arguments.clone(), item);
    }
}

/// Every option of builders is a method beside the setters: a hyperparameter cannot have its name.
#[test]
fn options_of_builders_are_reserved() {
    let options = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../optim-core/src/builder/options.rs");
    // A crate that is published on its own does not have the sources of others.
    let Ok(text) = std::fs::read_to_string(options) else { return };
    let option = |line: &str| -> Option<String> {
        let rest = line.strip_prefix("                ").filter(|rest| rest.starts_with(char::is_alphabetic))?;
        Some(rest.split_once('(')?.0.to_owned())
    };
    let options: Vec<String> = text.lines().filter_map(option).collect();
    assert!(options.len() > 10, "{options:?}");
    let reserved = super::hyper::reserved_names(Language::Optimizer);
    for option in options {
        assert!(reserved.contains(&option.as_str()), "{option} is not reserved");
    }
}
