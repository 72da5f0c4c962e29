import Dispatch
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
        package var examinationTime = Duration.milliseconds(8)
        /// The folder of converted movies; nil to reject movies in containers other than MP4 and QuickTime.
        package var cache: MovieCache?
        /// Makes the posters of the list; nil for none.
        package var posters: PosterMaker?
        /// The maximum number of jobs that wait for a thread.
        package var pendingJobs = 512

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
        /// The poster of a movie could not be made, for a reason.
        case posterFailed(String, String)
    }

    let configuration: Configuration
    package let figures = LibraryFigures()
    let folders: [ServedFolder]
    let clock: any MediaClock
    let state = Mutex(LibraryState())
    /// Lists movies and prepares posters, one after the other.
    let pageQueue = DispatchQueue(label: "pages")
    private let queue = DispatchQueue(label: "movies", attributes: .concurrent)
    /// Called on any thread with the key of a result.
    private let onResult: Mutex<@Sendable (LibraryKey) -> Void> = Mutex { _ in }
    let onEvent: @Sendable (Event) -> Void

    /// The time for which a missing or unusable file is not looked up again.
    private static let failureLifetime = Duration.seconds(2)

    /// Serves folders with their options.
    package init(
        _ folders: [ServedFolder], _ configuration: Configuration, clock: any MediaClock,
        onEvent: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        (self.configuration, self.clock, self.onEvent) = (configuration, clock, onEvent)
        // The longest path first: a folder may be served below another one.
        self.folders = folders.sorted { $0.path.utf8.count > $1.path.utf8.count }
    }

    /// Sets the function that is called when a pending result is there.
    package func notify(_ handler: @escaping @Sendable (LibraryKey) -> Void) { onResult.withLock { $0 = handler } }

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
            if let presentation = entry.presentation(of: version), entry.isCurrent(presentation) {
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
}

// Jobs.
extension MovieLibrary {
    private func lookUp<Value>(
        _ key: LibraryKey, _ make: (@Sendable (MovieLibrary) -> ByteRope?)? = nil,
        _ find: (inout LibraryState, MonotonicTime) -> Lookup<Value>?
    ) -> Lookup<Value> {
        let now = clock.now
        let result: Lookup<Value> = state.withLock { state in
            if let found = find(&state, now) { return found }
            if state.pending.contains(key) { return .pending }
            guard state.jobs.count < configuration.pendingJobs else { return .busy }
            state.pending.insert(key)
            state.jobs.append(LibraryState.Job(key: key, make: make))
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
            queue.async { [self] in
                run(job)
                state.withLock { $0.activeJobs -= 1 }
                startJobs()
            }
        }
    }

    private func run(_ job: LibraryState.Job) {
        if job.isExamination {
            examine(job.key.movie)
            state.withLock { $0.endExamination(of: job.key.movie) }
            return onResult.withLock { $0 }(job.key)
        }
        switch job.key {
        case .movie(let movie): if !refresh(movie) { return }
        case .content, .page, .poster:
            let data = job.make?(self)
            let now = clock.now
            state.withLock { state in
                state.add(
                    LibraryState.Built(data: data, used: now), for: job.key, memory: configuration.memory / 4)
            }
        }
        end(job.key)
    }

    /// Ends a job, whose result is there.
    func end(_ key: LibraryKey) {
        state.withLock { _ = $0.pending.remove(key) }
        onResult.withLock { $0 }(key)
    }

    /// Opens a presentation, or a new version of it. Returns false if the result will be there after a conversion.
    ///
    /// `conversions` is the number of conversions so far.
    private func refresh(_ movie: PresentationRequest, conversions: Int = 0) -> Bool {
        let began = clock.now
        guard let place = folders.lazy.compactMap({ folder in folder.name(of: movie.name).map { (folder, $0) } }).first
        else {
            set(movie, .missing, nil, at: began)
            return true
        }
        let (served, name) = place
        let known = state.withLock { $0.movies[movie] }
        var found: SourceState?
        do throws(StageError) {
            guard let source = try PresentationSource(name, in: served.folder) else {
                set(movie, .missing, nil, at: began)
                return true
            }
            found = source.state(in: served.folder)
            if let known, found != nil, known.fileState == found, !known.isMissing, known.isCurrentOrFailed {
                // The same content: only the time of the check is new.
                state.withLock { state in
                    state.movies[movie]?.checked = clock.now
                    state.movies[movie]?.used = clock.now
                }
                return true
            }
            var (input, fileState) = try source.open(in: served.folder)
            var mapped = fileState
            guard try replaceByConverted(&input, &mapped, movie, conversions) else { return false }
            var options = source.options(served.options(of: name))
            options.selection = movie.selection
            try open(movie, input, options, fileState, mapped: mapped, since: began)
        } catch {
            fail(movie, error, found)
        }
        return true
    }

    /// Replaces movies in other containers by their converted files. Returns false if one is not there yet.
    private func replaceByConverted(
        _ input: inout PresentationInput, _ mapped: inout SourceState, _ movie: PresentationRequest, _ conversions: Int
    ) throws(StageError) -> Bool {
        let fileState = mapped
        var position = 0
        for item in input.items.indices {
            for index in input.items[item].movies.indices {
                defer { position += 1 }
                let opened = input.items[item].movies[index]
                guard let container = MovieCache.Container(opened.file.content) else { continue }
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
                    if error != nil || refresh(movie, conversions: conversions + 1) { end(.movie(movie)) }
                }
                return false
            }
        }
        return true
    }

    private func open(
        _ movie: PresentationRequest, _ input: PresentationInput, _ options: MoviePresentationOptions,
        _ fileState: SourceState, mapped: SourceState, since began: MonotonicTime
    ) throws(StageError) {
        let encryption = try options.encryption.map { options throws(StageError) in try RequestedEncryption(options) }
        let version = MovieVersion(fileState, options, keys: encryption?.keyIdentifiers ?? [])
        let presentation = try PresentationPlanner.open(
            input, prefix: version.segment(movie.selection) + "/", options, encryption: encryption,
            configuration.limits, clock: clock, examinationTime: configuration.examinationTime)
        set(movie, .open(presentation, version), fileState, mapped: mapped, at: clock.now)
        figures.recordOpening(clock.now - began)
        onEvent(.opened(movie, presentation, after: clock.now - began))
        if !presentation.isExamined { state.withLock { $0.addExamination(of: movie) } }
    }

    private func fail(_ movie: PresentationRequest, _ error: StageError, _ fileState: SourceState?) {
        let former = state.withLock { $0.movies[movie] }
        set(movie, .failed(error), fileState, at: clock.now)
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

    private func set(
        _ movie: PresentationRequest, _ outcome: LibraryState.Outcome, _ fileState: SourceState?,
        mapped: SourceState? = nil, at now: MonotonicTime
    ) {
        state.withLock { state in
            state.movies[movie] = LibraryState.Movie(
                outcome: outcome, fileState: fileState, mappedState: mapped, checked: now, used: now)
            let (open, size) = state.trimMovies(to: configuration.openMovies, memory: configuration.memory)
            figures.update(open: open, tables: size)
        }
    }
}
