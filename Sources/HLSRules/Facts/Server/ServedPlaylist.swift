import HLS
package import Media

/// The properties of a playlist that server rules use.
package struct ServedPlaylist: Sendable, Hashable {
    /// The target duration in seconds; nil if unknown.
    package var targetDuration: Int?
    /// The part target duration; nil without parts.
    package var partTarget: MediaTime?
    /// Whether further segments may be added.
    package var isLive: Bool

    package init(targetDuration: Int?, partTarget: MediaTime? = nil, isLive: Bool) {
        // The declared value may be any number.
        self.targetDuration = targetDuration.map { min(max($0, 0), 1 << 20) }
        self.partTarget = partTarget
        self.isLive = isLive
    }

    package init(_ playlist: CheckedPlaylist) {
        self.init(
            targetDuration: playlist.text.targetDuration, partTarget: playlist.media?.partTarget,
            isLive: playlist.text.isLive)
    }

    /// Returns a multiple of the target duration; nil if it is unknown.
    package func targetDurations(_ count: Double) -> MediaTime? {
        targetDuration.map { MediaTime(value: Int64(Double($0) * count * 1000), timescale: 1000) }
    }
}
