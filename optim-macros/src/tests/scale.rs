//! Long and wide programs: what the macros cost, and how deep they go.

use std::time::{Duration, Instant};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::diag::Errors;
use crate::expand;
use crate::language::Language;
use crate::parse;

/// The expansion of a struct and its impl, without the tests' own reading of the program, which recurses.
fn timed(text: &str) -> (Duration, String) {
    let tokens: Vec<proc_macro2::TokenTree> = text.parse::<TokenStream>().unwrap().into_iter().collect();
    let ends = |tree: &proc_macro2::TokenTree| matches!(tree, proc_macro2::TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace);
    let middle = tokens.iter().position(ends).unwrap() + 1;
    let argument = match &tokens[1] {
        proc_macro2::TokenTree::Group(group) => match group.stream().into_iter().nth(1) {
            Some(proc_macro2::TokenTree::Group(inside)) => inside.stream(),
            _ => TokenStream::new(),
        },
        _ => TokenStream::new(),
    };
    let item: TokenStream = tokens[2..middle].iter().cloned().collect();
    let implementation: TokenStream = tokens[middle + 2..].iter().cloned().collect();
    let started = Instant::now();
    let mut text = String::new();
    let mut errors = |tokens: &TokenStream| {
        if tokens.clone().into_iter().any(|tree| tree.to_string() == "compile_error") {
            text = "error".to_owned()
        }
    };
    errors(&expand::attribute(Language::Optimizer, argument.clone(), &item));
    let definition =
        parse::item::parse(argument, syn::parse2(item).unwrap(), Language::Optimizer, &mut Errors::new()).definition;
    let definition = definition.to_token_stream();
    errors(&expand::attribute(Language::Optimizer, quote!(), &implementation));
    drop(expand::impl_half(quote!({ #definition } #implementation)));
    (started.elapsed(), text)
}

fn with(states: &str, body: &str, helpers: &str) -> String {
    format!(
        "#[optimizer(state <{states}>)]
        struct Long {{ #[hyper(scheduled)] lr: f64, flag: bool, k: f64 }}
        #[optimizer]
        impl Long {{
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ {body} }}
            {helpers}
        }}"
    )
}

fn programs(n: usize) -> Vec<(&'static str, String)> {
    let list = |each: &dyn Fn(usize) -> String| (0..n).map(each).collect::<String>();
    vec![
        ("terms", with("", &format!("*param -= self.lr * (grad{});", list(&|i| format!(" + {i}.0 * grad"))), "")),
        ("fixed terms", with("", &format!("*param -= (0.0{}) * grad;", list(&|i| format!(" + {i}.0"))), "")),
        (
            "scalar terms",
            with("", &format!("*param -= (self.lr{}) * grad;", list(&|i| format!(" + {i}.0 * self.lr"))), ""),
        ),
        ("methods", with("", &format!("*param -= grad{};", list(&|_| ".abs()".to_owned())), "")),
        ("statements", with("", &list(&|i| format!("*param -= {i}.5 * grad;")), "")),
        (
            "lets",
            with(
                "",
                &format!(
                    "let x0 = grad; {} *param -= x{n};",
                    list(&|i| format!("let x{} = x{i} * 0.5 + grad;", i + 1))
                ),
                "",
            ),
        ),
        (
            "fixed lets",
            with(
                "",
                &format!(
                    "let x0 = self.k; {} *param -= x{n} * grad;",
                    list(&|i| format!("let x{} = x{i} * 0.5;", i + 1))
                ),
                "",
            ),
        ),
        (
            "scalar lets",
            with(
                "",
                &format!(
                    "let x0 = self.lr; {} *param -= x{n} * grad;",
                    list(&|i| format!("let x{} = x{i} * 0.5;", i + 1))
                ),
                "",
            ),
        ),
        (
            "fixed assigns",
            with("", &format!("let mut x = self.k; {} *param -= x * grad;", list(&|_| "x = x * 0.5;".to_owned())), ""),
        ),
        ("norms", with("", &list(&|i| format!("*param -= {i}.5 * grad.norm() * grad;")), "")),
        (
            "ifs",
            with(
                "",
                &format!("*param -= grad; {}", list(&|i| format!("if self.flag {{ *param -= {i}.5 * grad; }}"))),
                "",
            ),
        ),
        (
            "helpers",
            with(
                "",
                &format!("*param -= grad; {}", list(&|_| "*param -= self.half(grad);".to_owned())),
                "fn half(&self, x: Tensor) -> Tensor { 0.5 * x }",
            ),
        ),
        (
            "states",
            with(
                &list(&|i| format!("s{i} = 0.0,")),
                &format!("{} *param -= grad;", list(&|i| format!("state.s{i} = 0.5 * state.s{i} + grad;"))),
                "",
            ),
        ),
        (
            "states if",
            with(
                &list(&|i| format!("s{i} = 0.0 if self.flag,")),
                &format!(
                    "if self.flag {{ {} }} *param -= grad;",
                    list(&|i| format!("state.s{i} = 0.5 * state.s{i} + grad;"))
                ),
                "",
            ),
        ),
        (
            "scalar states",
            with(
                &list(&|i| format!("s{i}: scalar = 0.0,")),
                &format!("{} *param -= grad;", list(&|i| format!("state.s{i} = 0.5 * state.s{i} + self.lr;"))),
                "",
            ),
        ),
    ]
}

fn nested(n: usize) -> Vec<(&'static str, String)> {
    let repeat = |text: &str| text.repeat(n);
    vec![
        ("parens", with("", &format!("*param -= {}grad{};", repeat("("), repeat(")")), "")),
        ("sums", with("", &format!("*param -= {}grad{};", repeat("(1.0 + "), repeat(")")), "")),
        ("blocks", with("", &format!("{} *param -= grad; {}", repeat("{"), repeat("}")), "")),
        ("ifs", with("", &format!("*param -= grad; {} *param -= grad; {}", repeat("if self.flag {"), repeat("}")), "")),
        (
            "if values",
            with("", &format!("*param -= {} grad {};", repeat("if self.flag { grad } else {"), repeat("}")), ""),
        ),
        ("else ifs", with("", &format!("*param -= {} {{ grad }};", repeat("if self.flag { 0.5 * grad } else ")), "")),
        ("calls", with("", &format!("*param -= {} grad {};", repeat("select(grad > 0.0, grad, "), repeat(")")), "")),
        (
            "helper calls",
            with(
                "",
                &format!("*param -= {} grad {};", repeat("self.half("), repeat(")")),
                "fn half(&self, x: Tensor) -> Tensor { 0.5 * x }",
            ),
        ),
        ("signs", with("", &format!("*param -= {}grad;", repeat("- ")), "")),
        (
            "loops",
            with("", &format!("*param -= grad; {} *param -= grad; {}", repeat("for _ in 0..2 {"), repeat("}")), ""),
        ),
        ("fixed parens", with("", &format!("*param -= {}self.k{} * grad;", repeat("("), repeat(")")), "")),
        ("fixed sums", with("", &format!("*param -= {}self.k{} * grad;", repeat("(1.0 + "), repeat(")")), "")),
        ("arrays", with("", &format!("*param -= {}grad{};", repeat("["), repeat("][0]")), "")),
    ]
}

#[test]
#[ignore]
fn table() {
    let only = std::env::var("ONLY").unwrap_or_default();
    let sizes: Vec<usize> =
        std::env::var("SIZES").unwrap_or("50 100 200 400".into()).split(' ').map(|n| n.parse().unwrap()).collect();
    let deep = std::env::var("DEEP").is_ok();
    let kinds = if deep { nested(1) } else { programs(1) };
    let mb: usize = std::env::var("MB").unwrap_or("4096".into()).parse().unwrap();
    for (at, (name, _)) in kinds.iter().enumerate() {
        if !name.starts_with(&only) {
            continue;
        }
        for &n in &sizes {
            let text = if deep { nested(n) } else { programs(n) }.swap_remove(at).1;
            let name = *name;
            let run = std::thread::Builder::new()
                .stack_size(mb << 20)
                .spawn(move || {
                    let (time, text) = timed(&text);
                    format!("{:.3} {text}", time.as_secs_f64())
                })
                .unwrap();
            let time = run.join().map_or_else(|_| "failed".to_owned(), |t| t);
            eprintln!("{name} {n} {time}");
        }
    }
}
