//! Optimizers, and type parameters of wrappers, with one letter, which generated code might also use.

use optim_std::author::*;

macro_rules! optimizers {
    ($($name:ident)*) => {$(
        #[optimizer]
        #[derive(Debug, Clone)]
        struct $name {
            #[hyper(default = 0.1, scheduled)]
            lr: f64,
        }

        #[optimizer]
        impl $name {
            fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
                *param -= self.lr * grad;
            }
        }
    )*};
}
optimizers! { A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Params Model Number }

#[optimizer]
#[derive(Debug, Clone)]
struct Around<P: Definition> {
    inner: P,
}

#[optimizer]
impl<P: Definition> Around<P> {
    fn step(&self, param: &mut Tensor, grad: Tensor, _state: &mut State<Self>) {
        self.inner.step(param, grad);
    }
}

#[test]
fn any_letter_is_a_name() {
    let x = optim_std::ndarray::array![1.0_f64, 2.0];
    macro_rules! build {
        ($($name:ident)*) => { $(assert!($name::new().build(&x).is_ok());)* };
    }
    build! { A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Params Model Number }
    assert!(Around::new(P::new()).build(&x).is_ok());
}
