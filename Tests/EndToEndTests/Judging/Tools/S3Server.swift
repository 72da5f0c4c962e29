import Foundation
import ScriptedOrigin

/// An S3 server by moto, with a bucket.
final class S3Server: Sendable {
    private let server: PythonServer

    /// The reason why a test is skipped.
    static let absence = "moto[server] is not installed for python3"
    /// Whether moto is installed.
    static let isThere: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", "import moto.server"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    init() throws { server = try PythonServer(script: Sluice.script("serve-s3.py")) }

    /// The variables with which the tool finds the server.
    var environment: [String: String] {
        [
            "AWS_ENDPOINT_URL_S3": "http://127.0.0.1:\(server.port)", "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "example", "AWS_SECRET_ACCESS_KEY": "example",
        ]
    }

    /// The HTTP URL of an object in the bucket.
    func url(_ key: String) -> String { "http://127.0.0.1:\(server.port)/bucket/\(key)" }

    /// Stores a file in the bucket.
    func store(_ file: URL, as key: String, _ scratch: Scratch) async throws {
        _ = try await scratch.run("curl", ["--silent", "--fail", "--upload-file", file.path, url(key)]).succeeded()
    }

    /// Returns an object of the bucket; nil without one.
    func object(_ key: String, _ scratch: Scratch) async throws -> Data? {
        let file = scratch.file("object-\(UUID().uuidString)")
        let outcome = try await scratch.run(
            "curl",
            [
                "--silent", "--fail", "--aws-sigv4", "aws:amz:us-east-1:s3", "--user", "example:example", "--output",
                file.path, url(key),
            ])
        return outcome.code == 0 ? try? Data(contentsOf: file) : nil
    }
}
