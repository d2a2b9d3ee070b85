//! The uses of modules by each other, of a crate or of a folder, as the sources say. Read as text: so `use` lines and paths in the code
//! count alike, and what stands in macros too.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The place where one module uses another: file, line, text.
type UsePlace = String;

/// The modules of a crate or of a folder, and for each that it uses others, one place of every use.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The path of the folder from the root of the crate.
    folder: Vec<String>,
    pub(crate) modules: BTreeSet<String>,
    /// By user and used.
    pub(crate) edges: BTreeMap<(String, String), Vec<UsePlace>>,
    /// Names of the crate's root that are not modules: an item that it exports hides whose it is.
    pub(crate) exports: Vec<UsePlace>,
}

impl Uses {
    /// Reads all files below a crate's `src` but `lib.rs` and tests.
    pub(crate) fn of(src: &Path) -> Self {
        Self::of_files(&files(src), Vec::new())
    }

    /// A circle of each folder whose files use each other in one, by the path of the folder. Folders of up to four files are left out.
    pub(crate) fn circles_in_folders(src: &Path) -> BTreeMap<String, String> {
        let files = files(src);
        let folders: BTreeSet<&[String]> =
            files.iter().flat_map(|(module, _)| (1..module.len()).map(|depth| &module[..depth])).collect();
        let uses = folders.into_iter().map(|folder| Self::of_files(&files, folder.to_vec()));
        let circles =
            uses.filter(|uses| uses.modules.len() > 4).map(|uses| (uses.folder.join("/"), uses.describe_circle()));
        circles.filter(|(_, circle)| !circle.is_empty()).collect()
    }

    fn of_files(files: &[(Vec<String>, String)], folder: Vec<String>) -> Self {
        let inside = |module: &[String]| module.len() > folder.len() && module.starts_with(&folder);
        let own: Vec<_> = files.iter().filter(|(module, _)| inside(module)).collect();
        let modules = own.iter().map(|(module, _)| module[folder.len()].clone()).collect();
        let mut uses = Self { folder, modules, ..Self::default() };
        for (module, text) in own {
            uses.read(module, text);
        }
        uses
    }

    /// Takes up what a file uses. `module` is its path, without the crate.
    fn read(&mut self, module: &[String], text: &str) {
        let code = code(text);
        for (line, path) in paths(&code) {
            let Some(used) = self.used(&path, module.len()) else { continue };
            let (user, place) =
                (&module[self.folder.len()], format!("{}:{line}: {}", module.join("::"), path.join("::")));
            if !self.modules.contains(used) {
                self.exports.push(place);
            } else if used != user {
                self.edges.entry((user.clone(), used.to_owned())).or_default().push(place);
            }
        }
    }

    /// The module that a path takes from the folder, or a name that the root of the crate exports; `None` if it does not go there. `depth` is that of
    /// the module that the path is in.
    fn used<'p>(&self, path: &'p [String], depth: usize) -> Option<&'p str> {
        let supers = path.iter().take_while(|part| *part == "super").count();
        let name = match path.first().map(String::as_str) {
            Some("crate") => path[1..].strip_prefix(&*self.folder)?.first()?,
            Some("super") if supers + self.folder.len() == depth => path.get(supers)?,
            _ => return None,
        };
        // Without `crate` it may be an item of the file, and in a folder one of its `mod.rs`.
        let is_export = self.folder.is_empty() && path[0] == "crate";
        (is_export || self.modules.contains(name)).then_some(name)
    }

    /// A shortest circle of modules, the first one again at its end.
    pub(crate) fn circle(&self) -> Option<Vec<&str>> {
        let from = |start: &str| {
            let mut before = BTreeMap::new();
            let mut next = VecDeque::from([start.to_owned()]);
            while let Some(user) = next.pop_front() {
                for (_, used) in self.edges.keys().filter(|(by, _)| *by == user) {
                    if !before.contains_key(used) {
                        before.insert(used.clone(), user.clone());
                        next.push_back(used.clone());
                    }
                }
            }
            let mut circle = vec![self.modules.get(start)?.as_str()];
            let mut at = before.get(start)?;
            while *at != start {
                circle.push(self.modules.get(at)?);
                at = before.get(at)?;
            }
            circle.push(circle[0]);
            circle.reverse();
            Some(circle)
        };
        self.modules.iter().filter_map(|start| from(start)).min_by_key(Vec::len)
    }

    /// A circle and a place for each of its edges; nothing if there is none.
    pub(crate) fn describe_circle(&self) -> String {
        let Some(circle) = self.circle() else { return String::new() };
        let mut text = circle.join(" -> ");
        for edge in circle.windows(2) {
            let places = &self.edges[&(edge[0].to_owned(), edge[1].to_owned())];
            let _ = write!(text, "\n  {} -> {}: {}", edge[0], edge[1], places[0]);
        }
        text
    }
}

/// Every source of a crate but `lib.rs` and tests, with the path of its module.
fn files(src: &Path) -> Vec<(Vec<String>, String)> {
    let mut files = Vec::new();
    list(src, &mut Vec::new(), &mut files);
    files
}

/// Every source below a folder, with the path of its module.
fn list(folder: &Path, module: &mut Vec<String>, files: &mut Vec<(Vec<String>, String)>) {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut entries: Vec<_> = entries.collect();
    entries.sort();
    for path in entries {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if name.ends_with("tests") || name == "snapshots" || (module.is_empty() && (name == "lib" || name == "layers"))
        {
            continue;
        }
        module.push(name.clone());
        if path.is_dir() {
            list(&path, module, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            let depth = module.len() - usize::from(name == "mod");
            files.push((module[..depth].to_vec(), text));
        }
        module.pop();
    }
}

/// A source without comments, texts and inline modules of tests; line by line as before.
fn code(text: &str) -> String {
    let mut code = String::new();
    let (mut in_tests, mut attribute) = (false, false);
    for line in text.lines() {
        let starts = attribute && line.starts_with("mod ") && line.ends_with('{');
        attribute = line == "#[cfg(test)]";
        in_tests = (in_tests || starts) && line != "}";
        if !in_tests {
            let mut in_text = false;
            let mut chars = line.chars().peekable();
            while let Some(c) = chars.next() {
                match c {
                    '\\' if in_text => drop(chars.next()),
                    '\'' if chars.peek() == Some(&'"') => drop(chars.next()),
                    '"' => in_text = !in_text,
                    '/' if !in_text && chars.peek() == Some(&'/') => break,
                    c if !in_text => code.push(c),
                    _ => {}
                }
            }
        }
        code.push('\n');
    }
    code
}

/// Every path that starts with `crate` or `super`, with its line. Of a group, `crate::{a, b::c}`, each member is one.
fn paths(code: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            // `$crate` is for the crate that a macro is used in; `super::super` and `pub(crate)::` start before.
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c == '$' || c == ':' || c == '_' || c.is_alphanumeric()) {
                continue;
            }
            let line = code[..at].lines().count().max(1) + usize::from(code[..at].ends_with('\n'));
            tree(&code[at..], &mut Vec::new(), &mut |path| found.push((line, path.to_vec())));
        }
    }
    found
}

/// Calls `f` with every path of a tree of paths at the start of `code`; gives what follows.
fn tree<'c>(code: &'c str, path: &mut Vec<String>, f: &mut dyn FnMut(&[String])) -> &'c str {
    let mut code = code.trim_start();
    let depth = path.len();
    loop {
        let end = code.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(code.len());
        if end > 0 {
            path.push(code[..end].to_owned());
            code = &code[end..];
        }
        match code.strip_prefix("::").map(str::trim_start) {
            Some(rest) if end > 0 && rest.starts_with('{') => {
                code = rest;
                while let Some(member) = code.strip_prefix(['{', ',']) {
                    code = tree(member, path, f).trim_start();
                    // `as name` and `*`.
                    code = &code[code.find([',', '}']).unwrap_or(code.len())..];
                }
                path.truncate(depth);
                return code.strip_prefix('}').unwrap_or(code);
            }
            Some(rest) if end > 0 => code = rest,
            _ => break,
        }
    }
    if path.len() > depth {
        f(path);
    }
    path.truncate(depth);
    code
}

#[test]
fn paths_of_all_forms_are_found() {
    let text = r#"
use crate::a::{b, c::{D, E as F}};
use crate::{g, h::*, i::{self, J}};
use super::super::k; // crate::comment::no
pub(crate) use crate::l;
#[cfg(test)]
mod tests {
    use crate::m::no;
}
fn f(x: &crate::n::T<crate::o::U>) -> [$crate::p::no; 2] { "crate::q::no"; '"'; r::crate_::no; crate::s::new() }
"#;
    let found: Vec<String> =
        paths(&code(text)).into_iter().map(|(line, path)| format!("{line} {}", path.join("::"))).collect();
    let expected = [
        "2 crate::a::b",
        "2 crate::a::c::D",
        "2 crate::a::c::E",
        "3 crate::g",
        "3 crate::h",
        "3 crate::i::self",
        "3 crate::i::J",
        "5 crate::l",
        "10 crate::n::T",
        "10 crate::o::U",
        "10 crate::s::new",
        "4 super::super::k",
    ];
    assert_eq!(found, expected);
}

#[test]
fn circles_are_found_with_a_line_for_each_edge() {
    let mut uses = Uses { modules: ["a", "b", "c", "d"].map(String::from).into(), ..Uses::default() };
    let file = |path: &str| path.split("::").map(String::from).collect::<Vec<String>>();
    uses.read(&file("a::x"), "use crate::b;\nuse super::own;");
    uses.read(&file("b"), "fn f() {\n    crate::c::g()\n}");
    uses.read(&file("d"), "use crate::{a::Y, Export};");
    assert_eq!((uses.describe_circle().as_str(), &*uses.exports), ("", &["d:1: crate::Export".to_owned()][..]));
    uses.read(&file("c::y::z"), "\nuse super::super::super::a;");
    let expected = "a -> b -> c -> a\n  a -> b: a::x:1: crate::b\n  b -> c: b:2: crate::c::g\n  c -> a: c::y::z:2: super::super::super::a";
    assert_eq!(uses.describe_circle(), expected);
}

#[test]
fn circles_in_folders_are_those_of_their_files() {
    let file = |path: &str, text: &str| (path.split("::").map(String::from).collect::<Vec<String>>(), text.to_owned());
    let files = [
        file("a::x", "use super::y;"),
        file("a::y::z", "use crate::a::x;\nuse crate::b;"),
        file("b", "use crate::a::x;"),
    ];
    let uses = Uses::of_files(&files, vec!["a".to_owned()]);
    assert_eq!(uses.describe_circle(), "x -> y -> x\n  x -> y: a::x:1: super::y\n  y -> x: a::y::z:1: crate::a::x");
    assert_eq!(Uses::of_files(&files, Vec::new()).describe_circle().lines().next(), Some("a -> b -> a"));
}
