//! The layers of the crate, held by tests that read its sources.

mod uses;

use std::fs;
use std::path::Path;

use uses::Uses;

/// The drawing: a module uses what is in a line below it, or in its own line on its left.
const LAYERS: [&[&str]; 10] = [
    &["testing"],
    &["compiled"],
    &["registry", "partition", "program"],
    &["checkpoint", "safetensors"],
    &["gradient", "state_dict", "optimizer", "builder"],
    &["params", "sparsity"],
    &["state", "input", "output", "plan", "definition"],
    &["names", "hyper"],
    &["kernel", "quantile", "memory", "lang", "stablehlo", "evaluate"],
    &[
        "messages",
        "short_slices",
        "sorting",
        "source",
        "suggestion",
        "tags",
        "view_error",
        "shape",
        "dtype",
        "random",
        "draw",
        "chart",
        "files",
        "time",
        "watched",
    ],
];

fn sources() -> Uses {
    Uses::of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let uses = sources();
    assert!(uses.edges.len() > 50, "little is found: {uses:?}");
    let circle = uses.describe_circle();
    assert!(circle.is_empty(), "{circle}");
}

/// The folders whose files still use each other in a circle. To remove one from the list, give a file of its own to what two files share.
const CIRCLES: [&str; 2] = ["kernel", "kernel/program"];

#[test]
fn files_of_other_folders_do_not_either() {
    let circles = Uses::circles_in_folders(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let found: Vec<&str> = circles.keys().map(String::as_str).collect();
    assert_eq!(found, CIRCLES, "{circles:#?}");
}

/// The crates of the workspace that have no such test.
#[test]
fn files_of_other_crates_do_not_either() {
    for name in ["optim-gpu", "optim-std"] {
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name(name).join("src");
        // A published package has no other crates beside it.
        let circles = if src.is_dir() { Uses::circles_in_folders(&src) } else { continue };
        assert!(circles.is_empty(), "{name}: {circles:#?}");
    }
}

#[test]
fn every_module_uses_only_what_is_below_it() {
    let uses = sources();
    let order: Vec<&str> = LAYERS.into_iter().rev().flatten().copied().collect();
    let place = |module: &str| order.iter().position(|known| *known == module);
    let missing: Vec<&String> = uses.modules.iter().filter(|module| place(module).is_none()).collect();
    assert!(missing.is_empty(), "in no layer: {missing:?}");
    let gone: Vec<&str> = order.iter().copied().filter(|module| !uses.modules.contains(*module)).collect();
    assert!(gone.is_empty(), "no modules: {gone:?}");
    let upward = uses.edges.iter().filter(|((user, used), _)| place(used) >= place(user));
    let upward: Vec<String> =
        upward.map(|((user, used), places)| format!("{user} -> {used}:\n    {}", places.join("\n    "))).collect();
    assert!(upward.is_empty(), "{} edges go up:\n{}", upward.len(), upward.join("\n"));
}

/// So that a reader of a `use` line sees whose item it is, and the tests above do.
#[test]
fn modules_take_nothing_from_the_root() {
    let exports = sources().exports;
    assert!(exports.is_empty(), "name the module:\n{}", exports.join("\n"));
}

#[test]
fn the_page_on_architecture_has_the_same_drawing() {
    // A crate that is published on its own does not have the page.
    let Ok(page) = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../ARCHITECTURE.md")) else { return };
    let drawing = LAYERS.map(|layer| layer.join("  ")).join("\n");
    assert!(page.contains(&format!("```\n{drawing}\n```\n")), "it should be\n{drawing}");
}
