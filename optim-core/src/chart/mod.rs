//! Line charts as SVG, for losses, schedules and other curves.
//!
//! | file | purpose |
//! |---|---|
//! | `mod` | [`Chart`]: what is drawn |
//! | `axis` | the range of an axis, its ticks and their labels |
//! | `svg` | the drawing |

mod axis;
mod svg;

pub(crate) use svg::escape;

/// A line chart: curves over steps, epochs or any other number, drawn as an SVG document.
///
/// ```
/// use optim_core::chart::Chart;
///
/// let train = [2.3, 1.1, 0.6, 0.4];
/// let test = [2.3, 1.3, 0.9, 0.8];
/// let svg = Chart::new("digits").x_label("epoch").y_label("loss").line("train", train).line("test", test).to_svg();
/// assert!(svg.starts_with("<svg"));
/// ```
///
/// Values that are infinite or NaN leave a gap. A chart draws any number of values: several that fall on one pixel column are
/// drawn as their lowest and highest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    title: String,
    x_label: String,
    y_label: String,
    log_x: bool,
    log_y: bool,
    y_range: Option<[f64; 2]>,
    curves: Vec<PlottedCurve>,
}

/// A curve of a chart.
#[derive(Clone, Debug, PartialEq)]
struct PlottedCurve {
    name: String,
    points: Vec<[f64; 2]>,
}

impl Chart {
    /// A chart without curves.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// The text below the horizontal axis.
    #[must_use]
    pub fn x_label(mut self, label: impl Into<String>) -> Self {
        self.x_label = label.into();
        self
    }

    /// The text next to the vertical axis.
    #[must_use]
    pub fn y_label(mut self, label: impl Into<String>) -> Self {
        self.y_label = label.into();
        self
    }

    /// Adds a curve with values at 0, 1, 2, …. A curve with an empty name is not in the legend.
    #[must_use]
    pub fn line(self, name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        let points = values.into_iter().enumerate().map(|(place, value)| (place as f64, value));
        self.points(name, points)
    }

    /// Adds a curve through points `(x, y)`, in this order.
    #[must_use]
    pub fn points(mut self, name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let points = points.into_iter().map(|(x, y)| [x, y]).collect();
        self.curves.push(PlottedCurve { name: name.into(), points });
        self
    }

    /// Makes the horizontal axis logarithmic. Points whose x is not above 0 leave a gap.
    ///
    /// ```
    /// use optim_core::chart::Chart;
    ///
    /// let losses = [(1e-4, 2.3), (1e-3, 1.9), (1e-2, 0.7), (1e-1, 5.1)];
    /// let svg = Chart::new("learning rate").points("loss", losses).log_x().to_svg();
    /// assert!(svg.contains(">0.001<"));
    /// ```
    #[must_use]
    pub fn log_x(mut self) -> Self {
        self.log_x = true;
        self
    }

    /// Makes the vertical axis logarithmic. Values that are not above 0 leave a gap.
    #[must_use]
    pub fn log_y(mut self) -> Self {
        self.log_y = true;
        self
    }

    /// Sets the ends of the vertical axis, if both are finite and differ. Otherwise it goes from the lowest to the highest
    /// value. Values outside the axis are drawn at its edge.
    #[must_use]
    pub fn y_range(mut self, low: f64, high: f64) -> Self {
        self.y_range = Some([low.min(high), low.max(high)]);
        self
    }

    /// Returns the chart as an SVG document of 500 by 320 pixels, on a white background.
    pub fn to_svg(&self) -> String {
        Self::row(std::slice::from_ref(self))
    }

    /// Returns several charts side by side as one SVG document.
    ///
    /// ```
    /// use optim_core::chart::Chart;
    ///
    /// let loss = Chart::new("loss").line("", [2.3, 1.1, 0.6]).log_y();
    /// let accuracy = Chart::new("accuracy in %").line("", [11.0, 71.5, 85.0]).y_range(0.0, 100.0);
    /// let svg = Chart::row(&[loss, accuracy]);
    /// assert_eq!(svg.matches("<svg").count(), 3);
    /// ```
    pub fn row(charts: &[Self]) -> String {
        svg::row(charts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of every curve of a drawing, as numbers.
    fn drawn(svg: &str) -> Vec<Vec<f64>> {
        let paths = svg.split("<path class=\"curve\" d=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or(""));
        let numbers = |path: &str| {
            path.split(['M', 'L', ' '])
                .filter(|part| !part.is_empty())
                .map(|part| part.parse().expect("a number"))
                .collect()
        };
        paths.map(numbers).collect()
    }

    #[test]
    fn a_line_goes_from_corner_to_corner() {
        let svg = Chart::new("line").line("", [0.0, 1.0, 2.0]).to_svg();
        let curves = drawn(&svg);
        assert_eq!(curves.len(), 1);
        let [x0, y0, x1, y1, x2, y2] = curves[0][..] else { panic!("{curves:?}") };
        assert!(x0 < x1 && x1 < x2 && (x1 - x0 - (x2 - x1)).abs() < 0.1, "{curves:?}");
        assert!(y0 > y1 && y1 > y2 && (y0 - y1 - (y1 - y2)).abs() < 0.1, "{curves:?}");
        for label in [">0<", ">0.5<", ">1<", ">1.5<", ">2<", ">line<"] {
            assert!(svg.contains(label), "{label} is not in {svg}");
        }
    }

    #[test]
    fn a_logarithm_turns_powers_into_a_line() {
        let svg = Chart::new("").line("", [1.0, 0.1, 0.0, 0.01]).log_y().to_svg();
        let [x0, y0, x1, y1, x3, y3, ..] = drawn(&svg)[0][..] else { panic!("{svg}") };
        assert!((x1 - x0 - (x3 - x1) / 2.0).abs() < 0.1 && (y1 - y0 - (y3 - y1)).abs() < 0.1, "{svg}");
        // The value that has no logarithm leaves a gap.
        assert_eq!(
            svg.split("class=\"curve\" d=\"").nth(1).unwrap().split('"').next().unwrap().matches('M').count(),
            2
        );
    }

    #[test]
    fn both_axes_can_be_logarithmic() {
        let points = [(0.001, 10.0), (0.01, 100.0), (-1.0, 50.0), (0.1, 1000.0)];
        let svg = Chart::new("").points("", points).log_x().log_y().to_svg();
        let [x0, y0, x1, y1, x3, y3, ..] = drawn(&svg)[0][..] else { panic!("{svg}") };
        assert!((x1 - x0 - (x3 - x1)).abs() < 0.15 && (y1 - y0 - (y3 - y1)).abs() < 0.15, "{svg}");
        for label in [">0.001<", ">0.01<", ">0.1<"] {
            assert!(svg.contains(label), "{label} is not in {svg}");
        }
    }

    #[test]
    fn text_is_escaped_and_curves_are_named() {
        let svg =
            Chart::new("a < b & \"c\"\u{1}").x_label("x").y_label("y").line("one", [1.0]).line("two", [2.0]).to_svg();
        assert!(
            svg.contains("a &lt; b &amp; &quot;c&quot;<") && svg.contains(">one<") && svg.contains(">two<"),
            "{svg}"
        );
    }

    #[test]
    fn any_values_can_be_drawn() {
        let extremes = [f64::MAX, f64::MIN, f64::NAN, f64::INFINITY, 5e-324, -0.0, 1.0];
        for (log_x, log_y) in [(false, false), (false, true), (true, false), (true, true)] {
            for values in [&[][..], &[f64::NAN], &[3.0], &[1e300, 1e300], &[-1.0, -2.0], &extremes] {
                let chart = Chart::new("")
                    .line("", values.iter().copied())
                    .points("p", [(f64::INFINITY, 1.0), (1e308, -1e308)]);
                let chart = if log_x { chart.log_x() } else { chart };
                let chart = if log_y { chart.log_y() } else { chart };
                for chart in [chart.clone(), chart.clone().y_range(1.0, 1.0), chart.y_range(f64::NAN, 2.0)] {
                    let svg = chart.to_svg();
                    assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
                }
            }
        }
        assert!(Chart::row(&[]).starts_with("<svg"));
    }

    /// A million values cost no more than the picture has columns, and peaks stay.
    #[test]
    fn long_curves_are_thinned() {
        let values = (0..1_000_000).map(|place| if place == 123_457 { 9.0 } else { (place % 7) as f64 / 7.0 });
        let svg = Chart::new("").line("", values).to_svg();
        assert!(svg.len() < 60_000, "{} bytes", svg.len());
        let top = drawn(&svg)[0].chunks(2).map(|point| point[1]).fold(f64::INFINITY, f64::min);
        let others = drawn(&svg)[0].chunks(2).filter(|point| point[1] < top + 20.0).count();
        assert_eq!(others, 1);
    }
}
