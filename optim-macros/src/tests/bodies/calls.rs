//! Methods, helper functions and their arguments.

use super::have_messages;

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
pub(super) fn wrong_bodies() {
    have_messages(&[
        ("", "*param -= grad.ln_1p();", &["a step has no method `ln_1p`\nhelp: did you mean `log1p`?"]),
        ("", "*param -= grad.pow(2);", &["a step has no method `pow`\nhelp: did you mean `powi`?"]),
        ("", "*param -= grad.pow(2.0);", &["a step has no method `pow`\nhelp: did you mean `powf`?"]),
        (
            "",
            "*param -= grad.select(1.0, 2.0);",
            &["`select` is a function, not a method\nhelp: write `select(grad, 1.0, 2.0)`"],
        ),
        ("", "*param -= grad.transpose();", &["a step has no method `transpose`\nhelp: did you mean `t`?"]),
        ("", "*param -= grad.minimum(1.0);", &["a step has no method `minimum`\nhelp: did you mean `min`?"]),
        ("", "*param -= grad.expect(\"x\");", &["a step has no method `expect`\nhelp: did you mean `unwrap_or`?"]),
        ("", "*param -= grad.exp_m1();", &["a step has no method `exp_m1`\nhelp: did you mean `expm1`?"]),
        ("", "*param -= grad.maximum(1.0);", &["a step has no method `maximum`\nhelp: did you mean `max`?"]),
        ("", "*param -= grad.log();", &["a step has no method `log`\nhelp: did you mean `ln`?"]),
        ("", "*param -= grad.norm_l2();", &["a step has no method `norm_l2`\nhelp: did you mean `norm`?"]),
        ("", "*param -= grad.t(1);", &["`t` takes 0 arguments, but 1 was given"]),
        ("", "*param -= grad.norm().t();", &["`t` transposes matrices, but this is a `Scalar`"]),
        ("", "*param -= grad.row_mean().row_mean();", &["`row_mean` has nothing to reduce in `Rows`"]),
        ("", "*param -= grad.norm().row_mean();", &["`row_mean` has nothing to reduce in `Scalar`"]),
        ("", "*param -= grad.norm().matrix_mean();", &["`matrix_mean` has nothing to reduce in `Scalar`"]),
        (
            "",
            "*param -= (grad > 0.0).row_sum_abs();",
            &[
                "`row_sum_abs` works on numbers, but this is `Mask`\nhelp: count a mask with `.sum()`, or turn it into numbers: `select(mask, 1.0, 0.0)`",
            ],
        ),
        ("", "*param -= grad.sum_abs(1.0);", &["`sum_abs` takes 0 arguments, but 1 was given"]),
        ("", "*param -= grad.hypot();", &["`hypot` takes 1 argument, but 0 were given"]),
        ("", "*param -= grad.norm().norm();", &["`norm` has nothing to reduce in `Scalar`"]),
        (
            "",
            "let _x = self.lr.unwrap(); *param -= grad;",
            &["a step has no method `unwrap`\nhelp: did you mean `unwrap_or`?"],
        ),
        (
            "",
            "let x = grad.shape(); *param -= grad;",
            &["a step has no method `shape`\nhelp: `optim_std::guide::functions` lists all methods"],
        ),
        (
            "",
            "let x = grad.numel(); *param -= grad;",
            &["a step has no method `numel`\nhelp: `optim_std::guide::functions` lists all methods"],
        ),
        ("", "let x = grad.norm().len(); *param -= grad;", &["a step has no method `len`\nhelp: did you mean `ln`?"]),
        (
            "",
            "*param -= grad.norm().matmul(grad);",
            &[
                "`matmul` multiplies matrices, but these are `Scalar` and `Tensor`\nhelp: multiply by a single number with `*`",
            ],
        ),
        ("", "*param -= grad.col_mean().col_mean();", &["`col_mean` has nothing to reduce in `Cols`"]),
        (
            "",
            "*param -= self.twice(grad); } fn twice(&self, x: f64) -> f64 { x * 2.0",
            &[
                "this argument is a `Tensor`, but the function takes a fixed value\nhelp: declare the parameter as `x: Tensor`",
            ],
        ),
        (
            "",
            "*param -= self.twice(grad.norm()); } fn twice(&self, x: f64) -> f64 { x * 2.0",
            &[
                "this argument is a `Scalar`, but the function takes a fixed value\nhelp: declare the parameter as `x: Scalar`",
            ],
        ),
        (
            "",
            "Self::twice(grad); *param -= grad; } fn twice(x: &mut Tensor) { *x *= 2.0;",
            &[
                "the function changes this argument, but the argument is not mutable\nhelp: pass `param`, `&mut state.name`, or `&mut x` of a variable declared with `let mut x`",
            ],
        ),
        (
            "",
            "*param -= Self::twice(*param, grad); } fn twice(x: Tensor) -> Tensor { x * 2.0",
            &["`twice` takes 1 argument, but 2 were given"],
        ),
        (
            "",
            "*param -= Self::twice(grad); } fn twice(x: Scalar) -> Tensor { full(x)",
            &[
                "this argument is a `Tensor`, but the function takes a `Scalar`\nhelp: declare the parameter as `x: Tensor`",
            ],
        ),
        (
            "",
            "*param -= Self::twice(grad); } fn twice(x: Tensor) -> Rows { x * 2.0",
            &["`twice` returns a `Tensor`, but its signature says `Rows`"],
        ),
        ("", "*param -= grad.signum();", &["a step has no method `signum`\nhelp: did you mean `sign`?"]),
        ("", "*param -= grad.dot_product(grad);", &["a step has no method `dot_product`\nhelp: did you mean `dot`?"]),
        (
            "",
            "Self::twice(-param); *param -= grad; } fn twice(x: &mut Tensor) { *x *= 2.0;",
            &[
                "the function changes this argument, but the argument is not mutable\nhelp: pass `param`, `&mut state.name`, or `&mut x` of a variable declared with `let mut x`",
            ],
        ),
        (
            "",
            "let mut n = 1.0; *param -= Self::twice({ n += 1.0; n }); } fn twice(x: Tensor) -> Tensor { x",
            &["this argument is a fixed value, but the function takes a `Tensor`\nhelp: write `full({ n += 1.0; n })`"],
        ),
        (
            "",
            "*param -= self.one() * grad; } fn one(&self) -> Scalar { 1.0",
            &["`one` returns a fixed value, but its signature says `Scalar`\nhelp: lift the result with `scalar(…)`"],
        ),
        (
            "",
            "*param -= self.one(grad) * grad; } fn one(&self, x: Tensor) -> Scalar { x",
            &["`one` returns a `Tensor`, but its signature says `Scalar`"],
        ),
        (
            "",
            "*param -= self.one(grad) * grad; } fn one(&self, x: Tensor) -> Rows { x.norm()",
            &["`one` returns a `Scalar`, but its signature says `Rows`"],
        ),
        (
            "",
            "*param -= Self::twice(grad); } fn twice<T>(x: Tensor) -> Tensor { x * 2.0",
            &[
                "functions of a step can't have generic parameters, lifetimes or `where`\nhelp: the model chooses the element type: write kinds, `x: Tensor`",
            ],
        ),
        (
            "",
            "*param -= Self::twice(grad); } fn twice(x: Tensor) -> Tensor where f64: Copy { x * 2.0",
            &[
                "functions of a step can't have generic parameters, lifetimes or `where`\nhelp: the model chooses the element type: write kinds, `x: Tensor`",
            ],
        ),
        ("", "*param -= typo.norm();", &["there is no variable `typo` here"]),
        ("", "*param -= grad.dot(typo);", &["there is no variable `typo` here"]),
        ("", "*param -= grad.at(1.0);", &["`at` is a function, not a method\nhelp: write `at(1.0)`"]),
        (
            "",
            "*param -= <f64 as Limits>::MAX * grad;",
            &["qualified paths are not supported in a step\nhelp: use a constant of this crate or of a number type"],
        ),
        (
            "",
            "*param -= (self.k)(grad);",
            &[
                "this is not the name of a function\nhelp: call functions of the language, methods of numbers, helpers of this impl or `#[elementwise]` functions",
            ],
        ),
    ]);
}
