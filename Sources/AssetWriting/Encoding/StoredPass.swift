import Media

/// The output of a pass that a later pass may replace.
struct StoredPass: Sendable {
    var track: Track?
    private(set) var samples: [Sample] = []
    private(set) var byteCount = 0
    /// Whether the pass exceeded the size limit and was discarded.
    private(set) var exceedsLimit = false

    mutating func append(_ sample: Sample, limit: Int) {
        guard !exceedsLimit else { return }
        byteCount += sample.bytes.count
        samples.append(sample)
        guard byteCount > limit else { return }
        exceedsLimit = true
        samples = []
    }
}
