"""Makes `gpt2/` with the real Trainer of Hugging Face: checkpoints of a GPT-2 of two layers after 5 and after 10 steps.

    pip install torch transformers accelerate
    python tests/torch/make_gpt2.py

The weights are random. AdamW has the two groups of the Trainer: it decays everything but biases and LayerNorm. The rate is linear with
warm-up, over 15 steps. The files:

checkpoint-5/      written by the Trainer after 5 steps
checkpoint-10/     written by the Trainer after 10 steps; the parameters only
gradients.pt       name of parameter -> gradients of the steps 6 to 10, stacked; as `backward` leaves them, before the Trainer clips
parameters.json    per group of the optimizer, the names of its parameters by number; the rate and the norm of the gradients of each of the 15 steps
"""

import contextlib
import json
import shutil
import tempfile
from pathlib import Path

import torch
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments, set_seed

FOLDER = Path(__file__).resolve().parent / "gpt2"
KEPT, END, STEPS = 5, 10, 15
FILES = ["model.safetensors", "optimizer.pt", "scheduler.pt", "trainer_state.json", "training_args.bin"]


class Recorder(TrainerCallback):
    """Rates of all steps, and the norms before they are clipped."""

    def __init__(self):
        self.rates, self.norms = {}, {}

    def on_pre_optimizer_step(self, args, state, control, optimizer=None, **kwargs):
        rates = {group["lr"] for group in optimizer.param_groups}
        assert len(rates) == 1
        self.rates[state.global_step + 1] = rates.pop()

    def on_log(self, args, state, control, logs=None, **kwargs):
        if "grad_norm" in logs:
            self.norms[state.global_step] = logs["grad_norm"]


class RecordingTrainer(Trainer):
    """The Trainer, with the gradients as `backward` left them."""

    def __init__(self, **kwargs):
        self.recorder = Recorder()
        self.gradients = []
        super().__init__(callbacks=[self.recorder], **kwargs)

    def training_step(self, model, *args, **kwargs):
        loss = super().training_step(model, *args, **kwargs)
        self.gradients.append({name: param.grad.clone() for name, param in model.named_parameters()})
        return loss


def trainer(folder):
    """A Trainer before its first step. Every call returns the same."""
    set_seed(0)
    sizes = dict(vocab_size=32, n_positions=12, n_embd=8, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=0)
    model = GPT2LMHeadModel(GPT2Config(**sizes, resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0))
    # Each row counts with a different increment. An epoch has 8 steps, so checkpoints are in the middle of one.
    rows = [torch.tensor([(start + k * stride) % 32 for k in range(12)]) for start in range(8) for stride in (1, 3, 5, 7)]
    args = TrainingArguments(
        output_dir=folder,
        max_steps=STEPS,
        save_steps=5,
        logging_steps=1,
        per_device_train_batch_size=4,
        optim="adamw_torch",
        # The gradient of the keys' bias is only rounding errors, which Adam enlarges up to a limit by `eps`. With this rate,
        # two runs that differ by rounding stay closer than 1e-6.
        learning_rate=1e-3,
        weight_decay=0.1,
        max_grad_norm=0.6,  # clips some of the recorded steps, not all
        lr_scheduler_type="linear",
        warmup_steps=3,
        use_cpu=True,
        seed=0,
        report_to=[],
        disable_tqdm=True,
    )
    return RecordingTrainer(model=model, args=args, train_dataset=[{"input_ids": row, "labels": row} for row in rows])


def main():
    # The folder's name is in `training_args.bin`.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        run = trainer("run")
        run.train()
        for step, files in [(KEPT, FILES), (END, FILES[:1])]:
            target = FOLDER / f"checkpoint-{step}"
            target.mkdir(parents=True, exist_ok=True)
            for file in files:
                shutil.copyfile(Path("run", target.name, file), target / file)

    stacked = {name: torch.stack([grads[name] for grads in run.gradients[KEPT:END]]) for name in run.gradients[0]}
    torch.save(stacked, FOLDER / "gradients.pt")
    name_of = {param: name for name, param in run.model.named_parameters()}
    # accelerate wraps the optimizer; the groups are torch's.
    groups = [[name_of[param] for param in group["params"]] for group in run.optimizer.param_groups]
    facts = {"groups": groups, "rates": list(run.recorder.rates.values()), "norms": list(run.recorder.norms.values())}
    (FOLDER / "parameters.json").write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
