// An error that `main` returns is one.
// case: => error panic
// case: --model c11 => error panic
// case: -- --cfg right => verified complete=1
use std::num::ParseIntError;

fn main() -> Result<(), ParseIntError> {
    let number: u32 = if cfg!(right) { "7" } else { "seven" }.parse()?;
    assert_eq!(number, 7);
    Ok(())
}
