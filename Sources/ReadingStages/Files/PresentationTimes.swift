import GStreamerStages
import Media
import PackagingStages
import StageKit
import Synchronization

/// Collects the times at which the samples of a file are presented.
final class PresentationTimes: Outlet {
    private struct State {
        var tracks: [Track.ID: Track] = [:]
        /// The tracks as they were announced first, and their ends.
        var announced: [Track] = []
        var ends: [Track.ID: MediaTime] = [:]
        var videoTrack: Track.ID?
        var video: [MediaTime] = []
        /// The time of the first sync sample of video, before which nothing is decoded.
        var start: MediaTime?
        var end: MediaTime?

        mutating func add(_ message: Message<Sample>) {
            switch message {
            case .track(let track):
                if tracks[track.id] == nil { announced.append(track) }
                tracks[track.id] = track
                if track.mediaType == .video, videoTrack == nil { videoTrack = track.id }
            case .payload(let sample): add(sample)
            case .gap, .end: break
            }
        }

        private mutating func add(_ sample: Sample) {
            let limit = tracks[sample.track]?.presentationEnd ?? .indefinite
            let time = sample.presentationTime
            guard time < limit, !sample.flags.isDecodeOnly else { return }
            let sampleEnd = min(limit, time + MediaTime(value: sample.duration, timescale: sample.timescale))
            guard sampleEnd > .zero else { return }
            end = max(end ?? sampleEnd, sampleEnd)
            ends[sample.track] = max(ends[sample.track] ?? sampleEnd, sampleEnd)
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

    /// The tracks with their first formats, and the ends of their samples; nil for tracks without samples.
    var tracks: [(track: Track, end: MediaTime?)] {
        state.withLock { state in state.announced.map { ($0, state.ends[$0.id]) } }
    }

    /// Returns the times in a presentation of the media in parts.
    func edited(by presentation: EditedPresentation) -> PresentationTimes {
        let result = PresentationTimes()
        let (video, end, place) = state.withLock { state in
            (state.video.sorted(), state.end, state.videoTrack.flatMap { state.tracks[$0]?.origin?.track })
        }
        var times: [MediaTime] = []
        for part in presentation.parts {
            guard let place, let media = part.media[place] else { continue }
            let mediaEnd = media.isPaused || part.end.isIndefinite ? part.end : media.start + part.length
            for (index, time) in video.enumerated() {
                let next = index + 1 < video.count ? video[index + 1] : end ?? .indefinite
                guard next > media.start, media.isPaused ? time <= media.start : time < mediaEnd else { continue }
                times.append(part.start + (max(time, media.start) - media.start))
            }
        }
        let ends = presentation.parts.map { part in
            guard part.end.isIndefinite, let end else { return part.end }
            return part.media.values.map { part.start + max(.zero, end - $0.start) }.max() ?? part.start
        }
        result.state.withLock { ($0.video, $0.end) = (times, ends.max()) }
        return result
    }

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
