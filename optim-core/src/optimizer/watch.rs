//! Watched numbers: additional numbers that a step reports.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Optimizer;
use super::backup::Backup;
use super::outputs::{DeclaredOutput, declared_outputs, watched_numbers};
use super::watch_error::WatchError;
use super::watched_number::WatchedNumber;
use crate::kernel::{Float, Globals, Param, ParamRow, WatchedNumbers};
use crate::sparsity::Masks;
use crate::watched::{OutputNumber, OutputSet, WatchSums, Watchable, WatchedSum};

/// An output of a parameter in a step: the place of the parameter, the place of the rule with the number of the output, and its value.
pub(super) type ReportedOutput = (usize, (usize, OutputNumber), f64);

/// The numbers that an optimizer watches, and how often.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    numbers: Arc<[WatchedNumber]>,
    /// The requested names. The name of a list means all of its items.
    names: Arc<[String]>,
    /// The interval in steps; 0 means 1.
    every: u64,
}

impl Watch {
    /// Creates the list of watched numbers, with an interval in steps. `outputs` are the declared outputs. In a `part` of a model, an output may
    /// belong to parameters of other parts.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such number, or the interval is 0.
    pub(super) fn new<'n>(
        every: u64,
        names: impl IntoIterator<Item = &'n str>,
        outputs: &[DeclaredOutput],
        part: bool,
    ) -> Result<Self, WatchError> {
        if every == 0 {
            return Err(WatchError::Never);
        }
        let (mut numbers, mut known, mut all) = (Vec::new(), HashSet::new(), Vec::new());
        for name in names {
            let own = watched_numbers(name, outputs, part)?;
            numbers.extend(own.into_iter().filter(|number| known.insert(number.name().to_owned())));
            all.push(name.to_owned());
        }
        Ok(Self { numbers: numbers.into(), names: all.into(), every })
    }

    /// Updates the list after the lengths of outputs may have changed.
    fn renewed(&self, outputs: &[DeclaredOutput]) -> Self {
        // Items that no longer exist are not reported.
        Self::new(self.every.max(1), self.names.iter().map(String::as_str), outputs, true)
            .unwrap_or_else(|_| self.clone())
    }

    /// The name of a number of a rule's output, if it is watched in some steps.
    pub(super) fn name_of(&self, number: (usize, OutputNumber)) -> Option<&str> {
        self.numbers.iter().find(|watched| watched.is(number)).map(WatchedNumber::name)
    }

    /// The number of a rule's output with this name.
    pub(super) fn number_called(&self, rule: usize, name: &str) -> Option<OutputNumber> {
        self.numbers.iter().find_map(|watched| match watched {
            WatchedNumber::Declared { number, name: own, .. } if **own == *name && watched.is((rule, *number)) => {
                Some(*number)
            }
            _ => None,
        })
    }

    /// The numbers among them that every optimizer reports.
    pub(super) fn built_in(&self) -> Vec<Watchable> {
        let built_in = self.numbers.iter().filter_map(|number| match number {
            WatchedNumber::BuiltIn(number) => Some(*number),
            WatchedNumber::Declared { .. } => None,
        });
        built_in.collect()
    }

    /// The outputs among them that are one number for an optimizer.
    pub(super) fn global_outputs(&self) -> Vec<String> {
        let global = self.numbers.iter().filter_map(|number| match number {
            WatchedNumber::Declared { name, global: true, .. } => Some(name.to_string()),
            _ => None,
        });
        global.collect()
    }

    /// Returns true if the step after this number of finished steps is watched.
    pub(super) fn is_due(&self, steps: u64) -> bool {
        !self.numbers.is_empty() && steps.saturating_add(1).is_multiple_of(self.every.max(1))
    }

    /// The sums of a watched step, without outputs.
    pub(super) fn sums(&self) -> WatchSums {
        let sums = self.numbers.iter().map(|number| match number {
            WatchedNumber::BuiltIn(number) => number.sums(),
            WatchedNumber::Declared { .. } => WatchSums::NONE,
        });
        sums.fold(WatchSums::NONE, WatchSums::with)
    }

    /// The sums of a watched step, with the outputs of a rule.
    pub(super) fn of_rule(&self, rule: usize) -> WatchSums {
        let outputs = self.numbers.iter().filter_map(|number| match number {
            WatchedNumber::Declared { number: own, .. } if number.is((rule, *own)) => Some(own.output),
            _ => None,
        });
        WatchSums { outputs: outputs.fold(OutputSet::NONE, OutputSet::with), ..self.sums() }
    }

    /// The sums of the step after this number of finished steps.
    pub(super) fn sums_after(&self, steps: u64) -> WatchSums {
        if self.is_due(steps) { self.sums() } else { WatchSums::NONE }
    }

    /// The places of the outputs among them.
    fn declared(&self) -> impl Iterator<Item = ((Option<usize>, OutputNumber), usize)> + '_ {
        self.numbers.iter().enumerate().filter_map(|(place, number)| match number {
            WatchedNumber::Declared { rule, number, .. } => Some(((*rule, *number), place)),
            WatchedNumber::BuiltIn(_) => None,
        })
    }

    /// Creates the report of a step from its numbers and outputs. Their places are indices of `params`; others are not reported.
    pub(super) fn report(
        &self,
        params: &[Param],
        numbers: impl Iterator<Item = (usize, WatchedNumbers)>,
        scale: f64,
        outputs: &[ReportedOutput],
    ) -> Watched {
        let mut names = Vec::new();
        let mut values = Vec::new();
        let mut sums = Vec::new();
        let mut order: Vec<Option<usize>> = vec![None; params.len()];
        for (place, mut own) in numbers {
            let Some(param) = params.get(place) else { continue };
            order[place] = Some(names.len());
            own[WatchedSum::Grad as usize] *= scale * scale;
            own[WatchedSum::Product as usize] *= scale;
            let largest = &mut own[WatchedSum::GradMax as usize];
            // The maximum of an empty parameter counts as 0.
            *largest = if *largest == f64::NEG_INFINITY { 0.0 } else { *largest * scale };
            names.push(Arc::clone(&param.name));
            values.extend(self.numbers.iter().map(|number| number.of_sums(&own)));
            sums.push(own);
        }
        let mut model = of_model(&self.numbers, &sums);
        let places: HashMap<(Option<usize>, OutputNumber), usize> = self.declared().collect();
        for (param, (rule, number), value) in outputs {
            let found = places.get(&(Some(*rule), *number)).or_else(|| places.get(&(None, *number)));
            let Some(&place) = found else { continue };
            match (&self.numbers[place], order.get(*param).copied().flatten()) {
                // A global output is the same in all parameters.
                (WatchedNumber::Declared { global: true, .. }, _) => {
                    model[place].get_or_insert(*value);
                }
                (_, Some(row)) => values[row * self.numbers.len() + place] = Some(*value),
                (_, None) => {}
            }
        }
        let (numbers, asked) = (Arc::clone(&self.numbers), Arc::clone(&self.names));
        Watched(Arc::new(WatchedOfStep { numbers, names: asked, params: names, values, sums, model }))
    }
}

/// The numbers of all parameters together, from their sums; `None` for outputs.
pub(super) fn of_model(numbers: &[WatchedNumber], sums: &[WatchedNumbers]) -> Vec<Option<f64>> {
    let mut whole = [0.0; WatchedSum::COUNT];
    for own in sums {
        for (sum, (whole, own)) in whole.iter_mut().zip(own).enumerate() {
            let is_max = sum == WatchedSum::GradMax as usize;
            *whole = if is_max { crate::kernel::math::max(*whole, *own) } else { *whole + own };
        }
    }
    numbers.iter().map(|number| number.of_sums(&whole)).collect()
}

impl WatchedNumber {
    /// The number, from the sums of a parameter or of the whole model; `None` for an output.
    fn of_sums(&self, sums: &WatchedNumbers) -> Option<f64> {
        match self {
            Self::BuiltIn(number) => Some(number.of(&mut { *sums })),
            Self::Declared { .. } => None,
        }
    }
}

/// The numbers that a step reports because of [`Optimizer::watch`]: for each parameter with a gradient, and for all of these together.
///
/// Every optimizer reports these:
///
/// | name | meaning |
/// |---|---|
/// | `grad_norm` | Euclidean norm of the gradient, after `grad_scale` and before clipping |
/// | `grad_amax` | its largest absolute value |
/// | `param_norm` | norm of the parameter before the step |
/// | `update_norm` | norm of its change in the step, the difference of two numbers of its type |
/// | `update_ratio` | `update_norm / param_norm`; 1e-3 is usual in the middle of a training run |
/// | `cosine` | cosine of the angle between the change and the negative gradient: 1 for plain gradient descent |
///
/// Optimizers can declare more numbers, see [`OutputInfo`](crate::OutputInfo): a `scalar` for each parameter, a `global` for the model. An output
/// that the step does not assign is not reported. The items of a list have the names `sizes.0`, `sizes.1`, ….
///
/// 0/0 is 0. For a wrapper, the numbers are about the wrapper and its inner optimizer together. Sums are in `f64`, over the numbers with which the
/// step computes: a parameter that is stored in two bytes counts before rounding, if one pass writes it. Masked elements count as 0 before the step,
/// and with the optimizer's values after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Watched(pub(super) Arc<WatchedOfStep>);

/// The watched numbers of a step. They are behind a pointer, because most reports have none.
#[derive(Debug, PartialEq)]
pub(super) struct WatchedOfStep {
    pub(super) numbers: Arc<[WatchedNumber]>,
    /// The requested names.
    pub(super) names: Arc<[String]>,
    pub(super) params: Vec<Arc<str>>,
    /// All numbers of each parameter, one parameter after another.
    pub(super) values: Vec<Option<f64>>,
    /// The sums of each parameter.
    pub(super) sums: Vec<WatchedNumbers>,
    pub(super) model: Vec<Option<f64>>,
}

impl Watched {
    /// The names of the numbers that every optimizer reports; [`Optimizer::watchable`] adds the outputs that an optimizer declares.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Watchable::ALL.into_iter().map(Watchable::name)
    }

    /// The names of all numbers that are watched in this step, in their order: including those that it does not report.
    pub fn watching(&self) -> impl Iterator<Item = &str> {
        self.0.numbers.iter().map(WatchedNumber::name)
    }

    /// A number of all parameters together, or a `global` output; `None` if it is not watched, or is a `scalar` output.
    #[must_use]
    pub fn model(&self, name: &str) -> Option<f64> {
        self.0.model[self.place(name)?]
    }

    /// A number of one parameter; `None` if it is not watched, or there is no such parameter, or it had no gradient, or the step did not
    /// assign the output.
    #[must_use]
    pub fn param(&self, param: &str, name: &str) -> Option<f64> {
        let place = self.place(name)?;
        let own = self.0.params.iter().position(|known| **known == *param)?;
        self.0.values[own * self.0.numbers.len() + place]
    }

    /// The names and values of all parameters together, in the order in which they are watched.
    pub fn of_model(&self) -> impl Iterator<Item = (&str, f64)> {
        let numbers = self.0.numbers.iter().zip(&self.0.model);
        numbers.filter_map(|(number, value)| Some((number.name(), (*value)?)))
    }

    /// Parameter, name and value of each number of each parameter.
    pub fn of_params(&self) -> impl Iterator<Item = (&str, &str, f64)> {
        let rows = self.0.values.chunks(self.0.numbers.len().max(1));
        self.0.params.iter().zip(rows).flat_map(|(param, row)| {
            let numbers = self.0.numbers.iter().zip(row);
            numbers.filter_map(|(number, value)| Some((&**param, number.name(), (*value)?)))
        })
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.0.numbers.iter().position(|number| number.name() == name)
    }
}

/// Recomputes the numbers of parameters that a probe may have moved, for their change since before the probe. Masked elements were 0.
pub(super) fn compare<T: Float>(before: &Backup<T>, masks: &Masks<T>, row: &mut ParamRow<'_, T>) {
    // The common case.
    if before.params().is_empty() {
        return;
    }
    let mut found = Vec::new();
    for (place, param, grad) in row.each() {
        let Some(before) = before.full(place) else { continue };
        let kept: Option<Vec<bool>> = masks.get(place).map(|masked| masked.kept().iter().copied().collect());
        let (mut squares, mut changes, mut products) = (0.0, 0.0, 0.0);
        let (param, grad) = (row.full(place, &param), grad.to_ndarray());
        let numbers = before.iter().zip(&*param).zip(&grad);
        for (index, ((before, after), grad)) in numbers.enumerate() {
            let is_kept = kept.as_ref().is_none_or(|kept| kept[index]);
            let before = if is_kept { *before } else { T::ZERO };
            let (change, before, grad): (f64, f64, f64) = ((*after - before).as_(), before.as_(), grad.as_());
            squares += before * before;
            changes += change * change;
            products += change * grad;
        }
        found.push((place, [squares, changes, products]));
    }
    for (place, numbers) in found {
        row.set_watched(place, [WatchedSum::Param, WatchedSum::Update, WatchedSum::Product].into_iter().zip(numbers));
    }
}

impl<T: Float> Optimizer<T> {
    /// Makes every step report these numbers, see [`Watched`]. They replace the numbers of earlier calls; an empty list
    /// stops watching.
    ///
    /// You can also watch the declared outputs of the optimizer, such as `d_hat` of Prodigy. In a wrapper, outputs of the inner optimizer begin with
    /// the field, `inner.d_hat`. In a partition, names begin with the rule, `hidden.d_hat`, except outputs of wrappers around the partition. The name
    /// of a list means all of its items, `sizes.0`, `sizes.1`, …; you can also name one item. [`watchable`](Self::watchable) lists all names, with
    /// one name for each list.
    ///
    /// They are computed in the pass that writes a parameter, without another pass over memory if possible. A step that is not watched costs
    /// nothing. Watching changes no bit of parameters or states. Checkpoints do not save the names.
    ///
    /// ```
    /// # use optim_core::{Float, Optimizer};
    /// # fn example<T: Float>(opt: &mut Optimizer<T>) -> Result<(), Box<dyn std::error::Error>> {
    /// opt.watch(["update_ratio", "cosine"])?;
    /// // … opt.step(&mut model, &grads)?
    /// if let Some(watched) = opt.last_report().and_then(|report| report.watched.as_ref()) {
    ///     println!("{:?} of the model", watched.model("update_ratio"));
    ///     for (param, name, value) in watched.of_params() {
    ///         println!("{param} {name} {value}");
    ///     }
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such number, or its condition does not hold for any parameter. Nothing has changed then.
    pub fn watch<'n>(&mut self, names: impl IntoIterator<Item = &'n str>) -> Result<(), WatchError> {
        self.watch_every(1, names)
    }

    /// Like [`watch`](Self::watch), but only in the steps after which [`steps`](Self::steps) is a multiple of `every`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`watch`](Self::watch), and an error if `every` is 0. Nothing has changed then.
    pub fn watch_every<'n>(&mut self, every: u64, names: impl IntoIterator<Item = &'n str>) -> Result<(), WatchError> {
        self.watch = Watch::new(every, names, &self.declared_outputs(), false)?;
        // The next step that needs it makes it again.
        for rule in self.rules.iter_mut().filter(|rule| !rule.about.global) {
            rule.globals.iter_mut().for_each(Globals::forget_scratch);
        }
        Ok(())
    }

    /// Returns the names of the numbers that are [watched](Self::watch) in at least some steps. A list is named by its
    /// items.
    pub fn watching(&self) -> impl Iterator<Item = &str> {
        self.watch.numbers.iter().map(WatchedNumber::name)
    }

    /// Returns the names of all numbers that you can [watch](Self::watch): first the numbers that every optimizer reports, then the declared outputs
    /// whose conditions hold. Each list has one name.
    pub fn watchable(&self) -> Vec<String> {
        let declared = self.declared_outputs().into_iter().filter(DeclaredOutput::exists);
        Watched::names().map(str::to_owned).chain(declared.map(DeclaredOutput::into_name)).collect()
    }

    /// Updates the watched numbers after settings of groups have changed the lengths of output lists.
    pub(super) fn renew_watch(&mut self) {
        let is_of_list = |name: &String| !self.watch.numbers.iter().any(|number| number.name() == name);
        if self.watch.names.iter().any(is_of_list) {
            self.watch = self.watch.renewed(&self.declared_outputs());
        }
    }

    fn declared_outputs(&self) -> Vec<DeclaredOutput> {
        declared_outputs(self.around, &self.rules, &self.groups, &self.params)
    }
}
