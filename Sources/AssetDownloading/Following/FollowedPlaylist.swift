package import HLS
import Media

/// A local copy of a remote media playlist for a demuxer on this machine: its URLs are absolute, and delivery tags are
/// removed. A value without side effects.
///
/// GStreamer 1.22 computes its position in a live playlist that has just ended by adding durations from the first
/// segment that it has seen; if the window has moved, it treats the last segments as played. Therefore the ended
/// playlist begins with the first segment. It also requests segments that are listed as gaps, and fails; therefore gaps
/// are left out, and later segments have lower numbers.
package struct FollowedPlaylist: Sendable, Hashable {
    /// The minimum number of removed segments that are retained with their URIs.
    private static let maximumRetainedSegments = 1000

    /// The playlist for the demuxer.
    package private(set) var local: MediaPlaylist?
    /// The durations of segments before ``recent``, oldest first.
    private var droppedDurations: [MediaTime] = []
    /// Segments that the window no longer contains.
    private var recent: [MediaSegment] = []
    /// The media sequence numbers of gaps in the remote window.
    private var gaps: Set<Int> = []
    /// The number of gaps before the remote window.
    private var passedGapCount = 0
    /// The media sequence number after the last remote segment.
    private var remoteEnd = Int.min

    package init() {}

    /// Whether no more segments will be appended.
    package var isEnded: Bool { local?.hasEndList == true }

    /// Updates the playlist; returns whether it has new segments.
    ///
    /// - Parameter absolute: makes a URI absolute, or throws if it must not be requested.
    package mutating func update(
        _ remote: MediaPlaylist, absolute: (_ name: String, _ isKey: Bool) throws(AssetDownloadError) -> String
    ) throws(AssetDownloadError) -> Bool {
        var window = remote.withoutDelivery
        for index in window.segments.indices { try window.segments[index].rename(absolute) }
        let end = window.mediaSequence + window.segments.count
        let hasMore = window.hasEndList || end > remoteEnd
        if end < remoteEnd { gaps = [] }
        remoteEnd = end
        leaveOutGaps(&window)
        // A demuxer requires segments. The segments of the last state remain until others follow the gaps.
        if window.segments.isEmpty, local != nil, !window.hasEndList { return false }
        retainRemoved(window.mediaSequence)
        if window.hasEndList {
            let gone = droppedDurations.map { MediaSegment(uri: "gone", duration: $0) } + recent
            window.segments.insert(contentsOf: gone, at: 0)
            window.mediaSequence -= gone.count
        }
        local = window
        return hasMore
    }

    private mutating func leaveOutGaps(_ window: inout MediaPlaylist) {
        let first = window.mediaSequence
        for (index, segment) in window.segments.enumerated() where segment.isGap { gaps.insert(first + index) }
        passedGapCount += gaps.count { $0 < first }
        gaps = gaps.filter { $0 >= first }
        window.mediaSequence = max(0, first - passedGapCount)
        var isDiscontinuity = false
        window.segments = window.segments.compactMap { segment in
            isDiscontinuity = isDiscontinuity || segment.isDiscontinuity
            guard !segment.isGap else { return nil }
            defer { isDiscontinuity = false }
            var segment = segment
            segment.isDiscontinuity = isDiscontinuity
            return segment
        }
    }

    /// Retains the segments that are missing in a window that begins with `first`.
    private mutating func retainRemoved(_ first: Int) {
        guard let local, !local.hasEndList else { return }
        recent += local.segments.prefix(max(0, first - local.mediaSequence))
        let surplus = recent.count - Self.maximumRetainedSegments
        guard surplus > Self.maximumRetainedSegments else { return }
        droppedDurations += recent.prefix(surplus).map(\.duration)
        recent.removeFirst(surplus)
    }
}

extension MediaPlaylist {
    /// The playlist without tags that only matter for clients of its server.
    fileprivate var withoutDelivery: MediaPlaylist {
        var playlist = self
        playlist.definitions = []
        (playlist.partTarget, playlist.serverControl, playlist.skip, playlist.upcoming) = (nil, nil, nil, nil)
        (playlist.preloadHints, playlist.renditionReports) = ([], [])
        for index in playlist.segments.indices {
            playlist.segments[index].parts = []
            playlist.segments[index].unknownTags = []
            playlist.segments[index].dateRanges = []
        }
        return playlist
    }
}

extension MediaSegment {
    fileprivate mutating func rename(
        _ absolute: (_ name: String, _ isKey: Bool) throws(AssetDownloadError) -> String
    ) throws(AssetDownloadError) {
        if !isGap { uri = try absolute(uri, false) }
        try Self.rename(&keys, absolute)
        guard var section = initialization else { return }
        section.uri = try absolute(section.uri, false)
        try Self.rename(&section.keys, absolute)
        initialization = section
    }

    private static func rename(
        _ keys: inout [EncryptionKey],
        _ absolute: (_ name: String, _ isKey: Bool) throws(AssetDownloadError) -> String
    ) throws(AssetDownloadError) {
        for index in keys.indices { keys[index].uri = try absolute(keys[index].uri, true) }
    }
}
