//! The program that wrote a file, or that will read it.

use std::fmt;

use crate::torch::optimizer::SavedGroup;

/// The library to which a state belongs. Libraries have different names for some settings and states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// `torch.optim`.
    #[default]
    Torch,
    /// `transformers.AdamW` and `transformers.Adafactor`.
    HuggingFace,
    /// `cerebras.pytorch.optim`.
    Cerebras,
}

impl Dialect {
    /// The program that wrote a group, recognized by entries that only this program writes.
    pub(in crate::torch) fn of(optimizer: &str, group: &SavedGroup) -> Self {
        let has = |key| group.get(key).is_some();
        if has("l2_regularization_rate") {
            Self::Cerebras
        } else if has("correct_bias") || has("clip_threshold") {
            Self::HuggingFace
        } else if has("foreach") || has("differentiable") || has("capturable") {
            Self::Torch
        } else {
            // Old releases of torch wrote no special entries, but the Adam and AdamW of other programs always do.
            match optimizer {
                "Lamb" | "Lion" => Self::Cerebras,
                _ => Self::Torch,
            }
        }
    }

    pub(in crate::torch) fn name(self) -> &'static str {
        match self {
            Self::Torch => "torch.optim",
            Self::HuggingFace => "transformers",
            Self::Cerebras => "cerebras.pytorch",
        }
    }
}

/// The module: `torch.optim`.
impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
