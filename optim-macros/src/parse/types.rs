//! The type of a hyperparameter, read from its written form.

use syn::{GenericArgument, PathArguments, Type, TypePath};

use super::Language;

/// The type of a hyperparameter, as far as the macro understands it.
#[derive(Debug, Clone)]
pub(crate) enum HyperType {
    /// `f64`, the only type that can be scheduled: alone, in a tuple, or in an `Option`.
    Float,
    /// `f32`.
    Single,
    /// An integer.
    Integer,
    /// `bool`.
    Bool,
    /// A tuple with at least one component.
    Tuple(Vec<HyperType>),
    /// An array of values of this type.
    Array(Box<HyperType>),
    /// A list of numbers, of any length.
    List(Box<HyperType>),
    /// A schedule, an argument of schedules only.
    Schedule,
    /// A list of schedules, an argument of schedules only.
    Schedules,
    /// `Option` of another hyperparameter type.
    Option(Box<HyperType>),
    /// Any other path: a user's enum with `#[derive(Choice)]`; the compiler checks the trait.
    Choice,
    /// Not a type of a hyperparameter; reported by the struct half.
    Refused,
}

impl HyperType {
    /// Number of components of a tuple.
    pub(crate) fn components(&self) -> Option<usize> {
        match self {
            Self::Tuple(items) => Some(items.len()),
            _ => None,
        }
    }

    /// Returns true if the type may be marked `scheduled`.
    pub(crate) fn can_be_scheduled(&self) -> bool {
        match self {
            Self::Float => true,
            Self::Tuple(items) => items.iter().all(|item| matches!(item, Self::Float)),
            Self::Option(item) => matches!(**item, Self::Float),
            _ => false,
        }
    }

    /// Returns true if a range can be checked on every component.
    pub(crate) fn is_numeric(&self) -> bool {
        match self {
            Self::Float | Self::Single | Self::Integer => true,
            Self::Tuple(items) => items.iter().all(Self::is_numeric),
            Self::Array(item) | Self::Option(item) | Self::List(item) => item.is_numeric(),
            Self::Bool | Self::Choice | Self::Schedule | Self::Schedules | Self::Refused => false,
        }
    }

    /// The types of the numbers in it; `None` if it has other parts.
    pub(crate) fn numbers(&self) -> Vec<&Self> {
        match self {
            Self::Float | Self::Single | Self::Integer => vec![self],
            Self::Tuple(items) => items.iter().flat_map(Self::numbers).collect(),
            Self::Array(item) | Self::Option(item) | Self::List(item) => item.numbers(),
            Self::Bool | Self::Choice | Self::Schedule | Self::Schedules | Self::Refused => Vec::new(),
        }
    }

    /// Returns true if it contains a list.
    fn has_list(&self) -> bool {
        match self {
            Self::List(_) => true,
            Self::Array(item) | Self::Option(item) => item.has_list(),
            Self::Tuple(items) => items.iter().any(Self::has_list),
            _ => false,
        }
    }

    /// Returns true if it is `Copy`.
    pub(crate) fn is_copy(&self) -> bool {
        match self {
            Self::Float | Self::Single | Self::Integer | Self::Bool | Self::Choice => true,
            Self::List(_) | Self::Schedule | Self::Schedules | Self::Refused => false,
            Self::Array(item) | Self::Option(item) => item.is_copy(),
            Self::Tuple(items) => items.iter().all(Self::is_copy),
        }
    }
}

/// The reason why a type can't be a hyperparameter, and the wrong part of the type.
pub(crate) struct Refused {
    /// The wrong part.
    pub(crate) ty: Box<Type>,
    /// A description of the wrong part, for "`betas` is a …".
    what: String,
    /// The suggested replacement.
    help: Help,
}

impl Refused {
    /// The message for the type of the field `name`.
    pub(crate) fn message(&self, name: &str, language: Language) -> String {
        let what = &self.what;
        let help = match self.help {
        Help::State if language == Language::Schedule => {
            "a schedule has no state: its value depends only on `t`\nhelp: compute it from `t`".to_owned()
        }
        Help::Array if language == Language::Schedule => "lists hold numbers\nhelp: use `Vec<f64>`".to_owned(),
        Help::Choice if language == Language::Schedule => {
            "arguments are numbers, `bool`s and choices\nhelp: use an enum with `#[derive(Choice)]`".to_owned()
        }
        Help::Setting if language == Language::Schedule => {
            "arguments are plain values\nhelp: use numbers, `bool`, lists, `ScheduleRef`, `Option`s, or an enum with `#[derive(Choice)]`".to_owned()
        }
        Help::State => format!(
            "hyperparameters don't change during a step\nhelp: declare values that change as state: `#[optimizer(state <{name} = 0.0>)]`"
        ),
        Help::Array => "hyperparameters are numbers and lists of numbers\nhelp: use a list, `Vec<f64>`, an array, `[f64; 3]`, or a tuple".to_owned(),
        Help::Field => "a list must be a separate field\nhelp: declare it as `Vec<f64>`; an empty list can stand for `None`".to_owned(),
        Help::Choice => {
            "hyperparameters are numbers, `bool`s and choices\nhelp: use an enum with `#[derive(Choice)]`".to_owned()
        }
        Help::Setting => {
            "hyperparameters are plain values\nhelp: use numbers, `bool`, tuples, arrays or `Option` of those, or an enum with `#[derive(Choice)]`".to_owned()
        }
    };
        let a_field = language.words().a_field;
        format!("`{name}` can't be {a_field}: its type is {what}\nnote: {help}")
    }
}

/// The suggested replacement for a wrong type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Help {
    /// Numbers that change from step to step.
    State,
    /// A collection whose length is known only at run time.
    Array,
    /// A list inside of another type.
    Field,
    /// Text.
    Choice,
    /// Anything else that is not a setting.
    Setting,
}

/// Rust's integers.
pub(crate) const INTEGERS: [&str; 12] =
    ["i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize"];

/// Prefixes of the names of array and tensor types in common libraries.
const TENSORS: [&str; 3] = ["Array", "ArcArray", "CowArray"];

/// Reads a hyperparameter's type.
pub(crate) fn classify(ty: &Type, language: Language) -> Result<HyperType, Refused> {
    let again = |ty: &Type| classify(ty, language);
    let refuse = |what: &str, help| Err(Refused { ty: Box::new(ty.clone()), what: what.to_owned(), help });
    match ty {
        Type::Paren(inner) => again(&inner.elem),
        Type::Group(inner) => again(&inner.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => refuse("an empty tuple", Help::Setting),
        Type::Tuple(tuple) if tuple.elems.len() > 4 => refuse("a tuple of more than four values", Help::Array),
        Type::Tuple(tuple) => {
            let items: Vec<HyperType> = tuple.elems.iter().map(again).collect::<Result<_, _>>()?;
            match items.iter().any(HyperType::has_list) {
                true if language == Language::Optimizer => refuse("a list in a tuple", Help::Field),
                _ => Ok(HyperType::Tuple(items)),
            }
        }
        Type::Array(array) => match again(&array.elem)? {
            item if item.has_list() && language == Language::Optimizer => refuse("a list in an array", Help::Field),
            item => Ok(HyperType::Array(Box::new(item))),
        },
        Type::Path(path) => classify_path(path, language),
        Type::Reference(_) => refuse("a reference", Help::Setting),
        Type::Ptr(_) => refuse("a pointer", Help::Setting),
        Type::Slice(_) => refuse("a slice", Help::Array),
        Type::FnPtr(_) => refuse("a function", Help::Setting),
        Type::TraitObject(_) | Type::ImplTrait(_) => refuse("a trait object", Help::Setting),
        Type::Infer(_) => refuse("a placeholder", Help::Setting),
        Type::Never(_) => refuse("a never type", Help::Setting),
        _ => refuse("a type that is not a setting", Help::Setting),
    }
}

/// Reads a named type by its last segment, since users import types in different ways.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of type")]
fn classify_path(path: &TypePath, language: Language) -> Result<HyperType, Refused> {
    let refuse =
        |what: &str, help| Err(Refused { ty: Box::new(Type::Path(path.clone())), what: what.to_owned(), help });
    let Some(last) = path.path.segments.last() else {
        return refuse("a type that is not a setting", Help::Setting);
    };
    let name = last.ident.to_string();
    if path.qself.is_some() {
        return refuse("a type that is not a setting", Help::Setting);
    }
    match name.as_str() {
        "f64" => return Ok(HyperType::Float),
        "bool" => return Ok(HyperType::Bool),
        "i128" | "u128" => return refuse("a 128-bit integer", Help::Setting),
        "f32" => return Ok(HyperType::Single),
        number if INTEGERS.contains(&number) => return Ok(HyperType::Integer),
        "ScheduleRef" if language == Language::Schedule => return Ok(HyperType::Schedule),
        "Vec" => {
            let item = only_argument(&last.arguments).map(|item| classify(item, language));
            return match item {
                Some(Ok(item @ (HyperType::Float | HyperType::Single | HyperType::Integer | HyperType::Bool))) => {
                    Ok(HyperType::List(Box::new(item)))
                }
                Some(Ok(HyperType::Schedule)) => Ok(HyperType::Schedules),
                Some(Ok(HyperType::List(_))) if language == Language::Optimizer => {
                    refuse("a list of lists", Help::Field)
                }
                _ => refuse("a list whose items are not numbers", Help::Setting),
            };
        }
        "Option" => {
            return match only_argument(&last.arguments) {
                Some(item) => match classify(item, language)? {
                    item if item.has_list() && language == Language::Optimizer => {
                        refuse("an `Option` of a list", Help::Field)
                    }
                    item => Ok(HyperType::Option(Box::new(item))),
                },
                None => refuse("an `Option` of nothing", Help::Setting),
            };
        }
        "Tensor" | "Rows" | "Cols" | "Matrices" | "Scalar" | "Mask" | "State" | "Mat" | "DMatrix" | "DVector" => {
            return refuse("a tensor", Help::State);
        }
        tensor if TENSORS.iter().any(|prefix| tensor.starts_with(prefix)) => {
            return refuse("a tensor", Help::State);
        }
        "Cell" | "RefCell" | "UnsafeCell" | "OnceCell" | "LazyCell" | "Mutex" | "RwLock" | "OnceLock" | "LazyLock" => {
            return refuse("a value that can change during training", Help::State);
        }
        atomic if atomic.starts_with("Atomic") => {
            return refuse("a value that can change during training", Help::State);
        }
        "VecDeque" | "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" | "LinkedList" | "BinaryHeap" | "SmallVec" => {
            return refuse("a collection that is not a list", Help::Array);
        }
        "Box" | "Rc" | "Arc" | "Weak" | "Pin" | "Cow" => return refuse("a pointer", Help::Setting),
        "String" | "str" | "PathBuf" | "OsString" | "CString" => {
            return refuse("text", Help::Choice);
        }
        "char" => return refuse("a character", Help::Choice),
        "PhantomData" => return refuse("a marker", Help::Setting),
        _ => {}
    }
    match last.arguments {
        PathArguments::None => Ok(HyperType::Choice),
        _ => refuse("a generic type", Help::Setting),
    }
}

/// The type argument of `Option<T>`.
fn only_argument(arguments: &PathArguments) -> Option<&Type> {
    match arguments {
        PathArguments::AngleBracketed(list) if list.args.len() == 1 => match list.args.first()? {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}
