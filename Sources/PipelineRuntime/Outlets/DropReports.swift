import Media
import StageKit

/// Reports dropped payloads while they are dropped, at intervals.
struct DropReports: Sendable {
    /// The cause of gaps in the media.
    static let cause = "media was dropped under load, because the stages below were too slow"
    private static let interval = Duration.seconds(10)

    private var last: MonotonicTime?
    private var counts: [Track.ID?: Int] = [:]

    /// Counts a dropped payload. Returns the report that is due.
    mutating func record(_ track: Track.ID?, at now: MonotonicTime) -> Problem? {
        counts[track, default: 0] += 1
        if let last, now - last < Self.interval { return nil }
        last = now
        let figures = counts.sorted { ($0.key?.rawValue ?? 0) < ($1.key?.rawValue ?? 0) }.map { track, count in
            "\(count)" + (track.map { " of track \($0.rawValue)" } ?? "")
        }
        counts = [:]
        return Problem(
            .warning, code: "dropping",
            message: "dropping payloads under load, because the stages below are too slow: "
                + figures.joined(separator: ", "))
    }
}
