package import Media

/// The streams that GStreamer finds in a file, with measurements.
package struct ContainerContents: Sendable {
    /// One packet of a stream after its parser.
    package struct Packet: Sendable, Hashable {
        package var decode: MediaInstant?
        package var presentation: MediaInstant?
        package var duration: Duration?
        package var size: Int
        package var isSync: Bool
        /// The units of the bitstream, by name.
        package var units: [String] = []
    }

    /// One stream, with times as in the container.
    package struct Stream: Sendable {
        /// The container's track number, such as `track 2`.
        package var name: String
        /// The display name of the codec.
        package var codecName: String
        /// The container's codec identifier, such as `A_OPUS`; nil if it has none or it is unknown.
        package var containerCodec: String?
        /// The MIME type that GStreamer assigns to the stream.
        package var mimeType: String
        /// The format, as it would be packaged; nil for unsupported codecs.
        package var format: MediaFormat?
        /// The reason why a supported codec has no format.
        package var problem: String?
        package var size: PixelSize?
        /// The size in square pixels, turned as it is presented; nil if it is unknown.
        package var displaySize: PixelSize?
        package var sampleRate: Int?
        package var channelCount: Int?
        package var language: String?
        package var title: String?
        package var sampleCount = 0
        package var syncCount = 0
        package var byteCount = 0
        /// The number of samples without a presentation time.
        package var untimedCount = 0
        package var presentationStart: MediaInstant?
        package var presentationEnd: MediaInstant?
        /// The number of PCM samples at the start that are decoded and dropped.
        package var priming = 0
        package var packets: [Packet] = []

        /// The type by the MIME type; nil for other data.
        package var mediaType: MediaType? {
            switch mimeType.prefix(while: { $0 != "/" }) {
            case "video", "image": .video
            case "audio": .audio
            case "text": .text
            default: nil
            }
        }

        /// The RFC 6381 codec string; nil if the format is unknown.
        package var codec: String? {
            switch format {
            case .codedVideo(let video): video.configuration.codecString
            case .codedAudio(let audio): audio.configuration.codecString
            default: nil
            }
        }
    }

    package var streams: [Stream] = []
    package var chapters = ChapterList()
    /// The duration that the container declares.
    package var duration: Duration?
    /// Warnings about lost and skipped data.
    package var problems: [String] = []
    /// The error that ended reading.
    package var failure: String?
}
