import StageKit

/// The clock that the devices of a session share: audio and video have times on one timeline.
struct CaptureClock: Sendable {
    private let context = StageContext(stageName: "capture")

    /// The environment of one device.
    func context(stop: StopSignal) -> StageContext { context.withStopSignal(stop) }
}
