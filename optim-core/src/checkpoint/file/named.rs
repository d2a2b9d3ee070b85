//! Files of version 1: every array is a tensor with its own name.

use super::contents::Checkpoint;
use super::front::{FrontTensor, front};
use super::meta::{MetaOut, OptimizerOut, ParamOut};
use super::write::NewTensor;
use super::{CHECKSUMS, FORMAT, LONGEST_HEADER, StoredType, mask_key, param_key, state_key};
use crate::sorting::sort_by_key;
use crate::state_dict::table::{Column, Table};
use crate::state_dict::{CheckpointError, once};

/// The largest number of tensors with their own names. Each has a few hundred bytes in the header, which take longer to write and read
/// than most arrays.
const MOST_NAMED: usize = 50_000;
/// The largest number of bytes of names in such a file.
const MOST_NAMES: usize = LONGEST_HEADER / 4;

/// Returns true if the names of all tensors fit into a header.
pub(super) fn fits(checkpoint: &Checkpoint<'_>) -> bool {
    let (mut tensors, mut bytes) = (0, 0);
    for table in checkpoint.tables() {
        let columns = table.columns().len();
        for row in 0..table.len() {
            let cells = (0..columns).filter(|column| table.cell(row, *column).is_some()).count();
            tensors += cells;
            // The parameter's name is also in the metadata.
            bytes += (cells + 1) * table.row(row).name.len();
            if tensors > MOST_NAMED || bytes > MOST_NAMES {
                return false;
            }
        }
    }
    true
}

/// The front of the file, and the tensors.
type NamedPlan<'a> = (Vec<u8>, Vec<NewTensor<'a>>);

/// The data to write; `None` if the header would be too long.
pub(super) fn plan<'a>(checkpoint: &'a Checkpoint<'_>) -> Result<Option<NamedPlan<'a>>, CheckpointError> {
    let mut tensors = Vec::new();
    for table in checkpoint.tables() {
        (0..table.len()).for_each(|row| add(table, row, &mut tensors));
    }
    once("tensors", tensors.iter().map(|tensor| &*tensor.key))?;
    if let Some(saved) = &checkpoint.optimizer {
        once("parameters", (0..saved.table.len()).map(|row| saved.table.row(row).name))?;
    }
    // Wide types come first, so that every tensor starts at a multiple of its elements' size. The sort is stable.
    sort_by_key(&mut tensors, |tensor| std::cmp::Reverse(tensor.stored().size()));

    let optimizer = checkpoint.optimizer.as_ref().map(|saved| OptimizerOut {
        name: &saved.name,
        steps: saved.steps,
        seed: saved.seed,
        recent_norms: &saved.recent_norms,
        globals: &saved.globals,
        groups: &saved.groups,
        params: (0..saved.table.len()).map(|row| described(&*saved.table, row)).collect::<Vec<_>>(),
    });
    let params =
        checkpoint.models().map(|models| (0..models.len()).map(|row| models.row(row).name).collect::<Vec<_>>());
    let text = MetaOut { format: FORMAT, version: 1, optimizer, params, extra: &checkpoint.extra }.text()?;
    let mut infos: Vec<FrontTensor<'_>> =
        tensors.iter().map(|tensor| FrontTensor::new(&tensor.key, tensor.stored(), tensor.elements.shape())).collect();
    let checksums = [tensors.len() + 1, 4];
    infos.push(FrontTensor::new(CHECKSUMS, StoredType::U8, &checksums));
    let front = front(&text, &infos)?;
    drop(infos);
    Ok((front.len() <= LONGEST_HEADER).then_some((front, tensors)))
}

fn add<'a>(table: &'a dyn Table, row: usize, tensors: &mut Vec<NewTensor<'a>>) {
    let name = table.row(row).name;
    for (place, column) in table.columns().iter().enumerate() {
        let Some(elements) = table.cell(row, place) else { continue };
        let key = match column {
            Column::Value => param_key(name),
            Column::State(state) => state_key(name, state),
            Column::Mask => mask_key(name),
        };
        tensors.push(NewTensor { key, elements });
    }
}

fn described(table: &dyn Table, row: usize) -> ParamOut<'_> {
    let param = table.row(row);
    let there = |place: usize| table.cell(row, place).is_some();
    let mut out = ParamOut {
        name: Some(param.name),
        shape: param.shape,
        view: param.view.map(Into::into),
        group: Some(param.group),
        count: None,
        steps: Some(param.steps),
        states: Some(Vec::new()),
        masked: false,
    };
    for (_, column) in table.columns().iter().enumerate().filter(|(place, _)| there(*place)) {
        match column {
            Column::Value => {}
            Column::State(state) => out.states.get_or_insert_default().push(state),
            Column::Mask => out.masked = true,
        }
    }
    out
}
