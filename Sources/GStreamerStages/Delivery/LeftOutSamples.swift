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

    /// A track of a container, by the name that messages give it.
    init(track: String, format: String? = nil) {
        self.track = track
        self.format = format
        reason = nil
        counts = Mutex([:])
    }

    /// A whole track that is left out, whose samples are counted.
    init(_ track: LeftOut) {
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

    /// Sends one report for each reason.
    func report(to context: StageContext, of subject: String) {
        for (reason, count) in counts.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            let leftOut = LeftOut(
                track, format: format, reason: reason, sampleCount: count, isPartial: self.reason == nil)
            context.report(leftOut, of: subject)
        }
    }
}

/// Names of streams that messages use.
enum StreamName {
    /// The container's own number in an identity as demuxers make them, `…/002:…`; the number of the stream where there is none.
    static func text(_ identity: String?, number: Int) -> String {
        guard let parts = identity?.split(separator: "/"), parts.count > 1,
            let last = parts.last?.split(separator: ":").first
        else { return "track \(number)" }
        // Three digits are a track's number, eight a serial number or a PID.
        if last.count == 8, let value = UInt64(last, radix: 16) { return "stream \(value)" }
        return UInt64(last).map { "track \($0)" } ?? "\(last) track"
    }
}
