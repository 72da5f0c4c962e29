import Foundation

/// A Python package in a virtual environment, which is created once for all tests of a process.
actor PythonPackage {
    private static let shared = PythonPackage()
    private var environments: [String: Task<String, any Error>] = [:]

    struct Unavailable: Error { var output: String }

    /// Whether a package, a name with its version, can be installed.
    static func isAvailable(_ package: String) async -> Bool { (try? await shared.folder(package)) != nil }

    /// Returns the path of a program of the package's environment.
    static func program(_ name: String, of package: String) async throws -> String {
        try await "\(shared.folder(package))/bin/\(name)"
    }

    private func folder(_ package: String) async throws -> String {
        if let known = environments[package] { return try await known.value }
        let making = Task {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "python-\(package.replacing("=", with: ""))-\(getpid())"
            ).path
            for arguments in [
                ["python3", "-m", "venv", folder],
                [
                    "\(folder)/bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                    "--retries", "1", "--timeout", "15", package,
                ],
            ] {
                let outcome = try await AdministeredRun.run(arguments[0], Array(arguments.dropFirst()))
                guard outcome.code == 0 else { throw Unavailable(output: outcome.output) }
            }
            return folder
        }
        environments[package] = making
        return try await making.value
    }
}
