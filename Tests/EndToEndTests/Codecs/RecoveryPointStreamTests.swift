import Foundation
import Testing

/// H.264 whose random access points are recovery points instead of IDR pictures, in all containers.
@Suite struct RecoveryPointStreamTests {
    /// The structure of a stream of eight seconds with a recovery point every second; only the first picture is an IDR
    /// picture.
    enum Structure: String, CaseIterable, Sendable {
        case openGOPs = "open-gop=1:min-keyint=30:bframes=2"
        case intraRefresh = "intra-refresh=1"

        func file(_ container: String) async throws -> URL {
            // Parameter sets at each recovery point, for streams that start there.
            let coding = "repeat-headers=1:keyint=30:scenecut=0:\(rawValue)"
            let stream = try await made(
                "stream.ts",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30:duration=8", "-pix_fmt", "yuv420p", "-c:v",
                    "libx264", "-preset", "veryfast", "-x264-params", coding,
                ])
            return try await Self.remuxed(stream, "stream.\(container)")
        }

        /// The stream from its third recovery point on, without any IDR picture.
        func fileWithoutIDR(_ container: String) async throws -> URL {
            let stream = try await made(
                "tail.ts", byFFmpeg: ["-ss", "1.5", "-i", try await file("ts").path, "-c", "copy"])
            return try await Self.remuxed(stream, "tail.\(container)")
        }

        private static func remuxed(_ stream: URL, _ name: String) async throws -> URL {
            if name.hasSuffix("ts") { return stream }
            return try await made(name, byFFmpeg: ["-i", stream.path, "-c", "copy"])
        }
    }

    static let containers = ["mp4", "ts", "mkv", "h264"]

    private func segment(
        _ input: URL, _ output: URL, _ options: [String], _ scratch: Scratch
    ) async throws -> Outcome {
        try await scratch.command(["segment", input.path, output.path, "--interval", "2s"] + options, limit: 60).run()
    }

    /// Returns the hashes of the frames that ffmpeg decodes.
    private func frames(_ file: URL, _ scratch: Scratch) async throws -> [Substring] {
        let outcome = try await scratch.run(
            "ffmpeg", ["-v", "error", "-i", file.path, "-map", "0:v", "-f", "framemd5", "-"])
        return try outcome.succeeded().output.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: ",").last }
    }

    /// Every segment is decoded alone, and its last frames equal those of the whole stream.
    private func expectDecodable(_ video: Rendition, _ structure: Structure, _ scratch: Scratch) async throws {
        let whole = Set(try await frames(video.joined(in: scratch), scratch))
        for index in video.playlist.segments.indices {
            let found = try await frames(video.joined(index..<index + 1, in: scratch), scratch)
            let exact = found.drop { !whole.contains($0) }
            #expect(!exact.isEmpty && exact.allSatisfy(whole.contains), "segment \(index)")
            if structure == .openGOPs { #expect(found.count >= 57 && exact.count == found.count, "segment \(index)") }
        }
    }

    private func expectValid(_ output: URL, _ scratch: Scratch) async throws {
        let report = try await ValidationDocument(output, profile: "rfc", in: scratch)
        #expect(report.must == [] && report.should == [], "\(report.text)")
        let apple = try await ValidationDocument(output, in: scratch)
        #expect(Set(apple.must) == ["R43"], "segments start with IDR pictures: \(apple.text)")
    }

    @Test(arguments: containers, Structure.allCases)
    func segmentsStartAtRecoveryPoints(container: String, structure: Structure) async throws {
        try await Scratch.use { scratch in
            let (input, output) = (try await structure.file(container), scratch.file("out"))
            let outcome = try await segment(input, output, ["--random-access", "recovery"], scratch).succeeded()
            #expect(!outcome.errors.contains("left out"), "\(outcome)")
            // MP4 marks the recovery points as sync samples, at which segments start here.
            #expect(!outcome.errors.contains("sync samples of track"), "\(outcome)")
            let video = try await Presentation(folder: output).rendition("video", in: scratch)
            #expect(video.playlist.segments.count == 4)
            #expect(try await video.packets(in: scratch).packets("video").count == 240)
            try await expectValid(output, scratch)
            try await expectDecodable(video, structure, scratch)
            // Only intra refresh has no I-frames.
            let frames = try PlaylistText(try #require(try Presentation(folder: output).iFramePlaylists.first))
            #expect(frames.segments.filter(\.isGap).count == (structure == .openGOPs ? 0 : 3))
        }
    }

    @Test(arguments: containers, Structure.allCases)
    func streamsWithoutIDRStartAtARecoveryPoint(container: String, structure: Structure) async throws {
        try await Scratch.use { scratch in
            let input = try await structure.fileWithoutIDR(container)
            let refused = try await segment(input, scratch.file("refused"), [], scratch)
            #expect(
                refused.code != 0 && refused.errors.contains("segment --random-access recovery"), "\(refused)")
            let output = scratch.file("out")
            let outcome = try await segment(input, output, ["--random-access", "recovery"], scratch).succeeded()
            // Matroska has no times for the frames that ffmpeg could not time.
            #expect(
                outcome.errors.contains(container == "mkv" ? "left out" : "which lead a random access point"),
                "\(outcome)")
            let video = try await Presentation(folder: output).rendition("video", in: scratch)
            #expect(video.playlist.segments.count == 3)
            try await expectValid(output, scratch)
            try await expectDecodable(video, structure, scratch)
        }
    }

    /// exact_match_flag 0: pictures after the point are approximately those of the stream (ITU-T H.264 D.2.8).
    @Test func approximateRecoveryPointsStartSegmentsWithAWarning() async throws {
        let exact = try await Structure.openGOPs.file("h264")
        let input = try await made("approximate.h264", from: exact, as: "exact_match_flag 0") { data in
            var (data, start) = (data, data.startIndex)
            while let place = data.range(of: Data([6, 6, 1, 0xc4, 0x80]), in: start..<data.endIndex) {
                data[place.lowerBound + 3] = 0x84
                start = place.upperBound
            }
            return data
        }
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let outcome = try await segment(input, output, ["--random-access", "recovery"], scratch).succeeded()
            #expect(outcome.errors.contains("is approximate (exact_match_flag 0)"), "\(outcome)")
            let video = try await Presentation(folder: output).rendition("video", in: scratch)
            #expect(video.playlist.segments.count == 4)
            try await expectValid(output, scratch)
            try await expectDecodable(video, .openGOPs, scratch)
        }
    }

    /// Fragments of CMAF start at access points of the types 1 to 3.
    @Test(arguments: containers)
    func gradualRefreshesStartNoSegmentsUnderCMAF(container: String) async throws {
        try await Scratch.use { scratch in
            let input = try await Structure.intraRefresh.file(container)
            let output = scratch.file("out")
            let options = ["--profile", "cmaf", "--random-access", "recovery"]
            let outcome = try await segment(input, output, options, scratch).succeeded()
            #expect(outcome.errors.contains("use profile apple-hls with random-access: recovery"), "\(outcome)")
            let video = try await Presentation(folder: output).rendition("video", in: scratch)
            #expect(video.playlist.segments.count == 1)
        }
    }

    @Test(arguments: containers, Structure.allCases)
    func defaultReportsTheOption(container: String, structure: Structure) async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            let outcome = try await segment(try await structure.file(container), output, [], scratch).succeeded()
            #expect(outcome.errors.contains("set random-access: recovery"), "\(outcome)")
            #expect(try await Presentation(folder: output).rendition("video", in: scratch).playlist.segments.count == 1)
        }
    }

    /// A recording of a stream without IDR pictures starts at its first recovery point, without a sync sample.
    @Test func recordingsStartAtARecoveryPoint() async throws {
        try await Scratch.use { scratch in
            let input = try await Structure.openGOPs.fileWithoutIDR("ts")
            let output = scratch.file("movie.mp4")
            _ = try await scratch.run(
                pipeline: """
                    pipeline: test
                    stages:
                      video: { use: ts.read, with: { path: "\(input.path)" } }
                      movie: { use: file.movie, from: video, with: { path: "\(output.path)" } }

                    """
            ).succeeded()
            let count = try await PacketList(output, in: scratch).packets("video").count
            #expect(count >= 170 && count < 181)
            #expect(try await frames(output, scratch).count == count)
        }
    }
}
