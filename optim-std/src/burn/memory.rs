//! The state of one parameter, as data.

use burn_core::tensor::{DType as BurnDType, TensorData as BurnData};
use burn_optim::{StateSink, StateSource, join_path};
use optim_core::checkpoint::{DType, LoadOptions, StateEntry, TensorData};
use optim_core::{Float, Optimizer, ParamView};

use super::error::BurnStepError;

/// The state of one parameter by name, as in records.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Memory {
    /// The name of the optimizer's struct.
    pub(super) optimizer: String,
    /// The parameter's number. A parameter without a name uses it in the key of its random numbers.
    pub(super) place: u64,
    pub(super) seed: u64,
    /// The step count of schedules.
    pub(super) steps: u64,
    /// The number of steps that had a gradient.
    pub(super) step_count: u64,
    pub(super) states: Vec<(String, StateEntry)>,
    /// The view in which the optimizer sees the parameter.
    pub(super) view: Option<ParamView>,
}

/// The keys of numbers in a record. States are below `state`, so any name is possible.
const LAYOUT: &str = "layout";
const PLACE: &str = "place";
const SEED: &str = "seed";
const STEPS: &str = "steps";
const STEP_COUNT: &str = "step_count";
const STATE: &str = "state";
const VIEW: &str = "view";

impl Memory {
    /// The state of an optimizer with one parameter.
    pub(super) fn of<T: Float>(optimizer: &Optimizer<T>, place: u64) -> Self {
        let mut dict = optimizer.state_dict();
        let param = dict.params.pop();
        // In a partition, the state of the parameter's rule.
        let of_group = param.as_ref().and_then(|param| dict.groups.get_mut(param.group)?.optimizer.take());
        let (step_count, states, view) =
            param.map_or((0, Vec::new(), None), |param| (param.step_count, param.states, param.view));
        let name = of_group.unwrap_or(dict.optimizer);
        Self { optimizer: name, place, seed: optimizer.seed(), steps: dict.steps, step_count, states, view }
    }

    /// Restores the state of an optimizer of one parameter.
    pub(super) fn load<T: Float>(&self, optimizer: &mut Optimizer<T>) -> Result<(), BurnStepError> {
        let mut dict = optimizer.state_dict();
        (dict.steps, dict.seed) = (self.steps, Some(self.seed));
        let Some(param) = dict.params.first_mut() else { return Ok(()) };
        param.step_count = self.step_count;
        param.states.clone_from(&self.states);
        param.view.clone_from(&self.view);
        let of_group = dict.groups.get_mut(param.group).and_then(|group| group.optimizer.as_mut());
        of_group.unwrap_or(&mut dict.optimizer).clone_from(&self.optimizer);
        // The program has the settings. The element type may have changed with the device.
        optimizer.load_state_dict(&dict, &LoadOptions::strict().keep_hyperparameters().cast())?;
        Ok(())
    }

    pub(super) fn flatten(&self, prefix: &str, out: &mut StateSink) {
        let mut push_text = |name, text: String| {
            let (len, bytes) = (text.len(), text.into_bytes());
            out.push_tensor(prefix, name, BurnData::new(bytes, [len]));
        };
        let names = std::iter::once(&self.optimizer).chain(self.states.iter().map(|(name, _)| name));
        push_text(LAYOUT, names.map(String::as_str).collect::<Vec<_>>().join("\n"));
        if let Some(view) = &self.view {
            let sizes: Vec<String> = view.shape().iter().map(usize::to_string).collect();
            push_text(VIEW, format!("{}\n{}", sizes.join(" "), view.name()));
        }
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

    /// `None` if a part is missing.
    pub(super) fn unflatten(prefix: &str, src: &mut StateSource) -> Option<Self> {
        let text = |data: BurnData| String::from_utf8(data.try_into_vec::<u8>().ok()?).ok();
        let layout = text(src.take_tensor(prefix, LAYOUT)?)?;
        let view = match src.take_tensor(prefix, VIEW) {
            Some(view) => Some(view_of(&text(view)?)?),
            None => None,
        };
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
        Some(Self { optimizer, place, seed, steps, step_count, states, view })
    }
}

/// The text of a view in records: its shape, then its name in the next line.
fn view_of(text: &str) -> Option<ParamView> {
    let (sizes, name) = text.split_once('\n')?;
    let sizes = sizes.split_whitespace().map(|size| size.parse().ok()).collect::<Option<Vec<usize>>>()?;
    Some(ParamView::new(name, sizes))
}

/// A tensor as burn's data, for the element types of states.
pub(super) fn to_burn(data: &TensorData) -> Option<BurnData> {
    let dtype = match data.dtype() {
        DType::F32 => BurnDType::F32,
        DType::F64 => BurnDType::F64,
        DType::F16 => BurnDType::F16,
        DType::BF16 => BurnDType::BF16,
        // The codes of states with 8 bits.
        DType::U8 => BurnDType::U8,
        DType::I8 => BurnDType::I8,
        DType::U16 => BurnDType::U16,
        _ => return None,
    };
    let bytes = match cfg!(target_endian = "little") {
        true => data.bytes().to_vec(),
        false => data.bytes().chunks(data.dtype().size()).flat_map(|number| number.iter().rev().copied()).collect(),
    };
    BurnData::try_from_bytes_vec(bytes, data.shape().to_vec(), dtype).ok()
}

/// burn's data as a tensor of this crate.
pub(super) fn from_burn(data: &BurnData) -> Option<TensorData> {
    let dtype = match data.dtype() {
        BurnDType::F32 => DType::F32,
        BurnDType::F64 => DType::F64,
        BurnDType::F16 => DType::F16,
        BurnDType::BF16 => DType::BF16,
        BurnDType::U8 => DType::U8,
        BurnDType::I8 => DType::I8,
        BurnDType::U16 => DType::U16,
        _ => return None,
    };
    let shape = data.shape().to_vec();
    let bytes = match cfg!(target_endian = "little") {
        true => data.as_bytes().to_vec(),
        false => data.as_bytes().chunks(dtype.size()).flat_map(|number| number.iter().rev().copied()).collect(),
    };
    TensorData::new(dtype, shape, bytes).ok()
}
