//! Paper, fonts and colours, the same for every picture.

use std::error::Error;

use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A part of a sheet. Its coordinates are in [units](fn@unit).
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The background. Pictures have their own, because pages may be dark.
pub(crate) const PAPER: RGBColor = RGBColor(255, 255, 255);
/// Titles.
pub(crate) const INK: RGBColor = RGBColor(32, 36, 44);
/// The ink of less important parts.
pub(crate) const PALE_INK: RGBColor = RGBColor(104, 112, 124);
/// Frames.
pub(crate) const FRAME: RGBColor = RGBColor(160, 168, 180);

/// Colours of curves that are drawn together.
pub(crate) const COLORS: [RGBColor; 6] = [
    RGBColor(0, 103, 177),
    RGBColor(214, 84, 10),
    RGBColor(0, 132, 88),
    RGBColor(178, 34, 131),
    RGBColor(40, 40, 48),
    RGBColor(140, 96, 0),
];

/// SVG files have integer coordinates, so pictures are drawn this much larger than they are shown. This makes curves smooth.
const UNITS: u32 = 4;

/// Converts pixels to units.
pub(crate) fn unit(pixels: f64) -> i32 {
    (pixels * f64::from(UNITS)).round() as i32
}

/// A length in units, not negative.
pub(crate) fn length(pixels: f64) -> u32 {
    unit(pixels).unsigned_abs()
}

/// Draws a sheet of this size in pixels, and returns the result of `draw`.
///
/// # Errors
///
/// Returns the errors of `draw`, or an error if the backend cannot draw.
pub(crate) fn sheet(
    (width, height): (u32, u32),
    draw: impl FnOnce(&Area<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    let mut svg = String::new();
    {
        let page = SVGBackend::with_string(&mut svg, (width * UNITS, height * UNITS)).into_drawing_area();
        page.fill(&PAPER)?;
        draw(&page)?;
        page.present()?;
    }
    let drawn = format!(r#"width="{}" height="{}""#, width * UNITS, height * UNITS);
    let shown = format!(r#"width="{width}" height="{height}" stroke-linejoin="round""#);
    Ok(svg.replacen(&drawn, &shown, 1))
}

/// A sans-serif font of the viewer, with its size in pixels.
pub(crate) fn font<'a>(size: f64, color: RGBColor) -> TextStyle<'a> {
    // The SVG backend divides sizes by 1.24.
    ("sans-serif", size * 1.24 * f64::from(UNITS)).into_font().color(&color)
}

/// The same in bold.
pub(crate) fn bold<'a>(size: f64, color: RGBColor) -> TextStyle<'a> {
    ("sans-serif", size * 1.24 * f64::from(UNITS), FontStyle::Bold).into_font().color(&color)
}

/// Writes a line whose middle is at a height, from a point to the right or, for [`HPos::Right`], to the left.
///
/// # Errors
///
/// If the backend cannot draw.
pub(crate) fn write(
    area: &Area<'_>,
    text: &str,
    (x, y): (f64, f64),
    from: HPos,
    style: &TextStyle<'_>,
) -> Result<(), Box<dyn Error>> {
    let style = style.clone().pos(Pos::new(from, VPos::Center));
    area.draw(&Text::new(text, (unit(x), unit(y)), style))?;
    Ok(())
}

/// Draws the axes of a chart over steps, and the grid behind it, with about this number of labels on each.
///
/// # Errors
///
/// If the backend cannot draw.
pub(crate) fn axes<'a, X, Y>(
    chart: &mut ChartContext<'a, SVGBackend<'a>, Cartesian2d<X, Y>>,
    (steps, values): (usize, usize),
    value: fn(f64) -> String,
) -> Result<(), Box<dyn Error>>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(FRAME.mix(0.35).stroke_width(length(0.5)))
        .axis_style(FRAME.stroke_width(length(1.0)))
        .set_all_tick_mark_size(length(3.0))
        .x_labels(steps)
        .y_labels(values)
        .x_label_formatter(&|step| format!("{step:.0}"))
        .y_label_formatter(&|number| value(*number))
        .label_style(font(11.0, PALE_INK))
        .draw()?;
    Ok(())
}

/// A number in a readable form: `0.02`, `3·10⁻⁹`.
pub(crate) fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    if (0.01..1e4).contains(&value.abs()) {
        let digits = (1 - value.abs().log10().floor() as i32).max(0) as usize;
        return format!("{value:.digits$}");
    }
    let text = format!("{value:.0e}");
    match text.split_once('e') {
        Some((digits, exponent)) => format!("{digits}·10{}", superscript(exponent)),
        None => text,
    }
}

/// A power of ten, as a label of an axis: `1`, `10⁻³`.
pub(crate) fn power_of_ten(value: f64) -> String {
    match value.log10().round() as i32 {
        0 => "1".to_owned(),
        1 => "10".to_owned(),
        exponent => format!("10{}", superscript(&exponent.to_string())),
    }
}

fn superscript(digits: &str) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |digit: char| digit.to_digit(10).map_or('⁻', |digit| RAISED[digit as usize]);
    digits.chars().map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        for (value, text) in [
            (0.0, "0"),
            (0.0213, "0.021"),
            (0.5, "0.50"),
            (3.12, "3.1"),
            (42.0, "42"),
            (3.2e-9, "3·10⁻⁹"),
            (12_345.0, "1·10⁴"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number(value), text);
        }
        assert_eq!([1e-10, 1.0, 10.0, 1e3].map(power_of_ten), ["10⁻¹⁰", "1", "10", "10³"]);
    }

    #[test]
    fn sheets_are_shown_smaller_than_drawn() {
        let svg = sheet((100, 50), |area| write(area, "a < b", (1.0, 2.0), HPos::Left, &font(10.0, INK))).unwrap();
        assert!(svg.starts_with(r#"<svg width="100" height="50""#), "{svg}");
        assert!(svg.contains(r#"viewBox="0 0 400 200""#) && svg.contains("a &lt; b"));
    }
}
