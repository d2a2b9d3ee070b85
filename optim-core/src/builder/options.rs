//! The options that all builders have: [`Builder`](super::Builder), the generated ones and
//! [`AnyBuilder`](crate::registry::AnyBuilder).

/// The options, one row each: `/// meaning`, `name(argument: type, …)`, and what it does to a builder's `Spec`. Those of a `group`
/// may stand in a group's overrides, those of the `whole` optimizer may not.
///
/// `__builder_options!([callback] tokens)` becomes `callback! { tokens rows }`. The meaning is the documentation of methods in
/// crates of users too, so it links to nothing but methods of the builder.
#[doc(hidden)]
#[macro_export]
macro_rules! __builder_options {
    ([$($callback:tt)*] $($tokens:tt)*) => {
        $($callback)*! {
            $($tokens)*
            group {
                /// Adds a tag, a word of your own, to the group that is being described; outside of a group's overrides
                /// that is the group `default`.
                tag(tag: impl ::core::convert::Into<$crate::__private::std::string::String>) |spec| spec.tags.push(tag.into());
                /// The factor of the group that is being described for schedules that ask for one, those with an argument
                /// `adjust_learning_rate` such as `ScalePerParamLR`; outside of a group's overrides it is the factor of the group
                /// `default`. Unless it is set, such a schedule keeps its own.
                adjust_learning_rate(factor: ::core::primitive::f64) |spec| spec.factor = ::core::option::Option::Some(factor);
                /// The storage of a state between steps: in fewer bytes than its numbers have while a step computes with them. A list is named as a
                /// whole, a state of the inner optimizer of a wrapper by the wrapper, `inner.exp_avg`. A number cannot be kept otherwise.
                storage(
                    state: impl ::core::convert::Into<$crate::__private::std::string::String>,
                    storage: $crate::Storage
                ) |spec| spec.storage.push((state.into(), storage));
            }
            whole {
                /// Multiplies every gradient before anything else is done with it, `1.0 / loss_scale` say.
                grad_scale(scale: ::core::primitive::f64) |spec| spec.options.scale = scale;
                /// Scales all gradients of a step by `min(1, max_norm / (norm + 1e-6))`, where `norm` is the Euclidean norm of
                /// all of them together, after [`grad_scale`](Self::grad_scale). A norm that is NaN makes every gradient NaN, an
                /// infinite one makes them 0: [`non_finite`](Self::non_finite) can prevent both.
                clip_norm(max_norm: ::core::primitive::f64) |spec| spec.options.clip_norm = ::core::option::Option::Some(max_norm);
                /// Clamps every element of the gradients to `-max..=max`, after both scalings.
                clip_value(max: ::core::primitive::f64) |spec| spec.options.clip_value = ::core::option::Option::Some(max);
                /// The policy of a step for gradients that are infinite or NaN. `NonFinite::Off` unless set: the others read
                /// every gradient once more, `NonFinite::Strict` also every parameter.
                non_finite(policy: $crate::NonFinite) |spec| spec.options.non_finite = policy;
                /// The policy of a step for gradients that are suddenly large; none unless set: it reads every gradient once more.
                spikes(limits: $crate::Spikes) |spec| spec.options.spikes = ::core::option::Option::Some(limits);
                /// The numbers that every step reports beside its work, `["update_ratio", "cosine"]` say: see `Watched`, and `watch` of the
                /// optimizer, which changes them later.
                watch(
                    numbers: impl ::core::iter::IntoIterator<
                        Item = impl ::core::convert::Into<$crate::__private::std::string::String>
                    >
                ) |spec| spec.watch = ::core::option::Option::Some((1, numbers.into_iter().map(::core::convert::Into::into).collect()));
                /// The same in every `every`th step only.
                watch_every(
                    every: ::core::primitive::u64,
                    names: impl ::core::iter::IntoIterator<
                        Item = impl ::core::convert::Into<$crate::__private::std::string::String>
                    >
                ) |spec| spec.watch = ::core::option::Option::Some((every, names.into_iter().map(::core::convert::Into::into).collect()));
                /// The number of threads that a step uses; results do not depend on it.
                threads(threads: $crate::Threads) |spec| spec.threads = threads;
                /// The precision of a step's matrix products in `f32`. `MatmulPrecision::Full` unless set. It is not in checkpoints.
                matmul_precision(precision: $crate::MatmulPrecision) |spec| spec.precision = precision;
                /// The seed of the random numbers of steps and of initial values; 0 unless set. Two optimizers with the same seed draw
                /// the same numbers, on any machine and after any interruption: a checkpoint has the seed.
                seed(seed: ::core::primitive::u64) |spec| spec.seed = seed;
            }
        }
    };
}
pub(crate) use __builder_options as builder_options;
