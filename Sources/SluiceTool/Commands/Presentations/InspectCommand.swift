import SystemFiles
import HLS
import ISOMedia
import Media
import PipelineFile
import StageKit

/// Shows the contents of a playlist, the boxes, streams and samples of a media file, or the differences of two files.
enum InspectCommand: Command {
    static let name = "inspect"
    static let abstract =
        "Show a playlist, the boxes, streams and samples of a media file, or the differences of two files."
    static let usage = "PATH [PATH]"
    static let words = 1...2
    static var options: [CommandOption] {
        [
            CommandOption("samples", nil, .flag, "List the samples: times, size, sync, bitstream units"),
            CommandOption("init", nil, .value("PATH"), "Initialization segment for a media segment"),
            CommandOption("diff", nil, .flag, "Compare two files: boxes, fields, samples"),
            CommandOption(
                "streamable", nil, .flag,
                "Show whether and how a movie can be streamed without encoding, and the commands that mend it"),
            CommandOption("interval", "i", .value("TIME"), "Segment duration for --streamable; default: 6s"),
            CommandOption("all", nil, .flag, "List all boxes without a limit"),
            CommandOption("json", nil, .flag, "Output as JSON; 'sluice schema --of streamable' prints a schema"),
        ]
    }
    static let examples = [
        "Output/movie/index.m3u8", "Output/movie/video/init.mp4",
        "--samples --init Output/movie/video/init.mp4 Output/movie/video/segment-1.m4s",
        "--diff Output/movie/video/init.mp4 Output/other/video/init.mp4", "--streamable movie.mp4",
    ]

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let paths = arguments.words
        guard (paths.count == 2) == arguments.has("diff") else {
            throw UsageError("inspect requires one file, or two with --diff")
        }
        if arguments.has("streamable") { return try StreamabilityText.show(paths[0], arguments) }
        guard arguments.value("interval") == nil else { throw UsageError("--interval applies to --streamable") }
        let contents: [ByteSlice]
        let movies: MovieInspection
        do throws(MappedFile.Failure) {
            contents = try paths.map { path throws(MappedFile.Failure) in try MappedFile(path: path).content }
            let start = try arguments.value("init").map { path throws(MappedFile.Failure) in
                try MappedFile(path: path).content
            }
            movies = MovieInspection(arguments: arguments, initialization: start)
        } catch {
            Console.error("error: \(error)\n")
            return .runFailed
        }
        if arguments.has("diff") { return movies.compare(contents, paths) }
        guard isPlaylist(contents[0]) else { return await movies.show(contents[0], paths[0]) }
        if arguments.has("json") || arguments.has("samples") {
            throw UsageError(
                "--json and --samples apply to media files; for multivariant playlists use 'sluice variants --json'")
        }
        do throws(TextFile.Problem) {
            return inspect(playlist: try TextFile.read(paths[0], limit: PlaylistLimits().size), paths[0])
        } catch {
            Console.error("error: \(error.message)\n")
            return .runFailed
        }
    }

    /// Returns whether the content is a playlist. Playlists start with a tag, which a byte order mark, spaces, empty lines
    /// or comments may precede; boxes never do.
    private static func isPlaylist(_ content: ByteSlice) -> Bool {
        content.withUnsafeBytes { bytes in
            if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return true }
            let text = bytes.prefix(4096).drop { [0x09, 0x0a, 0x0d, 0x20].contains($0) }
            guard text.first == UInt8(ascii: "#") else { return false }
            return text.split { $0 == 0x0a || $0 == 0x0d }.contains { $0.starts(with: Array("#EXT".utf8)) }
        }
    }

    private static func inspect(playlist bytes: [UInt8], _ path: String) -> ExitCode {
        do throws(PlaylistProblem) {
            let parsed = try Playlist.parse(bytes, tolerance: .complete)
            Console.write(PlaylistSummary(parsed).lines.map { $0 + "\n" }.joined())
            show(parsed.faults.map { ($0, .error) } + parsed.warnings.map { ($0, .warning) }, in: bytes, path)
            return parsed.faults.isEmpty ? .done : .runFailed
        } catch {
            show([(error, .error)], in: bytes, path)
            return .runFailed
        }
    }

    /// Prints problems in the order of their lines.
    private static func show(
        _ problems: [(PlaylistProblem, Diagnostic.Severity)], in bytes: [UInt8], _ path: String
    ) {
        guard !problems.isEmpty else { return }
        let sorted = problems.sorted { ($0.0.line, $0.0.column) < ($1.0.line, $1.0.column) }
        let diagnostics = sorted.map { problem, severity in
            Diagnostic(
                severity, code: "bad-playlist", message: problem.message,
                at: SourceLocation(file: path, line: problem.line, column: problem.column))
        }
        let source = SourceText(
            path: path, playlist: bytes, lines: Set(diagnostics.compactMap { $0.location?.line }))
        Console.error(DiagnosticPrinter.text(diagnostics, sources: [path: source]))
    }
}
