//! Replays recordings of optimizers, and reports which ones this project reproduces: `docs/conformance.md`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use optim_tests::conformance::{Summary, Verdict, replay};
use optim_tests::{Error, goldens};

const HELP: &str = "\
Replays recordings of optimizers, one line per case.

usage: conformance [OPTIONS] [DIR]

  DIR            the folder of the recordings [default: the project's own]
  --filter TEXT  only cases whose file name or name contains TEXT
  --quiet        only failures and the summary
  --help         this text

Exits with 1 if a case fails or a file cannot be read, with 2 if there was nothing to replay.
";

/// The options of the command line.
struct Options {
    folder: PathBuf,
    filter: String,
    quiet: bool,
    help: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(Summary { failed: 0, .. }) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            // A closed terminal is not an error.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<Summary, Error> {
    let options = options()?;
    let mut out = io::stdout().lock();
    if options.help {
        let _ = out.write_all(HELP.as_bytes());
        return Ok(Summary::default());
    }
    let summary = replay(&options.folder, &options.filter, &mut |outcome| {
        if outcome.verdict == Verdict::Fail || !options.quiet {
            let _ = writeln!(out, "{outcome}");
        }
    })?;
    let _ = writeln!(out, "{summary}");
    Ok(summary)
}

fn options() -> Result<Options, Error> {
    let mut options = Options { folder: goldens(), filter: String::new(), quiet: false, help: false };
    let mut folder = None;
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--filter") => {
                let text = arguments.next().ok_or("`--filter` needs a text")?;
                options.filter = text.into_string().map_err(|text| format!("`--filter` cannot be {text:?}"))?;
            }
            Some("--quiet") => options.quiet = true,
            Some("--help" | "-h") => options.help = true,
            Some(unknown) if unknown.starts_with('-') => {
                return Err(format!("there is no option `{unknown}`; `--help` lists them").into());
            }
            _ if folder.is_some() => return Err(format!("one folder at a time, {argument:?} is a second").into()),
            _ => folder = Some(PathBuf::from(argument)),
        }
    }
    options.folder = folder.unwrap_or(options.folder);
    Ok(options)
}
