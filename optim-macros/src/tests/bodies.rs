//! Small bodies, right and wrong: the decisions of the check that no program of `tests/ui` turns on.

use super::program::Program;

/// The messages about a step with this body over these states.
fn messages(states: &str, body: &str) -> Vec<String> {
    let text = format!(
        "#[optimizer(state <{states}>)]
        struct Body {{
            #[hyper(scheduled)] lr: f64,
            #[hyper(scheduled)] maybe: Option<f64>,
            fixed: Option<f64>,
            k: usize,
            flag: bool,
            other: bool,
            mode: Mode,
        }}
        #[optimizer]
        impl Body {{
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ {body} }}
        }}"
    );
    Program::read(&text).messages().into_iter().map(|message| message.text).collect()
}

#[test]
fn right_bodies_have_no_message() {
    let bodies = [
        ("", "for _ in 0..2 { *param -= grad; }"),
        ("", "for _ in 1..=1 { *param -= grad; }"),
        ("", "for _ in (0..3) { *param -= grad; }"),
        ("", "for w in [0.5, 0.25] { *param -= w * grad; }"),
        ("", "for w in &[0.5] { *param -= *w * grad; }"),
        ("", "for w in [0.5; 2] { *param -= w * grad; }"),
        ("", "let x: Cols = grad.col_mean(); *param -= x * grad;"),
        ("", "let x: Mask = grad > 0.0; *param -= select(x, grad, 0.0);"),
        ("", "let x: Mask<Rows> = grad.row_mean() > 0.0; *param -= select(x, grad, 0.0);"),
        ("", "let (x, y): (Tensor, f64) = (grad, 2.0); *param -= x * y;"),
        ("", "let x: (Tensor) = grad; *param -= x;"),
        ("", "let (x): Tensor = grad; *param -= x;"),
        (
            "",
            "let mut mask = grad > 1.0; mask |= grad < -1.0; mask &= *param > 0.0; *param -= select(mask, grad, 0.0);",
        ),
        (
            "",
            "let mut n = 1; n <<= 2; n |= 1; n >>= 1; n ^= 1; n %= 3; for _ in 0..n { *param -= grad; } *param -= grad;",
        ),
        ("", "let x = grad; { let x = 1.0; *param -= x * grad; } *param = x;"),
        ("m = 0.0 if self.fixed.is_some()", "if let Some(x) = self.fixed { state.m = x * grad; } *param -= grad;"),
        (
            "m = 0.0 if self.fixed.is_some()",
            "match self.fixed { None => {} Some(_) => state.m = grad } *param -= grad;",
        ),
        ("m = 0.0 if self.fixed.is_none()", "match self.fixed { None => state.m = grad, _ => {} } *param -= grad;"),
        ("m = 0.0 if self.maybe.is_none()", "if let None = self.maybe { state.m = grad; } *param -= grad;"),
        ("", "if let Some(_) = self.maybe { *param -= grad; } else { *param += grad; }"),
        ("", "if let Some(rate) = self.maybe { *param -= rate * grad; } else { *param += grad; }"),
        ("m = 0.0 if self.flag", "let flag = self.flag; if flag { state.m = grad; } *param -= grad;"),
        ("m = 0.0 if self.flag", "match self.flag { true => state.m = grad, false => {} } *param -= grad;"),
        ("m = 0.0 if self.mode == Mode::A", "match self.mode { Mode::A => state.m = grad, _ => {} } *param -= grad;"),
        ("m = 0.0 if !(self.flag && self.other)", "if !self.flag || !self.other { state.m = grad; } *param -= grad;"),
        (
            "m = 0.0 if param.ndim() < 2",
            "Self::keep(param, grad, state); } fn keep(weight: &mut Tensor, grad: Tensor, state: &mut State<Self>) { if weight.ndim() < 2 { state.m = grad; } *weight -= grad;",
        ),
        ("", "let x = [grad; 3]; *param -= x[1];"),
        ("", "let x = [grad; 64]; *param -= x[self.k];"),
        ("", "let x = (grad, 1.0).0; *param -= x;"),
        ("", "let (x, w) = if self.flag { (grad, 1.0) } else { (full(1.0), self.lr) }; *param -= w * x;"),
        ("", "let [x, y] = if self.flag { [grad, grad] } else { [full(1.0), full(self.lr)] }; *param -= y * x;"),
        (
            "",
            "Self::scale(param, self.lr, grad); } fn scale(to: &mut Tensor, by: Scalar, grad: Tensor) { *to -= by * grad;",
        ),
        ("", "let x = self.half(grad.norm()); *param -= x * grad; } fn half(&self, x: Scalar) -> Scalar { x * 0.5"),
        ("", "let x = self.half(2.0); *param -= x * grad; } fn half(&self, x: f64) -> f64 { x * 0.5"),
        ("", "let x = Self::first((grad, *param)); *param -= x; } fn first((x, _): (Tensor, Tensor)) -> Tensor { x"),
        (
            "",
            "let mut x = grad; Self::change(&mut x); *param -= x; } fn change(x: &mut Tensor) { Self::again(&mut *x); } fn again(x: &mut Tensor) { *x *= 2.0;",
        ),
        (
            "",
            "let x = if self.flag { grad.t() > 0.0 } else { grad > 0.0 }; let y = if self.flag { grad.t() } else { grad }; let z = select(x, y, 0.0); *param -= if self.flag { z.t() } else { z };",
        ),
        (
            "",
            "let (x, w) = if self.flag { (grad.t(), 1.0) } else { (grad, 2.0) }; let y = w * x; *param -= if self.flag { y.t() } else { y };",
        ),
        (
            "",
            "let x = if self.flag { [grad.t(), grad.t()] } else { [grad, grad] }; let y = x[0] + x[1]; *param -= if self.flag { y.t() } else { y };",
        ),
        ("m = 0.0 if self.k > 1", "let n = self.k; if n > 1 { state.m = grad; } *param -= grad;"),
        ("", "let mut n = 1; n += 1; for _ in 0..n { *param -= grad; } *param -= grad;"),
        ("", "if self.flag { *param -= grad; () } else { *param += grad; }"),
        ("", "*param -= self.one() * grad; } fn one(&self) -> Scalar { scalar(1.0)"),
        ("", "*param -= 2.0_f64.max(1.0) * 2.0_f64.powi(2) * grad;"),
        ("", "*param -= grad.powi(-2) + grad.powi(3) + grad.powf(self.k as f64);"),
        ("", "let n = 2; *param -= grad.powi(n) * grad.powi(self.k + n) * grad.powi(K);"),
        ("", "let k = 2; let n = param.cols(); for i in 0..k { *param -= (i + n) as f64 * grad; } *param -= grad;"),
        (
            "",
            "let x: Rate = 2.0; let y = self.k as Rate; *param -= x * y * Self::half(x) * grad; } fn half(x: Rate) -> Rate { x",
        ),
        ("", "let x = 2.0; let y = param.len() as f64; *param -= (x + y).sqrt() * grad;"),
        ("m = 0.0 if param.ndim() < 2", "if grad.ndim() < 2 { state.m = grad; } *param -= grad;"),
        (
            "m = 0.0 if param.ndim() < 2",
            "Self::keep(grad, state); *param -= grad; } fn keep(x: Tensor, state: &mut State<Self>) { if x.ndim() < 2 { state.m = x; }",
        ),
        ("", "let n = if self.k > 1 { 2.0 } else { 3.0 }; *param -= n * grad;"),
        ("", "*param -= grad.matmul(grad.t()).t().matmul(grad);"),
        ("", "*param -= f64::EPSILON * grad + core::f64::consts::PI;"),
    ];
    for (states, body) in bodies {
        assert_eq!(messages(states, body), [""; 0], "{body}");
    }
}

#[test]
fn wrong_bodies_have_these_messages() {
    let bodies: &[(&str, &str, &[&str])] = &[
        (
            "",
            "let x = if self.flag { grad.t() } else { grad }; *param -= if self.other { x.t() } else { x };",
            &[
                "these values have different shapes: one was transposed or multiplied\nhelp: elementwise functions join values of one shape; look for a missing `.t()`",
            ],
        ),
        (
            "",
            "for _ in 1..1 { *param -= grad; }",
            &[
                "`*param` is not written on every path of this step\nnote: line 13 writes it, but need not run\nhelp: apply the update on each path, for example `*param -= self.lr * update;`",
            ],
        ),
        (
            "",
            "for _ in 1..=0 { *param -= grad; }",
            &[
                "`*param` is not written on every path of this step\nnote: line 13 writes it, but need not run\nhelp: apply the update on each path, for example `*param -= self.lr * update;`",
            ],
        ),
        (
            "",
            "for w in [0.5; 0] { *param -= w * grad; }",
            &[
                "`*param` is not written on every path of this step\nnote: line 13 writes it, but need not run\nhelp: apply the update on each path, for example `*param -= self.lr * update;`",
            ],
        ),
        (
            "",
            "for _ in 0..self.k { *param -= grad; }",
            &[
                "`*param` is not written on every path of this step\nnote: line 13 writes it, but need not run\nhelp: apply the update on each path, for example `*param -= self.lr * update;`",
            ],
        ),
        ("", "*param -= grad.ln_1p();", &["a step has no method `ln_1p`\nhelp: there is `log1p`"]),
        ("", "*param -= grad.pow(2);", &["a step has no method `pow`\nhelp: there is `powi`"]),
        ("", "*param -= grad.pow(2.0);", &["a step has no method `pow`\nhelp: there is `powf`"]),
        (
            "",
            "let p = 2.5; *param -= grad.powi(p) + grad.powi(-1.0) + grad.powi(self.k as f32);",
            &[
                "the exponent of `powi` is `f64`, and must be a fixed integer\nhelp: `powf` takes any exponent",
                "the exponent of `powi` is `f64`, and must be a fixed integer\nhelp: `powf` takes any exponent",
                "the exponent of `powi` is `f32`, and must be a fixed integer\nhelp: `powf` takes any exponent",
            ],
        ),
        (
            "",
            "for i in (0..3).rev() { *param -= i * grad; } *param -= grad;",
            &["`i` is an integer, and numbers that meet values of a step are `f64`\nhelp: write `i as f64`"],
        ),
        (
            "",
            "let n = 2 * param.cols(); *param -= grad / (n - 1) / n;",
            &[
                "`(n - 1)` is `usize`, and numbers that meet values of a step are `f64`\nhelp: write `(n - 1) as f64`",
                "`n` is `usize`, and numbers that meet values of a step are `f64`\nhelp: write `n as f64`",
            ],
        ),
        (
            "",
            "let mut k = 1; k += 1; *param -= grad * -k;",
            &["`-k` is an integer, and numbers that meet values of a step are `f64`\nhelp: write `-k as f64`"],
        ),
        (
            "",
            "*param -= grad / (self.k as f32).sqrt();",
            &[
                "`(self.k as f32).sqrt()` is `f32`, and numbers that meet values of a step are `f64`\nhelp: write `(self.k as f32).sqrt() as f64`",
            ],
        ),
        (
            "",
            "*param -= grad * (self.k as f32);",
            &[
                "`(self.k as f32)` is `f32`, and numbers that meet values of a step are `f64`\nhelp: write `(self.k as f64)`",
            ],
        ),
        (
            "",
            "*param -= Self::half(grad, self.k); } fn half(x: Tensor, by: usize) -> Tensor { x * by",
            &["`by` is `usize`, and numbers that meet values of a step are `f64`\nhelp: write `by as f64`"],
        ),
        (
            "",
            "*param -= grad * self.fixed;",
            &[
                "`self.fixed` is `Option<f64>`, and numbers that meet values of a step are `f64`\nhelp: write `if let Some(x) = self.fixed { … }`",
            ],
        ),
        ("", "if typo.ndim() >= 2 { *param -= grad; } *param -= grad;", &["there is no variable `typo` here"]),
        (
            "",
            "*param -= grad.select(1.0, 2.0);",
            &["`select` is a function, not a method\nhelp: write `select(grad, 1.0, 2.0)`"],
        ),
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
        ("", "*param -= grad; grad", &["`step` returns nothing: it writes `*param` and `state`"]),
        (
            "",
            "*param -= grad * grad.norm() as f64;",
            &[
                "a `Scalar` can't be cast: its numbers are known only during the step\nnote: it is computed from the gradient `grad`\nhelp: leave the cast out: it is a number already",
            ],
        ),
        (
            "m = 0.0 if param.ndim() < 2",
            "Self::keep(grad, state); *param -= grad; } fn keep(x: Tensor, state: &mut State<Self>) { state.m = x;",
            &[
                "`m` exists only if `param.ndim() < 2`, which is not known to hold here\nnote: `keep` is called on line 13\nhelp: touch it under `if param.ndim() < 2 { … }`; every tensor has the shape of `param`",
            ],
        ),
        ("", "*param -= grad.transpose();", &["a step has no method `transpose`\nhelp: there is `t`"]),
        ("", "*param -= grad.minimum(1.0);", &["a step has no method `minimum`\nhelp: there is `min`"]),
        ("", "*param -= grad.expect(\"x\");", &["a step has no method `expect`\nhelp: there is `unwrap_or`"]),
        ("", "*param -= grad.exp_m1();", &["a step has no method `exp_m1`\nhelp: there is `expm1`"]),
        ("", "*param -= grad.maximum(1.0);", &["a step has no method `maximum`\nhelp: there is `max`"]),
        ("", "*param -= grad.log();", &["a step has no method `log`\nhelp: there is `ln`"]),
        ("", "*param -= grad.norm_l2();", &["a step has no method `norm_l2`\nhelp: there is `norm`"]),
        ("", "let x = (grad, grad); *param -= x.2;", &["a tuple of (`Tensor`, `Tensor`) has no field `2`"]),
        ("", "let x = (1.0, grad); *param -= x.2;", &["a tuple of (a fixed value, `Tensor`) has no field `2`"]),
        (
            "",
            "*param -= param.data;",
            &[
                "the parameter has no field `data`\nhelp: it has `param.ndim()`, `.len()`, `.rows()`, `.cols()`; `*param` is its value",
            ],
        ),
        ("", "*param -= grad.t(1);", &["`t` takes 0 arguments, and 1 is given"]),
        ("", "*param -= grad.norm().t();", &["`t` transposes tensors, and this is `Scalar`"]),
        ("", "*param -= grad.row_mean().row_mean();", &["`row_mean` has nothing to join in `Rows`"]),
        ("", "*param -= grad.norm().row_mean();", &["`row_mean` has nothing to join in `Scalar`"]),
        ("", "*param -= grad.norm().matrix_mean();", &["`matrix_mean` has nothing to join in `Scalar`"]),
        ("", "*param -= grad.norm().norm();", &["`norm` has nothing to join in `Scalar`"]),
        ("", "let x = [grad; 65]; *param -= x[0];", &["an array of values needs a literal length, at most 64"]),
        ("", "let x = [grad; self.k]; *param -= x[0];", &["an array of values needs a literal length, at most 64"]),
        (
            "",
            "let x = [grad, grad.norm()]; *param -= x[grad];",
            &[
                "this index is a `Tensor`, which is known only during the step\nnote: it is the gradient `grad`\nhelp: index with a fixed number",
            ],
        ),
        ("", "let mut x = grad; x <<= 1; *param -= x;", &["values of a step have no operator `<<=`"]),
        (
            "",
            "let mut x = 1.0; x += grad; *param -= x;",
            &["`x` is fixed and can't take `Tensor`\nhelp: start it as a value of the step: `let mut x = full(…);`"],
        ),
        (
            "",
            "let x: Rows = grad; *param -= x;",
            &[
                "this value is a `Tensor`, and its type is written as `Rows`\nhelp: leave the type out: every value of a step has one kind",
            ],
        ),
        (
            "",
            "let x: Mask = grad; *param -= grad;",
            &[
                "this value is a `Tensor`, and its type is written as `Mask`\nhelp: leave the type out: every value of a step has one kind",
            ],
        ),
        (
            "",
            "let x: Mask<Rows> = grad > 0.0; *param -= grad;",
            &[
                "this value is a `Mask`, and its type is written as `Mask<Rows>`\nhelp: leave the type out: every value of a step has one kind",
            ],
        ),
        (
            "",
            "let x: (Tensor, Tensor) = grad; *param -= grad;",
            &[
                "this value is a `Tensor`, and its type is written as `(Tensor, Tensor)`\nhelp: leave the type out: every value of a step has one kind",
            ],
        ),
        (
            "",
            "let x = grad[0]; *param -= grad;",
            &[
                "a `Tensor` can't be indexed: a step treats all elements alike\nhelp: use elementwise functions and reductions such as `.row_mean()`",
            ],
        ),
        (
            "",
            "let _x = self.lr.unwrap(); *param -= grad;",
            &["a step has no method `unwrap`\nhelp: there is `unwrap_or`"],
        ),
        (
            "",
            "let x = -(grad > 0.0); *param -= grad;",
            &[
                "`-` works on numbers, and this operand is `Mask`\nhelp: make numbers of a mask with `select(mask, 1.0, 0.0)`",
            ],
        ),
        (
            "",
            "let x = !grad; *param -= grad;",
            &["`!` joins masks, and this operand is `Tensor`\nhelp: compare first: `(a > 0.0) & (b > 0.0)`"],
        ),
        (
            "",
            "let x = grad && true; *param -= grad;",
            &[
                "`&&` decides by a `Tensor`, which is known only during the step\nnote: it is the gradient `grad`\nhelp: join masks with `&`: both sides are computed",
            ],
        ),
        ("", "let q = grad; { let inner = q; } *param -= inner;", &["there is no variable `inner` here"]),
        (
            "",
            "*param -= if self.flag { (grad, 1.0) } else { grad };",
            &[
                "the arms of this `if` are a tuple of (`Tensor`, a fixed value) and `Tensor`\nhelp: give both arms one kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "*param -= if self.flag { [grad, grad] } else { [grad, grad, grad] };",
            &[
                "the arms of this `if` are an array of [`Tensor`, `Tensor`] and an array of [`Tensor`, `Tensor`, `Tensor`]\nhelp: give both arms one kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "let (x, y) = if self.flag { (grad, grad) } else { (grad, grad > 0.0) }; *param -= x;",
            &[
                "the arms of this `if` are a tuple of (`Tensor`, `Tensor`) and a tuple of (`Tensor`, `Mask`)\nhelp: give both arms one kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "if let Some(x) = grad { *param -= grad; }",
            &[
                "this `if` depends on a `Tensor`, which is known only during the step\nnote: the condition is a `Tensor`: it is the gradient `grad`\nhelp: compare and choose with `select(x > 0.0, a, b)`; both sides are computed\nhelp: to branch on a setting, use a literal, a `const` or a field that is not `scheduled`",
            ],
        ),
        (
            "",
            "match grad { x => *param -= x }",
            &[
                "this `match` depends on a `Tensor`, so its arm is not fixed before the run\nnote: it is the gradient `grad`\nhelp: compare and choose with `select(x > 0.0, a, b)`; both sides are computed",
            ],
        ),
        (
            "",
            "let x @ y = grad; *param -= x;",
            &["this pattern can't take apart a `Tensor`\nhelp: give it a plain name"],
        ),
        (
            "",
            "*param -= self.missing;",
            &[
                "`Body` has no hyperparameter `missing`\nhelp: it has `lr`, `maybe`, `fixed`, `k`, `flag`, `other`, `mode`",
            ],
        ),
        (
            "",
            "if let Some(rate) = self.maybe && rate > 0.0 { *param -= grad; } else { *param += grad; }",
            &[
                "this `if` depends on a number of the step, so its branch is not fixed before the run\nnote: the condition is a `Mask<Scalar>`: it is computed from the scheduled hyperparameter `self.maybe`\nhelp: choose with `select(rate > 0.0, a, b)`; both sides are computed\nhelp: to branch on a setting, use a literal, a `const` or a field that is not `scheduled`",
            ],
        ),
        (
            "",
            "*param -= self.maybe.unwrap_or(1.0) * grad;",
            &[
                "`self.maybe` is a scheduled `Option`, and there may be no number in it\nhelp: write `if let Some(maybe) = self.maybe { … } else { … }`",
            ],
        ),
        (
            "",
            "*param -= self.maybe * grad;",
            &[
                "`self.maybe` is a scheduled `Option`, and there may be no number in it\nhelp: write `if let Some(maybe) = self.maybe { … } else { … }`",
            ],
        ),
        (
            "m = 0.0 if self.flag",
            "if self.other { state.m = grad; } *param -= grad;",
            &[
                "`m` exists only if `self.flag`, which is not known to hold here\nhelp: touch it under `if self.flag { … }`",
            ],
        ),
        (
            "m = 0.0 if self.fixed.is_none()",
            "match self.fixed { Some(x) if x > 1.0 => {} x => state.m = grad } *param -= grad;",
            &[
                "`m` exists only if `self.fixed.is_none()`, which is not known to hold here\nhelp: touch it under `if self.fixed.is_none() { … }`",
            ],
        ),
        (
            "m = 0.0 if self.fixed.is_some()",
            "match self.fixed { Other(_) => state.m = grad, _ => {} } *param -= grad;",
            &[
                "`m` exists only if `self.fixed.is_some()`, which is not known to hold here\nhelp: touch it under `if self.fixed.is_some() { … }`",
            ],
        ),
        (
            "m = 0.0 if self.mode == Mode::A",
            "match self.mode { B => state.m = grad, _ => {} } *param -= grad;",
            &[
                "`m` exists only if `self.mode == Mode::A`, which is not known to hold here\nhelp: touch it under `if self.mode == Mode::A { … }`",
            ],
        ),
        (
            "m = 0.0 if self.fixed.is_none()",
            "match self.mode { Mode::B => state.m = grad, _ => {} } *param -= grad;",
            &[
                "`m` exists only if `self.fixed.is_none()`, which is not known to hold here\nhelp: touch it under `if self.fixed.is_none() { … }`",
            ],
        ),
        (
            "m = 0.0 if self.flag",
            "let mut flag = self.flag; flag = self.other; if flag { state.m = grad; } *param -= grad;",
            &[
                "`m` exists only if `self.flag`, which is not known to hold here\nhelp: touch it under `if self.flag { … }`",
            ],
        ),
        (
            "m = 0.0 if self.flag",
            "if self.flag || self.other { state.m = grad; } *param -= grad;",
            &[
                "`m` exists only if `self.flag`, which is not known to hold here\nhelp: touch it under `if self.flag { … }`",
            ],
        ),
        (
            "",
            "let x = grad.mean(); return x; *param -= grad;",
            &["a step has no early `return`\nhelp: use a fixed `if … else …`, or choose values with `select`"],
        ),
        (
            "",
            "*param -= (let Some(x) = self.fixed);",
            &["`let` can stand only in the condition of an `if`\nhelp: write `if let Some(x) = self.x { … }`"],
        ),
        (
            "",
            "let mut x = grad; x += 1; *param -= x;",
            &["numbers that meet values of a step are floats\nhelp: write `1.0`"],
        ),
        (
            "",
            "let x = grad.shape(); *param -= grad;",
            &[
                "a step has no method `shape`\nhelp: call functions of the language, methods of numbers, helpers of this impl or `#[elementwise]` functions",
            ],
        ),
        (
            "",
            "let x = grad.numel(); *param -= grad;",
            &[
                "a step has no method `numel`\nhelp: call functions of the language, methods of numbers, helpers of this impl or `#[elementwise]` functions",
            ],
        ),
        ("", "let x = grad.norm().len(); *param -= grad;", &["a step has no method `len`\nhelp: there is `ln`"]),
        (
            "",
            "*param -= grad.norm().matmul(grad);",
            &[
                "`matmul` multiplies tensors, and these are `Scalar` and `Tensor`\nhelp: products with rows or columns are written `(x * cols).row_sum()`",
            ],
        ),
        ("", "*param -= grad.col_mean().col_mean();", &["`col_mean` has nothing to join in `Cols`"]),
        (
            "m = 0.0 if !self.flag && self.k > 1",
            "state.m = grad; *param -= grad;",
            &[
                "`m` exists only if `!self.flag && self.k > 1`, which is not known to hold here\nhelp: touch it under `if !self.flag && self.k > 1 { … }`",
            ],
        ),
        (
            "m = 0.0 if self.flag || !(self.k > 1)",
            "state.m = grad; *param -= 2.0 * grad;",
            &[
                "`m` exists only if `self.flag || !(self.k > 1)`, which is not known to hold here\nhelp: touch it under `if self.flag || !(self.k > 1) { … }`",
            ],
        ),
        (
            "m = 0.0 if param.ndim() < 2 && self.fixed.is_none()",
            "state.m = grad; *param += grad;",
            &[
                "`m` exists only if `param.ndim() < 2 && self.fixed.is_none()`, which is not known to hold here\nhelp: touch it under `if param.ndim() < 2 && self.fixed.is_none() { … }`",
            ],
        ),
        (
            "",
            "*param -= self.twice(grad); } fn twice(&self, x: f64) -> f64 { x * 2.0",
            &[
                "this argument is a `Tensor`, and the function takes a fixed value\nhelp: declare the parameter as `x: Tensor`",
            ],
        ),
        (
            "",
            "*param -= self.twice(grad.norm()); } fn twice(&self, x: f64) -> f64 { x * 2.0",
            &[
                "this argument is a `Scalar`, and the function takes a fixed value\nhelp: declare the parameter as `x: Scalar`",
            ],
        ),
        (
            "",
            "let x = if self.flag { grad > 0.0 } else { grad.row_mean() > 0.0 }; *param -= grad;",
            &[
                "the arms of this `if` are `Mask` and `Mask<Rows>`\nhelp: give both arms one kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "let x = if self.flag { (grad, 1.0) } else { (grad, 1.0, 2.0) }; *param -= grad;",
            &[
                "the arms of this `if` are a tuple of (`Tensor`, a fixed value) and a tuple of (`Tensor`, a fixed value, a fixed value)\nhelp: give both arms one kind, with `full(x)`, `scalar(x)` or a reduction",
            ],
        ),
        (
            "",
            "Self::twice(grad); *param -= grad; } fn twice(x: &mut Tensor) { *x *= 2.0;",
            &[
                "this argument is changed by the function, and can't be\nhelp: pass `param`, or `&mut x` of a variable declared with `let mut x`",
            ],
        ),
        (
            "",
            "*param -= Self::twice(*param, grad); } fn twice(x: Tensor) -> Tensor { x * 2.0",
            &["`twice` takes 1 argument, and 2 are given"],
        ),
        (
            "",
            "*param -= Self::twice(grad); } fn twice(x: Scalar) -> Tensor { full(x)",
            &[
                "this argument is a `Tensor`, and the function takes a `Scalar`\nhelp: declare the parameter as `x: Tensor`",
            ],
        ),
        (
            "",
            "*param -= Self::twice(grad); } fn twice(x: Tensor) -> Rows { x * 2.0",
            &["`twice` gives a `Tensor`, and its signature says `Rows`"],
        ),
    ];
    for (states, body, expected) in bodies {
        assert_eq!(messages(states, body), *expected, "{body}");
    }
}
