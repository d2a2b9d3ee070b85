//! Small parameters of the same length. A step processes them together if it computes the same for them.

use super::*;

/// Its step depends on the shape.
#[optimizer(state <momentum = 0.0>, requires(param.ndim() >= 2, "`ByShape` needs a matrix"))]
#[derive(Debug, Clone)]
struct ByShape {
    #[hyper(default = 0.5)]
    lr: f64,
}

#[optimizer]
impl ByShape {
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        state.momentum = 0.5 * state.momentum + grad;
        let lr = if param.rows() > param.cols() { 2.0 * self.lr } else { self.lr };
        *param -= lr * state.momentum;
    }
}

#[test]
fn shapes_of_one_length_differ() {
    let shapes = [(4, 25), (4, 25), (25, 4), (25, 4), (10, 10), (4, 25)];
    let mut together = shapes.map(Array2::<f32>::ones).to_vec();
    let mut optimizer = ByShape::new().build(&together).unwrap();
    let mut alone = together.clone();
    let mut optimizers = alone.iter().map(|param| ByShape::new().build(param).unwrap()).collect::<Vec<_>>();
    for step in 1..=3 {
        let gradients = shapes.map(|shape| Array2::from_elem(shape, step as f32)).to_vec();
        optimizer.step(&mut together, &gradients).unwrap();
        for ((optimizer, param), gradient) in optimizers.iter_mut().zip(&mut alone).zip(&gradients) {
            optimizer.step(param, gradient).unwrap();
        }
        assert_eq!(together, alone, "step {step}");
    }
}
