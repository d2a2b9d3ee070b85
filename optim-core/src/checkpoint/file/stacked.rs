//! Files of version 2: arrays of the same shape are stacked in one tensor, so that millions of small parameters have a short
//! header.

use std::collections::HashMap;
use std::io::{self, Write};

use super::contents::Checkpoint;
use super::front::{FrontTensor, front};
use super::meta::{MetaOut, OptimizerOut, ParamOut};
use super::write::{BlockWriter, write_blocks};
use super::{BLOCK, CHECKSUMS, FORMAT, LONGEST_HEADER, STACKED, StoredType, stack_key};
use crate::sorting::sort_by_key;
use crate::state_dict::table::{Column, Table};
use crate::state_dict::{CheckpointError, DType, twice};

/// The largest number of stacks. A header has no room for more.
const MOST_STACKS: usize = LONGEST_HEADER / 400;

/// Parameters with the same shape, group and arrays.
struct ParamStack<'a> {
    table: &'a dyn Table,
    /// The list, and the index of the stack in it.
    list: &'static str,
    place: usize,
    rows: Vec<u32>,
    name_bytes: usize,
}

/// One tensor of a stack.
struct StackPart {
    key: String,
    stored: StoredType,
    shape: Vec<usize>,
    stack: usize,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    /// The names, without separators.
    Names,
    /// The number of bytes of each name.
    Lengths,
    /// The index of each parameter in the whole list.
    Places,
    /// The step count of each parameter.
    Steps,
    /// The arrays of a column.
    Cells(usize),
}

/// All parts of a file.
pub(super) struct StackedPlan<'a> {
    front: Vec<u8>,
    stacks: Vec<ParamStack<'a>>,
    parts: Vec<StackPart>,
}

impl<'a> StackedPlan<'a> {
    pub(super) fn new(checkpoint: &'a Checkpoint<'_>) -> Result<Self, CheckpointError> {
        let count = checkpoint.tables().map(Table::len).max().unwrap_or(0);
        let too_long = |bytes| CheckpointError::HeaderTooLong { params: count, bytes, limit: LONGEST_HEADER };
        let mut stacks = Vec::new();
        let mut tables: Vec<(&'static str, &'a dyn Table)> = Vec::new();
        tables.extend(checkpoint.models().map(|models| (super::PARAMS, models)));
        tables.extend(checkpoint.optimizer.as_ref().map(|saved| (super::OPTIMIZER, &*saved.table)));
        for (list, table) in tables {
            once(table)?;
            if !stack(list, table, &mut stacks)? {
                return Err(too_long(MOST_STACKS * 400));
            }
        }
        let of = |list: &'static str| stacks.iter().filter(move |stack| stack.list == list).map(described);
        let params = checkpoint.models().map(|_| of(super::PARAMS).collect::<Vec<_>>());
        let optimizer = checkpoint.optimizer.as_ref().map(|saved| OptimizerOut {
            name: &saved.name,
            steps: saved.steps,
            seed: saved.seed,
            recent_norms: &saved.recent_norms,
            globals: &saved.globals,
            groups: &saved.groups,
            params: of(super::OPTIMIZER).collect::<Vec<_>>(),
        });
        let text = MetaOut { format: FORMAT, version: STACKED, optimizer, params, extra: &checkpoint.extra }.text()?;

        let mut parts: Vec<StackPart> =
            stacks.iter().enumerate().flat_map(|(place, stack)| parts(place, stack)).collect();
        // Wide types come first, so that every element starts at a multiple of its size.
        sort_by_key(&mut parts, |part| std::cmp::Reverse(part.stored.size()));
        let bytes: usize = parts.iter().map(|part| part.shape.iter().product::<usize>() * part.stored.size()).sum();
        let checksums = [bytes.div_ceil(BLOCK) + 1, 4];
        let mut infos: Vec<FrontTensor<'_>> =
            parts.iter().map(|part| FrontTensor::new(&part.key, part.stored, &part.shape)).collect();
        infos.push(FrontTensor::new(CHECKSUMS, StoredType::U8, &checksums));
        let front = front(&text, &infos)?;
        if front.len() > LONGEST_HEADER {
            return Err(too_long(front.len()));
        }
        Ok(Self { front, stacks, parts })
    }

    pub(super) fn write(&self, file: &mut impl Write) -> io::Result<()> {
        write_blocks(file, &self.front, |blocks| {
            self.parts.iter().try_for_each(|part| self.stacks[part.stack].write(part.what, blocks))
        })
    }
}

impl ParamStack<'_> {
    fn write<W: Write>(&self, what: What, blocks: &mut BlockWriter<'_, W>) -> io::Result<()> {
        self.rows.iter().try_for_each(|&place| {
            let row = place as usize;
            match what {
                What::Names => blocks.put(self.table.row(row).name.as_bytes()),
                // All names of a stack together have less than 4 GiB, so each length fits.
                What::Lengths => blocks.put(&(self.table.row(row).name.len() as u32).to_le_bytes()),
                What::Places => blocks.put(&place.to_le_bytes()),
                What::Steps => blocks.put(&self.table.row(row).steps.to_le_bytes()),
                What::Cells(column) => match self.table.cell(row, column) {
                    Some(elements) => elements.bytes(&mut |bytes| blocks.put(bytes)),
                    None => Ok(()),
                },
            }
        })
    }

    /// The arrays that each of its parameters has.
    fn cells(&self) -> impl Iterator<Item = (usize, Column<'_>, DType, Vec<usize>)> {
        let first = self.rows.first().map_or(0, |row| *row as usize);
        let columns = self.table.columns().iter().enumerate();
        columns.filter_map(move |(place, column)| {
            let elements = self.table.cell(first, place)?;
            Some((place, *column, elements.dtype(), elements.shape().to_vec()))
        })
    }
}

/// Puts the parameters of a table into stacks; `false` if there would be too many stacks.
fn stack<'a>(
    list: &'static str,
    table: &'a dyn Table,
    stacks: &mut Vec<ParamStack<'a>>,
) -> Result<bool, CheckpointError> {
    let first = stacks.len();
    let mut known: HashMap<Box<[u8]>, usize> = HashMap::new();
    let mut signature = Vec::new();
    for row in 0..table.len() {
        let place = u32::try_from(row).map_err(|_| too_many())?;
        sign(table, row, &mut signature);
        let stack = match known.get(&*signature) {
            Some(&stack) => stack,
            None if stacks.len() == MOST_STACKS => return Ok(false),
            None => {
                known.insert(signature.as_slice().into(), stacks.len());
                stacks.push(ParamStack { table, list, place: stacks.len() - first, rows: Vec::new(), name_bytes: 0 });
                stacks.len() - 1
            }
        };
        let stack = &mut stacks[stack];
        stack.rows.push(place);
        stack.name_bytes += table.row(row).name.len();
        if u32::try_from(stack.name_bytes).is_err() {
            return Err(too_many());
        }
    }
    Ok(true)
}

fn too_many() -> CheckpointError {
    CheckpointError::Unwritable { reason: "the names of its parameters take more than 4 GiB".to_owned() }
}

/// The properties that parameters of a stack share, as bytes.
fn sign(table: &dyn Table, row: usize, signature: &mut Vec<u8>) {
    fn numbers(signature: &mut Vec<u8>, numbers: &[usize]) {
        signature.extend(numbers.len().to_le_bytes());
        numbers.iter().for_each(|number| signature.extend(number.to_le_bytes()));
    }

    signature.clear();
    let param = table.row(row);
    numbers(signature, param.shape);
    numbers(signature, &[param.group]);
    signature.push(u8::from(param.view.is_some()));
    if let Some(view) = param.view {
        numbers(signature, &[view.name().len()]);
        signature.extend(view.name().bytes());
        numbers(signature, view.shape());
    }
    for column in 0..table.columns().len() {
        let cell = table.cell(row, column);
        signature.push(cell.as_ref().map_or(u8::MAX, |elements| elements.dtype() as u8));
        if let Some(elements) = cell {
            numbers(signature, elements.shape());
        }
    }
}

/// A stack in the metadata.
fn described<'s>(stack: &'s ParamStack<'_>) -> ParamOut<'s> {
    let row = stack.table.row(stack.rows.first().map_or(0, |row| *row as usize));
    let is_optimizer = stack.list == super::OPTIMIZER;
    let columns: Vec<Column<'_>> = stack.cells().map(|(_, column, ..)| column).collect();
    let states = columns.iter().filter_map(|column| match column {
        Column::State(state) => Some(*state),
        _ => None,
    });
    ParamOut {
        name: None,
        shape: row.shape,
        view: row.view.map(Into::into),
        group: is_optimizer.then_some(row.group),
        count: Some(stack.rows.len()),
        steps: None,
        states: is_optimizer.then(|| states.collect()),
        masked: columns.contains(&Column::Mask),
    }
}

/// The tensors of a stack.
fn parts(place: usize, stack: &ParamStack<'_>) -> Vec<StackPart> {
    let count = stack.rows.len();
    let part = |name: &str, stored, shape: Vec<usize>, what| StackPart {
        key: stack_key(stack.list, stack.place, name),
        stored,
        shape,
        stack: place,
        what,
    };
    let mut parts = vec![
        part("names", StoredType::U8, vec![stack.name_bytes], What::Names),
        part("lengths", StoredType::U32, vec![count], What::Lengths),
        part("places", StoredType::U32, vec![count], What::Places),
    ];
    if stack.list == super::OPTIMIZER {
        parts.push(part("steps", StoredType::U64, vec![count], What::Steps));
    }
    for (column, what, dtype, mut shape) in stack.cells() {
        let name = match what {
            Column::Value => "values".to_owned(),
            Column::State(state) => format!("states/{state}"),
            Column::Mask => "masks".to_owned(),
        };
        shape.insert(0, count);
        parts.push(part(&name, StoredType::Elements(dtype), shape, What::Cells(column)));
    }
    parts
}

/// Checks that no parameter occurs twice.
fn once(table: &dyn Table) -> Result<(), CheckpointError> {
    match twice(|| (0..table.len()).map(|row| table.row(row).name)) {
        None => Ok(()),
        Some(name) => Err(CheckpointError::Twice { what: "parameters".to_owned(), name: name.to_owned() }),
    }
}
