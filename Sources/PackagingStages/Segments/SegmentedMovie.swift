import ISOMedia
package import Media
package import StageKit

/// Reads consecutive segments of fragmented MP4 with one initialization section.
///
/// Edit lists of the section apply to all segments: they move the times, and exclude samples before the presentation.
package struct SegmentedMovie: SegmentDemultiplexer {
    /// The section; nil for segments that contain their movie box.
    private let initialization: ByteSlice?
    private let header: MovieFile
    private let context: StageContext
    private var options = ReadMovie.Options()
    private var movie: MovieFile
    private var selected: [SelectedMovieTrack] = []
    private var merge: MovieMerge
    /// Whether the current segment has been examined at its end.
    private var isExamined = false

    package let sources: [SourceTrack]
    package let wrap: MediaTime? = nil
    package let hasAllTracks = true

    /// Whether a segment without an initialization section contains its movie box.
    static func recognizes(_ bytes: ByteSlice) -> Bool {
        guard bytes.count >= 8 else { return false }
        return ["ftyp", "styp", "moov", "moof"].contains(String(decoding: bytes.slice(4..<8).bytes, as: UTF8.self))
    }

    package init(_ segment: SegmentContent, language: String?, _ context: StageContext) throws(StageError) {
        (initialization, self.context) = (segment.initialization, context)
        options.path = segment.name
        do throws(MovieFileError) {
            header = try MovieFile(reading: segment.initialization ?? segment.bytes)
        } catch {
            let part = segment.initialization == nil ? "" : "the initialization section of "
            throw StageError(error.stageCode, "\(part)'\(segment.name)': \(error)")
        }
        movie = segment.initialization == nil ? header : header.segment(segment.bytes, at: segment.offset)
        merge = MovieMerge(movie: movie, tracks: [])
        sources = MovieTrackSelection.sourceTracks(movie).map { source in
            var source = source
            source.language = source.language ?? language
            return source
        }
    }

    package mutating func select(_ choice: TrackChoice, _ identities: inout TrackIdentities) throws(StageError) {
        selected = try MovieTrackSelection(sources, choice, options, movie, context, examinesSamples: false).tracks
        for index in selected.indices {
            selected[index].track.id = identities.identity(of: selected[index].track)
            if movie.isFragmented { selected[index].removeEnd() }
        }
        merge = MovieMerge(movie: movie, tracks: selected)
        merge.isOpen = true
    }

    package var tracks: [Track] { selected.map(\.track) }

    package var start: MediaTime? { merge.start }

    package mutating func setOrigin(_ origin: MediaTime) {
        for index in selected.indices { selected[index].shift(by: .zero - origin) }
        merge = MovieMerge(movie: movie, tracks: selected)
        merge.isOpen = true
    }

    package func accepts(_ segment: SegmentContent) -> Bool {
        segment.initialization != nil && segment.initialization == initialization
    }

    package mutating func add(_ segment: SegmentContent) {
        options.path = segment.name
        movie = header.segment(segment.bytes, at: segment.offset)
        merge.continue(with: movie)
        isExamined = false
    }

    package mutating func read() throws(StageError) -> [Message<Sample>] {
        let batch = try merge.nextBatch(from: options.path)
        guard batch.isEmpty, !isExamined else { return batch }
        isExamined = true
        if let truncation = movie.truncation { throw StageError(.truncatedInput, "'\(options.path)': \(truncation)") }
        return []
    }

    package mutating func finish() -> [Message<Sample>] { merge.finish() }

    package func report(to context: StageContext) -> DamageReport? {
        merge.report(of: options.path, context)
        return nil
    }
}
