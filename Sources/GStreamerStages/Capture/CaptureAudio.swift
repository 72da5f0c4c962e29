package import Media
package import StageKit

/// Captures audio from an ALSA device.
package struct CaptureAudio: Source, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "capture.audio"
    package static let abstract = "Captures audio from an ALSA device."

    package struct Options: AwaitedCaptureOptions {
        package var device = "default"
        package var rate = 48_000
        package var channels = 2
        package var duration: MediaTime?
        package var whenFull = OverflowPolicy.wait
        package var loss = LossOptions()
        package var waitForSource: MediaTime?
        package init() {}

        package static var fields: [OptionField<Options>] {
            let own: [OptionField<Options>] = [
                .option(
                    "device", \.device, "ALSA device name, such as default or hw:1, or the name of a card."),
                .option("rate", \.rate, in: 8000...192_000, "Sample rate in Hz."),
                .option("channels", \.channels, in: 1...8, "Number of channels."),
            ]
            return own + captureFields
        }
    }

    private let options: Options
    package var whenFull: OverflowPolicy { options.whenFull }

    package init(options: Options) throws {
        try options.validateDuration(of: Self.kind)
        self.options = options
    }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let tracks = CaptureTracks(context, length: options.duration)
        let microphone = Microphone(device: options.device, rate: options.rate, channels: options.channels)
        try await SupervisedInput(
            microphone, options.loss, wait: options.wait, context: context, fill: SlateSubstitute(.black)
        )
        .run(to: output, tracks: tracks, context: context)
    }
}

extension CaptureAudio {
    package var isLive: Bool? { true }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { [.audio] }
}
