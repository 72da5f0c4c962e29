import Media
import StageKit
import Synchronization

/// Moves frames that are not later than the preceding one of their track, where streams with overlapping times were joined,
/// to just after it: encoders require ascending times.
final class FrameOrder: Sendable {
    private let last = Mutex<[Track.ID: MediaTime]>([:])

    /// Returns the frame at a time after that of the preceding one.
    func ordered(_ frame: Frame) -> Frame {
        last.withLock { last in
            var result = frame
            if let before = last[frame.track], frame.presentationTime <= before,
                before - frame.presentationTime <= .nanoseconds(VideoFrameTimeline.maximumStepBack)
            {
                result.presentationTicks = before.ticks(at: frame.timescale, rounding: .up) + 1
                result.duration = max(1, frame.duration - (result.presentationTicks - frame.presentationTicks))
            }
            last[frame.track] = result.presentationTime
            return result
        }
    }
}
