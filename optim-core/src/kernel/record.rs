//! A program as a list of passes and calls, with the memory that they move.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use super::linalg::Need;
use super::program::{CallParts, Describe, LoopOperand, LoopUse, Names, Noted, PassParameters};
use super::raw::Streams;
use super::{Extent, Float, Operand, Source, Stream};
use crate::shape::{Axes, ParamShape};
use crate::sorting::sort_by_key;
use crate::time::Time;
use crate::watched::WatchSums;

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
            /// The name of a call of linear algebra in graphs.
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
pub(crate) struct PlannedPass {
    pub(crate) kind: PassKind,
    /// The axes of its walk.
    pub(crate) axes: Axes,
    /// The numbers of matrices, rows and columns of its walk; of its result, if it is a call.
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
    /// The name of an intermediate value or an item, with the fields of the wrappers around it; `None` if the source itself has a name.
    pub(crate) name: Option<Cow<'static, str>>,
    pub(crate) axes: Axes,
    /// The number of elements.
    pub(crate) numbers: usize,
}

impl Moved {
    fn of(stream: &Stream, extent: Extent) -> Self {
        // A pass that runs once for each item of a list counts as one pass with several runs.
        let source = match stream.source {
            Source::Item(slot, _) => Source::Item(slot, 0),
            // The same stream of memory as the gradient that a loop reads.
            Source::RawGrad => Source::Grad,
            source => source,
        };
        let numbers = match source {
            Source::Repeated(repeated) => repeated.len().unwrap_or(usize::MAX),
            _ => extent.over(stream.axes).len(),
        };
        Self { source, name: None, axes: stream.axes, numbers }
    }

    fn of_slot(slot: usize, extent: Extent) -> Self {
        Self::of(&Source::Scratch(slot).tensor(), extent)
    }
}

/// A recorded step.
#[derive(Debug, Default)]
pub(crate) struct RecordedStep {
    /// Each pass and call, with its place in the order of first runs and the number of its runs.
    passes: HashMap<PlannedPass, (usize, usize)>,
    /// The number of cuts at which it waits for numbers of the whole model.
    pub(crate) cuts: usize,
}

impl RecordedStep {
    /// Its passes and calls in the order of their first runs, each with the number of its runs.
    pub(crate) fn into_passes(self) -> Vec<(PlannedPass, usize)> {
        let mut passes: Vec<_> = self.passes.into_iter().collect();
        sort_by_key(&mut passes, |(_, (place, _))| *place);
        passes.into_iter().map(|(pass, (_, times))| (pass, times)).collect()
    }

    /// Counts a cut.
    pub(super) fn cut(&mut self) {
        self.cuts = self.cuts.saturating_add(1);
    }

    /// Records a pass.
    pub(super) fn pass(&mut self, pass: &PassParameters) {
        let PassParameters { extent, moves, note, code, .. } = pass;
        let Streams { inputs, outputs, reductions } = moves.streams();
        let extent = *extent;
        let axes = inputs.iter().chain(outputs).fold(Axes::Scalar, |axes, stream| axes.join(stream.axes));
        // Without the loop as data, all streams count as read.
        let everything = || LoopUse::everything(inputs.len(), outputs.len());
        let used = code.as_ref().map_or_else(everything, |code| code.uses(inputs.len()));
        // Random numbers are computed, not moved.
        let (draws, others): (Vec<usize>, Vec<usize>) =
            (0..inputs.len()).partition(|place| matches!(inputs[*place].source, Source::Draw(_)));
        let kept = reductions.iter().filter(|reduction| reduction.keep != Axes::Scalar);
        let results = kept.map(|reduction| Source::Scratch(reduction.into).over(reduction.keep));
        let moved = |(place, stream): (usize, Stream)| note.named(place, Moved::of(&stream, extent));
        // In the order of the names.
        let streams = others.iter().map(|place| inputs[*place]).chain(outputs.iter().copied()).chain(results);
        let streams: Vec<Moved> = streams.enumerate().map(moved).collect();
        let (of_inputs, rest) = streams.split_at(others.len());
        let (of_outputs, of_results) = rest.split_at(outputs.len());
        let read = |operand: &LoopOperand| match operand {
            LoopOperand::Input(input) => Some(&of_inputs[others.binary_search(input).ok()?]),
            LoopOperand::Output(output) => Some(&of_outputs[*output]),
            _ => None,
        };
        let mut reads: Vec<Moved> = used.read.iter().filter_map(read).cloned().collect();
        for watched in pass.watched.iter().filter_map(read) {
            if !reads.contains(watched) {
                reads.push(watched.clone());
            }
        }
        let written = used.written.iter().map(|output| &of_outputs[*output]);
        self.add(PlannedPass {
            kind: PassKind::Loop,
            axes,
            size: [extent.batch, extent.rows, extent.cols],
            reads,
            writes: written.chain(of_results).cloned().collect(),
            reductions: reductions.len(),
            draws: draws.into_iter().map(|place| inputs[place].axes).collect(),
            divisions: used.divisions,
            square_roots: used.square_roots,
        });
    }

    /// Records a call.
    pub(super) fn call(&mut self, called: &CallParts, note: &Noted) {
        let CallParts { kind, extent, operands, results, .. } = called;
        let stored =
            |operand: &Operand| Moved::of_slot(operand.slot, Extent::new(extent.batch, operand.rows, operand.cols));
        let results = results.iter().map(|(slot, extent)| Moved::of_slot(*slot, *extent));
        let streams = operands.iter().map(stored).chain(results).enumerate();
        let mut reads: Vec<Moved> = streams.map(|(place, moved)| note.named(place, moved)).collect();
        let writes = reads.split_off(operands.len());
        self.add(PlannedPass {
            kind: *kind,
            axes: Axes::Tensor,
            size: [extent.batch, extent.rows, extent.cols],
            reads,
            writes,
            reductions: 0,
            draws: Vec::new(),
            divisions: 0,
            square_roots: 0,
        });
    }

    fn add(&mut self, pass: PlannedPass) {
        let place = self.passes.len();
        let (_, times) = self.passes.entry(pass).or_insert((place, 0));
        *times = times.saturating_add(1);
    }
}

impl Noted {
    /// Adds the name to a stream.
    fn named(&self, place: usize, mut stream: Moved) -> Moved {
        let name = self.note.and_then(|note| note.get(place)).filter(|name| !name.is_empty());
        stream.name = name_of(stream.source, name, self.names.as_deref());
        stream
    }
}

/// The name of a stream whose source has no name.
fn name_of(source: Source, name: Option<&&'static str>, names: Option<&Names>) -> Option<Cow<'static, str>> {
    let lent = |place: usize| names.and_then(|names| names.lent[place]);
    let name = match (name, source) {
        (Some(name), _) => name,
        (None, Source::Scratch(slot)) if lent(0) == Some(slot) => "param",
        (None, Source::Scratch(slot)) if lent(1) == Some(slot) => "grad",
        (None, Source::Scratch(_) | Source::Item(..) | Source::Repeated(_)) => "scratch",
        (None, _) => return None,
    };
    let Some(names) = names else { return Some(Cow::Borrowed(name)) };
    Some(Cow::Owned([&names.fields[..], &[name]].concat().join(".")))
}

/// The memory that the calls of linear algebra of these entries need at step `t`, besides their operands and results.
///
/// # Panics
/// Panics if the description of the step does.
pub(crate) fn need<T: Float>(
    optimizer: &dyn Describe<T>,
    entries: impl Iterator<Item = usize>,
    shape: ParamShape,
    t: u64,
) -> Need {
    let of_entry = |entry| optimizer.program(entry, (shape, Time::new(t), WatchSums::NONE), None).need();
    entries.map(of_entry).fold(Need::default(), Need::max)
}

/// Records these entries at step `t` for a parameter of this shape. It computes no elements and allocates no memory for them, so a large shape costs
/// no more than a small one.
///
/// # Panics
/// Panics if the description of the step does.
pub(crate) fn record(
    optimizer: &dyn Describe<f32>,
    entries: Range<usize>,
    shape: ParamShape,
    (t, watch): (u64, WatchSums),
) -> RecordedStep {
    let mut recording = RecordedStep::default();
    for entry in entries {
        optimizer.written_program(entry, (shape, Time::new(t), watch), None).record(&mut recording);
    }
    recording
}
