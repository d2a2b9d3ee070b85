//! The construct that the check has reached: all that a rule may look at besides the facts there.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr as Syntax, ExprCall, ExprField, ExprIndex, ExprMethodCall, Pat, PatType, ReturnType, Signature, Type};

use crate::ast::{Expr, List, Target};
use crate::check::inline::arguments::Bound;
use crate::check::inline::calls::Callee;
use crate::check::kinds::assignments::Element;
use crate::check::kinds::fixed_methods::Owner;
use crate::check::kinds::operators::Operands;
use crate::check::known::{Enclosing, Standing};
use crate::check::names::lists::Listed;
use crate::check::names::signatures::Part;
use crate::check::syntax::last_of;
use crate::fixed::{Fixed, Question};
use crate::kind::{Kind, Shape};
use crate::ops::{Law, Library, Op, Over, Reduce};
use crate::parse::step_function::{StepFunction, Use};
use crate::parse::{Hyper, Input, Output, State};

/// A word before `fn`.
#[derive(Clone, Copy)]
pub(crate) enum Modifier {
    Const,
    Async,
    Unsafe,
    Abi,
}

/// A place in a body, with what the check has found out before it comes there.
#[derive(Clone, Copy)]
pub(crate) enum Site<'s> {
    // Signatures.
    /// A word before `fn`, which may be absent.
    Modifier(&'s dyn ToTokens, Modifier),
    /// The generic parameters of a function.
    Generics(&'s syn::Generics),
    /// `&self` of the function that is checked.
    Receiver(&'s Signature),
    /// Its other parameters.
    Inputs(&'s Signature, &'s [&'s PatType]),
    /// One of them.
    Input(Part, &'s PatType),
    /// The name of one of them.
    InputName(&'s Pat),
    /// The written type of the result.
    Output(&'s Signature),
    /// The signature of a step function.
    StepFunctionInputs(&'s Signature),
    /// A parameter of a helper function that takes the state, the inputs or the outputs.
    StateInput(&'s Type),

    // The end of the body.
    /// The value of the body.
    Result {
        value: &'s Expr,
        block: &'s syn::Block,
        output: &'s ReturnType,
    },
    /// The end of the function that is checked.
    End(&'s Signature),
    /// All that the function does has been seen.
    Whole,
    /// A step function in `uses`, when all of the body has been seen.
    NamedFunction(&'s Use),
    /// A declared state, when all of the body has been seen.
    Declared(usize, &'s State),
    /// A declared input, likewise.
    DeclaredInput(usize, &'s Input),
    /// A declared output at the end of the step, whose signature this is.
    DeclaredOutput(usize, &'s Output, &'s Signature),
    /// An option of the builder that a wrapper takes over, likewise.
    DeclaredOption(&'s Hyper),

    // Syntax.
    /// Any expression, before anything is known of it.
    Expression(&'s Syntax),
    /// An expression that is read in no way of its own.
    Unsupported(&'s Syntax),
    /// A call of a macro.
    Macro(&'s dyn ToTokens),
    /// An item among the statements.
    Item(&'s syn::Item),
    /// The `else` of a `let`.
    LetElse(&'s Syntax),
    /// The label of a loop.
    Label(&'s syn::Label),
    /// `while`, with its condition.
    While(&'s syn::ExprWhile, &'s Expr),
    Literal(&'s syn::Lit),

    // Names.
    /// A name whose value is read.
    Read(&'s Ident, &'s dyn ToTokens),
    /// `self` that is not followed by a field.
    SelfAlone(&'s dyn ToTokens),
    /// The path of a constant.
    Constant(&'s syn::ExprPath),
    /// A call of the inner optimizer, and its field.
    InnerCall(&'s ExprMethodCall, &'s ExprField),
    /// The target of the update, which is not a place.
    InnerPlace(&'s Syntax),
    /// The target of the update, and its gradient.
    InnerOperands {
        call: &'s ExprMethodCall,
        place: &'s Kind,
        grad: &'s Expr,
    },
    /// `self.name`
    Setting(&'s ExprField),
    /// A scheduled `Option` where a number is needed, and the tokens that are wrong: where a method follows, its name.
    Optional(&'s Syntax, &'s dyn ToTokens),
    /// The pattern that destructures the scheduled `Option` of this name.
    OptionalPattern(&'s Pat, &'s str),
    /// `state.name`
    State(&'s ExprField),
    /// `state.name` of a state that has a condition.
    ConditionalState(&'s ExprField, &'s State, Standing),
    /// A list that is not followed by an index, and the tokens that are wrong: where a method follows, its name.
    List(&'s Listed<'s>, &'s dyn ToTokens),
    /// `list[at]`
    ListItem {
        list: &'s Listed<'s>,
        at: &'s Expr,
        syntax: &'s ExprIndex,
    },
    /// An item of a list, assigned.
    PutItem {
        list: List,
        name: &'s str,
        at: &'s Fixed,
        syntax: &'s ExprIndex,
    },
    /// `input.name`
    Given(&'s ExprField),
    /// `input.name` of an input that has a condition.
    ConditionalInput(&'s ExprField, &'s Input, Standing),
    /// `output.name`, assigned.
    Reported(&'s ExprField),
    /// `output.name` of an output that has a condition, assigned.
    ConditionalOutput(&'s ExprField, &'s Output, Standing),
    /// `output.name` whose value is read, or of which an item is.
    OutputRead(&'s ExprField, Option<&'s ExprIndex>),
    /// `output.name[at]` of an output that is not a list, assigned.
    OutputIndexed(&'s ExprIndex),
    /// `param.name`
    ParamField(&'s Ident, &'s ExprField),
    /// `state.method()`, `input.method()`, `output.method()`
    StateMethod(&'s ExprMethodCall),

    // Values.
    /// An expression that is used as a value.
    Value(&'s Expr, &'s Syntax),
    /// A number that meets values of the body.
    Number(&'s Expr, &'s Syntax),
    /// An operator between values that are not all fixed.
    Operator(&'s syn::ExprBinary),
    /// `&&` and `||`
    Lazy(&'s Expr, &'s Expr, &'s syn::ExprBinary),
    /// An operation of the language with its operands.
    Operation {
        op: Op,
        operands: &'s [Expr],
        tokens: &'s Operands<'s>,
    },
    Cast(&'s Expr, &'s syn::ExprCast),
    /// A bound of a range.
    Bound(&'s Expr, &'s Syntax),
    /// An element of a tuple, by its place.
    Field(&'s Expr, &'s ExprField),
    /// The elements of an array; of one that repeats an element there is one.
    Elements(&'s [Expr], &'s [&'s Syntax]),
    /// The length of an array of fixed values.
    Length(&'s Expr, &'s Syntax),
    /// A list that lives as long as the step, with the value of its items and their number.
    OwnList {
        item: &'s Expr,
        length: &'s Expr,
        syntax: &'s syn::ExprRepeat,
    },
    /// The length of an array of values.
    Repeat(&'s syn::ExprRepeat),
    Index {
        base: &'s Expr,
        at: &'s Expr,
        syntax: &'s ExprIndex,
    },
    /// An element of what is no array, by an index.
    IndexOf(&'s Kind, &'s dyn ToTokens),

    // Time.
    /// A question about the step count, with its arguments.
    Asked {
        call: &'s ExprCall,
        question: Question,
        arguments: &'s [Expr],
    },
    /// A variable that a `let` gives a value that is known before the step.
    KnownLet(&'s Expr, &'s Pat),
    /// A fixed value that an arm of a timed `if` gives, and what decides it.
    TimedArm(&'s Expr, &'s Syntax, &'s Enclosing),
    /// The arms of a timed `if` leave values of different dimensions: those of a variable, or their own.
    TimedKinds {
        name: Option<&'s str>,
        condition: &'s Syntax,
        decides: &'s Enclosing,
    },

    // Calls.
    /// A called expression that is not a path.
    Callee(&'s Syntax),
    /// A call of a function by its path, before its arguments.
    Call(&'s ExprCall, &'s syn::Path),
    /// The same with its arguments.
    Arguments(&'s ExprCall, &'s syn::Path, &'s [Expr]),
    /// `full(x)` and `scalar(x)` with their argument.
    Lift {
        full: bool,
        value: &'s Expr,
        syntax: &'s Syntax,
    },
    /// A draw of random numbers, and what there are as many as.
    Draw {
        law: Law,
        like: &'s Expr,
        syntax: &'s Syntax,
    },
    /// A call of an `#[elementwise]` function.
    Elementwise(&'s ExprCall, &'s [Expr]),
    /// A method of a value that is not fixed, its receiver first among the operands.
    Method(&'s ExprMethodCall, &'s [Expr]),
    /// A method of a fixed value, and the values that have it.
    PlainMethod(&'s ExprMethodCall, &'s Fixed, Owner),
    /// A method of a fixed value that plain Rust has not.
    FixedMethod(&'s ExprMethodCall),
    /// A method that nothing of the language has.
    UnknownMethod(&'s ExprMethodCall),
    /// A power: the base and the exponent.
    Powi(&'s ExprMethodCall, &'s Expr, &'s Expr),
    Reduction(&'s ExprMethodCall, Reduce, Over, &'s [Expr]),
    /// `dim`, or a reduction to an axis: what is given in the place of its number.
    Axis(&'s ExprMethodCall, &'s [Expr]),
    /// A reduction to the numbers of this shape, along an axis; none of the table for a quantile.
    ReductionTo(&'s ExprMethodCall, Option<Reduce>, &'s Shape, &'s [Expr]),
    /// A quantile to the numbers along an axis, with all that it is given.
    QuantileTo(&'s ExprMethodCall, &'s [Expr]),
    Matmul(&'s ExprMethodCall, &'s Expr, &'s Expr),
    Transpose(&'s ExprMethodCall, &'s Expr),
    /// Another call of linear algebra, with all that it is given.
    Library(&'s ExprMethodCall, Library, &'s [Expr]),
    /// A fixed integer that is to be a dimension, and is not known before the step.
    Dimension(&'s dyn ToTokens),
    /// `eye(n)` with its argument.
    Eye(&'s ExprCall, &'s Expr),
    /// The value of a schedule inside of this one, with what it is called with.
    Child(&'s ExprMethodCall, &'s Expr, &'s [Expr]),
    /// A call of a helper function, with its arguments.
    Helper(&'s Ident, &'s [&'s Syntax]),
    /// An argument of one, and what is inside of its reference.
    Argument {
        parameter: &'s PatType,
        argument: &'s Syntax,
        inner: &'s Syntax,
    },
    /// The same with its value.
    Passed {
        callee: Callee<'s>,
        parameter: &'s PatType,
        argument: &'s Syntax,
        value: &'s Expr,
    },
    /// The arguments of a function, as its parameters stand for them.
    Places(&'s [(&'s Pat, Bound, &'s Syntax)]),
    /// The value that a function returns.
    Returned(&'s Expr, Callee<'s>),
    /// A call of a step function, before its arguments.
    StepFunction(&'s ExprCall, &'s StepFunction),

    // Statements and patterns.
    /// An expression as a statement.
    Statement(&'s Expr, &'s Syntax),
    /// `let x;`
    Declare(&'s Pat),
    /// `let x: Type = value;` of a fixed value.
    FixedAs(&'s Type, &'s Syntax),
    /// A written type of a value.
    WrittenType(&'s Type, &'s Kind),
    /// `ref x` and the like.
    PatternName(&'s syn::PatIdent),
    /// A pattern over a fixed value that is read in no way of its own.
    FixedPattern(&'s Pat),
    /// A pattern that does not fit a value of this kind.
    Pattern(&'s Pat, &'s Kind),

    // Assignments.
    /// Assignment to a variable.
    Assign {
        name: &'s Ident,
        left: &'s dyn ToTokens,
        value: &'s Expr,
        right: &'s Syntax,
    },
    /// Assignment to a name that is not a variable.
    NoVariable(&'s Ident, &'s Syntax),
    /// Assignment to a hyperparameter, or to what is inside of one.
    SettingChanged(&'s ExprField, &'s Syntax),
    /// Assignment to a state.
    StateChanged(&'s ExprField, &'s Syntax),
    /// Assignment to an item of a list that is a variable.
    ListChanged(&'s Listed<'s>, &'s Syntax),
    /// Assignment to an input.
    InputChanged(&'s ExprField, &'s Syntax),
    /// Assignment through a reference.
    Deref(&'s syn::ExprUnary, &'s Syntax),
    /// Assignment of a value to several variables.
    Several(&'s syn::ExprTuple, &'s Expr, &'s Syntax),
    /// Assignment to an element of a variable.
    Element(&'s Syntax, &'s Element),
    /// A value for a target of this kind, and what the target is called.
    Store {
        target: &'s Target,
        kind: &'s Kind,
        what: &'s str,
        value: &'s Expr,
        right: &'s Syntax,
    },

    // Branches and loops.
    /// The condition of a branch: that of an `if`, or a guard.
    Condition {
        value: &'s Expr,
        syntax: &'s Syntax,
        word: &'s str,
    },
    /// A fixed condition, or a side of `&&` and `||` in one.
    Bool {
        value: &'s Fixed,
        syntax: &'s Syntax,
        word: &'s str,
    },
    /// The value of a `match`, or an element of it.
    Matched(&'s Expr, &'s Syntax),
    /// The kinds of the arms of an `if` or a `match`, and the kind that all can be lifted to.
    Arms {
        kinds: &'s [Kind],
        joined: Option<&'s Kind>,
        syntax: &'s Syntax,
    },
    /// The sequence of a loop.
    Sequence(&'s Expr, &'s Syntax),
    /// The body of a loop.
    Iteration(&'s Expr, &'s syn::Block),
    /// A variable before and after an iteration, its name and the loop's pattern.
    /// A variable that is of the whole model before the iterations of a loop and not after one, where the loop assigns global states.
    LoopedGlobal {
        name: &'s Ident,
        pattern: &'s Pat,
    },
    Looped {
        before: &'s Kind,
        after: &'s Kind,
        name: &'s Ident,
        pattern: &'s Pat,
    },
}

impl<'s> Site<'s> {
    /// The values that this syntax uses, with the tokens that a message about each of them marks: of the receiver of a method, which
    /// does not have the method, its name.
    pub(crate) fn values(&self) -> Vec<(&'s Expr, &'s dyn ToTokens)> {
        match *self {
            Site::Operation { operands, tokens, .. } => paired(operands, &tokens.each),
            Site::Arguments(call, _, values) | Site::Elementwise(call, values) => {
                paired(values, &Operands::of_call(call).each)
            }
            Site::Elements(values, items) => {
                values.iter().zip(items.iter().map(|item| *item as &dyn ToTokens)).collect()
            }
            Site::Method(call, operands)
            | Site::Reduction(call, _, _, operands)
            | Site::ReductionTo(call, _, _, operands)
            | Site::Library(call, _, operands) => paired(operands, &Operands::of_method(call).each),
            Site::Powi(call, a, b) | Site::Matmul(call, a, b) => paired([a, b], &Operands::of_method(call).each),
            Site::Transpose(call, value) => paired([value], &Operands::of_method(call).each),
            Site::Lazy(a, b, binary) => vec![(a, &*binary.left), (b, &*binary.right)],
            Site::Index { base, at, syntax } => vec![(base, &*syntax.expr), (at, &*syntax.index)],
            Site::ListItem { at, syntax, .. } => vec![(at, &*syntax.index)],
            Site::Cast(value, cast) => vec![(value, cast)],
            Site::Field(value, field) => vec![(value, &*field.base)],
            Site::Passed { value, argument, .. } => vec![(value, argument)],
            Site::Returned(value, function) => vec![(value, function_value(function))],
            Site::Number(value, syntax)
            | Site::Lift { value, syntax, .. }
            | Site::Store { value, right: syntax, .. }
            | Site::Several(_, value, syntax)
            | Site::Assign { value, right: syntax, .. }
            | Site::Bound(value, syntax)
            | Site::Length(value, syntax)
            | Site::Sequence(value, syntax)
            | Site::Matched(value, syntax)
            | Site::Condition { value, syntax, .. }
            | Site::Statement(value, syntax)
            | Site::TimedArm(value, syntax, _) => vec![(value, syntax)],
            _ => Vec::new(),
        }
    }

    /// The tokens of the value of this place; an array that repeats an element has those of one.
    pub(crate) fn tokens_of(&self, place: usize) -> Option<&'s dyn ToTokens> {
        let values = self.values();
        values.get(place).or(values.last()).map(|(_, tokens)| *tokens)
    }
}

fn paired<'s>(
    values: impl IntoIterator<Item = &'s Expr>,
    tokens: &[&'s dyn ToTokens],
) -> Vec<(&'s Expr, &'s dyn ToTokens)> {
    values.into_iter().zip(tokens.iter().copied()).collect()
}

/// The expression that a function ends with, or its name.
fn function_value(callee: Callee<'_>) -> &dyn ToTokens {
    match last_of(callee.block) {
        Some(last) => last,
        None => &callee.signature.ident,
    }
}
