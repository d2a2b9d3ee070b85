//! Methods that the builders of all optimizers share.

/// The methods of a generated builder that wraps a [`Builder`](crate::Builder) and are the same for all optimizers, for
/// generated code: `__builder!(pub LionBuilder of Lion)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder {
    ($vis:vis $name:ident of $optimizer:ident $([$inner:ident])?) => {
        const _: () = {
            #[allow(unused_imports, reason = "names that are variables below, whatever the module calls so")]
            use $crate::__private::{
                local as change, local as f, local as name, local as select, local as shape,
            };

            $crate::__builder_options!([$crate::__builder] @options $vis $name $([$inner])?);

            impl $(<$inner: $crate::Definition>)? $name $(<$inner>)? {
                /// Makes a parameter group `name` of the parameters that `select` says yes to; `change` sets what differs
                /// for them. Parameters in no group form the group `default`.
                $vis fn group(
                    self,
                    name: impl ::core::convert::Into<$crate::__private::std::string::String>,
                    select: impl ::core::ops::Fn(&$crate::ParamInfo<'_>) -> ::core::primitive::bool
                    + ::core::marker::Send
                    + ::core::marker::Sync
                    + 'static,
                    change: impl ::core::ops::FnOnce(Self) -> Self,
                ) -> Self {
                    Self(self.0.group(name, select, change(Self($crate::Builder::new())).0))
                }

                /// Lets the optimizer see the parameters that `select` says yes to in another shape, of as many elements, in logical order:
                /// `.view("heads", |p| p.name().ends_with("qkv.weight"), |p| [3 * heads, head_dim, p.dim(1)])`. States have this
                /// shape; gradients and masks keep the shape of the model. All axes but the last two are a batch of matrices, whatever
                /// the optimizer makes of more than two axes otherwise. A view is not a group; a parameter has at most one.
                $vis fn view<S: ::core::convert::Into<$crate::__private::std::vec::Vec<::core::primitive::usize>>>(
                    self,
                    name: impl ::core::convert::Into<$crate::__private::std::string::String>,
                    select: impl ::core::ops::Fn(&$crate::ParamInfo<'_>) -> ::core::primitive::bool
                    + ::core::marker::Send
                    + ::core::marker::Sync
                    + 'static,
                    shape: impl ::core::ops::Fn(&$crate::ParamInfo<'_>) -> S
                    + ::core::marker::Send
                    + ::core::marker::Sync
                    + 'static,
                ) -> Self {
                    Self(self.0.view(name, select, shape))
                }

                /// The memory accesses of one step of a parameter of this shape, with these settings: the passes that run, the bytes that they
                /// move, divisions, states. Groups don't count.
                ///
                /// # Errors
                ///
                /// As `build` of a model with such a parameter.
                $vis fn plan_for<'s>(
                    &self,
                    shape: &'s [::core::primitive::usize],
                ) -> ::core::result::Result<$crate::StepPlan, $crate::BuildError>
                where
                    $crate::Builder<$optimizer $(<$inner>)?>: $crate::__private::PlanFor<'s>,
                {
                    $crate::__private::PlanFor::plan_for(&self.0, shape)
                }
            }

            #[automatically_derived]
            impl $(<$inner: $crate::Definition>)? ::core::clone::Clone for $name $(<$inner>)? {
                fn clone(&self) -> Self {
                    Self(::core::clone::Clone::clone(&self.0))
                }
            }

            #[automatically_derived]
            impl $(<$inner: $crate::Definition>)? ::core::fmt::Debug for $name $(<$inner>)? {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Debug::fmt(&self.0, f)
                }
            }

            #[automatically_derived]
            impl $(<$inner: $crate::Definition>)? $crate::__private::IntoBuilder for $name $(<$inner>)? {
                type Optimizer = $optimizer $(<$inner>)?;

                fn into_builder(self) -> $crate::Builder<$optimizer $(<$inner>)?> {
                    self.0
                }
            }

            #[automatically_derived]
            impl $(<$inner: $crate::Definition>)? ::core::convert::From<$crate::Builder<$optimizer $(<$inner>)?>> for $name $(<$inner>)? {
                fn from(builder: $crate::Builder<$optimizer $(<$inner>)?>) -> Self {
                    Self(builder)
                }
            }

            #[automatically_derived]
            impl $(<$inner: $crate::Definition>)? $crate::__private::Buildable for $optimizer $(<$inner>)? {
                type Settings = $crate::Builder<$optimizer $(<$inner>)?>;
            }

            #[automatically_derived]
            impl $(<$inner: $crate::Definition>)? $crate::__private::HasBuilder for $optimizer $(<$inner>)? {
                type Builder = $name $(<$inner>)?;
            }
        };
    };
    (@options $vis:vis $builder:ident [$inner:ident] $($scope:ident {
        $($(#[$meta:meta])* $name:ident($($argument:ident: $Type:ty),+) |$spec:ident| $set:expr;)*
    })*) => {
        #[allow(unused_imports, reason = "names that are variables below, whatever the module calls so")]
        use $crate::__private::{$($($(local as $argument,)+)*)*};

        impl<$inner: $crate::Definition> $builder<$inner> {
            $($(
                $(#[$meta])*
                $vis fn $name(self, $($argument: $Type),+) -> Self {
                    Self(self.0.$name($($argument),+))
                }
            )*)*
        }
    };
    (@options $vis:vis $builder:ident $($scope:ident {
        $($(#[$meta:meta])* $name:ident($($argument:ident: $Type:ty),+) |$spec:ident| $set:expr;)*
    })*) => {
        #[allow(unused_imports, reason = "names that are variables below, whatever the module calls so")]
        use $crate::__private::{$($($(local as $argument,)+)*)*};

        impl $builder {
            $($(
                $(#[$meta])*
                $vis fn $name(self, $($argument: $Type),+) -> Self {
                    Self(self.0.$name($($argument),+))
                }
            )*)*
        }
    };
}
