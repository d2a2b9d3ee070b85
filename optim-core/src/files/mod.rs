//! Files of users: opened without waiting, replaced as a whole.
//!
//! A path may lead to anything: a directory, a pipe, a device, a link to nowhere. Everything here that opens or writes a
//! file goes through these functions.
//!
//! | what the path names | [`open`], [`open_with`] | [`replace`] |
//! |---|---|---|
//! | a file | opened | replaced, with the same permissions |
//! | nothing | [`io::ErrorKind::NotFound`] | made |
//! | a link to a file | the file is opened | the file is replaced, the link stays |
//! | a link to nothing | [`io::ErrorKind::NotFound`] | the file is made where the link points, the link stays |
//! | links in a circle | [`NotAFile::LinkLoop`] | [`NotAFile::LinkLoop`] |
//! | a directory, pipe, socket or device | another [`NotAFile`], at once | another [`NotAFile`], and it stays |

mod open;
mod replace;

use crate::messages::shown;
use std::fs::FileType;
use std::io;
use std::path::PathBuf;

pub use open::{open, open_with};
pub use replace::replace;

/// A file that cannot be opened or written.
#[derive(thiserror::Error)]
#[error("cannot {action} `{}`: {}", shown(path.display()), shown(error))]
#[non_exhaustive]
pub struct FileError {
    /// The action that failed.
    pub action: &'static str,
    /// The file.
    pub path: PathBuf,
    /// The error of the system, or a [`NotAFile`].
    #[source]
    pub error: io::Error,
}

crate::messages::debug_as_display!(FileError);

impl FileError {
    /// The error of a file that could not be read or written: `action` is what was tried, `"read"` for example.
    pub fn new(action: &'static str, path: impl Into<PathBuf>, error: io::Error) -> Self {
        Self { action, path: path.into(), error }
    }
}

/// The kind of a path that is not a file: the inner error of an [`io::Error`].
#[derive(Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAFile {
    /// A directory.
    #[error("it is a directory, expected a file")]
    Directory,
    /// A named pipe.
    #[error("it is a named pipe, expected a file")]
    Pipe,
    /// A socket.
    #[error("it is a socket, expected a file")]
    Socket,
    /// A device, such as a terminal or a disk.
    #[error("it is a device, expected a file")]
    Device,
    /// Symbolic links that lead to each other and never to a file.
    #[error("it is a cycle of symbolic links, expected a file")]
    LinkLoop,
    /// Anything else.
    #[error("it is not a file")]
    Other,
}

crate::messages::debug_as_display!(NotAFile);

impl NotAFile {
    /// Returns the kind as an error if it is not a file.
    fn of(found: FileType) -> Result<(), Self> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::FileTypeExt;
            if found.is_fifo() {
                return Err(Self::Pipe);
            }
            if found.is_socket() {
                return Err(Self::Socket);
            }
            if found.is_char_device() || found.is_block_device() {
                return Err(Self::Device);
            }
        }
        if found.is_file() {
            Ok(())
        } else if found.is_dir() {
            Err(Self::Directory)
        } else {
            Err(Self::Other)
        }
    }
}

impl From<NotAFile> for io::Error {
    fn from(found: NotAFile) -> Self {
        let kind = match found {
            NotAFile::Directory => io::ErrorKind::IsADirectory,
            _ => io::ErrorKind::InvalidInput,
        };
        Self::new(kind, found)
    }
}

/// Symbolic links that are followed, as Linux does.
const MOST_LINKS: usize = 40;

/// The end of a chain of symbolic links: a path that is not a link, or does not exist. The system resolves directories
/// on the way.
fn follow(path: &std::path::Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..=MOST_LINKS {
        match std::fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                let link = std::fs::read_link(&path)?;
                // A relative link starts at its folder.
                path = path.parent().map_or_else(|| link.clone(), |folder| folder.join(&link));
            }
            _ => return Ok(path),
        }
    }
    Err(NotAFile::LinkLoop.into())
}

#[cfg(test)]
mod tests {
    use std::ops::Deref;
    use std::path::{Path, PathBuf};

    /// A folder for a test, removed at its end.
    #[derive(Debug)]
    pub(super) struct Folder(PathBuf);

    impl Folder {
        pub(super) fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("optim-files-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }
    }

    impl Deref for Folder {
        type Target = Path;

        fn deref(&self) -> &Path {
            &self.0
        }
    }

    impl AsRef<Path> for Folder {
        fn as_ref(&self) -> &Path {
            &self.0
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            drop(std::fs::remove_dir_all(&self.0));
        }
    }

    /// Makes a named pipe.
    #[cfg(unix)]
    pub(super) fn fifo(path: &Path) {
        assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
    }
}
