//! The values along the paths of all optimizers, a column per surface and a row per family.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::sheet::{Area, COLORS, INK, PALE_INK, axes, bold, font, length, power_of_ten, sheet, unit, write};
use super::simplify::simplified;
use crate::descent::{Descent, Family, Shown};
use crate::surface::Surface;

const MARGIN: f64 = 20.0;
const HEADER: f64 = 78.0;
const FAMILY: f64 = 30.0;
const WIDTH: f64 = 374.0;
const HEIGHT: f64 = 218.0;
const GAP: f64 = 14.0;
/// Smaller values are drawn at the lower edge.
const LEAST: f64 = 1e-10;

/// Draws the runs on each surface, with their optimizers.
///
/// # Errors
///
/// If the backend cannot draw.
pub(crate) fn losses(columns: &[(&Surface, Vec<(Shown, Descent)>)]) -> Result<String, Box<dyn Error>> {
    let width = 2.0 * MARGIN + columns.len() as f64 * (WIDTH + GAP) - GAP;
    let height = HEADER + Family::ALL.len() as f64 * (FAMILY + HEIGHT + GAP) + MARGIN - GAP;
    sheet((width.ceil() as u32, height.ceil() as u32), |page| {
        write(page, "Values along the paths", (MARGIN, 24.0), HPos::Left, &bold(19.0, INK))?;
        let note = "logarithmic; over steps, each with the best learning rate of the grid";
        write(page, note, (width - MARGIN, 24.0), HPos::Right, &font(12.0, PALE_INK))?;
        for (column, (surface, runs)) in columns.iter().enumerate() {
            let x = MARGIN + column as f64 * (WIDTH + GAP);
            let title = format!("{}: {}", surface.title, surface.formula);
            write(page, &title, (x + 40.0, HEADER - 18.0), HPos::Left, &font(13.0, INK))?;
            let range = range(runs);
            for (row, family) in Family::ALL.into_iter().enumerate() {
                let y = HEADER + row as f64 * (FAMILY + HEIGHT + GAP);
                let members: Vec<_> = runs.iter().filter(|(shown, _)| shown.family == family).collect();
                if column == 0 {
                    legend(page, family, &members, y + FAMILY / 2.0 - 4.0)?;
                }
                let page = page.clone().shrink((unit(x), unit(y + FAMILY)), (length(WIDTH), length(HEIGHT)));
                chart(&page, surface, range, &members)?;
            }
        }
        Ok(())
    })
}

/// The name of the family, and the colours of its members.
fn legend(page: &Area<'_>, family: Family, members: &[&(Shown, Descent)], y: f64) -> Result<(), Box<dyn Error>> {
    write(page, family.title(), (MARGIN, y), HPos::Left, &font(14.0, PALE_INK))?;
    for (place, (shown, _)) in members.iter().enumerate() {
        let x = MARGIN + 220.0 + 115.0 * place as f64;
        let color = COLORS[place % COLORS.len()];
        let line = [(unit(x), unit(y)), (unit(x + 22.0), unit(y))];
        page.draw(&PathElement::new(line, color.stroke_width(length(2.5))))?;
        write(page, shown.name, (x + 28.0, y), HPos::Left, &bold(13.0, color))?;
    }
    Ok(())
}

/// The lowest value at the end of a run, and the highest of all values, rounded outwards to powers of ten.
fn range(runs: &[(Shown, Descent)]) -> [f64; 2] {
    let last = runs.iter().filter_map(|(_, descent)| descent.values.last());
    let least = last.copied().fold(1.0, f64::min).max(LEAST);
    let most = runs.iter().flat_map(|(_, descent)| &descent.values).copied().fold(1.0, f64::max);
    [10_f64.powf(least.log10().floor()), 10_f64.powf(most.log10().ceil())]
}

fn chart(
    area: &Area<'_>,
    surface: &Surface,
    [least, most]: [f64; 2],
    runs: &[&(Shown, Descent)],
) -> Result<(), Box<dyn Error>> {
    let mut chart = ChartBuilder::on(area)
        .x_label_area_size(length(20.0))
        .y_label_area_size(length(40.0))
        .margin_right(length(6.0))
        .build_cartesian_2d(0.0..surface.steps as f64, (least..most).log_scale())?;
    axes(&mut chart, (6, 7), power_of_ten)?;
    let decades = (most / least).log10();
    for (place, (_, descent)) in runs.iter().enumerate() {
        // Simplified in the coordinates of the picture.
        let pixels = descent.values.iter().enumerate().map(|(step, value)| {
            let share = (value.clamp(least, most) / least).log10() / decades;
            [WIDTH * step as f64 / surface.steps as f64, HEIGHT * share]
        });
        let points = simplified(&pixels.collect::<Vec<_>>(), 0.25)
            .into_iter()
            .map(|[x, y]| (x / WIDTH * surface.steps as f64, least * 10_f64.powf(y / HEIGHT * decades)));
        chart.draw_series(LineSeries::new(points, COLORS[place % COLORS.len()].stroke_width(length(1.25))))?;
    }
    Ok(())
}
