import HTTPClient
import Foundation
import HLS
import Media
import HLSRules
import SystemTime

/// Watches a live playlist like a player: reloads it repeatedly and applies the rules for reloads to each state.
struct LivePlaylistWatcher: Sendable {
    /// The minimum time between two requests, in seconds.
    private static let minimumPause = 0.2
    /// Consecutive failures after which watching ends.
    private static let maximumFailures = 5

    let name: String
    let url: URL
    let variables: PlaylistVariables
    let profile: ValidationProfile
    let client: ServerClient
    let sharedState: SharedWatchState

    /// The additional time for measuring the last segments, in seconds.
    private static let measuringTimeout = 10.0
    /// The maximum number of states queued for measurement; later states list their segments too.
    private static let maximumQueuedStates = 16

    /// Watches until the playlist ends or the deadline; returns the findings of the rules for reloads, and the measured
    /// media.
    func run(
        until end: MonotonicTime, measuring media: RenditionMedia?
    ) async -> (log: FindingLog, media: RenditionMedia?) {
        let (states, feed) = AsyncStream<CheckedPlaylist>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.maximumQueuedStates))
        // In parallel, since watching must not wait for media.
        async let measured = Self.measure(states, media, until: end + .seconds(Self.measuringTimeout))
        let log = await watch(until: end, feed)
        feed.finish()
        return (log, await measured)
    }

    private static func measure(
        _ states: AsyncStream<CheckedPlaylist>, _ media: RenditionMedia?, until end: MonotonicTime
    ) async -> RenditionMedia? {
        guard var media else { return nil }
        for await state in states { await media.follow(state, until: end) }
        return media
    }

    private func watch(
        until end: MonotonicTime, _ feed: AsyncStream<CheckedPlaylist>.Continuation
    ) async -> FindingLog {
        var checker = ReloadChecker(profile)
        var removed = RemovedSegments()
        var (last, failures): (Loaded?, Int) = (nil, 0)
        while SystemClock.now < end, !Task.isCancelled {
            guard let loaded = await load(after: last, until: end) else {
                failures += 1
                guard failures < Self.maximumFailures, await pause(1, until: end) else { break }
                continue
            }
            failures = 0
            checker.process(observation(loaded))
            let hasChanged = loaded.bytes != last?.bytes
            if hasChanged {
                sharedState.validate(loaded.playlist)
                feed.yield(loaded.playlist)
            }
            if let media = loaded.playlist.media {
                for entry in removed.update(media, at: loaded.end) { await requestRemovedSegment(entry, loaded) }
                if media.hasEndList { break }
            }
            last = loaded
            guard await pause(interval(after: loaded, hasChanged), until: end) else { break }
        }
        if let last, let oldest = removed.oldest(at: client.now) { await requestRemovedSegment(oldest, last) }
        return checker.finish()
    }

    /// A state of the playlist, with the times of its request and response.
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

    private func load(after last: Loaded?, until end: MonotonicTime) async -> Loaded? {
        var request = request
        if let media = last?.playlist.media, let playlist = last?.playlist {
            request.playlist = ServedPlaylist(playlist)
            if media.serverControl?.canBlockReload == true { request = request.with(Self.directives(after: media)) }
            let left = (end - SystemClock.now).seconds
            request.timeout = max(2, min(3 * media.targetDuration + 5, Int(left) + 2, 120))
        }
        let start = client.now
        do throws(TransferError) {
            let answer = try await client.send(request)
            guard (200..<300).contains(answer.exchange.status) else {
                // A blocked request at the end of the watch is not an error.
                if answer.exchange.status != 0 {
                    sharedState.recordUnchecked("\(name): the server responded with status \(answer.exchange.status)")
                }
                return nil
            }
            let playlist = CheckedPlaylist(name: name, bytes: answer.bytes, variables: variables)
            if let refusal = playlist.refusal {
                sharedState.recordUnchecked("\(name), line \(refusal.line): \(refusal.message)")
                return nil
            }
            // Blocked responses are late by design and are not judged as exchanges.
            if request.url == url {
                var exchange = answer.exchange
                exchange.playlist = ServedPlaylist(playlist)
                sharedState.record(exchange)
            }
            return Loaded(playlist: playlist, bytes: answer.bytes, url: answer.url, start: start, end: client.now)
        } catch {
            sharedState.recordUnchecked("\(name): \(error.message)")
            return nil
        }
    }

    /// Returns the directives that a low-latency player would send next.
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
            date: DateTime(SystemClock().wallTime),
            edges: sharedState.updateEdge(name, edge), uri: name)
    }

    /// The reload interval of RFC 8216bis 6.3.4: a target duration, or half of it if nothing changed; blocking requests
    /// need no pause.
    private func interval(after loaded: Loaded, _ hasChanged: Bool) -> Double {
        if loaded.playlist.media?.serverControl?.canBlockReload == true, hasChanged { return Self.minimumPause }
        let target = Double(min(max(loaded.playlist.text.targetDuration ?? 1, 1), 3600))
        return hasChanged ? target : target / 2
    }

    /// Requests one byte of a segment that the playlist no longer lists.
    private func requestRemovedSegment(_ entry: RemovedSegments.Entry, _ loaded: Loaded) async {
        guard let place = URL(string: entry.segment.uri, relativeTo: loaded.url)?.absoluteURL else { return }
        let range = ByteRange(offset: entry.segment.byteRange?.offset ?? 0, length: 1)
        let request = ServerRequest(
            subject: .segment, name: entry.segment.uri, url: place, range: range,
            playlist: ServedPlaylist(loaded.playlist))
        do throws(TransferError) {
            var exchange = try await client.send(request).exchange
            exchange.timeSinceRemoval = client.now - entry.time
            sharedState.record(exchange)
        } catch {
            sharedState.recordUnchecked("\(entry.segment.uri): \(error.message)")
        }
    }

    /// Waits for a number of seconds; returns false at the deadline.
    private func pause(_ seconds: Double, until end: MonotonicTime) async -> Bool {
        let time = SystemClock.now + .seconds(seconds)
        return (try? await SystemClock().sleep(until: min(time, end), tolerance: nil)) != nil && time < end
    }
}
