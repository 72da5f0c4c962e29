import AssetDownloading
import Foundation
import Operations

/// Lists the downloads in folders.
struct DownloadList {
    let folders: [String]
    let writesJSON: Bool

    /// Prints all downloads. Returns `runFailed` if a folder cannot be read.
    func run() -> ExitCode {
        var downloads: [StoredAssetDownload] = []
        var code = ExitCode.done
        for folder in folders {
            do throws(AssetDownloadError) {
                let found = try StoredAssetDownload.all(in: URL(filePath: folder, directoryHint: .isDirectory))
                downloads += found
                if found.isEmpty, !writesJSON { Console.error("note: no downloads in '\(folder)'\n") }
            } catch {
                Console.error("error: \(error.message)\n")
                code = .runFailed
            }
        }
        if writesJSON {
            Console.write(JSONText.text(["downloads": downloads]))
        } else {
            for download in downloads { Console.write(Self.line(download) + "\n") }
        }
        return code
    }

    /// Returns a line such as `Movies/film: "A Film", 1.2 GB, complete`.
    private static func line(_ download: StoredAssetDownload) -> String {
        let title = download.title.map { "\"\(printable($0))\"" } ?? "no title"
        return
            "\(printable(download.folder)): \(title), \(FigureText.bytes(download.bytes)), \(download.state.rawValue)"
    }

    /// Returns the text with control and format characters replaced, so that it cannot control the terminal.
    private static func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
                        ? "\u{fffd}" : $0
                }))
    }
}
