package import Media

/// The streams that GStreamer finds in a file, with what was counted of them.
package struct ContainerContents: Sendable {
    /// One packet of a stream, behind its parser; times in nanoseconds.
    package struct Packet: Sendable, Hashable {
        package var decode: Int64?
        package var presentation: Int64?
        package var duration: Int64?
        package var size: Int
        package var isSync: Bool
        /// The units of the bitstream, by name.
        package var units: [String] = []
    }

    /// One stream; times in nanoseconds as the container has them.
    package struct Stream: Sendable {
        /// The container's own number, such as `track 2`.
        package var name: String
        /// The codec's name for people.
        package var codecName: String
        /// The container's identifier of the codec, such as `A_OPUS`; nil where it has none that is known.
        package var containerCodec: String?
        /// The MIME type that GStreamer gives the stream.
        package var mimeType: String
        /// The format, as it would be packaged; nil for codecs that are not carried.
        package var format: MediaFormat?
        /// The reason for which a codec that is carried has no format.
        package var problem: String?
        package var size: PixelSize?
        package var sampleRate: Int?
        package var channelCount: Int?
        package var language: String?
        package var title: String?
        package var sampleCount = 0
        package var syncCount = 0
        package var byteCount = 0
        /// Samples without a presentation time.
        package var untimedCount = 0
        package var presentationStart: Int64?
        package var presentationEnd: Int64?
        /// Samples that are decoded and dropped at the beginning, in PCM samples.
        package var priming = 0
        package var packets: [Packet] = []

        /// The RFC 6381 name; nil where the format is not known.
        package var codec: String? {
            switch format {
            case .codedVideo(let video): video.configuration.codecString
            case .codedAudio(let audio): audio.configuration.codecString
            default: nil
            }
        }
    }

    package var streams: [Stream] = []
    /// The length that the container announces, in nanoseconds.
    package var duration: Int64?
    /// Warnings about what was lost or left out.
    package var problems: [String] = []
    /// The error that ended reading.
    package var failure: String?
}
