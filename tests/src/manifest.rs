//! Manifests: what was run with the reference, and under which names its numbers are kept.

use std::collections::BTreeMap;
use std::path::Path;

use optim_std::Setting;
use serde_json::{Map, Value as Json};

use crate::Error;

/// Settings by name, in the order of the file.
pub type Settings = Vec<(String, Setting)>;

/// Keys into the tensor file, by parameter.
pub type Keys = BTreeMap<String, String>;

/// The manifest of one optimizer.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The optimizer's name.
    pub optimizer: String,
    /// Number of steps.
    pub steps: usize,
    /// The steps, counted from 1, after which parameters were recorded.
    pub record_steps: Vec<usize>,
    /// Shapes of the parameters.
    pub shapes: BTreeMap<String, Vec<usize>>,
    /// Everything that was run.
    pub configs: Vec<Config>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its name.
    pub name: String,
    /// Settings of the optimizer.
    pub settings: Settings,
    /// Element type and tolerance.
    pub precision: Precision,
    /// Parameter groups; none if all parameters are in one.
    pub groups: Vec<Group>,
    /// Steps, counted from 1, at which a parameter had no gradient.
    pub no_grad: BTreeMap<String, Vec<usize>>,
    /// The parameters before the first step.
    pub init: Keys,
    /// Gradients, one entry per step.
    pub grads: Keys,
    /// Parameters, one entry per recorded step.
    pub params: Keys,
    /// State after the last step: parameter, name of the state, key.
    pub state: BTreeMap<String, Keys>,
}

/// A parameter group.
#[derive(Clone, Debug)]
pub struct Group {
    /// Names of its parameters.
    pub params: Vec<String>,
    /// What differs for them.
    pub settings: Settings,
}

/// What a run was computed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// Single precision.
    Float32,
    /// Double precision.
    Float64,
    /// Arrays in double, scalars in single precision.
    Float64Mixed,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or something is missing or of another type.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let json: Json = serde_json::from_str(&text)?;
        let root = object(&json)?;
        let configs = array(field(root, "configs")?)?;
        Ok(Self {
            optimizer: string(field(root, "optimizer")?)?,
            steps: whole(field(root, "n_steps")?)?,
            record_steps: wholes(field(root, "record_steps")?)?,
            shapes: entries(field(root, "shapes")?, wholes)?,
            configs: configs.iter().map(config).collect::<Result<_, _>>()?,
        })
    }
}

fn config(json: &Json) -> Result<Config, Error> {
    let root = object(json)?;
    let tensors = object(field(root, "tensors")?)?;
    let groups = match field(root, "groups")? {
        Json::Null => Vec::new(),
        groups => array(groups)?.iter().map(group).collect::<Result<_, _>>()?,
    };
    let precision = match string(field(root, "dtype")?)?.as_str() {
        "float32" => Precision::Float32,
        "float64" => Precision::Float64,
        "float64_mixed" => Precision::Float64Mixed,
        other => return Err(format!("`{other}` is no element type").into()),
    };
    let keys = |json: &Json| entries(json, string);
    Ok(Config {
        name: string(field(root, "name")?)?,
        settings: settings(object(field(root, "kwargs")?)?, &[])?,
        precision,
        groups,
        no_grad: entries(field(root, "no_grad")?, wholes)?,
        init: keys(field(tensors, "init")?)?,
        grads: keys(field(tensors, "grads")?)?,
        params: keys(field(tensors, "params")?)?,
        state: entries(field(tensors, "state")?, keys)?,
    })
}

fn group(json: &Json) -> Result<Group, Error> {
    let root = object(json)?;
    let params = array(field(root, "params")?)?;
    Ok(Group { params: params.iter().map(string).collect::<Result<_, _>>()?, settings: settings(root, &["params"])? })
}

/// Every entry of an object but the excepted ones, as settings.
fn settings(json: &Map<String, Json>, except: &[&str]) -> Result<Settings, Error> {
    json.iter()
        .filter(|(name, _)| !except.contains(&name.as_str()))
        .map(|(name, value)| Ok((name.clone(), setting(value)?)))
        .collect()
}

/// A JSON value as a hyperparameter's; lists stand for tuples.
///
/// # Errors
///
/// When it is an object.
pub fn setting(json: &Json) -> Result<Setting, Error> {
    Ok(match json {
        Json::Null => Setting::None,
        Json::Bool(value) => Setting::Bool(*value),
        Json::Number(number) => match number.as_i64() {
            Some(whole) => Setting::Int(whole.into()),
            None => Setting::Float(number.as_f64().ok_or("a number does not fit")?),
        },
        Json::String(name) => Setting::Choice(name.clone()),
        Json::Array(items) => Setting::Tuple(items.iter().map(setting).collect::<Result<_, _>>()?),
        Json::Object(_) => return Err("an object is no setting".into()),
    })
}

fn field<'j>(object: &'j Map<String, Json>, name: &str) -> Result<&'j Json, Error> {
    object.get(name).ok_or_else(|| format!("`{name}` is missing").into())
}

fn object(json: &Json) -> Result<&Map<String, Json>, Error> {
    json.as_object().ok_or_else(|| unexpected("an object", json))
}

fn array(json: &Json) -> Result<&Vec<Json>, Error> {
    json.as_array().ok_or_else(|| unexpected("a list", json))
}

fn string(json: &Json) -> Result<String, Error> {
    json.as_str().map(ToOwned::to_owned).ok_or_else(|| unexpected("a text", json))
}

fn whole(json: &Json) -> Result<usize, Error> {
    let number = json.as_u64().and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| unexpected("a whole number", json))
}

fn wholes(json: &Json) -> Result<Vec<usize>, Error> {
    array(json)?.iter().map(whole).collect()
}

fn entries<V>(json: &Json, read: impl Fn(&Json) -> Result<V, Error>) -> Result<BTreeMap<String, V>, Error> {
    object(json)?.iter().map(|(name, value)| Ok((name.clone(), read(value)?))).collect()
}

fn unexpected(expected: &str, found: &Json) -> Error {
    format!("expected {expected}, found {found}").into()
}
