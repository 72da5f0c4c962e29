import Foundation

/// The camera and the sound card of the kernel that `Scripts/test-capture` runs these tests on.
enum VirtualDevices {
    /// Whether the tests run there.
    static let areHere = ProcessInfo.processInfo.environment["SLUICE_CAPTURE_DEVICES"] != nil

    static let camera = "/dev/video0"
    static let cameraName = "vivid-000-vid-cap"
    /// A camera that shows what a program writes into it.
    static let webcam = "/dev/video9"
    static let webcamName = "Webcam"
    static let hasWebcam = areHere && FileManager.default.fileExists(atPath: webcam)

    /// The ears of the loopback card.
    static let microphone = "hw:Loopback,1"

    /// Pulls the camera out, as far as its driver is concerned.
    static func removeCamera() throws { try write("vivid.0", to: "/sys/bus/platform/drivers/vivid/unbind") }
    static func returnCamera() throws { try write("vivid.0", to: "/sys/bus/platform/drivers/vivid/bind") }

    /// Pulls the sound card out. Its driver waits until nobody has it open, so it is done by a program of its own.
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
    /// Sets a control of the camera's driver, such as how many pictures it loses.
    func setCamera(_ control: String, _ value: Int) async throws {
        _ = try await run("v4l2-ctl", ["-d", VirtualDevices.camera, "-c", "\(control)=\(value)"]).succeeded()
    }

    /// Makes the sound card's clock run fast, in parts per million; what it takes are steps of ten.
    func setCardSpeed(_ partsPerMillion: Int) async throws {
        for device in 0...1 {
            let control = "iface=PCM,name=PCM Rate Shift 100000,device=\(device),subdevice=0"
            // Above 100,000 it is the length of a sample that grows.
            let value = "\(100_000 - partsPerMillion / 10)"
            _ = try await run("amixer", ["-q", "-c", "Loopback", "cset", control, value]).succeeded()
        }
    }

    /// Plays a tone into the loopback card for as long as the result lives.
    func playTone() throws -> RunningProgram {
        let launch =
            "audiotestsrc freq=440 ! audio/x-raw,format=S16LE,rate=48000,channels=2 ! alsasink device=hw:Loopback,0"
        return try keep("gst-launch-1.0", ["-q"] + launch.split(separator: " ").map(String.init))
    }

    /// Runs a program until it is let go of.
    func keep(_ program: String, _ arguments: [String]) throws -> RunningProgram {
        try Command(program: program, arguments: arguments, folder: folder, isIdle: true).start()
    }

    /// A pipeline from the camera alone.
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

    /// A pipeline from the microphone alone.
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

    /// A pipeline from both, whose playlists list all of it.
    ///
    /// A busy machine holds the guest up: times are such that this is no loss.
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

    /// The report of a run that wrote one as JSON.
    func report(_ outcome: Outcome) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        guard let report = value as? [String: Any] else { throw Unable("this is no report: \(outcome)") }
        return report
    }

    /// A figure that a stage told of itself.
    func measure(_ name: String, of stage: String, in outcome: Outcome) throws -> Double {
        let stages = try report(outcome)["stages"] as? [[String: Any]] ?? []
        let measures = stages.first { $0["name"] as? String == stage }?["measures"] as? [String: Double]
        guard let value = measures?[name] else { throw Unable("\(stage) has no \(name): \(outcome)") }
        return value
    }
}
