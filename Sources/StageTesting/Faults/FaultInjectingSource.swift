public import Media
public import StageKit

/// A simulated camera or microphone that causes scripted faults, to test the reaction of a pipeline.
///
/// The frames can be encoded. As a stage, it ends with an error when the device disappears; a supervisor opens the
/// device again with ``deliver(to:track:context:)``.
public struct FaultInjectingSource: Source {
    /// The medium that the device captures.
    public enum Medium: String, OptionValue, CaseIterable {
        case video
        case audio
    }

    /// The options of the stage.
    public struct Options: StageOptions {
        public var medium = Medium.video
        public var size = PixelSize(width: 160, height: 90)
        public var frameRate = Ratio(25)
        public var sampleRate = 48_000
        public var duration: MediaTime?
        public var faults: [Fault] = []
        public init() {}

        public static var fields: [OptionField<Options>] {
            [
                .option("medium", \.medium, "captured medium"),
                .option("size", \.size, "width and height of the video frames, in pixels"),
                .option("rate", \.frameRate, "video frames per second"),
                .option("sound-rate", \.sampleRate, in: 8000...192_000, "audio sample rate, in hertz"),
                .option("duration", \.duration, "end of the capture in run time; endless by default"),
                .option("faults", \.faults, "faults of the device, such as stall 2s at 3s"),
            ]
        }
    }

    public static let kind = "test.faulty"
    public static let abstract =
        "Captures from a simulated device with scripted stalls, losses, jumps, drift and format changes."

    /// The options of the device.
    public let options: Options
    private let script: FaultScript

    /// Throws `invalid-options` for a duration that is not positive or a size that is not even.
    public init(options: Options) throws {
        if let duration = options.duration, duration <= .zero {
            throw StageError(.invalidOptions, "the duration of test.faulty must be positive")
        }
        guard options.size.width % 2 == 0, options.size.height % 2 == 0 else {
            throw StageError(.invalidOptions, "the width and height of test.faulty must be even, not \(options.size)")
        }
        self.options = options
        script = FaultScript(options.faults)
    }

    public func run(output: any Outlet<Frame>, context: StageContext) async throws {
        try await deliver(to: output, track: context.makeTrackID(), context: context)
    }

    /// Opens the device and captures until the configured duration ends or the stop signal of `context` is raised.
    /// Throws `unreadable-input` when the device is not present or disappears.
    ///
    /// Times are relative to the start of the run, not to the opening of the device.
    public func deliver(to output: any Outlet<Frame>, track: Track.ID, context: StageContext) async throws {
        let clock = context.clock
        let start = clock.mediaTime
        if script.condition(at: start).isDisconnected { throw deviceError("is not present") }
        var device = FaultyDevice(options: options, track: track, start: start)
        while !context.stop.isRaised, device.isWithinDuration {
            let due = device.due
            if let loss = script.nextLoss(after: start), loss <= due {
                try await clock.sleep(until: loss)
                throw deviceError("disappeared")
            }
            try await clock.sleep(until: due)
            let messages = device.capture(script.condition(at: due))
            if !messages.isEmpty, !context.stop.isRaised { try await output.send(messages) }
        }
        try await output.send(.end(track))
    }

    private func deviceError(_ what: String) -> StageError {
        StageError(.unreadableInput, "the test device for \(options.medium.rawValue) \(what)")
    }
}
