//! Opening files, and nothing but files.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use super::{FileError, NotAFile, follow};

/// Opens a file to read.
///
/// # Errors
///
/// Returns an error if there is no such file, it cannot be opened, or the path names something else: a directory, a pipe, a socket, a
/// device, links in a circle ([`NotAFile`]). None of them makes this wait.
pub fn open(path: impl AsRef<Path>) -> Result<File, FileError> {
    let path = path.as_ref();
    open_with(path, OpenOptions::new().read(true)).map_err(|error| FileError {
        action: "read",
        path: path.to_owned(),
        error,
    })
}

/// Opens a file with these options, which must not truncate: what is not a file would be cut before that is known.
///
/// # Errors
///
/// As [`open`].
pub fn open_with(path: impl AsRef<Path>, options: &mut OpenOptions) -> io::Result<File> {
    open_at(path.as_ref(), options)
}

fn open_at(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = match without_waiting(options).open(path) {
        Ok(file) => file,
        // A socket, or a pipe without a reader, cannot be opened. The system's error says less than this one.
        Err(error) => {
            let found = follow(path).map(|end| std::fs::symlink_metadata(end).map(|found| found.file_type()));
            return Err(match found {
                Err(found) if error.kind() != io::ErrorKind::NotFound => found,
                Ok(Ok(found)) => NotAFile::of(found).map_or_else(io::Error::from, |()| error),
                _ => error,
            });
        }
    };
    // Checked on the open file: between a check of the path and the opening, the path could change.
    NotAFile::of(file.metadata()?.file_type())?;
    Ok(file)
}

/// Flags that keep `open` from waiting for the other end of a pipe, and from making a terminal the process's own.
#[cfg(unix)]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, libc::O_NONBLOCK | libc::O_NOCTTY)
}

/// On other systems, opening a file does not wait.
#[cfg(not(unix))]
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::files::tests::{Folder, fifo};

    fn found(error: &io::Error) -> Option<NotAFile> {
        error.get_ref()?.downcast_ref().copied()
    }

    /// Each of these paths would wait for ever or is not a file.
    #[test]
    fn what_is_not_a_file_is_told_at_once() {
        let folder = Folder::new("open");
        let pipe = folder.join("pipe");
        fifo(&pipe);
        std::fs::create_dir(folder.join("directory")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(folder.join("socket")).unwrap();
        symlink("circle", folder.join("circle")).unwrap();
        symlink("there", folder.join("here")).unwrap();
        symlink("here", folder.join("there")).unwrap();
        symlink("pipe", folder.join("link")).unwrap();
        let cases = [
            ("pipe", NotAFile::Pipe),
            ("link", NotAFile::Pipe),
            ("directory", NotAFile::Directory),
            ("socket", NotAFile::Socket),
            ("circle", NotAFile::LinkLoop),
            ("here", NotAFile::LinkLoop),
            ("/dev/zero", NotAFile::Device),
            ("/dev/tty", NotAFile::Device),
        ];
        for (name, expected) in cases {
            let path = folder.join(name);
            let error = open(&path).unwrap_err();
            // A machine without a terminal cannot test this.
            let none = name == "/dev/tty" && error.error.raw_os_error().is_some();
            assert!(none || found(&error.error) == Some(expected), "{name}: {error}");
            assert!(none || error.to_string() == format!("cannot read `{}`: {expected}", path.display()));
            let mut writing = OpenOptions::new();
            let error = open_with(&path, writing.create(true).truncate(false).write(true));
            match (name, error) {
                ("/dev/zero" | "/dev/tty", _) => {}
                (_, error) => assert_eq!(found(&error.unwrap_err()), Some(expected), "{name}"),
            }
        }
    }

    #[test]
    fn files_and_links_to_them_are_opened() {
        let folder = Folder::new("opens");
        let path = folder.join("file");
        std::fs::write(&path, b"content").unwrap();
        symlink("file", folder.join("link")).unwrap();
        symlink("nothing", folder.join("dangling")).unwrap();
        for name in ["file", "link"] {
            assert_eq!(io::read_to_string(open(folder.join(name)).unwrap()).unwrap(), "content");
        }
        for name in ["nothing", "dangling"] {
            assert_eq!(open(folder.join(name)).unwrap_err().error.kind(), io::ErrorKind::NotFound, "{name}");
        }
    }
}
