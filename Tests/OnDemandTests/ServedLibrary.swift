import Media
import OnDemand
import StageKit
import StageTesting
import Testing

/// A library of a folder, and the keys of its results.
struct ServedLibrary {
    let library: MovieLibrary
    let clock = VirtualClock()
    private let results: AsyncStream<LibraryKey>

    struct Busy: Error {}

    init(
        _ path: String, _ settings: PresentationSettings = PresentationSettings(),
        _ configuration: MovieLibrary.Configuration = MovieLibrary.Configuration()
    ) throws {
        library = MovieLibrary(
            [ServedFolder(try #require(MovieFolder(path)), at: "", settings)], configuration,
            clock: clock)
        let (results, continuation) = AsyncStream.makeStream(of: LibraryKey.self)
        self.results = results
        library.notify { continuation.yield($0) }
    }

    /// Waits for the next result, and looks up a movie.
    func next(_ movie: String) async throws -> MovieLibrary.Current? {
        for await _ in results { break }
        return try await current(movie)
    }

    /// Looks up a movie, and again when the pending result is there.
    func current(_ name: String, _ selection: PresentationSelection = PresentationSelection()) async throws
        -> MovieLibrary.Current?
    {
        let movie = PresentationRequest(name, selection)
        // Results of examinations may come first.
        for _ in 0..<4 {
            switch library.current(movie) {
            case .found(let current): return current
            case .pending:
                for await key in results where key == .movie(movie) { break }
            case .missing: return nil
            case .failed(let error): throw error
            case .busy: throw Busy()
            }
        }
        throw Busy()
    }
}
