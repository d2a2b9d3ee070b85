//! The numbers of the programs that ran last: what is the same in all of a step is computed once for each, whatever runs between.

use super::code::StepNumbers;
use super::powers::Powers;

/// Most programs whose numbers are kept.
const MOST: usize = 32;

/// The numbers of programs that don't run now, and powers that they asked for.
#[derive(Debug, Default)]
pub(crate) struct Pool {
    #[allow(clippy::vec_box, reason = "each is taken and put back in every run, and is large")]
    numbers: Vec<Box<StepNumbers>>,
    pub(crate) powers: Powers,
}

impl Pool {
    /// The numbers of a program, or room for them.
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
