//! Functions of two variables for the pictures of optimizers.

/// A function, its gradient, and the part of it to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    /// The name of the files.
    pub(crate) name: &'static str,
    /// The displayed name.
    pub(crate) title: &'static str,
    /// The displayed formula.
    pub(crate) formula: &'static str,
    /// The value at `(x, y)`. The minimum is 0.
    pub(crate) value: fn(f64, f64) -> f64,
    /// The gradient at `(x, y)`.
    pub(crate) gradient: fn(f64, f64) -> [f64; 2],
    /// The start of every run.
    pub(crate) start: [f64; 2],
    /// The minima, where the value is 0.
    pub(crate) minima: &'static [[f64; 2]],
    /// The part to show, `[smallest, largest]` of `x` and of `y`.
    pub(crate) window: [[f64; 2]; 2],
    /// Values at the edges between shades, ascending.
    pub(crate) levels: &'static [f64],
    /// Length of a run.
    pub(crate) steps: usize,
}

/// The surfaces of the gallery.
pub(crate) static SURFACES: [Surface; 3] = [
    Surface {
        name: "rosenbrock",
        title: "Rosenbrock",
        formula: "(1 − x)²/100 + (y − x²)²",
        value: |x, y| 0.01 * (1.0 - x).powi(2) + (y - x * x).powi(2),
        gradient: |x, y| {
            let to_curve = y - x * x;
            [-0.02 * (1.0 - x) - 4.0 * x * to_curve, 2.0 * to_curve]
        },
        start: [-1.2, 1.0],
        minima: &[[1.0, 1.0]],
        window: [[-1.9, 1.9], [-0.9, 2.5]],
        levels: &[0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0],
        steps: 500,
    },
    Surface {
        name: "himmelblau",
        title: "Himmelblau",
        formula: "(x² + y − 11)² + (x + y² − 7)²",
        value: |x, y| (x * x + y - 11.0).powi(2) + (x + y * y - 7.0).powi(2),
        gradient: |x, y| {
            let (first, second) = (x * x + y - 11.0, x + y * y - 7.0);
            [4.0 * x * first + 2.0 * second, 2.0 * first + 4.0 * y * second]
        },
        start: [-0.25, 0.5],
        minima: &[[3.0, 2.0], [-2.805_118, 3.131_313], [-3.779_310, -3.283_186], [3.584_428, -1.848_127]],
        window: [[-5.5, 5.5], [-5.0, 5.0]],
        levels: &[1.0, 3.0, 10.0, 30.0, 100.0, 175.0, 300.0, 1000.0],
        steps: 200,
    },
    Surface {
        name: "valley",
        title: "Tilted valley",
        formula: "u²/50 + v², u and v turned by 30°",
        value: |x, y| {
            let [u, v] = turned(x, y);
            0.02 * u * u + v * v
        },
        gradient: |x, y| {
            let [u, v] = turned(x, y);
            [2.0 * (0.02 * COS * u - SIN * v), 2.0 * (0.02 * SIN * u + COS * v)]
        },
        start: [-2.0, 0.5],
        minima: &[[0.0, 0.0]],
        window: [[-2.6, 1.6], [-2.0, 1.7]],
        levels: &[0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0],
        steps: 200,
    },
];

// The cosine of 30°.
const COS: f64 = 0.866_025_403_784_438_6;
const SIN: f64 = 0.5;

fn turned(x: f64, y: f64) -> [f64; 2] {
    [COS * x + SIN * y, COS * y - SIN * x]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_those_of_finite_differences() {
        const STEP: f64 = 1e-6;
        for surface in &SURFACES {
            for [x, y] in [surface.start, [0.3, -0.7], [1.5, 1.1]] {
                let along_x = ((surface.value)(x + STEP, y) - (surface.value)(x - STEP, y)) / (2.0 * STEP);
                let along_y = ((surface.value)(x, y + STEP) - (surface.value)(x, y - STEP)) / (2.0 * STEP);
                for (found, expected) in (surface.gradient)(x, y).into_iter().zip([along_x, along_y]) {
                    assert!((found - expected).abs() < 1e-5 * (1.0 + expected.abs()), "{}", surface.name);
                }
            }
        }
    }

    #[test]
    fn minima_and_start_are_where_they_should_be() {
        for surface in &SURFACES {
            assert!(surface.minima.iter().all(|[x, y]| (surface.value)(*x, *y) < 1e-9), "{}", surface.name);
            for point in surface.minima.iter().chain([&surface.start]) {
                assert!(point.iter().zip(surface.window).all(|(at, [least, most])| (least..most).contains(at)));
            }
            assert!(surface.levels.is_sorted());
        }
    }
}
