package import Media
package import StageKit

/// Generates test video, as fast as the pipeline accepts it or in real time.
package struct TestVideo: Source, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "test.video"
    package static let abstract = "Generates test video with a burned-in time code."

    /// The generated image.
    package enum Pattern: String, OptionValue, CaseIterable {
        case bars = "smpte"
        case ball
        case snow
        case black
        case white
        /// One white frame at each whole second, otherwise black, in sync with the ticks of `test.audio`.
        case flash
    }

    package struct Options: CaptureOptions {
        package var pattern = Pattern.bars
        package var size = PixelSize(width: 1280, height: 720)
        package var rate = Ratio(30)
        package var isLive = false
        package var duration: MediaTime?
        package var hasTimeCode = true
        package var whenFull = OverflowPolicy.wait
        package var loss = LossOptions()
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .option("pattern", \.pattern, "Image to generate."),
                .option("size", \.size, "Width and height in pixels."),
                .option("rate", \.rate, "Frame rate in frames per second."),
                .option("live", \.isLive, "Whether frames are generated in real time, as by a camera."),
                .option("duration", \.duration, "Duration to generate; unlimited by default."),
                .option("time-code", \.hasTimeCode, "Whether the time is burned into the frames."),
                .option("when-full", \.whenFull, "Policy when the next stage's queue is full."),
                .option("on-loss", \.loss.policy, "With live: " + LossOptions.policyHelp),
                .option("lost-after", \.loss.limit, in: LossOptions.limitRange, LossOptions.limitHelp),
                .option("slate", \.loss.slate, LossOptions.slateHelp),
            ]
        }
    }

    private let options: Options
    package var whenFull: OverflowPolicy { options.whenFull }

    package init(options: Options) throws {
        try options.validateDuration(of: Self.kind)
        guard options.size.width % 2 == 0, options.size.height % 2 == 0 else {
            throw StageError(.invalidOptions, "the size of test.video must be even, not \(options.size)")
        }
        self.options = options
    }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let (input, tracks) = (TestVideoInput(options: options), CaptureTracks(context))
        guard options.isLive else { return try await input.deliver(to: output, tracks: tracks, context: context) }
        let slate = try await options.loss.makeSubstitute(context)
        try await SupervisedInput(input, options.loss, context: context, fill: slate)
            .run(to: output, tracks: tracks, context: context)
    }
}

extension TestVideo {
    package var isLive: Bool? { options.isLive }
    package var hasLiveOption: Bool { true }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { [.video] }
}
