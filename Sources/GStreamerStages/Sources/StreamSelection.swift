import CGStreamer
import Media
import StageKit
import Synchronization

/// The streams of an input as they are found, and what is chosen of them.
final class StreamSelection: Sendable {
    /// What becomes of a stream.
    enum Decision {
        case deliver
        /// It is not asked for.
        case discard
        case leaveOut(OmittedMedia)
    }

    private let input: DemuxedInput
    private let auxiliary: MovieAuxiliaries
    private let tracks = Mutex<[SourceTrack]>([])

    init(_ input: DemuxedInput) {
        self.input = input
        auxiliary = MovieAuxiliaries(path: input.path)
    }

    /// Decides on a stream; `obstacle` is the reason why it cannot be delivered.
    func decide(_ stream: FoundStream, obstacle: String?) -> Decision {
        var track = auxiliary.described(stream.track)
        track.obstacle = track.obstacle ?? obstacle
        let decided = track
        tracks.withLock { $0.append(decided) }
        guard input.tracks.selects(decided) else { return .discard }
        return decided.omission.map(Decision.leaveOut) ?? .deliver
    }

    /// All streams are known: fails the run where that is not what was asked for.
    func complete<Output>(_ outlets: OutletRun<Output>) {
        let choice = TrackChoice(among: tracks.withLock { $0 }, by: input.tracks, of: input.subject)
        if let refusal = choice.error { outlets.outcome.fail(refusal) }
        outlets.completeTracks()
    }

    /// Whether another source of the input delivers the rest: this one may have nothing, and both count times from the first
    /// of all streams.
    var isShared: Bool { !input.tracks.excluded.isEmpty }
}
