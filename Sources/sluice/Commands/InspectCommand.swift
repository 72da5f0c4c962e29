import AssetWriting
import HLS
import ISOMedia
import Media
import PipelineFile
import StageKit

/// Shows what is in a playlist, or which boxes a movie file is made of.
enum InspectCommand: Command {
    static let name = "inspect"
    static let abstract = "Show what a playlist says, or the boxes of an MP4 or QuickTime file."
    static let usage = "PATH"
    static let words = 1...1
    static let examples = ["Output/movie/index.m3u8", "Output/movie/video/init.mp4"]

    static func run(_ arguments: Arguments) throws(Misuse) -> ExitCode {
        let path = arguments.words[0]
        do throws(MappedFile.Failure) {
            let content = try MappedFile(path: path).content
            guard isPlaylist(content) else { return inspect(movie: content, path) }
        } catch {
            Console.error("error: \(error)\n")
            return .runFailed
        }
        do throws(TextFile.Problem) {
            return inspect(playlist: try TextFile.read(path, limit: PlaylistLimits().size), path)
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

    private static func inspect(movie content: ByteSlice, _ path: String) -> ExitCode {
        do throws(MovieFileError) {
            _ = try MovieFile(reading: content)
        } catch {
            // Segments have no movie box and damaged files have boxes to look at; anything else has none.
            if error == .notAMovie {
                Console.error("error: '\(path)' is neither a playlist nor an MP4 or QuickTime file\n")
                return .runFailed
            }
        }
        Console.write(BoxDump().text(of: content))
        return .done
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
        let source = SourceText(path: path, text: String(decoding: bytes, as: UTF8.self))
        Console.error(DiagnosticPrinter.text(diagnostics, sources: [path: source]))
    }
}
