//! The constructs that the check announces to the rules. A rule sees a site and the facts there, nothing else.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Expr as Syntax, ExprCall, ExprField, ExprIndex, ExprMethodCall, Pat, PatType, ReturnType, Signature, Type};

use crate::ast::{Expr, List, LocalId, Target};
use crate::check::known::calls::{Bound, Callee};
use crate::check::known::lists::Listed;
use crate::check::known::{Enclosing, Standing};
use crate::check::syntax::last_of;
use crate::check::terms::operands::Operands;
use crate::check::terms::plain_methods::Owner;
use crate::check::terms::signatures::ArgumentRole;
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

/// The target of an assignment to an element of a tuple or an array.
pub(crate) enum Element {
    /// An element by an index that is not a literal.
    NoLiteral,
    /// An element of something that is not an assignable variable.
    OfNothing,
    /// An element of a variable, by its path. The kind is `None` if there is no such element.
    Of { id: LocalId, path: Vec<usize>, kind: Option<Kind> },
}

/// A construct in a body, with the results of the check so far.
#[derive(Clone, Copy)]
pub(crate) enum Site<'s> {
    // Signatures.
    /// A modifier before `fn`; `None` if it is absent.
    Modifier(&'s dyn ToTokens, Modifier),
    /// The generic parameters of a function.
    Generics(&'s syn::Generics),
    /// `&self` of the function that is being checked.
    Receiver(&'s Signature),
    /// Its other parameters, all together.
    Inputs(&'s Signature, &'s [&'s PatType]),
    /// One of its other parameters.
    Input(ArgumentRole, &'s PatType),
    /// The name of one of its other parameters.
    InputName(&'s Pat),
    /// The declared type of the result.
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
    /// The end of the function that is being checked.
    End(&'s Signature),
    /// The end of the last function: everything that the impl does is known.
    Whole,
    /// A step function in `uses`, at the end of the whole body.
    NamedFunction(&'s Use),
    /// A declared state, at the end of the whole body.
    Declared(usize, &'s State),
    /// A declared input, at the end of the whole body.
    DeclaredInput(usize, &'s Input),
    /// A declared output at the end of the step with this signature.
    DeclaredOutput(usize, &'s Output, &'s Signature),
    /// An option of the builder that a wrapper takes over, at the end of the whole body.
    DeclaredOption(&'s Hyper),

    // Syntax.
    /// Any expression, before it is checked.
    Expression(&'s Syntax),
    /// An expression that the language does not have.
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
    /// `self` without a field after it.
    SelfAlone(&'s dyn ToTokens),
    /// The path of a constant.
    Constant(&'s syn::ExprPath),
    /// A call of a function of the inner optimizer, and the field that holds it.
    InnerCall(&'s ExprMethodCall, &'s ExprField),
    /// The first argument of `self.inner.step`, if it is not a place.
    InnerPlace(&'s Syntax),
    /// The first argument of `self.inner.step`, and the gradient.
    InnerOperands {
        call: &'s ExprMethodCall,
        place: &'s Kind,
        grad: &'s Expr,
    },
    /// `self.name`
    Setting(&'s ExprField),
    /// A scheduled `Option` in place of a number, and the tokens to mark: the name of a method if one follows.
    Optional(&'s Syntax, &'s dyn ToTokens),
    /// A pattern that destructures the scheduled `Option` with this name.
    OptionalPattern(&'s Pat, &'s str),
    /// `state.name`
    State(&'s ExprField),
    /// `state.name` of a state with a condition.
    ConditionalState(&'s ExprField, &'s State, Standing),
    /// A list without an index, and the tokens to mark: the name of a method if one follows.
    List(&'s Listed<'s>, &'s dyn ToTokens),
    /// `list[at]`
    ListItem {
        list: &'s Listed<'s>,
        at: &'s Expr,
        syntax: &'s ExprIndex,
    },
    /// An assignment to an item of a list.
    PutItem {
        list: List,
        name: &'s str,
        at: &'s Fixed,
        syntax: &'s ExprIndex,
    },
    /// `input.name`
    Given(&'s ExprField),
    /// `input.name` of an input with a condition.
    ConditionalInput(&'s ExprField, &'s Input, Standing),
    /// An assignment to `output.name`.
    Reported(&'s ExprField),
    /// An assignment to `output.name`, of an output with a condition.
    ConditionalOutput(&'s ExprField, &'s Output, Standing),
    /// `output.name`, or an item of it, that is read.
    OutputRead(&'s ExprField, Option<&'s ExprIndex>),
    /// An assignment to `output.name[at]`, of an output that is not a list.
    OutputIndexed(&'s ExprIndex),
    /// `param.name`
    ParamField(&'s Ident, &'s ExprField),
    /// `state.method()`, `input.method()`, `output.method()`
    StateMethod(&'s ExprMethodCall),

    // Values.
    /// An expression that is used as a value.
    Value(&'s Expr, &'s Syntax),
    /// A number in tensor arithmetic.
    Number(&'s Expr, &'s Syntax),
    /// An operator whose operands are not all fixed.
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
    /// An end of a range.
    Bound(&'s Expr, &'s Syntax),
    /// An element of a tuple, by its position.
    Field(&'s Expr, &'s ExprField),
    /// The elements of an array; `[x; n]` has one.
    Elements(&'s [Expr], &'s [&'s Syntax]),
    /// The length of an array of fixed values.
    Length(&'s Expr, &'s Syntax),
    /// A list that a step makes, with the value of its items and its length.
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
    /// An indexed element of a value that is not an array.
    IndexOf(&'s Kind, &'s dyn ToTokens),

    // Time.
    /// A question about the step count, with its arguments.
    Asked {
        call: &'s ExprCall,
        question: Question,
        arguments: &'s [Expr],
    },
    /// A variable that a `let` binds to a value known before the step.
    KnownLet(&'s Expr, &'s Pat),
    /// A fixed value of an arm in a timed `if`, and the branch.
    TimedArm(&'s Expr, &'s Syntax, &'s Enclosing),
    /// The arms of a timed `if` with different dimensions: of a variable, or of their values.
    TimedKinds {
        name: Option<&'s str>,
        condition: &'s Syntax,
        decides: &'s Enclosing,
    },

    // Calls.
    /// A call of an expression that is not a path.
    Callee(&'s Syntax),
    /// A call of a function by its path, before its arguments.
    Call(&'s ExprCall, &'s syn::Path),
    /// A call of a function by its path, with its arguments.
    Arguments(&'s ExprCall, &'s syn::Path, &'s [Expr]),
    /// `full(x)` and `scalar(x)` with their argument.
    Lift {
        full: bool,
        value: &'s Expr,
        syntax: &'s Syntax,
    },
    /// A draw of random numbers, and the value whose shape they have.
    Draw {
        law: Law,
        like: &'s Expr,
        syntax: &'s Syntax,
    },
    /// A call of an `#[elementwise]` function.
    Elementwise(&'s ExprCall, &'s [Expr]),
    /// A method of a value that is not fixed. The first operand is the receiver.
    Method(&'s ExprMethodCall, &'s [Expr]),
    /// A method of a fixed value, and the types that have it.
    PlainMethod(&'s ExprMethodCall, &'s Fixed, Owner),
    /// A method of a fixed value that plain Rust does not have.
    FixedMethod(&'s ExprMethodCall),
    /// A method that no type of the language has.
    UnknownMethod(&'s ExprMethodCall),
    /// A power: the base and the exponent.
    Powi(&'s ExprMethodCall, &'s Expr, &'s Expr),
    Reduction(&'s ExprMethodCall, Reduce, Over, &'s [Expr]),
    /// `dim`, or a reduction to an axis, and the argument that stands for the axis.
    Axis(&'s ExprMethodCall, &'s [Expr]),
    /// A reduction along an axis to this shape; the operation is `None` for a quantile.
    ReductionTo(&'s ExprMethodCall, Option<Reduce>, &'s Shape, &'s [Expr]),
    /// A quantile along an axis, with its operands.
    QuantileTo(&'s ExprMethodCall, &'s [Expr]),
    Matmul(&'s ExprMethodCall, &'s Expr, &'s Expr),
    Transpose(&'s ExprMethodCall, &'s Expr),
    /// Another call of linear algebra, with its operands.
    Library(&'s ExprMethodCall, Library, &'s [Expr]),
    /// An integer that is used as a dimension, but is not known before the step.
    Dimension(&'s dyn ToTokens),
    /// `eye(n)` with its argument.
    Eye(&'s ExprCall, &'s Expr),
    /// The value of a schedule inside of a schedule, and the arguments.
    Child(&'s ExprMethodCall, &'s Expr, &'s [Expr]),
    /// A call of a helper function, with its arguments.
    Helper(&'s Ident, &'s [&'s Syntax]),
    /// An argument of a helper function, and the expression behind `&mut` if it is a reference.
    Argument {
        parameter: &'s PatType,
        argument: &'s Syntax,
        inner: &'s Syntax,
    },
    /// An argument of a helper function, and its value.
    Passed {
        callee: Callee<'s>,
        parameter: &'s PatType,
        argument: &'s Syntax,
        value: &'s Expr,
    },
    /// The arguments of a function, bound to its parameters.
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
    /// `let x: Type = value;` with a fixed value.
    FixedAs(&'s Type, &'s Syntax),
    /// The declared type of a value.
    WrittenType(&'s Type, &'s Kind),
    /// `ref x` and the like.
    PatternName(&'s syn::PatIdent),
    /// A pattern over a fixed value that the language does not have.
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
    /// Assignment to a hyperparameter, or to a part of one.
    SettingChanged(&'s ExprField, &'s Syntax),
    /// Assignment to a state.
    StateChanged(&'s ExprField, &'s Syntax),
    /// Assignment to an item of a list in a variable.
    ListChanged(&'s Listed<'s>, &'s Syntax),
    /// Assignment to an input.
    InputChanged(&'s ExprField, &'s Syntax),
    /// Assignment through a reference.
    Deref(&'s syn::ExprUnary, &'s Syntax),
    /// Assignment of a value to several variables.
    Several(&'s syn::ExprTuple, &'s Expr, &'s Syntax),
    /// Assignment to an element of a variable.
    Element(&'s Syntax, &'s Element),
    /// A value for a target of this kind, and the target's name.
    Store {
        target: &'s Target,
        kind: &'s Kind,
        what: &'s str,
        value: &'s Expr,
        right: &'s Syntax,
    },

    // Branches and loops.
    /// The condition of an `if`, or a guard.
    Condition {
        value: &'s Expr,
        syntax: &'s Syntax,
        word: &'s str,
    },
    /// A fixed condition, or one side of `&&` or `||` in it.
    Bool {
        value: &'s Fixed,
        syntax: &'s Syntax,
        word: &'s str,
    },
    /// The value that a `match` destructures, or an element of it.
    Matched(&'s Expr, &'s Syntax),
    /// The kinds of the arms of an `if` or a `match`, and their joint kind.
    Arms {
        kinds: &'s [Kind],
        joined: Option<&'s Kind>,
        syntax: &'s Syntax,
    },
    /// The sequence of a loop.
    Sequence(&'s Expr, &'s Syntax),
    /// The body of a loop.
    Iteration(&'s Expr, &'s syn::Block),
    /// A variable that is of the whole model before a loop but not after an iteration. The loop assigns global states.
    LoopedGlobal {
        name: &'s Ident,
        pattern: &'s Pat,
    },
    /// The kinds of a variable before and after an iteration, its name, and the loop's pattern.
    Looped {
        before: &'s Kind,
        after: &'s Kind,
        name: &'s Ident,
        pattern: &'s Pat,
    },
}

impl<'s> Site<'s> {
    /// The values that this syntax uses, with the tokens that a message about each value marks. For a receiver without the method,
    /// these are the name of the method.
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

    /// The tokens of the value with this index. An array `[x; n]` has one.
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

/// The last expression of a function, or the function's name.
fn function_value(callee: Callee<'_>) -> &dyn ToTokens {
    match last_of(callee.block) {
        Some(last) => last,
        None => &callee.signature.ident,
    }
}
