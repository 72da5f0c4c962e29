import EncodingJobs
import Foundation

/// A folder for the local files of one command, below TMPDIR.
enum TemporaryFolder {
    static func use<Result>(_ body: (_ path: String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-job-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw JobError(.temporary, "cannot create '\(folder.path)'; set TMPDIR")
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path)
    }

    /// Writes a file and creates its folders.
    static func write(_ bytes: [UInt8], to path: String) throws(JobError) {
        let file = URL(filePath: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        } catch {
            throw JobError(.temporary, "cannot write '\(path)': \(error.localizedDescription)")
        }
    }
}
