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
///Proof that [`softsign`](softsign()) may be called in a step; calls it with its arguments in any mix of kinds.
#[allow(non_camel_case_types, clippy::empty_enums, reason = "named after the function")]
enum softsign {}
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
    ///Proof that [`softsign`](softsign()) may be called in a step; calls it with its arguments in any mix of kinds.
    #[inline(always)]
    fn call<V: ::optim_std::__private::Value>(
        argument_0: impl ::optim_std::__private::Lane<V>,
        argument_1: impl ::optim_std::__private::Fixed<f64>,
    ) -> V {
        softsign(
            ::optim_std::__private::Lane::<V>::lane(argument_0),
            ::optim_std::__private::Fixed::fixed(argument_1),
        )
    }
}
