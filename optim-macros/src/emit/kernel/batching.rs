//! Batching: steps that run once for several small parameters.

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use crate::ast::{List, Place};
use crate::ir::{Def, Value};
use crate::plan::Step;

impl Kernel<'_> {
    /// The `Batching` of the step; `None` if it runs for one parameter at a time.
    pub(super) fn batching(&self, elementwise: bool) -> Option<TokenStream> {
        let root = &self.root;
        let is_one_each = |value: &Value| match &value.def {
            Def::Draw(..) | Def::Load(Place::Input(_)) | Def::Global(..) => true,
            Def::Put(item, _) => !matches!(item.list, List::Output(_)),
            Def::Library(..) => true,
            Def::Item(_) => value.shape.is_scalar(),
            _ => value.shape.axis().is_some(),
        };
        let plain =
            self.plan.frame.steps.iter().all(|step| matches!(step, Step::Scalars(_) | Step::Pass(_) | Step::Inner(_)));
        let no_inputs = self.definition.inputs.is_empty();
        if !plain || !no_inputs || self.definition.has_globals() || self.program.values.iter().any(is_one_each) {
            return None;
        }
        let most = if elementwise { quote!(Many) } else { quote!(Few) };
        Some(quote!(#root::Batching::#most))
    }
}
