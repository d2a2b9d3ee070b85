//! Optimizers on a device, compared with the host. The tests use the device that `wgpu` finds. A software device is enough, see `.ci/gpu`.

mod ahead;
mod functions;
mod inputs;
mod launches;
mod options;
mod probe;
mod replay;
mod stock;
mod storage;
mod support;
mod watch;
