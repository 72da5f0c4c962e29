import PackagingStages
import Foundation
import Media
import StageKit
import StageTesting
import Synchronization
import Testing

/// Subtitle files as tracks.
@Suite struct ReadTextTests {
    private func read(
        _ text: String, _ configure: (inout ReadText.Options) -> Void = { _ in }
    ) async throws -> (messages: [Message<Sample>], problems: [String]) {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).srt")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var options = ReadText.Options()
        options.path = file.path
        configure(&options)
        let outlet = CollectingOutlet<Sample>()
        let problems = Problems()
        let context = StageContext(stageName: "text", reporter: { problems.add($0.message) })
        try await ReadText(options: options).run(output: outlet, context: context)
        return (outlet.messages, problems.all.map { $0.replacing(file.path, with: "FILE") })
    }

    private final class Problems: Sendable {
        private let messages = Mutex<[String]>([])
        var all: [String] { messages.withLock { $0 } }
        func add(_ message: String) { messages.withLock { $0.append(message) } }
    }

    private func samples(_ messages: [Message<Sample>]) -> [Sample] { messages.compactMap(\.payload) }

    @Test func cuesBecomeSamplesOfOneTrack() async throws {
        let (messages, problems) = try await read(
            "1\n00:00:01,000 --> 00:00:02,500\nHello\n\n2\n00:00:02,000 --> 00:00:03,000\nYou\n")
        guard case .track(let track)? = messages.first, case .end(track.id)? = messages.last else {
            Issue.record("no track")
            return
        }
        #expect(track.mediaType == .text && track.timescale == 1000)
        #expect(samples(messages).map(\.presentationTime) == [.seconds(1), .seconds(2)])
        #expect(samples(messages).map(\.duration) == [1500, 1000])
        #expect(problems.isEmpty)
    }

    @Test func offsetShiftsCuesAndTrimsBeforeZero() async throws {
        let text = "1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n00:00:02,500 --> 00:00:04,000\nB\n"
        let earlier = try await read(text) { $0.offset = SignedTime(time: .seconds(-3)) }
        #expect(
            samples(earlier.messages).map(\.decodeTicks) == [0] && samples(earlier.messages).map(\.duration) == [1000])
        let later = try await read(text) { $0.offset = SignedTime(time: .seconds(3)) }
        #expect(samples(later.messages).map(\.decodeTicks) == [4000, 5500])
    }

    @Test func skippedCuesAreReportedWithLine() async throws {
        let (messages, problems) = try await read(
            "1\n00:00:01,000 --> 00:00:99,000\nA\n\n2\n00:00:02,000 --> 00:00:03,000\nB\n")
        #expect(samples(messages).count == 1)
        #expect(problems.count == 1 && problems[0].hasPrefix("FILE:2: "), "\(problems)")
    }

    @Test func aFileThatCannotBeReadIsRefusedWithItsLine() async throws {
        let error = await #expect(throws: StageError.self) { _ = try await self.read("no cues here\n") }
        #expect(error?.code == .damagedInput && error?.message.contains(".srt:1: no cue found") == true)
        let missing = await #expect(throws: StageError.self) {
            _ = try await self.read("") { $0.path = "/nonexistent.vtt" }
        }
        #expect(missing?.code == .unreadableInput && missing?.message.contains("/nonexistent.vtt") == true)
        let wrong = await #expect(throws: StageError.self) {
            _ = try await self.read("1\n00:00:01,000 --> 00:00:02,000\nA\n") { $0.syntax = .webVTT }
        }
        #expect(wrong?.message.contains("starts with a line 'WEBVTT'") == true)
    }
}
