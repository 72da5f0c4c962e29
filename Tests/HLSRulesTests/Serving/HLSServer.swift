import Foundation
import HLSValidator
import HLSRules

/// An HLS server that is valid or has one fault. It stops with this process.
final class HLSServer: Sendable {
    struct ServerUnavailable: Error {}

    static let shared = Result { try HLSServer() }
    private let port: Int
    /// The ports for TLS handshakes in obsolete versions and in current ones.
    let (oldPort, newPort): (Int, Int)
    /// The server's standard input; it is closed when this process ends.
    private let input = Pipe()

    private init() throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Scripts/hls-server.py")
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let ports = line.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        guard ports.count == 3 else { throw ServerUnavailable() }
        (port, oldPort, newPort) = (ports[0], ports[1], ports[2])
    }

    /// Returns the URL of a playlist with one fault on a separate site.
    func url(_ fault: String, _ name: String, site: String = UUID().uuidString) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(fault)/\(site)/\(name)") else {
            throw ServerUnavailable()
        }
        return url
    }

    /// Returns the findings of the server rules for that URL.
    static func findings(_ fault: String, _ name: String, _ profile: ValidationProfile) async throws -> [Finding] {
        let url = try shared.get().url(fault, name)
        let reader = PlaylistReader()
        let loaded = try await LoadedPresentation.load(url, name: name, reader: reader)
        var check = ServerProbe(profile, at: url, reader: reader, reach: loaded.reach)
        let outcome = await check.probe(loaded)
        guard outcome.unchecked.isEmpty else { throw UncheckedResources(sentences: outcome.unchecked) }
        return outcome.log.findings
    }

    struct UncheckedResources: Error { var sentences: [String] }
}
