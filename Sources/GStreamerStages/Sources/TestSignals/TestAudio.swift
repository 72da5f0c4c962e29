package import Media
package import StageKit

/// Generates test audio, as fast as the pipeline accepts it or in real time.
package struct TestAudio: Source, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "test.audio"
    package static let abstract = "Generates a test tone, noise, silence, or a tick at each second."

    /// The generated signal.
    package enum Wave: String, OptionValue, CaseIterable {
        case sine
        case square
        case saw
        case silence
        case whiteNoise = "white-noise"
        /// A short tone at each whole second, in sync with the flashes of `test.video`.
        case ticks
    }

    package struct Options: CaptureOptions {
        package var wave = Wave.sine
        package var frequency = 440
        package var volume = 50
        package var rate = 48_000
        package var channels = 2
        package var isLive = false
        package var duration: MediaTime?
        package var whenFull = OverflowPolicy.wait
        package var loss = LossOptions()
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .option("wave", \.wave, "Signal to generate."),
                .option("frequency", \.frequency, in: 1...20_000, "Frequency of the tone in Hz."),
                .option("volume", \.volume, in: 0...100, "Volume in percent of full scale."),
                .option("rate", \.rate, in: 8000...192_000, "Sample rate in Hz."),
                .option("channels", \.channels, in: 1...8, "Number of channels."),
                .option("live", \.isLive, "Whether audio is generated in real time, as by a microphone."),
                .option("duration", \.duration, "Duration to generate; unlimited by default."),
                .option("when-full", \.whenFull, "Policy when the next stage's queue is full."),
                .option("on-loss", \.loss.policy, "With live: " + LossOptions.policyHelp),
                .option("lost-after", \.loss.limit, in: LossOptions.limitRange, LossOptions.limitHelp),
            ]
        }
    }

    private let options: Options
    package var whenFull: OverflowPolicy { options.whenFull }

    package init(options: Options) throws {
        try options.validateDuration(of: Self.kind)
        self.options = options
    }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let (input, tracks) = (TestAudioInput(options: options), CaptureTracks(context))
        guard options.isLive else { return try await input.deliver(to: output, tracks: tracks, context: context) }
        try await SupervisedInput(input, options.loss, context: context, fill: SlateSubstitute(.black))
            .run(to: output, tracks: tracks, context: context)
    }
}

extension TestAudio {
    package var isLive: Bool? { options.isLive }
    package var hasLiveOption: Bool { true }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { [.audio] }
}
