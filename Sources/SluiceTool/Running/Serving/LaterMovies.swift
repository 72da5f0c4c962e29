import HTTPStages
import Media
import Operations
import StageKit
import Synchronization
import SystemTime

/// Empty folders of a service, which are served as folders of movies once they contain movies and no pipeline files.
final class LaterMovies: Sendable {
    /// The time between two looks into the folders.
    private static let interval = Duration.seconds(2)

    private let folders: [String]
    private let serving: @Sendable ([String]) throws(UsageError) -> MovieServing?
    private let running = Mutex<MovieServer?>(nil)

    /// Nil without folders. `serving` creates the server for the paths of folders.
    init?(_ folders: [String], serving: @escaping @Sendable ([String]) throws(UsageError) -> MovieServing?) {
        if folders.isEmpty { return nil }
        (self.folders, self.serving) = (folders, serving)
    }

    /// The server of the movies; nil until there are any.
    var server: MovieServer? { running.withLock { $0 } }

    /// Starts the server when a folder contains movies. Ends when the task is cancelled.
    func watch(_ log: Log) async {
        let clock = SystemClock()
        while (try? await clock.sleep(until: clock.now + Self.interval, tolerance: nil)) != nil {
            let found = folders.filter(MovieFolders.containsMovies)
            guard !found.isEmpty else { continue }
            do {
                let started = try serving(found)?.start(log)
                return running.withLock { $0 = started?.server }
            } catch {
                let reason = (error as? StageError)?.message ?? (error as? UsageError)?.message ?? "\(error)"
                log.record(.serviceProblem, "cannot serve the movies in '\(found[0])': \(reason)", level: .warning)
                return
            }
        }
    }
}
