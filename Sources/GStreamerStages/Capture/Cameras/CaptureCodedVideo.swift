package import Media
package import StageKit

/// Captures encoded video from a camera with a built-in encoder.
package struct CaptureCodedVideo: Source, SyncSampleControlling, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "capture.coded-video"
    package static let abstract =
        "Captures H.264 from a Video4Linux device with a built-in encoder, without transcoding."

    package struct Options: AwaitedCaptureOptions {
        package var device = "/dev/video0"
        package var size: PixelSize?
        package var rate: Ratio?
        package var duration: MediaTime?
        package var whenFull = OverflowPolicy.dropToKeyframe
        package var loss = LossOptions()
        package var waitForSource: MediaTime?
        package init() {}

        package static var fields: [OptionField<Options>] {
            let own: [OptionField<Options>] = [
                .option("device", \.device, "Device file, or the name shown by sluice devices."),
                .option("size", \.size, "Width and height in pixels; without it, the device's default."),
                .option("rate", \.rate, "Frame rate in frames per second; without it, the device's default."),
            ]
            return own + captureFields
        }
    }

    private let options: Options
    package var whenFull: OverflowPolicy { options.whenFull }

    package var syncSamples: SyncSamplePolicy { .bySender }
    package init(options: Options) throws {
        try options.validateDuration(of: Self.kind)
        try options.loss.rejectFiller(Self.kind)
        self.options = options
    }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let tracks = CaptureTracks(context, length: options.duration)
        let camera = Camera(device: options.device, format: .h264, size: options.size, rate: options.rate)
        try await SupervisedInput(EncodingCamera(camera: camera), options.loss, wait: options.wait, context: context)
            .run(to: output, tracks: tracks, context: context)
    }
}

extension CaptureCodedVideo {
    package var isLive: Bool? { true }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { [.video] }
}
