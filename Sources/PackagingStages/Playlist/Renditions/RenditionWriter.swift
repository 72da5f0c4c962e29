import PublicationJournal
import HLS
import Media
import StageKit

/// Names the files of one rendition's segments and records where each segment is stored.
struct RenditionWriter: Sendable {
    private(set) var rendition: Rendition
    /// The playlists; nil before the first media segment.
    var playlists: RenditionPlaylists?
    /// The state that an earlier run left of this rendition; nil if none is continued.
    private(set) var saved: SavedRendition?
    private let layout: PlaylistLayout
    private let packaging: HLSPlaylist.Packaging
    /// The length of the single file so far, in bytes.
    private var fileLength = 0
    private var fileCount: Int
    private var initialization: (data: ByteRope, section: InitializationSection)?
    private var initializationCount: Int
    private var isInitializationNew = false
    private var nextIsDiscontinuity: Bool
    private var longestReported = MediaTime.zero
    /// The number of this run's first segment in file names, from 0.
    private let firstNumber: Int
    private var nextNumber: Int
    /// The end of the newest segment in media time.
    private var end: MediaTime
    /// The files of a live playlist's segments, oldest first.
    private var listed: [ListedFile] = []

    /// The file of a listed segment.
    private struct ListedFile {
        /// The file name; nil for a segment without a separate file.
        var name: String?
        var byteCount: Int
    }

    init(
        _ rendition: Rendition, layout: PlaylistLayout, packaging: HLSPlaylist.Packaging, saved: SavedRendition? = nil
    ) {
        self.rendition = rendition
        self.layout = layout
        self.packaging = packaging
        self.saved = saved
        // Players may have seen parts of the unfinished segment, so their names are not reused.
        let skipped = rendition.partTarget == nil ? 0 : 1
        self.firstNumber = saved.map { $0.record.nextNumber + skipped } ?? 0
        nextNumber = self.firstNumber
        initializationCount = saved?.record.initializationCount ?? 0
        fileCount = (saved?.record.fileCount ?? 0) + 1
        end = saved?.record.end ?? .zero
        nextIsDiscontinuity = saved != nil
        guard let saved else { return }
        listed = saved.segments.map { segment in
            ListedFile(
                name: segment.hasFile ? PlaylistLayout.name(segment.segment.uri) : nil, byteCount: segment.byteCount)
        }
        if packaging == .files, let section = saved.initializationSection(layout) {
            initialization = (ByteRope(saved.initialization), section)
        }
    }

    /// The file for an initialization segment; nil if it equals the current one.
    ///
    /// A different initialization segment after media causes a discontinuity (RFC 8216bis 4.4.4.3).
    mutating func storeInitialization(_ segment: Segment) -> Resource? {
        guard initialization?.data != segment.data else {
            rendition = segment.rendition
            return nil
        }
        rendition = segment.rendition
        // WebVTT files have an empty initialization segment.
        if segment.data.count == 0 { return nil }
        nextIsDiscontinuity = nextIsDiscontinuity || playlists != nil
        playlists?.change(to: rendition)
        initializationCount += 1
        isInitializationNew = true
        let name =
            packaging == .files
            ? layout.initializationName(initializationCount) : layout.mediaName(rendition, fileCount)
        let range = packaging == .files ? nil : advance(by: segment.data.count)
        let section = InitializationSection(uri: PlaylistLayout.reference(name), byteRange: range)
        initialization = (segment.data, section)
        var resource = resource(
            name, .initialization, PlaylistLayout.movieContentType(rendition),
            packaging == .files ? .store(segment.data) : .append(segment.data))
        resource.segment = Resource.ContainedSegment(segment, byteRange: range.map { $0.offset..<$0.end })
        return resource
    }

    /// The file for a part of the next segment, or nil if the part is a gap, and the playlist entry of the part.
    mutating func storePart(_ segment: Segment, _ part: SegmentPart, date: DateTime?) -> (Resource?, PendingPart) {
        let name = layout.partName(rendition, firstNumber + segment.index, part: part.index)
        let stored = PendingPart(
            part: PartialSegment(
                uri: PlaylistLayout.reference(name), duration: segment.report.leading?.duration ?? .zero,
                isIndependent: part.isIndependent, isGap: part.isGap),
            initialization: initialization?.section,
            isDiscontinuity: nextIsDiscontinuity || segment.isDiscontinuity && playlists?.isEmpty == false,
            programDateTime: date)
        if part.isGap { return (nil, stored) }
        return (resource(name, .part, PlaylistLayout.movieContentType(rendition), .store(segment.data)), stored)
    }

    /// The preload hint for the next part.
    var preloadHint: PreloadHint {
        let name = layout.partName(rendition, nextNumber, part: playlists?.upcoming.partCount ?? 0)
        return PreloadHint(kind: .part, uri: PlaylistLayout.reference(name))
    }

    /// A resource that removes the file of a part that is no longer listed, after the three target durations for which
    /// players may still request it (RFC 8216bis 6.2.2).
    func remove(_ part: PartialSegment, target: TargetDuration) -> Resource {
        resource(
            PlaylistLayout.name(part.uri), .part, PlaylistLayout.movieContentType(rendition),
            .remove(after: target.time * 3))
    }

    /// The file for a media segment, or nil for a gap, and the playlist entry. Throws `damaged-input` for a segment
    /// without a report.
    mutating func store(_ segment: Segment, date: DateTime?) throws(StageError) -> (Resource?, PendingSegment) {
        guard let track = segment.report.leading else {
            throw StageError(
                .damagedInput, "segment \(segment.index) of rendition '\(rendition.id)' has no report of its tracks")
        }
        let isGap = segment.kind == .gap
        let isFile = packaging == .files
        // A gap has a URI too, but clients must not load it (RFC 8216bis 4.4.4.7).
        let number = firstNumber + segment.index
        let name = isFile || isGap ? layout.segmentName(rendition, number) : layout.mediaName(rendition, fileCount)
        let range = isFile || isGap ? nil : advance(by: segment.data.count)
        let isDiscontinuity = nextIsDiscontinuity || segment.isDiscontinuity && playlists?.isEmpty == false
        var stored = PendingSegment(
            uri: PlaylistLayout.reference(name), hasFile: isFile && !isGap, byteRange: range,
            byteCount: segment.data.count, initialization: initialization?.section, isDiscontinuity: isDiscontinuity,
            programDateTime: date, start: track.earliestPresentationTime, ownDuration: track.duration,
            iFrames: Self.iFrames(segment.report, base: range?.offset ?? 0), isGap: isGap)
        if let first = track.firstVideoSample, first.leadingCount > 0 {
            stored.lead = max(.zero, first.presentationTime - track.earliestPresentationTime)
        }
        nextIsDiscontinuity = false
        nextNumber = number + 1
        end = max(end, track.earliestPresentationTime + track.duration)
        if case .live? = playlists?.window.kind {
            listed.append(ListedFile(name: stored.hasFile ? name : nil, byteCount: segment.data.count))
        }
        guard !isGap else { return (nil, stored) }
        let contentType =
            isFile ? PlaylistLayout.segmentContentType(rendition) : PlaylistLayout.movieContentType(rendition)
        let action: Resource.Action = isFile ? .store(segment.data) : .append(segment.data)
        var resource = resource(name, .segment, contentType, action)
        resource.segment = Resource.ContainedSegment(segment, byteRange: range.map { $0.offset..<$0.end })
        return (resource, stored)
    }

    /// A resource that removes the oldest segment's file after its retention period; nil if the segment has no separate
    /// file. Must be called once for each segment, in order.
    mutating func remove(_ removal: PlaylistWindow.Removal) -> Resource? {
        guard let name = listed.removeFirst().name else { return nil }
        return resource(name, .segment, PlaylistLayout.segmentContentType(rendition), .remove(after: removal.retention))
    }

    /// The size in bytes of the segment to be removed after `count` others.
    func oldestByteCount(after count: Int) -> Int { count < listed.count ? listed[count].byteCount : 0 }

    /// A resource that removes a playlist of this rendition immediately.
    func removal(of name: String) -> Resource {
        resource(name, .mediaPlaylist, Playlist.contentType, .remove(after: .zero))
    }

    /// A resource that stores a playlist of this rendition.
    func resource(_ name: String, _ playlist: DeliverablePlaylist) -> Resource {
        Resource(
            path: layout.path(rendition, name), role: .mediaPlaylist, contentType: Playlist.contentType,
            content: playlist)
    }

    /// Discards the segments of an earlier run and keeps its numbers.
    mutating func discardSegments() {
        saved?.removeAll()
        listed = []
    }

    /// The record with which a later run can continue this rendition.
    var record: RenditionRecord {
        var record = RenditionRecord()
        playlists?.fill(&record)
        record.nextNumber = nextNumber
        record.initializationCount = initializationCount
        record.fileCount = fileCount
        record.end = end
        return record
    }

    /// Returns the current initialization segment if it is new since the last call.
    mutating func drainNewInitialization() -> ByteRope? {
        guard isInitializationNew else { return nil }
        isInitializationNew = false
        return initialization?.data
    }

    /// Whether an overlong segment is longer than all overlong segments reported before. Updates the maximum.
    mutating func exceedsReported(_ duration: MediaTime) -> Bool {
        guard duration > longestReported else { return false }
        longestReported = duration
        return true
    }

    private func resource(
        _ name: String, _ role: Resource.Role, _ contentType: String, _ action: Resource.Action
    ) -> Resource {
        Resource(path: layout.path(rendition, name), role: role, contentType: contentType, action: action)
    }

    private mutating func advance(by count: Int) -> ByteRange {
        defer { fileLength += count }
        return ByteRange(offset: fileLength, length: count)
    }

    /// The byte ranges of I-frames: from the start of each fragment to the end of its first sample, if that is a sync
    /// sample.
    private static func iFrames(_ report: SegmentReport, base: Int) -> [PendingSegment.IFrame] {
        report.fragments.compactMap { fragment in
            guard let sample = fragment.firstVideoSample, sample.isSync else { return nil }
            let length = sample.offset + sample.length - fragment.offset
            return PendingSegment.IFrame(
                time: sample.presentationTime,
                byteRange: ByteRange(offset: base + fragment.offset, length: length))
        }
    }
}

extension SavedRendition {
    /// The current initialization segment's entry in playlists; nil if its file is missing.
    func initializationSection(_ layout: PlaylistLayout) -> InitializationSection? {
        guard !initialization.isEmpty, record.initializationCount > 0 else { return nil }
        return InitializationSection(
            uri: PlaylistLayout.reference(layout.initializationName(record.initializationCount)))
    }
}
