//! The lengths of lists, of states and of outputs.

use super::group::Group;
use crate::hyper::{HyperError, guarded};
use crate::kernel::{MOST_ITEMS, Param};

/// Checks that the lists of a parameter have an allowed length.
pub(super) fn lists_have_lengths(group: &Group, param: &Param) -> Result<(), HyperError> {
    let (about, definition) = (group.about(), group.definition());
    let has_length = |list, declared, least: usize, length: &dyn Fn() -> Option<usize>| {
        let length = guarded(about.name, length)?;
        if length.is_none_or(|length| (least..=MOST_ITEMS).contains(&length)) {
            return Ok(());
        }
        Err(HyperError::ListLength {
            optimizer: about.name,
            param: param.name.to_string().into(),
            shape: param.seen().into(),
            list,
            declared,
            // 0 may stand for a length that is negative or does not fit a `usize`, so the error omits it.
            length: length.filter(|length| *length > 0),
        })
    };
    for (state, info) in about.states.iter().enumerate() {
        let Some(declared) = info.list else { continue };
        has_length(info.name, declared, usize::from(!info.is_by_axis()), &|| {
            let exists = definition.state_exists(state, param.folded);
            exists.then(|| definition.state_length(state, param.folded)).flatten()
        })?;
    }
    for (output, info) in about.outputs.iter().enumerate() {
        let Some(declared) = info.list else { continue };
        has_length(info.name, declared, 1, &|| {
            let exists = definition.output_exists(output, param.folded);
            exists.then(|| definition.output_length(output, param.folded)).flatten()
        })?;
    }
    Ok(())
}
