//! Writes the state of an optimizer to a file of torch.
//!
//! | file | purpose |
//! |---|---|
//! | `layout` | groups and numbers of parameters |
//! | `settings`, `states` | the content of a group and of a parameter |
//! | `averaged` | averaged weights |
//! | `output` | the file while it is written |
//! | `copy` | values of another file that are copied |

mod averaged;
mod copy;
mod layout;
mod settings;
mod states;

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use optim_core::checkpoint::GroupDict;
use optim_core::files;
use optim_core::{Float, Optimizer, Parameters, Setting};

use super::convert::{
    ConvertError, Dialect, Gathered, Here, HereGroup, HereParam, Names, Note, USE_MUON, averaged_steps, is_mean,
    refuse_uneven,
};
use super::optimizer::OptimizerState;
use super::output::Output;
use super::pickle::PickleWriter;
use super::scheduler::SchedulerState;
use layout::write_key;
use layout::{Form, ParamKey};

/// Writes the state of an optimizer, and parameters if there is a model, to a file that `torch.load` reads: a dict with the keys
/// `optimizer` and `model`.
///
/// Parameters are numbered group by group, as in torch: first the parameters in no group (`default`), then the first
/// group, and so on, each in the order of the model. The optimizer in Python needs groups of the same sizes in this
/// order. The file lists the names of the parameters in `param_names`. A `BTreeMap` or a `HashMap` has no order: pass
/// the order with [`order`](Self::order), or take it from another file with [`like`](Self::like).
///
/// A [`Partition`](optim_core::Partition) is written as one optimizer with the groups of all rules, or one [`rule`](Self::rule) as a separate
/// optimizer. The averaged weights of `Ema` and `SWA` are under the key `averaged`, in the form of `torch.optim.swa_utils.AveragedModel`.
///
/// ```
/// use optim_std::ndarray::array;
/// use optim_std::prelude::*;
/// use optim_std::torch::{Export, TorchFile};
///
/// let mut model = array![1.0_f32, -2.0];
/// let mut opt = AdamW::new().lr(0.1).eps(0.0).build(&model)?;
/// let grad = 2.0 * &model;
/// opt.step(&mut model, &grad)?;
///
/// let path = std::env::temp_dir().join("optim-export.pt");
/// let notes = Export::new(&opt).model(&model).save(&path)?;
/// assert!(notes.is_empty());                        // torch goes on as this optimizer would
///
/// let file = TorchFile::open(&path)?;               // or in Python: torch.load(path)
/// assert_eq!(file.get("model")?.get("param")?.tensor()?.to_array::<f32>()?, model.clone().into_dyn());
/// assert_eq!(file.get("optimizer")?.get("param_groups")?.at(0)?.get("lr")?.as_f64()?, 0.1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// In Python:
///
/// ```python
/// file = torch.load("run.pt", weights_only=True)
/// model.load_state_dict(file["model"])
/// optimizer.load_state_dict(file["optimizer"])
/// ```
pub struct Export<'a, T: Float> {
    opt: &'a Optimizer<T>,
    model: Option<&'a dyn Parameters<Elem = T>>,
    scheduler: Option<&'a SchedulerState>,
    dialect: Dialect,
    form: Form<'a>,
    bare: bool,
    rule: Option<String>,
    inner: bool,
    /// The initial learning rates of the named groups, or of all groups.
    initial_lrs: Vec<(Option<String>, f64)>,
    /// The first argument that was given twice.
    wrong: Option<Twice>,
}

/// The fields of [`ConvertError::Twice`].
type Twice = (&'static str, &'static str);

impl<'a, T: Float> Export<'a, T> {
    /// Exports the state of an optimizer, for `torch.optim`.
    pub fn new(opt: &'a Optimizer<T>) -> Self {
        Self {
            opt,
            model: None,
            scheduler: None,
            dialect: Dialect::Torch,
            form: Form::Model,
            bare: false,
            rule: None,
            inner: false,
            initial_lrs: Vec::new(),
            wrong: None,
        }
    }

    /// Adds the parameters. With a second model, [`save`](Self::save) returns an error.
    #[must_use]
    pub fn model(mut self, model: &'a dyn Parameters<Elem = T>) -> Self {
        match self.model {
            Some(_) => self.twice("model", "write the other one to a separate file"),
            None => self.model = Some(model),
        }
        self
    }

    /// Adds the state of one scheduler, with the key `scheduler`; see [`GroupSchedules::state_at`](super::GroupSchedules::state_at).
    #[must_use]
    pub fn scheduler(mut self, scheduler: &'a SchedulerState) -> Self {
        match self.scheduler {
            Some(_) => self.twice("scheduler", "write the other one to a separate file with `SchedulerState::save`"),
            None => self.scheduler = Some(scheduler),
        }
        self
    }

    /// Writes for the optimizers of another library. With [`like`](Self::like), the other file decides the library.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Writes only the state of the optimizer, as `torch.save(optimizer.state_dict(), path)` does, and not in a dict under
    /// `optimizer`. This is the form of `optimizer.pt` of the Hugging Face `Trainer`.
    #[must_use]
    pub fn bare(mut self) -> Self {
        self.bare = true;
        self
    }

    /// Writes only the optimizer of one rule of a [`Partition`](optim_core::Partition), and numbers the parameters of
    /// the rule from 0. So you can write `torch.optim.Muon` to one file and `torch.optim.AdamW` to another. Without
    /// this call, the file has all rules as one optimizer whose groups have different settings.
    ///
    /// ```
    /// use optim_std::prelude::*;
    /// use optim_std::torch::Export;
    ///
    /// # let mut model: optim_std::indexmap::IndexMap<_, _> = [("weight", vec![3, 4]), ("bias", vec![4])]
    /// #     .into_iter()
    /// #     .map(|(name, shape)| (name, optim_std::ndarray::ArrayD::<f32>::ones(shape)))
    /// #     .collect();
    /// # let grads = model.clone();
    /// let mut opt = Partition::new()
    ///     .rule("hidden", |p| p.ndim() == 2, Muon::torch())
    ///     .rest("rest", AdamW::torch())
    ///     .build(&model)?;
    /// opt.step(&mut model, &grads)?;
    /// let folder = std::env::temp_dir();
    /// Export::new(&opt).model(&model).rule("hidden").save(folder.join("optim-muon.pt"))?;
    /// Export::new(&opt).rule("rest").save(folder.join("optim-adamw.pt"))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn rule(mut self, name: impl Into<String>) -> Self {
        match self.rule {
            Some(_) => self.twice("rule", "write the other one to a separate file"),
            None => self.rule = Some(name.into()),
        }
        self
    }

    /// Writes only the innermost optimizer, such as `AdamW` of `Lookahead<AdamW>`. The states of the wrappers are left out, and a
    /// [`Note`] names them. The averages of `Ema` and `SWA` don't need this: they have a place in a file that is not
    /// [`bare`](Self::bare).
    #[must_use]
    pub fn inner(mut self) -> Self {
        self.inner = true;
        self
    }

    /// Numbers the parameters in this order, usually the order of `model.parameters()` in Python. Pass all names (with
    /// [`rule`](Self::rule), all names of the rule), each once. A group is written at the position of its first parameter.
    #[must_use]
    pub fn order<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.in_form(Form::Order(names.into_iter().map(Into::into).collect()));
        self
    }

    /// Writes in the form of another file, usually the one from which training continued here: with its groups, order,
    /// parameter numbers and names, for the same library. Settings that don't exist here (`initial_lr`, `foreach`, `fused`,
    /// `capturable`, …) are copied; all others come from the optimizer. `names` maps the file's parameters to the parameters
    /// here, as in [`convert_for`](OptimizerState::convert_for).
    ///
    /// ```
    /// use optim_std::prelude::*;
    /// use optim_std::torch::{Export, Names, TorchFile};
    ///
    /// #[derive(Parameters)]
    /// struct Model {
    ///     weight: optim_std::ndarray::Array2<f32>,
    ///     bias: optim_std::ndarray::Array1<f32>,
    ///     conv: optim_std::ndarray::Array3<f32>,
    /// }
    ///
    /// let saved = TorchFile::open("../tests/torch/adam.pt")?;
    /// let theirs = saved.optimizer()?;
    /// let mut model = Model {
    ///     weight: optim_std::ndarray::Array2::zeros((3, 4)),
    ///     bias: optim_std::ndarray::Array1::zeros(4),
    ///     conv: optim_std::ndarray::Array3::zeros((2, 3, 2)),
    /// };
    /// saved.get("model")?.load_params(&mut model)?;
    /// let mut opt = Adam::new().build(&model)?;
    /// let (state, _) = theirs.convert_for(&opt, &Names::Auto)?;
    /// opt.load_state_dict(&state, &LoadOptions::strict())?;
    /// // … train, then:
    /// let (bytes, _) = Export::new(&opt).like(&theirs, &Names::Auto).bare().write(Vec::new())?;
    /// let ours = TorchFile::from_bytes(bytes)?.optimizer()?;
    /// assert_eq!(ours.names(), theirs.names());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn like(mut self, state: &'a OptimizerState, names: &Names) -> Self {
        self.in_form(Form::Like(state, names.clone()));
        self
    }

    fn in_form(&mut self, form: Form<'a>) {
        match self.form {
            Form::Model => self.form = form,
            _ => self.twice("order of parameters", "call one of `order` and `like`, once"),
        }
    }

    fn twice(&mut self, what: &'static str, help: &'static str) {
        self.wrong.get_or_insert((what, help));
    }

    /// Writes this as `initial_lr` of all groups. Schedulers of torch multiply this rate. Without it, torch can't
    /// create a scheduler for a run that has begun (`last_epoch` other than −1).
    #[must_use]
    pub fn initial_lr(mut self, initial_lr: f64) -> Self {
        self.initial_lrs.push((None, initial_lr));
        self
    }

    /// Like [`initial_lr`](Self::initial_lr), for one group.
    #[must_use]
    pub fn initial_lr_in(mut self, group: impl Into<String>, initial_lr: f64) -> Self {
        self.initial_lrs.push((Some(group.into()), initial_lr));
        self
    }

    /// Writes the file under a temporary name and renames it. An existing file stays until the new one is complete.
    ///
    /// # Errors
    /// Returns an error in these cases: an option is given twice; the other library does not have this optimizer or one
    /// of its settings; the optimizer has states of the whole model; it is a wrapper and [`inner`](Self::inner) was not
    /// called; the rule does not exist; the model is a map without an order and you gave none; the order or the other
    /// file does not fit the parameters; the file can't be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<Vec<Note>, ConvertError> {
        files::replace(path, |file| Ok(self.write(file)?.1))
    }

    /// Writes the file to a writer, and returns the writer.
    ///
    /// # Errors
    ///
    /// The same errors as [`save`](Self::save).
    pub fn write<W: Write>(&self, out: W) -> Result<(W, Vec<Note>), ConvertError> {
        if let Some((what, help)) = self.wrong {
            return Err(ConvertError::Twice { what, help });
        }
        let mut notes = Vec::new();
        if let Some(scheduler) = self.scheduler {
            scheduler.writable()?;
        }
        let whole = Here::of(self.opt);
        let averaged = if self.bare { None } else { averaged_steps(self.opt, &whole) };
        // A mean without weights does not exist yet.
        let averaged_now = averaged.filter(|count| *count > 0 || !is_mean(&whole));
        let part = self.part(&whole, averaged.is_some(), &mut notes)?;
        let mut file = Output::new(out);
        if self.bare {
            if self.model.is_some() {
                return Err(ConvertError::Bare { what: "a model", function: "safetensors::save_params" });
            }
            if self.scheduler.is_some() {
                return Err(ConvertError::Bare { what: "a scheduler", function: "SchedulerState::save" });
            }
            self.optimizer(&part, &mut file, &mut notes)?;
            return Ok((file.finish()?, notes));
        }
        file.pickle.begin_dict();
        if let Some(model) = self.model {
            file.pickle.str("model");
            file.model(model)?;
        }
        if let Some(count) = averaged_now {
            file.pickle.str("averaged");
            averaged::write(self.opt, &whole, count, &mut file)?;
        }
        file.pickle.str("optimizer");
        self.optimizer(&part, &mut file, &mut notes)?;
        if let Some(scheduler) = self.scheduler {
            file.pickle.str("scheduler");
            scheduler.write_dict(&mut file.pickle);
        }
        file.pickle.end_dict();
        Ok((file.finish()?, notes))
    }

    /// The optimizers to write. Wrappers are errors if a file has no place for them.
    fn part(&self, whole: &Here<'a>, averaged: bool, notes: &mut Vec<Note>) -> Result<Here<'a>, ConvertError> {
        let here = match &self.rule {
            Some(rule) => whole.clone().only(rule)?,
            None => whole.clone(),
        };
        for rule in here.used_rules() {
            rule.refuse_globals()?;
            if !self.inner {
                if !self.bare && !averaged && rule.left_out(true).is_none() {
                    refuse_uneven(self.opt, whole)?;
                }
                rule.refuse_wrappers(
                    averaged,
                    "write the inner optimizer alone, with `inner()`; averaged weights of all parameters have a place in a file that is \
                     not `bare`; a checkpoint, `opt.save(…)`, has all of it",
                )?;
            } else if let Some(states) = rule.left_out(averaged) {
                notes.push(Note::WrapperLeftOut { optimizer: rule.whole, inner: rule.optimizer, states });
            }
        }
        Ok(here)
    }

    fn optimizer<W: Write>(
        &self,
        here: &Here<'a>,
        file: &mut Output<W>,
        notes: &mut Vec<Note>,
    ) -> Result<(), ConvertError> {
        if let Some((Some(group), _)) = self
            .initial_lrs
            .iter()
            .find(|(group, _)| group.as_ref().is_some_and(|name| here.groups.iter().all(|group| group.name != *name)))
        {
            let known = here.groups.iter().map(|group| group.name.to_owned()).collect();
            return Err(ConvertError::UnknownGroup { group: group.clone(), known });
        }
        let groups = self.form.groups(here)?;
        let params: HashMap<&str, &HereParam<'_>> = here.params.iter().map(|param| (param.name, param)).collect();
        let mut plain: Vec<Option<PlainValue>> = Vec::with_capacity(here.groups.len());
        for (place, info) in here.groups.iter().enumerate() {
            let like = groups.iter().find(|group| group.here == Some(place)).and_then(|group| group.like);
            let optimizer = here.rule_of(place).optimizer;
            let dialect = like.map_or(self.dialect, |like| Dialect::of(optimizer, like));
            let value = (!info.members.is_empty()).then(|| self.plain(info, optimizer, dialect, notes)).transpose()?;
            plain.push(value);
        }
        // An optional rule may have no parameters.
        let is_one = here.used_rules().count() == 1;
        if !is_one && here.used_rules().any(|rule| rule.optimizer == "Muon") {
            // The entry marks Muon's groups in programs that combine it with another optimizer.
            for (place, plain) in plain.iter_mut().enumerate() {
                let value = Setting::Bool(here.rule_of(place).optimizer == "Muon");
                plain.iter_mut().for_each(|plain| plain.settings.push((USE_MUON.to_owned(), value.clone())));
            }
        }
        let plain_of = |group: &layout::Group<'_>| group.here.and_then(|place| plain.get(place)?.as_ref());

        let mut gathered = Gathered::default();
        file.pickle.begin_dict();
        file.pickle.str("state");
        file.pickle.begin_dict();
        for group in &groups {
            let Some(plain) = plain_of(group) else { continue };
            for member in &group.members {
                let Some(&param) = params.get(member.param) else { continue };
                let rule = here.rule_of(param.group);
                if is_one && rule.optimizer == "Muon" && plain.dialect == Dialect::Torch && param.shape.len() != 2 {
                    let (param, shape) = (param.name.to_owned(), param.shape.to_vec());
                    return Err(ConvertError::NotAMatrix { param, shape });
                }
                states::write(self.opt, plain.dialect, (rule, param), member, &plain.group, file, &mut gathered)?;
            }
        }
        gathered.into_notes(notes);
        file.pickle.end_dict();
        file.pickle.str("param_groups");
        file.pickle.begin_list();
        for group in &groups {
            self.write_group(group, plain_of(group), file, notes)?;
        }
        file.pickle.end_list();
        file.pickle.end_dict();
        Ok(())
    }

    /// Writes a group: its settings, and the numbers or names of its parameters.
    fn write_group<W: Write>(
        &self,
        group: &layout::Group<'_>,
        plain: Option<&PlainValue>,
        file: &mut Output<W>,
        notes: &mut Vec<Note>,
    ) -> Result<(), ConvertError> {
        file.pickle.begin_dict();
        let initial_lr = plain.and_then(|plain| self.initial_lr_of(&plain.group.name));
        settings::write(file, plain, group.like, initial_lr, notes)?;
        file.pickle.str("params");
        file.pickle.list(|w| group.members.iter().for_each(|member| write_key(w, member.key)));
        let names: Option<Vec<&str>> = group.members.iter().map(|member| member.name).collect();
        // A parameter with a name is listed in `params` by its name.
        let numbered = group.members.iter().all(|member| matches!(member.key, ParamKey::Number(_)));
        if let Some(names) = names.filter(|names| numbered && !names.is_empty()) {
            file.pickle.str("param_names");
            file.pickle.list(|w| names.iter().for_each(|name| w.str(name)));
        }
        file.pickle.end_dict();
        Ok(())
    }

    /// The settings of a group without schedules, in the other library's form.
    fn plain(
        &self,
        info: &HereGroup<'_>,
        optimizer: &'static str,
        dialect: Dialect,
        notes: &mut Vec<Note>,
    ) -> Result<PlainValue, ConvertError> {
        // A schedule counts the steps of its optimizer.
        let steps = info.group.inner_counts(self.opt.steps()).last().map_or(self.opt.steps(), |(_, count)| *count);
        let mut plain = Vec::with_capacity(info.settings.len());
        for &(hyper, value) in &info.settings {
            if value.is_scheduled() {
                notes.push(Note::ScheduleWritten { group: info.name.to_owned(), hyper });
            }
            plain.push((hyper.to_owned(), value.at(steps)));
        }
        let group = GroupDict {
            name: info.name.to_owned(),
            optimizer: None,
            tags: Vec::new(),
            adjust_learning_rate: None,
            settings: plain,
        };
        super::convert::formula_notes(optimizer, dialect, &group, notes);
        Ok(PlainValue { settings: settings::of(optimizer, dialect, &group)?, group, dialect })
    }

    fn initial_lr_of(&self, group: &str) -> Option<f64> {
        let of = |(name, _): &&(Option<String>, f64)| name.as_ref().is_none_or(|name| name == group);
        self.initial_lrs.iter().rev().find(of).map(|&(_, value)| value)
    }
}

/// A group without schedules.
struct PlainValue {
    group: GroupDict,
    /// The program that will read the file.
    dialect: Dialect,
    /// Its settings in the other library's form.
    settings: Vec<(String, Setting)>,
}

impl<T: Float> std::fmt::Debug for Export<'_, T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Export({} for {}, {})",
            self.opt.name(),
            self.dialect,
            if self.model.is_some() { "with model" } else { "without model" }
        )
    }
}

fn write_setting(w: &mut PickleWriter, value: &Setting) {
    match value {
        Setting::Bool(value) => w.bool(*value),
        Setting::Int(number) => w.int(*number),
        Setting::Float(number) => w.float(*number),
        Setting::Choice(name) => w.str(name),
        Setting::Tuple(parts) => w.tuple(|w| parts.iter().for_each(|part| write_setting(w, part))),
        // Schedules have been replaced by their values.
        Setting::None | Setting::Scheduled(_) => w.none(),
    }
}
