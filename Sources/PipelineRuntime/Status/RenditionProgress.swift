import Media
import StageKit

/// The segments of a rendition that a sink has published, and the time of the newest one.
struct RenditionProgress: Sendable {
    /// The run-wide number of a sink, and the name of a rendition.
    struct Key: Hashable, Sendable {
        var sink: Int
        var rendition: String
    }

    private(set) var status = RunStatus.RenditionStatus(sink: "", name: "")
    private(set) var time = MonotonicTime.zero

    mutating func record(_ published: PublishedSegment, isPart: Bool, delay: Double?, at now: ClockReading) {
        status.publishDelay = delay ?? status.publishDelay
        status.lastTime = now.wall.unixSeconds
        if isPart {
            status.parts += 1
            return
        }
        time = now.monotonic
        status.segments += 1
        status.bytes += published.byteCount
        status.lastPath = published.path
        status.lastSeconds = published.duration.seconds
        status.seconds += status.lastSeconds
    }
}
