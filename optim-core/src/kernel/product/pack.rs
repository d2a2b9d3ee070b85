//! Packing of matrices into panels: the order in which the loops of `raw/dot` read them.

use ndarray::{ArrayView2, Axis};

use crate::kernel::Float;
use crate::kernel::level::Isa;
use crate::kernel::raw::{Packed, SIDE};
use crate::kernel::threads::share_out;

/// The number of bytes in a line of the cache.
const LINE: usize = 64;

/// The layout of the panels of a matrix.
#[derive(Clone, Copy, Debug)]
pub(super) struct PanelLayout {
    /// The number of panels.
    pub(super) panels: usize,
    /// The number of lines in a panel, a multiple of 8.
    pub(super) width: usize,
    /// The number of elements of a line that are neighbours: one, or the side of a square.
    pub(super) group: usize,
    /// The number of elements of each line, a multiple of the group.
    pub(super) depth: usize,
}

impl PanelLayout {
    /// The number of elements in a panel.
    pub(super) const fn panel(self) -> usize {
        self.width * self.depth
    }
}

/// Packs the rows of some matrices, with this number of workers, and returns the panels. Missing numbers are 0.
pub(super) fn pack_all<'m, 'p, T: Float, P: Packed<T>>(
    isa: Isa,
    workers: usize,
    (matrices, layout): (usize, PanelLayout),
    memory: &'p mut Vec<P>,
    matrix: impl Fn(usize) -> ArrayView2<'m, T> + Sync,
) -> &'p [P] {
    let panels = aligned(memory, matrices * layout.panels * layout.panel());
    share_out(workers, panels.chunks_exact_mut(layout.panel()).enumerate(), &|(k, panel): (usize, &mut [_])| {
        let matrix = matrix(k / layout.panels);
        let (_, lines) = matrix.split_at(Axis(0), k % layout.panels * layout.width);
        let (lines, _) = lines.split_at(Axis(0), layout.width.min(lines.nrows()));
        pack(isa, &lines, layout, panel);
    });
    panels
}

/// Elements that start with a line of the cache: a vector that is in two lines takes twice as long.
fn aligned<P: Copy + Default>(memory: &mut Vec<P>, len: usize) -> &mut [P] {
    let slack = LINE / size_of::<P>();
    if memory.len() < len + slack {
        // So that the old elements are not copied.
        memory.clear();
        memory.resize(len + slack, P::default());
    }
    let first = memory.as_ptr().align_offset(LINE).min(slack);
    &mut memory[first..first + len]
}

/// Packs the lines of a panel.
fn pack<T: Float, P: Packed<T>>(isa: Isa, lines: &ArrayView2<'_, T>, layout: PanelLayout, panel: &mut [P]) {
    if lines.nrows() < layout.width || lines.ncols() < layout.depth * P::NUMBERS {
        panel.fill(P::default());
    }
    isa.run(
        #[inline(always)]
        || match lines.strides()[0] == 1 && layout.group == 1 {
            true => pack_columns(lines, layout.width, panel),
            false => pack_lines(lines, layout, panel),
        },
    );
}

/// Packs lines whose columns are contiguous.
#[inline(always)]
fn pack_columns<T: Float, P: Packed<T>>(lines: &ArrayView2<'_, T>, width: usize, panel: &mut [P]) {
    let mut columns = lines.columns().into_iter();
    for to in panel.chunks_exact_mut(width) {
        let mut next = || columns.next().and_then(|column| column.to_slice()).unwrap_or_default();
        let one = next();
        let two = if P::NUMBERS == 2 { next() } else { one };
        pack_column(one, two, to);
    }
}

/// Packs lines of any layout.
#[inline(always)]
fn pack_lines<T: Float, P: Packed<T>>(lines: &ArrayView2<'_, T>, layout: PanelLayout, panel: &mut [P]) {
    // One part of all lines at a time, so that the written elements stay in the nearest cache.
    for (part, panel) in panel.chunks_mut(SIDE * layout.width).enumerate() {
        let (_, lines) = lines.split_at(Axis(1), lines.ncols().min(SIDE * P::NUMBERS * part));
        let (lines, _) = lines.split_at(Axis(1), lines.ncols().min(SIDE * P::NUMBERS));
        for (k, lines) in lines.axis_chunks_iter(Axis(0), SIDE).enumerate() {
            let mut square = [[P::default(); SIDE]; SIDE];
            for (to, line) in square.iter_mut().zip(lines.rows()) {
                let mut numbers = [T::ZERO; 2 * SIDE];
                match line.to_slice() {
                    Some(line) => copy(line, &mut numbers, SIDE * P::NUMBERS),
                    None => numbers.iter_mut().zip(line).for_each(|(to, &x)| *to = x),
                }
                pack_line(&numbers, to);
            }
            let first = k * SIDE;
            if layout.group == SIDE {
                panel[first * SIDE..].iter_mut().zip(square.as_flattened()).for_each(|(to, element)| *to = *element);
                continue;
            }
            P::transpose(&mut square);
            for (to, column) in panel.chunks_exact_mut(layout.width).zip(&square) {
                let eights = to[first..].as_chunks_mut::<8>().0.iter_mut().zip(column.as_chunks().0);
                eights.for_each(|(to, from)| *to = *from);
            }
        }
    }
}

/// Copies `from`. It usually has `len` numbers, and then the length is a constant.
#[inline(always)]
fn copy<T: Copy>(from: &[T], to: &mut [T], len: usize) {
    if from.len() == len {
        to[..len].copy_from_slice(&from[..len]);
    } else {
        to.iter_mut().zip(from).for_each(|(to, &x)| *to = x);
    }
}

/// Packs one column, or two columns of pairs. The second column may be missing.
#[inline(always)]
fn pack_column<T: Float, P: Packed<T>>(one: &[T], two: &[T], to: &mut [P]) {
    if two.is_empty() {
        to.iter_mut().zip(one).for_each(|(to, &x)| *to = P::pack(x, T::ZERO));
        return;
    }
    for ((to, &x), &y) in to.iter_mut().zip(one).zip(two) {
        *to = P::pack(x, y);
    }
}

/// Packs a part of a line.
#[inline(always)]
fn pack_line<T: Float, P: Packed<T>>(numbers: &[T; 2 * SIDE], to: &mut [P; SIDE]) {
    if P::NUMBERS == 2 {
        let pairs = numbers.as_chunks::<2>().0;
        to.iter_mut().zip(pairs).for_each(|(to, &[one, two])| *to = P::pack(one, two));
    } else {
        to.iter_mut().zip(numbers).for_each(|(to, &x)| *to = P::pack(x, T::ZERO));
    }
}
