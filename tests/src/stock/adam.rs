//! Rows of the optimizers of `contrib` that divide by a root of squared gradients, element by element.

use super::row::{DEFAULT, Declared, Rest, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "ADOPT",
        lr: [0.2, 0.5, 0.05],
        slope: 0.021_249_778_257,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.9999) weight_decay=0 weight_decouple=false eps=0.000001",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "AdEMAMix",
        lr: [0.05, 0.02, 0.05],
        other: &[("betas", "(0.9, 0.999, 0.99)")],
        slope: 0.092_135_293_681,
        fixed: &["t_alpha_beta3"],
        sparse: "exp_avg exp_avg_sq exp_avg_slow",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999, 0.9999) weight_decay=0 weight_decouple=false alpha=5 t_alpha_beta3=none eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 exp_avg_slow=0 step:scalar=0",
            ranges: &[("lr weight_decay alpha eps", "0.."), ("betas", "0..1"), ("t_alpha_beta3", "1..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "AdaBelief",
        lr: [0.02, 0.05, 0.05],
        slope: 0.119_370_808_980,
        sparse: "exp_avg exp_avg_var max_exp_avg_var",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) weight_decay=0 weight_decouple=true ams_bound=false eps=0.0000000000000001",
            states: "exp_avg=0 exp_avg_var=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "AdamMini",
        lr: [0.1, 0.05, 0.05],
        slope: 0.091_874_574_935,
        elementwise: false,
        sparse: "exp_avg",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.00000001 weight_decay=0 block=rows",
            states: "exp_avg=0 row[2]=0 step:scalar=0",
            ranges: &[("lr eps weight_decay", "0.."), ("betas", "0..1")],
        }),
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "AdamP",
        lr: [0.05, 0.05, 0.1],
        slope: 0.091_874_566_489,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) weight_decay=0 delta=0.1 wd_ratio=0.1 nesterov=false eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr weight_decay delta eps", "0.."), ("betas wd_ratio", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Adan",
        lr: [0.05, 0.005, 0.1],
        slope: 0.093_905_494_296,
        sparse: "exp_avg exp_avg_sq exp_avg_diff previous_grad",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.98, 0.92, 0.99) weight_decay=0 weight_decouple=false eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 exp_avg_diff=0 previous_grad=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Grams",
        lr: [0.05, 0.05, 0.05],
        slope: 0.091_874_517_355,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) weight_decay=0 eps=0.000001",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "LaProp",
        lr: [0.1, 0.05, 0.1],
        slope: 0.081_840_629_923,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.0004 betas=(0.9, 0.999) weight_decay=0 eps=0.000000000000001",
            states: "exp_avg=0 exp_avg_sq=0 exp_avg_lr:scalar=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "MARS",
        lr: [0.02, 0.002, 0.05],
        other: &[("optimize_1d", "true"), ("weight_decay_1d", "0.0")],
        slope: 0.058_046_484_347,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq last_grad",
        declared: Some(Declared {
            arguments: "lr=0.003 betas=(0.95, 0.99) gamma=0.025 mars_type=adamw optimize_1d=false lr_1d=0.003 betas_1d=(0.9, 0.95) weight_decay=0 weight_decay_1d=0.1 eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 last_grad=0 step:scalar=0",
            ranges: &[("lr gamma lr_1d weight_decay weight_decay_1d eps", "0.."), ("betas betas_1d", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "NAdamW",
        lr: [0.02, 0.02, 0.01],
        other: &[("weight_decay", "0.001")],
        slope: 0.069_131_528_797,
        rest: Rest::Shrinks,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.002 betas=(0.9, 0.999) eps=0.00000001 weight_decay=0.01 momentum_decay=0.004 decoupled_weight_decay=true",
            states: "mu_product:scalar=1 exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr eps weight_decay momentum_decay", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "NovoGrad",
        lr: [0.01, 0.002, 0.02],
        other: &[("betas", "(0.5, 0.98)")],
        slope: 0.328_705_063_662,
        elementwise: false,
        sparse: "moments",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.95, 0.98) weight_decay=0 weight_decouple=false grad_averaging=false eps=0.00000001",
            states: "moments=0 grads_ema:scalar=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "QHAdam",
        lr: [0.05, 0.05, 0.1],
        slope: 0.091_874_572_768,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) nus=(1, 1) weight_decay=0 weight_decouple=false eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 beta1_weight:scalar=0 beta2_weight:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1"), ("nus", "0..=1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "RMSpropTF",
        lr: [0.01, 0.002, 0.01],
        slope: 0.090_579_412_829,
        fixed: &["momentum"],
        sparse: "square_avg momentum_buffer grad_avg",
        declared: Some(Declared {
            arguments: "lr=0.01 alpha=0.9 eps=0.0000000001 weight_decay=0 momentum=0 centered=false decoupled_decay=false lr_in_momentum=true",
            states: "square_avg=1",
            ranges: &[("lr eps weight_decay", "0.."), ("alpha", "0..=1"), ("momentum", "0..1")],
        }),
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "SophiaG",
        lr: [0.2, 0.01, 0.1],
        other: &[("betas", "(0.9, 0.9)"), ("rho", "1.0"), ("weight_decay", "0.005")],
        slope: 0.199_102_395_805,
        rest: Rest::Shrinks,
        sparse: "exp_avg hessian_avg",
        declared: Some(Declared {
            arguments: "lr=0.0001 betas=(0.965, 0.99) rho=0.04 weight_decay=0.1 eps=0.000000000001 k=10",
            states: "exp_avg=0 hessian_avg=0 step:scalar=0",
            ranges: &[("lr rho weight_decay", "0.."), ("eps", "0+.."), ("betas", "0..1")],
        }),
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "SparseAdam",
        lr: [0.1, 0.05, 0.05],
        slope: 0.091_874_566_489,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "StableAdamW",
        lr: [0.05, 0.005, 0.02],
        other: &[("weight_decay", "0.001")],
        slope: 0.102_152_122_773,
        rest: Rest::Shrinks,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.99) weight_decay=0.01 weight_decouple=true eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Yogi",
        lr: [0.1, 0.05, 0.05],
        slope: 0.091_678_754,
        rest: Rest::Drifts,
        fixed: &["initial_accumulator"],
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.01 betas=(0.9, 0.999) eps=0.001 weight_decay=0 initial_accumulator=0.000001",
            states: "exp_avg=0.000001 exp_avg_sq=0.000001 beta1_power:scalar=0.9 beta2_power:scalar=0.999",
            ranges: &[("lr eps weight_decay initial_accumulator", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
];
