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
        for id in outline.trackIDs {
            guard try describe(id, of: movie, in: &outline) else { return false }
        }
        while case let batch = try cues.nextBatch(from: movie.path), !batch.isEmpty { try receive(batch) }
        cues.report(of: movie.path, context)
        var segments = Effects<Segment>(clock: clock)
        try segmenter.finish(outline, &segments)
        try finish(segments)
        try validate()
        return true
    }

    private mutating func describe(_ id: Track.ID, of movie: SelectedMovie, in outline: inout SegmentOutline) throws
        -> Bool
    {
        let examination = examination
        guard let reader = SampleDescriptionReader(id, of: movie, examines: { examination.permits }) else {
            return false
        }
        let isComplete = try outline.describe(id) {
            reader.read(&$0)
        } services: { captions, samples in
            examination.permits ? captions.services(inData: samples.lazy.map { reader.bytes(of: $0) }) : []
        } emit: { segment in
            // Checking takes longer than a segment.
            if segment.index % Self.validationInterval == 0 { try validate() }
            try receive(
                Self.standIn(for: segment, movie.file.content),
                at: PresentedMedia.place(reader.place(at: segment.position)))
        }
        // Otherwise they were examined with the tracks.
        if !examination.isUnlimited, examination.isComplete { reader.warn(context) }
        return isComplete && reader.isUniform
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
