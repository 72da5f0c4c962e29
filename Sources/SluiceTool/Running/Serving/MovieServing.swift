import HTTPStages
import Media
import OnDemand
import Operations
import Packaging
import StageKit
import SystemTime

/// Serves folders of movies as HLS and DASH.
struct MovieServing {
    let paths: [String]
    private let folders: [MovieFolder]
    private var server = MovieServer.Configuration()
    private var library = MovieLibrary.Configuration()

    /// Nil without folders. Throws for invalid options and folders that cannot be read.
    init?(_ paths: [String], _ arguments: Arguments) throws(UsageError) {
        let interval: MediaTime? = try arguments.option("interval")
        let listen: ListenAddress? = try arguments.option("listen")
        let profile = arguments.value("profile")
        guard !paths.isEmpty else {
            guard interval == nil, listen == nil, profile == nil else {
                throw UsageError(
                    "--listen, --interval and --profile require a folder with movies and without YAML files")
            }
            return nil
        }
        self.paths = paths
        var folders: [MovieFolder] = []
        for path in paths {
            guard let folder = MovieFolder(path) else { throw UsageError("cannot read folder '\(path)'") }
            folders.append(folder)
        }
        self.folders = folders
        if let listen { server.listen = listen }
        if let interval {
            guard interval >= .milliseconds(100), interval <= .seconds(3600) else {
                throw UsageError("--interval must be from 100ms to 1h")
            }
            library.options.interval = interval
        }
        if let profile {
            guard let known = FileTypeProfile(rawValue: profile) else {
                throw UsageError.unknown("profile", profile, among: FileTypeProfile.allCases.map(\.rawValue))
            }
            library.options.profile = known
        }
    }

    /// Starts the server.
    func start(_ log: Log) throws(StageError) -> MovieServer {
        let clock = SystemClock()
        let movies = MovieLibrary(folders, library, clock: clock) { event in
            switch event {
            case .opened(let movie, let presentation, let time):
                log.record(.notice, "opened '\(movie)' in \(FigureText.decimal(time.seconds * 1000)) ms")
                for problem in presentation.problems where problem.severity != .note {
                    log.record(.serviceProblem, problem.message, level: .warning)
                }
            case .failed(_, let error): log.record(.serviceProblem, error.message, level: .warning)
            }
        }
        let running = try MovieServer(server, movies, clock: clock)
        let place = "http://\(server.listen.urlAuthority(running.port))/"
        log.record(.notice, "serving movies at \(place)PATH/index.m3u8 and \(place)PATH/index.mpd")
        return running
    }
}
