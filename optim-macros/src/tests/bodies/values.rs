//! Variables and their types, patterns, elements, operators.

use super::have_messages;

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
pub(super) fn wrong_bodies() {
    have_messages(&[
        ("", "if typo.ndim() >= 2 { *param -= grad; } *param -= grad;", &["there is no variable `typo` here"]),
        (
            "",
            "*param -= grad ^ 2.0;",
            &["values of a step have no operator `^`\nhelp: powers are `x.powi(2)` and `x.powf(y)`"],
        ),
        (
            "",
            "let x = (grad, grad.norm()); *param -= x[1] * grad;",
            &["a tuple of (`Tensor`, `Scalar`) can't be indexed\nhelp: write `x.1`"],
        ),
        ("", "*param -= grad; grad", &["`step` can't return a value: it writes `*param` and `state`"]),
        (
            "",
            "*param -= grad * grad.norm() as f64;",
            &[
                "a `Scalar` can't be cast: its value is known only during training\nnote: it is computed from the gradient `grad`\nhelp: remove the cast: it is already a number",
            ],
        ),
        ("", "let x = (grad, grad); *param -= x.2;", &["a tuple of (`Tensor`, `Tensor`) has no field `2`"]),
        ("", "let x = (1.0, grad); *param -= x.2;", &["a tuple of (a fixed value, `Tensor`) has no field `2`"]),
        (
            "",
            "*param -= param.data;",
            &[
                "the parameter has no field `data`\nhelp: it has `param.ndim()`, `.len()`, `.rows()`, `.cols()`, `.dim(0)`; `*param` is its value",
            ],
        ),
        (
            "",
            "let x = [grad; 65]; *param -= x[0];",
            &[
                "an array of values needs a literal length, at most 64\nhelp: declare a list of states: `state <values: [tensor; 65] = 0.0>`",
            ],
        ),
        (
            "",
            "*param -= [grad; self.k][0];",
            &[
                "an array of values needs a literal length, at most 64\nhelp: give the list a name: `let mut list = [grad; self.k];`",
            ],
        ),
        (
            "",
            "let x = [grad, grad.norm()]; *param -= x[grad];",
            &[
                "this index is a `Tensor`, which is known only during training\nnote: it is the gradient `grad`\nhelp: index with a fixed number",
            ],
        ),
        ("", "let mut x = grad; x <<= 1; *param -= x;", &["values of a step have no operator `<<=`"]),
        (
            "",
            "let mut x = 1.0; x += grad; *param -= x;",
            &[
                "`x` is fixed before training, so it can't be assigned `Tensor`\nhelp: initialize it as a value of the step: `let mut x = full(…);`",
            ],
        ),
        (
            "",
            "let x: Rows = grad; *param -= x;",
            &["this value is a `Tensor`, but its type is written as `Rows`\nhelp: remove the type: it is inferred"],
        ),
        (
            "",
            "let x: Mask = grad; *param -= grad;",
            &["this value is a `Tensor`, but its type is written as `Mask`\nhelp: remove the type: it is inferred"],
        ),
        (
            "",
            "let x: Mask<Rows> = grad > 0.0; *param -= grad;",
            &["this value is a `Mask`, but its type is written as `Mask<Rows>`\nhelp: remove the type: it is inferred"],
        ),
        (
            "",
            "let x: (Tensor, Tensor) = grad; *param -= grad;",
            &[
                "this value is a `Tensor`, but its type is written as `(Tensor, Tensor)`\nhelp: remove the type: it is inferred",
            ],
        ),
        (
            "",
            "let x = grad[0]; *param -= grad;",
            &[
                "a `Tensor` can't be indexed: a step treats all elements the same way\nhelp: use elementwise functions and reductions such as `.row_mean()`",
            ],
        ),
        (
            "",
            "let x = -(grad > 0.0); *param -= grad;",
            &[
                "`-` works on numbers, but this operand is `Mask`\nhelp: turn the mask into numbers: `select(mask, 1.0, 0.0)`",
            ],
        ),
        (
            "",
            "let x = !grad; *param -= grad;",
            &["`!` combines masks, but this operand is `Tensor`\nhelp: compare first: `(a > 0.0) & (b > 0.0)`"],
        ),
        (
            "",
            "let x = grad && true; *param -= grad;",
            &[
                "`&&` needs a `bool`, but this is a `Tensor`, which is known only during training\nnote: it is the gradient `grad`\nhelp: combine masks with `&`: both sides are computed",
            ],
        ),
        ("", "let q = grad; { let inner = q; } *param -= inner;", &["there is no variable `inner` here"]),
        ("", "let x @ y = grad; *param -= x;", &["this pattern does not match a `Tensor`\nhelp: use a plain name"]),
        (
            "",
            "*param -= self.missing;",
            &[
                "`Body` has no hyperparameter `missing`\nhelp: it has `lr`, `maybe`, `fixed`, `k`, `flag`, `other`, `mode`, `pair`, `list`",
            ],
        ),
        (
            "",
            "let (mut x, mut y) = (grad, grad); (x, y, x) = (grad, grad); *param -= x * y;",
            &["can't assign a tuple of (`Tensor`, `Tensor`) to 3 variables"],
        ),
        (
            "",
            "let mut x = grad; (x,) = (grad, grad); *param -= x;",
            &["can't assign a tuple of (`Tensor`, `Tensor`) to 1 variable"],
        ),
        (
            "",
            "-grad = grad; *param -= grad;",
            &[
                "this can't be assigned: a step writes `*param`, `state` and its own variables\nhelp: assign a variable declared with `let mut`, or one of its elements",
            ],
        ),
        (
            "",
            "(self.mode).0 = 1.0; *param -= grad;",
            &[
                "a step can't change a hyperparameter: it is fixed, or set by its schedule\nhelp: declare a state instead: `state <mode_now: scalar = { (self.mode).0 }>`",
            ],
        ),
        (
            "",
            "TOTAL_2 = grad; *param -= grad;",
            &[
                "a step can't write `TOTAL_2`: it keeps only declared state between steps\nhelp: declare state on the struct: `#[optimizer(state <name = 0.0>)]`",
            ],
        ),
        (
            "",
            "total = grad; *param -= grad;",
            &["there is no variable `total` here\nhelp: declare it: `let total = …;`"],
        ),
        (
            "",
            "let x: Scalar = 1.0; *param -= x * grad;",
            &["this value is fixed, but its type is written as `Scalar`\nhelp: write `scalar(1.0)`"],
        ),
        ("", "let x @ y; *param -= grad;", &["a variable without a value must be declared alone: `let x;`"]),
        (
            "",
            "let x: (Rows) = grad; *param -= grad;",
            &["this value is a `Tensor`, but its type is written as `(Rows)`\nhelp: remove the type: it is inferred"],
        ),
        (
            "",
            "let x: [Rows; 2] = [grad, grad]; *param -= grad;",
            &[
                "this value is an array of [`Tensor`, `Tensor`], but its type is written as `[Rows; 2]`\nhelp: remove the type: it is inferred",
            ],
        ),
        (
            "",
            "*param -= -(grad, 1.0);",
            &["`-` works on numbers, but this operand is a tuple of (`Tensor`, a fixed value)"],
        ),
        (
            "",
            "*param -= select(grad > 0.0, (grad, 1.0), grad);",
            &["`select` works on numbers, but this operand is a tuple of (`Tensor`, a fixed value)"],
        ),
        (
            "",
            "let x = (grad > 0.0) & true; *param -= grad;",
            &[
                "`&` combines masks, but this operand is fixed\nhelp: a fixed `bool` takes an `if`: `if flag { mask } else { … }`",
            ],
        ),
        ("", "*param -= typo + 1;", &["there is no variable `typo` here"]),
        ("", "*param -= 1 + typo;", &["there is no variable `typo` here"]),
        ("", "*param -= typo ^ 1.0;", &["there is no variable `typo` here"]),
        (
            "",
            "let x = (grad, grad); *param -= x[!0];",
            &["a tuple of (`Tensor`, `Tensor`) can't be indexed\nhelp: write `x.0`"],
        ),
        (
            "",
            "*param -= grad; } fn unused(&self, x: [Tensor; 0]) -> Tensor { x[self.k]",
            &[
                "an array of [] can't be indexed: a step treats all elements the same way\nhelp: use elementwise functions and reductions such as `.row_mean()`",
            ],
        ),
        (
            "",
            "let mut x = grad.matrix_mean(); x = grad; *param -= x * grad;",
            &[
                "`x` is `Matrices`, but this is `Tensor`: assignment does not broadcast\nhelp: reduce a tensor to `Matrices` with `.matrix_mean()`, `.matrix_sum()` …",
            ],
        ),
        ("", "*param -= (grad > 0.0).powi(2);", &["`powi` works on numbers, but this is `Mask`"]),
        (
            "",
            "let x = Some(grad); *param -= grad;",
            &["an `Option` can't hold a value of the step\nhelp: choose with `select`, or use a fixed `if`"],
        ),
        ("", "let x = \"text\"; *param -= grad;", &["only numbers and booleans are supported in a step"]),
        (
            "",
            "let x; x = 1.0; *param -= grad;",
            &[
                "`x` is declared without a value and then assigned a fixed one\nhelp: declare it with its value, or write `scalar(1.0)`",
            ],
        ),
        (
            "",
            "let mut pair = (grad, 1.0); pair.1 = 2.0; *param -= pair.0;",
            &["a fixed element of a tuple can't be changed\nhelp: keep it in a separate variable"],
        ),
        (
            "",
            "let mut pair = (grad, 1.0); pair = (grad, 2.0); *param -= pair.0;",
            &[
                "`pair` holds a fixed element, so it can't be assigned as a whole\nhelp: keep the fixed value in a separate variable, or assign `pair.0`, `pair.1` …",
            ],
        ),
        (
            "",
            "let x = [1.0; grad.norm()]; *param -= x[0] * grad;",
            &[
                "this length is a `Scalar`, which is known only during training\nnote: it is computed from the gradient `grad`\nhelp: use a fixed length: a literal, a `const`, or a field of an integer type",
            ],
        ),
        (
            "",
            "*param -= (grad, self.list).1[0] * grad;",
            &["this is not supported in a step\nhelp: split it into variables: `let x = …;`"],
        ),
    ]);
}
