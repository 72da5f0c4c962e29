import HTTPClient
import Foundation
import HLS
import Media
import HLSRules

/// Tests the behaviour that a server declares with CAN-BLOCK-RELOAD, one request at a time.
struct DeliveryTrial: Sendable {
    /// The request for the playlist without delivery directives.
    let request: ServerRequest

    init(_ request: ServerRequest) { self.request = request }

    /// Runs one test; nil if the playlist lacks the required feature.
    func run(_ kind: DeliveryProbe.Kind, _ client: ServerClient) async throws(TransferError) -> ServerExchange? {
        let before = try await client.send(request)
        guard let now = playlist(before.bytes), let plan = Plan(kind, now, request, at: before.url) else { return nil }
        let answer = try await client.send(plan.request)
        var exchange = answer.exchange
        exchange.delivery = DeliveryProbe(
            kind: kind, requested: plan.expected, delivered: playlist(answer.bytes).map(PlaylistEdge.init),
            isUnchanged: answer.bytes == before.bytes)
        return exchange
    }

    private func playlist(_ bytes: [UInt8]) -> MediaPlaylist? {
        CheckedPlaylist(name: request.name, bytes: bytes).media
    }

    /// The request of a test and the expected state of the playlist.
    private struct Plan {
        var request: ServerRequest
        var expected: PlaylistEdge

        init?(_ kind: DeliveryProbe.Kind, _ playlist: MediaPlaylist, _ request: ServerRequest, at url: URL) {
            let next = playlist.mediaSequence + playlist.segments.count + (playlist.skip?.count ?? 0)
            let parts = playlist.upcoming?.parts.count ?? 0
            let lastParts = playlist.segments.last?.parts.count ?? 0
            func edge(_ sequence: Int, _ part: Int?) -> PlaylistEdge {
                PlaylistEdge(mediaSequence: sequence, part: part, time: .zero)
            }
            var directives: [(name: String, value: String)] = []
            (self.request, expected) = (request, edge(next, nil))
            switch kind {
            case .nextPart:
                guard playlist.partTarget != nil else { return nil }
                expected = edge(next, parts)
                directives = [("_HLS_msn", "\(next)"), ("_HLS_part", "\(parts)")]
            case .nextSegment: directives = [("_HLS_msn", "\(next)")]
            case .partPastSegmentEnd:
                guard lastParts > 0 else { return nil }
                expected = edge(next, 0)
                directives = [("_HLS_msn", "\(next - 1)"), ("_HLS_part", "\(lastParts)")]
            case .partWithoutSegment: directives = [("_HLS_part", "0")]
            case .tooFarAhead:
                // Servers must accept up to two segments ahead; more may have been published in the meantime.
                expected = edge(next + 9, nil)
                directives = [("_HLS_msn", "\(next + 9)")]
            case .malformed: directives = [("_HLS_msn", "x")]
            case .hintedPart:
                guard let hint = playlist.preloadHints.first(where: { $0.kind == .part }), hint.offset == 0,
                    hint.length == nil, let place = URL(string: hint.uri, relativeTo: url)?.absoluteURL
                else { return nil }
                (self.request.subject, self.request.url, self.request.name) = (.part, place, hint.uri)
            }
            // Slightly longer than a server may block the request.
            self.request.timeout = min(3 * playlist.targetDuration + 5, 120)
            self.request = self.request.with(directives)
        }
    }
}

extension PlaylistEdge {
    /// Creates the position of the last segment or part in a playlist.
    init(_ playlist: MediaPlaylist) {
        let next = playlist.mediaSequence + playlist.segments.count + (playlist.skip?.count ?? 0)
        let parts = playlist.upcoming?.parts.count ?? 0
        self.init(mediaSequence: parts > 0 ? next : next - 1, part: parts > 0 ? parts - 1 : nil, time: .zero)
    }
}
