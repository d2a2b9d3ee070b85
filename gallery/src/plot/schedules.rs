//! The values of schedules, step by step.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::sheet::{Area, COLORS, INK, PALE_INK, axes, bold, font, length, number, sheet, unit, write};
use super::simplify::simplified;
use crate::curve::{Curve, STEPS};

const MARGIN: f64 = 20.0;
const HEADER: f64 = 56.0;
const COLUMNS: usize = 4;
const WIDTH: f64 = 270.0;
const HEIGHT: f64 = 130.0;
const TITLE: f64 = 24.0;
const GAP: f64 = 16.0;

/// Draws all schedules on one sheet.
///
/// # Errors
///
/// If the backend cannot draw.
pub(crate) fn schedules(curves: &[Curve]) -> Result<String, Box<dyn Error>> {
    let width = 2.0 * MARGIN + COLUMNS as f64 * (WIDTH + GAP) - GAP;
    let rows = curves.len().div_ceil(COLUMNS) as f64;
    let height = HEADER + rows * (TITLE + HEIGHT + GAP) + MARGIN - GAP;
    sheet((width.ceil() as u32, height.ceil() as u32), |page| {
        write(page, "Schedules", (MARGIN, 24.0), HPos::Left, &bold(19.0, INK))?;
        let note = format!("the value before each of the first {STEPS} steps");
        write(page, &note, (width - MARGIN, 24.0), HPos::Right, &font(12.0, PALE_INK))?;
        for (place, curve) in curves.iter().enumerate() {
            let x = MARGIN + (place % COLUMNS) as f64 * (WIDTH + GAP);
            let y = HEADER + (place / COLUMNS) as f64 * (TITLE + HEIGHT + GAP);
            write(page, curve.name, (x, y + 8.0), HPos::Left, &bold(13.0, INK))?;
            chart(page, curve, (x, y + TITLE))?;
        }
        Ok(())
    })
}

/// Draws one schedule.
///
/// # Errors
///
/// If the backend cannot draw.
pub(crate) fn schedule(curve: &Curve) -> Result<String, Box<dyn Error>> {
    sheet(((WIDTH + 10.0) as u32, (HEIGHT + 10.0) as u32), |page| chart(page, curve, (5.0, 5.0)))
}

/// Axes and the curve. A jump is a vertical line.
fn chart(page: &Area<'_>, curve: &Curve, (x, y): (f64, f64)) -> Result<(), Box<dyn Error>> {
    let area = page.clone().shrink((unit(x), unit(y)), (length(WIDTH), length(HEIGHT)));
    let values: Vec<f64> = (0..=STEPS).map(|step| curve.schedule.at(step)).collect();
    let most = values.iter().copied().fold(0.0, f64::max) * 1.08;
    let mut chart = ChartBuilder::on(&area)
        .x_label_area_size(length(18.0))
        .y_label_area_size(length(38.0))
        .margin_right(length(8.0))
        .margin_top(length(4.0))
        .build_cartesian_2d(0.0..STEPS as f64, 0.0..most)?;
    axes(&mut chart, (5, 4), number)?;
    let pixels: Vec<[f64; 2]> = (0..)
        .zip(&values)
        .map(|(step, value)| [f64::from(step) / STEPS as f64 * WIDTH, value / most * HEIGHT])
        .collect();
    let points = simplified(&pixels, 0.1).into_iter().map(|[x, y]| (x / WIDTH * STEPS as f64, y / HEIGHT * most));
    chart.draw_series(LineSeries::new(points, COLORS[0].stroke_width(length(1.75))))?;
    Ok(())
}
