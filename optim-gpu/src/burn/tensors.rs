//! The buffers of burn's tensors.

use burn_core::backend::{Backend, BackendTypes, DispatchDevice, TensorMetadata};
use burn_core::tensor::{Device, Tensor};
use burn_cubecl::kernel::into_contiguous;
use burn_cubecl::tensor::CubeTensor;
use burn_cubecl::{Cube, CubeBackend};
use burn_fusion::stream::StreamId;
use burn_fusion::{Client, FusionBackend, FusionTensor, NoOp};
use burn_ir::{InitOperationIr, OperationIr};

use crate::launch::Array;

/// A tensor of a backend with or without fusion. Features of burn decide which backend [`Cube`] has, so both are implemented for any backend.
trait Below<B: Backend>: Sized {
    /// The type that makes such tensors.
    type Client;

    /// The tensor without fusion, after all operations that fusion has delayed for it.
    fn lower(self) -> (B::FloatTensorPrimitive, Self::Client);

    /// The tensor with fusion again, if it had fusion.
    fn raise(below: B::FloatTensorPrimitive, client: &Self::Client) -> Self;
}

impl Below<CubeBackend> for CubeTensor {
    type Client = ();

    fn lower(self) -> (CubeTensor, ()) {
        (self, ())
    }

    fn raise(below: CubeTensor, (): &()) -> Self {
        below
    }
}

impl<B: FusionBackend> Below<B> for FusionTensor<B::FusionRuntime> {
    type Client = Client<B::FusionRuntime>;

    fn lower(self) -> (B::FloatTensorPrimitive, Self::Client) {
        let client = self.client.clone();
        (client.resolve_tensor_float::<B>(self), client)
    }

    fn raise(below: B::FloatTensorPrimitive, client: &Self::Client) -> Self {
        let (shape, dtype) = (below.shape(), below.dtype());
        let handle = B::float_tensor_handle(below);
        let made = InitOperationIr::create(shape, dtype, || client.register_tensor_handle(handle));
        let mut outputs = client.register(StreamId::current(), OperationIr::Init(made), NoOp::<B>::new());
        outputs.remove(0)
    }
}

/// Returns true for devices of CubeCL, with or without autodiff.
pub fn is_cubecl(device: &Device) -> bool {
    matches!(device.clone().inner().as_dispatch(), DispatchDevice::Cube(_))
}

type Primitive = <Cube as BackendTypes>::FloatTensorPrimitive;

/// The tensor in a buffer that has its elements in C order. `None` if it is not on a device of CubeCL.
pub(super) fn read<const D: usize>(tensor: Tensor<D>) -> Option<CubeTensor> {
    let primitive = tensor.inner().try_into_primitive::<Cube>().ok()?;
    let (tensor, _) = <Primitive as Below<CubeBackend>>::lower(primitive);
    Some(into_contiguous(tensor))
}

/// The same tensor with its elements in C order, in a buffer that no other tensor uses and that this thread made. If
/// this is already true, it keeps its buffer. The returned tensor of CubeCL has this buffer too.
fn own<const D: usize>(tensor: Tensor<D>) -> Option<(Tensor<D>, CubeTensor)> {
    // From here on, the graph of autodiff does not use the tensor.
    let primitive = tensor.inner().try_into_primitive::<Cube>().ok()?;
    let (tensor, client) = <Primitive as Below<CubeBackend>>::lower(primitive);
    // If the buffer was not in C order, this makes a new one.
    let tensor = into_contiguous(tensor);
    // Other tensors may read a buffer of another thread. They would not wait for what this thread writes.
    let is_own = tensor.can_mut() && tensor.handle.stream == StreamId::current();
    let tensor = if is_own { tensor } else { into_contiguous(tensor.copy()) };
    let raised = <Primitive as Below<CubeBackend>>::raise(tensor.clone(), &client);
    Some((Tensor::from_primitive::<Cube>(raised), tensor))
}

/// A parameter without autodiff in its own buffer, see [`own`], this buffer, and the buffer of its gradient. Both have elements and are on the same device
/// of CubeCL.
///
/// # Panics
///
/// If they are on another device, or have no elements.
pub(super) fn take<const D: usize>(tensor: Tensor<D>, grad: Tensor<D>) -> (Tensor<D>, Array, Array) {
    // The gradient first: if it is the parameter itself, the parameter has to get another buffer.
    let grad = read(grad);
    let len = tensor.shape().num_elements();
    let own = own(tensor);
    let (Some(grad), Some((tensor, own))) = (grad, own) else {
        unreachable!("the devices were checked");
    };
    let array = |tensor: &CubeTensor| Array::of_elements(&tensor.handle, len);
    let (Some(own), Some(grad)) = (array(&own), array(&grad)) else {
        unreachable!("a tensor of burn has a buffer for all its elements");
    };
    (tensor, own, grad)
}
