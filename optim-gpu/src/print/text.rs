//! Kernels as text, by the compilers of CubeCL. They need facts about a device, but no device.

use std::sync::Arc;

use cubecl::ir::features::Features;
use cubecl::ir::{
    AddressType, DeviceIdentity, DeviceProperties, HardwareProperties, MemoryDeviceProperties, TargetProperties,
};
use cubecl::prelude::*;
use cubecl::profile::TimingMethod;
use cubecl::{Compiler, CubeKernel, WgpuCompilationOptions};
use cubecl_cpp::shared::{CompilationOptions, CppCompiler};
use cubecl_cpp::target::{Cuda, Metal};
use cubecl_wgpu::WgslCompiler;

use super::Language;
use crate::body::PassBody;
use crate::error::GpuError;
use crate::kernels::pass_kernel;
use crate::matrices::{copy_kernel, eye_kernel, product_kernel};
use crate::plan::LaunchKernel;
use crate::scalars::{join_kernel, scalar_kernel};
use crate::units::UNITS;

/// The text of a kernel.
pub(super) fn text(kernel: &LaunchKernel, language: Language) -> Result<String, GpuError> {
    let facts = Arc::new(properties(language));
    let target = Arc::new(TargetProperties::default());
    let settings =
        KernelSettings::new(CubeDim::new_1d(UNITS as u32).into(), ExecutionMode::Unchecked, AddressType::U32);
    let definition = match kernel {
        LaunchKernel::Pass { body, slots, .. } => {
            let definition = if body.is_half { pass::<u32> } else { pass::<f32> };
            definition(body, slots.len(), settings, facts, target)
        }
        LaunchKernel::Scalars(body) => {
            let [scratch, registers, scalars, table] = [(); 4].map(|()| buffer());
            let body = body.clone();
            scalar_kernel::ScalarKernel::new(settings, facts, target, scratch, registers, scalars, table, body).define()
        }
        LaunchKernel::Product(body) => {
            let [scratch, table] = [(); 2].map(|()| buffer());
            product_kernel::ProductKernel::new(settings, facts, target, scratch, table, *body).define()
        }
        LaunchKernel::Copy => {
            let [scratch, table] = [(); 2].map(|()| buffer());
            copy_kernel::CopyKernel::new(settings, facts, target, scratch, table).define()
        }
        LaunchKernel::Eye => {
            let [scratch, table] = [(); 2].map(|()| buffer());
            eye_kernel::EyeKernel::new(settings, facts, target, scratch, table).define()
        }
        LaunchKernel::Join(fold) => {
            let [registers, table] = [(); 2].map(|()| buffer());
            join_kernel::JoinKernel::new(settings, facts, target, registers, table, *fold).define()
        }
    };
    let text = match language {
        Language::Wgsl => {
            let options = WgpuCompilationOptions::default();
            WgslCompiler.compile(definition, &options).map(|shader| shader.to_string())
        }
        Language::Cuda => {
            CppCompiler::<Cuda>::default().compile(definition, &CompilationOptions::default()).map(|made| made.source)
        }
        Language::Metal => {
            CppCompiler::<Metal>::default().compile(definition, &CompilationOptions::default()).map(|made| made.source)
        }
    };
    text.map_err(|error| GpuError::Text { language: language.name(), reason: error.to_string() })
}

const fn buffer() -> BufferCompilationArg {
    BufferCompilationArg { inplace: None }
}

/// A pass over parameters in this many slots, with elements or words of a type.
fn pass<N: Numeric>(
    body: &PassBody,
    slots: usize,
    settings: KernelSettings,
    facts: Arc<DeviceProperties>,
    target: Arc<TargetProperties>,
) -> KernelDefinition {
    let buffers = |count: usize| (0..count).map(|_| buffer());
    let (params, grads) = (buffers(slots).collect(), buffers(slots).collect());
    let inputs = buffers(slots * body.inputs.len()).collect();
    let codes = buffers(usize::from(body.has_codes())).collect();
    let [states, scratch, registers, table] = [(); 4].map(|()| buffer());
    let body = body.clone();
    pass_kernel::PassKernel::<N>::new(
        settings, facts, target, params, grads, inputs, codes, states, scratch, registers, table, body,
    )
    .define()
}

/// Properties of a device that change the text of kernels: bindings, sizes of grids.
fn properties(language: Language) -> DeviceProperties {
    let hardware = HardwareProperties {
        load_width: 128,
        vector_register_count: None,
        plane_size_min: 32,
        plane_size_max: 32,
        max_bindings: language.bindings() as u32,
        max_shared_memory_size: 32_768,
        max_cube_count: (65_535, 65_535, 65_535),
        max_units_per_cube: 1024,
        max_cube_dim: (1024, 1024, 64),
        num_streaming_multiprocessors: None,
        num_tensor_cores: None,
        min_tensor_cores_dim: None,
        num_cpu_cores: None,
        last_level_cache_size: None,
        max_vector_size: 4,
        cube_mma_reserved_shared_memory: 0,
    };
    let identity = DeviceIdentity { name: "none".into(), fingerprint: "none".into(), physical: None };
    let memory = MemoryDeviceProperties::new(u64::MAX, 256);
    DeviceProperties::new(Features::default(), memory, hardware, TimingMethod::Device, identity)
}
