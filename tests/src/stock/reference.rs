//! Rows of the reference's optimizers, and of Muon.

use super::row::{DEFAULT, Declared, Rest, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "ASGD",
        lr: [0.1, 0.002, 0.2],
        slope: 0.110_099_092,
        rest: Rest::Shrinks,
        sparse: "ax",
        declared: Some(Declared {
            arguments: "lr=0.01 lambd=0.0001 alpha=0.75 t0=1000000 weight_decay=0 maximize=false",
            states: "eta:scalar=0.01 mu:scalar=1 ax=0 step:scalar=0",
            ranges: &[("lr weight_decay", "0.."), ("lambd alpha t0", "..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Adadelta",
        lr: [0.1, 0.005, 0.2],
        other: &[("eps", "1e-3")],
        slope: 0.000_204_435_51,
        sparse: "square_avg acc_delta",
        declared: Some(Declared {
            arguments: "lr=1 rho=0.9 eps=0.000001 weight_decay=0 maximize=false",
            states: "square_avg=0 acc_delta=0",
            ranges: &[("lr weight_decay eps", "0.."), ("rho", "0..=1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Adafactor",
        lr: [0.2, 0.01, 0.05],
        other: &[("beta1", "0.9")],
        slope: 0.661_170_525,
        elementwise: false,
        fixed: &["decay_rate", "beta1"],
        sparse: "exp_avg_sq exp_avg",
        ..DEFAULT
    },
    Row {
        name: "Adagrad",
        lr: [0.5, 0.5, 0.1],
        slope: 0.036_985_677_2,
        fixed: &["initial_accumulator_value"],
        sparse: "sum",
        declared: Some(Declared {
            arguments: "lr=0.01 lr_decay=0 weight_decay=0 initial_accumulator_value=0 eps=0.000001 maximize=false",
            states: "sum=0 step:scalar=0",
            ranges: &[("lr weight_decay lr_decay initial_accumulator_value eps", "0..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Adam",
        lr: [0.1, 0.05, 0.05],
        slope: 0.091_873_677,
        sparse: "exp_avg exp_avg_sq max_exp_avg_sq",
        own: &["eps_after_correction"],
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 amsgrad=false",
            states: "exp_avg=0 exp_avg_sq=0 beta1_power:scalar=0.9 beta2_power:scalar=0.999",
            ranges: &[("lr eps", "0.."), ("betas", "0..1"), ("weight_decay", "..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "AdamW",
        lr: [0.1, 0.05, 0.05],
        slope: 0.091_873_677,
        sparse: "exp_avg exp_avg_sq max_exp_avg_sq",
        own: &["eps_after_correction"],
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 amsgrad=false correct_bias=true",
            states: "exp_avg=0 exp_avg_sq=0 beta1_power:scalar=0.9 beta2_power:scalar=0.999",
            ranges: &[("lr eps", "0.."), ("betas", "0..1"), ("weight_decay", "..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Adamax",
        lr: [0.2, 0.5, 0.05],
        slope: 0.074_533_758_9,
        sparse: "exp_avg exp_inf",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 maximize=false",
            states: "exp_avg=0 exp_inf=0 beta1_power:scalar=0.9",
            ranges: &[("lr eps", "0.."), ("betas", "0..1"), ("weight_decay", "..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Lamb",
        lr: [0.05, 0.01, 0.01],
        other: &[("betas", "(0.5, 0.999)")],
        slope: 0.956_179_25,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 adam=false",
            states: "exp_avg=0 exp_avg_sq=0",
            ranges: &[("lr eps", "0.."), ("betas", "0..1"), ("weight_decay", "..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Lion",
        lr: [0.005, 0.002, 0.005],
        slope: 0.1,
        sparse: "exp_avg",
        declared: Some(Declared {
            arguments: "lr=0.0001 betas=(0.9, 0.99) weight_decay=0",
            states: "exp_avg=0",
            ranges: &[("lr weight_decay", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Muon",
        lr: [0.005, 0.002, 0.01],
        slope: 0.069_643_671,
        fixed: &["ns_coefficients"],
        elementwise: false,
        sparse: "momentum_buffer",
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "NAdam",
        lr: [0.02, 0.02, 0.01],
        slope: 0.058_989_133_2,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.002 betas=(0.9, 0.999) eps=0.00000001 weight_decay=0 momentum_decay=0.004",
            states: "mu_product:scalar=1 exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr weight_decay eps momentum_decay", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "RAdam",
        lr: [0.05, 0.002, 0.05],
        other: &[("betas", "(0.9, 0.99)")],
        slope: 0.090_723_880_3,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "RMSprop",
        lr: [0.01, 0.005, 0.002],
        slope: 0.372_845_839,
        sparse: "square_avg momentum_buffer grad_avg",
        declared: Some(Declared {
            arguments: "lr=0.01 alpha=0.99 eps=0.00000001 weight_decay=0 momentum=0 centered=false",
            states: "square_avg=0",
            ranges: &[("lr weight_decay eps momentum alpha", "0..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Rprop",
        lr: [0.01, 0.01, 0.01],
        slope: 0.259_586_821,
        fixed: &["lr"],
        sparse: "prev step_size",
        declared: Some(Declared {
            arguments: "lr=0.001 etas=(0.5, 1.2) step_sizes=(0.000001, 50)",
            states: "prev=0 step_size=0.001",
            ranges: &[("lr", "0.."), ("etas step_sizes", "..")],
        }),
        ..DEFAULT
    },
    Row {
        name: "SGD",
        lr: [0.05, 0.001, 0.1],
        other: &[("momentum", "0.9")],
        slope: 0.11,
        fixed: &["dampening"],
        sparse: "momentum_buffer",
        declared: Some(Declared {
            arguments: "lr momentum=0 dampening=0 weight_decay=0 nesterov=false maximize=false",
            states: "",
            ranges: &[("lr weight_decay momentum", "0.."), ("dampening", "..")],
        }),
        ..DEFAULT
    },
];
