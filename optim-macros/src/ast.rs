//! The checked body of a step: what the user wrote, with a kind for every expression and every name resolved.

use proc_macro2::{Ident, Span, TokenStream};

use crate::kind::Kind;
use crate::ops::{Op, Over, Reduce};

pub(crate) type LocalId = usize;

/// A variable that holds values of the step (fixed variables stay plain Rust).
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// Unique in the body, so that helper functions can be inlined.
    pub(crate) ident: Ident,
    /// Declared with `mut`.
    pub(crate) mutable: bool,
}

/// Something that outlives the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    Param,
    State(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    pub(crate) node: Node,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// Plain Rust over fixed values.
    Fixed(TokenStream),
    Local(LocalId),
    /// A scheduled hyperparameter: the fixed expression of its current value, and its name.
    Hyper(TokenStream, String),
    Place(Place),
    Grad,
    /// The step count.
    Count,
    Op(Op, Vec<Expr>),
    /// A power with a fixed integer exponent.
    Powi(Box<Expr>, TokenStream),
    /// A user's `#[elementwise]` function.
    Elementwise(syn::Path, Vec<Argument>),
    /// The value of a schedule, a fixed expression, at a time.
    Child(TokenStream, Box<Expr>),
    Reduce(Reduce, Over, Vec<Expr>),
    Matmul(Box<Expr>, Box<Expr>),
    Transpose(Box<Expr>),
    /// The same numbers, broadcast to this expression's kind.
    Lift(Box<Expr>),
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    /// Element of a tuple or array.
    Field(Box<Expr>, usize),
    /// Element of an array of values by a fixed index.
    Index(Box<Expr>, TokenStream),
    Block(Block),
    If(Box<If>),
    Match(Box<Match>),
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Value(Expr),
    /// A fixed argument that is not a number of the function's own type.
    Fixed(TokenStream),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) stmts: Vec<Stmt>,
    pub(crate) value: Option<Box<Expr>>,
}

/// `if` on a fixed condition; `condition` includes `let` patterns.
#[derive(Clone, Debug)]
pub(crate) struct If {
    pub(crate) condition: TokenStream,
    /// The condition holds a `let`, so it is no expression.
    pub(crate) has_let: bool,
    /// Names that the condition binds for `then`.
    pub(crate) binds: Vec<Ident>,
    pub(crate) then: Block,
    pub(crate) els: Block,
    /// The condition in normal form.
    pub(crate) decides: Condition,
}

/// A fixed condition in normal form, up to its sign. Sizes of axes may depend on it.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// The same for equal conditions and for their negations.
    pub(crate) name: String,
    /// Whether the arm runs where what is named holds, or where it does not.
    pub(crate) holds: bool,
    /// What is named, as Rust.
    pub(crate) value: TokenStream,
}

#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) scrutinee: TokenStream,
    pub(crate) arms: Vec<Arm>,
    /// The conditions of all arms but the last, in normal form.
    pub(crate) decides: Vec<Condition>,
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    /// Pattern and guard.
    pub(crate) pattern: TokenStream,
    pub(crate) binds: Vec<Ident>,
    pub(crate) body: Block,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// Plain Rust over fixed values: a `let` or an assignment, and the names that it defines.
    Fixed {
        tokens: TokenStream,
        defines: Vec<Ident>,
        assigns: bool,
    },
    Let(Pattern, Expr),
    /// A variable that gets its first value later.
    Declare(LocalId),
    Assign(Target, Expr),
    Expr(Expr),
    /// A fixed number of turns.
    For {
        pattern: TokenStream,
        binds: Vec<Ident>,
        iter: TokenStream,
        body: Block,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Wild,
    Bind(LocalId),
    /// A fixed part of a mixed tuple: an ordinary Rust pattern and the names it binds.
    Fixed(TokenStream, Vec<Ident>),
    /// Tuple or array.
    Items(Vec<Pattern>),
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Place(Place),
    /// A variable, or an element of a tuple or array in it.
    Local(LocalId, Vec<usize>),
}

/// A whole step.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) locals: Vec<Local>,
    pub(crate) block: Block,
    /// `t` is a parameter of the step.
    pub(crate) uses_count: bool,
    /// Paths used as constants.
    pub(crate) consts: Vec<syn::Path>,
    /// The `#[elementwise]` functions that it calls.
    pub(crate) calls: Vec<Call>,
}

/// A function of numbers that gives one: a schedule's `value`, an `#[elementwise]` function.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub(crate) locals: Vec<Local>,
    /// The variables that its parameters are in generated code.
    pub(crate) parameters: Vec<Local>,
    pub(crate) value: Expr,
    /// Paths used as constants.
    pub(crate) consts: Vec<syn::Path>,
    /// The `#[elementwise]` functions that it calls.
    pub(crate) calls: Vec<Call>,
}

/// A call of a function that must be marked `#[elementwise]`.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) function: syn::Path,
    /// How many arguments it is given.
    pub(crate) arguments: usize,
}
