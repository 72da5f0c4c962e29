import Foundation
package import Media
import ProtectionStages
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
        /// The number of movies opened and segments built at once.
        package var workers = 4
        /// The time for which samples are examined before the first response; the others are examined later.
        package var examinationTime = Duration.milliseconds(4)
        /// The folder of converted movies; nil to reject movies in containers other than MP4 and QuickTime.
        package var cache: MovieCache?
        /// Encodes media on request; nil to reject movies with transcoding.
        package var encoder: MovieEncoder?
        /// The number of encodings at a time, and of those that wait for them.
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

    /// Returns a presentation as it is now.
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
        _ make: @escaping @Sendable (MoviePresentation) -> ByteRope?
    ) -> Lookup<ByteRope> {
        lookUp(key, { _ in make(presentation) }) { state, now in
            state.content(key, at: now).map { built in built.data.map { .found($0) } ?? .missing }
        }
    }

    /// Returns bytes of a file with media in remote stores: fetches the blocks that are absent, then computes the bytes.
    package func remoteContent(
        _ key: LibraryKey, of presentation: MoviePresentation, _ file: PresentedFile, in range: Range<Int>,
        _ make: @escaping @Sendable (MoviePresentation) -> ByteRope?
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

    /// The folder of a presentation, and its name below it.
    func place(of name: String) -> (folder: ServedFolder, name: String)? {
        folders.lazy.compactMap { folder in folder.name(of: name).map { (folder, $0) } }.first
    }
}

// Jobs.
extension MovieLibrary {
    private func lookUp<Value>(
        _ key: LibraryKey, _ make: (@Sendable (MovieLibrary) -> ByteRope?)? = nil,
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
            return onResult.withLock { $0 }.call(job.key)
        }
        switch job.key {
        case .movie(let movie): if !refresh(movie) { return }
        case .content, .encoded, .page, .poster:
            if let remote = job.remote { return start(remote, job.key) }
            var built = LibraryState.Built(data: job.make?(self), used: clock.now)
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

    /// Opens a presentation, or a new version of it. Returns false if the result will be there later.
    ///
    /// `conversions` is the number of conversions so far, and `encoded` the result of encoding the start of this state of
    /// the files.
    func refresh(
        _ movie: PresentationRequest, conversions: Int = 0, encoded: (movie: EncodedMovie, state: SourceState)? = nil
    ) -> Bool {
        let began = clock.now
        guard let (served, name) = place(of: movie.name) else {
            set(movie, .missing, nil, at: began)
            return true
        }
        let known = state.withLock { $0.movies[movie] }
        switch served.place {
        case .folder(let folder):
            let result = open(movie, name, in: folder, served, known, conversions, encoded, since: began)
            return apply(result, to: movie, since: began)
        case .remote(let movies):
            startRemote(movie, name, in: movies, served, known, since: began)
            return false
        }
    }

    /// The result of opening a presentation.
    enum Opening: Sendable {
        case missing
        /// Nothing has changed since the presentation was opened.
        case unchanged
        /// The presentation of a source that grows is stored.
        case stored
        case open(MoviePresentation, MovieVersion, SourceState, mapped: SourceState)
        /// A conversion, or the encoding of the start, has to end first.
        case converting
        case failed(StageError, SourceState?)
    }

    /// Opens a presentation from files that are present.
    func open(
        _ movie: PresentationRequest, _ name: String, in storage: any MovieStorage, _ served: ServedFolder,
        _ known: LibraryState.Movie?, _ conversions: Int = 0,
        _ encoded: (movie: EncodedMovie, state: SourceState)? = nil, since began: MonotonicTime
    ) -> Opening {
        var found: SourceState?
        do throws(StageError) {
            if let known, case .folder(let folder) = served.place, try update(known, of: movie, in: folder) {
                return .stored
            }
            guard let source = try PresentationSource(name, in: storage) else {
                guard case .folder(let folder) = served.place else { return .missing }
                return try openWindow(of: movie, name, in: folder, served, since: began) ? .stored : .missing
            }
            guard !movie.selection.isDated else {
                throw StageError(
                    "invalid-selection",
                    "'\(name)' is no archive; 'start' and 'end' select a part of a movie, in seconds from its start")
            }
            found = source.state(in: storage)
            if let known, found != nil, known.fileState == found, !known.isMissing, known.isCurrentOrFailed {
                return .unchanged
            }
            var (input, fileState) = try source.open(in: storage)
            var mapped = fileState
            var options = source.options(served.options(of: name))
            options.selection = movie.selection
            // A single file of this machine may be in progress, or may have been interrupted.
            var recorded = input.isMovie && !input.isRemote ? fileState.files.first : nil
            if let recorded, try openRecording(movie, input, options, recorded, since: began) { return .stored }
            guard try addEncoded(&input, fileState, movie, options, encoded) else { return .converting }
            guard try replaceByConverted(&input, &mapped, movie, conversions, encoded) else { return .converting }
            if mapped != fileState { recorded = nil }
            do throws(StageError) {
                let (presentation, version) = try open(movie, input, options, fileState)
                return .open(presentation, version, fileState, mapped: mapped)
            } catch {
                guard let recorded, [.truncatedInput, .damagedInput].contains(error.code),
                    let recording = try? Recording(
                        input, recorded, movie, options, configuration.limits, clock: clock, interruption: error)
                else { throw error }
                return .open(recording.presentation, recording.version, fileState, mapped: mapped)
            }
        } catch {
            return .failed(error, found)
        }
    }

    /// Stores the result of opening a presentation. Returns false if a conversion or an encoding has to end first.
    func apply(_ result: Opening, to movie: PresentationRequest, since began: MonotonicTime) -> Bool {
        switch result {
        case .missing: set(movie, .missing, nil, at: began)
        case .unchanged:
            // The same content: only the time of the check is new.
            state.withLock { state in
                state.movies[movie]?.checked = clock.now
                state.movies[movie]?.used = clock.now
            }
        case .stored: break
        case .open(let presentation, let version, let fileState, let mapped):
            set(movie, .open(presentation, version), fileState, mapped: mapped, at: clock.now)
            recordOpening(of: movie, presentation, since: began)
            if !presentation.isExamined, !presentation.isRemote {
                state.withLock { $0.addExamination(of: movie) }
            }
        case .converting: return false
        case .failed(let error, let found): fail(movie, error, found)
        }
        return true
    }

    /// Replaces movies in other containers by their converted files. Returns false if one is not there yet.
    private func replaceByConverted(
        _ input: inout PresentationInput, _ mapped: inout SourceState, _ movie: PresentationRequest,
        _ conversions: Int, _ encoded: (movie: EncodedMovie, state: SourceState)?
    ) throws(StageError) -> Bool {
        let fileState = mapped
        var position = 0
        for item in input.items.indices {
            for index in input.items[item].movies.indices {
                defer { position += 1 }
                let opened = input.items[item].movies[index]
                guard let container = MovieCache.Container(opened.file.content) else { continue }
                guard opened.file.partial == nil else {
                    throw StageError(
                        .unsupportedMedia,
                        "'\(opened.name)' is not an MP4 or QuickTime movie, and remote movies are not converted; "
                            + "convert it in the store"
                    )
                }
                guard let cache = configuration.cache, let source = opened.file.absolutePath else {
                    throw StageError(
                        .unsupportedMedia,
                        "'\(opened.name)' is not an MP4 or QuickTime movie; set a folder for converted movies (--cache)"
                    )
                }
                let path = cache.path(of: opened.file, mapped.files[position])
                if let (converted, state) = cache.open(path) {
                    input.items[item].movies[index].file = converted
                    mapped.files[position] = state
                    continue
                }
                guard conversions < input.files.count else {
                    throw StageError(.unreadableInput, "'\(opened.name)': its converted file was removed")
                }
                let conversion = MovieCache.Conversion(
                    source: source, target: path, name: opened.name, isTransport: container == .transportStream,
                    size: opened.file.count)
                try cache.convert(conversion) { [self] error in
                    if let error { fail(movie, error, fileState) }
                    if error != nil || refresh(movie, conversions: conversions + 1, encoded: encoded) {
                        end(.movie(movie))
                    }
                }
                return false
            }
        }
        return true
    }

    /// Opens a presentation of files that are not in progress.
    private func open(
        _ movie: PresentationRequest, _ input: PresentationInput, _ options: MoviePresentationOptions,
        _ fileState: SourceState
    ) throws(StageError) -> (MoviePresentation, MovieVersion) {
        let encryption = try options.encryption.map { options throws(StageError) in try RequestedEncryption(options) }
        let version = MovieVersion(fileState, options, keys: encryption?.keyIdentifiers ?? [])
        let presentation = try PresentationPlanner.open(
            input, prefix: version.segment(movie.selection) + "/", options, encryption: encryption,
            configuration.limits, clock: clock,
            // Examining the samples of a remote movie would fetch all of it.
            examinationTime: input.isRemote ? .zero : configuration.examinationTime)
        return (presentation, version)
    }

    func recordOpening(
        of movie: PresentationRequest, _ presentation: MoviePresentation, since began: MonotonicTime
    ) {
        figures.recordOpening(clock.now - began)
        onEvent(.opened(movie, presentation, after: clock.now - began))
    }

    func fail(_ movie: PresentationRequest, _ error: StageError, _ fileState: SourceState?) {
        let former = state.withLock { $0.movies[movie] }
        set(movie, .failed(error), fileState, at: clock.now)
        // Requests for what does not exist are no problems of movies.
        guard !error.isOfRequest else { return }
        figures.recordFailure(error.code)
        // The same error is reported once.
        if case .failed(let earlier)? = former?.outcome, earlier.message == error.message { return }
        onEvent(.failed(movie, error))
    }

    /// Opens a movie again, with all its samples. If they make a difference, the movie has another version from now on.
    private func examine(_ movie: PresentationRequest) {
        let known = state.withLock { $0.movies[movie] }
        guard let known, known.isProvisional, case .open(let former, let version) = known.outcome,
            known.isCurrent(former), let fileState = known.fileState
        else { return }
        do throws(StageError) {
            func open(_ version: MovieVersion) throws(StageError) -> MoviePresentation {
                try PresentationPlanner.open(
                    former.input, prefix: version.segment(movie.selection) + "/", former.options, configuration.limits,
                    clock: clock)
            }
            var (presentation, newVersion) = (try open(version), version)
            let isEqual = presentation.hasEqualFiles(former)
            if !isEqual {
                newVersion = MovieVersion(fileState, former.options, differsFromTables: true)
                presentation = try open(newVersion)
            }
            replace(known, of: movie, by: presentation, newVersion, isEqual ? nil : (former, version))
            let problems = presentation.problems.filter { !former.problems.contains($0) }
            if !isEqual || !problems.isEmpty { onEvent(.examined(movie, problems, isChanged: !isEqual)) }
        } catch {
            fail(movie, error, fileState)
        }
    }

    private func replace(
        _ known: LibraryState.Movie, of movie: PresentationRequest, by presentation: MoviePresentation,
        _ version: MovieVersion, _ former: (MoviePresentation, MovieVersion)?
    ) {
        state.withLock { state in
            // Closed or opened again meanwhile.
            guard let entry = state.movies[movie], entry.isProvisional, entry.fileState == known.fileState else {
                return
            }
            var replaced = LibraryState.Movie(
                outcome: .open(presentation, version), fileState: entry.fileState, mappedState: entry.mappedState,
                checked: entry.checked, used: entry.used)
            replaced.former = former.map { ($0.0, $0.1) }
            state.movies[movie] = replaced
            let (open, size) = state.trimMovies(to: configuration.openMovies, memory: configuration.memory)
            figures.update(open: open, tables: size)
        }
    }

    func set(
        _ movie: PresentationRequest, _ outcome: LibraryState.Outcome, _ fileState: SourceState?,
        mapped: SourceState? = nil, at now: MonotonicTime
    ) {
        state.withLock { state in
            var entry = LibraryState.Movie(
                outcome: outcome, fileState: fileState, mappedState: mapped, checked: now, used: now)
            if let known = state.movies[movie], known.endedSize != nil {
                (entry.former, entry.endedSize) = (known.former, known.endedSize)
            }
            state.movies[movie] = entry
            let (open, size) = state.trimMovies(to: configuration.openMovies, memory: configuration.memory)
            figures.update(open: open, tables: size)
        }
    }
}
