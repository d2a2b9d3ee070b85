//! A cache of the numbers of recent programs. Numbers that are the same throughout a step are computed once per program, even if other programs run
//! in between.

use super::code::StepNumbers;
use super::powers::Powers;

/// The largest number of programs whose numbers are kept.
const MOST: usize = 32;

/// The numbers of programs that are not running, and cached powers.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    #[allow(clippy::vec_box, reason = "each is taken and put back in every run, and is large")]
    numbers: Vec<Box<StepNumbers>>,
    pub(crate) powers: Powers,
}

impl Pool {
    /// Removes and returns the numbers of a program, or the numbers of another program to overwrite.
    pub(crate) fn take(&mut self, program: u64) -> Box<StepNumbers> {
        match self.numbers.iter().position(|numbers| numbers.program() == program) {
            Some(place) => self.numbers.swap_remove(place),
            None if self.numbers.len() < MOST => Box::default(),
            None => self.numbers.swap_remove(0),
        }
    }

    pub(crate) fn put_back(&mut self, numbers: Box<StepNumbers>) {
        if self.numbers.len() < MOST {
            self.numbers.push(numbers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::program::rows::ScalarRows;

    #[test]
    fn each_program_finds_its_own_numbers() {
        let (code, _) = ScalarRows::new(0).finish();
        let mut pool = Pool::default();
        for program in 1..=40 {
            let mut numbers = pool.take(program);
            code.begin((program, 1), None, &mut numbers, &pool.powers, &|_| ());
            pool.put_back(numbers);
        }
        assert_eq!(pool.numbers.len(), MOST);
        assert_eq!(pool.take(40).program(), 40);
        assert_eq!(pool.numbers.len(), MOST - 1);
        assert_eq!(pool.take(1).program(), 0);
    }
}
