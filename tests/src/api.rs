//! The public interface of the crates as text, so that changes are visible.
//!
//! The list is read from the pages that `cargo doc` writes: the declaration of every item that has a page, the items of
//! its inherent `impl` blocks, and the headers of the traits that it implements.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The crates that are published.
pub const CRATES: [&str; 4] = ["optim_language", "optim_macros", "optim_core", "optim_std"];

/// Kinds of items that have a page. The names of pages begin with them.
const KINDS: [&str; 10] = ["attr", "constant", "derive", "enum", "fn", "macro", "static", "struct", "trait", "type"];

/// The place of a crate's list.
#[must_use]
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/api").join(format!("{name}.txt"))
}

/// The items of a crate by their paths, read from its documentation below `doc`.
///
/// # Errors
///
/// If the documentation does not exist.
pub fn list(doc: &Path, name: &str) -> io::Result<String> {
    let root = doc.join(name);
    let mut pages = Vec::new();
    find(&root, &mut pages)?;
    pages.sort();
    let mut text = String::new();
    for page in pages {
        let module = page.parent().and_then(|parent| parent.strip_prefix(doc).ok());
        let module = module.map(|module| module.to_string_lossy().replace(['/', '\\'], "::")).unwrap_or_default();
        text += &format!("# {module}\n{}\n", item(&fs::read_to_string(&page)?));
    }
    Ok(text)
}

/// The pages of items below a folder.
fn find(folder: &Path, pages: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
        // Items for generated code are hidden from users.
        if path.is_dir() && file != "__private" {
            find(&path, pages)?;
        } else if file.ends_with(".html") && KINDS.iter().any(|kind| file.starts_with(&format!("{kind}."))) {
            pages.push(path);
        }
    }
    Ok(())
}

/// An item: its declaration, the items in its own `impl` blocks, and the traits that it implements.
fn item(page: &str) -> String {
    let declaration = between(page, "item-decl\"><code>", "</code></pre>").next().unwrap_or_default();
    // A label such as "Show 15 variants" comes before folded text.
    let mut folded = declaration.split("<summary");
    let unfolded = folded.next().into_iter().chain(folded.filter_map(|rest| Some(rest.split_once("</summary>")?.1)));
    let mut text = format!("{}\n", plain(&unfolded.collect::<String>()));
    // Traits that the compiler implements automatically, or for all types, come after these.
    let page = page.split("id=\"synthetic-implementations\"").next().unwrap_or_default();
    let page = page.split("id=\"blanket-implementations\"").next().unwrap_or_default();
    let (own, traits) = page.split_once("id=\"trait-implementations\"").unwrap_or((page, ""));
    let own = own.split_once("id=\"implementations-list\"").map_or("", |(_, own)| own);
    for header in between(own, "<h4 class=\"code-header\">", "</h4>") {
        text += &format!("    {}\n", plain(header).replace('\n', "\n    "));
    }
    for header in between(traits, "<h3 class=\"code-header\">", "</h3>") {
        text += &format!("{}\n", plain(header));
    }
    text
}

/// The parts of a text between a start and an end.
fn between<'t>(text: &'t str, start: &'t str, end: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(start).skip(1).filter_map(move |rest| rest.split_once(end).map(|(inner, _)| inner))
}

/// HTML without its tags.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for character in html.chars() {
        match character {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => text.push(character),
            _ => {}
        }
    }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")];
    let text = entities.iter().fold(text, |text, (entity, character)| text.replace(entity, character));
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_is_its_declaration_its_methods_and_its_traits() {
        let page = "<pre class=\"rust item-decl\"><code>pub struct <b>A</b>&lt;T&gt;<summary>Show</summary>;</code></pre>\
            <div id=\"implementations-list\"><h4 class=\"code-header\">pub fn <a href=\"x\">new</a>() -&gt; Self</h4></div>\
            <h2 id=\"trait-implementations\"><h3 class=\"code-header\">impl Clone for A</h3>\
            <h4 class=\"code-header\">fn clone(&amp;self)</h4>\
            <h2 id=\"blanket-implementations\"><h3 class=\"code-header\">impl Any for A</h3>";
        assert_eq!(item(page), "pub struct A<T>;\n    pub fn new() -> Self\nimpl Clone for A\n");
    }
}
