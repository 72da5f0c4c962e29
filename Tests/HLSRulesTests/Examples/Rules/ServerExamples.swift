import Media
import HLSRules

extension RuleExample {
    /// An example with valid server exchanges and one modification.
    static func server(
        _ rule: String, _ name: String, _ subject: ServerExchange.Subject = .mediaPlaylist,
        delivery: DeliveryProbe.Kind? = nil, profile: ValidationProfile = .apple,
        _ change: @escaping @Sendable (inout ServerExchange) -> Void
    ) -> RuleExample {
        let findings: @Sendable (Bool, ValidationProfile) throws -> [Finding] = { isBroken, profile in
            var checker = ServerChecker(profile)
            for var exchange in ServerExchange.valid {
                if isBroken, exchange.subject == subject, exchange.delivery?.kind == delivery { change(&exchange) }
                checker.process(exchange)
            }
            return checker.finish().findings
        }
        return RuleExample(rule: rule, scope: .server, name: name, findings: findings, profile: profile)
    }
}

extension ServerExchange {
    /// A live stream with parts, over HTTP/2.
    fileprivate static let valid: [ServerExchange] = {
        let types: [(Subject, String, String)] = [
            (.multivariantPlaylist, "index.m3u8", "application/vnd.apple.mpegurl"),
            (.mediaPlaylist, "live.m3u8", "application/vnd.apple.mpegurl"), (.initialization, "init.mp4", "video/mp4"),
            (.segment, "segment1.m4s", "video/iso.segment"), (.part, "part1.m4s", "video/mp4"),
        ]
        let plain = types.map { exchange($0.0, $0.1, $0.2) }
        let held = DeliveryProbe.Kind.allCases.map { kind in
            let wanted = PlaylistEdge(mediaSequence: 8, part: 1, time: .zero)
            var exchange = exchange(.mediaPlaylist, "live.m3u8", "application/vnd.apple.mpegurl")
            if kind == .hintedPart { exchange = Self.exchange(.part, "part2.m4s", "video/mp4") }
            if kind.isInvalid { exchange.status = 400 }
            if kind.isBlocking { exchange.set("cache-control", "max-age=24") }
            exchange.delivery = DeliveryProbe(kind: kind, requested: wanted, delivered: wanted)
            return exchange
        }
        var removed = exchange(.segment, "segment0.m4s", "video/mp4")
        removed.timeSinceRemoval = .seconds(4)
        return plain + held + [removed] + missingResourceProbes
    }()

    /// Requests for missing resources, with and without delivery directives.
    private static var missingResourceProbes: [ServerExchange] {
        [nil, DeliveryProbe.Kind.nextSegment].map { kind in
            var exchange = exchange(.other, "not-there.m3u8", "text/plain")
            (exchange.isProbeForMissing, exchange.status) = (true, 404)
            exchange.set("cache-control", "max-age=4")
            exchange.delivery = kind.map {
                DeliveryProbe(kind: $0, requested: PlaylistEdge(mediaSequence: 8, part: nil, time: .zero))
            }
            return exchange
        }
    }

    private static func exchange(_ subject: Subject, _ name: String, _ type: String) -> ServerExchange {
        var exchange = ServerExchange(
            subject: subject, name: name, url: "https://example.com/\(name)", status: 200,
            fields: [
                Field(name: "content-type", value: type), Field(name: "access-control-allow-origin", value: "*"),
                Field(name: "date", value: "Tue, 31 Mar 2026 00:00:10 GMT"),
                Field(name: "last-modified", value: "Mon, 30 Mar 2026 23:59:59 GMT"),
                Field(name: "cache-control", value: subject.isPlaylist ? "max-age=2" : "public, max-age=3600"),
            ], requestTime: .zero, firstByte: .milliseconds(100), lastByte: .milliseconds(200), size: 1000)
        if subject.isPlaylist { exchange.fields.append(Field(name: "content-encoding", value: "gzip")) }
        exchange.httpVersion = 2
        exchange.encryption = .current
        exchange.playlist = ServedPlaylist(targetDuration: 4, partTarget: .milliseconds(500), isLive: true)
        return exchange
    }

    mutating func set(_ name: String, _ value: String?) {
        fields.removeAll { $0.name == name }
        if let value { fields.append(Field(name: name, value: value)) }
    }
}

extension RuleExamples {
    static let server: [RuleExample] = [
        .server("R67", "responses take longer than a part", .part) { $0.firstByte = .milliseconds(600) },
        .server("R68", "the response ends with another segment", delivery: .nextSegment) {
            $0.delivery?.delivered = PlaylistEdge(mediaSequence: 7, part: nil, time: .zero)
        },
        .server("R68", "the response ends with the previous part", delivery: .nextPart) {
            $0.delivery?.delivered?.part = 0
        },
        .server("R68", "a part past the end of a segment is not found", delivery: .partPastSegmentEnd) {
            $0.status = 404
        },
        .server("R69", "a part without a segment is accepted", delivery: .partWithoutSegment) { $0.status = 200 },
        .server("R69", "a segment too far ahead is accepted", delivery: .tooFarAhead) { $0.status = 200 },
        .server("R70", "a blocking request does not time out", delivery: .nextPart) {
            ($0.status, $0.firstByte) = (0, .seconds(15))
        },
        .server("R71", "the response is unchanged", delivery: .nextPart) { $0.delivery?.isUnchanged = true },
        .server("R72", "a part is transferred slowly", .part, delivery: .hintedPart) {
            $0.lastByte = .milliseconds(500)
        },
        .server("R73", "a playlist is not compressed") { $0.set("content-encoding", nil) },
        .server("R74", "the server uses HTTP/1.1") { $0.httpVersion = 1 },
        .server("R104", "a playlist is plain text") { $0.set("content-type", "text/plain") },
        .server("R104", "a segment has no Content-Type", .segment) { $0.set("content-type", nil) },
        .server("R105", "blocking reloads are not cached", delivery: .nextSegment) {
            $0.set("cache-control", "no-store")
        },
        .server("R105", "404 responses to blocking reloads are cached too long", .other, delivery: .nextSegment) {
            $0.set("cache-control", "max-age=17")
        },
        .server("R106", "404 responses are cached too long", .other) { $0.set("cache-control", "max-age=5") },
        .server("R106", "a live playlist is cached for a minute") { $0.set("cache-control", "max-age=60") },
        .server("R106", "a segment is not cached", .segment) { $0.set("cache-control", "no-cache") },
        .server("R107", "a live playlist is outdated") { $0.set("last-modified", "Mon, 30 Mar 2026 23:59:50 GMT") },
        .server("R108", "cross-origin access is not permitted", .segment) {
            $0.set("access-control-allow-origin", nil)
        },
        .server("R108", "a request is redirected twice", .segment) { $0.redirects = 2 },
        .server("R108a", "the connection is not encrypted", .segment) { $0.encryption = .clear },
        .server("R108a", "the server accepts an old version of TLS", .other) { $0.encryption = .outdated },
        .server("R109", "a segment is slow", .segment, profile: .rfc) { $0.firstByte = .seconds(3) },
        .server("R110", "a segment is deleted too early", .segment) {
            if $0.timeSinceRemoval != nil { $0.status = 404 }
        },
    ]
}
