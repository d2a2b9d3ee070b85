//! Syntax that a body can't have: everything that could decide control flow, remember, fail or act besides computing.

use quote::ToTokens;
use syn::{Expr as Syntax, Item};

use crate::check::Checker;
use crate::check::words::phrase::help;
use crate::ast::Expr;
use crate::language::Language;

impl Checker<'_> {
    /// An expression of no kind that the language has.
    pub(crate) fn refuse(&mut self, syntax: &Syntax) -> Expr {
        let body = self.subject.words.body;
        let (message, advice) = match syntax {
            Syntax::While(turns) => return self.refuse_while(turns),
            Syntax::Macro(call) => return self.refuse_macro(call),
            Syntax::Closure(_) => {
                (format!("{body} has no closures"), "write a helper function in this impl, or a loop".to_owned())
            }
            Syntax::Loop(_) => {
                ("`loop` has no fixed number of turns".to_owned(), "write `for _ in 0..n` with a fixed `n`".to_owned())
            }
            Syntax::Break(_) | Syntax::Continue(_) => (
                format!("a loop of {body} makes all its turns"),
                "put the code under a fixed `if`, or choose with `select`".to_owned(),
            ),
            Syntax::Return(_) => (
                format!("{body} has no early `return`"),
                "use a fixed `if … else …`, or choose values with `select`".to_owned(),
            ),
            Syntax::Try(_) => (
                format!("{body} can't fail, so `?` has nothing to return"),
                "check settings with `requires(…)` on the struct".to_owned(),
            ),
            Syntax::Unsafe(_) => (format!("{body} has no `unsafe`"), "use the functions of the language".to_owned()),
            Syntax::Async(_) | Syntax::Await(_) => {
                (format!("{body} is not asynchronous"), "remove `async` and `.await`".to_owned())
            }
            Syntax::Struct(_) => (
                format!("values of {body} live in variables, tuples and arrays, not in structs"),
                "use a tuple".to_owned(),
            ),
            Syntax::Let(_) => (
                "`let` can stand only in the condition of an `if`".to_owned(),
                "write `if let Some(x) = self.x { … }`".to_owned(),
            ),
            Syntax::Block(_) => {
                ("a labelled block would be left early".to_owned(), "use a fixed `if … else …`".to_owned())
            }
            _ => (
                format!("this syntax can't stand in {body}"),
                format!("{body} is made of `let`, arithmetic, functions, fixed `if`, `match` and `for`"),
            ),
        };
        self.wrong(first_word(syntax), help(&message, &advice))
    }

    pub(crate) fn refuse_macro(&mut self, call: impl ToTokens) -> Expr {
        let message = format!("{} calls no macros", self.subject.words.body);
        self.wrong(call, help(&message, "write what the macro computes; checks of settings go in `requires(…)`"))
    }

    pub(crate) fn refuse_item(&mut self, item: &Item) -> Expr {
        let body = self.subject.words.body;
        match item {
            Item::Static(_) => self.no_memory(item, "has no statics"),
            Item::Const(_) => {
                let message = format!("a constant can't be declared inside {body}");
                self.wrong(item, help(&message, "move it out of the impl, or use `let`"))
            }
            _ => self.wrong(item, help(&format!("an item can't be declared inside {body}"), "move it out of the impl")),
        }
    }

    /// A use of something that would be remembered outside of declared state.
    pub(crate) fn no_memory(&mut self, at: impl ToTokens, does: &str) -> Expr {
        let (remembered, advice) = match self.subject.definition.map(|definition| definition.language) {
            Some(Language::Optimizer) => {
                ("declared state only", "declare state on the struct: `#[optimizer(state <name = 0.0>)]`")
            }
            Some(Language::Schedule) => ("nothing", "compute the value from `t`"),
            None => ("nothing", "compute the value from the arguments"),
        };
        let message = format!("{} {does}: it remembers {remembered}", self.subject.words.body);
        self.wrong(at, help(&message, advice))
    }
}

/// Where a message about refused syntax stands: a block is named by its first word, or all of it would be underlined.
fn first_word(syntax: &Syntax) -> &dyn ToTokens {
    match syntax {
        Syntax::Loop(turns) => &turns.loop_token,
        Syntax::Unsafe(block) => &block.unsafe_token,
        Syntax::Async(block) => &block.async_token,
        Syntax::Block(block) => &block.label,
        other => other,
    }
}
