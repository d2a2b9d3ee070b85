//! Draws of random numbers in the shape of another value.

macro_rules! functions {
    ($($Law:ident = $name:ident($x:ident), $meaning:literal;)*) => {
        /// The functions; `place` is the index of the draw in the step.
        pub(super) mod functions {
            use crate::draw::Law;
            use crate::lang::handle::Handle;
            use crate::lang::record;

            $(#[doc = $meaning]
            pub fn $name<X: Handle>($x: X, place: u32) -> X {
                X::lift(record::draw(Law::$Law, place, $x.slot(), X::AXES))
            })*
        }
    };
}
optim_language::draws!(functions);
