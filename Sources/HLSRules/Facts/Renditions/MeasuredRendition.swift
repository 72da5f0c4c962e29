package import HLS
import ISOMedia
import Media

/// The measurements of one media playlist.
package struct MeasuredRendition: Sendable {
    /// The measured segments in order, except gaps and segments that could not be loaded.
    package var segments: [SegmentSample]
    /// The positions of the measured segments whose times are known.
    package var timeline: [MeasuredPosition] = []
    /// The positions of the audio in segments with video, whose times are known.
    package var muxedAudio: [MuxedAudioPosition] = []
    /// The peak and average bit rates as defined by the specification; nil if a size is unknown.
    package var bandwidth: Bandwidth?
    package var contents: Set<SegmentFacts.Content> = []
    /// The distinct initialization sections, in the order of use.
    package var initializations: [InitializationFacts] = []
    /// The tracks, across all segments.
    package var tracks: [RenditionTrack] = []
    /// The first counters of segments that are encrypted with `cenc`.
    package var counters: [SampleEncryptionFacts.Counter] = []
    /// Whether all segments of the playlist were measured.
    package var isComplete = false

    package init(segments: [SegmentSample]) { self.segments = segments }

    /// The first video track.
    package var video: RenditionTrack? { tracks.first { $0.header.mediaType == .video } }
    /// The first audio track.
    package var audio: RenditionTrack? { tracks.first { $0.header.mediaType == .audio } }
    /// The distinct codecs of all tracks.
    package var codecs: [String] {
        var codecs: [String] = []
        for codec in initializations.flatMap(\.measurement.tracks).map(\.codec) + tracks.map(\.header.codec) {
            if let codec, !codecs.contains(codec) { codecs.append(codec) }
        }
        return codecs
    }
}
