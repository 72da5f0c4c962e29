import Foundation
import Media
import Testing

/// VP9 in WebM whose hidden frames have blocks of their own, judged by ffmpeg's decoder.
@Suite struct HiddenFrameTests {
    /// The element of an identifier and its content, with a size of eight bytes (RFC 8794 4.4).
    private static func element(_ id: UInt32, _ content: [UInt8]) -> [UInt8] {
        let identifier = withUnsafeBytes(of: id.bigEndian) { Array($0.drop { $0 == 0 }) }
        return identifier + [1] + withUnsafeBytes(of: UInt64(content.count).bigEndian) { Array($0.dropFirst()) }
            + content
    }

    private static func number(_ id: UInt32, _ value: UInt32) -> [UInt8] {
        element(id, withUnsafeBytes(of: value.bigEndian) { Array($0) })
    }

    /// Returns the samples of an IVF file.
    private static func samples(_ file: URL) throws -> [ByteSlice] {
        let bytes = ByteSlice(copying: [UInt8](try Data(contentsOf: file)))
        var (samples, offset): ([ByteSlice], Int) = ([], 32)
        while offset + 12 <= bytes.count {
            let size = bytes.slice(offset..<offset + 4).bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
            samples.append(bytes.slice(offset + 12..<offset + 12 + size))
            offset += 12 + size
        }
        return samples
    }

    /// Writes WebM with 25 frames in a second, each frame in its own block.
    private static func webM(_ samples: [ByteSlice], hiddenTime: (Int) -> Int) -> (file: [UInt8], hiddenCount: Int) {
        var (blocks, hiddenCount): ([UInt8], Int) = ([], 0)
        for (index, sample) in samples.enumerated() {
            let frames = VP9Superframe(sample).frames
            hiddenCount += frames.count - 1
            for (place, frame) in frames.enumerated() {
                let time = place == frames.count - 1 ? index * 40 : hiddenTime(index * 40)
                let flags: UInt8 = index == 0 && place == 0 ? 0x80 : 0
                let head: [UInt8] = [0x81, UInt8(time >> 8), UInt8(time & 0xff), flags]
                blocks += element(0xa3, head + frame.bytes)
            }
        }
        let track =
            number(0xd7, 1) + number(0x73c5, 1) + number(0x83, 1) + element(0x86, Array("V_VP9".utf8))
            + element(0xe0, number(0xb0, 160) + number(0xba, 90))
        let header =
            number(0x4286, 1) + number(0x42f7, 1) + number(0x42f2, 4) + number(0x42f3, 8)
            + element(0x4282, Array("webm".utf8)) + number(0x4287, 4) + number(0x4285, 2)
        let segment =
            element(0x1549_a966, number(0x2ad7b1, 1_000_000)) + element(0x1654_ae6b, element(0xae, track))
            + element(0x1f43_b675, number(0xe7, 0) + blocks)
        return (element(0x1a45_dfa3, header) + element(0x1853_8067, segment), hiddenCount)
    }

    /// AV1 in IVF, which GStreamer does not classify as a container.
    @Test func framesInIVFAreRead() async throws {
        try await Scratch.use { scratch in
            let source = ["-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=1", "-c:v", "libaom-av1"]
            let input = try await made("short.ivf", byFFmpeg: source + ["-cpu-used", "8", "-b:v", "200k"])
            let output = scratch.file("out")
            _ = try await scratch.sluice("segment", input.path, output.path).succeeded()
            let expected = try await Self.frames(input.path, scratch)
            #expect(expected.count == 25)
            #expect(try await Self.frames(output.appending(path: "index.m3u8").path, scratch) == expected)
        }
    }

    /// The digests of the frames that ffmpeg decodes without an error.
    private static func frames(_ path: String, _ scratch: Scratch) async throws -> [Substring] {
        let listed = try await scratch.run("ffmpeg", ["-v", "error", "-i", path, "-f", "framemd5", "-"]).succeeded()
        #expect(listed.errors.isEmpty)
        return listed.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").last }
    }

    @Test(arguments: [0, 1]) func hiddenFramesJoinTheShownFrame(_ millisecondsBefore: Int) async throws {
        try await Scratch.use { scratch in
            let source = ["-f", "lavfi", "-i", "mandelbrot=size=160x90:rate=25", "-t", "3", "-c:v", "libvpx-vp9"]
            let codec = ["-b:v", "300k", "-auto-alt-ref", "1", "-lag-in-frames", "16", "-speed", "4"]
            let log = scratch.file("two-pass").path
            for pass in ["1", "2"] {
                _ = try await scratch.run(
                    "ffmpeg",
                    ["-v", "error", "-y"] + source + codec + ["-pass", pass, "-passlogfile", log]
                        + [scratch.file("source.ivf").path]
                ).succeeded()
            }
            let samples = try Self.samples(scratch.file("source.ivf"))
            let (file, hiddenCount) = Self.webM(samples) { max(0, $0 - millisecondsBefore) }
            try #require(samples.count == 75 && hiddenCount > 2)
            try Data(file).write(to: scratch.file("input.webm"))
            let output = scratch.file("out")
            let outcome = try await scratch.sluice("segment", scratch.file("input.webm").path, output.path).succeeded()
            #expect(!outcome.errors.contains("left out"), "\(outcome)")
            let expected = try await Self.frames(scratch.file("source.ivf").path, scratch)
            #expect(expected.count == 75)
            #expect(try await Self.frames(output.appending(path: "index.m3u8").path, scratch) == expected)
        }
    }
}
