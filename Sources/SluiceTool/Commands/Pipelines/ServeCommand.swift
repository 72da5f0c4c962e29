import Glibc
import HTTPStages
import Operations
import StageKit

/// Runs many pipelines as one service.
enum ServeCommand: Command {
    static let name = "serve"
    static let abstract = "Run the pipelines of folders and files as one service, or serve folders of movies."
    static let usage = "FOLDER|FILE|URL…"
    static let words = 1...Int.max
    static let acceptsGStreamerOptions = true
    static var options: [CommandOption] {
        [
            CommandOption(
                "start", nil, .value("MODE"),
                "Time of the start where no service file sets it: boot, on-demand or manual; boot by default")
        ] + movieOptions + [
            CommandOption(
                "pages", nil, .value("ORIGIN"), "Web origin whose pages may read responses for movies; default: *"),
            CommandOption(
                "token-file", nil, .value("FILE"), "File with the bearer token that requests for movies need"),
            CommandOption(
                "signing-key-file", nil, .value("FILE"),
                "File with the key of signed URLs that requests for movies need"),
            CommandOption(
                "page", nil, .flag,
                "Serve a page that lists and plays the movies, and names the commands that mend those that cannot be streamed "
                    + "as they are"),
            CommandOption("tls", nil, .flag, "Encrypt connections of movies"),
            CommandOption("certificate", nil, .value("FILE"), "PEM file with the certificate chain for --tls"),
            CommandOption("key", nil, .value("FILE"), "PEM file with the private key of the certificate"),
            CommandOption(
                "cache", nil, .value("FOLDER"),
                "Folder for movies in other containers than MP4 and Matroska, and in Matroska with compressed frames, which "
                    + "are converted to MP4 when they are first requested, and for blocks of remote movies; without it, the former are rejected and the "
                    + "latter kept until the end"),
            CommandOption(
                "cache-size", nil, .value("SIZE"),
                "Maximum size of that folder, in which converted and encoded media count separately; what was used least "
                    + "recently is removed; default: 20GiB"),
            CommandOption(
                "transcode", nil, .value("HEIGHTS"),
                "Encode video and audio that browsers cannot play when they are requested: heights of H.264 video, such as "
                    + "1080,720, or unplayable for the height of the movie up to 1080; with always, smaller heights are "
                    + "added to other movies; requires --cache",
                words: ["unplayable", "always"]),
            CommandOption(
                "transcodes", nil, .value("COUNT"), "Maximum number of encodings for --transcode at a time; default: 2"),
            CommandOption(
                "open-movies", nil, .value("COUNT"),
                "Maximum number of open movies; the least recently used one is closed for another; default: 256"),
            CommandOption(
                "tables", nil, .value("SIZE"), "Maximum size of the tables of open movies in memory; default: 256MiB"),
            CommandOption(
                "opening-time", nil, .value("TIME"),
                "Maximum time for opening a movie; movies that need more are rejected; default: 60s"),
            CommandOption(
                "jobs", nil, .list("FOLDER"),
                "Output folder of a job, or folder with such folders, whose jobs the console displays; repeatable"),
            .plugin,
        ] + RunSettings.logOptions(verbose: "Log each segment") + RunSettings.adminOptions
    }
    /// The options of the presentations of movies.
    private static let movieOptions: [CommandOption] = [
        CommandOption(
            "listen", "l", .value("ADDRESS"), "IP address and port for movies; default: 127.0.0.1:8080"),
        CommandOption("interval", "i", .value("TIME"), "Segment duration of movies; default: 6s"),
        CommandOption(
            "profile", "p", .value("PROFILE"), "Profile of movies: apple-hls or cmaf; default: apple-hls",
            words: ["apple-hls", "cmaf"]),
        CommandOption(
            "random-access", nil, .value("KIND"),
            "Segment starts of movies, as for segment: idr, cra or recovery; default: by profile",
            words: ["idr", "cra", "recovery"]),
        CommandOption(
            "tracks", "t", .value("SELECTION"),
            "Tracks of movies, as for segment: video,audio:de, or all,angles for all cameras; default: all",
            words: ["all", "video", "audio", "text", "angles"]),
        CommandOption(
            "allow-missing", nil, .value("KINDS"),
            "video, audio: present movies without them that have none that is supported; default: reject them",
            words: EssentialTracks.allCases.map(\.rawValue)),
        CommandOption(
            "text-encoding", nil, .value("NAME"),
            "Encoding of subtitle files, such as windows-1252; default: UTF-8, or recognized with a warning"),
    ]
    static let examples = [
        "movies/", "movies/ --listen 0.0.0.0:80 --profile cmaf", "s3://bucket/films/ --cache /var/cache/films",
        "channels/", "channels/service.yaml",
        "news.yaml sport.yaml --start on-demand",
    ]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        var defaults = PipelineSettings()
        defaults.start = try arguments.option("start") ?? .boot
        for path in arguments.words where !ObjectLocation.isURL(path) && access(path, R_OK) != 0 {
            // Not a mistake of the command line: a service manager starts the service again until it is mounted.
            Console.error("sluice: error: cannot read '\(path)': \(String(cString: strerror(errno)).lowercased())\n")
            return .runFailed
        }
        let folders = MovieFolders(arguments.words, hasMovieOptions: MovieServing.hasOptions(arguments))
        var settings = try RunSettings(arguments)
        let service = ServiceFolders(folders.pipelines, defaults: defaults)
        let movies = try MovieServing(folders.movies, arguments, declared: service.movies)
        // The command line has precedence over the service file.
        let log = service.log
        settings.logFormat = settings.logFormat ?? log.format
        if let level = log.level, arguments.counts["quiet"] == nil, !settings.isVerbose { settings.level = level }
        StatusSignal.ignore()
        let output = RunLog(settings, ofService: true)
        let runner = ServiceRunner(
            name: service.name ?? "sluice", paths: folders.pipelines, movies: movies,
            laterMovies: movies == nil
                ? LaterMovies(folders.empty) { paths throws(UsageError) in
                    try MovieServing(paths, arguments, declared: nil)
                } : nil,
            folderWarnings: folders.warnings,
            jobs: WatchedJobs(service.jobs + (arguments.values["jobs"] ?? [])),
            defaults: defaults, plugins: arguments.plugins, output: output,
            admin: settings.admin ?? service.admin)
        let code = await runner.run()
        output.end()
        return code
    }
}
