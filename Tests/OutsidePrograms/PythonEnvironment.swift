package import Foundation

/// Virtual environments with one Python package each. They are created once, and later test runs use them again.
package actor PythonEnvironment {
    private static let shared = PythonEnvironment()
    private static let root = FileManager.default.temporaryDirectory.appending(path: "sluice-python-\(getuid())")
    private var environments: [String: Task<URL, any Error>] = [:]

    /// The output of an installation that has failed.
    package struct Failure: Error { package let output: String }

    /// Whether a package can be installed.
    package static func isAvailable(_ package: String) async -> Bool { (try? await folder(with: package)) != nil }

    /// Returns the folder of the environment; `package` is a name with its version, such as `m3u8==6.0.0`.
    ///
    /// Use `bin/python -m`: the scripts in `bin` refer to the path at which the environment was created.
    package static func folder(with package: String) async throws -> URL { try await shared.folder(package) }

    private func folder(_ package: String) async throws -> URL {
        if let known = environments[package] { return try await known.value }
        let task = Task { try await Self.create(package) }
        environments[package] = task
        return try await task.value
    }

    private static func create(_ package: String) async throws -> URL {
        // The command env regards a path with '=' as a variable.
        let name = package.replacing("==", with: "-")
        let folder = root.appending(path: name)
        if FileManager.default.fileExists(atPath: folder.path) { return folder }
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        // Another test run may create the same environment concurrently; the first rename wins.
        let part = root.appending(path: "\(getpid())-\(name)")
        try await run("python3", ["-m", "venv", part.path])
        try await run(
            part.appending(path: "bin/python").path,
            [
                "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "15",
                package,
            ])
        if rename(part.path, folder.path) != 0 { try FileManager.default.removeItem(at: part) }
        return folder
    }

    /// Runs a program for at most 90 s. Throws its output if it fails.
    private static func run(_ program: String, _ arguments: [String]) async throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "python-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: output) }
        let (process, file) = (Process(), try FileHandle(forWritingTo: output))
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["timeout", "90", program] + arguments
        (process.standardOutput, process.standardError) = (file, file)
        await withCheckedContinuation { continuation in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume() }
        }
        guard !process.isRunning, process.terminationStatus == 0 else {
            throw Failure(output: (try? String(contentsOf: output, encoding: .utf8)) ?? "")
        }
    }
}
