package import ISOMedia
package import MPEGTransport
package import Media

/// What a track is, whatever container it comes in.
package struct TrackFacts: Sendable {
    /// track_ID, or the PID.
    package var id: UInt32
    /// Ticks per second of its times.
    package var timescale: Int32
    package var mediaType: MediaType?
    /// nil where it cannot be read.
    package var format: MediaFormat?
    /// The RFC 6381 name; nil where the format is not known.
    package var codec: String?
    /// The edits of a movie's track; none elsewhere.
    package var edits = MovieEdits()
    /// How much later than its media it is presented, in ticks, for the edits that delay or cut it.
    package var presentationShift: Int64 = 0

    /// A track of an initialization section.
    package init(_ header: TrackHeaderMeasurement) {
        (id, timescale) = (header.id, header.timescale)
        switch header.track.handler {
        case "vide": mediaType = .video
        case "soun": mediaType = .audio
        default: mediaType = header.track.format?.mediaType
        }
        (format, codec) = (header.track.format, header.codec)
        (edits, presentationShift) = (header.track.edits, header.track.presentationShift)
    }

    /// An elementary stream.
    package init(_ stream: StreamMeasurement) {
        (id, timescale) = (stream.id, Timestamp.timescale)
        (mediaType, format, codec) = (stream.coding.mediaType, stream.format, stream.codec)
    }

    /// The format of pictures; nil for other tracks.
    package var video: CodedVideoFormat? { if case .codedVideo(let format) = format { format } else { nil } }
    /// The format of sound; nil for other tracks.
    package var audio: CodedAudioFormat? { if case .codedAudio(let format) = format { format } else { nil } }
}
