/// The vector and the subsamples of a sample: an entry of `senc`.
struct SampleProtection: Sendable, Hashable {
    var vector: InitializationVector
    /// Empty for a sample that is protected as a whole.
    var subsamples: [Subsample]
}
