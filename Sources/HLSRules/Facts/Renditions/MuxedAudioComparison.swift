import HLS
import Media

/// Compares the audio of a rendition with video with that of another rendition.
struct MuxedAudioComparison {
    /// The audio that others are compared with.
    struct Reference {
        var name: String
        /// The start of the audio of the first segment in an ended playlist.
        var start: MediaTime?
        /// The range of the times from the start of the video to the start of the audio, and the number of segments.
        var offsets: (range: ClosedRange<MediaTime>, count: Int)?
        var frame: MediaTime
        var codec: String?
        var isTransport: Bool
    }

    /// The number of segments from which the range of offsets is typical: muxers interleave audio by packets.
    private static let minimumCount = 4

    /// Returns the difference of the audio from a reference, if it is larger than one frame of each.
    static func difference(of audio: [MuxedAudioPosition], from reference: Reference) -> MediaTime? {
        guard let first = audio.first, first.isTransport == reference.isTransport, first.codec == reference.codec else {
            return nil
        }
        let tolerance = first.frame + reference.frame + .milliseconds(5)
        if first.begin == .zero, let start = reference.start {
            let difference = first.isTransport ? (first.start - start).nearZero : first.start - start
            return difference.magnitude > tolerance ? difference : nil
        }
        guard let (others, count) = reference.offsets, count >= minimumCount, let (own, size) = offsets(audio),
            size >= minimumCount
        else { return nil }
        if own.lowerBound - others.upperBound > tolerance { return own.lowerBound - others.upperBound }
        if others.lowerBound - own.upperBound > tolerance { return own.upperBound - others.lowerBound }
        return nil
    }

    /// Returns the range of offsets of all segments; nothing precedes the first one of an ended playlist.
    static func offsets(_ audio: [MuxedAudioPosition]) -> (range: ClosedRange<MediaTime>, count: Int)? {
        let offsets = audio.filter { $0.begin != .zero }.map(\.offset)
        guard let low = offsets.min(), let high = offsets.max() else { return nil }
        return (low...high, offsets.count)
    }
}

extension MeasuredPresentation {
    /// The renditions whose audio differs in time from the first audio of the presentation.
    var misplacedMuxedAudio: [(main: String, place: FindingPlace, difference: MediaTime)] {
        var references: [MuxedAudioComparison.Reference] = []
        var found: [(main: String, place: FindingPlace, difference: MediaTime)] = []
        for (rendition, measured) in measured where rendition.role == .audio {
            guard let first = measured.timeline.first else { continue }
            references.append(
                .init(
                    name: rendition.playlist.name, start: first.begin == .zero ? first.start : nil, frame: first.frame,
                    codec: first.codec, isTransport: first.isTransport))
        }
        for (rendition, measured) in measured where rendition.role != .iFrames {
            guard let first = measured.muxedAudio.first else { continue }
            for reference in references {
                guard let difference = MuxedAudioComparison.difference(of: measured.muxedAudio, from: reference) else {
                    continue
                }
                found.append((reference.name, first.place, difference))
                break
            }
            references.append(
                .init(
                    name: rendition.playlist.name, start: first.begin == .zero ? first.start : nil,
                    offsets: MuxedAudioComparison.offsets(measured.muxedAudio), frame: first.frame, codec: first.codec,
                    isTransport: first.isTransport))
        }
        return found
    }
}
