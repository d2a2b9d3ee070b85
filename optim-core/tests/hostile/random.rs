//! Random numbers, and arrays of any layout with memory around their elements that no step may write. AddressSanitizer sees the rest.

use ndarray::{ArrayD, Axis, IxDyn, Slice};

/// The numbers around the elements of an array; no step writes them.
const OUTSIDE: f32 = 77.125;
/// Scratch slots of an optimizer.
pub(super) const SLOTS: usize = 5;

pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn one_in(&mut self, cases: usize) -> bool {
        self.below(cases) == 0
    }

    pub(super) fn pick<V: Copy>(&mut self, of: &[V]) -> V {
        of[self.below(of.len())]
    }

    /// A number between -1 and 1, sometimes none.
    fn number(&mut self) -> f32 {
        match self.below(40) {
            0 => self.pick(&[f32::NAN, f32::INFINITY, -0.0, 1e-42]),
            _ => (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0,
        }
    }
}

/// An array of random numbers, in some layout, with memory around it.
pub(super) fn array(shape: &[usize], random: &mut Random) -> ArrayD<f32> {
    let kind = random.below(6);
    let n = shape.len();
    if kind < 2 {
        return ArrayD::from_shape_simple_fn(IxDyn(shape), || random.number());
    }
    if kind == 2 {
        let turned: Vec<usize> = shape.iter().rev().copied().collect();
        return ArrayD::from_shape_simple_fn(IxDyn(&turned), || random.number()).reversed_axes();
    }
    let (step, around) = if kind == 3 { (2, 0) } else { (1, 1) };
    let large: Vec<usize> = shape.iter().map(|len| len * step + 2 * around).collect();
    let mut array = ArrayD::from_elem(IxDyn(&large), OUTSIDE);
    for (axis, &len) in shape.iter().enumerate() {
        let end = Some((around + len * step) as isize);
        array.slice_axis_inplace(Axis(axis), Slice::new(around as isize, end, step as isize));
        if kind == 5 {
            array.invert_axis(Axis(axis));
        }
    }
    if kind == 4 && n > 1 {
        array.swap_axes(n - 2, n - 1);
        if array.shape() != shape {
            array.swap_axes(n - 2, n - 1);
        }
    }
    array.map_inplace(|x| *x = random.number());
    array
}

/// Returns true if the memory around the elements is what it was.
pub(super) fn untouched(array: ArrayD<f32>) -> bool {
    let len = array.len();
    let memory = array.into_raw_vec_and_offset().0;
    memory.iter().filter(|&&x| x == OUTSIDE).count() >= memory.len() - len
}
