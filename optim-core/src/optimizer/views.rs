//! Views: parameters that an optimizer sees in another shape.

use std::collections::HashSet;
use std::sync::Arc;

use super::Param;
use super::build_error::BuildError;
use super::rule_spec::RuleSpec;
use super::spec::{Spec, VIEW, ViewSpec};
use crate::kernel::elements;
use crate::params::ParamInfo;
use crate::shape::ParamView;

impl Param {
    /// The shape in which the optimizer sees the elements: the shape of the view, or of the model.
    pub(super) fn seen(&self) -> &[usize] {
        self.view.as_deref().map_or(&self.shape, ParamView::shape)
    }
}

impl Spec {
    /// Adds a view.
    pub(crate) fn push_view(&mut self, view: ViewSpec) {
        self.whole.push(VIEW);
        self.views.push(view);
    }

    /// The view of a parameter, if there is one.
    pub(super) fn view_of(&self, info: &ParamInfo<'_>) -> Result<Option<Arc<ParamView>>, BuildError> {
        let mut matching = self.views.iter().filter(|view| (view.predicate)(info));
        let Some(ViewSpec { name, shape, .. }) = matching.next() else { return Ok(None) };
        if let Some(second) = matching.next() {
            let (param, first, second) = (info.name().to_owned(), name.clone(), second.name.clone());
            return Err(BuildError::TwoViews { param, first, second });
        }
        let found = shape(info);
        if elements(&found) != Ok(info.len()) {
            return Err(BuildError::ViewElements {
                view: name.clone(),
                param: info.name().to_owned(),
                shape: info.shape().to_vec(),
                found,
            });
        }
        Ok(Some(Arc::new(ParamView::new(name, found))))
    }
}

/// Checks that the views of a rule have different names, and that each matches one of its `own` parameters.
pub(super) fn views_match<'p>(
    rule: &RuleSpec<'_>,
    own: impl Iterator<Item = &'p Param> + Clone,
) -> Result<(), BuildError> {
    if rule.spec.views.is_empty() {
        return Ok(());
    }
    let mut names = HashSet::new();
    if let Some(view) = rule.spec.views.iter().find(|view| !names.insert(&*view.name)) {
        return Err(BuildError::DuplicateView { view: view.name.clone() });
    }
    if rule.spec.part || rule.optional && own.clone().next().is_none() {
        return Ok(());
    }
    let seen: HashSet<&str> = own.clone().filter_map(|param| Some(param.view.as_deref()?.name())).collect();
    match rule.spec.views.iter().find(|view| !seen.contains(&*view.name)) {
        None => Ok(()),
        Some(view) => Err(BuildError::EmptyView {
            view: view.name.clone(),
            params: own.map(|param| param.name.to_string()).collect(),
        }),
    }
}
