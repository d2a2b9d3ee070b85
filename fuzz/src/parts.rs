//! Checkpoint files in parts, so that changes get past checksums and lengths.

use serde_json::{Map, Value as Json, json};

/// Four parts, separated by zeros: options of the load, metadata, header without metadata, tensors without checksums.
pub struct Parts {
    /// The options of the load.
    pub options: u8,
    meta: Vec<u8>,
    header: Vec<u8>,
    data: Vec<u8>,
}

const METADATA: &str = "__metadata__";
const CHECKSUMS: &str = "checksums";

impl Parts {
    /// The parts of an input; `None` if there are fewer.
    pub fn split(bytes: &[u8]) -> Option<Self> {
        let mut parts = bytes.splitn(4, |byte| *byte == 0);
        let options = parts.next()?.first().copied().unwrap_or(b'0');
        let mut next = || parts.next().map(<[u8]>::to_vec);
        Some(Self { options, meta: next()?, header: next()?, data: next()? })
    }

    /// The parts of a file.
    pub fn of(file: &[u8]) -> Self {
        let length = u64::from_le_bytes(*file.first_chunk().expect("a length")) as usize;
        let mut header: Map<String, Json> = serde_json::from_slice(&file[8..8 + length]).expect("a header");
        let meta = header.remove(METADATA).expect("metadata");
        let end = header[CHECKSUMS]["data_offsets"][0].as_u64().expect("an offset") as usize;
        Self {
            options: b'0',
            meta: meta["optim"].as_str().expect("text").into(),
            header: Json::Object(header).to_string().into_bytes(),
            data: file[8 + length..][..end].to_vec(),
        }
    }

    /// An input.
    pub fn joined(&self) -> Vec<u8> {
        [&[self.options], &*self.meta, &self.header, &self.data].join(&0)
    }

    /// The file of these parts, with correct lengths and checksums.
    pub fn file(&self) -> Vec<u8> {
        let meta = json!({"optim": String::from_utf8_lossy(&self.meta)});
        let rest = self.header.strip_prefix(b"{").unwrap_or(&self.header);
        let header = [format!("{{\"{METADATA}\":{meta},").as_bytes(), rest].concat();
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header);
        let mut checksums = vec![crc32fast::hash(&file)];
        let tensors = serde_json::from_slice::<Map<String, Json>>(&self.header).unwrap_or_default();
        let offset = |info: &Json, end: usize| info["data_offsets"][end].as_u64().map(|offset| offset as usize);
        let others = tensors.iter().filter(|(name, _)| *name != CHECKSUMS);
        let mut places: Vec<_> = others.filter_map(|(_, info)| Some((offset(info, 0)?, offset(info, 1)?))).collect();
        places.sort_unstable();
        checksums
            .extend(places.iter().map(|&(start, end)| crc32fast::hash(self.data.get(start..end).unwrap_or_default())));
        file.extend_from_slice(&self.data);
        file.extend(checksums.iter().flat_map(|checksum| checksum.to_le_bytes()));
        file
    }

    /// Places the tensors one after another, with the lengths of their shapes.
    fn lay_out(&mut self) {
        let Ok(mut tensors) = serde_json::from_slice::<Map<String, Json>>(&self.header) else { return };
        let mut data = Vec::new();
        let count = tensors.len();
        for (_, info) in tensors.iter_mut().filter(|(name, _)| *name != CHECKSUMS) {
            let shape = info["shape"].as_array().map_or(&[][..], Vec::as_slice);
            let size = match info["dtype"].as_str() {
                Some("F64") => 8,
                Some("F16" | "BF16") => 2,
                Some("BOOL") => 1,
                _ => 4,
            };
            let bytes = shape.iter().try_fold(size, |size: u64, axis| size.checked_mul(axis.as_u64()?));
            let (Some(bytes), Some(info)) = (bytes.filter(|bytes| *bytes < 4096), info.as_object_mut()) else { return };
            let start = data.len();
            data.extend((0..bytes as usize).map(|place| self.data.get(start + place).copied().unwrap_or(0)));
            info.insert("data_offsets".to_owned(), json!([start, data.len()]));
        }
        let (start, length) = (data.len(), 4 * count);
        let checksums = json!({"dtype": "U8", "shape": [count, 4], "data_offsets": [start, start + length]});
        tensors.insert(CHECKSUMS.to_owned(), checksums);
        self.header = Json::Object(tensors).to_string().into_bytes();
        self.data = data;
    }
}

/// The same parts with one change. `None` if bytes should change at random.
pub fn mutated(mut parts: Parts, seed: u32) -> Option<Vec<u8>> {
    let mut random = Random(seed.into());
    match random.below(12) {
        0 => parts.options = b'0' + random.below(8) as u8,
        1 => parts.lay_out(),
        2 if parts.data.len() >= 8 => {
            let numbers = [f64::NAN, f64::INFINITY, -1e300, 5e-324, f64::from_bits(u64::MAX), 0.0];
            let start = random.below(parts.data.len() / 4 - 1) * 4;
            parts.data[start..start + 8].copy_from_slice(&numbers[random.below(numbers.len())].to_le_bytes());
        }
        3..=7 => parts.meta = changed(&parts.meta, &mut random)?,
        8..=9 => {
            parts.header = changed(&parts.header, &mut random)?;
            if random.below(2) == 0 {
                parts.lay_out();
            }
        }
        _ => return None,
    }
    Some(parts.joined())
}

/// JSON with one value, key or element changed.
fn changed(text: &[u8], random: &mut Random) -> Option<Vec<u8>> {
    let mut json: Json = serde_json::from_slice(text).ok()?;
    for _ in 0..=random.below(3) {
        let mut count = 0;
        nth(&mut json, &mut usize::MAX.clone(), &mut count);
        let other = nth(&mut json, &mut random.below(count), &mut 0)?.clone();
        let node = nth(&mut json, &mut random.below(count), &mut 0)?;
        change(node, other, random);
    }
    Some(json.to_string().into_bytes())
}

/// The value with this index in the order of the text. `count` grows by the number of values before it.
fn nth<'a>(json: &'a mut Json, left: &mut usize, count: &mut usize) -> Option<&'a mut Json> {
    *count += 1;
    if *left == 0 {
        return Some(json);
    }
    *left -= 1;
    match json {
        Json::Array(parts) => parts.iter_mut().find_map(|part| nth(part, left, count)),
        Json::Object(object) => object.values_mut().find_map(|value| nth(value, left, count)),
        _ => None,
    }
}

fn change(node: &mut Json, other: Json, random: &mut Random) {
    match (random.below(4), &mut *node) {
        (0, _) => *node = other,
        (1, Json::Array(parts)) if !parts.is_empty() => {
            let place = random.below(parts.len());
            match random.below(3) {
                0 => drop(parts.remove(place)),
                1 => parts.insert(place, parts[place].clone()),
                _ => parts.push(other),
            }
        }
        (1, Json::Object(object)) if !object.is_empty() => {
            let key = object.keys().nth(random.below(object.len())).cloned().unwrap_or_default();
            let value = object.remove(&key).unwrap_or_default();
            if random.below(2) == 0 {
                object.insert(other.as_str().map_or(key + "x", ToOwned::to_owned), value);
            }
        }
        (1 | 2, Json::Number(number)) => {
            let (whole, float) = (number.as_i64(), number.as_f64().unwrap_or(0.0));
            *node = match (whole, random.below(4)) {
                (Some(whole), 0) => whole.wrapping_add(1).into(),
                (Some(whole), 1) => whole.wrapping_sub(1).into(),
                (Some(whole), _) => whole.wrapping_mul(2).into(),
                (None, 0) => (-float).into(),
                (None, _) => (float * 10.0).into(),
            };
        }
        _ => *node = interesting(random),
    }
}

fn interesting(random: &mut Random) -> Json {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1),
        json!(1.5),
        json!(1e300),
        json!(5e-324),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1_u64 << 40),
        json!(""),
        json!("F64"),
        json!("BOOL"),
        json!("BF16"),
        json!([]),
        json!({}),
        json!([0]),
        json!([0, 1_u64 << 62]),
        json!([1, 1, 1, 1, 1, 1, 1, 1, 1]),
        json!({"float": "nan"}),
        json!({"float": "-inf"}),
        json!({"int": "170141183460469231731687303715884105727"}),
        json!({"schedule": null, "text": "|t| t"}),
        json!({"schedule": "LinearLR", "arguments": {"initial_learning_rate": 0.1, "end_learning_rate": 0.0, "total_iters": 3}}),
        json!({"schedule": "CosineDecayLR", "arguments": {"initial_learning_rate": 0.1, "end_learning_rate": 0.0, "total_iters": 0}}),
        json!({"schedule": "SequentialLR", "arguments": {"schedulers": [0.1, {"schedule": "ScalePerParamLR", "arguments": {"scheduler": 0.1}}], "milestones": [2]}}),
        json!({"schedule": "ChainedScheduler", "arguments": {"schedulers": [0.1, 0.5]}}),
        json!({"schedule": "CosineAnnealingWarmRestarts", "arguments": {"initial_learning_rate": 0.1, "t_0": 1, "t_mult": 2, "eta_min": 0.0}}),
        json!({"schedule": "MultiStepLR", "arguments": {"initial_learning_rate": 0.1, "gamma": 0.5, "milestones": [1, 3]}}),
    ];
    values[random.below(values.len())].clone()
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((bits ^ (bits >> 31)) % end.max(1) as u64) as usize
    }
}
