import HTTPClient

/// The resources that a download would fetch.
public struct AssetDownloadPlan: Sendable, Hashable, Codable {
    /// One media playlist of the plan.
    public struct Rendition: Sendable, Hashable, Codable {
        /// The URL of its playlist.
        public var url: String
        /// The path of its playlist in the folder.
        public var playlist: String
        public var segments: Int
        /// The duration in seconds.
        public var duration: Double
        /// The size in bytes.
        public var size: Int
        /// Whether the size is exact; otherwise it is estimated from the declared bit rate.
        public var isSizeExact: Bool
        /// Whether the playlist is complete.
        public var hasEnd: Bool
    }

    public var renditions: [Rendition]
    /// The total size in bytes; shared files are counted once.
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
