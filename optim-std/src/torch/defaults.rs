//! The optimizers that `torch.optim` has too, with its defaults.
//!
//! They are ordinary builders, so you can change any setting: `SGD::torch().lr(0.1).momentum(0.9)`. Some have the same
//! defaults as `new`. Each lists its remaining differences from torch.

use crate::optimizers::{
    ASGD, ASGDBuilder, Adadelta, AdadeltaBuilder, Adagrad, AdagradBuilder, Adam, AdamBuilder, AdamW, AdamWBuilder,
    Adamax, AdamaxBuilder, Muon, MuonBuilder, RAdam, RAdamBuilder, RMSprop, RMSpropBuilder, Rprop, RpropBuilder, SGD,
    SGDBuilder,
};

impl Adam {
    /// `torch.optim.Adam` 2.15: `eps` is 1e-8, and it is added at the same place as in torch.
    ///
    /// ```
    /// use optim_std::prelude::*;
    ///
    /// let mut opt = Adam::torch().lr(1e-4).build(&optim_std::ndarray::array![1.0_f32])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn torch() -> AdamBuilder {
        Self::new().eps(1e-8).eps_after_correction(true)
    }
}

impl AdamW {
    /// `torch.optim.AdamW` 2.15: `weight_decay` is 0.01. `eps` is 1e-8, and it is added at the same place as in torch.
    ///
    /// ```
    /// use optim_std::prelude::*;
    ///
    /// let mut opt = AdamW::torch().lr(1e-4).betas((0.9, 0.95)).build(&optim_std::ndarray::array![1.0_f32])?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn torch() -> AdamWBuilder {
        Self::new().eps(1e-8).eps_after_correction(true).weight_decay(1e-2)
    }
}

impl ASGD {
    /// `torch.optim.ASGD` 2.15, which has the defaults of `new`.
    pub fn torch() -> ASGDBuilder {
        Self::new()
    }
}

impl Adadelta {
    /// `torch.optim.Adadelta` 2.15, which has the defaults of `new`.
    pub fn torch() -> AdadeltaBuilder {
        Self::new()
    }
}

impl Adagrad {
    /// `torch.optim.Adagrad` 2.15: `eps` 1e-10.
    pub fn torch() -> AdagradBuilder {
        Self::new().eps(1e-10)
    }
}

impl Adamax {
    /// `torch.optim.Adamax` 2.15: `lr` 2e-3, `eps` 1e-8.
    pub fn torch() -> AdamaxBuilder {
        Self::new().lr(2e-3).eps(1e-8)
    }
}

impl Muon {
    /// `torch.optim.Muon` 2.15: `lr` 1e-3, `weight_decay` 0.1. Torch iterates in `bfloat16`, and uses `eps` as a lower bound of the norm instead of
    /// adding it.
    pub fn torch() -> MuonBuilder {
        Self::new().lr(1e-3).weight_decay(0.1)
    }
}

impl RAdam {
    /// `torch.optim.RAdam` 2.15: `eps` 1e-8.
    pub fn torch() -> RAdamBuilder {
        Self::new().eps(1e-8)
    }
}

impl RMSprop {
    /// `torch.optim.RMSprop` 2.15, which has the defaults of `new`.
    pub fn torch() -> RMSpropBuilder {
        Self::new()
    }
}

impl Rprop {
    /// `torch.optim.Rprop` 2.15: `lr` 0.01.
    pub fn torch() -> RpropBuilder {
        Self::new().lr(1e-2)
    }
}

impl SGD {
    /// `torch.optim.SGD` 2.15: `lr` 1e-3.
    pub fn torch() -> SGDBuilder {
        Self::new(1e-3)
    }
}

#[cfg(feature = "contrib")]
impl crate::optimizers::NAdam {
    /// `torch.optim.NAdam` 2.15. Builds a [`NAdamW`](crate::contrib::NAdamW) without decoupled weight decay, which has the same formula.
    pub fn torch() -> crate::contrib::NAdamWBuilder {
        crate::contrib::NAdamW::new().weight_decay(0.0).decoupled_weight_decay(false)
    }
}

#[cfg(feature = "contrib")]
impl crate::contrib::LBFGS {
    /// `torch.optim.LBFGS` 2.15: `history_size` 100. A step is one iteration, so the caller decides about torch's
    /// `max_iter` and its tolerances.
    pub fn torch() -> crate::contrib::LBFGSBuilder {
        Self::new().history_size(100)
    }
}
