package import ISOMedia
package import Media

/// Divides the tracks of one presentation into segments: samples in, initialization and media segments out.
///
/// A value type that never blocks. Append samples in decode order within a track and in any order between tracks, and
/// dequeue completed segments. Output starts when every track has delivered its first sample, because priming and
/// reorder delay determine the initialization segments.
package struct Fragmenter: Sendable {
    package private(set) var settings: FragmenterSettings
    private(set) var period: FormatPeriod
    private(set) var change: FormatChange?
    private var hasRequestedSync = false
    private var output: [Segment] = []
    var text = TextRenditions()
    var textOutput: [Segment] = []
    /// The number of samples discarded in preceding periods, by track.
    private var skipped: [Track.ID: Int] = [:]
    private var skippedLeadingBefore: [Track.ID: Int] = [:]
    private(set) var parameterSets = ParameterSetChanges()

    package init(settings: FragmenterSettings) {
        self.settings = settings
        period = FormatPeriod(settings)
    }

    /// The tracks in the order of addition.
    package var addedTracks: [Track] { period.tracks.map(\.track) + text.tracks }

    /// Adds a track. If the settings do not allow changes, all tracks must be added before the first sample of the last
    /// of them.
    ///
    /// If they do, a track that was added before may continue in another format, and a track may be added later, or
    /// again after its end: it starts with a discontinuity in every rendition.
    package mutating func add(_ track: Track) throws(PackagingError) {
        if case .timedText = track.format { return text.add(track) }
        if let refusal = settings.profile.carriage(of: track.format).refusal {
            throw PackagingError(
                .unsupportedFormat,
                "\(track.format.codecName ?? track.mediaType.rawValue) of track \(track.id.rawValue), \(refusal)")
        }
        let track = settings.profile == .mpeg4AppleHLS ? parameterSets.convert(track) : track
        if settings.allowsFormatChanges { parameterSets.watch(track) }
        guard let position = period.position(of: track.id), !period.hasStarted || !period.tracks[position].isEnded,
            change?.isAdding(track.id) != true
        else { return try addLate(track) }
        let known = period.tracks[position].track
        let newest = change?.pendingTracks.first { $0.track.id == track.id }?.track ?? known
        if newest.format == track.format, newest.timescale == track.timescale { return }
        guard settings.allowsFormatChanges else {
            throw PackagingError(
                .unsupportedFormat,
                "the format of the \(track.mediaType.rawValue) track changes; segments of one run share one format")
        }
        try InitializationSegmentBuilder.validate(track)
        beginChange()
        change?.change(to: track)
    }

    /// Adds a track that the period does not contain: to the period if it has not started, otherwise to the next one.
    private mutating func addLate(_ track: Track) throws(PackagingError) {
        guard period.hasStarted || change?.isAdding(track.id) == true else { return try period.add(track) }
        guard settings.allowsFormatChanges else {
            throw PackagingError(
                .lateTrack, "another \(track.mediaType.rawValue) track was added after the first segment")
        }
        try InitializationSegmentBuilder.validate(track)
        beginChange()
        change?.add(track)
    }

    private mutating func beginChange() {
        guard change == nil else { return }
        change = FormatChange(period.tracks.filter { !$0.isEnded }.map { ($0.track, $0.track.hasDependencies) })
    }

    /// Adds a track with its settings and references.
    package mutating func add(
        _ track: Track, _ trackSettings: MovieTrackSettings, references: [TrackReference]
    ) throws(PackagingError) {
        if case .timedText = track.format {
            throw PackagingError(
                .unsupportedFormat, "cues cannot be samples of a file; pass text as tx3g, wvtt or stpp data")
        }
        settings.trackSettings[track.id] = trackSettings
        settings.references[track.id] = references
        period.settings.trackSettings[track.id] = trackSettings
        period.settings.references[track.id] = references
        try add(track)
    }

    /// Appends the next sample of its track, in decode order.
    package mutating func append(_ sample: Sample) throws(PackagingError) {
        if !text.isEmpty, text.contains(sample.track) {
            try text.append(sample)
            return try advanceText()
        }
        let sample = settings.acceptsRecoveryPoints ? marked(sample) : sample
        if sample.flags.isEntryPoint, !parameterSets.isEmpty { try adoptParameterSets(of: sample) }
        if change != nil {
            let period = period
            let isBuffered = try change?.append(
                sample, reached: period.reachedEnd, gapEnd: period.gapEnd(beside: sample.track))
            if isBuffered == true { return try applyFormatChange() }
        }
        try period.append(sample)
        try advanceText()
    }

    /// Marks the sample if it is a recovery point of H.264.
    @inline(never)
    private func marked(_ sample: Sample) -> Sample {
        let track = change?.pendingTracks.first { $0.track.id == sample.track }?.track
        let known = period.position(of: sample.track).map { period.tracks[$0].track }
        guard let format = (track ?? known)?.format,
            let rule = RecoveryRule(format, allowsGradual: settings.profile.allowsGradualRecovery)
        else { return sample }
        var result = sample
        result.flags = rule.flags(sample.flags, of: sample.bytes)
        return result
    }

    /// Continues the track in the format that starts at this sample, if that format is another one.
    // Separate, because inlined it would copy an optional track, which is large, for every sample.
    @inline(never)
    private mutating func adoptParameterSets(of sample: Sample) throws(PackagingError) {
        if let changed = parameterSets.change(at: sample) { try add(changed) }
    }

    /// Records that a track has no media until `time`; may be repeated with later times. Other tracks continue.
    package mutating func gap(_ id: Track.ID, until time: MediaTime) throws(PackagingError) {
        guard !time.isIndefinite else { return }
        if text.contains(id) {
            text.markReceived(id, until: time)
            return try advanceText()
        }
        if change?.append(.gap(until: time), of: id) == true { return try applyFormatChange() }
        try period.gap(id, until: time, start: settings.initialSegmentStartTime)
        if change != nil { try applyFormatChange() }
        try advanceText()
    }

    /// Ends a track; other tracks continue.
    package mutating func end(_ id: Track.ID) throws(PackagingError) {
        if text.contains(id) {
            text.end(id)
            return try advanceText()
        }
        if change?.append(.end, of: id) == true { return try applyFormatChange() }
        if change?.remove(id) == true { change = nil }
        try period.end(id)
        if change != nil { try applyFormatChange() }
        try advanceText()
    }

    /// Ends all tracks and closes the last segments.
    package mutating func finish() throws(PackagingError) {
        if change != nil { try applyFormatChange(isLast: true) }
        for pending in change?.pendingTracks ?? [] { skipped[pending.track.id, default: 0] += pending.discardedCount }
        try period.finish()
        if !period.hasStarted, !period.tracks.isEmpty, output.isEmpty {
            throw PackagingError(.noSyncSample, "the input has no samples")
        }
        text.endAll()
        try advanceText(isAlone: !period.hasStarted)
    }

    /// Ends the current segment of every track after its last sample, for custom segmentation.
    ///
    /// Does nothing if no sample has arrived since the previous call.
    package mutating func flush() throws(PackagingError) {
        try period.flush()
        try advanceText()
    }

    /// Removes samples presented at `time` or later from the end of each track, unless they have been emitted.
    package mutating func trim(from time: MediaTime) { period.trim(from: time) }

    /// Returns and removes the completed segments.
    package mutating func dequeueSegments() -> [Segment] {
        guard !output.isEmpty || !textOutput.isEmpty else { return period.dequeueSegments() }
        defer {
            output.removeAll(keepingCapacity: true)
            textOutput.removeAll(keepingCapacity: true)
        }
        return output + period.dequeueSegments() + textOutput
    }

    /// Returns the template of the current segments of a rendition; nil for text.
    package func template(of id: Rendition.ID) -> RenditionTemplate? {
        period.renditions.first { $0.rendition.id == id }.map { RenditionTemplate($0.builder, settings) }
    }

    /// Whether this track was added after the first segment and waits for its first samples.
    package func isAdding(_ id: Track.ID) -> Bool { change?.isAdding(id) ?? false }

    /// Whether completed segments are pending.
    package var hasSegments: Bool { !output.isEmpty || period.hasSegments || !textOutput.isEmpty }

    /// The number of samples discarded before the first sync sample, by track.
    package var skippedBeforeSync: [(track: Track, count: Int)] {
        period.tracks.filter { $0.skippedBeforeSync > 0 }.map { ($0.track, $0.skippedBeforeSync) }
    }

    /// The number of samples discarded at gaps and format changes, by track.
    package var skippedAtDiscontinuities: [(track: Track, count: Int)] {
        period.tracks.compactMap { assembly in
            let count = skipped[assembly.track.id, default: 0] + assembly.skippedAfterGap
            return count > 0 ? (assembly.track, count) : nil
        }
    }

    /// The number of discarded leading pictures of sync samples at which decoding starts, by track.
    package var skippedLeading: [(track: Track, count: Int)] {
        period.tracks.compactMap { assembly in
            let count = skippedLeadingBefore[assembly.track.id, default: 0] + assembly.skippedLeading
            return count > 0 ? (assembly.track, count) : nil
        }
    }

    /// The number of samples discarded because they precede the start of the presentation, by track.
    package var skippedPreroll: [(track: Track, count: Int)] {
        period.tracks.filter { $0.skippedPreroll > 0 }.map { ($0.track, $0.skippedPreroll) }
    }

    /// The presentation time of the first random access point that cannot start a segment, by track.
    package var openPoints: [(track: Track, time: MediaTime)] {
        period.tracks.compactMap { assembly in assembly.firstOpenPoint.map { (assembly.track, $0) } }
    }

    /// The number of cues that were not written, by track: too late, or after the end of all other tracks.
    package var droppedCues: [(track: Track, late: Int, beyond: Int)] { text.droppedCues }

    /// Returns whether a sync sample is needed as soon as possible; true once per format change.
    package mutating func dequeueSyncRequest() -> Bool {
        guard !hasRequestedSync, change?.needsSyncSample == true else { return false }
        hasRequestedSync = true
        return true
    }
}

// Text tracks follow the leading track.
extension Fragmenter {
    /// Advances text to the last boundary of the leading track. With `isAlone` there are only text tracks, and the grid
    /// determines the boundaries.
    private mutating func advanceText(isAlone: Bool = false) throws(PackagingError) {
        guard !text.isEmpty else {
            for boundary in period.boundaries { text.pass(boundary) }
            return period.discardBoundaries()
        }
        let boundaries = isAlone ? textOnlyBoundaries : period.dequeueBoundaries()
        try text.process(boundaries, alongside: period.renditions, settings, into: &textOutput)
    }

    private var textOnlyBoundaries: [SegmentBoundary] {
        let start = settings.initialSegmentStartTime
        guard let end = text.end, end > start else { return [] }
        let grid = SegmentGrid(start: start, interval: settings.interval)
        var cuts: [SegmentBoundary] = []
        // Bounds the work for cues with very late times.
        while cuts.count < 1 << 20 {
            let next = grid.boundary(Int64(cuts.count) + 1)
            guard next < end else { break }
            cuts.append(.cut(next))
        }
        return [.begin(start, liveOrigin: nil)] + cuts + [.end(end)]
    }
}

extension Fragmenter {
    /// Switches to the new formats as soon as the time of the change is known.
    private mutating func applyFormatChange(isLast: Bool = false) throws(PackagingError) {
        let period = period
        let place = change?.resolveTime(isLast: isLast) { id, time in
            period.position(of: id).map { period.tracks[$0].isInactive(at: time) } ?? true
        }
        guard let place, let pendingTracks = change?.pendingTracks else { return }
        change = nil
        hasRequestedSync = false
        // Tracks that ended and delivered nothing since then are not continued.
        let over = Set(period.tracks.filter(\.isEnded).map(\.track.id))
        let continuing = pendingTracks.filter { !$0.items.isEmpty || !$0.isNew && !over.contains($0.track.id) }
        let gapEnds = period.tracks.reduce(into: [:]) { $0[$1.track.id] = $1.openGapEnd }
        let rest = try finish(continuing, at: place)
        try begin(continuing, with: rest, at: place, after: gapEnds)
        for pending in pendingTracks where pending.isNew && pending.items.isEmpty {
            beginChange()
            change?.add(pending.track)
        }
    }

    /// Finishes the current period and returns the events that belong to the next one, by track.
    private mutating func finish(
        _ pendingTracks: [FormatChange.PendingTrack], at place: MediaTime
    ) throws(PackagingError) -> [[FormatChange.Item]] {
        var rest: [[FormatChange.Item]] = []
        for pending in pendingTracks {
            let (before, after) = pending.split(at: place)
            rest.append(after)
            skipped[pending.track.id, default: 0] += pending.discardedCount
            if pending.isChanged {
                skipped[pending.track.id, default: 0] += before.count
            } else {
                for sample in before { try period.append(sample) }
            }
            guard pending.isChanged || pending.startTime(after: place) == nil else { continue }
            try period.gap(pending.track.id, until: place, start: settings.initialSegmentStartTime)
        }
        try period.finish()
        for assembly in period.tracks {
            skipped[assembly.track.id, default: 0] += assembly.skippedAfterGap
            skippedLeadingBefore[assembly.track.id, default: 0] += assembly.skippedLeading
        }
        try advanceText()
        output += period.dequeueSegments()
        return rest
    }

    /// Starts the next period. `gapEnds` contains the ends of gaps that may be published, which a track must not overlap.
    private mutating func begin(
        _ pendingTracks: [FormatChange.PendingTrack], with rest: [[FormatChange.Item]], at place: MediaTime,
        after gapEnds: [Track.ID: MediaTime]
    ) throws(PackagingError) {
        var next = FormatPeriod(settings, after: period)
        for pending in pendingTracks { try next.add(pending.track) }
        for (pending, items) in zip(pendingTracks, rest) {
            let id = pending.track.id
            let start = max(place, gapEnds[id] ?? place)
            let begins = pending.startTime(after: start) ?? start
            // Samples that the former period contains may be later than the change.
            let end = max(start, period.position(of: id).map { period.tracks[$0].presentationEnd } ?? start)
            if items.isEmpty || begins > start + FormatChange.tolerance { try next.gap(id, until: end, start: end) }
            for item in items {
                switch item {
                case .sample(let sample) where start > place && sample.presentationTime < start:
                    skipped[id, default: 0] += 1
                case .sample(let sample): try next.append(sample)
                case .gap(let until): try next.gap(id, until: until, start: end)
                case .end: try next.end(id)
                }
            }
        }
        period = next
    }
}
