//! Writing files that are either complete or not there.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{FileError, NotAFile, follow};

/// The size of the write buffer in bytes.
const BUFFER: usize = 1 << 18;

/// Lets `write` fill a temporary file next to `path`, and renames it to `path` when all of it has reached the disk.
///
/// If the path is a symbolic link, its target is replaced and the link stays. The temporary file is called
/// `.<name>.<process>-<number>.tmp`, with at most the first 100 bytes of the name. It is removed if anything fails.
///
/// # Errors
///
/// The error of `write`; a [`FileError`] if the path names something that is not a file, or the file cannot be written.
/// The old file stays then, unless only the last operation fails, syncing the folder: the new file has already replaced it.
pub fn replace<R, E: From<FileError>>(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<R, E>,
) -> Result<R, E> {
    let (temporary, mut file) = Temporary::of(path.as_ref())?;
    let written = write(&mut file)?;
    temporary.replace(path.as_ref(), file)?;
    Ok(written)
}

/// A temporary file, which is removed unless it was renamed.
struct Temporary {
    path: PathBuf,
    renamed: bool,
    /// The file that it will replace.
    target: PathBuf,
}

/// The error of an action on a file.
fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FileError {
    move |error| FileError { action, path: path.to_owned(), error }
}

impl Temporary {
    /// Creates the temporary file for a path.
    fn of(path: &Path) -> Result<(Self, BufWriter<File>), FileError> {
        let failed = || failed("write", path);
        // The target of a link is replaced, not the link.
        let target = follow(path).map_err(failed())?;
        // A device or a pipe must not be replaced.
        let old = fs::metadata(&target).ok();
        if let Some(old) = &old {
            NotAFile::of(old.file_type()).map_err(io::Error::from).map_err(failed())?;
        }
        let (temporary, file) = Self::beside(target).map_err(failed())?;
        if let Some(old) = old {
            // The new file has the permissions of the old one.
            file.set_permissions(old.permissions()).map_err(failed())?;
        }
        Ok((temporary, BufWriter::with_capacity(BUFFER, file)))
    }

    /// Renames the file when all of it has reached the disk.
    fn replace(mut self, path: &Path, mut file: BufWriter<File>) -> Result<(), FileError> {
        let flushed = file.flush().and_then(|()| file.get_ref().sync_all());
        // Some systems cannot rename an open file.
        drop(file);
        flushed.map_err(failed("write", path))?;
        fs::rename(&self.path, &self.target).map_err(failed("replace", path))?;
        self.renamed = true;
        sync_folder(&self.target).map_err(failed("sync the folder of", path))
    }

    fn beside(target: PathBuf) -> io::Result<(Self, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        const TRIES: usize = 100;
        let Some(name) = target.file_name() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
        };
        for _ in 0..TRIES {
            let number = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
            let path = target.with_file_name(format!(".{}.{number}.tmp", start(&name.to_string_lossy())));
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                // A stopped process with the same number left the file, or a process on another machine has it.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                opened => return Ok((Self { path, renamed: false, target }, opened?)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

/// The start of a name that leaves room for the suffix: names have at most 255 bytes, or 143 on encrypted file
/// systems.
fn start(name: &str) -> &str {
    const LONGEST: usize = 100;
    &name[..name.floor_char_boundary(LONGEST)]
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            // The first error is the one to report.
            drop(fs::remove_file(&self.path));
        }
    }
}

/// Syncs the folder of a renamed file: only then is the rename on disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A user may be allowed to write in a folder, but not to read it.
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        // Some file systems cannot sync folders.
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
}

/// On other systems, a folder cannot be opened.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::tests::Folder;
    #[cfg(unix)]
    use crate::files::tests::fifo;

    fn replace(
        path: impl AsRef<Path>,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), FileError> {
        let path = path.as_ref();
        super::replace(path, |file| {
            write(file).map_err(|error| FileError { action: "write", path: path.to_owned(), error })
        })
    }

    fn names(folder: impl AsRef<Path>) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_write_that_fails_leaves_the_old_file() {
        let folder = Folder::new("fails");
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
        // A panic removes the temporary file, too.
        let panicked = std::panic::catch_unwind(|| replace(&path, |_| panic!("stopped")));
        assert!(panicked.is_err() && names(&folder).len() == 1);
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn paths_that_name_no_file() {
        let above = Folder::new("paths");
        let folder = above.join("folder");
        fs::create_dir(&folder).unwrap();
        for path in [Path::new(""), Path::new("/"), &folder] {
            assert!(replace(path, |file| file.write_all(b"x")).is_err(), "{path:?}");
        }
        let error = replace(folder.join("no/such/run"), |file| file.write_all(b"x")).unwrap_err();
        let kind = io::ErrorKind::NotFound;
        assert!(error.error.kind() == kind, "{error}");
        assert_eq!((names(&above), names(&folder)), (vec!["folder".to_owned()], Vec::new()));
    }

    /// A stopped process leaves its temporary file, and a later process may have the same number.
    #[test]
    fn names_that_are_taken_are_passed_over() {
        let folder = Folder::new("taken");
        let taken = |count: u64| folder.join(format!(".run.{}-{count}.tmp", std::process::id()));
        let mut count = 0;
        let path = folder.join("run");
        replace(&path, |file| {
            count = (0..).find(|count| taken(*count).exists()).unwrap();
            file.write_all(b"old")
        })
        .unwrap();
        // More numbers than other tests use in the meantime, but fewer than the number of tries.
        let left: Vec<PathBuf> = (count..count + 50).map(taken).collect();
        left.iter().for_each(|path| fs::write(path, b"left").unwrap());
        replace(&path, |file| file.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert!(left.iter().all(|path| fs::read(path).unwrap() == b"left"));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_not_a_file_stays() {
        let folder = Folder::new("socket");
        let path = folder.join("run");
        let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
        let text = replace(&path, |file| file.write_all(b"x")).unwrap_err().to_string();
        assert_eq!(text, format!("cannot write `{}`: it is a socket, expected a file", path.display()));
        std::os::unix::net::UnixStream::connect(&path).unwrap();
        drop(listener);
        let pipe = folder.join("pipe");
        fifo(&pipe);
        let text = replace(&pipe, |file| file.write_all(b"x")).unwrap_err().to_string();
        assert_eq!(text, format!("cannot write `{}`: it is a named pipe, expected a file", pipe.display()));
        assert_eq!(names(&folder).len(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links() {
        let folder = Folder::new("links");
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
    }

    #[cfg(unix)]
    #[test]
    fn links_to_nothing_and_links_in_a_circle() {
        use std::os::unix::fs::symlink;
        let folder = Folder::new("dangling");
        fs::create_dir(folder.join("real")).unwrap();
        symlink("next", folder.join("link")).unwrap();
        symlink("real/run", folder.join("next")).unwrap();
        for content in [b"old", b"new"] {
            replace(folder.join("link"), |file| file.write_all(content)).unwrap();
            assert_eq!(fs::read(folder.join("real/run")).unwrap(), content);
            assert_eq!(names(folder.join("real")), ["run"]);
            assert!(["link", "next"].iter().all(|name| folder.join(name).is_symlink()));
        }
        symlink("there", folder.join("here")).unwrap();
        symlink("here", folder.join("there")).unwrap();
        let text = replace(folder.join("here"), |file| file.write_all(b"x")).unwrap_err().to_string();
        assert!(text.ends_with("/here`: it is a cycle of symbolic links, expected a file"), "{text}");
        assert!(["here", "there"].iter().all(|name| folder.join(name).is_symlink()));
        // The folder at the end of the link does not exist, so nothing is created.
        symlink("no/such/run", folder.join("far")).unwrap();
        let error = replace(folder.join("far"), |file| file.write_all(b"x")).unwrap_err();
        assert_eq!(error.error.kind(), io::ErrorKind::NotFound);
        assert!(folder.join("far").is_symlink());
    }

    /// The suffix of a temporary file must not make the name too long.
    #[test]
    fn names_of_any_length_that_is_allowed() {
        let folder = Folder::new("long");
        for name in ["x".repeat(255), "x".repeat(219), "ж".repeat(127), format!("x{}", "€".repeat(84))] {
            replace(folder.join(&name), |file| {
                assert_eq!(names(&folder).len(), 1);
                file.write_all(name.as_bytes())
            })
            .unwrap();
            assert_eq!(fs::read(folder.join(&name)).unwrap(), name.as_bytes());
            fs::remove_file(folder.join(&name)).unwrap();
        }
        replace(folder.join("x".repeat(256)), |_| Ok(())).unwrap_err();
        assert_eq!(names(&folder), Vec::<String>::new());
    }
}
