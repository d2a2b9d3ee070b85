//! Between the state of an optimizer in a file of torch and a [`StateDict`].
//!
//! | file | purpose |
//! |---|---|
//! | `dialect` | who made a file, or is to read it |
//! | `names` | which parameter of the file is which here |
//! | `groups` | which parameters are in another group here |
//! | `settings` | hyperparameters of the groups |
//! | `states` | states and step counts of the parameters |
//! | `views` | states of parameters that are seen in another shape |
//! | `note`, `error` | what to know about a conversion, and why there was none |

mod dialect;
mod error;
mod groups;
mod names;
mod note;
mod settings;
mod states;
mod views;

pub use dialect::Dialect;
pub use error::ConvertError;
pub use names::Names;
pub(super) use names::{by_name, refuse_unordered};
pub(super) use note::Gathered;
pub use note::Note;
pub(super) use settings::{EPS_AFTER_CORRECTION, GroupSettings, NO_MATHEMATICS, formula_notes, number};
pub(super) use states::power;
pub(super) use views::in_file;

use std::collections::HashMap;

use optim_core::checkpoint::{GroupDict, ParamDict, StateDict};
use optim_core::{AnyOptimizer, Float, Group, GroupInfo, ParamView, StateView};

use super::optimizer::OptimizerState;

/// The optimizer that a file is compared with.
pub(super) struct Here<'a> {
    pub(super) optimizer: &'static str,
    pub(super) declared: Vec<&'a str>,
    pub(super) params: Vec<HereParam<'a>>,
    pub(super) groups: Vec<GroupInfo<'a>>,
}

/// A parameter of an optimizer.
pub(super) struct HereParam<'a> {
    pub(super) name: &'a str,
    /// True if the model gives it a place among the others.
    pub(super) ordered: bool,
    pub(super) shape: &'a [usize],
    pub(super) view: Option<&'a ParamView>,
    pub(super) group: usize,
    pub(super) states: HereStates,
}

/// States by name, with the shapes of arrays.
type HereStates = Vec<(String, Option<Vec<usize>>)>;

impl<'a> Here<'a> {
    pub(super) fn of<T: Float>(opt: &'a dyn AnyOptimizer<T>) -> Self {
        let groups = opt.group_infos();
        let group_of: HashMap<&str, usize> = groups
            .iter()
            .enumerate()
            .flat_map(|(place, group)| group.members.iter().map(move |&member| (member, place)))
            .collect();
        let mut states: HashMap<String, HereStates> = HashMap::new();
        // Without the count, where the step reads it: a state dict keeps it besides the states.
        let declared = opt.state_names().filter(|&state| state != "step").collect();
        opt.visit_state(|param, state, view| {
            let shape = match view {
                StateView::Scalar(_) => None,
                StateView::Array(array) => Some(array.shape().to_vec()),
            };
            if state != "step" {
                states.entry(param.to_owned()).or_default().push((state.to_owned(), shape));
            }
        });
        let params = opt.params().map(|info| HereParam {
            name: info.name(),
            ordered: info.is_ordered(),
            shape: info.shape(),
            view: opt.view_of(info.name()).ok().flatten(),
            group: group_of.get(info.name()).copied().unwrap_or(0),
            states: states.remove(info.name()).unwrap_or_default(),
        });
        Self { optimizer: opt.name(), declared, params: params.collect(), groups }
    }
}

/// Checks that a file of torch has a place for everything that an optimizer keeps: states of parameters, under names of one optimizer.
///
/// # Errors
///
/// [`ConvertError::Partition`], [`ConvertError::GlobalState`], [`ConvertError::Wrapper`]
pub(super) fn fits_in_a_file<T: Float>(opt: &dyn AnyOptimizer<T>) -> Result<(), ConvertError> {
    let optimizer = opt.name();
    let mut optimizers: Vec<&'static str> = opt.groups().iter().map(Group::optimizer).collect();
    optimizers.dedup();
    if optimizers.iter().any(|own| *own != optimizer) {
        return Err(ConvertError::Partition { optimizers });
    }
    // Settings of what is inside of a wrapper have the name of its field in front.
    let groups = opt.group_infos();
    let mut fields = groups.iter().flat_map(|group| &group.settings).filter_map(|(name, _)| name.split_once('.'));
    if let Some((field, _)) = fields.next() {
        let inside = |state: &str| state.split_once('.').is_some_and(|(first, _)| first == field);
        let known = || opt.state_names().filter(|&state| state != "step");
        let own = known().find(|state| !inside(state)).or_else(|| known().next()).map(str::to_owned);
        let state = own.or_else(|| opt.globals().map(|(state, _)| state.to_owned()).next());
        if let Some(state) = state {
            return Err(ConvertError::Wrapper { optimizer, state });
        }
    }
    match opt.globals().next() {
        Some((state, _)) => Err(ConvertError::GlobalState { optimizer, state: state.to_owned() }),
        None => Ok(()),
    }
}

impl OptimizerState {
    /// Converts the state for an optimizer that was built with the same settings and groups, so that training continues where it
    /// stopped: what [`load_state_dict`](optim_core::Engine::load_state_dict) takes, and notes that say where it does not.
    ///
    /// The optimizer is only looked at: its names, shapes, groups and which states there are. Tensors are read now.
    /// A parameter for which the file has no state, because it never had a gradient, gets its initial state.
    /// Torch's Adam and AdamW add `eps` after the bias correction, and so do those here then: see [`keep_eps`](Self::keep_eps).
    ///
    /// ```
    /// use optim_std::ndarray::{Array1, Array2, Array3};
    /// use optim_std::prelude::*;
    /// use optim_std::torch::{Names, TorchFile};
    ///
    /// #[derive(Parameters)]
    /// struct Model {
    ///     weight: Array2<f32>,
    ///     bias: Array1<f32>,
    ///     conv: Array3<f32>,
    /// }
    ///
    /// let mut model =
    ///     Model { weight: Array2::zeros((3, 4)), bias: Array1::zeros(4), conv: Array3::zeros((2, 3, 2)) };
    /// let mut opt = AdamW::new().group("no_decay", |p| p.name() == "bias", |h| h).build(&model)?;
    ///
    /// let file = TorchFile::open("../tests/torch/adamw.pt")?;
    /// file.get("model")?.load_params(&mut model)?;
    /// let names = Names::listed(["weight", "conv", "bias"]);   // in the order of torch's groups
    /// let (state, notes) = file.optimizer()?.convert_for(&opt, &names)?;
    /// opt.load_state_dict(&state, &LoadOptions::strict())?;
    /// for note in notes {
    ///     println!("{note}");
    /// }
    /// # assert_eq!(opt.steps(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`ConvertError`].
    pub fn convert_for<T: Float>(
        &self,
        opt: &dyn AnyOptimizer<T>,
        names: &Names,
    ) -> Result<(StateDict, Vec<Note>), ConvertError> {
        fits_in_a_file(opt)?;
        let here = Here::of(opt);
        // The place in the file of every parameter here.
        let places = names.places(self, &here)?;
        let mut notes = Vec::new();
        let mut gathered = Gathered::default();
        let saved = self.groups.iter().map(|group| {
            if group.len > 0 { GroupSettings::read(group, &here, &mut notes).map(Some) } else { Ok(None) }
        });
        let saved: Vec<Option<GroupSettings>> = saved.collect::<Result<_, ConvertError>>()?;

        let mut groups = Vec::with_capacity(here.groups.len());
        let mut dialects = Vec::with_capacity(here.groups.len());
        for (place, group) in here.groups.iter().enumerate() {
            let members = || here.params.iter().zip(&places).filter(|(param, _)| param.group == place);
            let settings_of = |file: usize| saved.get(self.params[file].group).and_then(Option::as_ref);
            let first = members().next().and_then(|(param, &file)| Some((param.name, settings_of(file)?)));
            if let Some((first, settings)) = first {
                for (param, &file) in members() {
                    if let Some(hyper) = settings_of(file).and_then(|other| settings.differs(other)) {
                        let (first, second) = (first.to_owned(), param.name.to_owned());
                        return Err(ConvertError::Split { group: group.name.to_owned(), first, second, hyper });
                    }
                }
            }
            let settings = match &first {
                Some((_, found)) => found.merged(group, self.keep_eps, &mut notes, &mut gathered),
                None => settings::unchanged(group),
            };
            let group = GroupDict {
                name: group.name.to_owned(),
                optimizer: None,
                tags: group.tags.to_vec(),
                adjust_learning_rate: group.adjust_learning_rate,
                settings,
            };
            dialects.push(first.map(|(_, found)| found.dialect));
            groups.push(group);
        }
        let mut params = Vec::with_capacity(here.params.len());
        for (param, &file) in here.params.iter().zip(&places) {
            params.push(states::convert::<T>(&here, param, &self.params[file], &groups[param.group], &mut gathered)?);
        }
        if !gathered.counts {
            notes.push(Note::StepsUnknown);
        }
        gathered.into_notes(&mut notes);
        let steps = params.iter().map(|param: &ParamDict| param.step_count).max().unwrap_or(0);
        for (group, dialect) in groups.iter().zip(dialects) {
            let Some(dialect) = dialect else { continue };
            formula_notes(here.optimizer, dialect, group, &mut notes);
        }
        Ok((
            StateDict {
                optimizer: here.optimizer.to_owned(),
                steps,
                seed: None,
                recent_norms: Vec::new(),
                globals: Vec::new(),
                groups,
                params,
            },
            notes,
        ))
    }
}
