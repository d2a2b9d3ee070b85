//! Cases in which this project differs from the reference on purpose.

/// The result of this project, if it differs from the reference's.
pub(super) enum Instead {
    /// The result of another release.
    Release(&'static str),
    /// A schedule that begins with these values.
    Schedule(&'static str, &'static [f64]),
    /// The recorded result, with other warnings.
    Warnings,
    /// The recorded group with one different number.
    Value(&'static str, f64),
    /// The recorded values, of which only the first ones count.
    First(usize),
}

/// List and case, the expected result, and the reason.
pub(super) const EXCEPTIONS: &[(&str, &str, Instead, &str)] = &[
    (
        "optimizer",
        "learning_rate_int_ignored",
        Instead::Value("lr", 1.0),
        "a learning rate may be a whole number, which the reference ignores",
    ),
    (
        "optimizer",
        "learning_rate_dict_ignored",
        Instead::Warnings,
        "what has no effect is worth a warning: a schedule is for `configure_lr_scheduler`",
    ),
    ("optimizer", "sgd_no_lr_dummy", Instead::Warnings, "a learning rate out of nowhere is worth a warning"),
    ("optimizer", "adafactor_no_lr_dummy", Instead::Warnings, "a learning rate out of nowhere is worth a warning"),
    ("optimizer", "lr_and_learning_rate", Instead::Warnings, "of two names of one argument one has no effect"),
    (
        "lr_scheduler",
        "zero",
        Instead::Schedule("ConstantLR", &[0.0, 0.0]),
        "a number is a constant schedule, also the number 0",
    ),
    ("lr_scheduler", "float", Instead::Release("2.3.1"), "a number is a constant schedule, as documented"),
    ("lr_scheduler", "string", Instead::Release("2.3.1"), "a number is a constant schedule, as documented"),
    (
        "lr_scheduler",
        "int",
        Instead::Schedule("ConstantLR", &[1.0, 1.0]),
        "a number is a constant schedule, also a whole one, as documented",
    ),
    (
        "lr_scheduler",
        "dict_lower_case_arg",
        Instead::Warnings,
        "arguments are called in lower case here: `t_max` is a name as good as `T_max`",
    ),
    ("lr_scheduler", "warm_restarts", Instead::First(3), "it restarts, which the reference does not"),
    (
        "lr_scheduler",
        "list_chained",
        Instead::Warnings,
        "`main_scheduler` is understood, there is nothing to warn about",
    ),
    (
        "lr_scheduler",
        "list_chainedlr_second",
        Instead::Warnings,
        "`main_scheduler` is understood, there is nothing to warn about",
    ),
    (
        "lr_scheduler",
        "list_main_sequential",
        Instead::Warnings,
        "`main_scheduler` is understood, there is nothing to warn about",
    ),
    (
        "trainer_scheduler",
        "case_sensitive",
        Instead::Schedule("LinearLR", &[0.1, 0.075, 0.05, 0.025, 0.0, 0.0]),
        "names are found in upper or lower case",
    ),
];
