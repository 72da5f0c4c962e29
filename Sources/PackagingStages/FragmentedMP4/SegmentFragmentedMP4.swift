public import Packaging
import HLS
package import Media
public import StageKit

extension FileTypeProfile: OptionValue {}
extension FragmenterSettings.Packaging: OptionValue {}
extension FragmenterSettings.Fragmentation: OptionValue {}
extension TextSegmentFormat: OptionValue {}

/// Packages coded tracks as fragmented MP4 segments with `Fragmenter`.
package struct SegmentFragmentedMP4: Transform, PartEmitting, HeldMediaObserving {
    package struct Options: StageOptions {
        package var profile = FileTypeProfile.mpeg4AppleHLS
        package var interval = MediaTime.seconds(6)
        var start = MediaTime.zero
        var timeOffset: MediaTime?
        var mux = FragmenterSettings.Packaging.separate
        var fragments = FragmenterSettings.Fragmentation.segment
        package var part: MediaTime?
        var sequenceNumber = 1
        var text: TextSegmentFormat?
        package var randomAccess: RandomAccess?

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .option("profile", \.profile, "Profile of the segments."),
                .option(
                    "interval", \.interval, in: .milliseconds(100)...(.seconds(3600)),
                    "Target segment duration. Segments end just before the first sync sample at or after it."),
                .option("start", \.start, "Start of the first segment, on the timeline of the source."),
                .option(
                    "time-offset", \.timeOffset, in: .zero...(.seconds(86400)),
                    "Offset added to all times, for audio priming before time zero; 10s for apple-hls and 0s for "
                        + "cmaf."),
                .option(
                    "random-access", \.randomAccess,
                    "Random access points at which segments start: idr, or cra for CRA pictures of HEVC, whose leading "
                        + "pictures require the preceding segment (SAP type 3), or recovery for these and recovery "
                        + "points of H.264: open GOPs and, in apple-hls, intra refresh (SAP type 4); idr for "
                        + "apple-hls and cra for cmaf."
                ),
                .option("mux", \.mux, "Whether each track is a separate rendition or all tracks are in one."),
                .option(
                    "fragments", \.fragments,
                    "Whether a segment is one movie fragment or has a fragment per sync sample."),
                .option(
                    "part", \.part, in: .milliseconds(50)...(.seconds(5)),
                    "Target duration of parts, for low latency: segments are published in parts before they are "
                        + "complete. The nearest duration at which every track has whole samples is used."),
                .option(
                    "sequence-number", \.sequenceNumber, in: 1...Int(UInt32.max),
                    "Sequence number of the first movie fragment."),
                .option(
                    "text", \.text,
                    "Format of subtitle segments: WebVTT files, WebVTT in fragmented MP4, or IMSC 1 in fragmented MP4; "
                        + "webvtt for apple-hls and wvtt for cmaf. TTML in movies is unchanged."
                ),
            ]
        }
    }

    package static let kind = "fmp4.segment"
    package static let abstract = "Packages coded tracks as fragmented MP4 segments for HLS."
    package static var interleavesInputs: Bool { true }

    private var fragmenter: Fragmenter
    private var keyframes: KeyframeSchedule
    private var advice: RandomAccessAdvice
    private var carried: CarriedTracks
    /// The grid of the segment boundaries.
    package var grid: SegmentGrid {
        SegmentGrid(start: fragmenter.settings.initialSegmentStartTime, interval: interval)
    }
    /// The target segment duration.
    package var interval: MediaTime { fragmenter.settings.interval }
    package var emitsParts: Bool { fragmenter.settings.part != nil }
    /// The part duration of the options.
    var configuredPart: MediaTime? { fragmenter.settings.part }
    /// The point at which media time continues that of an earlier run; nil for a new timeline, and after it was
    /// applied.
    private var continuation: TimelineContinuation?
    /// The end of the emitted segments in media time; nil before the first.
    private var emittedEnd: MediaTime?
    /// The tolerance for the end of an earlier run that is the end of the emitted segments.
    private static let continuationTolerance = MediaTime.milliseconds(100)

    package init(options: Options) throws {
        if options.profile == .mpeg4CMAFCompliant, options.mux == .together {
            throw StageError(
                .invalidOptions, "profile cmaf allows one track per file; use mux: separate, or profile: apple-hls")
        }
        if options.part != nil, options.mux == .together {
            throw StageError(
                .invalidOptions, "parts have one track each (RFC 8216bis 4.4.4.9); use mux: separate, or remove part")
        }
        var settings = FragmenterSettings(profile: options.profile, interval: options.interval)
        settings.part = options.part
        settings.initialSegmentStartTime = options.start
        settings.timeOffset = options.timeOffset ?? options.profile.defaultTimeOffset
        settings.packaging = options.mux
        settings.randomAccess = options.randomAccess ?? options.profile.defaultRandomAccess
        settings.fragmentation = options.fragments
        settings.initialMovieFragmentSequenceNumber = UInt32(options.sequenceNumber)
        settings.allowsFormatChanges = true
        settings.text = options.text ?? options.profile.defaultTextFormat
        settings.maximumLiveSegmentDuration = TargetDuration(planning: options.interval).maximumSegmentDuration
        fragmenter = Fragmenter(settings: settings)
        advice = RandomAccessAdvice(settings)
        carried = CarriedTracks(options.profile)
        keyframes = KeyframeSchedule(grid: SegmentGrid(start: options.start, interval: options.interval))
    }

    /// Starts the segments of video at these sync samples. Has no effect after the first track.
    package mutating func setBoundaries(_ boundaries: BoundaryTimes?) {
        guard fragmenter.addedTracks.isEmpty else { return }
        var settings = fragmenter.settings
        settings.boundaries = boundaries
        fragmenter = Fragmenter(settings: settings)
    }

    package mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Segment>) throws {
        guard var message = carried.admit(message, &effects) else {
            return try carried.validateRequests(isComplete: false)
        }
        if case .track(let track) = message {
            if continuation != nil { continueTimeline(with: track) }
            message = .track(advice.adapted(track, &effects))
        }
        try asStageErrors { () throws(PackagingError) in
            switch message {
            case .track(let track):
                try fragmenter.add(track)
                if fragmenter.isAdding(track.id) { reportLate(track, &effects) }
            case .payload(let sample): try fragmenter.append(sample)
            case .gap(let id, let until): try fragmenter.gap(id, until: until)
            case .end(let id): try fragmenter.end(id)
            }
        }
        try updateKeyframes(message, &effects)
        if fragmenter.dequeueSyncRequest() { effects.request(.keyframe(at: nil)) }
        if case .track(let track) = message { warnWhenSparse(track, &effects) }
        if fragmenter.hasSegments {
            advice.reportOpenPoints(fragmenter.openPoints, &effects)
            emit(&effects)
        }
    }

    private func reportLate(_ track: Track, _ effects: inout Effects<Segment>) {
        effects.reportNote(
            "late-track",
            "the \(track.mediaType.rawValue) track \(track.id.rawValue) was added after the first segment; it is "
                + "published from its first sync sample, after a discontinuity")
    }

    /// Requests sync samples at upcoming boundaries and reports the first overdue one.
    private mutating func updateKeyframes(
        _ message: Message<Sample>, _ effects: inout Effects<Segment>
    ) throws(StageError) {
        switch message {
        case .track(let track): keyframes.add(track)
        case .payload(let sample):
            guard let due = try keyframes.advance(to: advice.adapted(sample, &effects)) else { return }
            for time in due.requests { effects.request(.keyframe(at: time)) }
            if let overdue = due.overdue { report(overdue, &effects) }
        case .gap(let id, let until): keyframes.gap(id, until: until)
        case .end(let id): keyframes.end(id)
        }
    }

    private func report(_ overdue: KeyframeSchedule.Overdue, _ effects: inout Effects<Segment>) {
        effects.request(.keyframe(at: nil))
        guard overdue.isFirst else { return }
        effects.reportWarning(
            "boundary-overdue",
            "video track \(overdue.track.rawValue) has no sync sample at the segment boundary at "
                + "\(overdue.boundary.decimal(places: 1)) s, so no segment ends there; "
                + "\(KeyframeSchedule.remedy(interval))"
        )
    }

    package mutating func receive(_ request: UpstreamRequest, _ effects: inout Effects<Segment>) {
        guard case .continueTimeline(let continuation) = request else { return effects.request(request) }
        guard fragmenter.addedTracks.isEmpty else {
            // After a reload that replaced the playlists only, the earlier run is that of this stage.
            if let emittedEnd, continuation.end <= emittedEnd + Self.continuationTolerance { return }
            effects.reportWarning(
                "timeline-began", "cannot continue the media time of an earlier run: segments have already started")
            return
        }
        self.continuation = continuation
    }

    package func requests(holdingVideoUntil time: MediaTime, after earlier: MediaTime?) -> [UpstreamRequest] {
        keyframes.boundaries(holdingUntil: time, after: earlier).map { .keyframe(at: $0) }
    }

    /// Continues the timeline of an earlier run, from the time at which the first track was captured.
    private mutating func continueTimeline(with track: Track) {
        guard let continuation, fragmenter.addedTracks.isEmpty else { return }
        self.continuation = nil
        var settings = fragmenter.settings
        // Limits invalid continuations to about 100 years.
        let start = min(continuation.start(liveOrigin: track.liveOrigin), .seconds(3_200_000_000))
        settings.continuedTime = max(.zero, start - settings.timeOffset)
        fragmenter = Fragmenter(settings: settings)
    }

    package mutating func finish(_ effects: inout Effects<Segment>) throws {
        try carried.requireCarriedTrack()
        for (track, count) in fragmenter.skippedBeforeSync {
            effects.reportWarning(
                "skipped-before-sync",
                "the \(track.mediaType.rawValue) track starts with \(count) samples that "
                    + "require an earlier sync sample; they are dropped")
        }
        try asStageErrors { () throws(PackagingError) in try fragmenter.finish() }
        advice.reportOpenPoints(fragmenter.openPoints, &effects)
        RandomAccessAdvice.reportLeftOut(of: fragmenter, &effects)
        emit(&effects)
        warnOfUnseenCues(&effects)
        for (track, count) in fragmenter.skippedAtDiscontinuities {
            effects.reportWarning(
                "skipped-at-breaks",
                "\(count) samples of the \(track.mediaType.rawValue) track were dropped: after a "
                    + "loss or format change they could not be decoded or presented")
        }
    }

    private func warnOfUnseenCues(_ effects: inout Effects<Segment>) {
        for (track, late, beyond) in fragmenter.droppedCues {
            let name = track.name ?? track.language ?? "the text track"
            if beyond > 0 {
                effects.reportWarning(
                    "cues-beyond-end",
                    "dropped \(beyond) cues of \(name) that start after the end of the other media")
            }
            if late > 0 {
                effects.reportWarning("late-cues", "dropped \(late) cues of \(name) that arrived after their segments")
            }
        }
    }

    /// Returns the template of the current segments of a rendition; nil for text.
    package func template(of id: Rendition.ID) -> RenditionTemplate? { fragmenter.template(of: id) }

    private mutating func emit(_ effects: inout Effects<Segment>) {
        for segment in fragmenter.dequeueSegments() {
            if let track = segment.report.tracks.first {
                let end = track.earliestPresentationTime + track.duration
                emittedEnd = max(emittedEnd ?? end, end)
            }
            effects.emit(segment)
        }
    }

    /// Warns before the first segment that the input cannot provide the configured interval.
    private func warnWhenSparse(_ track: Track, _ effects: inout Effects<Segment>) {
        guard let distance = track.maximumSyncInterval, distance > fragmenter.settings.interval else { return }
        effects.reportWarning(
            "sparse-sync-samples",
            "sync samples are up to \(distance.decimal(places: 3))s apart, so segments will be "
                + "longer than \(fragmenter.settings.interval); segments that start at these samples alone "
                + "require an interval of \(distance.ticks(at: 1, rounding: .up))s")
    }
}

// Planning without samples.
extension SegmentFragmentedMP4 {
    /// The outline of the media segments after the first samples of each track; nil if they require all samples.
    package var outline: SegmentOutline? { SegmentOutline(fragmenter) }

    /// Ends a run whose media segments were outlined, with the text segments and the reports.
    package mutating func finish(_ outline: SegmentOutline, _ effects: inout Effects<Segment>) throws {
        try carried.requireCarriedTrack()
        try asStageErrors { () throws(PackagingError) in try fragmenter.finishText(outline) }
        emit(&effects)
        warnOfUnseenCues(&effects)
    }
}

extension SegmentFragmentedMP4 {
    /// Segments of one track each are independent; parts and common files of several tracks require whole tracks.
    package var distribution: Distribution {
        fragmenter.settings.packaging == .separate && fragmenter.settings.part == nil ? .stateless : .whole
    }

    package func restricted(to portion: MediaPortion) -> SegmentFragmentedMP4 {
        var (stage, settings) = (self, fragmenter.settings)
        settings.initialSegmentIndex = portion.firstSegment
        settings.isPortion = portion.isLimited
        settings.portionEnd = portion.nextFrame
        settings.segmentStarts = portion.segmentStarts
        stage.fragmenter = Fragmenter(settings: settings)
        return stage
    }
}

/// Runs `body` and converts its error to a stage error.
private func asStageErrors(_ body: () throws(PackagingError) -> Void) throws(StageError) {
    do {
        try body()
    } catch {
        throw StageError(error.stageCode, error.message)
    }
}

extension PackagingError {
    /// The stage error code for this error.
    var stageCode: StageError.Code {
        switch code {
        case .badTimestamps: .badTimestamps
        case .negativeDecodeTime: .invalidOptions
        case .noSyncSample: .noUsableTrack
        case .unsupportedFormat, .sampleTooLarge: .unsupportedMedia
        case .unwritableOutput: .unwritableOutput
        case .limitReached: .limitReached
        default: .damagedInput
        }
    }
}
