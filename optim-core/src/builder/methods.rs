//! Methods that the builders of all optimizers share.

/// Generates the methods that a generated builder has in common with all others: `__builder!(pub LionBuilder of Lion)`. The builder wraps a
/// [`Builder`](crate::Builder).
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
                /// Adds a parameter group `name` of all parameters for which `select` returns true. `change` receives an empty builder and sets the
                /// hyperparameters, tags, factor and storages that differ in this group. They replace the values of the optimizer, whatever the order
                /// of the calls. Parameters in no group form the group `default`.
                ///
                /// `build` returns an error if two groups have the same name, if a group matches no parameter, if a parameter is in two groups, or if
                /// `change` sets an option of the whole optimizer.
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

                /// Shows the optimizer all parameters for which `select` returns true in another shape, with the same number of elements in logical
                /// order: `.view("heads", |p| p.name().ends_with("qkv.weight"), |p| [3 * heads, head_dim, p.dim(1)])`. Without a view, the optimizer
                /// sees the shape of the model.
                ///
                /// States have the shape of the view. Gradients, masks and tensor inputs keep the shape of the model. All axes before the last two
                /// are a batch of matrices, even for optimizers that flatten a parameter with more than two axes to one matrix. A view is not a
                /// group.
                ///
                /// `build` returns an error if two views have the same name, if a view matches no parameter, if a parameter is in two views, or if
                /// the number of elements differs.
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

                /// Returns the memory accesses of one step for a parameter of this shape, with the settings of the group `default`: the passes that
                /// run, the bytes that they move, the divisions, and the states. The shape may have any size, because nothing is allocated for it.
                ///
                /// # Errors
                ///
                /// Returns the errors of `build` for a model with this parameter in `f32`, except a lack of memory.
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
