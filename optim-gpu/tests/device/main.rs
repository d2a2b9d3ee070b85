//! Optimizers on a device, against the same on the host. The device is whatever `wgpu` finds: a software one will do, see `.ci/gpu`.

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
