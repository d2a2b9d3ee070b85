//! The step as values, each defined once, in a tree of regions: what the planner and the emitters read.
//!
//! Variables and places are gone: an assignment is a new value, a branch joins values in a [`Def::Phi`], a loop carries
//! them. Fixed Rust stays as tokens where it stood.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::ast::Place;
use crate::kind::Shape;
use crate::ops::{Op, Reduce};

pub(crate) type Id = usize;

/// A number or a mask for every entry of a shape.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) shape: Shape,
    pub(crate) mask: bool,
    pub(crate) span: Span,
    /// The variable that the user bound it to.
    pub(crate) name: Option<Ident>,
    pub(crate) def: Def,
    /// Branches and loops around the definition, outermost first.
    pub(crate) path: Path,
}

/// Where a definition stands: which arm of which branch, the body of which loop.
pub(crate) type Path = Vec<Around>;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub(crate) enum Around {
    Arm(usize, usize),
    Loop(usize),
}

impl Around {
    /// The branch and the arm of it.
    pub(crate) fn arm(&self) -> Option<(usize, usize)> {
        if let Self::Arm(branch, arm) = self { Some((*branch, *arm)) } else { None }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum Def {
    /// A fixed number (or a fixed `bool`, for a mask).
    Fixed(TokenStream),
    /// A scheduled hyperparameter by its name.
    Hyper(TokenStream, String),
    Grad,
    Load(Place),
    /// The step count.
    Count,
    Op(Op, Vec<Id>),
    Powi(Id, TokenStream),
    Elementwise(syn::Path, Vec<Argument>),
    /// The same number for more entries.
    Lift(Id),
    Reduce(Reduce, Vec<Id>),
    Matmul(Id, Id),
    Transpose(Id),
    /// The value of the arm that runs.
    Phi(Vec<Id>),
    /// A carried variable at the start of a turn.
    Turn(usize),
    /// A carried variable after the loop.
    After(usize),
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Value(Id),
    Fixed(TokenStream),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    pub(crate) stmts: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    /// Plain Rust over fixed values, and the variables that it defines; none of them ever changes.
    Fixed {
        tokens: TokenStream,
        defines: Vec<Ident>,
    },
    Def(Id),
    Branch(Branch),
    Loop(Loop),
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) id: usize,
    pub(crate) test: Test,
    pub(crate) arms: Vec<Arm>,
    pub(crate) phis: Vec<Id>,
    /// Fixed values that differ by arm: a new name, and its expression in each arm.
    pub(crate) fixed: Vec<(Ident, Vec<TokenStream>)>,
}

#[derive(Clone, Debug)]
pub(crate) enum Test {
    /// Two arms: then and else.
    If(TokenStream),
    Match(TokenStream),
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    /// Pattern and guard; unused for `if`.
    pub(crate) pattern: TokenStream,
    pub(crate) binds: Vec<Ident>,
    pub(crate) region: Region,
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) id: usize,
    pub(crate) pattern: TokenStream,
    pub(crate) binds: Vec<Ident>,
    pub(crate) iter: TokenStream,
    pub(crate) body: Region,
    pub(crate) carried: Vec<Carried>,
}

/// A variable that a loop changes.
#[derive(Clone, Debug)]
pub(crate) struct Carried {
    pub(crate) start: Id,
    pub(crate) turn: Id,
    pub(crate) next: Id,
    pub(crate) after: Id,
}

/// A lowered step.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) values: Vec<Value>,
    pub(crate) region: Region,
    /// What is left in each place that the step writes.
    pub(crate) stores: Vec<(Place, Id)>,
    /// Fixed conditions that decide sizes of axes, by their normal form.
    pub(crate) conditions: Vec<(String, TokenStream)>,
    /// Carried variables of all loops, by the index in [`Def::Turn`] and [`Def::After`].
    pub(crate) carried: Vec<Carried>,
}

impl Program {
    /// The values that a value is computed from.
    pub(crate) fn operands(&self, id: Id) -> Vec<Id> {
        match &self.values[id].def {
            Def::Fixed(_) | Def::Hyper(..) | Def::Grad | Def::Load(_) | Def::Count | Def::Turn(_) => Vec::new(),
            Def::Op(_, ids) | Def::Reduce(_, ids) | Def::Phi(ids) => ids.clone(),
            Def::Powi(a, _) | Def::Lift(a) | Def::Transpose(a) => vec![*a],
            Def::Matmul(a, b) => vec![*a, *b],
            Def::Elementwise(_, arguments) => arguments
                .iter()
                .filter_map(|argument| match argument {
                    Argument::Value(id) => Some(*id),
                    Argument::Fixed(_) => None,
                })
                .collect(),
            Def::After(carried) => {
                let carried = &self.carried[*carried];
                vec![carried.start, carried.next]
            }
        }
    }

    pub(crate) fn is_scalar(&self, id: Id) -> bool {
        self.values[id].shape.is_scalar()
    }

    /// Whether the value is one of the step's inputs.
    pub(crate) fn is_input(&self, id: Id) -> bool {
        matches!(self.values[id].def, Def::Grad | Def::Load(_))
    }
}

impl Region {
    /// The loop of this number, at any depth.
    pub(crate) fn turns(&self, id: usize) -> Option<&Loop> {
        self.stmts.iter().find_map(|stmt| match stmt {
            Stmt::Loop(turns) if turns.id == id => Some(turns),
            Stmt::Loop(turns) => turns.body.turns(id),
            Stmt::Branch(branch) => branch.arms.iter().find_map(|arm| arm.region.turns(id)),
            Stmt::Fixed { .. } | Stmt::Def(_) => None,
        })
    }

    /// The branch of this number, at any depth.
    pub(crate) fn branch(&self, id: usize) -> Option<&Branch> {
        self.stmts.iter().find_map(|stmt| match stmt {
            Stmt::Branch(branch) if branch.id == id => Some(branch),
            Stmt::Branch(branch) => branch.arms.iter().find_map(|arm| arm.region.branch(id)),
            Stmt::Loop(turns) => turns.body.branch(id),
            Stmt::Fixed { .. } | Stmt::Def(_) => None,
        })
    }

    /// Its fixed Rust: a statement for each fixed variable that code further down may name.
    pub(crate) fn fixed(&self) -> TokenStream {
        let mut tokens = TokenStream::new();
        for stmt in &self.stmts {
            match stmt {
                Stmt::Fixed { tokens: fixed, .. } => fixed.to_tokens(&mut tokens),
                Stmt::Branch(branch) if !branch.fixed.is_empty() => tokens.extend(branch.joined_fixed()),
                _ => {}
            }
        }
        tokens
    }
}

impl Branch {
    /// `let fixed = if … { a } else { b };`
    fn joined_fixed(&self) -> TokenStream {
        let names = self.fixed.iter().map(|(name, _)| name);
        let arms: Vec<TokenStream> = self
            .arms
            .iter()
            .enumerate()
            .map(|(i, arm)| {
                let (fixed, values) = (arm.region.fixed(), self.fixed.iter().map(|(_, values)| &values[i]));
                quote!({ #fixed (#(#values,)*) })
            })
            .collect();
        let choice = self.choose(&arms);
        quote!(let (#(#names,)*) = #choice;)
    }

    /// The branching expression with these arms.
    pub(crate) fn choose(&self, arms: &[TokenStream]) -> TokenStream {
        match &self.test {
            Test::If(condition) => {
                let (then, els) = (&arms[0], &arms[1]);
                quote!(if #condition #then else #els)
            }
            Test::Match(scrutinee) => {
                let patterns = self.arms.iter().map(|arm| &arm.pattern);
                quote!(match #scrutinee { #(#patterns => #arms)* })
            }
        }
    }
}
