//! Enums as arguments of step functions: what the compiler says of them.

use optim_std::author::*;

mod parts {
    use optim_std::author::*;

    #[derive(Debug, Clone, Copy, PartialEq, Choice)]
    pub enum Scaling {
        Original,
        Spectral,
    }

    pub struct Helper;

    impl Helper {
        const SCALING: Scaling = Scaling::Spectral;
    }

    #[optimizer]
    pub fn scaled(update: Tensor, scaling: Scaling) -> Tensor {
        match scaling {
            Scaling::Original => update,
            Scaling::Spectral => 0.2 * update,
        }
    }

    #[optimizer]
    pub fn scaled_sometimes(update: Tensor, scaling: Option<Scaling>) -> Tensor {
        if scaling == Some(Scaling::Spectral) { 0.2 * update } else { update }
    }

    #[optimizer(uses(scaled))]
    pub fn scaled_by_a_number(update: Tensor) -> Tensor {
        scaled(update, 2)
    }

    #[optimizer]
    pub fn half_matched(update: Tensor, scaling: Scaling) -> Tensor {
        match scaling {
            Scaling::Original => update,
        }
    }

    #[optimizer]
    pub fn of_a_variant_that_is_not_there(update: Tensor, scaling: Scaling) -> Tensor {
        if scaling == Scaling::Moonlight { update } else { 0.2 * update }
    }

    #[optimizer]
    pub fn of_a_constant_elsewhere(update: Tensor, scaling: Scaling) -> Tensor {
        if scaling == Helper::SCALING { update } else { 0.2 * update }
    }

    #[optimizer]
    pub fn of_a_type_that_is_not_there(update: Tensor, scaling: Scalling) -> Tensor {
        update
    }
}

#[derive(Debug, Clone, Copy, Choice)]
pub enum Mode {
    Fast,
    Slow,
}

#[optimizer]
fn without_equality(x: Tensor, mode: Mode) -> Tensor {
    match mode {
        Mode::Fast => x,
        Mode::Slow => 2.0 * x,
    }
}

pub enum Plain {
    One,
}

#[optimizer]
fn of_a_plain_enum(x: Tensor, plain: Plain) -> Tensor {
    x
}

type Number = f64;

#[optimizer]
fn of_another_name(x: Tensor, factor: Number) -> Tensor {
    factor * x
}

#[optimizer]
#[derive(Debug, Clone)]
struct Scaled {
    #[hyper(default = 0.1)]
    lr: f64,
    #[hyper(default = parts::Scaling::Original)]
    scaling: parts::Scaling,
}

#[optimizer(uses(parts::scaled, parts::scaled_sometimes))]
impl Scaled {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= parts::scaled(grad, self.lr);
        *param -= parts::scaled(grad, Mode::Fast);
        *param -= parts::scaled_sometimes(grad, true);
    }
}

#[optimizer]
#[derive(Debug, Clone)]
struct Indirect {
    #[hyper(default = parts::Scaling::Original)]
    scaling: parts::Scaling,
}

#[optimizer(uses(parts::scaled_by_a_number, parts::scaled))]
impl Indirect {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= parts::scaled(parts::scaled_by_a_number(grad), self.scaling);
    }
}

#[optimizer]
#[derive(Debug, Clone)]
struct HalfMatched {
    #[hyper(default = parts::Scaling::Original)]
    scaling: parts::Scaling,
}

#[optimizer(uses(parts::half_matched))]
impl HalfMatched {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= parts::half_matched(grad, self.scaling);
    }
}

fn main() {}
