//! The functions that a step may call, one row each.
//!
//! The macros, the runtime and the documentation are made from these rows. A table is a macro that calls another one, its
//! callback, with all of its rows; the callback takes from them what it needs:
//!
//! ```
//! macro_rules! names {
//!     ($($section:ident { $($Op:ident = $name:ident($($x:ident),+) $(as $sign:tt)?, $work:ident, $doc:literal;)* })*) => {
//!         [$($(stringify!($name)),*),*]
//!     };
//! }
//! assert_eq!(optim_language::operations!(names)[..3], ["neg", "abs", "sqrt"]);
//! ```
//!
//! What one function computes is written twice, as code of the kernels and as code of the interpreter, since each is
//! the test of the other. A row without them does not compile.
//!
//! Beside the tables, [`time`] counts the steps that timed conditions pick, and [`nearest`] says which name was meant where one is misspelt: for messages of the compiler and of the runtime.

#![forbid(unsafe_code)]

mod nearest;
pub mod time;

pub use nearest::nearest;

/// What an elementwise operation costs, and how its result rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// An instruction, or a few. The result is one of the operands or a whole number, so nothing is rounded.
    Exact,
    /// An instruction, or a few.
    Cheap,
    /// A division.
    Division,
    /// A square root.
    Root,
    /// Both.
    RootAndDivision,
    /// A loop or a call, with the same bits everywhere.
    Slow,
    /// A call into the mathematics library, whose last digit depends on the platform.
    Library,
}

/// What a reduction makes of each number before it joins them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Each {
    /// The number as it is.
    Itself,
    /// Its absolute value.
    Absolute,
    /// Its square.
    Square,
    /// The product of the numbers of two values.
    Product,
}

/// Elementwise operations: `Variant = function(operands) as operator, work, meaning`, where [`Work`] explains `work`.
///
/// What has no operator is a method: its receiver is the first operand. Only `select` is a function.
#[macro_export]
#[rustfmt::skip]
macro_rules! operations {
    ($callback:ident) => {
        $callback! {
            // number → number
            unary {
                Neg = neg(x) as -, Exact, "`-x`";
                Abs = abs(x), Exact, "Absolute value.";
                Sqrt = sqrt(x), Root, "Square root; NaN below 0.";
                Rsqrt = rsqrt(x), RootAndDivision, "`1 / sqrt(x)`";
                Recip = recip(x), Division, "`1 / x`";
                Square = square(x), Cheap, "`x * x`";
                Exp = exp(x), Library, "`e^x`";
                Expm1 = expm1(x), Library, "`e^x - 1`, exact near 0.";
                Ln = ln(x), Library, "Natural logarithm.";
                Log1p = log1p(x), Library, "`ln(1 + x)`, exact near 0.";
                Sin = sin(x), Library, "Sine of radians.";
                Cos = cos(x), Library, "Cosine of radians.";
                Tanh = tanh(x), Library, "Hyperbolic tangent.";
                Sign = sign(x), Exact, "-1, 0 or 1: 0 of 0, and NaN of NaN.";
                Floor = floor(x), Exact, "Largest integer not above `x`.";
                Ceil = ceil(x), Exact, "Smallest integer not below `x`.";
                Round = round(x), Exact, "Nearest integer, half away from zero.";
                Trunc = trunc(x), Exact, "Integer part.";
            }
            // numbers → number
            binary {
                Add = add(a, b) as +, Cheap, "`a + b`";
                Sub = sub(a, b) as -, Cheap, "`a - b`";
                Mul = mul(a, b) as *, Cheap, "`a * b`";
                Div = div(a, b) as /, Division, "`a / b`";
                Rem = rem(a, b) as %, Slow, "`a % b`, with the sign of `a`.";
                Min = min(a, b), Exact, "The smaller one; NaN if either is.";
                Max = max(a, b), Exact, "The larger one; NaN if either is.";
                Powf = powf(x, exponent), Library, "`x` to the power `exponent`.";
                Atan2 = atan2(y, x), Library, "Angle of the point (`x`, `y`) in radians.";
                Hypot = hypot(x, y), Root, "`sqrt(x * x + y * y)` without overflow on the way; infinite if either is, even beside NaN.";
                Copysign = copysign(x, sign), Exact, "`x` with the sign of `sign`.";
            }
            ternary {
                Clamp = clamp(x, lo, hi), Exact, "`min(max(x, lo), hi)`; it never fails, whatever the order of `lo` and `hi`.";
                Lerp = lerp(a, b, w), Cheap, "`a + w * (b - a)`: `a` at weight 0, `b` at weight 1.";
            }
            // numbers → mask
            compare {
                Lt = lt(a, b) as <, Exact, "`a < b`";
                Le = le(a, b) as <=, Exact, "`a <= b`";
                Gt = gt(a, b) as >, Exact, "`a > b`";
                Ge = ge(a, b) as >=, Exact, "`a >= b`";
                Eq = eq(a, b) as ==, Exact, "`a == b`";
                Ne = ne(a, b) as !=, Exact, "`a != b`";
            }
            // masks → mask
            logic {
                And = and(a, b) as &, Exact, "Both masks.";
                Or = or(a, b) as |, Exact, "One of two masks or both.";
                Not = not(mask) as !, Exact, "The mask negated.";
            }
            // mask, numbers → number
            choice {
                Select = select(mask, a, b), Exact, "`a` where the mask is true, else `b`; both are computed.";
            }
        }
    };
}

/// Reductions: `Variant = of all, of each row, of each column, of each matrix, of the whole model: each join finish, meaning`.
///
/// [`Each`] number is squared or the like, the results are joined (`Sum`, `Max`, `Min`), and something is done with the joint
/// one (`None`, `Mean`: division by the count, `Sqrt`, `SqrtMean`).
#[macro_export]
#[rustfmt::skip]
macro_rules! reductions {
    ($callback:ident) => {
        $callback! {
            // of numbers, or of a mask, whose numbers are 0 and 1
            counts {
                Sum = sum row_sum col_sum matrix_sum global_sum: Itself Sum None, "Sum of numbers (0 of none), or how many of a mask are true";
                Mean = mean row_mean col_mean matrix_mean global_mean: Itself Sum Mean, "Mean of numbers (NaN of none), or the share of a mask that is true";
            }
            // of numbers
            numbers {
                SumAbs = sum_abs row_sum_abs col_sum_abs matrix_sum_abs global_sum_abs: Absolute Sum None, "Sum of absolute values (0 of none)";
                Norm = norm row_norm col_norm matrix_norm global_norm: Square Sum Sqrt, "Square root of the sum of squares (0 of none)";
                Rms = rms row_rms col_rms matrix_rms global_rms: Square Sum SqrtMean, "Square root of the mean of squares (NaN of none)";
                Amax = amax row_amax col_amax matrix_amax global_amax: Itself Max None, "Largest number (NaN if any is, negative infinity of none)";
                Amin = amin row_amin col_amin matrix_amin global_amin: Itself Min None, "Smallest number (NaN if any is, infinity of none)";
            }
            // of two values, which broadcast to their joint kind
            pairs {
                Dot = dot row_dot col_dot matrix_dot global_dot: Product Sum None, "Sum of the products of two values (0 of none)";
            }
        }
    };
}

/// Linear algebra of the last two axes: `Variant = function(operands) as name in graphs -> (results), by whom, meaning`.
///
/// `Itself` says that the runtime does the work itself, `Linalg` that it takes its feature `linalg`. What stands under
/// `methods` has its first operand as receiver. Results beyond the first are named `call.result` in graphs.
#[macro_export]
#[rustfmt::skip]
macro_rules! library_calls {
    ($callback:ident) => {
        $callback! {
            methods {
                Matmul = matmul(a, b) as "matmul" -> (product), Itself, "Product of the matrices of the last two axes: rows of `a` by columns of `b`, for each matrix of the batch.";
                Transpose = t(x) as "transpose" -> (transposed), Itself, "Matrices of the last two axes with rows and columns exchanged.";
                Diag = diag(x) as "diag" -> (diagonal), Itself, "Diagonal of a square matrix: `Cols`, `(1, n)`.";
                FirstCols = first_cols(x, n) as "first_cols" -> (columns), Itself, "The first `n` columns; `n` is a fixed integer.";
                Argsort = argsort(x) as "argsort" -> (order), Itself, "Places of the numbers of `Cols` in ascending order: an `Order`, for `take_cols` and `put_cols`. Equal numbers keep their order, NaN is last.";
                TakeCols = take_cols(x, order) as "take_cols" -> (columns), Itself, "The columns of `x` in this `Order`.";
                PutCols = put_cols(x, order, y) as "put_cols" -> (columns), Itself, "`x` with the columns of `y`, in this `Order`, in the place of its own: the way back from `x.take_cols(order).first_cols(n)`.";
                Eigh = eigh(x) as "eigh" -> (vectors, values), Linalg, "Eigenvectors, `(n, n)`, one per column, and eigenvalues, `(1, n)`, ascending, of the symmetric matrix `(x + x.t()) / 2`.";
                Svd = svd(x) as "svd" -> (u, s, v), Linalg, "Thin singular value decomposition, `x = (u * s).matmul(v.t())`: of a matrix `(m, n)`, with `k = min(m, n)`, `u` is `(m, k)`, `s` is `(1, k)`, descending, and `v` is `(n, k)`.";
                Qr = qr(x) as "qr" -> (q, r), Linalg, "`x = q.matmul(r)` of a matrix with at least as many rows as columns: the columns of `q` are orthonormal, `r` is upper triangular with no negative number on its diagonal.";
                Cholesky = cholesky(x) as "cholesky" -> (lower), Linalg, "Lower triangular `l` with `l.matmul(l.t())` equal to `(x + x.t()) / 2`; NaN if that is not positive definite.";
                Solve = solve(a, b) as "solve" -> (solution), Linalg, "`x` with `a.matmul(x)` equal to `b`; NaN if `a` is singular.";
                SolveLower = solve_lower(a, b) as "solve_lower" -> (solution), Linalg, "The same for the lower triangle of `a`: numbers above the diagonal are not read.";
                InvRoot = inv_root(x, p, eps) as "inv_root" -> (root), Linalg, "`v * (max(w, 0) + eps)^(-1/p) * v.t()` for the eigenvectors `v` and eigenvalues `w` of `(x + x.t()) / 2`; `p` is a fixed integer of at least 1.";
            }
            functions {
                Eye = eye(n) as "eye" -> (identity), Itself, "The identity matrix `(n, n)`; `n` is a fixed integer, such as `param.rows()`.";
            }
        }
    };
}

/// Functions of the step count: `Variant = function(arguments), meaning`. Their arguments are fixed integers.
#[macro_export]
#[rustfmt::skip]
macro_rules! timed_functions {
    ($callback:ident) => {
        $callback! {
            Every = every(k, [first]), "True at the parameter's steps `k`, `2k`, `3k`, …, or with `first` at `first`, `first + k`, `first + 2k`, ….";
            After = after(n), "True from step `n + 1` on.";
            At = at(n), "True at step `n` alone.";
            Slot = slot(m, [i]), "The place `(t - 1 + i) mod m` in a list of `m`: the one of this step, or with `i` the one `i` places later. It indexes a list and is not a number.";
        }
    };
}

/// Random numbers: `Variant = function(like), meaning`. There are as many as `like` has numbers; which those are does not matter.
#[macro_export]
#[rustfmt::skip]
macro_rules! draws {
    ($callback:ident) => {
        $callback! {
            Normal = normal_like(x), "Normal numbers of mean 0 and standard deviation 1, as many as `x` has.";
            Uniform = uniform_like(x), "Numbers between 0 and 1, 1 excluded, all equally likely, as many as `x` has.";
        }
    };
}
