//! The machine on which a benchmark runs, as Linux describes it.

use std::fs::read_to_string;

/// Vendor and model of the processor and its caches: `AuthenticAMD AMD EPYC, 32K L1, 1024K L2, 32768K L3`. Parts that
/// the system does not report are missing.
pub(crate) fn name() -> String {
    let about = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name: &str| {
        let line = about.lines().find(|line| line.split(':').next().is_some_and(|key| key.trim() == name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let processor: Vec<String> = ["vendor_id", "model name"].iter().filter_map(|name| field(name)).collect();
    let processor = if processor.is_empty() { std::env::consts::ARCH.to_owned() } else { processor.join(" ") };
    std::iter::once(processor).chain((0..8).filter_map(cache)).collect::<Vec<_>>().join(", ")
}

/// Size and level of a cache. `None` for instruction caches.
fn cache(index: usize) -> Option<String> {
    let read = |file: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/{file}");
        Some(read_to_string(path).ok()?.trim().to_owned())
    };
    (read("type")? != "Instruction").then_some(())?;
    Some(format!("{} L{}", read("size")?, read("level")?))
}
