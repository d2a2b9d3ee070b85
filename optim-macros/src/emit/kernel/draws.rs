//! Random numbers: which they are, and the turns of loops that they belong to.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::Kernel;
use super::tile::own;
use crate::ir::{Around, Def, Id};
use crate::plan::{Frame, LoopPlan, Step};

impl Kernel<'_> {
    /// What declares the number of a loop's turn, and what counts it: there if random numbers are drawn in the loop, or numbers of
    /// all parameters are joined.
    pub(super) fn counter(&self, turns: &LoopPlan) -> [Option<TokenStream>; 2] {
        let draws = !self.for_clock && self.draws(&turns.frame, Around::Loop(turns.id));
        let turn = turn_of(turns.id);
        [draws.then(|| quote!(let mut #turn = 0_u64;)), draws.then(|| quote!(#turn += 1;))]
    }

    /// Whether a frame has random numbers that belong to an iteration of this loop, or a cut.
    fn draws(&self, frame: &Frame, around: Around) -> bool {
        let is_draw = |id: &Id| {
            let value = &self.program.values[*id];
            matches!(value.def, Def::Draw(..)) && value.path.contains(&around)
        };
        frame.steps.iter().any(|step| match step {
            Step::Scalars(compute) => compute.iter().any(is_draw),
            Step::Pass(pass) => pass.passes().iter().any(|pass| pass.reads.keys().any(is_draw)),
            Step::Call(..) | Step::Inner(_) => false,
            Step::Cut(ids) => ids.iter().any(|id| self.program.values[*id].path.contains(&around)),
            Step::Loop(inner) => self.draws(&inner.frame, around),
        })
    }

    /// A draw: by what and where, in which turns of the loops around it.
    pub(super) fn draw(&self, id: Id) -> TokenStream {
        let (root, value) = (&self.root, &self.program.values[id]);
        let Def::Draw(law, place) = value.def else { unreachable!("only draws are drawn") };
        let (law, place) = (format_ident!("{law:?}"), Literal::u32_unsuffixed(place));
        let turns = value.path.iter().filter_map(|around| match around {
            Around::Loop(turns) => Some(turn_of(*turns)),
            Around::Arm(..) => None,
        });
        let draw = format_ident!("{}", if self.probes { "draw_of_probe" } else { "draw" });
        quote!(#root::Cx::#draw(cx, #root::Law::#law, #place, &[#(#turns),*]))
    }
}

/// The variable that counts the turns of a loop.
pub(super) fn turn_of(turns: usize) -> Ident {
    own(&format!("turn_{turns}"))
}
