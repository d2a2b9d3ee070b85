//! The replacement of the library without the feature `linalg`. It computes no results. Generated code never calls it, because such code does not
//! compile without the feature, see `requires_linalg!`.

pub(super) type Memory = Vec<f64>;

pub(super) const fn eigh_needs(_: usize) -> usize {
    0
}

pub(super) const fn eigh(_: usize, _: &[f64], _: Option<&mut [f64]>, _: &mut [f64], _: &mut Memory) -> bool {
    false
}

pub(super) const fn svd_needs(_: usize, _: usize) -> usize {
    0
}

pub(super) const fn svd(
    _: (usize, usize),
    _: &[f64],
    _: &mut [f64],
    _: &mut [f64],
    _: &mut [f64],
    _: &mut Memory,
) -> bool {
    false
}

pub(super) const fn qr_block(_: usize, _: usize) -> usize {
    0
}

pub(super) const fn qr_needs(_: usize, _: usize) -> usize {
    0
}

pub(super) fn qr(_: (usize, usize), _: &mut [f64], q: &mut [f64], _: &mut [f64], _: &mut Memory) {
    q.fill(f64::NAN);
}

pub(super) const fn cholesky_needs(_: usize) -> usize {
    0
}

pub(super) const fn cholesky(_: usize, _: &mut [f64], _: &mut Memory) -> bool {
    false
}

pub(super) const fn solve_needs(_: usize, _: usize) -> usize {
    0
}

pub(super) fn solve(_: (usize, usize), _: &mut [f64], b: &mut [f64], _: &mut [usize], _: &mut Memory) {
    b.fill(f64::NAN);
}

pub(super) fn solve_lower(_: (usize, usize), _: &[f64], b: &mut [f64]) {
    b.fill(f64::NAN);
}

pub(super) fn lower_product(_: usize, _: &[f64], _: &[f64], product: &mut [f64]) {
    product.fill(f64::NAN);
}
