import HTTPServer
import Media
import StageKit
import Synchronization

/// The figures of a presentation that an origin serves, in the status of its run.
final class OriginFigures: Sendable {
    /// The interval between two counts of viewers.
    private static let viewerInterval = Duration.seconds(1)

    private struct Viewers {
        var table = ViewerTable()
        /// The number of viewers by path of the media playlist.
        var gauges: [String: FigureGauge] = [:]
        var nextCount = MonotonicTime.zero
    }

    private let figures: StageFigures
    /// The figures of responses by kind.
    private let responses: [ResponseFigures]
    private let connections: FigureGauge
    private let waiting: FigureGauge
    private let viewers: FigureGauge
    private let state = Mutex(Viewers())

    init(_ figures: StageFigures) {
        self.figures = figures
        responses = OriginRequestKind.allCases.map { ResponseFigures(kind: $0.label, in: figures) }
        connections = figures.gauge(FigureName.originConnections, "Open connections of the server")
        waiting = figures.gauge(FigureName.originWaiting, "Requests held until their resource is published")
        viewers = figures.gauge(
            FigureName.originDistinctViewers,
            "Estimated viewers of the presentation: distinct clients that asked for a playlist within three target durations"
        )
    }

    /// The figures of the responses of one kind.
    subscript(kind: OriginRequestKind) -> ResponseFigures { responses[kind.rawValue] }

    /// Returns whether the figures of the presentation belong to these figures of a stage.
    func belong(to figures: StageFigures) -> Bool { self.figures === figures }

    /// Adds the viewers of a media playlist to the figures.
    func addPlaylist(_ path: String) {
        state.withLock { state in
            guard state.gauges[path] == nil else { return }
            state.gauges[path] = figures.gauge(
                FigureName.originViewers, labels: ["rendition": path],
                "Estimated viewers: distinct clients that asked for the playlist within three target durations")
        }
    }

    /// Removes the viewers of a media playlist from the figures.
    func removePlaylist(_ path: String) {
        state.withLock { state in
            guard state.gauges.removeValue(forKey: path) != nil else { return }
            figures.remove(FigureName.originViewers, labels: ["rendition": path])
        }
    }

    /// Records a client's request for a media playlist.
    func record(_ client: Int, requesting path: String, at now: MonotonicTime) {
        state.withLock { $0.table.record(client, requesting: path, at: now) }
    }

    /// Updates the load, and each second the number of viewers: clients with a request within `interval`.
    func update(_ load: ServerLoad, presentation: String, interval: Duration, at now: MonotonicTime) {
        connections.set(load.connections)
        waiting.set(load.heldRequests[presentation] ?? 0)
        state.withLock { state in
            guard now >= state.nextCount else { return }
            state.nextCount = now + Self.viewerInterval
            state.table.removeAll(before: now - interval)
            viewers.set(state.table.count)
            let counts = state.table.counts
            for (path, gauge) in state.gauges { gauge.set(counts[path] ?? 0) }
        }
    }
}
