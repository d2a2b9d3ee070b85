//! Copies of parameters.

use optim_core::shape::Axes;

use crate::body::{Elements, GradLoad, Index, Operand, PassBody, Place, column};
use crate::compile::{Column, Kernel, Row};
use crate::kernels::CHUNK;

/// The kernel that gives a parameter the elements that stand where its gradient does, and its row.
pub(crate) fn copy(len: usize) -> (Kernel, Row) {
    let elements = |place| Elements { place, index: Index::Of(Axes::Tensor), masked: false };
    let body = PassBody {
        loads: vec![elements(Place::RawGrad)],
        work: Vec::new(),
        stores: vec![(elements(Place::Param), Operand::Loaded(0))],
        reductions: Vec::new(),
        kept: None,
        columns: column::STREAMS,
        held: Vec::new(),
        inputs: Vec::new(),
        grad: GradLoad::default(),
        mask: None,
    };
    let sizes = [1, 1, len, 0].map(Column::Number);
    let columns: Vec<Column> = [Column::Slot, Column::Slot, Column::Registers].into_iter().chain(sizes).collect();
    debug_assert_eq!(columns.len(), column::STREAMS);
    (Kernel::Pass(body), Row { columns, cubes: len.div_ceil(CHUNK), ..Row::default() })
}
