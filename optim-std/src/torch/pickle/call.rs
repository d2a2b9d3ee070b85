//! What a pickle may call.

use super::global::{Global, find, parts, tensor};
use super::read::Machine;
use super::{Id, Node};
use crate::torch::error::TorchError;

impl Machine<'_> {
    /// Looks a name up that is on the stack.
    pub(super) fn named_on_stack(&mut self) -> Result<(), TorchError> {
        let (name, module) = (self.pop()?, self.pop()?);
        let node = match (&self.nodes[module as usize], &self.nodes[name as usize]) {
            (Node::Str(module), Node::Str(name)) => find(module, name)?,
            _ => return Err(self.input.damaged("a name is no text")),
        };
        self.push(node)
    }

    /// Calls a constructor with a tuple of arguments.
    pub(super) fn call(&mut self) -> Result<(), TorchError> {
        let (args, callee) = (self.pop()?, self.pop()?);
        let Node::Global(global) = self.nodes[callee as usize] else {
            return Err(TorchError::Refused { name: self.nodes[callee as usize].kind().to_owned() });
        };
        let Node::Tuple(args) = &self.nodes[args as usize] else {
            return Err(self.input.damaged("arguments are no tuple"));
        };
        let first = args.first().copied();
        let node = match global {
            Global::Dict => match first {
                Some(pairs) => return self.dict_of(pairs),
                None => Node::Dict(Vec::new()),
            },
            // Its argument makes values that are missing, which nobody asks for.
            Global::DefaultDict => Node::Dict(Vec::new()),
            Global::Device => Node::Device,
            Global::Set | Global::List | Global::Tuple => {
                let elements = match first {
                    None => Vec::new(),
                    Some(id) => {
                        parts(&self.nodes, id).ok_or_else(|| self.input.damaged("elements are no list"))?.to_vec()
                    }
                };
                self.copied += elements.len();
                match global {
                    Global::Set => Node::Set(elements),
                    Global::List => Node::List(elements),
                    _ => Node::Tuple(elements),
                }
            }
            Global::Tensor | Global::TensorOfType => {
                let layout = tensor(&self.nodes, args, global == Global::TensorOfType);
                Node::Tensor(Box::new(layout.map_err(|wrong| self.input.damaged(wrong))?))
            }
            Global::Parameter => match first {
                Some(id) if matches!(self.nodes[id as usize], Node::Tensor(_)) => {
                    self.stack.push(id);
                    return Ok(());
                }
                _ => return Err(self.input.damaged("a parameter has no tensor")),
            },
            Global::Plain => return Err(self.input.damaged("a type of numbers or text is called")),
        };
        self.push(node)
    }

    /// A dict of a list of pairs.
    fn dict_of(&mut self, pairs: Id) -> Result<(), TorchError> {
        // A `Counter` is made of a dict.
        if let Node::Dict(entries) = &self.nodes[pairs as usize] {
            let entries = entries.clone();
            self.copied += 2 * entries.len();
            return self.push(Node::Dict(entries));
        }
        let pair = |&id: &Id| match parts(&self.nodes, id) {
            Some(&[key, value]) => Some((key, value)),
            _ => None,
        };
        let entries: Option<Vec<_>> = parts(&self.nodes, pairs).and_then(|list| list.iter().map(pair).collect());
        let entries = entries.ok_or_else(|| self.input.damaged("a dict is made of what are no pairs"))?;
        self.copied += 2 * entries.len();
        self.push(Node::Dict(entries))
    }

    /// Attributes of a dict, such as the `_metadata` of a module's state, say nothing about its contents; nothing else has any.
    pub(super) fn set_attributes(&mut self) -> Result<(), TorchError> {
        self.pop()?;
        match &self.nodes[self.top()? as usize] {
            Node::Dict(_) => Ok(()),
            other => Err(TorchError::Refused { name: format!("{}.__setstate__", other.kind()) }),
        }
    }
}
