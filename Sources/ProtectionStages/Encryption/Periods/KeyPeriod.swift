import Media

/// A key period on the media timeline.
struct KeyPeriod: Sendable, Hashable {
    var index = 0
    var start: MediaTime
    /// The number of segments so far.
    var segmentCount = 0

    init(index: Int = 0, start: MediaTime, segmentCount: Int = 0) {
        (self.index, self.start, self.segmentCount) = (index, start, segmentCount)
    }

    /// The period that a later run continues.
    init(_ state: EncryptionState) {
        self.init(index: state.period, start: state.periodStart, segmentCount: state.periodSegmentCount)
    }

    /// Returns the period after `count` others.
    func next(_ count: Int, start: MediaTime) -> KeyPeriod { KeyPeriod(index: index + count, start: start) }

    /// Returns the same period on a restarted timeline.
    func restarted(at start: MediaTime) -> KeyPeriod {
        KeyPeriod(index: index, start: start, segmentCount: segmentCount)
    }
}
