public import Foundation
package import HLS
public import Media

/// A variant of a presentation, as declared in its multivariant playlist.
///
/// Undeclared properties are nil or empty; nothing is inferred from names.
public struct AssetVariant: Sendable, Hashable {
    /// The URL of its media playlist; nil if the reference is malformed.
    public let url: URL?
    /// The peak bit rate in bits per second: BANDWIDTH.
    public let peakBitRate: Double?
    /// The average bit rate in bits per second: AVERAGE-BANDWIDTH.
    public let averageBitRate: Double?
    /// The preference of the author; higher is better.
    public let score: Double?
    /// nil without video.
    public let videoAttributes: VideoAttributes?
    /// nil without audio.
    public let audioAttributes: AudioAttributes?
    /// The parsed attributes of the variant.
    package let declaration: Variant
    /// The renditions of its groups, in playlist order.
    package let renditions: [AlternativeRendition]

    /// Creates a variant of a presentation whose playlist is at `base`.
    package init(_ declaration: Variant, in presentation: MultivariantPlaylist, at base: URL?) {
        self.declaration = declaration
        renditions = presentation.renditions.filter(declaration.offers)
        url = URL(string: declaration.uri, relativeTo: base)?.absoluteURL
        peakBitRate = Double(declaration.bandwidth)
        averageBitRate = declaration.averageBandwidth.map(Double.init)
        score = declaration.score?.value
        videoAttributes = VideoAttributes(declaration)
        audioAttributes = AudioAttributes(declaration, renditions.filter { $0.kind == .audio })
    }

    /// The text of its tag and reference, which identifies it in the same playlist.
    package var declarationText: String { MultivariantPlaylist(variants: [declaration]).text }

    /// The video of a variant.
    public struct VideoAttributes: Sendable, Hashable {
        /// The dynamic range; standard if it is not declared.
        public let videoRange: VideoRange
        /// The sample entries of the codecs, such as `hvc1`, without supplemental codecs.
        public let codecTypes: [FourCC]
        /// The display size in square pixels.
        public let presentationSize: PixelSize?
        /// The maximum frame rate in frames per second.
        public let nominalFrameRate: Double?
        /// The required video layouts; empty for two-dimensional video.
        public let videoLayouts: [VideoLayout]

        init?(_ variant: Variant) {
            let codecs = variant.codecs.map(CodecName.init).filter { $0.kind == .video }
            guard !codecs.isEmpty || variant.resolution != nil || variant.videoRange != nil else { return nil }
            videoRange = variant.videoRange ?? .sdr
            codecTypes = codecs.compactMap(\.code)
            presentationSize = variant.resolution
            nominalFrameRate = variant.frameRate.map { Double($0.thousandths) / 1000 }
            videoLayouts = variant.requiredVideoLayout
        }
    }

    /// The audio of a variant.
    public struct AudioAttributes: Sendable, Hashable {
        /// The possible audio codecs.
        public let formatIDs: [AudioFormatID]
        private let renditions: [AlternativeRendition]

        init?(_ variant: Variant, _ renditions: [AlternativeRendition]) {
            formatIDs = variant.codecs.map(CodecName.init).compactMap(AudioFormatID.init)
            self.renditions = renditions
            guard !formatIDs.isEmpty || !renditions.isEmpty else { return nil }
        }

        /// Returns the attributes of the audio for an option; nil if the variant does not offer it.
        public func renditionSpecificAttributes(for option: MediaSelectionOption) -> RenditionSpecificAttributes? {
            renditions.first(where: option.includes).map(RenditionSpecificAttributes.init)
        }

        /// The attributes of the default audio; nil without renditions.
        public var defaultRenditionSpecificAttributes: RenditionSpecificAttributes? {
            let rendition = renditions.first(where: \.isDefault) ?? renditions.first(where: \.isAutoselect)
            return (rendition ?? renditions.first).map(RenditionSpecificAttributes.init)
        }

        /// The attributes of all audio renditions, in playlist order.
        public var renditionSpecificAttributes: [RenditionSpecificAttributes] {
            renditions.map(RenditionSpecificAttributes.init)
        }
    }

    /// The attributes of one audio rendition.
    public struct RenditionSpecificAttributes: Sendable, Hashable {
        /// The display name.
        public let name: String
        /// A BCP 47 language tag.
        public let language: String?
        /// The number of simultaneous channels.
        public let channelCount: Int?
        /// Spatial audio codings, such as `JOC`.
        public let spatialCodings: [String]
        /// Whether it is mixed for headphones.
        public let isBinaural: Bool
        /// Whether it is immersive audio.
        public let isImmersive: Bool
        /// Whether it is a downmix.
        public let isDownmix: Bool
        /// The sample rate in hertz.
        public let sampleRate: Int?
        /// Bits per sample.
        public let bitDepth: Int?

        init(_ rendition: AlternativeRendition) {
            let channels = rendition.channelDescription
            name = rendition.name
            language = rendition.language
            channelCount = channels?.count
            spatialCodings = channels?.codings ?? []
            isBinaural = channels?.isBinaural ?? false
            isImmersive = channels?.isImmersive ?? false
            isDownmix = channels?.isDownmix ?? false
            sampleRate = rendition.sampleRate
            bitDepth = rendition.bitDepth
        }
    }
}

extension Variant {
    /// Whether a rendition belongs to one of the variant's groups.
    package func offers(_ rendition: AlternativeRendition) -> Bool {
        switch rendition.kind {
        case .audio: rendition.groupID == audioGroup
        case .video: rendition.groupID == videoGroup
        case .subtitles: rendition.groupID == subtitlesGroup
        case .closedCaptions: closedCaptions == .group(rendition.groupID)
        }
    }
}
