//! Files that are written here can be read by Hugging Face (`tests/safetensors/check.py`) and by this crate.

use std::collections::BTreeMap;

use ndarray::{Array2, ArrayD, array};
use optim_std::FileError;
use optim_std::indexmap::IndexMap;
use optim_std::safetensors::{SafetensorsError, SafetensorsFile, save_params};

use super::{folder, gpt2, open};

#[test]
fn what_is_written_is_read_back() {
    let folder = folder("write");
    let path = folder.join("model.safetensors");
    let signalling = f32::from_bits(0x7fa0_0001);
    let wide = array![[signalling, f32::INFINITY, 1e-45], [-0.0, 1.5, -2.5]];
    // Rows of a larger array, transposed; a number; an empty array.
    let model = IndexMap::from([
        ("b", wide.t().to_owned().into_dyn()),
        ("a.\"quoted\\\u{0}\u{1f600}", ArrayD::zeros(vec![0, 3])),
        ("", ArrayD::from_elem(vec![], 3.0)),
    ]);
    save_params(&model, &path).unwrap();
    let file = SafetensorsFile::open(&path).unwrap();
    assert_eq!(file.metadata().collect::<Vec<_>>(), [("format", "pt")]);
    let mut back: IndexMap<&str, ArrayD<f32>> =
        model.iter().map(|(name, array)| (*name, ArrayD::zeros(array.shape()))).collect();
    assert_eq!(file.load_params(&mut back).unwrap(), [""; 0]);
    for (name, array) in &model {
        assert!(array.iter().zip(&back[name]).all(|(a, b)| a.to_bits() == b.to_bits()), "{name}");
    }
    let bytes = std::fs::read(&path).unwrap();
    let header = u64::from_le_bytes(bytes[..8].try_into().unwrap());
    assert_eq!(header % 8, 0);
    // More than one piece, in double precision, not in C order.
    let large = Array2::from_shape_fn((300, 200), |(i, j)| (i * 1000 + j) as f64);
    save_params(&large.t(), &path).unwrap();
    let mut back = Array2::<f64>::zeros((200, 300));
    SafetensorsFile::open(&path).unwrap().load_params(&mut back).unwrap();
    assert_eq!(back, large.t());
    // The `safetensors` library reads it.
    let bytes = std::fs::read(&path).unwrap();
    let theirs = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(theirs.tensor("param").unwrap().shape(), [200, 300]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_written_leaves_the_old_file() {
    let folder = folder("unwritable");
    let path = folder.join("model.safetensors");
    std::fs::write(&path, "old").unwrap();
    let one = || array![1.0_f32];
    let twice = IndexMap::from([("a", BTreeMap::from([("b.c", one())])), ("a.b", BTreeMap::from([("c", one())]))]);
    let error = save_params(&twice, &path).unwrap_err();
    assert!(matches!(error, SafetensorsError::Unwritable { .. }));
    assert_eq!(error.to_string(), "this cannot be saved: two parameters are called `a.b.c`");
    let reserved = BTreeMap::from([("__metadata__", one())]);
    assert!(save_params(&reserved, &path).unwrap_err().to_string().contains("has another meaning in the file"));
    let error = save_params(&one(), folder.join("no/such/folder")).unwrap_err();
    assert!(matches!(error, SafetensorsError::File(FileError { action: "write", .. })), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), b"old");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Writes the files for `tests/safetensors/check.py` to the folder in the environment variable `OPTIM_EXPORT`.
#[test]
#[ignore = "for tests/safetensors/check.py"]
fn write_for_torch() {
    let folder = std::path::PathBuf::from(std::env::var_os("OPTIM_EXPORT").expect("OPTIM_EXPORT names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    let mut model = gpt2::<f32>(str::to_owned);
    open("gpt2_parts/model.safetensors.index.json").load_params(&mut model).unwrap();
    save_params(&model, folder.join("model.safetensors")).unwrap();
}
