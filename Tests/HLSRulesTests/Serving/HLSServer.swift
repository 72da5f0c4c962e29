import Foundation
import HLSValidator
import HLSRules

/// A server of HLS that is good, or wrong in one way; it ends with this process.
final class HLSServer: Sendable {
    struct NotThere: Error {}

    static let shared = Result { try HLSServer() }
    private let port: Int
    /// Where hands are shaken in old versions of TLS, and in those that are up to date.
    let (oldPort, newPort): (Int, Int)
    /// Its standard input, which is closed when this process ends.
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
        guard ports.count == 3 else { throw NotThere() }
        (port, oldPort, newPort) = (ports[0], ports[1], ports[2])
    }

    /// The address of a playlist of a site of its own that is wrong in one way.
    func url(_ fault: String, _ name: String, site: String = UUID().uuidString) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(fault)/\(site)/\(name)") else {
            throw NotThere()
        }
        return url
    }

    /// What the rules of servers find there.
    static func findings(_ fault: String, _ name: String, _ profile: ValidationProfile) async throws -> [Finding] {
        let url = try shared.get().url(fault, name)
        let reader = PlaylistReader()
        let loaded = try await LoadedPresentation.load(url, name: name, reader: reader)
        var check = ServerCheck(profile, at: url, reader: reader, reach: loaded.reach)
        let outcome = await check.check(loaded)
        guard outcome.unchecked.isEmpty else { throw Unchecked(sentences: outcome.unchecked) }
        return outcome.log.findings
    }

    struct Unchecked: Error { var sentences: [String] }
}
