//! A function of an optimizer on its way to generated code.

use crate::ast::Body;
use crate::ir::Program;
use crate::language::Routine;
use crate::plan::Plan;

/// A function of an optimizer, after all stages.
pub(crate) struct Planned {
    pub(crate) routine: Routine,
    pub(crate) body: Body,
    pub(crate) program: Program,
    pub(crate) plan: Plan,
}
