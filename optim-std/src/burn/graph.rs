//! Steps by the graph, with burn's tensors on their own device.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use burn_core::tensor::{DType, Device, Tensor};
use optim_core::Setting;
use optim_core::checkpoint::{StateEntry, TensorData};
use optim_core::draw::DrawKey;
use optim_core::evaluate::{Backend, Evaluation, Value, run};
use optim_core::lang::{Graph, Leaf, Node, Op, Store, Target};

use super::error::BurnStepError;
use super::kernel::{Stepped, initial};
use super::memory::{Memory, to_burn};
use super::optimizer::Shared;
use super::state::{Held, ParamState};
use super::tensors::BurnBackend;

/// The state of one parameter, on its device.
#[derive(Clone)]
pub(super) struct OnDevice {
    optimizer: String,
    seed: u64,
    steps: u64,
    step_count: u64,
    /// The states in the order of declaration, with the shapes of arrays.
    order: Vec<(String, Option<Vec<usize>>)>,
    values: BTreeMap<String, Value<Tensor<3>>>,
    /// The graph of all steps, if they have the same one.
    graph: Option<Arc<Graph>>,
}

/// Steps one parameter, which has elements. Nothing is copied to or from the host but first states, random numbers and operands of decompositions.
pub(super) fn step<const D: usize>(
    shared: &Shared,
    lr: f64,
    tensor: Tensor<D>,
    grad: Tensor<D>,
    mut state: Option<ParamState>,
) -> Stepped<D> {
    match stepped(shared, lr, &tensor, grad, &mut state) {
        Ok(new) => (new, state, Ok(())),
        Err(error) => (tensor, state, Err(error)),
    }
}

fn stepped<const D: usize>(
    shared: &Shared,
    lr: f64,
    tensor: &Tensor<D>,
    grad: Tensor<D>,
    state: &mut Option<ParamState>,
) -> Result<Tensor<D>, BurnStepError> {
    let (device, dtype, dims) = (tensor.device(), tensor.dtype(), tensor.dims());
    let computed = match dtype {
        DType::F64 => DType::F64,
        DType::F32 | DType::Flex32 | DType::F16 | DType::BF16 => DType::F32,
        found => return Err(BurnStepError::DType { found: format!("{found:?}") }),
    };
    if dims != grad.dims() {
        return Err(BurnStepError::Shape { param: dims.to_vec(), grad: grad.dims().to_vec() });
    }
    let known = match state {
        Some(known) => {
            shared.seen(known.place);
            match &known.held {
                Held::Device(_) => None,
                held => Some((known.place, Some(held.memory(known.place)?))),
            }
        }
        None => Some((shared.next_place(), None)),
    };
    if let Some((place, memory)) = known {
        // The first states may be made of the parameter, and what was loaded is checked, by an optimizer on the host.
        let memory = initial(shared, tensor.clone(), place, memory)?;
        let on_device = OnDevice::new(shared, &memory, &dims, &device, computed)?;
        *state = Some(ParamState { place, held: Held::Device(Box::new(on_device)) });
    }
    let Some(ParamState { place, held: Held::Device(held) }) = state else {
        return Err(BurnStepError::Data("there is no state".to_owned()));
    };
    let t = held.step_count.saturating_add(1);
    let graph = match &held.graph {
        Some(graph) => Arc::clone(graph),
        None => {
            let graph = Arc::new(shared.recipe.graph(&dims, t)?);
            held.fit(&graph);
            graph
        }
    };
    let shape = param_shape(&graph).unwrap_or([1, 1, dims.iter().product()]);
    let backend = BurnBackend::new(device, computed);
    let cast = |x: Tensor<D>| if dtype == computed { x } else { x.cast(computed) };
    let param = cast(tensor.clone()).reshape(shape);
    let grad = shared.gradient.apply(&backend, cast(grad).reshape(shape))?;
    let hypers = shared.hypers(held.steps, lr)?;
    let draws = DrawKey::new(held.seed).param(&place.to_string());
    let outputs = run(
        &backend,
        Evaluation { graph: &graph, param: &param, grad: &grad, states: &held.values, hypers: &hypers, t, draws },
    )?;
    for (name, value) in outputs.states {
        held.values.insert(name, value);
    }
    held.step_count = t;
    held.steps = held.steps.saturating_add(1);
    let Some(new) = outputs.param else { return Ok(tensor.clone()) };
    let new = new.reshape(dims);
    Ok(if dtype == computed { new } else { new.cast(dtype) })
}

/// The parameter as the graph sees it: batch, rows, columns. `None` if it neither reads nor writes anything of this shape.
fn param_shape(graph: &Graph) -> Option<[usize; 3]> {
    let read = graph.nodes().iter().find(|node| matches!(node.op(), Op::Leaf(Leaf::Param | Leaf::Grad)));
    let written = || graph.stores().iter().find(|store| *store.target() == Target::Param);
    let extent = read.map(Node::extent).or_else(|| written().map(Store::extent))?;
    Some(extent.sizes().into())
}

/// The extent of each state that the graph reads or writes.
fn extents(graph: &Graph) -> BTreeMap<&str, [usize; 3]> {
    let read = graph.nodes().iter().filter_map(|node| match node.op() {
        Op::Leaf(Leaf::State { name }) => Some((name.as_str(), node.extent().sizes().into())),
        _ => None,
    });
    let written = graph.stores().iter().filter_map(|store| match store.target() {
        Target::State(name) => Some((name.as_str(), store.extent().sizes().into())),
        _ => None,
    });
    read.chain(written).collect()
}

impl OnDevice {
    fn new(
        shared: &Shared,
        memory: &Memory,
        dims: &[usize],
        device: &Device,
        dtype: DType,
    ) -> Result<Self, BurnStepError> {
        let (mut order, mut values) = (Vec::new(), BTreeMap::new());
        for (name, state) in &memory.states {
            let (shape, value) = match state {
                StateEntry::Scalar(number) => (None, Value::Number(*number)),
                StateEntry::Tensor(data) => (Some(data.shape().to_vec()), Value::Tensor(upload(data, device, dtype)?)),
            };
            order.push((name.clone(), shape));
            values.insert(name.clone(), value);
        }
        let Memory { optimizer, seed, steps, step_count, .. } = memory.clone();
        let mut made = Self { optimizer, seed, steps, step_count, order, values, graph: None };
        if shared.has_one_graph(dims)? {
            let graph = shared.recipe.graph(dims, step_count.saturating_add(1))?;
            made.fit(&graph);
            made.graph = Some(Arc::new(graph));
        }
        Ok(made)
    }

    /// Sets the axes of the states that a step uses as they are in its graph. Other steps may use others.
    fn fit(&mut self, graph: &Graph) {
        for (name, shape) in extents(graph) {
            if let Some(Value::Tensor(x)) = self.values.get_mut(name)
                && x.dims() != shape
                && x.dims().iter().product::<usize>() == shape.iter().product::<usize>()
            {
                *x = x.clone().reshape(shape);
            }
        }
    }

    pub(super) fn memory(&self, place: u64) -> Result<Memory, BurnStepError> {
        let state = |(name, shape): &(String, Option<Vec<usize>>)| {
            let entry = match (self.values.get(name), shape) {
                (Some(Value::Number(number)), _) => StateEntry::Scalar(*number),
                (Some(Value::Tensor(x)), None) => {
                    let numbers = BurnBackend::new(x.device(), x.dtype()).download(x)?;
                    StateEntry::Scalar(numbers.first().copied().unwrap_or(f64::NAN))
                }
                (Some(Value::Tensor(x)), Some(shape)) => StateEntry::Tensor(downloaded(x, shape)?),
                (None, _) => return Err(BurnStepError::Data(format!("there is no state `{name}`"))),
            };
            Ok((name.clone(), entry))
        };
        let states = self.order.iter().map(state).collect::<Result<_, _>>()?;
        let Self { optimizer, seed, steps, step_count, .. } = self;
        Ok(Memory { optimizer: optimizer.clone(), place, seed: *seed, steps: *steps, step_count: *step_count, states })
    }

    pub(super) fn move_to(&mut self, device: &Device) {
        for value in self.values.values_mut() {
            if let Value::Tensor(x) = value
                && x.device() != *device
            {
                *x = x.clone().to_device(device);
            }
        }
    }
}

/// Name and sizes; not the numbers.
impl fmt::Debug for OnDevice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(&self.optimizer).field("steps", &self.steps).field("states", &self.order).finish_non_exhaustive()
    }
}

/// The elements one after the other.
fn upload(data: &TensorData, device: &Device, dtype: DType) -> Result<Tensor<3>, BurnStepError> {
    let data = to_burn(data).ok_or_else(|| BurnStepError::DType { found: data.dtype().to_string() })?;
    let (bytes, shape, from) = data.into_parts();
    let data = burn_core::tensor::TensorData::try_from_bytes(bytes, [1, 1, shape.num_elements()], from)
        .map_err(|error| BurnStepError::Data(format!("{error:?}")))?;
    Ok(Tensor::from_data(data.convert_dtype(dtype), (device, dtype)))
}

fn downloaded(x: &Tensor<3>, shape: &[usize]) -> Result<TensorData, BurnStepError> {
    let read = x.clone().try_into_data().map_err(|error| BurnStepError::Data(format!("{error:?}")))?;
    let data = super::memory::from_burn(&read);
    let data = data.ok_or_else(|| BurnStepError::DType { found: format!("{:?}", x.dtype()) })?;
    Ok(TensorData::new(data.dtype(), shape.to_vec(), data.bytes().to_vec())?)
}

/// The changes of a gradient before the step: the options `grad_scale` and `clip_value`.
#[derive(Clone, Copy, Debug)]
pub(super) struct GradientLoad {
    pub(super) scale: f64,
    pub(super) clip: Option<f64>,
}

impl GradientLoad {
    fn apply(self, backend: &BurnBackend, mut grad: Tensor<3>) -> Result<Tensor<3>, BurnStepError> {
        use optim_core::lang::Ternary;
        if self.scale != 1.0 {
            grad = grad * self.scale;
        }
        let Some(clip) = self.clip else { return Ok(grad) };
        let bound = |x| backend.fill(x, [1; 3]);
        let clamped = bound(-clip).and_then(|low| backend.ternary(Ternary::Clamp, &grad, &low, &bound(clip)?));
        clamped.map_err(|error| BurnStepError::Data(error.to_string()))
    }
}

/// The numbers of a setting by the names that graphs have for them: `lr`, `betas.0`.
pub(super) fn numbers(name: &str, value: &Setting, to: &mut BTreeMap<String, f64>) {
    match value {
        Setting::Tuple(parts) => {
            for (place, part) in parts.iter().enumerate() {
                numbers(&format!("{name}.{place}"), part, to);
            }
        }
        number => {
            if let Some(number) = number.as_f64() {
                to.insert(name.to_owned(), number);
            }
        }
    }
}
