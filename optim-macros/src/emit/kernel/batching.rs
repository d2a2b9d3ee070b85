//! Blocks: steps that run once for several small parameters.

use proc_macro2::TokenStream;
use quote::quote;

use super::Kernel;
use crate::ast::Place;
use crate::ir::{Def, Value};
use crate::plan::Step;

impl Kernel<'_> {
    /// `const BATCHING`, where it is not the default.
    pub(super) fn batching(&self, elementwise: bool) -> TokenStream {
        let root = &self.root;
        let is_one_each = |value: &Value| match &value.def {
            Def::Draw(..) | Def::Load(Place::Input(_)) | Def::Put(..) | Def::Global(..) => true,
            Def::Library(..) => true,
            Def::Item(_) => value.shape.is_scalar(),
            _ => value.shape.axis().is_some(),
        };
        let plain =
            self.plan.frame.steps.iter().all(|step| matches!(step, Step::Scalars(_) | Step::Pass(_) | Step::Inner(_)));
        let no_inputs = self.definition.inputs.is_empty();
        if !plain || !no_inputs || self.definition.has_globals() || self.program.values.iter().any(is_one_each) {
            return TokenStream::new();
        }
        let most = if elementwise { quote!(Many) } else { quote!(Few) };
        quote!(const BATCHING: #root::Batching = #root::Batching::#most;)
    }
}
