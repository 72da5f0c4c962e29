import Dispatch
package import Media
import ProtectionStages
package import StageKit
import Synchronization

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
        case failed(PresentationRequest, StageError)
    }

    let configuration: Configuration
    private let folders: [ServedFolder]
    private let clock: any MediaClock
    private let state = Mutex(LibraryState())
    private let queue = DispatchQueue(label: "movies", attributes: .concurrent)
    /// Called on any thread with the key of a result.
    private let onResult: Mutex<@Sendable (LibraryKey) -> Void> = Mutex { _ in }
    private let onEvent: @Sendable (Event) -> Void

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
            if case .open(let presentation, version) = entry.outcome, entry.isCurrent(presentation) {
                state.movies[movie]?.used = now
                return .found(presentation)
            }
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
        switch job.key {
        case .movie(let movie): refresh(movie)
        case .content:
            let data = job.make?(self)
            let now = clock.now
            state.withLock { state in
                state.add(
                    LibraryState.Built(data: data, used: now), for: job.key, memory: configuration.memory / 4)
            }
        }
        state.withLock { _ = $0.pending.remove(job.key) }
        onResult.withLock { $0 }(job.key)
    }

    /// Opens a movie, or a new version of it.
    private func refresh(_ movie: PresentationRequest) {
        let began = clock.now
        guard let place = folders.lazy.compactMap({ folder in folder.name(of: movie.name).map { (folder, $0) } }).first
        else { return set(movie, .missing, nil, at: began) }
        let (served, name) = place
        let known = state.withLock { $0.movies[movie] }
        var found: SourceState?
        do throws(StageError) {
            guard let source = try PresentationSource(name, in: served.folder)
            else {
                return set(movie, .missing, nil, at: began)
            }
            found = source.state(in: served.folder)
            if let known, known.fileState == found, found != nil, !known.isMissing {
                // The same content: only the time of the check is new.
                return set(movie, known.outcome, found, at: clock.now)
            }
            let (input, state) = try source.open(in: served.folder)
            var options = source.options(served.options(of: name))
            options.selection = movie.selection
            let encryption = try options.encryption.map { options throws(StageError) in try SegmentEncryption(options) }
            let version = MovieVersion(state, options, keys: encryption?.keyIdentifiers ?? [])
            let presentation = try PresentationPlanner.open(
                input, prefix: version.segment(movie.selection) + "/", options, encryption: encryption,
                configuration.limits,
                clock: clock)
            set(movie, .open(presentation, version), state, at: clock.now)
            onEvent(.opened(movie, presentation, after: clock.now - began))
        } catch {
            set(movie, .failed(error), found, at: clock.now)
            if case .failed(let former)? = known?.outcome, former.message == error.message { return }
            onEvent(.failed(movie, error))
        }
    }

    private func set(
        _ movie: PresentationRequest, _ outcome: LibraryState.Outcome, _ fileState: SourceState?, at now: MonotonicTime
    ) {
        state.withLock { state in
            state.movies[movie] = LibraryState.Movie(outcome: outcome, fileState: fileState, checked: now, used: now)
            state.trimMovies(to: configuration.openMovies, memory: configuration.memory)
        }
    }
}
