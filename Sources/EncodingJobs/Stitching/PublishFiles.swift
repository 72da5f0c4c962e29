import Glibc
import Media
import StageKit
import SystemFiles

/// Publishes the presentation of a job: moves the files of the tasks to their final paths, and writes the playlists.
struct PublishFiles: Sink {
    static let kind = "job.publish"
    static let abstract = "Publishes the files of a job's tasks."

    private let job: (folder: JobFolder, files: [String: String])?

    init(options: NoOptions) { job = nil }

    /// `files` are the stored files by their final paths.
    init(in folder: JobFolder, files: [String: String]) { job = (folder, files) }

    func run(input: any Inlet<Resource>, context: StageContext) async throws {
        // Playlists follow all segments, so that a failure leaves the former playlists in force.
        var texts: [(path: String, data: ByteRope)] = []
        while let messages = try await input.receive() {
            for case .payload(let resource) in messages {
                guard case .store(let data) = resource.action, resource.role != .record else { continue }
                if try !move(resource.path) { texts.append((resource.path, data)) }
            }
        }
        guard let job else { return }
        for (path, data) in texts {
            do throws(JobError) {
                try FileTree.replace("\(job.folder.output)/\(path)", with: data)
            } catch {
                throw StageError(.unwritableOutput, error.message)
            }
        }
    }

    /// Moves a file of a task to its final path. Returns false if no task has stored it.
    private func move(_ path: String) throws(StageError) -> Bool {
        guard let job, let stored = job.files[path] else { return false }
        let final = "\(job.folder.output)/\(path)"
        guard stored != final else { return true }
        do throws(JobError) {
            if let slash = final.lastIndex(of: "/") { try FileTree.makeFolders(String(final[..<slash])) }
        } catch {
            throw StageError(.unwritableOutput, error.message)
        }
        guard rename(stored, final) == 0 else {
            throw StageError(.unwritableOutput, "cannot publish '\(final)': \(SystemError(code: errno))")
        }
        return true
    }
}
