//! The graph in the language of Graphviz.

use std::fmt::Write;

use super::graph::Graph;
use super::palette::{LINE, TEXT};

impl Graph {
    /// The graph as a Graphviz document, top to bottom: `dot -Tsvg` draws it.
    ///
    /// Inputs, settings and states are at the top, and operations follow. A box with a thick border is written by the
    /// step. A thick line carries one number per element, row, column or matrix, a thin one a single number.
    pub fn to_dot(&self) -> String {
        let figures = self.figures();
        let mut out = format!("digraph \"{}\" {{\n", escape(self.name()));
        let style = "fontname=\"monospace\", fontsize=11";
        let _ = writeln!(out, "  graph [bgcolor=\"transparent\", ranksep=0.35, nodesep=0.25];");
        let _ = writeln!(
            out,
            "  node [shape=box, style=\"rounded,filled\", {style}, fontcolor=\"{TEXT}\", height=0.4, margin=\"0.12,0.05\"];"
        );
        let _ = writeln!(out, "  edge [color=\"{LINE}\", arrowsize=0.6];");
        for (i, figure) in figures.boxes.iter().enumerate() {
            let title = match figure.id.as_str() {
                "" => figure.title.clone(),
                id => format!("{id} {}", figure.title),
            };
            let _ = writeln!(
                out,
                "  n{i} [label=\"{}\\n{}\", tooltip=\"{}\", fillcolor=\"{}\", color=\"{}\", penwidth={}];",
                escape(&title),
                escape(&figure.detail),
                escape(&figure.hint),
                figure.family.fill(),
                figure.family.stroke(),
                if figure.store { 2.5 } else { 1.0 },
            );
        }
        for (from, to) in &figures.lines {
            let width = if figures.boxes[*from].many { 1.8 } else { 0.8 };
            let _ = writeln!(out, "  n{from} -> n{to} [penwidth={width}];");
        }
        out.push_str("}\n");
        out
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
