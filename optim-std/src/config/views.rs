//! Views: `views: {heads: {match: "*qkv.weight", shape: [36, 64, -1]}}`.

use optim_core::{AnyBuilder, ParamInfo};

use super::cursor::{Cursor, Entry};
use super::document::Data;
use super::error::{ConfigError, Problem};
use super::place::Place;
use super::rule_match::RuleMatch;

const EXPECTED: &str =
    "a mapping from names of views to parameters and shapes, `{heads: {match: \"*qkv.weight\", shape: [36, 64, -1]}}`";
const SHAPE: &str = "a list of sizes, of which one may be -1: `[36, 64, -1]`";

/// A view: its name, the parameters that it applies to, and their shape.
#[derive(Clone, Debug)]
pub(super) struct ConfiguredView {
    pub(super) name: String,
    takes: RuleMatch,
    /// The sizes of the axes; `None` for the axis whose size follows from the number of elements.
    shape: Vec<Option<usize>>,
    pub(super) place: Place,
}

impl ConfiguredView {
    /// The views of an optimizer.
    pub(super) fn all(at: &Cursor<'_>) -> Result<Vec<Self>, ConfigError> {
        at.entries(EXPECTED)?.iter().map(Self::read).collect()
    }

    fn read(entry: &Entry<'_>) -> Result<Self, ConfigError> {
        let (mut takes, mut shape) = (RuleMatch::default(), None);
        for inner in entry.value.entries(EXPECTED)? {
            match inner.key.name.as_str() {
                "shape" => shape = Some(sizes(&inner.value)?),
                _ if takes.read(&inner)? => {}
                _ => {
                    let known = ["shape"].into_iter().chain(RuleMatch::KEYS).map(str::to_owned).collect();
                    return Err(inner.unknown(&format!("view {}", entry.key.name), "key", known));
                }
            }
        }
        let missing = || entry.value.error(Problem::Missing { key: "shape".to_owned(), help: SHAPE });
        Ok(Self { name: entry.key.name.clone(), takes, shape: shape.ok_or_else(missing)?, place: entry.place() })
    }

    /// Adds the view to a builder.
    pub(super) fn add_to(&self, builder: AnyBuilder) -> AnyBuilder {
        let (takes, shape) = (self.takes.clone(), self.shape.clone());
        let takes = move |param: &ParamInfo<'_>| takes.takes(param.name(), param.ndim());
        builder.view(&self.name, takes, move |param| completed(&shape, param.len()))
    }
}

/// The given sizes, and the size that follows from the number of elements. If they do not divide it, `build` returns an error.
fn completed(shape: &[Option<usize>], elements: usize) -> Vec<usize> {
    let given = shape.iter().flatten().try_fold(1_usize, |product, size| product.checked_mul(*size));
    let rest = given.and_then(|given| elements.checked_div(given)).unwrap_or(0);
    shape.iter().map(|size| size.unwrap_or(rest)).collect()
}

fn sizes(at: &Cursor<'_>) -> Result<Vec<Option<usize>>, ConfigError> {
    let size = |at: &Cursor<'_>| match *at.data() {
        Data::Int(-1) => Ok(None),
        Data::Int(size) => usize::try_from(size).map(Some).map_err(|_| at.expected("a size, at least 0, or -1")),
        _ => Err(at.expected("a size, at least 0, or -1")),
    };
    let items = at.items().ok_or_else(|| at.expected(SHAPE))?;
    let sizes: Vec<_> = items.iter().map(size).collect::<Result<_, _>>()?;
    if sizes.iter().filter(|size| size.is_none()).count() > 1 {
        return Err(at.expected(SHAPE));
    }
    Ok(sizes)
}
