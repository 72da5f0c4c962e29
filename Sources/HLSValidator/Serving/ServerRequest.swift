import HTTPClient
import Foundation
import HLS
import Media
import Synchronization
import HLSRules

/// Something that a server is asked for, to see how it answers.
struct ServerRequest: Sendable {
    var subject: ServerExchange.Subject
    /// As findings name it.
    var name: String
    var url: URL
    var range: ByteRange?
    /// The playlist that it is, or that names it.
    var playlist: ServedPlaylist?
    /// How long a playlist may be held, in seconds.
    var patience = 20
    /// Whether nothing names it, and the server is to say that it is not there.
    var isInvented = false

    /// A request for what is not there, beside what this one is for.
    var invented: ServerRequest {
        var request = self
        let name = "not-there-" + url.lastPathComponent
        request.url = url.deletingLastPathComponent().appending(path: name)
        (request.subject, request.name, request.isInvented) = (.other, name, true)
        return request
    }

    /// The same request with directives of delivery in its query, in the order of their names (RFC 8216bis 6.2.5).
    func with(_ directives: [(name: String, value: String)]) -> ServerRequest {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return self }
        let added = directives.map { "\($0.name)=\($0.value)" }
        parts.percentEncodedQuery = ((parts.percentEncodedQuery.map { [$0] } ?? []) + added).joined(separator: "&")
        var request = self
        request.url = parts.url ?? url
        return request
    }
}

/// How a server answered.
struct ServerAnswer: Sendable {
    var exchange: ServerExchange
    /// The text of a playlist where it is kept; empty for media, which is counted only.
    var bytes: [UInt8]
    /// The address that answered in the end.
    var url: URL
}

/// Asks servers and measures the answers.
struct ServerClient: Sendable {
    /// What a page of another site would say of itself.
    private static let origin = "Origin: https://player.example"
    /// The most bytes of one answer with media, which are counted and not kept.
    private static let mediaSize = 256 << 20

    let reader: PlaylistReader
    let reach: AddressScope?
    /// The server that somebody named; fields such as cookies are for it alone.
    let named: String?
    let begin = ContinuousClock.now

    /// The time since the first request could be sent.
    var now: MediaTime { Self.time((ContinuousClock.now - begin).inSeconds) }

    /// What came of a request, whatever the status; a server that is silent too long answers with status 0.
    ///
    /// The text of a playlist is returned where `keepsText`, and is limited as the playlist itself is.
    func ask(
        _ request: ServerRequest, keepsText: Bool = true
    ) async throws(TransferError) -> ServerAnswer {
        let url = request.url.absoluteString
        let origin = WebAddress(url)?.origin
        var limits = FetchLimits.memory(
            size: request.subject.isPlaylist ? PlaylistReader.size : Self.mediaSize)
        (limits.totalSeconds, limits.slowSeconds) = (request.patience, request.patience)
        var fetch = FetchRequest(
            url: url, range: request.range.map { ($0.offset, $0.length) }, takesCompression: request.subject.isPlaylist,
            rules: FetchRules(
                reach: reach, table: reader.settings.table,
                fields: [Self.origin] + (origin == named ? reader.fields : []),
                fieldsOrigin: origin),
            limits: limits)
        fetch.takesAnyStatus = true
        let sink = AnswerSink(keeps: keepsText && request.subject.isPlaylist)
        let start = ContinuousClock.now
        do throws(TransferError) {
            let outcome = try await reader.engine.fetch(fetch, into: sink)
            return ServerAnswer(
                exchange: exchange(request, outcome, start), bytes: sink.bytes,
                url: URL(string: outcome.url) ?? request.url)
        } catch {
            guard error.kind == .timedOut else { throw error }
            var silent = FetchOutcome(head: ResponseHead(status: 0), url: url, scope: .anywhere)
            silent.measures.firstByte = (ContinuousClock.now - start).inSeconds
            silent.measures.lastByte = silent.measures.firstByte
            return ServerAnswer(exchange: exchange(request, silent, start), bytes: [], url: request.url)
        }
    }

    /// Whether a server takes versions of TLS that are not to be used any more (RFC 8996).
    func takesOutdatedEncryption(_ url: URL) async -> Bool {
        var limits = FetchLimits.memory(size: 0)
        limits.totalSeconds = 10
        var fetch = FetchRequest(
            url: url.absoluteString, rules: FetchRules(reach: reach, table: reader.settings.table), limits: limits)
        fetch.isOutdatedHandshake = true
        return (try? await reader.engine.fetch(fetch, into: AnswerSink(keeps: false))) != nil
    }

    private func exchange(
        _ request: ServerRequest, _ outcome: FetchOutcome, _ start: ContinuousClock.Instant
    ) -> ServerExchange {
        let measures = outcome.measures
        var exchange = ServerExchange(
            subject: request.subject, name: request.name, url: request.url.absoluteString, status: outcome.head.status,
            fields: outcome.head.fields.map { ServerExchange.Field(name: $0.name, value: $0.value) },
            requestTime: Self.time((start - begin).inSeconds), firstByte: Self.time(measures.firstByte),
            lastByte: Self.time(measures.lastByte), size: measures.size)
        exchange.redirects = measures.redirects
        exchange.httpVersion = measures.httpVersion
        exchange.playlist = request.playlist
        exchange.isInvented = request.isInvented
        guard outcome.head.status != 0 else { return exchange }
        exchange.isLocal = outcome.scope == .machine
        exchange.encryption = outcome.url.lowercased().hasPrefix("https:") ? .current : .clear
        return exchange
    }

    private static func time(_ seconds: Double) -> MediaTime {
        MediaTime(seconds: seconds, preferredTimescale: 1_000_000)
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// Keeps a playlist, and lets go of media.
private final class AnswerSink: FetchSink {
    private let keeps: Bool
    private let content = Mutex<[UInt8]>([])

    init(keeps: Bool) { self.keeps = keeps }

    var bytes: [UInt8] { content.withLock { $0 } }

    func begin(_ head: ResponseHead) { content.withLock { $0.removeAll() } }

    func take(_ bytes: UnsafeRawBufferPointer) {
        if keeps { content.withLock { $0.append(contentsOf: bytes) } }
    }
}
