import ISOMedia
import Media

/// Files of boxes: movies, initialization segments, fragments.
enum BoxInput {
    /// The maximum number of samples walked per track; the format permits far more.
    private static let maximumSamples = 1 << 16

    /// Lists the boxes, reads the movie, and walks the samples of each track.
    static func read(_ input: [UInt8]) {
        let bytes = ByteSlice(copying: input)
        let dump = BoxDump().text(of: bytes)
        require(dump.utf8.count < 64 << 20, "the box listing is limited")
        guard let movie = try? MovieFile(reading: bytes) else { return }
        for item in movie.metadata + movie.tracks.flatMap(\.metadata) { _ = item.key }
        for track in movie.tracks { walk(track, of: movie) }
        // Walks all samples, because small files can describe many.
        if movie.tracks.allSatisfy({ $0.sampleCount < maximumSamples }) { _ = movie.truncation?.description }
    }

    private static func walk(_ track: MovieTrack, of movie: MovieFile) {
        _ = (
            track.edits, track.presentationShift, track.duration, track.language, track.chapterTracks, track.references
        )
        var cursor = movie.cursor(for: track)
        var count = 0
        let rule = track.format.flatMap { SyncRule($0) }
        while let sample = cursor.next(), count < maximumSamples {
            let content = movie.bytes(of: sample)
            require(content.count == sample.size, "the content of a sample has its declared size")
            if count == 0, let format = track.format { FormatUse.use(format, content) }
            if count < 16 { _ = rule?.flags(sample.flags, of: content) }
            count += 1
        }
        _ = cursor.damage?.description
    }
}
