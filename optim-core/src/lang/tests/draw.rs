use super::super::{Arg, Class, Leaf, Op, Recorder, Target, ops};
use super::optimizers::{adafactor, lamb, lion, muon};
use crate::shape::Axes;

#[test]
fn text_of_lion() {
    let text = lion(&[4, 3]).unwrap().to_string();
    assert_eq!(
        text,
        "\
Lion [4, 3]
  %0 = hyper lr                           # scalar
  %1 = hyper weight_decay                 # scalar
  %2 = param                              # tensor
  %3 = grad                               # tensor
  %4 = state exp_avg                      # tensor
  %5 = mul 0.9, %4                        # tensor
  %6 = mul 0.09999999999999998, %3        # tensor
  %7 = add %5, %6                         # tensor
  %8 = sign %7                            # tensor
  %9 = mul %0, %1                         # scalar
  %10 = sub 1.0, %9                       # scalar
  %11 = mul %2, %10                       # tensor
  %12 = mul %0, %8                        # tensor
  %13 = sub %11, %12                      # tensor
  %14 = mul 0.99, %4                      # tensor
  %15 = mul 0.010000000000000009, %3      # tensor
  %16 = add %14, %15                      # tensor
  store exp_avg, %16                      # tensor
  store param, %13                        # tensor
"
    );
}

#[test]
fn text_of_every_form() {
    let recorder = Recorder::new(&[2, 3]);
    let (p, lr) = (recorder.param(), recorder.hyper("betas.0", 0.5));
    let square = ops::matmul(p, ops::t(p));
    let row = ops::row_dot(square, square);
    let mask = ops::ge(row, 1e-8) & !ops::eq(lr, f64::INFINITY);
    let x = ops::select(mask, ops::powi(row, -2), ops::clamp(row, -1.0, 1.0));
    recorder.store_param(ops::lerp(p, ops::full(lr), x) + ops::scalar(0.25));
    assert_eq!(
        recorder.finish("Forms").unwrap().to_string(),
        "\
Forms [2, 3]
  %0 = param                              # tensor
  %1 = hyper betas.0                      # scalar
  %2 = transpose %0                       # tensor 1x3x2 (cols, rows)
  %3 = matmul %0, %2                      # tensor 1x2x2 (rows, rows)
  %4 = row_dot %3, %3                     # rows
  %5 = ge %4, 1e-8                        # rows mask
  %6 = eq %1, inf                         # scalar mask
  %7 = not %6                             # scalar mask
  %8 = and %5, %7                         # rows mask
  %9 = powi %4, -2                        # rows
  %10 = clamp %4, -1.0, 1.0               # rows
  %11 = select %8, %9, %10                # rows
  %12 = full %1                           # tensor
  %13 = lerp %0, %12, %11                 # tensor
  %14 = scalar 0.25                       # scalar
  %15 = add %13, %14                      # tensor
  store param, %15                        # tensor
"
    );
}

#[test]
fn graphs_can_be_walked() {
    let graph = lamb(&[2, 2]).unwrap();
    assert_eq!((graph.name(), graph.shape()), ("Lamb", &[2, 2][..]));
    let leaves: Vec<&str> = graph.leaves().map(|(_, leaf)| leaf.name()).collect();
    assert_eq!(leaves, ["lr", "weight_decay", "param", "grad", "exp_avg", "exp_avg_sq"]);
    assert!(graph.leaves().any(|(_, leaf)| *leaf == Leaf::Hyper { name: "lr".to_owned(), value: 1e-2 }));
    assert_eq!(graph.count("norm"), 2);
    let select = graph.nodes().iter().find(|node| *node.op() == Op::Select).unwrap();
    assert_eq!((select.axes(), select.class()), (Axes::Scalar, Class::Scalar));
    assert_eq!(select.inputs()[2], Arg::Constant(1.0));
    assert_eq!(select.input_nodes().count(), 2);
    assert_eq!(*graph.nodes()[2].op(), Op::Leaf(Leaf::Param));
    let targets: Vec<&str> = graph.stores().iter().map(|store| store.target().name()).collect();
    assert_eq!(targets, ["exp_avg", "exp_avg_sq", "param"]);
    assert_eq!(*graph.stores()[2].target(), Target::Param);
    assert_eq!(graph.uses()[0], 1);
    for (id, node) in graph.nodes().iter().enumerate() {
        assert!(node.input_nodes().all(|input| input < id));
    }
}

#[test]
fn dot_has_every_box_and_line() {
    let dot = lion(&[4, 3]).unwrap().to_dot();
    assert!(dot.starts_with("digraph \"Lion\" {\n"), "{dot}");
    assert!(dot.contains("label=\"%5 mul\\n0.9, %4\""), "{dot}");
    assert!(dot.contains("label=\"exp_avg\\nstore %16\""), "{dot}");
    assert_eq!(dot.matches(" -> ").count(), 20);
}

/// Boxes that lie on each other could not be read.
#[test]
fn pictures_do_not_overlap() {
    for graph in [lion(&[4, 3]), lamb(&[4, 3]), adafactor(&[4, 3]), adafactor(&[3]), muon(&[3, 4])] {
        let graph = graph.unwrap();
        let svg = graph.to_svg();
        let number = |line: &str, name: &str| -> f64 {
            let start = line.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
            line[start..].split('"').next().unwrap().parse().unwrap()
        };
        let boxes: Vec<[f64; 4]> = svg
            .lines()
            .filter(|line| line.contains("rx=\"6\""))
            .map(|line| ["x", "y", "width", "height"].map(|name| number(line, name)))
            .collect();
        assert!(boxes.len() >= graph.nodes().len());
        let (width, height) = (number(&svg, "width"), number(&svg, "height"));
        for (i, [x, y, w, h]) in boxes.iter().enumerate() {
            assert!(*x >= 0.0 && x + w <= width && *y >= 0.0 && y + h <= height);
            for [x2, y2, w2, h2] in &boxes[i + 1..] {
                assert!(x + w <= *x2 || x2 + w2 <= *x || y + h <= *y2 || y2 + h2 <= *y, "{}", graph.name());
            }
        }
    }
}

#[test]
fn names_are_escaped() {
    let recorder = Recorder::new(&[1]);
    recorder.store_param(recorder.param() * recorder.hyper("a\"<b>&\\", 1.0));
    let graph = recorder.finish("N\"<&").unwrap();
    assert!(graph.to_dot().contains("a\\\"<b>&\\\\"));
    assert!(graph.to_svg().contains("a&quot;&lt;b&gt;&amp;\\"));
    assert!(Recorder::new(&[]).finish("Nothing").unwrap().to_svg().starts_with("<svg "));
}
