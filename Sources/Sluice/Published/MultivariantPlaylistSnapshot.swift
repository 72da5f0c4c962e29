import HLS
public import Media

/// The content of a published multivariant playlist.
public struct MultivariantPlaylistSnapshot: Sendable, Hashable {
    /// One version of the presentation.
    public struct Variant: Sendable, Hashable {
        /// The URI of the media playlist, relative to the multivariant playlist.
        public let uri: String
        /// The peak bandwidth in bits per second.
        public let bandwidth: Int
        /// The average bandwidth in bits per second; nil when unknown.
        public let averageBandwidth: Int?
        /// The codecs as RFC 6381 names.
        public let codecs: [String]
        /// The display size in square pixels; nil for audio.
        public let resolution: PixelSize?
    }

    /// One alternative rendition, such as a language.
    public struct Rendition: Sendable, Hashable {
        /// The value of TYPE, such as `AUDIO`.
        public let type: String
        public let name: String
        /// The BCP 47 language tag; nil when unknown.
        public let language: String?
        /// The URI of the media playlist; nil if the variants contain the rendition.
        public let uri: String?
    }

    /// The variants in the order of the playlist; players start with the first.
    public let variants: [Variant]
    public let renditions: [Rendition]

    init(_ playlist: MultivariantPlaylist) {
        variants = playlist.variants.map {
            Variant(
                uri: $0.uri, bandwidth: $0.bandwidth, averageBandwidth: $0.averageBandwidth, codecs: $0.codecs,
                resolution: $0.resolution)
        }
        renditions = playlist.renditions.map {
            Rendition(type: $0.kind.rawValue, name: $0.name, language: $0.language, uri: $0.uri)
        }
    }
}
