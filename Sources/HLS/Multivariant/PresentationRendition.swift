package import Media

/// The properties of a rendition that a multivariant playlist declares.
package struct PresentationRendition: Sendable, Hashable {
    /// The video of a rendition.
    package struct Video: Sendable, Hashable {
        package var codec: String
        /// The display size.
        package var resolution: PixelSize
        package var frameRate: FrameRate?
        package var range: VideoRange
        /// The group of renditions that show different pictures; nil without one.
        package var group: String?
        /// A display name of the picture; nil when unknown.
        package var name: String?
        /// The preference relative to other renditions; nil if not configured.
        package var score: Double?
        /// The codec of an enhancement layer for players that support it, such as `dvh1.08.07/db4h`.
        package var supplementalCodec: String?
        /// REQ-VIDEO-LAYOUT; empty for two-dimensional video.
        package var requiredLayout: [VideoLayout] = []

        package init(codec: String, resolution: PixelSize, frameRate: FrameRate?, range: VideoRange) {
            self.codec = codec
            self.resolution = resolution
            self.frameRate = frameRate
            self.range = range
        }
    }

    /// The audio of a rendition.
    package struct Audio: Sendable, Hashable {
        package var codec: String
        package var channelCount: Int
        /// CHANNELS if it contains more than the number, such as `16/JOC`.
        package var spatialChannels: String?
        /// A BCP 47 language tag; nil when unknown.
        package var language: String?
        /// A display name; nil when unknown.
        package var name: String?

        /// The configured group name.
        package var group: String?
        /// Whether it plays without a user selection; nil if not configured.
        package var isDefault: Bool?
        /// Whether players may select it by the user's language; nil if not configured.
        package var isAutoselect: Bool?
        /// Uniform type identifiers.
        package var characteristics: [String] = []

        package init(codec: String, channelCount: Int, language: String? = nil, name: String? = nil) {
            self.codec = codec
            self.channelCount = channelCount
            self.language = language
            self.name = name
        }
    }

    /// The subtitles of a rendition.
    package struct Text: Sendable, Hashable {
        /// The codec; nil for WebVTT files, which have none.
        package var codec: String?
        /// A BCP 47 language tag; nil when unknown.
        package var language: String?
        /// A display name; nil when unknown.
        package var name: String?
        /// The track attributes for EXT-X-MEDIA.
        package var attributes = TrackAttributes()

        package init(codec: String?, language: String? = nil, name: String? = nil) {
            self.codec = codec
            self.language = language
            self.name = name
        }
    }

    /// An I-frame playlist and its bandwidth.
    package struct IFrames: Sendable, Hashable {
        package var uri: String
        package var bandwidth: Bandwidth

        package init(uri: String, bandwidth: Bandwidth) {
            self.uri = uri
            self.bandwidth = bandwidth
        }
    }

    /// The rendition name; nil without one.
    package var id: String?
    /// The URI of its media playlist, relative to the multivariant playlist.
    package var uri: String
    package var bandwidth: Bandwidth
    /// nil for audio-only renditions and subtitles.
    package var video: Video?
    /// One entry per audio track; several only if they are multiplexed.
    package var audio: [Audio]
    /// nil unless it is a subtitle rendition.
    package var text: Text?
    package var iFrames: IFrames?
    /// Codecs of segments before a format change.
    package var formerCodecs: [String] = []
    /// The keys that players can load in advance, with URIs relative to its media playlist.
    package var sessionKeys: [EncryptionKey] = []
    /// Whether only its I-frame playlist is offered.
    package var isTrickPlay = false

    package init(uri: String, bandwidth: Bandwidth, video: Video?, audio: [Audio], iFrames: IFrames? = nil) {
        self.uri = uri
        self.bandwidth = bandwidth
        self.video = video
        self.audio = audio
        self.iFrames = iFrames
    }

    var codecs: [String] {
        (video.map { [$0.codec] } ?? []) + audio.map(\.codec) + (text?.codec.map { [$0] } ?? []) + formerCodecs
    }
}
