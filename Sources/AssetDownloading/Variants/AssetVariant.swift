public import Foundation
package import HLS
public import Media

/// One version of a presentation, as its multivariant playlist declares it.
///
/// What a playlist does not say is nil or empty here; nothing is guessed from names.
public struct AssetVariant: Sendable, Hashable {
    /// Where its media playlist is; nil where the playlist's reference is no URL.
    public let url: URL?
    /// The most that playing it takes, in bits per second: BANDWIDTH.
    public let peakBitRate: Double?
    /// What playing it takes on average, in bits per second: AVERAGE-BANDWIDTH.
    public let averageBitRate: Double?
    /// How much the author prefers it; higher is better.
    public let score: Double?
    /// nil where it has no pictures.
    public let videoAttributes: VideoAttributes?
    /// nil where it has no sound.
    public let audioAttributes: AudioAttributes?
    /// What the playlist declares.
    package let declaration: Variant
    /// The renditions of its groups, in the order of the playlist.
    package let renditions: [AlternativeRendition]

    /// A variant of a presentation whose playlist is at `base`.
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

    /// The pictures of a variant.
    public struct VideoAttributes: Sendable, Hashable {
        /// The dynamic range; standard where the playlist says nothing.
        public let videoRange: VideoRange
        /// The codecs by their sample entries, such as `hvc1`; those that are only supplemental are not among them.
        public let codecTypes: [FourCC]
        /// The size at which pictures are shown, in square pixels.
        public let presentationSize: PixelSize?
        /// Pictures per second, at most.
        public let nominalFrameRate: Double?
        /// How the pictures have to be shown; empty for on a flat screen.
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

    /// The sound of a variant.
    public struct AudioAttributes: Sendable, Hashable {
        /// What the sound may be coded as.
        public let formatIDs: [AudioFormatID]
        private let renditions: [AlternativeRendition]

        init?(_ variant: Variant, _ renditions: [AlternativeRendition]) {
            formatIDs = variant.codecs.map(CodecName.init).compactMap(AudioFormatID.init)
            self.renditions = renditions
            guard !formatIDs.isEmpty || !renditions.isEmpty else { return nil }
        }

        /// What is known of the sound for an option; nil where the variant does not offer it.
        public func renditionSpecificAttributes(for option: MediaSelectionOption) -> RenditionSpecificAttributes? {
            renditions.first(where: option.includes).map(RenditionSpecificAttributes.init)
        }

        /// What is known of the sound that plays when nothing was chosen; nil without renditions.
        public var defaultRenditionSpecificAttributes: RenditionSpecificAttributes? {
            let rendition = renditions.first(where: \.isDefault) ?? renditions.first(where: \.isAutoselect)
            return (rendition ?? renditions.first).map(RenditionSpecificAttributes.init)
        }

        /// What is known of all sound that the variant offers, in the order of the playlist.
        public var renditionSpecificAttributes: [RenditionSpecificAttributes] {
            renditions.map(RenditionSpecificAttributes.init)
        }
    }

    /// What is known of one rendition of sound.
    public struct RenditionSpecificAttributes: Sendable, Hashable {
        /// A name for people.
        public let name: String
        /// A BCP 47 language tag.
        public let language: String?
        /// How many channels there are at once.
        public let channelCount: Int?
        /// Codings of spatial sound, such as `JOC`.
        public let spatialCodings: [String]
        /// Whether it is mixed for headphones.
        public let isBinaural: Bool
        /// Whether it is meant to be heard all round.
        public let isImmersive: Bool
        /// Whether it is mixed down from more channels.
        public let isDownmix: Bool
        /// Samples in a second.
        public let sampleRate: Int?
        /// Bits of a sample.
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
    /// Whether a rendition is in one of the variant's groups.
    package func offers(_ rendition: AlternativeRendition) -> Bool {
        switch rendition.kind {
        case .audio: rendition.groupID == audioGroup
        case .video: rendition.groupID == videoGroup
        case .subtitles: rendition.groupID == subtitlesGroup
        case .closedCaptions: closedCaptions == .group(rendition.groupID)
        }
    }
}
