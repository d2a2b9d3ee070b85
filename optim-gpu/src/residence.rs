//! The states of an optimizer on a device: arrays in arenas, scalars in one array.

use cubecl::prelude::Client;
use optim_core::program::DeviceScalars;
use optim_core::{Engine, StateView};

use crate::error::GpuError;
use crate::launch::Array;
use crate::layout::{Layout, Limits, owner};

/// The states.
#[derive(Debug)]
pub(crate) struct Residence {
    pub(crate) layout: Layout,
    pub(crate) arenas: Vec<Array>,
    pub(crate) scalar_array: Array,
}

impl Residence {
    /// Takes the states of an optimizer to the device.
    pub(crate) fn new(client: &Client, engine: &Engine<f32>, resident: &DeviceScalars) -> Result<Self, GpuError> {
        let buffer_bytes = client.properties().memory.max_page_size;
        let layout = Layout::new(engine, resident, Limits { bindings: bindings(client), buffer_bytes })?;
        let (arenas, scalar_array) = upload(client, engine, &layout);
        Ok(Self { layout, arenas, scalar_array })
    }

    /// Gives the host the states. All are read before any is written.
    pub(crate) fn download(&self, client: &Client, engine: &mut Engine<f32>) -> Result<(), GpuError> {
        let arenas: Vec<Vec<f32>> = self.arenas.iter().map(|arena| read(client, arena)).collect::<Result<_, _>>()?;
        let scalars = read(client, &self.scalar_array)?;
        for (place, param) in self.layout.params.iter().enumerate() {
            for (state, known) in param.states.iter().enumerate() {
                if let Some((offset, len)) = known {
                    engine.put_state_at(place, state, &arenas[param.arena][*offset..offset + len]);
                }
            }
            let rule = engine.rule_at(place);
            for ((own, scalar), at) in &self.layout.scalars {
                if *own == owner(place, rule, *scalar) {
                    engine.put_scalar(place, *scalar, f64::from(scalars[*at]));
                }
            }
        }
        Ok(())
    }
}

/// The states of the host on the device: arenas, and scalars.
fn upload(client: &Client, engine: &Engine<f32>, layout: &Layout) -> (Vec<Array>, Array) {
    let mut arenas: Vec<Vec<f32>> = layout.arenas.iter().map(|len| vec![0.0; *len]).collect();
    for (place, param) in layout.params.iter().enumerate() {
        for (known, state) in param.states.iter().zip(engine.states_at(place)) {
            if let (Some((offset, len)), Some(StateView::Array(array))) = (known, state) {
                let to = &mut arenas[param.arena][*offset..offset + len];
                to.iter_mut().zip(array.iter()).for_each(|(to, from)| *to = *from);
            }
        }
        if let (Some((offset, _)), Some((kept, _))) = (&param.mask, engine.mask_at(place)) {
            let to = arenas[param.arena][*offset..].iter_mut();
            to.zip(kept).for_each(|(to, kept)| *to = f32::from(u8::from(kept)));
        }
    }
    let arenas = arenas.iter().map(|numbers| Array::new(client, numbers)).collect();
    let mut scalars = vec![0.0_f32; layout.scalars.len()];
    for (place, _) in layout.params.iter().enumerate() {
        let rule = engine.rule_at(place);
        for ((own, scalar), at) in &layout.scalars {
            if *own == owner(place, rule, *scalar) {
                scalars[*at] = engine.scalar_at(place, *scalar) as f32;
            }
        }
    }
    (arenas, Array::new(client, &scalars))
}

/// How many buffers a kernel takes on a device, for [`plan_for`](crate::plan_for): 1,024 with CUDA and SPIR-V, 31 with WGSL on lavapipe.
pub fn bindings(client: &Client) -> usize {
    // There the addresses of buffers are in a buffer, which CubeCL does not count.
    if client.name() == "wgpu<spirv>" { 1024 } else { client.properties().hardware.max_bindings as usize }
}

/// The numbers of an array on the device.
pub(crate) fn read(client: &Client, array: &Array) -> Result<Vec<f32>, GpuError> {
    let bytes = client.read_one(array.handle.clone()).map_err(|error| GpuError::Device(error.to_string()))?;
    Ok(bytes.chunks_exact(4).map(|word| f32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect())
}
