//! Hand-written loops: SGD, AdamW and Lion in one pass, LAMB in two. The loops with one pass have two variants, of
//! which the faster one counts.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::level::{prefetch, widest};

/// Smallest number of elements for several threads.
pub(crate) const SHARE: usize = 32 * 1024;
/// Smallest number of elements of a tensor for several threads, if a step has several passes.
pub(crate) const LARGE: usize = 128 * 1024;
/// Number of elements of such a tensor that a thread processes at a time.
pub(crate) const CHUNK: usize = 32 * 1024;

/// Part of a parameter, its gradient and its states. `v` is empty if there is one state.
pub(crate) struct Piece<'a> {
    pub(crate) p: &'a mut [f32],
    pub(crate) g: &'a [f32],
    pub(crate) m: &'a mut [f32],
    pub(crate) v: &'a mut [f32],
}

impl Piece<'_> {
    fn split_at(self, at: usize) -> (Self, Self) {
        let (p, p2) = self.p.split_at_mut(at);
        let (g, g2) = self.g.split_at(at);
        let (m, m2) = self.m.split_at_mut(at);
        let (v, v2) = self.v.split_at_mut(at.min(self.v.len()));
        (Self { p, g, m, v }, Self { p: p2, g: g2, m: m2, v: v2 })
    }

    fn reborrow(&mut self) -> Piece<'_> {
        Piece { p: self.p, g: self.g, m: self.m, v: self.v }
    }

    /// Pieces of about `CHUNK` elements.
    fn chunks(&mut self) -> Vec<Piece<'_>> {
        let mut rest = self.reborrow();
        let mut chunks = Vec::with_capacity(rest.p.len() / CHUNK + 1);
        while rest.p.len() > CHUNK {
            let (chunk, after) = rest.split_at(CHUNK);
            chunks.push(chunk);
            rest = after;
        }
        chunks.push(rest);
        chunks
    }
}

/// Divides pieces into batches of about the same number of elements. Large pieces are cut.
pub(crate) fn batches(pieces: Vec<Piece<'_>>, workers: usize) -> Vec<Vec<Piece<'_>>> {
    let total: usize = pieces.iter().map(|piece| piece.p.len()).sum();
    let size = if workers == 1 || total < SHARE { total } else { (total / (8 * workers)).next_multiple_of(64) };
    let mut batches = vec![Vec::new()];
    let mut room = size;
    for mut piece in pieces {
        while piece.p.len() > room && piece.p.len() >= 8192 {
            let (first, rest) = piece.split_at(room);
            batches.last_mut().expect("there is a batch").push(first);
            batches.push(Vec::new());
            (piece, room) = (rest, size);
        }
        room = room.saturating_sub(piece.p.len());
        batches.last_mut().expect("there is a batch").push(piece);
        if room < 64 {
            batches.push(Vec::new());
            room = size;
        }
    }
    batches.retain(|batch| !batch.is_empty());
    batches
}

/// True if loops with one pass prefetch memory, which is faster on some processors and slower on others.
static AHEAD: AtomicBool = AtomicBool::new(true);

/// Tries both variants of the loops, and selects the faster one.
pub(crate) fn choose_shape(step: &mut dyn FnMut()) {
    let mut time = |ahead| {
        AHEAD.store(ahead, Ordering::Relaxed);
        step();
        let times = (0..5).map(|_| {
            let began = Instant::now();
            step();
            began.elapsed()
        });
        times.min().unwrap_or(Duration::MAX)
    };
    let (with, without) = (time(true), time(false));
    AHEAD.store(with < without, Ordering::Relaxed);
}

/// The update of one element.
pub(crate) trait Rule: Sync {
    const STATES: usize;
    fn block<const N: usize>(&self, p: &mut [f32; N], g: &[f32; N], m: &mut [f32; N], v: &mut [f32; N]);
}

/// One step of all batches.
pub(crate) fn step<R: Rule>(rule: &R, batches: &mut [Vec<Piece<'_>>]) {
    let ahead = AHEAD.load(Ordering::Relaxed);
    let work = |batch: &mut Vec<Piece<'_>>| {
        widest(
            #[inline(always)]
            || match ahead {
                true => batch.iter_mut().for_each(|p| walk::<R, true>(rule, p)),
                false => batch.iter_mut().for_each(|p| walk::<R, false>(rule, p)),
            },
        );
    };
    if batches.len() > 1 {
        batches.par_iter_mut().with_max_len(1).for_each(work);
    } else {
        batches.iter_mut().for_each(work);
    }
}

#[inline(always)]
fn walk<R: Rule, const AHEAD: bool>(rule: &R, piece: &mut Piece<'_>) {
    let done = blocks::<R, 64, AHEAD>(rule, piece, 0);
    let done = blocks::<R, 16, AHEAD>(rule, piece, done);
    let done = blocks::<R, 4, AHEAD>(rule, piece, done);
    blocks::<R, 1, AHEAD>(rule, piece, done);
}

#[inline(always)]
fn blocks<R: Rule, const N: usize, const AHEAD: bool>(rule: &R, piece: &mut Piece<'_>, from: usize) -> usize {
    let (p, _) = piece.p[from..].as_chunks_mut::<N>();
    let n = p.len();
    let g = &piece.g[from..].as_chunks::<N>().0[..n];
    let m = &mut piece.m[from..].as_chunks_mut::<N>().0[..n];
    let (v, _) = if R::STATES == 2 { piece.v[from..].as_chunks_mut::<N>() } else { Default::default() };
    let mut none = [0.0; N];
    for k in 0..n {
        let v = if R::STATES == 2 { &mut v[k] } else { &mut none };
        if N >= 16 && AHEAD {
            prefetch(&p[k]);
            prefetch(&g[k]);
            prefetch(&m[k]);
            if R::STATES == 2 {
                prefetch(v);
            }
        }
        rule.block(&mut p[k], &g[k], &mut m[k], v);
    }
    from + n * N
}

/// The streams of an optimizer with one or two states, and almost no arithmetic: the limit of the memory.
pub(crate) struct Stream<const STATES: usize>;

impl<const STATES: usize> Rule for Stream<STATES> {
    const STATES: usize = STATES;

    #[inline(always)]
    fn block<const N: usize>(&self, p: &mut [f32; N], g: &[f32; N], m: &mut [f32; N], v: &mut [f32; N]) {
        for k in 0..N {
            m[k] = 0.5 * m[k] + g[k];
            if STATES == 2 {
                v[k] = 0.5 * v[k] + g[k];
            }
            p[k] = 0.5 * p[k] + g[k];
        }
    }
}

/// SGD with momentum, without dampening.
pub(crate) struct Sgd {
    pub(crate) lr: f32,
    pub(crate) momentum: f32,
    pub(crate) weight_decay: f32,
}

impl Rule for Sgd {
    const STATES: usize = 1;

    #[inline(always)]
    fn block<const N: usize>(&self, p: &mut [f32; N], g: &[f32; N], m: &mut [f32; N], _: &mut [f32; N]) {
        for k in 0..N {
            m[k] = self.momentum * m[k] + (g[k] + self.weight_decay * p[k]);
            p[k] -= self.lr * m[k];
        }
    }
}

pub(crate) struct Lion {
    pub(crate) lr: f32,
    pub(crate) betas: (f32, f32),
    pub(crate) weight_decay: f32,
}

impl Rule for Lion {
    const STATES: usize = 1;

    #[inline(always)]
    fn block<const N: usize>(&self, p: &mut [f32; N], g: &[f32; N], m: &mut [f32; N], _: &mut [f32; N]) {
        let (b1, b2) = self.betas;
        let keep = 1.0 - self.lr * self.weight_decay;
        for k in 0..N {
            let u = b1 * m[k] + (1.0 - b1) * g[k];
            // On bits, because this variant vectorised best.
            let size = if u == 0.0 { 0.0_f32 } else { 1.0 };
            let sign = f32::from_bits(size.to_bits() | (u.to_bits() & (1 << 31)));
            p[k] = p[k] * keep - self.lr * sign;
            m[k] = b2 * m[k] + (1.0 - b2) * g[k];
        }
    }
}

/// AdamW. The learning rate includes the bias correction.
pub(crate) struct AdamW {
    pub(crate) lr: f32,
    pub(crate) betas: (f32, f32),
    pub(crate) eps: f32,
    pub(crate) weight_decay: f32,
}

impl Rule for AdamW {
    const STATES: usize = 2;

    #[inline(always)]
    fn block<const N: usize>(&self, p: &mut [f32; N], g: &[f32; N], m: &mut [f32; N], v: &mut [f32; N]) {
        let (b1, b2) = self.betas;
        let decay = self.lr * self.weight_decay;
        for k in 0..N {
            m[k] = b1 * m[k] + (1.0 - b1) * g[k];
            v[k] = b2 * v[k] + (1.0 - b2) * (g[k] * g[k]);
            p[k] -= self.lr * (m[k] / (v[k].sqrt() + self.eps)) + decay * p[k];
        }
    }
}

/// LAMB: moments and both norms in the first pass, the update in the second.
pub(crate) struct Lamb {
    pub(crate) lr: f32,
    pub(crate) betas: (f32, f32),
    pub(crate) eps: f32,
    pub(crate) weight_decay: f32,
}

type Lanes = [f64; 16];

/// Adds numbers to separate lanes.
#[inline(always)]
pub(crate) fn add_up<const N: usize>(lanes: &mut Lanes, numbers: &[f64; N]) {
    for (k, x) in numbers.iter().enumerate() {
        lanes[k % 16] += x;
    }
}

impl Lamb {
    #[inline(always)]
    fn update(&self, p: f32, m: f32, v: f32) -> f32 {
        m / (v.sqrt() + self.eps) + self.weight_decay * p
    }

    /// The first pass: squares of the norms of the parameter and the update.
    fn moments(&self, piece: &mut Piece<'_>) -> (f64, f64) {
        let (mut weights, mut updates) = ([0.0; 16], [0.0; 16]);
        widest(
            #[inline(always)]
            || {
                let done = self.moments_of::<64>(piece, 0, &mut weights, &mut updates);
                let done = self.moments_of::<16>(piece, done, &mut weights, &mut updates);
                self.moments_of::<1>(piece, done, &mut weights, &mut updates);
            },
        );
        (weights.iter().sum(), updates.iter().sum())
    }

    #[inline(always)]
    fn moments_of<const N: usize>(&self, x: &mut Piece<'_>, from: usize, w: &mut Lanes, u: &mut Lanes) -> usize {
        let (p, _) = x.p[from..].as_chunks::<N>();
        let n = p.len();
        let g = &x.g[from..].as_chunks::<N>().0[..n];
        let m = &mut x.m[from..].as_chunks_mut::<N>().0[..n];
        let v = &mut x.v[from..].as_chunks_mut::<N>().0[..n];
        let mut sums = [*w, *u];
        for i in 0..n {
            let (p, g, m, v) = (&p[i], &g[i], &mut m[i], &mut v[i]);
            if N >= 16 {
                prefetch(p);
                prefetch(g);
                prefetch(m);
                prefetch(v);
            }
            // Sums over a buffer. In a loop with both sums and stores, the compiler would not use full vectors.
            let mut squares = [[0.0; N]; 2];
            let [weights, updates] = &mut squares;
            self.moments_block(p, g, m, v, weights, updates);
            add_up(&mut sums[0], &squares[0]);
            add_up(&mut sums[1], &squares[1]);
        }
        [*w, *u] = sums;
        from + n * N
    }

    #[inline(always)]
    fn moments_block<const N: usize>(
        &self,
        p: &[f32; N],
        g: &[f32; N],
        m: &mut [f32; N],
        v: &mut [f32; N],
        weights: &mut [f64; N],
        updates: &mut [f64; N],
    ) {
        let (b1, b2) = self.betas;
        for k in 0..N {
            let (first, second) = (b1 * m[k] + (1.0 - b1) * g[k], b2 * v[k] + (1.0 - b2) * (g[k] * g[k]));
            let (a, b) = (f64::from(p[k]), f64::from(self.update(p[k], first, second)));
            (m[k], v[k]) = (first, second);
            (weights[k], updates[k]) = (a * a, b * b);
        }
    }

    fn trust(weights: f64, updates: f64) -> f32 {
        if weights > 0.0 && updates > 0.0 { (weights.sqrt().min(10.0) / updates.sqrt()) as f32 } else { 1.0 }
    }

    /// The second pass.
    fn apply(&self, piece: &mut Piece<'_>, trust: f32) {
        let rate = self.lr * trust;
        widest(
            #[inline(always)]
            || {
                let done = self.apply_to::<64>(piece, 0, rate);
                let done = self.apply_to::<16>(piece, done, rate);
                self.apply_to::<1>(piece, done, rate);
            },
        );
    }

    #[inline(always)]
    fn apply_to<const N: usize>(&self, x: &mut Piece<'_>, from: usize, rate: f32) -> usize {
        let (p, _) = x.p[from..].as_chunks_mut::<N>();
        let n = p.len();
        let m = &x.m[from..].as_chunks::<N>().0[..n];
        let v = &x.v[from..].as_chunks::<N>().0[..n];
        for i in 0..n {
            let (p, m, v) = (&mut p[i], &m[i], &v[i]);
            if N >= 16 {
                prefetch(p);
                prefetch(m);
                prefetch(v);
            }
            self.apply_block(rate, p, m, v);
        }
        from + n * N
    }

    #[inline(always)]
    fn apply_block<const N: usize>(&self, rate: f32, p: &mut [f32; N], m: &[f32; N], v: &[f32; N]) {
        for k in 0..N {
            p[k] -= rate * self.update(p[k], m[k], v[k]);
        }
    }

    fn one(&self, piece: &mut Piece<'_>) {
        let (weights, updates) = self.moments(piece);
        self.apply(piece, Self::trust(weights, updates));
    }

    /// One step of whole parameters.
    pub(crate) fn step(&self, pieces: &mut [Piece<'_>], workers: usize) {
        let total: usize = pieces.iter().map(|piece| piece.p.len()).sum();
        if workers == 1 || total < SHARE {
            pieces.iter_mut().for_each(|piece| self.one(piece));
            return;
        }
        for piece in pieces.iter_mut().filter(|piece| piece.p.len() >= LARGE) {
            let mut chunks = piece.chunks();
            let add = |a: (f64, f64), b: (f64, f64)| (a.0 + b.0, a.1 + b.1);
            let (weights, updates) = chunks.par_iter_mut().map(|chunk| self.moments(chunk)).reduce(|| (0.0, 0.0), add);
            let trust = Self::trust(weights, updates);
            chunks.par_iter_mut().for_each(|chunk| self.apply(chunk, trust));
        }
        pieces.par_iter_mut().with_min_len(8).filter(|piece| piece.p.len() < LARGE).for_each(|piece| self.one(piece));
    }
}
