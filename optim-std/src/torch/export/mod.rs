//! The state of an optimizer as a file of torch.

mod settings;
mod states;

use std::io::Write;
use std::path::Path;

use optim_core::checkpoint::{GroupDict, TensorData};
use optim_core::files;
use optim_core::{AnyOptimizer, Float, Name, Parameters, Setting};

use super::convert::{ConvertError, Dialect, Note};
use super::eps::of_torch;
use super::error::TorchError;
use super::pickle::PickleWriter;
use super::zip::Writer;

/// The name of the folder in the archive.
const FOLDER: &str = "optim";

/// Writes the state of an optimizer, and parameters if there is a model, to a file that `torch.load` reads: a dict with the keys
/// `optimizer` and `model`.
///
/// Parameters are numbered as torch does it, group by group: first those in no group (`default`), if there are any, then those of
/// the first group, each in the order of the model. The optimizer in Python needs groups of the same sizes in this order; the names
/// of the parameters are in the file, in `param_names`.
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
    opt: &'a dyn AnyOptimizer<T>,
    model: Option<&'a dyn Parameters<Elem = T>>,
    dialect: Dialect,
}

impl<'a, T: Float> Export<'a, T> {
    /// The state of an optimizer, for `torch.optim`.
    pub fn new(opt: &'a dyn AnyOptimizer<T>) -> Self {
        Self { opt, model: None, dialect: Dialect::Torch }
    }

    /// Writes the parameters too.
    #[must_use]
    pub fn model(mut self, model: &'a dyn Parameters<Elem = T>) -> Self {
        self.model = Some(model);
        self
    }

    /// Writes for the optimizers of another library.
    #[must_use]
    pub fn dialect(mut self, dialect: Dialect) -> Self {
        self.dialect = dialect;
        self
    }

    /// Writes the file, beside its place first: what was there stays until the new one is complete.
    ///
    /// # Errors
    ///
    /// When the other library does not have this optimizer or one of its settings, or the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<Vec<Note>, ConvertError> {
        files::replace(path, |file| Ok(self.write(file)?.1))
    }

    /// Writes the file to anything that takes bytes, and gives that back.
    ///
    /// # Errors
    ///
    /// As [`save`](Self::save).
    pub fn write<W: Write>(&self, out: W) -> Result<(W, Vec<Note>), ConvertError> {
        let mut notes = Vec::new();
        let mut file = Output { archive: Writer::new(out), pickle: PickleWriter::new(), storages: 0 };
        file.pickle.begin_dict();
        if let Some(model) = self.model {
            file.pickle.str("model");
            file.model(model)?;
        }
        file.pickle.str("optimizer");
        self.optimizer(&mut file, &mut notes)?;
        file.pickle.end_dict();
        Ok((file.finish()?, notes))
    }

    fn optimizer<W: Write>(&self, file: &mut Output<W>, notes: &mut Vec<Note>) -> Result<(), ConvertError> {
        let (optimizer, dialect) = (self.opt.name(), self.dialect);
        let infos = self.opt.group_infos();
        let mut converted = Vec::new();
        for info in infos.iter().filter(|group| !group.members.is_empty()) {
            let mut plain = Vec::with_capacity(info.settings.len());
            for &(hyper, value) in &info.settings {
                if dialect == Dialect::Torch && hyper == "eps" && of_torch(value).is_some() {
                    plain.push((hyper.to_owned(), value.clone()));
                    continue;
                }
                if value.is_scheduled() {
                    notes.push(Note::ScheduleWritten { group: info.name.to_owned(), hyper });
                }
                plain.push((hyper.to_owned(), value.at(self.opt.steps())));
            }
            let mut group =
                GroupDict { name: info.name.to_owned(), tags: Vec::new(), adjust_learning_rate: None, settings: plain };
            super::convert::formula_notes(optimizer, dialect, &group, notes);
            // The formulas are the same with this schedule: torch goes on with its number.
            for (_, value) in &mut group.settings {
                if let Some(eps) = of_torch(value) {
                    *value = Setting::Float(eps);
                }
            }
            converted.push((info, settings::of(optimizer, dialect, &group)?, group));
        }

        file.pickle.begin_dict();
        file.pickle.str("state");
        file.pickle.begin_dict();
        let mut index = 0;
        for (info, _, group) in &converted {
            for param in &info.members {
                states::write(self.opt, dialect, param, index, group, file, notes)?;
                index += 1;
            }
        }
        file.pickle.end_dict();
        file.pickle.str("param_groups");
        let mut first = 0;
        file.pickle.list(|w| {
            for (info, settings, _) in &converted {
                w.dict(|w| {
                    for (key, value) in settings {
                        w.str(key);
                        write_setting(w, value);
                    }
                    let members = first..first + info.members.len();
                    first = members.end;
                    w.str("params");
                    w.list(|w| members.for_each(|index| w.int(index as i128)));
                    w.str("param_names");
                    w.list(|w| info.members.iter().for_each(|name| w.str(name)));
                });
            }
        });
        file.pickle.end_dict();
        Ok(())
    }
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

/// A file that is being written: tensors go out as they come, the pickle at the end.
struct Output<W> {
    archive: Writer<W>,
    pickle: PickleWriter,
    storages: usize,
}

impl<W: Write> Output<W> {
    fn tensor(&mut self, data: &TensorData) -> Result<(), TorchError> {
        self.archive.file(&format!("{FOLDER}/data/{}", self.storages), data.bytes())?;
        self.pickle.tensor(self.storages, data.dtype().into(), data.shape());
        self.storages += 1;
        Ok(())
    }

    fn model<T: Float>(&mut self, model: &dyn Parameters<Elem = T>) -> Result<(), TorchError> {
        let mut result = Ok(());
        self.pickle.begin_dict();
        model.visit(Name::ROOT, &mut |name, array| {
            if result.is_ok() {
                self.pickle.str(&name.to_string());
                result = self.tensor(&TensorData::from_array(&array.to_ndarray()));
            }
        });
        self.pickle.end_dict();
        result
    }

    fn finish(mut self) -> Result<W, TorchError> {
        for (name, contents) in [("data.pkl", &*self.pickle.finish()), ("byteorder", b"little"), ("version", b"3\n")] {
            self.archive.file(&format!("{FOLDER}/{name}"), contents)?;
        }
        Ok(self.archive.finish()?)
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
