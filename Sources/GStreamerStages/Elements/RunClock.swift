import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// The clock and the base time shared by all pipelines of one run, which makes their running times comparable.
final class RunClock: @unchecked Sendable {
    // Safe because a GstClock locks itself and the two values never change.
    let clock: UnsafeMutablePointer<GstClock>
    let baseTime: GstClockTime

    /// A clock whose running time equals the elapsed time of the run.
    init(_ run: PipelineClock) {
        clock = gst_system_clock_obtain()
        let (now, passed) = (gst_clock_get_time(clock), GstClockTime(clamping: run.now().nanoseconds))
        baseTime = now > passed ? now - passed : 0
    }

    deinit { sluice_gst_object_unref(clock) }

    /// The elapsed time of the run in nanoseconds.
    var runningTime: Int64 {
        let now = gst_clock_get_time(clock)
        return now > baseTime ? Int64(clamping: now - baseTime) : 0
    }

    /// Reports the Unix time of clock zero, for comparing media times across programs.
    func report(to context: StageContext) {
        let now = Double(g_get_real_time()) / 1e6
        context.measure("clock-zero-unix-s", now - Double(runningTime) / 1e9)
    }

    /// The clock of the run that `context` belongs to.
    static func shared(_ context: StageContext) -> RunClock { context.services.value { RunClock(context.clock) } }
}
