//! Messages about the arguments of questions about time, which occur in bodies and in conditions of inputs.

/// An example of the question.
pub(crate) fn example(name: &str) -> &'static str {
    match name {
        "every" => "every(10)",
        "after" => "after(100)",
        "at" => "at(100)",
        _ => "slot(5)",
    }
}

/// The largest number of arguments. The smallest is 1.
pub(crate) fn most_arguments(name: &str) -> usize {
    if matches!(name, "every" | "slot") { 2 } else { 1 }
}

/// The message for a wrong number of arguments.
pub(crate) fn miscounted(name: &str, count: usize) -> Option<String> {
    if (1..=most_arguments(name)).contains(&count) {
        return None;
    }
    let (takes, more) = match name {
        "slot" => ("1 or 2 arguments", ", or `slot(5, 1)` for the slot of the next step"),
        "every" => ("1 or 2 arguments", ", or `every(10, 1)` to start at step 1"),
        _ => ("1 argument", ""),
    };
    let were = if count == 1 { "was" } else { "were" };
    Some(format!("`{name}` takes {takes}, but {count} {were} given\nhelp: write `{}`{more}", example(name)))
}

/// The message for an argument that is too small.
pub(crate) fn too_small(name: &str, place: usize, number: i128) -> Option<String> {
    let least = i128::from((name, place) != ("slot", 1));
    if number >= least {
        return None;
    }
    let which = if place == 1 { "a second integer" } else { "an integer" };
    let help = match (name, place) {
        ("slot", 1) => "`slot(m, 1)` is the slot of the next step, `slot(m, m - 1)` that of the previous one",
        ("every", 1) => "steps are counted from 1: `every(10, 1)` is true at the steps 1, 11, 21, …",
        ("every", _) => "`every(1)` is true at each step: remove the condition",
        ("after", _) => "steps are counted from 1, so all of them are after 0: remove the condition",
        ("at", _) => "steps are counted from 1: the first one is `at(1)`",
        _ => "a list has at least one item",
    };
    Some(format!("`{name}` takes {which} of at least {least}\nhelp: {help}"))
}

/// The suggestion for a whole number that is written as a literal of another type.
pub(crate) fn integer_instead(name: &str, place: usize) -> String {
    match (name, place) {
        ("every", 1) => "write `every(10, 1)`".to_owned(),
        _ => format!("write `{}`", example(name)),
    }
}
