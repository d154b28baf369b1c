//! The report for people, for each shape of outcome.

use crate::outcomes::*;
use threadproof_engine::{Algorithm, Choice, ReasonKind, Trial};
use threadproof_report::{Report, text};

fn shown(report: &Report, verbose: bool) -> String {
    let text = text::render(report, verbose, &mut sources());
    let plain = anstream::adapter::strip_str(&text).to_string();
    for line in plain.lines() {
        assert!(line.chars().count() <= 100, "too long: {line}");
        assert_eq!(line, line.trim_end(), "trailing blanks");
    }
    plain
}

#[test]
fn verified_program() {
    insta::assert_snapshot!(shown(&verified(), false));
}

/// What `auto` chose, and the numbers that decided it.
#[test]
fn choice_of_auto() {
    let trial = |algorithm, executions, work| Trial {
        algorithm,
        executions,
        work,
    };
    let mut report = verified();
    report.outcome.choice = Some(Choice {
        taken: trial(Algorithm::Optimal, 40, 8200),
        left: trial(Algorithm::Rf, 5, 8610),
        ended_first: false,
    });
    let why = "auto: optimal after a trial of 40 executions, nearly all in different classes, with the work of \
               205\n  steps each; rf had seen 5 executions with the work of 1722 steps each\n";
    let shown_verbose = shown(&report, true);
    assert!(shown_verbose.ends_with(why), "{shown_verbose}");
    assert_eq!(shown(&report, false), shown(&verified(), false));
}

#[test]
fn verified_up_to_a_bound() {
    insta::assert_snapshot!(shown(&bounded(), false));
}

#[test]
fn failed_assertion() {
    insta::assert_snapshot!(shown(&assertion(), false));
}

#[test]
fn failed_assertion_verbose() {
    insta::assert_snapshot!(shown(&assertion(), true));
}

#[test]
fn not_robust_program() {
    insta::assert_snapshot!(shown(&not_robust(), false));
}

#[test]
fn deadlock_of_two() {
    insta::assert_snapshot!(shown(&deadlock(), false));
}

#[test]
fn many_threads_in_one_column() {
    insta::assert_snapshot!(shown(&many_threads(), false));
}

#[test]
fn unsupported_construct() {
    insta::assert_snapshot!(shown(&inconclusive(ReasonKind::Unsupported), false));
}

#[test]
fn time_is_up() {
    insta::assert_snapshot!(shown(&inconclusive(ReasonKind::Timeout), false));
}

#[test]
fn nobody_is_advised_to_do_the_same_again() {
    let mut bounded = inconclusive(ReasonKind::Timeout);
    bounded.outcome.bounded_search = true;
    assert!(!shown(&bounded, false).contains("--preemptions auto"));
    let mut random = sampled();
    random.outcome.reason = inconclusive(ReasonKind::Timeout).outcome.reason;
    assert!(!shown(&random, false).contains("--sample 10000"));
}

#[test]
fn random_executions() {
    insta::assert_snapshot!(shown(&sampled(), false));
}

#[test]
fn few_preemptions_and_iterations() {
    insta::assert_snapshot!(shown(&few_preemptions(), false));
}

#[test]
fn long_executions_are_cut() {
    let mut long = assertion();
    let trace = &mut long.outcome.errors[0].trace;
    let last = trace.pop().expect("a trace has steps");
    let again: Vec<_> = trace.iter().cycle().take(1000).cloned().collect();
    trace.extend(again);
    trace.push(last);
    let short = shown(&long, false);
    assert!(short.lines().count() < 250);
    assert!(short.contains("earlier steps are left out"));
    assert!(shown(&long, true).lines().count() > 1000);
}
