//! The figures by which the inner structure is judged, read off the sources: `cargo test -p optim-macros figures -- --nocapture` prints
//! them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::snapshots::{expanded, stock};
use crate::language::Language;

/// The number of tokens, those in groups and the two ends of each group included: the compiler of the user's crate reads all of them.
fn count(tokens: proc_macro2::TokenStream) -> usize {
    let of_one = |token| match token {
        proc_macro2::TokenTree::Group(group) => 2 + count(group.stream()),
        _ => 1,
    };
    tokens.into_iter().map(of_one).sum()
}

/// The tokens of both halves of a stock optimizer, the text for editors included.
fn tokens(name: &str) -> usize {
    count(expanded(&stock(&format!("optimizers/{name}.rs")), Language::Optimizer, "optimizer"))
}

/// The variants of an enum in a source.
fn variants(source: &str, name: &str) -> usize {
    let file = syn::parse_file(source).expect("a source");
    let found = file.items.iter().find_map(|item| match item {
        syn::Item::Enum(item) if item.ident == name => Some(item.variants.len()),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no enum {name}"))
}

/// The sources below a folder, without tests.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_test = path.file_stem().is_some_and(|name| name == "tests");
        if path.is_dir() && !is_test {
            found.extend(sources(&path));
        } else if !is_test && path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            found.push((path, text));
        }
    }
    found
}

/// The modules of a folder that use each other in one circle, the largest.
fn circle(folder: &Path) -> usize {
    let mut uses = BTreeMap::<String, BTreeSet<String>>::new();
    for (path, text) in sources(folder) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let used = text.lines().filter_map(|line| line.trim().strip_prefix("use super::"));
        let used = used.filter_map(|rest| rest.split_once("::").map(|(module, _)| module.to_owned()));
        uses.insert(name, used.collect());
    }
    let reached = |start: &String| {
        let (mut all, mut next) = (BTreeSet::new(), vec![start]);
        while let Some(used) = next.pop().and_then(|module| uses.get(module)) {
            next.extend(used.iter().filter(|module| all.insert((*module).clone())));
        }
        all
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = uses.keys().map(|module| (module, reached(module))).collect();
    let together = |module: &String| {
        reached[module].iter().filter(|other| reached.get(other).is_some_and(|back| back.contains(module))).count()
    };
    uses.keys().map(together).max().unwrap_or(0)
}

/// A figure: before the step was a value, the most that it may be now, and what is to be reached.
struct Figure {
    name: &'static str,
    before: usize,
    now: usize,
    most: usize,
    goal: usize,
}

#[test]
fn figures_of_the_inner_structure() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../optim-core/src/kernel");
    // A crate that is published on its own does not have the sources of others.
    let Ok(claim) = fs::read_to_string(core.join("raw/claim.rs")) else { return };
    let wrapper = expanded(&stock("contrib/lookahead.rs"), Language::Optimizer, "optimizer").to_string();
    let is_emitted = |name: &&str| wrapper.contains(&format!("fn {name} "));
    let functions = ["step", "graph", "plan", "ask", "calls_inner"].iter().filter(|name| is_emitted(name)).count();
    let lines = |text: &str| text.split("#[cfg(test)]\nmod tests {").next().map_or(0, |code| code.lines().count());
    let lines = sources(&core).iter().map(|(_, text)| lines(text)).sum();
    let figure = |name, before, now, most, goal| Figure { name, before, now, most, goal };
    let figures = [
        figure("functions in which the body of a wrapper's step is printed", 5, functions, 2, 2),
        figure("parts of a parameter that a program may run for", 4, variants(&claim, "Coverage"), 3, 3),
        figure("files of kernel/raw that use each other in a circle", 15, circle(&core.join("raw")), 0, 0),
        figure("lines of kernel, without tests", 11_612, lines, 17_957, 8_000),
        figure("tokens of Lion", 2_400, tokens("lion"), 1_650, 1_600),
        figure("tokens of LAMB", 3_700, tokens("lamb"), 2_450, 2_500),
        figure("tokens of Adafactor", 8_700, tokens("adafactor"), 5_500, 5_500),
    ];
    println!("{:60} {:>7} {:>7} {:>7}", "", "before", "now", "goal");
    for Figure { name, before, now, goal, .. } in &figures {
        println!("{name:60} {before:7} {now:7} {goal:7}");
    }
    for Figure { name, now, most, .. } in figures {
        assert!(now <= most, "{name}: {now}, which is more than {most}");
    }
}
