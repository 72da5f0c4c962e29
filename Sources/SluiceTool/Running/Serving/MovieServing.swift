import HTTPStages
import Media
import OnDemand
import Operations
import Packaging
import StageKit
import SystemTime

/// Serves folders of movies as HLS and DASH.
struct MovieServing {
    /// The options of movies.
    private static let options = [
        "listen", "interval", "profile", "open-movies", "tables", "opening-time", "cache", "cache-size",
    ]

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
            let given = Self.options.filter { arguments.value($0) != nil }
            guard given.isEmpty else {
                throw UsageError(
                    "--\(given.joined(separator: " and --")) require\(given.count == 1 ? "s" : "") a folder with movies "
                        + "and without YAML files")
            }
            return nil
        }
        try library.setLimits(arguments)
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

    private static func record(_ problems: [Problem], _ log: Log) {
        for problem in problems where problem.severity != .note {
            log.record(.serviceProblem, problem.message, level: .warning)
        }
    }

    /// Starts the server.
    func start(_ log: Log) throws(StageError) -> MovieServer {
        let clock = SystemClock()
        let movies = MovieLibrary(folders, library, clock: clock) { event in
            switch event {
            case .opened(let movie, let presentation, let time):
                log.record(.notice, "opened '\(movie)' in \(FigureText.decimal(time.seconds * 1000)) ms")
                Self.record(presentation.problems, log)
            case .examined(let movie, let problems, let isChanged):
                if isChanged {
                    log.record(
                        .notice,
                        "examined '\(movie)': its samples differ from its tables; players that start from "
                            + "now on get other playlists")
                }
                Self.record(problems, log)
            case .failed(let movie, let error):
                log.record(.serviceProblem, "cannot open '\(movie)': \(error.message)", level: .warning)
            }
        }
        let running = try MovieServer(server, movies, clock: clock)
        let place = "http://\(server.listen.urlAuthority(running.port))/"
        log.record(.notice, "serving movies at \(place)PATH/index.m3u8 and \(place)PATH/index.mpd")
        return running
    }
}

extension MovieLibrary.Configuration {
    /// Sets the limits that the options contain.
    fileprivate mutating func setLimits(_ arguments: Arguments) throws(UsageError) {
        if let count: Int = try arguments.option("open-movies") {
            guard (1...100_000).contains(count) else { throw UsageError("--open-movies must be from 1 to 100000") }
            openMovies = count
        }
        if let size: ByteCount = try arguments.option("tables") {
            guard size >= ByteCount(1 << 20) else { throw UsageError("--tables must be 1MiB or more") }
            memory = size.bytes
        }
        let size: ByteCount = try arguments.option("cache-size") ?? ByteCount(20 << 30)
        guard size >= ByteCount(1 << 20) else { throw UsageError("--cache-size must be 1MiB or more") }
        if let folder = arguments.value("cache") {
            do throws(StageError) {
                cache = try MovieCache(
                    folder: folder, limit: size.bytes,
                    convert: { conversion async throws(StageError) in try await MovieConversion.convert(conversion) })
            } catch {
                throw UsageError("--cache: \(error.message)")
            }
        }
        if let time: MediaTime = try arguments.option("opening-time") {
            guard time >= .milliseconds(10), time <= .seconds(3600) else {
                throw UsageError("--opening-time must be from 10ms to 1h")
            }
            limits.time = time.duration
        }
    }
}
