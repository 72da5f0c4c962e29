import Glibc

/// Reproducible random numbers (SplitMix64): simulations with the same seed have the same result on every machine.
struct JobRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    /// Returns the time until an event that occurs once in `mean` seconds on average.
    mutating func waitingTime(mean: Double) -> Double { -log(1 - Double.random(in: 0..<1, using: &self)) * mean }
}
