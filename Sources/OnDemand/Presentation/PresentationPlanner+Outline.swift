import ISOMedia
import Media
import Packaging
import PackagingStages
import StageKit
import SystemFiles

// Planning from the tables of a movie, without samples.
extension PresentationPlanner {
    /// The maximum number of cues that are read before the segments.
    private static let maximumCueCount = 20_000
    /// The number of segments between checks of the limits and of the file.
    private static let validationInterval = 64

    /// Plans the segments by the descriptions of the samples in the tables of the movie. Returns false if the segments
    /// can depend on more: the planner has to start again with the samples.
    mutating func outline() throws -> Bool {
        guard let movie = media.movie else { return false }
        let tracks = movie.announcedTracks
        try receive(tracks.map { .track($0) })
        // The initialization segments and the mappings of times depend on the first samples.
        for track in tracks where !movie.hasCues(track.id) { try receive(movie.firstSamples(2, of: track.id)) }
        guard var outline = segmenter.outline, var cues = movie.mergeOfCues(limit: Self.maximumCueCount) else {
            return false
        }
        var readers: [SampleDescriptionReader] = []
        let (examination, ids) = (examination, outline.trackIDs)
        // The segments are listed while the next ones are described. Without a limit, no request is waiting, and another
        // thread could wait for this one, whose priority may be lower.
        let isComplete = try ConcurrentConsumer<Self, DescribedSegment>.run(
            &self, isConcurrent: !examination.isUnlimited
        ) { consumer in
            for id in ids {
                guard
                    let reader = SampleDescriptionReader(
                        id, of: movie, correctsFlags: examination.isUnlimited, examines: { examination.permits }),
                    try Self.describe(id, by: reader, in: &outline, examination, emit: consumer.add)
                else { return false }
                readers.append(reader)
            }
            return true
        } consume: { planner, segment in
            try planner.receive(segment)
        }
        guard isComplete else { return false }
        // Without a limit, the samples were examined with the tracks.
        if !examination.isUnlimited, examination.isComplete { for reader in readers { reader.warn(context) } }
        while case let batch = try cues.nextBatch(from: movie.path), !batch.isEmpty { try receive(batch) }
        cues.report(of: movie.path, context)
        var segments = Effects<Segment>(clock: clock)
        try segmenter.finish(outline, &segments)
        try finish(segments)
        try validate()
        return true
    }

    /// A segment, and the place of its first sample.
    private struct DescribedSegment: Sendable {
        let outlined: OutlinedSegment
        let place: PresentedMedia.Place
    }

    /// Describes the segments of a track. Returns false if they can depend on more than the tables.
    private static func describe(
        _ id: Track.ID, by reader: SampleDescriptionReader, in outline: inout SegmentOutline,
        _ examination: SampleExamination, emit: (DescribedSegment) throws -> Void
    ) throws -> Bool {
        let isComplete = try outline.describe(id) {
            reader.read(&$0)
        } services: { captions, samples in
            guard examination.permits else { return [] }
            let services = captions.services(inData: samples.lazy.map { reader.bytes(of: $0) })
            if !services.isEmpty { examination.recordDifference() }
            return examination.isUnlimited ? services : []
        } emit: { segment in
            let place = PresentedMedia.place(reader.place(at: segment.position))
            try emit(DescribedSegment(outlined: segment, place: place))
        }
        if reader.hasWrongFlags { examination.recordDifference() }
        return isComplete && reader.isUniform
    }

    private mutating func receive(_ segment: DescribedSegment) throws {
        // Checking takes longer than a segment.
        if segment.outlined.index % Self.validationInterval == 0 { try validate() }
        guard let movie = media.movie else { return }
        try validateMedia(adding: Self.mediaBytes(of: segment.outlined.byteCount, segment.outlined.report))
        try receive(Self.standIn(for: segment.outlined, movie.file.content), at: segment.place)
    }

    /// A segment of the right size with other bytes, which are not read.
    private static func standIn(for outlined: OutlinedSegment, _ content: ByteSlice) -> Segment {
        var data = ByteRope()
        while data.count < outlined.byteCount {
            data.append(content.slice(0..<min(content.count, outlined.byteCount - data.count)))
        }
        var segment = Segment(
            rendition: outlined.rendition, kind: .separable, index: outlined.index, data: data, report: outlined.report)
        segment.composition = outlined.composition
        return segment
    }
}
