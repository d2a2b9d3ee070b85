//! `+ - * / %` between every two kinds, negation, and assignment where the kind stays the same.

use std::ops::{
    Add, AddAssign, BitAnd, BitOr, Div, DivAssign, Mul, MulAssign, Neg, Not, Rem, RemAssign, Sub, SubAssign,
};

use super::handle::sealed::{Input, Sealed};
use super::handle::{Cols, Handle, Mask, Matrices, Rows, Scalar, Tensor};
use super::join::{Join, for_each_broadcast, for_each_pair};
use super::op::{Binary, Op, Unary};

macro_rules! arithmetic {
    ($A:ident, $B:ident, $Out:ident) => {
        arithmetic!($A, $B, $Out: Add add, Sub sub, Mul mul, Div div, Rem rem);
    };
    ($A:ident, $B:ident, $Out:ident: $($Trait:ident $method:ident),*) => {
        $(impl $Trait<$B> for $A {
            type Output = $Out;

            fn $method(self, rhs: $B) -> $Out {
                $Out::make(Op::Binary(Binary::$Trait), &[self.slot(), rhs.slot()])
            }
        })*
    };
}
for_each_pair!(arithmetic);

/// `a += b` where `b` broadcasts to the kind of `a`.
macro_rules! arithmetic_assign {
    ($A:ident, $B:ident) => {
        arithmetic_assign!($A, $B: AddAssign add_assign Add, SubAssign sub_assign Sub, MulAssign mul_assign Mul,
            DivAssign div_assign Div, RemAssign rem_assign Rem);
    };
    ($A:ident, $B:ident: $($Trait:ident $method:ident $Op:ident),*) => {
        $(impl $Trait<$B> for $A {
            fn $method(&mut self, rhs: $B) {
                *self = $A::make(Op::Binary(Binary::$Op), &[self.slot(), rhs.slot()]);
            }
        })*
    };
}
for_each_broadcast!(arithmetic_assign);

macro_rules! negation {
    ($($A:ident)*) => {
        $(impl Neg for $A {
            type Output = $A;

            fn neg(self) -> $A {
                $A::make(Op::Unary(Unary::Neg), &[self.slot()])
            }
        })*
    };
}
negation!(Scalar Matrices Rows Cols Tensor);

impl<A: Join<B, Output: Handle>, B> BitAnd<Mask<B>> for Mask<A>
where
    A: Handle,
    B: Handle,
{
    type Output = Mask<A::Output>;

    fn bitand(self, rhs: Mask<B>) -> Self::Output {
        Mask::make(Op::And, &[self.slot(), rhs.slot()])
    }
}

impl<A: Join<B, Output: Handle>, B> BitOr<Mask<B>> for Mask<A>
where
    A: Handle,
    B: Handle,
{
    type Output = Mask<A::Output>;

    fn bitor(self, rhs: Mask<B>) -> Self::Output {
        Mask::make(Op::Or, &[self.slot(), rhs.slot()])
    }
}

impl<K: Handle> Not for Mask<K> {
    type Output = Mask<K>;

    fn not(self) -> Mask<K> {
        Mask::make(Op::Not, &[self.slot()])
    }
}
