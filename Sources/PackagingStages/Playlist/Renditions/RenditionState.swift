import PublicationJournal
import HLS
import Media
import StageKit

/// The state of one rendition: its files, its playlists, and its declaration in the multivariant playlist.
struct RenditionState: Sendable {
    /// The state that an earlier run left of this rendition; nil if none is continued.
    private(set) var saved: SavedRendition?
    /// The index of the segment whose parts are not listed; nil for none.
    private var segmentWithoutParts: Int?
    private var files: RenditionFiles
    private var initialization: CurrentInitialization
    /// The playlists; nil before the first media segment.
    private var listing: RenditionListing?
    private var measurement = RenditionMeasurement(target: nil)
    private var declaration = RenditionDeclaration()
    private var nextIsDiscontinuity: Bool
    /// The encryption of the newest segment or initialization segment; nil for clear media.
    private var protection: SegmentProtection?
    /// The end of the newest segment in media time.
    private var end: MediaTime
    /// The state of the encryption after the newest segment; nil for clear media.
    private var encryption: EncryptionState?
    /// Nil before the first media segment.
    private var figures: RenditionFigures?
    /// The number of the newest segment whose name is in use, and whether it follows a discontinuity; nil before the first
    /// media segment.
    private var reserved: (number: Int, isDiscontinuity: Bool)?
    /// The media sequence numbers of the segments that have a record.
    private var recorded = 0..<0
    /// The segmenter's index of the next segment; nil before the first segment or part.
    private var nextIndex: Int?
    /// Whether the stage above has kept running since the earlier run, so that its media continue.
    private(set) var continuesMedia = false
    /// The media time of the gaps since the last segment or part; nil without.
    private var gap: (start: MediaTime, end: MediaTime)?

    init(
        _ rendition: Rendition, layout: PlaylistLayout, packaging: HLSPlaylist.Packaging, saved: SavedRendition? = nil,
        isUnrecorded: Bool = false
    ) {
        self.saved = saved
        files = RenditionFiles(
            rendition, layout: layout, packaging: packaging, after: saved?.record, skipsNumber: !isUnrecorded)
        initialization = CurrentInitialization(saved, layout: layout, isSeparate: files.isSeparate)
        nextIsDiscontinuity = saved != nil && !isUnrecorded
        end = saved?.record.end ?? .zero
        encryption = saved?.record.encryption?.resumed
        if let saved { recorded = saved.record.mediaSequence..<saved.nextMediaSequence }
    }

    /// Lists the gaps between the segments of an earlier run and the first segment. Returns the number of segments that a
    /// reload has lost.
    mutating func listGaps(before segment: Segment) -> Int {
        nextIndex = segment.index
        guard saved != nil else { return 0 }
        let start = segment.report.start
        let lost = saved?.lostCount(before: segment)
        if let lost, let number = saved?.planLostGaps(lost, until: start) {
            continuesMedia = true
            files.continueNumbers(number + lost, at: segment.index)
            let isOpen = lost == 0 && saved?.record.openNumber != nil
            nextIsDiscontinuity =
                initialization.hasChanged || isOpen && saved?.record.openIsDiscontinuity == true
        }
        saved?.listPendingGaps(until: start, files.layout)
        if let saved {
            end = saved.record.end
            recorded = saved.record.mediaSequence..<saved.nextMediaSequence
        }
        return lost ?? 0
    }

    /// Creates the playlists, which continue the playlists of the earlier run unless they are of type VOD.
    mutating func begin(_ kind: PlaylistWindow.Kind, target: TargetDuration?) {
        if let saved, let target {
            listing = RenditionListing(rendition.mediaType, kind, target: target, resuming: saved)
            declaration = RenditionDeclaration(after: saved.record)
            measurement = RenditionMeasurement(target: target, isIndependent: saved.record.isIndependent)
        } else {
            listing = RenditionListing(rendition.mediaType, kind, target: target)
            measurement = RenditionMeasurement(target: target)
        }
    }

    /// Discards the segments of an earlier run and keeps its numbers.
    mutating func discardSegments() {
        saved?.removeAll()
        if let saved { recorded = saved.nextMediaSequence..<saved.nextMediaSequence }
    }

    /// Lists the last segment of a VOD playlist.
    mutating func finish() { listing?.finish() }
}

// Properties.
extension RenditionState {
    var rendition: Rendition { files.rendition }
    /// Whether the playlists have been created.
    var hasBegun: Bool { listing != nil }
    /// Whether there is no segment to list.
    var isEmpty: Bool { listing?.isEmpty ?? true }
    /// The target duration; nil before it is known.
    var target: TargetDuration? {
        guard let window = listing?.window, window.promisedTarget != nil || !isEmpty else { return nil }
        return window.target
    }
    /// The duration of the longest segment; nil before the playlists exist.
    var longestDuration: MediaTime? { listing?.window.longestDuration }
    /// The end of the last listed segment in media time; nil before there is one.
    var listedEnd: MediaTime? { listing?.end }
    /// The number of listed segments.
    var listedCount: Int { listing?.window.count ?? 0 }
    /// The newest segment and part that are listed; nil before there is one.
    var edge: (mediaSequence: Int, part: Int?)? { listing?.edge }
    /// The start of a segment or part in media time, as published: the end of the preceding segment if the durations cover
    /// the difference.
    func publishedStart(of segment: Segment) -> MediaTime {
        guard let listing, !startsDiscontinuity(segment) else { return segment.report.start }
        return listing.publishedStart(of: segment.report)
    }

    /// The date of the segment whose parts are listed; nil without parts.
    var upcomingDate: DateTime? { listing?.upcoming.entry?.programDateTime }
    /// Whether every segment so far starts with a sync sample.
    var isIndependent: Bool { measurement.isIndependent }
    /// The caption services detected so far; nil if no segment was examined.
    var captionServices: Set<CaptionService>? { measurement.captionServices }
}

// Segments.
extension RenditionState {
    /// Returns the file for an initialization segment; nil if it equals the current one.
    ///
    /// A different initialization segment after media causes a discontinuity (RFC 8216bis 4.4.4.3), unless only its keys
    /// differ: players continue to decode the same tracks.
    mutating func storeInitialization(_ segment: Segment) -> Resource? {
        let (former, formerProtection) = (rendition, protection)
        files.rendition = segment.rendition
        protection = segment.protection
        // WebVTT files have an empty initialization segment.
        if segment.data.count == 0 { return nil }
        defer { initialization.declare(protection?.initializationKeys ?? []) }
        if initialization.matches(segment.data) { return nil }
        let isKeyChange =
            former == segment.rendition
            && formerProtection.map { segment.protection?.differsInKeys(from: $0) ?? false } ?? false
        if hasBegun, !isKeyChange {
            nextIsDiscontinuity = true
            declaration.beginFormat(after: former)
            measurement.beginFormat()
        }
        let place = files.placeInitialization(initialization.count + 1, byteCount: segment.data.count)
        initialization.replace(by: segment.data, at: place)
        return resource(segment, at: place, .initialization, PlaylistLayout.movieContentType(rendition))
    }

    /// Returns whether a part is listed. After a reload, the stage that was replaced has published the first parts of the
    /// current segment; the others would be listed without them.
    mutating func lists(_ part: SegmentPart, of segment: Segment) -> Bool {
        if !hasBegun, part.index > 0 { segmentWithoutParts = segment.index }
        return segmentWithoutParts != segment.index
    }

    /// Lists a part of the next segment. Returns its file; nil if the part is a gap.
    mutating func add(_ segment: Segment, part: SegmentPart, date: DateTime?) -> Resource? {
        let listed = listing?.upcoming.partCount ?? 0
        let name =
            part.isGap
            ? files.placeMissingPart(segment.index, part: part.index, listed: listed)
            : files.placePart(segment.index, part: part.index)
        extendGap(segment, isGap: part.isGap)
        if !part.isGap { protection = segment.protection }
        let entry = entry(uri: "", isDiscontinuity: startsDiscontinuity(segment), date: date)
        listing?.add(
            PartialSegment(
                uri: PlaylistLayout.reference(name), duration: segment.report.ownDuration,
                isIndependent: part.isIndependent, isGap: part.isGap),
            to: entry)
        if part.isGap { return nil }
        var stored = resource(name, .part, PlaylistLayout.movieContentType(rendition), .store(segment.data))
        if let segmentName = files.segmentName(ofPart: name, at: segment.index, part: part.index) {
            stored.segmentPath = files.layout.path(rendition, segmentName)
        }
        stored.part = Resource.ContainedSegment(segment)
        return stored
    }

    /// Adds a media segment. Returns its file, nil for a gap, and the changes of the playlists.
    ///
    /// Throws `damaged-input` for a segment without a report.
    mutating func add(
        _ segment: Segment, date: DateTime?
    ) throws(StageError) -> (Resource?, change: RenditionListing.Change, outdatesDescription: Bool) {
        guard segment.report.leading != nil else {
            throw StageError(
                .damagedInput, "segment \(segment.index) of rendition '\(rendition.id)' has no report of its tracks")
        }
        let isGap = segment.kind == .gap
        // Gaps have no bytes that could be encrypted. They are listed with the keys in force, so that no tag changes.
        if !isGap { protection = segment.protection }
        if isGap { files.awaitPart(listing?.upcoming.partCount ?? 0) }
        extendGap(segment, isGap: isGap)
        let place = files.placeSegment(segment)
        var entry = entry(uri: place.uri, isDiscontinuity: startsDiscontinuity(segment), date: date)
        (entry.byteRange, entry.isGap) = (place.range, isGap)
        nextIsDiscontinuity = false
        end = max(end, segment.report.start + segment.report.ownDuration)
        nextIndex = segment.index + 1
        encryption = segment.encryption ?? encryption
        if !isGap, measurement.add(segment.report) { declaration.addCaptions() }
        var stored = ListedSegment(entry, hasFile: files.isSeparate && !isGap, byteCount: segment.data.count)
        stored.sessionURIs = protection?.sessionURIs ?? []
        let change = listing?.add(stored, segment.report) ?? RenditionListing.Change()
        if let listed = change.listed { measurement.add(listed) }
        let isOutdated = change.listed != nil && declaration.drainChange(measurement, sessionKeys)
        guard !isGap else { return (nil, change, isOutdated) }
        let contentType =
            files.isSeparate
            ? PlaylistLayout.segmentContentType(rendition) : PlaylistLayout.movieContentType(rendition)
        return (resource(segment, at: place, .segment, contentType), change, isOutdated)
    }

    /// Reserves the number of a segment before its first byte is published. Returns false if it is reserved, or if the
    /// segment has no bytes.
    mutating func reserveNumber(of segment: Segment) -> Bool {
        let number = files.number(of: segment)
        guard segment.kind != .gap, segment.part?.isGap != true, reserved?.number != number else { return false }
        reserved = (number, startsDiscontinuity(segment))
        return true
    }

    private mutating func extendGap(_ segment: Segment, isGap: Bool) {
        let start = segment.report.start
        gap = isGap ? (gap?.start ?? start, start + segment.report.ownDuration) : nil
    }

    private func startsDiscontinuity(_ segment: Segment) -> Bool {
        nextIsDiscontinuity || segment.isDiscontinuity && hasBegun && !isEmpty
    }

    private func entry(uri: String, isDiscontinuity: Bool, date: DateTime?) -> MediaSegment {
        var entry = MediaSegment(
            uri: uri, duration: .zero, initialization: initialization.section, isDiscontinuity: isDiscontinuity,
            programDateTime: date)
        entry.keys = protection?.keys ?? []
        return entry
    }

    /// The keys for the multivariant playlist.
    private var sessionKeys: [EncryptionKey] { protection == nil ? [] : listing?.sessionKeys ?? [] }

    /// The ends of the listed segments after `time`.
    func ends(after time: MediaTime) -> [MediaTime] { listing?.ends(after: time) ?? [] }

    /// Lists gaps up to each of these times, in order.
    mutating func fillGaps(to ends: [MediaTime]) {
        listing?.fillGaps(to: ends) { [files] in files.gapName($0) }
    }

    /// Lists gaps where another rendition lists segments and this one has none before `time`. Returns the removed
    /// segments.
    mutating func align(with other: RenditionState, before time: MediaTime) -> [ListedSegment] {
        guard let reference = other.listing, var listing else { return [] }
        let removals = listing.align(with: reference, before: time) { number, isDiscontinuity, date in
            entry(
                uri: PlaylistLayout.reference(files.missingName(number)), isDiscontinuity: isDiscontinuity, date: date)
        }
        self.listing = listing
        return removals
    }

    /// Removes the oldest segment early; nil if the minimum length of the playlist does not allow it.
    mutating func releaseOldest() -> ListedSegment? { listing?.releaseOldest() }
}

// Playlists.
extension RenditionState {
    /// Updates the figures of the rendition in the status of the run.
    mutating func updateFigures(_ figures: StageFigures, target: TargetDuration) {
        guard let window = listing?.window else { return }
        var shown = self.figures ?? RenditionFigures(figures, of: rendition.id)
        defer { self.figures = shown }
        shown.update(
            window, target: target, measured: measurement.bandwidth?.main, declared: declaration.bandwidth?.main)
    }

    /// The current media playlist; nil before the first segment.
    func playlist(ended: Bool, target: TargetDuration?) -> MediaPlaylist? {
        listing?.playlist(ended: ended, target: target, partTarget: rendition.partTarget)
    }

    /// The I-frame playlist for the current media playlist; nil without I-frames.
    func iFramePlaylist(ended: Bool, target: TargetDuration?) -> MediaPlaylist? {
        guard let listing, listing.window.hasIFrames else { return nil }
        return playlist(ended: ended, target: target).map { listing.window.iFramePlaylist(matching: $0) }
    }

    /// The preload hint for the next part; nil after a gap of more than two target durations, since servers hold requests
    /// for three.
    func preloadHint(target: TargetDuration) -> PreloadHint? {
        if let gap, gap.end - gap.start > target.time * 2 { return nil }
        let name = files.nextPartName(listing?.upcoming.partCount ?? 0)
        return PreloadHint(kind: .part, uri: PlaylistLayout.reference(name))
    }

    /// Returns the properties for the multivariant playlist; nil if there is no segment to list.
    mutating func describe(target: TargetDuration, namesIFrames: Bool) -> PresentationRendition? {
        guard let listing, !listing.isEmpty else { return nil }
        var description = declaration.describe(
            rendition, measurement, listing.window, target: target, layout: files.layout, namesIFrames: namesIFrames)
        description.sessionKeys = declaration.declare(sessionKeys)
        return description
    }
}

// Resources.
extension RenditionState {
    /// A resource that stores a playlist of this rendition.
    func resource(_ name: String, _ playlist: DeliverablePlaylist) -> Resource {
        Resource(
            path: files.layout.path(rendition, name), role: .mediaPlaylist, contentType: Playlist.contentType,
            content: playlist)
    }

    /// A resource that removes a playlist of this rendition immediately.
    func removal(of name: String) -> Resource {
        resource(name, .mediaPlaylist, Playlist.contentType, .remove(after: .zero))
    }

    /// A resource that removes a segment's file after its retention period; nil if the segment has no separate file.
    func removal(of segment: ListedSegment) -> Resource? {
        guard segment.hasFile else { return nil }
        return resource(
            PlaylistLayout.name(segment.entry.uri), .segment, PlaylistLayout.segmentContentType(rendition),
            .remove(after: segment.retention))
    }

    /// Resources that remove the files of initialization segments that no listed segment uses any more, if any of the
    /// removed ones did.
    func removals(ofInitializationsOf removed: [ListedSegment]) -> [Resource] {
        guard files.isSeparate, let listing else { return [] }
        var uses: [String: MediaTime] = [:]
        for segment in removed {
            guard let uri = segment.entry.initialization?.uri else { continue }
            uses[uri] = max(uses[uri] ?? .zero, segment.retention)
        }
        uses[initialization.section?.uri ?? ""] = nil
        for segment in listing.window.segments where !uses.isEmpty {
            uses[segment.entry.initialization?.uri ?? ""] = nil
        }
        return uses.sorted { $0.key < $1.key }.map { uri, retention in
            resource(
                PlaylistLayout.name(uri), .initialization, PlaylistLayout.movieContentType(rendition),
                .remove(after: retention))
        }
    }

    /// A resource that removes the file of a part that is no longer listed, after the three target durations for which
    /// players may still request it (RFC 8216bis 6.2.2).
    func removal(of part: PartialSegment, target: TargetDuration) -> Resource {
        resource(
            PlaylistLayout.name(part.uri), .part, PlaylistLayout.movieContentType(rendition),
            .remove(after: target.time * 3))
    }

    /// A resource that stores a segment, whole or as the next bytes of a file.
    private func resource(
        _ segment: Segment, at place: RenditionFiles.Place, _ role: Resource.Role, _ contentType: String
    ) -> Resource {
        let action: Resource.Action = place.range == nil ? .store(segment.data) : .append(segment.data)
        var resource = resource(place.name, role, contentType, action)
        resource.segment = Resource.ContainedSegment(
            segment, byteRange: place.range.map { $0.offset..<$0.end })
        return resource
    }

    private func resource(
        _ name: String, _ role: Resource.Role, _ contentType: String, _ action: Resource.Action
    ) -> Resource {
        Resource(path: files.layout.path(rendition, name), role: role, contentType: contentType, action: action)
    }
}

// Records for a later run.
extension RenditionState {
    /// The record with which a later run can continue this rendition.
    var record: RenditionRecord {
        var record = RenditionRecord()
        if let window = listing?.window {
            record.mediaSequence = window.numbers.media
            record.discontinuitySequence = window.numbers.discontinuity
            record.iFrameMediaSequence = window.iFrameNumbers.media
            record.iFrameDiscontinuitySequence = window.iFrameNumbers.discontinuity
            record.segmentCount = window.count
            record.longestPlaylist = window.segments.map(\.longestPlaylist).max() ?? .zero
            record.bandwidth = declaration.bandwidth?.main
            record.iFrameBandwidth = declaration.bandwidth?.iFrames
            record.formerCodecs = declaration.allCodecs(with: rendition)
            record.isIndependent = isIndependent
        }
        record.nextNumber = max(files.nextNumber, reserved.map { $0.number + 1 } ?? 0)
        if let reserved, rendition.partTarget != nil, reserved.number >= files.nextNumber {
            (record.openNumber, record.openIsDiscontinuity) = (reserved.number, reserved.isDiscontinuity)
        }
        record.nextIndex = nextIndex
        record.initializationCount = initialization.count
        record.fileCount = files.count
        record.end = end
        record.encryption = encryption
        return record
    }

    /// Returns the segments that were listed since the last call, and the numbers of those that were removed.
    mutating func drainRecordChanges() -> (listed: [(number: Int, segment: ListedSegment)], removed: Range<Int>) {
        guard let window = listing?.window else { return ([], 0..<0) }
        let (first, end) = (window.numbers.media, window.nextMediaSequence)
        let start = max(first, recorded.upperBound)
        defer { recorded = first..<end }
        let listed = (min(start, end)..<end).map { ($0, window.segments[$0 - first]) }
        return (listed, recorded.lowerBound..<max(recorded.lowerBound, min(first, recorded.upperBound)))
    }

    /// Returns the current initialization segment if it is new since the last call.
    mutating func drainNewInitialization() -> ByteRope? { initialization.drainChange() }
}
