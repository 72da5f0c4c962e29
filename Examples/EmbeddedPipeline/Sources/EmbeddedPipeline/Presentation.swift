import Foundation
import Sluice

/// The files in memory after the run, in place of a server.
struct Presentation {
    let files: PublishedFiles

    var paths: [String] { files.paths.sorted() }

    /// Writes each file below a folder.
    func write(to folder: String) throws {
        for path in paths {
            let url = URL(filePath: folder).appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try files[path].map { try Data($0.content.bytes).write(to: url) }
        }
    }
}
