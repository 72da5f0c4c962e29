import HTTPStages
import Operations
import StageKit
import Synchronization
import SystemTime

/// Runs the server of movies beside the pipelines of a service: starts it again until it runs, and observes its folders.
///
/// Movies that cannot be served never end the pipelines.
final class MovieSupervision: Sendable {
    private struct State {
        var running: RunningMovies?
        var problem: String?
        /// The folders that were not available at the last look.
        var absent: Set<String> = []
        var hasLooked = false
    }

    /// The interval of attempts to start the server, and of looks at the folders.
    private static let interval = Duration.seconds(2)

    private let movies: MovieServing
    private let log: Log
    private let state = Mutex(State())

    init(_ movies: MovieServing, log: Log) { (self.movies, self.log) = (movies, log) }

    /// The current state for the status of the service.
    var status: ServiceStatus.Movies {
        let state = state.withLock { $0 }
        let declared = movies.paths.map { ServiceStatus.MovieSource(path: $0, isAvailable: false) }
        return ServiceStatus.Movies(
            url: state.running?.url, problem: state.problem, folders: state.running?.sources ?? declared)
    }

    /// The figures of the movies and of the responses; empty while the server does not run.
    var readings: [FigureReading] { state.withLock { $0.running }?.server.readings ?? [] }

    /// Starts the server. Throws if it cannot be started at present.
    func start() throws(StageError) {
        let running = try movies.start(log)
        state.withLock { ($0.running, $0.problem) = (running, nil) }
        look()
    }

    /// Starts the server, or logs why it cannot be started; ``run(onChange:)`` then starts it again.
    func startOrRetry() {
        do throws(StageError) {
            try start()
        } catch {
            let isNew = state.withLock { state in
                defer { state.problem = error.message }
                return state.problem != error.message
            }
            guard isNew else { return }
            log.record(
                .serviceProblem, "movies are not served: \(error.message); starting the server again every 2 s",
                level: .error)
        }
    }

    /// Supervises the server until the task is cancelled. `onChange` is called when the state of a folder has changed.
    func run(onChange: @Sendable () async -> Void) async {
        let clock = SystemClock()
        while (try? await clock.sleep(for: Self.interval, tolerance: Self.interval / 4)) != nil {
            if state.withLock({ $0.running == nil }) {
                startOrRetry()
            } else if look() {
                await onChange()
            }
        }
    }

    /// Logs folders that have become available or unavailable. Returns whether there are any.
    @discardableResult
    private func look() -> Bool {
        guard let running = state.withLock({ $0.running }) else { return false }
        let sources = running.sources
        let absent = Set(sources.filter { !$0.isAvailable }.map(\.path))
        let before = state.withLock { state in
            defer { (state.absent, state.hasLooked) = (absent, true) }
            return state.hasLooked ? state.absent : []
        }
        for path in absent.subtracting(before).sorted() {
            log.record(
                .serviceProblem,
                "cannot read folder of movies '\(path)'; its movies are served as soon as it can be read",
                level: .error)
        }
        let returned = before.subtracting(absent).sorted()
        for path in returned { log.record(.notice, "folder of movies '\(path)' can be read") }
        return absent != before
    }

    /// Stops the server after responses in progress are sent.
    func stop() async { await state.withLock { $0.running }?.server.stop() }
}
