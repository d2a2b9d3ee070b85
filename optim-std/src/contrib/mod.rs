//! Optimizers that the reference does not have, one file each: feature `contrib`, off by default.
//!
//! You write and look them up like [the others](mod@crate::optimizers). The documentation of each optimizer lists how
//! it differs from the program that it was compared with.

mod accumulate;
mod adabelief;
mod adam_mini;
mod adamp;
mod adamuon;
mod adan;
mod ademamix;
mod adopt;
mod agc;
mod aggmo;
mod apollo;
mod came;
mod cautious;
mod ema;
mod galore;
mod gradient_centralization;
mod grams;
mod grokfast;
mod kron;
mod laprop;
mod lars;
mod lbfgs;
mod lookahead;
mod madgrad;
mod mars;
mod master_weights;
mod muon_clip;
mod nadamw;
mod normuon;
mod novograd;
mod prodigy;
mod qhadam;
mod reduce_on_plateau;
mod rmsprop_tf;
mod rowwise_adagrad;
mod sam;
mod schedule_free_adamw;
mod schedule_free_sgd;
mod scion;
mod sgld;
mod shampoo;
mod signsgd;
mod sm3;
mod soap;
mod sophia_g;
mod sparse_adam;
mod stable_adamw;
mod swa;
mod yogi;

crate::stock::list! {($) __contrib:
    adabelief::AdaBelief,
    adam_mini::AdamMini,
    adamp::AdamP,
    adamuon::AdaMuon,
    adan::Adan,
    ademamix::AdEMAMix,
    adopt::ADOPT,
    aggmo::AggMo,
    apollo::APOLLO,
    came::CAME,
    galore::GaLore,
    grams::Grams,
    kron::Kron,
    laprop::LaProp,
    lars::LARS,
    lbfgs::LBFGS,
    madgrad::MADGRAD,
    mars::MARS,
    muon_clip::MuonClip,
    nadamw::NAdamW,
    normuon::NorMuon,
    novograd::NovoGrad,
    prodigy::Prodigy,
    qhadam::QHAdam,
    rmsprop_tf::RMSpropTF,
    rowwise_adagrad::RowWiseAdagrad,
    schedule_free_adamw::ScheduleFreeAdamW,
    schedule_free_sgd::ScheduleFreeSGD,
    scion::SCION,
    sgld::SGLD,
    shampoo::Shampoo,
    signsgd::SignSGD,
    sm3::SM3,
    soap::SOAP,
    sophia_g::SophiaG,
    sparse_adam::SparseAdam,
    stable_adamw::StableAdamW,
    yogi::Yogi,
}

pub use {
    accumulate::Accumulate, agc::AGC, cautious::Cautious, ema::Ema, gradient_centralization::GradientCentralization,
    grokfast::Grokfast, lookahead::Lookahead, master_weights::MasterWeights, reduce_on_plateau::ReduceOnPlateau,
    sam::SAM, swa::SWA,
};

/// The optimizers of this module that wrap another optimizer, by name.
pub(crate) static WRAPPERS: &[optim_core::OptimizerEntry] = &[
    optim_core::OptimizerEntry::of::<Accumulate<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<AGC<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<Cautious<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<Ema<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<GradientCentralization<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<Grokfast<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<Lookahead<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<MasterWeights<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<ReduceOnPlateau<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<SAM<optim_core::__private::UnknownInner>>(),
    optim_core::OptimizerEntry::of::<SWA<optim_core::__private::UnknownInner>>(),
];
