package import Media
package import PackagingStages
package import StageKit
package import SystemFiles

/// The opened files of a presentation.
package struct PresentationInput: Sendable {
    /// A movie file.
    package struct Movie: Sendable {
        package var file: MappedFile
        /// The name in messages.
        package var name: String
        /// The tracks to present; nil for the tracks of the options.
        package var tracks: TrackSelection?
        /// Labels for the tracks.
        package var labels: [TrackLabel] = []
        /// The tables of a file in Matroska; nil for movies.
        var index: MatroskaIndex?

        package init(_ file: MappedFile, name: String) { (self.file, self.name) = (file, name) }

        /// Reads the tables of a file in Matroska, unless they are there. Returns whether the file can be presented in
        /// place, as movies can. Throws the errors of reading.
        mutating func addIndex(
            _ limits: PresentationLimits, clock: any MediaClock
        ) throws(StageError) -> Bool {
            guard let container = MovieCache.Container(file.content) else { return true }
            guard container == .matroska else { return false }
            guard index == nil else { return true }
            do throws(StageError) {
                index = try MatroskaIndex(
                    file, path: name, maximumSamples: limits.samples, maximumTime: limits.time, clock: clock)
                return true
            } catch {
                guard error.code == MatroskaIndex.notInPlace else { throw error }
                return false
            }
        }
    }

    /// Movies that are presented together, or a part of them.
    package struct Item: Sendable {
        package var movies: [Movie]
        /// The range of the movies; nil for their start and their end.
        package var start: MediaTime?
        package var end: MediaTime?

        package init(_ movies: [Movie]) { self.movies = movies }
    }

    /// A subtitle file.
    package struct Subtitles: Sendable {
        package var file: MappedFile
        /// The name in messages.
        package var name: String
        package var offset = SignedTime(time: .zero)
        package var label = TrackLabel()
        /// The encoding of the text; nil to recognize it.
        package var encoding: TextEncodingName?

        package init(_ file: MappedFile, name: String) { (self.file, self.name) = (file, name) }
    }

    /// The name of the presentation in messages.
    package var name: String
    /// A digest of parts of the original files; empty if it is not computed.
    var contentDigest = ""
    /// The items, which are presented one after the other.
    package var items: [Item]
    package var subtitles: [Subtitles] = []
    /// The problems of files that are left out.
    package var problems: [Problem] = []
    /// Metadata of the presentation.
    package var sessionData: [SessionDataOption] = []
    /// Thumbnails, chapters and cues.
    package var companions = Companions()
    /// The renditions that are encoded when they are requested; nil for none.
    package var encoded: EncodedMovie?

    package init(name: String, items: [Item] = []) { (self.name, self.items) = (name, items) }

    /// A presentation of movies that are presented together.
    package init(name: String, movies: [Movie]) { self.init(name: name, items: [Item(movies)]) }

    /// Reads the tables of movies in Matroska. Returns the first movie that has to be converted; nil if there is none.
    mutating func addIndices(_ limits: PresentationLimits, clock: any MediaClock) throws(StageError) -> Movie? {
        for item in items.indices {
            for position in items[item].movies.indices
            where try !items[item].movies[position].addIndex(limits, clock: clock) {
                return items[item].movies[position]
            }
        }
        return nil
    }

    /// Whether the presentation is one item, and all of it.
    var isWhole: Bool { items.isEmpty || items.count == 1 && items[0].start == nil && items[0].end == nil }

    /// Whether the presentation is a single movie, and all of it.
    var isMovie: Bool { isWhole && items.first?.movies.count == 1 && subtitles.isEmpty }

    /// Whether a file is in a remote store.
    var isRemote: Bool { files.contains { $0.partial != nil } }

    /// Computes the digest of the files of this machine: of their starts and ends, which contain tables, and of parts
    /// between them, so that media that another program overwrites is noticed where it keeps the time of change.
    mutating func identifyContent() {
        contentDigest = files.filter { $0.partial == nil }.map { file in
            let content = file.content
            return Self.identifyingRanges(file.count).map { range in
                content.slice(range).withUnsafeBytes { StableDigest($0).text }
            }.joined()
        }.joined(separator: " ")
    }

    /// Returns the ranges that identify the content of a file of `count` bytes: 16 KiB at each end, and 32 of 512 bytes.
    static func identifyingRanges(_ count: Int) -> [Range<Int>] {
        let (end, part, parts) = (16 << 10, 512, 32)
        guard count > 2 * end + parts * part else { return [0..<count] }
        let step = (count - 2 * end) / parts
        return [0..<end, count - end..<count]
            + (0..<parts).map { index in end + index * step..<end + index * step + part }
    }

    /// All files.
    var files: [MappedFile] {
        (encoded?.source.map { [$0] } ?? []) + items.flatMap(\.movies).map(\.file) + subtitles.map(\.file)
    }
}
