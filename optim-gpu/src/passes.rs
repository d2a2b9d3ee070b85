//! The launches of a pass: of its reductions that keep axes, then of its elements.

use optim_core::program::{DataPass, DataReduction, LoopOperand, ScalarNumber};
use optim_core::shape::Axes;
use optim_language::Finish;

use crate::body::{Elements, GradLoad, Kept, Operand, PassBody, Place, column};
use crate::compile::{Column, Compiler, Kernel, NoKernel, Pending, Row, len_of};
use crate::units::{BLOCK, CHUNK, UNITS};
use crate::walk::Walk;

/// The largest number of lines in a pass. A fixed loop over a parameter's columns could otherwise unroll to any number.
const MOST_LINES: usize = 4096;

impl Compiler<'_> {
    /// Adds the launches of a pass.
    pub(crate) fn pass(&mut self, pass: &DataPass) -> Result<(), NoKernel> {
        let used = |number: &ScalarNumber| number.register();
        let needs =
            |pending: &Pending| pass.rounded.iter().chain(&pass.exact).filter_map(used).any(|r| pending.gives(r));
        let reduces = pass.reductions.iter().any(|reduction| reduction.keep == Axes::Scalar);
        let waits = |pending: &Pending| needs(pending) || reduces && pending.parts.is_some();
        if self.scalars.as_ref().is_some_and(waits) {
            self.end_scalars();
        }
        if pass.code.lines.len() > MOST_LINES {
            return Err((format!("a loop of {} operations", pass.code.lines.len()), "run this optimizer on the host"));
        }
        let sizes = pass.extent.sizes();
        let mut kinds: Vec<Axes> = Vec::new();
        for reduction in &pass.reductions {
            if reduction.keep != Axes::Scalar && !kinds.contains(&reduction.keep) {
                kinds.push(reduction.keep);
            }
        }
        // Reductions that keep axes come first, because they only read.
        for axes in kinds {
            let own: Vec<(usize, &DataReduction)> =
                pass.reductions.iter().enumerate().filter(|(_, reduction)| reduction.keep == axes).collect();
            if axes == Axes::Cols {
                self.columns(pass, &own)?;
                continue;
            }
            let to = own.iter().map(|(_, reduction)| (reduction.finish, self.slots[reduction.slot].0)).collect();
            self.kept(pass, &own, axes, to, len_of(sizes, axes))?;
        }
        let own: Vec<(usize, &DataReduction)> =
            pass.reductions.iter().enumerate().filter(|(_, reduction)| reduction.keep == Axes::Scalar).collect();
        // A loop over nothing has no code in the kernel.
        let is_same =
            |place: usize| pass.code.outputs.get(place).is_none_or(|from| *from == LoopOperand::Output(place));
        let written: Vec<usize> = (0..pass.outputs.len()).filter(|place| !is_same(*place)).collect();
        if written.is_empty() && own.is_empty() {
            return Ok(());
        }
        let len = len_of(sizes, Axes::Tensor);
        let cubes = len.div_ceil(CHUNK);
        let mut walk = Walk::new(self, pass);
        let body = walk.body(&written, &own)?;
        let mut columns = walk.columns;
        if !own.is_empty() {
            let parts = self.made.scratch;
            self.made.scratch += cubes * own.len();
            columns[column::PARTS] = Column::Scratch(parts);
            let pending = self.scalars.get_or_insert_default();
            pending.parts = Some((parts, cubes, len));
            let results = own.iter().map(|(_, reduction)| (reduction.fold, reduction.finish, reduction.register));
            pending.body.reductions = results.collect();
        }
        self.add(Kernel::Pass(body), Row { columns, cubes, ..Row::default() });
        Ok(())
    }

    /// The launch of reductions that keep axes: the last operation and the offset of each, and the number of cubes.
    fn kept(
        &mut self,
        pass: &DataPass,
        own: &[(usize, &DataReduction)],
        axes: Axes,
        to: Vec<(Finish, usize)>,
        cubes: usize,
    ) -> Result<(), NoKernel> {
        let sizes = pass.extent.sizes();
        let each = len_of(sizes, Axes::Tensor).checked_div(len_of(sizes, axes)).unwrap_or(0);
        let mut walk = Walk::new(self, pass);
        let count = walk.column(Column::Number(each));
        let block = walk.column(Column::Number(BLOCK));
        let finish = to.into_iter().map(|(finish, offset)| (finish, walk.column(Column::Scratch(offset)))).collect();
        let mut body = walk.body(&[], own)?;
        let columns = walk.columns;
        body.kept = Some(Kept { axes, finish, count, block });
        self.add(Kernel::Pass(body), Row { columns, cubes, ..Row::default() });
        Ok(())
    }

    /// Reductions to one number per column: first of each block of rows, then over all blocks if there are several.
    fn columns(&mut self, pass: &DataPass, own: &[(usize, &DataReduction)]) -> Result<(), NoKernel> {
        let [batch, rows, cols] = pass.extent.sizes();
        let blocks = rows.div_ceil(BLOCK);
        let cubes = |down: usize| batch * cols.div_ceil(UNITS) * down;
        // There is a second launch for one block, too. Otherwise parameters of different sizes could not share launches.
        let parts: Vec<usize> = own
            .iter()
            .map(|_| {
                let offset = self.made.scratch;
                self.made.scratch += batch * blocks * cols;
                offset
            })
            .collect();
        let to = parts.iter().map(|offset| (Finish::None, *offset)).collect();
        self.kept(pass, own, Axes::Cols, to, cubes(blocks))?;
        for ((_, reduction), parts) in own.iter().zip(parts) {
            let sizes = [batch, blocks, cols].map(Column::Number);
            let mut columns = vec![Column::Slot, Column::At, Column::Registers];
            columns.extend(sizes);
            // The columns: one unused, the parts, the count, the rows of a block (here all), the results.
            columns.extend([
                Column::Number(0),
                Column::Scratch(parts),
                Column::Number(rows),
                Column::Number(blocks.max(1)),
            ]);
            columns.push(Column::Scratch(self.slots[reduction.slot].0));
            let elements = Elements::all(Place::Scratch(column::STREAMS));
            let finish = vec![(reduction.finish, column::STREAMS + 3)];
            let body = PassBody {
                loads: vec![elements],
                work: Vec::new(),
                stores: Vec::new(),
                reductions: vec![(reduction.fold, Operand::Loaded(0))],
                kept: Some(Kept { axes: Axes::Cols, finish, count: column::STREAMS + 1, block: column::STREAMS + 2 }),
                columns: columns.len(),
                held: Vec::new(),
                inputs: Vec::new(),
                is_half: self.about.is_half(),
                grad: GradLoad::default(),
                mask: None,
            };
            self.add(Kernel::Pass(body), Row { columns, cubes: cubes(1), ..Row::default() });
        }
        Ok(())
    }
}
