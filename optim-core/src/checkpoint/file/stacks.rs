//! The stacks of a file of version 2: names, indices and step counts in memory, and the places of the arrays.

use std::fs::File;
use std::ops::Range;

use super::json::{Text, shape, walk};
use super::listing::Listing;
use super::meta::{ParamMeta, ParamsMeta};
use super::read::CheckedBlocks;
use super::wrong::Wrong;
use super::{OPTIMIZER, PARAMS, StoredType, stack_key};
use crate::checkpoint::table::Texts;
use crate::state_dict::{DType, twice};

/// The stacks of a list.
#[derive(Debug)]
pub(super) struct Stacks {
    pub(super) stacks: Vec<Stack>,
    /// For each parameter of the list, in order: its stack, and its row there.
    order: Vec<(u32, u32)>,
}

/// Parameters with the same shape, group and arrays.
#[derive(Debug)]
pub(super) struct Stack {
    pub(super) names: Texts,
    /// The indices of its parameters in the list.
    pub(super) places: Vec<u32>,
    /// Their step counts; empty for the parameters of a model.
    pub(super) steps: Vec<u64>,
}

/// The arrays of a stack under one name.
#[derive(Debug)]
pub(super) struct StackCells {
    pub(super) dtype: DType,
    /// The shape of each array.
    pub(super) shape: Vec<usize>,
    pub(super) tensor: usize,
}

impl StackCells {
    /// The stacks of a file without arrays.
    pub(super) fn none() -> Self {
        Self { dtype: DType::Bool, shape: Vec::new(), tensor: 0 }
    }
}

impl Stacks {
    /// The stack and the row of a parameter, by its index in the list.
    pub(super) fn at(&self, place: usize) -> (usize, u32) {
        let (stack, row) = self.order[place];
        (stack as usize, row)
    }

    /// The number of parameters in a stack.
    pub(super) fn rows(&self, stack: usize) -> u64 {
        self.stacks[stack].places.len() as u64
    }

    /// Reads everything except the arrays.
    pub(super) fn read(
        file: &mut File,
        blocks: &mut CheckedBlocks,
        listing: &Listing,
        text: &str,
        list: &str,
        params: &ParamsMeta,
    ) -> Result<Self, Wrong> {
        let malformed = |place: usize, what: &str| Wrong::Malformed(format!("stack {place} of `{list}` has {what}"));
        let total = params.rows.iter().try_fold(0_u64, |total, stack| total.checked_add(stack.number));
        let mut stacks = Vec::with_capacity(params.rows.len());
        // Every parameter has an index of four bytes in the file, so the total cannot be larger than that.
        let there = |total: &u64| *total <= listing.tensors.iter().map(|tensor| tensor.bytes / 4).sum();
        let total = total.filter(there).ok_or_else(|| malformed(0, "more parameters than the file"))?;
        let mut order: Vec<(u32, u32)> = vec![NOWHERE; total as usize];
        for (place, meta) in params.rows.iter().enumerate() {
            let count = meta.number;
            let mut numbers = |name: &str, stored: StoredType, shape: &[u64]| {
                let key = stack_key(list, place, name);
                // `contents` has checked that all tensors exist.
                let found = listing.find(&key).map(|tensor| (tensor, &listing.tensors[tensor]));
                let fits =
                    |tensor: usize| listing.shape(tensor).iter().map(|size| *size as u64).eq(shape.iter().copied());
                match found {
                    Some((place, tensor)) if tensor.stored == stored && (shape.is_empty() || fits(place)) => {
                        let mut bytes = Vec::with_capacity(tensor.bytes as usize);
                        let range = tensor.start..tensor.start + tensor.bytes;
                        blocks.read(file, range, &mut |piece| bytes.extend_from_slice(piece))?;
                        Ok(bytes)
                    }
                    _ => Err(Wrong::Malformed(format!("`{key}` is not what it should be"))),
                }
            };
            // The memory is as large as the data in the file, so a wrong count cannot make it larger.
            let lengths = u32s(&numbers("lengths", StoredType::U32, &[count])?);
            let places = u32s(&numbers("places", StoredType::U32, &[count])?);
            let steps = match list {
                OPTIMIZER => numbers("steps", StoredType::U64, &[count])?,
                _ => Vec::new(),
            };
            let steps = steps.as_chunks::<8>().0.iter().map(|steps| u64::from_le_bytes(*steps)).collect();
            let names = String::from_utf8(numbers("names", StoredType::U8, &[])?)
                .map_err(|_| malformed(place, "names that are not UTF-8"))?;
            let names = Texts::of(names, lengths).ok_or_else(|| malformed(place, "names of other lengths"))?;
            for (row, &at) in places.iter().enumerate() {
                let at = at as usize;
                let free = order.get_mut(at).filter(|free| **free == NOWHERE);
                *free.ok_or_else(|| malformed(place, "a place that is taken or behind the last"))? =
                    (place as u32, row as u32);
            }
            stacks.push(Stack { names, places, steps });
        }
        let stacks = Self { stacks, order };
        if let Some(twice) = twice(|| (0..stacks.len()).map(|place| stacks.name(place))) {
            return Err(Wrong::Malformed(format!("it has parameter `{twice}` twice")));
        }
        stacks.check(listing, text, list, params)?;
        Ok(stacks)
    }

    /// Checks the arrays' types and shapes, as far as the format defines them.
    fn check(&self, listing: &Listing, text: &str, list: &str, params: &ParamsMeta) -> Result<(), Wrong> {
        for (place, meta) in params.rows.iter().enumerate() {
            let of_name = |name: &str| cells(listing, list, place, meta.number, name).map(drop);
            if list == PARAMS {
                let values = cells(listing, list, place, meta.number, "values")?;
                if shape(meta.shape.get(text)).ok().as_ref() != Some(&values.shape) {
                    let key = stack_key(list, place, "values");
                    return Err(Wrong::Malformed(format!("`{key}` is not what it should be")));
                }
            }
            for name in states(meta, text) {
                of_name(&name)?;
            }
            if meta.masked {
                of_name("masks")?;
            }
        }
        Ok(())
    }

    /// The number of parameters.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The name of a parameter, by its index in the list.
    pub(super) fn name(&self, place: usize) -> &str {
        let (stack, row) = self.order[place];
        self.stacks[stack as usize].names.get(row as usize)
    }
}

/// Marks an index that no parameter has taken.
const NOWHERE: (u32, u32) = (u32::MAX, u32::MAX);

/// The names of a stack's states.
pub(super) fn states(meta: &ParamMeta, text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let states = meta.states.get(text);
    // The list was parsed before, so this cannot fail.
    let _ = walk(states, &mut |Text(state)| {
        names.push(format!("states/{state}"));
        Ok(())
    });
    names
}

/// The arrays of a stack under this name.
pub(super) fn cells(listing: &Listing, list: &str, place: usize, count: u64, name: &str) -> Result<StackCells, Wrong> {
    let key = stack_key(list, place, name);
    let wrong = || Wrong::Malformed(format!("`{key}` is not what it should be"));
    let tensor = listing.find(&key).ok_or_else(wrong)?;
    let found = &listing.tensors[tensor];
    let StoredType::Elements(dtype) = found.stored else { return Err(wrong()) };
    let mut shape = listing.shape(tensor);
    // Blocks are decoded one by one, so an element must not lie in two.
    if shape.first().map(|rows| *rows as u64) != Some(count)
        || !(found.start - listing.data).is_multiple_of(dtype.size() as u64)
    {
        return Err(wrong());
    }
    shape.remove(0);
    Ok(StackCells { dtype, shape, tensor })
}

/// The range of a tensor's row in the file.
pub(super) fn row(listing: &Listing, tensor: usize, count: u64, row: u32) -> Range<u64> {
    let tensor = &listing.tensors[tensor];
    let bytes = tensor.bytes.checked_div(count).unwrap_or(0);
    let start = tensor.start + bytes * u64::from(row);
    start..start + bytes
}

fn u32s(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|number| u32::from_le_bytes(*number)).collect()
}
