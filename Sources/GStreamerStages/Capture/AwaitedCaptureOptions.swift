import Media
import StageKit

/// The options of live sources that may be absent at the start.
protocol AwaitedCaptureOptions: CaptureOptions {
    var waitForSource: MediaTime? { get set }
}

extension AwaitedCaptureOptions {
    /// The time to wait for the source's first data; nil for the source's default.
    var wait: Duration? { waitForSource.map { .nanoseconds($0.nanoseconds) } }

    /// The options of stages that capture from a device.
    static var captureFields: [OptionField<Self>] {
        [
            .option("duration", \.duration, "Capture duration; unlimited by default."),
            .option(
                "wait-for-source", \.waitForSource, in: .seconds(1)...(.seconds(86400)),
                "Time that the run waits for the device, whatever the reason of its absence. After it, or without it, a "
                    + "device that is absent at the start is an error, unless other live sources deliver."),
            .option("when-full", \.whenFull, "Policy when the next stage's queue is full."),
        ] + lossFields
    }
}
