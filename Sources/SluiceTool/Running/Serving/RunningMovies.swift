import HTTPStages
import OnDemand
import Operations

/// A server of movies with the folders that it serves.
struct RunningMovies: Sendable {
    let server: MovieServer
    /// The URL that the paths of movies are below.
    let url: String
    let folders: [ServedFolder]

    /// The folders in their current state.
    var sources: [ServiceStatus.MovieSource] {
        folders.map { ServiceStatus.MovieSource(path: $0.title, isAvailable: $0.isAvailable) }
    }
}
