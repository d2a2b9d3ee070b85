//! A transformer with candle.

use std::collections::HashMap;
use std::error::Error;

use candle_core::{D, DType, Device, IndexOp, Result, Tensor, Var};
use candle_nn::{Embedding, Linear, Module, VarBuilder, VarMap, loss, ops};
use optim_examples::network::Score;
use optim_std::candle::CandleOptimizer;
use optim_std::{Builder, Definition};

use super::text::{BATCH, BATCHES, BLOCKS, Batch, CONTEXT, Corpus, HEADS, HIDDEN, LR, VOCABULARY, WIDTH};
use super::{Elements, Run, Task};

pub(crate) struct Text(Corpus);

impl Text {
    pub(crate) fn new() -> Self {
        Self(Corpus::new())
    }
}

impl Task for Text {
    const LR: f64 = LR;
    const HAS_BF16: bool = true;

    fn batches(&self) -> u64 {
        BATCHES
    }

    fn run<O>(
        &self,
        builder: &Builder<O>,
        elements: Elements,
        epochs: u64,
        seed: u64,
    ) -> std::result::Result<Run, Box<dyn Error>>
    where
        O: Definition + 'static,
    {
        let vars = variables(elements, seed)?;
        let mut optimizer: CandleOptimizer<O> = CandleOptimizer::from_named(vars.clone(), builder.clone())?;
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut losses = Vec::new();
        for _ in 0..epochs {
            let mut sum = 0.0;
            for _ in 0..BATCHES {
                let (loss, _) = Transformer::of(&vars)?.loss(&self.0.batch(&mut rng))?;
                optimizer.update(&loss.backward()?)?;
                sum += f64::from(loss.to_scalar::<f32>()?);
            }
            losses.push(sum / BATCHES as f64);
        }
        let model = Transformer::of(&vars)?;
        let test = self.0.score(|batch| {
            let (loss, right) = model.loss(batch)?;
            Ok(Score { loss: loss.to_scalar::<f32>()?.into(), accuracy: right.to_scalar::<f32>()?.into() })
        })?;
        Ok(Run { losses, test, bytes: Some(optimizer.optimizer().state_bytes()) })
    }
}

/// Variables with the first weights, sorted by name. The weights of a matrix are uniform, at most the inverse square root
/// of its columns. candle cannot seed its random numbers on the CPU.
fn variables(elements: Elements, seed: u64) -> Result<Vec<(String, Var)>> {
    let dtype = match elements {
        Elements::F32 => DType::F32,
        Elements::Bf16 => DType::BF16,
    };
    let map = VarMap::new();
    Transformer::new(&VarBuilder::from_varmap(&map, dtype, &Device::Cpu))?;
    let data = map.data().lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let mut vars: Vec<(String, Var)> = data.iter().map(|(name, var)| (name.clone(), var.clone())).collect();
    vars.sort_by(|a, b| a.0.cmp(&b.0));
    let mut rng = fastrand::Rng::with_seed(seed);
    for (_, var) in vars.iter().filter(|(_, var)| var.rank() == 2) {
        let largest = 1.0 / (var.dim(1)? as f32).sqrt();
        let weights: Vec<f32> = (0..var.elem_count()).map(|_| largest * (2.0 * rng.f32() - 1.0)).collect();
        var.set(&Tensor::from_vec(weights, var.shape(), &Device::Cpu)?.to_dtype(dtype)?)?;
    }
    Ok(vars)
}

struct Transformer {
    characters: Embedding,
    places: Tensor,
    blocks: Vec<Block>,
    norm: Norm,
    head: Linear,
    /// Minus infinity where a character would see later ones.
    mask: Tensor,
}

impl Transformer {
    fn new(vars: &VarBuilder) -> Result<Self> {
        let blocks = (0..BLOCKS).map(|place| Block::new(&vars.pp("blocks").pp(place)));
        let mask = (0..CONTEXT * CONTEXT).map(|at| if at % CONTEXT > at / CONTEXT { f32::NEG_INFINITY } else { 0.0 });
        Ok(Self {
            characters: candle_nn::embedding(VOCABULARY, WIDTH, vars.pp("characters"))?,
            places: vars.get((CONTEXT, WIDTH), "places")?,
            blocks: blocks.collect::<Result<_>>()?,
            norm: Norm::new(&vars.pp("norm"))?,
            head: candle_nn::linear_no_bias(WIDTH, VOCABULARY, vars.pp("head"))?,
            mask: Tensor::from_iter(mask, &Device::Cpu)?.reshape((CONTEXT, CONTEXT))?,
        })
    }

    /// The model with the present weights. It computes in `f32`, and gradients get the type of the variables.
    fn of(vars: &[(String, Var)]) -> Result<Self> {
        let tensors: HashMap<String, Tensor> =
            vars.iter().map(|(name, var)| (name.clone(), var.as_tensor().clone())).collect();
        Self::new(&VarBuilder::from_tensors(tensors, DType::F32, &Device::Cpu))
    }

    /// The mean cross entropy, and the fraction of right characters.
    fn loss(&self, batch: &Batch) -> Result<(Tensor, Tensor)> {
        let inputs = Tensor::from_slice(&batch.inputs, (BATCH, CONTEXT), &Device::Cpu)?;
        let targets = Tensor::from_slice(&batch.targets, BATCH * CONTEXT, &Device::Cpu)?;
        let mut x = self.characters.forward(&inputs)?.broadcast_add(&self.places)?;
        for block in &self.blocks {
            x = block.forward(&x, &self.mask)?;
        }
        let logits = self.norm.forward(&x)?.apply(&self.head)?.flatten_to(1)?;
        let right = logits.argmax(1)?.to_dtype(DType::I64)?.eq(&targets)?;
        Ok((loss::cross_entropy(&logits, &targets)?, right.to_dtype(DType::F32)?.mean_all()?))
    }
}

struct Block {
    before_attention: Norm,
    attention: Linear,
    joined: Linear,
    before_hidden: Norm,
    hidden: Linear,
    out: Linear,
}

impl Block {
    fn new(vars: &VarBuilder) -> Result<Self> {
        let linear = |inputs, outputs, name| candle_nn::linear_no_bias(inputs, outputs, vars.pp(name));
        Ok(Self {
            before_attention: Norm::new(&vars.pp("before_attention"))?,
            attention: linear(WIDTH, 3 * WIDTH, "attention")?,
            joined: linear(WIDTH, WIDTH, "joined")?,
            before_hidden: Norm::new(&vars.pp("before_hidden"))?,
            hidden: linear(WIDTH, HIDDEN, "hidden")?,
            out: linear(HIDDEN, WIDTH, "out")?,
        })
    }

    fn forward(&self, x: &Tensor, mask: &Tensor) -> Result<Tensor> {
        let x = (x + self.attend(&self.before_attention.forward(x)?, mask)?)?;
        &x + self.before_hidden.forward(&x)?.apply(&self.hidden)?.relu()?.apply(&self.out)?
    }

    fn attend(&self, x: &Tensor, mask: &Tensor) -> Result<Tensor> {
        let size = WIDTH / HEADS;
        let heads = x.apply(&self.attention)?.reshape((BATCH, CONTEXT, 3, HEADS, size))?;
        let heads = heads.permute((2, 0, 3, 1, 4))?.contiguous()?;
        let (queries, keys, values) = (heads.i(0)?, heads.i(1)?, heads.i(2)?);
        let scores = (queries.matmul(&keys.t()?)? / (size as f64).sqrt())?.broadcast_add(mask)?;
        let seen = ops::softmax(&scores, D::Minus1)?.matmul(&values)?;
        seen.transpose(1, 2)?.reshape((BATCH, CONTEXT, WIDTH))?.apply(&self.joined)
    }
}

/// A layer norm. candle's own module has no gradient.
struct Norm {
    weight: Tensor,
    bias: Tensor,
}

impl Norm {
    fn new(vars: &VarBuilder) -> Result<Self> {
        let weight = vars.get_with_hints(WIDTH, "weight", candle_nn::init::ONE)?;
        Ok(Self { weight, bias: vars.get(WIDTH, "bias")? })
    }

    fn forward(&self, x: &Tensor) -> Result<Tensor> {
        ops::layer_norm_slow(x, &self.weight, &self.bias, 1e-5)
    }
}
