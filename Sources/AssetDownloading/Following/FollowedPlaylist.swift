package import HLS
import Media

/// A media playlist of elsewhere, as a demuxer on this machine is given it: its names are absolute, and it says nothing
/// of how it is delivered. A value: it asks nobody.
///
/// GStreamer 1.22 looks for its place in a live playlist that has just ended by adding up durations from the first
/// segment that it ever saw; where the window has moved on, it takes the last segments for played already. So the
/// playlist that ends begins where the first one began.
package struct FollowedPlaylist: Sendable, Hashable {
    /// How many segments are remembered with their names after the window has left them.
    private static let maximumRetainedSegments = 1000

    /// What the demuxer reads now.
    package private(set) var local: MediaPlaylist?
    /// The durations of what came before ``recent``, oldest first.
    private var droppedDurations: [MediaTime] = []
    /// What has left the window.
    private var recent: [MediaSegment] = []

    package init() {}

    /// Whether no segment will be added any more.
    package var isEnded: Bool { local?.hasEndList == true }

    /// Takes in the playlist as it is now; says whether it has more than before.
    ///
    /// - Parameter absolute: makes a name absolute, or throws where it is not to be asked for.
    package mutating func update(
        _ remote: MediaPlaylist, absolute: (_ name: String, _ isKey: Bool) throws(AssetDownloadError) -> String
    ) throws(AssetDownloadError) -> Bool {
        var window = remote.withoutDelivery
        for index in window.segments.indices { try window.segments[index].rename(absolute) }
        let end = { (playlist: MediaPlaylist) in playlist.mediaSequence + playlist.segments.count }
        let hasMore = window.hasEndList || local.map { end($0) < end(window) } ?? true
        retainRemoved(window.mediaSequence)
        if window.hasEndList {
            let gone = droppedDurations.map { MediaSegment(uri: "gone", duration: $0) } + recent
            window.segments.insert(contentsOf: gone, at: 0)
            window.mediaSequence -= gone.count
        }
        local = window
        return hasMore
    }

    /// Keeps what the window no longer has when it begins with `first`.
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
    /// The playlist without what only matters to whoever loads it from its server.
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
