package import HTTPClient
package import Foundation
import HLS
import Media
package import HLSRules

/// Requests a sample of each kind of resource from a server and applies the rules for servers.
package struct ServerProbe: Sendable {
    /// The maximum number of playlists to request, and to test the delivery of, which takes several seconds.
    private static let maximumPlaylists = 20
    private static let maximumProbedPlaylists = 2

    package struct Outcome: Sendable {
        package var log: FindingLog
        package var unchecked: [String]
    }

    private let url: URL
    private let client: ServerClient
    private var checker: ServerChecker
    private var unchecked: [String] = []

    /// Creates a probe for the presentation at `url`, whose first playlist is in the scope `reach`.
    package init(_ profile: ValidationProfile, at url: URL, reader: PlaylistReader, reach: AddressScope?) {
        self.url = url
        client = ServerClient(reader: reader, reach: reach, namedOrigin: WebURL(url.absoluteString)?.origin)
        checker = ServerChecker(profile)
    }

    /// Requests the resources of a loaded presentation.
    package mutating func probe(_ loaded: LoadedPresentation) async -> Outcome {
        switch loaded.content {
        case .playlist(let playlist): await probe(playlist, at: url, mayTry: true)
        case .presentation(let presentation):
            let main = await send(
                ServerRequest(subject: .multivariantPlaylist, name: presentation.multivariant.name, url: url))
            let base = main?.url ?? url
            for (index, rendition) in presentation.renditions.prefix(Self.maximumPlaylists).enumerated() {
                guard let place = URL(string: rendition.uri, relativeTo: base)?.absoluteURL else { continue }
                await probe(rendition.playlist, at: place, mayTry: index < Self.maximumProbedPlaylists)
            }
        }
        await probeOutdatedTLS()
        return Outcome(log: checker.finish(), unchecked: unchecked)
    }

    private mutating func probeOutdatedTLS() async {
        guard url.scheme?.lowercased() == "https", await client.acceptsOutdatedTLS(url) else { return }
        var exchange = ServerExchange(
            subject: .other, name: url.host() ?? "", url: url.absoluteString, status: 0, fields: [],
            requestTime: client.now, firstByte: .zero, lastByte: .zero, size: 0)
        exchange.encryption = .outdated
        checker.process(exchange)
    }

    private mutating func probe(_ playlist: CheckedPlaylist, at url: URL, mayTry: Bool) async {
        let served = ServedPlaylist(playlist)
        let request = ServerRequest(subject: .mediaPlaylist, name: playlist.name, url: url, playlist: served)
        guard let answer = await send(request), let media = playlist.media else { return }
        for item in Self.media(of: media, name: playlist.name, at: answer.url, served) { _ = await send(item) }
        guard mayTry, !media.hasEndList else { return }
        _ = await send(request.invented)
        if media.serverControl?.canBlockReload == true {
            await probeDelivery(DeliveryTrial(request))
            await requestMissingPlaylist(request, after: media)
        }
    }

    /// Sends a request and applies the rules; returns the response without its body, or nil on failure.
    private mutating func send(_ request: ServerRequest) async -> ServerAnswer? {
        do throws(TransferError) {
            let answer = try await client.send(request, keepsText: false)
            checker.process(answer.exchange)
            return answer
        } catch {
            unchecked.append("\(request.name): \(error.message)")
            return nil
        }
    }

    /// Requests the next segment of a playlist that does not exist.
    private mutating func requestMissingPlaylist(_ request: ServerRequest, after playlist: MediaPlaylist) async {
        let sequence = PlaylistEdge(playlist).mediaSequence + 1
        do throws(TransferError) {
            var exchange = try await client.send(request.invented.with([("_HLS_msn", "\(sequence)")])).exchange
            exchange.delivery = DeliveryProbe(
                kind: .nextSegment, requested: PlaylistEdge(mediaSequence: sequence, part: nil, time: .zero))
            checker.process(exchange)
        } catch {
            unchecked.append("\(request.name): \(error.message)")
        }
    }

    private mutating func probeDelivery(_ trial: DeliveryTrial) async {
        for kind in DeliveryProbe.Kind.allCases {
            do throws(TransferError) {
                if let exchange = try await trial.run(kind, client) { checker.process(exchange) }
            } catch {
                unchecked.append("\(trial.request.name), \(kind.rawValue): \(error.message)")
            }
        }
    }

    /// Returns requests for the first initialization section, the first and last segment, and the last part.
    private static func media(
        of playlist: MediaPlaylist, name: String, at base: URL, _ served: ServedPlaylist
    ) -> [ServerRequest] {
        func request(_ subject: ServerExchange.Subject, _ uri: String, _ range: ByteRange?) -> ServerRequest? {
            URL(string: uri, relativeTo: base).map {
                ServerRequest(subject: subject, name: uri, url: $0.absoluteURL, range: range, playlist: served)
            }
        }
        let segments = playlist.segments.filter { !$0.isGap }
        let ends = segments.count > 1 ? [segments.first, segments.last] : [segments.first]
        var requests = ends.compactMap { $0 }.map { request(.segment, $0.uri, $0.byteRange) }
        if let section = segments.first?.initialization {
            requests.insert(request(.initialization, section.uri, section.byteRange), at: 0)
        }
        if let part = (playlist.upcoming?.parts ?? playlist.segments.last?.parts ?? []).last(where: { !$0.isGap }) {
            requests.append(request(.part, part.uri, part.byteRange))
        }
        return requests.compactMap { $0 }
    }
}
