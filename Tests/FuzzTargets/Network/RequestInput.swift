import ContentKeys
import ContentProtection
import HTTPServer
import HTTPStages
import Media
import StageKit

/// The bytes that a client sends to an origin. The bytes after the last zero byte are the connection; those before are
/// states of the origin's playlist.
enum RequestInput {
    static func read(_ input: [UInt8]) {
        var parts = input.split(separator: 0, omittingEmptySubsequences: false).suffix(5)
        guard let connection = parts.popLast() else { return }
        // The length of the connection determines whether a token or a signature is required.
        let count = connection.count
        let origin = OfflineOrigin(
            token: count % 16 == 0 ? "secret" : "", key: count % 4 == 1 ? "0123456789abcdef" : "")
        let media = [UInt8](repeating: 7, count: 300)
        origin.publish(resource("segment1.m4s", .segment, media))
        origin.publish(encryptedSegment)
        if let keys { origin.deliverKeys(from: keys) }
        for state in parts { origin.publish(resource("index.m3u8", .mediaPlaylist, Array(state))) }
        for answer in origin.server.responses(to: Array(connection)) { validate(answer) }
    }

    private static let keyID = [UInt8](repeating: 0x11, count: 16)

    /// The key of the encrypted segment.
    private static let keys: SharedKeys? = {
        let key = try? [UInt8](repeating: 9, count: 16).withUnsafeBytes { bytes in
            try KeyIdentifier(keyID).map { try KeySet([ContentKey(id: $0, key: bytes)]) }
        }
        guard let key else { return nil }
        let shared = SharedKeys()
        shared.add(key)
        return shared
    }()

    private static var encryptedSegment: Resource {
        var segment = Segment(
            rendition: Rendition(id: "v", tracks: [], interval: .seconds(1)), kind: .separable, index: 0,
            data: ByteRope([1, 2, 3]), report: SegmentReport(kind: .separable))
        segment.protection = SegmentProtection(.cbcs, keyIdentifiers: [keyID])
        var result = resource("segment2.m4s", .segment, [1, 2, 3])
        result.segment = Resource.ContainedSegment(segment)
        return result
    }

    private static func resource(_ path: String, _ role: Resource.Role, _ bytes: [UInt8]) -> Resource {
        Resource(path: path, role: role, contentType: "video/mp4", action: .store(ByteRope(bytes)))
    }

    /// Checks that a response has exactly one header: an additional line could be injected by the client.
    private static func validate(_ answer: OfflineServer.Response) {
        guard let status = answer.status else { return }
        require((200...599).contains(status), "the status is valid: \(status)")
        let lines = answer.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix { $0 != [0x0D] }
        require(lines.count < 24, "the number of header lines is limited")
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            require(
                fields.contains(String(decoding: name, as: UTF8.self)),
                "the header field is one of the origin's: \(name)")
            require(line.last == 0x0D && !line.dropLast().contains(0x0D), "a header line contains one line break")
        }
    }

    private static let fields: Set<String> = [
        "Date", "Server", "Content-Length", "Connection", "Allow", "Access-Control-Allow-Methods",
        "Access-Control-Allow-Headers", "Access-Control-Max-Age", "Cache-Control", "WWW-Authenticate", "Vary",
        "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Location", "Content-Type", "ETag",
        "Retry-After",
        "Last-Modified", "Content-Encoding", "Accept-Ranges", "Content-Range", "Content-Security-Policy",
        "X-Content-Type-Options",
    ]
}
