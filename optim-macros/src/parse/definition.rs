//! The struct's declarations that the impl half needs.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt;
use syn::{Expr, LitStr, Path, Type, Visibility};

use super::range::literal;
use super::state_dim::StateDim;
use super::types::HyperType;
use crate::diag::source;
use crate::language::Language;
use crate::paths;
use crate::tokens::mentions;

/// A struct with `#[optimizer(…)]` or `#[scheduler(…)]`: its name, hyperparameters and states.
#[derive(Debug, Clone)]
pub(crate) struct Definition {
    /// Visibility of the struct.
    pub(crate) vis: Visibility,
    /// Name of the struct.
    pub(crate) name: Ident,
    /// The language: optimizers or schedules.
    pub(crate) language: Language,
    /// The path of the runtime in generated code, see [`crate::paths::root`].
    pub(crate) root: Path,
    /// True if the struct half has reported errors. The impl half then generates only replacements for its uses.
    pub(crate) broken: bool,
    /// True if errors in the impl may be consequences of errors in the struct, so that they are not reported.
    pub(crate) silent: bool,
    /// The global state that multiplies the learning rate.
    pub(crate) lr_factor: Option<Ident>,
    /// True if a parameter of more than two axes is one matrix, see the attribute's documentation.
    pub(crate) matrix: bool,
    /// The inner optimizer, if this is a wrapper.
    pub(crate) wraps: Option<Wraps>,
    /// Hyperparameters in the order of the fields, with the indices of the runtime's `HYPERS`.
    pub(crate) hypers: Vec<Hyper>,
    /// States in the order of declaration, with the indices of the runtime's `STATES`.
    pub(crate) states: Vec<State>,
    /// Inputs in the order of declaration, with the indices of the runtime's `INPUTS`.
    pub(crate) inputs: Vec<Input>,
    /// Outputs in the order of declaration, with the indices of the runtime's `OUTPUTS`.
    pub(crate) outputs: Vec<Output>,
    /// Conditions on settings and shapes that `build` verifies.
    pub(crate) requires: Vec<Requirement>,
}

/// The field of a wrapper for its inner optimizer: `inner: O`, with the type parameter `O: Definition`.
#[derive(Debug, Clone)]
pub(crate) struct Wraps {
    /// The type parameter.
    pub(crate) param: Ident,
    /// The field.
    pub(crate) field: Ident,
}

impl Wraps {
    /// Name of the field without `r#`.
    pub(crate) fn name(&self) -> String {
        self.field.unraw().to_string()
    }
}

/// One hyperparameter: a field of the struct.
#[derive(Debug, Clone)]
pub(crate) struct Hyper {
    /// Name of the field, with `r#` if the user wrote it.
    pub(crate) ident: Ident,
    /// Type as written.
    pub(crate) ty: Type,
    /// Type, if it is one of a hyperparameter.
    pub(crate) kind: HyperType,
    /// True if it is scheduled: in `step` it is a `Scalar`, or a tuple of them.
    pub(crate) scheduled: bool,
    /// True if all parameter groups have the same value.
    pub(crate) shared: bool,
}

impl Hyper {
    /// Name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

/// A value that an optimizer keeps for each parameter, or for the whole model.
#[derive(Debug, Clone)]
pub(crate) struct State {
    /// Name, as in `state.exp_avg`.
    pub(crate) ident: Ident,
    /// The dimensions of its value.
    pub(crate) kind: StateKind,
    /// True if it is declared with a pair of dimensions, so its elements need not belong to elements of the parameter.
    pub(crate) has_pair: bool,
    /// Length, if it is a list: a fixed integer expression over `self` and the sizes of `param`.
    pub(crate) list: Option<Expr>,
    /// Initial value. For a list, of each item.
    pub(crate) init: Init,
    /// Condition under which it exists: fixed, over `self` and `param.ndim()/len()/rows()/cols()`.
    pub(crate) cond: Option<Expr>,
}

impl State {
    /// Name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// Returns true for the initial value `0.0`, the default of the runtime.
    pub(crate) fn starts_at_zero(&self) -> bool {
        let Init::Expr(value) = &self.init else { return false };
        literal(value).is_some_and(|value| value == 0.0 && value.is_sign_positive())
    }
}

/// A value that the caller passes to each step.
#[derive(Debug, Clone)]
pub(crate) struct Input {
    /// Name, as in `input.hessian`.
    pub(crate) ident: Ident,
    /// The dimensions of its value.
    pub(crate) kind: StateKind,
    /// True if it is one number for the whole optimizer.
    pub(crate) global: bool,
    /// Condition under which it is due: fixed or timed, over `self` and `param.ndim()/len()/rows()/cols()`.
    pub(crate) cond: Option<Expr>,
}

impl Input {
    /// Name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

/// A number that a step reports.
#[derive(Debug, Clone)]
pub(crate) struct Output {
    /// Name, as in `output.update_rms`.
    pub(crate) ident: Ident,
    /// True if it is one number for the whole model, false if it is one for each parameter.
    pub(crate) global: bool,
    /// Length, if it is a list: a fixed integer expression over `self` and the sizes of `param`.
    pub(crate) list: Option<Expr>,
    /// Condition under which it exists: fixed, over `self` and `param.ndim()/len()/rows()/cols()`.
    pub(crate) cond: Option<Expr>,
}

impl Output {
    /// The kind in the notation of the attribute: `scalar`, `[global; self.k]`.
    pub(crate) fn kind(&self) -> String {
        let of = if self.global { "global" } else { "scalar" };
        self.list.as_ref().map_or_else(|| of.to_owned(), |length| format!("[{of}; {}]", source(length)))
    }

    /// Name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

/// The dimensions of a state or an input.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum StateKind {
    /// One per element of the parameter.
    Tensor,
    /// One per parameter.
    Scalar,
    /// One of the whole model.
    Global,
    /// One per row: the parameter's shape without its last axis.
    Rows,
    /// One per column: the parameter's shape without its second-last axis.
    Cols,
    /// One per matrix: the parameter's shape without its last two axes.
    Matrices,
    /// For each matrix, these numbers of rows and columns, if no other kind has them. The leading axes are kept.
    Pair(StateDim, StateDim),
}

impl StateKind {
    /// The names of kinds, the default first.
    pub(crate) const NAMES: [&'static str; 6] = ["tensor", "scalar", "rows", "cols", "matrices", "global"];

    /// The kind with this name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "tensor" => Self::Tensor,
            "scalar" => Self::Scalar,
            "global" => Self::Global,
            "rows" => Self::Rows,
            "cols" => Self::Cols,
            "matrices" => Self::Matrices,
            _ => return None,
        })
    }

    /// The kind of a pair of dimensions.
    pub(crate) fn of(rows: StateDim, cols: StateDim) -> Self {
        match (rows, cols) {
            (StateDim::Rows, StateDim::Cols) => Self::Tensor,
            (StateDim::Rows, StateDim::One) => Self::Rows,
            (StateDim::One, StateDim::Cols) => Self::Cols,
            (StateDim::One, StateDim::One) => Self::Matrices,
            (rows, cols) => Self::Pair(rows, cols),
        }
    }

    /// The kind of numbers along an axis. Without a number, the index of each item of a list is the axis.
    pub(crate) fn of_axis(without: bool, number: Option<Expr>) -> Self {
        Self::Pair(StateDim::One, StateDim::Axis { without, number: number.map(Box::new) })
    }

    /// Returns true for the items of a list by axis.
    pub(crate) const fn is_by_axis(&self) -> bool {
        matches!(self, Self::Pair(_, StateDim::Axis { number: None, .. }))
    }

    /// The dimensions; `None` for a single number.
    pub(crate) fn dims(&self) -> Option<[StateDim; 2]> {
        Some(match self {
            Self::Tensor => [StateDim::Rows, StateDim::Cols],
            Self::Scalar | Self::Global => return None,
            Self::Rows => [StateDim::Rows, StateDim::One],
            Self::Cols => [StateDim::One, StateDim::Cols],
            Self::Matrices => [StateDim::One, StateDim::One],
            Self::Pair(rows, cols) => [rows.clone(), cols.clone()],
        })
    }
}

/// The notation of the attribute.
impl ToTokens for StateKind {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Tensor => quote!(tensor),
            Self::Scalar => quote!(scalar),
            Self::Global => quote!(global),
            Self::Rows => quote!(rows),
            Self::Cols => quote!(cols),
            Self::Matrices => quote!(matrices),
            Self::Pair(_, axis @ StateDim::Axis { .. }) => quote!(#axis),
            Self::Pair(rows, cols) => quote!((#rows, #cols)),
        });
    }
}

/// Initial value of a state.
#[derive(Debug, Clone)]
pub(crate) enum Init {
    /// A copy of the parameter.
    Param(Ident),
    /// `eye` or `eye(number)`: the number, 1 by default, on the diagonals of square matrices.
    Eye(Ident, Option<Box<Expr>>),
    /// Normal numbers with mean 0. The standard deviation is an expression as in [`Self::Expr`].
    Normal(Ident, Expr),
    /// An `f64` over `self` and `param.ndim()/len()/rows()/cols()`: a literal, a path or a block.
    Expr(Expr),
}

/// A condition of `requires(condition, "message")`.
#[derive(Debug, Clone)]
pub(crate) struct Requirement {
    /// A `bool` over `self`. If it names `param`, also over the shape.
    pub(crate) cond: Expr,
    /// The message for the user if it is false. The default is the condition's text.
    pub(crate) message: Option<LitStr>,
}

impl Requirement {
    /// Returns true if the condition uses the shape of a parameter.
    pub(crate) fn names_param(&self) -> bool {
        mentions(self.cond.to_token_stream(), "param")
    }

    /// The message for the user if the condition is false.
    pub(crate) fn text(&self) -> String {
        self.message.as_ref().map_or_else(|| format!("`{}` does not hold", source(&self.cond)), LitStr::value)
    }
}

impl Definition {
    /// The empty definition of a function, which belongs to no struct.
    pub(crate) fn of_nothing(name: &Ident) -> Self {
        Self {
            vis: Visibility::Inherited,
            name: name.clone(),
            language: Language::Optimizer,
            root: paths::root(None),
            broken: false,
            silent: false,
            lr_factor: None,
            matrix: false,
            wraps: None,
            hypers: Vec::new(),
            states: Vec::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            requires: Vec::new(),
        }
    }

    /// Returns true if the types of all fields are valid. If one is not, it has been reported.
    pub(crate) fn types_are_understood(&self) -> bool {
        !self.hypers.iter().any(|hyper| matches!(hyper.kind, HyperType::Refused))
    }

    /// The type parameters of the impls, `<O: Definition>`, and their arguments, `<O>`. Empty unless this is a wrapper.
    pub(crate) fn generics(&self) -> (Option<TokenStream>, Option<TokenStream>) {
        let root = &self.root;
        let both =
            self.wraps.as_ref().map(|Wraps { param, .. }| (quote!(<#param: #root::Definition>), quote!(<#param>)));
        both.unzip()
    }

    /// Returns true if there is a global state.
    pub(crate) fn has_globals(&self) -> bool {
        self.states.iter().any(|state| state.kind == StateKind::Global)
    }

    /// Returns true if there is a global state or output.
    pub(crate) fn tells_globals(&self) -> bool {
        self.has_globals() || self.outputs.iter().any(|output| output.global)
    }

    /// Returns true if a state has a condition.
    pub(crate) fn has_conditions(&self) -> bool {
        self.states.iter().any(|state| state.cond.is_some())
    }

    /// Returns true if a state has another initial value than 0.
    pub(crate) fn has_initial_values(&self) -> bool {
        !self.states.iter().all(State::starts_at_zero)
    }

    /// The kinds of all states, then of all inputs.
    fn kinds(&self) -> impl Iterator<Item = &StateKind> {
        self.states.iter().map(|state| &state.kind).chain(self.inputs.iter().map(|input| &input.kind))
    }

    /// The fixed expressions in the dimensions of states and inputs. Their indices here are their numbers.
    pub(crate) fn fixed_dims(&self) -> Vec<Expr> {
        let dims = self.kinds().filter_map(StateKind::dims).flatten();
        dims.flat_map(|dim| dim.fixed().into_iter().cloned().collect::<Vec<_>>()).collect()
    }

    /// The number of the first fixed expression in the dimensions of this state.
    pub(crate) fn first_fixed_dim(&self, state: usize) -> usize {
        let dims = self.kinds().take(state).filter_map(StateKind::dims).flatten();
        dims.map(|dim| dim.fixed().len()).sum()
    }

    /// The number of the first fixed expression in the dimensions of this input.
    pub(crate) fn first_fixed_dim_of_input(&self, input: usize) -> usize {
        self.first_fixed_dim(self.states.len() + input)
    }

    /// The indices of the states that are lists.
    pub(crate) fn lists(&self) -> impl Iterator<Item = usize> + '_ {
        self.states.iter().enumerate().filter(|(_, state)| state.list.is_some()).map(|(place, _)| place)
    }

    /// The indices of the outputs that are lists.
    pub(crate) fn lists_of_outputs(&self) -> impl Iterator<Item = usize> + '_ {
        self.outputs.iter().enumerate().filter(|(_, output)| output.list.is_some()).map(|(place, _)| place)
    }

    /// The hyperparameter with this name.
    pub(crate) fn hyper(&self, name: &str) -> Option<&Hyper> {
        self.hypers.iter().find(|hyper| hyper.name() == name)
    }

    /// The state with this name.
    pub(crate) fn state(&self, name: &str) -> Option<&State> {
        self.states.iter().find(|state| state.name() == name)
    }

    /// The input with this name.
    pub(crate) fn input(&self, name: &str) -> Option<&Input> {
        self.inputs.iter().find(|input| input.name() == name)
    }

    /// Name of the setters' type.
    pub(crate) fn builder(&self) -> Ident {
        format_ident!("{}Builder", self.name.unraw(), span = self.name.span())
    }
}
