import Foundation

/// A temporary folder for one test.
struct Scratch: Sendable {
    let folder: URL

    /// Runs `body` with a folder that is removed afterwards.
    static func use<Result>(_ body: (Scratch) async throws -> Result) async throws -> Result {
        let name = "sluice-test-\(UUID().uuidString)"
        let scratch = Scratch(folder: FileManager.default.temporaryDirectory.appending(path: name))
        try FileManager.default.createDirectory(at: scratch.folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch.folder) }
        return try await body(scratch)
    }

    func file(_ name: String) -> URL { folder.appending(path: name) }

    /// Writes a file and returns its URL.
    func write(_ name: String, _ text: String) throws -> URL {
        let url = file(name)
        try Data(text.utf8).write(to: url)
        return url
    }

    /// Runs a program in this folder.
    func run(_ program: String, _ arguments: [String], limit: Double = 60) async throws -> Outcome {
        try await Command(program: program, arguments: arguments, folder: folder, limit: limit).run()
    }
}
