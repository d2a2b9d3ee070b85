//! The state of one parameter, as data.

use burn_core::tensor::{DType as BurnDType, TensorData as BurnData};
use burn_optim::{StateSink, StateSource, join_path};
use optim_core::checkpoint::{DType, GroupDict, LoadOptions, ParamDict, StateDict, StateEntry, TensorData};
use optim_core::optimizer::DEFAULT_GROUP;
use optim_core::{Engine, Float};

use super::error::BurnStepError;

/// The state of one parameter, by names: what records hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Memory {
    /// The optimizer's name, that of its struct.
    pub(super) optimizer: String,
    /// The number of the parameter: what its random numbers come from, besides the seed.
    pub(super) place: u64,
    pub(super) seed: u64,
    /// The step count of schedules.
    pub(super) steps: u64,
    /// The number of steps that had a gradient.
    pub(super) step_count: u64,
    pub(super) states: Vec<(String, StateEntry)>,
}

/// The names of numbers in a record. States are below `state`, so that their names are free.
const LAYOUT: &str = "layout";
const PLACE: &str = "place";
const SEED: &str = "seed";
const STEPS: &str = "steps";
const STEP_COUNT: &str = "step_count";
const STATE: &str = "state";

impl Memory {
    /// The state of an optimizer with one parameter.
    pub(super) fn of<T: Float>(engine: &Engine<T>, place: u64) -> Self {
        let dict = engine.state_dict();
        let (step_count, states) =
            dict.params.into_iter().next().map_or((0, Vec::new()), |param| (param.step_count, param.states));
        Self { optimizer: dict.optimizer, place, seed: engine.seed(), steps: dict.steps, step_count, states }
    }

    /// Restores the state of an optimizer of one parameter.
    pub(super) fn load<T: Float>(&self, engine: &mut Engine<T>) -> Result<(), BurnStepError> {
        let (name, shape) = match engine.params().next() {
            Some(param) => (param.name().to_owned(), param.shape().to_vec()),
            None => (self.place.to_string(), Vec::new()),
        };
        let group = GroupDict {
            name: DEFAULT_GROUP.to_owned(),
            optimizer: None,
            tags: Vec::new(),
            adjust_learning_rate: None,
            settings: Vec::new(),
        };
        let (step_count, states) = (self.step_count, self.states.clone());
        let dict = StateDict {
            optimizer: self.optimizer.clone(),
            steps: self.steps,
            seed: Some(self.seed),
            recent_norms: Vec::new(),
            globals: Vec::new(),
            groups: vec![group],
            params: vec![ParamDict { name, shape, view: None, group: 0, step_count, states, mask: None }],
        };
        // The program has the settings; the type of elements may have changed with the device's.
        engine.load_state_dict(&dict, &LoadOptions::strict().keep_hyperparameters().cast())?;
        Ok(())
    }

    pub(super) fn flatten(&self, prefix: &str, out: &mut StateSink) {
        let names = std::iter::once(&self.optimizer).chain(self.states.iter().map(|(name, _)| name));
        let layout = names.map(String::as_str).collect::<Vec<_>>().join("\n").into_bytes();
        let len = layout.len();
        out.push_tensor(prefix, LAYOUT, BurnData::new(layout, [len]));
        for (name, number) in
            [(PLACE, self.place), (SEED, self.seed), (STEPS, self.steps), (STEP_COUNT, self.step_count)]
        {
            out.push_scalar(prefix, name, number.into());
        }
        let prefix = join_path(prefix, STATE);
        for (name, state) in &self.states {
            match state {
                StateEntry::Scalar(number) => out.push_scalar(&prefix, name, (*number).into()),
                StateEntry::Tensor(data) => {
                    if let Some(data) = to_burn(data) {
                        out.push_tensor(&prefix, name, data);
                    }
                }
            }
        }
    }

    /// `None` if anything is missing.
    pub(super) fn unflatten(prefix: &str, src: &mut StateSource) -> Option<Self> {
        let layout = src.take_tensor(prefix, LAYOUT)?.try_into_vec::<u8>().ok()?;
        let layout = String::from_utf8(layout).ok()?;
        let mut lines = layout.split('\n').map(str::to_owned);
        let optimizer = lines.next()?;
        let mut number = |name| u64::try_from(src.take_scalar(prefix, name)?).ok();
        let (place, seed) = (number(PLACE)?, number(SEED)?);
        let (steps, step_count) = (number(STEPS)?, number(STEP_COUNT)?);
        let prefix = join_path(prefix, STATE);
        let state = |name: String| {
            let entry = match src.take_tensor(&prefix, &name) {
                Some(data) => StateEntry::Tensor(from_burn(&data)?),
                None => StateEntry::Scalar(f64::try_from(src.take_scalar(&prefix, &name)?).ok()?),
            };
            Some((name, entry))
        };
        let states = lines.map(state).collect::<Option<Vec<_>>>()?;
        Some(Self { optimizer, place, seed, steps, step_count, states })
    }
}

/// A tensor of ours as burn's data; states have no other types.
pub(super) fn to_burn(data: &TensorData) -> Option<BurnData> {
    let dtype = match data.dtype() {
        DType::F32 => BurnDType::F32,
        DType::F64 => BurnDType::F64,
        DType::F16 => BurnDType::F16,
        DType::BF16 => BurnDType::BF16,
        // Codes of states in 8 bits.
        DType::U8 => BurnDType::U8,
        _ => return None,
    };
    let bytes = match cfg!(target_endian = "little") {
        true => data.bytes().to_vec(),
        false => data.bytes().chunks(data.dtype().size()).flat_map(|number| number.iter().rev().copied()).collect(),
    };
    BurnData::try_from_bytes_vec(bytes, data.shape().to_vec(), dtype).ok()
}

/// burn's data as a tensor of ours.
pub(super) fn from_burn(data: &BurnData) -> Option<TensorData> {
    let dtype = match data.dtype() {
        BurnDType::F32 => DType::F32,
        BurnDType::F64 => DType::F64,
        BurnDType::F16 => DType::F16,
        BurnDType::BF16 => DType::BF16,
        BurnDType::U8 => DType::U8,
        _ => return None,
    };
    let shape = data.shape().to_vec();
    let bytes = match cfg!(target_endian = "little") {
        true => data.as_bytes().to_vec(),
        false => data.as_bytes().chunks(dtype.size()).flat_map(|number| number.iter().rev().copied()).collect(),
    };
    TensorData::new(dtype, shape, bytes).ok()
}
