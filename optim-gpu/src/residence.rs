//! The states of an optimizer on a device: arrays in arenas, and scalars in one array.

use cubecl::prelude::Client;
use optim_core::program::{DeviceScalars, StateCodes};
use optim_core::{Optimizer, Storage};

use crate::error::GpuError;
use crate::launch::Array;
use crate::layout::{Layout, Limits, owner};

/// The states.
#[derive(Debug)]
pub(crate) struct Residence {
    pub(crate) layout: Layout,
    pub(crate) arenas: Vec<Array>,
    /// States in fewer bytes, in words.
    pub(crate) codes: Vec<Array>,
    pub(crate) scalar_array: Array,
}

impl Residence {
    /// Uploads the states of an optimizer to the device.
    pub(crate) fn new(client: &Client, optimizer: &Optimizer<f32>, resident: &DeviceScalars) -> Result<Self, GpuError> {
        let buffer_bytes = client.properties().memory.max_page_size;
        let layout = Layout::new(optimizer, resident, Limits { bindings: bindings(client), buffer_bytes })?;
        let (arenas, codes) = arrays(optimizer, &layout);
        let arenas = arenas.iter().map(|numbers| Array::new(client, numbers)).collect();
        let codes = codes.iter().map(|words| Array::new(client, words)).collect();
        let scalar_array = Array::new(client, &scalars(optimizer, &layout));
        Ok(Self { layout, arenas, codes, scalar_array })
    }

    /// All its arrays.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Array> {
        self.arenas.iter().chain(&self.codes).chain([&self.scalar_array])
    }

    /// A buffer for a parameter's elements, not initialized.
    pub(crate) fn new_param(&self, client: &Client, param: usize) -> Array {
        Array::of_bytes(client, self.layout.element_bytes(param) * self.layout.len(param) as u64)
    }

    /// Downloads the states to the host. It reads all states before it writes any.
    pub(crate) fn download(&self, client: &Client, optimizer: &mut Optimizer<f32>) -> Result<(), GpuError> {
        let arenas: Vec<Vec<f32>> = self.arenas.iter().map(|arena| read(client, arena)).collect::<Result<_, _>>()?;
        let codes: Vec<Vec<u8>> = self.codes.iter().map(|arena| bytes(client, arena)).collect::<Result<_, _>>()?;
        let scalars = read(client, &self.scalar_array)?;
        for (place, param) in self.layout.params.iter().enumerate() {
            let (singles, codes) = (&arenas[param.arena.0], &codes[param.arena.1]);
            for (state, known) in param.states.iter().enumerate() {
                let Some(known) = known else { continue };
                if known.storage == Storage::Native {
                    optimizer.put_state_at(place, state, &singles[known.offset..known.offset + known.len]);
                    continue;
                }
                let size = known.code_bytes();
                let codes = codes[4 * known.offset..4 * known.offset + size].to_vec();
                let scales = singles[known.scales..known.scales + known.blocks()].to_vec();
                optimizer.put_codes_at(place, state, &StateCodes { codes, scales });
            }
            let rule = optimizer.rule_at(place);
            for ((own, scalar), at) in &self.layout.scalars {
                if *own == owner(place, rule, *scalar) {
                    optimizer.put_scalar(place, *scalar, f64::from(scalars[*at]));
                }
            }
        }
        Ok(())
    }
}

/// The states of the host as the arenas of the device: arenas of `f32`, and arenas of codes.
fn arrays(optimizer: &Optimizer<f32>, layout: &Layout) -> (Vec<Vec<f32>>, Vec<Vec<u32>>) {
    let mut arenas: Vec<Vec<f32>> = layout.arenas.iter().map(|len| vec![0.0; *len]).collect();
    let mut codes: Vec<Vec<u32>> = layout.codes.iter().map(|len| vec![0; *len]).collect();
    for (place, param) in layout.params.iter().enumerate() {
        let singles = &mut arenas[param.arena.0];
        for (state, known) in param.states.iter().enumerate() {
            let Some(known) = known else { continue };
            if let Some(stored) = optimizer.codes_at(place, state) {
                let words = bytemuck::cast_slice_mut::<u32, u8>(&mut codes[param.arena.1]);
                words[4 * known.offset..4 * known.offset + stored.codes.len()].copy_from_slice(&stored.codes);
                singles[known.scales..known.scales + known.blocks()].copy_from_slice(&stored.scales);
            } else if let Some(elements) = optimizer.array_at(place, state) {
                let to = &mut singles[known.offset..known.offset + known.len];
                to.iter_mut().zip(elements).for_each(|(to, from)| *to = *from);
            }
        }
        if let (Some((offset, _)), Some((kept, _))) = (&param.mask, optimizer.mask_at(place)) {
            let to = singles[*offset..].iter_mut();
            to.zip(kept).for_each(|(to, kept)| *to = f32::from(u8::from(kept)));
        }
    }
    (arenas, codes)
}

/// The scalars of the host that are kept on the device.
fn scalars(optimizer: &Optimizer<f32>, layout: &Layout) -> Vec<f32> {
    let mut scalars = vec![0.0_f32; layout.scalars.len()];
    for (place, _) in layout.params.iter().enumerate() {
        let rule = optimizer.rule_at(place);
        for ((own, scalar), at) in &layout.scalars {
            if *own == owner(place, rule, *scalar) {
                scalars[*at] = optimizer.scalar_at(place, *scalar) as f32;
            }
        }
    }
    scalars
}

/// Returns how many buffers a kernel can bind on a device, for [`plan_for`](crate::plan_for): 1,024 with CUDA and SPIR-V, 31 with WGSL on lavapipe.
pub fn bindings(client: &Client) -> usize {
    // With SPIR-V, the addresses of buffers are in a buffer, and CubeCL does not count them.
    if client.name() == "wgpu<spirv>" { 1024 } else { client.properties().hardware.max_bindings as usize }
}

/// The numbers of an array on the device.
pub(crate) fn read(client: &Client, array: &Array) -> Result<Vec<f32>, GpuError> {
    let bytes = bytes(client, array)?;
    Ok(bytes.chunks_exact(4).map(|word| f32::from_ne_bytes([word[0], word[1], word[2], word[3]])).collect())
}

fn bytes(client: &Client, array: &Array) -> Result<Vec<u8>, GpuError> {
    let bytes = client.read_one(array.handle.clone()).map_err(|error| GpuError::Device(error.to_string()))?;
    Ok(bytes.to_vec())
}
