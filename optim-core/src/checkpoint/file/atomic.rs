//! Files that are there completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::checkpoint::CheckpointError;

/// Lets `write` fill a temporary file beside `path`, and puts it there when all of it has reached the disk.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), CheckpointError> {
    let failed = |action| move |error| CheckpointError::Io { action, path: path.to_owned(), error };
    // What a link names is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // A device or a pipe would be gone.
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|found| !found.is_file()) {
        return Err(failed("write")(io::Error::new(io::ErrorKind::InvalidInput, "it is no regular file")));
    }
    let (mut temporary, file) = Temporary::beside(&target).map_err(failed("write"))?;
    if let Some(old) = old {
        // What was private stays private.
        file.set_permissions(old.permissions()).map_err(failed("write"))?;
    }
    let mut file = BufWriter::with_capacity(super::PIECE, file);
    let written = write(&mut file).and_then(|()| file.flush()).and_then(|()| file.get_ref().sync_all());
    // Some systems rename no open file.
    drop(file);
    written.map_err(failed("write"))?;
    fs::rename(&temporary.path, &target).map_err(failed("replace"))?;
    temporary.renamed = true;
    sync_folder(&target).map_err(failed("sync the folder of"))
}

/// A file that is removed unless it was renamed.
struct Temporary {
    path: PathBuf,
    renamed: bool,
}

impl Temporary {
    fn beside(target: &Path) -> io::Result<(Self, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        const TRIES: usize = 100;
        let Some(name) = target.file_name() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
        };
        for _ in 0..TRIES {
            let mut hidden = std::ffi::OsString::from(".");
            hidden.push(name);
            hidden.push(format!(".{}-{}.tmp", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
            let path = target.with_file_name(hidden);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                // Left by a process of the same number that was stopped.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => return Ok((Self { path, renamed: false }, opened?)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            // The first error is the one to report.
            drop(fs::remove_file(&self.path));
        }
    }
}

/// A rename is on disk when its folder is.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Who may write in a folder may not always read it.
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        // Some file systems sync no folders.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
}

/// Folders cannot be opened to be synced.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("optim-atomic-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_write_that_fails_leaves_the_old_file() {
        let folder = folder("fails");
        let path = folder.join("run");
        replace(&path, |file| file.write_all(b"old")).unwrap();
        let error = replace(&path, |file| {
            file.write_all(&[1; 1 << 20])?;
            assert_eq!(names(&folder).len(), 2, "the new file is beside the old one");
            Err(io::Error::other("the disk is full"))
        });
        let text = error.unwrap_err().to_string();
        assert_eq!(text, format!("cannot write `{}`: the disk is full", path.display()));
        assert_eq!((fs::read(&path).unwrap(), names(&folder)), (b"old".to_vec(), vec!["run".to_owned()]));
        // What takes over the thread does not leave it behind either.
        let panicked = std::panic::catch_unwind(|| replace(&path, |_| panic!("stopped")));
        assert!(panicked.is_err() && names(&folder).len() == 1);
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn paths_that_name_no_file() {
        let above = folder("paths");
        let folder = above.join("folder");
        fs::create_dir(&folder).unwrap();
        for path in [Path::new(""), Path::new("/"), &folder] {
            assert!(replace(path, |file| file.write_all(b"x")).is_err(), "{path:?}");
        }
        let error = replace(&folder.join("no/such/run"), |file| file.write_all(b"x")).unwrap_err();
        let kind = io::ErrorKind::NotFound;
        assert!(matches!(&error, CheckpointError::Io { error, .. } if error.kind() == kind), "{error}");
        assert_eq!((names(&above), names(&folder)), (vec!["folder".to_owned()], Vec::new()));
        fs::remove_dir_all(&above).unwrap();
    }

    /// A process that was stopped leaves its temporary file, and a later one may have its number.
    #[test]
    fn names_that_are_taken_are_passed_over() {
        let folder = folder("taken");
        let taken = |count: u64| folder.join(format!(".run.{}-{count}.tmp", std::process::id()));
        let mut count = 0;
        let path = folder.join("run");
        replace(&path, |file| {
            count = (0..).find(|count| taken(*count).exists()).unwrap();
            file.write_all(b"old")
        })
        .unwrap();
        // More than other tests use in the meantime, and fewer than are tried.
        let left: Vec<PathBuf> = (count..count + 50).map(taken).collect();
        left.iter().for_each(|path| fs::write(path, b"left").unwrap());
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(left.iter().all(|path| fs::read(path).unwrap() == b"left"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_stays() {
        let folder = folder("socket");
        let path = folder.join("run");
        let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let text = replace(&path, |file| file.write_all(b"x")).unwrap_err().to_string();
        assert_eq!(text, format!("cannot write `{}`: it is no regular file", path.display()));
        std::os::unix::net::UnixStream::connect(&path).unwrap();
        drop(listener);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        let folder = folder("links");
        fs::create_dir_all(folder.join("real")).unwrap();
        let (real, link) = (folder.join("real/run"), folder.join("link"));
        fs::write(&real, b"old").unwrap();
        std::os::unix::fs::symlink(&real, &link).unwrap();
        let private = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        fs::set_permissions(&real, private).unwrap();
        replace(&link, |file| file.write_all(b"new")).unwrap();
        assert_eq!(std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&real).unwrap().permissions()) & 0o777, 0o600);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&real).unwrap(), b"new");
        fs::remove_dir_all(&folder).unwrap();
    }
}
