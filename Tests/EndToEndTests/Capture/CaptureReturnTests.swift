import Foundation
import Testing

extension CaptureDeviceTests {
    /// Devices that are disconnected during capture and connected again.
    @Suite struct Returned {}
}

extension CaptureDeviceTests.Returned {
    @Test(arguments: ["gap", "filler"])
    func theSoundGoesOnWhileTheCameraIsAway(policy: String) async throws {
        try await Scratch.use { scratch in
            let tone = try scratch.playTone()
            defer { tone.end() }
            let run = try DeviceRun(scratch, onLoss: policy)
            try await run.expect("begins") { $0.video.count >= 2 && $0.audio.count >= 2 }
            try VirtualDevices.removeCamera()
            let isLost = try await run.eventually { $0.isLost && $0.video.count >= 4 }
            try VirtualDevices.returnCamera()
            #expect(isLost)
            try await run.expect("returns") { $0.isBack }
            let count = run.video.count
            try await run.expect("continues") { $0.video.count >= count + 2 }
            let outcome = try await run.end()
            #expect(outcome.errors.contains("the camera \(VirtualDevices.camera): resumed after"), "\(outcome)")
            expectStandIn(policy, for: run.video, outcome)
            expectUndisturbed(run.audio, outcome)
            try await expectPlayable(scratch)
        }
    }

    @Test(arguments: ["gap", "filler"])
    func thePicturesGoOnWhileTheMicrophoneIsAway(policy: String) async throws {
        try await Scratch.use { scratch in
            let tone = try scratch.playTone()
            defer { tone.end() }
            let run = try DeviceRun(scratch, onLoss: policy)
            try await run.expect("begins") { $0.video.count >= 2 && $0.audio.count >= 2 }
            let removal = try VirtualDevices.removeMicrophone(scratch)
            let isLost = try await run.eventually { $0.isLost && $0.audio.count >= 4 }
            tone.end()
            let isGone = try await eventually(within: 30) { !removal.isRunning }
            try VirtualDevices.returnMicrophone()
            let secondTone = try scratch.playTone()
            defer { secondTone.end() }
            #expect(isLost && isGone)
            try await run.expect("returns") { $0.isBack }
            let count = run.audio.count
            try await run.expect("continues") { $0.audio.count >= count + 2 }
            let outcome = try await run.end()
            #expect(outcome.errors.contains("the microphone \(VirtualDevices.microphone): resumed after"), "\(outcome)")
            expectStandIn(policy, for: run.audio, outcome)
            expectUndisturbed(run.video, outcome)
            try await expectPlayable(scratch)
        }
    }

    /// Expects that a loss is a gap in the playlist under policy `gap`, and not visible in it under other policies.
    private func expectStandIn(_ policy: String, for segments: [DeviceRun.Entry], _ outcome: Outcome) {
        let first = segments.firstIndex(where: \.isGap)
        if policy == "gap" {
            #expect((first ?? 0) >= 1, "\(segments) \(outcome)")
            #expect(segments.last?.isGap == false)
        } else {
            #expect(first == nil, "\(segments)")
        }
        // The format is the same after the device returns: no discontinuity.
        #expect(segments.allSatisfy { !$0.isDiscontinuity }, "\(segments)")
    }

    private func expectUndisturbed(_ segments: [DeviceRun.Entry], _ outcome: Outcome) {
        #expect(segments.count >= 4)
        #expect(segments.allSatisfy { !$0.isGap && !$0.isDiscontinuity }, "\(segments) \(outcome)")
    }

    /// Expects that both renditions have the same duration, comply with their playlists and decode without errors.
    private func expectPlayable(_ scratch: Scratch) async throws {
        let presentation = try Presentation(folder: scratch.file("out"))
        #expect(presentation.renditions.count == 2)
        var lengths: [Double] = []
        for rendition in presentation.renditions {
            let durations = rendition.playlist.segments.map(\.duration)
            lengths.append(durations.reduce(0, +))
            for duration in durations {
                #expect(Int(duration.rounded()) <= rendition.playlist.targetDuration, "\(durations)")
            }
            let decoded = try await scratch.decode(rendition.url, level: "error")
            #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded)")
        }
        #expect(abs(lengths[0] - lengths[1]) < 0.5, "\(lengths)")
    }
}

/// A run with camera and microphone that is observed while it is running.
private struct DeviceRun {
    /// A segment as listed in the playlist.
    struct Entry {
        var duration: Double
        var isGap: Bool
        var isDiscontinuity: Bool
    }

    private let scratch: Scratch
    private let program: RunningProgram

    init(_ scratch: Scratch, onLoss policy: String) throws {
        self.scratch = scratch
        program = try scratch.command(["run", scratch.devicePipeline(onLoss: policy).path]).start()
    }

    var isLost: Bool { program.errors.contains("reopening until it succeeds") }
    var isBack: Bool { program.errors.contains(": resumed after ") }
    var video: [Entry] { entries("video") }
    var audio: [Entry] { entries("audio") }

    /// Returns whether the condition becomes true during the run.
    func eventually(_ condition: (DeviceRun) -> Bool) async throws -> Bool {
        try await EndToEndTests.eventually(within: 30) { condition(self) || !program.isRunning } && program.isRunning
    }

    func expect(_ what: String, _ condition: (DeviceRun) -> Bool) async throws {
        guard try await eventually(condition) else {
            throw Unable("the run never \(what): \(program.errors.suffix(2000)) \(video.suffix(8)) \(audio.suffix(8))")
        }
    }

    /// Ends the run by SIGINT.
    func end() async throws -> Outcome {
        program.signal(SIGINT)
        return try await program.outcome(within: 30).succeeded()
    }

    private func entries(_ rendition: String) -> [Entry] {
        guard let text = try? String(contentsOf: scratch.file("out/\(rendition)/playlist.m3u8"), encoding: .utf8) else {
            return []
        }
        var (entries, next): ([Entry], Entry) = ([], Entry(duration: 0, isGap: false, isDiscontinuity: false))
        for line in text.split(separator: "\n") {
            if line == "#EXT-X-GAP" { next.isGap = true }
            if line == "#EXT-X-DISCONTINUITY" { next.isDiscontinuity = true }
            if line.hasPrefix("#EXTINF:") { next.duration = Double(line.dropFirst(8).prefix { $0 != "," }) ?? .nan }
            guard !line.hasPrefix("#") else { continue }
            entries.append(next)
            next = Entry(duration: 0, isGap: false, isDiscontinuity: false)
        }
        return entries
    }
}
