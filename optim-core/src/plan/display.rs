//! Plans as text.

use std::fmt::{self, Display, Formatter};

use super::{PassKind, StepPass, StepPlan, StepStream};
use crate::shape::Axes;

impl Display for StepPlan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let runs = self.passes.iter().map(|pass| pass.times).fold(0, usize::saturating_add);
        write!(f, "{} of {:?}: {}", self.optimizer, self.shape, counted(runs, "pass"))?;
        if self.programs.len() > 1 {
            write!(f, " in {} programs", self.programs.len())?;
        }
        if self.phases > 1 {
            write!(f, ", in {} phases over the whole model", self.phases)?;
        }
        numbered(f, &self.passes)?;
        if self.programs.len() > 1 {
            self.programs.iter().try_for_each(|program| write!(f, "\n  {program}"))?;
        }
        write!(
            f,
            "\n  per element: {} B moved (f32), {}, {}\n  in all: {} B moved (f32), {} B of state (f32)",
            Short(self.bytes_per_element(4)),
            counted(Short(self.divisions()), "division"),
            counted(Short(self.square_roots()), "square root"),
            self.bytes(4),
            self.state_bytes(4),
        )?;
        if self.kept > 0 {
            write!(f, "\n  from phase to phase: {} B of scratch (f32)", self.phase_bytes(4))?;
        }
        routine(f, "probe", &self.probe)?;
        routine(f, "eval", &self.eval)?;
        match self.backup.is_empty() {
            true => Ok(()),
            false => write!(f, "\n  for `step_with`: {} B of copies (f32)", self.backup_bytes(4)),
        }
    }
}

impl Display for StepPass {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.times > 1 {
            write!(f, "{} times ", self.times)?;
        }
        let [batch, rows, cols] = self.size;
        write!(f, "{}{} of {batch} x {rows} x {cols}: ", self.kind, self.axes.name())?;
        moved(f, &self.reads, &self.writes, self.reductions, &self.draws)
    }
}

/// The words between the name of a pass and its axes.
impl Display for PassKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.call() {
            None => f.write_str("over "),
            Some(call) => write!(f, "{call}, "),
        }
    }
}

impl Display for StepStream {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A line for each pass.
fn numbered(f: &mut Formatter<'_>, passes: &[StepPass]) -> fmt::Result {
    (1..).zip(passes).try_for_each(|(number, pass)| write!(f, "\n  {number}. {pass}"))
}

/// The passes of `probe` and `eval`, if there are any.
fn routine(f: &mut Formatter<'_>, name: &str, passes: &[StepPass]) -> fmt::Result {
    if passes.is_empty() {
        return Ok(());
    }
    write!(f, "\n  {name}: {}", counted(passes.len(), "pass"))?;
    numbered(f, passes)
}

/// The streams and reductions of a pass.
fn moved(
    f: &mut Formatter<'_>,
    reads: &[StepStream],
    writes: &[StepStream],
    reductions: usize,
    draws: &[Axes],
) -> fmt::Result {
    f.write_str("reads")?;
    if reads.is_empty() {
        f.write_str(" nothing")?;
    }
    reads.iter().try_for_each(|stream| write!(f, " {stream}"))?;
    if !writes.is_empty() {
        f.write_str(", writes")?;
        writes.iter().try_for_each(|stream| write!(f, " {stream}"))?;
    }
    if reductions > 0 {
        write!(f, ", {reductions} reduced")?;
    }
    if !draws.is_empty() {
        write!(f, ", {} drawn", draws.len())?;
    }
    Ok(())
}

/// `1 pass`, `0.5 divisions`.
fn counted(number: impl Display, what: &str) -> String {
    let number = number.to_string();
    let plural = match (number.as_str(), what) {
        ("1", _) => "",
        (_, "pass") => "es",
        _ => "s",
    };
    format!("{number} {what}{plural}")
}

/// A number with at most two decimals, or none for a whole number.
struct Short(f64);

impl Display for Short {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}
