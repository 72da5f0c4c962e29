import Foundation
import Media
import OutsidePrograms
import PackagingStages
import ReadingStages
import StageKit
import Testing

@testable import GStreamerStages

/// Decoded media of containers whose times have to be derived.
@Suite struct DecodedContainerTests {
    private static func decode(_ path: String) async throws -> (collector: Collector<Frame>, problems: [Problem]) {
        var options = FileDecode.Options()
        options.path = path
        let (collector, reports) = (Collector<Frame>(), Reports())
        try await FileDecode(options: options).run(output: collector, context: .alone(reports: reports))
        return (collector, reports.problems)
    }

    private static func seconds(_ frames: [Frame]) -> Double {
        frames.reduce(0) { $0 + Double($1.duration) / Double($1.timescale) }
    }

    /// AVI has decode times only.
    @Test(arguments: [
        ["mpeg4", "-bf", "2"], ["libxvid", "-bf", "2"], ["libx264", "-bf", "2"], ["mpeg2video", "-bf", "2"],
    ])
    func everyFrameOfAnAVIFileIsDecoded(codec: [String]) async throws {
        let folder = try TestFolder()
        let path = folder.path("movie.avi")
        try command(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=4", "-pix_fmt", "yuv420p",
                "-c:v",
            ]
                + codec + [path])
        let pictures = try Self.pictureCount(path, isMPEG4: ["mpeg4", "libxvid"].contains(codec[0]))
        let (collector, problems) = try await Self.decode(path)
        let frames = collector.payloads
        #expect(frames.count == pictures)
        #expect(problems.isEmpty, "\(problems)")
        for (frame, next) in zip(frames, frames.dropFirst()).dropFirst() {
            #expect(abs((next.presentationTime - frame.presentationTime).seconds - 0.04) < 0.001)
        }
    }

    /// The number of pictures of the only track. Packed samples of MPEG-4 video have two, and an empty one follows them.
    private static func pictureCount(_ path: String, isMPEG4: Bool) throws -> Int {
        let sizes = try command("ffprobe", "-v", "error", "-show_entries", "packet=size", "-of", "csv=p=0", path)
            .split(whereSeparator: \.isNewline).compactMap { Int($0.prefix(while: \.isNumber)) }
        guard isMPEG4 else { return sizes.count }
        let data = try Data(contentsOf: URL(filePath: path))
        var (count, position) = (0, data.startIndex)
        while let start = data.range(of: Data([0, 0, 1, 0xb6]), in: position..<data.endIndex) {
            (count, position) = (count + 1, start.upperBound)
        }
        return count - sizes.count { $0 < 8 }
    }

    @Test(arguments: ["adpcm_ima_wav", "adpcm_ms", "pcm_mulaw", "pcm_u8"])
    func audioOfWAVEFilesIsContinuous(codec: String) async throws {
        let folder = try TestFolder()
        let path = folder.path("sound.wav")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=5:sample_rate=48000", "-c:a", codec, path)
        let frames = try await Self.decode(path).collector.payloads
        for (frame, next) in zip(frames, frames.dropFirst()) {
            #expect(frame.presentationTicks + frame.duration == next.presentationTicks)
        }
        // The last block of ADPCM is padded.
        #expect(abs(Self.seconds(frames) - 5) < 0.05)
    }

    /// The header frame declares the encoder's delay and padding.
    @Test(arguments: [44_100, 48_000]) func delayOfMP3IsNotPresented(rate: Int) async throws {
        let folder = try TestFolder()
        let path = folder.path("sound.mp3")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
            "aevalsrc='if(gte(t,1),sin(2*PI*1000*t),0)':s=\(rate):d=2", "-c:a", "libmp3lame", path)
        let frames = try await Self.decode(path).collector.payloads
        #expect(frames.first?.presentationTime == .zero)
        #expect(abs(Self.seconds(frames) - 2) < 0.001)
        var start: Double?
        for frame in frames where start == nil {
            let bytes = try #require((frame.content as? GStreamerFrame)?.bytes)
            guard case .rawAudio(let format)? = frame.content.format else { continue }
            let loud = bytes.withUnsafeBytes { bytes in
                format.sampleFormat == "F32LE"
                    ? bytes.bindMemory(to: Float.self).firstIndex { abs($0) > 0.3 }
                    : bytes.bindMemory(to: Int16.self).firstIndex { abs(Int($0)) > 9830 }
            }
            start = loud.map { frame.presentationTime.seconds + Double($0 / format.channelCount) / Double(rate) }
        }
        #expect(abs((start ?? 0) - 1) < 0.002, "\(start ?? -1)")
    }

    /// Recorders of live media continue the time of their session. Copies and decoded media start at zero alike.
    @Test(arguments: [("0.5", 0.5), ("5", 0), ("7200", 0)])
    func decodedMatroskaHasTheTimesOfCopies(offset: String, start: Double) async throws {
        let folder = try TestFolder()
        let path = folder.path("late.mkv")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=2", "-f", "lavfi",
            "-i",
            "sine=duration=2:sample_rate=48000", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac",
            "-output_ts_offset", offset, path)
        var options = ReadMatroska.Options()
        options.path = path
        let copied = Collector<Sample>()
        try await ReadMatroska(options: options).run(output: copied, context: .alone())
        let (decoded, _) = try await Self.decode(path)
        for type in [MediaType.video, .audio] {
            let coded = try #require(copied.tracks.first { $0.mediaType == type })
            let raw = try #require(decoded.tracks.first { $0.mediaType == type })
            let first = copied.payloads(of: coded.id).map { sample in
                sample.presentationTime + MediaTime(value: coded.priming, timescale: coded.timescale)
            }.min()
            let frame = decoded.payloads(of: raw.id).first?.presentationTime
            #expect(abs((first?.seconds ?? -1) - start) < 0.03)
            #expect(abs((frame?.seconds ?? -1) - (first?.seconds ?? 0)) < 0.002)
        }
    }
}
