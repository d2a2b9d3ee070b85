//! The functions that a step may call, one row each.
//!
//! The macros, the runtime and the documentation are generated from these rows. A table is a macro that passes all of its rows
//! to another macro, its callback, which uses the parts that it needs:
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
//! Each function is implemented twice, for the kernels and for the interpreter, because each tests the other. A row
//! without both does not compile.
//!
//! Besides the tables, [`time`] counts the steps at which timed conditions are true, and [`nearest`] finds the closest name for
//! suggestions in messages.

#![forbid(unsafe_code)]

mod nearest;
pub mod time;

pub use nearest::nearest;

/// The names of the numbers that every optimizer can report about a step. `output <…>` reserves them, and the runtime has its numbers in this order.
pub const WATCHED: [&str; 6] = ["grad_norm", "grad_amax", "param_norm", "update_norm", "update_ratio", "cosine"];

/// The cost of an elementwise operation, and the rounding of its result.
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

/// The operation of a reduction on each number before it combines them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Each {
    /// The number itself.
    Itself,
    /// Its absolute value.
    Absolute,
    /// Its square.
    Square,
    /// The product of the numbers of two values.
    Product,
}

/// The operation of a reduction that combines two numbers: of one value, and of several parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// Addition. The result of nothing is 0.
    Sum,
    /// The larger number, NaN if either is NaN. The result of nothing is −∞.
    Max,
    /// The smaller number, NaN if either is NaN. The result of nothing is ∞.
    Min,
}

/// The last operation of a reduction, on the combined number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    /// The number does not change.
    None,
    /// Division by the number of reduced elements.
    Mean,
    /// Square root.
    Sqrt,
    /// Square root of the mean.
    SqrtMean,
}

/// Elementwise operations: `Variant = function(operands) as operator, work, meaning`, where [`Work`] explains `work`.
///
/// An operation without an operator is a method whose receiver is the first operand. Only `select` is a function.
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
                Sign = sign(x), Exact, "-1, 0 or 1; 0 for 0, NaN for NaN.";
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
                Hypot = hypot(x, y), Root, "`sqrt(x * x + y * y)` without intermediate overflow; infinite if either is, even if the other is NaN.";
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
                Select = select(mask, a, b), Exact, "`a` where the mask is true, otherwise `b`; both are computed.";
            }
        }
    };
}

/// Reductions: `Variant = of all, of each row, of each column, of each matrix, of the whole model: each join finish, meaning`.
///
/// [`Each`] is the operation on each number, [`Fold`] combines the results, and [`Finish`] is the operation on the
/// combined number. A reduction over the model uses the same three: each parameter combines its numbers, and then the
/// results of all parameters are combined in the same way. The last operation is done once, with the total count.
#[macro_export]
#[rustfmt::skip]
macro_rules! reductions {
    ($callback:ident) => {
        $callback! {
            // of numbers, or of a mask, whose numbers are 0 and 1
            counts {
                Sum = sum row_sum col_sum matrix_sum global_sum: Itself Sum None, "Sum of numbers (0 if there are none); for a mask, the number of true elements";
                Mean = mean row_mean col_mean matrix_mean global_mean: Itself Sum Mean, "Mean of numbers (NaN if there are none); for a mask, the fraction of true elements";
            }
            // of numbers
            numbers {
                SumAbs = sum_abs row_sum_abs col_sum_abs matrix_sum_abs global_sum_abs: Absolute Sum None, "Sum of absolute values (0 if there are none)";
                Norm = norm row_norm col_norm matrix_norm global_norm: Square Sum Sqrt, "Square root of the sum of squares (0 if there are none)";
                Rms = rms row_rms col_rms matrix_rms global_rms: Square Sum SqrtMean, "Square root of the mean of squares (NaN if there are none)";
                Amax = amax row_amax col_amax matrix_amax global_amax: Itself Max None, "Largest number (NaN if any is NaN, negative infinity if there are none)";
                Amin = amin row_amin col_amin matrix_amin global_amin: Itself Min None, "Smallest number (NaN if any is NaN, infinity if there are none)";
            }
            // of two values, which broadcast to their joint kind
            pairs {
                Dot = dot row_dot col_dot matrix_dot global_dot: Product Sum None, "Sum of the products of two values (0 if there are none)";
            }
        }
    };
}

/// Calls between two passes, most of them linear algebra of the last two axes: `Variant = function(operands) as name in graphs -> (results), worker, meaning`.
///
/// `Itself` means that the runtime computes it, `Linalg` that it needs the feature `linalg`. In the rows of `methods` and `quantiles`, the first
/// operand is the receiver. In the rows of `functions`, there is no receiver. In graphs, results beyond the first are named `call.result`.
#[macro_export]
#[rustfmt::skip]
macro_rules! library_calls {
    ($callback:ident) => {
        $callback! {
            methods {
                Matmul = matmul(a, b) as "matmul" -> (product), Itself, "Product of the matrices of the last two axes: rows of `a` by columns of `b`, for each matrix of the batch.";
                Transpose = t(x) as "transpose" -> (transposed), Itself, "Transposes the matrices of the last two axes.";
                Diag = diag(x) as "diag" -> (diagonal), Itself, "Diagonal of a square matrix: `Cols`, `(1, n)`.";
                FirstCols = first_cols(x, n) as "first_cols" -> (columns), Itself, "The first `n` columns; `n` is a fixed integer.";
                Argsort = argsort(x) as "argsort" -> (order), Itself, "Indices that sort the numbers of `Cols` in ascending order: an `Order`, for `take_cols` and `put_cols`. Equal numbers keep their order, NaN is last.";
                TakeCols = take_cols(x, order) as "take_cols" -> (columns), Itself, "The columns of `x` in this `Order`.";
                PutCols = put_cols(x, order, y) as "put_cols" -> (columns), Itself, "`x` with its columns replaced by those of `y`, in this `Order`: the inverse of `x.take_cols(order).first_cols(n)`.";
                Eigh = eigh(x) as "eigh" -> (vectors, values), Linalg, "Eigenvectors, `(n, n)`, one per column, and eigenvalues, `(1, n)`, ascending, of the symmetric matrix `(x + x.t()) / 2`.";
                Svd = svd(x) as "svd" -> (u, s, v), Linalg, "Thin singular value decomposition, `x = (u * s).matmul(v.t())`: of a matrix `(m, n)`, with `k = min(m, n)`, `u` is `(m, k)`, `s` is `(1, k)`, descending, and `v` is `(n, k)`.";
                Qr = qr(x) as "qr" -> (q, r), Linalg, "`x = q.matmul(r)` of a matrix with at least as many rows as columns: the columns of `q` are orthonormal, `r` is upper triangular with no negative number on its diagonal.";
                Cholesky = cholesky(x) as "cholesky" -> (lower), Linalg, "Lower triangular `l` with `l.matmul(l.t())` equal to `(x + x.t()) / 2`; NaN if that is not positive definite.";
                Solve = solve(a, b) as "solve" -> (solution), Linalg, "`x` with `a.matmul(x)` equal to `b`; NaN if `a` is singular.";
                SolveLower = solve_lower(a, b) as "solve_lower" -> (solution), Linalg, "The same for the lower triangle of `a`: numbers above the diagonal are not read.";
                InvRoot = inv_root(x, p, eps) as "inv_root" -> (root), Linalg, "`v * (max(w, 0) + eps)^(-1/p) * v.t()` for the eigenvectors `v` and eigenvalues `w` of `(x + x.t()) / 2`; `p` is a fixed integer of at least 1.";
            }
            // Reductions to a number at a place in the sorted order. The results of parts cannot be combined, so these
            // reductions do not exist for the whole model. Each has the same prefix as the reductions that keep the
            // same axes, or the same suffix and the number of the axis as the last argument.
            quantiles {
                Quantile = quantile(x, q) as "quantile" -> (quantile), Itself, "Quantile of all numbers.";
                RowQuantile = row_quantile(x, q) as "row_quantile" -> (quantile), Itself, "Quantile of each row.";
                ColQuantile = col_quantile(x, q) as "col_quantile" -> (quantile), Itself, "Quantile of each column.";
                MatrixQuantile = matrix_quantile(x, q) as "matrix_quantile" -> (quantile), Itself, "Quantile of each matrix.";
                QuantileAlong = quantile_along(x, q, i) as "quantile_along" -> (quantile), Itself, "Quantile of all numbers at each index along axis `i`.";
                QuantileWithout = quantile_without(x, q, i) as "quantile_without" -> (quantile), Itself, "Quantile of the numbers along axis `i`, for each position along the other axes.";
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
            At = at(n), "True only at step `n`.";
            Slot = slot(m, [i]), "The index `(t - 1 + i) mod m` in a list of `m` items: that of this step, or with `i` that of `i` steps later. It indexes a list and is not a number.";
        }
    };
}

/// Random numbers: `Variant = function(like), meaning`. The result has the shape of `like`. The values of `like` do not matter.
#[macro_export]
#[rustfmt::skip]
macro_rules! draws {
    ($callback:ident) => {
        $callback! {
            Normal = normal_like(x), "Normal numbers of mean 0 and standard deviation 1, with the shape of `x`.";
            Uniform = uniform_like(x), "Uniform numbers between 0 and 1, 1 excluded, with the shape of `x`.";
        }
    };
}
