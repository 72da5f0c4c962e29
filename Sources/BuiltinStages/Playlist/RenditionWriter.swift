import HLS
import Media
import StageKit

/// Puts one rendition's segments into files and remembers where they are.
struct RenditionWriter: Sendable {
    private(set) var rendition: Rendition
    /// nil before the first media segment.
    var playlists: RenditionPlaylists?
    private let layout: PlaylistLayout
    private let packaging: HLSPlaylist.Packaging
    /// The bytes in the single file so far.
    private var fileLength = 0
    private var initialization: (data: ByteRope, section: InitializationSection)?
    private var initializationCount = 0
    private var nextIsDiscontinuity = false
    private var longestReported = MediaTime.zero
    /// The files that a live playlist lists, oldest first.
    private var storedNames: [String] = []

    init(_ rendition: Rendition, layout: PlaylistLayout, packaging: HLSPlaylist.Packaging) {
        self.rendition = rendition
        self.layout = layout
        self.packaging = packaging
    }

    /// The file for an initialization segment; nil when the one in force is the same.
    ///
    /// Another one after media is a discontinuity (RFC 8216bis 4.4.4.3).
    mutating func storeInitialization(_ segment: Segment) -> Resource? {
        guard initialization?.data != segment.data else { return nil }
        rendition = segment.rendition
        nextIsDiscontinuity = playlists != nil
        playlists?.change(to: rendition)
        initializationCount += 1
        let name = packaging == .files ? layout.initializationName(initializationCount) : PlaylistLayout.mediaName
        let range = packaging == .files ? nil : advance(by: segment.data.count)
        let section = InitializationSection(uri: PlaylistLayout.reference(name), byteRange: range)
        initialization = (segment.data, section)
        return resource(
            name, .initialization, PlaylistLayout.movieContentType(rendition),
            packaging == .files ? .store(segment.data) : .append(segment.data))
    }

    /// The file for a media segment, and what has to be known to list it. Throws `damaged-input` for a segment
    /// without a report.
    mutating func store(_ segment: Segment, date: DateTime?) throws(StageError) -> (Resource, StoredSegment) {
        guard let track = segment.report.tracks.first else {
            throw StageError(
                .damagedInput, "segment \(segment.index) of rendition '\(rendition.id)' has no report of its tracks")
        }
        let isFile = packaging == .files
        let name = isFile ? layout.segmentName(segment.index) : PlaylistLayout.mediaName
        let range = isFile ? nil : advance(by: segment.data.count)
        let stored = StoredSegment(
            uri: PlaylistLayout.reference(name), byteRange: range, byteCount: segment.data.count,
            initialization: initialization?.section, isDiscontinuity: nextIsDiscontinuity, programDateTime: date,
            start: track.earliestPresentationTime, ownDuration: track.duration,
            iFrames: Self.iFrames(segment.report, base: range?.offset ?? 0))
        nextIsDiscontinuity = false
        if case .live? = playlists?.window.kind { storedNames.append(name) }
        let contentType =
            isFile ? PlaylistLayout.segmentContentType : PlaylistLayout.movieContentType(rendition)
        let action: Resource.Action = isFile ? .store(segment.data) : .append(segment.data)
        return (resource(name, .segment, contentType, action), stored)
    }

    /// Takes the oldest segment's file away when it may go; segments leave in the order in which they came.
    mutating func remove(_ removal: PlaylistWindow.Removal) -> Resource {
        let name = storedNames.removeFirst()
        return resource(name, .segment, PlaylistLayout.segmentContentType, .remove(after: removal.after))
    }

    /// Takes a playlist of this rendition away at once.
    func removal(of name: String) -> Resource {
        resource(name, .mediaPlaylist, Playlist.contentType, .remove(after: .zero))
    }

    /// A playlist of this rendition as a file.
    func resource(_ name: String, _ playlist: MediaPlaylist) -> Resource {
        resource(
            name, .mediaPlaylist, Playlist.contentType, .store(ByteRope(Array(playlist.text.utf8))))
    }

    /// Whether a segment that is too long is longer than all before it that were reported.
    mutating func isNewRecord(_ duration: MediaTime) -> Bool {
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

    /// From each fragment's beginning to the end of its first sample, where that is a sync sample.
    private static func iFrames(_ report: SegmentReport, base: Int) -> [StoredSegment.IFrame] {
        report.fragments.compactMap { fragment in
            guard let sample = fragment.firstVideoSample, sample.isSync else { return nil }
            let length = sample.offset + sample.length - fragment.offset
            return StoredSegment.IFrame(
                time: sample.presentationTime,
                byteRange: ByteRange(offset: base + fragment.offset, length: length))
        }
    }
}
