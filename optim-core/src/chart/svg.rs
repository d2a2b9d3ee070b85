//! The drawing of a chart.

use std::fmt::Write;

use super::axis::{ChartAxis, label};
use super::{Chart, PlottedCurve};
use crate::sorting::sort_by;

/// Size of a chart in pixels.
const WIDTH: f64 = 500.0;
const HEIGHT: f64 = 320.0;
/// Room around the curves: for labels, and for the title.
const LEFT: f64 = 72.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 46.0;
/// Height of a row of the legend, room of its line, and the advance of a character of its text.
const LEGEND: f64 = 18.0;
const SAMPLE: f64 = 24.0;
const CHAR: f64 = 7.0;
/// Points of a curve that are nearer than this to each other, from left to right, are one column.
const COLUMN: f64 = 0.5;

const INK: &str = "#20242c";
const PALE_INK: &str = "#68707c";
const FRAME: &str = "#a0a8b4";
const COLORS: [&str; 6] = ["#0067b1", "#d6540a", "#008458", "#b22283", "#282830", "#8c6000"];

pub(super) fn row(charts: &[Chart]) -> String {
    let width = WIDTH * charts.len().max(1) as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" width=\"{width}\" height=\"{HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{width}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n"
    );
    for (place, chart) in charts.iter().enumerate() {
        let _ = match charts {
            [_] => writeln!(out, "<g>"),
            _ => writeln!(out, "<svg x=\"{}\" width=\"{WIDTH}\" height=\"{HEIGHT}\">", place as f64 * WIDTH),
        };
        draw(&mut out, chart);
        out.push_str(if charts.len() == 1 { "</g>\n" } else { "</svg>\n" });
    }
    out.push_str("</svg>\n");
    out
}

/// The area of the curves.
struct Area {
    x: ChartAxis,
    y: ChartAxis,
    /// Height of the upper edge, below the legend.
    top: f64,
}

impl Area {
    fn point(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        Some([self.column(x)?, self.row(y)?])
    }

    fn column(&self, x: f64) -> Option<f64> {
        Some(LEFT + self.x.share(x)? * (WIDTH - LEFT - RIGHT))
    }

    fn row(&self, y: f64) -> Option<f64> {
        let bottom = HEIGHT - BOTTOM;
        Some(bottom - self.y.share(y)? * (bottom - self.top))
    }
}

fn draw(out: &mut String, chart: &Chart) {
    text(out, [WIDTH / 2.0, 20.0], "text-anchor=\"middle\" font-size=\"14\" font-weight=\"bold\"", INK, &chart.title);
    let top = legend(out, chart);
    let all = || chart.curves.iter().flat_map(|curve| &curve.points);
    let area = Area {
        x: ChartAxis::of(all().map(|point| point[0]), chart.log_x),
        y: ChartAxis::of(all().map(|point| point[1]), chart.log_y).between(chart.y_range),
        top,
    };
    axes(out, chart, &area);
    for (curve, color) in chart.curves.iter().zip(COLORS.iter().cycle()) {
        let path = path(curve, &area);
        if !path.is_empty() {
            let _ = writeln!(
                out,
                "<path class=\"curve\" d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"1.75\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
            );
        }
    }
}

/// Writes the names of the curves, in as many rows as they need; returns where the rows end.
fn legend(out: &mut String, chart: &Chart) -> f64 {
    let (mut x, mut y) = (LEFT, TOP);
    let named = chart.curves.iter().zip(COLORS.iter().cycle()).filter(|(curve, _)| !curve.name.is_empty());
    let mut any = false;
    for (curve, color) in named {
        let width = SAMPLE + curve.name.chars().count() as f64 * CHAR + 14.0;
        if x > LEFT && x + width > WIDTH - RIGHT {
            (x, y) = (LEFT, y + LEGEND);
        }
        let line = y + LEGEND / 2.0 - 4.0;
        let _ = writeln!(
            out,
            "<path d=\"M{x:.1} {line:.1}L{:.1} {line:.1}\" stroke=\"{color}\" stroke-width=\"2.5\"/>",
            x + SAMPLE - 6.0
        );
        text(out, [x + SAMPLE, line + 4.0], "font-size=\"12\"", color, &curve.name);
        x += width;
        any = true;
    }
    // A legend of very many curves leaves room for them.
    let end = if any { y + LEGEND } else { TOP - 4.0 };
    end.min(HEIGHT / 2.0)
}

fn axes(out: &mut String, chart: &Chart, area: &Area) {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for tick in area.x.ticks(6) {
        let Some(x) = area.column(tick) else { continue };
        line(out, [x, area.top], [x, bottom], "stroke-opacity=\"0.35\"");
        text(out, [x, bottom + 15.0], "text-anchor=\"middle\"", PALE_INK, &label(tick));
    }
    for tick in area.y.ticks(5) {
        let Some(y) = area.row(tick) else { continue };
        line(out, [LEFT, y], [right, y], "stroke-opacity=\"0.35\"");
        text(out, [LEFT - 6.0, y + 4.0], "text-anchor=\"end\"", PALE_INK, &label(tick));
    }
    line(out, [LEFT, area.top], [LEFT, bottom], "");
    line(out, [LEFT, bottom], [right, bottom], "");
    let middle = (LEFT + right) / 2.0;
    text(out, [middle, HEIGHT - 10.0], "text-anchor=\"middle\" font-size=\"12\"", INK, &chart.x_label);
    let turned = format!(
        "text-anchor=\"middle\" font-size=\"12\" transform=\"rotate(-90 14 {:.1})\"",
        (area.top + bottom) / 2.0
    );
    text(out, [14.0, (area.top + bottom) / 2.0], &turned, INK, &chart.y_label);
}

/// A curve as the data of a path, with a gap for what cannot be drawn.
fn path(curve: &PlottedCurve, area: &Area) -> String {
    let mut path = String::new();
    let mut column: Vec<[f64; 2]> = Vec::new();
    // The number of points since the last gap.
    let mut count = 0;
    for point in curve.points.iter().map(|point| area.point(*point)).chain([None]) {
        if let Some(point) = point
            && column.first().is_none_or(|first| (point[0] - first[0]).abs() < COLUMN)
        {
            column.push(point);
            if column.len() > 4 {
                column = extremes(&column);
            }
            continue;
        }
        let last = column.last().copied();
        for [x, y] in column.drain(..) {
            let _ = write!(path, "{}{x:.1} {y:.1}", if count == 0 { 'M' } else { 'L' });
            count += 1;
        }
        match (point, last) {
            (Some(point), _) => column.push(point),
            (None, Some([x, y])) if count == 1 => {
                // A line from a point to itself is a dot.
                let _ = write!(path, "L{x:.1} {y:.1}");
                count = 0;
            }
            (None, _) => count = 0,
        }
    }
    path
}

/// The first point, the highest, the lowest and the last, in their order.
fn extremes(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let by = |a: &usize, b: &usize| points[*a][1].total_cmp(&points[*b][1]);
    let mut places = vec![0, points.len() - 1];
    places.extend((0..points.len()).min_by(by));
    places.extend((0..points.len()).max_by(by));
    sort_by(&mut places, Ord::cmp);
    places.dedup();
    places.into_iter().map(|place| points[place]).collect()
}

fn line(out: &mut String, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2], more: &str) {
    let _ = writeln!(out, "<path d=\"M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}\" stroke=\"{FRAME}\" {more}/>");
}

fn text(out: &mut String, [x, y]: [f64; 2], more: &str, color: &str, text: &str) {
    if !text.is_empty() {
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" {more} fill=\"{color}\">{}</text>", escape(text));
    }
}

/// Text between tags. XML has no control characters.
pub(crate) fn escape(text: &str) -> String {
    let text: String = text.chars().filter(|char| !char.is_control() || matches!(char, '\n' | '\t')).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
