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
