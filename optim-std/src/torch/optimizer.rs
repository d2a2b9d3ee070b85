//! The state of an optimizer in a file: groups, parameters by number, states by name.

use std::collections::HashMap;
use std::fmt;

use super::error::TorchError;
use super::value::TorchValue;

/// The largest numbers of groups, settings of a group, parameters, and states of a parameter. A file can refer to one value many
/// times at no cost, but its copies cost memory here.
const MOST_GROUPS: usize = 1 << 12;
const MOST_SETTINGS: usize = 128;
const MOST_SETTINGS_OF_ALL: usize = 1 << 16;
const MOST_STATES: usize = 64;
const MOST_KEY_BYTES: usize = 1 << 9;
const MOST_NAME_BYTES: usize = 1 << 26;

/// The state of an optimizer as returned by `optimizer.state_dict()`, not yet converted.
///
/// Parameters are numbered through all groups. The file has their names only if the optimizer was created with
/// `model.named_parameters()`.
#[derive(Clone)]
pub struct OptimizerState {
    pub(super) groups: Vec<SavedGroup>,
    pub(super) params: Vec<SavedParam>,
    /// True if states of wrappers stay unchanged, see [`inner`](Self::inner).
    pub(super) inner: bool,
    /// Averaged weights, see [`averaged`](Self::averaged). More than one entry is an error.
    pub(super) averaged: Vec<TorchValue>,
}

/// A parameter group.
#[derive(Clone)]
pub(super) struct SavedGroup {
    /// Its place in the file, for messages.
    pub(super) place: String,
    /// The other entries of the group, in order.
    pub(super) settings: Vec<(String, TorchValue)>,
    /// Number of its parameters.
    pub(super) len: usize,
    /// True if the place of `eps` stays unchanged, see [`OptimizerState::keep_eps`].
    pub(super) keep_eps: bool,
}

impl SavedGroup {
    pub(super) fn get(&self, key: &str) -> Option<&TorchValue> {
        self.settings.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }
}

/// A parameter.
#[derive(Clone)]
pub(super) struct SavedParam {
    /// Its key in the file: a number or a string.
    pub(super) key: String,
    /// Its name, if the file has one.
    pub(super) name: Option<String>,
    /// Its number, unless the key is a name.
    pub(super) number: Option<i128>,
    /// The index of its group.
    pub(super) group: usize,
    state: Option<TorchValue>,
}

impl SavedParam {
    /// Its states by name; empty before its first step.
    pub(super) fn states(&self) -> Result<Vec<(String, TorchValue)>, TorchError> {
        self.state.as_ref().map_or(Ok(Vec::new()), |state| limited(state, "states of a parameter", MOST_STATES))
    }
}

fn limited(value: &TorchValue, what: &'static str, most: usize) -> Result<Vec<(String, TorchValue)>, TorchError> {
    if value.len()? > most {
        return Err(TorchError::Limit { what, limit: most as u64 });
    }
    let entries = value.entries()?;
    if entries.len() < value.len()? {
        return Err(TorchError::damaged(value.place(), "there are keys that are neither text nor numbers"));
    }
    if entries.iter().any(|(key, _)| key.len() > MOST_KEY_BYTES) {
        return Err(TorchError::Limit { what: "bytes in a key", limit: MOST_KEY_BYTES as u64 });
    }
    Ok(entries)
}

impl TorchValue {
    /// Returns the state of an optimizer: this value, or the only optimizer state in this dict.
    ///
    /// # Errors
    ///
    /// Returns an error if there is none, or more than one, or if `optimizer.state_dict()` would not write it.
    pub fn optimizer(&self) -> Result<OptimizerState, TorchError> {
        if self.class().is_some() && self.pairs().is_err() {
            return Err(self.not("the state of an optimizer"));
        }
        self.only(
            |keys| keys.contains(&"state") && keys.contains(&"param_groups"),
            |what, place, known| TorchError::Optimizer { what, place, known },
            ["there is no state of an optimizer", "there are several states of optimizers"],
        )
        .and_then(|value| OptimizerState::read(&value))
    }
}

impl OptimizerState {
    fn read(value: &TorchValue) -> Result<Self, TorchError> {
        let mut states: HashMap<String, TorchValue> =
            limited(&value.get("state")?, "states", value.most_entries())?.into_iter().collect();
        let groups_value = value.get("param_groups")?;
        let group_count = groups_value.len()?;
        if group_count > MOST_GROUPS {
            return Err(TorchError::Limit { what: "parameter groups", limit: MOST_GROUPS as u64 });
        }
        let (mut groups, mut params, mut bytes) = (Vec::new(), Vec::<SavedParam>::new(), 0);
        let mut setting_count = 0;
        for (place, group) in groups_value.elements()?.into_iter().enumerate() {
            let mut settings = limited(&group, "settings of a group", MOST_SETTINGS)?;
            settings.retain(|(key, _)| key != "params" && key != "param_names");
            setting_count += settings.len();
            if setting_count > MOST_SETTINGS_OF_ALL {
                return Err(TorchError::Limit { what: "settings of groups", limit: MOST_SETTINGS_OF_ALL as u64 });
            }
            let members = group.get("params")?;
            let most = value.most_entries();
            if params.len() + members.len()? > most {
                return Err(TorchError::Limit { what: "parameters", limit: most as u64 });
            }
            params.reserve_exact(members.len()?);
            let names = group.find("param_names")?;
            let mut names = names.as_ref().map(TorchValue::iter_elements).transpose()?;
            let before = params.len();
            for member in members.iter_elements()? {
                let (key, number) = match member.as_str() {
                    Ok(name) => (name.to_owned(), None),
                    Err(_) => {
                        let number = member.as_int()?;
                        (number.to_string(), Some(number))
                    }
                };
                let name = match &mut names {
                    Some(names) => {
                        let missing = || TorchError::damaged(group.place(), "there are fewer names than parameters");
                        Some(names.next().ok_or_else(missing)?.as_str()?.to_owned())
                    }
                    None => member.as_str().ok().map(ToOwned::to_owned),
                };
                bytes += key.len() + name.as_ref().map_or(0, String::len);
                if bytes > MOST_NAME_BYTES {
                    let limit = MOST_NAME_BYTES as u64;
                    return Err(TorchError::Limit { what: "bytes in names of parameters", limit });
                }
                params.push(SavedParam { state: states.remove(&key), key, name, number, group: place });
            }
            groups.push(SavedGroup { place: group.place(), settings, len: params.len() - before, keep_eps: false });
        }
        listed_once(value, &params)?;
        if let Some(key) = states.keys().min() {
            return Err(TorchError::damaged(
                value.place(),
                format!("there is state for {key}, which is not a parameter"),
            ));
        }
        Ok(Self { groups, params, inner: false, averaged: Vec::new() })
    }

    /// Keeps the position of `eps` in Adam and AdamW, so that training continues with the formula of the built optimizer.
    ///
    /// Torch adds `eps` after the bias correction. Adam and AdamW here add it before, unless `eps_after_correction` is
    /// set. By default, [`convert_for`](Self::convert_for) sets it for files of `torch.optim`, so that training
    /// continues as in torch. If `eps` is added before the correction, it acts as `eps / √(1 − β₂ᵗ)` in step `t`.
    ///
    /// ```
    /// use optim_std::prelude::*;
    /// use optim_std::torch::{Names, TorchFile};
    ///
    /// let model = optim_std::torch::TorchFile::open("../tests/torch/adam_eps.pt")?;
    /// let saved = model.optimizer()?.keep_eps();
    /// # let shapes = [("weight", vec![3, 4]), ("conv", vec![2, 3, 2]), ("bias", vec![4])];
    /// # let params: std::collections::BTreeMap<_, _> =
    /// #     shapes.into_iter().map(|(name, shape)| (name, optim_std::ndarray::ArrayD::<f32>::zeros(shape))).collect();
    /// let mut opt = Adam::new().eps(1e-8).group("bias", |p| p.name() == "bias", |h| h).build(&params)?;
    /// let (state, notes) = saved.convert_for(&opt, &Names::listed(["weight", "conv", "bias"]))?;
    /// opt.load_state_dict(&state, &LoadOptions::strict())?;
    /// assert_eq!(opt.value_in("default", "eps")?, 1e-8.into());
    /// assert!(notes[0].to_string().contains("1.258 times in step 1000"));   // what it does
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn keep_eps(mut self) -> Self {
        self.groups.iter_mut().for_each(|group| group.keep_eps = true);
        self
    }

    /// Joins the states of several optimizers into one state with all of their groups: for a [`Partition`](optim_core::Partition), whose rules are
    /// separate optimizers in PyTorch. The groups are in the order of the states. If the files have no parameter names, pass the states in the
    /// order of the rules.
    ///
    /// ```
    /// use optim_std::prelude::*;
    /// use optim_std::torch::{Names, OptimizerState, TorchFile};
    ///
    /// # let shapes = [("weight", vec![3, 4]), ("conv", vec![2, 3, 2]), ("bias", vec![4])];
    /// # let mut model: optim_std::indexmap::IndexMap<_, _> =
    /// #     shapes.into_iter().map(|(name, shape)| (name, optim_std::ndarray::ArrayD::<f32>::zeros(shape))).collect();
    /// let mut opt = Partition::new()
    ///     .rule("hidden", |p| p.name() == "weight", Muon::torch())
    ///     .rest("rest", AdamW::torch().group("bias", |p| p.name() == "bias", |h| h.weight_decay(0.0)))
    ///     .build(&model)?;
    /// let file = TorchFile::open("../tests/torch/muon_adamw.pt")?;     // with the keys `model`, `muon` and `adamw`
    /// file.get("model")?.load_params(&mut model)?;
    /// let (muon, adamw) = (file.get("muon")?.optimizer()?, file.get("adamw")?.optimizer()?);
    /// let (state, notes) = OptimizerState::join([muon, adamw]).convert_for(&opt, &Names::Auto)?;
    /// opt.load_state_dict(&state, &LoadOptions::strict())?;
    /// # assert_eq!(opt.steps(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn join(states: impl IntoIterator<Item = Self>) -> Self {
        let mut joined = Self { groups: Vec::new(), params: Vec::new(), inner: false, averaged: Vec::new() };
        for state in states {
            let first = joined.groups.len();
            for mut param in state.params {
                param.group += first;
                // The numbers in each file start at 0.
                if param.number.is_some() {
                    let number = joined.params.len();
                    (param.key, param.number) = (number.to_string(), Some(number as i128));
                }
                joined.params.push(param);
            }
            joined.groups.extend(state.groups);
            joined.inner |= state.inner;
            joined.averaged.extend(state.averaged);
        }
        joined
    }

    /// Reads the state into the innermost optimizer, such as `AdamW` of `Lookahead<AdamW>`. The states of the wrappers keep the values that they have
    /// when you call [`convert_for`](Self::convert_for), and a [`Note`](super::Note) names them. A wrapper that uses several gradients per step
    /// (`contrib::Accumulate`) starts again with the first of them: its sum is dropped, and another note says so.
    #[must_use]
    pub fn inner(mut self) -> Self {
        self.inner = true;
        self
    }

    /// Adds the state of a `torch.optim.swa_utils.AveragedModel`, for an optimizer in `Ema` or `SWA`: `averaged(&file.get("averaged")?)`.
    /// [`convert_for`](Self::convert_for) reads it and leaves out buffers.
    #[must_use]
    pub fn averaged(mut self, averaged: &TorchValue) -> Self {
        self.averaged.push(averaged.clone());
        self
    }

    /// Number of parameters.
    pub fn len(&self) -> usize {
        self.params.len()
    }

    /// Returns true if there are no parameters.
    pub fn is_empty(&self) -> bool {
        self.params.is_empty()
    }

    /// The entries of a group except its parameters: `lr`, `betas`, ….
    pub fn settings(&self, group: usize) -> Option<impl ExactSizeIterator<Item = (&str, &TorchValue)>> {
        Some(self.groups.get(group)?.settings.iter().map(|(key, value)| (&**key, value)))
    }

    /// Number of parameters in each group.
    pub fn group_sizes(&self) -> Vec<usize> {
        self.groups.iter().map(|group| group.len).collect()
    }

    /// Names of the parameters, in order, if the file has all of them.
    pub fn names(&self) -> Option<Vec<&str>> {
        self.params.iter().map(|param| param.name.as_deref()).collect()
    }
}

/// Prints only sizes, because the states are in the file.
impl fmt::Debug for OptimizerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OptimizerState({} parameters in groups of {:?})", self.len(), self.group_sizes())
    }
}

/// Checks that no parameter is in two groups: only one of them has its states.
fn listed_once(value: &TorchValue, params: &[SavedParam]) -> Result<(), TorchError> {
    let mut keys: Vec<&str> = params.iter().map(|param| &*param.key).collect();
    keys.sort_unstable();
    match keys.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(TorchError::damaged(value.place(), format!("parameter {} is listed twice", pair[0]))),
        None => Ok(()),
    }
}
