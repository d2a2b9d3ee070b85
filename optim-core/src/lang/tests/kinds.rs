use super::super::{Cols, Handle, Matrices, Recorder, Rows, Scalar, Tensor, ValueExtent, ops};
use super::{assert_same, compute, numbers, record, run};
use crate::shape::Axes;

fn axes<K: Handle>(_: K) -> Axes {
    K::AXES
}

/// Values of each kind of a 2x2x3 parameter.
fn all(r: &Recorder) -> (Scalar, Matrices, Rows, Cols, Tensor) {
    (r.t(), r.state::<Matrices>("m"), r.state::<Rows>("r"), r.state::<Cols>("c"), r.param())
}

#[test]
fn every_pair_has_its_joint_kind() {
    let recorder = Recorder::new(&[2, 2, 3]);
    let (s, m, r, c, t) = all(&recorder);
    macro_rules! check {
        ($($a:ident $b:ident $joint:ident;)*) => {
            $(assert_eq!(axes($a + $b), Axes::$joint);
            assert_eq!(axes($b + $a), Axes::$joint);
            assert_eq!(axes($a + $b), axes($a).join(axes($b)));
            assert_eq!(axes(ops::select(ops::lt($a, $b), 1.0, 0.0)), Axes::$joint);)*
        };
    }
    check! {
        s s Scalar; s m Matrices; s r Rows; s c Cols; s t Tensor;
        m m Matrices; m r Rows; m c Cols; m t Tensor;
        r r Rows; r c Tensor; r t Tensor;
        c c Cols; c t Tensor;
        t t Tensor;
    }
    macro_rules! fixed {
        ($($a:ident)*) => {
            $(assert_eq!(axes(2.0 * $a), axes($a));
            assert_eq!(axes($a % 2.0), axes($a));
            assert_eq!(axes(-$a), axes($a));)*
        };
    }
    fixed!(s m r c t);
    assert!(recorder.finish("All").is_ok());
}

#[test]
fn kinds_broadcast_over_their_axes() {
    // 2 matrices of 2 rows and 3 columns.
    let r = |b: usize, i: usize| (10 * b + i) as f64;
    let c = |b: usize, j: usize| (100 * b + j) as f64;
    let param: Vec<f64> = (0..12).map(f64::from).collect();
    let graph = record(&[2, 2, 3], |rec, p, _| {
        let (s, m, r, c, _) = all(rec);
        p + r * c + m - s
    });
    let rows: Vec<f64> = (0..4).map(|i| r(i / 2, i % 2)).collect();
    let cols: Vec<f64> = (0..6).map(|j| c(j / 3, j % 3)).collect();
    let states: [(&str, &[f64]); 3] = [("m", &[1000.0, 2000.0]), ("r", &rows), ("c", &cols)];
    let found = super::run_with(&graph, &param, &param, &states).param;
    let mut expected = Vec::new();
    for b in 0..2 {
        for i in 0..2 {
            for j in 0..3 {
                let p = ((b * 2 + i) * 3 + j) as f64;
                expected.push(p + r(b, i) * c(b, j) + 1000.0 * (b + 1) as f64 - 1.0);
            }
        }
    }
    assert_same(&found, &expected);
}

#[test]
fn assignment_keeps_the_kind() {
    let found = compute(&[2, 2], &[1.0, 2.0, 3.0, 4.0], &[1.0; 4], |r, mut p, g| {
        let mut row = ops::row_sum(p);
        row -= 1.0;
        row *= r.t();
        let mut one = r.t();
        one += 2.0;
        p += row;
        p -= g;
        p *= one;
        p /= ops::col_sum(g);
        p %= 100.0;
        p
    });
    assert_same(&found, &[3.0, 4.5, 12.0, 13.5]);
}

#[test]
fn lifts() {
    let found = compute(&[2, 2], &[1.0, 2.0, 3.0, 4.0], &[0.0; 4], |r, p, _| {
        let arm: Tensor = ops::lift(ops::row_sum(p));
        let tensor: Tensor = ops::assign(ops::full(2.0));
        let scalar: Scalar = ops::assign(1.0);
        arm + tensor + scalar + ops::scalar(0.5) + ops::full(r.t())
    });
    assert_same(&found, &[7.5, 7.5, 11.5, 11.5]);
}

#[test]
fn elementwise_arguments_join() {
    let recorder = Recorder::new(&[2, 3]);
    let p = recorder.param();
    let (a, b, c) = ops::join3(0.5, ops::row_sum(p), recorder.t());
    assert_eq!((axes(a), axes(b), axes(c)), (Axes::Rows, Axes::Rows, Axes::Rows));
    let (a, b) = ops::join2(ops::row_sum(p), ops::col_sum(p));
    assert_eq!((axes(a), axes(b)), (Axes::Tensor, Axes::Tensor));
    let (a, b) = ops::join2(1.0, 2.0);
    assert_eq!(a + b, 3.0);
    let (a, ..) = ops::join4(1.0, 2.0, 3.0, p);
    assert_eq!(axes(a), Axes::Tensor);
    let (a, ..) = ops::join5(1.0, 2.0, 3.0, p, 1.0);
    assert_eq!(axes(a), Axes::Tensor);
    let (.., f) = ops::join6(1.0, 2.0, 3.0, 4.0, ops::row_sum(p), 1.0);
    assert_eq!(axes(f), Axes::Rows);
    assert!(recorder.finish("Join").is_ok());
}

#[test]
fn sizes_are_fixed() {
    let recorder = Recorder::new(&[5, 4, 2, 3]);
    let p = recorder.param();
    assert_eq!((p.ndim(), p.len(), p.rows(), p.cols()), (4, 120, 2, 3));
    let square = ops::matmul(p, ops::t(p));
    assert_eq!((square.len(), square.rows(), square.cols()), (80, 2, 2));
    let scalar = Recorder::new(&[]);
    let p = scalar.param();
    assert_eq!((p.ndim(), p.len(), p.rows(), p.cols()), (0, 1, 1, 1));
}

/// A tensor of one fixed number fits tensors of every size.
#[test]
fn full_fits_products() {
    let p = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let found = compute(&[2, 3], &p, &p, |r, p, _| {
        let square = ops::matmul(p, ops::t(p)) + ops::full(1.0) + ops::full(r.t());
        ops::full(ops::sum(square)) + ops::sum(ops::full(1.0)) + ops::row_sum(ops::full(r.t()))
    });
    assert_same(&found, &[14.0 + 32.0 + 32.0 + 77.0 + 8.0 + 6.0 + 3.0; 6]);
}

#[test]
fn every_number_of_axes() {
    for shape in
        [&[][..], &[3], &[2, 3], &[2, 2, 3], &[2, 1, 2, 3], &[2, 1, 3, 2, 2], &[0], &[2, 0], &[0, 2], &[3, 0, 2]]
    {
        let count: usize = shape.iter().product();
        let (p, g) = (numbers(count, 7), numbers(count, 8));
        let found = compute(shape, &p, &g, |_, p, g| {
            let scaled = p * ops::col_mean(g) - ops::row_mean(g) * ops::norm(p) + ops::matrix_sum(g);
            ops::t(ops::t(scaled))
        });
        assert_eq!(found.len(), count, "{shape:?}");
        assert!(found.iter().all(|x| x.is_finite()), "{shape:?}: {found:?}");
    }
}

#[test]
fn references_are_read() {
    use super::super::Read;
    let found = compute(&[2], &[3.0, 4.0], &[0.0; 2], |_, mut p, _| {
        let param = &mut p;
        *param *= 1.0 / ops::norm(param.read());
        p
    });
    assert_same(&found, &[3.0 * (1.0 / 5.0), 4.0 * (1.0 / 5.0)]);
    assert_eq!(0.5f64.read(), 0.5);
}

#[test]
fn extents_print() {
    let graph = record(&[4, 2, 3], |_, p, _| p + ops::row_sum(p) * ops::sum(p));
    let extents: Vec<String> = graph.nodes().iter().map(|node| node.extent().to_string()).collect();
    assert_eq!(extents, ["4x2x3", "4x2x3", "4x2x_", "1", "4x2x_", "4x2x3"]);
    assert_eq!(ValueExtent::ONE.len(), 1);
    assert_eq!(run(&graph, &[1.0; 24], &[0.0; 24])[0], 73.0);
}

/// Numbers written without a type are `f64`, wherever they stand, and results have their type at once.
#[test]
fn literals_need_no_type() {
    let found = compute(&[2], &[1.0, -2.0], &[3.0, 4.0], |r, p, g| {
        let cols = ops::max(0.0, p).cols();
        let half = -ops::lerp(0.0, 1.0, p) * 0.5;
        let both = ops::select(ops::lt(0.0, p) & ops::gt(g, 3.5) | ops::eq(r.t(), 1.0), 1.0, 0.0);
        let tenth = ops::powf(0.1, ops::clamp(1.0, 0.0, 2.0));
        let mut x = -(2.0 * half + both / 1.0) % 3.0;
        x += ops::atan2(0.0, 1.0) + tenth;
        x * if ops::condition(cols > 1) { 1.0 } else { 0.0 }
    });
    assert_same(&found, &[0.1, -3.0 % 3.0 + 0.1]);
}

#[test]
fn fixed_numbers_keep_their_methods() {
    assert_eq!(ops::fixed_number(3u32).pow(2), 9);
    assert!(ops::fixed_number(Some(0.5)).is_some());
    assert!(ops::condition(ops::fixed_number(&2.0f64).max(1.0) > 1.5));
}
