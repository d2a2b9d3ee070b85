//! Pictures for readers, as SVG: one module per kind of sheet, and modules for the parts of sheets.
//!
//! | module | pictures |
//! |---|---|
//! | [`trajectories`] | a surface and the paths of all optimizers on it |
//! | [`losses`] | the values along these paths |
//! | [`schedules`](mod@schedules) | the values of schedules |
//! | [`sheet`] | paper, fonts and colours, the same for every picture |
//! | [`contour`], [`simplify`] | contour lines from values; lines with fewer points |

pub(crate) mod contour;
pub(crate) mod losses;
pub(crate) mod schedules;
pub(crate) mod sheet;
pub(crate) mod simplify;
pub(crate) mod trajectories;
