package import ISOMedia
package import MPEGTransport
package import Media

/// The description of a track, independent of the container.
package struct TrackFacts: Sendable {
    /// The track_ID or PID.
    package var id: UInt32
    /// The timescale in ticks per second.
    package var timescale: Int32
    package var mediaType: MediaType?
    /// The format; nil if it cannot be parsed.
    package var format: MediaFormat?
    /// The codec name (RFC 6381); nil if the format is unknown.
    package var codec: String?
    /// The edit list of an MP4 track; empty for other containers.
    package var edits = MovieEdits()
    /// The shift from media time to presentation time, in ticks, that results from the edit list.
    package var presentationShift: Int64 = 0

    /// Creates a description of a track in an initialization section.
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

    /// Creates a description of an elementary stream.
    package init(_ stream: StreamMeasurement) {
        (id, timescale) = (stream.id, Timestamp.timescale)
        (mediaType, format, codec) = (stream.coding.mediaType, stream.format, stream.codec)
    }

    /// The video format; nil for other tracks.
    package var video: CodedVideoFormat? { if case .codedVideo(let format) = format { format } else { nil } }
    /// The audio format; nil for other tracks.
    package var audio: CodedAudioFormat? { if case .codedAudio(let format) = format { format } else { nil } }
}
