//! A program as a list of its passes and calls, and of the memory that they move.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::linalg::Need;
use super::program::{CallParts, Describe, Names, Noted, PassParts};
use super::{Extent, Float, Operand, Source, Stream};
use crate::shape::{Axes, ParamShape};
use crate::sorting::sort_by_key;
use crate::time::Time;

macro_rules! kinds {
    ($($section:ident {
        $($Call:ident = $name:ident($($x:ident),+) as $graph:literal -> ($($result:ident),+), $by:ident, $meaning:literal;)*
    })*) => {
        /// The kind of a pass.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum PassKind {
            /// A fused loop over elements.
            Loop,
            $($(#[doc = $meaning] $Call,)*)*
        }

        impl PassKind {
            /// The name of a call of linear algebra, as it is called in graphs.
            #[must_use]
            pub const fn call(self) -> Option<&'static str> {
                match self {
                    Self::Loop => None,
                    $($(Self::$Call => Some($graph),)*)*
                }
            }
        }
    };
}
optim_language::library_calls!(kinds);

/// A pass or a call of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Recorded {
    pub(crate) kind: PassKind,
    /// The axes that it walks over.
    pub(crate) axes: Axes,
    /// Matrices, rows and columns of what it walks over; of its result, if it is a call.
    pub(crate) size: [usize; 3],
    pub(crate) reads: Vec<Moved>,
    pub(crate) writes: Vec<Moved>,
    pub(crate) reductions: usize,
    /// The axes of each draw.
    pub(crate) draws: Vec<Axes>,
    pub(crate) divisions: usize,
    pub(crate) square_roots: usize,
}

/// Numbers that a pass or a call reads or writes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Moved {
    pub(crate) source: Source,
    /// The name of an intermediate value or an item, with the fields of the wrappers around it; none where the source has one.
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) axes: Axes,
    /// The number of elements.
    pub(crate) numbers: usize,
}

impl Moved {
    fn of(stream: &Stream, extent: Extent) -> Self {
        // The items of a list are moved by one pass that runs several times.
        let source = match stream.source {
            Source::Item(slot, _) => Source::Item(slot, 0),
            source => source,
        };
        Self { source, name: None, axes: stream.axes, numbers: extent.over(stream.axes).len() }
    }

    fn of_slot(slot: usize, extent: Extent) -> Self {
        Self::of(&Source::Scratch(slot).tensor(), extent)
    }
}

/// The streams of a pass or a call in the order in which notes number them.
struct Listed {
    streams: Vec<Moved>,
    /// How many of them, from the first on, can be read.
    readable: usize,
    /// The first one that is written, as all after it are.
    written: usize,
}

/// A step that was recorded.
#[derive(Debug, Default)]
pub(crate) struct RecordedStep {
    /// Each pass and call, with its place in the order of first runs and the number of its runs.
    passes: HashMap<Recorded, (usize, usize)>,
    /// At how many cuts it waits for numbers of the whole model.
    pub(crate) cuts: usize,
    /// The memory that its calls of linear algebra need, besides their operands and results.
    pub(crate) need: Need,
}

impl RecordedStep {
    /// Its passes and calls in the order of their first runs, each with the number of its runs.
    pub(crate) fn into_passes(self) -> Vec<(Recorded, usize)> {
        let mut passes: Vec<_> = self.passes.into_iter().collect();
        sort_by_key(&mut passes, |(_, (place, _))| *place);
        passes.into_iter().map(|(pass, (_, times))| (pass, times)).collect()
    }

    /// Counts a cut.
    pub(super) fn cut(&mut self) {
        self.cuts = self.cuts.saturating_add(1);
    }

    /// Writes a pass down.
    pub(super) fn pass(&mut self, pass: &PassParts<'_>) {
        let PassParts { extent, inputs, outputs, reductions, note, .. } = *pass;
        // Random numbers are computed, not moved.
        let (draws, inputs): (Vec<&Stream>, Vec<&Stream>) =
            inputs.iter().partition(|stream| matches!(stream.source, Source::Draw(_)));
        let kept = reductions.iter().filter(|reduction| reduction.keep != Axes::Scalar);
        let results = kept.map(|reduction| Source::Scratch(reduction.into).over(reduction.keep));
        let (written, readable) = (inputs.len(), inputs.len() + outputs.len());
        let streams = inputs.into_iter().copied().chain(outputs.iter().copied()).chain(results);
        let streams = streams.map(|stream| Moved::of(&stream, extent)).collect();
        let draws = draws.into_iter().map(|stream| stream.axes).collect();
        let streams = Listed { streams, readable, written };
        self.add((PassKind::Loop, extent), streams, (reductions.len(), draws), note);
    }

    /// Writes a call down.
    pub(super) fn call(&mut self, called: &CallParts, note: &Noted) {
        let CallParts { kind, extent, operands, results, need } = called;
        self.need = self.need.max(*need);
        let stored =
            |operand: &Operand| Moved::of_slot(operand.slot, Extent::new(extent.batch, operand.rows, operand.cols));
        let results = results.iter().map(|(slot, extent)| Moved::of_slot(*slot, *extent));
        let streams = operands.iter().map(stored).chain(results).collect();
        let streams = Listed { streams, readable: operands.len(), written: operands.len() };
        self.add((*kind, *extent), streams, (0, Vec::new()), note);
    }

    fn add(
        &mut self,
        (kind, extent): (PassKind, Extent),
        streams: Listed,
        (reductions, draws): (usize, Vec<Axes>),
        noted: &Noted,
    ) {
        let (axes, divisions, square_roots) =
            noted.note.map_or((Axes::Tensor, 0, 0), |note| (note.axes, note.divisions, note.square_roots));
        let size = [extent.batch, extent.rows, extent.cols];
        let (reads, writes) = reads_and_writes(streams, noted);
        let pass = Recorded { kind, axes, size, reads, writes, reductions, draws, divisions, square_roots };
        let place = self.passes.len();
        let (_, times) = self.passes.entry(pass).or_insert((place, 0));
        *times = times.saturating_add(1);
    }
}

/// The streams that a pass or a call reads and those that it writes, with their names.
fn reads_and_writes(streams: Listed, noted: &Noted) -> (Vec<Moved>, Vec<Moved>) {
    let (Listed { mut streams, readable, written }, Noted { note, names }) = (streams, noted);
    for (place, stream) in streams.iter_mut().enumerate() {
        let name = note.and_then(|note| note.names.get(place)).filter(|name| !name.is_empty());
        stream.name = name_of(stream.source, name, names.as_deref());
    }
    let writes = streams[written..].to_vec();
    let reads = match note {
        Some(note) => note.reads.iter().filter_map(|place| streams.get(*place).cloned()).collect(),
        // Without a note it is not known what is read: whatever can be.
        None => {
            streams.truncate(readable);
            streams
        }
    };
    (reads, writes)
}

/// The name of a stream where its source has none.
fn name_of(source: Source, name: Option<&&'static str>, names: Option<&Names>) -> Option<Cow<'static, str>> {
    let lent = |place: usize| names.and_then(|names| names.lent[place]);
    let name = match (name, source) {
        (Some(name), _) => name,
        (None, Source::Scratch(slot)) if lent(0) == Some(slot) => "param",
        (None, Source::Scratch(slot)) if lent(1) == Some(slot) => "grad",
        (None, Source::Scratch(_) | Source::Item(..)) => "scratch",
        (None, _) => return None,
    };
    let Some(names) = names else { return Some(Cow::Borrowed(name)) };
    Some(Cow::Owned([&names.fields[..], &[name]].concat().join(".")))
}

/// Records these entries at step `t` of a parameter of this shape. No element is touched and no memory taken for any, so that a large
/// shape costs no more than a small one.
///
/// # Panics
/// Panics where the description of the step does.
pub(crate) fn record<T: Float>(
    optimizer: &dyn Describe<T>,
    entries: Range<usize>,
    shape: ParamShape,
    t: u64,
) -> RecordedStep {
    let mut recording = RecordedStep::default();
    for entry in entries {
        optimizer.program(entry, (shape, Time::new(t)), None, false).record(&mut recording);
    }
    recording
}
