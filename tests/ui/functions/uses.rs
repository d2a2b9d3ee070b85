//! Names in `uses`.

use optim_std::author::*;

mod parts {
    use optim_std::author::*;

    #[optimizer]
    pub fn halved(x: Tensor) -> Tensor {
        0.5 * x
    }

    #[optimizer]
    pub fn doubled(x: Tensor) -> Tensor {
        2.0 * x
    }

    #[optimizer]
    fn private(x: Tensor) -> Tensor {
        x
    }
}

use parts::doubled as full;

#[elementwise]
fn softsign<V: Value>(x: V) -> V {
    x / (1.0 + x.abs())
}

fn plain(x: f64) -> f64 {
    x
}

#[optimizer(uses(itself))]
fn itself(x: Tensor) -> Tensor {
    itself(x)
}

#[optimizer(uses(parts::halved), uses(parts::doubled))]
fn given_twice(x: Tensor) -> Tensor {
    parts::halved(x)
}

#[optimizer(uses(parts::halved, parts::halved))]
fn named_twice(x: Tensor) -> Tensor {
    parts::halved(x)
}

#[optimizer(uses())]
fn empty(x: Tensor) -> Tensor {
    x
}

#[optimizer(uses("halved"))]
fn no_names(x: Tensor) -> Tensor {
    x
}

#[optimizer(uses(parts::halved))]
fn not_called(x: Tensor) -> Tensor {
    x
}

#[optimizer(uses(parts::halved))]
fn called_otherwise(x: Tensor) -> Tensor {
    halved(x)
}

#[optimizer(uses(softsign))]
fn an_elementwise_function(x: Tensor) -> Tensor {
    softsign(x)
}

#[optimizer(uses(full))]
fn a_name_of_the_language(x: Tensor) -> Tensor {
    full(x)
}

#[optimizer(uses(parts::halved))]
#[derive(Debug, Clone)]
pub struct OnTheStruct {
    pub lr: f64,
}

#[optimizer]
impl OnTheStruct {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

#[scheduler]
#[derive(Debug, Clone)]
pub struct Curve {
    pub first: f64,
}

#[scheduler(uses(parts::halved))]
impl Curve {
    fn value(&self, t: Scalar) -> Scalar {
        self.first * t
    }
}

fn main() {}
