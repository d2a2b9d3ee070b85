//! Manifests: the runs, and the keys of their numbers.

use std::collections::BTreeMap;

use optim_std::Setting;
use serde_json::Value as Json;

use super::json::{Node, special_number};
use super::tolerance::Precision;
use crate::Error;

/// Settings by name.
pub type Settings = Vec<(String, Setting)>;

/// Keys into the tensor file, by parameter.
pub type Keys = BTreeMap<String, String>;

/// Keys in groups of a recording that are not hyperparameters: the parameters, and values that only schedules read.
const NO_HYPERPARAMETERS: &[&str] = &["params", "tags", "name", "adjust_learning_rate", "adjust_val"];

/// The argument of an optimizer that makes several steps per call. Each of these steps is a step here.
const ITERATIONS: &str = "max_iter";

/// The manifest of one optimizer.
#[derive(Debug)]
pub struct Manifest {
    /// The optimizer's name.
    pub optimizer: String,
    /// The properties that all runs share.
    pub outline: Outline,
    /// All runs: the name in a report, and the run, or the reason why it cannot be read.
    pub configs: Vec<(String, Result<Config, Error>)>,
}

/// The properties that all runs of a manifest share.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Number of steps.
    pub steps: usize,
    /// The steps, counted from 1, after which parameters were recorded; 0 is before the first step.
    pub record_steps: Vec<usize>,
    /// The last step that counts, if not all of them do.
    pub until: Option<usize>,
    /// Shapes of the parameters.
    pub shapes: BTreeMap<String, Vec<usize>>,
    /// True if states were recorded.
    pub states: bool,
    /// True if the gradients are computed from `0.5·curvature·(param − target)²`, at the current parameters.
    pub quadratic: bool,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Its name.
    pub name: String,
    /// Settings of the optimizer.
    pub settings: Settings,
    /// The number of steps here per recorded step.
    pub iterations: usize,
    /// Element type and tolerance.
    pub precision: Precision,
    /// Parameter groups. Parameters without a group have the settings above.
    pub groups: Vec<Group>,
    /// Steps, counted from 1, at which a parameter had no gradient.
    pub no_grad: BTreeMap<String, Vec<usize>>,
    /// The parameters before the first step.
    pub init: Keys,
    /// The inner optimizer of a wrapper, with its settings.
    pub inner: Option<(String, Settings)>,
    /// Gradients, one entry per step.
    pub grads: Keys,
    /// The curvature of a quadratic problem.
    pub curvature: Keys,
    /// The minimum of a quadratic problem.
    pub target: Keys,
    /// Weights for evaluation, one entry per recorded step; empty if they were not recorded.
    pub eval: Keys,
    /// Parameters, one entry per recorded step.
    pub params: Keys,
    /// State after the last step: parameter, name of the state, key.
    pub state: BTreeMap<String, Keys>,
}

/// A parameter group.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// Names of its parameters.
    pub params: Vec<String>,
    /// The settings that differ for them.
    pub settings: Settings,
    /// Its tags.
    pub tags: Vec<String>,
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// If something that all runs need is missing, or has another type.
    pub fn read(json: &Json) -> Result<Self, Error> {
        let root = Node::root(json);
        let outline = Outline {
            steps: root.field("n_steps")?.whole()?,
            record_steps: root.field("record_steps")?.wholes()?,
            until: None,
            shapes: entries(&root.field("shapes")?, Node::wholes)?,
            states: root
                .optional("states")?
                .map_or(Ok(true), |node| node.json().as_bool().ok_or_else(|| node.unexpected("true or false")))?,
            quadratic: match root.optional("problem")? {
                None => false,
                Some(problem) if problem.json() == "quadratic" => true,
                Some(problem) => return Err(problem.unexpected("`quadratic`")),
            },
        };
        if let Some(late) = outline.record_steps.iter().find(|step| **step > outline.steps) {
            return Err(format!("`record_steps` has {late}, but there are {} steps", outline.steps).into());
        }
        let configs = root.field("configs")?;
        let configs = configs.items()?.map(|node| (label(&node), config(&node)));
        Ok(Self { optimizer: root.field("optimizer")?.text()?, outline, configs: configs.collect() })
    }
}

/// The name and element type of a run. If it has none, its place in the file.
fn label(node: &Node<'_>) -> String {
    match (node.field("name").and_then(|name| name.text()), node.field("dtype").and_then(|dtype| dtype.text())) {
        (Ok(name), Ok(dtype)) => format!("{name} {dtype}"),
        (Ok(name), Err(_)) => name,
        _ => node.path().to_owned(),
    }
}

fn config(root: &Node<'_>) -> Result<Config, Error> {
    let tensors = root.field("tensors")?;
    let groups = match root.optional("groups")? {
        None => Vec::new(),
        Some(groups) => groups.items()?.map(|node| group(&node)).collect::<Result<_, _>>()?,
    };
    let dtype = root.field("dtype")?;
    let precision =
        Precision::parse(&dtype.text()?).ok_or_else(|| dtype.unexpected("`float32`, `float64` or `float64_mixed`"))?;
    let keys = |node: &Node<'_>| entries(node, Node::text);
    let kwargs = root.optional("kwargs")?;
    let iterations = kwargs.as_ref().map_or(Ok(None), |node| node.optional(ITERATIONS))?;
    let optional = |name: &str| tensors.optional(name)?.map_or_else(|| Ok(BTreeMap::new()), |node| keys(&node));
    Ok(Config {
        name: root.field("name")?.text()?,
        settings: kwargs.as_ref().map_or_else(|| Ok(Vec::new()), |node| settings(node, &[ITERATIONS]))?,
        iterations: iterations.map_or(Ok(1), |node| node.whole())?,
        precision,
        groups,
        no_grad: root.optional("no_grad")?.map_or_else(|| Ok(BTreeMap::new()), |node| entries(&node, Node::wholes))?,
        init: keys(&tensors.field("init")?)?,
        inner: root.optional("inner")?.map(|node| inner(&node)).transpose()?,
        grads: optional("grads")?,
        curvature: optional("curvature")?,
        target: optional("target")?,
        eval: optional("eval")?,
        params: keys(&tensors.field("params")?)?,
        state: tensors.optional("state")?.map_or_else(|| Ok(BTreeMap::new()), |node| entries(&node, keys))?,
    })
}

/// `{"SGD": {"lr": 0.1}}`
fn inner(root: &Node<'_>) -> Result<(String, Settings), Error> {
    let named: Vec<_> = root.fields()?.collect();
    let [(name, arguments)] = &named[..] else { return Err(root.unexpected("one optimizer")) };
    Ok(((*name).to_owned(), settings(arguments, &[])?))
}

fn group(root: &Node<'_>) -> Result<Group, Error> {
    let tags = match root.optional("tags")? {
        None => Vec::new(),
        Some(tags) if tags.json().is_string() => vec![tags.text()?],
        Some(tags) => tags.items()?.map(|tag| tag.text()).collect::<Result<_, _>>()?,
    };
    Ok(Group {
        params: root.field("params")?.items()?.map(|param| param.text()).collect::<Result<_, _>>()?,
        settings: settings(root, NO_HYPERPARAMETERS)?,
        tags,
    })
}

/// Every field of an object as a setting, except some.
///
/// # Errors
///
/// If one of them is an object.
pub fn settings(root: &Node<'_>, except: &[&str]) -> Result<Settings, Error> {
    let fields = root.fields()?.filter(|(name, _)| !except.contains(name));
    fields.map(|(name, node)| Ok((name.to_owned(), setting(&node)?))).collect()
}

/// A JSON value as a hyperparameter. A list is a tuple.
pub(super) fn setting(node: &Node<'_>) -> Result<Setting, Error> {
    Ok(match node.json() {
        Json::Null => Setting::None,
        Json::Bool(value) => Setting::Bool(*value),
        Json::Number(number) => match number.as_i128() {
            Some(whole) => Setting::Int(whole),
            None => Setting::Float(number.as_f64().ok_or_else(|| node.unexpected("a number"))?),
        },
        Json::String(text) => special_number(text).map_or_else(|| Setting::Choice(text.clone()), Setting::Float),
        Json::Array(_) => Setting::Tuple(node.items()?.map(|item| setting(&item)).collect::<Result<_, _>>()?),
        Json::Object(_) => return Err(node.unexpected("a number, a text, true, false, null or a list of these")),
    })
}

fn entries<'j, V>(node: &Node<'j>, read: impl Fn(&Node<'j>) -> Result<V, Error>) -> Result<BTreeMap<String, V>, Error> {
    node.fields()?.map(|(name, node)| Ok((name.to_owned(), read(&node)?))).collect()
}
