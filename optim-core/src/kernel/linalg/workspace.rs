//! The memory that calls of linear algebra need besides their operands and results.

use super::library;

/// The memory that a call needs. `usize::MAX` means more than any machine has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Need {
    /// The number of numbers in matrices.
    pub(crate) numbers: usize,
    /// The number of numbers for the library.
    pub(crate) library: usize,
    /// The number of indices of rows or columns.
    pub(crate) places: usize,
    /// The number of matrices that threads may process at the same time, each with this memory.
    pub(crate) tasks: usize,
}

impl Need {
    /// Enough for either of two calls.
    pub(crate) fn max(self, other: Self) -> Self {
        Self {
            numbers: self.numbers.max(other.numbers),
            library: self.library.max(other.library),
            places: self.places.max(other.places),
            tasks: self.tasks.max(other.tasks),
        }
    }

    /// The total in bytes; `usize::MAX` if it overflows.
    pub(crate) fn bytes(self) -> usize {
        self.numbers.saturating_add(self.library).saturating_add(self.places).saturating_mul(8)
    }

    pub(super) fn symmetric(n: usize) -> Self {
        Self { numbers: sum(&[area(n, n), area(n, n), n]), library: library::eigh_needs(n), ..Self::default() }
    }

    pub(super) fn inv_root(n: usize) -> Self {
        let need = Self::symmetric(n);
        Self { numbers: need.numbers.saturating_add(area(n, n)), ..need }
    }

    pub(super) fn svd(m: usize, n: usize) -> Self {
        let k = m.min(n);
        let numbers = sum(&[area(m, n), area(m, k), k, area(n, k)]);
        Self { numbers, library: library::svd_needs(m, n), ..Self::default() }
    }

    pub(super) fn qr(m: usize, n: usize) -> Self {
        let numbers = sum(&[area(m, n), area(m, n), area(library::qr_block(m, n), n)]);
        Self { numbers, library: library::qr_needs(m, n), ..Self::default() }
    }

    pub(super) fn cholesky(n: usize) -> Self {
        Self { numbers: area(n, n), library: library::cholesky_needs(n), ..Self::default() }
    }

    pub(super) fn solve(n: usize, k: usize) -> Self {
        let places = n.saturating_mul(2);
        let numbers = sum(&[area(n, n), area(n, k)]);
        Self { numbers, library: library::solve_needs(n, k), places, ..Self::default() }
    }
}

const fn area(m: usize, n: usize) -> usize {
    m.saturating_mul(n)
}

fn sum(parts: &[usize]) -> usize {
    parts.iter().fold(0, |sum, part| usize::saturating_add(sum, *part))
}

/// The workspace of one task. It is allocated once and reused.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) numbers: Vec<f64>,
    /// An empty vector. The library uses its capacity.
    pub(super) library: library::Memory,
    pub(super) places: Vec<usize>,
}

impl Workspace {
    /// Returns true if it has no memory.
    pub(crate) const fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.library.capacity() == 0 && self.places.is_empty()
    }

    /// Grows the workspace to the needed size.
    pub(crate) fn reserve(&mut self, need: Need) {
        // Freed first, so that the old and the new memory do not exist at the same time. The system maps zeros when they are first touched.
        if self.numbers.len() < need.numbers {
            self.numbers = Vec::new();
            self.numbers = vec![0.0; need.numbers];
        }
        if self.library.capacity() < need.library {
            self.library = Vec::new();
            self.library = Vec::with_capacity(need.library);
        }
        if self.places.len() < need.places {
            self.places = Vec::new();
            self.places = vec![0; need.places];
        }
    }
}
