package import Media

/// What a multivariant playlist has to know of one rendition of a presentation.
package struct PresentationRendition: Sendable, Hashable {
    /// The pictures of a rendition.
    package struct Video: Sendable, Hashable {
        package var codec: String
        /// As displayed.
        package var resolution: PixelSize
        package var frameRate: FrameRate?
        package var range: VideoRange
        /// How desirable it is beside others; nil where nobody said.
        package var score: Double?
        /// The codec of a layer that plays instead where a player knows it, such as `dvh1.08.07/db4h`.
        package var supplementalCodec: String?
        /// REQ-VIDEO-LAYOUT; empty for flat pictures.
        package var requiredLayout: [VideoLayout] = []

        package init(codec: String, resolution: PixelSize, frameRate: FrameRate?, range: VideoRange) {
            self.codec = codec
            self.resolution = resolution
            self.frameRate = frameRate
            self.range = range
        }
    }

    /// The sound of a rendition.
    package struct Audio: Sendable, Hashable {
        package var codec: String
        package var channelCount: Int
        /// CHANNELS where it says more than the number, such as `16/JOC`.
        package var spatialChannels: String?
        /// A BCP 47 language tag; nil when unknown.
        package var language: String?
        /// A name for people; nil when unknown.
        package var name: String?

        /// The group it was put in by name.
        package var group: String?
        /// Whether it plays when nothing was chosen; nil where nobody said.
        package var isDefault: Bool?
        /// Whether it may be chosen by the user's language; nil where nobody said.
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
        /// nil for files of WebVTT, which no codec has to be there for.
        package var codec: String?
        /// A BCP 47 language tag; nil when unknown.
        package var language: String?
        /// A name for people; nil when unknown.
        package var name: String?
        /// How it is offered beside others.
        package var attributes = TrackAttributes()

        package init(codec: String?, language: String? = nil, name: String? = nil) {
            self.codec = codec
            self.language = language
            self.name = name
        }
    }

    /// An I-frame playlist and what it needs.
    package struct IFrames: Sendable, Hashable {
        package var uri: String
        package var bandwidth: Bandwidth

        package init(uri: String, bandwidth: Bandwidth) {
            self.uri = uri
            self.bandwidth = bandwidth
        }
    }

    /// The name that it is known by; nil where it has none.
    package var id: String?
    /// Its media playlist, relative to the multivariant playlist.
    package var uri: String
    package var bandwidth: Bandwidth
    /// nil for sound alone.
    package var video: Video?
    /// One for each audio track; several only when they are packaged together.
    package var audio: [Audio]
    /// nil where it is no rendition of subtitles.
    package var text: Text?
    package var iFrames: IFrames?
    /// Codecs of segments before a change of format.
    package var formerCodecs: [String] = []
    /// Whether it is offered by its I-frame playlist alone.
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
