import PublicationJournal
package import HLS
package import Media
package import StageKit

/// Names segments as files and writes the playlists that list them.
package struct HLSPlaylist: Transform {
    package typealias Input = Segment
    package typealias Output = Resource
    package static let kind = "hls.playlist"
    package static let abstract = "Names segments as files and writes HLS playlists: media, I-frame and multivariant."

    let options: Options
    let layout: PlaylistLayout
    let paths: RecordPaths
    var renditions: [RenditionState] = []
    var imageWriters: [ImageWriter] = []
    /// The state of an earlier run; nil before the downstream sink reports it.
    var earlier: EarlierRun?
    /// The records with which the run was resumed; nil before.
    var resumedRecords: [String: [UInt8]]?
    /// Writes the records for all sinks; nil if no sink stores them.
    var recordWriter: RecordWriter?
    /// Whether a sink publishes files without storing records.
    var hasSinkWithoutRecords = false
    /// The presentation's record as last emitted.
    var presentationRecord: PresentationRecord?
    private var positions: [String: Int] = [:]
    /// The gaps at the ends of renditions.
    var openGaps: [String: RenditionGap] = [:]
    /// The mapping of media times to dates, shared by all renditions.
    var anchor: WallClockMapping?
    /// The last observation of the clock while dates are ahead of it, because those of an earlier run were; nil otherwise.
    var zeroBehindLead: WallTime?
    /// The number of renditions in the newest multivariant playlist; 0 before it is published.
    private var publishedRenditionCount = 0
    private var isFinished = false
    /// The start of the media without priming, in media time; nil before the first segment.
    var mediaStart: MediaTime?
    var chapterState = ChapterState.undecided
    /// Whether a multivariant playlist has been published.
    var hasPublished: Bool { publishedRenditionCount > 0 }
    /// Whether the playlists of live and event presentations follow each segment. Otherwise ``publish(_:)``
    /// emits them.
    package var publishesSegments = true
    /// The date ranges of all media playlists, for presentations of type VOD.
    package var dateRanges: [DateRange] = []
    /// Metadata in files of the presentation, whose URIs are relative to it.
    package var sessionFiles: [SessionData] = []

    /// Throws `invalid-options` if options contradict each other.
    package init(options: Options) throws {
        try options.validate()
        self.options = options
        layout = PlaylistLayout(playlistName: options.playlistName, segmentPrefix: options.segmentPrefix)
        paths = RecordPaths(multivariant: options.multivariant)
    }

    package mutating func receive(_ message: Message<Segment>, _ effects: inout Effects<Resource>) throws {
        guard case .payload(let segment) = message else { return }
        if let grid = segment.rendition.images { return try addImage(segment, grid, &effects) }
        if positions[segment.rendition.id] == nil { try begin(segment.rendition, &effects) }
        guard let position = positions[segment.rendition.id] else { return }
        try validateEncryption(segment, at: position, &effects)
        switch segment.kind {
        case .initialization:
            if let resource = renditions[position].storeInitialization(segment) { emit(listed: resource, &effects) }
        case .separable, .gap:
            try addSegment(segment, at: position, &effects)
        case .part: try addPart(segment, at: position, &effects)
        }
    }

    package mutating func finish(_ effects: inout Effects<Resource>) throws {
        guard !isFinished else { return }
        isFinished = true
        for index in renditions.indices { renditions[index].finish() }
        reportEmptyRenditions(&effects)
        let hasEnded = options.type == .vod || effects.stopMode.endsOutput(options.endList)
        guard let target = sharedTarget else {
            if !hasEnded, earlier?.saved != nil {
                return effects.reportNote(
                    "nothing-added",
                    "the run was stopped before its first segment; the earlier playlists stay as they are")
            }
            throw StageError(.noUsableTrack, "no media segment to list")
        }
        if hasEnded {
            alignEnds(target, &effects)
            emitRecord(target, ended: true, &effects)
        }
        for writer in imageWriters {
            for resource in writer.playlists(ended: hasEnded) { effects.emit(resource) }
        }
        for state in renditions { emitPlaylists(of: state, target: target, ended: hasEnded, &effects) }
        defer { for index in renditions.indices { renditions[index].updateFigures(effects.figures, target: target) } }
        if options.type == .vod {
            reportOverlongSegments(target, &effects)
            emitChapters(&effects)
            emitMultivariant(target, &effects)
        } else {
            if publishedRenditionCount == 0 {
                emitChapters(&effects)
                emitMultivariant(target, &effects)
            }
            if hasEnded { updateChapters(&effects) }
        }
    }

    /// Adds a rendition and removes playlists with the same names that an earlier run left, because they would list
    /// files that are being overwritten.
    private mutating func begin(_ rendition: Rendition, _ effects: inout Effects<Resource>) throws {
        guard PlaylistLayout.isFileName(rendition.id), rendition.id != options.multivariant else {
            throw StageError(.invalidOptions, "rendition '\(rendition.id)' is not a valid folder name")
        }
        beginWithoutRecords(effects.clock)
        if renditions.isEmpty, earlier?.continues != true {
            effects.emit(
                Resource(
                    path: options.multivariant, role: .multivariantPlaylist, contentType: Playlist.contentType,
                    action: .remove(after: .zero)))
        }
        for resource in earlier?.drainLeftovers() ?? [] { effects.emit(ordered(resource)) }
        for resource in earlier?.restore(rendition) ?? [] { effects.emit(resource) }
        let state = RenditionState(
            rendition, layout: layout, packaging: options.packaging, saved: earlier?.rendition(rendition.id),
            isUnrecorded: earlier?.isUnrecorded == true)
        if state.saved == nil {
            effects.emit(state.removal(of: layout.playlistName))
            effects.emit(state.removal(of: PlaylistLayout.iFramesName))
        }
        positions[rendition.id] = renditions.count
        renditions.append(state)
    }
}

// Media segments.
extension HLSPlaylist {
    private mutating func addSegment(_ segment: Segment, at position: Int, _ effects: inout Effects<Resource>) throws {
        try beginOrReturn(segment, at: position, &effects)
        recordStart(of: segment)
        reportGap(segment, at: position, &effects)
        // A segment has the date of its first part.
        let date = renditions[position].upcomingDate ?? date(of: segment, at: position, &effects)
        let wasIndependent = isIndependent
        reserveNumber(of: segment, at: position, &effects)
        let (resource, change, outdatesDescription) = try renditions[position].add(segment, date: date)
        if let resource { emit(listed: resource, &effects) }
        if let overlong = change.overlong { reportBrokenTarget(overlong, at: position, &effects) }
        guard options.type != .vod, publishesSegments, let target = sharedTarget else { return }
        let hasParts = renditions[position].rendition.partTarget != nil
        effects.request(
            .reportGaps(within: hasParts ? min(target.sourceTimeout, Self.partGapTimeout) : target.sourceTimeout))
        emitRecords(of: position, target, &effects)
        if change.listed != nil { removeAbsentRenditions(beside: renditions[position].record, &effects) }
        emitPlaylists(of: renditions[position], target: target, ended: false, &effects)
        let isComplete = renditions.allSatisfy { !$0.isEmpty }
        let isStale =
            publishedRenditionCount != renditions.count || outdatesDescription || wasIndependent != isIndependent
        if isComplete, isStale {
            emitChapters(&effects)
            emitMultivariant(target, &effects)
        }
        renditions[position].updateFigures(effects.figures, target: target)
        for part in change.retiredParts where !part.isGap {
            effects.emit(renditions[position].removal(of: part, target: target))
        }
        remove(change.removals, at: position, &effects)
    }

    /// Emits the file of a segment with the type of the presentation, for stages that describe it as well.
    func emit(listed resource: Resource, _ effects: inout Effects<Resource>) {
        var resource = resource
        resource.segment?.presentationType = PresentationType(rawValue: options.type.rawValue)
        effects.emit(resource)
    }

    /// Removes the files of segments that are no longer listed.
    mutating func remove(_ removals: [ListedSegment], at position: Int, _ effects: inout Effects<Resource>) {
        for segment in removals {
            if let resource = renditions[position].removal(of: segment) { effects.emit(resource) }
        }
        for resource in renditions[position].removals(ofInitializationsOf: removals) { effects.emit(resource) }
    }

    /// Creates the playlists of a rendition, whose first segment or part is `segment`.
    mutating func begin(with segment: Segment, at position: Int, _ effects: inout Effects<Resource>) throws {
        let rendition = renditions[position].rendition
        let target = options.type == .vod ? nil : try promisedTarget()
        try options.validateHoldBack(target, partTarget: rendition.partTarget)
        if let target, let former = earlier?.target, target > former {
            restartRendition(former, target, at: position, &effects)
        }
        let lost = target == nil ? 0 : renditions[position].listGaps(before: segment)
        renditions[position].begin(windowKind, target: target)
        guard let target, let saved = renditions[position].saved else { return }
        removeFormerIFrames(at: position, target, &effects)
        emitRecords(of: saved, as: rendition.id, &effects)
        reportGaps(of: saved, lost: lost, at: position, &effects)
    }

    /// The target duration shared by all renditions, derived from all initialization segments received so far.
    private func promisedTarget() throws -> TargetDuration {
        if let promised = sharedTarget { return promised }
        let planned = try plannedTarget()
        // The published target duration remains in later runs, unless it is too short.
        if let former = earlier?.target, planned <= former { return former }
        return planned
    }

    private func plannedTarget() throws -> TargetDuration {
        if let fixed = options.targetDuration { return TargetDuration(covering: fixed) }
        let targets = try renditions.map { state throws(StageError) in
            let rendition = state.rendition
            guard !rendition.interval.isIndefinite else {
                throw StageError(
                    .invalidOptions,
                    "segments of rendition '\(rendition.id)' have no interval; set target-duration")
            }
            return TargetDuration(
                planning: rendition.interval, maximumSyncDistance: rendition.longestSyncDistance)
        }
        return targets.max() ?? TargetDuration(seconds: 1)
    }

    /// The target duration of all playlists; nil before it is known.
    var sharedTarget: TargetDuration? {
        guard let longest = renditions.compactMap(\.target).max() else { return nil }
        guard options.type == .vod, let fixed = options.targetDuration else { return longest }
        return max(longest, TargetDuration(covering: fixed))
    }

    private var isIndependent: Bool { renditions.allSatisfy(\.isIndependent) }
}

// Playlists and reports.
extension HLSPlaylist {
    func emitPlaylists(
        of state: RenditionState, target: TargetDuration, ended: Bool, _ effects: inout Effects<Resource>
    ) {
        guard !state.isEmpty else { return }
        emitMainPlaylist(of: state, target: target, ended: ended, &effects)
        if options.iFrames || state.rendition.isTrickPlay,
            let iFrames = state.iFramePlaylist(ended: ended, target: target)
        {
            effects.emit(state.resource(PlaylistLayout.iFramesName, DeliverablePlaylist(iFrames)))
        }
    }

    func emitMainPlaylist(
        of state: RenditionState, target: TargetDuration, ended: Bool, _ effects: inout Effects<Resource>
    ) {
        guard var playlist = state.playlist(ended: ended, target: target) else { return }
        if !playlist.segments.isEmpty { playlist.segments[0].dateRanges += dateRanges }
        if options.type != .vod { playlist.serverControl = options.holdBack.map { ServerControl(holdBack: $0) } }
        let delivery = addDelivery(to: &playlist, of: state, target: target)
        effects.emit(state.resource(layout.playlistName, DeliverablePlaylist(playlist, delivery: delivery)))
    }

    /// Whether each rendition has a segment to list, or one has enough that the others may have none.
    package var isPresentable: Bool {
        !renditions.isEmpty && renditions.allSatisfy { !$0.isEmpty }
            || renditions.contains { ($0.edge?.mediaSequence ?? 0) >= Self.segmentsOfOneRendition }
    }

    private static let segmentsOfOneRendition = 3

    /// Sets the date of media time zero, for media without a capture time.
    package mutating func setDate(ofZero date: WallTime) { anchor = WallClockMapping(zero: date) }

    /// Emits the media playlists of a presentation that has not ended.
    package func publish(_ effects: inout Effects<Resource>) {
        guard let target = sharedTarget else { return }
        for state in renditions { emitPlaylists(of: state, target: target, ended: false, &effects) }
    }

    /// Emits the multivariant playlist with another prefix of the URIs of media playlists.
    package mutating func emitMultivariant(uriPrefix: String, _ effects: inout Effects<Resource>) {
        if let target = sharedTarget { emitMultivariant(target, uriPrefix: uriPrefix, &effects) }
    }

    mutating func emitMultivariant(
        _ target: TargetDuration, uriPrefix: String? = nil, _ effects: inout Effects<Resource>
    ) {
        let descriptions = renditions.indices.compactMap {
            renditions[$0].describe(target: target, namesIFrames: options.iFrames)
        }
        var presentation = Presentation(renditions: descriptions, hasIndependentSegments: isIndependent)
        presentation.options = options.requests
        if let uriPrefix { presentation.options.uriPrefix = uriPrefix }
        presentation.options.sessionData += sessionFiles.map { $0.moved(to: presentation.options.uriPrefix) }
        presentation.captions = captions
        presentation.images = imageWriters.filter { !$0.isEmpty }.map(\.description)
        effects.emit(
            Resource(
                path: options.multivariant, role: .multivariantPlaylist, contentType: Playlist.contentType,
                content: DeliverablePlaylist(presentation.playlist)))
        publishedRenditionCount = descriptions.count
    }

    private mutating func reportBrokenTarget(
        _ segment: MediaSegment, at position: Int, _ effects: inout Effects<Resource>
    ) {
        guard let target = sharedTarget else { return }
        let needed = TargetDuration(covering: segment.duration)
        effects.reportError(
            "target-duration-exceeded",
            "segment \(segment.uri) of rendition '\(renditions[position].rendition.id)' lasts \(segment.duration), longer "
                + "than the published target duration of \(target); players may stop: set target-duration: \(needed), "
                + "or reduce the keyframe interval"
        )
    }

    private func reportEmptyRenditions(_ effects: inout Effects<Resource>) {
        for state in renditions where state.isEmpty {
            effects.reportWarning(
                "empty-rendition", "rendition '\(state.rendition.id)' has no media segment and is omitted")
        }
    }

    private func reportOverlongSegments(_ target: TargetDuration, _ effects: inout Effects<Resource>) {
        if let fixed = options.targetDuration, TargetDuration(covering: fixed) < target {
            effects.reportError(
                "target-duration-exceeded",
                "the longest segment requires a target duration of \(target), more than the configured \(fixed)")
        }
        for state in renditions where state.rendition.mediaType == .video {
            let rendition = state.rendition
            // If the source has declared larger distances than the interval, the segmenter has already warned.
            guard let longest = state.longestDuration,
                rendition.longestSyncDistance ?? .zero <= rendition.interval, !rendition.interval.isIndefinite,
                !TargetDuration(planning: rendition.interval).allows(longest)
            else { continue }
            effects.reportWarning(
                "sparse-sync-samples",
                "the keyframe interval of rendition '\(rendition.id)' is too long for segments of "
                    + "\(rendition.interval): the longest segment lasts \(longest)"
            )
        }
    }
}
