//! Fixed expressions: they are computed from settings, sizes, literals and the step count, before the step computes any number.
//!
//! `check` makes them, `lower` replaces their variables, `emit` prints them as Rust. Paths, written types and literals are leaves: only the
//! compiler knows their types, so they keep the user's syntax, and no stage but `emit` looks into
//! them. An expression has a span for messages, a [type](Type) if the declarations show it, and a [meaning](Meaning), which
//! is the same for all equal expressions.

mod level;
mod meaning;
mod pattern;
mod types;

use std::collections::BTreeSet;
use std::rc::Rc;

use proc_macro2::{Ident, Span};
use syn::{AngleBracketedGenericArguments, BinOp, Lit, Member, Path, RangeLimits, UnOp};

pub(crate) use level::{Level, Question, Timed};
pub(crate) use meaning::{Meaning, Meanings};
pub(crate) use pattern::{Arm, Let, Pattern, Test};
pub(crate) use types::Type;

/// A fixed expression. Two of them are equal if they are written in the same way.
#[derive(Clone, Debug)]
pub(crate) struct Fixed(Rc<FixedNode>);

#[derive(Debug)]
struct FixedNode {
    form: Form<Fixed>,
    span: Span,
    ty: Option<Type>,
    meaning: Meaning,
    level: Level,
}

/// The form of a fixed expression. Its operands are expressions, or the meanings of expressions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Form<X> {
    Literal(Lit),
    /// The length of an array of values.
    Length(usize),
    /// The length of a list of states, by its index in the declaration.
    Items(usize),
    /// The length of a list of outputs, by its index in the declaration.
    OutputItems(usize),
    Variable(Var),
    /// A `const` or the variant of an enum.
    Constant(Path),
    /// A constant of a number type, by its path in `core`.
    Core(Path),
    Setting(Setting),
    Size(Size),
    Unary(UnOp, X),
    Binary(BinOp, X, X),
    /// A method call in plain Rust.
    Method(Receiver, X, Ident, Option<AngleBracketedGenericArguments>, Vec<X>),
    Call(Function, Vec<X>),
    /// A question about the step count.
    Asked(Question, Vec<X>),
    Member(X, Member),
    Index(X, X),
    Tuple(Vec<X>),
    Array(Vec<X>),
    /// `[value; length]`
    Repeat(X, X),
    Range(Option<X>, RangeLimits, Option<X>),
    Cast(X, Box<syn::Type>),
    Block(Vec<Let<X>>, X),
    If(Test<X>, X, X),
    Match(X, Vec<Arm<X>>),
}

/// A fixed variable, with a name that is unique in the body.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Var(pub(crate) Ident);

/// A field of the annotated struct.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Setting {
    pub(crate) ident: Ident,
    pub(crate) look: Look,
    /// True if its value is the same for the whole model.
    pub(crate) shared: bool,
}

/// The way to read a setting. One that can't be copied is read by reference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Look {
    Copy,
    /// `&self.schedule`
    Borrow,
    /// `&*self.list`
    Slice,
    /// `self.option.as_ref()`
    OptionBorrow,
    /// `self.option.as_deref()`
    OptionSlice,
}

/// The size of an axis, or another size of the parameter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Size {
    Ndim,
    Len,
    Rows,
    Cols,
}

/// The type of a method's receiver, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Receiver {
    /// A number, a `bool` or an option. Generated code proves it, so that the method cannot be a user's.
    Number,
    /// A range or an array. Generated code proves it, too.
    Sequence,
    /// An `f64`, with a method of the step language.
    Float,
    /// A setting of type `Option`.
    Setting,
}

/// A function with fixed arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Function {
    Some,
    /// A function of a number type, by its path in `core`.
    Core(Path),
    /// An `#[elementwise]` function.
    Elementwise(Path),
    /// The identity for integers, by which generated code proves that the argument is one.
    Integer,
    /// An element of a list in a schedule. Beyond the end NaN, or 0 for integers.
    Element,
    /// The value of a schedule before the first step.
    InitialValue,
    /// `param.dim(axis)`
    Dim,
}

impl Size {
    /// The size that a tensor's method of this name returns.
    pub(crate) fn of(method: &Ident) -> Option<Self> {
        [Self::Ndim, Self::Len, Self::Rows, Self::Cols].into_iter().find(|size| method == size.name())
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ndim => "ndim",
            Self::Len => "len",
            Self::Rows => "rows",
            Self::Cols => "cols",
        }
    }
}

impl Fixed {
    pub(crate) fn new(form: Form<Fixed>, span: Span, ty: Option<Type>, meaning: Meaning) -> Self {
        let level = Level::of(&form);
        Self::at_level(form, span, ty, meaning, level)
    }

    /// An expression with a variable that is not known before training.
    pub(crate) fn at_level(form: Form<Fixed>, span: Span, ty: Option<Type>, meaning: Meaning, level: Level) -> Self {
        Self(Rc::new(FixedNode { form, span, ty, meaning, level }))
    }

    pub(crate) fn form(&self) -> &Form<Fixed> {
        &self.0.form
    }

    pub(crate) fn span(&self) -> Span {
        self.0.span
    }

    /// The type, as far as the declarations show it.
    pub(crate) fn ty(&self) -> Option<&Type> {
        self.0.ty.as_ref()
    }

    pub(crate) fn meaning(&self) -> Meaning {
        self.0.meaning
    }

    /// The level of the expression.
    pub(crate) fn level(&self) -> Level {
        self.0.level
    }

    /// A variable of generated code, which has no meaning in the user's.
    pub(crate) fn of(var: Var, level: Level) -> Self {
        let span = var.0.span();
        Self::at_level(Form::Variable(var), span, None, Meaning::OF_GENERATED, level)
    }

    /// A variable with the type and the meaning of this expression, in its place.
    pub(crate) fn with_variable(&self, var: Var) -> Self {
        Self::at_level(Form::Variable(var), self.span(), self.ty().cloned(), self.meaning(), self.level())
    }

    /// The number, if it is an integer literal.
    pub(crate) fn integer(&self) -> Option<u64> {
        match self.form() {
            Form::Literal(Lit::Int(number)) => number.base10_parse().ok(),
            _ => None,
        }
    }

    /// Adds the variables that the expression reads and does not define.
    pub(crate) fn variables(&self, found: &mut BTreeSet<Var>) {
        match self.form() {
            Form::Variable(var) => drop(found.insert(var.clone())),
            form => {
                form.each(&mut |part| part.variables(found));
                let mut own = BTreeSet::new();
                form.defined(&mut own);
                found.retain(|var| !own.contains(var));
            }
        }
    }

    /// The expression with its variables replaced; `by` returns `None` for those that stay.
    pub(crate) fn replaced(&self, by: &impl Fn(&Var) -> Option<Form<Fixed>>) -> Self {
        let form = match self.form() {
            Form::Variable(var) => by(var),
            form => Some(form.map(&mut |part: &Fixed| part.replaced(by))),
        };
        let new = |form| Self::at_level(form, self.span(), self.ty().cloned(), self.meaning(), self.level());
        form.map_or_else(|| self.clone(), new)
    }
}

impl PartialEq for Fixed {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.form == other.0.form
    }
}

impl Eq for Fixed {}

impl<X> Form<X> {
    /// The form with `f` applied to each part.
    pub(crate) fn map<Y>(&self, f: &mut impl FnMut(&X) -> Y) -> Form<Y> {
        match self {
            Form::Literal(literal) => Form::Literal(literal.clone()),
            Form::Length(length) => Form::Length(*length),
            Form::Items(list) => Form::Items(*list),
            Form::OutputItems(list) => Form::OutputItems(*list),
            Form::Variable(var) => Form::Variable(var.clone()),
            Form::Constant(path) => Form::Constant(path.clone()),
            Form::Core(path) => Form::Core(path.clone()),
            Form::Setting(setting) => Form::Setting(setting.clone()),
            Form::Size(size) => Form::Size(*size),
            Form::Unary(op, a) => Form::Unary(*op, f(a)),
            Form::Binary(op, a, b) => Form::Binary(*op, f(a), f(b)),
            Form::Method(receiver, a, name, types, arguments) => {
                let a = f(a);
                Form::Method(*receiver, a, name.clone(), types.clone(), arguments.iter().map(f).collect())
            }
            Form::Call(function, arguments) => Form::Call(function.clone(), arguments.iter().map(f).collect()),
            Form::Asked(question, arguments) => Form::Asked(*question, arguments.iter().map(f).collect()),
            Form::Member(a, member) => Form::Member(f(a), member.clone()),
            Form::Index(a, b) => Form::Index(f(a), f(b)),
            Form::Tuple(items) => Form::Tuple(items.iter().map(f).collect()),
            Form::Array(items) => Form::Array(items.iter().map(f).collect()),
            Form::Repeat(a, b) => Form::Repeat(f(a), f(b)),
            Form::Range(start, limits, end) => {
                let start = start.as_ref().map(&mut *f);
                Form::Range(start, *limits, end.as_ref().map(f))
            }
            Form::Cast(a, ty) => Form::Cast(f(a), ty.clone()),
            Form::Block(lets, value) => {
                let lets = lets.iter().map(|own| own.map(f)).collect();
                Form::Block(lets, f(value))
            }
            Form::If(test, then, els) => {
                let (test, then) = (test.map(f), f(then));
                Form::If(test, then, f(els))
            }
            Form::Match(a, arms) => {
                let a = f(a);
                Form::Match(a, arms.iter().map(|arm| arm.map(f)).collect())
            }
        }
    }

    /// Calls `f` for each part.
    pub(crate) fn each(&self, f: &mut impl FnMut(&X)) {
        self.map(&mut |part| f(part));
    }

    /// The variables that the expression defines.
    fn defined(&self, found: &mut BTreeSet<Var>) {
        match self {
            Form::Block(lets, _) => lets.iter().for_each(|own| own.pattern.variables(found)),
            Form::If(test, ..) => test.defined(found),
            Form::Match(_, arms) => arms.iter().for_each(|arm| arm.defined(found)),
            _ => {}
        }
    }
}
