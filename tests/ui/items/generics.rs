//! Generic parameters, lifetimes and `where` on both items.

use optim_std::author::*;

#[optimizer]
#[derive(Debug, Clone)]
pub struct Sgd<'a, T>
where
    T: Copy,
{
    #[hyper(scheduled)]
    pub lr: f64,
    pub other: &'a T,
}

#[optimizer]
impl<'a, T> Sgd<'a, T>
where
    T: Copy,
{
    fn step(&self, param: &mut Tensor, grad: Tensor, state: &mut State<Self>) {
        *param -= self.lr * grad;
    }
}

fn main() {}
