package import Media
package import StageKit

/// Pictures from a camera.
package struct CaptureVideo: Source {
    package static let kind = "capture.video"
    package static let abstract = "Captures pictures from a Video4Linux device."

    /// What the device is asked for.
    package enum Format: String, OptionValue, CaseIterable {
        /// Uncompressed pictures of any pixel format.
        case raw
        /// Motion JPEG, which many cameras need for large pictures at full rate.
        case mjpeg
    }

    package struct Options: StageOptions {
        package var device = "/dev/video0"
        package var size: PictureSize?
        package var rate: Ratio?
        package var format = Format.raw
        package var duration: MediaTime?
        package var whenFull = FullPolicy.dropToKeyframe
        package init() {}

        package static var fields: [OptionField<Options>] {
            [
                .option("device", \.device, "the device file"),
                .option("size", \.size, "width and height in pixels; without it the device chooses"),
                .option("rate", \.rate, "pictures per second; without it the device chooses"),
                .option("format", \.format, "what the device is asked for; mjpeg is decoded"),
                .option("duration", \.duration, "how much to capture; without it there is no end"),
                .option("when-full", \.whenFull, "what happens to a picture that the next stage has no room for"),
            ]
        }
    }

    private let options: Options
    package var whenFull: FullPolicy { options.whenFull }

    package init(options: Options) throws {
        if let duration = options.duration, duration <= .zero {
            throw StageError(.invalidOptions, "the duration of capture.video has to be above zero")
        }
        self.options = options
    }

    package func run(output: any Outlet<Frame>, context: StageContext) async throws {
        let wanted = options.size.map { ",width=\($0.width),height=\($0.height)" } ?? ""
        let paced = options.rate.map { ",framerate=\($0.numerator)/\($0.denominator)" } ?? ""
        let form = options.format == .raw ? "video/x-raw" : "image/jpeg"
        let decoder = options.format == .raw ? "" : "! jpegdec"
        let pipeline = try ElementPipeline(
            """
            v4l2src name=source ! \(form)\(wanted)\(paced) \(decoder)
            ! videoconvert ! video/x-raw,format=(string){I420,NV12}
            ! appsink name=out sync=false async=false max-buffers=4
            """, subject: "the camera \(options.device)", context: context, limits: .device)
        pipeline.element("source").setString("device", options.device)
        let run = SourceRun(pipeline, output: output)
        run.add(pipeline.element("out"), context.makeTrackID(), PictureFrames(), length: options.duration)
        run.outlets.completeTracks()
        try await run.run(context)
    }
}
