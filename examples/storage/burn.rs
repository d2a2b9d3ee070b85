//! A transformer with burn.

use std::error::Error;

use burn::module::{Module, Param};
use burn::nn::loss::CrossEntropyLossConfig;
use burn::nn::{Embedding, EmbeddingConfig, Initializer, LayerNorm, LayerNormConfig, Linear, LinearConfig};
use burn::optim::{GradientsParams, ModuleOptimizer};
use burn::tensor::activation::{relu, softmax};
use burn::tensor::{Bool, Device, Int, Tensor, TensorData};
use optim_examples::network::Score;
use optim_std::burn::{BurnOptimizer, BurnOptions, LearningRates};
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
    // burn passes parameters in `f32`.
    const HAS_BF16: bool = false;

    fn batches(&self) -> u64 {
        BATCHES
    }

    fn run<O>(&self, builder: &Builder<O>, _: Elements, epochs: u64, seed: u64) -> Result<Run, Box<dyn Error>>
    where
        O: Definition + 'static,
    {
        let device = Device::flex().autodiff();
        device.seed(seed);
        let mut model = Transformer::new(&device);
        // The schedule of the builder is the learning rate.
        let options = BurnOptions::new().learning_rates(LearningRates::Own);
        let mut optimizer: ModuleOptimizer = BurnOptimizer::with_options(builder.clone(), options)?.init();
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut losses = Vec::new();
        for _ in 0..epochs {
            let mut sum = 0.0;
            for _ in 0..BATCHES {
                let (loss, _) = model.loss(&self.0.batch(&mut rng), &device);
                let grads = GradientsParams::from_grads(loss.backward(), &model);
                model = optimizer.step(1.0, model, grads);
                sum += loss.into_scalar::<f64>();
            }
            losses.push(sum / BATCHES as f64);
        }
        let (model, device) = (model.valid(), device.inner());
        let test = self.0.score(|batch| {
            let (loss, right) = model.loss(batch, &device);
            Ok(Score { loss: loss.into_scalar(), accuracy: right.into_scalar() })
        })?;
        Ok(Run { losses, test, bytes: None })
    }
}

#[derive(Module, Debug)]
struct Transformer {
    characters: Embedding,
    places: Param<Tensor<2>>,
    blocks: Vec<Block>,
    norm: LayerNorm,
    head: Linear,
}

impl Transformer {
    fn new(device: &Device) -> Self {
        let largest = 1.0 / (WIDTH as f64).sqrt();
        let uniform = Initializer::Uniform { min: -largest, max: largest };
        Self {
            characters: EmbeddingConfig::new(VOCABULARY, WIDTH).with_initializer(uniform.clone()).init(device),
            places: uniform.init([CONTEXT, WIDTH], device),
            blocks: (0..BLOCKS).map(|_| Block::new(device)).collect(),
            norm: LayerNormConfig::new(WIDTH).init(device),
            head: linear(WIDTH, VOCABULARY, device),
        }
    }

    /// The mean cross entropy, and the fraction of right characters.
    fn loss(&self, batch: &Batch, device: &Device) -> (Tensor<1>, Tensor<1>) {
        let inputs = TensorData::new(batch.inputs.clone(), [BATCH, CONTEXT]);
        let targets = TensorData::new(batch.targets.clone(), [BATCH * CONTEXT]);
        let mask = Tensor::<2, Bool>::tril_mask([CONTEXT, CONTEXT], 0, device);
        let mut x = self.characters.forward(Tensor::from_data(inputs, device)) + self.places.val().unsqueeze();
        for block in &self.blocks {
            x = block.forward(x, mask.clone());
        }
        let logits: Tensor<2> = self.head.forward(self.norm.forward(x)).flatten(0, 1);
        let targets = Tensor::<1, Int>::from_data(targets, device);
        let right = logits.clone().argmax(1).flatten::<1>(0, 1).equal(targets.clone());
        (CrossEntropyLossConfig::new().init(device).forward(logits, targets), right.float().mean())
    }
}

fn linear(inputs: usize, outputs: usize, device: &Device) -> Linear {
    LinearConfig::new(inputs, outputs).with_bias(false).init(device)
}

#[derive(Module, Debug)]
struct Block {
    before_attention: LayerNorm,
    attention: Linear,
    joined: Linear,
    before_hidden: LayerNorm,
    hidden: Linear,
    out: Linear,
}

impl Block {
    fn new(device: &Device) -> Self {
        Self {
            before_attention: LayerNormConfig::new(WIDTH).init(device),
            attention: linear(WIDTH, 3 * WIDTH, device),
            joined: linear(WIDTH, WIDTH, device),
            before_hidden: LayerNormConfig::new(WIDTH).init(device),
            hidden: linear(WIDTH, HIDDEN, device),
            out: linear(HIDDEN, WIDTH, device),
        }
    }

    fn forward(&self, x: Tensor<3>, mask: Tensor<2, Bool>) -> Tensor<3> {
        let x = x.clone() + self.attend(self.before_attention.forward(x), mask);
        x.clone() + self.out.forward(relu(self.hidden.forward(self.before_hidden.forward(x))))
    }

    fn attend(&self, x: Tensor<3>, mask: Tensor<2, Bool>) -> Tensor<3> {
        let size = WIDTH / HEADS;
        let heads = self.attention.forward(x).reshape([BATCH, CONTEXT, 3, HEADS, size]).permute([2, 0, 3, 1, 4]);
        let [queries, keys, values] = [0, 1, 2].map(|place| heads.clone().narrow(0, place, 1).squeeze_dim::<4>(0));
        let scores = queries.matmul(keys.transpose()) / (size as f64).sqrt();
        let scores = scores.mask_fill(mask.unsqueeze(), f32::NEG_INFINITY);
        let seen = softmax(scores, 3).matmul(values);
        self.joined.forward(seen.swap_dims(1, 2).reshape([BATCH, CONTEXT, WIDTH]))
    }
}
