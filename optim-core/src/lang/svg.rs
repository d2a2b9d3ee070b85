//! The graph as a picture.

use std::fmt::Write;

use super::graph::Graph;
use super::layout::{Item, Layout, lay_out};
use super::palette::{Family, Figure, Figures, LINE, TEXT};
use crate::chart::escape;
use crate::sorting::sort_by;

/// The height of a box. Its width depends on the text.
const HEIGHT: f64 = 40.0;
const PADDING: f64 = 12.0;
/// The space between two layers, for the lines.
const BETWEEN: f64 = 34.0;
/// The height of the title above the picture, and of the legend below.
const TITLE: f64 = 34.0;
const LEGEND: f64 = 40.0;
const MARGIN: f64 = 16.0;
/// The width of a character in the two text sizes, enough for every usual monospace font.
const TITLE_CHAR: f64 = 7.9;
const DETAIL_CHAR: f64 = 6.7;

impl Graph {
    /// The graph as an SVG document, top to bottom.
    ///
    /// Every value is a box with its number, operation and inputs. The colour shows its role. A box with a thick border is
    /// written by the step. A thick line carries one number per element, row, column or matrix, a thin one a single number. The
    /// background is transparent and the colours suit light and dark pages. Pointing at a box shows the line of the text form.
    pub fn to_svg(&self) -> String {
        let figures = self.figures();
        let widths: Vec<f64> = figures.boxes.iter().map(width).collect();
        let layout = lay_out(&widths, &figures.lines);

        let heading = format!("{} {:?}", self.name(), self.shape());
        let families: Vec<Family> = Family::ALL
            .into_iter()
            .filter(|family| figures.boxes.iter().any(|figure| figure.family == *family))
            .collect();
        let legend = families
            .iter()
            .map(|family| legend_entry(*family))
            .sum::<f64>()
            .max(heading.chars().count() as f64 * TITLE_CHAR);
        let page_width = layout.width.max(legend) + 2.0 * MARGIN;
        let page_height = top(layout.layers) + LEGEND;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {page_width:.0} {page_height:.0}\" \
             width=\"{page_width:.0}\" height=\"{page_height:.0}\" font-family=\"monospace\">\n"
        );
        let _ = writeln!(
            out,
            "<text x=\"{MARGIN}\" y=\"22\" font-size=\"14\" font-weight=\"bold\" fill=\"{LINE}\">{}</text>",
            escape(&heading)
        );
        let shift = MARGIN + (page_width - 2.0 * MARGIN - layout.width) / 2.0;
        let _ = writeln!(out, "<g transform=\"translate({shift:.1} 0)\">");
        lines(&mut out, &figures, &layout);
        for (figure, item) in figures.boxes.iter().zip(&layout.items) {
            draw(&mut out, figure, item);
        }
        out.push_str("</g>\n");
        legend_row(&mut out, &families, page_height - LEGEND + 24.0);
        out.push_str("</svg>\n");
        out
    }
}

/// The upper edge of a layer.
fn top(layer: usize) -> f64 {
    TITLE + layer as f64 * (HEIGHT + BETWEEN)
}

fn width(figure: &Figure) -> f64 {
    let text = (title_chars(figure) as f64 * TITLE_CHAR).max(figure.detail.chars().count() as f64 * DETAIL_CHAR);
    text.max(28.0) + 2.0 * PADDING
}

/// The length of the number, a space and the operation.
fn title_chars(figure: &Figure) -> usize {
    let id = if figure.id.is_empty() { 0 } else { figure.id.chars().count() + 1 };
    id + figure.title.chars().count()
}

fn draw(out: &mut String, figure: &Figure, item: &Item) {
    let (x, y) = (item.x - item.width / 2.0, top(item.layer));
    let (fill, stroke) = (figure.family.fill(), figure.family.stroke());
    let thickness = if figure.store { 3.0 } else { 1.2 };
    let _ = writeln!(out, "<g><title>{}</title>", escape(&figure.hint));
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{HEIGHT}\" rx=\"6\" fill=\"{fill}\" stroke=\"{stroke}\" \
         stroke-width=\"{thickness}\"/>",
        item.width
    );
    // The number is at the left end of the line and the operation at the right end, so a narrower font only widens the space between.
    let half = title_chars(figure) as f64 * TITLE_CHAR / 2.0;
    let (title_x, anchor) = if figure.id.is_empty() { (item.x, "middle") } else { (item.x + half, "end") };
    if !figure.id.is_empty() {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"12.5\" fill=\"{stroke}\">{}</text>",
            item.x - half,
            y + 17.0,
            figure.id
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{title_x:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-size=\"12.5\" font-weight=\"bold\" fill=\"{TEXT}\">{}</text>",
        y + 17.0,
        escape(&figure.title)
    );
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"10.5\" fill=\"{TEXT}\" fill-opacity=\"0.75\">{}</text></g>",
        item.x,
        y + 32.0,
        escape(&figure.detail)
    );
}

/// Draws curves from the bottom of each item to the items below it, and straight lines through dummy boxes.
fn lines(out: &mut String, figures: &Figures, layout: &Layout) {
    let is_box = |i: usize| i < figures.boxes.len();
    for (i, item) in layout.items.iter().enumerate() {
        let weight = if figures.boxes[item.source].many { 1.9 } else { 0.9 };
        let stroke = format!("fill=\"none\" stroke=\"{LINE}\" stroke-width=\"{weight}\"");
        let (bottom, lean) = (top(item.layer) + HEIGHT, if is_box(i) { 0.0 } else { lean(layout, i) });
        let start = item.x + lean * HEIGHT / 2.0;
        if !is_box(i) {
            let enter = item.x - lean * HEIGHT / 2.0;
            let _ = writeln!(out, "<path d=\"M{enter:.1} {:.1}L{start:.1} {bottom:.1}\" {stroke}/>", top(item.layer));
        }
        for &to in &item.below {
            let y = top(item.layer + 1);
            let (end, end_lean) = if is_box(to) {
                (port(layout, i, to), 0.0)
            } else {
                let lean = self::lean(layout, to);
                (layout.items[to].x - lean * HEIGHT / 2.0, lean)
            };
            let half = BETWEEN * 0.55;
            let _ = writeln!(
                out,
                "<path d=\"M{start:.1} {bottom:.1}C{:.1} {:.1} {:.1} {:.1} {end:.1} {y:.1}\" {stroke}/>",
                start + lean * half,
                bottom + half,
                end - end_lean * half,
                y - half,
            );
            if is_box(to) {
                let _ = writeln!(
                    out,
                    "<path d=\"M{:.1} {:.1}L{end:.1} {y:.1}L{:.1} {:.1}Z\" fill=\"{LINE}\"/>",
                    end - 3.5,
                    y - 7.0,
                    end + 3.5,
                    y - 7.0
                );
            }
        }
    }
}

/// The slope of a line where it passes a layer, sideways per unit downwards. It depends on the line before and after, but
/// is limited so that the line does not reach its neighbours.
fn lean(layout: &Layout, i: usize) -> f64 {
    let mean = |items: &[usize]| items.iter().map(|n| layout.items[*n].x).sum::<f64>() / items.len().max(1) as f64;
    let item = &layout.items[i];
    let (before, after) = (item.x - mean(&item.above), mean(&item.below) - item.x);
    if before * after <= 0.0 {
        return 0.0;
    }
    before.signum() * (before.abs().min(after.abs()) / (HEIGHT + BETWEEN)).min(0.7)
}

/// The point where a line reaches a box. Lines are spread over the upper edge, in the order of their sources.
fn port(layout: &Layout, from: usize, to: usize) -> f64 {
    let target = &layout.items[to];
    let mut above = target.above.clone();
    sort_by(&mut above, |a, b| layout.items[*a].x.total_cmp(&layout.items[*b].x));
    let index = above.iter().position(|i| *i == from).unwrap_or(0);
    let step = (target.width - 2.0 * PADDING) / above.len().max(1) as f64;
    target.x + (index as f64 + 0.5 - above.len() as f64 / 2.0) * step.min(22.0)
}

fn legend_entry(family: Family) -> f64 {
    30.0 + family.name().chars().count() as f64 * DETAIL_CHAR
}

fn legend_row(out: &mut String, families: &[Family], y: f64) {
    let mut x = MARGIN;
    for &family in families {
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"12\" height=\"12\" rx=\"3\" fill=\"{}\" stroke=\"{}\"/>\
             <text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"10.5\" fill=\"{LINE}\">{}</text>",
            y - 10.0,
            family.fill(),
            family.stroke(),
            x + 18.0,
            family.name()
        );
        x += legend_entry(family);
    }
}
