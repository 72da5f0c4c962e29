import AssetWriting
import HLS
import ISOMedia
import Media
import PipelineFile
import StageKit

/// Shows what is in a playlist, which boxes, streams and samples a media file is made of, or what differs between two.
enum InspectCommand: Command {
    static let name = "inspect"
    static let abstract =
        "Show what a playlist says, which boxes, streams and samples a media file is made of, or what differs."
    static let usage = "PATH [PATH]"
    static let words = 1...2
    static var options: [CommandOption] {
        [
            CommandOption("samples", nil, .flag, "List the samples: times, size, sync, units of the bitstream"),
            CommandOption("init", nil, .value("PATH"), "The initialization segment of a media segment"),
            CommandOption("diff", nil, .flag, "Say what differs between two files: boxes, fields, samples"),
            CommandOption("all", nil, .flag, "List all boxes, however many there are"),
            CommandOption("json", nil, .flag, "Write JSON, for programs"),
        ]
    }
    static let examples = [
        "Output/movie/index.m3u8", "Output/movie/video/init.mp4",
        "--samples --init Output/movie/video/init.mp4 Output/movie/video/segment-1.m4s",
        "--diff Output/movie/video/init.mp4 Output/other/video/init.mp4",
    ]

    static func run(_ arguments: Arguments) async throws(Misuse) -> ExitCode {
        let paths = arguments.words
        guard (paths.count == 2) == arguments.has("diff") else {
            throw Misuse("inspect takes one file, and two with --diff")
        }
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
            throw Misuse(
                "--json and --samples are for media files; 'sluice variants --json' shows a multivariant playlist")
        }
        do throws(TextFile.Problem) {
            return inspect(playlist: try TextFile.read(paths[0], limit: PlaylistLimits().size), paths[0])
        } catch {
            Console.error("error: \(error.message)\n")
            return .runFailed
        }
    }

    /// Playlists begin with a tag, perhaps behind a byte order mark; no box does.
    private static func isPlaylist(_ content: ByteSlice) -> Bool {
        content.withUnsafeBytes { bytes in
            bytes.starts(with: Array("#EXT".utf8)) || bytes.starts(with: [0xef, 0xbb, 0xbf])
        }
    }

    private static func inspect(playlist bytes: [UInt8], _ path: String) -> ExitCode {
        do throws(PlaylistProblem) {
            let parsed = try Playlist.parse(bytes)
            Console.write(PlaylistSummary(parsed).lines.map { $0 + "\n" }.joined())
            if !parsed.warnings.isEmpty { show(parsed.warnings, .warning, in: bytes, path) }
            return .done
        } catch {
            show([error], .error, in: bytes, path)
            return .runFailed
        }
    }

    private static func show(
        _ problems: [PlaylistProblem], _ severity: Diagnostic.Severity, in bytes: [UInt8], _ path: String
    ) {
        let diagnostics = problems.map { problem in
            Diagnostic(
                severity, code: "bad-playlist", message: problem.message,
                at: SourceLocation(file: path, line: problem.line, column: problem.column))
        }
        let source = SourceText(
            path: path, playlist: bytes, lines: Set(diagnostics.compactMap { $0.location?.line }))
        Console.error(DiagnosticPrinter.text(diagnostics, sources: [path: source]))
    }
}
