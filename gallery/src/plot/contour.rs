//! The regions of a surface below a level, as polygons.

use std::collections::HashMap;

use crate::surface::Surface;

/// A closed line: the last point is joined to the first.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// The corners.
    pub(crate) points: Vec<[f64; 2]>,
    /// True if the surface is higher inside than outside.
    pub(crate) is_hole: bool,
}

/// Values on a grid over a surface's window.
pub(crate) struct Grid {
    cells: usize,
    window: [[f64; 2]; 2],
    values: Vec<f64>,
}

/// A point of the grid, from 1 to `cells + 1` in each direction. The points around the grid are infinitely high, so
/// that every line closes.
type Corner = (usize, usize);
/// Two neighbouring points, one below the level and one not. A line crosses between them.
type Edge = (Corner, Corner);

impl Grid {
    /// Samples the surface with this number of cells in each direction.
    pub(crate) fn new(surface: &Surface, cells: usize) -> Self {
        let mut grid = Self { cells, window: surface.window, values: Vec::new() };
        for row in 0..=cells {
            for col in 0..=cells {
                let [x, y] = grid.place((col + 1, row + 1));
                grid.values.push((surface.value)(x, y));
            }
        }
        grid
    }

    /// The lines around all points in the window that are lower than `level`.
    pub(crate) fn below(&self, level: f64) -> Vec<Loop> {
        let mut next = self.segments(level);
        let mut loops = Vec::new();
        while let Some(&first) = next.keys().min() {
            let (mut points, mut at) = (Vec::new(), first);
            while let Some(after) = next.remove(&at) {
                points.push(self.crossing(at, level));
                at = after;
            }
            loops.push(Loop { is_hole: area(&points) < 0.0, points });
        }
        loops
    }

    /// For every crossing, the next one on its line. Lower values are on the left of a line.
    fn segments(&self, level: f64) -> HashMap<Edge, Edge> {
        let mut next = HashMap::new();
        for row in 0..=self.cells + 1 {
            for col in 0..=self.cells + 1 {
                let corners = [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)];
                let low = corners.map(|corner| self.value(corner) < level);
                // Counterclockwise around the cell, a line enters between a low corner and the high corner after it,
                // and leaves between a high corner and the low corner after it.
                let edge = |side: usize| {
                    let (a, b) = (corners[side], corners[(side + 1) % 4]);
                    (a.min(b), a.max(b))
                };
                let falls = |side: &usize| !low[*side] && low[(*side + 1) % 4];
                let rises = |side: &usize| low[*side] && !low[(*side + 1) % 4];
                for from in (0..4).filter(rises) {
                    // If two low corners are opposite, they are not connected.
                    let to = (1..4).rev().map(|turn| (from + turn) % 4).find(falls);
                    next.extend(to.map(|to| (edge(from), edge(to))));
                }
            }
        }
        next
    }

    fn value(&self, (col, row): Corner) -> f64 {
        let side = self.cells + 1;
        if (1..=side).contains(&col) && (1..=side).contains(&row) {
            self.values[(row - 1) * side + col - 1]
        } else {
            f64::INFINITY
        }
    }

    fn place(&self, (col, row): Corner) -> [f64; 2] {
        let at =
            |place: usize, [least, most]: [f64; 2]| least + (most - least) * (place as f64 - 1.0) / self.cells as f64;
        [at(col, self.window[0]), at(row, self.window[1])]
    }

    /// The point at which the level is reached, on a straight line between the two values.
    fn crossing(&self, (a, b): Edge, level: f64) -> [f64; 2] {
        let (from, to) = (self.value(a), self.value(b));
        let share = match (from.is_finite(), to.is_finite()) {
            (true, true) => (level - from) / (to - from),
            // At the edge of the window, the line follows the edge.
            (from_inside, _) => f64::from(u8::from(!from_inside)),
        };
        let ([ax, ay], [bx, by]) = (self.place(a), self.place(b));
        [ax + share * (bx - ax), ay + share * (by - ay)]
    }
}

/// Twice the area, negative for points in clockwise order.
fn area(points: &[[f64; 2]]) -> f64 {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|([ax, ay], [bx, by])| ax * by - bx * ay).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(value: fn(f64, f64) -> f64) -> Surface {
        Surface { value, window: [[-2.0, 2.0], [-1.0, 1.0]], ..crate::surface::SURFACES[0] }
    }

    #[test]
    fn circles_rings_and_the_whole_window() {
        let bowl = surface(|x, y| x * x + y * y);
        let loops = Grid::new(&bowl, 80).below(0.49);
        assert_eq!(loops.len(), 1);
        assert!(!loops[0].is_hole);
        assert!((area(&loops[0].points) / 2.0 - 0.49 * std::f64::consts::PI).abs() < 0.01);
        assert!(loops[0].points.iter().all(|[x, y]| (x.hypot(*y) - 0.7).abs() < 0.01));

        let loops = Grid::new(&bowl, 40).below(100.0);
        assert_eq!(loops.len(), 1);
        assert!((area(&loops[0].points) - 16.0).abs() < 1e-9);
        assert!(Grid::new(&bowl, 40).below(-1.0).is_empty());

        let hill = surface(|x, y| -x * x - y * y);
        let loops = Grid::new(&hill, 40).below(-0.25);
        assert_eq!(loops.iter().filter(|ring| ring.is_hole).count(), 1);
        assert_eq!(loops.len(), 2);
    }

    #[test]
    fn low_corners_across_from_each_other_stay_apart() {
        let checks = surface(|x, y| if (x > 0.0) == (y > 0.0) { 0.0 } else { 1.0 });
        assert_eq!(Grid::new(&checks, 3).below(0.5).len(), 2);
    }
}
