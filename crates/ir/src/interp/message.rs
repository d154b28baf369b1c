//! Words for failures.

use super::format::read_string;
use super::thread::{Reason, Thread};
use crate::code::{Image, PrivateObject};
use crate::debug::DebugInfo;
use threadproof_program::LocationId;

/// `peek` reads a byte of memory as it is now.
pub fn message(
    image: &Image,
    debug: &DebugInfo,
    thread: &Thread,
    peek: &dyn Fn(u64) -> Option<u8>,
) -> String {
    match thread.reason {
        Reason::None => String::new(),
        Reason::DivisionByZero => "division by zero, or of the smallest number by -1".into(),
        Reason::StackOverflow => format!("more than {} nested calls", image.max_call_depth),
        Reason::Unreachable => "the program reached a place that it declares unreachable".into(),
        Reason::NullFunction => "call of a null function pointer".into(),
        Reason::NoFunction => "call of an address that is no function".into(),
        Reason::UnknownFunction(number) if is_rust(debug) => {
            not_in_rust(image, debug, thread, number)
        }
        Reason::UnknownFunction(number) => {
            unknown_function(&image.functions[number as usize].name, debug)
        }
        Reason::External(address) => {
            let name = image.layout.external(address).unwrap_or("?");
            format!("the variable {name} is declared but defined in no file")
        }
        Reason::AtomicCrosses => "an atomic access that crosses a multiple of 8 bytes".into(),
        Reason::Uninitialized => "use of a value that was never written".into(),
        Reason::TakenAsZero => {
            "memory that was never written decides what happens here, and was taken as zero; \
             --uninitialized any tries other values, --uninitialized zero accepts zeros"
                .into()
        }
        Reason::FewValues => {
            "memory that was never written is read here, and not every value of it was tried".into()
        }
        Reason::InputDecides(input) => {
            let place = input.and_then(|input| image.inputs.get(usize::from(input)));
            deciding_input(place.map(|place| place_words(debug, place.0)))
        }
        Reason::InputCut(place) => cut_input(debug, place),
        Reason::UnalignedVaList => "a va_list at an address that is no multiple of 8".into(),
        Reason::PrivateBounds {
            object,
            offset,
            size,
            write,
        } => {
            let object = image.private_objects[object as usize];
            let name = name_of(&object, debug);
            let what = if write { "write" } else { "read" };
            let bytes = if size == 1 { "byte" } else { "bytes" };
            let (offset, length) = (offset as i64, object.size);
            format!("{what} of {size} {bytes} at offset {offset} of {name} ({length} bytes)")
        }
        Reason::PrivateUninitialized {
            object,
            offset,
            size,
        } => {
            let object = image.private_objects[object as usize];
            let name = name_of(&object, debug);
            let part = match u32::from(size) == object.size {
                true => String::new(),
                false if size == 1 => format!("1 byte at offset {offset} of "),
                false => format!("{size} bytes at offset {offset} of "),
            };
            format!("read of memory that was never written: {part}{name}")
        }
        Reason::Words(address) => {
            let read = |at| match image.layout.constant(at, 1) {
                Some(byte) => Some(byte as u8),
                None => peek(at),
            };
            let words = read_string(address, &read);
            words.unwrap_or_else(|| "(no message)".into())
        }
        Reason::Text(index) => image.texts[index as usize].clone(),
    }
}

fn name_of<'d>(object: &PrivateObject, debug: &'d DebugInfo) -> &'d str {
    let site = debug.sites.get(object.site as usize);
    site.map_or("a local variable", |site| &site.name)
}

/// Is some of the program's code in Rust?
fn is_rust(debug: &DebugInfo) -> bool {
    let mut locations = debug.locations.iter();
    locations.any(|location| location.file.ends_with(".rs"))
}

fn unknown_function(name: &str, debug: &DebugInfo) -> String {
    let elsewhere = match debug.without_code.as_slice() {
        [] => String::new(),
        names => format!("; its code may be in {}, without bitcode", names.join(", ")),
    };
    format!(
        "call of unknown function `{name}`{elsewhere}; give a definition of it in another source file, or a value that it \
         returns with --model-function '{name}=0'"
    )
}

fn deciding_input(place: Option<String>) -> String {
    let input = match place {
        Some(place) => format!("the input of {place}"),
        None => "an input, or memory that was never written,".into(),
    };
    format!(
        "{input} decides what happens here, and not every value of it was tried; a range of at most 256 values, by \
         __VERIFIER_assume before it is stored or passed on, is tried as a whole"
    )
}

fn cut_input(debug: &DebugInfo, place: u32) -> String {
    let left_out = "not every value of this input was tried";
    match place {
        0 => left_out.into(),
        _ => {
            let place = place_words(debug, place);
            format!("{left_out}: more than 256 are possible at {place}, where it is used")
        }
    }
}

/// File and line.
fn place_words(debug: &DebugInfo, place: u32) -> String {
    match debug.locations.get(place as usize) {
        Some(location) if location.line > 0 => format!("{}:{}", location.file, location.line),
        _ => "an unknown place".into(),
    }
}

fn not_in_rust(image: &Image, debug: &DebugInfo, thread: &Thread, number: u32) -> String {
    let name = &image.functions[number as usize].name;
    let needed = asked_by(image, debug, thread);
    let needed = needed.map_or(String::new(), |path| format!(", which {path} needs"));
    format!(
        "call of `{name}`{needed}: its code is not among the program's bitcode, since it is part of the system, C code \
         without bitcode, or in a dylib"
    )
}

/// The function of Rust's library that the user's code has called, and that has come to this point.
fn asked_by<'a>(image: &Image, debug: &'a DebugInfo, thread: &Thread) -> Option<&'a str> {
    let places = thread.all_frames().map(|frame| {
        let at = (frame.next as usize).saturating_sub(1);
        image.locations.get(at).copied().unwrap_or(LocationId(0))
    });
    let known = places.filter(|place| *place != LocationId(0));
    let inside = known.take_while(|place| image.places_of_rust.contains(place));
    let place = inside.last()?;
    let place = debug.locations.get(place.0 as usize)?;
    (!place.function.is_empty()).then_some(place.function.as_str())
}
