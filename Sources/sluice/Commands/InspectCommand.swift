import HLS
import PipelineFile
import StageKit

/// Shows what is in a playlist.
enum InspectCommand: Command {
    static let name = "inspect"
    static let abstract = "Show what a playlist says."
    static let usage = "PATH"
    static let words = 1...1
    static let examples = ["Output/movie/index.m3u8"]

    static func run(_ arguments: Arguments) throws(Misuse) -> ExitCode {
        let path = arguments.words[0]
        do throws(TextFile.Problem) {
            return inspect(playlist: try TextFile.read(path, limit: PlaylistLimits().size), path)
        } catch {
            Console.error("error: \(error.message)\n")
            return .runFailed
        }
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
