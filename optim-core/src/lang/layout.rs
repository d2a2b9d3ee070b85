//! The layout of a drawing: boxes in layers from top to bottom, with few crossings and straight lines.
//!
//! It has the usual four steps for directed graphs: layers, dummy boxes for lines that pass a layer, order within the layers,
//! positions. It is deterministic.

use crate::sorting::{sort_by, sort_by_key};

/// Space between neighbours of a layer.
const GAP: f64 = 18.0;
/// Width of the lane of a line that passes a layer.
const LANE: f64 = 6.0;
/// The number of sweeps over all layers, for the order and again for the positions.
const SWEEPS: usize = 24;

/// A box, or a dummy box for a line that passes a layer.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Layer, from 0 at the top.
    pub(super) layer: usize,
    /// The middle of the item.
    pub(super) x: f64,
    pub(super) width: f64,
    /// Items of the layer above that lines come from.
    pub(super) above: Vec<usize>,
    /// Items of the layer below that lines go to.
    pub(super) below: Vec<usize>,
    /// The box where the lines through a dummy box begin; for a box, the box itself.
    pub(super) source: usize,
}

/// The finished layout. Boxes come first among the items, in their order, then dummy boxes.
pub(super) struct Layout {
    pub(super) items: Vec<Item>,
    pub(super) layers: usize,
    pub(super) width: f64,
}

/// Lays out boxes with these widths and lines. Every line goes from an earlier box to a later one.
pub(super) fn lay_out(widths: &[f64], lines: &[(usize, usize)]) -> Layout {
    let layers = assign_layers(widths.len(), lines);
    let mut items: Vec<Item> = widths
        .iter()
        .enumerate()
        .map(|(source, &width)| Item { layer: layers[source], x: 0.0, width, above: vec![], below: vec![], source })
        .collect();
    connect(&mut items, lines);

    let count = items.iter().map(|item| item.layer + 1).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); count];
    for (i, item) in items.iter().enumerate() {
        rows[item.layer].push(i);
    }
    order(&items, &mut rows);
    place(&mut items, &rows);
    let width = items.iter().map(|item| item.x + item.width / 2.0).fold(0.0, f64::max);
    Layout { items, layers: count, width }
}

/// Puts each box below its inputs. Then, from the bottom, moves boxes down towards their consumers if that shortens lines.
fn assign_layers(count: usize, lines: &[(usize, usize)]) -> Vec<usize> {
    let mut layer = vec![0; count];
    for to in 0..count {
        let above = lines.iter().filter(|line| line.1 == to).map(|line| layer[line.0] + 1);
        layer[to] = above.max().unwrap_or(0);
    }
    for from in (0..count).rev() {
        let inputs = lines.iter().filter(|line| line.1 == from).count();
        let consumers: Vec<usize> = lines.iter().filter(|line| line.0 == from).map(|line| layer[line.1]).collect();
        if let Some(nearest) = consumers.iter().min()
            && inputs <= consumers.len()
        {
            layer[from] = nearest - 1;
        }
    }
    // The layers above the first used one may be empty.
    let top = layer.iter().min().copied().unwrap_or(0);
    layer.iter_mut().for_each(|layer| *layer -= top);
    layer
}

/// Links items of adjacent layers. Lines from one box that pass the same layer share a dummy box.
fn connect(items: &mut Vec<Item>, lines: &[(usize, usize)]) {
    let boxes = items.len();
    for from in 0..boxes {
        let mut chain = vec![from];
        let mut consumers: Vec<usize> = lines.iter().filter(|line| line.0 == from).map(|line| line.1).collect();
        sort_by_key(&mut consumers, |to| (items[*to].layer, *to));
        for to in consumers {
            let distance = items[to].layer - items[from].layer;
            while chain.len() < distance {
                let last = chain[chain.len() - 1];
                let stand_in = items.len();
                let layer = items[last].layer + 1;
                items.push(Item { layer, x: 0.0, width: LANE, above: vec![last], below: vec![], source: from });
                items[last].below.push(stand_in);
                chain.push(stand_in);
            }
            let last = chain[distance - 1];
            items[last].below.push(to);
            items[to].above.push(last);
        }
    }
}

/// Orders each layer by the mean position of its neighbours, down and up, and keeps the order with the fewest crossings.
fn order(items: &[Item], rows: &mut [Vec<usize>]) {
    let mut best = rows.to_vec();
    let mut fewest = usize::MAX;
    for sweep in 0..SWEEPS {
        let down = sweep % 2 == 0;
        let count = rows.len();
        for step in 0..count {
            let row = if down { step } else { count - 1 - step };
            let place = positions(items.len(), rows);
            let mean = |i: usize| {
                let neighbours = if down { &items[i].above } else { &items[i].below };
                if neighbours.is_empty() {
                    return place[i];
                }
                neighbours.iter().map(|n| place[*n]).sum::<f64>() / neighbours.len() as f64
            };
            sort_by(&mut rows[row], |a, b| mean(*a).total_cmp(&mean(*b)));
        }
        exchange_neighbours(items, rows);
        let crossings = crossings(items, rows);
        if crossings < fewest {
            fewest = crossings;
            best = rows.to_vec();
        }
    }
    rows.clone_from_slice(&best);
}

/// The position of each item in its layer, from 0 to 1, so that layers of different lengths can be compared.
fn positions(count: usize, rows: &[Vec<usize>]) -> Vec<f64> {
    let mut place = vec![0.0; count];
    for row in rows {
        for (i, item) in row.iter().enumerate() {
            place[*item] = (i as f64 + 0.5) / row.len() as f64;
        }
    }
    place
}

/// Exchanges neighbours in a layer as long as that removes crossings.
fn exchange_neighbours(items: &[Item], rows: &mut [Vec<usize>]) {
    for row in 0..rows.len() {
        for left in 1..rows[row].len() {
            let place = positions(items.len(), rows);
            let (a, b) = (rows[row][left - 1], rows[row][left]);
            let cost = |first: usize, second: usize| {
                let between = |one: &[usize], other: &[usize]| {
                    one.iter().map(|x| other.iter().filter(|y| place[**y] < place[*x]).count()).sum::<usize>()
                };
                between(&items[first].above, &items[second].above) + between(&items[first].below, &items[second].below)
            };
            if cost(b, a) < cost(a, b) {
                rows[row].swap(left - 1, left);
            }
        }
    }
}

fn crossings(items: &[Item], rows: &[Vec<usize>]) -> usize {
    let place = positions(items.len(), rows);
    let mut count = 0;
    for row in rows {
        let lines: Vec<(f64, f64)> =
            row.iter().flat_map(|i| items[*i].below.iter().map(|to| (place[*i], place[*to]))).collect();
        for (i, a) in lines.iter().enumerate() {
            count += lines[i + 1..].iter().filter(|b| (a.0 - b.0) * (a.1 - b.1) < 0.0).count();
        }
    }
    count
}

/// Moves every item towards the mean of its neighbours, as far as order and widths allow.
fn place(items: &mut [Item], rows: &[Vec<usize>]) {
    for row in rows {
        let mut x = 0.0;
        for i in row {
            items[*i].x = x + items[*i].width / 2.0;
            x += items[*i].width + GAP;
        }
    }
    for sweep in 0..SWEEPS {
        let (above, below) = match sweep {
            _ if sweep + 4 >= SWEEPS => (true, true),
            _ => (sweep % 2 == 0, sweep % 2 == 1),
        };
        for step in 0..rows.len() {
            let row = if above { step } else { rows.len() - 1 - step };
            settle(items, &rows[row], above, below);
        }
    }
    let left = items.iter().map(|item| item.x - item.width / 2.0).fold(f64::INFINITY, f64::min);
    if left.is_finite() {
        items.iter_mut().for_each(|item| item.x -= left);
    }
}

/// The positions in a layer with the smallest sum of squared distances to the wanted ones. Items that would overlap form
/// a block, which is placed at the mean of its items' wanted positions.
fn settle(items: &mut [Item], row: &[usize], above: bool, below: bool) {
    struct Block {
        wanted: f64,
        weight: f64,
        members: usize,
    }
    let mut offsets = Vec::with_capacity(row.len());
    let mut blocks: Vec<Block> = Vec::new();
    let mut offset = 0.0;
    for (i, &item) in row.iter().enumerate() {
        if i > 0 {
            offset += (items[row[i - 1]].width + items[item].width) / 2.0 + GAP;
        }
        offsets.push(offset);
        let mut neighbours: Vec<usize> = Vec::new();
        if above {
            neighbours.extend(&items[item].above);
        }
        if below {
            neighbours.extend(&items[item].below);
        }
        let (wanted, weight) = if neighbours.is_empty() {
            (items[item].x, 0.1)
        } else {
            let mean = neighbours.iter().map(|n| items[*n].x).sum::<f64>() / neighbours.len() as f64;
            // Long lines should be straight, so their dummy boxes have more weight.
            (mean, if items[item].width == LANE { 4.0 } else { 1.0 })
        };
        let mut block = Block { wanted: wanted - offset, weight, members: 1 };
        while let Some(last) = blocks.pop_if(|last| last.wanted > block.wanted) {
            let weight = last.weight + block.weight;
            block = Block {
                wanted: (last.wanted * last.weight + block.wanted * block.weight) / weight,
                weight,
                members: last.members + block.members,
            };
        }
        blocks.push(block);
    }
    let mut i = 0;
    for block in blocks {
        for _ in 0..block.members {
            items[row[i]].x = block.wanted + offsets[i];
            i += 1;
        }
    }
}
