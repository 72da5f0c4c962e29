import HTTPClient
import Foundation
import HLS
import Media
import Synchronization
import HLSRules
import SystemTime

/// Sends requests to servers and measures the responses.
struct ServerClient: Sendable {
    /// The origin of a page on another site.
    private static let origin = "Origin: https://player.example"
    /// The maximum size of a media response in bytes; its body is counted and discarded.
    private static let maximumMediaSize = 256 << 20

    let reader: PlaylistReader
    let reach: AddressScope?
    /// The origin of the URL given by the user; only it receives header fields such as cookies.
    let namedOrigin: String?
    let begin = SystemClock.now

    /// The time since the client was created.
    var now: MediaTime { Self.time((SystemClock.now - begin).seconds) }

    /// Sends a request and returns the response with any status; a timeout is returned as status 0.
    ///
    /// `keepsText` selects whether the text of a playlist is returned; its size is limited.
    func send(
        _ request: ServerRequest, keepsText: Bool = true
    ) async throws(TransferError) -> ServerAnswer {
        let url = request.url.absoluteString
        let origin = WebURL(url)?.origin
        var limits = FetchLimits.memory(
            size: request.subject.isPlaylist ? PlaylistReader.maximumSize : Self.maximumMediaSize)
        (limits.totalSeconds, limits.slowSeconds) = (request.timeout, request.timeout)
        var fetch = FetchRequest(
            url: url, range: request.range.map { ($0.offset, $0.length) },
            acceptsCompression: request.subject.isPlaylist,
            rules: FetchRules(
                reach: reach, table: reader.settings.table,
                fields: [Self.origin] + (origin == namedOrigin ? reader.fields : []),
                fieldsOrigin: origin),
            limits: limits)
        fetch.acceptsAnyStatus = true
        let sink = AnswerSink(keeps: keepsText && request.subject.isPlaylist)
        let start = SystemClock.now
        do throws(TransferError) {
            let outcome = try await reader.engine.fetch(fetch, into: sink)
            return ServerAnswer(
                exchange: exchange(request, outcome, start), bytes: sink.bytes,
                url: URL(string: outcome.url) ?? request.url)
        } catch {
            guard error.kind == .timedOut else { throw error }
            var silent = FetchOutcome(head: ResponseHead(status: 0), url: url, scope: .anywhere)
            silent.measures.firstByte = (SystemClock.now - start).seconds
            silent.measures.lastByte = silent.measures.firstByte
            return ServerAnswer(exchange: exchange(request, silent, start), bytes: [], url: request.url)
        }
    }

    /// Whether a server accepts deprecated versions of TLS (RFC 8996).
    func acceptsOutdatedTLS(_ url: URL) async -> Bool {
        var limits = FetchLimits.memory(size: 0)
        limits.totalSeconds = 10
        var fetch = FetchRequest(
            url: url.absoluteString, rules: FetchRules(reach: reach, table: reader.settings.table), limits: limits)
        fetch.isOutdatedHandshake = true
        return (try? await reader.engine.fetch(fetch, into: AnswerSink(keeps: false))) != nil
    }

    private func exchange(
        _ request: ServerRequest, _ outcome: FetchOutcome, _ start: MonotonicTime
    ) -> ServerExchange {
        let measures = outcome.measures
        var exchange = ServerExchange(
            subject: request.subject, name: request.name, url: request.url.absoluteString, status: outcome.head.status,
            fields: outcome.head.fields.map { ServerExchange.Field(name: $0.name, value: $0.value) },
            requestTime: Self.time((start - begin).seconds), firstByte: Self.time(measures.firstByte),
            lastByte: Self.time(measures.lastByte), size: measures.size)
        exchange.redirects = measures.redirects
        exchange.httpVersion = measures.httpVersion
        exchange.playlist = request.playlist
        exchange.isProbeForMissing = request.isInvented
        guard outcome.head.status != 0 else { return exchange }
        exchange.isLocal = outcome.scope == .machine
        exchange.encryption = outcome.url.lowercased().hasPrefix("https:") ? .current : .clear
        return exchange
    }

    private static func time(_ seconds: Double) -> MediaTime {
        MediaTime(seconds: seconds, preferredTimescale: 1_000_000)
    }
}

/// Stores the text of playlists and discards media.
private final class AnswerSink: FetchSink {
    private let keeps: Bool
    private let content = Mutex<[UInt8]>([])

    init(keeps: Bool) { self.keeps = keeps }

    var bytes: [UInt8] { content.withLock { $0 } }

    func begin(_ head: ResponseHead) { content.withLock { $0.removeAll() } }

    func write(_ bytes: UnsafeRawBufferPointer) {
        if keeps { content.withLock { $0.append(contentsOf: bytes) } }
    }
}
