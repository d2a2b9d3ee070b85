//! Averaged weights in the form of `torch.optim.swa_utils.AveragedModel`.

use std::io::Write;

use optim_core::{Float, Optimizer, StateView};

use super::states::data_of;
use crate::torch::convert::{Averaging, ConvertError, Here, MODULE, N_AVERAGED};
use crate::torch::error::TorchError;
use crate::torch::output::Output;

/// Writes the averages of all parameters. Each average is a mean of this number of weights.
pub(super) fn write<T: Float, W: Write>(
    opt: &Optimizer<T>,
    here: &Here<'_>,
    count: u64,
    file: &mut Output<W>,
) -> Result<(), ConvertError> {
    file.pickle.begin_dict();
    file.pickle.str(N_AVERAGED);
    file.count(count)?;
    for param in &here.params {
        let Some(averaging) = Averaging::of(here.rule_of(param.group)) else { continue };
        let wrong = |error| TorchError::damaged(format!("parameter {}", param.name), format!("{error}"));
        if let StateView::Array(array) = opt.state_value(param.name, &averaging.state).map_err(wrong)? {
            file.pickle.str(&format!("{MODULE}{}", param.name));
            file.tensor(&data_of(opt, param, &averaging.state, &array)?)?;
        }
    }
    file.pickle.end_dict();
    Ok(())
}
