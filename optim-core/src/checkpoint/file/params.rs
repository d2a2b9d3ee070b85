//! Loading parameters from a file.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::open::CheckpointFile;
use super::stacks::{self, StackCells, Stacks};
use super::{PARAMS, StoredType, param_key};
use crate::checkpoint::table::Texts;
use crate::kernel::{Float, TensorMut};
use crate::params::{Name, Parameters};
use crate::sorting::sort_by;
use crate::state_dict::outline::{Place, Tensors};
use crate::state_dict::tensor::Destination;
use crate::state_dict::{CheckpointError, DType, Difference, LoadOptions, LoadReport, twice};

/// Parameters that have been read and are not yet in the model.
pub(super) struct StagedParams<'p, T> {
    params: Vec<TensorMut<'p, T>>,
    /// The elements of all of them in C order.
    elements: Vec<T>,
    report: LoadReport,
}

impl<T: Float> StagedParams<'_, T> {
    /// Writes them into the model.
    pub(super) fn commit(self) -> LoadReport {
        let mut rest = self.elements.as_slice();
        for mut param in self.params {
            let (new, later) = rest.split_at(param.len());
            param.assign(new.iter().copied());
            rest = later;
        }
        self.report
    }
}

/// An array of a parameter, in a file.
struct SavedArray {
    dtype: DType,
    shape: Vec<usize>,
    place: Place,
}

/// The parameters in a file, found by name.
struct SavedParams<'f> {
    file: &'f CheckpointFile,
    names: &'f Texts,
    /// Only in version 2, with the arrays of each stack.
    stacks: Option<(&'f Stacks, Vec<StackCells>)>,
    count: usize,
    /// The indices of the parameters sorted by name, filled at the first use.
    by_name: OnceCell<Vec<u32>>,
}

impl<'f> SavedParams<'f> {
    fn new(file: &'f CheckpointFile) -> Result<Self, CheckpointError> {
        let contents = &file.contents;
        let params = contents.meta.params.as_ref().ok_or_else(|| file.nothing("parameters"))?;
        let stacks = contents.stacked.as_ref().and_then(|stacked| stacked.params.as_ref()).map(|stacks| {
            // `open` has checked that all tensors exist.
            let cells = params.rows.iter().enumerate();
            let cells = cells.map(|(place, meta)| {
                stacks::cells(&contents.listing, PARAMS, place, meta.number, "values")
                    .unwrap_or_else(|_| StackCells::none())
            });
            (stacks, cells.collect())
        });
        let count = stacks.as_ref().map_or(params.names.len(), |(stacks, _)| stacks.len());
        Ok(Self { file, names: &params.names, stacks, count, by_name: OnceCell::new() })
    }

    fn name(&self, place: usize) -> &str {
        match &self.stacks {
            Some((stacks, _)) => stacks.name(place),
            None => self.names.get(place),
        }
    }

    /// The index of a parameter. `guess` is tried first: it is right if the model has the order of the file.
    fn find(&self, name: &str, guess: usize) -> Option<usize> {
        if guess < self.count && self.name(guess) == name {
            return Some(guess);
        }
        let by_name = self.by_name.get_or_init(|| {
            let mut by_name: Vec<u32> = (0..self.count as u32).collect();
            sort_by(&mut by_name, |a, b| self.name(*a as usize).cmp(self.name(*b as usize)));
            by_name
        });
        let found = by_name.binary_search_by(|place| self.name(*place as usize).cmp(name));
        found.ok().map(|at| by_name[at] as usize)
    }

    fn array(&self, place: usize) -> Option<SavedArray> {
        if let Some((stacks, cells)) = &self.stacks {
            let (stack, row) = stacks.at(place);
            let StackCells { dtype, shape, tensor } = &cells[stack];
            return Some(SavedArray {
                dtype: *dtype,
                shape: shape.clone(),
                place: (*tensor, Some((stacks.rows(stack), row))),
            });
        }
        let listing = &self.file.contents.listing;
        let tensor = listing.find(&param_key(self.name(place)))?;
        let StoredType::Elements(dtype) = listing.tensors[tensor].stored else { return None };
        Some(SavedArray { dtype, shape: listing.shape(tensor), place: (tensor, None) })
    }
}

impl CheckpointFile {
    /// Loads the parameters of a model. Everything must match.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_params<P: Parameters + ?Sized>(&self, params: &mut P) -> Result<(), CheckpointError> {
        self.load_params_with(params, &LoadOptions::strict()).map(drop)
    }

    /// Loads the parameters of a model with these options.
    ///
    /// # Errors
    ///
    /// See [`CheckpointError`]. Nothing has changed then.
    pub fn load_params_with<P: Parameters + ?Sized>(
        &self,
        params: &mut P,
        options: &LoadOptions,
    ) -> Result<LoadReport, CheckpointError> {
        Ok(self.stage_params(params, options)?.commit())
    }

    /// Reads and checks the data for [`load_params_with`](Self::load_params_with).
    pub(super) fn stage_params<'p, P: Parameters + ?Sized>(
        &self,
        params: &'p mut P,
        options: &LoadOptions,
    ) -> Result<StagedParams<'p, P::Elem>, CheckpointError> {
        let saved = SavedParams::new(self)?;
        let (mut names, mut found) = (Texts::default(), Vec::new());
        let mut fits = true;
        params.visit_mut(Name::ROOT, &mut |name, tensor| {
            fits &= names.push(&name);
            found.push(tensor);
        });
        if !fits {
            let reason = "the names of its parameters take more than 4 GiB".to_owned();
            return Err(CheckpointError::Unwritable { reason });
        }
        if let Some(name) = twice(|| names.iter()) {
            return Err(CheckpointError::Twice { what: "parameters of the model".to_owned(), name: name.to_owned() });
        }
        let is_renamed = options.by_name_there(|| names.iter())?.is_some();
        let mut report = LoadReport::default();
        let mut here = vec![false; saved.count];
        let mut chosen: Vec<(u32, TensorMut<'p, P::Elem>)> = Vec::with_capacity(found.len());
        for (number, tensor) in found.into_iter().enumerate() {
            let name = || names.get(number).to_owned();
            let there = match is_renamed {
                true => Cow::Owned(options.names.name_in_file(names.get(number))),
                false => Cow::Borrowed(names.get(number)),
            };
            let Some((place, array)) = saved.find(&there, number).and_then(|place| Some((place, saved.array(place)?)))
            else {
                report.missing.push(name());
                continue;
            };
            here[place] = true;
            let dtype = tensor.dtype();
            if tensor.shape() != array.shape {
                let expected = tensor.shape().to_vec();
                report.mismatched.push(Difference::Shape { param: name(), expected, found: array.shape });
            } else if dtype != array.dtype && (!options.cast || array.dtype.is_code()) {
                report.mismatched.push(Difference::ElementType { param: name(), expected: dtype, found: array.dtype });
            } else {
                report.loaded.push(name());
                chosen.push((place as u32, tensor));
            }
        }
        let unexpected = here.iter().enumerate().filter(|(_, here)| !**here);
        report.unexpected = unexpected.map(|(place, _)| saved.name(place).to_owned()).collect();
        report.missing.iter().try_for_each(|param| options.check_missing(param, &report.unexpected))?;
        if !options.matching && !report.is_complete() {
            return Err(CheckpointError::Differs(Box::new(report)));
        }
        let elements = self.elements(&saved, &chosen)?;
        let params = chosen.into_iter().map(|(_, tensor)| tensor).collect();
        Ok(StagedParams { params, elements, report })
    }

    /// Reads the saved elements of some tensors, one tensor after another.
    fn elements<E: Float>(
        &self,
        saved: &SavedParams<'_>,
        chosen: &[(u32, TensorMut<'_, E>)],
    ) -> Result<Vec<E>, CheckpointError> {
        let count: usize = chosen.iter().map(|(_, tensor)| tensor.len()).sum();
        let mut elements = Vec::new();
        elements
            .try_reserve_exact(count)
            .map_err(|_| CheckpointError::OutOfMemory { name: "the parameters".to_owned(), elements: count })?;
        let mut reader = self.reader();
        for (place, tensor) in chosen {
            let start = elements.len();
            elements.resize(start + tensor.len(), E::cast(0.0));
            let mut destination = Destination::Slice(&mut elements[start..]);
            if let Some(array) = saved.array(*place as usize) {
                reader.read(array.place, &mut |piece| destination.take(array.dtype, piece))?;
            }
        }
        Ok(elements)
    }
}
