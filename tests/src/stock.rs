//! One row per stock optimizer: the settings that suit it in tests, and what is special about it.

use optim_std::registry::AnyBuilder;
use optim_std::{OptimizerEntry, Setting};

use crate::takes;

/// What the tests know of an optimizer that does not follow from its definition.
#[derive(Debug)]
pub struct Row {
    /// The name, that of the struct.
    pub name: &'static str,
    /// Learning rates on the problems of `tests/convergence`, in their order.
    pub lr: [f64; 3],
    /// Settings on all problems other than the defaults.
    pub other: &'static [(&'static str, &'static str)],
    /// How far ten steps of `lr` 0.01 go from 10 along a slope that falls from 2 to 0.2, with the defaults otherwise: the
    /// formula in plain numbers, computed without this crate. A missing bias correction shows here; it changes no minimum.
    pub slope: f64,
    /// What a parameter does without gradient and weight decay.
    pub rest: Rest,
    /// Whether steps draw random numbers: none leads to a minimum, and no two parameters take the same one.
    pub random: bool,
    /// A shape for which kernel and graph must agree, where they need not for others: bases of equal eigenvalues are arbitrary.
    pub shape: Option<&'static [usize]>,
    /// Whether a step takes powers of elements, which the kernel and the interpreter round each in their own way.
    pub powers: bool,
    /// Whether a step is one elementwise pass.
    pub elementwise: bool,
    /// Whether parameters are stepped together: their step asks for numbers of the whole model.
    pub together: bool,
    /// Numbers that take no schedule, because states or requirements depend on them.
    pub fixed: &'static [&'static str],
    /// The states to sparsify, in the order of declaration.
    pub sparse: &'static str,
    /// Arguments, states and ranges of the program that it is compared with; `None` where they are its own.
    pub declared: Option<Declared>,
    /// Whether there are golden files of it.
    pub recorded: bool,
}

/// What a parameter does without a gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// It stays where it is.
    Stays,
    /// It shrinks by less than a hundredth.
    Shrinks,
    /// It moves by less than a thousandth, because averages do not start at zero.
    Drifts,
}

/// Arguments and states as the program declares them that an optimizer is compared with.
#[derive(Debug)]
pub struct Declared {
    /// Arguments and their defaults, in order.
    pub arguments: &'static str,
    /// States and their first values with the default settings, in order.
    pub states: &'static str,
    /// Names of numbers and the range that is allowed; `..` for any finite one.
    pub ranges: &'static [(&'static str, &'static str)],
}

const DEFAULT: Row = Row {
    name: "",
    lr: [0.0; 3],
    other: &[],
    slope: 0.0,
    rest: Rest::Stays,
    random: false,
    shape: None,
    powers: false,
    elementwise: true,
    together: false,
    fixed: &[],
    sparse: "",
    declared: None,
    recorded: true,
};

/// The rows, in any order.
pub static ROWS: &[Row] = &[
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
        declared: Some(Declared {
            arguments: "lr=0.001 betas=(0.9, 0.999) eps=0.000001 weight_decay=0 amsgrad=false",
            states: "exp_avg=0 exp_avg_sq=0 beta1_power:scalar=0.9 beta2_power:scalar=0.999",
            ranges: &[("lr eps", "0.."), ("betas", "0..1"), ("weight_decay", "..")],
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
        name: "AdamW",
        lr: [0.1, 0.05, 0.05],
        slope: 0.091_873_677,
        sparse: "exp_avg exp_avg_sq max_exp_avg_sq",
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
        name: "Muon",
        lr: [0.005, 0.002, 0.01],
        slope: 0.069_643_671,
        elementwise: false,
        sparse: "momentum_buffer",
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
        name: "SOAP",
        shape: Some(&[5, 5]),
        lr: [0.05, 0.02, 0.02],
        slope: 0.095_607_513_708,
        rest: Rest::Shrinks,
        elementwise: false,
        sparse: "exp_avg exp_avg_sq",
        declared: Some(Declared {
            arguments: "lr=0.003 betas=(0.95, 0.95) weight_decay=0.01 precondition_frequency=10 eps=0.00000001",
            states: "exp_avg=0 exp_avg_sq=0 l[2, 2]=0 r[3, 3]=0 u[2, 2]=0 v[3, 3]=0 step:scalar=0",
            ranges: &[("lr weight_decay eps", "0.."), ("betas", "0..1")],
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
        name: "Shampoo",
        lr: [0.5, 0.2, 0.1],
        slope: 0.036_985_687_935,
        elementwise: false,
        fixed: &["momentum", "matrix_eps"],
        sparse: "update",
        declared: Some(Declared {
            arguments: "lr=0.001 momentum=0 weight_decay=0 preconditioning_compute_steps=1 matrix_eps=0.000001",
            states: "l[2, 2]=0 r[3, 3]=0 root_l[2, 2]=0 root_r[3, 3]=0 step:scalar=0",
            ranges: &[("lr weight_decay", "0.."), ("momentum", "0..1"), ("matrix_eps", "0+..")],
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

/// Every stock optimizer with its row.
///
/// # Panics
///
/// When one has no row.
pub fn rows() -> impl Iterator<Item = (&'static OptimizerEntry, &'static Row)> {
    optim_std::optimizers().iter().map(|entry| (entry, row(entry.name)))
}

/// Those whose parameters are stepped as if each were alone.
pub fn rows_of_parameters() -> impl Iterator<Item = (&'static OptimizerEntry, &'static Row)> {
    rows().filter(|(_, row)| !row.together)
}

/// The row of an optimizer.
///
/// # Panics
///
/// When it has none.
#[must_use]
pub fn row(name: &str) -> &'static Row {
    ROWS.iter()
        .find(|row| row.name == name)
        .unwrap_or_else(|| panic!("{name} has no row in `optim_tests::stock::ROWS`"))
}

impl Row {
    /// The optimizer with this learning rate and the settings of the row.
    ///
    /// # Panics
    ///
    /// When it refuses them.
    #[must_use]
    pub fn builder(&self, entry: &OptimizerEntry, lr: f64) -> AnyBuilder {
        let settings = self.other.iter().map(|(name, value)| (*name, value.parse::<Setting>().expect("a setting")));
        settings
            .chain([("lr", lr.into())])
            .try_fold(entry.builder(), |builder, (name, value)| builder.set(name, value))
            .unwrap_or_else(|error| panic!("{error}"))
    }
}

/// A shape as this optimizer can take it: vectors are matrices of one column where it must be.
#[must_use]
pub fn shape_for(entry: &OptimizerEntry, shape: &[usize]) -> Vec<usize> {
    let mut shape = shape.to_vec();
    if !takes(entry, &[1]) {
        shape.resize(shape.len().max(2), 1);
    }
    shape
}
