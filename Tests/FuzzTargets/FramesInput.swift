import HTTPStages
import Media
import StageKit

/// What clients send to an origin over HTTP/2, behind the preface.
///
/// The first byte says in how large pieces it comes.
enum FramesInput {
    private static let origin: OfflineOrigin = {
        var origin = OfflineOrigin()
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
        let result = origin.converse(over: pieces)
        // A frame of a request has nine bytes at least.
        demand(result.asked * 9 <= input.count, "requests are asked for: \(result)")
        demand(result.ended <= result.asked, "a request ends once: \(result)")
        demand(result.sent <= (result.asked + 1) * 200_000 + input.count * 16, "answers are finite: \(result)")
    }
}
