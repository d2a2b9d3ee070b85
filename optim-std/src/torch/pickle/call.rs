//! Calls that create containers. The result is data, as for containers that have an instruction.

use super::read::Machine;
use super::{Id, Node};
use crate::torch::error::TorchError;
use crate::torch::pickle::data::Runs;

/// The longest name of a class or function that is kept, in bytes.
const LONGEST_NAME: usize = 200;

/// The result of a call of a known function.
enum Container {
    Dict,
    DefaultDict,
    Set,
    List,
    Tuple,
    /// A trainable tensor, which is the first argument.
    Parameter,
    /// A tensor with attributes: `(function, type, arguments, state)`.
    Typed,
    /// An object in old protocols: `(class, …)`.
    Object,
}

impl Container {
    fn of(name: &str) -> Option<Self> {
        Some(match name.strip_prefix("__builtin__.").or(name.strip_prefix("builtins.")).unwrap_or(name) {
            "collections.OrderedDict" | "collections.Counter" | "dict" => Self::Dict,
            "collections.defaultdict" => Self::DefaultDict,
            "set" | "frozenset" => Self::Set,
            "list" => Self::List,
            "tuple" | "torch.Size" => Self::Tuple,
            "torch._utils._rebuild_parameter" | "torch._utils._rebuild_parameter_with_state" => Self::Parameter,
            "torch._tensor._rebuild_from_type" | "torch._tensor._rebuild_from_type_v2" => Self::Typed,
            "copyreg._reconstructor" | "copy_reg._reconstructor" | "copyreg.__newobj__" => Self::Object,
            _ => return None,
        })
    }
}

impl Machine<'_> {
    /// Reads a name from the stack.
    pub(super) fn named_on_stack(&mut self) -> Result<(), TorchError> {
        let (name, module) = (self.pop()?, self.pop()?);
        let name = match (self.data.str(module), self.data.str(name)) {
            (Some(module), Some(name)) => format!("{}.{}", shortened(module), shortened(name)),
            _ => return Err(self.input.damaged("a name is not text")),
        };
        let id = self.data.push_global(&[&name]);
        self.push_id(id)
    }

    /// The class or function that the next two lines name. The first line is the module.
    pub(super) fn named(&mut self) -> Result<Id, TorchError> {
        let (module, name) = (self.input.line()?, self.input.line()?);
        Ok(self.data.push_global(&[shortened(module), ".", shortened(name)]))
    }

    /// The result of a call: a container, the first argument, or the call itself as data.
    pub(super) fn call(&mut self, callee: Id, args: Id) -> Result<(), TorchError> {
        let id = match self.container(callee, args)? {
            Some(id) => id,
            None => self.data.push(Node::Call(callee, args)),
        };
        self.push_id(id)
    }

    fn container(&mut self, callee: Id, args: Id) -> Result<Option<Id>, TorchError> {
        let Some(container) = self.data.global(callee).and_then(Container::of) else { return Ok(None) };
        let first = self.data.part(args, 0);
        let found = match container {
            Container::Dict => match first {
                Some(pairs) => self.dict_of(pairs)?,
                None => Some(self.data.push(Node::Dict(Runs::EMPTY))),
            },
            // The argument would create missing values. They are not needed.
            Container::DefaultDict => Some(self.data.push(Node::Dict(Runs::EMPTY))),
            Container::Set => self.elements_of(first)?.map(|runs| self.data.push(Node::Set(runs))),
            Container::List => self.elements_of(first)?.map(|runs| self.data.push(Node::List(runs))),
            Container::Tuple => match first {
                None => Some(Id::EMPTY_TUPLE),
                first => first.filter(|&id| matches!(self.data.node(id), Node::Tuple(..) | Node::List(_))),
            },
            Container::Parameter => first,
            Container::Typed => match (first, self.data.part(args, 2)) {
                (Some(function), Some(args)) => Some(self.data.push(Node::Call(function, args))),
                _ => None,
            },
            Container::Object => first.map(|class| self.data.push(Node::Call(class, Id::EMPTY_TUPLE))),
        };
        Ok(found)
    }

    /// A copy of the elements of a list; empty without a list.
    fn elements_of(&mut self, list: Option<Id>) -> Result<Option<Runs>, TorchError> {
        let Some(list) = list else { return Ok(Some(Runs::EMPTY)) };
        let Some(elements) = self.data.elements(list) else { return Ok(None) };
        let count = elements.clone().count();
        self.check_memory(2 * count * size_of::<Id>())?;
        let elements: Vec<Id> = elements.collect();
        Ok(Some(self.data.extend(Runs::EMPTY, elements.into_iter())))
    }

    /// A dict from another dict, or from a list of pairs.
    fn dict_of(&mut self, pairs: Id) -> Result<Option<Id>, TorchError> {
        if let Node::Dict(runs) = self.data.node(pairs) {
            return Ok(Some(self.data.push(Node::Dict(runs))));
        }
        let Some(list) = self.data.elements(pairs) else { return Ok(None) };
        self.check_memory(4 * list.clone().count() * size_of::<Id>())?;
        let mut entries = Vec::new();
        for pair in list {
            let mut pair = self.data.elements(pair).into_iter().flatten();
            match (pair.next(), pair.next(), pair.next()) {
                (Some(key), Some(value), None) => entries.extend([key, value]),
                _ => return Ok(None),
            }
        }
        let runs = self.data.extend(Runs::EMPTY, entries.into_iter());
        Ok(Some(self.data.push(Node::Dict(runs))))
    }

    /// Sets the attributes of an object. Attributes of a dict, such as the `_metadata` of a module's state, are dropped.
    pub(super) fn set_attributes(&mut self) -> Result<(), TorchError> {
        let state = self.pop()?;
        let top = self.top()?;
        self.data.change_object(top, |object| object.state = Some(state));
        Ok(())
    }
}

/// The start of a name that is too long.
fn shortened(name: &str) -> &str {
    let mut end = name.len().min(LONGEST_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    &name[..end]
}
