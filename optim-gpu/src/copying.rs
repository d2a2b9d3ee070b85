//! Copies of parameters.

use crate::body::{Elements, Format, GradLoad, Operand, PassBody, Place, column};
use crate::compile::{Column, Kernel, Row};
use crate::units::CHUNK;

/// The kernel that copies the elements from a place to a parameter, and its row. Masked elements become 0.
pub(crate) fn copy(len: usize, from: Place, format: Format, masked: bool) -> (Kernel, Row) {
    let elements = |place| Elements { masked, format, ..Elements::all(place) };
    let sizes = [1, 1, len, 0].map(Column::Number);
    let mut columns: Vec<Column> = [Column::Slot, Column::At, Column::Registers].into_iter().chain(sizes).collect();
    debug_assert_eq!(columns.len(), column::STREAMS);
    let mask = masked.then(|| {
        columns.push(Column::Mask);
        columns.len() - 1
    });
    let body = PassBody {
        loads: vec![elements(from)],
        work: Vec::new(),
        stores: vec![(elements(Place::Param), Operand::Loaded(0))],
        reductions: Vec::new(),
        kept: None,
        columns: columns.len(),
        held: Vec::new(),
        inputs: Vec::new(),
        is_half: format.is_packed(),
        grad: GradLoad::default(),
        mask,
    };
    (Kernel::Pass(body), Row { columns, cubes: len.div_ceil(CHUNK), ..Row::default() })
}
