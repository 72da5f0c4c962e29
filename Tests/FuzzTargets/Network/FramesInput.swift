import HTTPServer
import HTTPStages
import Media
import StageKit

/// The bytes that a client sends to an origin over HTTP/2, after the preface.
///
/// The first byte determines the size of the pieces that arrive together.
enum FramesInput {
    private static let origin: OfflineOrigin = {
        let origin = OfflineOrigin()
        origin.publish(
            Resource(
                path: "segment1.m4s", role: .segment, contentType: "video/mp4",
                action: .store(ByteRope([UInt8](repeating: 7, count: 100_000)))))
        return origin
    }()

    static func read(_ input: [UInt8]) {
        let length = Int(input.first ?? 0) * 8 + 1
        let bytes = Array(input.dropFirst())
        let pieces = stride(from: 0, to: bytes.count, by: length).map {
            Array(bytes[$0..<min($0 + length, bytes.count)])
        }
        let result = origin.server.processHTTP2(pieces)
        // A frame of a request has at least nine bytes.
        require(result.requestCount * 9 <= input.count, "each request needs a frame: \(result)")
        require(result.endedCount <= result.requestCount, "each request ends once: \(result)")
        require(
            result.sentBytes <= (result.requestCount + 1) * 200_000 + input.count * 16,
            "the size of responses is limited: \(result)")
    }
}
