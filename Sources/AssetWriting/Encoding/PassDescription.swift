public import Media

/// A stretch of a timeline.
public struct MediaTimeRange: Sendable, Hashable {
    public var start: MediaTime
    /// How long it is; indefinite for no end.
    public var duration: MediaTime

    /// The range from `start` that lasts `duration`.
    public init(start: MediaTime, duration: MediaTime) {
        self.start = start
        self.duration = duration
    }

    /// Where it ends; indefinite for no end.
    public var end: MediaTime { start + duration }
}

/// What a pass asks for.
public struct AssetWriterInputPassDescription: Sendable, Hashable {
    /// The times of the source to append, in order; zero to no end in the first pass.
    public let sourceTimeRanges: [MediaTimeRange]

    /// A pass over these times.
    public init(sourceTimeRanges: [MediaTimeRange]) { self.sourceTimeRanges = sourceTimeRanges }

    static let first = AssetWriterInputPassDescription(
        sourceTimeRanges: [MediaTimeRange(start: .zero, duration: .indefinite)])
}
