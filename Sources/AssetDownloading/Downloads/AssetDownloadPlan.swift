import HTTPClient

/// What a download would fetch.
public struct AssetDownloadPlan: Sendable, Hashable, Codable {
    /// One media playlist of it.
    public struct Rendition: Sendable, Hashable, Codable {
        /// Where its playlist is.
        public var url: String
        /// Its playlist in the folder.
        public var playlist: String
        public var segments: Int
        /// In seconds.
        public var duration: Double
        /// In bytes.
        public var size: Int
        /// Whether the size is known; otherwise it is estimated from the bit rate that the playlists declare.
        public var isSizeExact: Bool
        /// Whether the playlist has an end.
        public var hasEnd: Bool
    }

    public var renditions: [Rendition]
    /// In bytes; shared files are counted once.
    public var size: Int

    package init(_ plan: DownloadPlan) {
        renditions = plan.renditions.map { rendition in
            let items = plan.items.filter { $0.rendition == rendition.number && $0.kind != .key }
            return Rendition(
                url: rendition.url.description, playlist: rendition.playlistPath,
                segments: rendition.playlist.segments.count, duration: rendition.playlist.duration.seconds,
                size: items.reduce(0) { $0 + $1.expectedSize }, isSizeExact: items.allSatisfy { $0.range != nil },
                hasEnd: rendition.isComplete)
        }
        size = plan.expectedSize
    }
}
