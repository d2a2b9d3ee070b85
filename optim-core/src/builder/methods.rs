//! What the builders of all optimizers have alike.

/// The methods of a generated builder that wraps a [`Builder`](crate::Builder) and are the same for all optimizers, for
/// generated code: `__builder!(pub LionBuilder of Lion)`.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder {
    ($vis:vis $name:ident of $optimizer:ident) => {
        const _: () = {
            #[allow(unused_imports, reason = "names that are variables below, whatever the module calls so")]
            use $crate::__private::{
                local as change, local as f, local as factor, local as max, local as max_norm, local as name,
                local as policy, local as scale, local as select, local as shape, local as tag, local as threads,
            };

            impl $name {
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

                /// Adds a word of your own to the group that is being described.
                $vis fn tag(self, tag: impl ::core::convert::Into<$crate::__private::std::string::String>) -> Self {
                    Self(self.0.tag(tag))
                }

                /// The factor of the group that is being described for schedules that ask for one, such as
                /// `ScalePerParamLR`.
                $vis fn adjust_learning_rate(self, factor: ::core::primitive::f64) -> Self {
                    Self(self.0.adjust_learning_rate(factor))
                }

                /// Multiplies every gradient before anything else is done with it, `1.0 / loss_scale` say.
                $vis fn grad_scale(self, scale: ::core::primitive::f64) -> Self {
                    Self(self.0.grad_scale(scale))
                }

                /// Scales the gradients of a step so that the norm of all of them together is at most this.
                $vis fn clip_norm(self, max_norm: ::core::primitive::f64) -> Self {
                    Self(self.0.clip_norm(max_norm))
                }

                /// Clamps every element of the gradients to `-max..=max`.
                $vis fn clip_value(self, max: ::core::primitive::f64) -> Self {
                    Self(self.0.clip_value(max))
                }

                /// What a step does about gradients that are infinite or NaN.
                $vis fn non_finite(self, policy: $crate::NonFinite) -> Self {
                    Self(self.0.non_finite(policy))
                }

                /// How many threads a step uses; results do not depend on it.
                $vis fn threads(self, threads: $crate::Threads) -> Self {
                    Self(self.0.threads(threads))
                }

                /// What one step does to a parameter of this shape, with these settings: the passes that run, the bytes that they
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
                    $crate::Builder<$optimizer>: $crate::__private::PlanFor<'s>,
                {
                    $crate::__private::PlanFor::plan_for(&self.0, shape)
                }
            }

            #[automatically_derived]
            impl ::core::clone::Clone for $name {
                fn clone(&self) -> Self {
                    Self(::core::clone::Clone::clone(&self.0))
                }
            }

            #[automatically_derived]
            impl ::core::fmt::Debug for $name {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Debug::fmt(&self.0, f)
                }
            }
        };
    };
}
