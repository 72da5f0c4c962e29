import HTTPClient
import Foundation
import HLS
import Media
import HLSRules

/// Watches one live playlist as a player does that follows it: loads it again and again, and has the rules of reloads
/// look at each state.
struct PlaylistWatch: Sendable {
    /// Between two requests, whatever a server answers; in seconds.
    private static let shortestPause = 0.2
    /// Failures in a row after which a playlist is given up.
    private static let failures = 5

    let name: String
    let url: URL
    let variables: PlaylistVariables
    let profile: ValidationProfile
    let client: ServerClient
    let board: WatchBoard

    /// How long the last segments may still take, in seconds.
    private static let delay = 10.0
    /// States that wait for their segments to be measured; a later one names them too.
    private static let waiting = 16

    /// Watches until the playlist ends or the time is over; returns what the rules of reloads found, and the media with
    /// what came.
    func run(
        until end: ContinuousClock.Instant, measuring media: RenditionMedia?
    ) async -> (log: FindingLog, media: RenditionMedia?) {
        let (states, feed) = AsyncStream<CheckedPlaylist>.makeStream(bufferingPolicy: .bufferingNewest(Self.waiting))
        // Beside the watch, which does not wait for media.
        async let measured = Self.measure(states, media, until: end + .seconds(Self.delay))
        let log = await watch(until: end, feed)
        feed.finish()
        return (log, await measured)
    }

    private static func measure(
        _ states: AsyncStream<CheckedPlaylist>, _ media: RenditionMedia?, until end: ContinuousClock.Instant
    ) async -> RenditionMedia? {
        guard var media else { return nil }
        for await state in states { await media.follow(state, until: end) }
        return media
    }

    private func watch(
        until end: ContinuousClock.Instant, _ feed: AsyncStream<CheckedPlaylist>.Continuation
    ) async -> FindingLog {
        var checker = ReloadChecker(profile)
        var removed = RemovedSegments()
        var (last, failures): (Loaded?, Int) = (nil, 0)
        while ContinuousClock.now < end, !Task.isCancelled {
            guard let loaded = await load(after: last, until: end) else {
                failures += 1
                guard failures < Self.failures, await pause(1, until: end) else { break }
                continue
            }
            failures = 0
            checker.take(observation(loaded))
            let hasChanged = loaded.bytes != last?.bytes
            if hasChanged {
                board.check(loaded.playlist)
                feed.yield(loaded.playlist)
            }
            if let media = loaded.playlist.media {
                for entry in removed.take(media, at: loaded.end) { await ask(entry, loaded) }
                if media.hasEndList { break }
            }
            last = loaded
            guard await pause(interval(after: loaded, hasChanged), until: end) else { break }
        }
        if let last, let oldest = removed.oldest(at: client.now) { await ask(oldest, last) }
        return checker.finish()
    }

    /// A state and when it came.
    private struct Loaded {
        var playlist: CheckedPlaylist
        var bytes: [UInt8]
        var url: URL
        var start: MediaTime
        var end: MediaTime
    }

    private var request: ServerRequest {
        ServerRequest(subject: .mediaPlaylist, name: name, url: url)
    }

    private func load(after last: Loaded?, until end: ContinuousClock.Instant) async -> Loaded? {
        var request = request
        if let media = last?.playlist.media, let playlist = last?.playlist {
            request.playlist = ServedPlaylist(playlist)
            if media.serverControl?.canBlockReload == true { request = request.with(Self.directives(after: media)) }
            let left = (end - ContinuousClock.now).inSeconds
            request.patience = max(2, min(3 * media.targetDuration + 5, Int(left) + 2, 120))
        }
        let start = client.now
        do throws(TransferError) {
            let answer = try await client.ask(request)
            guard (200..<300).contains(answer.exchange.status) else {
                // A server that holds a request at the end of the watch does nothing wrong.
                if answer.exchange.status != 0 {
                    board.note(unchecked: "\(name): the server answered \(answer.exchange.status)")
                }
                return nil
            }
            let playlist = CheckedPlaylist(name: name, bytes: answer.bytes, variables: variables)
            if let refusal = playlist.refusal {
                board.note(unchecked: "\(name), line \(refusal.line): \(refusal.message)")
                return nil
            }
            // What was held came late because it was to.
            if request.url == url {
                var exchange = answer.exchange
                exchange.playlist = ServedPlaylist(playlist)
                board.take(exchange)
            }
            return Loaded(playlist: playlist, bytes: answer.bytes, url: answer.url, start: start, end: client.now)
        } catch {
            board.note(unchecked: "\(name): \(error.message)")
            return nil
        }
    }

    /// What a player that wants low latency asks for next.
    private static func directives(after playlist: MediaPlaylist) -> [(name: String, value: String)] {
        let next = playlist.mediaSequence + playlist.segments.count + (playlist.skip?.count ?? 0)
        let segment = (name: "_HLS_msn", value: "\(next)")
        guard playlist.partTarget != nil else { return [segment] }
        return [segment, ("_HLS_part", "\(playlist.upcoming?.parts.count ?? 0)")]
    }

    private func observation(_ loaded: Loaded) -> PlaylistObservation {
        var edge = loaded.playlist.media.map(PlaylistEdge.init)
        edge?.time = loaded.end
        return PlaylistObservation(
            playlist: loaded.playlist, time: loaded.end, requestTime: loaded.start,
            date: DateTime(milliseconds: Int64(Date.now.timeIntervalSince1970 * 1000)),
            edges: board.note(name, edge), address: name)
    }

    /// RFC 8216bis 6.3.4: a target duration, and half of it where nothing had changed; what is held needs no pause.
    private func interval(after loaded: Loaded, _ hasChanged: Bool) -> Double {
        if loaded.playlist.media?.serverControl?.canBlockReload == true, hasChanged { return Self.shortestPause }
        let target = Double(min(max(loaded.playlist.text.targetDuration ?? 1, 1), 3600))
        return hasChanged ? target : target / 2
    }

    /// Asks for a segment that the playlist has dropped, for a byte of it.
    private func ask(_ entry: RemovedSegments.Entry, _ loaded: Loaded) async {
        guard let place = URL(string: entry.segment.uri, relativeTo: loaded.url)?.absoluteURL else { return }
        let range = ByteRange(offset: entry.segment.byteRange?.offset ?? 0, length: 1)
        let request = ServerRequest(
            subject: .segment, name: entry.segment.uri, url: place, range: range,
            playlist: ServedPlaylist(loaded.playlist))
        do throws(TransferError) {
            var exchange = try await client.ask(request).exchange
            exchange.removedFor = client.now - entry.time
            board.take(exchange)
        } catch {
            board.note(unchecked: "\(entry.segment.uri): \(error.message)")
        }
    }

    /// Waits so many seconds; false where the time is over before.
    private func pause(_ seconds: Double, until end: ContinuousClock.Instant) async -> Bool {
        let time = ContinuousClock.now + .seconds(seconds)
        return (try? await ContinuousClock().sleep(until: min(time, end))) != nil && time < end
    }
}
