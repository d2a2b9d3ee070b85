//! Rows of the optimizers of `contrib` that multiply and decompose matrices.

use super::row::{DEFAULT, Declared, Rest, Row};

pub(super) const ROWS: &[Row] = &[
    Row {
        name: "APOLLO",
        lr: [0.1, 0.05, 0.05],
        slope: 0.091_873_676_962,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 rank=128 update_proj_gap=200 scale=1 scale_type=channel",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr eps weight_decay scale", "0.."), ("betas", "0..1")],
        }),
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "AdaMuon",
        lr: [0.02, 0.005, 0.02],
        slope: 0.02,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.02 betas=(0.9, 0.95) weight_decay=0 ns_steps=5 use_adjusted_lr=true eps=0.0000000001",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "GaLore",
        shape: Some(&[5, 5]),
        lr: [0.1, 0.05, 0.05],
        other: &[("rank", "2"), ("update_proj_gap", "10"), ("scale", "1.0")],
        slope: 0.091_874_517,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 rank=128 update_proj_gap=200 scale=0.25",
            states: "exp_avg=0 exp_avg_sq=0 step:scalar=0",
            ranges: &[("lr eps weight_decay scale", "0.."), ("betas", "0..1")],
        }),
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "Kron",
        shape: Some(&[5, 5]),
        random: true,
        elementwise: false,
        sparse: "momentum_buffer",
        declared: Some(Declared {
            arguments: "lr=0.001 momentum=0.9 weight_decay=0 precondition_lr=0.1 flat_start=500 precondition_frequency=33",
            states: "momentum_buffer=0 left[2, 2]=1 right[3, 3]=1 step:scalar=0",
            ranges: &[("lr weight_decay", "0.."), ("momentum precondition_lr", "0..1")],
        }),
        recorded: false,
        ..DEFAULT
    },
    Row {
        name: "MuonClip",
        lr: [0.02, 0.01, 0.02],
        slope: 0.013_928_728_189,
        elementwise: false,
        sparse: "momentum_buffer",
        declared: Some(Declared {
            arguments: "lr=0.02 momentum=0.95 weight_decay=0 qk_clip_threshold=100 qk_clip_alpha=0.5 ns_steps=5 use_adjusted_lr=true qk_clip=off",
            states: "momentum_buffer=0",
            ranges: &[
                ("lr weight_decay", "0.."),
                ("momentum", "0..1"),
                ("qk_clip_threshold", "1e-30.."),
                ("qk_clip_alpha", "0..=1"),
            ],
        }),
        ..DEFAULT
    },
    Row {
        name: "NorMuon",
        lr: [0.005, 0.002, 0.01],
        slope: 0.069_643_640_944,
        elementwise: false,
        sparse: "momentum_buffer",
        declared: Some(Declared {
            arguments: "lr=0.02 momentum=0.95 beta2=0.95 weight_decay=0 nesterov=true ns_steps=5 update_scale=preserve_norm use_adjusted_lr=false eps=0.0000000001",
            states: "momentum_buffer=0 second_momentum_buffer[2]=0",
            ranges: &[("lr weight_decay eps", "0.."), ("momentum beta2", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "SCION",
        lr: [0.005, 0.001, 0.01],
        slope: 0.099_999_997_925,
        elementwise: false,
        sparse: "d",
        declared: Some(Declared {
            arguments: "lr=0.001 momentum=0.1 constraint=false norm_type=auto scale=1 weight_decay=0",
            states: "d=0",
            ranges: &[("lr scale weight_decay", "0.."), ("momentum", "0..=1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "SOAP",
        shape: Some(&[5, 5]),
        lr: [0.05, 0.02, 0.02],
        slope: 0.095_607_513_708,
        rest: Rest::Shrinks,
        elementwise: false,
        sparse: "",
        declared: Some(Declared {
            arguments: "lr=0.003 betas=(0.95, 0.95) weight_decay=0.01 precondition_frequency=10 shampoo_beta=none correct_bias=true eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 l[2, 2]=0 r[3, 3]=0 u[2, 2]=0 v[3, 3]=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1"), ("shampoo_beta", "0..1")],
        }),
        ..DEFAULT
    },
    Row {
        name: "Shampoo",
        lr: [0.5, 0.2, 0.1],
        slope: 0.036_985_687_935,
        elementwise: false,
        fixed: &["momentum", "matrix_eps"],
        sparse: "update",
        declared: Some(Declared {
            arguments: "lr=0.001 momentum=0 weight_decay=0 preconditioning_compute_steps=1 matrix_eps=0.000001 weight_decouple=false",
            states: "l[2, 2]=0 r[3, 3]=0 root_l[2, 2]=0 root_r[3, 3]=0 step:scalar=0",
            ranges: &[("lr weight_decay", "0.."), ("momentum", "0..1"), ("matrix_eps", "0+..")],
        }),
        ..DEFAULT
    },
];
