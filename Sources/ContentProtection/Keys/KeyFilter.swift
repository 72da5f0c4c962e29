package import Media

/// A condition on the tracks that use a key.
package struct KeyFilter: Sendable, Hashable {
    /// The track classes.
    package var labels: Set<KeyLabel>
    /// The number of pixels of video.
    package var pixels = 0...Int.max
    /// The number of channels of audio.
    package var channels = 0...Int.max

    package init(labels: Set<KeyLabel>) { self.labels = labels }

    /// Whether a track with this format uses the key. Only coded video and audio are encrypted.
    package func matches(_ format: MediaFormat) -> Bool {
        switch format {
        case .codedVideo(let video):
            let count = video.size.width * video.size.height
            return labels.contains(KeyLabel(pixels: count)) && pixels.contains(count)
        case .codedAudio(let audio): return labels.contains(.audio) && channels.contains(audio.channelCount)
        case .rawVideo, .rawAudio, .timedText, .codedData: return false
        }
    }

    /// Returns a class with tracks that both conditions match; nil if there is none.
    func overlap(_ other: KeyFilter) -> KeyLabel? {
        labels.intersection(other.labels).filter { label in
            label == .audio ? channels.overlaps(other.channels) : pixels.overlaps(other.pixels)
        }.min { $0.rawValue < $1.rawValue }
    }
}
