import Foundation

/// The camera and sound card of the kernel on which `Scripts/test-capture` runs these tests.
enum VirtualDevices {
    /// Whether the tests run on that kernel.
    static let areHere = ProcessInfo.processInfo.environment["SLUICE_CAPTURE_DEVICES"] != nil

    static let camera = "/dev/video0"
    static let cameraName = "vivid-000-vid-cap"
    /// A camera that outputs the video written to it.
    static let webcam = "/dev/video9"
    static let webcamName = "Webcam"
    static let hasWebcam = areHere && FileManager.default.fileExists(atPath: webcam)

    /// The capture side of the loopback sound card.
    static let microphone = "hw:Loopback,1"

    /// Unbinds the camera's driver, as if the camera were disconnected.
    static func removeCamera() throws { try write("vivid.0", to: "/sys/bus/platform/drivers/vivid/unbind") }
    static func returnCamera() throws { try write("vivid.0", to: "/sys/bus/platform/drivers/vivid/bind") }

    /// Unbinds the sound card's driver. The driver waits until the card is closed, so a separate process does it.
    static func removeMicrophone(_ scratch: Scratch) throws -> RunningProgram {
        let unbind = "echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/unbind"
        return try scratch.keep("sh", ["-c", unbind])
    }
    static func returnMicrophone() throws { try write("snd_aloop.0", to: "/sys/bus/platform/drivers/snd_aloop/bind") }

    private static func write(_ text: String, to path: String) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        try file.write(contentsOf: Data(text.utf8))
    }
}

extension Scratch {
    /// Sets a control of the camera's driver, such as the number of dropped frames.
    func setCamera(_ control: String, _ value: Int) async throws {
        _ = try await run("v4l2-ctl", ["-d", VirtualDevices.camera, "-c", "\(control)=\(value)"]).succeeded()
    }

    /// Makes the sound card's clock run fast, in parts per million, a multiple of ten.
    func setCardSpeed(_ partsPerMillion: Int) async throws {
        for device in 0...1 {
            let control = "iface=PCM,name=PCM Rate Shift 100000,device=\(device),subdevice=0"
            // Above 100,000 the sample period increases.
            let value = "\(100_000 - partsPerMillion / 10)"
            _ = try await run("amixer", ["-q", "-c", "Loopback", "cset", control, value]).succeeded()
        }
    }

    /// Plays a tone into the loopback card until the result is released.
    func playTone() throws -> RunningProgram {
        let launch =
            "audiotestsrc freq=440 ! audio/x-raw,format=S16LE,rate=48000,channels=2 ! alsasink device=hw:Loopback,0"
        return try keep("gst-launch-1.0", ["-q"] + launch.split(separator: " ").map(String.init))
    }

    /// Starts a program that runs until the result is released.
    func keep(_ program: String, _ arguments: [String]) throws -> RunningProgram {
        try Command(program: program, arguments: arguments, folder: folder, isIdle: true).start()
    }

    /// Writes a pipeline with the camera only.
    func cameraPipeline(_ options: String) throws -> URL {
        try write(
            "camera.yaml",
            """
            pipeline: camera
            stages:
              camera: { use: capture.video, with: { device: \(VirtualDevices.camera), \(options) } }
              keyframes: { use: keyframe.force, from: camera, with: { interval: 2s } }
              video: { use: video.encode, from: keyframes, with: { codec: h264, bitrate: 1Mbps } }
              segments: { use: fmp4.segment, from: video, with: { interval: 2s } }
              playlists: { use: hls.playlist, from: segments, with: { type: event } }
              folder: { use: file.folder, from: playlists, with: { path: out } }

            """)
    }

    /// Writes a pipeline with the microphone only.
    func microphonePipeline(_ device: String = VirtualDevices.microphone) throws -> URL {
        try write(
            "microphone.yaml",
            """
            pipeline: microphone
            stages:
              microphone: { use: capture.audio, with: { device: "\(device)" } }
              audio: { use: audio.encode, from: microphone, with: { codec: aac, bitrate: 128kbps } }
              segments: { use: fmp4.segment, from: audio, with: { interval: 2s } }
              playlists: { use: hls.playlist, from: segments, with: { type: event } }
              folder: { use: file.folder, from: playlists, with: { path: out } }

            """)
    }

    /// Writes a pipeline with camera and microphone, whose playlists list all segments.
    ///
    /// A busy machine pauses the guest: the timeouts are long enough for this not to be a loss.
    func devicePipeline(onLoss policy: String) throws -> URL {
        let loss = "on-loss: \(policy), lost-after: 5s"
        let camera = "device: \(VirtualDevices.camera), size: 320x180, rate: 30, \(loss)"
        return try write(
            "devices.yaml",
            """
            pipeline: devices
            stages:
              camera: { use: capture.video, with: { \(camera) } }
              microphone: { use: capture.audio, with: { device: "\(VirtualDevices.microphone)", \(loss) } }
              keyframes: { use: keyframe.force, from: camera, with: { interval: 2300ms } }
              video: { use: video.encode, from: keyframes, with: { codec: h264, bitrate: 1Mbps, preset: ultrafast } }
              audio: { use: audio.encode, from: microphone, with: { codec: aac, bitrate: 128kbps } }
              segments: { use: fmp4.segment, from: [video, audio], with: { interval: 2300ms } }
              playlists: { use: hls.playlist, from: segments, with: { type: event, target-duration: 8s } }
              folder: { use: file.folder, from: playlists, with: { path: out } }

            """)
    }

    /// Returns the JSON report of a run.
    func report(_ outcome: Outcome) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        guard let report = value as? [String: Any] else { throw Unable("this is no report: \(outcome)") }
        return report
    }

    /// Returns a measurement that a stage has reported.
    func measure(_ name: String, of stage: String, in outcome: Outcome) throws -> Double {
        let stages = try report(outcome)["stages"] as? [[String: Any]] ?? []
        let measures = stages.first { $0["name"] as? String == stage }?["measures"] as? [String: Double]
        guard let value = measures?[name] else { throw Unable("\(stage) has no \(name): \(outcome)") }
        return value
    }
}
