package import Media
package import StageKit

/// Captures video from a Video4Linux device.
package struct CaptureVideo: Source, MediaTypeDeclaring, PaceDeclaring {
    package static let kind = "capture.video"
    package static let abstract = "Captures video from a Video4Linux device."

    package struct Options: AwaitedCaptureOptions {
        package var device = "/dev/video0"
        package var size: PixelSize?
        package var rate: Ratio?
        package var format = CameraFormat.auto
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
                .option("format", \.format, "Format requested from the device; mjpeg and h264 are decoded."),
            ]
            return own + captureFields + [OptionField<Options>.option("slate", \.loss.slate, LossOptions.slateHelp)]
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
        let camera = Camera(
            device: options.device, format: options.format, size: options.size, rate: options.rate)
        let slate = try await options.loss.makeSubstitute(context)
        try await SupervisedInput(
            DecodedCamera(camera: camera), options.loss, wait: options.wait, context: context, fill: slate
        )
        .run(to: output, tracks: tracks, context: context)
    }
}

extension CaptureVideo {
    package var isLive: Bool? { true }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { [.video] }
}
