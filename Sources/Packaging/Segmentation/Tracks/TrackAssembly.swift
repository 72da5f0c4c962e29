import Media

/// The samples of one track on their way into segments.
struct TrackAssembly: Sendable {
    /// The samples of one segment, or a time in it in which there are none.
    struct Run: Sendable {
        var segmentIndex: Int
        var samples: [Sample]
        /// In ticks of the track; nil where there are samples.
        var gap: Range<Int64>?
        /// Whether more samples of the same segment follow without a gap.
        var isPart = false
    }

    let track: Track
    private var timeline: TrackTimeline
    /// Nil for tracks whose sync samples are all alike.
    private var points: RandomAccessPoints?
    private var cutter: SegmentCutter
    /// Samples whose segment is not yet decided, from `waitingStart` on.
    private var waiting: [Sample] = []
    private var waitingStart = 0
    private var open: [Sample] = []
    /// Where presentation begins of the segment that is being filled, in ticks.
    private var openStart: Int64?
    /// How long `open` lasts, in ticks.
    private var openDuration: Int64 = 0
    /// The longest part, in ticks; nil where segments are given out whole only.
    private var longestPart: Int64?
    /// Whether parts have been given out of the gap that is being filled, so that its segment has to come.
    private var hasGapParts = false
    private var gaps = TrackGaps()
    /// How many samples have been given to their segments.
    private var placedCount = 0
    /// Where presentation stands after them, in ticks.
    private var presentedUntil = Int64.min
    /// Finished segments, oldest first.
    private(set) var closed: [Run] = []
    private(set) var isEnded = false
    /// Whether the next sample begins a segment that nothing before it belongs to.
    private var expectsSync = true
    /// Whether a sample has been kept, which others may refer to.
    private var hasEntered = false
    private let refusesNonSyncStarts: Bool
    /// How long a segment may be at most, in ticks; nil where it is as long as it has to be.
    private let longestSegment: Int64?
    /// Where decoding stands after the last sample that was placed, in ticks.
    private var placedUntil = Int64.min
    /// Up to where all cuts are known, in ticks: a live track cuts at the boundary at the earliest, so that those who
    /// follow it need not wait for its next sample.
    var cutsKnownUntil: Int64 { isLive ? max(placedUntil, cutter.ownCut ?? .min) : placedUntil }
    private var isLive: Bool { track.liveOrigin != nil }
    /// How many samples before the first sync sample were left out.
    private(set) var skippedBeforeSync = 0
    /// How many samples after a gap were left out, because they lie in it or need what was lost.
    private(set) var skippedAfterGap = 0
    /// How many pictures were left out that lead the first sync sample and cannot be decoded.
    var skippedLeading: Int { points?.skippedLeading ?? 0 }
    /// How many samples were left out at the beginning, because they are presented before the presentation begins or
    /// need what is.
    private(set) var skippedPreroll = 0
    /// Whether nothing may be presented before time zero, and no edit list hides it.
    private let hidesPreroll: Bool
    /// Where the first random access point is that no segment may begin with.
    var firstOpenPoint: MediaTime? { points?.firstOpen }

    init(track: Track, cutter: SegmentCutter, _ settings: FragmenterSettings) {
        self.track = track
        self.cutter = cutter
        points = RandomAccessPoints(track, accepts: settings.randomAccess)
        refusesNonSyncStarts = settings.refusesNonSyncStarts
        hidesPreroll = settings.profile == .mpeg4AppleHLS && track.mediaType == .video && track.priming > 0
        // A live source says itself when it is away.
        timeline = TrackTimeline(
            track: track, longestGap: track.liveOrigin == nil ? settings.longestGap : .seconds(100))
        longestSegment =
            track.liveOrigin == nil ? nil : settings.longestLiveSegment?.ticks(at: track.timescale, rounding: .down)
    }

    var firstWaiting: Sample? { waitingStart < waiting.count ? waiting[waitingStart] : nil }
    /// The segment that is being filled.
    var segmentIndex: Int { cutter.segmentIndex }
    var follows: Bool { cutter.rule == .follow }
    /// Whether its segments may be given out in parts; lists of single pictures have none (RFC 8216bis 4.4.4.9).
    var givesParts: Bool { !track.attributes.isTrickPlay }
    /// Whether nothing more will come for the segment `index`.
    func isPast(_ index: Int) -> Bool { segmentIndex > index || (isEnded && hasPlacedAll) }
    /// Whether it is known with what the track begins.
    var hasBegun: Bool { firstWaiting != nil || !gaps.isEmpty }
    /// Whether nothing of the track is presented at `time`, as far as is known.
    func isAway(at time: MediaTime) -> Bool {
        isEnded || gaps.openUntil.map { MediaTime(value: $0, timescale: track.timescale) >= time } ?? false
    }
    /// Where presentation begins, before anything has been placed.
    var presentationStart: MediaTime {
        firstWaiting?.presentationTime ?? MediaTime(value: presentedUntil, timescale: track.timescale)
    }
    /// Where presentation stands after what has been placed.
    var presentationEnd: MediaTime { MediaTime(value: presentedUntil, timescale: track.timescale) }
    private var hasPlacedAll: Bool { firstWaiting == nil && gaps.isEmpty }

    /// Takes the next sample in decode order; one that comes out of a gap ends it.
    mutating func accept(_ sample: Sample) throws(PackagingError) {
        guard let ready = points?.process(sample, isStart: !hasEntered || gaps.openUntil != nil) else {
            return try enter(sample)
        }
        switch ready {
        case .none: break
        case .one(let sample): try enter(sample)
        case .several(let samples): for sample in samples { try enter(sample) }
        }
    }

    /// Lets the samples go on whose successors decide what they are.
    private mutating func settlePoints() throws(PackagingError) {
        for sample in points?.finish() ?? [] { try enter(sample) }
    }

    private mutating func enter(_ sample: Sample) throws(PackagingError) {
        if hidesPreroll, !hasEntered, !sample.isSync || sample.presentationTicks < -(sample.duration / 2) {
            skippedPreroll += 1
            return
        }
        if let until = gaps.openUntil {
            guard sample.isSync, sample.presentationTicks >= until,
                timeline.released.map({ sample.decodeTicks > $0 }) ?? true
            else {
                skippedAfterGap += 1
                return
            }
            gaps.close(at: sample.presentationTicks)
            expectsSync = false
        }
        if expectsSync && !sample.isSync {
            guard !refusesNonSyncStarts else { throw nonSyncStart(sample) }
            skippedBeforeSync += 1
            return
        }
        (expectsSync, hasEntered) = (false, true)
        if let complete = try timeline.advance(to: sample) { waiting.append(complete) }
    }

    /// The track has nothing up to `time`; `start` is where that begins when no sample came before.
    mutating func gap(until time: MediaTime, start: MediaTime) throws(PackagingError) {
        try settlePoints()
        if let last = timeline.release() { waiting.append(last) }
        let isFirst = placedCount == 0 && firstWaiting == nil && gaps.isEmpty
        gaps.extend(to: time.ticks(at: track.timescale), position: placedCount + waiting.count - waitingStart)
        if isFirst {
            presentedUntil = start.ticks(at: track.timescale, rounding: .up)
            cutter.beginInGap(at: presentedUntil)
        }
    }

    mutating func end() throws(PackagingError) {
        try settlePoints()
        gaps.close()
        if let last = timeline.finish() { waiting.append(last) }
        isEnded = true
    }

    /// Gives the samples presented before `horizon` to their segments and returns where new segments began.
    mutating func place(before horizon: Int64, leaderCuts: LeaderCuts) -> [MediaTime] {
        var cuts: [MediaTime] = []
        while true {
            if let gap = gaps.first, gap.position == placedCount {
                guard place(gap, before: horizon, leaderCuts, &cuts) else { break }
                continue
            }
            guard waitingStart < waiting.count, waiting[waitingStart].presentationTicks < horizon else { break }
            let sample = waiting[waitingStart]
            waitingStart += 1
            placedCount += 1
            begin(with: sample, leaderCuts, &cuts)
            placedUntil = sample.decodeTicks + sample.duration
            presentedUntil = max(presentedUntil, sample.presentationTicks + sample.duration)
            if openStart == nil { openStart = sample.presentationTicks }
            openDuration += sample.duration
            open.append(sample)
        }
        // A segment is over when its successor's first sample is here, however long that lasts.
        if isLive, hasPlacedAll, let next = timeline.held, next.presentationTicks < horizon {
            begin(with: next, leaderCuts, &cuts)
        }
        if isEnded && hasPlacedAll { close(segmentIndex) }
        reclaim()
        return cuts
    }

    /// Closes the segment that is being filled where `sample` belongs to a later one.
    private mutating func begin(with sample: Sample, _ leaderCuts: LeaderCuts, _ cuts: inout [MediaTime]) {
        endOnTime(before: sample, leaderCuts, &cuts)
        let before = segmentIndex
        guard cutter.begins(with: sample, leaderCuts: leaderCuts) else { return closePart(before: sample) }
        close(before)
        cuts.append(sample.presentationTime)
    }

    /// Closes the part that is being filled where the next sample of the segment has no place in it.
    ///
    /// Not before: whoever is told of a part is told that another one follows.
    private mutating func closePart(before next: Sample) {
        guard let longestPart, let last = open.last else { return }
        // The newest sample does not know yet how long it lasts.
        let duration = next.duration > 0 ? next.duration : last.duration
        if openDuration + duration > longestPart { closeRun(segmentIndex, isPart: true) }
    }

    /// Gives segments out in parts of at most `target` from now on.
    mutating func giveParts(of target: MediaTime) {
        longestPart = target.ticks(at: track.timescale, rounding: .down)
    }

    /// Ends the segment at its boundary where it would be too long if it lasted until `sample`; a gap follows.
    private mutating func endOnTime(before sample: Sample, _ leaderCuts: LeaderCuts, _ cuts: inout [MediaTime]) {
        guard let longestSegment, let boundary = cutter.ownCut, let openStart, let last = open.last,
            sample.isSync, sample.presentationTicks - openStart > longestSegment
        else { return }
        let late = sample.presentationTicks - boundary
        guard late > 0, late < last.duration, last.decodeTicks + last.duration == sample.decodeTicks else { return }
        open[open.count - 1].duration -= late
        openDuration -= late
        var index = segmentIndex
        close(index)
        var from = boundary
        while let cut = cutter.cutInGap(upTo: sample.presentationTicks, leaderCuts: leaderCuts) {
            from = close(gapFrom: from, to: cut.ticks(at: track.timescale, rounding: .up), index)
            index = segmentIndex
            cuts.append(cut)
        }
        presentedUntil = max(presentedUntil, close(gapFrom: from, to: sample.presentationTicks, index))
    }

    /// Gives a gap to its segments as far as it is known; tells whether all of it has been.
    private mutating func place(
        _ gap: TrackGaps.Gap, before horizon: Int64, _ leaderCuts: LeaderCuts, _ cuts: inout [MediaTime]
    ) -> Bool {
        var from = gap.from ?? presentedUntil
        if gap.from == nil { close(segmentIndex) }
        let limit = min(gap.until, horizon)
        var index = segmentIndex
        while let cut = cutter.cutInGap(upTo: limit, leaderCuts: leaderCuts) {
            from = close(gapFrom: from, to: cut.ticks(at: track.timescale, rounding: .up), index)
            index = segmentIndex
            cuts.append(cut)
        }
        from = giveParts(ofGapFrom: from, before: limit, index)
        placedUntil = max(placedUntil, limit)
        gaps.pass(to: from)
        guard !gap.isOpen, gap.until <= limit else { return false }
        presentedUntil = max(presentedUntil, close(gapFrom: from, to: gap.until, index))
        gaps.removeFirst()
        return true
    }

    /// Puts a piece of a gap into segment `index` and returns where the next piece begins.
    private mutating func close(gapFrom from: Int64, to end: Int64, _ index: Int) -> Int64 {
        let last = giveParts(ofGapFrom: from, before: end, index)
        let length = MediaTime(value: end - last, timescale: track.timescale)
        guard hasGapParts || length >= TrackGaps.shortest else { return last }
        closed.append(Run(segmentIndex: index, samples: [], gap: last..<end))
        hasGapParts = false
        return end
    }

    /// Gives out the parts of a gap that goes on behind each of them, and returns where the last one ends.
    private mutating func giveParts(ofGapFrom from: Int64, before end: Int64, _ index: Int) -> Int64 {
        guard let longestPart else { return from }
        var from = from
        while end - from > longestPart {
            closed.append(Run(segmentIndex: index, samples: [], gap: from..<from + longestPart, isPart: true))
            from += longestPart
            hasGapParts = true
        }
        return from
    }

    /// Takes out what segment `index` has of the track, in order: samples without a gap between them, and gaps.
    mutating func take(_ index: Int) -> [Run] {
        let count = closed.prefix { $0.segmentIndex == index }.count
        defer { closed.removeFirst(count) }
        return Array(closed.prefix(count))
    }

    /// Gives everything that came so far to the segment that is being filled and closes it.
    mutating func cut() throws(PackagingError) {
        try release()
        _ = place(before: .max, leaderCuts: LeaderCuts())
        close(segmentIndex)
        cutter.cut()
        expectsSync = true
    }

    /// Leaves out what is over before `ticks`, before anything has been placed; one sample stays.
    mutating func trimHead(before ticks: Int64) {
        guard gaps.isEmpty, placedCount == 0 else { return }
        while waitingStart + 1 < waiting.count, waiting[waitingStart + 1].presentationTicks <= ticks {
            waitingStart += 1
            if !isLive { skippedPreroll += 1 }
        }
    }

    /// Lets the first sample go on without waiting for the second.
    mutating func release() throws(PackagingError) {
        try settlePoints()
        if let last = timeline.release() { waiting.append(last) }
    }

    /// Whether a segment closed now would have samples.
    var hasOpenSamples: Bool { timeline.held != nil || firstWaiting != nil || !open.isEmpty }

    /// Takes away the samples at the end that are presented at `ticks` or later; what earlier ones may need stays.
    mutating func trimTail(from ticks: Int64) {
        points?.trim(from: ticks)
        guard let held = timeline.held, held.presentationTicks >= ticks else { return }
        timeline.drop()
        while waiting.count > waitingStart, waiting[waiting.count - 1].presentationTicks >= ticks {
            waiting.removeLast()
        }
        guard waiting.count == waitingStart else { return }
        while let last = open.last, last.presentationTicks >= ticks {
            openDuration -= open.removeLast().duration
        }
    }

    private func nonSyncStart(_ sample: Sample) -> PackagingError {
        PackagingError(
            .segmentStartsWithNonSyncSample,
            "a segment would begin with a non-sync sample of the \(track.mediaType.rawValue) track at "
                + "\(sample.presentationTime); segments are flushed just before a sync sample")
    }

    private mutating func close(_ index: Int) {
        openStart = nil
        guard !open.isEmpty else { return }
        closeRun(index, isPart: false)
    }

    private mutating func closeRun(_ index: Int, isPart: Bool) {
        let capacity = open.count
        closed.append(Run(segmentIndex: index, samples: open, isPart: isPart))
        open = []
        openDuration = 0
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
