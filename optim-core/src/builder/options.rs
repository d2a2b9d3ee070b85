//! The options of all builders: [`Builder`](super::Builder), generated builders and [`AnyBuilder`](crate::registry::AnyBuilder).

/// The options, one row each: `/// meaning`, `name(argument: type, …)`, and the change of the builder's `Spec`. Overrides of a group may set
/// options under `group`, but not options under `whole`.
///
/// `__builder_options!([callback] tokens)` becomes `callback! { tokens rows }`. The meaning also documents methods in crates of users, so it
/// links only to methods of the builder.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder_options {
    ([$($callback:tt)*] $($tokens:tt)*) => {
        $($callback)*! {
            $($tokens)*
            group {
                /// Adds a tag, a word of your choice, to a parameter group: the group whose overrides contain the call, otherwise the group
                /// `default`. By default, groups have no tags.
                tag(tag: impl ::core::convert::Into<$crate::__private::std::string::String>) |spec| spec.tags.push(tag.into());
                /// Sets the factor of a parameter group for schedules with an argument `adjust_learning_rate`, such as `ScalePerParamLR`. The group
                /// is the one whose overrides contain the call, otherwise the group `default`. By default, these schedules use their own factor.
                ///
                /// `build` returns an error if the factor is infinite or NaN.
                adjust_learning_rate(factor: ::core::primitive::f64) |spec| spec.factor = ::core::option::Option::Some(factor);
                /// Sets the storage of a state between steps, in fewer bytes than the step computes with. The default is `Storage::Native`, the type
                /// of the parameter. The name of a list sets all of its items. For a state of an inner optimizer, call this method on the builder of
                /// the wrapper, with the name of the field: `inner.exp_avg`. The name `param` sets the storage of parameters of `bf16`:
                /// `Bf16Stochastic`, `Split8` or `Split16`.
                ///
                /// `build` returns an error if there is no such state, if it is a scalar, or if it cannot have this storage.
                storage(
                    state: impl ::core::convert::Into<$crate::__private::std::string::String>,
                    storage: $crate::Storage
                ) |spec| spec.storage.push((state.into(), storage));
            }
            whole {
                /// Multiplies every gradient by this factor, such as `1.0 / loss_scale`, before all other options for gradients. The default is 1.
                /// `build` returns an error unless the factor is finite and above 0.
                grad_scale(scale: ::core::primitive::f64) |spec| spec.options.scale = scale;
                /// Scales all gradients of a step by `min(1, max_norm / (norm + 1e-6))`, where `norm` is the Euclidean norm of all gradients
                /// together, after [`grad_scale`](Self::grad_scale). By default, norms are not limited. `build` returns an error unless `max_norm`
                /// is finite and above 0.
                ///
                /// If the norm is NaN, every gradient becomes NaN. If it is infinite, finite elements become 0 and infinite ones NaN.
                /// [`non_finite`](Self::non_finite) can prevent both.
                clip_norm(max_norm: ::core::primitive::f64) |spec| spec.options.clip_norm = ::core::option::Option::Some(max_norm);
                /// Clamps every element of the gradients to `-max..=max`, after [`grad_scale`](Self::grad_scale) and
                /// [`clip_norm`](Self::clip_norm). By default, elements are not limited. `build` returns an error unless `max` is finite and above 0.
                clip_value(max: ::core::primitive::f64) |spec| spec.options.clip_value = ::core::option::Option::Some(max);
                /// Sets the policy for gradients that are infinite or NaN. The default is `NonFinite::Off`: the step uses them. All other policies
                /// read every gradient once more, and `NonFinite::Strict` also reads every parameter once more.
                non_finite(policy: $crate::NonFinite) |spec| spec.options.non_finite = policy;
                /// Sets the policy for gradients that are suddenly large. By default, there is none. A policy reads every gradient once more.
                /// `build` returns an error if the limits of `Spikes` are not allowed.
                spikes(limits: $crate::Spikes) |spec| spec.options.spikes = ::core::option::Option::Some(limits);
                /// Sets the numbers that every step reports, such as `["update_ratio", "cosine"]`. By default, steps report none. `Watched` lists the
                /// numbers that every optimizer can report, and optimizers can declare more. After `build`, the optimizer's methods `watchable` and
                /// `watch` list all names and change the numbers.
                ///
                /// `build` returns an error if there is no such number, or if its condition does not hold for any parameter.
                watch(
                    numbers: impl ::core::iter::IntoIterator<
                        Item = impl ::core::convert::Into<$crate::__private::std::string::String>
                    >
                ) |spec| spec.watch = ::core::option::Option::Some((1, numbers.into_iter().map(::core::convert::Into::into).collect()));
                /// Like [`watch`](Self::watch), but only in the steps after which the number of finished steps is a multiple of `every`. `build`
                /// also returns an error if `every` is 0.
                watch_every(
                    every: ::core::primitive::u64,
                    names: impl ::core::iter::IntoIterator<
                        Item = impl ::core::convert::Into<$crate::__private::std::string::String>
                    >
                ) |spec| spec.watch = ::core::option::Option::Some((every, names.into_iter().map(::core::convert::Into::into).collect()));
                /// Sets the number of threads that a step uses. The default is `Threads::All`, all threads of the current `rayon` pool. The number
                /// never changes results.
                threads(threads: $crate::Threads) |spec| spec.threads = threads;
                /// Sets the precision of matrix products in `f32`. The default is `MatmulPrecision::Full`. Checkpoints do not save it.
                matmul_precision(precision: $crate::MatmulPrecision) |spec| spec.precision = precision;
                /// Sets the seed of all random numbers, in steps and in initial values. The default is 0. Two optimizers with the same seed draw the
                /// same numbers, on any machine. Checkpoints save the seed, so a resumed run continues with the same numbers.
                seed(seed: ::core::primitive::u64) |spec| spec.seed = seed;
            }
        }
    };
}
pub(crate) use __builder_options as builder_options;
