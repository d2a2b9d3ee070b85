//! Every state that can be saved can be restored.

use ndarray::ArrayD;
use optim_std::checkpoint::{
    Checkpoint, CheckpointFile, DType, GroupDict, ParamDict, StateDict, StateEntry, TensorData,
};
use optim_std::prelude::*;
use optim_std::{LoadOptions, ParamView, Registry};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Folder, Model, Noise, bits, builder, grads};

fn setting() -> impl Strategy<Value = Setting> {
    let number =
        prop_oneof![any::<f64>().prop_filter("not equal to itself", |x| !x.is_nan()), Just(f64::INFINITY), Just(-0.0)];
    let leaf = prop_oneof![
        Just(Setting::None),
        any::<bool>().prop_map(Setting::Bool),
        any::<i128>().prop_map(Setting::Int),
        any::<i8>().prop_map(|x| Setting::Int(x.into())),
        Just(Setting::Int(u64::MAX.into())),
        number.prop_map(Setting::Float),
        ".{0,8}".prop_map(Setting::Choice),
        (0.0..1.0, 1_u64..9).prop_map(|(x, n)| Setting::schedule(LinearLR::new(x, 0.0, n))),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| vec(inner, 0..4).prop_map(Setting::Tuple))
}

fn data() -> impl Strategy<Value = TensorData> {
    let dtype = select(vec![DType::F16, DType::BF16, DType::F32, DType::F64, DType::Bool]);
    let tensor = (dtype, vec(0_usize..4, 0..4)).prop_flat_map(|(dtype, shape)| {
        let bytes = dtype.bytes_of(&shape).unwrap();
        (Just(dtype), Just(shape), vec(any::<u8>(), bytes..=bytes))
    });
    tensor.prop_map(|(dtype, shape, bytes)| TensorData::new(dtype, shape, bytes).unwrap())
}

fn tensor() -> impl Strategy<Value = StateEntry> {
    prop_oneof![
        any::<u64>().prop_map(|bits| StateEntry::Scalar(f64::from_bits(bits))),
        data().prop_map(StateEntry::Tensor),
    ]
}

fn dict() -> impl Strategy<Value = StateDict> {
    let settings = proptest::collection::btree_map(".{0,6}", setting(), 0..4);
    let optimizer = proptest::option::of(".{1,8}");
    let group = (optimizer, vec(".{0,5}", 0..3), proptest::option::of(-2.0..2.0), settings);
    let states = proptest::collection::btree_map("[^/]{0,6}", tensor(), 0..4);
    let param = (vec(0_usize..9, 0..3), 0_usize..3, any::<u64>(), states, proptest::option::of(data()));
    let groups = proptest::collection::btree_map(".{0,6}", group, 0..3);
    let params = proptest::collection::btree_map(".{0,10}", param, 0..5);
    let number = prop_oneof![any::<f64>().prop_filter("equal to itself", |x| !x.is_nan()), Just(f64::INFINITY)];
    let globals = proptest::collection::btree_map(".{0,6}", number, 0..3);
    let norms = vec(0.0..1e300, 0..4);
    let dict = (".{0,8}", any::<(u64, u64)>(), norms, globals, groups, params);
    dict.prop_map(|(optimizer, (steps, seed), recent_norms, globals, groups, params)| StateDict {
        optimizer,
        steps,
        seed: Some(seed),
        recent_norms,
        globals: globals.into_iter().collect(),
        groups: groups
            .into_iter()
            .map(|(name, (optimizer, tags, adjust_learning_rate, settings))| GroupDict {
                name,
                optimizer,
                tags,
                adjust_learning_rate,
                settings: settings.into_iter().collect(),
            })
            .collect(),
        params: params
            .into_iter()
            .map(|(name, (shape, group, step_count, states, mask))| ParamDict {
                name,
                view: (step_count % 2 == 1).then(|| ParamView::new("seen \"so\"", [&[1], &*shape].concat())),
                shape,
                group,
                step_count,
                states: states.into_iter().collect(),
                mask,
            })
            .collect(),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_dict_goes_through_a_file(dict in dict(), key in ".{0,9}", word in ".{0,9}") {
        let folder = Folder::new("any-dict");
        let path = folder.join("run");
        Checkpoint::new().state_dict(&dict).extra(&*key, &*word).save(&path).unwrap();
        let file = CheckpointFile::open(&path).unwrap();
        prop_assert_eq!(file.state_dict(&Registry::global()).unwrap(), dict.clone());
        prop_assert_eq!(file.extra(&key), Some(&*word));
        // It fits no optimizer, with any options.
        let mut opt = builder("SGD").build(&ndarray::array![1.0_f32]).unwrap();
        let before = bits(&opt, &Model::new());
        prop_assert!(opt.load_state_dict(&dict, &LoadOptions::matching().cast()).is_err());
        prop_assert_eq!(bits(&opt, &Model::new()), before);
    }

    #[test]
    fn any_model_continues(
        shapes in vec((".{0,6}", vec(0_usize..5, 0..4), any::<bool>()), 1..5),
        which in 0_usize..15,
        steps in 0_u64..4,
        seed in any::<u64>(),
    ) {
        let name = optim_std::optimizers()[which].name;
        let mut noise = Noise(seed);
        let model: Model<f32> = shapes
            .into_iter()
            .map(|(name, shape, reversed)| {
                let array: ArrayD<f32> = noise.array(&shape);
                (name, if reversed { array.reversed_axes() } else { array })
            })
            .collect();
        // Muon refuses vectors.
        let Ok(mut opt) = builder(name).build(&model) else { return Ok(()) };
        let mut first = model.clone();
        for step in 0..steps {
            opt.step(&mut first, &grads(&model, step)).unwrap();
        }
        let folder = Folder::new("any-model");
        let path = folder.join("run");
        Checkpoint::new().params(&first).optimizer(&opt).save(&path).unwrap();
        let mut second = model.clone();
        let mut other = builder(name).build(&model).unwrap();
        CheckpointFile::open(&path).unwrap().load(&mut second, &mut other).unwrap();
        for step in steps..steps + 2 {
            opt.step(&mut first, &grads(&model, step)).unwrap();
            other.step(&mut second, &grads(&model, step)).unwrap();
        }
        prop_assert_eq!(bits(&opt, &first), bits(&other, &second));
    }
}
