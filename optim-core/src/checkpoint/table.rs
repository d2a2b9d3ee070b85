//! Models and state dicts as rows and columns, for saving.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::kernel::{Float, TensorRef};
use crate::params::{Name, Parameters};
use crate::state_dict::table::{Column, Elements, Row, Table};
use crate::state_dict::{CheckpointError, StateDict, StateEntry, once};

/// A list of texts in one allocation.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    text: String,
    ends: Vec<u32>,
}

impl Texts {
    /// An empty list with memory for this number of texts and bytes.
    pub(super) fn with_capacity(count: usize, bytes: usize) -> Self {
        Self { text: String::with_capacity(bytes), ends: Vec::with_capacity(count) }
    }

    /// A list of texts with these lengths; `None` if the lengths do not fit the text.
    pub(super) fn of(text: String, mut lengths: Vec<u32>) -> Option<Self> {
        let mut end = 0_u32;
        for length in &mut lengths {
            end = end.checked_add(*length)?;
            *length = end;
            if !text.is_char_boundary(end as usize) {
                return None;
            }
        }
        (end as usize == text.len()).then_some(Self { text, ends: lengths })
    }

    /// Adds a text; `false` if there are more than 4 GiB.
    #[must_use]
    pub(super) fn push(&mut self, text: &dyn std::fmt::Display) -> bool {
        use std::fmt::Write;
        // Writing into a string does not fail.
        let _ = write!(self.text, "{text}");
        let end = u32::try_from(self.text.len());
        self.ends.push(end.unwrap_or(u32::MAX));
        end.is_ok()
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The text with this index; empty if there is none.
    pub(super) fn get(&self, place: usize) -> &str {
        let start = place.checked_sub(1).map_or(0, |before| self.ends.get(before).copied().unwrap_or(0));
        let end = self.ends.get(place).copied().unwrap_or(start);
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Frees unused capacity.
    pub(super) fn shrink(&mut self) {
        // Little unused capacity is not worth a copy.
        if self.text.capacity() / 2 > self.text.len() {
            self.text.shrink_to_fit();
        }
        if self.ends.capacity() / 2 > self.ends.len() {
            self.ends.shrink_to_fit();
        }
    }
}

/// The parameters of a model.
pub(super) struct ModelTable<'a, T> {
    names: Texts,
    tensors: Vec<TensorRef<'a, T>>,
    /// True if an index of the model would not fit its type.
    pub(super) overflows: bool,
}

impl<'a, T: Float> ModelTable<'a, T> {
    pub(super) fn new<P: Parameters<Elem = T> + ?Sized>(params: &'a P) -> Self {
        let mut table = Self { names: Texts::default(), tensors: Vec::new(), overflows: false };
        params.visit(Name::ROOT, &mut |name, tensor| {
            table.overflows |= !table.names.push(&name);
            table.tensors.push(tensor);
        });
        table
    }
}

impl<T: Float> Table for ModelTable<'_, T> {
    fn len(&self) -> usize {
        self.tensors.len()
    }

    fn row(&self, row: usize) -> Row<'_> {
        Row { name: self.names.get(row), shape: self.tensors[row].shape(), view: None, group: 0, steps: 0 }
    }

    fn columns(&self) -> &[Column<'_>] {
        &[Column::Value]
    }

    fn cell(&self, row: usize, _: usize) -> Option<Box<dyn Elements + '_>> {
        Some(Box::new(self.tensors[row]))
    }
}

/// Several models, one after the other.
pub(super) struct Models<'a> {
    pub(super) tables: Vec<Box<dyn Table + 'a>>,
}

impl Models<'_> {
    fn place(&self, mut row: usize) -> (&dyn Table, usize) {
        // A row below `len` exists, so there is a table.
        let (last, others) = self.tables.split_last().expect("a row is in a table");
        for table in others {
            match row.checked_sub(table.len()) {
                None => return (&**table, row),
                Some(rest) => row = rest,
            }
        }
        (&**last, row)
    }
}

impl Table for Models<'_> {
    fn len(&self) -> usize {
        self.tables.iter().map(|table| table.len()).sum()
    }

    fn row(&self, row: usize) -> Row<'_> {
        let (table, row) = self.place(row);
        table.row(row)
    }

    fn columns(&self) -> &[Column<'_>] {
        &[Column::Value]
    }

    fn cell(&self, row: usize, column: usize) -> Option<Box<dyn Elements + '_>> {
        let (table, row) = self.place(row);
        table.cell(row, column)
    }
}

/// The parameters of a state dict. The columns are all names of states.
pub(super) struct DictTable<'a> {
    dict: &'a StateDict,
    columns: Vec<Column<'a>>,
}

impl<'a> DictTable<'a> {
    pub(super) fn new(dict: &'a StateDict) -> Self {
        let params = dict.params.iter().map(|param| param.states.iter().map(|(state, _)| &**state));
        let columns = in_one_order(params).into_iter().map(Column::State).chain([Column::Mask]).collect();
        Self { dict, columns }
    }

    /// Checks that no parameter has a state twice.
    pub(super) fn check(&self) -> Result<(), CheckpointError> {
        self.dict.params.iter().try_for_each(|param| {
            let states = param.states.iter().map(|(state, _)| &**state);
            once(&format!("states of parameter `{}`", param.name), states)
        })
    }
}

/// Merges lists of names without duplicates. The order fits every list if that is possible, otherwise it is the first list's.
fn in_one_order<'a>(lists: impl Iterator<Item = impl Iterator<Item = &'a str>>) -> Vec<&'a str> {
    let (mut places, mut names) = (HashMap::new(), Vec::new());
    let (mut followers, mut pairs): (Vec<Vec<usize>>, _) = (Vec::new(), HashSet::new());
    for list in lists {
        let mut last = None;
        for name in list {
            let place = *places.entry(name).or_insert_with(|| {
                names.push(name);
                followers.push(Vec::new());
                names.len() - 1
            });
            if let Some(before) = last.replace(place)
                && pairs.insert((before, place))
            {
                followers[before].push(place);
            }
        }
    }
    let mut waits = vec![0_usize; names.len()];
    followers.iter().flatten().for_each(|place| waits[*place] += 1);
    let mut left: BTreeSet<(bool, usize)> = BTreeSet::new();
    left.extend((0..names.len()).map(|place| (waits[place] > 0, place)));
    let mut ordered = Vec::with_capacity(names.len());
    // The first name that need not come after another. If lists contradict each other, the first remaining name.
    while let Some((_, place)) = left.pop_first() {
        ordered.push(names[place]);
        for &follower in &followers[place] {
            waits[follower] -= 1;
            if waits[follower] == 0 && left.remove(&(true, follower)) {
                left.insert((false, follower));
            }
        }
    }
    ordered
}

impl Table for DictTable<'_> {
    fn len(&self) -> usize {
        self.dict.params.len()
    }

    fn row(&self, row: usize) -> Row<'_> {
        let param = &self.dict.params[row];
        let view = param.view.as_ref();
        Row { name: &param.name, shape: &param.shape, view, group: param.group, steps: param.step_count }
    }

    fn columns(&self) -> &[Column<'_>] {
        &self.columns
    }

    fn cell(&self, row: usize, column: usize) -> Option<Box<dyn Elements + '_>> {
        let param = &self.dict.params[row];
        match self.columns[column] {
            Column::Value => None,
            Column::Mask => param.mask.as_ref().map(|mask| Box::new(mask) as Box<dyn Elements>),
            Column::State(name) => match &param.states.iter().find(|(state, _)| state == name)?.1 {
                StateEntry::Scalar(number) => Some(Box::new(*number)),
                StateEntry::Tensor(data) => Some(Box::new(data)),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_the_order_of_every_list_that_can_be_kept() {
        let order = |lists: &[&[&'static str]]| in_one_order(lists.iter().map(|list| list.iter().copied()));
        assert_eq!(order(&[&["b"], &["a", "b"]]), ["a", "b"]);
        assert_eq!(order(&[&["b"], &["a", "c"], &["a", "b"]]), ["a", "b", "c"]);
        assert_eq!(order(&[&["m", "v"], &["m", "v"], &["m"]]), ["m", "v"]);
        assert_eq!(order(&[&["a", "b"], &["b", "a"]]), ["a", "b"]);
        assert_eq!(order(&[]), [""; 0]);
    }

    #[test]
    fn texts_of_any_length() {
        let mut texts = Texts::default();
        for text in ["a", "", "жж", ""] {
            assert!(texts.push(&text));
        }
        assert!(texts.iter().eq(["a", "", "жж", ""]) && texts.get(9).is_empty());
        let of = |text: &str, lengths: &[u32]| Texts::of(text.to_owned(), lengths.to_vec());
        assert!(of("xyz", &[1, 2]).unwrap().iter().eq(["x", "yz"]) && of("", &[]).unwrap().len() == 0);
        for (text, lengths) in [("xyz", &[1, 1][..]), ("xyz", &[4]), ("ж", &[1, 1]), ("xyz", &[3, u32::MAX])] {
            assert!(of(text, lengths).is_none(), "{text}");
        }
    }
}
