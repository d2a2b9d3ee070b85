//! Every relative link in the pages leads to an existing file or folder, and every anchor to a heading.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// The pages, relative to the workspace.
fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
        .map(|name| root.join(name))
        .into();
    for folder in ["docs", "optim-std/docs"] {
        let entries = root.join(folder).read_dir().unwrap().map(|entry| entry.unwrap().path());
        pages.extend(entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    }
    pages
}

/// The lines outside fenced code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// The targets of `[text](target)` and `[name]: target`, without text in backquotes.
fn targets(line: &str) -> Vec<String> {
    let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
    let inline = plain.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
    let definition = plain.strip_prefix('[').and_then(|rest| Some(rest.split_once("]: ")?.1.to_owned()));
    inline.chain(definition).collect()
}

/// The anchors of a page's headings.
fn anchors(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for heading in prose(text).filter(|line| line.starts_with('#')) {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let name: String = heading.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).collect();
        let name = name.replace(' ', "-");
        let same = found.iter().filter(|other| **other == name).count();
        found.push(if same == 0 { name } else { format!("{name}-{same}") });
    }
    found
}

/// The sections of the guide to which compile errors link.
fn linked_sections(root: &Path) -> BTreeSet<String> {
    let folders = root.join("tests/ui").read_dir().unwrap().map(|folder| folder.unwrap().path());
    let folders = folders.filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| folder.read_dir().unwrap().map(|file| file.unwrap().path()));
    let errors = files.filter(|path| path.extension().is_some_and(|extension| extension == "stderr"));
    let sections_of = |path: PathBuf| {
        let text = read_to_string(path).unwrap();
        let names = text.split("`optim_std::guide::errors#").skip(1).filter_map(|rest| rest.split('`').next());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    errors.flat_map(sections_of).collect()
}

#[test]
fn compile_errors_link_sections_of_the_guide() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let guide = anchors(&read_to_string(root.join("optim-std/docs/errors.md")).unwrap());
    let linked = linked_sections(root);
    let broken: Vec<&String> = linked.iter().filter(|section| !guide.contains(section)).collect();
    assert!(broken.is_empty(), "sections that the guide does not have: {broken:?}");
    assert!(linked.len() > 15, "only these sections are linked: {linked:?}");
}

#[test]
fn every_relative_link_resolves() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let (mut looked_at, mut broken) = (0, Vec::new());
    for page in pages(root) {
        let text = read_to_string(&page).unwrap();
        for target in prose(&text).flat_map(targets).filter(|target| !target.contains("://")) {
            looked_at += 1;
            let (path, anchor) = target.split_once('#').map_or((&*target, None), |(path, anchor)| (path, Some(anchor)));
            let file = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            let found = match anchor {
                None => file.exists(),
                Some(anchor) => {
                    read_to_string(&file).is_ok_and(|text| anchors(&text).iter().any(|name| name == anchor))
                }
            };
            if !found {
                broken.push(format!("{}: {target}", page.strip_prefix(root).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "links that lead nowhere:\n{}", broken.join("\n"));
    assert!(looked_at > 50, "{looked_at} links were found");
}
