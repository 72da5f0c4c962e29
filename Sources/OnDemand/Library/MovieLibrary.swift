import Foundation
package import Media
package import StageKit
import Synchronization
import SystemFiles

/// The movies of folders, which are opened when they are requested.
///
/// Lookups return at once; movies are opened and segments are built on a bounded number of threads. A caller that finds
/// a result missing is notified when it is there.
package final class MovieLibrary: Sendable {
    /// The limits of a library.
    package struct Configuration: Sendable {
        package var limits = PresentationLimits()
        /// The maximum number of open movies.
        package var openMovies = 256
        /// The maximum size of the tables of open movies and of built segments without their media, in bytes.
        package var memory = 256 << 20
        /// The maximum size of the responses that are stored and sent, without their media in files, in bytes.
        package var responseMemory = 256 << 20
        /// The number of movies opened and segments built at once.
        package var workers = 4
        /// The time for which samples are examined before the first response; the others are examined later.
        package var examinationTime = Duration.milliseconds(2)
        /// The folder of converted movies; nil to reject movies in containers other than MP4 and QuickTime.
        package var cache: MovieCache?
        /// Encodes media on request; nil to reject movies with transcoding.
        package var encoder: MovieEncoder?
        /// The number of encodings at a time, and of encodings that wait for them.
        package var encodings = (places: 2, queueLength: 64)
        /// Makes the posters of the list; nil for none.
        package var posters: PosterMaker?
        /// The maximum number of jobs that wait for a thread.
        package var pendingJobs = 4096
        /// The figures of the library and its caches.
        package var figures = StageFigures()

        package init() {}
    }

    /// The result of a lookup.
    package enum Lookup<Value: Sendable>: Sendable {
        case found(Value)
        /// The result will be there after the next notification.
        case pending
        case missing
        /// The movie cannot be opened.
        case failed(StageError)
        /// Too many lookups are pending.
        case busy
    }

    /// An event for the log.
    package enum Event: Sendable {
        case opened(PresentationRequest, MoviePresentation, after: Duration)
        /// The samples of an open movie were examined: its new problems, and whether its files differ.
        case examined(PresentationRequest, [Problem], isChanged: Bool)
        case failed(PresentationRequest, StageError)
        /// A recording has ended, for this reason.
        case ended(PresentationRequest, reason: String)
        /// The poster of a movie could not be made, for a reason.
        case posterFailed(String, String)
    }

    let configuration: Configuration
    package let responseMemory: ResponseMemory
    package let figures: LibraryFigures
    let folders: [ServedFolder]
    let clock: any MediaClock
    let pool: EncodingPool
    let encodingFigures: EncodingFigures
    let state = Mutex(LibraryState())
    let queue = DispatchQueue(label: "movies", attributes: .concurrent)
    /// Lists movies and prepares posters, one after the other.
    let pageQueue = DispatchQueue(label: "pages")
    private let onResult = Mutex(ResultHandler())
    let onEvent: @Sendable (Event) -> Void

    /// The time for which a missing or unusable file is not looked up again.
    static let failureLifetime = Duration.seconds(2)

    /// Serves folders with their options.
    package init(
        _ folders: [ServedFolder], _ configuration: Configuration, clock: any MediaClock,
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        (self.configuration, self.clock, self.onEvent) = (configuration, clock, onEvent)
        responseMemory = ResponseMemory(limit: configuration.responseMemory)
        figures = LibraryFigures(configuration.figures)
        encodingFigures = EncodingFigures(in: figures.collection)
        pool = EncodingPool(
            places: configuration.encodings.places, queueLength: configuration.encodings.queueLength, clock: clock,
            figures: encodingFigures)
        // The longest path first: a folder may be served below another one.
        self.folders = folders.sorted { $0.path.utf8.count > $1.path.utf8.count }
    }

    /// Sets the function that is called when a pending result is there.
    package func notify(_ handler: @escaping @Sendable (LibraryKey) -> Void) {
        onResult.withLock { $0 = ResultHandler(call: handler) }
    }

    /// A function in a structure: a lock would wrap the bare function once more each time it is read, and each call would
    /// take longer than the one before.
    private struct ResultHandler {
        /// Called on any thread with the key of a result.
        var call: @Sendable (LibraryKey) -> Void = { _ in }
    }

    /// A movie and the version of its content.
    package struct Current: Sendable {
        package let version: MovieVersion
        package let presentation: MoviePresentation
    }

    /// Returns a presentation in its current state.
    package func current(_ movie: PresentationRequest) -> Lookup<Current> {
        lookUp(.movie(movie)) { state, now in
            guard let entry = state.movies[movie] else { return nil }
            switch entry.outcome {
            case .open(let presentation, let version):
                guard now < entry.checked + Self.failureLifetime, entry.isCurrent(presentation) else { return nil }
                state.movies[movie]?.used = now
                return .found(Current(version: version, presentation: presentation))
            case .missing: return now < entry.checked + Self.failureLifetime ? .missing : nil
            case .failed(let error): return now < entry.checked + Self.failureLifetime ? .failed(error) : nil
            }
        }
    }

    /// Returns a presentation; missing if its content is not that version.
    package func presentation(of movie: PresentationRequest, _ version: MovieVersion) -> Lookup<MoviePresentation> {
        lookUp(.movie(movie)) { state, now in
            guard let entry = state.movies[movie] else { return nil }
            if entry.growth != nil, now >= entry.checked + Self.failureLifetime { return nil }
            if let presentation = entry.presentation(of: version) {
                state.movies[movie]?.used = now
                return .found(presentation)
            }
            // Another version may result from the examination.
            if entry.isProvisional, state.examinations.contains(movie) { return .pending }
            guard now < entry.checked + Self.failureLifetime else { return nil }
            switch entry.outcome {
            case .open(let presentation, _): return entry.isCurrent(presentation) ? .missing : nil
            case .missing: return .missing
            case .failed(let error): return .failed(error)
            }
        }
    }

    /// Returns bytes of a file: computes them if they are not stored.
    package func content(
        _ key: LibraryKey, of presentation: MoviePresentation,
        _ make: @escaping @Sendable (MoviePresentation) throws(StageError) -> ByteRope?
    ) -> Lookup<ByteRope> {
        lookUp(key, { _ throws(StageError) in try make(presentation) }) { state, now in
            guard let built = state.content(key, at: now) else { return nil }
            if let failure = built.failure { return .failed(failure.error) }
            return built.data.map { .found($0) } ?? .missing
        }
    }

    /// Returns bytes of a file with media in remote stores: fetches the blocks that are absent, then computes the bytes.
    package func remoteContent(
        _ key: LibraryKey, of presentation: MoviePresentation, _ file: PresentedFile, in range: Range<Int>,
        _ make: @escaping @Sendable (MoviePresentation) throws(StageError) -> ByteRope?
    ) -> Lookup<ByteRope> {
        let job = LibraryState.RemoteJob(presentation: presentation, file: file, range: range, make: make)
        return lookUp(key, remote: job) { state, now in
            guard let built = state.content(key, at: now) else { return nil }
            if let failure = built.failure { return .failed(failure.error) }
            guard let data = built.data else { return .missing }
            return data.leased.map { .found($0) }
        }
    }

    /// Returns a file of an archive, whose version is that of its content.
    package func archivedFile(_ path: String, of archive: String, _ version: MovieVersion) -> Lookup<ByteRope> {
        let key = LibraryKey.content(
            movie: PresentationRequest(archive), version: version, path: path, form: Self.archivedForm)
        return lookUp(key, { library in library.openArchived(path, of: archive, version) }) { state, now in
            guard let built = state.content(key, at: now) else { return nil }
            guard let data = built.data else { return .missing }
            // Another file with the same name has another version.
            let isComplete = data.slices.allSatisfy { ($0.storage.file as? MappedFile)?.isComplete ?? true }
            return isComplete ? .found(data) : .missing
        }
    }

    private func openArchived(_ path: String, of archive: String, _ version: MovieVersion) -> ByteRope? {
        guard ArchivePath.contentType(path) != nil, let (served, name) = place(of: archive),
            case .folder(let folder) = served.place, folder.state(of: ArchivePlaylists.entry(name)) != nil,
            let (file, state) = folder.open("\(name)/\(path)"), MovieVersion(archived: state) == version
        else { return nil }
        return ByteRope(file.content)
    }

    /// The MIME type of a file of an archive.
    package static func contentType(ofArchived path: String) -> String {
        ArchivePath.contentType(path) ?? "application/octet-stream"
    }

    /// The form of the content of files of archives.
    package static let archivedForm = "archived"

    /// The folder of a presentation, and its name below it; nil for hidden files, and files in hidden folders.
    func place(of name: String) -> (folder: ServedFolder, name: String)? {
        let found = folders.lazy.compactMap { folder in folder.name(of: name).map { (folder, $0) } }.first
        guard let found, !found.1.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return nil }
        return found
    }
}

// Jobs.
extension MovieLibrary {
    private func lookUp<Value>(
        _ key: LibraryKey, _ make: (@Sendable (MovieLibrary) throws(StageError) -> ByteRope?)? = nil,
        remote: LibraryState.RemoteJob? = nil, _ find: (inout LibraryState, MonotonicTime) -> Lookup<Value>?
    ) -> Lookup<Value> {
        let now = clock.now
        let result: Lookup<Value> = state.withLock { state in
            if let found = find(&state, now) { return found }
            if state.pending.contains(key) { return .pending }
            guard state.jobs.count + state.waitingJobs < configuration.pendingJobs else { return .busy }
            state.pending.insert(key)
            state.jobs.append(LibraryState.Job(key: key, make: make, remote: remote))
            return .pending
        }
        if case .pending = result { startJobs() }
        return result
    }

    private func startJobs() {
        let started = state.withLock { state in
            var started: [LibraryState.Job] = []
            while state.activeJobs < configuration.workers, !state.jobs.isEmpty {
                state.activeJobs += 1
                started.append(state.jobs.removeFirst())
            }
            // Examinations leave threads for requests.
            if started.isEmpty, state.activeJobs < max(1, configuration.workers / 2),
                let movie = state.examinations.first(where: { state.examined.insert($0).inserted })
            {
                state.activeJobs += 1
                started.append(LibraryState.Job(key: .movie(movie), make: nil, isExamination: true))
            }
            return started
        }
        for job in started {
            let work: @Sendable () -> Void = { [self] in
                run(job)
                state.withLock { $0.activeJobs -= 1 }
                startJobs()
            }
            if job.isExamination { Self.runInBackground(work) } else { queue.async(execute: work) }
        }
    }

    /// Runs a function on a thread of lower priority. On a single processor the queue has one thread, on which requests
    /// would wait.
    private static func runInBackground(_ work: @escaping @Sendable () -> Void) {
        Thread.detachNewThread {
            // Linux has a priority for each thread.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            work()
        }
    }

    private func run(_ job: LibraryState.Job) {
        if job.isExamination {
            examine(job.key.movie)
            state.withLock { $0.endExamination(of: job.key.movie) }
            // Opening and examining take more memory for a moment than an open movie occupies.
            ProcessMemory.trim()
            return onResult.withLock { $0 }.call(job.key)
        }
        switch job.key {
        case .movie(let movie): if !refresh(movie) { return }
        case .content, .encoded, .page, .poster:
            if let remote = job.remote { return start(remote, job.key) }
            var built = LibraryState.Built(data: nil, used: clock.now)
            do throws(StageError) {
                built = LibraryState.Built(data: try job.make?(self), used: clock.now)
            } catch {
                built.failure = (error, clock.now + Self.failureLifetime)
            }
            if case .content(_, _, _, Self.archivedForm) = job.key { built.isOpenFile = true }
            state.withLock { $0.add(built, for: job.key, memory: configuration.memory / 4) }
        }
        end(job.key)
    }

    /// Ends a job, whose result is there.
    func end(_ key: LibraryKey) {
        state.withLock { _ = $0.pending.remove(key) }
        onResult.withLock { $0 }.call(key)
    }
}
