//! Macros that generated code calls: the parts of an expansion that are the same for all optimizers.
//!
//! Their own variables begin with two underscores. A plain name in a pattern is a new variable only if the user's module has no constant of
//! this name, and hygiene does not change that.

/// `locals! { lr grad }` imports a function under the names of a block's variables, which hides what the user's module calls so: a
/// pattern may give the name of a function to a variable, but not that of a constant.
#[doc(hidden)]
#[macro_export]
macro_rules! __locals {
    ($($name:ident)*) => {
        use $crate::__private::{$(local as $name),*};
    };
}

/// Imports the primitive types that generated code names: the user may have given their names to something else.
#[doc(hidden)]
#[macro_export]
macro_rules! __primitives {
    () => {
        use ::core::primitive::{bool, f64, i32, str, u64, usize};
    };
}

/// `STATES` of `impl Definition`, `["name" Axes .info(…)…]` each.
#[doc(hidden)]
#[macro_export]
macro_rules! __states {
    ($([$name:literal $axes:ident $($info:tt)*])*) => {
        const STATES: &'static [$crate::__private::StateInfo] =
            &[$($crate::__private::StateInfo::new($name, $crate::__private::Axes::$axes) $($info)*),*];
    };
}

/// The contents of `impl Hyperparameters`: the name of the struct, then its fields, `[place field: Type, "field", "Type"; @scheduled
/// default(place) .info(…)… = number for None]` each, and `field: Type = number of own settings` for the inner optimizer of a wrapper.
#[doc(hidden)]
#[macro_export]
macro_rules! __settings {
    ($name:literal
        $([$place:tt $field:ident: $T:ty, $field_name:literal, $type_name:literal;
            $(@$scheduled:ident)? $(default($default:tt))? $(.$info:ident($($given:tt)*))* $(= $none:expr)?])*
        $($inner:ident: $I:ty = $own:tt)?
    ) => {
        const NAME: &'static ::core::primitive::str = $name;
        const SOURCE: $crate::__private::SourcePlace = $crate::__source!();
        const HYPERS: &'static [$crate::__private::HyperInfo] = &[$(
            $crate::__private::HyperInfo::new($field_name, $type_name)
                $(.$info($($given)*))*
                $(.$scheduled())?
                $(.default(|| $crate::__private::default_of::<Self>($default)))?
        ),*];

        fn from_values(
            __values: &[$crate::__private::Setting],
        ) -> ::core::result::Result<Self, $crate::__private::HyperError> {
            let __fields = &$crate::__private::Fields::of::<Self>(__values);
            ::core::result::Result::Ok(Self {
                $($field: __fields.read($place, $crate::__settings!(@read $T $(= $none)?))?,)*
                $($inner: <$I as $crate::__private::Hyperparameters>::from_values(__values.get($own..).unwrap_or(&[]))?,)?
            })
        }

        fn get(&self, __place: ::core::primitive::usize) -> $crate::__private::Setting {
            match __place {
                $($place => $crate::__settings!(@value $T $(= $none)?; ::core::clone::Clone::clone(&self.$field)),)*
                $(_ => <$I as $crate::__private::Hyperparameters>::get(&self.$inner, __place.wrapping_sub($own)),)?
                #[allow(unreachable_patterns, reason = "a wrapper has the arm before")]
                _ => $crate::__private::Setting::None,
            }
        }

        fn set_scheduled(
            &mut self,
            __place: ::core::primitive::usize,
            __component: ::core::primitive::usize,
            __number: ::core::primitive::f64,
        ) {
            match __place {
                $($($place => $crate::__settings!(@$scheduled &mut self.$field, __component, __number),)?)*
                $(_ => <$I as $crate::__private::Hyperparameters>::set_scheduled(
                    &mut self.$inner, __place.wrapping_sub($own), __component, __number,
                ),)?
                #[allow(unreachable_patterns, reason = "a wrapper has the arm before")]
                _ => {}
            }
        }
    };
    (@read $T:ty) => { <$T as $crate::__private::HyperValue>::from_value };
    (@read $T:ty = $none:expr) => { |__value| $crate::__private::number_or_none(__value, $none) };
    (@value $T:ty; $field:expr) => { <$T as $crate::__private::HyperValue>::into_value($field) };
    (@value $T:ty = $none:expr; $field:expr) => {
        $crate::__private::HyperValue::into_value(::core::option::Option::unwrap_or($field, $none))
    };
    (@scheduled $field:expr, $component:expr, $number:expr) => {
        $crate::__private::HyperValue::set_number($field, $component, $number)
    };
}

/// A pass with its loop over a tile: the call of the runtime, then `|casts; [inputs], [outputs], [reductions]| first { before } index { body }`,
/// where `first` is a slice of elements.
///
/// Streams are written as `State(0).tensor()`, reductions as `norm().keep(Rows, 1)`: the macro adds the types, which it does not import, since
/// the user's numbers in them may have names like theirs. Slices as arguments of their own are known not to overlap, hence the closure inside.
#[doc(hidden)]
#[macro_export]
macro_rules! __pass {
    (
        $cx:ident.$method:ident(
            $extent:expr,
            [$($from:ident $(($($from_at:tt)*))? . $from_over:ident($($from_axes:ident)?)),*],
            [$($to:ident $(($($to_at:tt)*))? . $to_over:ident($($to_axes:ident)?)),*],
            [$($reduce:ident() $(.keep($axes:ident, $slot:tt))?),*],
            $($registers:expr),*
        ) $E:ident
        |$($casts:tt),*; [$($input:ident),*], [$($output:ident),*], [$($reduction:ident),*]|
        $first:ident {$($before:tt)*} $index:ident $body:block
    ) => {
        $cx.$method(
            $extent,
            [$($crate::__private::Source::$from $(($($from_at)*))? .$from_over($($crate::__private::Axes::$from_axes)?)),*],
            [$($crate::__private::Source::$to $(($($to_at)*))? .$to_over($($crate::__private::Axes::$to_axes)?)),*],
            [$($crate::__private::Reduction::$reduce() $(.keep($crate::__private::Axes::$axes, $slot))?),*],
            $($registers,)*
            #[inline(always)]
            move |$($casts,)* [$($input),*], [$($output),*], [$($reduction),*]| {
                $($before)*
                let __body = $crate::__private::inlined(
                    #[inline(always)]
                    move |$($input: &[$E],)* $($output: &mut [$E],)* $($reduction: &mut [$E::Wide],)*| {
                        let __count = <[_]>::len($first);
                        $(let $input = &$input[..__count];)*
                        $(let $output = &mut $output[..__count];)*
                        $(let $reduction = &mut $reduction[..__count];)*
                        for $index in 0..__count $body
                    },
                );
                __body($($input,)* $($output,)* $($reduction,)*);
            },
        )
    };
}
