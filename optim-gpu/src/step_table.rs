//! The numbers of the next steps as a table, and the kernel that writes the numbers of the next step to the registers.
//!
//! Most numbers of a step are the same in the next step, and most others are the same for many parameters. So the table has a column for each number that
//! changes, with the registers of this number.

#![allow(
    clippy::needless_pass_by_value,
    unused_qualifications,
    reason = "a kernel is written in a language of its own, which takes these forms only"
)]

use std::collections::HashMap;

use cubecl::prelude::*;

use crate::units::UNITS;

/// The first words of a table on the device: the finished steps, all steps, columns, and registers that get a number.
const DONE: usize = 0;
const STEPS: usize = 1;
const COLUMNS: usize = 2;
const PLACES: usize = 3;
const HEAD: usize = 4;

/// The largest number of words in a table with one step of this many registers.
pub(crate) fn words_of_a_step(registers: usize) -> usize {
    HEAD + 3 * registers
}

/// The numbers of steps, collected step by step.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// The column of each register. All registers of a column have had the same bits in every step so far.
    column: Vec<usize>,
    columns: Vec<NumberSoFar>,
    steps: usize,
}

/// A number in all steps so far.
#[derive(Clone, Debug, Default)]
struct NumberSoFar {
    bits: Vec<u32>,
    changes: bool,
}

/// The numbers of steps.
#[derive(Debug, Default)]
pub(crate) struct StepTable {
    /// The bits of all registers in the first step.
    first: Vec<u32>,
    /// The registers that get a number in each step, and the columns of this number.
    places: Vec<(usize, usize)>,
    columns: usize,
    rows: Vec<u32>,
    pub(crate) steps: usize,
}

impl History {
    /// Adds a step with these numbers of all registers.
    pub(crate) fn add(&mut self, numbers: &[f32]) {
        if self.columns.is_empty() {
            (self.column, self.columns) = (vec![0; numbers.len()], vec![NumberSoFar::default()]);
        }
        let known = self.columns.len();
        let mut new: Vec<Option<u32>> = vec![None; known];
        let mut split: HashMap<(usize, u32), usize> = HashMap::new();
        for (column, number) in self.column.iter_mut().zip(numbers) {
            let bits = number.to_bits();
            if *new[*column].get_or_insert(bits) == bits {
                continue;
            }
            let from = *column;
            *column = *split.entry((from, bits)).or_insert_with(|| {
                self.columns.push(self.columns[from].clone());
                new.push(Some(bits));
                new.len() - 1
            });
        }
        for (column, bits) in self.columns.iter_mut().zip(new) {
            // A column without a number has no registers left.
            column.bits.push(bits.unwrap_or(0));
            column.changes |= bits.is_some_and(|bits| bits != column.bits[0]);
        }
        self.steps += 1;
    }

    /// The number of steps.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// The smallest number of words in their table.
    pub(crate) fn words(&self) -> usize {
        let changing = self.columns.iter().filter(|column| column.changes).count();
        HEAD + self.steps.saturating_mul(changing.max(1))
    }

    /// As many of these steps as fit into a table of `words` words. The registers in `written` get their number in each step, even if it is always
    /// the same.
    pub(crate) fn table(self, words: usize, written: &[usize]) -> StepTable {
        let Self { column, columns, steps } = self;
        let mut kept = vec![None; columns.len()];
        let mut used = Vec::new();
        let mut places = Vec::new();
        for (register, column) in column.iter().enumerate() {
            if columns[*column].changes || written.contains(&register) {
                let at = *kept[*column].get_or_insert_with(|| {
                    used.push(*column);
                    used.len() - 1
                });
                places.push((register, at));
            }
        }
        let room = words.saturating_sub(HEAD + 2 * places.len());
        let steps = room.checked_div(used.len()).map_or(steps, |most| most.min(steps));
        let first = column.iter().map(|column| columns[*column].bits.first().copied().unwrap_or(0)).collect();
        let rows = (0..steps).flat_map(|step| used.iter().map(move |column| (step, *column)));
        let rows = rows.map(|(step, column)| columns[column].bits[step]).collect();
        StepTable { first, places, columns: used.len(), rows, steps }
    }
}

impl StepTable {
    /// The numbers of all registers in the first step.
    pub(crate) fn first(&self) -> Vec<f32> {
        self.first.iter().map(|bits| f32::from_bits(*bits)).collect()
    }

    /// Returns true if these are the numbers of all registers in a step.
    pub(crate) fn has(&self, step: usize, numbers: &[f32]) -> bool {
        if step >= self.steps {
            return false;
        }
        let mut row = self.first.clone();
        for (register, column) in &self.places {
            row[*register] = self.rows[step * self.columns + column];
        }
        numbers.iter().map(|number| number.to_bits()).eq(row)
    }

    /// The table as the device reads it.
    pub(crate) fn words(&self) -> Vec<u32> {
        // No table has more words than a device can count.
        let word = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let mut words = vec![0; HEAD];
        (words[STEPS], words[COLUMNS], words[PLACES]) = (word(self.steps), word(self.columns), word(self.places.len()));
        words.extend(self.places.iter().flat_map(|(register, column)| [word(*register), word(*column)]));
        words.extend(&self.rows);
        words
    }
}

/// Writes the numbers of the next step to the registers, and counts the step. After the last step it does nothing.
#[cube(launch_unchecked)]
pub(crate) fn next_step_kernel(table: &mut [u32], registers: &mut [u32]) {
    let done = table[comptime!(DONE)];
    let is_left = done < table[comptime!(STEPS)];
    let columns = table[comptime!(COLUMNS)] as usize;
    let places = table[comptime!(PLACES)] as usize;
    let row = comptime!(HEAD) + 2 * places + done as usize * columns;
    // The kernel copies numbers as integers, which keeps their bits.
    let mut k = UNIT_POS as usize;
    while is_left && k < places {
        let place = comptime!(HEAD) + 2 * k;
        registers[table[place] as usize] = table[row + table[place + 1] as usize];
        k += UNITS;
    }
    // All units have read the number of finished steps.
    sync_cube();
    if UNIT_POS == 0 && is_left {
        table[comptime!(DONE)] = done + comptime!(1u32).runtime();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_always_equal_share_a_column() {
        let mut history = History::default();
        let step = |t: usize| [1.0, t as f32, t as f32, if t < 2 { 7.0 } else { t as f32 }, 7.0, 1.0];
        (0..5).for_each(|t| history.add(&step(t)));
        assert_eq!((history.steps(), history.words()), (5, HEAD + 5 * 2));
        let table = history.table(usize::MAX, &[5]);
        assert_eq!((table.columns, table.places.clone()), (3, vec![(1, 0), (2, 0), (3, 1), (5, 2)]));
        assert_eq!((table.steps, table.words().len()), (5, HEAD + 2 * 4 + 3 * 5));
        assert_eq!(table.first(), step(0));
        assert!((0..5).all(|t| table.has(t, &step(t))));
        assert!(!table.has(1, &step(2)) && !table.has(5, &step(4)) && !table.has(1, &step(1)[..5]));
    }

    #[test]
    fn a_table_has_as_many_steps_as_there_is_room_for() {
        let table = |words| {
            let mut history = History::default();
            (0..5).for_each(|t| history.add(&[t as f32, -(t as f32)]));
            history.table(words, &[])
        };
        let full = table(usize::MAX).words().len();
        assert_eq!([0, 1, 2, 3].map(|less| table(full - less).steps), [5, 4, 4, 3]);
        assert!(table(full - 3).words().len() <= full - 3);
        assert_eq!(table(words_of_a_step(2)).steps, 1);
    }
}
