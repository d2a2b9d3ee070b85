//! The unit tests of private functions. Their files are included here, so the stock optimizers need not be compiled once more.

#![allow(
    dead_code,
    missing_docs,
    unreachable_pub,
    unused_imports,
    reason = "files of the library, a part of which is tested here"
)]

#[path = "../../src/config"]
mod config {
    mod glob;
}

#[path = "../../src/torch"]
mod torch {
    mod convert {
        mod error;
        pub(crate) use error::ConvertError;
    }
    mod error;
    mod pickle {
        mod pool;
    }
    mod scheduler {
        mod cycle;
    }
    mod zip;
}

#[path = "../../src/training"]
mod training {
    mod data;
    mod file_name;
    mod log {
        mod crc32c;
    }
    mod position;
    mod shuffle;
}

/// A unit test in a file that is not included above would never run.
#[test]
fn files_with_tests_are_included() {
    const INCLUDED: [&str; 9] = [
        "config/glob.rs",
        "torch/pickle/pool.rs",
        "torch/scheduler/cycle.rs",
        "torch/zip/write.rs",
        "training/data.rs",
        "training/file_name.rs",
        "training/log/crc32c.rs",
        "training/position.rs",
        "training/shuffle.rs",
    ];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut folders, mut found) = (vec![root.clone()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains("#[cfg(test)]")) {
                found.push(path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/"));
            }
        }
    }
    found.sort();
    assert_eq!(found, INCLUDED, "include the file in this program, and add it to the list");
}
