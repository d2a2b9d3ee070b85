//! A curve as text, for a terminal, and as a chart.

use std::fmt::Write;

use crate::chart::Chart;

/// The number of columns and rows of the curve, without its axes.
const WIDTH: usize = 60;
const HEIGHT: usize = 12;
/// The number of columns of a chart, about one for each pixel.
const PIXELS: usize = 400;

/// A chart of the values of the first `steps` steps.
pub(super) fn chart(at: &dyn Fn(u64) -> f64, steps: u64, title: &str) -> Chart {
    let width = usize::try_from(steps).map_or(PIXELS, |steps| steps.min(PIXELS));
    let points = (0..width).flat_map(|column| samples(at, steps, column, width));
    Chart::new(title).x_label("step").points("", points.map(|(step, value)| (step as f64, value)))
}

/// Draws the values of the first `steps` steps.
///
/// Every column stands for a range of steps and shows the values of at most a fixed number of them. Infinite and NaN values
/// leave a gap, and are counted below.
pub(super) fn plot(at: &dyn Fn(u64) -> f64, steps: u64) -> String {
    if steps == 0 {
        return "no steps to draw\n".to_owned();
    }
    let width = usize::try_from(steps).map_or(WIDTH, |steps| steps.min(WIDTH));
    let values = |column| samples(at, steps, column, width).map(|(_, value)| value).collect();
    let columns: Vec<Vec<f64>> = (0..width).map(values).collect();
    let all = || columns.iter().flatten().copied();
    let gaps = all().filter(|value| !value.is_finite()).count();
    let (low, high) = all()
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
    if low > high {
        return format!("no finite value in steps 0 to {}\n", steps - 1);
    }
    let labels = [label(high), label(low)];
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let height = if low == high { 1 } else { HEIGHT };
    let row = |value: f64| {
        // Each number is halved before the subtraction, so that the difference stays finite.
        let share = (value / 2.0 - low / 2.0) / (high / 2.0 - low / 2.0);
        if share.is_finite() { ((1.0 - share) * (height - 1) as f64).round() as usize } else { 0 }
    };
    let mut canvas = vec![vec![' '; width]; height];
    for (column, values) in columns.iter().enumerate() {
        for value in values.iter().filter(|value| value.is_finite()) {
            canvas[row(*value).min(height - 1)][column] = '•';
        }
    }
    let mut text = String::new();
    for (place, line) in canvas.iter().enumerate() {
        let label = match place {
            0 => labels[0].as_str(),
            last if last + 1 == height => labels[1].as_str(),
            _ => "",
        };
        let line: String = line.iter().collect();
        let _ = writeln!(text, "{label:>margin$} ┤{}", line.trim_end());
    }
    let last = (steps - 1).to_string();
    let _ = writeln!(text, "{:>margin$} └{}", "", "─".repeat(width));
    let gap = width.saturating_sub(1 + last.len()).max(1);
    match steps {
        1 => _ = writeln!(text, "{:>margin$}  0", ""),
        _ => _ = writeln!(text, "{:>margin$}  0{:gap$}{last}", "", ""),
    }
    if gaps > 0 {
        let _ = writeln!(text, "{gaps} of the drawn values are not finite");
    }
    text
}

/// The steps that one column shows, with their values: the first, the last, and some between.
fn samples(
    at: &dyn Fn(u64) -> f64,
    steps: u64,
    column: usize,
    width: usize,
) -> impl Iterator<Item = (u64, f64)> + use<'_> {
    const MOST: u128 = 16;
    let edge = |column: usize| u128::from(steps) * column as u128 / width as u128;
    let (start, end) = (edge(column), edge(column + 1));
    let count = (end - start).clamp(1, MOST);
    let place = move |n: u128| if count == 1 { start } else { start + (end - 1 - start) * n / (count - 1) };
    (0..count).map(move |n| u64::try_from(place(n)).unwrap_or(u64::MAX)).map(|step| (step, at(step)))
}

/// Axes show four digits.
fn label(value: f64) -> String {
    let short: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    format!("{short:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_from_corner_to_corner() {
        let text = plot(&|step| 1.0 - step as f64 / 59.0, 60);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), HEIGHT + 2, "{text}");
        assert!(lines[0].starts_with("1.0 ┤•"), "{text}");
        assert!(lines[HEIGHT - 1].starts_with("0.0 ┤") && lines[HEIGHT - 1].ends_with('•'), "{text}");
        assert!(lines[HEIGHT + 1].ends_with("59"), "{text}");
    }

    #[test]
    fn constants_gaps_and_short_curves() {
        assert_eq!(plot(&|_| 0.1, 3), "0.1 ┤•••\n    └───\n     0 2\n");
        assert_eq!(plot(&|_| 0.1, 1), "0.1 ┤•\n    └─\n     0\n");
        assert_eq!(plot(&|_| 0.1, 0), "no steps to draw\n");
        assert_eq!(plot(&|_| f64::NAN, 2), "no finite value in steps 0 to 1\n");
        let text = plot(&|step| if step == 1 { f64::INFINITY } else { 2.0 }, 3);
        assert!(text.starts_with("2.0 ┤• •\n") && text.ends_with("1 of the drawn values are not finite\n"), "{text}");
    }

    #[test]
    fn as_a_chart() {
        let svg = chart(&|step| 0.1 * (1.0 - step as f64 / 10.0), 11, "LinearLR").to_svg();
        assert!(svg.contains(">LinearLR<") && svg.contains(">step<") && svg.contains(">0.1<"), "{svg}");
        let curve = svg.split("class=\"curve\" d=\"").nth(1).expect("a curve");
        assert_eq!(curve.split('"').next().expect("its points").matches('L').count(), 10);
        // A plot of no steps, and of very many.
        assert!(chart(&|_| 1.0, 0, "").to_svg().ends_with("</svg>\n"));
        assert!(chart(&|step| step as f64, u64::MAX, "").to_svg().len() < 50_000);
    }

    #[test]
    fn any_number_of_steps_and_any_values() {
        let huge = plot(&|step| if step % 2 == 0 { f64::MAX } else { f64::MIN }, u64::MAX);
        assert!(huge.contains(&format!("{}", u64::MAX - 1)), "{huge}");
    }
}
