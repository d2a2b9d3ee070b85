//! The metadata of a file, to write and to read.
//!
//! Reading keeps the text, and ranges in it. Lists that may be long, of parameters and strings, are in few
//! allocations: with a few bytes for each, a file could otherwise take many times its size in memory.

use serde::de::IgnoredAny;
use serde::{Deserialize as Read, Serialize as Write, Serializer};
use serde_json::value::RawValue;

use super::STACKED;
use super::json::{JsonSpan, count, entries, pairs, texts, walk};
use super::setting::{MOST_SETTINGS, to_float};
use crate::checkpoint::table::Texts;
use crate::gradient::LONGEST_WINDOW;
use crate::shape::ParamView;
use crate::state_dict::CheckpointError;

/// The JSON object under our key, for writing.
#[derive(Write)]
pub(super) struct MetaOut<'m, P: Write, L: Write> {
    pub(super) format: &'static str,
    pub(super) version: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) optimizer: Option<OptimizerOut<'m, P>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) params: Option<L>,
    pub(super) extra: &'m Words,
}

#[derive(Write)]
pub(super) struct OptimizerOut<'m, P: Write> {
    pub(super) name: &'m str,
    pub(super) steps: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) seed: u64,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) recent_norms: &'m [f64],
    #[serde(skip_serializing_if = "<[_]>::is_empty", serialize_with = "as_object")]
    pub(super) globals: &'m [(String, serde_json::Value)],
    pub(super) groups: &'m [GroupOut],
    pub(super) params: P,
}

#[derive(Write)]
pub(super) struct GroupOut {
    pub(super) name: String,
    /// Only in a partition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) optimizer: Option<String>,
    pub(super) tags: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) adjust_learning_rate: Option<f64>,
    #[serde(serialize_with = "as_object")]
    pub(super) settings: Vec<(String, serde_json::Value)>,
}

/// A parameter, or a stack of them.
#[derive(Write)]
pub(super) struct ParamOut<'m> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<&'m str>,
    pub(super) shape: &'m [usize],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) view: Option<ViewOut<'m>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) group: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) steps: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) states: Option<Vec<&'m str>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) masked: bool,
}

/// The view in which an optimizer sees a parameter.
#[derive(Write)]
pub(super) struct ViewOut<'m> {
    name: &'m str,
    shape: &'m [usize],
}

impl<'m> From<&'m ParamView> for ViewOut<'m> {
    fn from(view: &'m ParamView) -> Self {
        Self { name: view.name(), shape: view.shape() }
    }
}

/// The caller's strings, by key.
#[derive(Default, Write)]
pub(super) struct Words(#[serde(serialize_with = "as_object")] pub(super) Vec<(String, String)>);

/// Returns true for the default seed.
fn is_zero(seed: &u64) -> bool {
    *seed == 0
}

fn as_object<V: Write, S: Serializer>(pairs: &[(String, V)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

impl<P: Write, L: Write> MetaOut<'_, P, L> {
    pub(super) fn text(&self) -> Result<String, CheckpointError> {
        serde_json::to_string(self).map_err(|error| CheckpointError::Unwritable { reason: error.to_string() })
    }
}

/// The fields that all versions have.
#[derive(Read)]
pub(super) struct Version {
    pub(super) format: String,
    pub(super) version: u64,
}

/// The JSON object under our key.
#[derive(Debug)]
pub(super) struct Meta {
    pub(super) text: String,
    pub(super) version: u64,
    pub(super) optimizer: Option<OptimizerMeta>,
    pub(super) params: Option<ParamsMeta>,
    /// Keys and values, alternating.
    pub(super) extra: Texts,
}

#[derive(Debug)]
pub(super) struct OptimizerMeta {
    pub(super) name: String,
    pub(super) steps: u64,
    pub(super) seed: u64,
    pub(super) recent_norms: Vec<f64>,
    /// The global states.
    pub(super) globals: Vec<(String, f64)>,
    pub(super) groups: Vec<GroupMeta>,
    /// Names of the groups.
    pub(super) group_names: Texts,
    /// Their optimizers; empty for a group with the file's optimizer.
    pub(super) group_optimizers: Texts,
    pub(super) params: ParamsMeta,
}

#[derive(Debug)]
pub(super) struct GroupMeta {
    pub(super) tags: JsonSpan,
    pub(super) adjust_learning_rate: Option<f64>,
    pub(super) settings: JsonSpan,
}

/// Parameters by name in version 1, stacks in version 2.
#[derive(Debug, Default)]
pub(super) struct ParamsMeta {
    pub(super) names: Texts,
    pub(super) rows: Vec<ParamMeta>,
}

/// A parameter, or a stack of them.
#[derive(Debug)]
pub(super) struct ParamMeta {
    pub(super) shape: JsonSpan,
    /// The range of the view; empty without one.
    pub(super) view: JsonSpan,
    /// The range of the list of states; empty for the parameters of a model.
    pub(super) states: JsonSpan,
    pub(super) group: usize,
    /// The step count of a parameter, or the number of parameters in a stack.
    pub(super) number: u64,
    pub(super) masked: bool,
}

impl Meta {
    /// Reads the text of a file of this version.
    pub(super) fn read(text: String, version: u64) -> serde_json::Result<Self> {
        #[derive(Read)]
        struct Top<'t> {
            #[serde(borrow, default)]
            optimizer: Option<OptimizerText<'t>>,
            #[serde(borrow, default)]
            params: Option<&'t RawValue>,
            #[serde(borrow, default)]
            extra: Option<&'t RawValue>,
        }

        #[derive(Read)]
        struct OptimizerText<'t> {
            name: String,
            steps: u64,
            #[serde(default)]
            seed: u64,
            #[serde(borrow, default)]
            recent_norms: Option<&'t RawValue>,
            #[serde(borrow, default)]
            globals: Option<&'t RawValue>,
            #[serde(borrow)]
            groups: &'t RawValue,
            #[serde(borrow)]
            params: &'t RawValue,
        }

        let top: Top<'_> = serde_json::from_str(&text)?;
        let optimizer = match top.optimizer {
            None => None,
            Some(OptimizerText { name, steps, seed, recent_norms, globals, groups, params }) => {
                let recent_norms = recent_norms.map_or_else(|| Ok(Vec::new()), read_norms)?;
                let globals = globals.map_or_else(|| Ok(Vec::new()), read_globals)?;
                let (groups, [group_names, group_optimizers]) = read_groups(&text, groups)?;
                let params = if version == STACKED { stacks(&text, params)? } else { named(&text, params)? };
                Some(OptimizerMeta {
                    name,
                    steps,
                    seed,
                    recent_norms,
                    globals,
                    groups,
                    group_names,
                    group_optimizers,
                    params,
                })
            }
        };
        let params = match top.params {
            None => None,
            Some(params) if version == STACKED => Some(stacks(&text, params)?),
            Some(params) => Some(ParamsMeta { names: texts(params.get())?, rows: Vec::new() }),
        };
        let extra = top.extra.map_or_else(|| Ok(Texts::default()), |extra| entries(extra.get()))?;
        Ok(Self { version, optimizer, params, extra, text })
    }
}

fn read_norms(norms: &RawValue) -> serde_json::Result<Vec<f64>> {
    let mut read = Vec::new();
    walk(norms.get(), &mut |norm: f64| {
        if read.len() == LONGEST_WINDOW {
            return Err(serde::de::Error::custom(format!("more than {LONGEST_WINDOW} norms")));
        }
        read.push(norm);
        Ok(())
    })?;
    Ok(read)
}

fn read_globals(globals: &RawValue) -> serde_json::Result<Vec<(String, f64)>> {
    let mut read = Vec::new();
    pairs(globals.get(), &mut |name, json: &RawValue| {
        let value = serde_json::from_str(json.get())?;
        let number = to_float(&value).filter(|_| read.len() < MOST_SETTINGS);
        let wrong = || serde::de::Error::custom(format!("the global state `{name}` is not a number"));
        read.push((name.to_owned(), number.ok_or_else(wrong)?));
        Ok(())
    })?;
    Ok(read)
}

/// The groups, their names, and their optimizers.
fn read_groups(text: &str, groups: &RawValue) -> serde_json::Result<(Vec<GroupMeta>, [Texts; 2])> {
    #[derive(Read)]
    struct GroupText<'t> {
        name: String,
        #[serde(default)]
        optimizer: String,
        #[serde(borrow)]
        tags: &'t RawValue,
        #[serde(default)]
        adjust_learning_rate: Option<f64>,
        #[serde(borrow)]
        settings: &'t RawValue,
    }

    let (mut metas, mut names, mut optimizers) =
        (Vec::with_capacity(count(groups.get())?), Texts::default(), Texts::default());
    walk(groups.get(), &mut |group: GroupText<'_>| {
        let _ = names.push(&group.name);
        let _ = optimizers.push(&group.optimizer);
        // Duplicate keys are found here, so that loading need not check again.
        entries_once(group.settings)?;
        metas.push(GroupMeta {
            tags: JsonSpan::of(text, group.tags.get()),
            adjust_learning_rate: group.adjust_learning_rate,
            settings: JsonSpan::of(text, group.settings.get()),
        });
        Ok(())
    })?;
    Ok((metas, [names, optimizers]))
}

fn entries_once(settings: &RawValue) -> serde_json::Result<()> {
    pairs(settings.get(), &mut |_, _: IgnoredAny| Ok(()))
}

fn named(text: &str, params: &RawValue) -> serde_json::Result<ParamsMeta> {
    #[derive(Read)]
    struct ParamText<'t> {
        name: String,
        #[serde(borrow)]
        shape: &'t RawValue,
        #[serde(borrow, default)]
        view: Option<&'t RawValue>,
        group: usize,
        steps: u64,
        #[serde(borrow)]
        states: &'t RawValue,
        #[serde(default)]
        masked: bool,
    }

    let count = count(params.get())?;
    let (mut names, mut rows) = (Texts::with_capacity(count, params.get().len()), Vec::with_capacity(count));
    walk(params.get(), &mut |param: ParamText<'_>| {
        let _ = names.push(&param.name);
        rows.push(ParamMeta {
            shape: JsonSpan::of(text, param.shape.get()),
            view: param.view.map_or_else(JsonSpan::default, |view| JsonSpan::of(text, view.get())),
            states: JsonSpan::of(text, param.states.get()),
            group: param.group,
            number: param.steps,
            masked: param.masked,
        });
        Ok(())
    })?;
    names.shrink();
    Ok(ParamsMeta { names, rows })
}

fn stacks(text: &str, params: &RawValue) -> serde_json::Result<ParamsMeta> {
    #[derive(Read)]
    struct StackText<'t> {
        #[serde(borrow)]
        shape: &'t RawValue,
        #[serde(borrow, default)]
        view: Option<&'t RawValue>,
        #[serde(default)]
        group: usize,
        count: u64,
        #[serde(borrow, default)]
        states: Option<&'t RawValue>,
        #[serde(default)]
        masked: bool,
    }

    let mut rows = Vec::with_capacity(count(params.get())?);
    walk(params.get(), &mut |stack: StackText<'_>| {
        rows.push(ParamMeta {
            shape: JsonSpan::of(text, stack.shape.get()),
            view: stack.view.map_or_else(JsonSpan::default, |view| JsonSpan::of(text, view.get())),
            states: stack.states.map_or_else(JsonSpan::default, |states| JsonSpan::of(text, states.get())),
            group: stack.group,
            number: stack.count,
            masked: stack.masked,
        });
        Ok(())
    })?;
    Ok(ParamsMeta { names: Texts::default(), rows })
}
