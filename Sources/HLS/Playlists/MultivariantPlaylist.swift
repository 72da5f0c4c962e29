package import Media

/// The list of a presentation's variants and renditions (RFC 8216bis 4.4.6).
package struct MultivariantPlaylist: Sendable, Hashable {
    /// Whether every segment of every playlist decodes without the ones before it.
    package var hasIndependentSegments: Bool
    /// The EXT-X-MEDIA tags in order.
    package var renditions: [AlternativeRendition]
    /// The EXT-X-STREAM-INF tags in order; players begin with the first.
    package var variants: [Variant]
    /// The EXT-X-I-FRAME-STREAM-INF tags in order; they name no groups but perhaps of video.
    package var iFrameVariants: [Variant]

    package init(
        hasIndependentSegments: Bool = false, renditions: [AlternativeRendition] = [], variants: [Variant] = [],
        iFrameVariants: [Variant] = []
    ) {
        self.hasIndependentSegments = hasIndependentSegments
        self.renditions = renditions
        self.variants = variants
        self.iFrameVariants = iFrameVariants
    }
}

/// One version of the presentation that a player can choose (RFC 8216bis 4.4.6.2 and 4.4.6.3).
package struct Variant: Sendable, Hashable {
    /// The dynamic range of pictures (RFC 8216bis 4.4.6.2).
    package enum VideoRange: String, Sendable, Hashable {
        case sdr = "SDR"
        case hlg = "HLG"
        case pq = "PQ"
    }

    package var uri: String
    /// The peak of all that is pulled together, in bits per second.
    package var bandwidth: Int
    /// The average of all that is pulled together, in bits per second.
    package var averageBandwidth: Int?
    /// RFC 6381 names of every sample type that is pulled, without repetition.
    package var codecs: [String]
    /// The picture as it is displayed, in square pixels.
    package var resolution: PictureSize?
    package var frameRate: FrameRate?
    /// nil where all variants have the standard range.
    package var videoRange: VideoRange?
    /// The group of alternative audio renditions.
    package var audioGroup: String?
    package var videoGroup: String?
    package var subtitlesGroup: String?

    package init(
        uri: String, bandwidth: Int, averageBandwidth: Int? = nil, codecs: [String] = [],
        resolution: PictureSize? = nil, frameRate: FrameRate? = nil, videoRange: VideoRange? = nil,
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

/// One of several versions of the same content, such as a language (RFC 8216bis 4.4.6.1).
package struct AlternativeRendition: Sendable, Hashable {
    /// What kind of content it is.
    package enum Kind: String, Sendable, Hashable {
        case audio = "AUDIO"
        case video = "VIDEO"
        case subtitles = "SUBTITLES"
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    package var kind: Kind
    package var groupID: String
    /// A name for people, unique in the group.
    package var name: String
    /// A BCP 47 language tag.
    package var language: String?
    /// Whether it plays when nothing was chosen.
    package var isDefault: Bool
    /// Whether a player may choose it by the user's language.
    package var isAutoselect: Bool
    package var isForced: Bool
    /// nil where the variants themselves carry it.
    package var uri: String?
    /// The caption service, for closed captions.
    package var instreamID: String?
    /// Uniform type identifiers, in order.
    package var characteristics: [String]
    /// The number of channels, and more after a slash.
    package var channels: String?

    package init(
        kind: Kind, groupID: String, name: String, language: String? = nil, isDefault: Bool = false,
        isAutoselect: Bool = false, isForced: Bool = false, uri: String? = nil, instreamID: String? = nil,
        characteristics: [String] = [], channels: String? = nil
    ) {
        self.kind = kind
        self.groupID = groupID
        self.name = name
        self.language = language
        self.isDefault = isDefault
        self.isAutoselect = isAutoselect
        self.isForced = isForced
        self.uri = uri
        self.instreamID = instreamID
        self.characteristics = characteristics
        self.channels = channels
    }
}
