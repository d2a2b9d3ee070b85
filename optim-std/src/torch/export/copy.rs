//! Values of another file that are copied unchanged.

use std::io::Write;

use crate::torch::dtype::DType;
use crate::torch::error::TorchError;
use crate::torch::output::Output;
use crate::torch::value::TorchValue;

/// Returns true if a value can be copied: numbers, text, tensors of floating-point numbers, and lists, tuples and dicts of these.
pub(super) fn is_plain(value: &TorchValue) -> bool {
    all_plain(value, 0, &mut 0)
}

/// Checks values with limits: a file may contain lists that contain themselves, or one list many times.
fn all_plain(value: &TorchValue, depth: usize, count: &mut usize) -> bool {
    const MOST_NESTED: usize = 4;
    const MOST: usize = 1 << 12;
    *count += 1;
    if depth > MOST_NESTED || *count > MOST || value.len().is_ok_and(|len| len > MOST) {
        return false;
    }
    if value.is_tensor() {
        return value.tensor().is_ok_and(|tensor| {
            *count = tensor.shape().iter().fold(1, |len: usize, &axis| len.saturating_mul(axis)).saturating_add(*count);
            *count <= MOST && is_float(tensor.dtype())
        });
    }
    if let Ok(parts) = value.elements() {
        return parts.iter().all(|part| all_plain(part, depth + 1, count));
    }
    if let Ok(keys) = value.keys() {
        // Keys that are numbers would become text.
        let is_text = value.len().is_ok_and(|len| len == keys.len());
        return is_text
            && value.entries().is_ok_and(|parts| parts.iter().all(|(_, part)| all_plain(part, depth + 1, count)));
    }
    value.is_none() || value.as_bool().is_ok() || value.as_f64().is_ok() || value.as_str().is_ok()
}

fn is_float(dtype: DType) -> bool {
    matches!(dtype, DType::F64 | DType::F32 | DType::F16 | DType::BF16)
}

/// Writes a value for which [`is_plain`] is true.
pub(super) fn write<W: Write>(file: &mut Output<W>, value: &TorchValue) -> Result<(), TorchError> {
    if let Ok(value) = value.as_bool() {
        file.pickle.bool(value);
    } else if let Ok(number) = value.as_int() {
        file.pickle.int(number);
    } else if let Ok(text) = value.as_str() {
        file.pickle.str(text);
    } else if value.is_tensor() {
        file.tensor(&value.tensor()?.to_data()?)?;
    } else if let Ok(number) = value.as_f64() {
        file.pickle.float(number);
    } else if let Ok(parts) = value.elements() {
        let is_tuple = value.kind() == "a tuple";
        match is_tuple {
            true => file.pickle.begin_tuple(),
            false => file.pickle.begin_list(),
        }
        parts.iter().try_for_each(|part| write(file, part))?;
        match is_tuple {
            true => file.pickle.end_tuple(),
            false => file.pickle.end_list(),
        }
    } else if let Ok(entries) = value.entries() {
        file.pickle.begin_dict();
        for (key, part) in &entries {
            file.pickle.str(key);
            write(file, part)?;
        }
        file.pickle.end_dict();
    } else {
        file.pickle.none();
    }
    Ok(())
}
