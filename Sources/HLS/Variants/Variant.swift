package import Media

/// One version of the presentation that players can select (RFC 8216bis 4.4.6.2 and 4.4.6.3).
package struct Variant: Sendable, Hashable {
    /// The location of a variant's closed captions.
    package enum ClosedCaptions: Sendable, Hashable {
        /// No variant contains captions.
        case none
        /// In a group of renditions.
        case group(String)
    }

    package var uri: String
    /// The peak bandwidth of all media that are loaded together, in bits per second.
    package var bandwidth: Int
    /// The average bandwidth of all media that are loaded together, in bits per second.
    package var averageBandwidth: Int?
    /// The preference of the author; higher is better.
    package var score: DecimalNumber?
    /// RFC 6381 names of all sample types in the variant, without duplicates.
    package var codecs: [String]
    /// Codecs with additional requirements, each an alternative to one in ``codecs``.
    package var supplementalCodecs: [SupplementalCodec] = []
    /// The display size in square pixels.
    package var resolution: PixelSize?
    package var frameRate: FrameRate?
    package var hdcpLevel: HDCPLevel?
    /// The allowed content protection per key format.
    package var allowedProtection: [AllowedProtection] = []
    /// nil if all variants have standard dynamic range.
    package var videoRange: VideoRange?
    /// The required video layouts, one per part of the presentation; empty for two-dimensional video.
    package var requiredVideoLayout: [VideoLayout] = []
    /// The ID of this variant in every pathway.
    package var stableID: String?
    /// The group of alternative audio renditions.
    package var audioGroup: String?
    package var videoGroup: String?
    package var subtitlesGroup: String?
    package var closedCaptions: ClosedCaptions?
    /// The pathway ID for content steering.
    package var pathwayID: String?
    package var unknownAttributes: [UnknownAttribute] = []
    /// The unknown tags before it, in order.
    package var unknownTags: [UnknownTag] = []

    package init(
        uri: String, bandwidth: Int, averageBandwidth: Int? = nil, codecs: [String] = [],
        resolution: PixelSize? = nil, frameRate: FrameRate? = nil, videoRange: VideoRange? = nil,
        audioGroup: String? = nil, videoGroup: String? = nil, subtitlesGroup: String? = nil
    ) {
        self.uri = uri
        self.bandwidth = bandwidth
        self.averageBandwidth = averageBandwidth
        self.codecs = codecs
        self.resolution = resolution
        self.frameRate = frameRate
        self.videoRange = videoRange
        self.audioGroup = audioGroup
        self.videoGroup = videoGroup
        self.subtitlesGroup = subtitlesGroup
    }
}
