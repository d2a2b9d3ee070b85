//! Fixed numbers of other types where they meet values.

use super::have_messages;

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
pub(super) fn wrong_bodies() {
    have_messages(&[
        (
            "",
            "*param -= grad.powi(self.flag) + grad.powi(self.fixed);",
            &[
                "the exponent of `powi` is `bool`, but must be a fixed integer\nhelp: `powf` takes any exponent",
                "the exponent of `powi` is `Option<f64>`, but must be a fixed integer\nhelp: `powf` takes any exponent",
            ],
        ),
        (
            "",
            "let p = 2.5; *param -= grad.powi(p) + grad.powi(-1.0) + grad.powi(self.k as f32);",
            &[
                "the exponent of `powi` is `f64`, but must be a fixed integer\nhelp: `powf` takes any exponent",
                "the exponent of `powi` is `f64`, but must be a fixed integer\nhelp: `powf` takes any exponent",
                "the exponent of `powi` is `f32`, but must be a fixed integer\nhelp: `powf` takes any exponent",
            ],
        ),
        (
            "",
            "for i in (0..3).rev() { *param -= i * grad; } *param -= grad;",
            &["`i` is an integer, but tensor arithmetic takes `f64`\nhelp: write `i as f64`"],
        ),
        (
            "",
            "let n = 2 * param.cols(); *param -= grad / (n - 1) / n;",
            &[
                "`(n - 1)` is `usize`, but tensor arithmetic takes `f64`\nhelp: write `(n - 1) as f64`",
                "`n` is `usize`, but tensor arithmetic takes `f64`\nhelp: write `n as f64`",
            ],
        ),
        (
            "",
            "let mut k = 1; k += 1; *param -= grad * -k;",
            &["`-k` is an integer, but tensor arithmetic takes `f64`\nhelp: write `-k as f64`"],
        ),
        (
            "",
            "*param -= grad / (self.k as f32).sqrt();",
            &[
                "`(self.k as f32).sqrt()` is `f32`, but tensor arithmetic takes `f64`\nhelp: write `(self.k as f32).sqrt() as f64`",
            ],
        ),
        (
            "",
            "*param -= grad * (self.k as f32);",
            &["`(self.k as f32)` is `f32`, but tensor arithmetic takes `f64`\nhelp: write `(self.k as f64)`"],
        ),
        (
            "",
            "*param -= Self::half(grad, self.k); } fn half(x: Tensor, by: usize) -> Tensor { x * by",
            &["`by` is `usize`, but tensor arithmetic takes `f64`\nhelp: write `by as f64`"],
        ),
        (
            "",
            "*param -= grad * self.fixed;",
            &[
                "`self.fixed` is `Option<f64>`, but tensor arithmetic takes `f64`\nhelp: write `if let Some(x) = self.fixed { … }`",
            ],
        ),
        ("", "let mut x = grad; x += 1; *param -= x;", &["integer literal in tensor arithmetic\nhelp: write `1.0`"]),
        ("", "*param -= 2u8 * grad;", &["`2u8` is `u8`, but tensor arithmetic takes `f64`\nhelp: write `2u8 as f64`"]),
        (
            "",
            "let (n) = 2; *param -= n * grad;",
            &["`n` is an integer, but tensor arithmetic takes `f64`\nhelp: write `n as f64`"],
        ),
        (
            "",
            "let n @ m = 2; *param -= n * grad;",
            &["`n` is an integer, but tensor arithmetic takes `f64`\nhelp: write `n as f64`"],
        ),
        (
            "",
            "*param -= !self.flag * grad;",
            &[
                "`!self.flag` is `bool`, but tensor arithmetic takes `f64`\nhelp: write `if !self.flag { a } else { b }`",
            ],
        ),
        (
            "",
            "*param -= self.pair * grad - self.list * grad;",
            &[
                "`self.pair` is `(f64, f64)`, but tensor arithmetic takes `f64`\nhelp: write `self.pair.0`",
                "`self.list` is `[f64; 2]`, but tensor arithmetic takes `f64`\nhelp: write `self.list[0]`",
            ],
        ),
        (
            "",
            "*param -= 2 * self.k + grad;",
            &["`2 * self.k` is `usize`, but tensor arithmetic takes `f64`\nhelp: write `(2 * self.k) as f64`"],
        ),
    ]);
}
