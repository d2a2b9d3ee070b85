//! The operations of the table on numbers: of one parameter, and of several parameters at once.

use optim_language::Work;

use crate::kernel::{Float, math};

/// The largest number of parameters in a block whose numbers differ.
pub(crate) const FEW: usize = 32;

/// One number for each parameter of a block.
pub(crate) type Lanes = [f64; FEW];

/// The number of parameters that are computed at once. The last group of a block may be incomplete.
pub(crate) const GROUP: usize = 8;

/// One number for each parameter of a group.
pub(super) type LaneGroup = [f64; GROUP];

/// Divides the numbers of a block into groups.
pub(super) fn groups(lanes: &Lanes) -> &[LaneGroup] {
    const { assert!(FEW.is_multiple_of(GROUP)) };
    lanes.as_chunks().0
}

/// An operation on the numbers of one parameter.
pub(super) type OfOne = fn(f64, f64, f64) -> f64;
/// An operation on the numbers of each parameter of a group.
pub(super) type OfEach = fn([&LaneGroup; 3], &mut LaneGroup);

macro_rules! computations {
    ($($section:ident { $($rows:tt)* })*) => {
        computations!(@collect [] [] $($section { $($rows)* })*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] unary { $($Op:ident = $name:ident($x:ident) $(as $sign:tt)?, $w:ident, $m:literal;)* } $($rest:tt)*) => {
        computations!(@collect [$($one)* $($Op = $name(a) [$($sign)?] $w,)*] [$($all)*] $($rest)*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] binary { $($Op:ident = $name:ident($a:ident, $b:ident) $(as $sign:tt)?, $w:ident, $m:literal;)* } $($rest:tt)*) => {
        computations!(@collect [$($one)* $($Op = $name(a b) [$($sign)?] $w,)*] [$($all)*] $($rest)*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] ternary { $($Op:ident = $name:ident($a:ident, $b:ident, $c:ident), $w:ident, $m:literal;)* } $($rest:tt)*) => {
        computations!(@collect [$($one)* $($Op = $name(a b c) [] $w,)*] [$($all)*] $($rest)*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] compare { $($Op:ident = $name:ident($a:ident, $b:ident) as $sign:tt, $w:ident, $m:literal;)* } $($rest:tt)*) => {
        computations!(@collect [$($one)*] [$($all)* $($Op($sign),)*] $($rest)*);
    };
    (@collect [$($one:tt)*] [$($all:tt)*] $other:ident { $($rows:tt)* } $($rest:tt)*) => {
        computations!(@collect [$($one)*] [$($all)*] $($rest)*);
    };
    (@collect [$($Op:ident = $name:ident($($x:ident)+) [$($sign:tt)?] $work:ident,)*] [$($Compare:ident($compare:tt),)*]) => {
        /// An operation of the table, on numbers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the table has the meanings of its rows")]
        pub enum Computation {
            $($Op,)*
            $($Compare,)*
            BitAnd,
            BitOr,
            Not,
            Select,
        }

        impl Computation {
            /// Computes its number: 1 or 0 for a comparison.
            #[inline(always)]
            pub(crate) fn of<T: Float>(self, [a, b, c]: [T; 3]) -> T {
                match self {
                    $(Self::$Op => computations!(@call [$($sign)?] $name [a b c] $($x)+),)*
                    $(Self::$Compare => if a $compare b { T::ONE } else { T::ZERO },)*
                    Self::BitAnd => a.min(b),
                    Self::BitOr => a.max(b),
                    Self::Not => T::ONE - a,
                    Self::Select => if a == T::ZERO { c } else { b },
                }
            }

            /// Its name in the language.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Op => stringify!($name),)*
                    $(Self::$Compare => stringify!($compare),)*
                    Self::BitAnd => "&",
                    Self::BitOr => "|",
                    Self::Not => "!",
                    Self::Select => "select",
                }
            }

            /// The number of its operands.
            #[must_use]
            pub const fn operands(self) -> usize {
                match self {
                    $(Self::$Op => [$(stringify!($x)),+].len(),)*
                    $(Self::$Compare)|* | Self::BitAnd | Self::BitOr => 2,
                    Self::Not => 1,
                    Self::Select => 3,
                }
            }

            /// Its kind of work.
            pub(super) const fn work(self) -> Work {
                match self {
                    $(Self::$Op => Work::$work,)*
                    $(Self::$Compare)|* | Self::BitAnd | Self::BitOr | Self::Not | Self::Select => Work::Exact,
                }
            }

            /// Its functions. A running program calls them without a `match` on the operation.
            pub(super) fn functions(self) -> (OfOne, OfEach) {
                macro_rules! functions {
                    ($own:expr) => {
                        (
                            |a, b, c| $own.of([a, b, c]),
                            |[a, b, c], to| {
                                for k in 0..GROUP {
                                    to[k] = $own.of([a[k], b[k], c[k]]);
                                }
                            },
                        )
                    };
                }
                match self {
                    $(Self::$Op => functions!(Self::$Op),)*
                    $(Self::$Compare => functions!(Self::$Compare),)*
                    Self::BitAnd => functions!(Self::BitAnd),
                    Self::BitOr => functions!(Self::BitOr),
                    Self::Not => functions!(Self::Not),
                    Self::Select => functions!(Self::Select),
                }
            }
        }
    };
    (@call [-] $name:ident [$a:ident $b:ident $c:ident] $x:ident) => { -$a };
    (@call [$sign:tt] $name:ident [$a:ident $b:ident $c:ident] $x:ident $y:ident) => { $a $sign $b };
    (@call [] $name:ident [$a:ident $b:ident $c:ident] $x:ident) => { math::$name($a) };
    (@call [] $name:ident [$a:ident $b:ident $c:ident] $x:ident $y:ident) => { math::$name($a, $b) };
    (@call [] $name:ident [$a:ident $b:ident $c:ident] $x:ident $y:ident $z:ident) => { math::$name($a, $b, $c) };
}
optim_language::operations!(computations);
