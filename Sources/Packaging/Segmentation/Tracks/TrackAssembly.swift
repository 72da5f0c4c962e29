import Media

/// Collects the samples of one track into segments.
struct TrackAssembly: Sendable {
    /// The samples of one segment, or a gap in it.
    struct Run: Sendable {
        var segmentIndex: Int
        var samples: [Sample]
        /// The gap in ticks of the track; nil for samples.
        var gap: Range<Int64>?
        /// Whether the run is a part that is not the last one of its segment.
        var isPart = false
    }

    let track: Track
    private var timeline: TrackTimeline
    /// The decode times of a portion; nil for whole tracks.
    private var portionTimes: PortionTimes?
    /// nil for codecs without leading pictures.
    private var points: RandomAccessPoints?
    /// The rule for recovery points that are only reported; nil for none.
    private let recovery: RecoveryRule?
    /// The first recovery point among the samples discarded before the first sync sample.
    private(set) var skippedRecovery: RecoveryPoint?
    private var cutter: SegmentCutter
    /// Samples that are not yet assigned to a segment, from `waitingStart` on.
    private var waiting: [Sample] = []
    private var waitingStart = 0
    private var open: [Sample] = []
    /// The presentation start of the current segment, in ticks.
    private var openStart: Int64?
    /// The total duration of `open`, in ticks.
    private var openDuration: Int64 = 0
    /// The maximum part duration in ticks; nil if segments are not divided into parts.
    private var maximumPartDuration: Int64?
    /// Whether parts of the current gap have been emitted, so that its segment must follow.
    private var hasGapParts = false
    private var gaps = TrackGaps()
    /// The number of samples assigned to segments.
    private var placedCount = 0
    /// The presentation end of the assigned samples, in ticks.
    private var presentationEndTicks = Int64.min
    /// The completed runs, oldest first.
    private(set) var closed: [Run] = []
    private(set) var isEnded = false
    /// Whether the next sample must be a sync sample: at the start of the track and after a flush.
    private var expectsSync: Bool
    /// Whether a sample has been accepted that later samples may refer to.
    private var hasAcceptedSample: Bool
    private let refusesNonSyncStarts: Bool
    /// The maximum segment duration in ticks; nil for no limit.
    private let maximumSegmentDuration: Int64?
    /// The decode end of the assigned samples, in ticks.
    private var placedEnd = Int64.min
    /// The end of the range with known cuts, in ticks. A live track cuts no earlier than its next grid boundary, so
    /// following tracks need not wait for its next sample.
    var cutHorizon: Int64 { isLive ? max(placedEnd, cutter.nextGridCut ?? .min) : placedEnd }
    private var isLive: Bool { track.liveOrigin != nil }
    /// The number of samples discarded before the first sync sample.
    private(set) var skippedBeforeSync = 0
    /// The number of samples discarded after gaps, because they lie in the gap or depend on lost samples.
    private(set) var skippedAfterGap = 0
    /// The number of leading pictures discarded because they cannot be decoded.
    var skippedLeading: Int { points?.skippedLeading ?? 0 }
    /// The number of samples discarded because they precede the start of the presentation or depend on such samples.
    private(set) var skippedPreroll = 0
    /// Whether samples before time zero are discarded because no edit list removes them.
    private let discardsPreroll: Bool
    /// The presentation time of the first random access point that cannot start a segment.
    var firstOpenPoint: MediaTime? { points?.firstOpen }

    /// The samples of `track`; all, or those from a later segment on if it `continues`.
    init(track: Track, cutter: SegmentCutter, _ settings: FragmenterSettings, continues: Bool = false) {
        (expectsSync, hasAcceptedSample) = (!continues, continues)
        self.track = track
        self.cutter = cutter
        points = RandomAccessPoints(
            track, accepts: settings.randomAccess, allowsGradualRecovery: settings.profile.allowsGradualRecovery)
        recovery = RecoveryRule(track.format, allowsGradual: true)
        portionTimes = settings.isPortion ? PortionTimes(track, end: settings.portionEnd) : nil
        refusesNonSyncStarts = settings.refusesNonSyncStarts
        discardsPreroll = settings.profile == .mpeg4AppleHLS && track.mediaType == .video && track.priming > 0
        // A live source announces its gaps.
        timeline = TrackTimeline(
            track: track, maximumGap: track.liveOrigin == nil ? settings.maximumGap : .seconds(100))
        maximumSegmentDuration =
            track.liveOrigin == nil
            ? nil : settings.maximumLiveSegmentDuration?.ticks(at: track.timescale, rounding: .down)
    }

    var firstWaiting: Sample? { waitingStart < waiting.count ? waiting[waitingStart] : nil }
    /// The index of the current segment.
    var segmentIndex: Int { cutter.segmentIndex }
    var follows: Bool { cutter.rule == .follow }
    /// Whether segments are divided into parts. Trick-play renditions have no parts (RFC 8216bis 4.4.4.9).
    var hasParts: Bool { !track.attributes.isTrickPlay }
    /// Returns whether segment `index` is complete.
    func isSegmentComplete(_ index: Int) -> Bool { segmentIndex > index || (isEnded && hasPlacedAll) }
    /// The samples assigned to segments that have not been removed.
    var collected: [Sample] { closed.isEmpty ? open : closed.flatMap(\.samples) + open }
    /// Whether the start of the track is known.
    var hasBegun: Bool { firstWaiting != nil || !gaps.isEmpty }
    /// Returns whether the track has ended or has a gap at `time`, as far as is known.
    func isInactive(at time: MediaTime) -> Bool { isEnded || openGapEnd.map { $0 >= time } ?? false }
    /// The known extent of the current gap, which may be published; nil without one.
    var openGapEnd: MediaTime? { gaps.openEnd.map { MediaTime(value: $0, timescale: track.timescale) } }
    /// The presentation start, before any sample is assigned.
    var presentationStart: MediaTime {
        firstWaiting?.presentationTime ?? MediaTime(value: presentationEndTicks, timescale: track.timescale)
    }
    /// The presentation end of the assigned samples.
    var presentationEnd: MediaTime { MediaTime(value: presentationEndTicks, timescale: track.timescale) }
    /// The latest presentation time of the samples so far, whether they are assigned or not; nil before the first.
    var reachedEnd: MediaTime? {
        let newest = timeline.pending ?? (firstWaiting == nil ? nil : waiting.last)
        let ticks = max(presentationEndTicks, newest?.presentationTicks ?? .min)
        return ticks == .min ? nil : MediaTime(value: ticks, timescale: track.timescale)
    }
    /// The latest time of which the track has samples or a gap; nil before the first.
    var knownEnd: MediaTime? {
        let gap = gaps.end.map { MediaTime(value: $0, timescale: track.timescale) }
        return [reachedEnd, gap].compactMap(\.self).max()
    }
    /// Whether the segments depend only on the times, sizes and flags of the samples, and no sample was discarded.
    var isDescribable: Bool {
        points == nil && portionTimes == nil && gaps.isEmpty && !isLive && !discardsPreroll
            && !track.attributes.isTrickPlay
            && skippedBeforeSync == 0 && skippedPreroll == 0
    }
    private var hasPlacedAll: Bool { firstWaiting == nil && gaps.isEmpty }

    /// Appends the next sample in decode order. A sample after a gap ends the gap.
    mutating func append(_ sample: Sample) throws(PackagingError) {
        if points == nil { try appendToTimeline(sample) } else { try appendThroughPoints(sample) }
    }

    /// Appends the samples that are ready after `sample`.
    // Separate, because inlined it would copy the samples of other codecs into an optional result as well.
    @inline(never)
    private mutating func appendThroughPoints(_ sample: Sample) throws(PackagingError) {
        switch points?.process(sample, isStart: !hasAcceptedSample || gaps.openEnd != nil) {
        case nil, .some(.none): break
        case .one(let sample): try appendToTimeline(sample)
        case .several(let samples): for sample in samples { try appendToTimeline(sample) }
        }
    }

    /// Passes on the samples that were delayed until later ones arrive.
    private mutating func flushRandomAccessPoints() throws(PackagingError) {
        for sample in points?.finish() ?? [] { try appendToTimeline(sample) }
        for sample in portionTimes?.finish() ?? [] { try appendTimed(sample) }
    }

    private mutating func appendToTimeline(_ sample: Sample) throws(PackagingError) {
        guard portionTimes != nil else { return try appendTimed(sample) }
        if let ready = portionTimes?.process(sample) { try appendTimed(ready) }
    }

    private mutating func appendTimed(_ sample: Sample) throws(PackagingError) {
        if discardsPreroll, !hasAcceptedSample,
            !sample.flags.isEntryPoint || sample.presentationTicks < -(sample.duration / 2)
        {
            skippedPreroll += 1
            return
        }
        if let until = gaps.openEnd {
            guard sample.flags.isEntryPoint, sample.presentationTicks >= until, followsReleased(sample) else {
                skippedAfterGap += 1
                return
            }
            gaps.close(at: sample.presentationTicks)
            expectsSync = false
        }
        if expectsSync && !sample.flags.isEntryPoint {
            guard !refusesNonSyncStarts else { throw nonSyncStart(sample) }
            if skippedRecovery == nil { skippedRecovery = recovery?.point(sample.bytes) }
            skippedBeforeSync += 1
            return
        }
        (expectsSync, hasAcceptedSample) = (false, true)
        if let complete = try timeline.advance(to: sample) { waiting.append(complete) }
    }

    /// Whether a sample can follow the last one before a gap. Packets of audio must not overlap; a video frame is shown
    /// until the next one.
    private func followsReleased(_ sample: Sample) -> Bool {
        guard let released = timeline.releasedTicks else { return true }
        let end = track.mediaType == .audio ? timeline.releasedEnd ?? released : released
        return sample.decodeTicks > released && sample.decodeTicks >= end
    }

    /// Records that the track has no media until `time`. `start` is the start of the gap if no sample precedes it.
    mutating func gap(until time: MediaTime, start: MediaTime) throws(PackagingError) {
        try flushRandomAccessPoints()
        if let last = timeline.release() { waiting.append(last) }
        let isFirst = placedCount == 0 && firstWaiting == nil && gaps.isEmpty
        gaps.extend(to: time.ticks(at: track.timescale), position: placedCount + waiting.count - waitingStart)
        if isFirst {
            presentationEndTicks = start.ticks(at: track.timescale, rounding: .up)
            cutter.beginInGap(at: presentationEndTicks)
        }
    }

    mutating func end() throws(PackagingError) {
        try flushRandomAccessPoints()
        gaps.close()
        if var last = timeline.finish() {
            if let portionTimes { last.duration = portionTimes.lastDuration(of: last) }
            waiting.append(last)
        }
        isEnded = true
    }

    /// Assigns the samples presented before `horizon` to segments and returns the new cuts.
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
            placedEnd = sample.decodeTicks + sample.duration
            presentationEndTicks = max(presentationEndTicks, sample.presentationTicks + sample.duration)
            if openStart == nil { openStart = sample.presentationTicks }
            openDuration += sample.duration
            open.append(sample)
        }
        // A live segment ends when the first sample of the next one arrives, before the duration of that sample is
        // known.
        if isLive, hasPlacedAll, let next = timeline.pending, next.presentationTicks < horizon {
            begin(with: next, leaderCuts, &cuts)
        }
        if isEnded && hasPlacedAll { close(segmentIndex) }
        compactWaiting()
        return cuts
    }

    /// Closes the current segment if `sample` belongs to a later one.
    private mutating func begin(with sample: Sample, _ leaderCuts: LeaderCuts, _ cuts: inout [MediaTime]) {
        endOverlongSegment(before: sample, leaderCuts, &cuts)
        let before = segmentIndex
        guard cutter.begins(with: sample, leaderCuts: leaderCuts) else { return closePart(before: sample) }
        close(before)
        cuts.append(sample.presentationTime)
    }

    /// Closes the current part if the next sample does not fit into it.
    ///
    /// Not earlier, because a part is emitted with the information whether another one follows.
    private mutating func closePart(before next: Sample) {
        guard let maximumPartDuration, let last = open.last else { return }
        // The duration of the newest sample may not be known yet.
        let duration = next.duration > 0 ? next.duration : last.duration
        if openDuration + duration > maximumPartDuration { closeRun(segmentIndex, isPart: true) }
    }

    /// Divides segments into parts of at most `target` from now on.
    mutating func setPartTarget(_ target: MediaTime) {
        maximumPartDuration = target.ticks(at: track.timescale, rounding: .down)
    }

    /// Ends the segment at its boundary if it would be too long when it lasts until `sample`; a gap follows.
    private mutating func endOverlongSegment(before sample: Sample, _ leaderCuts: LeaderCuts, _ cuts: inout [MediaTime])
    {
        guard let maximumSegmentDuration, let boundary = cutter.nextGridCut, let openStart, let last = open.last,
            sample.flags.isEntryPoint, sample.presentationTicks - openStart > maximumSegmentDuration
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
        presentationEndTicks = max(presentationEndTicks, close(gapFrom: from, to: sample.presentationTicks, index))
    }

    /// Assigns the known part of a gap to segments. Returns whether the whole gap is assigned.
    private mutating func place(
        _ gap: TrackGaps.Gap, before horizon: Int64, _ leaderCuts: LeaderCuts, _ cuts: inout [MediaTime]
    ) -> Bool {
        var from = gap.assignedEnd ?? presentationEndTicks
        if gap.assignedEnd == nil { close(segmentIndex) }
        let limit = min(gap.end, horizon)
        var index = segmentIndex
        while let cut = cutter.cutInGap(upTo: limit, leaderCuts: leaderCuts) {
            from = close(gapFrom: from, to: cut.ticks(at: track.timescale, rounding: .up), index)
            index = segmentIndex
            cuts.append(cut)
        }
        from = appendGapParts(from: from, before: limit, index)
        placedEnd = max(placedEnd, limit)
        gaps.advance(to: from)
        guard !gap.isOpen, gap.end <= limit else { return false }
        presentationEndTicks = max(presentationEndTicks, close(gapFrom: from, to: gap.end, index))
        gaps.removeFirst()
        return true
    }

    /// Assigns a piece of a gap to segment `index` and returns the start of the next piece.
    private mutating func close(gapFrom from: Int64, to end: Int64, _ index: Int) -> Int64 {
        let last = appendGapParts(from: from, before: end, index)
        // Parts may have passed a boundary that video could not be cut at.
        let end = max(end, last)
        let length = MediaTime(value: end - last, timescale: track.timescale)
        guard hasGapParts || length >= TrackGaps.minimumDuration else { return last }
        closed.append(Run(segmentIndex: index, samples: [], gap: last..<end))
        hasGapParts = false
        return end
    }

    /// Emits the full parts of a gap that continues after each of them, and returns the end of the last one.
    private mutating func appendGapParts(from: Int64, before end: Int64, _ index: Int) -> Int64 {
        guard let maximumPartDuration else { return from }
        var from = from
        while end - from > maximumPartDuration {
            closed.append(Run(segmentIndex: index, samples: [], gap: from..<from + maximumPartDuration, isPart: true))
            from += maximumPartDuration
            hasGapParts = true
        }
        return from
    }

    /// Removes and returns the runs of segment `index`, in order.
    mutating func removeRuns(ofSegment index: Int) -> [Run] {
        let count = closed.prefix { $0.segmentIndex == index }.count
        defer { closed.removeFirst(count) }
        return Array(closed.prefix(count))
    }

    /// Assigns all samples to the current segment and closes it.
    mutating func cut() throws(PackagingError) {
        try release()
        _ = place(before: .max, leaderCuts: LeaderCuts())
        close(segmentIndex)
        cutter.cut()
        expectsSync = true
    }

    /// Discards samples that end before `ticks`, except the last one. Has an effect only before samples are assigned.
    mutating func trimHead(before ticks: Int64) {
        guard gaps.isEmpty, placedCount == 0 else { return }
        while waitingStart + 1 < waiting.count, waiting[waitingStart + 1].presentationTicks <= ticks {
            waitingStart += 1
            if !isLive { skippedPreroll += 1 }
        }
    }

    /// Releases the buffered sample without waiting for the next one.
    mutating func release() throws(PackagingError) {
        try flushRandomAccessPoints()
        if let last = timeline.release() { waiting.append(last) }
    }

    /// Whether a segment closed now would contain samples.
    var hasOpenSamples: Bool { timeline.pending != nil || firstWaiting != nil || !open.isEmpty }

    /// Removes samples presented at `ticks` or later from the end; samples on which earlier ones may depend stay.
    mutating func trimTail(from ticks: Int64) {
        points?.trim(from: ticks)
        guard let held = timeline.pending, held.presentationTicks >= ticks else { return }
        timeline.discardPending()
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
                + "\(sample.presentationTime); flush segments directly before a sync sample")
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

    private mutating func compactWaiting() {
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
