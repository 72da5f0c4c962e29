import Media
import StageKit
import SystemFiles

/// The results and the pending jobs of a library.
struct LibraryState {
    struct Job {
        let key: LibraryKey
        let make: (@Sendable (MovieLibrary) -> ByteRope?)?
        /// Whether the samples of an open movie are examined.
        var isExamination = false
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

        /// What the movie was before all its samples were examined, if that made a difference: players may still use it.
        var former: (presentation: MoviePresentation, version: MovieVersion)?

        /// Whether an open file is as it was when it was opened.
        var isCurrentOrFailed: Bool {
            if case .open(let presentation, _) = outcome { return isCurrent(presentation) }
            return true
        }

        /// Returns the presentation of a version.
        func presentation(of version: MovieVersion) -> MoviePresentation? {
            if case .open(let presentation, version) = outcome { return presentation }
            return former.flatMap { $0.version == version ? $0.presentation : nil }
        }

        var isOpen: Bool {
            if case .open = outcome { return true }
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

        /// Whether the mapped files are as they were when they were opened.
        func isCurrent(_ presentation: MoviePresentation) -> Bool {
            presentation.isComplete
                && presentation.backingFiles.map { MovieFolder.state(ofDescriptor: $0.descriptor) }
                    == mappedState?.files
        }

        var memorySize: Int {
            guard case .open(let presentation, _) = outcome else { return 512 }
            return presentation.memorySize + 4096 + (former?.presentation.memorySize ?? 0)
        }
    }

    struct Built {
        /// nil if the bytes could not be built.
        let data: ByteRope?
        var used: MonotonicTime

        var memorySize: Int {
            data.map { rope in
                rope.slices.reduce(256) { $0 + 48 + ($1.storage.file == nil ? $1.count : 0) }
            } ?? 256
        }
    }

    var movies: [PresentationRequest: Movie] = [:]
    private(set) var contents: [LibraryKey: Built] = [:]
    private var contentSize = 0
    var pending: Set<LibraryKey> = []
    var jobs: [Job] = []
    /// The movies whose samples are to be examined when there are no other jobs.
    private(set) var examinations: [PresentationRequest] = []
    /// Those of them that are being examined.
    var examined: Set<PresentationRequest> = []

    mutating func addExamination(of movie: PresentationRequest) {
        if !examinations.contains(movie) { examinations.append(movie) }
    }

    mutating func endExamination(of movie: PresentationRequest) {
        examinations.removeAll { $0 == movie }
        examined.remove(movie)
    }
    var activeJobs = 0

    /// The reports of listed movies, with the state of the files.
    private(set) var reports: [String: (state: SourceState, report: StreamabilityReport)] = [:]
    /// The maximum number of reports.
    private static let reportLimit = 2000

    /// Stores a report. Removes any other one at the limit.
    mutating func add(_ report: StreamabilityReport, _ state: SourceState, of name: String) {
        if reports.count >= Self.reportLimit, reports[name] == nil { reports.remove(at: reports.startIndex) }
        reports[name] = (state, report)
    }

    /// The number of remembered paths without a movie, as a multiple of that of open movies.
    private static let failureFactor = 4

    /// Returns a content and marks it as used.
    mutating func content(_ key: LibraryKey, at now: MonotonicTime) -> Built? {
        guard let position = contents.index(forKey: key) else { return nil }
        contents.values[position].used = now
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

    /// Adds a content. If they exceed `memory`, removes those that have not been used for the longest time, except the
    /// new one.
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
