package import Media
package import StageKit
import SystemFiles

/// The renditions of a movie that are encoded when they are requested, and the tracks that are passed through.
package struct EncodedMovie: Sendable {
    /// The place of a segment before it is encoded.
    package struct Segment: Sendable, Hashable {
        /// The earliest presentation time, as in the segment.
        package var start: MediaTime
        package var duration: MediaTime
        /// The portion of the rendition's job that the segment is encoded with.
        package var portion: Int

        package init(start: MediaTime, duration: MediaTime, portion: Int) {
            (self.start, self.duration, self.portion) = (start, duration, portion)
        }
    }

    /// A rendition with the initialization segment of all its segments.
    package struct EncodedRendition: Sendable {
        package var rendition: Rendition
        package var initialization: ByteRope
        package var segments: [Segment]
        /// The maximum bit rate of a segment, in bits per second.
        package var bitRate: Int
        /// Identifies the job for the encoder.
        package var job: String

        package init(
            _ rendition: Rendition, _ initialization: ByteRope, _ segments: [Segment], bitRate: Int, job: String
        ) {
            (self.rendition, self.initialization, self.segments) = (rendition, initialization, segments)
            (self.bitRate, self.job) = (bitRate, job)
        }
    }

    package var renditions: [EncodedRendition]
    /// The tracks that are passed through; nil for none.
    package var passedTracks: TrackSelection?
    /// The movie file, if no track is passed through.
    var source: MappedFile?

    package init(_ renditions: [EncodedRendition], passing tracks: TrackSelection?) {
        (self.renditions, passedTracks) = (renditions, tracks)
    }

    /// Returns the segment of a rendition, and the next one.
    func segment(_ rendition: Int, _ index: Int) -> EncodedSegment {
        let encoded = renditions[rendition]
        return EncodedSegment(
            job: encoded.job, rendition: encoded.rendition.id, index: index, planned: encoded.segments[index],
            initialization: encoded.initialization)
    }

    /// Returns the first segment of the next portion; nil at the end.
    func successor(of segment: EncodedSegment) -> EncodedSegment? {
        guard
            let rendition = renditions.firstIndex(where: {
                $0.job == segment.job && $0.rendition.id == segment.rendition
            })
        else { return nil }
        let segments = renditions[rendition].segments
        let next = segments.indices.first { $0 > segment.index && segments[$0].portion != segment.planned.portion }
        return next.map { self.segment(rendition, $0) }
    }

    var memorySize: Int {
        renditions.reduce(0) { $0 + $1.segments.count * MemoryLayout<Segment>.stride + $1.initialization.count + 512 }
    }
}
