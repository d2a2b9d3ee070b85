//! Clipping by the norm of all gradients, on the device. All gradients are multiplied by `max / (norm + 1e-6)` if it is below 1 or NaN.

use optim_core::program::Computation;
use optim_language::{Finish, Fold};

use crate::body::{Elements, Format, GradLoad, Operand, PassBody, Place, ScalarBody, Work, column};
use crate::compile::{Column, Kernel, Row};
use crate::units::CHUNK;

/// The first registers, before the registers of parameters: the factor of gradients, and their largest absolute value.
pub(crate) const SCALE: usize = 0;
/// Registers of the largest norm, the sum of all squares, and the numbers that are computed from them.
pub(crate) const MOST: usize = 2;
pub(crate) const TOTAL: usize = 3;
pub(crate) const NORM: usize = 4;
/// The number of registers.
pub(crate) const REGISTERS: usize = 8;

/// The kernels that write the sum of a gradient's squares to the first register of its parameter, with their rows and scratch.
pub(crate) fn square_sum(len: usize, format: Format, grad: GradLoad, masked: bool) -> ([Kernel; 2], [Row; 2], usize) {
    let cubes = len.div_ceil(CHUNK);
    let mut columns = vec![
        Column::Slot,
        Column::At,
        Column::Registers,
        Column::Number(1),
        Column::Number(1),
        Column::Number(len),
        Column::Scratch(0),
    ];
    let mask = masked.then(|| {
        columns.push(Column::Mask);
        columns.len() - 1
    });
    debug_assert!(columns.len() >= column::STREAMS);
    let body = PassBody {
        loads: vec![Elements { masked, format, ..Elements::all(Place::Grad) }],
        work: vec![Work::Compute(Computation::Square, [Operand::Loaded(0), Operand::Fixed(0), Operand::Fixed(0)])],
        stores: Vec::new(),
        reductions: vec![(Fold::Sum, Operand::Line(0))],
        kept: None,
        columns: columns.len(),
        held: Vec::new(),
        inputs: Vec::new(),
        is_half: format.is_packed(),
        grad,
        mask,
    };
    let joint = ScalarBody { reductions: vec![(Fold::Sum, Finish::None, 0)], ..ScalarBody::default() };
    let parts = vec![Column::Registers, Column::Scratch(0), Column::Number(cubes), Column::Number(len)];
    let rows = [Row { columns, cubes, ..Row::default() }, Row { columns: parts, cubes: 1, ..Row::default() }];
    ([Kernel::Pass(body), Kernel::Scalars(joint)], rows, cubes)
}

/// The arithmetic that multiplies the factor of gradients by the factor of clipping, and its row.
pub(crate) fn factor() -> (ScalarBody, Vec<u32>) {
    let fixed = |x: f32| Operand::Fixed(x.to_bits());
    let of = Operand::Register;
    let mut lines = Vec::new();
    let mut add =
        |to: usize, computation, [a, b, c]: [Operand; 3]| lines.push((to, Work::Compute(computation, [a, b, c])));
    let none = fixed(0.0);
    add(NORM, Computation::Sqrt, [of(TOTAL), none, none]);
    add(NORM + 1, Computation::Add, [of(NORM), fixed(1e-6), none]);
    add(NORM + 1, Computation::Div, [of(MOST), of(NORM + 1), none]);
    add(NORM + 2, Computation::Ge, [of(NORM + 1), fixed(1.0), none]);
    add(NORM + 2, Computation::Select, [of(NORM + 2), fixed(1.0), of(NORM + 1)]);
    add(SCALE, Computation::Mul, [of(SCALE), of(NORM + 2), none]);
    (ScalarBody { lines, ..ScalarBody::default() }, vec![0; 4])
}
