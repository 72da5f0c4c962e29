import Foundation
import Media
import StageKit
import SystemFiles

/// Encodes the poster of a movie of one sample with `image.thumbnails`, in a separate process.
enum MoviePoster {
    /// The maximum memory of the process in KiB, and its time in seconds.
    private static let (memory, seconds) = (1 << 20, 20)
    /// The height of a poster in lines.
    private static let height = 360
    private static let sizeLimit = 1 << 20

    static func encode(_ movie: ByteRope) async throws(StageError) -> [UInt8] {
        do {
            return try await TemporaryFolder.use { folder in
                try TemporaryFolder.write(movie.bytes, to: folder + "/still.mp4")
                let process = LimitedProcess(
                    memory: memory, seconds: seconds, processorSeconds: seconds, work: "the poster cannot be encoded")
                try await process.run(pipeline: { () throws in try text(folder) }, base: folder + "/poster")
                return try RegularFile.read(folder + "/out/thumbnails/poster.jpg", limit: sizeLimit)
            }
        } catch let error as StageError {
            throw error
        } catch {
            throw StageError(.unwritableOutput, "the poster cannot be stored: \(error)")
        }
    }

    private static func text(_ folder: String) throws -> String {
        let movie = try LimitedProcess.quoted(folder + "/still.mp4")
        return """
            pipeline: poster
            stages:
              source: { use: mp4.read, with: { path: \(movie) } }
              segments: { use: fmp4.segment, from: source }
              decoded: { use: file.decode, with: { path: \(movie) } }
              images:
                use: image.thumbnails
                from: decoded
                with: { poster-height: \(height), height: 16, columns: 1, rows: 1 }
              playlists: { use: hls.playlist, from: [segments, images], with: { type: vod } }
              folder:
                use: file.folder
                from: playlists
                with: { path: \(try LimitedProcess.quoted(folder + "/out")) }

            """
    }
}
