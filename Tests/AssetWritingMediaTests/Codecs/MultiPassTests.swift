import AssetWriting
import Dispatch
import Foundation
import OutsidePrograms
import Testing

/// Two passes with AVFoundation's methods, compared with a single pass in ffmpeg.
@Suite struct MultiPassTests {
    /// Alternating quiet and busy scenes: the first pass determines the distribution of bits.
    private static func movie(_ folder: TestFolder) throws -> FileURL {
        let scenes = [
            "color=c=gray:size=320x180:rate=25:duration=4",
            "testsrc2=size=320x180:rate=25:duration=3,noise=alls=24:allf=t",
            "mandelbrot=size=320x180:rate=25,trim=duration=4", "smptebars=size=320x180:rate=25:duration=4",
        ]
        let inputs = scenes.flatMap { ["-f", "lavfi", "-i", $0] }
        try command(
            "ffmpeg",
            ["-v", "error", "-y"] + inputs + [
                "-filter_complex", "[0][1][2][3]concat=n=4,format=yuv420p", "-c:v", "libx264", "-preset", "ultrafast",
                "-qp", "6", folder.path("scenes.mp4"),
            ])
        return FileURL(fileURLWithPath: folder.path("scenes.mp4"))
    }

    @Test func aSecondPassImprovesTheQualityAtTheSameRate() async throws {
        let folder = try TestFolder()
        let source = try Self.movie(folder)
        let once = try await encode(source, twoPasses: false, into: folder, "once.mp4")
        let twice = try await encode(source, twoPasses: true, into: folder, "twice.mp4")
        #expect(once.passes == 1 && twice.passes == 2)
        // The improvement is not due to more bits.
        #expect(Double(twice.bytes) <= Double(once.bytes) * 1.01)
        let (single, double) = (try psnr(once.path, source), try psnr(twice.path, source))
        #expect(
            double > single + 0.3,
            "two passes \(double) dB and \(twice.bytes) bytes, one \(single) dB and \(once.bytes)")
    }

    @Test func secondPassRequiresBitRate() throws {
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .seconds(6)
        let input = AssetWriterInput(
            mediaType: .video, outputSettings: .video(VideoOutputSettings(codec: .h264, width: 64, height: 48)))
        input.performsMultiPassEncodingIfSupported = true
        writer.add(input)
        _ = writer.segments
        try #require(writer.startWriting())
        #expect(!input.canPerformMultiplePasses)
        writer.cancelWriting()
    }

    @Test func statisticsAreStoredInTheTemporaryFolder() async throws {
        let folder = try TestFolder()
        let writer = AssetWriter(url: FileURL(fileURLWithPath: folder.path("movie.mp4")), fileType: .mp4)
        writer.directoryForTemporaryFiles = FileURL(fileURLWithPath: folder.root.path)
        let settings = VideoOutputSettings(codec: .h264, width: 64, height: 48, averageBitRate: 100_000)
        let input = AssetWriterInput(mediaType: .video, outputSettings: .video(settings))
        input.performsMultiPassEncodingIfSupported = true
        #expect(writer.add(input))
        try #require(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        var files: [String] = []
        for await pass in passes(of: input) {
            guard pass != nil else { break }
            for index in Int64(0)..<25 { try await input.appendWhenReady(TestFrames.frame(index, rate: 25)) }
            files += try FileManager.default.contentsOfDirectory(atPath: folder.root.path)
            input.markCurrentPassAsFinished()
        }
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed && files.contains { $0.hasPrefix("asset-writer-") }, "\(files)")
    }

    private func encode(
        _ source: FileURL, twoPasses: Bool, into folder: TestFolder, _ name: String
    ) async throws -> (path: String, bytes: Int, passes: Int) {
        let asset = try Asset(url: source)
        let writer = AssetWriter(contentType: .mp4)
        writer.outputFileTypeProfile = .mpeg4AppleHLS
        writer.preferredOutputSegmentInterval = .seconds(5)
        let input = AssetWriterInput(
            mediaType: .video,
            outputSettings: .video(
                VideoOutputSettings(codec: .h264, width: 320, height: 180, averageBitRate: 400_000)))
        input.performsMultiPassEncodingIfSupported = twoPasses
        #expect(writer.add(input))
        let segments = writer.segments
        try #require(writer.startWriting())
        #expect(input.canPerformMultiplePasses == twoPasses)
        writer.startSession(atSourceTime: .zero)
        async let collected = segments.reduce(into: [UInt8]()) { $0 += $1.data.bytes }
        var count = 0
        for await pass in passes(of: input) {
            guard let pass else { break }
            count += 1
            for range in pass.sourceTimeRanges {
                let (_, output) = try asset.reading(.video, .video, range)
                for try await frame in output.frames { try await input.appendWhenReady(frame) }
            }
            input.markCurrentPassAsFinished()
        }
        input.markAsFinished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(writer.error?.message ?? "")")
        let bytes = try await collected
        try Data(bytes).write(to: folder.url(name))
        return (folder.path(name), bytes.count, count)
    }

    /// Returns the pass descriptions as AVFoundation reports them, nil at the end.
    private func passes(of input: AssetWriterInput) -> AsyncStream<AssetWriterInputPassDescription?> {
        AsyncStream { continuation in
            input.respondToEachPassDescription(on: DispatchQueue(label: "passes")) {
                continuation.yield(input.currentPassDescription)
            }
        }
    }

    /// Returns the average PSNR over all frames, in decibels.
    private func psnr(_ path: String, _ source: FileURL) throws -> Double {
        let text = try command(
            "ffmpeg", "-v", "info", "-i", path, "-i", source.path, "-lavfi",
            "[0]setpts=PTS-STARTPTS[a];[1]setpts=PTS-STARTPTS[b];[a][b]psnr", "-f", "null", "-")
        let average = try #require(text.components(separatedBy: "average:").last?.split(separator: " ").first)
        return try #require(Double(average))
    }
}
