//! The memory that calls of linear algebra need beside their operands and results.

use std::fmt;
use std::mem::MaybeUninit;

use super::library;

/// How much memory a call needs; `usize::MAX` stands for more than there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Need {
    /// Numbers of matrices.
    pub(super) numbers: usize,
    /// Numbers that the library may use as it likes.
    pub(super) library: usize,
    /// Places of rows or columns.
    pub(super) places: usize,
}

impl Need {
    /// Enough for either of two calls.
    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            numbers: self.numbers.max(other.numbers),
            library: self.library.max(other.library),
            places: self.places.max(other.places),
        }
    }

    /// All of it in bytes, `usize::MAX` if there are more.
    pub(crate) fn bytes(self) -> usize {
        self.numbers.saturating_add(self.library).saturating_add(self.places).saturating_mul(8)
    }

    pub(super) fn symmetric(n: usize) -> Self {
        Self { numbers: sum(&[area(n, n), area(n, n), n]), library: library::eigh_needs(n), places: 0 }
    }

    pub(super) fn inv_root(n: usize) -> Self {
        let need = Self::symmetric(n);
        Self { numbers: need.numbers.saturating_add(area(n, n)), ..need }
    }

    pub(super) fn svd(m: usize, n: usize) -> Self {
        let k = m.min(n);
        Self { numbers: sum(&[area(m, n), area(m, k), k, area(n, k)]), library: library::svd_needs(m, n), places: 0 }
    }

    pub(super) fn qr(m: usize, n: usize) -> Self {
        let numbers = sum(&[area(m, n), area(m, n), area(library::qr_block(m, n), n)]);
        Self { numbers, library: library::qr_needs(m, n), places: 0 }
    }

    pub(super) fn cholesky(n: usize) -> Self {
        Self { numbers: area(n, n), library: library::cholesky_needs(n), places: 0 }
    }

    pub(super) fn solve(n: usize, k: usize) -> Self {
        let places = n.saturating_mul(2);
        Self { numbers: sum(&[area(n, n), area(n, k)]), library: library::solve_needs(n, k), places }
    }
}

const fn area(m: usize, n: usize) -> usize {
    m.saturating_mul(n)
}

fn sum(parts: &[usize]) -> usize {
    parts.iter().fold(0, |sum, part| usize::saturating_add(sum, *part))
}

/// The workspace of one task, made once and reused.
#[derive(Default)]
pub(crate) struct Workspace {
    pub(super) numbers: Vec<f64>,
    pub(super) library: Vec<MaybeUninit<f64>>,
    pub(super) places: Vec<usize>,
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workspace").field("numbers", &self.numbers.len()).finish_non_exhaustive()
    }
}

impl Workspace {
    /// Makes it large enough.
    pub(crate) fn reserve(&mut self, need: Need) {
        fn grow<X: Copy>(list: &mut Vec<X>, len: usize, filler: X) {
            if list.len() < len {
                list.resize(len, filler);
            }
        }
        grow(&mut self.numbers, need.numbers, 0.0);
        grow(&mut self.library, need.library, MaybeUninit::uninit());
        grow(&mut self.places, need.places, 0);
    }
}
