//! A surface and the paths of all optimizers on it, one small picture each.

use std::error::Error;

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::contour::{Grid, Loop};
use super::sheet::{Area, COLORS, FRAME, INK, PALE_INK, PAPER, bold, font, length, number, sheet, unit, write};
use super::simplify::simplified;
use crate::descent::{Descent, Family, Shown};
use crate::surface::Surface;

const MARGIN: f64 = 20.0;
const HEADER: f64 = 62.0;
const COLUMNS: f64 = 5.0;
const WIDTH: f64 = 216.0;
const GAP: f64 = 14.0;
/// The distance between families.
const ROW_GAP: f64 = 24.0;
const FAMILY: f64 = 26.0;
const TITLE: f64 = 38.0;

/// Draws the runs, each with its optimizer, family by family.
///
/// # Errors
///
/// If the backend cannot draw.
pub(crate) fn trajectories(surface: &Surface, runs: &[(Shown, Descent)]) -> Result<String, Box<dyn Error>> {
    let [[left, right], [bottom, top]] = surface.window;
    let panel_height = WIDTH * (top - bottom) / (right - left);
    let row_height = FAMILY + TITLE + panel_height + ROW_GAP;
    let width = 2.0 * MARGIN + COLUMNS * WIDTH + (COLUMNS - 1.0) * GAP;
    let rows: f64 = Family::ALL.iter().map(|family| rows_of(*family, runs)).sum();
    let height = HEADER + rows * row_height + MARGIN - ROW_GAP;
    let shades = Shades::of(surface, WIDTH, panel_height);

    sheet((width.ceil() as u32, height.ceil() as u32), |page| {
        let title = format!("{}: {}", surface.title, surface.formula);
        write(page, &title, (MARGIN, 24.0), HPos::Left, &bold(18.0, INK))?;
        legend(page, surface, width - MARGIN)?;
        let mut y = HEADER;
        for family in Family::ALL {
            write(page, family.title(), (MARGIN, y + 8.0), HPos::Left, &font(14.0, PALE_INK))?;
            let members = runs.iter().filter(|(shown, _)| shown.family == family);
            for (place, (shown, descent)) in members.enumerate() {
                let (row, column) = (place / COLUMNS as usize, place % COLUMNS as usize);
                let x = MARGIN + column as f64 * (WIDTH + GAP);
                let y = y + row as f64 * row_height + FAMILY;
                caption(page, shown, descent, (x, y))?;
                let panel = Panel { surface, x, y: y + TITLE, width: WIDTH, height: panel_height };
                panel.draw(page, &shades, descent, COLORS[place % COLORS.len()])?;
            }
            y += rows_of(family, runs) * row_height;
        }
        Ok(())
    })
}

/// The number of rows of pictures in a family.
fn rows_of(family: Family, runs: &[(Shown, Descent)]) -> f64 {
    let members = runs.iter().filter(|(shown, _)| shown.family == family).count();
    (members as f64 / COLUMNS).ceil()
}

/// Draws the legend of the marks.
fn legend(page: &Area<'_>, surface: &Surface, right: f64) -> Result<(), Box<dyn Error>> {
    let y = 24.0;
    let shades = format!("{} steps, darker is lower", surface.steps);
    write(page, &shades, (right, y), HPos::Right, &font(12.0, PALE_INK))?;
    let texts = [("start", 380.0), ("minimum", 320.0), ("end", 235.0)];
    for (text, before) in texts {
        write(page, text, (right - before + 12.0, y), HPos::Left, &font(12.0, PALE_INK))?;
    }
    start_mark(page, (unit(right - 380.0), unit(y)))?;
    minimum_mark(page, (unit(right - 320.0), unit(y)))?;
    end_mark(page, (unit(right - 235.0), unit(y)), COLORS[0])
}

/// Name, settings, and the reached value.
fn caption(page: &Area<'_>, shown: &Shown, descent: &Descent, (x, y): (f64, f64)) -> Result<(), Box<dyn Error>> {
    write(page, shown.name, (x, y + 9.0), HPos::Left, &bold(14.0, INK))?;
    write(page, &shown.note(), (x + WIDTH, y + 9.0), HPos::Right, &font(11.0, PALE_INK))?;
    write(page, &format!("lr {}", descent.lr), (x, y + 27.0), HPos::Left, &font(11.0, PALE_INK))?;
    let reached = descent.values.last().map_or_else(String::new, |value| format!("reaches {}", number(*value)));
    write(page, &reached, (x + WIDTH, y + 27.0), HPos::Right, &font(11.0, PALE_INK))
}

/// The regions below each level with their colours, in the order of painting.
struct Shades {
    paper: RGBColor,
    loops: Vec<(RGBColor, Loop)>,
}

impl Shades {
    fn of(surface: &Surface, width: f64, height: f64) -> Self {
        const CELLS: usize = 120;
        // The tolerance in pixels.
        const TOLERANCE: f64 = 0.25;
        let grid = Grid::new(surface, CELLS);
        let count = surface.levels.len();
        let panel = Panel { surface, x: 0.0, y: 0.0, width, height };
        let mut loops = Vec::new();
        for (rank, level) in surface.levels.iter().enumerate().rev() {
            let lower = shade(count - rank, count);
            let higher = shade(count - rank - 1, count);
            let mut of_level = grid.below(*level);
            // Holes are drawn on top of the areas around them.
            of_level.sort_by_key(|ring| ring.is_hole);
            for ring in of_level {
                let pixels: Vec<_> = ring.points.iter().map(|point| panel.pixel(*point)).collect();
                let points = simplified(&pixels, TOLERANCE);
                loops.push((if ring.is_hole { higher } else { lower }, Loop { points, ..ring }));
            }
        }
        Self { paper: shade(0, count), loops }
    }
}

/// A shade between the lightest, 0, and the darkest of `count + 1` shades.
fn shade(rank: usize, count: usize) -> RGBColor {
    const LIGHT: [f64; 3] = [250.0, 251.0, 253.0];
    const DARK: [f64; 3] = [150.0, 172.0, 206.0];
    let share = rank as f64 / count.max(1) as f64;
    let [red, green, blue] =
        [0, 1, 2].map(|channel| (LIGHT[channel] + share * (DARK[channel] - LIGHT[channel])).round() as u8);
    RGBColor(red, green, blue)
}

/// The place of a surface's window on the page, in pixels.
struct Panel<'a> {
    surface: &'a Surface,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Panel<'_> {
    /// The place of a point, from the upper left corner of the panel.
    fn pixel(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [[left, right], [bottom, top]] = self.surface.window;
        [self.width * (x - left) / (right - left), self.height * (top - y) / (top - bottom)]
    }

    fn on_page(&self, [x, y]: [f64; 2]) -> (i32, i32) {
        (unit(self.x + x), unit(self.y + y))
    }

    fn draw(&self, page: &Area<'_>, shades: &Shades, descent: &Descent, color: RGBColor) -> Result<(), Box<dyn Error>> {
        let corners = [self.on_page([0.0, 0.0]), self.on_page([self.width, self.height])];
        page.draw(&Rectangle::new(corners, shades.paper.filled()))?;
        for (color, ring) in &shades.loops {
            let points: Vec<_> = ring.points.iter().map(|point| self.on_page(*point)).collect();
            page.draw(&Polygon::new(points, color.filled()))?;
        }
        for minimum in self.surface.minima {
            minimum_mark(page, self.on_page(self.pixel(*minimum)))?;
        }
        let pixels: Vec<_> = descent.points.iter().map(|point| self.pixel(*point)).collect();
        let path = simplified(&pixels, 0.15).into_iter().map(|point| self.on_page(point));
        page.draw(&PathElement::new(path.collect::<Vec<_>>(), color.stroke_width(length(1.5))))?;
        start_mark(page, self.on_page(self.pixel(self.surface.start)))?;
        if let Some(end) = pixels.last() {
            end_mark(page, self.on_page(*end), color)?;
        }
        page.draw(&Rectangle::new(corners, FRAME.stroke_width(length(1.0))))?;
        Ok(())
    }
}

fn start_mark(page: &Area<'_>, at: (i32, i32)) -> Result<(), Box<dyn Error>> {
    page.draw(&Circle::new(at, length(3.5), PAPER.filled()))?;
    page.draw(&Circle::new(at, length(3.5), INK.stroke_width(length(1.25))))?;
    Ok(())
}

fn minimum_mark(page: &Area<'_>, (x, y): (i32, i32)) -> Result<(), Box<dyn Error>> {
    let arm = unit(4.5);
    for ends in [[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]] {
        page.draw(&PathElement::new(ends, INK.stroke_width(length(1.5))))?;
    }
    Ok(())
}

fn end_mark(page: &Area<'_>, at: (i32, i32), color: RGBColor) -> Result<(), Box<dyn Error>> {
    page.draw(&Circle::new(at, length(3.0), color.filled()))?;
    page.draw(&Circle::new(at, length(3.0), PAPER.stroke_width(length(0.75))))?;
    Ok(())
}
