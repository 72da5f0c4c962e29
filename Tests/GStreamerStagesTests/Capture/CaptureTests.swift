import Media
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct CaptureTests {
    @Test func anAbsentCameraIsNamed() async throws {
        var options = CaptureVideo.Options()
        options.device = "/dev/no-such-camera"
        let stage = try CaptureVideo(options: options)
        let error = await #expect(throws: StageError.self) {
            try await stage.run(output: Collector(), context: .alone())
        }
        #expect(error?.code == .unreadableInput, "\(error?.message ?? "")")
        #expect(error?.message.contains("/dev/no-such-camera") == true)
    }

    @Test(.enabled(if: (try? GStreamerLibrary.has("alsasrc")) == true))
    func anAbsentMicrophoneIsNamed() async throws {
        var options = CaptureAudio.Options()
        options.device = "hw:NoSuchCard"
        let stage = try CaptureAudio(options: options)
        let error = await #expect(throws: StageError.self) {
            try await stage.run(output: Collector(), context: .alone())
        }
        #expect(error?.code == .unreadableInput, "\(error?.message ?? "")")
        #expect(error?.message.contains("hw:NoSuchCard") == true)
    }
}
