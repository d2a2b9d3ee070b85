//! The streams of a launch by name.

use std::collections::HashMap;

use optim_core::Optimizer;
use optim_core::program::DeviceScalar;

use crate::body::Place;
use crate::compile::Column;
use crate::plan::{Launch, LaunchKernel};

/// The names of the streams and scalars of launches, for the user.
pub(crate) struct Names<'e> {
    optimizer: &'e Optimizer<f32>,
    /// The numbers of the places in the scratch of a parameter, in the order of their first use.
    scratch: HashMap<(usize, usize), usize>,
    /// The number of places of each parameter.
    counts: HashMap<usize, usize>,
}

/// The names of the arrays and scalars that a launch reads and writes, each once.
#[derive(Debug, Default)]
pub(crate) struct Moved {
    pub(crate) reads: Vec<String>,
    pub(crate) writes: Vec<String>,
}

impl<'e> Names<'e> {
    pub(crate) fn new(optimizer: &'e Optimizer<f32>) -> Self {
        Self { optimizer, scratch: HashMap::new(), counts: HashMap::new() }
    }

    /// The names of a launch, for its first parameter. All other parameters have the same names.
    pub(crate) fn moved<Table>(&mut self, launch: &Launch<Table>) -> Moved {
        let mut moved = Moved::default();
        match &launch.kernel {
            LaunchKernel::Pass { body, .. } => {
                for elements in &body.loads {
                    add(&mut moved.reads, self.stream(launch, elements.place));
                }
                for (elements, _) in &body.stores {
                    add(&mut moved.writes, self.stream(launch, elements.place));
                }
                for (_, column) in body.kept.iter().flat_map(|kept| &kept.finish) {
                    add(&mut moved.writes, self.stream(launch, Place::Scratch(*column)));
                }
            }
            LaunchKernel::Scalars(body) => {
                for (_, column) in &body.loads {
                    add(&mut moved.reads, self.scalar(launch, *column));
                }
                for (column, _) in &body.stores {
                    add(&mut moved.writes, self.scalar(launch, *column));
                }
            }
            LaunchKernel::Product(_) | LaunchKernel::Copy | LaunchKernel::Eye => {
                let count = match launch.kernel {
                    LaunchKernel::Eye => 0,
                    LaunchKernel::Copy => 1,
                    _ => 2,
                };
                for column in 0..=count {
                    let stream = self.stream(launch, Place::Scratch(column));
                    add(if column == count { &mut moved.writes } else { &mut moved.reads }, stream);
                }
            }
            LaunchKernel::Join(_) => {}
        }
        // The names are sorted, so their order does not depend on the kernel.
        let states: Vec<&str> = launch.params.first().map_or_else(Vec::new, |param| self.states(*param));
        let rank = |name: &String| match name.as_str() {
            "param" => 0,
            "grad" | "raw_grad" => 1,
            name => states.iter().position(|state| *state == name).map_or(usize::MAX, |place| 2 + place),
        };
        moved.reads.sort_by_key(rank);
        moved.writes.sort_by_key(rank);
        moved
    }

    fn states(&self, param: usize) -> Vec<&'e str> {
        self.optimizer.state_names_at(param).collect()
    }

    /// The name of a stream. None for elements that are not kept.
    pub(crate) fn stream<Table>(&mut self, launch: &Launch<Table>, place: Place) -> Option<String> {
        let param = *launch.params.first()?;
        Some(match place {
            Place::Param => "param".to_owned(),
            Place::Grad => "grad".to_owned(),
            Place::RawGrad => "raw_grad".to_owned(),
            Place::State(column) | Place::Scratch(column) => match *launch.columns.get(column)? {
                Column::State(state) => self.state(param, state),
                Column::Scratch(offset) => {
                    let (counts, next) = (&mut self.counts, |count: &mut usize| {
                        *count += 1;
                        *count - 1
                    });
                    let number =
                        self.scratch.entry((param, offset)).or_insert_with(|| next(counts.entry(param).or_default()));
                    format!("scratch{number}")
                }
                _ => return None,
            },
            Place::Input(input) => {
                let LaunchKernel::Pass { body, .. } = &launch.kernel else { return None };
                self.optimizer.inputs_at(param).get(*body.inputs.get(input)?)?.name.to_owned()
            }
            Place::Draw(law, _) => law.name().to_owned(),
            Place::Nowhere => return None,
        })
    }

    /// The name of a scalar on the device.
    pub(crate) fn scalar<Table>(&self, launch: &Launch<Table>, column: usize) -> Option<String> {
        let param = *launch.params.first()?;
        match *launch.columns.get(column)? {
            Column::Scalar(DeviceScalar::State(state) | DeviceScalar::Global(state)) => Some(self.state(param, state)),
            _ => None,
        }
    }

    fn state(&self, param: usize, state: usize) -> String {
        self.states(param).get(state).map_or("state", |name| name).to_owned()
    }

    /// The names of the parameters of a launch.
    pub(crate) fn params<Table>(&self, launch: &Launch<Table>) -> Vec<String> {
        let names: Vec<&str> = self.optimizer.param_names().collect();
        launch.params.iter().map(|param| names[*param].to_owned()).collect()
    }
}

fn add(names: &mut Vec<String>, name: Option<String>) {
    names.extend(name.filter(|name| !names.contains(name)));
}
