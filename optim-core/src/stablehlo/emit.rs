//! The steps of several parameters as one module.

use std::cell::RefCell;

use super::Module;
use super::body::ModuleValue;
use super::error::StableHloError;
use super::model::{Load, Model, ParamGraph};
use super::ports::Ports;
use super::signature::Role;
use super::types::{ElementType, Type};
use super::writer::{Of, Writer};
use crate::kernel;
use crate::lang::{Dtype, Fold, Graph, Leaf, Node, Op, Share, Target, side_by_side};

impl Model {
    pub(crate) fn module(&self, elements: Dtype) -> Result<Module, StableHloError> {
        let mut writer = Writer::new(elements.into(), ElementType::F64);
        let ports = Ports::of(self, &writer);
        let grads = self.grads(&mut writer, &ports);
        let values = self.values(&mut writer, &ports, &grads)?;
        let mut results = self.results(&mut writer, &ports, &values);
        self.watch(&mut writer, &ports, &mut results);
        Ok(ports.into_module(self, &writer, &results))
    }

    fn place(&self, part: usize) -> Of<'_> {
        Of { graph: &self.parts[part].graph, param: &self.parts[part].name }
    }

    /// The gradients of all parameters, scaled and clipped.
    fn grads(&self, writer: &mut Writer, ports: &Ports) -> Vec<Option<ModuleValue>> {
        let grad = |part: &ParamGraph| ports.value(&Role::Grad { param: part.name.clone() });
        let grads: Vec<Option<ModuleValue>> = self.parts.iter().map(grad).collect();
        let Load { scale, clip_norm, clip_value } = self.load;
        let scalar = Type::scalar(writer.scalar);
        let mut factor = (scale != 1.0).then(|| writer.body.constant(scale, &scalar));
        if let Some(max) = clip_norm {
            let mut squares = Vec::new();
            for grad in grads.iter().flatten() {
                let axes: Vec<usize> = (0..grad.sizes().len()).collect();
                let mut wide = writer.body.convert(grad, writer.scalar);
                if scale != 1.0 {
                    wide = writer.body.with_constant("multiply", &wide, scale);
                }
                let square = writer.body.binary("multiply", &wide, &wide);
                squares.push(writer.body.reduce("add", &square, 0.0, &axes));
            }
            let sum = writer.joint(kernel::Fold::Sum, &squares);
            let body = &mut writer.body;
            let norm = body.unary("sqrt", &sum);
            let norm = body.with_constant("add", &norm, 1e-6);
            let max = body.constant(max, &scalar);
            let shrink = body.binary("divide", &max, &norm);
            // A norm that is NaN makes every gradient NaN, as `minimum` does.
            let shrink = body.with_constant("minimum", &shrink, 1.0);
            factor = Some(if scale == 1.0 { shrink } else { body.with_constant("multiply", &shrink, scale) });
        }
        let mut load = |grad: ModuleValue| {
            let body = &mut writer.body;
            let mut grad = grad;
            if let Some(factor) = &factor {
                let factor = body.convert(factor, grad.element());
                let factor = body.broadcast(&factor, grad.sizes());
                grad = body.binary("multiply", &grad, &factor);
            }
            if let Some(max) = clip_value {
                let raised = body.with_constant("maximum", &grad, -max);
                grad = body.with_constant("minimum", &raised, max);
            }
            grad
        };
        grads.into_iter().map(|grad| grad.map(&mut load)).collect()
    }

    /// The values of all nodes of all graphs.
    fn values(
        &self,
        writer: &mut Writer,
        ports: &Ports,
        grads: &[Option<ModuleValue>],
    ) -> Result<Vec<Vec<ModuleValue>>, StableHloError> {
        let graphs: Vec<&Graph> = self.parts.iter().map(|part| &part.graph).collect();
        let writer = RefCell::new(writer);
        let value = |part: usize, id: usize, values: &mut [ModuleValue], joint: Option<&ModuleValue>| {
            let (of, node) = (self.place(part), &graphs[part].nodes()[id]);
            let writer = &mut **writer.borrow_mut();
            match (joint, node.op()) {
                (Some(joint), _) => Ok(joint.clone()),
                (None, Op::Leaf(leaf)) => self.leaf(writer, (part, node), leaf, ports, grads),
                (None, _) => writer.node(of, node, values),
            }
        };
        let join = |fold: Fold, shares: &[Share<'_, ModuleValue>]| {
            let shares: Vec<_> = shares.iter().map(|share| (self.place(share.run), share.node, share.values)).collect();
            writer.borrow_mut().global(fold, &shares)
        };
        side_by_side(&graphs, value, join)
    }

    fn leaf(
        &self,
        writer: &mut Writer,
        (part, node): (usize, &Node),
        leaf: &Leaf,
        ports: &Ports,
        grads: &[Option<ModuleValue>],
    ) -> Result<ModuleValue, StableHloError> {
        let of = self.place(part);
        let given = match leaf {
            Leaf::Grad => grads[part].clone(),
            Leaf::Draw { step, .. } => {
                let counted = step.as_ref().and_then(|state| ports.value(&self.state_role(part, state)));
                let t = match counted {
                    Some(steps) => Some(writer.body.with_constant("add", &steps, 1.0)),
                    None => ports.value(&self.step_role(part)),
                };
                let t = t.ok_or_else(|| of.malformed(node))?;
                return writer.draw(of, node, leaf, &t);
            }
            leaf => self.role(part, leaf).and_then(|role| ports.value(&role)),
        };
        let given = given.ok_or_else(|| of.malformed(node))?;
        let to = writer.type_of(of, node);
        let given = writer.body.convert(&given, to.element);
        Ok(writer.body.reshape(&given, &to.sizes))
    }

    /// The results in the order of their ports.
    fn results(&self, writer: &mut Writer, ports: &Ports, values: &[Vec<ModuleValue>]) -> Vec<ModuleValue> {
        let mut results = ports.unchanged();
        for (place, part) in self.parts.iter().enumerate() {
            let of = self.place(place);
            for store in part.graph.stores() {
                let role = match store.target() {
                    Target::Param => Role::Param { param: part.name.clone() },
                    Target::State(state) => self.state_role(place, state),
                    Target::Output(name) => self.output_role(place, name),
                    Target::Value => Role::Value,
                };
                let Some(result) = ports.result(&role) else { continue };
                let to = ports.results[result].of.clone();
                let mut value = writer.kept(of, &values[place][store.value()], store.extent(), &to);
                if matches!(store.target(), Target::State(_)) {
                    value = writer.flushed(&value);
                }
                results[result] = value;
            }
        }
        results
    }

    /// The role of a leaf in the module; `None` for a draw, which is not an argument.
    pub(super) fn role(&self, part: usize, leaf: &Leaf) -> Option<Role> {
        let param = self.parts[part].name.clone();
        Some(match leaf {
            Leaf::Param => Role::Param { param },
            Leaf::Grad => Role::Grad { param },
            Leaf::Step => self.step_role(part),
            Leaf::Hyper { name, value } => {
                Role::Hyper { group: self.parts[part].group.clone(), name: name.clone(), value: *value }
            }
            Leaf::State { name } => self.state_role(part, name),
            Leaf::Input { name } if self.global_inputs.contains(name) => {
                Role::Input { param: None, input: name.clone() }
            }
            Leaf::Input { name } => Role::Input { param: Some(param), input: name.clone() },
            Leaf::Draw { .. } => return None,
        })
    }

    /// A state of a parameter by its name, or a global one.
    pub(super) fn state_role(&self, part: usize, state: &str) -> Role {
        match self.parts[part].globals.get(state) {
            Some(name) => Role::Global { state: name.clone() },
            None => Role::State { param: self.parts[part].name.clone(), state: state.to_owned() },
        }
    }

    /// An output of a parameter by its name, or a global one.
    pub(super) fn output_role(&self, part: usize, output: &str) -> Role {
        let param = (!self.global_outputs.iter().any(|global| global == output)).then(|| self.parts[part].name.clone());
        Role::Output { param, output: output.to_owned() }
    }

    /// The step count of a parameter, which is that of all where they are equal.
    pub(super) fn step_role(&self, part: usize) -> Role {
        let value = self.parts[part].step;
        let equal = self.parts.iter().all(|other| other.step == value);
        Role::Step { param: (!equal).then(|| self.parts[part].name.clone()), value }
    }
}
