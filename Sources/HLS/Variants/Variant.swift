package import Media

/// One version of the presentation that a player can choose (RFC 8216bis 4.4.6.2 and 4.4.6.3).
package struct Variant: Sendable, Hashable {
    /// Where the closed captions of a variant are.
    package enum ClosedCaptions: Sendable, Hashable {
        /// In no variant.
        case none
        /// In a group of renditions.
        case group(String)
    }

    package var uri: String
    /// The peak of all that is pulled together, in bits per second.
    package var bandwidth: Int
    /// The average of all that is pulled together, in bits per second.
    package var averageBandwidth: Int?
    /// How much the author prefers it; higher is better.
    package var score: DecimalNumber?
    /// RFC 6381 names of every sample type that is pulled, without repetition.
    package var codecs: [String]
    /// Codecs that need more than those in ``codecs``, each beside one of them.
    package var supplementalCodecs: [SupplementalCodec] = []
    /// The picture as it is displayed, in square pixels.
    package var resolution: PixelSize?
    package var frameRate: FrameRate?
    package var hdcpLevel: HDCPLevel?
    /// The content protection that each key format asks for.
    package var allowedProtection: [AllowedProtection] = []
    /// nil where all variants have the standard range.
    package var videoRange: VideoRange?
    /// How the pictures have to be shown, each entry one part of the presentation; empty for on a flat screen.
    package var requiredVideoLayout: [VideoLayout] = []
    /// The same for the same variant in every pathway.
    package var stableID: String?
    /// The group of alternative audio renditions.
    package var audioGroup: String?
    package var videoGroup: String?
    package var subtitlesGroup: String?
    package var closedCaptions: ClosedCaptions?
    /// The pathway that it belongs to (content steering).
    package var pathwayID: String?
    package var unknownAttributes: [UnknownAttribute] = []
    /// The tags before it that are not understood, in order.
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
