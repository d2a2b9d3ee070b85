//! Optimizers beyond those of the reference, one file each: feature `contrib`, off by default.
//!
//! They are written like [the others](mod@crate::optimizers), and found by name like them. What differs from the program that an
//! optimizer was compared with is in its documentation.

mod adabelief;
mod adamp;
mod adan;
mod ademamix;
mod adopt;
mod aggmo;
mod came;
mod ema;
mod galore;
mod grams;
mod laprop;
mod lars;
mod lbfgs;
mod lookahead;
mod madgrad;
mod mars;
mod novograd;
mod prodigy;
mod qhadam;
mod sam;
mod schedule_free_adamw;
mod schedule_free_sgd;
mod sgld;
mod shampoo;
mod signsgd;
mod sm3;
mod soap;
mod sophia_g;
mod stable_adamw;
mod yogi;

crate::stock::list! {($) __contrib:
    adabelief::AdaBelief,
    adamp::AdamP,
    adan::Adan,
    ademamix::AdEMAMix,
    adopt::ADOPT,
    aggmo::AggMo,
    came::CAME,
    galore::GaLore,
    grams::Grams,
    laprop::LaProp,
    lars::LARS,
    lbfgs::LBFGS,
    madgrad::MADGRAD,
    mars::MARS,
    novograd::NovoGrad,
    prodigy::Prodigy,
    qhadam::QHAdam,
    schedule_free_adamw::ScheduleFreeAdamW,
    schedule_free_sgd::ScheduleFreeSGD,
    sgld::SGLD,
    shampoo::Shampoo,
    signsgd::SignSGD,
    sm3::SM3,
    soap::SOAP,
    sophia_g::SophiaG,
    stable_adamw::StableAdamW,
    yogi::Yogi,
}

pub use {ema::Ema, lookahead::Lookahead, sam::SAM};

/// The optimizers of this module that wrap another one, by name.
pub(crate) static WRAPPERS: &[optim_core::OptimizerEntry] = &[
    optim_core::OptimizerEntry::of::<Ema<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<Lookahead<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<SAM<optim_core::__private::UnknownInner>>(),
];
