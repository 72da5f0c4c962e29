import Foundation
import Testing

extension CaptureDeviceTests.Working {
    @Test func theLowLatencyPipelineServesTheCameraAndTheMicrophone() async throws {
        try await Scratch.use { scratch in
            let tone = try scratch.playTone()
            defer { tone.end() }
            let devices = ["camera=\(VirtualDevices.cameraName)", "microphone=\(VirtualDevices.microphone)", "rate=30"]
            let run = try await LowLatencyRun(
                scratch, pipeline: Sluice.pipeline("live-camera-low-latency"),
                settings: devices + LowLatencyRun.settings)
            defer { run.end() }

            // Request a part of each rendition that has not been published.
            for rendition in ["video", "audio"] {
                let next = try await run.edge(rendition).segment + 1
                let held = try await run.playlist(rendition, "?_HLS_msn=\(next)&_HLS_part=1")
                #expect(held.contains(String(format: "segment-%05d.2.m4s\"", next + 1)), "\(held)")
            }
            let played = try await scratch.run(
                "ffmpeg", ["-v", "error", "-i", "\(run.address)index.m3u8", "-t", "3", "-f", "framecrc", "-"]
            ).succeeded()
            #expect(played.errors.isEmpty && played.output.split(separator: "\n").count > 150, "\(played)")
            #expect(run.program.isRunning)
        }
    }
}
