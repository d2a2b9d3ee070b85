//! Curves of a training run as an SVG picture.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use plotters::prelude::*;

use crate::network::Score;

/// The scores after every epoch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Mean loss of the batches of the epoch.
    pub train_loss: Vec<f64>,
    /// Loss and accuracy on images that were not trained on.
    pub test: Vec<Score>,
}

const TRAIN: RGBColor = RGBColor(0, 90, 181);
const TEST: RGBColor = RGBColor(220, 80, 20);

impl History {
    /// Adds an epoch.
    pub fn push(&mut self, train_loss: f64, test: Score) {
        self.train_loss.push(train_loss);
        self.test.push(test);
    }

    /// Writes the curves, loss on the left and accuracy on the right; makes the directory if there is none.
    ///
    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn write_svg(&self, path: &Path, title: &str) -> Result<(), Box<dyn Error>> {
        let picture = self.to_svg(title)?;
        let written = match path.parent() {
            Some(dir) => fs::create_dir_all(dir).and_then(|()| fs::write(path, picture)),
            None => fs::write(path, picture),
        };
        written.map_err(|error| format!("cannot write `{}`: {error}", path.display()).into())
    }

    fn to_svg(&self, title: &str) -> Result<String, Box<dyn Error>> {
        let mut picture = String::new();
        {
            let page = SVGBackend::with_string(&mut picture, (1000, 420)).into_drawing_area();
            page.fill(&WHITE)?;
            let (left, right) = page.titled(title, ("sans-serif", 20))?.split_horizontally(500);
            let loss: Vec<f64> = self.test.iter().map(|score| score.loss).collect();
            let accuracy: Vec<f64> = self.test.iter().map(|score| 100.0 * score.accuracy).collect();
            let train = Curve { name: "training", color: TRAIN, values: &self.train_loss };
            let test = |values| Curve { name: "held out", color: TEST, values };
            panel(&left, "cross entropy", None, &[train, test(&loss)])?;
            panel(&right, "accuracy in %", Some(100.0), &[test(&accuracy)])?;
            page.present()?;
        }
        Ok(picture)
    }
}

/// One line per epoch, every number to the bit: for checkpoints.
impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.train_loss
            .iter()
            .zip(&self.test)
            .try_for_each(|(train_loss, Score { loss, accuracy })| writeln!(f, "{train_loss} {loss} {accuracy}"))
    }
}

/// A text that is no history.
#[derive(Debug, thiserror::Error)]
#[error("not an epoch of a history: `{0}`")]
pub struct HistoryError(String);

impl FromStr for History {
    type Err = HistoryError;

    fn from_str(text: &str) -> Result<Self, HistoryError> {
        let mut history = Self::default();
        for line in text.lines() {
            let numbers: Result<Vec<f64>, _> = line.split(' ').map(str::parse).collect();
            let Ok(&[train_loss, loss, accuracy]) = numbers.as_deref() else {
                return Err(HistoryError(line.to_owned()));
            };
            history.push(train_loss, Score { loss, accuracy });
        }
        Ok(history)
    }
}

struct Curve<'a> {
    name: &'static str,
    color: RGBColor,
    values: &'a [f64],
}

/// Draws curves over epochs, from the lowest to the highest value or `top`.
fn panel(
    area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
    label: &str,
    top: Option<f64>,
    curves: &[Curve<'_>],
) -> Result<(), Box<dyn Error>> {
    let finite = || curves.iter().flat_map(|curve| curve.values).copied().filter(|value| value.is_finite());
    let low = if top.is_some() { finite().fold(f64::INFINITY, f64::min).min(99.0) } else { 0.0 };
    let high = top.unwrap_or_else(|| finite().fold(0.0, f64::max).max(1e-3));
    let epochs = curves.iter().map(|curve| curve.values.len()).max().unwrap_or(1).max(2);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(52)
        .build_cartesian_2d(1.0..epochs as f64, low..high)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("epoch")
        .y_desc(label)
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .label_style(("sans-serif", 13))
        .axis_desc_style(("sans-serif", 14))
        .draw()?;
    for curve in curves {
        let color = curve.color;
        let points = (1..).map(f64::from).zip(curve.values.iter().copied());
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(curve.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    let corner = if top.is_some() { SeriesLabelPosition::LowerRight } else { SeriesLabelPosition::UpperRight };
    chart
        .configure_series_labels()
        .position(corner)
        .background_style(WHITE.mix(0.8))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_as_text() {
        let mut history = History::default();
        for loss in [0.1 + 0.2, f64::INFINITY, 1e-300] {
            history.push(loss, Score { loss: 1.0 / 3.0, accuracy: 0.97 });
            assert_eq!(history.to_string().parse::<History>().unwrap(), history);
        }
        assert_eq!("".parse::<History>().unwrap(), History::default());
        assert!("1 2".parse::<History>().is_err() && "1 2 x".parse::<History>().is_err());
    }

    #[test]
    fn draws_any_history() {
        for (epochs, loss) in [(0, 0.0), (1, 2.0), (3, f64::NAN), (3, f64::INFINITY), (50, 0.0)] {
            let score = Score { loss, accuracy: 0.5 };
            let history = History { train_loss: vec![loss; epochs], test: vec![score; epochs] };
            let svg = history.to_svg("a & b").unwrap();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(!svg.contains("NaN") && svg.contains("a &amp; b"));
        }
    }
}
