//! One body for each decision of the planner.

use super::plans;

/// Asserts the plan of a body over the states in `states` and the settings below.
#[track_caller]
fn assert_plan(states: &str, body: &str, expected: &str) {
    let text = format!(
        "#[optimizer(state <{states}>)]
        struct Body {{ #[hyper(scheduled)] lr: f64, k: usize, flag: bool, other: bool }}
        #[optimizer]
        impl Body {{
            fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {{ {body} }}
        }}"
    );
    let (_, found) = plans(&text).remove(0);
    let expected = unindented(expected);
    assert!(found == expected, "{body}\nexpected\n{expected}\nfound\n{found}");
}

/// The lines between the first and the last, without the indentation of the first of them.
fn unindented(text: &str) -> String {
    let text = text.trim_start_matches('\n').trim_end_matches(' ');
    let indentation = text.len() - text.trim_start().len();
    text.lines().map(|line| format!("{}\n", line.get(indentation..).unwrap_or_default())).collect()
}

/// Without a barrier there is one pass: each stream is read once and written once.
#[test]
fn one_pass_without_a_barrier() {
    assert_plan(
        "m = 0.0",
        "
            let update = state.m + grad;
            state.m = 0.9 * state.m + grad;
            *param -= self.lr * update;
        ",
        "
            scalars 0.9, lr
            pass over Tensor
                reads param, m, grad
                takes 0.9, lr
                computes 5
                param = (param - (lr * update))
                m = ((0.9 * m) + grad)
        ",
    );
}

/// What depends on a reduction is in a later pass; the streams are read again, the update is computed again.
#[test]
fn a_reduction_begins_a_new_pass() {
    assert_plan(
        "m = 0.0",
        "
            let update = state.m + grad;
            *param -= self.lr / update.norm() * update;
            state.m = 0.9 * state.m + grad;
        ",
        "
            scalars lr, 0.9
            pass over Tensor
                reads m, grad
                computes 1
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, m, grad
                takes (lr / norm(update)), 0.9
                computes 5
                param = (param - ((… / …) * update))
                m = ((0.9 * m) + grad)
        ",
    );
}

/// A reduction of what depends on a reduction: three passes.
#[test]
fn reductions_of_reductions_are_levels() {
    assert_plan(
        "",
        "
            let first = grad / grad.norm();
            let second = first - param.mean();
            *param -= self.lr / second.rms() * second;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, grad
                computes 0
                reduces norm(grad)
                reduces mean(param)
            pass over Tensor
                reads grad
                takes norm(grad), mean(param)
                computes 2
                reduces rms(second)
            scalars (lr / rms(second))
            pass over Tensor
                reads param, grad
                takes norm(grad), mean(param), (lr / rms(second))
                computes 4
                param = (param - ((… / …) * second))
        ",
    );
}

/// Computing the update again would read three more streams: writing it once and reading it is less.
#[test]
fn three_more_streams_are_scratch() {
    assert_plan(
        "a = 0.0, b = 0.0, c = 0.0",
        "
            let update = state.a * state.b + state.c;
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars lr
            pass over Tensor
                reads a, b, c
                computes 2
                scratch 0 = update: ((a * b) + c)
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, scratch 0 as update
                takes (lr / norm(update))
                computes 2
                param = (param - ((… / …) * update))
        ",
    );
}

/// Two more streams cost what scratch would: they are read again.
#[test]
fn two_more_streams_are_read_again() {
    assert_plan(
        "a = 0.0, b = 0.0",
        "
            let update = state.a * state.b;
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars lr
            pass over Tensor
                reads a, b
                computes 1
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, a, b
                takes (lr / norm(update))
                computes 3
                param = (param - ((… / …) * update))
        ",
    );
}

/// The second pass reads all three streams anyway, so it computes the update again.
#[test]
fn streams_that_are_read_anyway_cost_nothing() {
    assert_plan(
        "a = 0.0, b = 0.0, c = 0.0",
        "
            let update = state.a * state.b + state.c;
            *param -= self.lr / update.norm() * update * (state.a + state.b + state.c);
        ",
        "
            scalars lr
            pass over Tensor
                reads a, b, c
                computes 2
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, a, b, c
                takes (lr / norm(update))
                computes 7
                param = (param - ((… * update) * (… + …)))
        ",
    );
}

/// The second pass writes `a`, so its stream counts as one that is there.
#[test]
fn a_stored_stream_is_read_anyway() {
    assert_plan(
        "a = 0.0, b = 0.0, c = 0.0",
        "
            let update = state.a * state.b + state.c;
            state.a = update / update.norm();
            *param -= self.lr * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, a, b, c, grad
                takes lr
                computes 4
                param = (param - (lr * grad))
                reduces norm(update)
            pass over Tensor
                reads a, b, c
                takes norm(update)
                computes 3
                a = (update / norm(update))
        ",
    );
}

/// The second pass computes `m`, so `a` and `b` cost nothing more there.
#[test]
fn a_stream_of_a_deferred_store_is_read_anyway() {
    assert_plan(
        "m = 0.0, a = 0.0, b = 0.0, c = 0.0",
        "
            let old = state.m;
            let update = state.a * state.b + state.c;
            state.m = state.a - state.b;
            *param -= self.lr / update.norm() * update * (old / old.norm());
        ",
        "
            scalars lr
            pass over Tensor
                reads m, a, b, c
                computes 2
                reduces norm(update)
                reduces norm(m)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, m, a, b, c
                takes (lr / norm(update)), norm(m)
                computes 7
                param = (param - ((… * update) * (… / …)))
                m = (a - b)
        ",
    );
}

/// A heavy function is kept in scratch although its stream is read anyway.
#[test]
fn heavy_functions_are_computed_once() {
    assert_plan(
        "",
        "
            let update = grad.exp();
            *param -= self.lr / update.norm() * (update + grad);
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 2
                scratch 0 = (update + grad)
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, scratch 0 as (update + grad)
                takes (lr / norm(update))
                computes 2
                param = (param - ((… / …) * (update + grad)))
        ",
    );
}

/// So is a function of the user: nobody knows what it costs.
#[test]
fn functions_of_the_user_are_computed_once() {
    assert_plan(
        "",
        "
            let update = softsign(grad);
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 1
                scratch 0 = update: softsign(grad)
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, scratch 0 as update
                takes (lr / norm(update))
                computes 2
                param = (param - ((… / …) * update))
        ",
    );
}

/// So is what a loop leaves.
#[test]
fn loops_are_run_once() {
    assert_plan(
        "",
        "
            let mut update = grad;
            for _ in 0..self.k { update = update * 0.5; }
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 4
                scratch 0 = update'': end of grad
                reduces norm(update'')
            scalars (lr / norm(update''))
            pass over Tensor
                reads param, scratch 0 as update''
                takes (lr / norm(update''))
                computes 2
                param = (param - ((… / …) * update''))
        ",
    );
}

/// A cheap function is computed again.
#[test]
fn cheap_functions_are_computed_again() {
    assert_plan(
        "",
        "
            let update = grad.square() + 1.0;
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars 1.0, lr
            pass over Tensor
                reads grad
                takes 1.0
                computes 2
                reduces norm(update)
            scalars (lr / norm(update))
            pass over Tensor
                reads param, grad
                takes 1.0, (lr / norm(update))
                computes 4
                param = (param - ((… / …) * update))
        ",
    );
}

/// Of a chain of values the last one is kept, not those that it is computed from.
#[test]
fn only_the_frontier_is_kept() {
    assert_plan(
        "",
        "
            let first = grad.exp();
            let second = first.exp();
            *param -= self.lr / second.norm() * second;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 2
                scratch 0 = second: exp(first)
                reduces norm(second)
            scalars (lr / norm(second))
            pass over Tensor
                reads param, scratch 0 as second
                takes (lr / norm(second))
                computes 2
                param = (param - ((… / …) * second))
        ",
    );
}

/// The second pass needs the old value: the state is overwritten there, though its new value is known before.
#[test]
fn a_state_waits_for_its_last_reader() {
    assert_plan(
        "m = 0.0",
        "
            let old = state.m;
            state.m = grad;
            *param -= self.lr / old.norm() * old;
        ",
        "
            scalars lr
            pass over Tensor
                reads m
                computes 0
                reduces norm(m)
            scalars (lr / norm(m))
            pass over Tensor
                reads param, m, grad
                takes (lr / norm(…))
                computes 2
                param = (param - ((… / …) * m))
                m = grad
        ",
    );
}

/// The new value is stored in the first pass and read back in the second, not computed again.
#[test]
fn a_new_state_is_read_as_itself() {
    assert_plan(
        "m = 0.0",
        "
            state.m = 0.9 * state.m + grad;
            *param -= self.lr / state.m.norm() * state.m;
        ",
        "
            scalars 0.9, lr
            pass over Tensor
                reads m, grad
                takes 0.9
                computes 2
                m = ((0.9 * m) + grad)
                reduces norm(((… * …) + grad))
            scalars (lr / norm((… + grad)))
            pass over Tensor
                reads param, m as ((… * …) + grad)
                takes (lr / norm(…))
                computes 2
                param = (param - ((… / …) * (… + grad)))
        ",
    );
}

/// In the arm that changes the state, its place holds the new value.
#[test]
fn a_state_of_one_arm_is_read_as_itself() {
    assert_plan(
        "m = 0.0 if self.flag",
        "
            let update = if self.flag { state.m = 0.9 * state.m + grad.exp(); state.m } else { grad };
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars 0.9, lr
            pass over Tensor
                reads m, grad
                takes 0.9
                computes 5
                m = one of (((… * …) + exp(grad)), m)
                reduces norm(grad')
            scalars (lr / norm(grad'))
            pass over Tensor
                reads param, grad, m as ((… * …) + exp(grad))
                takes (lr / norm(grad'))
                computes 3
                param = (param - ((… / …) * grad'))
        ",
    );
}

/// So it does in an arm inside of another one.
#[test]
fn a_state_of_an_inner_arm_is_read_as_itself() {
    assert_plan(
        "m = 0.0 if self.flag",
        "
            let update = if !self.flag { grad } else {
                if self.other { state.m = 0.9 * state.m + grad.exp(); state.m } else { grad + 1.0 }
            };
            *param -= self.lr / update.norm() * update;
        ",
        "
            scalars 0.9, 1.0, lr
            pass over Tensor
                reads m, grad
                takes 0.9, 1.0
                computes 8
                m = one of (m, one of ((… + …), m))
                reduces norm(grad')
            scalars (lr / norm(grad'))
            pass over Tensor
                reads param, grad, m as ((… * …) + exp(grad))
                takes 1.0, (lr / norm(grad'))
                computes 5
                param = (param - ((… / …) * grad'))
        ",
    );
}

/// Each needs the other's old value: one pass reads both before it writes.
#[test]
fn swapped_states_are_stored_together() {
    assert_plan(
        "a = 0.0, b = 0.0",
        "
            let (a, b) = (state.a, state.b);
            state.a = b;
            state.b = a + grad;
            *param -= self.lr * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, a, b, grad
                takes lr
                computes 3
                param = (param - (lr * grad))
                a = b
                b = (a + grad)
        ",
    );
}

/// `a` waits for the second pass, so the old `b` in its new value does too.
#[test]
fn a_deferred_store_defers_another() {
    assert_plan(
        "a = 0.0, b = 0.0",
        "
            let old = state.a;
            state.a = state.b + grad;
            state.b = grad;
            *param -= self.lr / old.norm() * old;
        ",
        "
            scalars lr
            pass over Tensor
                reads a
                computes 0
                reduces norm(a)
            scalars (lr / norm(a))
            pass over Tensor
                reads param, a, b, grad
                takes (lr / norm(…))
                computes 3
                param = (param - ((… / …) * a))
                a = (b + grad)
                b = grad
        ",
    );
}

/// Rows before columns before the tensor that uses both.
#[test]
fn small_shapes_come_first() {
    assert_plan(
        "row: rows = 0.0, col: cols = 0.0",
        "
            state.row = 0.9 * state.row + grad.square().row_mean();
            state.col = 0.9 * state.col + grad.square().col_mean();
            *param -= self.lr * grad / (state.row * state.col).sqrt();
        ",
        "
            scalars 0.9, 0.9, lr
            pass over Tensor
                reads grad
                computes 2
                reduces mean(square(grad))
                reduces mean(square(grad))
            pass over Cols
                reads col, scratch 1 (Cols) as mean(square(grad))
                takes 0.9
                computes 2
                col = ((0.9 * col) + mean(square(grad)))
                scratch 3 (Cols) = ((0.9 * col) + mean(square(grad)))
            pass over Rows
                reads row, scratch 0 (Rows) as mean(square(grad))
                takes 0.9
                computes 2
                row = ((0.9 * row) + mean(square(grad)))
                scratch 2 (Rows) = ((0.9 * row) + mean(square(grad)))
            pass over Tensor
                reads param, grad, row as ((… * …) + mean(…)), col as ((… * …) + mean(…))
                takes lr
                computes 5
                param = (param - ((… * grad) / sqrt(…)))
        ",
    );
}

/// The tensors' pass of the level needs the old rows: they are stored one level later.
#[test]
fn a_row_of_the_tensor_pass_waits() {
    assert_plan(
        "row: rows = 0.0",
        "
            let old = state.row;
            state.row = 2.0 * old;
            *param -= self.lr * grad * old;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads param, row, grad
                takes lr
                computes 3
                param = (param - ((… * grad) * row))
            pass over Rows
                reads row
                takes 2.0
                computes 1
                row = (2.0 * row)
        ",
    );
}

/// Matrices before rows.
#[test]
fn one_number_per_matrix() {
    assert_plan(
        "row: rows = 0.0",
        "
            let scale = grad.matrix_norm();
            state.row = state.row + grad.row_mean() / (scale + 1.0);
            *param -= self.lr * grad / (scale + 1.0) * state.row;
        ",
        "
            scalars 1.0, lr, 1.0
            pass over Tensor
                reads grad
                computes 0
                reduces scale: norm(grad)
                reduces mean(grad)
            pass over Matrices
                reads scratch 0 (Matrices) as scale
                takes 1.0, 1.0
                computes 2
                scratch 2 (Matrices) = (scale + 1.0)
                scratch 3 (Matrices) = (scale + 1.0)
            pass over Rows
                reads row, scratch 1 (Rows) as mean(grad), scratch 2 (Matrices) as (scale + 1.0)
                computes 2
                row = (row + (mean(grad) / (scale + …)))
                scratch 4 (Rows) = (row + (mean(grad) / (scale + …)))
            pass over Tensor
                reads param, grad, row as (row + (… / …)), scratch 3 (Matrices) as (scale + 1.0)
                takes lr
                computes 4
                param = (param - ((… / …) * (… + …)))
        ",
    );
}

/// A reduction runs over the elements that it joins.
#[test]
fn reductions_of_rows_are_passes_over_rows() {
    assert_plan(
        "row: rows = 0.0",
        "
            state.row = 0.9 * state.row + grad.row_sum();
            *param -= self.lr * grad / state.row.mean();
        ",
        "
            scalars 0.9, lr
            pass over Tensor
                reads grad
                computes 0
                reduces sum(grad)
            pass over Rows
                reads row, scratch 0 (Rows) as sum(grad)
                takes 0.9
                computes 2
                row = ((0.9 * row) + sum(grad))
                reduces mean(((… * …) + sum(grad)))
            pass over Tensor
                reads param, grad
                takes lr, mean((… + …))
                computes 3
                param = (param - ((… * grad) / mean(…)))
        ",
    );
}

/// A row and a tensor have a dot product over the tensor.
#[test]
fn dot_joins_both_shapes() {
    assert_plan(
        "row: rows = 0.0",
        "
            *param -= self.lr * grad * (state.row * grad).dot(*param);
        ",
        "
            scalars lr
            pass over Tensor
                reads param, row, grad
                computes 1
                reduces dot((row * grad), param)
            pass over Tensor
                reads param, grad
                takes lr, dot((… * grad), param)
                computes 3
                param = (param - ((… * grad) * dot(…, …)))
        ",
    );
}

/// Scalars that need a reduction follow it; the others come first.
#[test]
fn scalars_of_each_level() {
    assert_plan(
        "s: scalar = 0.0",
        "
            let early = self.lr * 2.0;
            state.s = state.s + grad.norm();
            *param -= early / (state.s + 1.0) * grad;
        ",
        "
            scalars s, early: (lr * 2.0), 1.0
            pass over Tensor
                reads grad
                computes 0
                reduces norm(grad)
            scalars (early / ((… + …) + 1.0))
            pass over Tensor
                reads param, grad
                takes (early / (… + …))
                computes 2
                param = (param - ((early / …) * grad))
        ",
    );
}

/// A level that has nothing but scalars is a level.
#[test]
fn scalars_after_the_last_pass() {
    assert_plan(
        "s: scalar = 0.0",
        "
            state.s = 2.0 * (grad / grad.norm()).norm();
            *param -= self.lr * grad;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
                reduces norm(grad)
            pass over Tensor
                reads grad
                takes norm(grad)
                computes 1
                reduces norm((grad / norm(grad)))
            scalars (2.0 * norm((grad / …)))
        ",
    );
}

/// A loop over scalars is scalar code.
#[test]
fn a_scalar_loop() {
    assert_plan(
        "s: scalar = 0.0",
        "
            let mut power = self.lr;
            for i in 0..self.k { power = power * self.lr + i as f64; }
            state.s = power;
            *param -= power * grad;
        ",
        "
            scalars power''': end of power
            pass over Tensor
                reads param, grad
                takes power'''
                computes 2
                param = (param - (power''' * grad))
        ",
    );
}

/// It runs after the reduction that it starts from.
#[test]
fn a_scalar_loop_of_a_reduction() {
    assert_plan(
        "",
        "
            let mut scale = grad.norm();
            for _ in 0..self.k { scale = scale * self.lr; }
            *param -= scale * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                reduces scale: norm(grad)
            scalars scale''': end of scale
            pass over Tensor
                reads param, grad
                takes scale'''
                computes 2
                param = (param - (scale''' * grad))
        ",
    );
}

/// Elements of one shape: the loop is inside of the pass, with the scalars in it.
#[test]
fn a_loop_over_one_shape_runs_in_its_pass() {
    assert_plan(
        "",
        "
            let mut x = grad;
            let mut weight = self.lr;
            for _ in 0..self.k { x = x * 0.5 + *param * weight; weight = weight * 0.9; }
            *param -= self.lr * x;
        ",
        "
            scalars weight: lr
            pass over Tensor
                reads param, grad
                takes weight
                computes 11
                param = (param - (weight * x''))
        ",
    );
}

/// Rows and tensors in one loop: each turn has passes of its own.
#[test]
fn a_loop_over_two_shapes_has_passes() {
    assert_plan(
        "row: rows = 0.0",
        "
            let mut x = grad;
            let mut row = state.row;
            for _ in 0..self.k { row = row * 0.5; x = x + row; }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Rows
                reads row
                computes 0
                scratch 1 (Rows) = row
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 2
                carries row in scratch 1 (Rows), next in scratch 3 (Rows)
                scalars 0.5
                pass over Rows
                    reads scratch 1 (Rows) as row
                    takes 0.5
                    computes 1
                    scratch 3 (Rows) = row': (row * 0.5)
                    scratch 4 (Rows) = row': (row * 0.5)
                pass over Tensor
                    reads scratch 0 as x, scratch 4 (Rows) as row'
                    computes 1
                    scratch 2 = x': (x + row')
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// The shapes of all arms count.
#[test]
fn two_shapes_in_an_arm_of_a_loop() {
    assert_plan(
        "row: rows = 0.0",
        "
            let mut x = grad;
            for _ in 0..self.k { if self.flag { let y = state.row * 0.5; x = x + y; } else { x = x + 1.0; } }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                scalars 0.5, 1.0
                pass over Rows if self.flag
                    reads row
                    takes 0.5
                    computes 1
                    scratch 2 (Rows) = y: (row * 0.5)
                pass over Tensor
                    reads scratch 0 as x, scratch 2 (Rows) as y
                    takes 1.0
                    computes 3
                    scratch 1 = x''': one of (x', x'')
            pass over Tensor
                reads param, scratch 0 as x''''
                takes lr
                computes 2
                param = (param - (lr * x''''))
        ",
    );
}

/// A reduction in each turn; the loop's result is read in the pass after it.
#[test]
fn a_reduction_in_a_loop() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { x = x / (x.norm() + 1.0); }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                scalars 1.0
                pass over Tensor
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                scalars (norm(x) + 1.0)
                pass over Tensor
                    reads scratch 0 as x
                    takes (norm(x) + 1.0)
                    computes 1
                    scratch 1 = x': (x / (norm(x) + 1.0))
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// A scalar needs no slot.
#[test]
fn a_loop_with_a_barrier_carries_scalars() {
    assert_plan(
        "",
        "
            let mut x = grad;
            let mut scale = self.lr;
            for _ in 0..self.k { scale = scale * x.norm(); x = x * scale; }
            *param -= scale * x;
        ",
        "
            scalars scale: lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                carries scale' as a scalar
                pass over Tensor
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                scalars scale'': (scale' * norm(x))
                pass over Tensor
                    reads scratch 0 as x
                    takes scale''
                    computes 1
                    scratch 1 = x': (x * scale'')
            pass over Tensor
                reads param, scratch 0 as x''
                takes scale'''
                computes 2
                param = (param - (scale''' * x''))
        ",
    );
}

/// What a turn needs from outside is in scratch, inputs where they are.
#[test]
fn a_loop_with_a_barrier_takes_values() {
    assert_plan(
        "m = 0.0",
        "
            let update = grad * 2.0;
            let mut x = state.m;
            for _ in 0..self.k { x = x / x.norm() + update * grad; }
            state.m = x;
            *param -= self.lr * x;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads m, grad
                takes 2.0
                computes 1
                scratch 1 = m
                scratch 0 = update: (grad * 2.0)
            loop _ in (0 .. self.k)
                carries x in scratch 1, next in scratch 2
                pass over Tensor
                    reads scratch 1 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads grad, scratch 0 as update, scratch 1 as x
                    takes norm(x)
                    computes 3
                    scratch 2 = x': ((x / norm(x)) + (update * grad))
            pass over Tensor
                reads param, scratch 1 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
                m = x'': end of m
        ",
    );
}

/// The old state is read in every turn: it is overwritten after the loop.
#[test]
fn a_state_waits_for_a_loop() {
    assert_plan(
        "m = 0.0",
        "
            let old = state.m;
            state.m = grad;
            let mut x = grad;
            for _ in 0..self.k { x = x / x.norm() + old; }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                pass over Tensor
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads m, scratch 0 as x
                    takes norm(x)
                    computes 2
                    scratch 1 = x': ((x / norm(x)) + m)
            pass over Tensor
                reads param, grad, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
                m = grad
        ",
    );
}

/// The inner loop has passes, so the outer one has.
#[test]
fn loops_in_loops() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k {
                x = x * 0.5;
                for _ in 0..2 { x = x / x.norm(); }
            }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                scalars 0.5
                pass over Tensor
                    reads scratch 0 as x
                    takes 0.5
                    computes 1
                    scratch 2 = x': (x * 0.5)
                loop _ in (0 .. 2)
                    carries x'' in scratch 2, next in scratch 3
                    pass over Tensor
                        reads scratch 2 as x''
                        computes 0
                        reduces norm(x'')
                    pass over Tensor
                        reads scratch 2 as x''
                        takes norm(x'')
                        computes 1
                        scratch 3 = x''': (x'' / norm(x''))
                pass over Tensor
                    reads scratch 2 as x''''
                    computes 0
                    scratch 1 = x'''': end of x'
            pass over Tensor
                reads param, scratch 0 as x'''''
                takes lr
                computes 2
                param = (param - (lr * x'''''))
        ",
    );
}

/// The inner loop is part of the pass of a turn.
#[test]
fn a_light_loop_in_a_loop_with_passes() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k {
                for _ in 0..2 { x = x * 0.5 + *param; }
                x = x / x.norm();
            }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                pass over Tensor
                    reads param, scratch 0 as x
                    computes 5
                    scratch 2 = x''': end of x
                    reduces norm(x''')
                pass over Tensor
                    reads scratch 2 as x'''
                    takes norm(x''')
                    computes 1
                    scratch 1 = x'''': (x''' / norm(x'''))
            pass over Tensor
                reads param, scratch 0 as x'''''
                takes lr
                computes 2
                param = (param - (lr * x'''''))
        ",
    );
}

/// It goes to the carried variable's slot at once.
#[test]
fn a_value_that_a_loop_only_starts_from() {
    assert_plan(
        "",
        "
            let mut x = grad * 2.0;
            for _ in 0..self.k { x = x / x.norm(); }
            *param -= self.lr * x;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads grad
                takes 2.0
                computes 1
                scratch 0 = x: (grad * 2.0)
            loop _ in (0 .. self.k)
                carries x' in scratch 0, next in scratch 1
                pass over Tensor
                    reads scratch 0 as x'
                    computes 0
                    reduces norm(x')
                pass over Tensor
                    reads scratch 0 as x'
                    takes norm(x')
                    computes 1
                    scratch 1 = x'': (x' / norm(x'))
            pass over Tensor
                reads param, scratch 0 as x'''
                takes lr
                computes 2
                param = (param - (lr * x'''))
        ",
    );
}

/// The carried variable changes, so the value has a slot of its own too.
#[test]
fn a_value_that_a_loop_starts_from_and_uses() {
    assert_plan(
        "",
        "
            let first = grad * 2.0;
            let mut x = first;
            for _ in 0..self.k { x = x / x.norm() + first; }
            *param -= self.lr * x;
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads grad
                takes 2.0
                computes 1
                scratch 0 = first: (grad * 2.0)
                scratch 1 = first: (grad * 2.0)
            loop _ in (0 .. self.k)
                carries x in scratch 1, next in scratch 2
                pass over Tensor
                    reads scratch 1 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as first, scratch 1 as x
                    takes norm(x)
                    computes 2
                    scratch 2 = x': ((x / norm(x)) + first)
            pass over Tensor
                reads param, scratch 1 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// So has one that a turn may leave in the variable.
#[test]
fn a_value_that_a_loop_starts_from_and_returns_to() {
    assert_plan(
        "",
        "
            let first = grad * 2.0;
            let mut x = first;
            let mut y = first;
            for _ in 0..self.k { y = y / x.norm(); x = first; }
            *param -= self.lr * (x + y);
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads grad
                takes 2.0
                computes 1
                scratch 0 = first: (grad * 2.0)
                scratch 1 = first: (grad * 2.0)
                scratch 2 = first: (grad * 2.0)
            loop _ in (0 .. self.k)
                carries first' in scratch 1, next in scratch 3
                carries y in scratch 2, next in scratch 4
                pass over Tensor
                    reads scratch 0 as first, scratch 1 as first'
                    computes 0
                    scratch 3 = first: (grad * 2.0)
                    reduces norm(first')
                pass over Tensor
                    reads scratch 2 as y
                    takes norm(first')
                    computes 1
                    scratch 4 = y': (y / norm(first'))
            pass over Tensor
                reads param, scratch 1 as first'', scratch 2 as y''
                takes lr
                computes 3
                param = (param - (lr * (first'' + y'')))
        ",
    );
}

/// Without a turn the variable keeps what it had, so that is computed though no turn reads it.
#[test]
fn a_loop_that_may_not_run() {
    assert_plan(
        "",
        "
            let mut x = grad * grad.norm();
            for _ in 0..self.k { x = *param / param.norm(); }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                reduces norm(grad)
            pass over Tensor
                reads grad
                takes norm(grad)
                computes 1
                scratch 0 = x: (grad * norm(grad))
            loop _ in (0 .. self.k)
                carries x' in scratch 0, next in scratch 1
                pass over Tensor
                    reads param
                    computes 0
                    reduces norm(param)
                pass over Tensor
                    reads param
                    takes norm(param)
                    computes 1
                    scratch 1 = x'': (param / norm(param))
            pass over Tensor
                reads param, scratch 0 as x'''
                takes lr
                computes 2
                param = (param - (lr * x'''))
        ",
    );
}

/// Rows from outside of the loop are kept before its pass.
#[test]
fn rows_in_a_loop_over_tensors() {
    assert_plan(
        "row: rows = 0.0",
        "
            let scale = state.row * 2.0;
            let mut x = grad;
            for _ in 0..self.k { x = x * scale; }
            *param -= self.lr * x;
        ",
        "
            scalars 2.0, lr
            pass over Rows
                reads row
                takes 2.0
                computes 1
                scratch 0 (Rows) = scale: (row * 2.0)
            pass over Tensor
                reads param, grad, scratch 0 (Rows) as scale
                takes lr
                computes 5
                param = (param - (lr * x''))
        ",
    );
}

/// A value before both loops is kept once.
#[test]
fn two_loops_share_a_value() {
    assert_plan(
        "",
        "
            let update = grad.exp();
            let mut x = grad;
            for _ in 0..self.k { x = x / x.norm() + update; }
            let mut y = x;
            for _ in 0..2 { y = y / y.norm() + update; }
            *param -= self.lr * y;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 1
                scratch 1 = grad
                scratch 0 = update: exp(grad)
            loop _ in (0 .. self.k)
                carries x in scratch 1, next in scratch 3
                pass over Tensor
                    reads scratch 1 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as update, scratch 1 as x
                    takes norm(x)
                    computes 2
                    scratch 3 = x': ((x / norm(x)) + update)
            pass over Tensor
                reads scratch 1 as x''
                computes 0
                scratch 2 = x'': end of grad
            loop _ in (0 .. 2)
                carries y in scratch 2, next in scratch 4
                pass over Tensor
                    reads scratch 2 as y
                    computes 0
                    reduces norm(y)
                pass over Tensor
                    reads scratch 0 as update, scratch 2 as y
                    takes norm(y)
                    computes 2
                    scratch 4 = y': ((y / norm(y)) + update)
            pass over Tensor
                reads param, scratch 2 as y''
                takes lr
                computes 2
                param = (param - (lr * y''))
        ",
    );
}

/// A value of the outer turn is kept for the inner loop, in a slot of the turn.
#[test]
fn a_value_of_a_turn_in_an_inner_loop() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k {
                let half = x * 0.5;
                for _ in 0..2 { x = x / x.norm() + half; }
            }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                scalars 0.5
                pass over Tensor
                    reads scratch 0 as x
                    takes 0.5
                    computes 1
                    scratch 3 = x: turn of grad
                    scratch 2 = half: (x * 0.5)
                loop _ in (0 .. 2)
                    carries x' in scratch 3, next in scratch 4
                    pass over Tensor
                        reads scratch 3 as x'
                        computes 0
                        reduces norm(x')
                    pass over Tensor
                        reads scratch 2 as half, scratch 3 as x'
                        takes norm(x')
                        computes 2
                        scratch 4 = x'': ((x' / norm(x')) + half)
                pass over Tensor
                    reads scratch 3 as x'''
                    computes 0
                    scratch 1 = x''': end of x
            pass over Tensor
                reads param, scratch 0 as x''''
                takes lr
                computes 2
                param = (param - (lr * x''''))
        ",
    );
}

/// Both are read before either is overwritten: the next values have slots of their own.
#[test]
fn carried_values_that_swap() {
    assert_plan(
        "",
        "
            let (mut x, mut y) = (grad, *param);
            for _ in 0..self.k { let z = x / x.norm(); x = y; y = z; }
            *param -= self.lr * (x - y);
        ",
        "
            scalars lr
            pass over Tensor
                reads param, grad
                computes 0
                scratch 1 = param
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 2
                carries z in scratch 1, next in scratch 3
                pass over Tensor
                    reads scratch 0 as x, scratch 1 as z
                    computes 0
                    scratch 2 = z: turn of param
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as x
                    takes norm(x)
                    computes 1
                    scratch 3 = z': (x / norm(x))
            pass over Tensor
                reads param, scratch 0 as x', scratch 1 as z''
                takes lr
                computes 3
                param = (param - (lr * (x' - z'')))
        ",
    );
}

/// A product writes the next value's slot itself.
#[test]
fn a_product_is_the_next_value() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { x = x.matmul(x.t()).matmul(x); }
            *param -= self.lr * x.row_mean();
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 1 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 1, next in scratch 3
                product matmul(x, t(x)) to scratch 4 (Tensor of other sizes)
                product x': matmul(matmul(x, t(x)), x) to scratch 3
            pass over Tensor
                reads scratch 1 as x''
                computes 0
                reduces mean(x'')
            pass over Rows
                reads scratch 0 (Rows) as mean(x'')
                takes lr
                computes 1
                scratch 2 (Rows) = (lr * mean(x''))
            pass over Tensor
                reads param, scratch 2 (Rows) as (lr * mean(x''))
                computes 1
                param = (param - (lr * mean(x'')))
        ",
    );
}

/// A product reads a loop's result in the loop's own slot.
#[test]
fn what_a_loop_leaves_is_not_copied() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { x = x / x.norm(); }
            *param -= self.lr * x.matmul(x.t()).matmul(x);
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 2 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 2, next in scratch 3
                pass over Tensor
                    reads scratch 2 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 2 as x
                    takes norm(x)
                    computes 1
                    scratch 3 = x': (x / norm(x))
            product matmul(x'', t(x'')) to scratch 0 (Tensor of other sizes)
            product matmul(matmul(x'', t(x'')), x'') to scratch 1
            pass over Tensor
                reads param, scratch 1 as matmul(matmul(x'', …), x'')
                takes lr
                computes 2
                param = (param - (lr * matmul(…, x'')))
        ",
    );
}

/// In an arm it has its own slot, and a pass chooses.
#[test]
fn a_product_in_an_arm_is_copied() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { x = if self.flag { x.matmul(x.t()).matmul(x) } else { x * 0.5 }; }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                scalars 0.5
                product matmul(x, t(x)) to scratch 2 (Tensor of other sizes)
                product matmul(matmul(x, t(x)), x) to scratch 3
                pass over Tensor
                    reads scratch 0 as x, scratch 3 as matmul(matmul(x, …), x)
                    takes 0.5
                    computes 2
                    scratch 1 = x': one of (matmul(matmul(x, …), x), (x * 0.5))
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// A product reads its operand transposed: nothing is written for it.
#[test]
fn transposed_for_a_product_only() {
    assert_plan(
        "",
        "
            *param -= self.lr * grad.matmul(grad.t()).matmul(grad);
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 2 = grad
            product matmul(grad, t(grad)) to scratch 0 (Tensor of other sizes)
            product matmul(matmul(grad, t(grad)), grad) to scratch 1
            pass over Tensor
                reads param, scratch 1 as matmul(matmul(grad, …), grad)
                takes lr
                computes 2
                param = (param - (lr * matmul(…, grad)))
        ",
    );
}

/// An elementwise reader needs the transposed values in memory.
#[test]
fn transposed_for_others_too() {
    assert_plan(
        "",
        "
            let turned = grad.t();
            *param -= self.lr * (grad.matmul(turned).matmul(grad) + turned.t());
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 4 = grad
            product turned: t(grad) to scratch 0 (Tensor of other sizes)
            product matmul(grad, turned) to scratch 1 (Tensor of other sizes)
            product t(turned) to scratch 3
            product matmul(matmul(grad, turned), grad) to scratch 2
            pass over Tensor
                reads param, scratch 2 as matmul(matmul(grad, turned), grad), scratch 3 as t(turned)
                takes lr
                computes 3
                param = (param - (lr * (… + …)))
        ",
    );
}

/// A product in a loop does not fold what stands before it.
#[test]
fn transposed_before_a_loop() {
    assert_plan(
        "",
        "
            let turned = grad.t();
            let mut x = grad;
            for _ in 0..self.k { x = grad.matmul(turned).matmul(x); }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 1 = grad
                scratch 2 = grad
            product turned: t(grad) to scratch 0 (Tensor of other sizes)
            loop _ in (0 .. self.k)
                carries x in scratch 1, next in scratch 3
                product matmul(grad, turned) to scratch 4 (Tensor of other sizes)
                product x': matmul(matmul(grad, turned), x) to scratch 3
            pass over Tensor
                reads param, scratch 1 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// A loop with one product is one with barriers.
#[test]
fn transposed_in_a_light_loop_of_a_frame() {
    assert_plan(
        "",
        "
            let mut x = grad;
            for _ in 0..self.k { let y = x.t(); x = x.matmul(y).matmul(x); }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k)
                carries x in scratch 0, next in scratch 1
                product matmul(x, y) to scratch 2 (Tensor of other sizes)
                product x': matmul(matmul(x, y), x) to scratch 1
            pass over Tensor
                reads param, scratch 0 as x''
                takes lr
                computes 2
                param = (param - (lr * x''))
        ",
    );
}

/// Products read parameter and gradient where they are, computed operands from scratch.
#[test]
fn products_of_inputs() {
    assert_plan(
        "",
        "
            let scaled = grad * 2.0;
            *param -= self.lr * (*param).matmul(scaled.t()).matmul(grad);
        ",
        "
            scalars 2.0, lr
            pass over Tensor
                reads param, grad
                takes 2.0
                computes 1
                scratch 3 = param
                scratch 4 = grad
                scratch 2 = scaled: (grad * 2.0)
            product matmul(param, t(scaled)) to scratch 0 (Tensor of other sizes)
            product matmul(matmul(param, t(scaled)), grad) to scratch 1
            pass over Tensor
                reads param, scratch 1 as matmul(matmul(…, …), grad)
                takes lr
                computes 2
                param = (param - (lr * matmul(…, grad)))
        ",
    );
}

/// A pass that only one arm needs has its condition.
#[test]
fn a_pass_under_a_condition() {
    assert_plan(
        "row: rows = 0.0 if self.flag",
        "
            if self.flag { state.row = state.row + 1.0; }
            *param -= self.lr * grad;
        ",
        "
            scalars 1.0, lr
            pass over Rows if self.flag
                reads row
                takes 1.0
                computes 2
                row = one of ((row + 1.0), row)
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// Conditions nest; a state of the inner arm is stored under both.
#[test]
fn a_pass_under_two_conditions() {
    assert_plan(
        "row: rows = 0.0 if self.flag",
        "
            if self.flag {
                if self.other { state.row = state.row + 1.0; }
            }
            *param -= self.lr * grad;
        ",
        "
            scalars 1.0, lr
            pass over Rows if self.flag and self.other
                reads row
                takes 1.0
                computes 3
                row = one of (one of ((… + …), row), row)
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// What both arms change is stored under neither.
#[test]
fn a_pass_for_two_arms() {
    assert_plan(
        "row: rows = 0.0",
        "
            if self.flag { state.row = state.row + 1.0; } else { state.row = state.row * 2.0; }
            *param -= self.lr * grad;
        ",
        "
            scalars 1.0, 2.0, lr
            pass over Rows
                reads row
                takes 1.0, 2.0
                computes 3
                row = one of ((row + 1.0), (row * 2.0))
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// The condition that all results of a pass share is its own.
#[test]
fn a_pass_for_two_places() {
    assert_plan(
        "a: rows = 0.0 if self.flag, b: rows = 0.0 if self.flag",
        "
            if self.flag {
                state.a = state.a + 1.0;
                if self.other { state.b = state.b + 1.0; }
            }
            *param -= self.lr * grad;
        ",
        "
            scalars 1.0, 1.0, lr
            pass over Rows if self.flag
                reads a, b
                takes 1.0, 1.0
                computes 5
                a = one of ((a + 1.0), a)
                b = one of (one of ((… + …), b), b)
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// The pass of a reduction stands where the reduction does.
#[test]
fn a_reduction_under_a_condition() {
    assert_plan(
        "",
        "
            let scale = if self.flag { grad.norm() } else { full(1.0).mean() };
            *param -= self.lr * scale * grad;
        ",
        "
            scalars 1.0, lr
            pass over Tensor
                reads grad
                takes 1.0
                computes 1
                reduces norm(grad)
                reduces mean(full(1.0))
            scalars (lr * scale)
            pass over Tensor
                reads param, grad
                takes (lr * scale)
                computes 2
                param = (param - ((… * scale) * grad))
        ",
    );
}

/// Each arm is a condition.
#[test]
fn arms_of_a_match() {
    assert_plan(
        "row: rows = 0.0",
        "
            match self.k {
                1 => state.row = grad.row_mean(),
                _ => {}
            }
            *param -= self.lr * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
                reduces mean(grad)
            pass over Rows if self.k is 1
                reads row, scratch 0 (Rows) as mean(grad)
                computes 1
                row = one of (mean(grad), row)
        ",
    );
}

/// A loop with passes has the condition of its arm.
#[test]
fn a_loop_under_a_condition() {
    assert_plan(
        "",
        "
            let mut x = grad;
            if self.flag {
                for _ in 0..self.k { x = x / x.norm(); }
            }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k) if self.flag
                carries x in scratch 0, next in scratch 1
                pass over Tensor
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as x
                    takes norm(x)
                    computes 1
                    scratch 1 = x': (x / norm(x))
            pass over Tensor
                reads param, grad, scratch 0 as x''
                takes lr
                computes 3
                param = (param - (lr * x'''))
        ",
    );
}

/// Within a turn a guard starts at the turn.
#[test]
fn a_branch_in_a_loop_with_passes() {
    assert_plan(
        "",
        "
            let mut x = grad;
            if self.other {
                for _ in 0..self.k {
                    if self.flag { x = x / x.row_norm(); }
                }
            }
            *param -= self.lr * x;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                scratch 0 = grad
            loop _ in (0 .. self.k) if self.other
                carries x in scratch 0, next in scratch 1
                pass over Tensor if self.flag
                    reads scratch 0 as x
                    computes 0
                    reduces norm(x)
                pass over Tensor
                    reads scratch 0 as x, scratch 2 (Rows) as norm(x)
                    computes 2
                    scratch 1 = x'': one of (x', x)
            pass over Tensor
                reads param, grad, scratch 0 as x'''
                takes lr
                computes 3
                param = (param - (lr * x''''))
        ",
    );
}

/// Nobody needs it.
#[test]
fn an_unused_value_is_not_computed() {
    assert_plan(
        "",
        "
            let _unused = grad.norm() * grad;
            *param -= self.lr * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads param, grad
                takes lr
                computes 2
                param = (param - (lr * grad))
        ",
    );
}

/// A tensor of rows and columns is computed where it is used.
#[test]
fn columns_for_a_heavy_tensor() {
    assert_plan(
        "row: rows = 0.0, col: cols = 0.0",
        "
            state.row = grad.row_amax();
            state.col = grad.col_amax();
            *param -= self.lr * (state.row + state.col) * grad;
        ",
        "
            scalars lr
            pass over Tensor
                reads grad
                computes 0
                reduces amax(grad)
                reduces amax(grad)
            pass over Cols
                reads scratch 1 (Cols) as amax(grad)
                computes 0
                col = amax(grad)
            pass over Rows
                reads scratch 0 (Rows) as amax(grad)
                computes 0
                row = amax(grad)
            pass over Tensor
                reads param, grad, row as amax(grad), col as amax(grad)
                takes lr
                computes 4
                param = (param - ((… * …) * grad))
        ",
    );
}
