#[doc(hidden)]
#[allow(non_camel_case_types, clippy::empty_enums, reason = "named after the function")]
pub enum limited {}
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "generated"
)]
impl limited {
    #[doc(hidden)]
    pub const DOES_NOT_CALL_ITSELF: () = ();
    #[doc(hidden)]
    pub fn call<Generic>(
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) -> Generic {
        ::core::unreachable!()
    }
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
    #[automatically_derived]
    impl ::optim_std::__private::Caller for limited {
        const NAME: &'static ::core::primitive::str = "limited";
        const ID: &'static ::core::primitive::str = "_limited_703e5a7e4a70175b";
    }
    impl limited {
        #[doc(hidden)]
        #[track_caller]
        pub const fn uses<Callers: ::optim_std::__private::Callers>() {
            if ::optim_std::__private::goes_on::<Self, Callers>() {}
        }
        #[doc(hidden)]
        pub fn __called<Function>(
            function: Function,
        ) -> ::optim_std::__private::CalledStepFunction<Function> {
            ::optim_std::__private::CalledStepFunction(function)
        }
    }
    const _: () = limited::uses::<()>();
};
#[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
const _: () = {
    #[cfg(rust_analyzer)]
    /// At most `LIMIT`.
    pub fn limited(place: &mut Tensor, x: Tensor, turns: usize) -> Tensor {
        for _ in 0..turns {
            *place = softsign(x).clamp(-LIMIT, LIMIT);
        }
        *place
    }
};
/// At most `LIMIT`.
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "only its signature is compiled"
)]
pub fn limited(place: &mut Tensor, x: Tensor, turns: usize) -> Tensor {
    ::core::unreachable!()
}
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "generated"
)]
impl limited {
    #[doc(hidden)]
    pub const __KIND_0: ::core::primitive::usize = ::optim_std::__private::carried_kind(
        &LIMIT,
    );
    #[doc(hidden)]
    pub const __CONSTANT_0: <::optim_std::__private::Carried<
        { limited::__KIND_0 },
        { ::optim_std::__private::carried_length(limited::__KIND_0, &LIMIT) },
    > as ::optim_std::__private::Carry>::Type = LIMIT;
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
    fn constants() {
        let _ = || match LIMIT {
            LIMIT => {}
            _ => {}
        };
    }
};
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "generated"
)]
#[automatically_derived]
impl ::optim_std::__private::Carries<0> for limited {
    type Function = softsign;
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
    fn elementwise() {
        use ::optim_std::__private::AnyCalled as _;
        __softsign::__called(softsign).is_elementwise::<__softsign>();
    }
    macro_rules! softsign {
        () => {};
    }
    use softsign as __softsign;
    mod __unmarked {
        pub enum __softsign {}
        impl __softsign {
            pub const DOES_NOT_CALL_ITSELF: () = ();
            pub fn call<Value>(_: impl ::core::marker::Sized) -> Value {
                ::core::unreachable!()
            }
        }
    }
    use __unmarked::*;
};
#[doc(hidden)]
#[macro_export]
#[allow(
    non_local_definitions,
    unused_macros,
    reason = "functions in functions may be used in other crates, too"
)]
macro_rules! __step_function_limited_703e5a7e4a70175b {
    ({ $($root:tt)* } $($request:tt)*) => {
        $($root)* ::optimizer_function! { { version "0.1.0" { id
        __step_function_limited_703e5a7e4a70175b; types {} constants { LIMIT, }
        elementwise { softsign, } uses {} fn limited(place : & mut Tensor, x : Tensor,
        turns : usize) -> Tensor { for _ in 0..turns { * place = softsign(x).clamp(-
        LIMIT, LIMIT); } * place } } } { $($root)* } $($request)* }
    };
}
#[allow(
    unused_imports,
    clippy::redundant_pub_crate,
    reason = "used by those that call the function"
)]
#[doc(hidden)]
pub use __step_function_limited_703e5a7e4a70175b as limited;
