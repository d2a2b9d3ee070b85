//! The checked body of a step: the user's code with resolved names and a kind for every expression.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span};
use syn::BinOp;

use crate::fixed::{self, Fixed, Meaning, Meanings, Test, Var};
use crate::kind::{Kind, Shape};
use crate::names::Names;
use crate::ops::{Law, Library, Op, Over, Reduce};

pub(crate) type LocalId = usize;

/// A variable that holds values of the step (fixed variables stay plain Rust).
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// Unique in the body, so that helper functions can be inlined.
    pub(crate) ident: Ident,
    pub(crate) mutable: bool,
}

/// A state, an input, an output or the parameter: something outside of the body that a step reads or assigns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) enum Place {
    Param,
    State(usize),
    /// Read only.
    Input(usize),
    /// Written only: a number that the step reports.
    Output(usize),
}

/// A list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum List {
    /// A list of states, by the place of its declaration.
    State(usize),
    /// A list that the step itself makes with `let`, by its variable.
    Local(LocalId),
    /// A list of outputs, by the place of its declaration. Its items are only written.
    Output(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    pub(crate) node: Node,
}

#[derive(Clone, Debug)]
pub(crate) enum Node {
    Fixed(Fixed),
    Local(LocalId),
    /// A scheduled hyperparameter: the fixed expression of its current value, and its name.
    Hyper(Fixed, String),
    Place(Place),
    /// An item of a list.
    Item(List, Fixed),
    Grad,
    /// The step count.
    Count,
    Op(Op, Vec<Expr>),
    /// A power with a fixed integer exponent.
    Powi(Box<Expr>, Fixed),
    /// A user's `#[elementwise]` function.
    Elementwise(syn::Path, Vec<Argument>),
    /// The value of a schedule, a fixed expression, at a time.
    Child(Fixed, Box<Expr>),
    Reduce(Reduce, Over, Vec<Expr>),
    /// A reduction to one number for each index of an axis, or of all other axes. The kind says which.
    ReduceTo(Reduce, Vec<Expr>),
    /// A reduction over all parameters, and the index of its result among the joint numbers of the routine.
    Global(Reduce, u32, Vec<Expr>),
    /// Linear algebra of whole matrices: the values, then the fixed integers.
    Library(Library, Vec<Expr>, Vec<Fixed>),
    /// Random numbers, one for each element of the value, whose elements are not read: the distribution, and the index of the draw in the routine.
    Draw(Law, u32, Box<Expr>),
    /// A call of the inner optimizer for the first value, with the second one as its gradient. The call finds the first value in this place.
    /// Without a place, the value is in a variable or in an item of a list.
    Inner(Option<Place>, Box<[Expr; 2]>),
    /// The weights at which the inner optimizer is evaluated, computed from these weights.
    InnerEval(Box<Expr>),
    /// The same numbers, broadcast to this expression's kind.
    Lift(Box<Expr>),
    Tuple(Vec<Expr>),
    Array(Vec<Expr>),
    /// Element of a tuple or array.
    Field(Box<Expr>, usize),
    /// Element of an array of values by a fixed index.
    Index(Box<Expr>, Fixed),
    Block(Block),
    If(Box<If>),
    Match(Box<Match>),
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Value(Expr),
    /// A fixed argument that is not a number of the function's own type.
    Fixed(Fixed),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Block {
    pub(crate) stmts: Vec<Stmt>,
    pub(crate) value: Option<Box<Expr>>,
}

/// `if` on a fixed condition.
#[derive(Clone, Debug)]
pub(crate) struct If {
    pub(crate) test: Test<Fixed>,
    pub(crate) then: Block,
    pub(crate) els: Block,
    pub(crate) decides: Condition,
}

/// The condition that decides between two arms. Dimensions may depend on it.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// Conditions that are equal or negations of each other have the same meaning.
    pub(crate) meaning: Meaning,
    /// True if the first arm runs where `meaning` holds, false if it runs where `meaning` does not hold.
    pub(crate) holds: bool,
    /// The meaning as a `bool` expression.
    pub(crate) value: Fixed,
}

#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) scrutinee: Fixed,
    pub(crate) arms: Vec<Arm>,
    /// The conditions of all arms but the last.
    pub(crate) decides: Vec<Condition>,
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub(crate) pattern: fixed::Pattern,
    pub(crate) guard: Option<Test<Fixed>>,
    pub(crate) body: Block,
}

impl Arm {
    /// The variables that its pattern and its guard bind.
    pub(crate) fn binds(&self) -> BTreeSet<Var> {
        let mut binds = BTreeSet::new();
        self.pattern.variables(&mut binds);
        self.guard.iter().for_each(|guard| guard.defined(&mut binds));
        binds
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Fixed(fixed::Let<Fixed>),
    /// `variable = variable op value`, or `variable = value`, of a fixed variable.
    Change(Change),
    Let(Pattern, Expr),
    /// The start of a list that lives until the end of the step: `length` copies of this value. The length has no variables.
    List {
        id: LocalId,
        /// The user's name of the list.
        called: String,
        length: Fixed,
        value: Expr,
    },
    /// A variable that gets its first value later.
    Declare(LocalId),
    Assign(Target, Expr),
    Expr(Expr),
    /// A loop with a fixed number of iterations.
    For {
        pattern: fixed::Pattern,
        iter: Fixed,
        body: Block,
        /// True if the loop needs an iteration counter: its body draws random numbers or joins numbers of all parameters.
        counts: bool,
    },
}

/// An assignment to a fixed variable.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    pub(crate) var: Var,
    pub(crate) op: Option<BinOp>,
    pub(crate) value: Fixed,
    /// The span of the variable's name, and the span of the assignment.
    pub(crate) at: Span,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    Wild,
    Bind(LocalId),
    /// A fixed part of a mixed tuple.
    Fixed(fixed::Pattern),
    /// Tuple or array.
    Items(Vec<Pattern>),
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Place(Place),
    /// An item of a list.
    Item(List, Fixed),
    /// A variable, or an element of a tuple or array in it.
    Local(LocalId, Vec<usize>),
}

/// A checked step.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) locals: Vec<Local>,
    pub(crate) block: Block,
    /// The shapes of the declared states.
    pub(crate) states: Vec<Shape>,
    /// The shapes of the declared inputs.
    pub(crate) inputs: Vec<Shape>,
    /// True if the step has the parameter `t`.
    pub(crate) uses_count: bool,
    /// Paths used as constants.
    pub(crate) consts: Vec<syn::Path>,
    /// All names of its variables.
    pub(crate) names: Names,
    /// The `#[elementwise]` functions that it calls.
    pub(crate) calls: Vec<Call>,
    /// True if it contains a question about time, such as `every(k)`.
    pub(crate) asks: bool,
    /// True if it draws random numbers.
    pub(crate) draws: bool,
    /// True if it joins numbers of all parameters.
    pub(crate) joins: bool,
    /// The meanings of its conditions.
    pub(crate) meanings: Meanings,
}

/// A function from numbers to a number: the `value` of a schedule, or an `#[elementwise]` function.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    pub(crate) locals: Vec<Local>,
    /// The variables of its parameters in generated code.
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
    /// The number of arguments in the call.
    pub(crate) arguments: usize,
}
