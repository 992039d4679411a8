//! Constants for Zobrist keys, the same in every build.

/// The next number of the splitmix64 sequence, and the next state.
const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}

/// `N` pseudorandom numbers that depend on `seed` alone. Give every table a different seed.
pub(crate) const fn random_numbers<const N: usize>(seed: u64) -> [u64; N] {
    let (mut state, _) = splitmix64(seed);
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        (table[i], state) = splitmix64(state);
        i += 1;
    }
    table
}
