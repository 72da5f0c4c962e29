import Foundation
import HLS
import HTTPServer
import Media
import StageKit
import SystemTime

@testable import HTTPStages

/// An in-process origin with a low-latency playlist that a test advances part by part.
final class EdgeOrigin {
    private let server: OriginServer
    /// The number of published parts of 250 ms; a segment has four.
    private(set) var parts = 0

    init() throws {
        var configuration = OriginServer.Configuration()
        configuration.listen.port = 0
        server = try OriginServer(configuration, clock: SystemClock())
        _ = server.store.withLock { $0.open("live") }
    }

    deinit {
        let server = server
        Task { await server.stop() }
    }

    var port: UInt16 { server.port }
    /// The playlist as published.
    var text: String { playlist.text }
    /// The number of answered requests.
    var answers: Int { server.figures.responses }
    /// The number of blocked requests.
    var waiting: Int { server.figures.heldRequests }

    /// Makes the next parts and publishes them.
    func publish(parts count: Int = 1) {
        for _ in 0..<count {
            put(Self.name(parts), .part, .store(ByteRope(Self.bytes(parts))))
            parts += 1
        }
        put("list.m3u8", .mediaPlaylist, .store(ByteRope(Array(playlist.text.utf8))))
    }

    /// Returns the content of a part, which is unique.
    static func bytes(_ part: Int) -> [UInt8] { (0..<5000).map { UInt8(truncatingIfNeeded: $0 * (part + 3)) } }
    static func name(_ part: Int) -> String { "\(part / 4).\(part % 4).m4s" }

    private func put(_ path: String, _ role: Resource.Role, _ action: Resource.Action) {
        let type = role == .part ? "video/mp4" : Playlist.contentType
        server.apply(Resource(path: path, role: role, contentType: type, action: action), for: "live")
    }

    private var playlist: MediaPlaylist {
        var list = MediaPlaylist(targetDuration: 1, mediaSequence: 0, hasIndependentSegments: true, hasEndList: false)
        list.partTarget = .milliseconds(250)
        list.serverControl = ServerControl(
            canSkipUntil: .seconds(6), canSkipDateRanges: false, partHoldBack: .milliseconds(750), canBlockReload: true)
        func entry(_ number: Int, _ count: Int) -> [PartialSegment] {
            (0..<count).map {
                PartialSegment(uri: Self.name(number * 4 + $0), duration: .milliseconds(250), isIndependent: $0 == 0)
            }
        }
        for number in 0..<(parts / 4) {
            var segment = MediaSegment(uri: "\(number).m4s", duration: .seconds(1))
            segment.parts = entry(number, 4)
            list.segments.append(segment)
        }
        if parts % 4 > 0 {
            var upcoming = MediaSegment(uri: "", duration: .zero)
            upcoming.parts = entry(parts / 4, parts % 4)
            list.upcoming = upcoming
        }
        list.preloadHints = [PreloadHint(kind: .part, uri: Self.name(parts))]
        return list
    }
}
