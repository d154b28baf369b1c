//! Why a search knows no answer, in a sentence.

use super::at;
use threadproof_engine::{Cause, Feature, GraphFeature, SatFeature, UnderSc};
use threadproof_program::ErrorKind;

/// `the time limit was reached`
pub fn cause(why: &Cause) -> String {
    match why {
        Cause::Words { words, .. } => words.clone(),
        Cause::TimeLimit { thread: None } => "the time limit was reached".into(),
        Cause::TimeLimit {
            thread: Some(thread),
        } => format!("the time limit was reached while {thread} ran"),
        Cause::ExecutionLimit => "the limit of executions was reached".into(),
        Cause::Endless { thread } => format!(
            "{thread} runs on and on without an operation that another thread could see; is this \
             loop endless? --unroll N cuts it after N iterations"
        ),
        Cause::TooManySteps {
            steps,
            thread,
            location,
        } => format!(
            "an execution has more than {steps} steps, the last by {thread}{}; does the loop there \
             wait for another thread? --unroll N cuts loops after N iterations, and --max-steps N allows \
             for more work",
            at(location.as_ref())
        ),
        Cause::Interrupted => "the search was interrupted".into(),
        Cause::Unfinished => "the search ended before all was seen".into(),
        Cause::GlobalVariables { bytes, limit } => {
            format!(
                "the global variables have {bytes} bytes, more than the limit of {limit} allows"
            )
        }
        Cause::Memory { bytes, limit } => format!(
            "the program asks for {bytes} bytes of memory, more than the limit of {limit} allows"
        ),
        Cause::TooManyBeginnings => "more beginnings of executions than can be remembered".into(),
        Cause::Sampled { executions: 1 } => "1 random execution was run, not all".into(),
        Cause::Sampled { executions } => {
            format!("{executions} random executions were run, not all")
        }
        Cause::NothingComplete { bound: true } => {
            "no execution came to its end: all were cut at the bound on loops or at an assumption"
                .into()
        }
        Cause::NothingComplete { bound: false } => {
            "no execution came to its end: in each an assumption does not hold".into()
        }
        Cause::Unsupported(what) => feature(what),
        Cause::AfterPreemptions {
            cause: first,
            bound,
        } => format!(
            "{}; no execution with at most {bound} preemptions has an error",
            cause(first)
        ),
        Cause::AlsoUnderSc {
            cause: first,
            under_sc: second,
        } => format!("{}; {}", cause(first), under_sc(second)),
    }
}

fn under_sc(found: &UnderSc) -> String {
    match found {
        UnderSc::Ended(why) => format!("under sc: {}", cause(why)),
        UnderSc::NoError {
            preemptions: Some(bound),
        } => format!("no execution under sc with at most {bound} preemptions has an error"),
        UnderSc::NoError { preemptions: None } => "no execution under sc has an error".into(),
    }
}

fn feature(feature: &Feature) -> String {
    match feature {
        Feature::WaitInSection => "a thread waits in the middle of an atomic section".into(),
        Feature::Threads(most) => format!("more than {most} threads"),
        Feature::ChoicesInSection => {
            "more than a million combinations of choices in an atomic section".into()
        }
        Feature::StoreQueues(most) => format!("stores to more than {most} addresses under PSO"),
        Feature::LostStep(thread) => {
            format!("internal error: a step that was planned for {thread} cannot be taken")
        }
        Feature::Graph(feature) => of_graph(*feature).into(),
        Feature::Sat(feature) => of_sat(*feature),
    }
}

fn of_graph(feature: GraphFeature) -> &'static str {
    match feature {
        GraphFeature::SectionOfUnorderedWrites => {
            "an atomic section that depends on several unordered writes, with --algorithm rf"
        }
        GraphFeature::StoreIntoLock => {
            "a store into a lock that another thread takes, with --algorithm rf"
        }
        GraphFeature::SeveralLocks => {
            "taking several locks at once (std::lock), with --algorithm rf"
        }
        GraphFeature::WaitForMixedSizes => {
            "waiting for bytes that are accessed in other sizes, too, with --algorithm rf"
        }
        GraphFeature::SectionOfMixedSizes => {
            "an atomic section, or a loop that waits with an exchange, over bytes that are accessed in other sizes, too, with --algorithm rf"
        }
        GraphFeature::WeakWideAtomic => {
            "an atomic access to more than 8 bytes that is weaker than seq_cst; it was checked as a seq_cst one"
        }
        GraphFeature::WitnessOrder => {
            "too many accesses that could be ordered in too many ways: whether they can be was not decided"
        }
        GraphFeature::StoreToEndedObject => {
            "the end of an object to which a store may be on its way, with --algorithm rf under pso"
        }
        GraphFeature::SectionBeforeEnd => {
            "an atomic section that uses an object which ends after it, with --algorithm rf"
        }
        GraphFeature::SeqCstOrder => {
            "too many sequentially consistent accesses beside relaxed ones: whether they can be \
             ordered was not decided"
        }
    }
}

fn of_sat(feature: SatFeature) -> String {
    let words = match feature {
        SatFeature::Check(kind) => {
            let errors = match kind {
                ErrorKind::DataRace => "data races",
                ErrorKind::Leak => "leaks",
                ErrorKind::Uninitialized => "reads of uninitialised memory",
                other => other.name(),
            };
            return format!("--algorithm sat cannot look for {errors}");
        }
        SatFeature::Robustness => "--algorithm sat cannot tell whether a program is robust",
        SatFeature::UnsteadyThread => {
            "a thread did something else at the same point of its execution; --algorithm sat \
             cannot follow it"
        }
        SatFeature::ObjectPlace => "the place of an object depends on the order of the threads",
        SatFeature::FilledObjectPlace => {
            "the place of a filled object depends on the order of the threads"
        }
        SatFeature::CreatedThread => "which thread is created depends on the order of others",
        SatFeature::TooManyValues => "a read may return too many different values",
        SatFeature::PartialForwarding => "a load may cover a smaller store of its own thread",
        SatFeature::ImpossiblePlan => "the solver asked for an execution that could not be run",
    };
    words.into()
}
