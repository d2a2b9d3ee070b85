//! Patterns: plain Rust over fixed values, tuples and arrays over values of the step.

use std::collections::BTreeMap;

use syn::Pat;

use crate::ast::Pattern;
use crate::check::Checker;
use crate::check::inline::functions::CarriedPattern;
use crate::check::known::scopes::Known;
use crate::check::rules::Site;
use crate::check::syntax::is_constant;
use crate::fixed::{self, Fixed, Level, Var};
use crate::kind::Kind;

impl Checker<'_> {
    /// A pattern over a fixed value. Its variables get unique names; `known` has facts about the whole value.
    pub(crate) fn fixed_pattern(&mut self, pattern: &Pat, known: Known) -> fixed::Pattern {
        self.rename(pattern, known, &mut BTreeMap::new())
    }

    /// Stores the value of a pattern that is one immutable variable.
    pub(crate) fn define(&mut self, pattern: &fixed::Pattern, value: &Fixed) {
        match pattern {
            fixed::Pattern::Typed(inner, _) | fixed::Pattern::Paren(inner) => self.define(inner, value),
            fixed::Pattern::Bind(var, false, None) => self.scopes.define(var, value),
            _ => {}
        }
    }

    fn rename(&mut self, pattern: &Pat, known: Known, bound: &mut BTreeMap<String, Var>) -> fixed::Pattern {
        match pattern {
            Pat::Ident(name) if name.subpat.is_none() && name.ident == "None" => fixed::Pattern::None,
            Pat::Ident(name) if name.subpat.is_none() && is_constant(&name.ident) => self.plain(pattern),
            Pat::Ident(name) => {
                self.breaks(Site::PatternName(name));
                let mutable = name.mutability.is_some();
                let key = name.ident.to_string();
                let var = match bound.get(&key) {
                    Some(var) => var.clone(),
                    None => {
                        let meaning = known.meaning.filter(|_| !mutable);
                        // A change may stand under a condition that differs between parameters.
                        let level = if mutable { known.level.and(Level::Fixed) } else { known.level };
                        let var = self.bind_fixed(&name.ident, mutable, Known { meaning, level, ..known.clone() });
                        bound.insert(key, var.clone());
                        var
                    }
                };
                let inner = name.subpat.as_ref().map(|(_, inner)| self.rename(inner, Known::at(known.level), bound));
                fixed::Pattern::Bind(var, mutable, inner.map(Box::new))
            }
            Pat::Tuple(tuple) => fixed::Pattern::Tuple(self.rename_all(&tuple.elems, known.level, bound)),
            Pat::Slice(slice) => fixed::Pattern::Slice(self.rename_all(&slice.elems, known.level, bound)),
            Pat::TupleStruct(variant) => {
                fixed::Pattern::Variant(variant.path.clone(), self.rename_all(&variant.elems, known.level, bound))
            }
            Pat::Or(or) => fixed::Pattern::Or(self.rename_all(&or.cases, known.level, bound)),
            Pat::Paren(inner) => fixed::Pattern::Paren(Box::new(self.rename(&inner.pat, known, bound))),
            Pat::Reference(inner) => {
                fixed::Pattern::Reference(Box::new(self.rename(&inner.pat, Known::at(known.level), bound)))
            }
            Pat::Type(typed) => {
                let inner = self.rename(&typed.pat, known, bound);
                fixed::Pattern::Typed(Box::new(inner), Box::new(self.carried_type((*typed.ty).clone())))
            }
            Pat::Lit(_) | Pat::Path(_) | Pat::Range(_) | Pat::Wild(_) | Pat::Rest(_) => self.plain(pattern),
            other => {
                self.breaks(Site::FixedPattern(other));
                fixed::Pattern::wild()
            }
        }
    }

    /// A pattern without variables.
    fn plain(&mut self, pattern: &Pat) -> fixed::Pattern {
        if !self.carries_names() {
            return fixed::Pattern::Plain(Box::new(pattern.clone()));
        }
        let CarriedPattern { pattern, constants } = self.carried_pattern(pattern);
        self.uses.consts.extend(constants);
        fixed::Pattern::Plain(Box::new(pattern))
    }

    fn rename_all<'s>(
        &mut self,
        patterns: impl IntoIterator<Item = &'s Pat>,
        level: Level,
        bound: &mut BTreeMap<String, Var>,
    ) -> Vec<fixed::Pattern> {
        patterns.into_iter().map(|pattern| self.rename(pattern, Known::at(level), bound)).collect()
    }

    /// A pattern over values of the step, or over a tuple that contains some.
    pub(crate) fn value_pattern(&mut self, pattern: &Pat, kind: &Kind, origin: &str) -> Pattern {
        match pattern {
            Pat::Wild(_) => Pattern::Wild,
            Pat::Paren(inner) => self.value_pattern(&inner.pat, kind, origin),
            Pat::Type(typed) => {
                self.breaks(Site::WrittenType(&typed.ty, kind));
                self.value_pattern(&typed.pat, kind, origin)
            }
            _ if kind.is_wrong() => {
                self.bind_wrong(pattern);
                Pattern::Wild
            }
            _ if kind.is_fixed() => Pattern::Fixed(self.fixed_pattern(pattern, Known::default())),
            Pat::Ident(_) if let Kind::Timed(timed) = kind => {
                let known = Known { level: Level::Timed(*timed), ..Known::default() };
                Pattern::Fixed(self.fixed_pattern(pattern, known))
            }
            Pat::Ident(name) if name.subpat.is_none() => {
                self.breaks(Site::PatternName(name));
                Pattern::Bind(self.bind_value(
                    &name.ident,
                    name.mutability.is_some(),
                    Some(kind.clone()),
                    origin.to_owned(),
                ))
            }
            Pat::Tuple(syn::PatTuple { elems, .. }) | Pat::Slice(syn::PatSlice { elems, .. }) => match kind {
                Kind::Tuple(kinds) | Kind::Array(kinds)
                    if kinds.len() == elems.len()
                        && matches!(pattern, Pat::Tuple(_)) == matches!(kind, Kind::Tuple(_)) =>
                {
                    let items =
                        elems.iter().zip(kinds).map(|(item, kind)| self.value_pattern(item, kind, origin)).collect();
                    Pattern::Items(items)
                }
                _ => self.no_pattern(pattern, kind),
            },
            _ => self.no_pattern(pattern, kind),
        }
    }

    /// Reports a pattern that does not fit its value.
    fn no_pattern(&mut self, pattern: &Pat, kind: &Kind) -> Pattern {
        self.breaks(Site::Pattern(pattern, kind));
        self.bind_wrong(pattern);
        Pattern::Wild
    }
}
