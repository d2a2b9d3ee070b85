//! Long, wide and deep programs: the cost of an expansion grows with the program and no faster, and no program that the
//! compiler itself can read exhausts the stack.
//!
//! `cargo test -p optim-macros scale::table -- --ignored --nocapture` prints seconds for many sizes.

use std::thread;
use std::time::{Duration, Instant};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::diag::Errors;
use crate::expand;
use crate::language::Language;
use crate::parse;

/// The main thread of the compiler has 8 MiB, of which it has used some.
const STACK: usize = 6 << 20;

/// A name, and the program with so many of something.
type Kind = (&'static str, fn(usize) -> String);

/// The programs that are as long as their number says.
const LONG: &[Kind] = &[
    ("terms", |n| step("", &format!("*param -= self.lr * (grad{});", list(n, |i| format!(" + {i}.0 * grad"))))),
    ("fixed terms", |n| step("", &format!("*param -= (0.0{}) * grad;", list(n, |i| format!(" + {i}.0"))))),
    ("scalar terms", |n| step("", &format!("*param -= (0.0{}) * grad;", list(n, |i| format!(" + {i}.0 * self.lr"))))),
    ("methods", |n| step("", &format!("*param -= grad{};", ".abs()".repeat(n)))),
    ("conditions", |n| {
        step("", &format!("*param -= grad; if self.k > 0.0{} {{ *param -= grad; }}", " && self.flag".repeat(n)))
    }),
    ("statements", |n| step("", &list(n, |i| format!("*param -= {i}.5 * grad;")))),
    ("lets", |n| {
        let lets = list(n, |i| format!("let x{} = x{i} * 0.5 + grad;", i + 1));
        step("", &format!("let x0 = grad; {lets} *param -= x{n};"))
    }),
    ("fixed lets", |n| {
        let lets = list(n, |i| format!("let x{} = x{i} * 0.5;", i + 1));
        step("", &format!("let x0 = self.k; {lets} *param -= x{n} * grad;"))
    }),
    ("scalar lets", |n| {
        let lets = list(n, |i| format!("let x{} = x{i} * 0.5;", i + 1));
        step("", &format!("let x0 = self.lr; {lets} *param -= x{n} * grad;"))
    }),
    ("fixed assignments", |n| step("", &format!("let mut x = self.k; {} *param -= x * grad;", "x *= 0.5;".repeat(n)))),
    ("norms", |n| step("", &list(n, |i| format!("*param -= {i}.5 * grad.norm() * grad;")))),
    ("ifs", |n| {
        step("", &format!("*param -= grad; {}", list(n, |i| format!("if self.flag {{ *param -= {i}.5 * grad; }}"))))
    }),
    ("helper calls", |n| step("", &format!("*param -= grad; {}", "*param -= self.half(grad);".repeat(n)))),
    ("states", |n| {
        let body = list(n, |i| format!("state.s{i} = 0.5 * state.s{i} + grad;"));
        step(&list(n, |i| format!("s{i} = 0.0,")), &format!("{body} *param -= grad;"))
    }),
    ("old states", |n| {
        let body = list(n, |i| format!("let old{i} = state.s{i}; state.s{i} = grad; *param -= norm * old{i};"));
        step(&list(n, |i| format!("s{i} = 0.0,")), &format!("let norm = grad.norm(); *param -= grad; {body}"))
    }),
    ("conditional states", |n| {
        let body = list(n, |i| format!("state.s{i} = 0.5 * state.s{i} + grad;"));
        let states = list(n, |i| format!("s{i} = 0.0 if self.flag,"));
        step(&states, &format!("if self.flag {{ {body} }} *param -= grad;"))
    }),
    ("scalar states", |n| {
        let body = list(n, |i| format!("state.s{i} = 0.5 * state.s{i} + self.lr;"));
        step(&list(n, |i| format!("s{i}: scalar = 0.0,")), &format!("{body} *param -= grad;"))
    }),
];

/// The programs that are as deep as their number says.
const DEEP: &[Kind] = &[
    ("parentheses", |n| step("", &format!("*param -= {}grad{};", "(".repeat(n), ")".repeat(n)))),
    ("sums", |n| step("", &format!("*param -= {}grad{};", "(1.0 + ".repeat(n), ")".repeat(n)))),
    ("fixed sums", |n| step("", &format!("*param -= {}self.k{} * grad;", "(1.0 + ".repeat(n), ")".repeat(n)))),
    ("blocks", |n| step("", &format!("{} *param -= grad; {}", "{".repeat(n), "}".repeat(n)))),
    ("ifs", |n| step("", &format!("*param -= grad; {} *param -= grad; {}", "if self.flag {".repeat(n), "}".repeat(n)))),
    ("else ifs", |n| step("", &format!("*param -= {} {{ grad }};", "if self.flag { 0.5 * grad } else ".repeat(n)))),
    ("loops", |n| {
        step("", &format!("*param -= grad; {} *param -= grad; {}", "for _ in 0..2 {".repeat(n), "}".repeat(n)))
    }),
    ("functions", |n| {
        step("", &format!("*param -= {} grad {};", "select(grad > 0.0, grad, ".repeat(n), ")".repeat(n)))
    }),
    ("helpers", |n| step("", &format!("*param -= {} grad {};", "self.half(".repeat(n), ")".repeat(n)))),
    ("signs", |n| step("", &format!("*param -= {}grad;", "- ".repeat(n)))),
    ("ranges", |n| step("", &format!("for _ in 0..={}1{} {{ *param -= grad; }}", "(".repeat(n), ")".repeat(n)))),
    ("attributes", |n| step("", &format!("*param -= {}#[allow(unused)] grad{};", "(".repeat(n), ")".repeat(n)))),
    ("indices", |n| step("", &format!("*param -= [grad; 2][{}0{}];", "[0, 1][".repeat(n), "]".repeat(n)))),
    ("arrays", |n| step("", &format!("*param -= {}grad{};", "[".repeat(n), "][0]".repeat(n)))),
];

fn list(n: usize, each: impl Fn(usize) -> String) -> String {
    (0..n).map(each).collect()
}

fn step(states: &str, body: &str) -> String {
    format!(
        "(state <{states}>)
        struct Long {{ #[hyper(scheduled)] lr: f64, flag: bool, k: f64 }}
        impl Long {{
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ {body} }}
            fn half(&self, x: Tensor) -> Tensor {{ 0.5 * x }}
        }}"
    )
}

/// The expansions of a program's attributes and how long they took. No stage of the tests' own looks inside: it would
/// recurse, too.
fn expand(program: &str) -> (String, Duration) {
    let tokens: Vec<TokenTree> = program.parse::<TokenStream>().expect("tokens").into_iter().collect();
    let (TokenTree::Group(arguments), rest) = (&tokens[0], &tokens[1..]) else { panic!("no arguments") };
    let is_body = |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
    let end = rest.iter().position(is_body).expect("a struct") + 1;
    let item: TokenStream = rest[..end].iter().cloned().collect();
    let implementation: TokenStream = rest[end..].iter().cloned().collect();
    let arguments = arguments.stream();
    let parsed = syn::parse2(item.clone()).expect("a struct");
    let definition = parse::item::parse(arguments.clone(), parsed, Language::Optimizer, &mut Errors::new()).definition;
    let started = Instant::now();
    let first = expand::attribute(Language::Optimizer, arguments, &item);
    let forward = expand::attribute(Language::Optimizer, TokenStream::new(), &implementation);
    // `errors path! { broken? impl … }`
    let call = match forward.clone().into_iter().last() {
        Some(TokenTree::Group(call)) => call.stream(),
        _ => implementation,
    };
    let definition = definition.to_token_stream();
    let second = expand::impl_half(quote!({ #definition } #call));
    let time = started.elapsed();
    for expansion in [&first, &second] {
        syn::parse2::<syn::File>(expansion.clone()).expect("items");
    }
    let errors: Vec<String> = [first, forward, second].into_iter().flat_map(errors).collect();
    (errors.join("\n"), time)
}

/// The texts of `compile_error!`s among the items.
fn errors(tokens: TokenStream) -> Vec<String> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let texts = trees.windows(3).filter_map(|window| match window {
        [TokenTree::Ident(name), _, TokenTree::Group(text)] if name == "compile_error" => {
            Some(text.stream().to_string())
        }
        _ => None,
    });
    texts.collect()
}

/// The same on a stack of a certain size.
fn expand_within(stack: usize, program: String) -> (String, Duration) {
    let run = thread::Builder::new().stack_size(stack).spawn(move || expand(&program)).expect("a thread");
    run.join().expect("no panic")
}

#[test]
fn long_programs_fit_on_the_stack() {
    for (name, program) in &LONG[..10] {
        let (errors, _) = expand_within(STACK, program(1_500));
        assert_eq!(errors, "", "{name}");
    }
    // The compiler itself manages as many.
    assert_eq!(expand_within(STACK, LONG[0].1(4_000)).0, "");
}

#[test]
#[ignore = "a measurement"]
fn cost_grows_with_the_program() {
    for (name, program) in LONG {
        if !["terms", "lets", "fixed lets", "ifs", "states", "old states"].contains(name) {
            continue;
        }
        // Eight times as much: eight times the cost, with a margin for other work of the machine; the square would be 64.
        let ratio = || {
            let [few, many] = [200, 1_600].map(|n| expand_within(64 << 20, program(n)).1.as_secs_f64());
            many / few
        };
        let ratios: Vec<f64> = std::iter::repeat_with(ratio).take(3).take_while(|ratio| *ratio > 20.0).collect();
        assert!(ratios.len() < 3, "{name}: {ratios:?}");
    }
}

#[test]
fn deep_programs_expand_or_are_refused() {
    for (name, program) in DEEP {
        assert_eq!(expand_within(STACK, program(60)).0, "", "{name}");
        for n in [220, 1_000, 5_000] {
            let (errors, _) = expand_within(STACK, program(n));
            assert!(errors.contains("this expression is nested too deeply"), "{name} {n}: {errors}");
        }
    }
}

#[test]
fn helpers_that_call_each_other_too_deeply_are_refused() {
    let helpers = list(300, |i| format!("fn f{i}(&self, x: Tensor) -> Tensor {{ self.f{}(x) }}", i + 1));
    let text = step("", "*param -= self.f0(grad);");
    let text = text.replacen("fn half", &format!("{helpers} fn f300(&self, x: Tensor) -> Tensor {{ x }} fn half"), 1);
    assert!(expand_within(STACK, text).0.contains("nested too deeply"));
}

#[test]
fn variables_in_variables_are_not_written_out() {
    // Written out, the last of them would have 2^60 terms.
    let doubled = |first: &str, op: &str| {
        format!("let x0 = {first}; {}", list(60, |i| format!("let x{} = x{i} {op} x{i};", i + 1)))
    };
    for body in [
        format!("{} *param -= x60 * grad;", doubled("self.k", "+")),
        format!("{} *param -= grad; if x60 {{ *param -= grad; }}", doubled("self.flag", "&&")),
        format!("{} *param -= x60 * grad;", doubled("self.lr", "+")),
        format!("{} *param -= x60;", doubled("grad", "+")),
    ] {
        assert_eq!(expand_within(STACK, step("", &body)).0, "", "{body}");
    }
}

#[test]
#[ignore = "a measurement"]
fn table() {
    for (name, program) in LONG {
        let sizes = [25, 50, 100, 200, 400, 800, 1_600, 3_200];
        let times = sizes.map(|n| expand_within(1 << 30, program(n)).1.as_secs_f64());
        println!("{name:20} {}", times.map(|time| format!("{time:7.3}")).join(" "));
    }
}
