import Media
import StageKit

/// The time that a merge waits for media that holds back the media of its other inputs: for the first track of an
/// input, and for media of a live track.
///
/// A source without audio never announces an audio track, and the encoder below it neither. An encoder that receives
/// frames and sends nothing is slow, and the merge waits for it, up to ``slowLimit``.
struct TrackDeadline: Sendable {
    /// A change of media that a merge waits for.
    enum Change: Sendable, Hashable {
        /// The merge stopped waiting.
        case overdue
        /// The media has arrived since.
        case returned
    }

    /// The time after which media is overdue.
    static let limit = MediaTime.seconds(10)
    /// The number of limits for which the merge waits for a stage that has received media and sent nothing.
    static let slowLimit = 12
    /// The media time of other tracks that a live track has to hold back before its deadline begins.
    static let minimumHold = Duration.seconds(2)

    let clock: any MediaClock
    /// Returns the payloads that the stages of the run have sent.
    let sent: @Sendable () -> StageProgress.Sent
    /// Whether a stage is slow, given the payloads sent when the deadline began.
    let isSlow: @Sendable (_ media: AwaitedMedia, _ before: StageProgress.Sent) -> Bool
    /// Reports that the merge stopped waiting for media, or that it has arrived since.
    let report: @Sendable (_ media: AwaitedMedia, _ change: Change) -> Void

    /// Returns the time from the start of a deadline to its end. The held media is part of the first limit, so that it
    /// does not exceed the limits of the link, where producers wait or drop media.
    static func wait(after limits: Int, holding held: Duration) -> Duration {
        limits > 0 ? limit.duration : limit.duration - min(held, minimumHold)
    }

    /// Returns the media to stop waiting for after this number of limits.
    func overdue(_ awaited: [AwaitedMedia], after limits: Int, since before: StageProgress.Sent) -> [AwaitedMedia] {
        awaited.filter { limits >= Self.slowLimit || !isSlow($0, before) }
    }

    /// The problem to report for media of the input `input` of `stage`.
    static func problem(_ media: AwaitedMedia, _ change: Change, from input: String, of stage: String) -> Problem {
        let seconds = limit.ticks(at: 1)
        guard let type = media.mediaType?.rawValue else {
            return Problem(
                .warning, code: "missing-track",
                message:
                    "'\(input)' has announced no track \(seconds) s after the other inputs of '\(stage)' had "
                    + "media; the others continue without it, and a track that it announces later is added. If its source "
                    + "has no such media, remove '\(input)' from 'from' of '\(stage)'")
        }
        if change == .returned {
            return Problem(.note, code: "track-returned", message: "\(type) from '\(input)' has arrived")
        }
        return Problem(
            .warning, code: media.hasBegun ? "track-lost" : "missing-track",
            message: "no \(type) from '\(input)' for \(seconds) s; other tracks continue, and the \(type) is published "
                + (media.hasBegun ? "after a gap when it returns" : "when it arrives"))
    }
}
