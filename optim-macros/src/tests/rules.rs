//! The table of rules against the programs that break them and the guide that explains them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{bodies, program::Program, refused};
use crate::check::{RULES, broken_rules};

/// The rules that the programs of `tests/ui` break.
fn broken_by_programs() -> BTreeSet<&'static str> {
    for path in refused::programs() {
        Program::read(&fs::read_to_string(path).expect("a program"));
    }
    broken_rules()
}

#[test]
fn every_rule_is_broken_by_a_program() {
    let mut broken = refused::on_a_large_stack(broken_by_programs);
    bodies::wrong_bodies();
    broken.extend(broken_rules());
    let kept: Vec<&str> = RULES.iter().map(|rule| rule.name).filter(|name| !broken.contains(name)).collect();
    assert_eq!(kept, [""; 0], "rules that no program breaks");
}

#[test]
fn right_programs_break_no_rule() {
    broken_rules();
    Program::read("#[elementwise] fn right<V: Value>(x: V) -> V { x }");
    assert_eq!(broken_rules(), BTreeSet::new());
    Program::read("#[elementwise] fn wrong<V: Value>(x: V) -> V { self }");
    assert_eq!(broken_rules(), BTreeSet::from(["no_self"]));
}

#[test]
fn every_rule_has_a_sentence_and_a_section_of_the_guide() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../optim-std/docs/errors.md");
    let guide = fs::read_to_string(guide).expect("the guide");
    let mut names = BTreeSet::new();
    for rule in RULES {
        let heading = format!("## {}", rule.guide);
        assert!(guide.lines().any(|line| line == heading), "{}: no section {heading}", rule.name);
        assert!(rule.says.len() > 1 && rule.says.ends_with('.'), "{}: {}", rule.name, rule.says);
        assert!(names.insert(rule.name), "two rules are called {}", rule.name);
    }
}
