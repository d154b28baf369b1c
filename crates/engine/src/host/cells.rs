//! Bytes that are accessed in several sizes, cut into cells: pieces that every access covers wholly or not at all.
//!
//! Bit i of the cuts of a granule is set if a cell begins with byte i.

use super::memory::byte_mask;
use smallvec::SmallVec;
use threadproof_program::Access;

/// The cells of an access, in the order of addresses.
pub type Cells = SmallVec<[Access; 2]>;

/// The cuts that an access makes: its first byte and, if that is in the granule, the byte after its last.
pub fn bounds(at: Access) -> u8 {
    let mask = byte_mask(at);
    let first = mask & mask.wrapping_neg();
    first | (u16::from(mask) + u16::from(first)) as u8
}

/// The cells of an access to a granule with these cuts.
#[inline]
pub fn cells(cuts: u8, at: Access) -> Cells {
    let mut cells = Cells::new();
    let mut start = 0;
    for end in 1..=at.size {
        let next = (at.address & 7) + u64::from(end);
        if end == at.size || cuts >> next & 1 == 1 {
            cells.push(Access {
                address: at.address + u64::from(start),
                size: end - start,
            });
            start = end;
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(address: u64, size: u8) -> Access {
        Access { address, size }
    }

    #[test]
    fn an_access_cuts_at_its_two_ends() {
        assert_eq!(bounds(at(8, 4)), 0b0001_0001);
        assert_eq!(bounds(at(10, 2)), 0b0001_0100);
        // Its end is the end of the granule.
        assert_eq!(bounds(at(12, 4)), 0b0001_0000);
        assert_eq!(bounds(at(8, 8)), 0b0000_0001);
    }

    #[test]
    fn without_cuts_an_access_is_one_cell() {
        assert_eq!(cells(0, at(8, 8))[..], [at(8, 8)]);
    }

    #[test]
    fn an_access_is_cut_where_others_begin_and_end() {
        let cuts = bounds(at(8, 4)) | bounds(at(14, 2));
        assert_eq!(cells(cuts, at(8, 8))[..], [at(8, 4), at(12, 2), at(14, 2)]);
        assert_eq!(cells(cuts, at(8, 4))[..], [at(8, 4)]);
    }
}
