import Media
import Packaging
import PackagingStages
import StageKit
import SystemFiles

// Planning of recordings in progress: the samples that were appended continue the plan.
extension PresentationPlanner {
    /// The maximum size of the description of a sample in the header of a segment, in bytes.
    private static let sampleHeaderSize = 16

    /// Packages samples. Each segment is built once and compared, so that the context of no segment matters.
    mutating func receiveRecorded(_ messages: [Message<Sample>]) throws {
        var effects = Effects<Segment>(clock: clock)
        try segmenter.receive(all: messages, &effects)
        try receiveRecorded(effects)
    }

    private mutating func receiveRecorded(_ effects: Effects<Segment>) throws {
        record(effects.requestsAndReports)
        for case .payload(let segment) in effects.messages { try receive(segment) }
        for index in renditions.indices {
            renditions[index].locateAdded(in: media)
            renditions[index].markIrregular()
        }
        compare(segments: effects.messages)
    }

    /// Throws if the segments so far exceed the limits of a presentation.
    func validateLimits() throws(StageError) {
        if segmentCount > limits.segments { throw exceeded("\(limits.segments) segments; set a longer interval") }
        if storedBytes > limits.storedBytes {
            throw exceeded("\(limits.storedBytes >> 20) MiB of playlists and subtitles")
        }
        try validateMedia(adding: 0)
    }

    /// The approximate size of the media in a segment, in bytes.
    static func mediaBytes(of segmentSize: Int, _ report: SegmentReport) -> Int {
        max(0, segmentSize - report.tracks.reduce(0) { $0 + $1.sampleCount } * Self.sampleHeaderSize)
    }

    /// Throws `damaged-input` if the segments contain the same bytes of the files many times.
    func validateMedia(adding count: Int) throws(StageError) {
        let size = media.files.reduce(0) { $0 + $1.count }
        guard mediaBytes + count > size * limits.repetitions + limits.repeatedBytes else { return }
        throw StageError(
            .damagedInput,
            "'\(media.name)': its tables describe more than \(limits.repetitions) times the \(size >> 10) KiB of its files; "
                + "its samples overlap")
    }

    /// The presentation of the segments so far.
    mutating func publish(_ prefix: String, revision: String) throws -> MoviePresentation {
        var resources = Effects<Resource>(clock: clock)
        playlists.publish(&resources)
        for case .payload(let resource) in resources.messages { try store(resource, nil) }
        return presentation(prefix, isOutlined: false, revision: revision, ended: false)
    }

    /// The presentation with the segment in progress, which ends it.
    mutating func end(_ prefix: String, revision: String) throws -> MoviePresentation {
        var segments = Effects<Segment>(clock: clock)
        try segmenter.receive(all: media.ending, &segments)
        try segmenter.finish(&segments)
        try receiveRecorded(segments)
        try finish(Effects<Segment>(clock: clock))
        return presentation(prefix, isOutlined: false, revision: revision)
    }
}
