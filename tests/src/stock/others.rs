//! Rows of the other optimizers of `contrib`.

use super::row::{DEFAULT, Declared, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "AggMo",
        lr: [0.02, 0.0003, 0.03],
        slope: 0.469_800_584_512,
        elementwise: false,
        fixed: &["betas"],
        sparse: "momentum_buffer.0 momentum_buffer.1 momentum_buffer.2",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0, 0.9, 0.99) weight_decay=0",
            states: "momentum_buffer.0=0 momentum_buffer.1=0 momentum_buffer.2=0",
            ranges: &[("lr weight_decay", "0.."), ("betas", "0..=1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "CAME",
        lr: [0.05, 0.01, 0.05],
        other: &[("betas", "(0.9, 0.99, 0.999)")],
        slope: 0.041_381_059_609,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.0002 betas=(0.9, 0.999, 0.9999) weight_decay=0 clip_threshold=1 eps1=0.000000000000000000000000000001 eps2=0.0000000000000001",
            states: "exp_avg=0 exp_avg_sq_row[2]=0 exp_avg_sq_col[3]=0 exp_avg_res_row[2]=0 exp_avg_res_col[3]=0",
            ranges: &[("lr weight_decay clip_threshold eps1 eps2", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "LARS",
        lr: [0.02, 0.001, 0.005],
        other: &[("trust_coefficient", "1.0")],
        slope: 0.555_242_384_360,
        elementwise: false,
        fixed: &["momentum"],
        sparse: "momentum_buffer",
        declared: Some(Declared {
            arguments: "lr=0.001 weight_decay=0 momentum=0.9 dampening=0 trust_coefficient=0.001 nesterov=false",
            states: "momentum_buffer=0",
            ranges: &[("lr weight_decay trust_coefficient", "0.."), ("momentum dampening", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "LBFGS",
        lr: [1.0, 0.02, 0.5],
        slope: 0.010_977_358_161_1,
        elementwise: false,
        together: true,
        fixed: &[],
        sparse: "s.0 y.0 last_param last_grad s.1 y.1 s.2 y.2 s.3 y.3 s.4 y.4 \
                 s.5 y.5 s.6 y.6 s.7 y.7 s.8 y.8 s.9 y.9",
        declared: Some(Declared {
            arguments: "lr=1 history_size=10",
            states: "s.0=0 y.0=0 last_param=0 last_grad=0 s.1=0 y.1=0 s.2=0 y.2=0 s.3=0 y.3=0 s.4=0 y.4=0 \
                     s.5=0 y.5=0 s.6=0 y.6=0 s.7=0 y.7=0 s.8=0 y.8=0 s.9=0 y.9=0 step:scalar=0",
            ranges: &[("lr", "0..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "MADGRAD",
        powers: true,
        lr: [0.02, 0.01, 0.05],
        slope: 0.158_766_956_294,
        sparse: "grad_sum_sq s x0",
        declared: Some(Declared {
            arguments: "lr=0.001 momentum=0.9 weight_decay=0 weight_decouple=false eps=0.000001",
            states: "grad_sum_sq=0 s=0 x0=1 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("momentum", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Prodigy",
        lr: [1.0, 1.0, 1.0],
        slope: 5.014_676_3e-7,
        elementwise: false,
        together: true,
        fixed: &["betas", "beta3", "d0", "d_coef", "growth_rate"],
        sparse: "exp_avg exp_avg_sq s p0",
        declared: Some(Declared {
            arguments: "lr=1 betas=(0.9, 0.999) beta3=none eps=0.00000001 weight_decay=0 decouple=true use_bias_correction=false safeguard_warmup=false d0=0.000001 d_coef=1 growth_rate=none",
            states: "exp_avg=0 exp_avg_sq=0 s=0 p0=1",
            ranges: &[
                ("lr eps weight_decay d_coef", "0.."),
                ("betas beta3", "0..1"),
                ("d0", "1e-100.."),
                ("growth_rate", "1.."),
            ],
        }),
        ..DEFAULT
    },
    Row {
        name: "RowWiseAdagrad",
        lr: [0.5, 0.5, 0.1],
        slope: 0.036_985_690_338,
        elementwise: false,
        fixed: &["initial_accumulator_value"],
        sparse: "",
        declared: Some(Declared {
            arguments: "lr=0.01 weight_decay=0 initial_accumulator_value=0 eps=0.00000001",
            states: "sum[2]=0",
            ranges: &[("lr weight_decay initial_accumulator_value", "0.."), ("eps", "1e-30..")],
        }),
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "SGLD",
        random: true,
        declared: Some(Declared {
            arguments: "lr=0.001 temperature=1 weight_decay=0",
            states: "",
            ranges: &[("lr temperature weight_decay", "0..")],
        }),
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "SM3",
        lr: [0.5, 0.5, 0.2],
        slope: 0.036_985_690_471,
        elementwise: false,
        fixed: &["momentum", "beta"],
        sparse: "accumulator momentum_buffer",
        declared: Some(Declared {
            arguments: "lr=0.1 momentum=0 beta=0 eps=0.000000000000000000000000000001",
            states: "row[2]=0 col[3]=0",
            ranges: &[("lr eps", "0.."), ("momentum", "0..1"), ("beta", "0..=1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "ScheduleFreeAdamW",
        lr: [0.1, 0.05, 0.05],
        slope: 0.045_439_781_084_8,
        fixed: &["betas", "r", "weight_lr_power"],
        sparse: "z exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.0025 betas=(0.9, 0.999) eps=0.00000001 weight_decay=0 warmup_steps=0 r=0 weight_lr_power=2",
            states: "z=1 exp_avg_sq=0 weight_sum:scalar=0 lr_max:scalar=0 step:scalar=0",
            ranges: &[("lr eps weight_decay r weight_lr_power", "0.."), ("betas", "0+..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "ScheduleFreeSGD",
        lr: [0.5, 0.002, 0.2],
        slope: 0.080_3,
        fixed: &["momentum", "r", "weight_lr_power"],
        sparse: "z",
        declared: Some(Declared {
            arguments: "lr=1 momentum=0.9 weight_decay=0 warmup_steps=0 r=0 weight_lr_power=2",
            states: "z=1 weight_sum:scalar=0 lr_max:scalar=0 step:scalar=0",
            ranges: &[("lr weight_decay r weight_lr_power", "0.."), ("momentum", "0+..=1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "SignSGD",
        lr: [0.002, 0.001, 0.01],
        slope: 0.1,
        fixed: &["momentum"],
        sparse: "momentum_buffer",
        declared: Some(Declared {
            arguments: "lr=0.001 momentum=0.9 weight_decay=0 weight_decouple=true",
            states: "momentum_buffer=0",
            ranges: &[("lr weight_decay", "0.."), ("momentum", "0..1")],
        }),
        ..DEFAULT
    },
];
