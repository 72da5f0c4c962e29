import Media
import StageKit

/// A Video4Linux device.
struct Camera {
    /// A path such as `/dev/video0`, or the device name that the driver reports.
    var device: String
    var format = CameraFormat.auto
    var size: PixelSize?
    var rate: Ratio?

    var subject: String { "the camera \(device)" }

    /// Selects a format that the camera offers. Throws if none matches.
    private func choose(_ context: StageContext) async throws -> (path: String, choice: CameraFormatSelection) {
        let path =
            device.hasPrefix("/")
            ? device : try DeviceNodes.device(named: device, among: DeviceNodes.cameras(), what: "camera")
        try DeviceNodes.checkCamera(path)
        let streams = try await DeviceProbe.query("v4l2src", device: path, subject: subject, context: context).streams
        return (path, try CameraFormatSelection(of: streams, format: format, size: size, rate: rate, subject: subject))
    }

    /// A pipeline that captures from the camera, continues with the elements that `rest` returns for the camera's
    /// format, and ends in an appsink named `out`.
    func pipeline(
        _ context: StageContext, rest: (CameraFormat) -> String
    ) async throws -> ElementPipeline {
        let (path, choice) = try await choose(context)
        let pipeline = try ElementPipeline(
            """
            v4l2src name=source ! \(choice.caps) \(rest(choice.format))
            ! appsink name=out sync=false async=false max-buffers=4
            """, subject: subject, context: context, limits: .device)
        pipeline.element("source").setString("device", path)
        return pipeline
    }
}

/// A camera whose video is decoded if necessary.
struct DecodedCamera: CaptureInput {
    let camera: Camera
    var subject: String { camera.subject }

    func deliver(to output: any Outlet<Frame>, tracks: CaptureTracks, context: StageContext) async throws {
        let pipeline = try await camera.pipeline(context) { format in
            let decoder =
                switch format {
                case .auto, .raw: ""
                case .mjpeg: "! jpegdec"
                case .h264: "! h264parse ! avdec_h264"
                }
            return "\(decoder) ! videoconvert ! video/x-raw,format=(string){I420,NV12}"
        }
        let run = SourceRun(pipeline, output: output)
        let slot = tracks.slot("video")
        // The timescale does not depend on the frame rate, which may differ after a reconnection.
        let frames = VideoFrames(timescale: TrackTimescale.unknownRate, isLive: true)
        run.add(pipeline.element("out"), slot.id, frames, extent: slot.extent)
        run.outlets.completeTracks()
        try await run.runLive(context)
    }
}

/// A camera with a built-in encoder, whose samples are passed through unchanged.
struct EncodingCamera: CaptureInput {
    let camera: Camera
    var subject: String { camera.subject }

    func deliver(to output: any Outlet<Sample>, tracks: CaptureTracks, context: StageContext) async throws {
        let pipeline = try await camera.pipeline(context) { _ in
            "! h264parse ! video/x-h264,stream-format=avc,alignment=au"
        }
        let run = SourceRun(pipeline, output: output)
        let slot = tracks.slot("video")
        // Cameras do not reorder frames, so decode and presentation times are equal.
        let samples = CodedVideo(.avc, timescale: TrackTimescale.unknownRate, isReordered: false, isLive: true)
        run.add(pipeline.element("out"), slot.id, samples, extent: slot.extent)
        run.outlets.completeTracks()
        try await run.runLive(context)
    }
}
