//! The numbers of the programs that ran last: what is the same in all of a step is computed once for each, whatever runs between.

use super::rows::Numbers;

/// Most programs whose numbers are kept.
const MOST: usize = 32;

/// The numbers of programs that don't run now.
#[derive(Debug, Default)]
pub(crate) struct Pool(Vec<Numbers>);

impl Pool {
    /// The numbers of a program, or room for them.
    pub(crate) fn take(&mut self, program: u64) -> Numbers {
        match self.0.iter().position(|numbers| numbers.program() == program) {
            Some(place) => self.0.swap_remove(place),
            None if self.0.len() < MOST => Numbers::default(),
            None => self.0.swap_remove(0),
        }
    }

    pub(crate) fn put_back(&mut self, numbers: Numbers) {
        self.0.push(numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::program::rows::Rows;

    #[test]
    fn each_program_finds_its_own_numbers() {
        let (scalars, _) = Rows::default().finish();
        let mut pool = Pool::default();
        for program in 1..=40 {
            let mut numbers = pool.take(program);
            scalars.begin((program, 1), false, &mut numbers);
            pool.put_back(numbers);
        }
        assert_eq!(pool.0.len(), MOST);
        assert_eq!(pool.take(40).program(), 40);
        assert_eq!(pool.0.len(), MOST - 1);
        assert_eq!(pool.take(1).program(), 0);
    }
}
