//! What a pickle may name: constructors of plain data, and types of elements.

use super::{Id, Node, Storage};
use crate::torch::error::TorchError;
use crate::torch::tensor::{DType, Layout};

/// What a known name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::torch) enum Global {
    Dict,
    DefaultDict,
    Set,
    List,
    Tuple,
    /// A number or text, as the default of a dict.
    Plain,
    Device,
    /// `torch._utils._rebuild_tensor_v2(storage, offset, size, stride, …)`.
    Tensor,
    /// `torch._utils._rebuild_tensor_v3(storage, offset, size, stride, requires_grad, hooks, dtype, …)`.
    TensorOfType,
    /// `torch._utils._rebuild_parameter(tensor, …)`: the tensor.
    Parameter,
}

/// What a pickle may name, and nothing else.
pub(super) fn find(module: &str, name: &str) -> Result<Node, TorchError> {
    let global = match (module, name) {
        ("collections", "OrderedDict" | "Counter") => Global::Dict,
        ("collections", "defaultdict") => Global::DefaultDict,
        ("builtins" | "__builtin__", name) => match name {
            "dict" => Global::Dict,
            "set" | "frozenset" => Global::Set,
            "list" => Global::List,
            "tuple" => Global::Tuple,
            "int" | "float" | "bool" | "str" => Global::Plain,
            _ => return Err(refused(module, name)),
        },
        ("torch._utils", name) => match name {
            "_rebuild_tensor" | "_rebuild_tensor_v2" => Global::Tensor,
            "_rebuild_tensor_v3" => Global::TensorOfType,
            "_rebuild_parameter" | "_rebuild_parameter_with_state" => Global::Parameter,
            _ => return Err(refused(module, name)),
        },
        ("torch.storage", "UntypedStorage") => return Ok(Node::DType(DType::U8)),
        ("torch", "Size") => Global::Tuple,
        ("torch", "device") => Global::Device,
        ("torch", name) => {
            let dtype = name.strip_suffix("Storage").map_or_else(|| DType::of_torch(name), DType::of_storage);
            return dtype.map(Node::DType).ok_or_else(|| refused(module, name));
        }
        _ => return Err(refused(module, name)),
    };
    Ok(Node::Global(global))
}

pub(super) fn refused(module: &str, name: &str) -> TorchError {
    // A name may be as long as the file.
    let name: String = format!("{module}.{name}").chars().take(120).collect();
    TorchError::Refused { name }
}

/// Why a tensor was not described.
pub(super) type Wrong = &'static str;

/// The elements of a tuple or a list.
pub(super) fn parts(nodes: &[Node], id: Id) -> Option<&[Id]> {
    match nodes.get(id as usize)? {
        Node::Tuple(parts) | Node::List(parts) => Some(parts),
        _ => None,
    }
}

/// The tensor of `_rebuild_tensor…(storage, offset, size, stride, …)`.
pub(super) fn tensor(nodes: &[Node], args: &[Id], of_type: bool) -> Result<Layout, Wrong> {
    let node = |place: usize| args.get(place).and_then(|&id| nodes.get(id as usize));
    let Some(Node::Storage(storage)) = node(0) else { return Err("a tensor has no storage") };
    let Storage { key, mut dtype } = (**storage).clone();
    if of_type {
        let Some(&Node::DType(given)) = node(6) else { return Err("a tensor has no type of elements") };
        dtype = given;
    }
    let Some(&Node::Int(offset)) = node(1) else { return Err("a tensor has no offset") };
    let numbers = |place: usize| -> Option<Vec<usize>> {
        let parts = parts(nodes, *args.get(place)?)?;
        let number = |&id| match nodes.get(id as usize) {
            Some(&Node::Int(number)) => usize::try_from(number).ok(),
            _ => None,
        };
        // No array has more axes; each costs 8 bytes here and might cost one in the file.
        if parts.len() > 64 { None } else { parts.iter().map(number).collect() }
    };
    let (Some(shape), Some(strides)) = (numbers(2), numbers(3)) else { return Err("a tensor has no shape or strides") };
    let offset = usize::try_from(offset).map_err(|_| "a tensor has a wrong offset")?;
    if shape.len() != strides.len() {
        return Err("a tensor has more axes than strides, or fewer");
    }
    Ok(Layout { storage: key, dtype, offset, shape, strides })
}

/// The storage of a persistent id `('storage', type, key, location, elements)`.
pub(super) fn storage(nodes: &[Node], id: Id) -> Result<Storage, Wrong> {
    let wrong = "something outside of the file is asked for that is no storage";
    let parts = parts(nodes, id).ok_or(wrong)?;
    let node = |place: usize| parts.get(place).and_then(|&id| nodes.get(id as usize));
    match (node(0), node(1), node(2)) {
        (Some(Node::Str(kind)), Some(&Node::DType(dtype)), Some(Node::Str(key))) if &**kind == "storage" => {
            Ok(Storage { key: key.clone(), dtype })
        }
        _ => Err(wrong),
    }
}
