import Media
import StageKit
import Synchronization

/// What the tracks of one running pipeline have in common: where payloads go, and how the run ends.
final class OutletRun<Output: Payload>: Sendable {
    let outcome: RunOutcome
    let watch: HangWatch
    let gate: TrackGate
    private let output: any Outlet<Output>
    private let open = Mutex<(tracks: Set<Track.ID>, isComplete: Bool, hasAny: Bool)>(([], false, false))

    init(_ pipeline: ElementPipeline, _ output: any Outlet<Output>) {
        let (outcome, watch) = (pipeline.outcome, pipeline.watch)
        self.outcome = outcome
        self.watch = watch
        self.output = output
        gate = TrackGate { tracks in
            for track in tracks where !outcome.isDecided {
                if !watch.heldUp({ output.offer(.track(track)) }) { outcome.finish() }
            }
        }
        outcome.onDecision { [gate] in gate.abandon() }
    }

    /// Adds a track that has to end before the run does.
    func expect(_ id: Track.ID) {
        open.withLock { open in
            open.tracks.insert(id)
            open.hasAny = true
        }
    }

    /// No further tracks will come.
    func completeTracks() {
        gate.completeList()
        let isOver = open.withLock { open in
            open.isComplete = true
            return open.hasAny && open.tracks.isEmpty
        }
        if isOver { outcome.finish() }
    }

    /// A track has ended; with the last one ends the run.
    func trackEnded(_ id: Track.ID) {
        let isOver = open.withLock { open in
            open.tracks.remove(id)
            return open.isComplete && open.tracks.isEmpty
        }
        if isOver { outcome.finish() }
    }

    /// Gives one message on and waits where the link below asks for it.
    func offer(_ message: Message<Output>) {
        if !watch.heldUp({ output.offer(message) }) { outcome.finish() }
    }
}
