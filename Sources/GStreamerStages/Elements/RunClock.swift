import CGStreamer
import CGStreamerLibraries
import StageKit

/// The clock and the base time that all pipelines of one run share, so that their running times are comparable.
final class RunClock: @unchecked Sendable {
    // Safe because a GstClock locks itself and the two values never change.
    let clock: UnsafeMutablePointer<GstClock>
    let baseTime: GstClockTime

    init() {
        clock = gst_system_clock_obtain()
        baseTime = gst_clock_get_time(clock)
    }

    deinit { sluice_gst_object_unref(clock) }

    /// The clock of the run that `context` belongs to.
    static func shared(_ context: StageContext) -> RunClock { context.services.value { RunClock() } }
}
