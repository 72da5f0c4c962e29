import Foundation

/// A virtual environment with one Python package, created once for all tests.
enum PythonEnvironment {
    /// Whether a package can be installed.
    static func isAvailable(_ package: String) async -> Bool { (try? await folder(with: package)) != nil }

    /// Returns the folder of the environment; `package` is a name with its version, such as `m3u8==6.0.0`.
    static func folder(with package: String) async throws -> URL {
        let name = String(package.prefix { $0 != "=" })
        return try await MadeFiles.shared.file("python-\(name)", madeBy: ["venv", package]) { part in
            let folder = part.deletingLastPathComponent()
            func run(_ program: String, _ arguments: [String]) async throws {
                _ = try await Command(program: program, arguments: arguments, folder: folder, limit: 90).run()
                    .succeeded()
            }
            try await run("python3", ["-m", "venv", part.path])
            let pip = [
                "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", "--timeout", "15",
            ]
            try await run(part.appending(path: "bin/python").path, pip + [package])
        }
    }
}
