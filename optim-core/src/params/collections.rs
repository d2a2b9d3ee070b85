//! Parameters in collections: lists, maps, options and boxes of parts.

use std::collections::{BTreeMap, HashMap};

use super::{Name, Parameters};
use crate::kernel::{TensorMut, TensorRef};
use crate::sorting::sort_by;

/// Implements both methods for a pointer to a part.
macro_rules! pointers {
    ($([$($generics:tt)*] $pointer:ty;)*) => {$(
        impl<$($generics)*> Parameters for $pointer {
            type Elem = P::Elem;

            #[inline]
            fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
                (**self).visit(name, f);
            }

            #[inline]
            fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {
                (**self).visit_mut(name, f);
            }
        }
    )*};
}

pointers! {
    [P: Parameters + ?Sized] Box<P>;
    ['p, P: Parameters + ?Sized] &'p mut P;
}

/// Gradients only: there is nothing to write.
impl<P: Parameters + ?Sized> Parameters for &P {
    type Elem = P::Elem;

    #[inline]
    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
        (**self).visit(name, f);
    }

    fn visit_mut<'a>(&'a mut self, _: Name<'_>, _: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {}
}

/// The parameters of the value; empty for `None`.
impl<P: Parameters> Parameters for Option<P> {
    type Elem = P::Elem;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
        if let Some(part) = self {
            part.visit(name, f);
        }
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {
        if let Some(part) = self {
            part.visit_mut(name, f);
        }
    }
}

/// Parts called `0`, `1`, ….
macro_rules! sequences {
    ($([$($generics:tt)*] $sequence:ty;)*) => {$(
        impl<$($generics)*> Parameters for $sequence {
            type Elem = P::Elem;

            fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
                for (index, part) in self.iter().enumerate() {
                    part.visit(name.index(index), f);
                }
            }

            fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {
                for (index, part) in self.iter_mut().enumerate() {
                    part.visit_mut(name.index(index), f);
                }
            }
        }
    )*};
}

sequences! {
    [P: Parameters] [P];
    [P: Parameters] Vec<P>;
    [P: Parameters, const N: usize] [P; N];
}

/// The path to a part of a map that is sorted or has no order. A part without siblings counts as ordered.
#[inline]
fn in_map<'n>(name: &'n Name<'_>, parts: usize, key: &'n str) -> Name<'n> {
    if parts == 1 { name.child(key) } else { name.unordered_child(key) }
}

/// Parts with their keys as names, in the order of the keys. A map that keeps the order in which it was
/// filled is `indexmap::IndexMap` (feature `indexmap`).
impl<K: AsRef<str>, P: Parameters> Parameters for BTreeMap<K, P> {
    type Elem = P::Elem;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
        for (key, part) in self {
            part.visit(in_map(&name, self.len(), key.as_ref()), f);
        }
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {
        let parts = self.len();
        for (key, part) in self {
            part.visit_mut(in_map(&name, parts, key.as_ref()), f);
        }
    }
}

/// Parts with their keys as names, in the order of the keys: in the map's own order, sums over all gradients would differ
/// between runs. Prefer a `BTreeMap`, which need not be sorted at every visit.
impl<K: AsRef<str>, P: Parameters, H> Parameters for HashMap<K, P, H> {
    type Elem = P::Elem;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
        let mut parts: Vec<(&str, &P)> = self.iter().map(|(key, part)| (key.as_ref(), part)).collect();
        sort_by(&mut parts, |a, b| a.0.cmp(b.0));
        for (key, part) in parts {
            part.visit(in_map(&name, self.len(), key), f);
        }
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {
        let count = self.len();
        let mut parts: Vec<(&str, &mut P)> = self.iter_mut().map(|(key, part)| (key.as_ref(), part)).collect();
        sort_by(&mut parts, |a, b| a.0.cmp(b.0));
        for (key, part) in parts {
            part.visit_mut(in_map(&name, count, key), f);
        }
    }
}

/// Parts with their keys as names, in the order of insertion.
#[cfg(feature = "indexmap")]
impl<K: AsRef<str>, P: Parameters, H> Parameters for indexmap::IndexMap<K, P, H> {
    type Elem = P::Elem;

    fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, P::Elem>)) {
        for (key, part) in self {
            part.visit(name.child(key.as_ref()), f);
        }
    }

    fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, P::Elem>)) {
        for (key, part) in self {
            part.visit_mut(name.child(key.as_ref()), f);
        }
    }
}

/// Parts called `0`, `1`, … by their place.
macro_rules! tuples {
    ($($first:ident $($part:ident)*: [$($place:tt)*];)*) => {$(
        impl<$first, $($part),*> Parameters for ($first, $($part,)*)
        where
            $first: Parameters,
            $($part: Parameters<Elem = $first::Elem>,)*
        {
            type Elem = $first::Elem;

            fn visit<'a>(&'a self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorRef<'a, Self::Elem>)) {
                $(self.$place.visit(name.index($place), f);)*
            }

            fn visit_mut<'a>(&'a mut self, name: Name<'_>, f: &mut dyn FnMut(Name<'_>, TensorMut<'a, Self::Elem>)) {
                $(self.$place.visit_mut(name.index($place), f);)*
            }
        }
    )*};
}

tuples! {
    A: [0];
    A B: [0 1];
    A B C: [0 1 2];
    A B C D: [0 1 2 3];
    A B C D E: [0 1 2 3 4];
    A B C D E F: [0 1 2 3 4 5];
}
