//! Runtime of `optim-std`: kernels, graphs, parameters, state.
