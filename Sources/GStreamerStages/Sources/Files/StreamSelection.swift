import CGStreamer
import Media
import StageKit
import Synchronization

/// Collects the streams of an input when they are found, and selects streams.
final class StreamSelection: Sendable {
    /// The treatment of a stream.
    enum Decision {
        case deliver
        /// The stream is not selected.
        case discard
        case leaveOut(OmittedMedia)
    }

    private let input: DemuxedInput
    private let auxiliary: MovieAuxiliaries
    /// The audio coding that the demuxer takes for another one or does not find; nil without one.
    private let unreadAudio: String?
    private let tracks = Mutex<[SourceTrack]>([])

    init(_ input: DemuxedInput) {
        self.input = input
        auxiliary = MovieAuxiliaries(path: input.path)
        unreadAudio = ProgramStreamMap.unreadAudio(path: input.path)
    }

    /// Decides on a stream. `obstacle` is the reason why it cannot be delivered.
    func decide(_ stream: FoundStream, obstacle: String?) -> Decision {
        var track = auxiliary.described(stream.track)
        if track.type == .audio, let unreadAudio {
            (track.format, track.obstacle) = (unreadAudio, Self.unreadObstacle)
        }
        track.obstacle = track.obstacle ?? obstacle
        let decided = track
        tracks.withLock { $0.append(decided) }
        guard input.tracks.selects(decided) else { return .discard }
        return decided.omission.map(Decision.leaveOut) ?? .deliver
    }

    /// Handles that all streams are known. Fails the run if they do not match the selection.
    func complete<Output>(_ outlets: OutletRun<Output>) {
        var found = tracks.withLock { $0 }
        if let unreadAudio, !found.contains(where: { $0.type == .audio }) {
            found.append(
                SourceTrack(found.count + 1, .audio, format: unreadAudio, obstacle: Self.unreadObstacle))
        }
        let choice = TrackChoice(
            among: found, by: input.tracks, of: input.path, allowMissing: input.allowMissing)
        if let refusal = choice.error { outlets.outcome.fail(refusal) }
        outlets.completeTracks()
    }

    private static let unreadObstacle = "which is not read from program streams"

    /// Whether another source of the input delivers the remaining streams. Then this one may have none, and both use
    /// the first time of all streams as origin.
    var isShared: Bool { !input.tracks.excluded.isEmpty }
}
