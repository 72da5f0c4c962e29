package import HLS

/// A set of video, audio and subtitles to download.
package struct ContentChoice: Sendable, Hashable {
    /// The variant for the local multivariant playlist; its URI is the stream to fetch.
    package var variant: Variant
    /// The renditions of the variant's groups; those without a URI are contained in the stream.
    package var renditions: [AlternativeRendition]
    /// The variant as the presentation declares it, although its video may be replaced by that of another one.
    package let declared: Variant

    package init(variant: Variant, renditions: [AlternativeRendition]) {
        self.variant = variant
        self.renditions = renditions
        declared = variant
    }

    /// Returns the choice with the video of another one, so that a second video need not be fetched.
    ///
    /// Unchanged if the audio is multiplexed into the stream.
    package func sharingVideo(with primary: Variant) -> ContentChoice {
        guard variant.uri != primary.uri, renditions.contains(where: { $0.kind == .audio && $0.uri != nil }) else {
            return self
        }
        var shared = self
        shared.variant = primary
        shared.variant.audioGroup = variant.audioGroup
        shared.variant.subtitlesGroup = variant.subtitlesGroup
        shared.variant.bandwidth = max(primary.bandwidth, variant.bandwidth)
        shared.variant.averageBandwidth = [primary.averageBandwidth, variant.averageBandwidth].compactMap { $0 }.max()
        shared.variant.codecs = primary.codecs.filter { !Self.isAudio($0) } + variant.codecs.filter(Self.isAudio)
        return shared
    }

    /// Whether an RFC 6381 codec name denotes audio.
    package static func isAudio(_ codec: String) -> Bool {
        let names = [
            "mp4a", "ac-3", "ec-3", "ac-4", "alac", "fLaC", "flac", "Opus", "opus", "mha1", "mhm1", "dts", "lpcm",
        ]
        return names.contains { codec.hasPrefix($0) }
    }
}
