//! Draws the paths of the stock optimizers on functions of two variables, and the stock schedules.
//!
//! ```text
//! cargo run --release -p optim-gallery
//! cargo run --release -p optim-gallery -- --out optim-std/docs/pictures --schedules optim-std/pictures
//! ```
//!
//! It draws one sheet per surface with the path of every optimizer, one sheet with the values along the paths, one with
//! all schedules, and one picture of each schedule. They go to `target/gallery`, or to the path in `--out`.

mod curve;
mod descent;
mod plot;
mod surface;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Arg, Command, value_parser};
use curve::curves;
use descent::{Descent, Shown, shown};
use plot::losses::losses;
use plot::schedules::{schedule, schedules};
use plot::trajectories::trajectories;
use surface::{SURFACES, Surface};

fn main() -> ExitCode {
    let matches = command().get_matches();
    let out = matches.get_one::<PathBuf>("out").cloned().unwrap_or_default();
    let schedules = matches.get_one::<PathBuf>("schedules").cloned().unwrap_or_else(|| out.join("schedules"));
    match draw(&out, &schedules) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn draw(out: &Path, schedules: &Path) -> Result<(), Box<dyn Error>> {
    write(out, &sheets()?)?;
    let curves = curves();
    let pictures = curves.iter().map(|curve| Ok((format!("{}.svg", curve.name), schedule(curve)?)));
    write(schedules, &pictures.collect::<Result<Vec<_>, Box<dyn Error>>>()?)
}

/// Every sheet of the gallery, with the name of its file.
fn sheets() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut sheets = Vec::new();
    let mut columns = Vec::new();
    for surface in &SURFACES {
        let runs = runs(surface)?;
        sheets.push((format!("{}.svg", surface.name), trajectories(surface, &runs)?));
        columns.push((surface, runs));
    }
    sheets.push(("losses.svg".to_owned(), losses(&columns)?));
    sheets.push(("schedules.svg".to_owned(), schedules(&curves())?));
    Ok(sheets)
}

fn runs(surface: &Surface) -> Result<Vec<(Shown, Descent)>, Box<dyn Error>> {
    shown().into_iter().map(|shown| Ok((shown, shown.best(surface)?))).collect()
}

fn write(out: &Path, sheets: &[(String, String)]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(out).map_err(|error| format!("cannot make `{}`: {error}", out.display()))?;
    for (name, svg) in sheets {
        let path = out.join(name);
        fs::write(&path, svg).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

fn command() -> Command {
    Command::new("gallery").about("Draws what the stock optimizers and schedules do").args([
        Arg::new("out")
            .long("out")
            .value_name("DIR")
            .help("Where the SVG files go")
            .value_parser(value_parser!(PathBuf))
            .default_value("target/gallery"),
        Arg::new("schedules")
            .long("schedules")
            .value_name("DIR")
            .help("Where the pictures of single schedules go, if not to the folder `schedules` there")
            .value_parser(value_parser!(PathBuf)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_drawn() {
        let sheets = sheets().unwrap();
        assert_eq!(sheets.len(), SURFACES.len() + 2);
        let pictures = curves().iter().map(|curve| schedule(curve).unwrap()).collect::<Vec<_>>();
        for picture in sheets.iter().map(|(_, picture)| picture).chain(&pictures) {
            let is_whole = picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>");
            assert!(is_whole && picture.contains("<polyline"), "{picture:.200}");
        }
    }
}
