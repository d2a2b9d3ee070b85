//! Changes of Rust texts that mostly leave valid Rust.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, File, Stmt};

use crate::random::Random;

/// Expressions of the language, and some that are not.
const EXPRESSIONS: &[&str] = &[
    "grad",
    "*param",
    "param",
    "state",
    "self",
    "t",
    "self.lr",
    "self.betas",
    "self.betas.0",
    "state.exp_avg",
    "param.ndim() >= 2",
    "param.ndim()",
    "param.len()",
    "param.rows() as f64",
    "grad.norm()",
    "grad.row_mean()",
    "grad.col_sum()",
    "grad.matrix_amax()",
    "grad.t()",
    "grad.matmul(grad.t())",
    "grad.dot(*param)",
    "grad > 0.0",
    "!(grad > 0.0)",
    "(grad > 0.0).sum()",
    "select(grad > 0.0, 1.0, grad)",
    "full(1.0)",
    "scalar(2.0)",
    "f64::max(1.0, 2.0)",
    "f64::consts::PI",
    "std::f64::consts::PI",
    "{ let x = grad; x }",
    "{ }",
    "()",
    "(grad, 1.0)",
    "(grad, 1.0).0",
    "[grad, *param]",
    "[grad; 2]",
    "[1, 2][0]",
    "0..3",
    "0..=self.n",
    "..",
    "if self.nesterov { grad } else { *param }",
    "if grad.norm() > 1.0 { 1.0 } else { 0.0 }",
    "if let Some(x) = self.beta1 { x } else { 0.0 }",
    "match self.mode { Mode::A => grad, _ => *param }",
    "match 3 { 0 | 1 => 1.0, n if n > 2 => 2.0, _ => 3.0 }",
    "1",
    "1.0",
    "-1e300",
    "1_u8",
    "0xff",
    "true",
    "\"text\"",
    "'c'",
    "b\"x\"",
    "|x| x",
    "move |x: f64| -> f64 { x }",
    "loop { break 1.0 }",
    "while true { }",
    "return",
    "return grad",
    "break",
    "continue",
    "grad?",
    "unsafe { grad }",
    "async { grad }",
    "const { 1.0 }",
    "vec![1.0]",
    "cfg!(x)",
    "Self::helper(grad)",
    "self.helper(grad, 1.0)",
    "Some(grad)",
    "None",
    "self.beta1.is_some()",
    "self.beta1.unwrap_or(1.0)",
    "r#type",
    "&grad",
    "&mut *param",
    "**param",
    "-grad",
    "!self.nesterov",
    "grad as f64",
    "self.n as usize",
    "x = 1.0",
    "*param = grad",
    "state.exp_avg += grad",
    "self.schedulers[0].value(t)",
    "self.schedulers.len()",
    "t.floor()",
    "t % 2.0",
    "grad.powi(2)",
    "grad.powf(grad)",
    "grad.clamp(-1.0, 1.0)",
    "grad.lerp(*param, 0.5)",
    "grad.atan2(1.0, 2.0)",
    "grad.unknown()",
    "Point { x: 1.0, ..grad }",
    "<f64 as Value>::exp(grad)",
    "grad.abs::<f64>()",
    "_",
];

/// Expressions around an expression: `here` is its place.
const AROUND: &[&str] = &[
    "-here",
    "!here",
    "*here",
    "&here",
    "(here)",
    "{ here }",
    "{ here; }",
    "here + here",
    "here * 2.0",
    "here < here",
    "here == here",
    "here && here",
    "here & here",
    "here.abs()",
    "here.sqrt().recip()",
    "here.norm()",
    "here.row_mean()",
    "here.t()",
    "here.matmul(here)",
    "here.0",
    "here[0]",
    "here[here]",
    "here as f64",
    "here as bool",
    "here?",
    "select(here, here, here)",
    "select(here > 0.0, here, 1.0)",
    "full(here)",
    "scalar(here)",
    "(here, here)",
    "[here, here]",
    "[here; 3]",
    "if here { here } else { here }",
    "if here { here } else if here { here } else { here }",
    "if let Some(x) = here { x } else { here }",
    "match here { 0 => here, _ => here }",
    "match here { x => x, }",
    "match here { true => here, false => here }",
    "{ let x = here; x }",
    "{ let (x, y) = here; x }",
    "{ let mut x = here; for _ in 0..2 { x = x * here; } x }",
    "{ for i in here { here; } }",
    "{ let mut x = here; x += here; x }",
    "here..here",
    "Some(here)",
    "here.min(here).max(here)",
    "self.helper(here)",
    "here = here",
    "here += here",
    "*param = here",
    "state.exp_avg = here",
    "|x| here",
    "return here",
    "loop { here }",
    "while here { here }",
];

/// Statements.
const STATEMENTS: &[&str] = &[
    "let x = grad;",
    "let mut x = grad.norm();",
    "let (a, b) = self.betas;",
    "let [a, b] = [grad, *param];",
    "let x: Tensor;",
    "let x: f64 = 1.0;",
    "let _ = grad;",
    "let grad = *param;",
    "let Some(x) = self.beta1 else { return };",
    "*param -= grad;",
    "*param = grad;",
    "state.exp_avg = grad;",
    "state.exp_avg *= 0.9;",
    "x += 1.0;",
    "for i in 0..3 { x += i as f64; }",
    "for _ in 0..self.n { *param = *param * 0.5; }",
    "for (a, b) in [(1, 2), (3, 4)] { *param *= 0.5; }",
    "for x in [grad, *param] { *param = x; }",
    "if self.nesterov { state.exp_avg = grad; }",
    "if param.ndim() >= 2 { *param = grad; } else { *param -= grad; }",
    "match self.mode { Mode::A => *param = grad, _ => {} }",
    "if let Some(b) = self.beta1 { *param *= b; }",
    "while grad.norm() > 1.0 { }",
    "loop { }",
    "return;",
    "fn inner() {}",
    "const X: f64 = 1.0;",
    "static X: f64 = 1.0;",
    "use std::f64;",
    "println!(\"x\");",
    "#[cfg(x)] let y = 1;",
    "{ *param = grad; }",
    ";",
];

/// Tokens of attributes and declarations.
const TOKENS: &[&str] = &[
    "state",
    "<",
    ">",
    ",",
    "=",
    ":",
    "scalar",
    "rows",
    "cols",
    "tensor",
    "if",
    "param",
    "self",
    "requires",
    "matrix",
    "crate",
    "default",
    "scheduled",
    "none",
    "range",
    "alias",
    "0.0",
    "-1",
    "1e400",
    "0..",
    "..=1.0",
    "..",
    "(0..1, 2..)",
    "\"text\"",
    "f64",
    "(f64, f64)",
    "[f64; 3]",
    "Option<f64>",
    "Option<(f64, bool)>",
    "bool",
    "u8",
    "usize",
    "i64",
    "Mode",
    "ScheduleRef",
    "Vec<ScheduleRef>",
    "Vec<f64>",
    "&'static str",
    "fn(f64) -> f64",
    "impl",
    "struct",
    "enum",
    "pub",
    "pub(crate)",
    "mut",
    "unsafe",
    "async",
    "const",
    "where",
    "<T>",
    "<'a>",
    "for",
    "step",
    "value",
    "t",
    "grad",
    "Tensor",
    "Scalar",
    "State<Self>",
    "&mut",
    "&self",
    "self: &Self",
    "-> f64",
    "{ 0.0 }",
    "{ self.betas.0 }",
    "r#type",
    "r#fn",
    "_",
    "'a",
    "#[cfg(x)]",
    "#[hyper]",
    "#[hyper(default = 1.0)]",
    "#[hyper(default = 0.1, scheduled, range = 0.0..)]",
    "#[parameters(skip)]",
    "#[choice(name = \"x\")]",
    "#![inner]",
    "$x",
    "::",
    "!",
    "?",
    "| x |",
    "=>",
    "@",
    "~",
    "\\",
    "param.ndim() >= 2",
    "self.momentum > 0.0",
    "_x",
    "__x",
    "build",
    "group",
    "new",
    "Self",
    "super",
    "é",
];

/// The text with one expression or statement replaced.
pub fn mutated_syntax(text: &str, seed: u32) -> Option<String> {
    let random = &mut Random::new(seed);
    let mut file: File = syn::parse_file(text).ok()?;
    for _ in 0..=random.below(3) {
        let mut found = Found::default();
        found.visit_file(&file);
        match random.below(12) {
            0..=5 => {
                let at = random.below(found.expressions.len());
                let new = match random.below(3) {
                    0 => random.pick(&found.expressions)?.clone(),
                    1 => syn::parse_str(random.pick(EXPRESSIONS)?).ok()?,
                    _ => around(found.expressions.get(at)?, random)?,
                };
                Replace { left: at, new: Some(new) }.visit_file_mut(&mut file);
            }
            6..=9 => {
                let new = match random.below(2) {
                    0 => random.pick(&found.statements)?.clone(),
                    _ => Block::parse_within_str(random.pick(STATEMENTS)?)?,
                };
                let mut change =
                    Change { left: random.below(found.blocks), how: random.below(4), new: Some(new), random };
                change.visit_file_mut(&mut file);
            }
            _ => return tokens(file.to_token_stream(), random),
        }
    }
    Some(file.to_token_stream().to_string())
}

/// The text with some tokens replaced.
pub fn mutated_tokens(text: &str, seed: u32) -> Option<String> {
    let random = &mut Random::new(seed);
    if random.below(4) == 0 {
        return None;
    }
    let mut stream: TokenStream = text.parse().ok()?;
    for _ in 0..random.below(3) {
        stream = tokens(stream, random)?.parse().ok()?;
    }
    tokens(stream, random)
}

trait ParseWithin {
    fn parse_within_str(text: &str) -> Option<Stmt>;
}

impl ParseWithin for Block {
    fn parse_within_str(text: &str) -> Option<Stmt> {
        syn::parse_str::<Block>(&format!("{{ {text} }}")).ok()?.stmts.into_iter().next()
    }
}

/// The expression inside another one.
fn around(expression: &Expr, random: &mut Random) -> Option<Expr> {
    struct Here<'e>(&'e Expr);

    impl VisitMut for Here<'_> {
        fn visit_expr_mut(&mut self, expression: &mut Expr) {
            match expression {
                Expr::Path(path) if path.path.is_ident("here") => *expression = self.0.clone(),
                _ => visit_mut::visit_expr_mut(self, expression),
            }
        }
    }

    let mut outer: Expr = syn::parse_str(random.pick(AROUND)?).ok()?;
    Here(expression).visit_expr_mut(&mut outer);
    Some(outer)
}

#[derive(Default)]
struct Found {
    expressions: Vec<Expr>,
    statements: Vec<Stmt>,
    blocks: usize,
}

impl<'s> Visit<'s> for Found {
    fn visit_expr(&mut self, expression: &'s Expr) {
        self.expressions.push(expression.clone());
        visit::visit_expr(self, expression);
    }

    fn visit_block(&mut self, block: &'s Block) {
        self.blocks += 1;
        self.statements.extend(block.stmts.iter().cloned());
        visit::visit_block(self, block);
    }
}

/// Replaces the expression with this number.
struct Replace {
    left: usize,
    new: Option<Expr>,
}

impl VisitMut for Replace {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if self.left == 0
            && let Some(new) = self.new.take()
        {
            *expression = new;
        } else if self.new.is_some() {
            self.left -= 1;
            visit_mut::visit_expr_mut(self, expression);
        }
    }
}

/// Changes the statements of the block with this number.
struct Change<'r> {
    left: usize,
    how: usize,
    new: Option<Stmt>,
    random: &'r mut Random,
}

impl VisitMut for Change<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        if self.left == 0
            && let Some(new) = self.new.take()
        {
            let place = self.random.below(block.stmts.len());
            let statements = &mut block.stmts;
            match self.how {
                0 if !statements.is_empty() => drop(statements.remove(place)),
                1 if !statements.is_empty() => statements[place] = new,
                2 if !statements.is_empty() => {
                    let other = self.random.below(statements.len());
                    statements.swap(place, other);
                }
                _ => statements.insert(place, new),
            }
        } else if self.new.is_some() {
            self.left -= 1;
            visit_mut::visit_block_mut(self, block);
        }
    }
}

/// The tokens, with one tree removed, doubled or replaced by another.
fn tokens(stream: TokenStream, random: &mut Random) -> Option<String> {
    let mut all = Vec::new();
    trees(&stream, &mut all);
    let at = random.below(all.len());
    let old = all.get(at)?.clone();
    let new: Vec<TokenTree> = match random.below(6) {
        0 => Vec::new(),
        1 => vec![old.clone(), old],
        2 => vec![random.pick(&all)?.clone()],
        3 => vec![old, random.pick(&all)?.clone()],
        4 => random.pick(TOKENS)?.parse::<TokenStream>().ok()?.into_iter().collect(),
        _ => [old].into_iter().chain(random.pick(TOKENS)?.parse::<TokenStream>().ok()?).collect(),
    };
    Some(replaced(stream, &mut (at as isize), &new).to_string())
}

fn trees(stream: &TokenStream, all: &mut Vec<TokenTree>) {
    for tree in stream.clone() {
        all.push(tree.clone());
        if let TokenTree::Group(group) = tree {
            trees(&group.stream(), all);
        }
    }
}

fn replaced(stream: TokenStream, left: &mut isize, new: &[TokenTree]) -> TokenStream {
    let mut kept = TokenStream::new();
    for tree in stream {
        *left -= 1;
        match tree {
            _ if *left == -1 => kept.extend(new.iter().cloned()),
            TokenTree::Group(group) if *left >= 0 => {
                let inner = replaced(group.stream(), left, new);
                kept.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            other => kept.extend([other]),
        }
    }
    kept
}
