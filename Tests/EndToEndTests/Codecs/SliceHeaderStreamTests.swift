import Foundation
import Media
import Testing

/// The lengths of slice headers, judged by ffmpeg's reader of coded bitstreams, which prints each field.
@Suite struct SliceHeaderStreamTests {
    struct Stream: Sendable, CustomTestStringConvertible {
        let name: String
        let isHEVC: Bool
        /// Arguments of ffmpeg for an encoded stream; empty for random headers.
        var encoder: [String] = []
        /// The path of a stream that exists.
        var path: String?

        var testDescription: String { name }
        private var suffix: String { isHEVC ? "hevc" : "h264" }

        func file() async throws -> URL {
            if let path { return URL(filePath: path) }
            if !encoder.isEmpty {
                let source = "testsrc2=size=320x180:rate=25:duration=1,fade=in:0:20"
                return try await made(
                    "\(name).\(suffix)", byFFmpeg: ["-f", "lavfi", "-i", source] + encoder + ["-f", suffix])
            }
            let script = Sluice.script("make-slice-headers.py")
            let text = try String(contentsOf: script, encoding: .utf8)
            let codec = isHEVC ? "hevc" : "avc"
            return try await MadeFiles.shared.file("\(name).\(suffix)", madeBy: [text, codec]) { part in
                _ = try await Command(
                    program: "python3", arguments: [script.path, codec, "22", "150", part.path],
                    folder: part.deletingLastPathComponent()
                ).run().succeeded()
            }
        }
    }

    private static let x265 = ["-c:v", "libx265", "-x265-params"]
    static let streams =
        [
            // Slice groups, fields, long-term references, redundant pictures, weights, separate planes.
            Stream(name: "random-avc", isHEVC: false),
            // Tiles, entry points, dependent slices, long-term references, extensions, lists of chroma offsets.
            Stream(name: "random-hevc", isHEVC: true),
            Stream(
                name: "avc-pyramid", isHEVC: false,
                encoder: ["-c:v", "libx264", "-x264-params", "bframes=8:b-pyramid=strict:ref=8:weightp=2:slices=3"]),
            Stream(
                name: "avc-mbaff-422-10-bit", isHEVC: false,
                encoder: ["-c:v", "libx264", "-pix_fmt", "yuv422p10le", "-x264-params", "interlaced=1:bff=1:ref=4"]),
            Stream(
                name: "hevc-wavefronts", isHEVC: true,
                encoder: x265 + ["log-level=error:wpp=1:ctu=16:bframes=4:ref=5:weightb=1"]),
            Stream(
                name: "hevc-444-12-bit", isHEVC: true,
                encoder: ["-pix_fmt", "yuv444p12le"] + x265 + ["log-level=error:slices=4:no-deblock=1"]),
        ] + found

    /// Streams in the folder that the environment names, such as those of a conformance suite.
    private static var found: [Stream] {
        guard let folder = ProcessInfo.processInfo.environment["SLUICE_SLICE_STREAMS"] else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { Stream(name: $0, isHEVC: $0.hasSuffix(".hevc"), path: "\(folder)/\($0)") }
    }

    @Test(arguments: streams) func headersHaveTheLengthOfTheirFields(stream: Stream) async throws {
        let file = try await stream.file()
        let outcome = try await Scratch.use { scratch in
            try await scratch.run(
                "ffmpeg",
                [
                    "-v", "info", "-nostats", "-nostdin", "-f", stream.isHEVC ? "hevc" : "h264", "-i", file.path,
                    "-c", "copy", "-copyinkf", "-bsf:v", "trace_headers", "-f", "null", "-",
                ])
        }
        let expected = Self.headerBits(outcome.errors)
        let lengths = try Self.headerLengths(Array(Data(contentsOf: file)), isHEVC: stream.isHEVC)
        #expect(!lengths.isEmpty)
        try #require(lengths.count == expected.count, "\(outcome.errors.suffix(2000))")
        for (index, (slice, bits)) in zip(lengths, expected).enumerated() {
            #expect(slice.length == slice.unit.escapedCount((bits + 7) / 8), "slice \(index) of \(bits) bits")
        }
    }

    /// Returns the bits of each slice header in the log of ffmpeg's filter.
    private static func headerBits(_ log: String) -> [Int] {
        var (result, isSlice) = ([Int](), false)
        for line in log.split(separator: "\n") {
            guard let start = line.firstRange(of: "[trace_headers @ "),
                let end = line[start.upperBound...].firstIndex(of: "]")
            else { continue }
            let words = line[end...].dropFirst(2).split(separator: " ")
            if words.count == 5, words[3] == "=", let position = Int(words[0]),
                words[2].allSatisfy({ "01".contains($0) })
            {
                if isSlice { result[result.count - 1] = position + words[2].count }
            } else {
                isSlice = words.last == "Header" && words.first == "Slice"
                if isSlice { result.append(0) }
            }
        }
        return result
    }

    /// Returns the slices of an Annex B stream with the lengths of their headers.
    private static func headerLengths(
        _ stream: [UInt8], isHEVC: Bool
    ) throws -> [(unit: ArraySlice<UInt8>, length: Int)] {
        var (avc, hevc) = (AVCSliceHeader.ParameterSets(), HEVCSliceHeader.ParameterSets())
        var result: [(unit: ArraySlice<UInt8>, length: Int)] = []
        for unit in units(stream) {
            let type = isHEVC ? unit[unit.startIndex] >> 1 & 0x3f : unit[unit.startIndex] & 0x1f
            let isSlice = isHEVC ? type < 10 || (16...21).contains(type) : type == 1 || type == 5
            guard isSlice else {
                if isHEVC { try hevc.add(Array(unit)) } else { try avc.add(Array(unit)) }
                continue
            }
            let length = try unit.withUnsafeBytes {
                isHEVC ? try HEVCSliceHeader($0, hevc).byteCount : try AVCSliceHeader($0, avc).byteCount
            }
            result.append((unit, length))
        }
        return result
    }

    /// Returns the NAL units of an Annex B stream.
    private static func units(_ stream: [UInt8]) -> [ArraySlice<UInt8>] {
        var (result, start, index) = ([ArraySlice<UInt8>](), Int?.none, 0)
        func append(until end: Int) {
            guard let start else { return }
            let unit = stream[start..<end]
            if let last = unit.lastIndex(where: { $0 != 0 }) { result.append(unit[...last]) }
        }
        while index + 3 <= stream.count {
            guard stream[index] == 0, stream[index + 1] == 0, stream[index + 2] == 1 else {
                index += 1
                continue
            }
            append(until: index)
            index += 3
            start = index
        }
        append(until: stream.count)
        return result
    }
}

extension ArraySlice<UInt8> {
    /// The number of bytes of a NAL unit that contain its first `count` bytes without emulation prevention bytes.
    fileprivate func escapedCount(_ count: Int) -> Int {
        var (zeros, rest) = (0, count)
        for (offset, byte) in enumerated() {
            if rest == 0 { return offset }
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            rest -= 1
        }
        return self.count
    }
}
