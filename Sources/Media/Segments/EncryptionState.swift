/// The state of a rendition's encryption after a segment, with which a later run continues. It contains no keys.
package struct EncryptionState: Sendable, Hashable {
    /// The index of the key period.
    package var period: Int
    /// The media time at which the period begins, and the number of segments since.
    package var periodStart: MediaTime
    package var periodSegmentCount: Int
    /// The identifiers (KID) of the keys of the rendition's tracks, of 16 bytes each.
    package var keyIdentifiers: [[UInt8]]
    /// The vectors of the next samples of the rendition's tracks under `cenc`, of 8 bytes each; empty otherwise.
    package var nextVectors: [UInt64]

    /// The number of vectors that a run skips, since the newest samples of the run before may not be in its record.
    package static let skippedVectors: UInt64 = 1 << 32

    /// The state at the start of the run that continues this one, before its first segment.
    package var resumed: EncryptionState {
        var result = self
        result.nextVectors = nextVectors.map { $0 &+ Self.skippedVectors }
        return result
    }

    package init(
        period: Int, periodStart: MediaTime = .zero, periodSegmentCount: Int = 0, keyIdentifiers: [[UInt8]] = [],
        nextVectors: [UInt64] = []
    ) {
        self.period = period
        self.periodStart = periodStart
        self.periodSegmentCount = periodSegmentCount
        self.keyIdentifiers = keyIdentifiers
        self.nextVectors = nextVectors
    }
}
