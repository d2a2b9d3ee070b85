//! Fewer points for the same line.

/// Removes points that are within `tolerance` of the line through the others (Douglas & Peucker 1973,
/// [doi:10.3138/FM57-6770-U75U-7727](https://doi.org/10.3138/FM57-6770-U75U-7727)). Keeps the first and the last point.
pub(crate) fn simplified(points: &[[f64; 2]], tolerance: f64) -> Vec<[f64; 2]> {
    let Some(last) = points.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut keep = vec![false; points.len()];
    keep[0] = true;
    keep[last] = true;
    let mut spans = vec![(0, last)];
    while let Some((from, to)) = spans.pop() {
        let inner = (from + 1..to).map(|place| (distance(points[place], points[from], points[to]), place));
        if let Some((farthest, place)) = inner.max_by(|a, b| a.0.total_cmp(&b.0))
            && farthest > tolerance
        {
            keep[place] = true;
            spans.extend([(from, place), (place, to)]);
        }
    }
    points.iter().zip(keep).filter(|(_, keep)| *keep).map(|(point, _)| *point).collect()
}

/// The distance of a point from the line segment between two others.
fn distance([x, y]: [f64; 2], [ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> f64 {
    let (dx, dy) = (bx - ax, by - ay);
    let length = dx * dx + dy * dy;
    let share = if length > 0.0 { (((x - ax) * dx + (y - ay) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - ax - share * dx).hypot(y - ay - share * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_stay_and_straight_lines_lose_their_points() {
        let line: Vec<_> = (0..100).map(|place| [f64::from(place), f64::from(place.min(50))]).collect();
        assert_eq!(simplified(&line, 0.01), [[0.0, 0.0], [50.0, 50.0], [99.0, 50.0]]);
        assert_eq!(simplified(&[[1.0, 1.0]], 0.1), [[1.0, 1.0]]);
        assert!(simplified(&[], 0.1).is_empty());
        // The line goes forth and back: its turn is far from the segment between the ends, which has length 0.
        assert_eq!(simplified(&[[0.0, 0.0], [3.0, 0.0], [0.0, 0.0]], 0.1).len(), 3);
    }
}
