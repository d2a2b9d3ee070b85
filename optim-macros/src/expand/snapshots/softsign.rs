#[inline(always)]
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "generated"
)]
fn softsign<V: Value + ::optim_std::__private::Value>(x: V, scale: f64) -> V {
    V::div(V::mul(V::lift(scale), x), V::add(V::lift(1.0), V::abs(x)))
}
#[doc(hidden)]
mod __type_softsign_703e5a7e4a70175b {
    #[allow(
        non_camel_case_types,
        clippy::empty_enums,
        reason = "named after the function"
    )]
    pub enum softsign {}
}
#[doc(hidden)]
#[allow(
    unused_imports,
    clippy::redundant_pub_crate,
    reason = "used by those that call the function"
)]
use __type_softsign_703e5a7e4a70175b::softsign;
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "generated"
)]
impl softsign {
    #[doc(hidden)]
    const DOES_NOT_CALL_ITSELF: () = {};
}
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "generated"
)]
const _: () = {
    use ::optim_std::__private as __optim;
    __optim::locals! {
        argument_0 argument_1
    }
    impl softsign {
        ///Proof that [`softsign`](softsign()) may be called in a step; calls it with arguments of any kinds.
        #[inline(always)]
        pub fn call<V: __optim::Value>(
            argument_0: impl __optim::Lane<V>,
            argument_1: impl __optim::Fixed<f64>,
        ) -> V {
            softsign(
                __optim::Lane::<V>::lane(argument_0),
                __optim::Fixed::fixed(argument_1),
            )
        }
        #[doc(hidden)]
        pub const fn uses<Callers>() {}
    }
    #[automatically_derived]
    impl<Function> __optim::Marked<Function> for softsign
    where
        Function: ::core::ops::Fn(::core::primitive::f64, f64) -> ::core::primitive::f64,
    {}
};
#[doc(hidden)]
#[allow(
    non_local_definitions,
    unused_macros,
    reason = "functions in functions may be used in other crates, too"
)]
macro_rules! __elementwise_softsign_703e5a7e4a70175b {
    ({ $($root:tt)* } $($request:tt)*) => {
        $($root)* ::optimizer_function! { { version "0.1.0" elementwise } { $($root)* }
        $($request)* }
    };
}
#[allow(
    unused_imports,
    clippy::redundant_pub_crate,
    reason = "used by those that call the function"
)]
#[doc(hidden)]
use __elementwise_softsign_703e5a7e4a70175b as softsign;
