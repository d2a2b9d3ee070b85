//! Damaged files, and pickles of random instructions: each gives an error or other numbers, without a panic.

use std::panic::catch_unwind;

use optim_std::torch::{TorchFile, TorchValue};

use super::hostile::open_pickle;
use super::{builder, open, path};

/// Reads all values.
fn use_up(value: &TorchValue, depth: usize) {
    drop((value.class().map(str::len), value.len(), value.as_device(), value.as_dtype()));
    drop((value.as_f64(), value.as_bool(), value.as_str(), value.as_int(), format!("{value:?}")));
    if let Ok(tensor) = value.tensor() {
        drop((tensor.to_array::<f32>(), tensor.to_number()));
    }
    if depth == 0 {
        return;
    }
    for key in value.keys().unwrap_or_default() {
        use_up(&value.get(key).unwrap(), depth - 1);
    }
    for part in [value.arguments(), value.attributes()].into_iter().flatten() {
        use_up(&part, depth - 1);
    }
    for element in value.elements().unwrap_or_default() {
        use_up(&element, depth - 1);
    }
}

fn survives(bytes: Vec<u8>, what: &str) {
    let result = catch_unwind(|| {
        let Ok(file) = TorchFile::from_bytes(bytes) else { return };
        use_up(&file.root(), 5);
        let mut model = super::tensors::<f32>(&open("adamw").get("model").unwrap());
        if let Ok(value) = file.get("model") {
            drop(value.load_params(&mut model));
        }
        let mut opt = builder("AdamW", &[], true).build(&model).unwrap();
        if let Ok(state) = file.optimizer()
            && let Ok((state, _)) = state.convert_for(&opt, &super::names(true))
        {
            drop(opt.load_state_dict(&state, &optim_std::LoadOptions::strict()));
        }
    });
    assert!(result.is_ok(), "panicked: {what}");
}

#[test]
fn damaged_files_are_errors() {
    // Files of both formats.
    for file in ["adamw", "foreign", "foreign_before_1_6"] {
        damaged(file);
    }
}

fn damaged(file: &str) {
    let bytes = std::fs::read(path(file)).unwrap();
    for len in (0..bytes.len()).step_by(29) {
        survives(bytes[..len].to_vec(), &format!("cut at {len}"));
    }
    // Every third byte of the pickle, of the list of files and of the end is changed in some way.
    let mut random = 1_u64;
    let mut next = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize
    };
    let pickle = bytes.windows(2).position(|pair| pair == [0x80, 2]).unwrap();
    for place in (0..pickle + 1400).chain(bytes.len() - 1700..bytes.len()).step_by(3) {
        if place >= bytes.len() {
            continue;
        }
        let mut damaged = bytes.clone();
        damaged[place] = match next() % 3 {
            0 => 0xff,
            1 => damaged[place] ^ (1 << (next() % 8)),
            _ => next() as u8,
        };
        survives(damaged, &format!("byte {place} changed"));
    }
    for round in 0..400 {
        let mut damaged = bytes.clone();
        for _ in 0..1 + next() % 8 {
            let place = next() % damaged.len();
            match next() % 3 {
                0 => damaged[place] = next() as u8,
                1 => drop(damaged.remove(place)),
                _ => damaged.insert(place, next() as u8),
            }
        }
        survives(damaged, &format!("round {round}"));
    }
}

/// Pickles of random instructions, in a valid archive.
#[test]
fn random_pickles_are_errors_or_data() {
    let pieces: [&[u8]; 38] = [
        b"N",
        b"\x88",
        b"K\x01",
        b"J\xff\xff\xff\xff",
        b"G?\xf0\0\0\0\0\0\0",
        b"X\x01\0\0\0a",
        b")",
        b"]",
        b"}",
        b"\x8f",
        b"\x85",
        b"\x86",
        b"\x87",
        b"(",
        b"t",
        b"l",
        b"d",
        b"a",
        b"e",
        b"s",
        b"u",
        b"0",
        b"1",
        b"2",
        b"q\0",
        b"h\0",
        b"\x94",
        b"R",
        b"b",
        b"Q",
        b"\x81",
        b"o",
        b"cos\nsystem\n",
        b"cargparse\nNamespace\n",
        b"cnumpy.core.multiarray\nscalar\n",
        b"cnumpy.core.multiarray\n_reconstruct\n",
        b"ccollections\nOrderedDict\n",
        b"ctorch._utils\n_rebuild_tensor_v2\n",
    ];
    let mut random = 7_u64;
    let mut opened = 0;
    for round in 0..10_000 {
        let mut pickle = b"\x80\x02".to_vec();
        for _ in 0..3 + round % 20 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            pickle.extend(pieces[(random >> 33) as usize % pieces.len()]);
        }
        pickle.push(b'.');
        if let Ok(file) = open_pickle(&pickle) {
            use_up(&file.root(), 5);
            opened += 1;
        }
    }
    assert!(opened > 100, "{opened}");
}
