import Foundation
import Testing

/// Requires a kernel with virtual devices: `make test-capture`.
@Suite(
    .serialized, .enabled(if: VirtualDevices.areHere, "there are no virtual devices here; make test-capture has them"))
enum CaptureDeviceTests {
    @Suite struct Working {}
    @Suite struct Refused {}
    @Suite struct Lost {}
}

extension CaptureDeviceTests.Working {
    @Test func theDevicesAreListed() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("devices", "--json").succeeded()
            let list = try scratch.report(outcome)
            let camera = try #require((list["cameras"] as? [[String: Any]])?.first)
            #expect(camera["path"] as? String == VirtualDevices.camera)
            #expect(camera["name"] as? String == VirtualDevices.cameraName)
            let modes = camera["modes"] as? [[String: Any]] ?? []
            let small = try #require(modes.first { $0["size"] as? String == "640x360" })
            #expect((small["rates"] as? [String])?.contains("30") == true)
            #expect((small["pixelFormats"] as? [String])?.contains("NV12") == true)
            let microphones = list["microphones"] as? [[String: Any]] ?? []
            #expect(microphones.contains { $0["device"] as? String == "hw:CARD=Loopback,DEV=1" })
        }
    }

    @Test func theLivePipelineStreamsTheCameraAndTheMicrophone() async throws {
        try await Scratch.use { scratch in
            let tone = try scratch.playTone()
            defer { tone.end() }
            let settings = [
                "camera=\(VirtualDevices.cameraName)", "microphone=\(VirtualDevices.microphone)", "size=320x180",
                "rate=30",
                "interval=4s", "output=\(scratch.file("out").path)",
            ]
            let arguments =
                ["run", Sluice.pipeline("live-camera").path, "--duration", "14s", "--report", "json"]
                + settings.flatMap { ["--set", $0] }
            let outcome = try await scratch.command(arguments, limit: 90).run().succeeded()

            let presentation = try Presentation(folder: scratch.file("out"))
            #expect(presentation.renditions.count == 2)
            for rendition in presentation.renditions {
                let durations = rendition.playlist.segments.map(\.duration)
                #expect(abs(durations.reduce(0, +) - 14) < 0.9, "\(durations)")
                for duration in durations.dropFirst().dropLast() { #expect(abs(duration - 4) < 0.5, "\(durations)") }
                let file = try rendition.joined(in: scratch)
                let decoded = try await scratch.decode(file)
                #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
            }
            // The same exception as for the other live pipelines.
            try await expectClean(scratch.file("out"), in: scratch, mayDiffer: ["R80"])
            #expect(try scratch.measure("sound-left-out-s", of: "microphone", in: outcome) == 0)
            #expect(abs(try scratch.measure("clock-difference-ms", of: "microphone", in: outcome)) < 20)
        }
    }

    @Test func theCameraIsServedInLowLatencyAndKeepsTheRules() async throws {
        try await Scratch.use { scratch in
            let tone = try scratch.playTone()
            defer { tone.end() }
            let settings = [
                "camera=\(VirtualDevices.cameraName)", "microphone=\(VirtualDevices.microphone)", "size=320x180",
                "rate=30", "interval=2s", "part=500ms", "window=8", "listen=127.0.0.1:0",
            ]
            let run = try scratch.command(
                ["run", Sluice.pipeline("live-camera-low-latency").path] + settings.flatMap { ["--set", $0] }
            ).start()
            defer { run.end() }
            try #require(
                try await eventually(within: 60) { run.errors.contains(/serving http\S*\/\n/) }, "\(run.errors)")
            let address = try #require(run.errors.firstMatch(of: /serving (http:.*)\n/)?.1)
            let begins = try await eventually(within: 60) {
                // Without a folder, the numbers in names depend on the date.
                try await scratch.run("curl", ["--silent", "\(address)video/playlist.m3u8"]).output
                    .matches(of: /\nsegment-\d+\.m4s/).count >= 7
            }
            try #require(begins, "\(run.errors)")
            let url = try #require(URL(string: "\(address)index.m3u8"))
            let report = try await ValidationDocument(url, options: ["--live", "4s"], in: scratch)
            // Plain HTTP on the local machine is HTTP/1.1 (R74); the window has 16 seconds (R20).
            #expect(Set(report.must) == ["R74"], "\(report.text)")
            #expect(Set(report.should).subtracting(OwnOutputTests.argued) == ["R20"], "\(report.text)")
        }
    }

    @Test func aCameraThatLosesHalfItsPicturesHasTrueDurations() async throws {
        try await Scratch.use { scratch in
            try await scratch.setCamera("percentage_of_dropped_buffers", 50)
            let file = try scratch.cameraPipeline("size: 640x360, rate: 30, format: raw")
            let outcome = try await scratch.sluice("run", file.path, "--duration", "8s", limit: 60)
            try await scratch.setCamera("percentage_of_dropped_buffers", 0)
            _ = try outcome.succeeded()
            let presentation = try Presentation(folder: scratch.file("out"))
            let durations = presentation.renditions[0].playlist.segments.map(\.duration)
            #expect(abs(durations.reduce(0, +) - 8) < 0.3, "\(durations)")
            // The camera declares 30 frames per second; the measured rate counts.
            let text = try String(contentsOf: scratch.file("out/index.m3u8"), encoding: .utf8)
            let rate = text.firstMatch(of: /FRAME-RATE=([0-9.]+)/).flatMap { Double($0.1) }
            #expect(try #require(rate) > 11 && #require(rate) < 24, "\(text)")
        }
    }

    @Test(arguments: [300, -200])
    func aMicrophoneThatDriftsIsMeasuredAndHeld(partsPerMillion: Int) async throws {
        try await Scratch.use { scratch in
            try await scratch.setCardSpeed(partsPerMillion)
            let tone = try scratch.playTone()
            defer { tone.end() }
            let file = try scratch.microphonePipeline()
            let arguments = ["run", file.path, "--duration", "60s", "--report", "json"]
            let outcome = try await scratch.command(arguments, limit: 120).run().succeeded()
            try await scratch.setCardSpeed(0)
            let drift = try scratch.measure("drift-ppm", of: "microphone", in: outcome)
            #expect(abs(drift - Double(partsPerMillion)) < 60, "\(drift)")
            #expect(abs(try scratch.measure("clock-difference-ms", of: "microphone", in: outcome)) < 20)
            // A guest that is paused for long loses audio, which must not be interpreted as drift.
            #expect(try scratch.measure("silence-inserted-s", of: "microphone", in: outcome) < 2)
            #expect(try scratch.measure("sound-left-out-s", of: "microphone", in: outcome) == 0)
        }
    }
}

extension CaptureDeviceTests.Refused {
    @Test(arguments: ["size: 1234x77", "size: 640x360, rate: 200", "format: h264"])
    func whatTheCameraDoesNotOfferIsAnsweredWithWhatItOffers(options: String) async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice("run", scratch.cameraPipeline(options).path)
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("it offers raw 320x180 ("), "\(outcome)")
        }
    }

    @Test func aCameraThatIsNotThereIsAnsweredWithThoseThatAre() async throws {
        try await Scratch.use { scratch in
            let text = try String(contentsOf: scratch.cameraPipeline("size: 640x360"), encoding: .utf8)
            let file = try scratch.write("other.yaml", text.replacing(VirtualDevices.camera, with: "/dev/video7"))
            let outcome = try await scratch.sluice("run", file.path)
            #expect(outcome.code == 1)
            #expect(
                outcome.errors.contains("there is no camera /dev/video7; available: /dev/video0 (vivid-000-vid-cap)"),
                "\(outcome)")
        }
    }

    @Test func busyDevicesAreSaidToBe() async throws {
        try await Scratch.use { scratch in
            let camera = try scratch.keep(
                "gst-launch-1.0", ["-q", "v4l2src", "device=\(VirtualDevices.camera)", "!", "fakesink"])
            let microphone = try scratch.keep(
                "gst-launch-1.0", ["-q", "alsasrc", "device=\(VirtualDevices.microphone),0", "!", "fakesink"])
            defer {
                camera.end()
                microphone.end()
            }
            let cameraFile = try scratch.cameraPipeline("size: 640x360, rate: 30")
            let microphoneFile = try scratch.microphonePipeline("\(VirtualDevices.microphone),0")
            // The devices may be busy for a moment after another program has opened them.
            for file in [cameraFile, microphoneFile] {
                let isBusy = try await eventually(within: 30) {
                    try await scratch.sluice("run", file.path, "--duration", "100ms").errors.contains("busy")
                }
                #expect(isBusy)
            }
        }
    }

    @Test func whoMayOpenADeviceIsSaid() async throws {
        try await Scratch.use { scratch in
            let files = [
                (try scratch.cameraPipeline("size: 640x360"), "video"), (try scratch.microphonePipeline(), "audio"),
            ]
            for (file, group) in files {
                let text = try String(contentsOf: file, encoding: .utf8)
                let output = scratch.file("anyone-\(group)").path
                try FileManager.default.createDirectory(
                    atPath: output, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
                try text.replacing("path: out", with: "path: \(output)").write(
                    to: file, atomically: true, encoding: .utf8)
                let outcome = try await scratch.run(
                    "setpriv", ["--reuid=65534", "--clear-groups", Sluice.tool.path, "run", file.path])
                #expect(outcome.code == 1)
                #expect(
                    outcome.errors.contains("permission denied; add the user to the group \(group)"), "\(outcome)")
            }
        }
    }
}

extension CaptureDeviceTests.Lost {
    @Test func aCameraThatIsPulledOutEndsTheRunWithItsName() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.cameraPipeline("size: 640x360, rate: 30, on-loss: fail")
            let run = try scratch.command(["run", file.path, "--duration", "60s"]).start()
            let hasBegun = try await eventually(within: 30) {
                (try? Presentation(folder: scratch.file("out")).renditions[0].playlist.segments.count) ?? 0 >= 2
            }
            try VirtualDevices.removeCamera()
            let outcome = try await run.outcome(within: 30)
            try VirtualDevices.returnCamera()
            try #require(hasBegun)
            #expect(outcome.code == 1 && !outcome.isTimedOut, "\(outcome)")
            #expect(outcome.errors.contains("the camera \(VirtualDevices.camera)"), "\(outcome)")
        }
    }

    @Test func aCameraThatStallsIsNoticed() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.cameraPipeline("size: 640x360, rate: 30, on-loss: fail")
            let run = try scratch.command(["run", file.path, "--duration", "60s"]).start()
            let hasBegun = try await eventually(within: 30) {
                (try? Presentation(folder: scratch.file("out")).renditions[0].playlist.segments.count) ?? 0 >= 1
            }
            try await scratch.setCamera("percentage_of_dropped_buffers", 100)
            let outcome = try await run.outcome(within: 30)
            try await scratch.setCamera("percentage_of_dropped_buffers", 0)
            try #require(hasBegun)
            #expect(outcome.code == 1 && !outcome.isTimedOut, "\(outcome)")
            #expect(outcome.errors.contains("no progress for 5 s"), "\(outcome)")
        }
    }
}
