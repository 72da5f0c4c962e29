import Media
import StageKit

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
