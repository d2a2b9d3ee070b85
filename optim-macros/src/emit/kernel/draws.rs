//! Random numbers: the index of each draw, and the iterations of the loops around it.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Kernel;
use super::tile::own;
use crate::ir::{Around, Def, Id};
use crate::plan::{Frame, LoopPlan, Step};

impl Kernel<'_> {
    /// The declaration of a loop's iteration counter, and the statement that increments it. A loop needs both if it draws random numbers or
    /// joins numbers of all parameters.
    pub(super) fn counter(&self, iterations: &LoopPlan) -> [Option<TokenStream>; 2] {
        let draws = !self.for_clock && self.draws(&iterations.frame, Around::Loop(iterations.id));
        let iteration = iteration_of(iterations.id);
        [draws.then(|| quote!(let mut #iteration = 0_u64;)), draws.then(|| quote!(#iteration += 1;))]
    }

    /// Returns true if a frame draws random numbers in an iteration of this loop, or has a cut.
    fn draws(&self, frame: &Frame, around: Around) -> bool {
        let is_draw = |id: &Id| {
            let value = &self.program.values[*id];
            matches!(value.def, Def::Draw(..)) && value.path.contains(&around)
        };
        frame.steps.iter().any(|step| match step {
            Step::Scalars(compute) => compute.iter().any(is_draw),
            Step::Pass(pass) => pass.passes().iter().any(|pass| pass.reads.keys().any(is_draw)),
            Step::Call(..) | Step::Axis(..) | Step::Inner(_) => false,
            Step::Cut(ids) => ids.iter().any(|id| self.program.values[*id].path.contains(&around)),
            Step::Loop(inner) => self.draws(&inner.frame, around),
        })
    }

    /// A draw: its distribution, its index and the iterations of the loops around it.
    pub(super) fn draw(&self, id: Id) -> TokenStream {
        let (root, value) = (&self.root, &self.program.values[id]);
        let Def::Draw(law, place) = value.def else { unreachable!("only draws are drawn") };
        let (law, place) = (format_ident!("{law:?}"), Literal::u32_unsuffixed(place));
        let iterations = value.path.iter().filter_map(|around| match around {
            Around::Loop(iterations) => Some(iteration_of(*iterations)),
            Around::Arm(..) => None,
        });
        let draw = format_ident!("{}", if self.probes { "draw_of_probe" } else { "draw" });
        quote!(#root::Description::#draw(cx, #root::Law::#law, #place, &[#(#iterations),*]))
    }
}

/// The iteration counter of a loop.
pub(super) fn iteration_of(iterations: usize) -> Ident {
    own(&format!("iteration_{iterations}"))
}
