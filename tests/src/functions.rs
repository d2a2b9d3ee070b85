//! The guide's page of all functions of a step, written from the table of operations.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The place of the page.
pub fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../optim-std/docs/functions.md")
}

const HEAD: &str = "# Functions of a step

The functions of the step language. [Writing an optimizer][optimizers] explains the kinds of values and how they combine, [Numbers][numerics] explains
rounding.

This page is written by `cargo run -p optim-tests --bin functions`.
";

const POWI: &str = "| `x.powi(n)` | Integer power by repeated multiplication, `1 / x.powi(-n)` for a negative one; `n` is a fixed integer |\n";

const REDUCTIONS: &str = "
The functions of the first column reduce all numbers to a `Scalar`. The next ones reduce a `Tensor` to `Rows`, `Cols` and `Matrices`; `Rows` and `Cols` can be reduced
further to `Matrices`. Those of the whole model also take a `Scalar`, one from each parameter: [The whole model][global].
Each function of the first column has two more forms, which name an axis by its number: `x.sum_along(i)` keeps only axis `i`, `x.sum_without(i)` removes it. See [Axes][axes].
";

const QUANTILES: &str = "
### Quantiles

`x.quantile(q)` is the number at the fraction `q` of the sorted numbers of `x`: the smallest number for 0, the median for 0.5, the largest for 1. `q` is a fixed number or a `Scalar`. Between two
numbers the result is interpolated linearly, like numpy's default. The result is NaN if a number is NaN, if there are no numbers, or if `q` is not from 0 to 1. Quantiles accept and return the same kinds of values as
the reductions above. The number of the axis is the last argument, as in the [other reductions to an axis][axes]. There is no quantile of the whole model.
";

/// An operation: its class, name, operands, operator and meaning.
struct Operation {
    section: &'static str,
    name: &'static str,
    operands: &'static [&'static str],
    operator: Option<&'static str>,
    meaning: &'static str,
}

macro_rules! operator {
    () => {
        None
    };
    ($sign:tt) => {
        Some(stringify!($sign))
    };
}

macro_rules! operations {
    ($($section:ident {
        $($Op:ident = $name:ident($($x:ident),+) $(as $sign:tt)?, $work:ident, $meaning:literal;)*
    })*) => {
        &[$($(Operation {
            section: stringify!($section),
            name: stringify!($name),
            operands: &[$(stringify!($x)),+],
            operator: operator!($($sign)?),
            meaning: $meaning,
        },)*)*]
    };
}
const OPERATIONS: &[Operation] = optim_language::operations!(operations);

macro_rules! reductions {
    ($($section:ident {
        $($Fold:ident = $all:ident $row:ident $col:ident $matrix:ident $global:ident: $each:ident $join:ident $finish:ident, $meaning:literal;)*
    })*) => {
        &[$($(
            (stringify!($section), [
                stringify!($all), stringify!($row), stringify!($col), stringify!($matrix), stringify!($global),
            ], $meaning),
        )*)*]
    };
}
const REDUCED: &[(&str, [&str; 5], &str)] = optim_language::reductions!(reductions);

macro_rules! library_calls {
    ($($section:ident {
        $($Call:ident = $name:ident($($x:ident),+) as $graph:literal -> ($($result:ident),+), $by:ident, $meaning:literal;)*
    })*) => {
        &[$($((
            stringify!($section),
            stringify!($name),
            &[$(stringify!($x)),+],
            &[$(stringify!($result)),+],
            stringify!($by),
            $meaning,
        )),*),*]
    };
}
/// Section, name, operands, results, worker, meaning.
type LibraryRow =
    (&'static str, &'static str, &'static [&'static str], &'static [&'static str], &'static str, &'static str);
const LIBRARY: &[LibraryRow] = optim_language::library_calls!(library_calls);

const DECOMPOSITIONS: &str = "
These need the feature `linalg`; [Numbers][numerics] explains matrices without a result.

| | result |
|---|---|
";

macro_rules! timed_functions {
    ($($Question:ident = $name:ident($($arguments:tt)*), $meaning:literal;)*) => {
        &[$((stringify!($name), stringify!($($arguments)*), $meaning)),*]
    };
}
const TIMED: &[(&str, &str, &str)] = optim_language::timed_functions!(timed_functions);

macro_rules! draws {
    ($($Law:ident = $name:ident($x:ident), $meaning:literal;)*) => {
        &[$((stringify!($name), stringify!($x), $meaning)),*]
    };
}
const DRAWN: &[(&str, &str, &str)] = optim_language::draws!(draws);

/// `x.clamp(lo, hi)`
fn method(name: &str, operands: &[&str]) -> String {
    format!("{}.{name}({})", operands[0], operands[1..].join(", "))
}

fn sentence(meaning: &str) -> &str {
    meaning.trim_end_matches('.')
}

/// The page.
#[expect(clippy::too_many_lines, reason = "the text of one page")]
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    let signs = |section: &str, count: usize| {
        let of = OPERATIONS.iter().filter(|op| op.section == section && op.operands.len() == count);
        of.filter_map(|op| op.operator).collect::<Vec<_>>().join(" ")
    };
    let _ = write!(
        page,
        "
## Operators

- arithmetic: `{}x`, `{}`, and the assignments `+= -= *= /= %=`
- comparisons, which give a mask: `{}`
- on masks: `{}mask`, `{}`

## Elementwise functions

| | result |
|---|---|
",
        signs("unary", 1),
        signs("binary", 2),
        signs("compare", 2),
        signs("logic", 1),
        signs("logic", 2),
    );
    for op in OPERATIONS.iter().filter(|op| op.operator.is_none()) {
        let call = match op.section {
            "choice" => format!("{}({})", op.name, op.operands.join(", ")),
            _ => method(op.name, op.operands),
        };
        let _ = writeln!(page, "| `{call}` | {} |", sentence(op.meaning));
    }
    page.push_str(POWI);
    let _ = write!(
        page,
        "\n## Reductions\n{REDUCTIONS}\n| all | each row, column, matrix | the whole model | result |\n|---|---|---|---|\n"
    );
    for (section, [all, row, col, matrix, global], meaning) in REDUCED {
        let operands: &[&str] = if *section == "pairs" { &["a", "b"] } else { &["x"] };
        let _ =
            writeln!(page, "| `{}` | `{row}`, `{col}`, `{matrix}` | `{global}` | {meaning} |", method(all, operands));
    }
    let _ = write!(page, "{QUANTILES}\n| | result |\n|---|---|\n");
    for (_, name, operands, _, _, meaning) in LIBRARY.iter().filter(|row| row.0 == "quantiles") {
        let _ = writeln!(page, "| `{}` | {} |", method(name, operands), sentence(meaning));
    }
    page.push_str("\n## Linear algebra\n\n| | result |\n|---|---|\n");
    for by in ["Itself", "Linalg"] {
        if by == "Linalg" {
            page.push_str(DECOMPOSITIONS);
        }
        for (section, name, operands, results, _, meaning) in
            LIBRARY.iter().filter(|row| row.4 == by && row.0 != "quantiles")
        {
            let call = match *section {
                "functions" => format!("{name}({})", operands.join(", ")),
                _ => method(name, operands),
            };
            let call = match results {
                [_] => call,
                several => format!("let ({}) = {call};", several.join(", ")),
            };
            let _ = writeln!(page, "| `{call}` | {} |", sentence(meaning));
        }
    }
    page.push_str("\n## The step count\n\nThe arguments are fixed integers of at least 1 (the `i` of `slot`: at least 0). See [Time][time].\n\n| | is |\n|---|---|\n");
    for (name, arguments, meaning) in TIMED {
        let _ = match arguments.split_once(", [") {
            Some((first, more)) => {
                writeln!(
                    page,
                    "| `{name}({first})`, `{name}({first}, {})` | {} |",
                    more.trim_end_matches(']'),
                    sentence(meaning)
                )
            }
            None => writeln!(page, "| `{name}({arguments})` | {} |", sentence(meaning)),
        };
    }
    page.push_str("\n## Random numbers\n\nSee [Random numbers][randomness].\n\n| | result |\n|---|---|\n");
    for (name, like, meaning) in DRAWN {
        let _ = writeln!(page, "| `{name}({like})` | {} |", sentence(meaning));
    }
    page.push_str(
        "\n[optimizers]: optimizers.md\n[numerics]: numerics.md\n[time]: time.md\n[axes]: axes.md\n[global]: global.md\n[randomness]: randomness.md\n",
    );
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_what_the_table_says() {
        let found = std::fs::read_to_string(path()).expect("the page is there");
        assert!(found == page(), "write it again: cargo run -p optim-tests --bin functions");
    }
}
