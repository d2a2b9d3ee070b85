//! Curves of a training run as an SVG picture.

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use optim_std::chart::Chart;
use optim_std::training::LoggedRun;

use crate::network::Score;

/// The scores after every epoch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    /// Mean loss of the batches of the epoch.
    pub train_loss: Vec<f64>,
    /// Loss and accuracy on the test images.
    pub test: Vec<Score>,
}

impl History {
    /// Adds an epoch.
    pub fn push(&mut self, train_loss: f64, test: Score) {
        self.train_loss.push(train_loss);
        self.test.push(test);
    }

    /// The curves, loss on the left and accuracy on the right.
    pub fn to_svg(&self, title: &str) -> String {
        let test = |value: fn(&Score) -> f64| epochs(self.test.iter().map(value));
        let loss = Chart::new(title)
            .y_label("cross entropy")
            .points("held out", test(|score| score.loss))
            .points("training", epochs(self.train_loss.iter().copied()));
        let accuracy = Chart::new("").y_label("accuracy in %").points("held out", test(|score| 100.0 * score.accuracy));
        Chart::row(&[loss.x_label("epoch"), accuracy.x_label("epoch")])
    }
}

/// Columns of logs, side by side, each with a curve per log.
///
/// # Errors
///
/// If a log cannot be read or does not have a column.
pub fn columns_svg<'l>(columns: &[String], logs: impl Iterator<Item = &'l PathBuf>) -> Result<String, Box<dyn Error>> {
    let mut charts: Vec<Chart> = columns.iter().map(|column| Chart::new(column).x_label("step")).collect();
    for log in logs {
        let run = LoggedRun::open(log)?;
        for (chart, column) in charts.iter_mut().zip(columns) {
            *chart = std::mem::take(chart).points(log.display().to_string(), run.points(column)?);
        }
    }
    Ok(Chart::row(&charts))
}

/// Writes a picture. Creates the directory if it does not exist.
///
/// # Errors
///
/// If the file cannot be written.
pub fn write_picture(path: &Path, svg: &str) -> Result<(), Box<dyn Error>> {
    let written = match path.parent() {
        Some(dir) => fs::create_dir_all(dir).and_then(|()| fs::write(path, svg)),
        None => fs::write(path, svg),
    };
    written.map_err(|error| format!("cannot write `{}`: {error}", path.display()).into())
}

/// Values after each epoch. The first epoch is 1.
fn epochs(values: impl Iterator<Item = f64>) -> impl Iterator<Item = (f64, f64)> {
    (1..).map(f64::from).zip(values)
}

/// One line per epoch, with all bits of every number, for checkpoints.
impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.train_loss
            .iter()
            .zip(&self.test)
            .try_for_each(|(train_loss, Score { loss, accuracy })| writeln!(f, "{train_loss} {loss} {accuracy}"))
    }
}

/// The text is not a history.
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
    fn draws_columns_of_several_logs() {
        let logs = ["first", "second"].map(|name| {
            let path = std::env::temp_dir().join(format!("optim-columns-{}", std::process::id())).join(name);
            write_picture(&path, "step,epoch,loss,lr\n1,0,2.0,0.1\n2,0,1.0,0.05\n").unwrap();
            path
        });
        let columns = |names: [&str; 2]| columns_svg(&names.map(str::to_owned), logs.iter());
        let svg = columns(["loss", "lr"]).unwrap();
        assert_eq!((svg.matches("class=\"curve\"").count(), svg.matches("/second<").count()), (4, 2));
        let error = columns(["loss", "lrr"]).unwrap_err().to_string();
        assert!(error.ends_with("did you mean `lr`?"), "{error}");
        fs::remove_dir_all(logs[0].parent().unwrap()).unwrap();
    }

    #[test]
    fn draws_any_history() {
        for (epochs, loss) in [(0, 0.0), (1, 2.0), (3, f64::NAN), (3, f64::INFINITY), (50, 0.0)] {
            let score = Score { loss, accuracy: 0.5 };
            let history = History { train_loss: vec![loss; epochs], test: vec![score; epochs] };
            let svg = history.to_svg("a & b");
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            assert!(!svg.contains("NaN") && svg.contains("a &amp; b"));
        }
    }
}
