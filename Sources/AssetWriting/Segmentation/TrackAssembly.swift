import Media

/// The samples of one track on their way into segments.
struct TrackAssembly: Sendable {
    /// The samples of one segment.
    struct Run: Sendable {
        var segmentIndex: Int
        var samples: [Sample]
    }

    let track: Track
    private var timeline: TrackTimeline
    private var cutter: SegmentCutter
    /// Samples whose segment is not yet decided, from `waitingStart` on.
    private var waiting: [Sample] = []
    private var waitingStart = 0
    private var open: [Sample] = []
    /// Finished segments, oldest first.
    private(set) var closed: [Run] = []
    private(set) var isEnded = false
    /// Whether the next sample begins a segment that nothing before it belongs to.
    private var expectsSync = true
    private let refusesNonSyncStarts: Bool
    /// Where decoding stands after the last sample that was placed, in ticks.
    private(set) var placedUntil = Int64.min
    /// How many samples before the first sync sample were left out.
    private(set) var skippedBeforeSync = 0

    init(track: Track, cutter: SegmentCutter, _ settings: FragmenterSettings) {
        self.track = track
        self.cutter = cutter
        refusesNonSyncStarts = settings.refusesNonSyncStarts
        timeline = TrackTimeline(track: track, longestGap: settings.longestGap)
    }

    var firstWaiting: Sample? { waitingStart < waiting.count ? waiting[waitingStart] : nil }
    /// The segment that is being filled.
    var segmentIndex: Int { cutter.segmentIndex }
    var follows: Bool { cutter.rule == .follow }
    /// Whether nothing more will come for the segment `index`.
    func isPast(_ index: Int) -> Bool { segmentIndex > index || (isEnded && firstWaiting == nil) }

    mutating func accept(_ sample: Sample) throws(AssetWriterError) {
        if expectsSync && !sample.isSync {
            guard !refusesNonSyncStarts else { throw nonSyncStart(sample) }
            skippedBeforeSync += 1
            return
        }
        expectsSync = false
        if let complete = try timeline.advance(to: sample) { waiting.append(complete) }
    }

    mutating func end() {
        if let last = timeline.finish() { waiting.append(last) }
        isEnded = true
    }

    /// Gives the samples presented before `horizon` to their segments and returns where new segments began.
    mutating func place(before horizon: Int64, leaderCuts: LeaderCuts) -> [MediaTime] {
        var cuts: [MediaTime] = []
        while waitingStart < waiting.count, waiting[waitingStart].presentationTicks < horizon {
            let sample = waiting[waitingStart]
            waitingStart += 1
            let before = segmentIndex
            if cutter.begins(with: sample, leaderCuts: leaderCuts) {
                close(before)
                cuts.append(sample.presentationTime)
            }
            placedUntil = sample.decodeTicks + sample.duration
            open.append(sample)
        }
        if isEnded && firstWaiting == nil { close(segmentIndex) }
        reclaim()
        return cuts
    }

    /// Takes out the samples of segment `index`; none where the track has none in it.
    mutating func take(_ index: Int) -> [Sample] {
        guard let first = closed.first, first.segmentIndex == index else { return [] }
        return closed.removeFirst().samples
    }

    /// Gives everything that came so far to the segment that is being filled and closes it.
    mutating func cut() {
        if let last = timeline.release() { waiting.append(last) }
        _ = place(before: .max, leaderCuts: LeaderCuts())
        close(segmentIndex)
        cutter.cut()
        expectsSync = true
    }

    /// Lets the first sample go on without waiting for the second.
    mutating func release() {
        if let last = timeline.release() { waiting.append(last) }
    }

    /// Whether a segment closed now would have samples.
    var hasOpenSamples: Bool { timeline.held != nil || firstWaiting != nil || !open.isEmpty }

    /// Takes away the samples at the end that are presented at `ticks` or later; what earlier ones may need stays.
    mutating func trimTail(from ticks: Int64) {
        guard let held = timeline.held, held.presentationTicks >= ticks else { return }
        timeline.drop()
        while waiting.count > waitingStart, waiting[waiting.count - 1].presentationTicks >= ticks {
            waiting.removeLast()
        }
        guard waiting.count == waitingStart else { return }
        while let last = open.last, last.presentationTicks >= ticks { open.removeLast() }
    }

    private func nonSyncStart(_ sample: Sample) -> AssetWriterError {
        AssetWriterError(
            .segmentStartsWithNonSyncSample,
            "a segment would begin with a non-sync sample of the \(track.mediaType.rawValue) track at "
                + "\(sample.presentationTime); segments are flushed just before a sync sample")
    }

    private mutating func close(_ index: Int) {
        guard !open.isEmpty else { return }
        let capacity = open.count
        closed.append(Run(segmentIndex: index, samples: open))
        open = []
        if !isEnded { open.reserveCapacity(capacity + capacity / 8) }
    }

    private mutating func reclaim() {
        if waitingStart == waiting.count {
            waiting.removeAll(keepingCapacity: true)
        } else if waitingStart > 64 {
            waiting.removeFirst(waitingStart)
        } else {
            return
        }
        waitingStart = 0
    }
}
