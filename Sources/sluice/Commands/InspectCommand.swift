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
            let summary = PlaylistSummary(try Playlist.parse(bytes))
            Console.write(summary.lines.map { $0 + "\n" }.joined())
            return .done
        } catch {
            let location = SourceLocation(file: path, line: error.line, column: error.column)
            let source = SourceText(path: path, text: String(decoding: bytes, as: UTF8.self))
            let diagnostic = Diagnostic(code: "bad-playlist", message: error.message, at: location)
            Console.error(DiagnosticPrinter.text([diagnostic], sources: [path: source]))
            return .runFailed
        }
    }
}
