//! The plan of a wrapper: its passes, and those of the inner optimizer where it calls that.

use crate::definition::InnerCall;
use crate::input::InputInfo;
use crate::kernel::{LENT, Source};
use crate::plan::{PassPlan, StreamPlan};
use crate::state::StateInfo;

/// How the passes of the inner optimizer are called in the plan of both.
pub(super) struct Renamed {
    pub(super) field: &'static str,
    /// The states of both.
    pub(super) states: &'static [StateInfo],
    /// The place of the first state of the inner optimizer.
    pub(super) first: usize,
    /// The inputs of both, and the place of the first one of the inner optimizer.
    pub(super) inputs: &'static [InputInfo],
    pub(super) first_input: usize,
    pub(super) call: InnerCall,
}

impl Renamed {
    /// The passes of the wrapper with those of the inner optimizer at the place of the call.
    pub(super) fn passes(&self, own: &'static [PassPlan], inner: &'static [PassPlan]) -> &'static [PassPlan] {
        let (before, after) = own.split_at(self.call.passes.min(own.len()));
        let inner = inner.iter().map(|pass| self.pass(pass));
        Vec::leak(before.iter().copied().chain(inner).chain(after.iter().copied()).collect())
    }

    fn pass(&self, pass: &PassPlan) -> PassPlan {
        let streams = |streams: &[StreamPlan]| -> &'static [StreamPlan] {
            Vec::leak(streams.iter().map(|stream| self.stream(stream)).collect())
        };
        // A condition is about the settings of the inner optimizer.
        let condition = pass
            .condition
            .map(|text| -> &'static str { String::leak(text.replace("self.", &format!("self.{}.", self.field))) });
        PassPlan { reads: streams(pass.reads), writes: streams(pass.writes), condition, ..*pass }
    }

    fn stream(&self, stream: &StreamPlan) -> StreamPlan {
        let source = self.source(stream.source);
        let name = match (stream.source, source) {
            (_, Source::Param | Source::Grad) => stream.name,
            (_, Source::Input(input)) => self.inputs.get(input).map_or(stream.name, |info| info.name),
            (_, Source::State(state)) => self.states.get(state).map_or(stream.name, |info| info.name),
            _ => String::leak(format!("{}.{}", self.field, stream.name)),
        };
        StreamPlan { name, source, ..*stream }
    }

    /// The common source for a source of the inner optimizer.
    pub(super) fn source(&self, source: Source) -> Source {
        let lent = |source, slot| if let Source::Scratch(_) = source { Source::Scratch(slot) } else { source };
        match source {
            Source::Param => lent(self.call.place, LENT[0]),
            Source::Grad => lent(self.call.grad, LENT[1]),
            Source::State(state) => Source::State(state + self.first),
            Source::Input(input) => Source::Input(input + self.first_input),
            Source::Scratch(_) | Source::Draw(_) => source,
        }
    }
}
