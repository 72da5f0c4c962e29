import Foundation
import Testing

extension CaptureDeviceTests {
    /// Cameras that deliver Motion JPEG or H.264.
    @Suite(.enabled(if: VirtualDevices.hasWebcam, "the test kernel was built without v4l2loopback")) struct Coding {}
}

extension CaptureDeviceTests.Coding {
    @Test(arguments: ["mjpeg", "h264"])
    func whatTheCameraCodesIsListed(format: String) async throws {
        try await Scratch.use { scratch in
            let webcam = try await scratch.playWebcam(format)
            defer { webcam.end() }
            let outcome = try await scratch.sluice("devices", "--json").succeeded()
            let cameras = try scratch.report(outcome)["cameras"] as? [[String: Any]] ?? []
            let camera = try #require(cameras.first { $0["path"] as? String == VirtualDevices.webcam })
            #expect(camera["name"] as? String == VirtualDevices.webcamName)
            let modes = camera["modes"] as? [[String: Any]] ?? []
            #expect(modes.contains { $0["format"] as? String == format && $0["size"] as? String == "320x180" })

            let file = try scratch.webcamPipeline("capture.video", "format: raw")
            let refused = try await scratch.sluice("run", file.path)
            #expect(refused.code == 1)
            #expect(refused.errors.contains("it offers \(format) 320x180 ("), "\(refused)")
        }
    }

    @Test(arguments: ["mjpeg", "h264", "auto"])
    func codedPicturesAreDecodedAndEncodedAnew(format: String) async throws {
        try await Scratch.use { scratch in
            let webcam = try await scratch.playWebcam(format == "auto" ? "mjpeg" : format)
            defer { webcam.end() }
            let options = "format: \(format), size: 320x180, rate: 30"
            let file = try scratch.webcamPipeline("capture.video", options)
            _ = try await scratch.sluice("run", file.path, "--duration", "5s", limit: 60).succeeded()
            try await scratch.expectPictures(seconds: 5)
        }
    }

    @Test func codedPicturesAreGivenOnAsTheyAre() async throws {
        try await Scratch.use { scratch in
            let webcam = try await scratch.playWebcam("h264")
            defer { webcam.end() }
            let file = try scratch.webcamPipeline("capture.coded-video", "size: 320x180")
            _ = try await scratch.sluice("run", file.path, "--duration", "5s", limit: 60).succeeded()
            try await scratch.expectPictures(seconds: 5)
        }
    }
}

extension Scratch {
    /// Feeds video into the webcam device until the result is released.
    fileprivate func playWebcam(_ format: String) async throws -> RunningProgram {
        let coder =
            format == "mjpeg"
            ? ["mjpeg", "-q:v", "5", "-pix_fmt", "yuvj420p"]
            : ["libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "30", "-pix_fmt", "yuv420p"]
        let source = ["-v", "error", "-re", "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30", "-c:v"]
        let program = try keep("ffmpeg", source + coder + ["-f", "v4l2", VirtualDevices.webcam])
        let isUp = try await eventually(within: 30) {
            let listed = try await run("v4l2-ctl", ["-d", VirtualDevices.webcam, "--all"])
            return listed.output.contains("Video Capture") || !program.isRunning
        }
        guard isUp, program.isRunning else { throw Unable("the webcam shows nothing: \(program.errors)") }
        return program
    }

    fileprivate func webcamPipeline(_ kind: String, _ options: String) throws -> URL {
        let encoding = """
              keyframes: { use: keyframe.force, from: camera, with: { interval: 2s } }
              video: { use: video.encode, from: keyframes, with: { codec: h264, bitrate: 1Mbps, preset: ultrafast } }

            """
        let isDecoded = kind == "capture.video"
        return try write(
            "webcam.yaml",
            """
            pipeline: webcam
            stages:
              camera: { use: \(kind), with: { device: \(VirtualDevices.webcamName), \(options) } }
            \(isDecoded ? encoding : "")\
              segments: { use: fmp4.segment, from: \(isDecoded ? "video" : "camera"), with: { interval: 2s } }
              playlists: { use: hls.playlist, from: segments, with: { type: event, target-duration: 4s } }
              folder: { use: file.folder, from: playlists, with: { path: out } }

            """)
    }

    /// Expects that the output has the capture's duration and decodes without errors.
    fileprivate func expectPictures(seconds: Double) async throws {
        let rendition = try Presentation(folder: file("out")).renditions[0]
        let durations = rendition.playlist.segments.map(\.duration)
        #expect(abs(durations.reduce(0, +) - seconds) < 1.1, "\(durations)")
        let decoded = try await decode(rendition.joined(in: self))
        #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
    }
}
