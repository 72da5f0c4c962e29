import Media
import StageKit
import Synchronization

/// Collects the times at which the samples of a file are presented.
final class PresentationTimes: Outlet {
    private struct State {
        var tracks: [Track.ID: Track] = [:]
        var videoTrack: Track.ID?
        var video: [MediaTime] = []
        /// The time of the first sync sample of video, before which nothing is decoded.
        var start: MediaTime?
        var end: MediaTime?

        mutating func add(_ message: Message<Sample>) {
            switch message {
            case .track(let track):
                tracks[track.id] = track
                if track.mediaType == .video, videoTrack == nil { videoTrack = track.id }
            case .payload(let sample): add(sample)
            case .gap, .end: break
            }
        }

        private mutating func add(_ sample: Sample) {
            let limit = tracks[sample.track]?.presentationEnd ?? .indefinite
            let time = sample.presentationTime
            guard time < limit else { return }
            let sampleEnd = min(limit, time + MediaTime(value: sample.duration, timescale: sample.timescale))
            guard sampleEnd > .zero else { return }
            end = max(end ?? sampleEnd, sampleEnd)
            guard sample.track == videoTrack else { return }
            if start == nil, sample.isSync { start = time }
            if let start, time >= start { video.append(max(.zero, time)) }
        }
    }

    private let state = Mutex(State())

    /// The times of the frames of the first video track in ascending order.
    var video: [MediaTime] { state.withLock { $0.video.sorted() } }
    /// The latest end of any track; nil without samples.
    var end: MediaTime? { state.withLock { $0.end } }

    func send(_ messages: [Message<Sample>]) async throws {
        state.withLock { state in
            for message in messages { state.add(message) }
        }
    }

    func offer(_ message: Message<Sample>) -> Bool {
        state.withLock { $0.add(message) }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}
}
