//! Replay files survive being written and read, and damage is noticed.

use threadproof_engine::{Algorithm, Model, Move, Origin, Recording, Take};
use threadproof_program::ErrorKind;
use threadproof_report::saved::{self, Input, Saved, SavedError};

fn example() -> Saved {
    let one = |thread: &str| Move {
        thread: thread.into(),
        ..Move::default()
    };
    Saved {
        program: vec![Input {
            file: "a \"b\".c".into(),
            fingerprint: saved::fingerprint(b"int main"),
        }],
        clang_arguments: vec!["-DN=3".into()],
        compile_commands: Some("build/compile_commands.json".into()),
        entry: Some("test_push".into()),
        model_functions: vec!["sensor=-1".into()],
        model: Model::Pso,
        algorithm: Algorithm::Optimal,
        unroll: Some(3),
        switches: vec!["no-await".into()],
        checks: vec![ErrorKind::Assertion, ErrorKind::Deadlock],
        error: Some(SavedError {
            kind: ErrorKind::Assertion,
            message: "x == 1\n".into(),
            thread: "main.2".into(),
        }),
        recording: Recording {
            model: Model::Sc,
            threads: vec!["main".into(), "main.1".into(), "main.2".into()],
            fine: true,
            cuts: vec![(0x80, 0x11)],
            moves: vec![
                one("main"),
                Move {
                    buffer: Some("main.1:heap+0x10".into()),
                    ..one("main.1")
                },
                Move {
                    choice: 2,
                    reads_from: Some(Origin::Initial),
                    ..one("main.2")
                },
                Move {
                    takes: vec![
                        Take::Initial,
                        Take::From {
                            thread: "main.2".into(),
                            nth: 3,
                        },
                        Take::Option(1),
                    ],
                    reads_from: Some(Origin::Move(1)),
                    ..one("main.2")
                },
            ],
        },
        what: [
            "spawn main.1",
            "flush node.next",
            "load x",
            "load node.next",
        ]
        .map(String::from)
        .to_vec(),
    }
}

#[test]
fn what_is_written_is_read() {
    let saved = example();
    let text = saved::write(&saved);
    assert_eq!(saved::read(&text), Ok(saved));
    assert!(text.lines().count() > 15, "a line for each move");
}

#[test]
fn damage_is_explained() {
    let text = saved::write(&example());
    for (part, replacement, words) in [
        ("\"execution\"", "\"report\"", "no execution"),
        ("\"version\": 1", "\"version\": 99", "another version"),
        ("\"pso\"", "\"x86\"", "model"),
        ("\"unroll\": 3", "\"unroll\": -1", "unroll"),
        ("\"thread\":\"main\"", "\"thread\":1", "moves"),
        ("\"choice\":2", "\"choice\":-2", "moves"),
        ("\"deadlock\"", "\"despair\"", "checks"),
        ("{", "", "line 2"),
    ] {
        assert!(text.contains(part), "{part}");
        let problem = saved::read(&text.replacen(part, replacement, 1));
        let problem = problem.expect_err("it is damaged");
        assert!(problem.contains(words), "{words}: {problem}");
    }
}
