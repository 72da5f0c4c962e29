import Foundation

/// Generated files that are made on first use and cached under a key derived from their recipe.
actor MadeFiles {
    static let shared = MadeFiles()

    private var tasks: [String: Task<URL, any Error>] = [:]
    private let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-made-for-tests-\(getuid())")

    /// Returns the file or folder with this name; calls `make` with the destination if it does not exist.
    func file(
        _ name: String, madeBy recipe: [String], _ make: @escaping @Sendable (URL) async throws -> Void
    ) async throws -> URL {
        let url = folder.appending(path: Self.key(recipe)).appending(path: name)
        if let task = tasks[url.path] { return try await task.value }
        let task = Task {
            if FileManager.default.fileExists(atPath: url.path) { return url }
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            // Another run may make the same file concurrently; the first rename wins.
            let part = url.deletingLastPathComponent().appending(path: "\(getpid())-\(name)")
            try await make(part)
            if rename(part.path, url.path) != 0 { try FileManager.default.removeItem(at: part) }
            return url
        }
        tasks[url.path] = task
        return try await task.value
    }

    /// A short key for a recipe (64-bit FNV-1a hash).
    private static func key(_ recipe: [String]) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in recipe.joined(separator: "\u{0}").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

/// The ffmpeg that makes and verifies files.
enum FFmpeg {
    /// Returns the major version: 5 in Debian 12, 7 in Debian 13.
    static func version() async throws -> Int {
        let folder = FileManager.default.temporaryDirectory
        let outcome = try await Command(program: "ffmpeg", arguments: ["-version"], folder: folder, limit: 30).run()
        guard let found = try outcome.succeeded().output.firstMatch(of: /ffmpeg version n?(\d+)/) else {
            throw Unable("ffmpeg does not name its version: \(outcome)")
        }
        return Int(found.1) ?? 0
    }
}

/// Returns a file made by ffmpeg; the arguments are its recipe.
func made(_ name: String, byFFmpeg arguments: [String]) async throws -> URL {
    try await MadeFiles.shared.file(name, madeBy: ["ffmpeg"] + arguments) { part in
        let command = Command(
            program: "ffmpeg", arguments: ["-v", "error", "-y", "-bitexact"] + arguments + [part.path],
            folder: part.deletingLastPathComponent(), limit: 120)
        _ = try await command.run().succeeded()
    }
}

/// Returns a file made from the bytes of another one.
func made(
    _ name: String, from other: URL, as change: String, _ make: @escaping @Sendable (Data) throws -> Data
) async throws -> URL {
    try await MadeFiles.shared.file(name, madeBy: [other.path, change]) { part in
        try make(Data(contentsOf: other)).write(to: part)
    }
}
