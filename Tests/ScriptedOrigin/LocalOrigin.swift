package import Foundation

/// The server for all tests; it ends with the test process.
private final class OriginServer: Sendable {
    static let shared = Result { try OriginServer() }
    let folder: URL
    let server: PythonServer

    private init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "sluice-origin-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "AssetDownloadingTests/Scripts/origin.py")
        server = try PythonServer(script: script, arguments: [folder.path])
    }
}

/// A site on a real server on the loopback address whose behaviour depends on the path; its files are removed after the
/// test.
package final class LocalOrigin {
    package let folder: URL
    package let base: String
    package let port: Int
    package let site = UUID().uuidString

    /// A site that limits each response to `rate` bytes per second, 0 for unlimited.
    package init(rate: Int = 0) throws {
        let server = try OriginServer.shared.get()
        folder = server.folder.appending(path: site)
        port = server.server.port
        base = "http://127.0.0.1:\(port)/\(site)"
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try put(".rate", String(rate))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Publishes a file.
    package func put(_ name: String, _ bytes: [UInt8]) throws {
        let url = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    package func put(_ name: String, _ text: String) throws { try put(name, Array(text.utf8)) }

    /// Publishes a playlist with segments of one second at these URIs.
    package func putPlaylist(_ name: String, _ uris: [String], head: String = "", isEnded: Bool = true) throws {
        let segments = uris.map { "#EXTINF:1.0,\n\($0)\n" }.joined()
        try put(
            name,
            "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:1\n\(head)\(segments)\(isEnded ? "#EXT-X-ENDLIST\n" : "")"
        )
    }

    /// The responses so far: path, range, status and bytes sent. A response is logged a moment after its last byte was
    /// sent.
    package var log: [[String]] {
        for _ in 0..<200 where lines(".log").count < lines(".requests").count { usleep(10_000) }
        return lines(".log").map { $0.split(separator: " ").map(String.init) }
    }

    private func lines(_ name: String) -> [Substring] {
        let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n")
    }

    /// Returns the number of requests for a path.
    package func count(_ path: String) -> Int { log.count { $0.first == path } }
}

/// Returns pseudorandom bytes.
package func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
    }
}
