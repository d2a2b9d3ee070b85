//! Optimizers beyond those of the reference, one file each: feature `contrib`, off by default.
//!
//! They are written like [the others](mod@crate::optimizers), and found by name like them. What differs from the program that an
//! optimizer was compared with is in its documentation.

mod aggmo;
mod ema;
mod galore;
mod lbfgs;
mod lookahead;
mod prodigy;
mod reduce_on_plateau;
mod sam;
mod schedule_free_adamw;
mod schedule_free_sgd;
mod sgld;
mod shampoo;
mod soap;
mod sophia_g;
mod yogi;

crate::stock::list! {($) __contrib:
    aggmo::AggMo,
    galore::GaLore,
    lbfgs::LBFGS,
    prodigy::Prodigy,
    schedule_free_adamw::ScheduleFreeAdamW,
    schedule_free_sgd::ScheduleFreeSGD,
    sgld::SGLD,
    shampoo::Shampoo,
    soap::SOAP,
    sophia_g::SophiaG,
    yogi::Yogi,
}

pub use {ema::Ema, lookahead::Lookahead, reduce_on_plateau::ReduceOnPlateau, sam::SAM};

/// The optimizers of this module that wrap another one, by name.
pub(crate) static WRAPPERS: &[optim_core::OptimizerEntry] = &[
    optim_core::OptimizerEntry::of::<Ema<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<Lookahead<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<ReduceOnPlateau<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<SAM<optim_core::__private::UnknownInner>>(),
];
