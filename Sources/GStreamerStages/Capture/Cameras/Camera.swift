import Media
import StageKit

/// A Video4Linux device.
struct Camera {
    /// A path such as `/dev/video0`, or the device name that the driver reports.
    var device: String
    var format = CameraFormat.auto
    var size: PixelSize?
    var rate: Ratio?
    /// The GStreamer names of raw pixel formats in order of preference.
    var pixelFormats = CameraFormatSelection.pixelFormats

    var subject: String { "the camera \(device)" }

    /// Selects a format that the camera offers. Throws if none matches.
    private func choose(_ context: StageContext) async throws -> (path: String, choice: CameraFormatSelection) {
        let path =
            device.hasPrefix("/")
            ? device : try DeviceNodes.device(named: device, among: DeviceNodes.cameras(), what: "camera")
        try DeviceNodes.checkCamera(path)
        let streams = try await DeviceProbe.query("v4l2src", device: path, subject: subject, context: context).streams
        let choice = try CameraFormatSelection(
            of: streams, format: format, size: size, rate: rate, pixelFormats: pixelFormats, subject: subject)
        return (path, choice)
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
