//! The path of a step: the kernel, the graph, or kernels on a device.

use burn_core::backend::{Backend, Dispatch};
use burn_core::tensor::{Device, Tensor};

#[cfg(feature = "burn-gpu")]
use super::gpu;
use super::options::StepPath;
use super::state::ParamState;
use super::step::Step;
use super::{graph, kernel};

impl Step<'_> {
    /// # Panics
    ///
    /// If the step returns an error, with [`OnError::Panic`](super::OnError::Panic).
    pub(super) fn run<const D: usize>(
        self,
        tensor: Tensor<D>,
        grad: Tensor<D>,
        state: Option<ParamState>,
    ) -> (Tensor<D>, Option<ParamState>) {
        let (tensor, state, result) = match self.path(&tensor, state.as_ref()) {
            StepPath::Kernel => kernel::step(self, tensor, grad, state),
            #[cfg(feature = "burn-gpu")]
            StepPath::Gpu => gpu::step(self, tensor, grad, state),
            StepPath::Auto | StepPath::Graph => graph::step(self, tensor, grad, state),
        };
        if let Err(error) = result {
            self.shared.fail(error);
        }
        (tensor, state)
    }

    /// The path of this step. A path with kernels on a device may still fall back to the graph.
    #[cfg_attr(not(feature = "burn-gpu"), expect(unused_variables, reason = "only these kernels ask for the state"))]
    fn path<const D: usize>(self, tensor: &Tensor<D>, state: Option<&ParamState>) -> StepPath {
        // A parameter without elements needs no device.
        if tensor.dims().contains(&0) {
            return StepPath::Kernel;
        }
        match self.shared.options.path {
            StepPath::Auto if is_cpu(&tensor.device()) => StepPath::Kernel,
            #[cfg(feature = "burn-gpu")]
            StepPath::Auto if gpu::takes(tensor, state) => StepPath::Gpu,
            StepPath::Auto => StepPath::Graph,
            chosen => chosen,
        }
    }
}

/// Returns true if the device's backend keeps tensors in the memory of the CPU.
fn is_cpu(device: &Device) -> bool {
    let name = Dispatch::name(device.as_dispatch());
    let inner = name.strip_prefix("dispatch<").and_then(|name| name.strip_suffix('>')).unwrap_or(&name);
    let inner = inner.strip_prefix("autodiff<").and_then(|name| name.strip_suffix('>')).unwrap_or(inner);
    matches!(inner, "flex" | "ndarray" | "libtorch<cpu>")
}
