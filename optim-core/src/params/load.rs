//! Filling a model from the named tensors of a file.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use ndarray::ArrayD;

use super::{Name, Parameters};
use crate::kernel::{Float, TensorMut};
use crate::messages::{quoted, shown};
use crate::sorting::sort_by;
use crate::suggestion::nearest;

/// A file of named tensors. Implement it for a file format, so that [`LoadParams`] can load its files into a model.
pub trait TensorSource {
    /// The error of reading a tensor.
    type Error;

    /// The names of all tensors. The position of a name is the `index` of the other methods.
    fn names(&self) -> Vec<&str>;

    /// Length of each axis of a tensor.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read into a parameter.
    fn shape(&self, index: usize) -> Result<Vec<usize>, Self::Error>;

    /// Reads a tensor, converted to the type of elements.
    ///
    /// # Errors
    ///
    /// Returns an error if it cannot be read.
    fn read<T: Float>(&self, index: usize) -> Result<ArrayD<T>, Self::Error>;

    /// The error for a model that the tensors do not fit.
    fn refuse(&self, error: LoadParamsError) -> Self::Error;
}

/// Options for finding the parameters of a model in a file of another program.
///
/// By default, a parameter is read from the tensor with its name. PyTorch adds the prefixes `module.` and `_orig_mod.` when it
/// wraps a model for several devices or compiles it. They are dropped if the names are not found with them. The same rules hold
/// for files of PyTorch, for safetensors files, and for the parameter names in the state of a PyTorch optimizer.
/// [`LoadOptions::renamed`](crate::LoadOptions::renamed) takes these options for checkpoints.
///
/// ```
/// use optim_core::params::LoadParams;
///
/// // The file holds the inner model: `wte.weight` where the name here is `transformer.wte.weight`.
/// let inner = LoadParams::new().rename(|name| name.trim_start_matches("transformer.").to_owned());
/// assert_eq!(inner.name_in_file("transformer.wte.weight"), "wte.weight");
/// // The model here is the inner one.
/// let outer = LoadParams::new().prefix("transformer.");
/// assert_eq!(outer.name_in_file("wte.weight"), "transformer.wte.weight");
/// ```
#[derive(Clone, Default)]
pub struct LoadParams {
    rename: Option<Arc<Rename>>,
    prefix: String,
}

/// Converts the name of a parameter to the name in the file.
type Rename = dyn Fn(&str) -> String + Send + Sync;

impl LoadParams {
    /// Every parameter has its own name in the file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes the name in the file from the name of a parameter. If two parameters have the same name in the file, both
    /// get its tensor. A later call replaces an earlier one.
    #[must_use]
    pub fn rename(mut self, name_in_file: impl Fn(&str) -> String + Send + Sync + 'static) -> Self {
        self.rename = Some(Arc::new(name_in_file));
        self
    }

    /// Sets a prefix of the names in the file, in front of the result of [`rename`](Self::rename). A later call
    /// replaces an earlier one.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Returns false if every parameter has its own name in the file.
    pub(crate) fn changes_names(&self) -> bool {
        self.rename.is_some() || !self.prefix.is_empty()
    }

    /// The name of a parameter in the file.
    pub fn name_in_file(&self, param: &str) -> String {
        match &self.rename {
            Some(rename) => self.prefix.clone() + &rename(param),
            None => self.prefix.clone() + param,
        }
    }

    /// Finds parameters in a list of names.
    pub fn find<'p>(&self, params: impl IntoIterator<Item = &'p str>, file: &[&str]) -> FoundParams {
        // Every wrapper's prefix is tried once. No program writes more than a few of them.
        const MOST_WRAPPERS: usize = 8;
        let wanted: Vec<String> = params.into_iter().map(|param| self.name_in_file(param)).collect();
        let mut best = found(&wanted, file);
        let mut names: Vec<String> = Vec::new();
        for depth in 0..MOST_WRAPPERS {
            if best.is_complete() {
                break;
            }
            let unwrapped = match depth {
                0 => unwrapped(file),
                _ => unwrapped(&names),
            };
            let Some(unwrapped) = unwrapped else { break };
            names = unwrapped;
            let now = found(&wanted, &names);
            if now.missing() < best.missing() {
                best = now;
            }
        }
        best
    }

    /// Replaces every parameter of a model by its tensor. Returns the names in the file that no parameter uses.
    ///
    /// Tensors are read one by one into new memory. The model changes only after all of them have been read.
    ///
    /// # Errors
    ///
    /// Returns an error if a parameter has no tensor, or one of another shape, or one that cannot be read. The model has not changed then.
    pub fn load<P, S>(&self, model: &mut P, source: &S) -> Result<Vec<String>, S::Error>
    where
        P: Parameters + ?Sized,
        S: TensorSource,
    {
        let mut all = Vec::new();
        model.visit(Name::ROOT, &mut |name, _| all.push(name.to_string()));
        let mut params: Vec<(String, TensorMut<'_, P::Elem>)> = Vec::new();
        model.visit_mut(Name::ROOT, &mut |name, param| params.push((name.to_string(), param)));
        let mut seen = HashSet::new();
        if let Some((twice, _)) = params.iter().find(|(name, _)| !seen.insert(&**name)) {
            return Err(source.refuse(LoadParamsError::Twice { param: twice.clone() }));
        }
        if params.is_empty() {
            return Err(source.refuse(LoadParamsError::NoParameters));
        }
        if let Some(param) = all.into_iter().find(|name| !seen.contains(&**name)) {
            return Err(source.refuse(LoadParamsError::ReadOnly { param }));
        }
        let names = source.names();
        let found = self.find(params.iter().map(|(name, _)| &**name), &names);
        let places: Option<Vec<usize>> = found.places.iter().copied().collect();
        let Some(places) = places else {
            let params = params.iter().map(|(name, _)| &**name);
            return Err(source.refuse(LoadParamsError::missing(params, &found, |param| self.name_in_file(param))));
        };
        let check = |place: usize, (name, param): &(String, TensorMut<'_, P::Elem>), shape: &[usize]| {
            if param.shape() == shape {
                return Ok(());
            }
            Err(source.refuse(LoadParamsError::Shape {
                param: name.clone(),
                tensor: names.get(place).copied().unwrap_or_default().to_owned(),
                expected: param.shape().to_vec(),
                found: shape.to_vec(),
            }))
        };
        for (param, &place) in params.iter().zip(&places) {
            check(place, param, &source.shape(place)?)?;
        }
        let mut arrays: Vec<ArrayD<P::Elem>> = Vec::with_capacity(places.len());
        for (param, &place) in params.iter().zip(&places) {
            let array = source.read(place)?;
            // A source may read another shape than it reports.
            check(place, param, array.shape())?;
            arrays.push(array);
        }
        for ((_, mut param), array) in params.into_iter().zip(&arrays) {
            param.assign(array.iter().copied());
        }
        Ok(found.unused)
    }
}

impl fmt::Debug for LoadParams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rename = if self.rename.is_some() { "a function" } else { "none" };
        f.debug_struct("LoadParams").field("rename", &format_args!("{rename}")).field("prefix", &self.prefix).finish()
    }
}

/// Two functions are equal if they are the same object.
impl PartialEq for LoadParams {
    fn eq(&self, other: &Self) -> bool {
        let renames_alike = match (&self.rename, &other.rename) {
            (None, None) => true,
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            _ => false,
        };
        renames_alike && self.prefix == other.prefix
    }
}

impl Eq for LoadParams {}

/// The indices of a model's parameters in a list of names.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundParams {
    /// The index of every parameter; `None` if its name is missing.
    pub places: Vec<Option<usize>>,
    /// The names in the file that no parameter has, sorted, without the prefixes that were dropped.
    pub unused: Vec<String>,
}

impl FoundParams {
    /// Returns true if every parameter was found.
    pub fn is_complete(&self) -> bool {
        self.missing() == 0
    }

    fn missing(&self) -> usize {
        self.places.iter().filter(|place| place.is_none()).count()
    }
}

fn found<S: AsRef<str>>(wanted: &[String], names: &[S]) -> FoundParams {
    let by_name: HashMap<&str, usize> = names.iter().enumerate().map(|(place, name)| (name.as_ref(), place)).collect();
    let places: Vec<Option<usize>> = wanted.iter().map(|name| by_name.get(&**name).copied()).collect();
    let used: HashSet<usize> = places.iter().copied().flatten().collect();
    let unused = names.iter().enumerate().filter(|(place, _)| !used.contains(place));
    let mut unused: Vec<String> = unused.map(|(_, name)| name.as_ref().to_owned()).collect();
    sort_by(&mut unused, Ord::cmp);
    FoundParams { places, unused }
}

/// The names without one wrapper's prefix: `_orig_mod` anywhere in a name, or `module` if all names begin with it.
fn unwrapped<S: AsRef<str>>(names: &[S]) -> Option<Vec<String>> {
    const COMPILED: &str = "_orig_mod";
    const PARALLEL: &str = "module.";
    if names.iter().any(|name| name.as_ref().split('.').any(|segment| segment == COMPILED)) {
        let without = |name: &S| {
            let segments: Vec<&str> = name.as_ref().split('.').filter(|segment| *segment != COMPILED).collect();
            segments.join(".")
        };
        return Some(names.iter().map(without).collect());
    }
    let inner: Option<Vec<String>> =
        names.iter().map(|name| name.as_ref().strip_prefix(PARALLEL).map(ToOwned::to_owned)).collect();
    inner.filter(|names| !names.is_empty())
}

/// The error of filling a model from a file. The model has not changed.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadParamsError {
    /// Parameters that have no tensor in the file.
    #[error("the file has no tensor for {}{}", Missing(missing), unused_help(unused))]
    Missing {
        /// The parameters.
        missing: Vec<MissingParam>,
        /// The names in the file that no parameter has.
        unused: Vec<String>,
    },
    /// A tensor of another shape.
    #[error("parameter `{}` has shape {expected:?}, tensor `{}` of the file {found:?}", shown(param), shown(tensor))]
    Shape {
        /// The parameter.
        param: String,
        /// The tensor.
        tensor: String,
        /// The shape of the parameter.
        expected: Vec<usize>,
        /// The shape of the tensor.
        found: Vec<usize>,
    },
    /// Two parameters of the model have one name.
    #[error("two parameters of the model are called `{}`", shown(param))]
    Twice {
        /// The name.
        param: String,
    },
    /// A parameter of the model cannot be written.
    #[error(
        "parameter `{}` of the model is read-only\nhelp: read-only views can only be gradients, not parameters",
        shown(param)
    )]
    ReadOnly {
        /// The name.
        param: String,
    },
    /// The model has nothing to write.
    #[error(
        "the model has no parameters that can be written\nhelp: read-only views can only be gradients, not parameters"
    )]
    NoParameters,
}

crate::messages::debug_as_display!(LoadParamsError);

/// A parameter without a tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingParam {
    /// Its name.
    pub param: String,
    /// The name that the file should have.
    pub name: String,
    /// The most similar name in the file, if one is similar.
    pub nearest: Option<String>,
}

/// The first names, as many as a message has room for.
const FEW: usize = 8;

impl LoadParamsError {
    fn missing<'p>(
        params: impl Iterator<Item = &'p str>,
        found: &FoundParams,
        name_in_file: impl Fn(&str) -> String,
    ) -> Self {
        let mut missing = Vec::new();
        for (param, _) in params.zip(&found.places).filter(|(_, place)| place.is_none()) {
            let name = name_in_file(param);
            // A similar name is searched only for names that are shown, because each search compares with all names.
            let nearest =
                if missing.len() < FEW { nearest(&name, found.unused.iter().map(String::as_str)) } else { None };
            missing.push(MissingParam { param: param.to_owned(), name, nearest });
        }
        Self::Missing { missing, unused: found.unused.clone() }
    }
}

/// One line for a single parameter, otherwise a line for each of the first ones.
struct Missing<'m>(&'m [MissingParam]);

impl fmt::Display for Missing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(missing) = self;
        match missing {
            [] => return f.write_str("a parameter"),
            [one] => return write!(f, "parameter {one}"),
            _ => write!(f, "{} parameters:", missing.len())?,
        }
        for param in missing.iter().take(FEW) {
            write!(f, "\n  {param}")?;
        }
        match missing.len().saturating_sub(FEW) {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

impl fmt::Display for MissingParam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", shown(&self.param))?;
        let (name, nearest) = (shown(&self.name), self.nearest.as_ref().map(shown));
        match (self.name != self.param, nearest) {
            (true, Some(nearest)) => write!(f, ", which would be `{name}` there (there is `{nearest}`)"),
            (true, None) => write!(f, ", which would be `{name}` there"),
            (false, Some(nearest)) => write!(f, " (there is `{nearest}`)"),
            (false, None) => Ok(()),
        }
    }
}

fn unused_help(unused: &[String]) -> String {
    let names = quoted(unused.iter().take(FEW).map(|name| shortened(name)));
    match unused.len().saturating_sub(FEW) {
        _ if unused.is_empty() => String::new(),
        0 => format!("\nhelp: no parameter has the names {names}; `LoadParams` can rename"),
        more => {
            format!("\nhelp: no parameter has the names {names} and {more} more; `LoadParams` can rename")
        }
    }
}

/// The start of a long name.
fn shortened(name: &str) -> &str {
    const LONGEST: usize = 100;
    name.char_indices().nth(LONGEST).map_or(name, |(end, _)| &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(options: &LoadParams, params: &[&str], file: &[&str]) -> Option<Vec<usize>> {
        options.find(params.iter().copied(), file).places.into_iter().collect()
    }

    #[test]
    fn wrappers_are_dropped_where_names_are_not_found_with_them() {
        let plain = LoadParams::new();
        let params = ["0.weight", "0.bias"];
        for prefix in ["", "module.", "_orig_mod.", "module._orig_mod.", "_orig_mod.module.", "module.module."] {
            let file = ["0.bias", "0.weight"].map(|name| format!("{prefix}{name}"));
            let file: Vec<&str> = file.iter().map(String::as_str).collect();
            assert_eq!(places(&plain, &params, &file), Some(vec![1, 0]), "{prefix}");
        }
        // Only some layers were compiled.
        assert_eq!(places(&plain, &params, &["0._orig_mod.bias", "0.weight"]), Some(vec![1, 0]));
        // A field `module` of the model stays.
        assert_eq!(places(&plain, &["x", "module.x"], &["module.module.x", "module.x"]), Some(vec![1, 0]));
        assert_eq!(places(&plain, &["module.x"], &["module.x", "module.y"]), Some(vec![0]));
        // Not all names begin with it, so it is a field of the model.
        assert_eq!(places(&plain, &["x"], &["module.x", "y"]), None);
        // It may come after another prefix.
        let options = LoadParams::new().prefix("transformer.");
        assert_eq!(places(&options, &["w"], &["module.transformer.w"]), Some(vec![0]));
        assert_eq!(places(&LoadParams::new().prefix("module."), &["w"], &["module.w"]), Some(vec![0]));
    }

    #[test]
    fn one_tensor_for_two_parameters() {
        let tied = LoadParams::new().rename(|name| name.replace("head", "wte"));
        let found = tied.find(["wte", "head"], &["wte", "position"]);
        assert_eq!((found.places, found.unused), (vec![Some(0), Some(0)], vec!["position".to_owned()]));
    }

    /// Reports one shape, but reads another.
    struct Liar;

    impl TensorSource for Liar {
        type Error = LoadParamsError;

        fn names(&self) -> Vec<&str> {
            vec!["0", "1"]
        }

        fn shape(&self, _: usize) -> Result<Vec<usize>, LoadParamsError> {
            Ok(vec![2])
        }

        fn read<T: Float>(&self, index: usize) -> Result<ArrayD<T>, LoadParamsError> {
            Ok(ArrayD::from_elem(vec![2 + index], T::ONE))
        }

        fn refuse(&self, error: LoadParamsError) -> LoadParamsError {
            error
        }
    }

    #[test]
    fn a_source_that_reads_another_shape_than_it_told() {
        let mut model = [ndarray::array![0.0_f32, 0.0], ndarray::array![0.0, 0.0]];
        let error = LoadParams::new().load(&mut model, &Liar).unwrap_err().to_string();
        assert_eq!(error, "parameter `1` has shape [2], tensor `1` of the file [3]");
        assert_eq!(model[0].sum(), 0.0, "nothing has changed");
    }

    #[test]
    fn names_of_wrappers_only_end() {
        let long = "module.".repeat(1000);
        assert_eq!(places(&LoadParams::new(), &["w"], &[&long]), None);
        assert_eq!(places(&LoadParams::new(), &["w"], &["_orig_mod"]), None);
        assert_eq!(places(&LoadParams::new(), &["w"], &[]), None);
    }
}
