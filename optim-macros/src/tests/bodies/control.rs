//! Branches, loops and what exists only in some of them.

use super::have_messages;

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
pub(super) fn wrong_bodies() {
    have_messages(&[
        (
            "",
            "let x = if self.flag { grad.t() } else { grad }; *param -= if self.other { x.t() } else { x };",
            &[
                "these values have dimensions (rows, cols) and (rows or cols, rows or cols), which do not match\nhelp: dimensions must be equal, or one of them `1`; look for a missing `.t()` or reduction",
            ],
        ),
        (
            "",
            "for _ in 1..1 { *param -= grad; }",
            &[
                "`*param` is not written on every path of this step\nnote: line 15 writes it, but does not always run\nhelp: apply the update on each path, for example `*param -= self.lr * update;`",
            ],
        ),
        (
            "",
            "for _ in 1..=0 { *param -= grad; }",
            &[
                "`*param` is not written on every path of this step\nnote: line 15 writes it, but does not always run\nhelp: apply the update on each path, for example `*param -= self.lr * update;`",
            ],
        ),
        (
            "",
            "for w in [0.5; 0] { *param -= w * grad; }",
            &[
                "`*param` is not written on every path of this step\nnote: line 15 writes it, but does not always run\nhelp: apply the update on each path, for example `*param -= self.lr * update;`",
            ],
        ),
        (
            "",
            "for _ in 0..self.k { *param -= grad; }",
            &[
                "`*param` is not written on every path of this step\nnote: line 15 writes it, but does not always run\nhelp: apply the update on each path, for example `*param -= self.lr * update;`",
            ],
        ),
        (
            "m = 0.0 if param.ndim() < 2",
            "Self::keep(grad, state); *param -= grad; } fn keep(x: Tensor, state: &mut State<Self>) { state.m = x;",
            &[
                "`m` exists only if `param.ndim() < 2`, which is not guaranteed here\nnote: `keep` is called on line 15\nhelp: use it under `if param.ndim() < 2 { … }`; every tensor has the shape of `param`",
            ],
        ),
        (
            "",
            "*param -= if self.flag { (grad, 1.0) } else { grad };",
            &[
                "the arms of this `if` differ: a tuple of (`Tensor`, a fixed value) and `Tensor`\nhelp: give both arms the same kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "*param -= if self.flag { [grad, grad] } else { [grad, grad, grad] };",
            &[
                "the arms of this `if` differ: an array of [`Tensor`, `Tensor`] and an array of [`Tensor`, `Tensor`, `Tensor`]\nhelp: give both arms the same kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "let (x, y) = if self.flag { (grad, grad) } else { (grad, grad > 0.0) }; *param -= x;",
            &[
                "the arms of this `if` differ: a tuple of (`Tensor`, `Tensor`) and a tuple of (`Tensor`, `Mask`)\nhelp: give both arms the same kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "if let Some(x) = grad { *param -= grad; }",
            &[
                "this `if` depends on the gradient `grad`\nnote: a step can branch only on values that are known before it runs\nhelp: compare and choose with `select(x > 0.0, a, b)`; both sides are computed\nhelp: to branch on a setting, use a literal, a `const` or a field that is not `scheduled`",
            ],
        ),
        (
            "",
            "match grad { x => *param -= x }",
            &[
                "this `match` depends on a `Tensor`, which is known only during training\nnote: it is the gradient `grad`\nhelp: compare and choose with `select(x > 0.0, a, b)`; both sides are computed",
            ],
        ),
        (
            "",
            "if let Some(rate) = self.maybe && rate > 0.0 { *param -= grad; } else { *param += grad; }",
            &[
                "this `if` depends on the scheduled hyperparameter `self.maybe`\nnote: a step can branch only on values that are known before it runs\nhelp: choose with `select(rate > 0.0, a, b)`; both sides are computed\nhelp: to branch on a setting, use a literal, a `const` or a field that is not `scheduled`",
            ],
        ),
        (
            "",
            "*param -= self.maybe.unwrap_or(1.0) * grad;",
            &[
                "`self.maybe` is a scheduled `Option`, which may be `None`\nhelp: write `if let Some(maybe) = self.maybe { … } else { … }`",
            ],
        ),
        (
            "",
            "*param -= self.maybe * grad;",
            &[
                "`self.maybe` is a scheduled `Option`, which may be `None`\nhelp: write `if let Some(maybe) = self.maybe { … } else { … }`",
            ],
        ),
        (
            "m = 0.0 if self.flag",
            "if self.other { state.m = grad; } *param -= grad;",
            &["`m` exists only if `self.flag`, which is not guaranteed here\nhelp: use it under `if self.flag { … }`"],
        ),
        (
            "m = 0.0 if self.fixed.is_none()",
            "match self.fixed { Some(x) if x > 1.0 => {} x => state.m = grad } *param -= grad;",
            &[
                "`m` exists only if `self.fixed.is_none()`, which is not guaranteed here\nhelp: use it under `if self.fixed.is_none() { … }`",
            ],
        ),
        (
            "m = 0.0 if self.fixed.is_some()",
            "match self.fixed { Other(_) => state.m = grad, _ => {} } *param -= grad;",
            &[
                "`m` exists only if `self.fixed.is_some()`, which is not guaranteed here\nhelp: use it under `if self.fixed.is_some() { … }`",
            ],
        ),
        (
            "m = 0.0 if self.mode == Mode::A",
            "match self.mode { B => state.m = grad, _ => {} } *param -= grad;",
            &[
                "`m` exists only if `self.mode == Mode::A`, which is not guaranteed here\nhelp: use it under `if self.mode == Mode::A { … }`",
            ],
        ),
        (
            "m = 0.0 if self.fixed.is_none()",
            "match self.mode { Mode::B => state.m = grad, _ => {} } *param -= grad;",
            &[
                "`m` exists only if `self.fixed.is_none()`, which is not guaranteed here\nhelp: use it under `if self.fixed.is_none() { … }`",
            ],
        ),
        (
            "m = 0.0 if self.flag",
            "let mut flag = self.flag; flag = self.other; if flag { state.m = grad; } *param -= grad;",
            &["`m` exists only if `self.flag`, which is not guaranteed here\nhelp: use it under `if self.flag { … }`"],
        ),
        (
            "m = 0.0 if self.flag",
            "if self.flag || self.other { state.m = grad; } *param -= grad;",
            &["`m` exists only if `self.flag`, which is not guaranteed here\nhelp: use it under `if self.flag { … }`"],
        ),
        (
            "",
            "let x = grad.mean(); return x; *param -= grad;",
            &[
                "early `return` is not supported in a step\nhelp: use a fixed `if … else …`, or choose values with `select`",
            ],
        ),
        (
            "",
            "*param -= (let Some(x) = self.fixed);",
            &["`let` is supported only in the condition of an `if`\nhelp: write `if let Some(x) = self.x { … }`"],
        ),
        (
            "m = 0.0 if !self.flag && self.k > 1",
            "state.m = grad; *param -= grad;",
            &[
                "`m` exists only if `!self.flag && self.k > 1`, which is not guaranteed here\nhelp: use it under `if !self.flag && self.k > 1 { … }`",
            ],
        ),
        (
            "m = 0.0 if self.flag || !(self.k > 1)",
            "state.m = grad; *param -= 2.0 * grad;",
            &[
                "`m` exists only if `self.flag || !(self.k > 1)`, which is not guaranteed here\nhelp: use it under `if self.flag || !(self.k > 1) { … }`",
            ],
        ),
        (
            "m = 0.0 if param.ndim() < 2 && self.fixed.is_none()",
            "state.m = grad; *param += grad;",
            &[
                "`m` exists only if `param.ndim() < 2 && self.fixed.is_none()`, which is not guaranteed here\nhelp: use it under `if param.ndim() < 2 && self.fixed.is_none() { … }`",
            ],
        ),
        (
            "",
            "let x = if self.flag { grad > 0.0 } else { grad.row_mean() > 0.0 }; *param -= grad;",
            &[
                "the arms of this `if` differ: `Mask` and `Mask<Rows>`\nhelp: give both arms the same kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "let x = if self.flag { (grad, 1.0) } else { (grad, 1.0, 2.0) }; *param -= grad;",
            &[
                "the arms of this `if` differ: a tuple of (`Tensor`, a fixed value) and a tuple of (`Tensor`, a fixed value, a fixed value)\nhelp: give both arms the same kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "let x = if self.flag && self.other { grad.t() } else { grad }; *param -= if self.flag || self.other { x.t() } else { x };",
            &[
                "these values have dimensions (rows, cols) and (rows or cols, rows or cols), which do not match\nhelp: dimensions must be equal, or one of them `1`; look for a missing `.t()` or reduction",
            ],
        ),
        (
            "",
            "let x = match self.k { K => grad.t(), _ => grad }; *param -= match self.k { L => x.t(), _ => x };",
            &[
                "these values have dimensions (rows, cols) and (rows or cols, rows or cols), which do not match\nhelp: dimensions must be equal, or one of them `1`; look for a missing `.t()` or reduction",
            ],
        ),
        (
            "m = 0.0 if self.flag",
            "let flag = &self.flag; if !*flag { state.m = grad; } *param -= grad;",
            &["`m` exists only if `self.flag`, which is not guaranteed here\nhelp: use it under `if self.flag { … }`"],
        ),
        (
            "",
            "let mut n = self.k; let x = if n > 1 { grad.t() } else { grad }; { let mut n = 2; n += 1; *param -= if n > 1 { x.t() } else { x }; }",
            &[
                "these values have dimensions (rows, cols) and (rows or cols, rows or cols), which do not match\nhelp: dimensions must be equal, or one of them `1`; look for a missing `.t()` or reduction",
            ],
        ),
        (
            "",
            "let mut n = self.k; let x = if n > 1 { grad.t() } else { grad }; n = 0; *param -= if n > 1 { x.t() } else { x };",
            &[
                "these values have dimensions (rows, cols) and (rows or cols, rows or cols), which do not match\nhelp: dimensions must be equal, or one of them `1`; look for a missing `.t()` or reduction",
            ],
        ),
        (
            "",
            "let mut n = self.k; let x = if n > 1 { grad.t() } else { grad }; if self.flag { n = 0; } *param -= if n > 1 { x.t() } else { x };",
            &[
                "these values have dimensions (rows, cols) and (rows or cols, rows or cols), which do not match\nhelp: dimensions must be equal, or one of them `1`; look for a missing `.t()` or reduction",
            ],
        ),
        (
            "",
            "let x; if self.flag { x = grad; } else { x = grad.norm(); } *param -= x;",
            &["`x` may not have a value here\nhelp: initialize it: `let mut x = …;`"],
        ),
        (
            "",
            "let x; if self.flag { x = grad > 0.0; } else { x = grad.norm() > 0.0; } *param -= select(x, grad, 0.0);",
            &["`x` may not have a value here\nhelp: initialize it: `let mut x = …;`"],
        ),
        (
            "",
            "let x; if self.flag { x = (grad, grad); } else { x = (grad, grad, grad); } *param -= x.0;",
            &["`x` may not have a value here\nhelp: initialize it: `let mut x = …;`"],
        ),
        (
            "",
            "let x; if self.flag { x = [grad, grad]; } else { x = [grad, grad, grad]; } *param -= x[0];",
            &["`x` may not have a value here\nhelp: initialize it: `let mut x = …;`"],
        ),
        (
            "",
            "let x; if self.flag { x = grad; } else { x = grad > 0.0; } *param -= x;",
            &["`x` may not have a value here\nhelp: initialize it: `let mut x = …;`"],
        ),
        (
            "",
            "*param -= self.maybe.abs() * grad;",
            &[
                "`self.maybe` is a scheduled `Option`, which may be `None`\nhelp: write `if let Some(maybe) = self.maybe { … } else { … }`",
            ],
        ),
        (
            "",
            "if let x = self.maybe { *param -= grad; } *param -= grad;",
            &[
                "a scheduled `Option` supports only the patterns `Some(name)`, `Some(_)` and `None`\nhelp: write `if let Some(maybe) = self.maybe`",
            ],
        ),
        (
            "",
            "if let Other(x) = self.maybe { *param -= grad; } *param -= grad;",
            &[
                "a scheduled `Option` supports only the patterns `Some(name)`, `Some(_)` and `None`\nhelp: write `if let Some(maybe) = self.maybe`",
            ],
        ),
        (
            "",
            "if let Some(x, y) = self.maybe { *param -= grad; } *param -= grad;",
            &[
                "a scheduled `Option` supports only the patterns `Some(name)`, `Some(_)` and `None`\nhelp: write `if let Some(maybe) = self.maybe`",
            ],
        ),
        (
            "",
            "if let Some(ref x) = self.maybe { *param -= grad; } *param -= grad;",
            &[
                "a scheduled `Option` supports only the patterns `Some(name)`, `Some(_)` and `None`\nhelp: write `if let Some(maybe) = self.maybe`",
            ],
        ),
        (
            "",
            "if let Some(mut x) = self.maybe { *param -= grad; } *param -= grad;",
            &[
                "a scheduled `Option` supports only the patterns `Some(name)`, `Some(_)` and `None`\nhelp: write `if let Some(maybe) = self.maybe`",
            ],
        ),
        (
            "",
            "if let Some(x @ y) = self.maybe { *param -= grad; } *param -= grad;",
            &[
                "a scheduled `Option` supports only the patterns `Some(name)`, `Some(_)` and `None`\nhelp: write `if let Some(maybe) = self.maybe`",
            ],
        ),
        ("", "for _ in 0..2 { 1.0 } *param -= grad;", &["the body of a loop has no value"]),
        ("", "for _ in 0..2 { grad } *param -= grad;", &["the body of a loop has no value"]),
        ("", "for _ in [grad, grad] { grad } *param -= grad;", &["the body of a loop has no value"]),
        ("", "for _ in 0..2 { typo } *param -= grad;", &["there is no variable `typo` here"]),
        (
            "",
            "if self.flag && self.other || let Some(x) = self.fixed { *param -= grad; } *param -= grad;",
            &["`let` is supported only in the condition of an `if`\nhelp: write `if let Some(x) = self.x { … }`"],
        ),
        (
            "",
            "let mut n = self.k; let x = if n > 1 { grad.t() } else { grad }; for _ in 0..2 { *param -= if n > 1 { x.t() } else { x }; n = 0; }",
            &[
                "these values have dimensions (rows, cols) and (rows or cols, rows or cols), which do not match\nhelp: dimensions must be equal, or one of them `1`; look for a missing `.t()` or reduction",
            ],
        ),
        (
            "m = 0.0 if param.len() > 2",
            "let x = [grad, grad]; if x.len() > 2 { state.m = grad; } *param -= x[0];",
            &[
                "`m` exists only if `param.len() > 2`, which is not guaranteed here\nhelp: use it under `if param.len() > 2 { … }`",
            ],
        ),
        (
            "",
            "if let Some(x) = typo { *param -= x * grad; } else { *param -= grad; }",
            &["there is no variable `typo` here"],
        ),
    ]);
}
