import StageKit
import Synchronization

/// Counts the samples of one track that are not delivered, by reason. The run reports them at its end.
final class LeftOutSamples: Sendable {
    private let track: String
    /// The display name of the coding; nil if it is not relevant.
    let format: String?
    /// The reason why the whole track is not delivered; nil if other samples of it are.
    private let reason: String?
    private let counts: Mutex<[String: Int]>
    private let isCountComplete = Atomic<Bool>(false)

    /// Counts samples of the track with this name in messages.
    init(track: String, format: String? = nil) {
        self.track = track
        self.format = format
        reason = nil
        counts = Mutex([:])
    }

    /// Counts all samples of a track that is not delivered.
    init(_ track: OmittedMedia) {
        self.track = track.track
        format = track.format
        reason = track.reason
        counts = Mutex([track.reason: 0])
    }

    /// Counts samples. `reason` ends a sentence, such as `which have no presentation time`.
    func count(_ reason: String, _ number: Int = 1) {
        guard number > 0 else { return }
        counts.withLock { $0[reason, default: 0] += number }
    }

    /// Counts one sample of a track that is not delivered.
    func countSample() { if let reason { count(reason) } }

    /// Records that all samples of the track have been counted.
    func end() { isCountComplete.store(true, ordering: .relaxed) }

    /// Sends one report per reason. Omits the number of samples of a whole track if the run ended before the track did.
    func report(to context: StageContext, of subject: String) {
        for (reason, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            let isKnown = self.reason == nil || isCountComplete.load(ordering: .relaxed)
            let leftOut = OmittedMedia(
                track, format: format, reason: reason, sampleCount: isKnown ? count : nil, isPartial: self.reason == nil
            )
            context.report(leftOut, of: subject)
        }
    }
}
