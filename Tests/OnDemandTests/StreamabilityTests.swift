import Foundation
import Media
import OnDemand
import ScriptedMedia
import StageKit
import StageTesting
import SystemFiles
import Testing

@Suite struct StreamabilityTests {
    private func report(_ scripts: [Script], name: String = "movie.mp4") throws -> StreamabilityReport {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(try Script.write(scripts).bytes).write(to: file)
        return try StreamabilityReport(
            path: file.path, MoviePresentationOptions(), PresentationLimits(), clock: VirtualClock())
    }

    @Test func movieWithRegularSyncSamplesIsStreamable() throws {
        let report = try report([
            Script.video(frames: 900, rate: (30, 1), syncEvery: 60).withPictures,
            .audio(packets: 1400, rate: 48_000, priming: 0),
        ])
        #expect(report.verdict == .streamable, "\(report.findings)")
        #expect(report.segments?.count == 5 && report.segments?.longest == 6)
        let video = try #require(report.tracks.first)
        #expect(video.frameRate == 30 && video.syncSamples?.count == 15 && video.syncSamples?.longestInterval == 2)
        #expect(report.tracks.map(\.type) == ["video", "audio"])
    }

    @Test func sparseSyncSamplesAreMendedByEncodingTheVideo() throws {
        let report = try report(
            [Script.video(frames: 1800, rate: (30, 1), syncEvery: 1200).withPictures], name: "it's -1.mp4")
        #expect(report.verdict == .limited)
        let finding = try #require(report.findings.first { $0.code == "sparse-sync-samples" })
        #expect(finding.message.contains("40"))
        let command = try #require(finding.command)
        #expect(
            command.hasPrefix("sluice segment '/") && command.hasSuffix("it'\\''s -1' --encode video"), "\(command)")
        #expect(report.segments?.longest == 40 && report.tracks.first?.syncSamples?.longestInterval == 40)
    }

    @Test func falseSyncSamplesLengthenTheIntervals() throws {
        var video = Script.video(frames: 900, rate: (30, 1), syncEvery: 60).withPictures
        for index in video.samples.indices where index % 60 == 0 && index > 0 {
            let count = video.samples[index].bytes.count - 4
            video.samples[index].bytes = ByteSlice(
                copying: [0, 0, 0, UInt8(count), 0x41] + [UInt8](repeating: 1, count: count - 1))
        }
        let report = try report([video])
        #expect(report.findings.contains { $0.code == "false-sync-samples" && $0.command != nil })
        #expect(report.tracks.first?.syncSamples?.longestInterval == 30)
    }

    @Test func otherFilesAreNotStreamable() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString).ts")
        defer { try? FileManager.default.removeItem(at: file) }
        let packets = (0..<40).flatMap { _ in [0x47, 0x1f, 0xff, 0x10] + [UInt8](repeating: 0xff, count: 184) }
        try Data(packets).write(to: file)
        func report() throws -> StreamabilityReport {
            try StreamabilityReport(
                path: file.path, MoviePresentationOptions(), PresentationLimits(), clock: VirtualClock())
        }
        let transport = try report()
        #expect(transport.verdict == .notStreamable && transport.findings.first?.command?.contains("--cache") == true)
        // No command for what the server does by itself.
        var server = StreamabilityReport.Server()
        server.converts = true
        let movie = PresentationInput.Movie(try MappedFile(path: file.path), name: "movie.ts")
        let served = StreamabilityReport(
            PresentationInput(name: "movie.ts", movies: [movie]), MoviePresentationOptions(), PresentationLimits(),
            clock: VirtualClock(), server: server)
        #expect(served.verdict == .streamable && served.findings.map(\.severity) == [.note])
        #expect(served.findings.allSatisfy { $0.command == nil })
        try Data("text".utf8).write(to: file)
        #expect(try report().verdict == .notStreamable)
    }

    @Test func sequencesHaveTheirOwnLengthAndBitRate() async throws {
        try await withFolder { path in
            let file = path + "/movie.mp4"
            try Data(
                try Script.write([
                    Script.video(frames: 1800, rate: (30, 1), syncEvery: 60).withPictures,
                    .audio(packets: 2812, rate: 48_000, priming: 0),
                ]).bytes
            ).write(to: URL(filePath: file))
            func report(_ items: [PresentationInput.Item]) -> StreamabilityReport {
                StreamabilityReport(
                    PresentationInput(name: "movie", items: items), MoviePresentationOptions(), PresentationLimits(),
                    clock: VirtualClock())
            }
            let movie = PresentationInput.Movie(try MappedFile(path: file), name: "movie.mp4")
            let whole = report([PresentationInput.Item([movie])])
            var part = PresentationInput.Item([movie])
            (part.start, part.end) = (.seconds(10), .seconds(20))
            let sequence = report([part, part, part])
            let (duration, rate) = (try #require(sequence.duration), try #require(sequence.bitRate))
            #expect(abs(duration - 30) < 0.1 && abs((whole.duration ?? 0) - 60) < 0.1, "\(duration)")
            let wholeRate = try #require(whole.bitRate)
            #expect(abs(Double(rate) / Double(wholeRate) - 1) < 0.1, "\(rate) and \(wholeRate)")
        }
    }
}
