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
    private var hasSync = false
    /// Where decoding stands after the last sample that was placed, in ticks.
    private(set) var placedUntil = Int64.min
    /// How many samples before the first sync sample were left out.
    private(set) var skippedBeforeSync = 0

    init(track: Track, cutter: SegmentCutter, longestGap: MediaTime) {
        self.track = track
        self.cutter = cutter
        timeline = TrackTimeline(track: track, longestGap: longestGap)
    }

    var firstWaiting: Sample? { waitingStart < waiting.count ? waiting[waitingStart] : nil }
    /// The segment that is being filled.
    var segmentIndex: Int { cutter.segmentIndex }
    var follows: Bool { cutter.rule == .follow }
    /// Whether nothing more will come for the segment `index`.
    func isPast(_ index: Int) -> Bool { segmentIndex > index || (isEnded && firstWaiting == nil) }

    mutating func accept(_ sample: Sample) throws(AssetWriterError) {
        guard hasSync || sample.isSync else {
            skippedBeforeSync += 1
            return
        }
        hasSync = true
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
