//! The kernels of scalars: arithmetic on the registers of parameters, and joins over all of them. Their tables are like the table of a pass.

#![allow(
    clippy::manual_is_multiple_of,
    clippy::needless_pass_by_value,
    clippy::needless_range_loop,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use cubecl::prelude::*;
use optim_language::Fold;

use crate::arithmetic::{finish, join, line, number, start};
use crate::body::ScalarBody;
use crate::kernels::tree;
use crate::remark::{Remark, remark};
use crate::units::UNITS;

/// The columns of a row in the table of scalars.
pub(crate) mod scalar_column {
    pub(crate) const REGISTERS: usize = 0;
    /// The place of the parts of each reduction, the number of parts, and the number of reduced elements.
    pub(crate) const PARTS: usize = 1;
    pub(crate) const PARTS_EACH: usize = 2;
    pub(crate) const ELEMENTS: usize = 3;
    pub(crate) const SCALARS: usize = 4;
}

/// Arithmetic on the registers of parameters.
#[cube(launch_unchecked)]
pub(crate) fn scalar_kernel(
    scratch: &[f32],
    registers: &mut [f32],
    scalars: &mut [f32],
    table: &[u32],
    #[comptime] body: ScalarBody,
) {
    let cube = CUBE_POS;
    if cube < table[0] as usize {
        let row = table[1 + 2 * cube] as usize;
        let first = table[row + comptime!(scalar_column::REGISTERS)] as usize;
        if comptime!(!body.reductions.is_empty()) {
            let parts = table[row + comptime!(scalar_column::PARTS)] as usize;
            let each = table[row + comptime!(scalar_column::PARTS_EACH)] as usize;
            let elements = f32::cast_from(table[row + comptime!(scalar_column::ELEMENTS)]);
            let mut shared = Shared::<[f32]>::new_slice(UNITS);
            #[unroll]
            for r in 0..comptime!(body.reductions.len()) {
                remark(comptime!(Remark::Reduction(r)));
                let own = RuntimeCell::<f32>::new(start(comptime!(body.reductions[r].0)));
                let mut k = UNIT_POS as usize;
                while k < each {
                    let part = scratch[parts + k * comptime!(body.reductions.len()) + r];
                    own.store(join(own.read(), part, comptime!(body.reductions[r].0)));
                    k += UNITS;
                }
                let total = tree(own.read(), &mut shared, comptime!(body.reductions[r].0));
                if UNIT_POS == 0 {
                    registers[first + comptime!(body.reductions[r].2)] =
                        finish(total, elements, comptime!(body.reductions[r].1));
                }
            }
        }
        if UNIT_POS == 0 {
            let none = Sequence::<f32>::new();
            #[unroll]
            for k in 0..comptime!(body.loads.len()) {
                remark(comptime!(Remark::Load(k)));
                registers[first + comptime!(body.loads[k].0)] =
                    scalars[table[row + comptime!(body.loads[k].1)] as usize];
            }
            #[unroll]
            for k in 0..comptime!(body.lines.len()) {
                remark(comptime!(Remark::Line(k)));
                let value = line(&none, &none, &none, &*registers, first, comptime!(body.lines[k].1));
                registers[first + comptime!(body.lines[k].0)] = value;
            }
            #[unroll]
            for k in 0..comptime!(body.stores.len()) {
                remark(comptime!(Remark::Store(k)));
                let value = number(&none, &none, &none, &*registers, first, comptime!(body.stores[k].1));
                scalars[table[row + comptime!(body.stores[k].0)] as usize] = value;
            }
        }
    }
}

/// One number from all parameters. `table` has the number of parameters, and for each parameter the places of its value and of the result.
#[cube(launch_unchecked)]
pub(crate) fn join_kernel(registers: &mut [f32], table: &[u32], #[comptime] fold: Fold) {
    let count = table[0] as usize;
    let own = RuntimeCell::<f32>::new(start(fold));
    let mut k = UNIT_POS as usize;
    while k < count {
        own.store(join(own.read(), registers[table[1 + 2 * k] as usize], fold));
        k += UNITS;
    }
    let mut shared = Shared::<[f32]>::new_slice(UNITS);
    let total = tree(own.read(), &mut shared, fold);
    let mut k = UNIT_POS as usize;
    while k < count {
        registers[table[2 + 2 * k] as usize] = total;
        k += UNITS;
    }
}
