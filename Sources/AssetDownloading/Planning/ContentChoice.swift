package import HLS

/// One set of video, audio and subtitles of a presentation that is to be downloaded.
package struct ContentChoice: Sendable, Hashable {
    /// What the local multivariant playlist says of it; its URI is the stream that is fetched.
    package var variant: Variant
    /// The renditions beside the stream, of the variant's groups; those without a URI are in the stream.
    package var renditions: [AlternativeRendition]

    package init(variant: Variant, renditions: [AlternativeRendition]) {
        self.variant = variant
        self.renditions = renditions
    }

    /// The choice with the pictures of another, for whose sake no second video is fetched.
    ///
    /// Only where the sound is not in the stream itself.
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

    /// Whether a codec is one of sound, by the sample types of RFC 6381.
    package static func isAudio(_ codec: String) -> Bool {
        let names = [
            "mp4a", "ac-3", "ec-3", "ac-4", "alac", "fLaC", "flac", "Opus", "opus", "mha1", "mhm1", "dts", "lpcm",
        ]
        return names.contains { codec.hasPrefix($0) }
    }
}
