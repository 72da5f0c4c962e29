import Foundation

/// A small HTTP server with byte ranges, for players that read only HTTP.
enum Origin {
    /// Runs `body` with the URL of a served folder.
    static func serve<Result>(
        _ folder: URL, in scratch: Scratch, _ body: (String) async throws -> Result
    ) async throws -> Result {
        let server = try Command(
            program: "python3", arguments: [Sluice.script("serve-folder.py").path, folder.path], folder: scratch.folder
        ).start()
        defer { server.end() }
        let isUp = try await eventually(within: 20) { server.output.hasSuffix("\n") || !server.isRunning }
        guard isUp, server.isRunning, let port = Int(server.output.dropLast()) else {
            throw Unable("the server does not start: \(server.errors)")
        }
        return try await body("http://127.0.0.1:\(port)/")
    }
}
