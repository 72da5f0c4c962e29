import Media

/// The state of one text rendition, whose segments have the boundaries of the leading track.
///
/// Cues that cross a boundary are in every segment that they overlap; segments without cues are empty.
struct TextRendition: Sendable {
    private(set) var track: Track
    /// Cues that have not ended, sorted by start time.
    private var open: [Sample] = []
    /// All cues that start before this time have arrived; nil before the first information.
    private var receivedUntil: MediaTime?
    private var isComplete = false
    /// The boundaries of the leading track that have not been processed.
    private var boundaries: [SegmentBoundary] = []
    private var segmentStart: MediaTime?
    /// The last end of the leading track.
    private var lastEnd: MediaTime?
    private var writer: TextSegmentWriter?
    /// The number of cues that arrived after their segments had been written.
    private(set) var lateCount = 0

    init(_ track: Track) { self.track = track }

    var isEnded: Bool { isComplete }
    /// Whether boundaries of the leading track are pending.
    var hasPendingBoundaries: Bool { !boundaries.isEmpty }
    /// The number of cues that start after the last segment.
    var cuesAfterEndCount: Int {
        guard segmentStart == nil, let lastEnd else { return 0 }
        return open.count { $0.presentationTime >= lastEnd }
    }
    /// The end of the last active cue.
    var end: MediaTime? { open.map { $0.presentationTime + $0.length }.max() }

    /// Replaces the track, unless segments have been written.
    mutating func change(to track: Track) { if writer == nil { self.track = track } }

    mutating func append(_ sample: Sample) throws(PackagingError) {
        guard sample.duration > 0, sample.presentationTicks.magnitude < 1 << 53, sample.duration < 1 << 53 else {
            throw PackagingError(
                .badTimestamps, "a cue's times are out of range at \(sample.presentationTime)")
        }
        if let segmentStart, sample.presentationTime + sample.length <= segmentStart {
            lateCount += 1
            return
        }
        let position = open.lastIndex { $0.presentationTicks <= sample.presentationTicks }.map { $0 + 1 } ?? 0
        open.insert(sample, at: position)
        markReceived(until: sample.presentationTime)
    }

    /// Records that all cues that start before `time` have arrived.
    mutating func markReceived(until time: MediaTime) { receivedUntil = max(receivedUntil ?? time, time) }
    mutating func complete() { isComplete = true }
    /// Continues the track after its end.
    mutating func reopen() { isComplete = false }

    /// Enqueues a boundary of the leading track.
    mutating func enqueue(_ boundary: SegmentBoundary) { boundaries.append(boundary) }

    /// Emits the segments whose cues are all known; `name` returns a unique name for the rendition.
    mutating func emit(
        _ settings: FragmenterSettings, into output: inout [Segment], name: (Track) -> String
    ) throws(PackagingError) {
        var passed = 0
        defer { boundaries.removeFirst(passed) }
        for boundary in boundaries {
            switch boundary {
            case .begin(let time, let liveOrigin):
                if writer == nil {
                    if track.liveOrigin == nil { track.liveOrigin = liveOrigin }
                    let made = try TextSegmentWriter(track, name: name(track), settings)
                    output.append(made.initializationSegment)
                    writer = made
                }
                writer?.beginPeriod()
                segmentStart = time
            case .cut(let time):
                guard hasReceived(until: time) else { return }
                try close(at: time, into: &output)
                segmentStart = max(segmentStart ?? time, time)
            case .end(let time):
                guard hasReceived(until: time) else { return }
                try close(at: time, into: &output)
                (segmentStart, lastEnd) = (nil, time)
            }
            passed += 1
        }
    }

    private func hasReceived(until time: MediaTime) -> Bool { isComplete || receivedUntil.map { $0 >= time } ?? false }

    private mutating func close(at end: MediaTime, into output: inout [Segment]) throws(PackagingError) {
        guard let start = segmentStart, end > start else { return }
        let cues = open.prefix { $0.presentationTime < end }.filter { $0.presentationTime + $0.length > start }
        if let segment = try writer?.segment(of: cues, from: start, to: end) { output.append(segment) }
        open.removeAll { $0.presentationTime + $0.length <= end }
        try validateCrossing(open.prefix { $0.presentationTime < end }, at: end)
    }

    /// Throws when the active cues are too large to be repeated in every segment they overlap.
    private func validateCrossing(_ cues: ArraySlice<Sample>, at time: MediaTime) throws(PackagingError) {
        guard cues.reduce(0, { $0 + $1.bytes.count }) > Self.maximumCrossingBytes else { return }
        throw PackagingError(
            .limitReached,
            "\(cues.count) simultaneous cues at \(time) have more than \(Self.maximumCrossingBytes >> 10) KiB of text, "
                + "the limit for cues that are repeated in every segment")
    }

    private static let maximumCrossingBytes = 256 << 10
}

extension Sample {
    /// The duration as a media time.
    var length: MediaTime { MediaTime(value: duration, timescale: timescale) }
}
