//! The execution as a graph for Graphviz: a column for each thread, an arrow for each relation.

use crate::relations::{Relation, edges};
use crate::table::{self, threads};
use crate::{selection, words};
use std::fmt::Write;
use threadproof_engine::{Found, Model, StepKind};

/// The whole graph, with a newline at the end.
pub fn render(found: &Found, model: Model, verbose: bool) -> String {
    let chosen = selection::steps(found, model, verbose);
    let mut graph = String::from("digraph execution {\n");
    let title = format!(
        "{}: {} (model {})",
        found.kind.name(),
        words::bug(found),
        model.name()
    );
    let _ = writeln!(graph, "  label={};", quote(&title));
    graph += "  labelloc=t;\n  newrank=true;\n  node [shape=box, fontname=\"monospace\"];\n";
    for (number, thread) in threads(found).iter().enumerate() {
        let _ = writeln!(graph, "  subgraph cluster_{number} {{");
        let _ = writeln!(graph, "    label={};", quote(thread));
        for &index in chosen
            .iter()
            .filter(|index| found.trace[**index].thread == *thread)
        {
            let step = &found.trace[index];
            let label = format!("{}: {}", index + 1, table::words(step));
            let style = match step.kind {
                StepKind::Fail => ", color=red, fontcolor=red",
                StepKind::Flush => ", style=dashed",
                _ => "",
            };
            let _ = writeln!(graph, "    s{index} [label={}{style}];", quote(&label));
        }
        graph += "  }\n";
    }
    let edges = edges(found, &chosen).into_iter();
    // Happens-before has it, too.
    for edge in edges.filter(|edge| edge.relation != Relation::SynchronisesWith) {
        let (from, to, style) = (edge.from, edge.to, style(edge.relation));
        let _ = writeln!(graph, "  s{from} -> s{to} [{style}];");
    }
    for &flush in &chosen {
        if let Some(store) = found.trace[flush].flushes
            && chosen.binary_search(&store).is_ok()
        {
            let _ = writeln!(
                graph,
                "  s{store} -> s{flush} [label=\"flush\", style=dashed, constraint=false];"
            );
        }
    }
    graph += "}\n";
    graph
}

fn style(relation: Relation) -> &'static str {
    match relation {
        Relation::ProgramOrder => "label=\"po\", weight=10",
        Relation::ReadsFrom => {
            "label=\"rf\", color=darkgreen, fontcolor=darkgreen, constraint=false"
        }
        Relation::Coherence => "label=\"co\", color=brown, fontcolor=brown, constraint=false",
        Relation::SynchronisesWith | Relation::HappensBefore => {
            "label=\"hb\", color=blue, fontcolor=blue, style=dotted"
        }
    }
}

fn quote(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!(
        "\"{}\"",
        escaped.replace('\n', "\\n").replace(['\r', '\t'], " ")
    )
}
