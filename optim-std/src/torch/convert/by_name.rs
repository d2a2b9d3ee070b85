//! Finds the parameters here among the names of a file.

use std::collections::HashMap;

use optim_core::LoadParams;

use super::{ConvertError, Here};

/// A suggestion if the names in a file differ from the names here.
pub(super) const OTHER_NAMES: &str = "list those here in the order of the file: `Names::listed([…])`; say how they are called there: \
                           `Names::Renamed(LoadParams::new().rename(…))`; or go by the order: `Names::InOrder`";

/// For every parameter here, its index among these names. Each parameter must have exactly one name, and no name may be left.
pub(in crate::torch) fn by_name(
    names: &[&str],
    here: &Here<'_>,
    rename: &LoadParams,
    help: &'static str,
) -> Result<Vec<usize>, ConvertError> {
    let found = rename.find(here.params.iter().map(|param| param.name), names);
    let missing = here.params.iter().zip(&found.places).filter(|(_, place)| place.is_none());
    let missing: Vec<String> = missing.map(|(param, _)| param.name.to_owned()).collect();
    let mut unknown = found.unused;
    let mut param_of = HashMap::with_capacity(names.len());
    let places: Vec<usize> = found.places.into_iter().flatten().collect();
    for (param, &place) in here.params.iter().zip(&places) {
        // If a function gives two parameters the same name, another name remains.
        if param_of.insert(place, param.name).is_some() && unknown.is_empty() {
            unknown.push(names[place].to_owned());
        }
    }
    if missing.is_empty() && unknown.is_empty() {
        Ok(places)
    } else {
        Err(ConvertError::Names { missing, unknown, help })
    }
}
