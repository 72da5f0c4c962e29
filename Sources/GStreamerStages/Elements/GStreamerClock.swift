import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// The clock of a run as GStreamer's pipelines use it: a clock and a base time that all pipelines of the run share.
final class GStreamerClock: @unchecked Sendable {
    // Safe because a GstClock locks itself and the other values never change.
    let clock: UnsafeMutablePointer<GstClock>
    let baseTime: GstClockTime
    private let run: any MediaClock

    /// A clock whose running time equals the media time of the run.
    init(_ run: any MediaClock) {
        self.run = run
        clock = gst_system_clock_obtain()
        let (now, passed) = (gst_clock_get_time(clock), GstClockTime(clamping: run.mediaTime.nanoseconds))
        baseTime = now > passed ? now - passed : 0
    }

    deinit { sluice_gst_object_unref(clock) }

    /// The running time of the run's pipelines in nanoseconds.
    var runningTime: Int64 {
        let now = gst_clock_get_time(clock)
        return now > baseTime ? Int64(clamping: now - baseTime) : 0
    }

    /// Reports the Unix time of media time zero, for comparing media times across programs.
    func report(to context: StageContext) {
        let zero = run.wallTime - (run.now - run.zero)
        context.measure("clock-zero-unix-s", Double(zero.nanoseconds) / 1e9)
    }

    /// The clock of the run that `context` belongs to.
    static func shared(_ context: StageContext) -> GStreamerClock {
        context.services.value { GStreamerClock(context.clock) }
    }
}
