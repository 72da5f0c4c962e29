import StageKit
import Synchronization

/// Counts the samples of one track that a run leaves out, by reason; the run reports them at its end.
final class LeftOutSamples: Sendable {
    private let track: String
    /// The field's name for the coding; nil where it does not matter.
    let format: String?
    /// Why the whole track is left out; nil where others of its samples are delivered.
    private let reason: String?
    private let counts: Mutex<[String: Int]>
    private let isCountComplete = Atomic<Bool>(false)

    /// A track of a container, by the name that messages give it.
    init(track: String, format: String? = nil) {
        self.track = track
        self.format = format
        reason = nil
        counts = Mutex([:])
    }

    /// A whole track that is left out, whose samples are counted.
    init(_ track: OmittedMedia) {
        self.track = track.track
        format = track.format
        reason = track.reason
        counts = Mutex([track.reason: 0])
    }

    /// Counts one sample; `reason` is the end of a sentence, such as `which have no presentation time`.
    func count(_ reason: String, _ number: Int = 1) {
        guard number > 0 else { return }
        counts.withLock { $0[reason, default: 0] += number }
    }

    /// Counts one sample of a track that is left out.
    func countSample() { if let reason { count(reason) } }

    /// All samples of a track that is left out have been counted.
    func end() { isCountComplete.store(true, ordering: .relaxed) }

    /// Sends one report for each reason; the number of a whole track is left out where the run ended before it.
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
