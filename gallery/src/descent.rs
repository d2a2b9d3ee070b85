//! Runs of the stock optimizers on a surface.

use std::error::Error;
use std::iter::zip;

use ndarray::ArrayD;
use optim_std::OptimizerEntry;
use optim_std::prelude::*;

use crate::surface::Surface;

/// An optimizer, and the way to show it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    /// The name of the optimizer's struct.
    pub(crate) name: &'static str,
    /// The family in which it is shown.
    pub(crate) family: Family,
    /// Settings other than the defaults, without the learning rate.
    pub(crate) settings: &'static [(&'static str, &'static str)],
    /// Shape of the parameter with the two coordinates.
    pub(crate) shape: &'static [usize],
}

/// Optimizers of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// The averaged gradient, or only its direction.
    Momentum,
    /// Steps that adapt to each element, row or tensor.
    Adaptive,
    /// Adam and its variants.
    Adam,
}

impl Family {
    /// Every family, in the order in which they are shown.
    pub(crate) const ALL: [Self; 3] = [Self::Momentum, Self::Adaptive, Self::Adam];

    /// The title of the family.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Momentum => "Momentum and directions",
            Self::Adaptive => "Adaptive step lengths",
            Self::Adam => "Adam and its kin",
        }
    }
}

const PLAIN: Shown = Shown { name: "", family: Family::Adam, settings: &[], shape: &[2] };

/// The stock optimizers that need another order, family or settings than [`Shown::plain`], family by family.
#[rustfmt::skip]
static SHOWN: [Shown; 22] = [
    Shown { name: "SGD",       family: Family::Momentum, settings: &[("momentum", "0.9")], ..PLAIN },
    Shown { name: "ASGD",      family: Family::Momentum, ..PLAIN },
    Shown { name: "Rprop",     family: Family::Momentum, ..PLAIN },
    Shown { name: "Lion",      family: Family::Momentum, ..PLAIN },
    Shown { name: "Muon",      family: Family::Momentum, shape: &[1, 2], ..PLAIN },
    Shown { name: "Adagrad",   family: Family::Adaptive, ..PLAIN },
    Shown { name: "Adadelta",  family: Family::Adaptive, ..PLAIN },
    Shown { name: "RMSprop",   family: Family::Adaptive, ..PLAIN },
    Shown { name: "Adafactor", family: Family::Adaptive, ..PLAIN },
    Shown { name: "Lamb",      family: Family::Adaptive, ..PLAIN },
    Shown { name: "Adam",      family: Family::Adam, ..PLAIN },
    Shown { name: "AdamW",     family: Family::Adam, settings: &[("weight_decay", "0.1")], ..PLAIN },
    Shown { name: "Adamax",    family: Family::Adam, ..PLAIN },
    Shown { name: "NAdam",     family: Family::Adam, ..PLAIN },
    Shown { name: "RAdam",     family: Family::Adam, ..PLAIN },
    Shown { name: "ScheduleFreeSGD", family: Family::Momentum, settings: &[("r", "20")], ..PLAIN },
    Shown { name: "SGLD",      family: Family::Momentum, settings: &[("temperature", "0.0")], ..PLAIN },
    Shown { name: "AggMo",     family: Family::Momentum, ..PLAIN },
    Shown { name: "Shampoo",   family: Family::Adaptive, shape: &[2, 1], ..PLAIN },
    Shown { name: "SOAP",      family: Family::Adaptive, shape: &[2, 1], ..PLAIN },
    // MARS updates vectors as AdamW does, with another learning rate.
    Shown { name: "MARS",      family: Family::Adaptive, shape: &[1, 2], ..PLAIN },
    Shown { name: "SophiaG",   family: Family::Adaptive, settings: &[("rho", "1.0")], ..PLAIN },
];

/// The path of a run.
#[derive(Clone, Debug)]
pub(crate) struct Descent {
    /// The learning rate.
    pub(crate) lr: f64,
    /// The points, the start first.
    pub(crate) points: Vec<[f64; 2]>,
    /// The values at the points.
    pub(crate) values: Vec<f64>,
}

/// Every optimizer, first the rows of the table. Some rows need the feature `contrib`.
pub(crate) fn shown() -> Vec<Shown> {
    let all = optim_std::optimizers();
    let known = SHOWN.iter().filter(|shown| all.iter().any(|entry| entry.name == shown.name)).copied();
    let others = all.iter().filter(|entry| SHOWN.iter().all(|shown| shown.name != entry.name));
    known.chain(others.map(Shown::plain)).collect()
}

impl Shown {
    /// An optimizer with its defaults. If it divides, it counts as adaptive. If it refuses vectors, the parameter is a matrix.
    fn plain(entry: &OptimizerEntry) -> Self {
        let plan = |shape: &'static [usize]| {
            let builder = entry.builder().set("lr", 0.1).ok()?;
            Some((shape, builder.plan_for(shape).ok()?))
        };
        let found = [PLAIN.shape, &[1, 2]].into_iter().find_map(plan);
        let divides = found.as_ref().is_some_and(|(_, plan)| plan.divisions() > 0.0);
        let family = if divides { Family::Adaptive } else { Family::Momentum };
        let shape = found.map_or(PLAIN.shape, |(shape, _)| shape);
        Self { name: entry.name, family, shape, ..PLAIN }
    }

    /// The run's special settings, such as `momentum 0.9`; empty if there are none.
    pub(crate) fn note(&self) -> String {
        let mut notes: Vec<_> =
            self.settings.iter().map(|(name, value)| format!("{} {value}", name.replace('_', " "))).collect();
        if let [rows, cols] = self.shape {
            notes.push(format!("a {rows} × {cols} matrix"));
        }
        notes.join(", ")
    }

    /// The run with the best learning rate of 0.0001, 0.0002, 0.0005, 0.001, …, 50: its mean logarithm of the values is
    /// the lowest of all runs that stay in the window and never get higher than their start.
    ///
    /// # Errors
    ///
    /// If there is no optimizer with this name, or it cannot run with these settings.
    pub(crate) fn best(&self, surface: &Surface) -> Result<Descent, Box<dyn Error>> {
        let entry = optim_std::registry::find(optim_std::optimizers(), self.name)?;
        let mut best: Option<(f64, Descent)> = None;
        for exponent in -4..2 {
            for digit in [1.0, 2.0, 5.0] {
                let Some(descent) = self.run(entry, surface, digit * 10_f64.powi(exponent))? else { continue };
                // Smaller values count as the minimum.
                let mean = descent.values.iter().map(|value| value.max(1e-10).ln()).sum::<f64>();
                if best.as_ref().is_none_or(|(lowest, _)| mean < *lowest) {
                    best = Some((mean, descent));
                }
            }
        }
        let (_, descent) = best.ok_or_else(|| format!("{} leaves the picture of {}", self.name, surface.name))?;
        Ok(descent)
    }

    /// `None` if the path leaves the window, or gets higher than its start.
    fn run(&self, entry: &OptimizerEntry, surface: &Surface, lr: f64) -> Result<Option<Descent>, Box<dyn Error>> {
        let mut builder = entry.builder().set("lr", lr)?;
        for (name, value) in self.settings {
            builder = builder.set(name, value.parse::<Setting>()?)?;
        }
        let mut param = ArrayD::from_shape_vec(self.shape, surface.start.to_vec())?;
        let mut optimizer = builder.build(&param)?;
        let mut descent = Descent { lr, points: Vec::new(), values: Vec::new() };
        for step in 0..=surface.steps {
            // The weights for evaluation. They may differ from the weights where gradients are computed.
            let (x, y) = self.point(&optimizer.eval_weights(&param)?)?;
            let value = (surface.value)(x, y);
            let highest = *descent.values.first().unwrap_or(&value);
            let is_inside = zip([x, y], surface.window).all(|(at, [least, most])| (least..=most).contains(&at));
            if !is_inside || value.is_nan() || value > highest {
                return Ok(None);
            }
            descent.points.push([x, y]);
            descent.values.push(value);
            if step < surface.steps {
                let gradient = |param: &ArrayD<f64>| {
                    let (x, y) = self.point(param)?;
                    let grad = ArrayD::from_shape_vec(self.shape, (surface.gradient)(x, y).to_vec())?;
                    Ok::<_, Box<dyn Error>>(((), grad))
                };
                if optimizer.inputs().is_empty() {
                    optimizer.step_with(&mut param, gradient)?;
                } else {
                    let (_, grad) = gradient(&param)?;
                    // Squared gradients are an estimate of the Hessian's diagonal without extra cost.
                    let inputs = optimizer.inputs().iter().fold(Inputs::new(), |inputs, input| {
                        inputs.tensors_where_due(input.name, grad.mapv(|x| x * x))
                    });
                    optimizer.with_inputs(&inputs).step(&mut param, &grad)?;
                }
            }
        }
        Ok(Some(descent))
    }

    fn point(&self, param: &ArrayD<f64>) -> Result<(f64, f64), Box<dyn Error>> {
        match param.as_slice() {
            Some(&[x, y]) => Ok((x, y)),
            _ => Err(format!("{} is shown with {:?}, not with two numbers", self.name, self.shape).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::SURFACES;

    fn every_stock_optimizer_is_shown_and_gets_down(surface: &Surface) {
        let all = shown();
        assert_eq!(all.len(), optim_std::optimizers().len());
        let mut high = Vec::new();
        for shown in all {
            match shown.best(surface) {
                Ok(descent) => {
                    let (first, last) = (descent.values[0], descent.values[surface.steps]);
                    if last >= 0.1 * first {
                        high.push(format!("{}: {first} to {last}", shown.name));
                    }
                }
                Err(error) => high.push(format!("{}: {error}", shown.name)),
            }
        }
        assert!(high.is_empty(), "{}", high.join("\n"));
    }

    // A test for each surface, because each takes seconds and they run in parallel.
    #[test]
    fn on_rosenbrock() {
        every_stock_optimizer_is_shown_and_gets_down(&SURFACES[0]);
    }

    #[test]
    fn on_himmelblau() {
        every_stock_optimizer_is_shown_and_gets_down(&SURFACES[1]);
    }

    #[test]
    fn in_the_valley() {
        every_stock_optimizer_is_shown_and_gets_down(&SURFACES[2]);
    }
}
