//! Checks the text of a module: every name is defined before it is used, and has the type that its use needs. XLA checks all other
//! rules when it runs the modules.

use std::collections::BTreeMap;

use crate::Error;

/// Types by name.
type Names = BTreeMap<String, String>;

/// Checks a module as `optim_core` writes it, with one operation per line. Returns the number of its operations.
///
/// # Errors
///
/// The first wrong line, and the reason.
pub fn check(text: &str) -> Result<usize, Error> {
    let (mut names, mut inner, mut operations) = (Names::new(), Names::new(), 0);
    let mut results: Vec<String> = Vec::new();
    let mut sort: Option<(String, String)> = None;
    for line in text.lines() {
        let wrong = |why: String| -> Error { format!("{why}, in `{}`", line.trim()).into() };
        let line = line.trim();
        if let Some(function) = line.strip_prefix("func.func private ") {
            (names, operations) = (Names::new(), operations + 1);
            let (arguments, types) = function.split_once(" -> ").ok_or_else(|| wrong("no results".into()))?;
            let arguments = arguments.split_once('(').map_or("", |(_, arguments)| arguments);
            define_arguments(arguments.trim_end_matches(')'), &mut names);
            results = list(types.trim_end_matches('{'));
        } else if line.starts_with("func.func") {
            names = Names::new();
        } else if line.starts_with('%') && line.split(' ').next().is_some_and(|name| name.ends_with(':')) {
            define_arguments(line.split(" {").next().unwrap_or(line), &mut names);
        } else if line.starts_with("tensor<") {
            results.push(line.split(" {").next().unwrap_or(line).to_owned());
        } else if let Some(arguments) = line.strip_prefix("^bb0(") {
            inner = names.clone();
            define_arguments(arguments.trim_end_matches("):"), &mut inner);
        } else if let Some(types) = line.strip_prefix("}) : ") {
            let (left, right) = sort.take().ok_or_else(|| wrong("no region".into()))?;
            operation(&left, &format!("{right} : {types}"), &mut names).map_err(wrong)?;
        } else if let Some((left, right)) = line.split_once(" = ").filter(|_| line.starts_with('%')) {
            operations += 1;
            if right.ends_with("({") {
                sort = Some((left.to_owned(), right.to_owned()));
            } else {
                let names = if sort.is_some() { &mut inner } else { &mut names };
                operation(left, right, names).map_err(wrong)?;
            }
        } else if let Some(returned) = line.strip_prefix("return ") {
            let (values, types) = returned.split_once(" : ").ok_or_else(|| wrong("no types".into()))?;
            let found: Result<Vec<String>, String> =
                operands(values).iter().map(|name| type_of(name, &names)).collect();
            if found.map_err(wrong)? != list(types) || list(types) != results {
                return Err(wrong("other types are returned".into()));
            }
            results.clear();
        }
    }
    if operations == 0 && !text.contains("return") { Err("nothing is returned".into()) } else { Ok(operations) }
}

/// `%a: tensor<f32>, %b: tensor<i1>`
fn define_arguments(text: &str, names: &mut Names) {
    for argument in list(text) {
        if let Some((name, of)) = argument.split_once(": ") {
            names.insert(name.to_owned(), of.trim_end_matches(',').to_owned());
        }
    }
}

/// Checks one operation, and records its results.
fn operation(left: &str, right: &str, names: &mut Names) -> Result<(), String> {
    let (call, types) = right.rsplit_once(" : ").ok_or("no types")?;
    let given: Vec<String> = operands(call).iter().map(|name| type_of(name, names)).collect::<Result<_, _>>()?;
    let (wanted, results) = match types.split_once(" -> ") {
        Some((wanted, results)) => (list(wanted), list(results)),
        None => match &list(types)[..] {
            [of] => (vec![of.clone(); given.len()], vec![of.clone()]),
            // `select`
            [mask, of] => (vec![mask.clone(), of.clone(), of.clone()], vec![of.clone()]),
            _ => return Err("too many types".to_owned()),
        },
    };
    if given != wanted {
        return Err(format!("operands are {given:?}"));
    }
    if let Some(of) = results.iter().chain(&wanted).find(|of| !(of.starts_with("tensor<") && of.ends_with('>'))) {
        return Err(format!("`{of}` is no type"));
    }
    let (name, count) = left.split_once(':').map_or((left, None), |(name, count)| (name, Some(count)));
    match count {
        None if results.len() == 1 => define(name, &results[0], names),
        Some(count) if count == results.len().to_string() => {
            results.iter().enumerate().try_for_each(|(place, of)| define(&format!("{name}#{place}"), of, names))
        }
        _ => Err(format!("there are {} results", results.len())),
    }
}

fn define(name: &str, of: &str, names: &mut Names) -> Result<(), String> {
    match names.insert(name.to_owned(), of.to_owned()) {
        None => Ok(()),
        Some(_) => Err(format!("{name} is there already")),
    }
}

fn type_of(name: &str, names: &Names) -> Result<String, String> {
    names.get(name).cloned().ok_or_else(|| format!("{name} is not there"))
}

/// The names in a text.
fn operands(text: &str) -> Vec<String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._$-#".contains(c);
    let names = text.split('%').skip(1).map(|rest| rest.split(|c| !is_name(c)).next().unwrap_or(""));
    names.map(|name| format!("%{name}")).collect()
}

/// The parts between commas, without brackets around the whole list.
fn list(text: &str) -> Vec<String> {
    let text = text.trim();
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    text.split(", ").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
