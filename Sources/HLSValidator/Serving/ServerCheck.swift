package import HTTPClient
package import Foundation
import HLS
import Media
package import HLSRules

/// Asks the server of a presentation for some of everything, and has the rules look at how it answers.
package struct ServerCheck: Sendable {
    /// Playlists that are asked for, and among them those whose delivery is tried, which takes a while.
    private static let playlists = 20
    private static let triedPlaylists = 2

    package struct Outcome: Sendable {
        package var log: FindingLog
        package var unchecked: [String]
    }

    private let url: URL
    private let client: ServerClient
    private var checker: ServerChecker
    private var unchecked: [String] = []

    /// For the presentation whose first playlist was named as `url`; `reach` is where it was from.
    package init(_ profile: ValidationProfile, at url: URL, reader: PlaylistReader, reach: AddressScope?) {
        self.url = url
        client = ServerClient(reader: reader, reach: reach, named: WebAddress(url.absoluteString)?.origin)
        checker = ServerChecker(profile)
    }

    /// Looks at the presentation as it was loaded.
    package mutating func check(_ loaded: LoadedPresentation) async -> Outcome {
        switch loaded.content {
        case .playlist(let playlist): await check(playlist, at: url, mayTry: true)
        case .presentation(let presentation):
            let main = await ask(
                ServerRequest(subject: .multivariantPlaylist, name: presentation.multivariant.name, url: url))
            let base = main?.url ?? url
            for (index, rendition) in presentation.renditions.prefix(Self.playlists).enumerated() {
                guard let place = URL(string: rendition.uri, relativeTo: base)?.absoluteURL else { continue }
                await check(rendition.playlist, at: place, mayTry: index < Self.triedPlaylists)
            }
        }
        await tryOutdatedEncryption()
        return Outcome(log: checker.finish(), unchecked: unchecked)
    }

    private mutating func tryOutdatedEncryption() async {
        guard url.scheme?.lowercased() == "https", await client.takesOutdatedEncryption(url) else { return }
        var exchange = ServerExchange(
            subject: .other, name: url.host() ?? "", url: url.absoluteString, status: 0, fields: [],
            requestTime: client.now, firstByte: .zero, lastByte: .zero, size: 0)
        exchange.encryption = .outdated
        checker.take(exchange)
    }

    private mutating func check(_ playlist: CheckedPlaylist, at url: URL, mayTry: Bool) async {
        let served = ServedPlaylist(playlist)
        let request = ServerRequest(subject: .mediaPlaylist, name: playlist.name, url: url, playlist: served)
        guard let answer = await ask(request), let media = playlist.media else { return }
        for item in Self.media(of: media, name: playlist.name, at: answer.url, served) { _ = await ask(item) }
        guard mayTry, !media.hasEndList else { return }
        _ = await ask(request.invented)
        if media.serverControl?.canBlockReload == true {
            await tryDelivery(DeliveryTrial(request))
            await askForNothing(request, after: media)
        }
    }

    /// Asks, has the rules look at it, and returns what came without its bytes; nil where nothing did.
    private mutating func ask(_ request: ServerRequest) async -> ServerAnswer? {
        do throws(TransferError) {
            let answer = try await client.ask(request, keepsText: false)
            checker.take(answer.exchange)
            return answer
        } catch {
            unchecked.append("\(request.name): \(error.message)")
            return nil
        }
    }

    /// Asks for the next segment in a playlist that is not there.
    private mutating func askForNothing(_ request: ServerRequest, after playlist: MediaPlaylist) async {
        let wanted = PlaylistEdge(playlist).mediaSequence + 1
        do throws(TransferError) {
            var exchange = try await client.ask(request.invented.with([("_HLS_msn", "\(wanted)")])).exchange
            exchange.delivery = DeliveryProbe(
                kind: .nextSegment, wanted: PlaylistEdge(mediaSequence: wanted, part: nil, time: .zero))
            checker.take(exchange)
        } catch {
            unchecked.append("\(request.name): \(error.message)")
        }
    }

    private mutating func tryDelivery(_ trial: DeliveryTrial) async {
        for kind in DeliveryProbe.Kind.allCases {
            do throws(TransferError) {
                if let exchange = try await trial.run(kind, client) { checker.take(exchange) }
            } catch {
                unchecked.append("\(trial.request.name), \(kind.rawValue): \(error.message)")
            }
        }
    }

    /// The first initialization section, the first and the last segment, and the last part.
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
