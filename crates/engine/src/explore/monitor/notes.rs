//! Notes that come with a verdict.

use super::Explored;
use crate::outcome::{Note, NoteKind, Treatment, Verdict};
use threadproof_program::{ErrorKind, Location, LocationId, Program};

/// The places where orderings were taken for others, by how, and where the front end took something for
/// granted. `in_parts`: some executions may have been run by another process, which alone knows the assertions that they reached.
pub(super) fn notes(
    program: &dyn Program,
    machine: &dyn Explored,
    verdict: Verdict,
    in_parts: bool,
) -> Vec<Note> {
    let note = |kind: NoteKind, places: Vec<LocationId>| {
        let here = places.into_iter().map(|id| program.source().location(id));
        let mut locations: Vec<Location> = here.collect();
        locations.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        locations.dedup_by(|a, b| (&a.file, a.line) == (&b.file, b.line));
        Note { kind, locations }
    };
    let treated = machine.treated();
    let of = |treatment: Treatment| {
        let here = treated.iter().filter(|(_, t)| *t == treatment);
        let places = here.map(|(id, _)| *id).collect();
        note(NoteKind::Treated(treatment), places)
    };
    let all = [Treatment::Strengthened, Treatment::Weakened].map(of);
    let remarks = machine.findings().remarks.by_message().into_iter();
    let assumed = remarks.map(|(words, places)| note(NoteKind::Assumed(words.into()), places));
    let all = all.into_iter().chain(assumed);
    let mut all: Vec<Note> = all.filter(|note| !note.locations.is_empty()).collect();
    let passed_over = &machine.findings().passed_over;
    for kind in ErrorKind::ALL {
        let here: Vec<_> = passed_over.iter().filter(|(of, _)| *of == kind).collect();
        if !here.is_empty() {
            let places = here.iter().filter_map(|(_, place)| *place).collect();
            all.push(note(NoteKind::PassedOver(kind), places));
        }
    }
    if verdict == Verdict::Verified {
        if machine.names().threads() == 1 {
            all.push(note(NoteKind::Sequential, Vec::new()));
        }
        let unreached = program.reached_assertion() == Some(false) && !in_parts;
        if unreached && passed_over.is_empty() {
            all.push(note(NoteKind::NoAssertion, Vec::new()));
        }
        let hidden = machine.load_buffering();
        if !hidden.is_empty() {
            all.push(note(NoteKind::LoadBuffering, hidden));
        }
    }
    all
}
