//! Valid bodies, each of which depends on a decision of the check.

use super::{expanded, schedule, texts};

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn right_bodies_have_no_message() {
    let bodies = [
        ("", "for _ in 0..2 { *param -= grad; }"),
        ("", "for _ in 1..=1 { *param -= grad; }"),
        ("", "for _ in (0..3) { *param -= grad; }"),
        ("", "let pair = [grad, *param]; for i in 0..3 { if i < 2 { *param -= pair[i]; } } *param -= grad;"),
        ("", "let pair = [grad, *param]; for i in 0..3 { for _ in i..2 { *param -= pair[i]; } } *param -= grad;"),
        ("", "let pair = [grad, *param]; for i in 0..2 { *param -= pair[i]; }"),
        ("", "let few = grad.first_cols(2).first_cols(2); *param -= few.norm() * grad;"),
        ("", "for w in [0.5, 0.25] { *param -= w * grad; }"),
        ("", "for w in &[0.5] { *param -= *w * grad; }"),
        ("", "for w in [0.5; 2] { *param -= w * grad; }"),
        ("", "let x: Cols = grad.col_mean(); *param -= x * grad;"),
        ("", "let (u, s, v) = grad.svd(); *param -= (u * s).matmul(v.t());"),
        ("", "let (v, w) = grad.matmul(grad.t()).eigh(); *param -= (v.t().matmul(grad).t() / w).t();"),
        ("", "let x = grad.matmul(grad.t()).inv_root(4, self.lr).matmul(grad); *param -= x;"),
        (
            "",
            "let x = if param.rows() >= param.cols() { grad } else { grad.t() }; let (q, r) = x.qr(); *param -= r.diag().mean() * full(q.mean());",
        ),
        (
            "",
            "let a = grad.matmul(grad.t()) + 0.1 * eye(param.rows()); *param -= a.solve(grad) + a.cholesky().solve_lower(grad.row_mean());",
        ),
        ("", "let few = grad.first_cols(self.k); *param -= few.matmul(few.t()).matmul(grad);"),
        ("", "let first: Rows = grad.first_cols(1); *param -= first * grad;"),
        (
            "",
            "let order = if self.flag { grad.col_norm().argsort() } else { param.col_norm().argsort() }; *param -= grad.take_cols(order);",
        ),
        ("", "let rows: Rows = grad.row_mean(); let cols: Cols = rows.t(); *param -= full(cols.matmul(rows));"),
        (
            "",
            "let x: Rows = grad.matmul(grad.col_mean().t()); let y: Cols = x.t().matmul(grad); *param -= x.matmul(y);",
        ),
        ("", "let x: Matrices = grad.matrix_mean().t(); let y: Rows = grad.row_mean().matmul(x); *param -= y * grad;"),
        ("", "let x: Scalar = grad.quantile(self.lr); *param -= select(grad > x, grad, 0.0);"),
        (
            "",
            "let x: Rows = grad.row_quantile(0.5); let y: Cols = grad.t().row_quantile(x.quantile(1.0)).t(); *param -= x * y;",
        ),
        (
            "",
            "let x: Matrices = grad.col_quantile(0.5).matrix_quantile(grad.mean()); *param -= x.quantile(0.0) * grad;",
        ),
        (
            "",
            "let x: Cols = grad.quantile_along(self.lr, 0) + grad.quantile_along(0.5, 0).quantile_along(0.25, 0); *param -= x * grad;",
        ),
        (
            "",
            "for i in 0..param.ndim() { let x: Cols = grad.quantile_without(grad.mean().tanh(), i); *param -= full(x); } *param -= grad;",
        ),
        (
            "",
            "let x = grad.quantile_without(1.0, self.k) - 0.5; *param -= x * full(grad.quantile_along(0.0, param.ndim() - 1));",
        ),
        ("", "let norms = grad.col_norm(); *param -= grad * norms.take_cols(norms.argsort());"),
        (
            "",
            "let order = grad.col_norm().argsort(); *param -= grad.put_cols(order, param.take_cols(order).first_cols(self.k));",
        ),
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
        ("", "*param -= select(self.lr > 0.5, grad, 0.0);"),
        ("", "*param -= select(grad > 0.0, grad, 0.0) * select(self.lr > 0.5, self.lr, 1.0);"),
        ("", "let x; if self.flag { x = grad > 0.0; } else { x = grad < 0.0; } *param -= select(x, grad, 0.0);"),
        ("", "for i in 0..2 { let w = i as f64; *param -= scaled(grad, w); } *param -= grad;"),
        ("", "for i in 0..2 { let w = i as f64; if w > 0.5 { *param -= w * grad; } } *param -= grad;"),
        ("", "let mut x = grad; (x) = 2.0 * *param; (*param) -= x;"),
        (
            "",
            "let (mut x, mut y) = (grad, grad.norm()); (x, y) = (2.0 * x, 3.0 * y); _ = grad.norm(); *param -= x * y;",
        ),
        ("", "let x = Some(2.0); if let Some(y) = x { *param -= y * grad; } else { *param -= grad; }"),
        ("", "let x = if self.flag { Some(2.0) } else { None }; if x.is_none() { *param -= grad; } *param -= grad;"),
        ("m = 0.0 if 1 < self.k", "if self.k > 1 { state.m = grad; } *param -= grad;"),
        ("m = 0.0 if !(self.k > 1)", "if self.k <= 1 { state.m = grad; } *param -= grad;"),
        (
            "m = 0.0 if self.fixed.is_none()",
            "match self.fixed { Option::None => state.m = grad, _ => {} } *param -= grad;",
        ),
        (
            "",
            "let x = match self.k { n if self.flag => grad.t(), _ => grad }; *param -= match self.k { m if self.flag => x.t(), _ => x };",
        ),
        ("", "let x = self.k as f64; *param -= x.square() * grad;"),
        ("", "let x = [grad, grad]; *param -= x.len() as f64 * x[0];"),
        ("", "*param -= self.mode.k * grad;"),
        ("", "if (self.maybe).is_some() { *param -= grad; } else { *param += grad; }"),
        ("", "if let Some(x) = (self.maybe) { *param -= x * grad; } else { *param += grad; }"),
        ("", "if self.mode.maybe.is_some() { *param -= grad; } else { *param += grad; }"),
        ("", "let _ = self.k; let x = { let _ = self.k; 2.0 }; *param -= x * grad;"),
        ("", "let x = { let n = 2.0; n * 3.0 }; *param -= x * grad;"),
        ("", "let mut n = 1; let x = { n += 1; n as f64 }; *param -= x * grad;"),
        ("", "let (x) = (grad, 2.0); *param -= x.1 * x.0;"),
        ("m = 0.0", "*(param) -= (self).lr * grad; (state).m = grad;"),
        ("", "let x = [grad, grad]; *param -= x[(1)];"),
        ("", "for _ in 0..(2) { *param -= grad; }"),
        ("", "*param -= Self::first((2.0, 3.0)) * grad; } fn first(x: (f64, f64)) -> f64 { x.0"),
        ("", "let x: Matrices = grad.matrix_mean(); *param -= x * grad;"),
        ("", "let x: _ = grad; *param -= x;"),
        ("", "Self::change((param)); *param -= grad; } fn change(x: (&mut Tensor)) { *x *= 2.0;"),
        ("", "*param -= 2f64 * grad;"),
        ("", "*param -= grad.powi(1 << 2);"),
        ("", "let x: (Tensor, f64) = (grad, 2.0); *param -= x.1 * x.0;"),
        ("", "for i in (0..4).skip(1).take(2) { *param -= i as f64 * grad; } *param -= grad;"),
        ("", "let mut n = 1; *param -= Self::twice({ n += 1; n }) * grad; } fn twice(x: i32) -> f64 { x as f64"),
        (
            "",
            "let mut n = self.k; n += 1; let x = if n > 1 { grad.t() } else { grad }; *param -= if n > 1 { x.t() } else { x };",
        ),
        (
            "",
            "let mut n = self.k; let x = if n > 1 { grad.t() } else { grad }; if self.flag { n = 0; *param -= n as f64 * grad; } else { *param -= if n > 1 { x.t() } else { x }; }",
        ),
        (
            "",
            "let mut n = 1; for i in 0..2 { let x = if i > 0 { grad.t() } else { grad }; n += 1; *param -= n as f64 * if i > 0 { x.t() } else { x }; }",
        ),
    ];
    let programs = bodies.map(|(states, body)| (expanded(states, body), body));
    let scheduled = ["self.part.value(2.0 * t)", "t / self.part.initial_value()"];
    for (program, body) in programs.into_iter().chain(scheduled.map(|body| (schedule(body), body))) {
        assert_eq!(texts(&program), [""; 0], "{body}");
        for expansion in &program.expansions {
            assert!(syn::parse2::<syn::File>(expansion.tokens.clone()).is_ok(), "{body}: {}", expansion.tokens);
        }
    }
}
