#[doc(hidden)]
mod __type_scaled_703e5a7e4a70175b {
    #[allow(
        non_camel_case_types,
        clippy::empty_enums,
        reason = "named after the function"
    )]
    pub enum scaled {}
}
#[doc(hidden)]
#[allow(
    unused_imports,
    clippy::redundant_pub_crate,
    reason = "used by those that call the function"
)]
use __type_scaled_703e5a7e4a70175b::scaled;
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "generated"
)]
impl scaled {
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
    impl ::optim_std::__private::Caller for scaled {
        const NAME: &'static ::core::primitive::str = "scaled";
        const ID: &'static ::core::primitive::str = "_scaled_703e5a7e4a70175b";
    }
    impl scaled {
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
    const _: () = scaled::uses::<()>();
};
#[allow(unexpected_cfgs, reason = "set by rust-analyzer")]
const _: () = {
    #[cfg(rust_analyzer)]
    /// In the size that is chosen.
    fn scaled(
        update: Tensor,
        scaling: parts::Scaling,
        other: Option<Scaling>,
    ) -> Tensor {
        match scaling {
            parts::Scaling::Original => update,
            parts::Scaling::Spectral if other != Some(Scaling::L2) => 0.2 * update,
            _ => LIMIT * update,
        }
    }
};
/// In the size that is chosen.
#[allow(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::restriction,
    reason = "only its signature is compiled"
)]
fn scaled(update: Tensor, scaling: parts::Scaling, other: Option<Scaling>) -> Tensor {
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
const _: () = {
    enum __Types {}
    impl ::optim_std::__private::NamesType<0> for __Types {
        type Type = parts::Scaling;
    }
    impl ::optim_std::__private::NamesType<1> for __Types {
        type Type = Option<Scaling>;
    }
    impl ::optim_std::__private::NamesType<2> for __Types {
        type Type = Scaling;
    }
    #[automatically_derived]
    impl<
        __Type,
        const PLACE: ::core::primitive::usize,
    > ::optim_std::__private::CarriesType<PLACE> for scaled
    where
        __Types: ::optim_std::__private::NamesType<PLACE, Type = __Type>,
    {
        type Type = __Type;
    }
    fn arguments() {
        ::optim_std::__private::takes::<parts::Scaling>();
        ::optim_std::__private::takes::<Scaling>();
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
impl scaled {
    #[doc(hidden)]
    pub const __KIND_0: ::core::primitive::usize = ::optim_std::__private::carried_kind_in(
        &parts::Scaling::Original,
    );
    #[doc(hidden)]
    pub const __CONSTANT_0: <::optim_std::__private::Carried<
        { scaled::__KIND_0 },
        {
            ::optim_std::__private::carried_length(
                scaled::__KIND_0,
                &parts::Scaling::Original,
            )
        },
        parts::Scaling,
    > as ::optim_std::__private::Carry>::Type = parts::Scaling::Original;
    #[doc(hidden)]
    pub const __KIND_1: ::core::primitive::usize = ::optim_std::__private::carried_kind_in(
        &parts::Scaling::Spectral,
    );
    #[doc(hidden)]
    pub const __CONSTANT_1: <::optim_std::__private::Carried<
        { scaled::__KIND_1 },
        {
            ::optim_std::__private::carried_length(
                scaled::__KIND_1,
                &parts::Scaling::Spectral,
            )
        },
        parts::Scaling,
    > as ::optim_std::__private::Carry>::Type = parts::Scaling::Spectral;
    #[doc(hidden)]
    pub const __KIND_2: ::core::primitive::usize = ::optim_std::__private::carried_kind_in(
        &Scaling::L2,
    );
    #[doc(hidden)]
    pub const __CONSTANT_2: <::optim_std::__private::Carried<
        { scaled::__KIND_2 },
        { ::optim_std::__private::carried_length(scaled::__KIND_2, &Scaling::L2) },
        Scaling,
    > as ::optim_std::__private::Carry>::Type = Scaling::L2;
    #[doc(hidden)]
    pub const __KIND_3: ::core::primitive::usize = ::optim_std::__private::carried_kind(
        &LIMIT,
    );
    #[doc(hidden)]
    pub const __CONSTANT_3: <::optim_std::__private::Carried<
        { scaled::__KIND_3 },
        { ::optim_std::__private::carried_length(scaled::__KIND_3, &LIMIT) },
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
        let _ = || match scaled::__CONSTANT_0 {
            scaled::__CONSTANT_0 => {}
            _ => {}
        };
        let _ = || match scaled::__CONSTANT_1 {
            scaled::__CONSTANT_1 => {}
            _ => {}
        };
        let _ = || match scaled::__CONSTANT_2 {
            scaled::__CONSTANT_2 => {}
            _ => {}
        };
    }
};
#[doc(hidden)]
#[macro_export]
#[allow(
    non_local_definitions,
    unused_macros,
    reason = "functions in functions may be used in other crates, too"
)]
macro_rules! __step_function_scaled_703e5a7e4a70175b {
    ({ $($root:tt)* } $($request:tt)*) => {
        $($root)* ::optimizer_function! { { version "0.1.0" { id
        __step_function_scaled_703e5a7e4a70175b; types { parts::Scaling, Option < Scaling
        >, Scaling, } constants { parts::Scaling::Original : parts::Scaling,
        parts::Scaling::Spectral : parts::Scaling, Scaling::L2 : Scaling, LIMIT, }
        elementwise {} uses {} fn scaled(update : Tensor, scaling : parts::Scaling, other
        : Option < Scaling >) -> Tensor { match scaling { parts::Scaling::Original =>
        update, parts::Scaling::Spectral if other != Some(Scaling::L2) => 0.2 * update, _
        => LIMIT * update, } } } } { $($root)* } $($request)* }
    };
}
#[allow(
    unused_imports,
    clippy::redundant_pub_crate,
    reason = "used by those that call the function"
)]
#[doc(hidden)]
use __step_function_scaled_703e5a7e4a70175b as scaled;
