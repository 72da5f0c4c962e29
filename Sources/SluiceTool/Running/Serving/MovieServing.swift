import Foundation
import HTTPServer
import HTTPStages
import Media
import OnDemand
import Operations
import PipelineFile
import StageKit
import SystemTime

/// Serves folders of movies as HLS and DASH.
struct MovieServing {
    /// The paths of the folders.
    var paths: [String] {
        options.folders.map { folder in folder.url.map { String($0.prefix { $0 != "?" }) } ?? folder.folder }
    }
    private let options: MovieServerOptions
    /// The folders of the command line; nil for those of a service file, which are opened when the server starts.
    private var folders: [ServedFolder]?
    /// The maximum size of the blocks of remote movies.
    private let blockSize: Int
    private let cacheFolder: String?
    private var library = MovieLibrary.Configuration()

    /// The options of the command that have the same name in a service file.
    private static let serverKeys = [
        "listen", "pages", "token-file", "signing-key-file", "page", "tls", "certificate", "key",
    ]
    /// The options of the command that are settings of all folders.
    private static let folderKeys = [
        "interval", "profile", "random-access", "tracks", "allow-missing", "text-encoding",
    ]
    /// The options of the command that are limits.
    private static let limitKeys = [
        "open-movies", "tables", "opening-time", "cache", "cache-size", "transcode", "transcodes",
    ]

    /// Nil without folders. Throws for invalid options, and for folders of the command line that cannot be used.
    ///
    /// `declared` are the options of a service file. Options of the command line have precedence.
    init?(
        _ paths: [String], _ arguments: Arguments, declared: MovieServerOptions?
    ) throws(UsageError) {
        let options = try Self.options(paths, arguments, declared)
        guard let options else {
            let keys = (Self.serverKeys + Self.folderKeys + Self.limitKeys).filter {
                arguments.has($0) || arguments.value($0) != nil
            }
            guard keys.isEmpty else {
                throw UsageError("--\(keys[0]) requires a folder with movies and without YAML files of pipelines")
            }
            return nil
        }
        self.options = options
        // The two parts of the cache share its size.
        let isMixed = options.areRemote && options.folders.contains { $0.url == nil }
        let size = try Self.cacheSize(arguments) / (isMixed ? 2 : 1)
        try library.setLimits(arguments, cacheSize: size)
        if options.page {
            library.posters = PosterMaker { movie in try await MoviePoster.encode(movie) }
        }
        (blockSize, cacheFolder) = (size, arguments.value("cache"))
        // Folders of a service file must not prevent the start of its pipelines.
        guard declared == nil else { return }
        do throws(StageError) {
            folders = try openFolders()
        } catch {
            throw UsageError(error.message)
        }
    }

    private func openFolders() throws(StageError) -> [ServedFolder] {
        let blocks =
            try options.areRemote
            ? BlockCache(
                folder: cacheFolder.map { "\($0)/blocks" }, temporary: FileManager.default.temporaryDirectory.path,
                limit: blockSize, figures: library.figures) : nil
        return try options.openFolders { url throws(StageError) in
            guard let blocks else { throw StageError(.invalidOptions, "there is no cache for remote movies") }
            return try RemoteFolder(url, blocks, environment: Console.environment, clock: SystemClock())
        }
    }

    /// Whether options for movies are given.
    static func hasOptions(_ arguments: Arguments) -> Bool {
        (serverKeys + folderKeys + limitKeys).contains { arguments.has($0) || arguments.value($0) != nil }
    }

    private static func cacheSize(_ arguments: Arguments) throws(UsageError) -> Int {
        let size: ByteCount = try arguments.option("cache-size") ?? ByteCount(20 << 30)
        guard size >= ByteCount(1 << 20) else { throw UsageError("--cache-size must be 1MiB or more") }
        return size.bytes
    }

    private static func options(
        _ paths: [String], _ arguments: Arguments, _ declared: MovieServerOptions?
    ) throws(UsageError) -> MovieServerOptions? {
        guard !paths.isEmpty else { return declared }
        guard declared == nil else {
            throw UsageError("folders of movies are in 'movies' of the service file; add '\(paths[0])' to it")
        }
        func entries(_ keys: [String]) -> [OptionNode.Entry] {
            keys.compactMap { key in
                if arguments.has(key), ["tls", "page"].contains(key) {
                    return OptionNode.Entry(key: key, value: OptionNode("true"))
                }
                return arguments.value(key).map { text in
                    guard key == EssentialTracks.optionName else {
                        return OptionNode.Entry(key: key, value: OptionNode(.scalar(text, isQuoted: true)))
                    }
                    let kinds = text.split(separator: ",").map { OptionNode(String($0)) }
                    return OptionNode.Entry(key: key, value: OptionNode(.list(kinds)))
                }
            }
        }
        var transcoding: [OptionNode.Entry] = []
        if let text = arguments.value("transcode") {
            guard arguments.value("cache") != nil else {
                throw UsageError("--transcode requires a folder for encoded media; set it with --cache")
            }
            transcoding.append(OptionNode.Entry(key: "transcoding", value: try parsedTranscoding(text)))
        }
        let folders = paths.map { path in
            let folder = OptionNode.Entry(
                key: ObjectLocation.isURL(path) ? "url" : "folder", value: OptionNode(.scalar(path, isQuoted: true)))
            return OptionNode(.mapping([folder] + entries(folderKeys) + transcoding))
        }
        let root = OptionNode(
            .mapping(entries(serverKeys) + [OptionNode.Entry(key: "folders", value: OptionNode(.list(folders)))]))
        var result = PipelineFileResult.rejected([])
        guard let options = PipelineFile.mapping(MovieServerOptions.self, root, &result) else {
            let problem = result.diagnostics.first
            throw UsageError(problem?.message ?? "", notes: problem?.notes ?? [])
        }
        return options
    }

    /// Parses the value of `--transcode`: heights, and the condition.
    private static func parsedTranscoding(_ text: String) throws(UsageError) -> OptionNode {
        var (heights, entries) = ([OptionNode](), [OptionNode.Entry]())
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            if TranscodingOption.Condition(rawValue: String(word)) != nil {
                entries.append(OptionNode.Entry(key: "when", value: OptionNode(String(word))))
            } else if Int(word) != nil {
                let height = OptionNode.Entry(key: "height", value: OptionNode(String(word)))
                heights.append(OptionNode(.mapping([height])))
            } else {
                throw UsageError(
                    "--transcode: '\(word)' is neither a height, such as 1080, nor unplayable or always")
            }
        }
        if !heights.isEmpty { entries.append(OptionNode.Entry(key: "video", value: OptionNode(.list(heights)))) }
        return OptionNode(.mapping(entries))
    }

    private static func record(_ problems: [Problem], _ log: Log) {
        for problem in problems where problem.severity != .note {
            log.record(.serviceProblem, problem.message, level: .warning)
        }
    }

    /// Starts the server. Throws if its address, its files or a remote folder cannot be used.
    func start(_ log: Log) throws(StageError) -> RunningMovies {
        let clock = SystemClock()
        let folders = if let opened = self.folders { opened } else { try openFolders() }
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
            case .ended(let movie, let reason):
                log.record(.notice, "recording '\(movie)' has ended: \(reason)")
            case .posterFailed(let movie, let reason):
                log.record(.serviceProblem, "'\(movie)' has no poster: \(reason)", level: .warning)
            case .failed(let movie, let error):
                log.record(.serviceProblem, "cannot open '\(movie)': \(error.message)", level: .warning)
            }
        }
        let running = try MovieServer(options, movies, clock: clock)
        running.certificate?.onProblem { problem in
            let isNote = problem.severity == .note
            log.record(isNote ? .notice : .serviceProblem, problem.message, level: isNote ? .info : .warning)
        }
        let place = "http\(options.tls ? "s" : "")://\(options.listen.urlAuthority(running.port))/"
        let signed = options.signingKey.isEmpty ? "" : " (requires URLs signed with 'sluice sign')"
        if options.page { log.record(.notice, "listing movies at \(place)") }
        log.record(.notice, "serving movies at \(place)PATH/index.m3u8 and \(place)PATH/index.mpd\(signed)")
        return RunningMovies(server: running, url: place, folders: folders)
    }
}

extension MovieLibrary.Configuration {
    /// Sets the limits that the options contain.
    fileprivate mutating func setLimits(_ arguments: Arguments, cacheSize: Int) throws(UsageError) {
        if let count: Int = try arguments.option("open-movies") {
            guard (1...100_000).contains(count) else { throw UsageError("--open-movies must be from 1 to 100000") }
            openMovies = count
        }
        if let size: ByteCount = try arguments.option("tables") {
            guard size >= ByteCount(1 << 20) else { throw UsageError("--tables must be 1MiB or more") }
            memory = size.bytes
        }
        if let folder = arguments.value("cache") {
            do throws(StageError) {
                cache = try MovieCache(
                    folder: folder, limit: cacheSize,
                    convert: { conversion async throws(StageError) in try await MovieConversion.convert(conversion) })
            } catch {
                throw UsageError("--cache: \(error.message)")
            }
            encoder = MovieTranscoding(cache: folder, limit: cacheSize).encoder
        }
        if let count: Int = try arguments.option("transcodes") {
            guard (1...64).contains(count) else { throw UsageError("--transcodes must be from 1 to 64") }
            encodings.places = count
        }
        if let time: MediaTime = try arguments.option("opening-time") {
            guard time >= .milliseconds(10), time <= .seconds(3600) else {
                throw UsageError("--opening-time must be from 10ms to 1h")
            }
            limits.time = time.duration
        }
    }
}
