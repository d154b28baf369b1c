// Numbers of 128 bits: checked, saturating and wrapping arithmetic, bits, and their digits. The expected values are those of
// a compiled program.
// case: => verified large
// case: -- --cfg overflow => error panic line=12 large
// case: -- -Copt-level=1 => verified large
use std::hint::black_box;
use std::time::Duration;

fn main() {
    let big: u128 = black_box(1 << 100);
    if cfg!(overflow) {
        println!("{}", big * big);
    }
    assert_eq!(big * 3 >> 100, 3);
    assert_eq!((big / 7, big % 7), (181092942889747057356671886482, 2));
    assert_eq!(big.to_string(), "1267650600228229401496703205376");
    assert_eq!(format!("{:?} {} {:#x}", u128::MAX, 0u128, big), format!("{} 0 0x1{}", u128::MAX, "0".repeat(25)));
    assert_eq!(u128::MAX.to_string(), "340282366920938463463374607431768211455");
    assert_eq!(i128::MIN.to_string(), "-170141183460469231731687303715884105728");
    assert_eq!(10u128.pow(19).to_string(), "10000000000000000000");
    assert_eq!("340282366920938463463374607431768211455".parse(), Ok(u128::MAX));
    assert!("340282366920938463463374607431768211456".parse::<u128>().is_err());
    assert_eq!(Duration::from_millis(1500).as_nanos().to_string(), "1500000000");

    let five: i128 = black_box(-5);
    assert_eq!((five.abs(), five.pow(3), five.signum()), (5, -125, -1));
    assert_eq!(five.checked_mul(black_box(i128::MAX)), None);
    assert_eq!(black_box(i128::MIN / 2).checked_mul(2), Some(i128::MIN));
    assert_eq!(black_box(i128::MIN / 2).checked_mul(-2), None);
    assert_eq!(black_box(i128::MIN).checked_sub(1), None);
    assert_eq!(black_box(i128::MAX).checked_add(1), None);
    assert_eq!(five.saturating_sub(i128::MAX), i128::MIN);
    assert_eq!(black_box(7i128).saturating_add(i128::MAX), i128::MAX);
    assert_eq!((big.checked_mul(1 << 27), big.checked_mul(1 << 28)), (Some(1 << 127), None));
    assert_eq!(black_box(u64::MAX as u128 + 2).checked_mul(u64::MAX as u128), Some(u128::MAX));
    assert_eq!((big.checked_add(u128::MAX), big.checked_sub(big + 1)), (None, None));
    assert_eq!((big.saturating_sub(u128::MAX), big.saturating_add(u128::MAX)), (0, u128::MAX));
    assert_eq!(big.overflowing_mul(big), (0, true));
    assert_eq!((big.leading_zeros(), big.trailing_zeros(), big.count_ones()), (27, 100, 1));
    assert_eq!((black_box(0u128).leading_zeros(), black_box(6u128).trailing_zeros()), (128, 1));
    assert_eq!((big + 1).rotate_left(30), (1 << 30) + 4);
    assert_eq!((big + 1).rotate_right(1), (1 << 99) + (1 << 127));
    assert_eq!((big + 1).rotate_left(black_box(0)), big + 1);
    assert_eq!(big.swap_bytes(), 1 << 28);
    assert_eq!((big.min(5), big.max(5), five.min(3), five.max(3)), (5, big, -5, 3));
    assert!(big.cmp(&5).is_gt() && five.cmp(&3).is_lt() && five.cmp(&five).is_eq());
}
