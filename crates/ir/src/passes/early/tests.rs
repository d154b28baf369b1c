use super::early;
use crate::text;
use crate::verify::verify;

fn rewritten(source: &str) -> String {
    let mut module = text::parse(source.as_bytes()).expect("the module is correct");
    early(&mut module.functions[0]);
    verify(&module).expect("the module stays correct");
    text::print(&module)
}

#[test]
fn the_other_side_of_a_difference_is_known_before_the_read() {
    let text = rewritten(
        "function &f(%0: ptr, %1: i32) -> 1 {
b0:
  %2: i32 = load 4 seq_cst %0
  %3: i32 = sub 32 %2, %1
  %4: i32 = mul 32 %1, 2
  %5: i1 = compare ne 32 %3, %4
  return %5
}",
    );
    let load = text.find("load 4").expect("the load stays");
    let sum = text
        .find("add 32")
        .expect("the subtrahend goes to the other side");
    assert!(text.find("mul 32").is_some_and(|at| at < sum) && sum < load);
}

#[test]
fn a_shifted_field_is_compared_under_a_mask() {
    let text = rewritten(
        "function &f(%0: ptr, %1: i16) -> 1 {
b0:
  %2: i32 = load 4 seq_cst %0
  %3: i32 = shr 32 %2, 16
  %4: i16 = truncate 16 %3
  %5: i1 = compare eq 16 %4, %1
  return %5
}",
    );
    assert!(text.contains("4294901760"), "{text}");
    assert!(text.contains("compare eq 32"), "{text}");
}

#[test]
fn a_shift_that_would_lose_bits_stays() {
    let text = rewritten(
        "function &f(%0: ptr, %1: i32) -> 1 {
b0:
  %2: i32 = load 4 seq_cst %0
  %3: i32 = shr 32 %2, 8
  %4: i1 = compare eq 32 %3, %1
  return %4
}",
    );
    assert!(!text.contains("and 32"), "{text}");
}
