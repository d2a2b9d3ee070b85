//! Enums with `#[derive(Choice)]` as arguments. Callers need not import them.

use optim_std::author::*;
use optim_std::testing::check;

mod parts {
    use optim_std::author::*;

    /// A kind of scaling.
    #[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Scaling {
        Original,
        Spectral,
        L2,
    }

    impl Scaling {
        const USUAL: Self = Self::Original;
        const FACTOR: f64 = 0.25;
    }

    #[optimizer]
    pub(super) fn scaled(update: Tensor, scaling: Scaling) -> Tensor {
        match scaling {
            Scaling::Original => update,
            Scaling::Spectral => 0.2 * update / (1.0 + update.rms()),
            Scaling::L2 => Scaling::FACTOR * update / (1.0 + update.norm()),
        }
    }

    /// Passes its own argument on, and variants. One of them is a constant of the enum.
    #[optimizer(uses(scaled))]
    pub(super) fn both(update: Tensor, scaling: Scaling, twice: bool) -> Tensor {
        let once = scaled(update, scaling) + scaled(update, Scaling::USUAL);
        if twice { scaled(once, Scaling::L2) } else { once }
    }

    /// Uses the enum only in its calls.
    #[optimizer(uses(both))]
    pub(super) fn all(update: Tensor) -> Tensor {
        both(update, Scaling::Spectral, true)
    }

    /// Compares and matches the enum, and names its type.
    #[optimizer]
    pub(super) fn compared(x: Tensor, scaling: Scaling, other: Option<Scaling>, pair: (Scaling, f64)) -> Tensor {
        let chosen: Scaling = if scaling == Scaling::L2 { Scaling::Spectral } else { scaling };
        let (first, factor) = pair;
        let is_plain = match scaling {
            Scaling::Original | Scaling::L2 => true,
            Scaling::Spectral => false,
        };
        let mut y = if chosen == first || is_plain { factor * x } else { x };
        match other {
            Some(Scaling::Spectral) => y *= 0.5,
            Some(_) if chosen != Scaling::Spectral => y = y.square(),
            Some(other) => y += if other == scaling { 0.125 } else { 0.25 },
            None => {}
        }
        y
    }
}

/// Another enum with the same name and other variants.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
enum Scaling {
    Spectral,
    Never,
}

#[optimizer]
#[derive(Debug, Clone)]
struct Scaled {
    #[hyper(default = 0.1, scheduled)]
    lr: f64,
    #[hyper(default = parts::Scaling::Spectral)]
    scaling: parts::Scaling,
    #[hyper(default = Scaling::Never)]
    own: Scaling,
    #[hyper(default = None)]
    other: Option<parts::Scaling>,
}

#[optimizer(uses(parts::scaled, parts::both, parts::all, parts::compared))]
impl Scaled {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        let update = match self.own {
            Scaling::Spectral => parts::all(grad),
            Scaling::Never => parts::scaled(grad, self.scaling),
        };
        let update = update + parts::both(grad, parts::Scaling::L2, false);
        *param -= self.lr * parts::compared(update, self.scaling, self.other, (parts::Scaling::Original, 0.75));
    }
}

#[test]
fn choices_are_arguments() {
    check::<Scaled>();
}

/// All settings, compared with plain Rust.
#[test]
fn a_choice_decides_what_a_function_does() -> Result<(), Box<dyn std::error::Error>> {
    use parts::Scaling::{L2, Original, Spectral};

    let grad = 0.5_f64;
    let scaled = |x: f64, scaling| match scaling {
        Original => x,
        Spectral => 0.2 * x / (1.0 + x.abs()),
        L2 => 0.25 * x / (1.0 + x.abs()),
    };
    let both = |x: f64, scaling, twice: bool| {
        let once = scaled(x, scaling) + x;
        if twice { scaled(once, L2) } else { once }
    };
    for scaling in [Original, Spectral, L2] {
        for own in [Scaling::Spectral, Scaling::Never] {
            for other in [None, Some(Original), Some(Spectral), Some(L2)] {
                let update = match own {
                    Scaling::Spectral => both(grad, Spectral, true),
                    Scaling::Never => scaled(grad, scaling),
                };
                let x = update + both(grad, L2, false);
                let chosen = if scaling == L2 { Spectral } else { scaling };
                let y = if chosen == Original || scaling != Spectral { 0.75 * x } else { x };
                let y = match other {
                    Some(Spectral) => 0.5 * y,
                    Some(_) if chosen != Spectral => y * y,
                    Some(other) => y + if other == scaling { 0.125 } else { 0.25 },
                    None => y,
                };
                let mut param = ndarray::array![1.0_f64];
                let optimizer = Scaled::new().scaling(scaling).own(own).other(other);
                optimizer.build(&param)?.step(&mut param, &ndarray::array![grad])?;
                let expected = 1.0 - 0.1 * y;
                assert!((param[0] - expected).abs() < 1e-15, "{scaling:?} {own:?} {other:?}: {param} {expected}");
            }
        }
    }
    Ok(())
}

/// A private enum, and private functions.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
enum Hidden {
    Plus,
    Minus,
}

#[optimizer]
fn signed(x: Tensor, sign: [Hidden; 2]) -> Tensor {
    let [first, second] = sign;
    let factor = match (first, second) {
        (Hidden::Plus, Hidden::Plus) | (Hidden::Minus, Hidden::Minus) => 1.0,
        (Hidden::Plus, Hidden::Minus) | (Hidden::Minus, Hidden::Plus) => -1.0,
    };
    factor * x
}

#[optimizer(uses(signed))]
fn turned(x: Tensor, sign: Hidden) -> Tensor {
    signed(x, [sign, Hidden::Minus])
}

/// Also calls a function of another crate, without importing its enum.
#[optimizer]
#[derive(Debug, Clone)]
struct Elsewhere {
    #[hyper(default = Hidden::Minus)]
    sign: Hidden,
    #[hyper(default = optim_tests::parts::Size::Half)]
    size: optim_tests::parts::Size,
}

#[optimizer(uses(turned, optim_tests::parts::in_sizes))]
impl Elsewhere {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= turned(optim_tests::parts::in_sizes(grad, self.size), self.sign);
    }
}

#[test]
fn choices_of_another_crate_and_private_ones_are_arguments() -> Result<(), Box<dyn std::error::Error>> {
    use optim_tests::parts::Size::{Half, One, Own};

    check::<Elsewhere>();
    for (size, update) in [(Own, 3.0), (Half, 2.0), (One, 2.0)] {
        for (sign, factor) in [(Hidden::Plus, -1.0), (Hidden::Minus, 1.0)] {
            let mut param = ndarray::array![0.0_f64];
            Elsewhere::new().size(size).sign(sign).build(&param)?.step(&mut param, &ndarray::array![2.0])?;
            assert!((param[0] + factor * update).abs() < 1e-7, "{size:?} {sign:?}: {param}");
        }
    }
    Ok(())
}

mod numbers {
    use optim_std::author::*;

    const LIMIT: usize = 5;

    #[optimizer]
    pub(super) fn limited(x: Tensor, n: usize) -> Tensor {
        match n {
            LIMIT => 2.0 * x,
            _ => x,
        }
    }
}

const LIMIT: usize = 3;

#[optimizer]
#[derive(Debug, Clone)]
struct Twice {
    #[hyper(default = 3)]
    n: usize,
}

#[optimizer(uses(numbers::limited))]
impl Twice {
    fn step(&self, param: &mut Tensor, grad: Tensor, _: &mut State<Self>) {
        *param -= match self.n {
            LIMIT => numbers::limited(4.0 * grad, self.n),
            _ => numbers::limited(grad, self.n),
        };
    }
}

/// A constant in a function's pattern differs from the caller's constant of the same name.
#[test]
fn patterns_mean_what_they_mean_where_a_function_is_defined() -> Result<(), Box<dyn std::error::Error>> {
    check::<Twice>();
    for (n, expected) in [(3, 4.0), (5, 2.0), (0, 1.0)] {
        let mut param = ndarray::array![0.0_f64];
        Twice::new().n(n).build(&param)?.step(&mut param, &ndarray::array![-1.0])?;
        assert_eq!(param[0].to_bits(), f64::to_bits(expected), "{n}");
    }
    Ok(())
}
