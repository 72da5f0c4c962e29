import Media
import StageKit

/// A camera whose video is decoded if necessary.
struct DecodedCamera: CaptureInput {
    let camera: Camera
    /// The GStreamer names of the pixel formats of frames, in order of preference. Other formats are converted.
    var outputFormats = ["I420", "NV12"]
    var subject: String { camera.subject }

    func deliver(to output: any Outlet<Frame>, tracks: CaptureTracks, context: StageContext) async throws {
        let pipeline = try await camera.pipeline(context) { format in
            let decoder =
                switch format {
                case .auto, .raw: ""
                case .mjpeg: "! jpegdec"
                case .h264: "! h264parse ! avdec_h264"
                }
            return "\(decoder) ! videoconvert ! video/x-raw,format=(string){\(outputFormats.joined(separator: ","))}"
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
