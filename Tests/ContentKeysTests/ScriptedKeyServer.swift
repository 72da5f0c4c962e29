import Foundation
import ScriptedOrigin

/// The key server of `Scripts/keyserver.py`; it ends with the object.
final class ScriptedKeyServer: Sendable {
    static let shared = Result { try ScriptedKeyServer() }

    private let server: PythonServer
    var port: Int { server.port }

    /// Starts a server; over TLS with the paths of a certificate and its key.
    init(certificate: String? = nil, key: String? = nil) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts/keyserver.py")
        server = try PythonServer(script: script, arguments: [certificate, key].compactMap { $0 })
    }

    /// The URL of a path over HTTP.
    func url(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }
}

/// A temporary folder with files of one test.
final class KeyFolder {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "sluice-keys-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a private file and returns its path.
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = "\(path)/\(name)"
        try Data(bytes).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return file
    }

    /// Creates an RSA key and a certificate for the host 127.0.0.1 by the openssl program; returns their paths.
    func makeCertificate() throws -> (certificate: String, key: String) {
        let paths = (certificate: "\(path)/certificate.pem", key: "\(path)/key.pem")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", paths.key, "-out", paths.certificate,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return paths
    }
}
