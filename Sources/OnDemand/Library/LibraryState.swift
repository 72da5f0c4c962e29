import Media
import StageKit
import SystemFiles

/// The results and the pending jobs of a library.
struct LibraryState {
    struct Job {
        let key: LibraryKey
        let make: (@Sendable (MovieLibrary) throws(StageError) -> ByteRope?)?
        /// The bytes to build, whose media are in remote stores.
        var remote: RemoteJob?
        /// Whether the samples of an open movie are examined.
        var isExamination = false
    }

    /// Bytes of a file whose media are in remote stores.
    struct RemoteJob: Sendable {
        let presentation: MoviePresentation
        let file: PresentedFile
        let range: Range<Int>
        let make: @Sendable (MoviePresentation) throws(StageError) -> ByteRope?
    }

    enum Outcome {
        case open(MoviePresentation, MovieVersion)
        case missing
        case failed(StageError)
    }

    struct Movie {
        let outcome: Outcome
        /// The state of the files when they were opened; nil if they are missing.
        let fileState: SourceState?
        /// The state of the files that are mapped, which can be others; nil if they are missing.
        let mappedState: SourceState?
        /// The time at which the path was last looked up.
        var checked: MonotonicTime
        var used: MonotonicTime

        /// The presentation by the tables where the samples differ from them, or before a recording ended. Players may still
        /// use it.
        var former: (presentation: MoviePresentation, version: MovieVersion)?
        /// The source of a presentation that grows; nil for others.
        var growth: (any GrowingPresentation)?
        /// The size at which a recording ended; nil before.
        var endedSize: Int?

        /// Whether the movie is not open, or its files are unchanged since they were opened.
        var isCurrentOrFailed: Bool {
            if case .open(let presentation, _) = outcome { return isCurrent(presentation) }
            return true
        }

        /// Returns the presentation of a version; nil if its files have changed.
        func presentation(of version: MovieVersion) -> MoviePresentation? {
            if case .open(let presentation, version) = outcome { return isCurrent(presentation) ? presentation : nil }
            guard let former, former.version == version else { return nil }
            // The file of a recording that has ended may have been replaced.
            let isUsable = endedSize == nil ? isCurrent(former.presentation) : former.presentation.isComplete
            return isUsable ? former.presentation : nil
        }

        var isOpen: Bool {
            if case .open = outcome { return true }
            return false
        }

        /// Whether files of an open movie are in remote stores.
        var isRemote: Bool {
            if case .open(let presentation, _) = outcome { return presentation.isRemote }
            return false
        }

        /// Whether samples have not been examined.
        var isProvisional: Bool {
            if case .open(let presentation, _) = outcome { return !presentation.isExamined }
            return false
        }

        var isMissing: Bool {
            if case .missing = outcome { return true }
            return false
        }

        /// Whether the mapped files are unchanged since they were opened.
        func isCurrent(_ presentation: MoviePresentation) -> Bool {
            if let growth { return growth.isIntact }
            // A file that has become shorter has another state.
            guard let states = mappedState?.files, states.count == presentation.backingFiles.count else { return false }
            return zip(presentation.backingFiles, states).allSatisfy { file, state in
                file.isReadable && file.isUnchanged && MovieFolder.state(of: file) == state
            }
        }

        var memorySize: Int {
            guard case .open(let presentation, _) = outcome else {
                return 512 + (former?.presentation.memorySize ?? 0)
            }
            // The state of a presentation that grows is about as large.
            return presentation.memorySize * (growth == nil ? 1 : 2) + 4096 + (former?.presentation.memorySize ?? 0)
        }
    }

    struct Built {
        /// nil if the bytes could not be built.
        let data: ByteRope?
        /// The reason why the bytes could not be fetched or encoded, and the time until which it is returned.
        var failure: (error: StageError, end: MonotonicTime)?
        var used: MonotonicTime
        /// Whether it is a file of an archive, which stays open while it is stored.
        var isOpenFile = false

        /// The weight of an open file, which bounds the number of descriptors.
        private static let fileWeight = 256 << 10

        var memorySize: Int {
            data.map { rope in
                rope.slices.reduce(isOpenFile ? Self.fileWeight : 256) {
                    $0 + 48 + ($1.storage.file == nil ? $1.count : 0)
                }
            } ?? 256
        }
    }

    var movies: [PresentationRequest: Movie] = [:]
    private(set) var contents: [LibraryKey: Built] = [:]
    private var contentSize = 0
    var pending: Set<LibraryKey> = []
    /// The segments that are being encoded, with the times of their requests.
    var encoding: [LibraryKey: (work: EncodingPool.Key, since: MonotonicTime)] = [:]
    var jobs: [Job] = []
    /// The movies whose samples are examined when there are no other jobs.
    private(set) var examinations: [PresentationRequest] = []
    /// The movies in ``examinations`` whose samples are being examined.
    var examined: Set<PresentationRequest> = []

    mutating func addExamination(of movie: PresentationRequest) {
        if !examinations.contains(movie) { examinations.append(movie) }
    }

    mutating func endExamination(of movie: PresentationRequest) {
        examinations.removeAll { $0 == movie }
        examined.remove(movie)
    }
    var activeJobs = 0
    /// The number of jobs that wait for remote stores.
    var waitingJobs = 0

    /// The reports of listed movies, with the state of the files.
    private(set) var reports: [String: (state: SourceState, report: StreamabilityReport)] = [:]
    /// The maximum number of reports.
    private static let reportLimit = 2000

    /// Stores a report. At the limit, another report is removed.
    mutating func add(_ report: StreamabilityReport, _ state: SourceState, of name: String) {
        if reports.count >= Self.reportLimit, reports[name] == nil { reports.remove(at: reports.startIndex) }
        reports[name] = (state, report)
    }

    /// The number of remembered paths without a movie, as a multiple of that of open movies.
    private static let failureFactor = 4

    /// Returns a content and marks it as used.
    mutating func content(_ key: LibraryKey, at now: MonotonicTime) -> Built? {
        guard let position = contents.index(forKey: key) else { return nil }
        if let failure = contents.values[position].failure {
            guard now < failure.end else { return nil }
        } else {
            contents.values[position].used = now
        }
        return contents.values[position]
    }

    /// Removes the movies that have not been used for the longest time, except the last one. Returns the number of open
    /// movies and the size of all.
    mutating func trimMovies(to limit: Int, memory: Int) -> (open: Int, size: Int) {
        var size = movies.values.reduce(0) { $0 + $1.memorySize }
        var open = movies.values.count { !$0.isMissing }
        while movies.count > 1, open > limit || size > memory || movies.count > limit * Self.failureFactor,
            let oldest = movies.min(by: { $0.value.used < $1.value.used })
        {
            size -= oldest.value.memorySize
            open -= oldest.value.isMissing ? 0 : 1
            movies[oldest.key] = nil
        }
        return (movies.values.count(where: \.isOpen), size)
    }

    /// Closes the movies of which files were converted, with all bytes that were built from them.
    mutating func closeConverted() {
        let converted = Set(movies.filter { $0.value.isOpen && $0.value.mappedState != $0.value.fileState }.keys)
        for movie in converted { movies[movie] = nil }
        removeContents { converted.contains($0.movie) }
    }

    private mutating func removeContents(where isRemoved: (LibraryKey) -> Bool) {
        for (key, built) in contents where isRemoved(key) {
            contentSize -= built.memorySize
            contents[key] = nil
        }
    }

    /// The size of the tables of all movies.
    var tableSize: Int { movies.values.reduce(0) { $0 + $1.memorySize } }

    /// Closes the remote movie that was not used for the longest time, with all bytes that were built from remote movies.
    /// Returns false if there is none.
    mutating func closeOldestRemote(except movie: PresentationRequest) -> Bool {
        let oldest = movies.filter { $0.key != movie && $0.value.isRemote }.min { $0.value.used < $1.value.used }
        guard let oldest else { return false }
        movies[oldest.key] = nil
        removeContents { $0.movie == oldest.key }
        return true
    }

    /// Adds a content. If all contents exceed `memory`, removes contents that have not been used for the longest time,
    /// except the new one.
    mutating func add(_ built: Built, for key: LibraryKey, memory: Int) {
        contentSize += built.memorySize - (contents.updateValue(built, forKey: key)?.memorySize ?? 0)
        guard contentSize > memory else { return }
        // Removes a quarter at once, so that the order is rarely determined.
        for (other, old) in contents.sorted(by: { $0.value.used < $1.value.used }) where other != key {
            guard contentSize > memory / 4 * 3 else { return }
            contentSize -= old.memorySize
            contents[other] = nil
        }
    }
}
